/**
 * Formatting of values, times and ids.
 *
 * This is the twin of flinksim/trace/narration/value_formatting.py.
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
const MAX_LIMIT_DISTANCE = 1_000_000_000_000n;
const LONG_NUMBER = /(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;

/** Format a value from its JSON text: `(EWR, 12)`. */
export function formatValue(json: Value): string {
  let shown = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token[0] === '"') shown += JSON.parse(token) as string;
    else if (token === "[") shown += "(";
    else if (token === "]") shown += ")";
    else if (token === ",") shown += ", ";
    else shown += token.trim().replace(LONG_NUMBER, (digits) => formatNearLimit(BigInt(digits)) || digits);
  }
  return shown;
}

/** Truncate `text` to a length that fits into a sentence, after a field if one fits. */
export function truncate(text: string, maxLength = LONGEST_VALUE): string {
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  const beginning = characters.slice(0, maxLength - 1).join("");
  const fields = beginning.slice(0, beginning.lastIndexOf(", ") + 2);
  return `${Array.from(fields).length > maxLength / 2 ? fields : beginning}…`;
}

/** Parse the bounds of a window, or return null if the value is none. */
export function parseWindow(json: Value): [start: bigint, end: bigint] | null {
  const found = /^\[(-?\d+),(-?\d+)\]$/.exec(json);
  return found ? [BigInt(found[1]!), BigInt(found[2]!)] : null;
}

/** Parse the parts of an array, or return null for any other value. */
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

/** Get the limit (MIN or MAX) that a timestamp is close to, and the distance from it; or "". */
function getLimitDistance(timestamp: bigint): [name: string, away: bigint] {
  for (const [name, end] of [["MIN", MIN_TIMESTAMP], ["MAX", MAX_TIMESTAMP]] as const) {
    const distance = timestamp - end;
    if (distance > -MAX_LIMIT_DISTANCE && distance < MAX_LIMIT_DISTANCE) return [name, distance];
  }
  return ["", 0n];
}

/** Format a number relative to MIN or MAX, or return "" if it is not close to them. */
function formatNearLimit(number: bigint): string {
  const [name, distance] = getLimitDistance(number);
  if (distance === 0n) return name;
  return distance > 0n ? `${name} + ${distance}` : `${name} - ${-distance}`;
}

function floorDivide(a: bigint, b: bigint): bigint {
  return (a - (((a % b) + b) % b)) / b;
}

function padTwo(number: number): string {
  return String(number).padStart(2, "0");
}

