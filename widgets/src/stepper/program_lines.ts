/** The program's own lines beside the picture: the one at work is lit, with its value. */

import type { Frame } from "./frame";
import { fill } from "../ui/dom_patch";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { TraceEvent } from "../trace/trace.gen";

/** The part of a program that declares a job, and the line of each stream node. */
export interface Program {
  file: string;
  /** The number of the first line. */
  first: number;
  lines: string[];
  nodes: Record<string, number>;
}

/** What the page was given, if it is a program; another message is refused. */
export function programOf(value: unknown): Program | null {
  const { file, first, lines, nodes } = (value ?? {}) as Partial<Program>;
  const told = typeof file === "string" && typeof first === "number" && Array.isArray(lines) && typeof nodes === "object";
  return told && lines.length > 0 ? { file, first, lines: lines.map(String), nodes: nodes! } : null;
}

/** The line of the operator that the fact is about, or -1. */
function lineOf(program: Program, fact: TraceEvent | null): number {
  if (!fact || !("operator" in fact) || typeof fact.operator !== "string") return -1;
  return program.nodes[fact.operator.slice(1).split("/")[0]!] ?? -1;
}

export class ProgramPanel {
  private drawn = "";
  private frame = 0;

  constructor(private readonly el: HTMLElement, private readonly program: Program) {
    new ResizeObserver(() => this.reveal()).observe(el);
  }

  draw(frame: Frame): void {
    const { first, lines, file } = this.program;
    const lit = lineOf(this.program, frame.fact);
    const value = lit < 0 ? "" : valueOf(frame);
    const key = `${lit} ${value}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const rows = lines.map((text, number) => {
      const here = first + number === lit;
      const told = here && value !== "" ? `<em>${esc(value)}</em>` : "";
      const mark = here ? ' class="lit" aria-current="true"' : "";
      return `<div${mark}><i>${first + number}</i><code>${esc(text) || " "}</code>${told}</div>`;
    });
    fill(this.el, rows.join(""));
    this.el.title = lit < 0 ? file : t("{0}, line {1}", file, lit);
    if (this.frame === 0) this.frame = window.requestAnimationFrame(() => this.reveal());
  }

  /** The line at work stands in the middle; when all else of the frame is written, so that it costs no layout of its own. */
  private reveal(): void {
    this.frame = 0;
    const row = this.el.querySelector<HTMLElement>(".lit");
    if (row) this.el.scrollTop = row.offsetTop - (this.el.clientHeight - row.offsetHeight) / 2;
  }
}

/** What comes of the line now, in a few words. */
function valueOf({ fact, labels }: Frame): string {
  switch (fact?.type) {
    case "SourceRecordRead":
    case "ResultWritten":
    case "SideOutputEmitted":
      return labels.value(fact.value);
    case "TimestampAssigned":
      return labels.time(fact.after);
    case "WatermarkGenerated":
    case "WatermarkEmitted":
      return t("watermark {0}", labels.time(fact.timestamp));
    case "OperatorWatermarkAdvanced":
      return t("event time {0}", labels.time(fact.after));
    case "KeySelected":
      return t("key {0}", labels.value(fact.key));
    case "WindowAssigned":
      return t("{0} in {1}", fact.count, labels.window(fact.window));
    case "WindowsMerged":
      return t("becomes {0}", labels.window(fact.result));
    case "WindowFired":
      return t("fires {0}", labels.window(fact.window));
    case "RecordFiltered":
      return t("filtered out");
    case "LateRecordDropped":
      return t("too late: dropped");
    case "StateUpdated":
      return `${fact.state} = ${labels.value(fact.value)}`;
    case "TimerFired":
      return t("timer of {0}", labels.time(fact.timestamp));
    case "TaskFailed":
      return fact.error;
    default:
      return "";
  }
}
