/**
 * The sentence and the call stack of a fact.
 *
 * The templates are data from flinksim/trace/sentences.py; this is the twin of its `fill` and of
 * `call_stack` in flinksim/trace/query.py.
 */

import {
  ACTION_FRAMES,
  AT_THE_MASTER,
  FIELDS,
  PLACE_WORDS,
  PLACES,
  PLACES_OF_CLASS,
  RETURNED,
  SENTENCES,
} from "./trace.gen";
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

/** Flink's methods on the stack when the fact became true, the outermost first. */
export function callStack(trace: Trace, index: number): string[] {
  const step = trace.stepOf(index);
  const chain = chainOfCauses(trace, index);
  const away = step < 0 || AT_THE_MASTER.includes(trace.kindOf(chain[0]!));
  const frames = away ? [] : headOfStack(trace.plan, trace.actorOf(step), trace.actionOf(step));
  for (const cause of chain) {
    const fact = trace.event(cause);
    if (cause < index && RETURNED.includes(fact.type)) continue;
    for (const frame of place(fact, trace.plan)) {
      if (frames[frames.length - 1] !== frame) frames.push(frame);
    }
  }
  return frames;
}

/** `index` and the facts that it lies inside of, the outermost first. */
export function chainOfCauses(trace: Trace, index: number): number[] {
  const chain: number[] = [];
  for (let at = index; at >= 0; at = trace.cause(at)) chain.unshift(at);
  return chain;
}

function headOfStack(plan: Plan | null, actor: string, action: string): string[] {
  const vertex = plan?.vertices.find(({ id }) => actor.startsWith(`${id}/`));
  const head = vertex?.operators[0]?.operator_class ?? "";
  for (const [actionBegins, classBegins, frames] of ACTION_FRAMES) {
    if (action.startsWith(actionBegins) && head.startsWith(classBegins)) return [...frames];
  }
  return [];
}

function place(fact: TraceEvent, plan: Plan | null): string[] {
  let found: string = PLACES[fact.type];
  for (const [braces, field, words] of PLACE_WORDS) {
    if (!found.includes(braces)) continue;
    const value = String((fact as unknown as Record<string, unknown>)[field]);
    found = found.replaceAll(braces, words[value] ?? value);
  }
  const operator = operatorClass(fact, plan);
  found = PLACES_OF_CLASS[operator]?.[found] ?? found;
  return found.replaceAll("{operator}", operator).split(" > ");
}

function operatorClass(fact: TraceEvent, plan: Plan | null): string {
  const id = "operator" in fact ? fact.operator : "";
  for (const vertex of plan?.vertices ?? []) {
    for (const operator of vertex.operators) {
      if (id.startsWith(`o${operator.node}/`)) return operator.operator_class;
    }
  }
  return "StreamOperator";
}