/** Labels of a trace's ids and times. */
export class Labels {
  private readonly names = new Map<string, string>();
  private readonly shorts = new Map<string, string>();
  private readonly channelNames = new Map<string, string>();
  private readonly targets = new Map<string, string>();
  private readonly channelCounts = new Map<string, number>();
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
    for (const { target } of plan?.channels ?? []) this.channelCounts.set(target, (this.channelCounts.get(target) ?? 0) + 1);
    for (const channel of plan?.channels ?? []) {
      this.targets.set(channel.id, channel.target);
      const isOfOne = this.hasOneInput.get(channel.target) ?? true;
      this.hasOneInput.set(channel.target, isOfOne && channel.input === 0);
      const name = this.words.channel.replace("{index}", String(channel.index));
      this.channelNames.set(channel.id, name);
      this.shorts.set(channel.id, this.words.short.replace("{index}", String(channel.index)));
      if (channel.initial_credit === 0) this.uncredited.add(channel.id);
      const template = this.countChannels(channel.target) === "one" ? this.words.only : this.words.of;
      this.names.set(channel.id, template.replace("{channel}", name).replace("{task}", () => this.name(channel.target)));
    }
  }

  /** Name of a task, an operator or a channel, as in the plan. */
  name(id: string): string {
    return this.names.get(id) ?? id;
  }

  /** Name of a channel without its target task, for sentences; other ids by name. */
  part(id: string): string {
    return this.channelNames.get(id) ?? this.name(id);
  }

  /** Abbreviated name of a channel without its target task, for pictures; other ids by name. */
  short(id: string): string {
    return this.shorts.get(id) ?? this.name(id);
  }

  /** "from channel 0" for the id of a channel, or "" if its task has no other channel. */
  origin(channel: string): string {
    if (this.countChannels(this.targets.get(channel) ?? "") === "one") return "";
    return this.words.from.replace("{channel}", this.part(channel));
  }

  /** "one" if at most one channel enters the subtask, otherwise "many". */
  countChannels(subtask: string): "one" | "many" {
    return (this.channelCounts.get(subtask) ?? 0) > 1 ? "many" : "one";
  }

  /** Start of a sentence: in English with a capital letter. */
  capitalize(text: string): string {
    return this.language === "en" ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  }

  /** How the sender of a channel between TaskManagers is throttled. */
  flow(id: string): string {
    return this.uncredited.has(id) ? "before credits" : "credits";
  }

  /** Name of an input of a task or of a two-input operator: "input", or which of the two. */
  input(owner: string, number: number): string {
    if (this.hasOneInput.get(owner)) return this.words.input;
    return number > 0 ? this.words.second : this.words.first;
  }

  /** Format a timestamp: small ones as a number, others as a time of day, with the date if needed. */
  time(timestamp: bigint | null): string {
    if (timestamp === null) return "none";
    if (timestamp === MIN_TIMESTAMP) return "MIN";
    if (timestamp === MAX_TIMESTAMP) return "MAX";
    if (timestamp > -SMALL_MS && timestamp < SMALL_MS) return String(timestamp);
    if (timestamp < YEAR_1_MS || timestamp >= YEAR_10000_MS) {
      return this.describeNearLimit(timestamp) || timestamp.toLocaleString("en-US");
    }
    const moment = new Date(Number(timestamp));
    const hour = padTwo(moment.getUTCHours());
    const fraction = moment.getUTCMilliseconds();
    let clock = `${hour}:${padTwo(moment.getUTCMinutes())}:${padTwo(moment.getUTCSeconds())}`;
    if (fraction !== 0) clock += `.${String(fraction).padStart(3, "0")}`;
    if (floorDivide(timestamp, DAY_MS) === this.day) return clock;
    const year = String(moment.getUTCFullYear()).padStart(4, "0");
    return `${year}-${padTwo(moment.getUTCMonth() + 1)}-${padTwo(moment.getUTCDate())} ${clock}`;
  }

  /** Format a timestamp for a picture: a plain number with its unit, and close to the limits as `MIN + 7`. */
  shortTime(timestamp: bigint | null): string {
    return (timestamp !== null && formatNearLimit(timestamp)) || this.time(timestamp).replace(/^-?\d+$/, "$& ms");
  }

  /** Describe a timestamp relative to MIN or MAX in words, or return "" if it is not close to them. */
  private describeNearLimit(timestamp: bigint): string {
    const [name, distance] = getLimitDistance(timestamp);
    if (distance === 0n) return name;
    const [words, ms] = distance > 0n ? [this.words.after, distance] : [this.words.before, -distance];
    return words.replace("{ms}", String(ms)).replace("{end}", name);
  }

  /** Format the numbers in a user's text that can only be times as times. */
  text(text: string): string {
    return text.replace(LONG_NUMBER, (digits) => this.number(digits));
  }

  private number(digits: string): string {
    const number = BigInt(digits);
    const ends = formatNearLimit(number);
    if (ends !== "") return ends;
    const fromStart = number - this.start;
    const startIsDate = this.start >= SMALL_MS || this.start <= -SMALL_MS;
    return startIsDate && fromStart < YEAR_MS && fromStart > -YEAR_MS ? this.time(number) : digits;
  }

  /** Format a record, key or state from its JSON text, truncated to fit into a sentence. */
  value(json: Value): string {
    return truncate(this.text(formatValue(json)));
  }

  /** Format `[start,end]` as `[start, end)`, an end beyond MAX as wrapped; several windows are joined with "and". */
  window(json: Value): string {
    const bounds = parseWindow(json);
    if (bounds) {
      const end = this.time(bounds[1]);
      return `[${this.time(bounds[0])}, ${bounds[1] < bounds[0] ? this.words.wrapped.replace("{time}", end) : end})`;
    }
    const several = parts(json);
    if (several) return this.joinTexts(several.map((part) => this.window(part)));
    return this.value(json);
  }

  /** Format a window for a picture: the date is not repeated, `[2026-01-01 12:00:00, 12:00:10)`. */
  shortWindow(json: Value): string {
    return this.window(json).replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?), \1 /g, "$1 $2, ");
  }

  /** Join texts: `a`, `a and b`, `a, b and c`. */
  joinTexts(words: readonly string[]): string {
    const { comma, and } = this.words;
    return [words.slice(0, -1).join(comma), words.at(-1) ?? ""].filter((part) => part !== "").join(and);
  }
}
