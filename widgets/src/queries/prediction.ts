/** Predict, then reveal: stops before a decision, asks, takes the answer, and shows what is decided. */

import { fill } from "../ui/dom_patch";
import { ASKED, questionAt } from "./prediction_rules";
import type { Question } from "./prediction_rules";
import type { Stepper } from "../stepper/stepper_widget";
import { sentenceText } from "../trace/event_descriptions";
import { t } from "../i18n/strings";
import type { Text } from "../i18n/strings";
import { esc } from "../ui/svg";
import { KINDS } from "../trace/trace.gen";

const WHAT = {
  InputWatermarkAdvanced: "the next minimum",
  LateRecordDropped: "late or not",
  WindowAssigned: "late or not",
  WindowFired: "which panes fire",
} as const satisfies Record<(typeof ASKED)[number], Text>;
const KINDS_OF: readonly (readonly [name: Text, kinds: readonly string[]])[] = [
  ["anything", ASKED],
  ...[...new Set(Object.values(WHAT))].map((name) => [name, ASKED.filter((kind) => WHAT[kind] === name)] as const),
];
/** A record that counts is asked about only near one that does not. */
const NEAR = 60;

export class Predict {
  private question: Question | null = null;
  private about = 0;
  private asked = 0;
  private right = 0;
  private readonly el: HTMLElement;
  private readonly beliefs = new Map<string, number>();

  constructor(private readonly stepper: Stepper) {
    this.el = stepper.parts.get("predict");
    this.el.addEventListener("change", (event) => {
      const select = (event.target as HTMLElement).closest<HTMLSelectElement>("select");
      if (!select) return;
      this.about = Number(select.value);
      this.ask();
    });
  }

  get isOn(): boolean {
    return !this.el.hidden;
  }

  toggle(): void {
    if (this.isOn) return this.close();
    this.ask();
  }

  private close(): void {
    this.el.hidden = true;
    this.question = null;
    this.hide(false);
    this.stepper.redraw();
  }

  /** Goes to just before the next decision, and asks. */
  private ask(): void {
    const { stepper } = this;
    const found = this.next(stepper.player.position);
    this.question = found;
    this.el.hidden = false;
    this.hide(found !== null);
    if (!found) {
      fill(this.el, `${this.head()}<p>${t("Nothing of this kind is decided any more.")}</p>`);
      return;
    }
    stepper.jump(found.before);
    const choices = found.choices.map(({ text }, number) => `<button type="button" data-choice="${number}">${esc(text)}</button>`);
    fill(this.el, `${this.head()}<p class="asksWhat">${esc(found.asks)}</p><div class="choices">${choices.join("")}</div>`);
    this.el.querySelector<HTMLElement>("[data-choice]")?.focus({ preventScroll: true });
  }

  /** What would give the answer away is not seen. */
  private hide(asks: boolean): void {
    this.stepper.root.classList.toggle("asks", asks);
    if (this.stepper.panel) this.stepper.panel.plane.hidesFuture = asks;
  }

  private next(position: number): Question | null {
    const { trace, labels } = this.stepper;
    const kinds = new Set(KINDS_OF[this.about]![1].map((kind) => KINDS.indexOf(kind as (typeof KINDS)[number])));
    const late = trace.indexesOf(["LateRecordDropped"]);
    for (let index = position; index < trace.eventCount; index++) {
      if (!kinds.has(trace.kinds[index]!)) continue;
      const counts = trace.kindOf(index) === "WindowAssigned";
      if (counts && late.length > 0 && !late.some((one) => Math.abs(one - index) < NEAR)) continue;
      const question = questionAt(trace, labels, this.stepper.viewAt(index), index);
      if (question) return { ...question, before: this.beforeMerge(question.before, position) };
    }
    return null;
  }

  /** A session merges before its record counts: where that has not given the answer away yet. */
  private beforeMerge(before: number, position: number): number {
    const { trace } = this.stepper;
    let at = before;
    while (at > position && trace.stepOf(at - 1) === trace.stepOf(before) && trace.kindOf(at - 1) !== "KeySelected") at--;
    return trace.kinds.slice(at, before).includes(KINDS.indexOf("WindowsMerged")) ? at : before;
  }

  onClick(target: Element): boolean {
    const { choice, predict } = target.closest<HTMLElement>("[data-choice],[data-predict]")?.dataset ?? {};
    if (predict === "close") this.close();
    else if (predict === "next") this.ask();
    else if (choice !== undefined) this.answer(Number(choice));
    else return false;
    return true;
  }

  private answer(number: number): void {
    const { question, stepper } = this;
    if (!question) return;
    this.question = null;
    const chosen = question.choices[number]!;
    this.asked++;
    if (chosen.right) this.right++;
    else this.beliefs.set(chosen.misconception, (this.beliefs.get(chosen.misconception) ?? 0) + 1);
    this.hide(false);
    stepper.jump(question.after);
    const truth = question.choices.find(({ right }) => right)!;
    const said = sentenceText(stepper.trace.event(question.index), stepper.labels);
    fill(this.el, `${this.head()}<p class="asksWhat ${chosen.right ? "isRight" : "isWrong"}"><b>${chosen.right ? t("Right.") : t("No: {0}", esc(truth.text))}</b> ` +
      `${chosen.misconception && esc(t(chosen.misconception))}</p><p>${esc(said)}</p><div class="choices"><button type="button" data-predict="next">${t("next question")}</button></div>`);
    this.el.querySelector<HTMLElement>('[data-predict="next"]')?.focus({ preventScroll: true });
    stepper.tellScore({ asked: this.asked, right: this.right, beliefs: Object.fromEntries(this.beliefs) });
  }

  private head(): string {
    const kinds = KINDS_OF.map(([name], number) => `<option value="${number}"${number === this.about ? " selected" : ""}>${t(name)}</option>`);
    return (
      `<div class="predictHead"><b>${t("Predict")}</b><select aria-label="${t("What to predict")}">${kinds.join("")}</select>` +
      `<small>${t("{0} of {1} right", this.right, this.asked)}</small><button type="button" class="small" data-predict="close" aria-label="${t("No more questions")}">✕</button></div>`
    );
  }
}
