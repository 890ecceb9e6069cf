/**
 * An interactive lesson: its cells are edited and run on the page, with their outputs below them.
 *
 * The learner's code and results are stored in this browser and can be exported as a file.
 */

import { initializePage } from "./chrome";
import { loadNames } from "./complete";
import { Editor } from "./editor";
import type { FromWorker } from "./messages";
import { createQueryModel, applyReply, Model, showModel } from "./model";
import { download, getPart } from "./page_parts";
import { BASE, Python } from "./python";
import { getSeparator, getMessage, describeScore, translateStage } from "./words";

interface Entry {
  what: string;
  right: boolean;
}

interface LearnerRecord {
  lesson: string;
  learner: string;
  entries: Entry[];
}

interface LessonState {
  cells: Record<string, string>;
  noted: LearnerRecord | null;
  right: boolean;
}

const STORAGE_KEY = "flinksim-course";

function loadProgress(): Record<string, LessonState> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Record<string, LessonState>;
  } catch {
    return {};
  }
}

class Cell {
  readonly editor: Editor;
  readonly output: HTMLElement;
  hasRun = false;

  constructor(readonly el: HTMLElement, readonly name: string, readonly original: string, storedText: string | undefined, lesson: Lesson) {
    const place = el.querySelector<HTMLElement>(".editor")!;
    place.replaceChildren();
    this.output = el.querySelector<HTMLElement>(".shown")!;
    this.editor = new Editor(place, storedText ?? original, () => lesson.save(), () => void lesson.run(this));
    el.querySelector(".runs")!.addEventListener("click", () => void lesson.run(this));
  }

  /** Remove the outputs. */
  clear(): void {
    this.output.replaceChildren();
    delete this.output.dataset["recorded"];
  }
}

class Lesson {
  private readonly cells: Cell[] = [];
  private readonly models = new Map<number, Model>();
  private readonly python: Python;
  private readonly waiting = new Map<number, (succeeded: boolean) => void>();
  private readonly outputs = new Map<number, HTMLElement>();
  private readonly state: LessonState;
  private isRunning = false;

  constructor(private readonly name: string) {
    this.state = loadProgress()[name] ?? { cells: {}, noted: null, right: false };
    for (const el of document.querySelectorAll<HTMLElement>(".lesson-cell")) {
      const id = el.dataset["cell"]!;
      this.cells.push(new Cell(el, id, el.querySelector(".editor pre")!.textContent ?? "", this.state.cells[id], this));
    }
    this.python = new Python({
      onStage: (text) => this.showStatus(`${translateStage(text)} …`),
      onReady: () => {
        document.documentElement.dataset["python"] = "ready";
        this.showStatus("");
      },
      onFailure: (problem) => this.showStatus(`${getMessage("Python could not be started")}: ${problem}`),
      onMessage: (message) => void this.onMessage(message),
    }, "cells");
    this.python.start();
    void loadNames(BASE);
    this.showProgress();
    void this.showOpening(this.cells[0]!);
    getPart("runAll").addEventListener("click", () => void this.run(this.cells.at(-1)!));
    getPart("stopAll").addEventListener("click", () => this.restart(getMessage("Stopped. All cells were reset.")));
    getPart("again").addEventListener("click", () => {
      for (const cell of this.cells) cell.editor.text = cell.original;
      this.restart("");
    });
  }

  /** Show the recorded output of the first cell until Python is ready. */
  private async showOpening(first: Cell): Promise<void> {
    const openings = (await (await fetch("opening.json")).json()) as Opening[];
    for (const { what, told, data } of openings) {
      const bytes = new Uint8Array(await (await fetch(data)).arrayBuffer());
      if (first.el.dataset["state"]) return; // the cell is running or has run
      first.output.dataset["recorded"] = "yes";
      await showWidget(what, new Model(createState(what, told, bytes)), first.output);
    }
    if (first.output.dataset["recorded"] !== "yes") return;
    const el = document.createElement("p");
    el.className = "recorded";
    el.textContent = getMessage("This run was recorded when the site was built. Press Run to ask questions and change it.");
    first.output.append(el);
  }

  // --- running -----------------------------------------------------------------------------------

