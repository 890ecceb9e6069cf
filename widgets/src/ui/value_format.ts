/**
 * How values, times and ids are written for a person.
 *
 * The twin of flinksim/trace/narration/formatting.py.
 */

import { LABEL_WORDS, LONGEST_VALUE } from "../trace/trace.gen";
import type { Language, Plan, Value } from "../trace/trace.gen";

export const MIN_TIMESTAMP = -(1n << 63n);
export const MAX_TIMESTAMP = (1n << 63n) - 1n;

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\],]|[^[\],"]+/g;
const SMALL_MS = 10_000_000_000n;
const YEAR_1_MS = -62_135_596_800_000n;
const YEAR_10000_MS = 253_402_300_800_000n;
const DAY_MS = 86_400_000n;
const YEAR_MS = 366n * DAY_MS;
const NEAR = 1_000_000_000_000n;
const LONG_NUMBER = /(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;

/** A value as a person reads it, from its JSON text: `(EWR, 12)`. */
export function show(json: Value): string {
  let shown = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token[0] === '"') shown += JSON.parse(token) as string;
    else if (token === "[") shown += "(";
    else if (token === "]") shown += ")";
    else if (token === ",") shown += ", ";
    else shown += token.trim().replace(LONG_NUMBER, (digits) => nearTheEnds(BigInt(digits)) || digits);
  }
  return shown;
}

/** `text`, or as much of it as a sentence can hold. */
export function cut(text: string, longest = LONGEST_VALUE): string {
  const characters = Array.from(text);
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}

/** The bounds of a window, if the value is one. */
export function windowBounds(json: Value): [start: bigint, end: bigint] | null {
  const found = /^\[(-?\d+),(-?\d+)\]$/.exec(json);
  return found ? [BigInt(found[1]!), BigInt(found[2]!)] : null;
}

/** The parts of an array, or null for any other value. */
export function parts(json: Value): Value[] | null {
  if (json[0] !== "[") return null;
  const found: Value[] = [];
  let depth = 0;
  let part = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "]") depth--;
    if (depth === 0 || (depth === 1 && token === ",")) {
      if (part !== "") found.push(part);
      part = "";
    } else {
      part += token;
    }
    if (token === "[") depth++;
  }
  return found;
}

/** MIN or MAX, whichever a timestamp is near to, and how far it is from there; or no name. */
function fromTheEnds(timestamp: bigint): [name: string, away: bigint] {
  for (const [name, end] of [["MIN", MIN_TIMESTAMP], ["MAX", MAX_TIMESTAMP]] as const) {
    const away = timestamp - end;
    if (away > -NEAR && away < NEAR) return [name, away];
  }
  return ["", 0n];
}

/** A number of a user's as so much from MIN or MAX; nothing if it is not near them. */
function nearTheEnds(number: bigint): string {
  const [name, away] = fromTheEnds(number);
  if (away === 0n) return name;
  return away > 0n ? `${name} + ${away}` : `${name} - ${-away}`;
}

