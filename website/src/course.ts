/**
 * A lesson as a page that runs: its cells are edited and run here, and what they show stands below them.
 *
 * What a learner has written and been told is kept in this browser, and can be taken along as a file.
 */

import { chrome } from "./chrome";
import { loadNames } from "./complete";
import { Editor } from "./editor";
import type { FromWorker } from "./messages";
import { askingModel, hearReply, Model, showModel } from "./model";
import { download, part } from "./page_parts";
import { BASE, Python } from "./python";
import { joiner, say, sayRight, sayStage } from "./words";

interface Entry {
  what: string;
  right: boolean;
}

interface Noted {
  lesson: string;
  learner: string;
  entries: Entry[];
}

interface Kept {
  cells: Record<string, string>;
  noted: Noted | null;
  right: boolean;
}

const KEY = "flinksim-course";

function allKept(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

class Cell {
  readonly editor: Editor;
  readonly output: HTMLElement;
  hasRun = false;

  constructor(readonly el: HTMLElement, readonly name: string, readonly original: string, kept: string | undefined, lesson: Lesson) {
    const place = el.querySelector<HTMLElement>(".editor")!;
    place.replaceChildren();
    this.output = el.querySelector<HTMLElement>(".shown")!;
    this.editor = new Editor(place, kept ?? original, () => lesson.keep(), () => void lesson.run(this));
    el.querySelector(".runs")!.addEventListener("click", () => void lesson.run(this));
  }

  /** What it has shown is gone. */
  clear(): void {
    this.output.replaceChildren();
    delete this.output.dataset["recorded"];
  }
}

class Lesson {
  private readonly cells: Cell[] = [];
  private readonly models = new Map<number, Model>();
  private readonly python: Python;
  private readonly waiting = new Map<number, (whole: boolean) => void>();
  private readonly outputs = new Map<number, HTMLElement>();
  private readonly kept: Kept;
  private isRunning = false;

  constructor(private readonly name: string) {
    this.kept = allKept()[name] ?? { cells: {}, noted: null, right: false };
    for (const el of document.querySelectorAll<HTMLElement>(".lesson-cell")) {
      const id = el.dataset["cell"]!;
      this.cells.push(new Cell(el, id, el.querySelector(".editor pre")!.textContent ?? "", this.kept.cells[id], this));
    }
    this.python = new Python({
      stage: (text) => this.tell(`${sayStage(text)} …`),
      ready: () => {
        document.documentElement.dataset["python"] = "ready";
        this.tell("");
      },
      broken: (problem) => this.tell(`${say("Python could not be started")}: ${problem}`),
      told: (message) => void this.told(message),
    }, "cells"); // prettier-ignore
    this.python.start();
    void loadNames(BASE);
    this.tellProgress();
    void this.open(this.cells[0]!);
    part("runAll").addEventListener("click", () => void this.run(this.cells.at(-1)!));
    part("stopAll").addEventListener("click", () => this.begin(say("Stopped. The cells begin anew.")));
    part("again").addEventListener("click", () => {
      for (const cell of this.cells) cell.editor.text = cell.original;
      this.begin("");
    });
  }

  /** Shows the picture of the lesson before Python is there. */
  private async open(first: Cell): Promise<void> {
    const openings = (await (await fetch("opening.json")).json()) as Opening[];
    for (const { what, told, data } of openings) {
      const bytes = new Uint8Array(await (await fetch(data)).arrayBuffer());
      if (first.el.dataset["state"]) return; // it runs, or has run
      first.output.dataset["recorded"] = "yes";
      await draw(what, new Model(stateOf(what, told, bytes)), first.output);
    }
    if (first.output.dataset["recorded"] !== "yes") return;
    const el = document.createElement("p");
    el.className = "recorded";
    el.textContent = say("Recorded when the site was built. Run makes it yours: it can be asked and changed then.");
    first.output.append(el);
  }

  // --- running -----------------------------------------------------------------------------------

  /** Runs a cell, after those before it that have not run. */
  async run(cell: Cell): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    part<HTMLButtonElement>("stopAll").disabled = false;
    try {
      for (const one of this.cells.slice(0, this.cells.indexOf(cell) + 1)) {
        if (one.hasRun && one !== cell) continue;
        one.clear();
        one.el.dataset["state"] = "running";
        if (!this.python.isReady) this.tell(`${say("waits for Python")} …`);
        const whole = await this.ask(() => this.python.cell(one.editor.text), one.output);
        one.el.dataset["state"] = whole ? "ran" : "failed";
        one.hasRun = whole;
        if (!whole) break;
      }
    } finally {
      this.isRunning = false;
      part<HTMLButtonElement>("stopAll").disabled = true;
    }
  }

  private ask(say: () => number, output: HTMLElement): Promise<boolean> {
    const id = say();
    this.outputs.set(id, output);
    return new Promise((done) => this.waiting.set(id, done));
  }

  /** A new Python, in which nothing has run. */
  private begin(text: string): void {
    this.python.start();
    for (const done of this.waiting.values()) done(false);
    this.waiting.clear();
    for (const cell of this.cells) {
      cell.hasRun = false;
      cell.el.dataset["state"] = "";
      cell.clear();
    }
    this.tell(text);
    this.keep();
  }

  private async told(message: FromWorker & { id: number }): Promise<void> {
    if (message.kind === "ran") {
      this.waiting.get(message.id)?.(message.told.whole);
      this.waiting.delete(message.id);
    } else if (message.kind === "shown") await this.show(message);
  }

  private async show({ id, what, told, data }: FromWorker & { kind: "shown" }): Promise<void> {
    const output = this.outputs.get(id)!;
    const number = told["number"] as number;
    if (what === "seek") this.models.get(number)?.set("step", told["step"]);
    else if (what === "turned" || what === "told") {
      const model = this.models.get(number);
      if (model) hearReply(model, { what, told: told[what], data });
    } else if (what === "stepper" || what === "lens") {
      const model = askingModel(stateOf(what, told, data), (name, message) => this.python.ask(number, name, message));
      this.models.set(number, model);
      await draw(what, model, output);
    } else if (what === "question") this.question(output, number, told as { question: string; options: [string, string][] });
    else if (what === "judged") this.judged(output, told as { right: boolean; text: string; noted: Noted; number: number });
    else {
      const el = document.createElement("pre");
      el.className = what === "error" ? "bad" : "telling";
      el.textContent = told["text"] as string;
      el.tabIndex = 0;
      output.append(el);
    }
  }

  private question(output: HTMLElement, number: number, { question, options }: { question: string; options: [string, string][] }): void {
    const el = document.createElement("div");
    el.className = "prediction";
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", question);
    const head = document.createElement("p");
    head.textContent = question;
    const answer = document.createElement("div");
    answer.setAttribute("role", "status");
    const buttons = options.map(([key, text]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => {
        for (const one of buttons) one.setAttribute("aria-pressed", String(one === button));
        answer.replaceChildren();
        void this.ask(() => this.python.reveal(number, key), answer);
      });
      return button;
    });
    el.append(head, ...buttons, answer);
    output.append(el);
  }

  private judged(output: HTMLElement, { right, text, noted, number }: { right: boolean; text: string; noted: Noted; number: number }): void {
    const el = document.createElement("p");
    el.className = right ? "judged good" : "judged bad";
    el.textContent = text;
    output.append(el);
    this.kept.noted = noted;
    if (right && number === 0) this.kept.right = true;
    this.keep();
  }

  // --- keeping -----------------------------------------------------------------------------------

  keep(): void {
    for (const cell of this.cells) {
      if (cell.editor.text === cell.original) delete this.kept.cells[cell.name];
      else this.kept.cells[cell.name] = cell.editor.text;
    }
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...allKept(), [this.name]: this.kept }));
    } catch {
      this.tell(say("This browser keeps nothing; take your progress along as a file."));
    }
    this.tellProgress();
  }

  private tellProgress(): void {
    const entries = this.kept.noted?.entries ?? [];
    const predicted = entries.filter(({ what }) => what === "prediction");
    const right = predicted.filter((one) => one.right).length;
    const told = predicted.length > 0 ? sayRight(right, predicted.length) : "";
    part("progress").textContent = [told, this.kept.right ? say("exercise done") : ""].filter(Boolean).join(joiner());
    document.documentElement.dataset["done"] = this.kept.right ? "yes" : "no";
  }

  private tell(text: string): void {
    part("status").textContent = text;
  }
}

