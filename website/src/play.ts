/** The playground: a program at the left, its run at the right, everything in this browser. */

import { chrome } from "./chrome";
import { putNotebook } from "./lab";
import { loadNames } from "./complete";
import { Editor } from "./editor";
import { LAST_RUN, problemTo } from "./messages";
import type { Dropped, FromWorker, Program, Settings } from "./messages";
import { askingModel, hearReply, OPENED, showModel, widgetCode } from "./model";
import type { Model, State } from "./model";
import { notebookOf } from "./notebook";
import { download, joined, part } from "./page_parts";
import { addressOf, askedBy, settingsOf } from "./play_state";
import type { Example } from "./play_state";
import { BASE, Python } from "./python";

const CHECK_MS = 500;
const MOST_FILE = 30_000_000;

class Playground {
  private readonly editor: Editor;
  private readonly python: Python;
  private readonly files: Dropped[] = [];
  /** Done when all that was dropped has been read. */
  private taking = Promise.resolve();
  private title = "program";
  private settings: Settings = {};
  /** Of the run that goes on, or the last one. */
  private running = 0;
  private checking = 0;
  private chunks: Uint8Array[] = [];
  private steps = 0;
  private lines: Program = {};
  private ran = "";
  private trace: Uint8Array | null = null;
  private takeAway: () => void = () => undefined;
  private model: Model | null = null;
  /** Whether the Python that is there has made it. */
  private knowsRun = false;
  /** What the page has asked Python about the run that is shown, by the number of the message. */
  private readonly asked = new Map<number, { name: string; asked: State }>();
  private timer = 0;
  private wrote = "";
  private begun = 0;
  /** Where the last run failed, as long as the program is as it was. */
  private failed = { line: 0, problem: "" };

  constructor(private readonly examples: readonly Example[]) {
    this.editor = new Editor(part("editor"), "", () => this.changed(), () => this.run());
    this.python = new Python({
      stage: (text) => this.tellPython(`${text} …`),
      ready: (ms, version) => {
        this.tellPython(`Python ${version}`);
        document.documentElement.dataset["python"] = "ready";
        document.documentElement.dataset["pythonMs"] = String(Math.round(ms));
        this.check();
      },
      broken: (problem) => {
        this.tellPython("");
        this.isRunning = false;
        this.tell(`Python could not be started: ${problem}`, "bad");
      },
      told: (message) => void this.told(message),
    });
    this.listen();
  }

  async begin(): Promise<void> {
    await this.open();
    this.python.start();
    void loadNames(BASE);
    void widgetCode("stepper");
    document.documentElement.dataset["ready"] = "yes";
  }

  // --- what is asked for -------------------------------------------------------------------------

  /** Shows what the address asks for. Nothing of it runs before a person says so. */
  private async open(): Promise<void> {
    try {
      const asked = await askedBy(location.hash, this.examples);
      this.title = asked.title;
      this.settings = asked.settings;
      this.editor.text = asked.program;
      part("notice").hidden = !asked.isFromLink;
      document.documentElement.dataset["from"] = asked.isFromLink ? "link" : "site";
    } catch {
      this.editor.text = this.examples[0]!.program;
      this.tell("The link is damaged: its program cannot be read. This is the first example instead.", "bad");
    }
    this.ran = this.editor.text; // so that what is looked at stays in the address
    this.showSettings();
    part<HTMLSelectElement>("examples").value = this.examples.find(({ program }) => program === this.editor.text)?.name ?? "";
    await this.writeAddress();
  }

  private async writeAddress(): Promise<void> {
    const { text } = this.editor;
    const hash = await addressOf(text, this.settings, this.examples, location.hash, text === this.ran);
    if (text !== this.editor.text) return;
    this.wrote = new URLSearchParams(hash.slice(1)).get("play") ?? new URLSearchParams(hash.slice(1)).get("example") ?? "";
    history.replaceState(null, "", hash);
  }