  /** Run a cell, after the cells before it that have not run. */
  async run(cell: Cell): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    getPart<HTMLButtonElement>("stopAll").disabled = false;
    try {
      for (const one of this.cells.slice(0, this.cells.indexOf(cell) + 1)) {
        if (one.hasRun && one !== cell) continue;
        one.clear();
        one.el.dataset["state"] = "running";
        if (!this.python.isReady) this.showStatus(`${getMessage("waiting for Python")} …`);
        const succeeded = await this.waitFor(() => this.python.cell(one.editor.text), one.output);
        one.el.dataset["state"] = succeeded ? "ran" : "failed";
        one.hasRun = succeeded;
        if (!succeeded) break;
      }
    } finally {
      this.isRunning = false;
      getPart<HTMLButtonElement>("stopAll").disabled = true;
    }
  }

  private waitFor(say: () => number, output: HTMLElement): Promise<boolean> {
    const id = say();
    this.outputs.set(id, output);
    return new Promise((done) => this.waiting.set(id, done));
  }

  /** Start a new Python in which no cell has run. */
  private restart(text: string): void {
    this.python.start();
    for (const done of this.waiting.values()) done(false);
    this.waiting.clear();
    for (const cell of this.cells) {
      cell.hasRun = false;
      cell.el.dataset["state"] = "";
      cell.clear();
    }
    this.showStatus(text);
    this.save();
  }

  private async onMessage(message: FromWorker & { id: number }): Promise<void> {
    if (message.kind === "ran") {
      this.waiting.get(message.id)?.(message.told.whole);
      this.waiting.delete(message.id);
    } else if (message.kind === "shown") await this.showOutput(message);
  }

  private async showOutput({ id, what, told, data }: FromWorker & { kind: "shown" }): Promise<void> {
    const output = this.outputs.get(id)!;
    const number = told["number"] as number;
    if (what === "seek") this.models.get(number)?.set("step", told["step"]);
    else if (what === "turned" || what === "told") {
      const model = this.models.get(number);
      if (model) applyReply(model, { what, told: told[what], data });
    } else if (what === "stepper" || what === "lens") {
      const model = createQueryModel(createState(what, told, data), (name, message) => this.python.ask(number, name, message));
      this.models.set(number, model);
      await showWidget(what, model, output);
    } else if (what === "question") this.showQuestion(output, number, told as { question: string; options: [string, string][] });
    else if (what === "judged") this.showJudgement(output, told as { right: boolean; text: string; noted: LearnerRecord; number: number });
    else {
      const el = document.createElement("pre");
      el.className = what === "error" ? "bad" : "telling";
      el.textContent = told["text"] as string;
      el.tabIndex = 0;
      output.append(el);
    }
  }

  private showQuestion(output: HTMLElement, number: number, { question, options }: { question: string; options: [string, string][] }): void {
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
        void this.waitFor(() => this.python.reveal(number, key), answer);
      });
      return button;
    });
    el.append(head, ...buttons, answer);
    output.append(el);
  }

  private showJudgement(output: HTMLElement, { right, text, noted, number }: { right: boolean; text: string; noted: LearnerRecord; number: number }): void {
    const el = document.createElement("p");
    el.className = right ? "judged good" : "judged bad";
    el.textContent = text;
    output.append(el);
    this.state.noted = noted;
    if (right && number === 0) this.state.right = true;
    this.save();
  }

  // --- storage -----------------------------------------------------------------------------------

  save(): void {
    for (const cell of this.cells) {
      if (cell.editor.text === cell.original) delete this.state.cells[cell.name];
      else this.state.cells[cell.name] = cell.editor.text;
    }
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...loadProgress(), [this.name]: this.state }));
    } catch {
      this.showStatus(getMessage("This browser cannot store your progress. Export it as a file."));
    }
    this.showProgress();
  }

  private showProgress(): void {
    const entries = this.state.noted?.entries ?? [];
    const predicted = entries.filter(({ what }) => what === "prediction");
    const right = predicted.filter((one) => one.right).length;
    const told = predicted.length > 0 ? describeScore(right, predicted.length) : "";
    getPart("progress").textContent = [told, this.state.right ? getMessage("exercise done") : ""].filter(Boolean).join(getSeparator());
    document.documentElement.dataset["done"] = this.state.right ? "yes" : "no";
  }

  private showStatus(text: string): void {
    getPart("status").textContent = text;
  }
}

type WidgetName = "stepper" | "lens";

function createState(what: WidgetName, told: Record<string, unknown>, data: Uint8Array): Record<string, unknown> {
  const own = what === "stepper" ? { trace: data, step: -1, addressed: false } : { plan: data };
  return { ...(told["state"] as object), ...own };
}

/** Draw a stepper or plan viewer below the existing outputs. */
async function showWidget(what: WidgetName, model: Model, output: HTMLElement): Promise<void> {
  const el = document.createElement("div");
  el.className = `shot ${what}`;
  output.append(el);
  await showModel(el, model, what);
}

/** Output of the first cell, recorded when the site was built. */
interface Opening {
  what: WidgetName;
  told: Record<string, unknown>;
  data: string;
}

/** Set up the list of lessons: their status, and export and import of the progress. */
function setUpLessonList(): void {
  const progress = loadProgress();
  for (const el of document.querySelectorAll<HTMLElement>("[data-lesson]")) {
    const one = progress[el.dataset["lesson"]!];
    el.querySelector(".ask")!.textContent = one?.right ? getMessage("done") : one ? getMessage("started") : "";
  }
  getPart("export").addEventListener("click", () => download("flinksim-course.json", JSON.stringify(loadProgress(), null, 1), "application/json"));
  getPart<HTMLInputElement>("import").addEventListener("change", (event) => {
    void (event.target as HTMLInputElement).files?.[0]?.text().then((text) => {
      try {
        const found: unknown = JSON.parse(text);
        if (typeof found !== "object" || found === null) throw new Error("no progress");
        localStorage.setItem(STORAGE_KEY, JSON.stringify(found));
        location.reload();
      } catch {
        getPart("status").textContent = getMessage("This file does not contain progress of this course.");
      }
    });
  });
}

initializePage();
const lesson = document.querySelector<HTMLElement>("article[data-lesson]");
if (lesson) new Lesson(lesson.dataset["lesson"]!);
else setUpLessonList();
document.documentElement.dataset["ready"] = "yes";