type Drawn = "stepper" | "lens";

function stateOf(what: Drawn, told: Record<string, unknown>, data: Uint8Array): Record<string, unknown> {
  const own = what === "stepper" ? { trace: data, step: -1, addressed: false } : { plan: data };
  return { ...(told["state"] as object), ...own };
}

/** Draws a stepper or a lens below what `output` has already. */
async function draw(what: Drawn, model: Model, output: HTMLElement): Promise<void> {
  const el = document.createElement("div");
  el.className = `shot ${what}`;
  output.append(el);
  await showModel(el, model, what);
}

/** What the first cell showed when the site was built: the picture that a lesson opens with. */
interface Opening {
  what: Drawn;
  told: Record<string, unknown>;
  data: string;
}

/** The list of lessons: what is done, and the whole as a file. */
function listLessons(): void {
  const kept = allKept();
  for (const el of document.querySelectorAll<HTMLElement>("[data-lesson]")) {
    const one = kept[el.dataset["lesson"]!];
    el.querySelector(".ask")!.textContent = one?.right ? say("done") : one ? say("begun") : "";
  }
  part("export").addEventListener("click", () => download("flinksim-course.json", JSON.stringify(allKept(), null, 1), "application/json"));
  part<HTMLInputElement>("import").addEventListener("change", (event) => {
    void (event.target as HTMLInputElement).files?.[0]?.text().then((text) => {
      try {
        const found: unknown = JSON.parse(text);
        if (typeof found !== "object" || found === null) throw new Error("no progress");
        localStorage.setItem(KEY, JSON.stringify(found));
        location.reload();
      } catch {
        part("status").textContent = say("This file holds no progress of this course.");
      }
    });
  });
}

chrome();
const lesson = document.querySelector<HTMLElement>("article[data-lesson]");
if (lesson) new Lesson(lesson.dataset["lesson"]!);
else listLessons();
document.documentElement.dataset["ready"] = "yes";
