/**
 * The moments of a run that are worth telling: where a record goes into a pane, a minimum moves, a
 * window fires, a record is late …
 *
 * What makes a moment stands beside the kinds of facts (flinksim/trace/narration/verbosity.py). One step makes one
 * moment at most, told by the most telling of its facts; steps that tell the same again belong to the
 * moment before them: minima that move to the same time, with what fires there, and results of what
 * has fired. In a long run so do all that only fill panes, change state or are read, one after another.
 */

import { holds } from "./event_descriptions";
import { lastWithin } from "../metrics/time_series";
import type { Trace } from "./trace";
import { momentWords } from "../i18n/strings";
import { KINDS, MOMENTS, WORTH } from "./trace.gen";
import type { MomentKind, TraceEvent } from "./trace.gen";
import type { Labels } from "../ui/value_format";

export interface Moment {
  kind: MomentKind;
  /** The fact that tells it. */
  lead: number;
  /** How many of its kind there are in it. */
  count: number;
  /** The position where its last step ends. */
  end: number;
}

/** In a longer run records that do the same are told together. */
const FEW = 60;
const RANKS = Object.keys(MOMENTS) as MomentKind[];
/** Kinds of which several in a row are one moment, in a long run. */
const RUNS: ReadonlySet<string> = new Set<MomentKind>(["fill", "state", "read", "held up", "result"]);
/** A record does these once in a step, however many facts tell of it. */
const BY_STEP: ReadonlySet<string> = new Set<MomentKind>(["fill", "state"]);

interface StepMoment extends Moment {
  step: number;
  /** The watermark that it is about, if it is about one. */
  watermark: bigint | null;
}

export class Moments {
  readonly all: readonly Moment[];
  private readonly ends: readonly number[];

  constructor(trace: Trace, labels: Labels) {
    const ofSteps = momentsOfSteps(trace, labels);
    this.all = joined(ofSteps);
    if (this.all.at(-1)?.end !== trace.eventCount && trace.eventCount > 0) {
      const { eventCount: end } = trace;
      this.all = [...this.all, { kind: "end", lead: end - 1, count: 1, end }];
    }
    this.ends = this.all.map(({ end }) => end);
  }

  /** The number of the moment that `position` lies in or ends; -1 at the beginning. */
  at(position: number): number {
    return lastWithin(this.ends, position - 1) + 1 - (position === 0 ? 1 : 0);
  }

  /** Where the moment with a number begins. */
  startOf(number: number): number {
    return this.ends[number - 1] ?? 0;
  }

  next(position: number): number {
    return this.ends[lastWithin(this.ends, position) + 1] ?? this.ends.at(-1) ?? position;
  }

  back(position: number): number {
    return this.ends[lastWithin(this.ends, position - 1)] ?? 0;
  }

  /** The moment that ends exactly at `position`. */
  endingAt(position: number): Moment | null {
    const found = this.all[lastWithin(this.ends, position)];
    return found?.end === position ? found : null;
  }
}

/** `12 records go into panes`, where there are several. */
export function manyWords({ kind, count }: Moment): string {
  return count > 1 ? momentWords(kind)[1].replace("{n}", String(count)) : "";
}

/** One moment for each step that has any. */
function momentsOfSteps(trace: Trace, labels: Labels): StepMoment[] {
  const byKind = new Map<number, { when: string; moment: MomentKind | "" }[]>();
  const makes = new Set(WORTH.filter(({ moment }) => moment !== "").map(({ kind }) => kind));
  for (const { kind, when, moment } of WORTH) {
    const number = KINDS.indexOf(kind);
    if (makes.has(kind)) byKind.set(number, [...(byKind.get(number) ?? []), { when, moment }]);
  }
  const classified: { index: number; moment: MomentKind; fact: TraceEvent }[] = [];
  for (let index = 0; index < trace.eventCount; index++) {
    const conditions = byKind.get(trace.kinds[index]!);
    if (!conditions) continue;
    const fact = trace.event(index);
    const met = conditions.find(({ when }) => when === "" || holds(when, fact, labels));
    if (met && met.moment !== "") classified.push({ index, moment: met.moment, fact });
  }
  // a record that is read is worth telling only where nothing comes of any
  const told = new Set(classified.map(({ moment }) => moment));
  const reads = !["fill", "state", "firing", "late"].some((kind) => told.has(kind as MomentKind));
  const found: StepMoment[] = [];
  let step = -1;
  let end = 0;
  for (const { index, moment, fact } of classified) {
    if (moment === "read" && !reads) continue;
    if (index >= end) {
      step = trace.stepOf(index);
      end = trace.eventRange(step)[1];
    }
    const watermark = watermarkOf(fact);
    const last = found.at(-1);
    if (last?.step !== step) {
      found.push({ kind: moment, lead: index, count: 1, end, step, watermark });
      continue;
    }
    last.watermark ??= watermark;
    const rank = RANKS.indexOf(moment) - RANKS.indexOf(last.kind);
    if (rank < 0) Object.assign(last, { kind: moment, lead: index, count: 1 });
    else if (rank === 0 && !BY_STEP.has(moment) && moment !== "minimum") last.count++;
  }
  return found;
}

function watermarkOf(fact: TraceEvent): bigint | null {
  if (fact.type === "InputWatermarkAdvanced" || fact.type === "OperatorWatermarkAdvanced") return fact.after;
  return fact.type === "WindowFired" ? fact.watermark : null;
}

function joined(steps: readonly StepMoment[]): Moment[] {
  const counts = new Map<MomentKind, number>();
  for (const { kind } of steps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const long = (kind: MomentKind): boolean => RUNS.has(kind) && counts.get(kind)! > FEW;
  const found: StepMoment[] = [];
  for (const one of steps) {
    const last = found.at(-1);
    if (!last || !belongs(last, one, long)) {
      found.push({ ...one });
      continue;
    }
    last.end = one.end;
    if (one.kind === last.kind) {
      last.count += one.count;
      if (RUNS.has(one.kind)) last.lead = one.lead;
    } else if (one.kind === "firing") {
      Object.assign(last, { kind: one.kind, lead: one.lead, count: one.count });
    }
  }
  return found;
}

function belongs(last: StepMoment, one: StepMoment, long: (kind: MomentKind) => boolean): boolean {
  if (one.kind === "result") return last.kind === "firing" || (last.kind === "result" && long("result"));
  const moves = (kind: MomentKind): boolean => kind === "minimum" || kind === "firing";
  if (moves(last.kind) && moves(one.kind)) return last.watermark !== null && last.watermark === one.watermark;
  return last.kind === one.kind && long(one.kind);
}
