/**
 * The sentence of a fact, and the facts that it lies inside of.
 *
 * The templates are data from flinksim/trace/sentences.py; this is the twin of its `fill`.
 */

import { FIELDS, SENTENCES } from "./trace.gen";
import type { Plan, TraceEvent } from "./trace.gen";
import type { Trace } from "./trace";
import { cut, show } from "./values";
import type { Labels } from "./values";

/** A part of a sentence; the tone says what the word speaks of ("" for plain text). */
export interface Piece {
  text: string;
  tone: string;
}

const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

export function sentence(fact: TraceEvent, labels: Labels): Piece[] {
  for (const [condition, template] of SENTENCES[fact.type]) {
    const equals = condition.indexOf("=");
    const [field, tone] = condition.slice(0, equals).split(":");
    const holds =
      condition === "" || word(fact, field!, tone ?? "", labels) === condition.slice(equals + 1);
    if (holds) return fill(fact, template, labels);
  }
  return [];
}

export function sentenceText(fact: TraceEvent, labels: Labels): string {
  return sentence(fact, labels).map((piece) => piece.text).join("");
}

function fill(fact: TraceEvent, template: string, labels: Labels): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    if (found.index > done) pieces.push({ text: template.slice(done, found.index), tone: "" });
    const [all, field, tone] = found;
    const plainTone = ["subtask", "operator"].includes(formOf(fact, field!)) ? "name" : "";
    pieces.push({ text: word(fact, field!, tone ?? "", labels), tone: tone ?? plainTone });
    done = found.index + all.length;
  }
  if (done < template.length) pieces.push({ text: template.slice(done), tone: "" });
  return pieces;
}

function formOf(fact: TraceEvent, name: string): string {
  return FIELDS[fact.type].find(([field]) => field === name)?.[1] ?? "";
}

function word(fact: TraceEvent, name: string, tone: string, labels: Labels): string {
  const value: unknown = (fact as unknown as Record<string, unknown>)[name];
  switch (formOf(fact, name)) {
    case "timestamp":
    case "optional timestamp":
      return labels.time(value as bigint | null);
    case "value":
      return tone === "pane" ? labels.window(value as string) : cut(show(value as string));
    case "channel":
      if (tone === "flow") return labels.flow(value as string);
      return tone === "short" ? labels.short(value as string) : labels.name(value as string);
    case "texts":
      return (value as readonly string[]).map((each) => labels.short(each)).join(" and ");
    case "subtask":
    case "operator":
      return labels.name(value as string);
    case "plan":
      return (value as Plan).job_name;
    default:
      return String(value);
  }
}

/** `index` and the facts that it lies inside of, the outermost first. */
export function chainOfCauses(trace: Trace, index: number): number[] {
  const chain: number[] = [];
  for (let at = index; at >= 0; at = trace.cause(at)) chain.unshift(at);
  return chain;
}
