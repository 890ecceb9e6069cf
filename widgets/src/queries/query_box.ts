/**
 * What one asks Python about the run: why, of the thing that one points at or in words; where a condition
 * holds, onwards or back; what is watched; and a change to be tried.
 *
 * The page puts `{id, what, ...}` into `asks` and gets `told`, `{id, ...}` or `{id, problem}`, with the
 * bytes of another run in `turned_trace`. One message is under way at a time; of those that wait, the last
 * of each kind is sent. A page without Python replies with what was worked out before it was saved
 * (`answered`), if anything was.
 */

import { answerOf } from "./answer_panel";
import type { Answer } from "./answer_panel";
import { Beforehand } from "./precomputed";
import { bytesOf } from "../trace/bytes";
import { fill } from "../ui/dom_patch";
import type { Model } from "../ui/widget_page";
import { Ghost } from "../event_time_chart/comparison_run";
import type { Carry, Stepper } from "../stepper/stepper_widget";
import { language, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";
import { show } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

/** `point` is `about` a thing that was pointed at; a fact is spoken of by itself. */
export type What = "about" | "point" | "why" | "try" | "until" | "watch";
export type Message = Readonly<Record<string, unknown>>;
type Row = readonly [words: string, was: string, now: string];

const form = (name: string, label: string, example: string, buttons: string): string =>
  `<form data-form="${name}"><input name="words" aria-label="${label}" placeholder="${example}" autocomplete="off">${buttons}</form>`;
const button = (words: string, value = ""): string => `<button type="submit" class="small" value="${value}">${words}</button>`;
const NOTE = `<p class="askNote" role="status"></p>`;

const knownForm = (): string =>
  `<p class="none">${t("Worked out before this page was saved. Other questions, and changes, need Python: a notebook, or flinksim why.")}</p><div class="choices"></div>${NOTE}`;
const whyForm = (): string => form("why", t("A question in words"), t("why …"), button(t("ask"))) + `<div class="choices"></div>${NOTE}`;
const watchForms = (): string =>
  form("until", t("A condition in words"), "watermark of windows &gt; 12:00", button(t("back to"), "back") + button(t("on to"), "on")) +
  form("watch", t("What to watch"), "pane [0, 10000) of a", button(t("watch"))) + `${NOTE}<div class="watches"></div>`; // prettier-ignore

const choices = (questions: readonly string[]): string =>
  questions.map((one) => `<button type="button" class="small" data-question="${esc(one)}">${esc(one)}</button>`).join("");

/** What a thing is called: `watermark of windows`, `key "a"`. */
function thingWords(kind: string, id: string, labels: Labels): string {
  if (kind === "task" || kind === "channel") return labels.name(id);
  if (kind === "watermark") return t("watermark of {0}", labels.name(id));
  if (kind === "window") return `${t("window")} ${labels.window(id)}`;
  if (kind === "pane" || kind === "timer") {
    const parts = JSON.parse(id) as unknown[];
    const key = JSON.stringify(parts[kind === "pane" ? 1 : 2]);
    return kind === "pane" ? `${show(key)} ${labels.window(JSON.stringify(parts[2]))}` : t("timer of {0}", show(key));
  }
  const named = kind === "key" ? show(id) : kind === "split" ? id : "";
  return `${t(kind === "key" ? "key" : kind === "split" ? "split" : kind === "row" ? "result" : "record")} ${named}`.trim();
}

export class Inquiry {
  /** What was asked here; null if nothing was. */
  answer: Answer | null = null;
  private asked = 0;
  private sent: What | null = null;
  private readonly waiting = new Map<What, Message>();
  private why: HTMLElement | null = null;
  private watch: HTMLElement | null = null;
  private fact = -1;
  private about = -1;
  private readonly watched: string[] = [];
  private readonly beforehand: Beforehand;
  /** The step at which a thing was pointed at; -1 if none is. */
  private pointedAt = -1;
  private was = 0;
  private stands = 0;

  constructor(
    private readonly stepper: Stepper, private readonly model: Model, private readonly carry: Carry,
    private readonly take: (trace: Trace, carry: Carry) => void,
  ) {
    this.beforehand = new Beforehand(model.get("answered"), stepper.trace);
    this.bar.addEventListener("click", (event) => this.choosePointed(event));
  } // prettier-ignore

  private get isOwn(): boolean {
    return !this.carry.turned && !this.carry.tried && this.carry.crashes.length === 0;
  }

  /** Whether Python is there, and it is its run that is shown. */
  get hasPython(): boolean {
    return this.model.get("can_ask") === true && this.isOwn;
  }

  /** Whether something replies. */
  get isOpen(): boolean {
    return this.hasPython || (this.isOwn && this.beforehand.questions.length > 0);
  }

  /** How many of the changes of an answer can be tried: with Python all, else those whose runs are there. */
  triesOf(answer: Answer | null): number {
    if (!answer || !this.isOpen || answer !== this.answer) return 0;
    return this.hasPython ? 1 + (answer.also?.length ?? 0) : this.beforehand.runsOf(answer.question).length;
  }

  /** The places for the forms are there. */
  ready(why: HTMLElement, watch: HTMLElement): void {
    if (!this.isOpen || this.why) return;
    [this.why, this.watch] = [why, watch];
    fill(why, this.hasPython ? whyForm() : knownForm());
    if (this.hasPython) fill(watch, watchForms());
    for (const el of [why, watch]) {
      el.addEventListener("submit", (event) => this.submit(event));
      el.addEventListener("click", (event) => this.choose(event));
    }
  }

  /** Another fact is spoken of: what can be asked about it, and what is watched now. */
  at(fact: number, step: number): void {
    if (this.pointedAt >= 0 && step !== this.pointedAt) this.unpoint();
    if (!this.why) return;
    if (step !== this.stands) {
      this.was = Math.max(0, this.stands);
      this.stands = step;
      if (this.hasPython) this.look();
    }
    this.fact = fact;
    this.offerFor();
  }

  /** The forms are in view: what can be asked about the fact that is spoken of. */
  offerFor(): void {
    const { fact } = this;
    if (!this.why || fact < 0 || fact === this.about || this.why.closest<HTMLElement>("[data-of]")?.hidden !== false) return;
    this.about = fact;
    this.send("about", { fact });
  }

  /** Somebody points at a thing (`task:v1/0`): what can be asked about it stands in a bar of its own. */
  point(thing: string): void {
    if (this.isOpen) this.send("point", { thing, step: Math.max(0, this.stepper.player.step) });
  }

  private unpoint(): void {
    this.pointedAt = -1;
    this.bar.hidden = true;
  }

  private get bar(): HTMLElement {
    return this.stepper.parts.get("pointed");
  }

  private offerPointed(thing: string, questions: readonly string[]): void {
    this.pointedAt = this.stepper.player.step;
    const colon = thing.indexOf(":");
    const name = thingWords(thing.slice(0, colon), thing.slice(colon + 1), this.stepper.labels);
    const none = questions.length > 0 ? "" : `<span class="none">${this.hasPython ? t("Nothing is asked about it here.") : t("Nothing about it was worked out before this page was saved.")}</span>`;
    const close = `<button type="button" class="small" data-unpoint aria-label="${t("Point at nothing")}">✕</button>`;
    fill(this.bar, `<b>${esc(name)}</b><div class="choices">${choices(questions)}${none}</div>${close}`);
    this.bar.hidden = false;
  }

  private choosePointed(event: Event): void {
    const target = event.target as Element;
    if (target.closest("[data-unpoint]")) return this.unpoint();
    const question = target.closest<HTMLElement>("[data-question]")?.dataset["question"];
    if (!question) return;
    this.stepper.show("plane");
    this.stepper.openTab("why");
    this.ask(question);
  }

  /** Tries a change of the answer that is shown. */
  try(change: number): void {
    this.send("try", { change });
  }

  /** A reply of Python's. */
  hear(): void {
    const told = (this.model.get("told") ?? {}) as Record<string, unknown>;
    if (told["id"] !== this.asked || !this.sent) return;
    const what = this.sent;
    this.sent = null;
    this.heard(what, told);
    const next = this.waiting.entries().next().value;
    if (!next) return;
    this.waiting.delete(next[0]);
    this.send(...next);
  }

  private heard(what: What, told: Readonly<Record<string, unknown>>): void {
    const { problem, questions, answer, tried, step, rows, thing } = told;
    const isWatching = what === "until" || what === "watch";
    this.note(isWatching, typeof problem === "string" ? problem : "");
    if (Array.isArray(questions) && typeof thing === "string") this.offerPointed(thing, questions.map(String));
    else if (Array.isArray(questions)) this.offer(questions.map(String));
    const found = answerOf(answer, this.stepper.trace.stepCount);
    if (found) {
      this.answer = found;
      this.stepper.redraw();
    }
    if (typeof tried === "string") void this.open();
    if (typeof step === "number") this.stepper.player.goToStep(step);
    if (Array.isArray(rows)) this.list(rows as Row[]);
    if (what === "watch" && typeof problem === "string") this.watched.pop();
  }

  private send(what: What, message: Message): void {
    if (!this.hasPython) {
      const [told, run] = this.beforehand.replyTo(what, message, this.answer);
      if (run) this.model.set("turned_trace", this.model.get(run));
      return this.heard(what, told);
    }
    if (this.sent) {
      this.waiting.set(what, message);
      return;
    }
    this.sent = what;
    this.model.set("asks", { id: ++this.asked, what: what === "point" ? "about" : what, language: language(), ...message });
    this.model.save_changes();
  }

  private note(isWatching: boolean, words: string): void {
    const el = (isWatching ? this.watch : this.why)?.querySelector(".askNote");
    if (el) el.textContent = words;
  }

  private submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const input = form.querySelector("input")!;
    const words = input.value.trim();
    if (words === "") return;
    const what = form.dataset["form"];
    if (what === "why") this.ask(words);
    else if (what === "until") {
      const back = (event.submitter as HTMLButtonElement | null)?.value === "back";
      this.send("until", { words, back, step: Math.max(0, this.stepper.player.step) });
    } else if (!this.watched.includes(words)) {
      this.watched.push(words);
      input.value = "";
      this.look();
    }
  }

  private choose(event: Event): void {
    const { question, unwatch } = (event.target as Element).closest<HTMLElement>("[data-question],[data-unwatch]")?.dataset ?? {};
    if (question) this.ask(question);
    if (unwatch === undefined) return;
    this.watched.splice(Number(unwatch), 1);
    if (this.watched.length === 0) this.list([]);
    else this.look();
  }

  private ask(question: string): void {
    this.note(false, t("trying …"));
    this.send("why", { question });
  }

  private offer(questions: readonly string[]): void {
    fill(this.why!.querySelector(".choices")!, choices(questions));
  }

  private look(): void {
    if (this.watched.length > 0) this.send("watch", { words: [...this.watched], was: this.was, now: Math.max(0, this.stands) });
  }

  private list(rows: readonly Row[]): void {
    const lines = rows.map(([words, was, now], number) =>
      `<tr${was === now ? "" : ' class="changed"'}><th scope="row">${esc(words)}</th><td>${esc(was)}</td><td>${esc(now)}</td>` +
      `<td><button type="button" class="small" data-unwatch="${number}" aria-label="${t("Watch it no longer")}: ${esc(words)}">✕</button></td></tr>`); // prettier-ignore
    const head = `<tr><th></th><th scope="col">${t("was")}</th><th scope="col">${t("now")}</th><th></th></tr>`;
    fill(this.watch!.querySelector(".watches")!, rows.length ? `<table>${head}${lines.join("")}</table>` : "");
  }

  /** The changed run, with this one behind it as a ghost. */
  private async open(): Promise<void> {
    try {
      const trace = await openTrace(bytesOf(this.model.get("turned_trace")));
      const { stepper, carry } = this;
      this.take(trace, { ...carry, ghost: new Ghost(stepper.trace), position: trace.positionBy(stepper.time ?? 0n), view: stepper.view, tried: true });
    } catch (error) {
      this.note(false, error instanceof Error ? error.message : String(error));
    }
  }
}
