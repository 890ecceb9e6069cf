/** The program's source lines next to the chart. The line of the current operator is highlighted with its value. */

import type { Frame } from "./frame";
import { patchMarkup } from "../ui/dom_patch";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { TraceEvent } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";

/** The part of a program that defines a job, and the line of each stream node. */
export interface Program {
  file: string;
  /** Number of the first line. */
  first: number;
  lines: string[];
  nodes: Record<string, number>;
}

/** Parse the program trait. Return null for other values. */
export function parseProgram(value: unknown): Program | null {
  const { file, first, lines, nodes } = (value ?? {}) as Partial<Program>;
  const isValid = typeof file === "string" && typeof first === "number" && Array.isArray(lines) && typeof nodes === "object";
  return isValid && lines.length > 0 ? { file, first, lines: lines.map(String), nodes: nodes! } : null;
}

/** Find the line of the operator that the event is about, or -1. */
export function findLine(program: Program, event: TraceEvent | null): number {
  if (event?.type === "TaskFailed" && !event.operator) return program.nodes[event.subtask.slice(1).split("/")[0]!] ?? -1;
  if (!event || !("operator" in event) || typeof event.operator !== "string") return -1;
  return program.nodes[event.operator.slice(1).split("/")[0]!] ?? -1;
}

export class ProgramPanel {
  private drawnKey = "";
  private animationFrame = 0;

  constructor(private readonly el: HTMLElement, private readonly program: Program) {
    new ResizeObserver(() => this.reveal()).observe(el);
  }

  draw(frame: Frame): void {
    const { first, lines, file } = this.program;
    const currentLine = findLine(this.program, frame.event);
    const value = currentLine < 0 ? "" : describeValue(frame.event, frame.labels);
    const key = `${currentLine} ${value}`;
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    const rows = lines.map((text, number) => {
      const isCurrent = first + number === currentLine;
      const valueText = isCurrent && value !== "" ? `<em>${esc(value)}</em>` : "";
      const mark = isCurrent ? ' class="lit" aria-current="true"' : "";
      return `<div${mark}><i>${first + number}</i><code>${esc(text) || " "}</code>${valueText}</div>`;
    });
    patchMarkup(this.el, rows.join(""));
    this.el.title = currentLine < 0 ? file : t("{0}, line {1}", file, currentLine);
    if (this.animationFrame === 0) this.animationFrame = window.requestAnimationFrame(() => this.reveal());
  }

  /** Scroll the current line to the middle, in its own animation frame to avoid an extra layout. */
  private reveal(): void {
    this.animationFrame = 0;
    const row = this.el.querySelector<HTMLElement>(".lit");
    if (row) this.el.scrollTop = row.offsetTop - (this.el.clientHeight - row.offsetHeight) / 2;
  }
}

/** A parameter of a lambda in a line of a program. */
const PARAMETER = /lambda\s+([A-Za-z_]\w*)\s*[:,]/;

/** Describe the values of the variables of a line: what its operator has got and computed in this step so far. */
export function describeVariables({ trace, labels, index, event }: Frame, line: string): string {
  if (!event || !("operator" in event)) return "";
  const values = new Map<string, string>();
  for (let at = trace.eventRange(trace.getStep(index))[0]; at <= index; at++) {
    const one = trace.event(at);
    if (!("operator" in one) || one.operator !== event.operator) continue;
    if (one.type === "SourceRecordRead") values.set("record", labels.value(one.value));
    else if (one.type === "ElementProcessed" && one.element === "record") values.set(PARAMETER.exec(line)?.[1] ?? "value", labels.value(one.value));
    else if (one.type === "KeySelected") values.set("key", labels.value(one.key));
    else if (one.type === "TimestampAssigned") values.set("timestamp", labels.time(one.after));
    else if (one.type === "WindowAssigned") values.set("window", labels.window(one.window));
    else if (one.type === "StateRead" || one.type === "StateUpdated") values.set(one.state, labels.value(one.value));
    else if (one.type === "ResultWritten") values.set("result", labels.value(one.value));
  }
  return [...values].map(([name, value]) => `${name} = ${value}`).join(" · ");
}

/** Render the line of the current operator with its variables, or "". */
export function renderCurrentLine(program: Program | null, frame: Frame): string {
  const number = program ? findLine(program, frame.event) : -1;
  if (number < 0) return "";
  const line = program!.lines[number - program!.first] ?? "";
  const value = describeVariables(frame, line) || describeValue(frame.event, frame.labels);
  return `<i>${esc(t("{0}, line {1}", program!.file, number))}</i><code title="${esc(line.trim())}">${esc(line.trim())}</code>${value ? `<em title="${esc(value)}">${esc(value)}</em>` : ""}`;
}

/** Describe the result of an event in a few words. */
export function describeValue(event: TraceEvent | null, labels: Labels): string {
  switch (event?.type) {
    case "SourceRecordRead":
    case "ResultWritten":
    case "SideOutputEmitted":
      return labels.value(event.value);
    case "TimestampAssigned":
      return labels.time(event.after);
    case "WatermarkGenerated":
    case "WatermarkEmitted":
      return t("watermark {0}", labels.time(event.timestamp));
    case "OperatorWatermarkAdvanced":
      return t("event time {0}", labels.time(event.after));
    case "KeySelected":
      return t("key {0}", labels.value(event.key));
    case "WindowAssigned":
      return t("{0} in {1}", event.count, labels.window(event.window));
    case "WindowsMerged":
      return t("becomes {0}", labels.window(event.result));
    case "WindowFired":
      return t("fires {0}", labels.window(event.window));
    case "RecordFiltered":
      return t("filtered out");
    case "LateRecordDropped":
      return t("too late: dropped");
    case "StateUpdated":
      return `${event.state} = ${labels.value(event.value)}`;
    case "TimerFired":
      return t("timer of {0}", labels.time(event.timestamp));
    case "TaskFailed":
      return event.error;
    default:
      return "";
  }
}
