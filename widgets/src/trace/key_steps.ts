/**
 * Key steps of a run: a record enters a pane, a minimum watermark advances, a window fires, a record is late …
 *
 * The rules are in flinksim/trace/narration/verbosity.py. A step makes at most one key step, described by its most
 * important event. Related steps are merged: watermarks that advance to the same time with the windows that fire
 * there, and results of fired windows. In a long run, consecutive steps that only fill panes, change state or read
 * records are merged, too.
 */

import { matchesCondition } from "./event_descriptions";
import { findLastWithin } from "../metrics/time_series";
import type { Trace } from "./trace";
import { getKeyStepMessage } from "../i18n/strings";
import { KINDS, MOMENTS, WORTH } from "./trace.gen";
import type { MomentKind, TraceEvent } from "./trace.gen";
import type { Labels } from "../ui/value_format";

export interface KeyStep {
  kind: MomentKind;
  /** Index of the event that describes it. */
  lead: number;
  /** Number of events of its kind in it. */
  count: number;
  /** Position at the end of its last step. */
  end: number;
}

/** With more key steps of a kind than this, consecutive ones are merged. */
const MAX_UNGROUPED = 60;
const RANKS = Object.keys(MOMENTS) as MomentKind[];
/** Kinds that are merged in long runs. */
const GROUPED_KINDS: ReadonlySet<string> = new Set<MomentKind>(["fill", "state", "read", "blocked", "result"]);
/** Kinds that count once per step, however many events the step has. */
const ONCE_PER_STEP: ReadonlySet<string> = new Set<MomentKind>(["fill", "state"]);

interface KeyStepCandidate extends KeyStep {
  step: number;
  /** The watermark that it is about, if any. */
  watermark: bigint | null;
}

export class KeySteps {
  readonly all: readonly KeyStep[];
  private readonly ends: readonly number[];

  constructor(trace: Trace, labels: Labels) {
    const ofSteps = findCandidates(trace, labels);
    this.all = mergeCandidates(ofSteps);
    if (this.all.at(-1)?.end !== trace.eventCount && trace.eventCount > 0) {
      const { eventCount } = trace;
      this.all = [...this.all, { kind: "end", lead: eventCount - 1, count: 1, end: eventCount }];
    }
    this.ends = this.all.map(({ end }) => end);
  }

  /** Get the number of the key step that contains `position` or ends there; -1 at the start. */
  indexAt(position: number): number {
    return findLastWithin(this.ends, position - 1) + 1 - (position === 0 ? 1 : 0);
  }

  /** Get the start position of a key step. */
  getStart(number: number): number {
    return this.ends[number - 1] ?? 0;
  }

  next(position: number): number {
    return this.ends[findLastWithin(this.ends, position) + 1] ?? this.ends.at(-1) ?? position;
  }

  back(position: number): number {
    return this.ends[findLastWithin(this.ends, position - 1)] ?? 0;
  }

  /** Find the key step that ends exactly at `position`. */
  findEndingAt(position: number): KeyStep | null {
    const found = this.all[findLastWithin(this.ends, position)];
    return found?.end === position ? found : null;
  }
}

/** Describe several events: `12 records go into panes`; "" for one. */
export function describeCount({ kind, count }: KeyStep): string {
  return count > 1 ? getKeyStepMessage(kind)[1].replace("{n}", String(count)) : "";
}

/** Find the candidates: at most one per step. */
function findCandidates(trace: Trace, labels: Labels): KeyStepCandidate[] {
  const byKind = new Map<number, { when: string; keyStepKind: MomentKind | "" }[]>();
  const kindsWithKeySteps = new Set(WORTH.filter(({ moment: keyStepKind }) => keyStepKind !== "").map(({ kind }) => kind));
  for (const { kind, when, moment: keyStepKind } of WORTH) {
    const number = KINDS.indexOf(kind);
    if (kindsWithKeySteps.has(kind)) byKind.set(number, [...(byKind.get(number) ?? []), { when, keyStepKind }]);
  }
  const classified: { index: number; keyStepKind: MomentKind; event: TraceEvent }[] = [];
  for (let index = 0; index < trace.eventCount; index++) {
    const conditions = byKind.get(trace.kinds[index]!);
    if (!conditions) continue;
    const event = trace.event(index);
    const met = conditions.find(({ when }) => when === "" || matchesCondition(when, event, labels));
    if (met && met.keyStepKind !== "") classified.push({ index, keyStepKind: met.keyStepKind, event });
  }
  // reading a record is only a key step if nothing else happens to any record
  const types = new Set(classified.map(({ keyStepKind }) => keyStepKind));
  const showsReads = !["fill", "state", "firing", "late"].some((kind) => types.has(kind as MomentKind));
  const found: KeyStepCandidate[] = [];
  let step = -1;
  let end = 0;
  for (const { index, keyStepKind, event } of classified) {
    if (keyStepKind === "read" && !showsReads) continue;
    if (index >= end) {
      step = trace.getStep(index);
      end = trace.eventRange(step)[1];
    }
    const watermark = getWatermark(event);
    const last = found.at(-1);
    if (last?.step !== step) {
      found.push({ kind: keyStepKind, lead: index, count: 1, end, step, watermark });
      continue;
    }
    last.watermark ??= watermark;
    const rank = RANKS.indexOf(keyStepKind) - RANKS.indexOf(last.kind);
    if (rank < 0) Object.assign(last, { kind: keyStepKind, lead: index, count: 1 });
    else if (rank === 0 && !ONCE_PER_STEP.has(keyStepKind) && keyStepKind !== "watermark") last.count++;
  }
  return found;
}

function getWatermark(event: TraceEvent): bigint | null {
  if (event.type === "InputWatermarkAdvanced" || event.type === "OperatorWatermarkAdvanced") return event.after;
  return event.type === "WindowFired" ? event.watermark : null;
}

function mergeCandidates(steps: readonly KeyStepCandidate[]): KeyStep[] {
  const counts = new Map<MomentKind, number>();
  for (const { kind } of steps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const long = (kind: MomentKind): boolean => GROUPED_KINDS.has(kind) && counts.get(kind)! > MAX_UNGROUPED;
  const found: KeyStepCandidate[] = [];
  for (const one of steps) {
    const last = found.at(-1);
    if (!last || !belongsTogether(last, one, long)) {
      found.push({ ...one });
      continue;
    }
    last.end = one.end;
    if (one.kind === last.kind) {
      last.count += one.count;
      if (GROUPED_KINDS.has(one.kind)) last.lead = one.lead;
    } else if (one.kind === "firing") {
      Object.assign(last, { kind: one.kind, lead: one.lead, count: one.count });
    }
  }
  return found;
}

function belongsTogether(last: KeyStepCandidate, one: KeyStepCandidate, long: (kind: MomentKind) => boolean): boolean {
  if (one.kind === "result") return last.kind === "firing" || (last.kind === "result" && long("result"));
  const moves = (kind: MomentKind): boolean => kind === "watermark" || kind === "firing";
  if (moves(last.kind) && moves(one.kind)) return last.watermark !== null && last.watermark === one.watermark;
  return last.kind === one.kind && long(one.kind);
}
