/** The Why panel: an answer as a chain of causes to click through, and what would have changed the outcome. */

import { findSourceRecord } from "../trace/provenance";
import { formatDuration } from "../event_time_chart/axis_clock";
import { patchMarkup } from "../ui/dom_patch";
import { explainLateness } from "../event_time_chart/late_reason";
import type { LateRecord, ChartData } from "../event_time_chart/chart_data";
import { describeEvent } from "../trace/event_descriptions";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

export interface CauseLink {
  step: number;
  text: string;
  /** Ids of the tasks, operators and channels that it mentions. */
  things: string[];
  /** Where to go, if not to the end of the step. */
  position?: number;
}

export interface Answer {
  question: string;
  sentence: string;
  /** Causes, starting with the effect. */
  links: CauseLink[];
  cause: string;
  counterfactual: SuggestedChange | null;
  /** Alternative changes. */
  also?: SuggestedChange[];
}

interface SuggestedChange {
  text: string;
  changes: string[];
  /** Whether the question asked for this change. */
  requested?: boolean;
}

const toStrings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Parse an answer from Python. Return null for other messages. */
export function parseAnswer(value: unknown, steps: number): Answer | null {
  const { question, sentence, links, cause, counterfactual, also } = (value ?? {}) as Partial<Record<keyof Answer, unknown>>;
  if (typeof question !== "string" || typeof sentence !== "string" || !Array.isArray(links)) return null;
  const parsed: CauseLink[] = [];
  for (const one of links as (Partial<CauseLink> & { fact?: unknown })[]) {
    const { step, text, things, fact: event } = one ?? {};
    if (typeof step !== "number" || !Number.isInteger(step) || step < -1 || step >= steps || typeof text !== "string") return null;
    parsed.push({ step, text, things: toStrings(things), ...(typeof event === "number" ? { position: event + 1 } : {}) });
  }
  const causes = Array.isArray(cause) ? cause.map(getText).filter(Boolean) : [];
  const others = Array.isArray(also) ? also.map(parseChange).filter((one) => one !== null) : [];
  return { question, sentence, links: parsed, cause: causes.join("; "), counterfactual: parseChange(counterfactual), also: others };
}

const getText = (one: { text?: unknown } | null): string => (typeof one?.text === "string" ? one.text : "");

/** Parse a suggested change, with its outcome and cost. */
function parseChange(value: unknown): Answer["counterfactual"] {
  const { text, changes, outcome, cost, requested } = (value ?? {}) as Record<string, unknown>;
  if (typeof text !== "string") return null;
  const all = Array.isArray(changes) ? (changes as Record<string, unknown>[]) : [];
  const details = all.map(({ what, old, new: now, where }) => `${what}: ${old} → ${now}${where ? ` (${where})` : ""}`);
  const more = [outcome, cost].filter((one): one is string => typeof one === "string" && one !== "");
  return { text, changes: [...details, ...more], requested: requested === true };
}

/** Explain why a record is late, from the links in the trace alone. */
export function explainLateRecord(trace: Trace, data: ChartData, labels: Labels, lateRecord: LateRecord): Answer {
  const { pane, closedAt, closingRecord, lagMs } = explainLateness(trace, data, lateRecord);
  const links: CauseLink[] = [];
  const add = (index: number, text: string): void => {
    const event = trace.event(index);
    const things = "operator" in event ? [event.operator as string] : "subtask" in event ? [event.subtask as string] : [];
    links.push({ step: trace.getStep(index), text, things, position: index + 1 });
  };
  add(lateRecord.index, describeEvent(trace.event(lateRecord.index), labels));
  if (pane) {
    const fired = pane.firings.at(-1);
    const count = pane.counts.at(-1) ?? 0;
    const countText = t(count === 1 ? "{0} element" : "{0} elements", count);
    if (fired) add(fired.index, t("Its window {0} had fired with {1}.", labels.window(pane.window), countText));
  }
  if (closedAt >= 0) add(closedAt, describeEvent(trace.event(closedAt), labels));
  const recordEvent = closingRecord < 0 ? -1 : findSourceRecord(trace, closingRecord);
  if (recordEvent >= 0) add(recordEvent, t("The record that raised the watermark was read here: {0}", describeEvent(trace.event(recordEvent), labels)));
  const event = trace.event(lateRecord.index);
  const name = "value" in event ? labels.value(event.value as string) : t("it");
  const time = formatDuration(lagMs);
  // a window is closed when the watermark is its last millisecond, so it must stay below that
  const needed = formatDuration(lagMs + (lateRecord.cleanupTime === null ? 0 : 1));
  const more = lagMs > 0 ? { text: t("If the watermark had been {0} lower at this step, the record would have been counted.", needed), changes: [] } : null;
  return {
    question: t("Why is {0} not counted?", name),
    sentence: lagMs > 0 ? t("The watermark was {0} past the end of the record’s window.", time) : t("The record’s window was closed."),
    links, cause: "", counterfactual: more,
  };
}

export class AnswerPanel {
  private drawnKey = "";
  private answer: Answer | null = null;

  constructor(
    private readonly el: HTMLElement, private readonly labels: Labels, goToLink: (link: CauseLink) => void, onTry: (change: number) => void,
  ) {
    el.addEventListener("click", (event) => {
      const number = (event.target as Element).closest<HTMLElement>("[data-link]")?.dataset["link"];
      if (number !== undefined && this.answer) goToLink(this.answer.links[Number(number)]!);
      const change = (event.target as Element).closest<HTMLElement>("[data-try]")?.dataset["try"];
      if (change !== undefined) onTry(Number(change));
    });
  }

  /** Draw an answer. The first `triesCount` of its changes get a button to try them. */
  draw(answer: Answer | null, step: number, triesCount = 0): void {
    this.answer = answer;
    const key = JSON.stringify([answer, step, triesCount]);
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    if (!answer) {
      patchMarkup(this.el, `<p class="none">${t("Go to a late record to see why it was dropped.")}</p>`);
      return;
    }
    const { question, sentence, links, cause, counterfactual } = answer;
    const chain = links.map(({ step: at, text, things }, number) => {
      const names = things.map((id) => this.labels.name(id)).join(", ");
      const currentAttribute = at === step ? ' aria-current="step"' : "";
      return (
        `<li><button type="button" data-link="${number}"${currentAttribute} title="${esc(names)}"><small>${t("step {0}", at)}` +
        `${names ? ` · ${esc(names)}` : ""}</small><span>${esc(text)}</span></button></li>`
      );
    });
    const every = [counterfactual, ...(answer.also ?? [])].filter((one) => one !== null);
    const suggestions = every.map(({ text, changes }, number) => {
      const items = changes.map((one) => `<li>${esc(one)}</li>`).join("");
      const button = number < triesCount ? `<button type="button" class="small" data-try="${number}">${t("try it")}</button>` : "";
      return `<p>${esc(text)}</p>${items ? `<ul>${items}</ul>` : ""}${button}`;
    });
    const heading = counterfactual?.requested ? t("Tried") : t("What would change the result");
    const other = suggestions.length ? `<div class="smallest"><b>${heading}</b>${suggestions.join("")}</div>` : "";
    const root = cause ? `<p class="rootCause"><b>${t("Cause")}</b> ${esc(cause)}</p>` : "";
    patchMarkup(this.el, `<h3 aria-level="2">${esc(question)}</h3><p>${esc(sentence)}</p><ol>${chain.join("")}</ol>${root}${other}`);
  }
}