  private changed(): void {
    this.failed = { line: 0, problem: "" };
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      void this.writeAddress();
      this.check();
    }, CHECK_MS);
  }

  private check(): void {
    if (this.python.isReady && !this.isRunning) this.checking = this.python.check(this.editor.text);
  }

  // --- running -----------------------------------------------------------------------------------

  private get isRunning(): boolean {
    return document.documentElement.dataset["running"] === "yes";
  }

  private set isRunning(value: boolean) {
    document.documentElement.dataset["running"] = value ? "yes" : "no";
    part<HTMLButtonElement>("stop").disabled = !value;
    part("progress").hidden = !value;
  }

  run(): void {
    if (this.isRunning) return;
    this.failed = { line: 0, problem: "" };
    part("notice").hidden = true;
    part("output").textContent = "";
    this.editor.mark(0, "");
    this.chunks = [];
    this.lines = {};
    this.steps = 0;
    this.begun = performance.now();
    this.isRunning = true;
    this.knowsRun = false;
    this.tell(this.python.isReady ? "runs …" : "waits for Python …");
    this.ran = this.editor.text;
    void this.writeAddress();
    const { begun } = this;
    void this.taking.then(() => {
      // unless it was stopped while a dropped file was read
      if (this.isRunning && this.begun === begun) this.running = this.python.run(this.ran, this.settings, this.files);
    });
  }

  /** Ends the worker, whatever it does; what it has sent of its run stays. */
  private stop(): void {
    if (this.asked.size > 0 && !this.isRunning) return this.stopAnswering();
    if (!this.isRunning) return;
    this.isRunning = false;
    this.python.start();
    const kept = this.chunks.length > 1;
    this.tell(`Stopped${kept ? ` after ${this.steps.toLocaleString("en")} steps; the run so far is shown` : "; no step had been taken"}.`, "bad");
    if (kept) void this.show();
  }

  // --- asking ------------------------------------------------------------------------------------

  private ask(name: string, asked: State): void {
    if (!this.knowsRun) return this.refuse(name, asked);
    this.asked.set(this.python.ask(LAST_RUN, name, asked), { name, asked });
    this.tellAsking();
  }

  /** Ends the worker; the next one knows nothing of the run. */
  private stopAnswering(): void {
    this.python.start();
    this.knowsRun = false;
    const waiting = [...this.asked.values()];
    this.asked.clear();
    this.tellAsking();
    for (const { name, asked } of waiting) this.refuse(name, asked);
  }

  private refuse(name: string, asked: State): void {
    const [what, told, data] = problemTo({ name, asked }, "Python does not know this run any more: press Run, and ask again.");
    window.setTimeout(() => this.model && hearReply(this.model, { what, told, data }));
  }

  private tellAsking(): void {
    const waits = this.asked.size > 0;
    part<HTMLButtonElement>("stop").disabled = !waits && !this.isRunning;
    document.documentElement.dataset["asking"] = waits ? "yes" : "no";
  }

  private async told(message: FromWorker & { id: number }): Promise<void> {
    if (message.kind === "shown") {
      if (this.asked.delete(message.id) && this.model) hearReply(this.model, message);
      this.tellAsking();
      return;
    }
    if (message.kind === "checked") {
      if (message.id !== this.checking || this.isRunning) return;
      const { line, problem } = message.told.problem ? message.told : this.failed;
      this.editor.mark(line, problem);
      return;
    }
    if (message.kind === "paged") {
      if (message.told.problem) this.tell(message.told.problem, "bad");
      else download("run.html", message.told.page, "text/html");
      return;
    }
    if (message.id !== this.running) return;
    if (message.kind === "begin") {
      this.lines = message.told;
      this.chunks = [message.data];
    } else if (message.kind === "chunk") {
      this.chunks.push(message.data);
      this.steps = message.told.steps;
      if (this.isRunning) this.tell(`${this.steps.toLocaleString("en")} steps, ${message.told.facts.toLocaleString("en")} facts …`);
    } else if (message.kind === "output") part("output").append(message.told.text);
    else if (message.kind === "end") await this.ended(message.told);
  }

  private async ended({ status, problem, line, steps, jobs, digest, traits }: (FromWorker & { kind: "end" })["told"]): Promise<void> {
    this.isRunning = false;
    const took = `${((performance.now() - this.begun) / 1000).toFixed(2)} s`;
    if (problem) {
      const output = part("output");
      const told = document.createElement("span");
      told.className = "bad";
      told.textContent = `${problem.trimEnd()}\n`;
      output.append(told);
      if (line > 0) {
        this.failed = { line, problem };
        this.editor.mark(line, problem);
        this.editor.reveal(line);
      }
    }
    const several = jobs > 1 ? `; of ${jobs} jobs the last one is shown` : "";
    const what = jobs === 0 ? (status === "refused" ? "The settings are refused." : "No run.") : `${status.toLowerCase()}, ${steps.toLocaleString("en")} steps in ${took}${several}.`;
    this.tell(what, problem ? "bad" : "good");
    document.documentElement.dataset["digest"] = digest;
    this.knowsRun = true;
    if (this.chunks.length > 1) await this.show(traits);
  }

  /** `traits` are what Python does for the run; nothing, if it was ended with it. */
  private async show(traits: State = {}): Promise<void> {
    this.takeAway();
    this.trace = joined(this.chunks);
    const place = part("stepper");
    const inside = document.createElement("div");
    place.replaceChildren(inside);
    const state = { ...OPENED, trace: this.trace, addressed: true, program: this.lines, ...traits };
    this.asked.clear();
    this.model = askingModel(state, (name, asked) => this.ask(name, asked));
    this.takeAway = await showModel(inside, this.model);
    for (const id of ["savePage", "saveTrace"]) part<HTMLButtonElement>(id).disabled = false;
    document.documentElement.dataset["shown"] = String(Number(document.documentElement.dataset["shown"] ?? 0) + 1);
    this.turnTo("run");
    if (this.isNarrow) return;
    place.querySelector<HTMLElement>("[role=application]")?.focus({ preventScroll: true });
  }

  // --- the page ----------------------------------------------------------------------------------

  private tell(text: string, tone = ""): void {
    const status = part("status");
    status.textContent = text;
    status.className = tone;
  }

  private tellPython(text: string): void {
    part("python").textContent = text;
  }

  private get isNarrow(): boolean {
    return matchMedia("(max-width: 899px)").matches;
  }

  /** On a narrow page, the program or its run. */
  private turnTo(what: string): void {
    part("main").dataset["show"] = what;
    for (const tab of document.querySelectorAll<HTMLElement>("[data-turn]")) {
      tab.setAttribute("aria-selected", String(tab.dataset["turn"] === what));
    }
  }

  private showSettings(): void {
    const { order = "arrival", seed = 0, parallelism = "", until = "" } = this.settings;
    part<HTMLSelectElement>("order").value = order;
    part<HTMLInputElement>("seed").value = String(seed);
    part<HTMLInputElement>("seed").disabled = order !== "seeded";
    part<HTMLInputElement>("parallelism").value = String(parallelism);
    part<HTMLInputElement>("until").value = until;
    part("settingsTold").textContent = Object.keys(this.settings).length > 0 ? "•" : "";
  }

  private readSettings(): void {
    this.settings = settingsOf({
      order: part<HTMLSelectElement>("order").value,
      seed: Number(part<HTMLInputElement>("seed").value),
      parallelism: Number(part<HTMLInputElement>("parallelism").value || Number.NaN),
      until: part<HTMLInputElement>("until").value,
    });
    this.showSettings();
    void this.writeAddress();
  }

  private take(dropped: FileList | undefined): void {
    const files = [...dropped ?? []]; // the list itself empties when its element is cleared
    this.taking = this.taking.then(() => this.read(files)).catch((why: unknown) => this.tell(String(why), "bad"));
  }

  private async read(dropped: readonly File[]): Promise<void> {
    for (const file of dropped) {
      const name = file.name.replaceAll(/[^\w.-]/g, "_");
      if (file.size > MOST_FILE) {
        this.tell(`${name} has ${(file.size / 1e6).toFixed(0)} MB; at most ${MOST_FILE / 1e6} MB fit here`, "bad");
        continue;
      }
      const data = new Uint8Array(await file.arrayBuffer());
      const known = this.files.findIndex((one) => one.name === name);
      this.files.splice(known < 0 ? this.files.length : known, 1, { name, data });
    }
    const list = part("files");
    list.replaceChildren(...this.files.map(({ name, data }) => {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.textContent = `${name} · ${(data.length / 1000).toFixed(0)} kB`;
      chip.title = `Put EventLogSource("${name}") into the program; the file stays in this browser and in no link`;
      chip.addEventListener("click", () => this.insert(`EventLogSource("${name}")`));
      return chip;
    })); // prettier-ignore
    list.hidden = this.files.length === 0;
  }

  private insert(text: string): void {
    const { view } = this.editor;
    view.dispatch(view.state.replaceSelection(text));
    view.focus();
  }

  private async copy(): Promise<void> {
    await this.writeAddress();
    const button = part("copy");
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "It is in the address";
    }
    this.tell(`The link has ${location.href.length.toLocaleString("en")} characters${this.files.length > 0 ? "; files are not in it" : ""}.`);
    window.setTimeout(() => (button.textContent = "Copy link"), 1800);
  }

  private async openLab(): Promise<void> {
    const lab = window.open("about:blank", "_blank"); // while the press is known as one
    await putNotebook("playground.ipynb", notebookOf(this.editor.text, this.title, "%pip install -q flinksim anywidget"));
    const url = new URL("lab/lab/index.html?path=playground.ipynb", BASE).href;
    if (lab) lab.location.href = url;
    else location.href = url;
  }

  private listen(): void {
    const on = (id: string, act: () => unknown): void => part(id).addEventListener("click", () => void act());
    on("run", () => this.run());
    on("noticeRun", () => this.run());
    on("stageRun", () => this.run());
    on("stop", () => this.stop());
    on("copy", () => this.copy());
    on("saveProgram", () => download("program.py", this.editor.text, "text/x-python"));
    document.getElementById("openLab")?.addEventListener("click", () => void this.openLab());
    on("saveNotebook", () => download("program.ipynb", notebookOf(this.editor.text, this.title), "application/x-ipynb+json"));
    on("saveTrace", () => this.trace && download("run.flinktrace", joined([this.trace]), "application/octet-stream"));
    on("savePage", () => this.trace && this.python.page(this.trace, this.lines));
    for (const tab of document.querySelectorAll<HTMLElement>("[data-turn]")) tab.addEventListener("click", () => this.turnTo(tab.dataset["turn"]!));
    for (const id of ["order", "seed", "parallelism", "until"]) part(id).addEventListener("change", () => this.readSettings());
    part("examples").addEventListener("change", () => {
      const { value } = part<HTMLSelectElement>("examples");
      if (value === "") return;
      history.pushState(null, "", `#example=${encodeURIComponent(value)}`);
      void this.open();
      this.turnTo("program");
    });
    const file = part<HTMLInputElement>("file");
    file.addEventListener("change", () => this.take(file.files ?? undefined));
    const place = part("main");
    place.addEventListener("dragover", (event) => {
      event.preventDefault();
      place.classList.add("over");
    });
    place.addEventListener("dragleave", () => place.classList.remove("over"));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      place.classList.remove("over");
      this.take(event.dataTransfer?.files);
    }, true);
    const follow = (): void => {
      const said = new URLSearchParams(location.hash.slice(1));
      if ((said.get("play") ?? said.get("example") ?? this.wrote) !== this.wrote) void this.open();
    };
    window.addEventListener("hashchange", follow);
    window.addEventListener("popstate", follow);
  }
}

async function main(): Promise<void> {
  chrome();
  const examples = (await (await fetch(new URL("assets/examples.json", BASE))).json()) as Example[];
  part("examples").append(...examples.map(({ name, title }) => new Option(title, name)));
  await new Playground(examples).begin();
}

void main();
