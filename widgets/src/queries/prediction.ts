/** Prediction mode: stop before a decision, ask the user, and show the actual outcome. */

import { patchMarkup } from "../ui/dom_patch";
import { PREDICTABLE_KINDS, createQuestionAt } from "./prediction_rules";
import type { Question } from "./prediction_rules";
import type { Stepper } from "../stepper/stepper_widget";
import { describeEvent } from "../trace/event_descriptions";
import { t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import { esc } from "../ui/svg";
import { KINDS } from "../trace/trace.gen";

const TOPIC_BY_KIND = {
  InputWatermarkAdvanced: "the next watermark",
  LateRecordDropped: "late or not",
  WindowAssigned: "late or not",
  WindowFired: "which windows fire",
} as const satisfies Record<(typeof PREDICTABLE_KINDS)[number], MessageText>;
const TOPICS: readonly (readonly [name: MessageText, kinds: readonly string[]])[] = [
  ["anything", PREDICTABLE_KINDS],
  ...[...new Set(Object.values(TOPIC_BY_KIND))].map((name) => [name, PREDICTABLE_KINDS.filter((kind) => TOPIC_BY_KIND[kind] === name)] as const),
];
/** A record that counts is only asked about near one that is dropped. */
const MAX_DISTANCE = 60;

export class PredictionPanel {
  private question: Question | null = null;
  private topic = 0;
  private askedCount = 0;
  private rightCount = 0;
  private readonly el: HTMLElement;
  private readonly beliefs = new Map<string, number>();

  constructor(private readonly stepper: Stepper) {
    this.el = stepper.parts.get("predict");
    this.el.addEventListener("change", (event) => {
      const select = (event.target as HTMLElement).closest<HTMLSelectElement>("select");
      if (!select) return;
      this.topic = Number(select.value);
      this.askNext();
    });
  }

  get isOn(): boolean {
    return !this.el.hidden;
  }

  toggle(): void {
    if (this.isOn) return this.close();
    this.askNext();
  }

  private close(): void {
    this.el.hidden = true;
    this.question = null;
    this.setAnswerHidden(false);
    this.stepper.redraw();
  }

  /** Go to just before the next decision and ask about it. */
  private askNext(): void {
    const { stepper } = this;
    const found = this.findNextQuestion(stepper.player.position);
    this.question = found;
    this.el.hidden = false;
    this.setAnswerHidden(found !== null);
    if (!found) {
      patchMarkup(this.el, `${this.renderHeader()}<p>${t("There are no more decisions of this kind.")}</p>`);
      return;
    }
    stepper.jumpTo(found.before);
    const choices = found.choices.map(({ text }, number) => `<button type="button" data-choice="${number}">${esc(text)}</button>`);
    patchMarkup(this.el, `${this.renderHeader()}<p class="asksWhat">${esc(found.text)}</p><div class="choices">${choices.join("")}</div>`);
    this.el.querySelector<HTMLElement>("[data-choice]")?.focus({ preventScroll: true });
  }

  /** Hide everything that would reveal the answer. */
  private setAnswerHidden(isHidden: boolean): void {
    this.stepper.root.classList.toggle("asks", isHidden);
    if (this.stepper.chartPanel) this.stepper.chartPanel.chart.hidesFuture = isHidden;
  }

  private findNextQuestion(position: number): Question | null {
    const { trace, labels } = this.stepper;
    const kinds = new Set(TOPICS[this.topic]![1].map((kind) => KINDS.indexOf(kind as (typeof KINDS)[number])));
    const late = trace.findIndexes(["LateRecordDropped"]);
    for (let index = position; index < trace.eventCount; index++) {
      if (!kinds.has(trace.kinds[index]!)) continue;
      const isAssignment = trace.getKind(index) === "WindowAssigned";
      if (isAssignment && late.length > 0 && !late.some((one) => Math.abs(one - index) < MAX_DISTANCE)) continue;
      const question = createQuestionAt(trace, labels, this.stepper.getJobState(index), index);
      if (question) return { ...question, before: this.findPositionBeforeMerge(question.before, position) };
    }
    return null;
  }

  /** Find the position before sessions merge, because merging would reveal the answer. */
  private findPositionBeforeMerge(before: number, position: number): number {
    const { trace } = this.stepper;
    let at = before;
    while (at > position && trace.getStep(at - 1) === trace.getStep(before) && trace.getKind(at - 1) !== "KeySelected") at--;
    return trace.kinds.slice(at, before).includes(KINDS.indexOf("WindowsMerged")) ? at : before;
  }

  onClick(target: Element): boolean {
    const { choice, predict } = target.closest<HTMLElement>("[data-choice],[data-predict]")?.dataset ?? {};
    if (predict === "close") this.close();
    else if (predict === "next") this.askNext();
    else if (choice !== undefined) this.takeAnswer(Number(choice));
    else return false;
    return true;
  }

  private takeAnswer(number: number): void {
    const { question, stepper } = this;
    if (!question) return;
    this.question = null;
    const chosen = question.choices[number]!;
    this.askedCount++;
    if (chosen.right) this.rightCount++;
    else this.beliefs.set(chosen.misconception, (this.beliefs.get(chosen.misconception) ?? 0) + 1);
    this.setAnswerHidden(false);
    stepper.jumpTo(question.after);
    const rightChoice = question.choices.find(({ right }) => right)!;
    const description = describeEvent(stepper.trace.event(question.index), stepper.labels);
    patchMarkup(this.el, `${this.renderHeader()}<p class="asksWhat ${chosen.right ? "isRight" : "isWrong"}"><b>${chosen.right ? t("Right.") : t("No: {0}", esc(rightChoice.text))}</b> ` +
      `${chosen.misconception && esc(t(chosen.misconception))}</p><p>${esc(description)}</p><div class="choices"><button type="button" data-predict="next">${t("next question")}</button></div>`);
    this.el.querySelector<HTMLElement>('[data-predict="next"]')?.focus({ preventScroll: true });
    stepper.sendScore({ asked: this.askedCount, right: this.rightCount, beliefs: Object.fromEntries(this.beliefs) });
  }

  private renderHeader(): string {
    const kinds = TOPICS.map(([name], number) => `<option value="${number}"${number === this.topic ? " selected" : ""}>${t(name)}</option>`);
    return (
      `<div class="predictHead"><b>${t("Predict")}</b><select aria-label="${t("What to predict")}">${kinds.join("")}</select>` +
      `<small>${t("{0} of {1} right", this.rightCount, this.askedCount)}</small><button type="button" class="small" data-predict="close" aria-label="${t("No more questions")}">✕</button></div>`
    );
  }
}
