/**
 * Queries to Python: why-questions about a target or in words, search for a condition forwards or backwards, watch
 * expressions, and changes to try.
 *
 * The page sets `asks` to `{id, what, ...}` and receives `told`, `{id, ...}` or `{id, problem}`, with the bytes of
 * another run in `turned_trace`. One message is in flight at a time; of the waiting ones only the last of each type is
 * sent. A page without Python replies from its precomputed answers (`answered`), if there are any.
 */

import { parseAnswer } from "./answer_panel";
import type { Answer } from "./answer_panel";
import { PrecomputedAnswers } from "./precomputed";
import { toBytes } from "../trace/bytes";
import { patchMarkup } from "../ui/dom_patch";
import type { Model } from "../ui/widget_page";
import { ComparisonRun } from "../event_time_chart/comparison_run";
import { isChartView } from "../stepper/frame";
import type { CarriedState, Stepper } from "../stepper/stepper_widget";
import { getLanguage, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";
import { formatValue } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

/** `point` is `about` a target that the user clicked; `about` is sent automatically for the current event. */
export type QueryType = "about" | "point" | "why" | "try" | "until" | "watch";
export type Message = Readonly<Record<string, unknown>>;
type WatchRow = readonly [words: string, was: string, now: string];

const renderForm = (name: string, label: string, example: string, buttons: string): string =>
  `<form data-form="${name}"><input name="words" aria-label="${label}" placeholder="${example}" autocomplete="off">${buttons}</form>`;
const renderButton = (text: string, value = ""): string => `<button type="submit" class="small" value="${value}">${text}</button>`;
const NOTE = `<p class="askNote" role="status"></p>`;

const renderPrecomputedForm = (): string =>
  `<p class="none">${t("This answer was computed before the page was saved. For other questions, use a notebook or flinksim why.")}</p><div class="choices"></div>${NOTE}`;
const renderWhyForm = (): string => renderForm("why", t("Question"), t("why …"), renderButton(t("ask"))) + `<div class="choices"></div>${NOTE}`;
const renderWatchForms = (): string =>
  renderForm("until", t("Condition"), "watermark of windows &gt; 12:00", renderButton(t("back to"), "back") + renderButton(t("forward to"), "on")) +
  renderForm("watch", t("What to watch"), "pane [0, 10000) of a", renderButton(t("watch"))) + `${NOTE}<div class="watches"></div>`;

const renderChoices = (questions: readonly string[]): string =>
  questions.map((one) => `<button type="button" class="small" data-question="${esc(one)}">${esc(one)}</button>`).join("");

/** Describe a target: `watermark of windows`, `key "a"`. */
function describeTarget(kind: string, id: string, labels: Labels): string {
  if (kind === "task" || kind === "channel") return labels.name(id);
  if (kind === "watermark") return t("watermark of {0}", labels.name(id));
  if (kind === "window") return `${t("window")} ${labels.window(id)}`;
  if (kind === "pane" || kind === "timer") {
    const parts = JSON.parse(id) as unknown[];
    const key = JSON.stringify(parts[kind === "pane" ? 1 : 2]);
    return kind === "pane" ? `${formatValue(key)} ${labels.window(JSON.stringify(parts[2]))}` : t("timer of {0}", formatValue(key));
  }
  const named = kind === "key" ? formatValue(id) : kind === "split" ? id : "";
  return `${t(kind === "key" ? "key" : kind === "split" ? "split" : kind === "row" ? "result" : "record")} ${named}`.trim();
}

export class QueryBox {
  /** Answer to the last question; null if there was none. */
  answer: Answer | null = null;
  private lastId = 0;
  private pendingType: QueryType | null = null;
  private readonly queue = new Map<QueryType, Message>();
  private whyElement: HTMLElement | null = null;
  private watchElement: HTMLElement | null = null;
  private eventIndex = -1;
  private offeredFor = -1;
  private readonly watchExpressions: string[] = [];
  private readonly precomputed: PrecomputedAnswers;
  /** Step at which a target was clicked; -1 if there is none. */
  private targetStep = -1;
  private previousStep = 0;
  private currentStep = 0;

  constructor(
    private readonly stepper: Stepper, private readonly model: Model, private readonly carried: CarriedState,
    private readonly replaceRun: (trace: Trace, carried: CarriedState) => void,
  ) {
    this.precomputed = new PrecomputedAnswers(model.get("answered"), stepper.trace);
    this.bar.addEventListener("click", (event) => this.onTargetClick(event));
  }

  private get isOriginalRun(): boolean {
    return !this.carried.change && !this.carried.isTrial && this.carried.crashes.length === 0;
  }

  /** Whether Python is available and the current run is its own. */
  get hasPython(): boolean {
    return this.model.get("can_ask") === true && this.isOriginalRun;
  }

  /** Whether queries can be answered. */
  get isAvailable(): boolean {
    return this.hasPython || (this.isOriginalRun && this.precomputed.questions.length > 0);
  }

  /** Count the changes of an answer that can be tried: all with Python, otherwise those with a precomputed run. */
  countTries(answer: Answer | null): number {
    if (!answer || !this.isAvailable || answer !== this.answer) return 0;
    return this.hasPython ? 1 + (answer.also?.length ?? 0) : this.precomputed.getRuns(answer.question).length;
  }

  /** Fill in the forms, once their places exist. */
  attach(why: HTMLElement, watch: HTMLElement): void {
    if (!this.isAvailable || this.whyElement) return;
    [this.whyElement, this.watchElement] = [why, watch];
    patchMarkup(why, this.hasPython ? renderWhyForm() : renderPrecomputedForm());
    if (this.hasPython) patchMarkup(watch, renderWatchForms());
    for (const el of [why, watch]) {
      el.addEventListener("submit", (event) => this.onSubmit(event));
      el.addEventListener("click", (event) => this.onClick(event));
    }
  }

  /** Handle a change of the current event: update its questions and the watch expressions. */
  showEvent(event: number, step: number): void {
    if (this.targetStep >= 0 && step !== this.targetStep) this.closeTarget();
    if (!this.whyElement) return;
    if (step !== this.currentStep) {
      this.previousStep = Math.max(0, this.currentStep);
      this.currentStep = step;
      if (this.hasPython) this.evaluateWatches();
    }
    this.eventIndex = event;
    this.requestQuestions();
  }

  /** Request the questions about the current event, if the forms are visible. */
  requestQuestions(): void {
    const { eventIndex: event } = this;
    if (!this.whyElement || event < 0 || event === this.offeredFor || this.whyElement.closest<HTMLElement>("[data-of]")?.hidden !== false) return;
    this.offeredFor = event;
    this.send("about", { fact: event });
  }

  /** Request the questions about a target (`task:v1/0`); they are shown in a separate bar. */
  askAboutTarget(target: string): void {
    if (this.isAvailable) this.send("point", { thing: target, step: Math.max(0, this.stepper.player.step) });
  }

  private closeTarget(): void {
    this.targetStep = -1;
    this.bar.hidden = true;
  }

  private get bar(): HTMLElement {
    return this.stepper.parts.get("pointed");
  }

  private showTarget(target: string, questions: readonly string[]): void {
    this.targetStep = this.stepper.player.step;
    const colon = target.indexOf(":");
    const name = describeTarget(target.slice(0, colon), target.slice(colon + 1), this.stepper.labels);
    const noneText = questions.length > 0 ? "" : `<span class="none">${this.hasPython ? t("There are no questions about this.") : t("The saved page has no answers about this.")}</span>`;
    const close = `<button type="button" class="small" data-unpoint aria-label="${t("Clear the selection")}">✕</button>`;
    patchMarkup(this.bar, `<b>${esc(name)}</b><div class="choices">${renderChoices(questions)}${noneText}</div>${close}`);
    this.bar.hidden = false;
  }

  private onTargetClick(event: Event): void {
    const target = event.target as Element;
    if (target.closest("[data-unpoint]")) return this.closeTarget();
    const question = target.closest<HTMLElement>("[data-question]")?.dataset["question"];
    if (!question) return;
    if (!isChartView(this.stepper.view)) this.stepper.show("chart");
    this.stepper.openTab("why");
    this.ask(question);
  }

  /** Try a suggested change of the current answer. */
  tryChange(change: number): void {
    this.send("try", { change });
  }

  /** Handle a reply from Python. */
  onReply(): void {
    const reply = (this.model.get("told") ?? {}) as Record<string, unknown>;
    if (reply["id"] !== this.lastId || !this.pendingType) return;
    const type = this.pendingType;
    this.pendingType = null;
    this.handleReply(type, reply);
    const next = this.queue.entries().next().value;
    if (!next) return;
    this.queue.delete(next[0]);
    this.send(...next);
  }

  private handleReply(type: QueryType, reply: Readonly<Record<string, unknown>>): void {
    const { problem, questions, answer, tried, step, rows, thing: target } = reply;
    const isWatching = type === "until" || type === "watch";
    this.showNote(isWatching, typeof problem === "string" ? problem : "");
    if (Array.isArray(questions) && typeof target === "string") this.showTarget(target, questions.map(String));
    else if (Array.isArray(questions)) this.showQuestions(questions.map(String));
    const found = parseAnswer(answer, this.stepper.trace.stepCount);
    if (found) {
      this.answer = found;
      this.stepper.redraw();
    }
    if (typeof tried === "string") void this.openTrial();
    if (typeof step === "number") this.stepper.player.goToStep(step);
    if (Array.isArray(rows)) this.showWatches(rows as WatchRow[]);
    if (type === "watch" && typeof problem === "string") this.watchExpressions.pop();
  }

  private send(type: QueryType, message: Message): void {
    if (!this.hasPython) {
      const [reply, run] = this.precomputed.createReply(type, message, this.answer);
      if (run) this.model.set("turned_trace", this.model.get(run));
      return this.handleReply(type, reply);
    }
    if (this.pendingType) {
      this.queue.set(type, message);
      return;
    }
    this.pendingType = type;
    this.model.set("asks", { id: ++this.lastId, what: type === "point" ? "about" : type, language: getLanguage(), ...message });
    this.model.save_changes();
  }

  private showNote(isWatching: boolean, text: string): void {
    const el = (isWatching ? this.watchElement : this.whyElement)?.querySelector(".askNote");
    if (el) el.textContent = text;
  }

  private onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const input = form.querySelector("input")!;
    const text = input.value.trim();
    if (text === "") return;
    const type = form.dataset["form"];
    if (type === "why") this.ask(text);
    else if (type === "until") {
      const isBackwards = (event.submitter as HTMLButtonElement | null)?.value === "back";
      this.send("until", { words: text, back: isBackwards, step: Math.max(0, this.stepper.player.step) });
    } else if (!this.watchExpressions.includes(text)) {
      this.watchExpressions.push(text);
      input.value = "";
      this.evaluateWatches();
    }
  }

  private onClick(event: Event): void {
    const { question, unwatch } = (event.target as Element).closest<HTMLElement>("[data-question],[data-unwatch]")?.dataset ?? {};
    if (question) this.ask(question);
    if (unwatch === undefined) return;
    this.watchExpressions.splice(Number(unwatch), 1);
    if (this.watchExpressions.length === 0) this.showWatches([]);
    else this.evaluateWatches();
  }

  private ask(question: string): void {
    this.showNote(false, t("trying …"));
    this.send("why", { question });
  }

  private showQuestions(questions: readonly string[]): void {
    patchMarkup(this.whyElement!.querySelector(".choices")!, renderChoices(questions));
  }

  private evaluateWatches(): void {
    if (this.watchExpressions.length > 0) this.send("watch", { words: [...this.watchExpressions], was: this.previousStep, now: Math.max(0, this.currentStep) });
  }

  private showWatches(rows: readonly WatchRow[]): void {
    const lines = rows.map(([text, before, after], number) =>
      `<tr${before === after ? "" : ' class="changed"'}><th scope="row">${esc(text)}</th><td>${esc(before)}</td><td>${esc(after)}</td>` +
      `<td><button type="button" class="small" data-unwatch="${number}" aria-label="${t("Stop watching")}: ${esc(text)}">✕</button></td></tr>`);
    const head = `<tr><th></th><th scope="col">${t("was")}</th><th scope="col">${t("now")}</th><th></th></tr>`;
    patchMarkup(this.watchElement!.querySelector(".watches")!, rows.length ? `<table>${head}${lines.join("")}</table>` : "");
  }

  /** Open the changed run, with the current run for comparison. */
  private async openTrial(): Promise<void> {
    try {
      const trace = await openTrace(toBytes(this.model.get("turned_trace")));
      const { stepper, carried } = this;
      this.replaceRun(trace, { ...carried, comparison: new ComparisonRun(stepper.trace), position: trace.positionBy(stepper.time ?? 0n), view: stepper.view, isTrial: true });
    } catch (error) {
      this.showNote(false, error instanceof Error ? error.message : String(error));
    }
  }
}