function floorDivide(a: bigint, b: bigint): bigint {
  return (a - (((a % b) + b) % b)) / b;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** How a trace's ids and times are called. */
export class Labels {
  private readonly names = new Map<string, string>();
  private readonly shorts = new Map<string, string>();
  private readonly uncredited = new Set<string>();
  private readonly hasOneInput = new Map<string, boolean>();
  private readonly start: bigint;
  private readonly day: bigint;

  private readonly words: (typeof LABEL_WORDS)[Language];

  constructor(plan: Plan | null, readonly language: Language = "en") {
    this.words = LABEL_WORDS[language];
    this.start = BigInt(plan?.start_time_ms ?? 0);
    this.day = floorDivide(this.start, DAY_MS);
    for (const vertex of plan?.vertices ?? []) {
      for (let index = 0; index < vertex.parallelism; index++) {
        const part = vertex.parallelism > 1 ? ` ${index + 1}/${vertex.parallelism}` : "";
        this.names.set(`${vertex.id}/${index}`, vertex.operators[0]!.name + part);
        for (const operator of vertex.operators) {
          this.names.set(`o${operator.node}/${index}`, operator.name + part);
        }
      }
    }
    for (const channel of plan?.channels ?? []) {
      const isOfOne = this.hasOneInput.get(channel.target) ?? true;
      this.hasOneInput.set(channel.target, isOfOne && channel.input === 0);
      const short = this.words.channel.replace("{index}", String(channel.index));
      this.shorts.set(channel.id, short);
      if (channel.initial_credit === 0) this.uncredited.add(channel.id);
      this.names.set(channel.id, this.words.of.replace("{channel}", short).replace("{task}", () => this.name(channel.target)));
    }
  }

  /** A task, an operator or a channel, as the plan calls it. */
  name(id: string): string {
    return this.names.get(id) ?? id;
  }

  /** A channel without the task that it ends at; other ids by name. */
  short(id: string): string {
    return this.shorts.get(id) ?? this.name(id);
  }

  /** What holds the sender of a channel between TaskManagers back. */
  flow(id: string): string {
    return this.uncredited.has(id) ? "before credits" : "credits";
  }

  /** An input of a task, or of an operator that has two: "input", or which of both. */
  input(owner: string, number: number): string {
    if (this.hasOneInput.get(owner)) return this.words.input;
    return number > 0 ? this.words.second : this.words.first;
  }

  /** A timestamp: small ones as a number, others as a time of day, with the date if needed. */
  time(timestamp: bigint | null): string {
    if (timestamp === null) return "none";
    if (timestamp === MIN_TIMESTAMP) return "MIN";
    if (timestamp === MAX_TIMESTAMP) return "MAX";
    if (timestamp > -SMALL_MS && timestamp < SMALL_MS) return String(timestamp);
    if (timestamp < YEAR_1_MS || timestamp >= YEAR_10000_MS) {
      return this.besideTheEnds(timestamp) || timestamp.toLocaleString("en-US");
    }
    const moment = new Date(Number(timestamp));
    const hour = two(moment.getUTCHours());
    const fraction = moment.getUTCMilliseconds();
    let clock = `${hour}:${two(moment.getUTCMinutes())}:${two(moment.getUTCSeconds())}`;
    if (fraction !== 0) clock += `.${String(fraction).padStart(3, "0")}`;
    if (floorDivide(timestamp, DAY_MS) === this.day) return clock;
    const year = String(moment.getUTCFullYear()).padStart(4, "0");
    return `${year}-${two(moment.getUTCMonth() + 1)}-${two(moment.getUTCDate())} ${clock}`;
  }

  /** A timestamp where there is little room, in a picture: near the ends of all times `MIN + 7`. */
  mark(timestamp: bigint): string {
    return nearTheEnds(timestamp) || this.time(timestamp);
  }

  /** A timestamp as so much from MIN or MAX, in words; nothing if it is not near them. */
  private besideTheEnds(timestamp: bigint): string {
    const [name, away] = fromTheEnds(timestamp);
    if (away === 0n) return name;
    const [words, ms] = away > 0n ? [this.words.after, away] : [this.words.before, -away];
    return words.replace("{ms}", String(ms)).replace("{end}", name);
  }

  /** A user's text: numbers in it that can only be times are written as times. */
  text(text: string): string {
    return text.replace(LONG_NUMBER, (digits) => this.number(digits));
  }

  private number(digits: string): string {
    const number = BigInt(digits);
    const ends = nearTheEnds(number);
    if (ends !== "") return ends;
    const fromStart = number - this.start;
    const startIsDate = this.start >= SMALL_MS || this.start <= -SMALL_MS;
    return startIsDate && fromStart < YEAR_MS && fromStart > -YEAR_MS ? this.time(number) : digits;
  }

  /** A record, key or state, from its JSON text, cut to what a sentence can hold. */
  value(json: Value): string {
    return cut(this.text(show(json)));
  }

  /** `[start,end]` as `[start, end)`, an end beyond MAX as wrapped; several windows with "and" between them. */
  window(json: Value): string {
    const bounds = windowBounds(json);
    if (bounds) {
      const end = this.time(bounds[1]);
      return `[${this.time(bounds[0])}, ${bounds[1] < bounds[0] ? this.words.wrapped.replace("{time}", end) : end})`;
    }
    const several = parts(json);
    if (several) return this.listed(several.map((part) => this.window(part)));
    return this.value(json);
  }

  /** `a`, `a and b`, `a, b and c`. */
  listed(words: readonly string[]): string {
    const { comma, and } = this.words;
    return [words.slice(0, -1).join(comma), words.at(-1) ?? ""].filter((part) => part !== "").join(and);
  }
}
