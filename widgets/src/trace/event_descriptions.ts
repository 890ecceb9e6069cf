/**
 * The sentence of a fact, and the facts that it lies inside of.
 *
 * The templates are data from flinksim/trace/narration/templates.py; this is the twin of its `fill`.
 */

import { tables } from "../i18n/data_tables";
import type { Plan, TraceEvent } from "./trace.gen";
import type { Trace } from "./trace";
import { parts, windowBounds } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

/** A part of a sentence; the tone says what the word speaks of ("" for plain text). */
export interface Piece {
  text: string;
  tone: string;
}

const PLACEHOLDER = /\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;

export function sentence(fact: TraceEvent, labels: Labels): Piece[] {
  const told = tables.facts[fact.type]!.told.find(([condition]) => holds(condition, fact, labels));
  return told ? fill(fact, told[labels.language === "zh" ? 2 : 1], labels) : [];
}

/** Whether a condition, as sentences and grains have it, holds for a fact. */
export function holds(condition: string, fact: TraceEvent, labels: Labels): boolean {
  return (condition === "" ? [] : condition.split(" & ")).every((part) => {
    const equals = part.indexOf("=");
    const [field, tone] = part.slice(0, equals).split(":");
    return word(fact, field!, tone ?? "", labels) === part.slice(equals + 1);
  });
}

export function sentenceText(fact: TraceEvent, labels: Labels): string {
  return sentence(fact, labels).map((piece) => piece.text).join("");
}

function fill(fact: TraceEvent, template: string, labels: Labels): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    if (found.index > done) pieces.push({ text: template.slice(done, found.index), tone: "" });
    const [all, field, tone, one, many] = found;
    const text = word(fact, field!, tone ?? "", labels);
    if (one !== undefined) pieces.push({ text: text === "1" || text === "true" ? one : many!, tone: "" });
    else {
      const form = formOf(fact, field!);
      const plainTone = form === "subtask" || form === "operator" ? "name" : "";
      const isOurs = labels.language === "zh" && (form === "text" || form === "choice");
      pieces.push({ text: isOurs ? (Object.hasOwn(tables.zh.words, text) ? tables.zh.words[text]! : text) : text, tone: tone ?? plainTone });
    }
    done = found.index + all.length;
  }
  if (done < template.length) pieces.push({ text: template.slice(done), tone: "" });
  return pieces;
}

function formOf(fact: TraceEvent, name: string): string {
  return tables.facts[fact.type]!.fields.find(([field]) => field === name)?.[1] ?? "";
}

function word(fact: TraceEvent, name: string, tone: string, labels: Labels): string {
  const value: unknown = (fact as unknown as Record<string, unknown>)[name];
  if (tone === "number") return String(partsIn(value));
  switch (formOf(fact, name)) {
    case "timestamp":
    case "optional timestamp":
      return labels.time(value as bigint | null);
    case "value":
      if (tone === "pane") return labels.window(value as string);
      if (tone === "given") return value === "null" ? "no" : "yes";
      if (tone === "bounds") return windowBounds(value as string) ? "time" : "none";
      return labels.value(value as string);
    case "channel":
      if (tone === "flow") return labels.flow(value as string);
      return tone === "short" ? labels.short(value as string) : labels.name(value as string);
    case "texts":
      return labels.listed((value as readonly string[]).map((each) => labels.short(each)));
    case "subtask":
    case "operator":
      return labels.name(value as string);
    case "plan":
      return (value as Plan).job_name;
    case "text":
      return labels.text(value as string);
    case "count":
      if (tone === "side") return labels.input("subtask" in fact ? fact.subtask : "", value as number);
      return String(value);
    default:
      return String(value);
  }
}

/** How many parts a value or a list has. */
function partsIn(value: unknown): number {
  return Array.isArray(value) ? value.length : (parts(value as string)?.length ?? 1);
}

/** `index` and the facts that it lies inside of, the outermost first. */
export function chainOfCauses(trace: Trace, index: number): number[] {
  const chain: number[] = [];
  for (let at = index; at >= 0; at = trace.cause(at)) chain.unshift(at);
  return chain;
}
