/** The playground: a program on the left, its run on the right, all in the browser. */

import { initializePage } from "./chrome";
import { putNotebook } from "./lab";
import { loadNames } from "./complete";
import { Editor } from "./editor";
import { LAST_RUN, createProblemReply } from "./messages";
import type { DroppedFile, FromWorker, Program, Settings } from "./messages";
import { createQueryModel, applyReply, INITIAL_STATE, showModel, loadWidget } from "./model";
import type { Model, State } from "./model";
import { createNotebook, isSqlScript } from "./notebook";
import { download, concatenate, getPart } from "./page_parts";
import { formatAddress, parseAddress, parseSettings } from "./play_state";
import type { Example } from "./play_state";
import { BASE, Python } from "./python";

const CHECK_MS = 500;
const MAX_FILE_BYTES = 30_000_000;

class Playground {
  private readonly editor: Editor;
  private readonly python: Python;
  private readonly files: DroppedFile[] = [];
  /** Resolves when all dropped files have been read. */
  private filesRead = Promise.resolve();
  private title = "program";
  private settings: Settings = {};
  /** Id of the current or last run. */
  private runId = 0;
  private checkId = 0;
  private chunks: Uint8Array[] = [];
  private steps = 0;
  private programLines: Program = {};
  private runProgram = "";
  private trace: Uint8Array | null = null;
  private removeWidget: () => void = () => undefined;
  private model: Model | null = null;
  /** Whether the current Python has made the shown run. */
  private knowsRun = false;
  /** Queries about the shown run that Python has not answered yet, by message id. */
  private readonly pendingQueries = new Map<number, { name: string; asked: State }>();
  private timer = 0;
  private writtenProgram = "";
  private startedAt = 0;
  /** Error of the last run, until the program is edited. */
  private lastError = { line: 0, problem: "" };

  constructor(private readonly examples: readonly Example[]) {
    this.editor = new Editor(getPart("editor"), "", () => this.onEdit(), () => this.run());
    this.python = new Python({
      onStage: (text) => this.showPythonStatus(`${text} …`),
      onReady: (ms, version) => {
        this.showPythonStatus(`Python ${version}`);
        document.documentElement.dataset["python"] = "ready";
        document.documentElement.dataset["pythonMs"] = String(Math.round(ms));
        this.check();
      },
      onFailure: (problem) => {
        this.showPythonStatus("");
        this.isRunning = false;
        this.showStatus(`Python could not be started: ${problem}`, "bad");
      },
      onMessage: (message) => void this.onMessage(message),
    });
    this.addListeners();
  }

  async start(): Promise<void> {
    await this.applyAddress();
    this.python.start();
    void loadNames(BASE);
    void loadWidget("stepper");
    document.documentElement.dataset["ready"] = "yes";
  }

  // --- the address ---------------------------------------------------------------------------------

  /** Show the program in the URL. It does not run until the user starts it. */
  private async applyAddress(): Promise<void> {
    try {
      const query = await parseAddress(location.hash, this.examples);
      this.title = query.title;
      this.settings = query.settings;
      this.editor.text = query.program;
      getPart("notice").hidden = !query.isFromLink;
      document.documentElement.dataset["from"] = query.isFromLink ? "link" : "site";
    } catch {
      this.editor.text = this.examples[0]!.program;
      this.showStatus("The link is damaged, so its program cannot be read. The editor shows the first example instead.", "bad");
    }
    this.runProgram = this.editor.text; // keeps the stepper's state in the URL
    this.showSettings();
    getPart<HTMLSelectElement>("examples").value = this.examples.find(({ program }) => program === this.editor.text)?.name ?? "";
    await this.writeAddress();
  }

  private async writeAddress(): Promise<void> {
    const { text } = this.editor;
    const hash = await formatAddress(text, this.settings, this.examples, location.hash, text === this.runProgram);
    if (text !== this.editor.text) return;
    this.writtenProgram = new URLSearchParams(hash.slice(1)).get("play") ?? new URLSearchParams(hash.slice(1)).get("example") ?? "";
    history.replaceState(null, "", hash);
  }

