/** The Why panel: an answer as a chain that one can walk, link by link, and what would have changed it. */

import { recordBehind } from "../trace/provenance";
import { spanText } from "../event_time_chart/axis_clock";
import { fill } from "../ui/dom_patch";
import { latenessOf } from "../event_time_chart/late_reason";
import type { Late, PlaneRun } from "../event_time_chart/chart_data";
import { sentenceText } from "../trace/event_descriptions";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

export interface Link {
  step: number;
  text: string;
  /** Ids of what it is about: tasks, operators, channels. */
  things: string[];
  /** Where to go, if that is not the end of the step. */
  position?: number;
}

export interface Answer {
  question: string;
  sentence: string;
  /** The effect first. */
  links: Link[];
  cause: string;
  counterfactual: Change | null;
  /** Other changes that would do. */
  also?: Change[];
}

interface Change {
  text: string;
  changes: string[];
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What Python was asked and says, if it is an answer; another message is refused. */
export function answerOf(value: unknown, steps: number): Answer | null {
  const { question, sentence, links, cause, counterfactual, also } = (value ?? {}) as Partial<Record<keyof Answer, unknown>>;
  if (typeof question !== "string" || typeof sentence !== "string" || !Array.isArray(links)) return null;
  const walked: Link[] = [];
  for (const one of links as (Partial<Link> & { fact?: unknown })[]) {
    const { step, text, things, fact } = one ?? {};
    if (typeof step !== "number" || !Number.isInteger(step) || step < -1 || step >= steps || typeof text !== "string") return null;
    walked.push({ step, text, things: texts(things), ...(typeof fact === "number" ? { position: fact + 1 } : {}) });
  }
  const causes = Array.isArray(cause) ? cause.map(textOf).filter(Boolean) : [];
  const others = Array.isArray(also) ? also.map(changeOf).filter((one) => one !== null) : [];
  return { question, sentence, links: walked, cause: causes.join("; "), counterfactual: changeOf(counterfactual), also: others };
}

const textOf = (one: { text?: unknown } | null): string => (typeof one?.text === "string" ? one.text : "");

/** What would make it otherwise, with what it does and costs. */
function changeOf(value: unknown): Answer["counterfactual"] {
  const { text, changes, outcome, cost } = (value ?? {}) as Record<string, unknown>;
  if (typeof text !== "string") return null;
  const all = Array.isArray(changes) ? (changes as Record<string, unknown>[]) : [];
  const told = all.map(({ what, old, new: now, where }) => `${what}: ${old} → ${now}${where ? ` (${where})` : ""}`);
  const more = [outcome, cost].filter((one): one is string => typeof one === "string" && one !== "");
  return { text, changes: [...told, ...more] };
}

/** Why a record came too late, from the links of the trace alone. */
export function whyLate(trace: Trace, run: PlaneRun, labels: Labels, late: Late): Answer {
  const { pane, over, closer, behind } = latenessOf(trace, run, late);
  const links: Link[] = [];
  const add = (index: number, text: string): void => {
    const fact = trace.event(index);
    const things = "operator" in fact ? [fact.operator as string] : "subtask" in fact ? [fact.subtask as string] : [];
    links.push({ step: trace.stepOf(index), text, things, position: index + 1 });
  };
  add(late.index, sentenceText(trace.event(late.index), labels));
  if (pane) {
    const fired = pane.firings.at(-1);
    const count = pane.counts.at(-1) ?? 0;
    const many = t(count === 1 ? "{0} element" : "{0} elements", count);
    if (fired) add(fired.index, t("Its window {0} had fired with {1}.", labels.window(pane.window), many));
  }
  if (over >= 0) add(over, sentenceText(trace.event(over), labels));
  const read = closer < 0 ? -1 : recordBehind(trace, closer);
  if (read >= 0) add(read, t("For this was read: {0}", sentenceText(trace.event(read), labels)));
  const fact = trace.event(late.index);
  const name = "value" in fact ? labels.value(fact.value as string) : t("it");
  const time = spanText(behind);
  const more = behind > 0 ? { text: t("Were the watermark {0} slower at that moment, it would have counted.", time), changes: [] } : null;
  return {
    question: t("Why is {0} not counted?", name),
    sentence: behind > 0 ? t("The watermark was {0} past the end of its window.", time) : t("Its window was over."),
    links, cause: "", counterfactual: more,
  }; // prettier-ignore
}

export class AnswerPanel {
  private drawn = "";
  private answer: Answer | null = null;

  constructor(
    private readonly el: HTMLElement, private readonly labels: Labels, go: (link: Link) => void, tries: (change: number) => void,
  ) {
    el.addEventListener("click", (event) => {
      const number = (event.target as Element).closest<HTMLElement>("[data-link]")?.dataset["link"];
      if (number !== undefined && this.answer) go(this.answer.links[Number(number)]!);
      const change = (event.target as Element).closest<HTMLElement>("[data-try]")?.dataset["try"];
      if (change !== undefined) tries(Number(change));
    });
  } // prettier-ignore

  /** `tries`: so many of its changes can be run, the first ones. */
  draw(answer: Answer | null, step: number, tries = 0): void {
    this.answer = answer;
    const key = JSON.stringify([answer, step, tries]);
    if (key === this.drawn) return;
    this.drawn = key;
    if (!answer) {
      fill(this.el, `<p class="none">${t("Go to a record that came too late, and this tells why.")}</p>`);
      return;
    }
    const { question, sentence, links, cause, counterfactual } = answer;
    const chain = links.map(({ step: at, text, things }, number) => {
      const names = things.map((id) => this.labels.name(id)).join(", ");
      const here = at === step ? ' aria-current="step"' : "";
      return (
        `<li><button type="button" data-link="${number}"${here} title="${esc(names)}"><small>${t("step {0}", at)}` +
        `${names ? ` · ${esc(names)}` : ""}</small><span>${esc(text)}</span></button></li>`
      );
    });
    const every = [counterfactual, ...(answer.also ?? [])].filter((one) => one !== null);
    const told = every.map(({ text, changes }, number) => {
      const items = changes.map((one) => `<li>${esc(one)}</li>`).join("");
      const button = number < tries ? `<button type="button" class="small" data-try="${number}">${t("try it")}</button>` : "";
      return `<p>${esc(text)}</p>${items ? `<ul>${items}</ul>` : ""}${button}`;
    });
    const other = told.length ? `<div class="smallest"><b>${t("What would change it")}</b>${told.join("")}</div>` : "";
    const root = cause ? `<p class="rootCause"><b>${t("Cause")}</b> ${esc(cause)}</p>` : "";
    fill(this.el, `<h3 aria-level="2">${esc(question)}</h3><p>${esc(sentence)}</p><ol>${chain.join("")}</ol>${root}${other}`);
  }
}
