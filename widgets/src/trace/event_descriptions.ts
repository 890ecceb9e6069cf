/**
 * Descriptions of events, and the chain of causes of an event.
 *
 * The templates are from flinksim/core/i18n; `fillTemplate` is the twin of `render_event` in
 * flinksim/trace/narration/templates.py.
 */

import { tables } from "../i18n/data_tables";
import type { Plan, TraceEvent } from "./trace.gen";
import type { Trace } from "./trace";
import { parts, parseWindow } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

/** A piece of a description. `tone` is the style of the word ("" for plain text). */
export interface TextPiece {
  text: string;
  tone: string;
}

const PLACEHOLDER = /\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;

export function createDescription(event: TraceEvent, labels: Labels): TextPiece[] {
  const types = tables.facts[event.type]!.told.find(([condition]) => matchesCondition(condition, event, labels));
  return types ? fillTemplate(event, types[labels.language === "zh" ? 2 : 1], labels) : [];
}

/** Whether the condition of a template or of a verbosity rule matches an event. */
export function matchesCondition(condition: string, event: TraceEvent, labels: Labels): boolean {
  return (condition === "" ? [] : condition.split(" & ")).every((part) => {
    const equals = part.indexOf("=");
    const [field, tone] = part.slice(0, equals).split(":");
    return formatField(event, field!, tone ?? "", labels) === part.slice(equals + 1);
  });
}

export function describeEvent(event: TraceEvent, labels: Labels): string {
  return createDescription(event, labels).map((piece) => piece.text).join("");
}

function fillTemplate(event: TraceEvent, template: string, labels: Labels): TextPiece[] {
  const pieces: TextPiece[] = [];
  let copied = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    if (found.index > copied) pieces.push({ text: template.slice(copied, found.index), tone: "" });
    const [all, field, tone, one, many] = found;
    const text = formatField(event, field!, tone ?? "", labels);
    if (one !== undefined) pieces.push({ text: text === "1" || text === "true" ? one : many!, tone: "" });
    else {
      const form = getFieldForm(event, field!);
      const plainTone = form === "subtask" || form === "operator" ? "name" : "";
      const isWord = labels.language === "zh" && (form === "text" || form === "choice") && Object.hasOwn(tables.zh.words, text);
      let shown = isWord ? tables.zh.words[text]! : text;
      if (found.index === 0 && form === "channel") shown = labels.capitalize(shown);
      pieces.push({ text: padLatin(template.slice(0, found.index), shown, template.slice(found.index + all.length)), tone: tone ?? plainTone });
    }
    copied = found.index + all.length;
  }
  if (copied < template.length) pieces.push({ text: template.slice(copied), tone: "" });
  return pieces;
}

/** Add spaces to a Latin text next to Chinese text. */
function padLatin(before: string, text: string, after: string): string {
  const left = /[\u4e00-\u9fff]$/.test(before) && /^[\w()[\]'"]/.test(text) ? " " : "";
  const right = /^[\u4e00-\u9fff]/.test(after) && /[\w()[\]'"]$/.test(text) ? " " : "";
  return left + text + right;
}

function getFieldForm(event: TraceEvent, name: string): string {
  return tables.facts[event.type]!.fields.find(([field]) => field === name)?.[1] ?? "";
}

function formatField(event: TraceEvent, name: string, tone: string, labels: Labels): string {
  const value: unknown = (event as unknown as Record<string, unknown>)[name];
  if (tone === "number") return String(countParts(value));
  switch (getFieldForm(event, name)) {
    case "timestamp":
    case "optional timestamp":
      return labels.time(value as bigint | null);
    case "value":
      if (tone === "pane") return labels.window(value as string);
      if (tone === "given") return value === "null" ? "no" : "yes";
      if (tone === "bounds") return parseWindow(value as string) ? "time" : "none";
      return labels.value(value as string);
    case "channel":
      if (tone === "flow") return labels.flow(value as string);
      return tone === "from" ? labels.origin(value as string) : labels.name(value as string);
    case "texts":
      return labels.joinTexts((value as readonly string[]).map((each) => labels.part(each)));
    case "subtask":
      return tone === "channels" ? labels.countChannels(value as string) : labels.name(value as string);
    case "operator":
      return labels.name(value as string);
    case "plan":
      return (value as Plan).job_name;
    case "text":
      return labels.text(value as string);
    case "count":
      if (tone === "side") return labels.input("subtask" in event ? event.subtask : "", value as number);
      return String(value);
    default:
      return String(value);
  }
}

/** Count the parts of a value or a list. */
function countParts(value: unknown): number {
  return Array.isArray(value) ? value.length : (parts(value as string)?.length ?? 1);
}

/** Find the events within which an event happened, from the outermost to the event itself. */
export function findCauseChain(trace: Trace, index: number): number[] {
  const chain: number[] = [];
  for (let at = index; at >= 0; at = trace.cause(at)) chain.unshift(at);
  return chain;
}