  private onEdit(): void {
    this.lastError = { line: 0, problem: "" };
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      void this.writeAddress();
      this.check();
    }, CHECK_MS);
  }

  private check(): void {
    if (this.python.isReady && !this.isRunning) this.checkId = this.python.check(this.editor.text);
  }

  // --- running -----------------------------------------------------------------------------------

  private get isRunning(): boolean {
    return document.documentElement.dataset["running"] === "yes";
  }

  private set isRunning(value: boolean) {
    document.documentElement.dataset["running"] = value ? "yes" : "no";
    getPart<HTMLButtonElement>("stop").disabled = !value;
    getPart("progress").hidden = !value;
  }

  run(): void {
    if (this.isRunning) return;
    this.lastError = { line: 0, problem: "" };
    getPart("notice").hidden = true;
    getPart("output").textContent = "";
    this.editor.mark(0, "");
    this.chunks = [];
    this.programLines = {};
    this.steps = 0;
    this.startedAt = performance.now();
    this.isRunning = true;
    this.knowsRun = false;
    this.showStatus(this.python.isReady ? "running …" : "waiting for Python …");
    this.runProgram = this.editor.text;
    void this.writeAddress();
    const { startedAt } = this;
    void this.filesRead.then(() => {
      // unless it was stopped while a dropped file was read
      if (this.isRunning && this.startedAt === startedAt) this.runId = this.python.run(this.runProgram, this.settings, this.files);
    });
  }

  /** Terminate the worker. The part of the run received so far is shown. */
  private stop(): void {
    if (this.pendingQueries.size > 0 && !this.isRunning) return this.cancelQueries();
    if (!this.isRunning) return;
    this.isRunning = false;
    this.python.start();
    const hasSteps = this.chunks.length > 1;
    this.showStatus(`Stopped${hasSteps ? ` after ${this.steps.toLocaleString("en")} steps; the stepper shows the run so far` : "; no step had run"}.`, "bad");
    if (hasSteps) void this.show();
  }

  // --- queries -----------------------------------------------------------------------------------

  private sendQuery(name: string, query: State): void {
    if (!this.knowsRun) return this.rejectQuery(name, query);
    this.pendingQueries.set(this.python.ask(LAST_RUN, name, query), { name, asked: query });
    this.showPending();
  }

  /** Terminate the worker. The next one does not know the run. */
  private cancelQueries(): void {
    this.python.start();
    this.knowsRun = false;
    const waiting = [...this.pendingQueries.values()];
    this.pendingQueries.clear();
    this.showPending();
    for (const { name, asked: query } of waiting) this.rejectQuery(name, query);
  }

  private rejectQuery(name: string, query: State): void {
    const [what, errorText, data] = createProblemReply({ name, asked: query }, "Python no longer has this run. Press Run, and ask again.");
    window.setTimeout(() => this.model && applyReply(this.model, { what, told: errorText, data }));
  }

  private showPending(): void {
    const isPending = this.pendingQueries.size > 0;
    getPart<HTMLButtonElement>("stop").disabled = !isPending && !this.isRunning;
    document.documentElement.dataset["asking"] = isPending ? "yes" : "no";
  }

  private async onMessage(message: FromWorker & { id: number }): Promise<void> {
    if (message.kind === "shown") {
      if (this.pendingQueries.delete(message.id) && this.model) applyReply(this.model, message);
      this.showPending();
      return;
    }
    if (message.kind === "checked") {
      if (message.id !== this.checkId || this.isRunning) return;
      const { line, problem } = message.told.problem ? message.told : this.lastError;
      this.editor.mark(line, problem);
      return;
    }
    if (message.kind === "paged") {
      if (message.told.problem) this.showStatus(message.told.problem, "bad");
      else download("run.html", message.told.page, "text/html");
      return;
    }
    if (message.id !== this.runId) return;
    if (message.kind === "begin") {
      this.programLines = message.told;
      this.chunks = [message.data];
    } else if (message.kind === "chunk") {
      this.chunks.push(message.data);
      this.steps = message.told.steps;
      if (this.isRunning) this.showStatus(`${this.steps.toLocaleString("en")} steps, ${message.told.facts.toLocaleString("en")} events …`);
    } else if (message.kind === "output") getPart("output").append(message.told.text);
    else if (message.kind === "end") await this.onEnd(message.told);
  }

  private async onEnd({ status, problem, line, steps, jobs, digest, traits }: (FromWorker & { kind: "end" })["told"]): Promise<void> {
    this.isRunning = false;
    const duration = `${((performance.now() - this.startedAt) / 1000).toFixed(2)} s`;
    if (problem) {
      const output = getPart("output");
      const errorText = document.createElement("span");
      errorText.className = "bad";
      errorText.textContent = `${problem.trimEnd()}\n`;
      output.append(errorText);
      if (line > 0) {
        this.lastError = { line, problem };
        this.editor.mark(line, problem);
        this.editor.reveal(line);
      }
    }
    const jobsText = jobs > 1 ? `; the stepper shows the last of ${jobs} jobs` : "";
    const what = jobs === 0 ? (status === "refused" ? "The settings are not valid." : "The program started no job.") : `${status.toLowerCase()}, ${steps.toLocaleString("en")} steps in ${duration}${jobsText}.`;
    this.showStatus(what, problem ? "bad" : "good");
    document.documentElement.dataset["digest"] = digest;
    this.knowsRun = this.chunks.length > 1;
    if (this.knowsRun) await this.show(traits);
    else this.markStale();
  }

  /** Tell that the shown run is an earlier one, because the program has started no job. */
  private markStale(): void {
    const place = getPart("stepper");
    if (!this.model || place.classList.contains("stale")) return;
    const mark = document.createElement("p");
    mark.className = "notice";
    mark.setAttribute("role", "note");
    mark.textContent = "This is an earlier run. The program has not started a job since then; the reason is below the program.";
    place.prepend(mark);
    place.classList.add("stale");
  }

  /** Show the run. `traits` are the queries that Python supports; none if the worker was terminated. */
  private async show(traits: State = {}): Promise<void> {
    this.removeWidget();
    this.trace = concatenate(this.chunks);
    const place = getPart("stepper");
    const inside = document.createElement("div");
    place.replaceChildren(inside);
    place.classList.remove("stale");
    const state = { ...INITIAL_STATE, trace: this.trace, addressed: true, program: this.programLines, ...traits };
    this.pendingQueries.clear();
    this.model = createQueryModel(state, (name, query) => this.sendQuery(name, query));
    this.removeWidget = await showModel(inside, this.model);
    for (const id of ["savePage", "saveTrace"]) getPart<HTMLButtonElement>(id).disabled = false;
    document.documentElement.dataset["shown"] = String(Number(document.documentElement.dataset["shown"] ?? 0) + 1);
    this.showTab("run");
    if (this.isNarrow) return;
    place.querySelector<HTMLElement>("[role=application]")?.focus({ preventScroll: true });
  }

  // --- the page ----------------------------------------------------------------------------------

  private showStatus(text: string, tone = ""): void {
    const status = getPart("status");
    status.textContent = text;
    status.className = tone;
  }

  private showPythonStatus(text: string): void {
    getPart("python").textContent = text;
  }

  private get isNarrow(): boolean {
    return matchMedia("(max-width: 899px)").matches;
  }

  /** Select the program or its run on a narrow page. */
  private showTab(what: string): void {
    getPart("main").dataset["show"] = what;
    for (const tab of document.querySelectorAll<HTMLElement>("[data-turn]")) {
      tab.setAttribute("aria-selected", String(tab.dataset["turn"] === what));
    }
  }

  private showSettings(): void {
    const { order = "arrival", seed = 0, parallelism = "", until = "", sources = "", sample = "" } = this.settings;
    getPart<HTMLSelectElement>("order").value = order;
    getPart<HTMLInputElement>("seed").value = String(seed);
    getPart<HTMLInputElement>("seed").disabled = order !== "seeded";
    getPart<HTMLInputElement>("parallelism").value = String(parallelism);
    getPart<HTMLInputElement>("until").value = until;
    getPart<HTMLTextAreaElement>("sources").value = sources;
    getPart<HTMLInputElement>("sample").value = String(sample);
    const count = Object.keys(this.settings).length;
    const dataCount = Number(sources !== "") + Number(sample !== "");
    getPart("settingsTold").textContent = count > dataCount ? "•" : "";
    getPart("dataTold").textContent = dataCount > 0 ? "•" : "";
  }

  private readSettings(): void {
    this.settings = parseSettings({
      order: getPart<HTMLSelectElement>("order").value,
      seed: Number(getPart<HTMLInputElement>("seed").value),
      parallelism: Number(getPart<HTMLInputElement>("parallelism").value || Number.NaN),
      until: getPart<HTMLInputElement>("until").value,
      sources: getPart<HTMLTextAreaElement>("sources").value,
      sample: Number(getPart<HTMLInputElement>("sample").value || Number.NaN),
    });
    this.showSettings();
    void this.writeAddress();
  }

  private addFiles(dropped: FileList | undefined): void {
    const files = [...dropped ?? []]; // the FileList becomes empty when its element is cleared
    this.filesRead = this.filesRead.then(() => this.readFiles(files)).catch((why: unknown) => this.showStatus(String(why), "bad"));
  }

  private addPastedFile(): void {
    const pasted = getPart<HTMLTextAreaElement>("pasted");
    const name = getPart<HTMLInputElement>("pastedName").value.trim() || "data.jsonl";
    const file = new File([pasted.value], name);
    this.filesRead = this.filesRead.then(() => this.readFiles([file])).then(() => {
      pasted.value = "";
      this.showStatus(`Added ${name}. Bind it with a line such as orders=${name}, and press Run.`);
    }).catch((why: unknown) => this.showStatus(String(why), "bad"));
  }

  private async readFiles(dropped: readonly File[]): Promise<void> {
    for (const file of dropped) {
      const name = file.name.replaceAll(/[^\w.-]/g, "_");
      if (file.size > MAX_FILE_BYTES) {
        this.showStatus(`${name} has ${(file.size / 1e6).toFixed(0)} MB; the limit is ${MAX_FILE_BYTES / 1e6} MB`, "bad");
        continue;
      }
      const data = new Uint8Array(await file.arrayBuffer());
      const known = this.files.findIndex((one) => one.name === name);
      this.files.splice(known < 0 ? this.files.length : known, 1, { name, data });
    }
    const list = getPart("files");
    list.replaceChildren(...this.files.map(({ name, data }) => {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.textContent = `${name} · ${(data.length / 1000).toFixed(0)} kB`;
      chip.title = `Insert EventLogSource("${name}") into the program. The file stays in this browser and is not part of links.`;
      chip.addEventListener("click", () => this.insert(`EventLogSource("${name}")`));
      return chip;
    }));
    list.hidden = this.files.length === 0;
  }

  private insert(text: string): void {
    const { view } = this.editor;
    view.dispatch(view.state.replaceSelection(text));
    view.focus();
  }

  private async copy(): Promise<void> {
    await this.writeAddress();
    const button = getPart("copy");
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "See the address bar";
    }
    this.showStatus(`The link has ${location.href.length.toLocaleString("en")} characters${this.files.length > 0 ? "; it does not contain files" : ""}.`);
    window.setTimeout(() => (button.textContent = "Copy link"), 1800);
  }

  private async openLab(): Promise<void> {
    const lab = window.open("about:blank", "_blank"); // a window can only be opened while handling the click
    await putNotebook("playground.ipynb", createNotebook(this.editor.text, this.title, "%pip install -q flinksim anywidget"));
    const url = new URL("lab/lab/index.html?path=playground.ipynb", BASE).href;
    if (lab) lab.location.href = url;
    else location.href = url;
  }

  private addListeners(): void {
    const on = (id: string, action: () => unknown): void => getPart(id).addEventListener("click", () => void action());
    on("run", () => this.run());
    on("noticeRun", () => this.run());
    on("stageRun", () => this.run());
    on("stop", () => this.stop());
    on("paste", () => this.addPastedFile());
    on("copy", () => this.copy());
    on("saveProgram", () => (isSqlScript(this.editor.text)
      ? download("query.sql", this.editor.text, "application/sql")
      : download("program.py", this.editor.text, "text/x-python")));
    document.getElementById("openLab")?.addEventListener("click", () => void this.openLab());
    on("saveNotebook", () => download("program.ipynb", createNotebook(this.editor.text, this.title), "application/x-ipynb+json"));
    on("saveTrace", () => this.trace && download("run.flinktrace", concatenate([this.trace]), "application/octet-stream"));
    on("savePage", () => this.trace && this.python.page(this.trace, this.programLines));
    for (const tab of document.querySelectorAll<HTMLElement>("[data-turn]")) tab.addEventListener("click", () => this.showTab(tab.dataset["turn"]!));
    for (const id of ["order", "seed", "parallelism", "until", "sources", "sample"]) getPart(id).addEventListener("change", () => this.readSettings());
    getPart("examples").addEventListener("change", () => {
      const { value } = getPart<HTMLSelectElement>("examples");
      if (value === "") return;
      history.pushState(null, "", `#example=${encodeURIComponent(value)}`);
      void this.applyAddress();
      this.showTab("program");
    });
    const file = getPart<HTMLInputElement>("file");
    file.addEventListener("change", () => this.addFiles(file.files ?? undefined));
    const place = getPart("main");
    place.addEventListener("dragover", (event) => {
      event.preventDefault();
      place.classList.add("over");
    });
    place.addEventListener("dragleave", () => place.classList.remove("over"));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      place.classList.remove("over");
      this.addFiles(event.dataTransfer?.files);
    }, true);
    const onHashChange = (): void => {
      const params = new URLSearchParams(location.hash.slice(1));
      if ((params.get("play") ?? params.get("example") ?? this.writtenProgram) !== this.writtenProgram) void this.applyAddress();
    };
    window.addEventListener("hashchange", onHashChange);
    window.addEventListener("popstate", onHashChange);
  }
}

async function main(): Promise<void> {
  initializePage();
  const examples = (await (await fetch(new URL("assets/examples.json", BASE))).json()) as Example[];
  getPart("examples").append(...examples.map(({ name, title }) => new Option(title, name)));
  await new Playground(examples).start();
}

void main();
