/** Step modes: the positions at which "next" and "back" stop. */

import { KeySteps } from "../trace/key_steps";
import { matchesCondition } from "../trace/event_descriptions";
import { KINDS, STOPS, WORTH } from "../trace/trace.gen";
import type { Stop } from "../trace/trace.gen";
import type { Trace } from "../trace/trace";
import { Labels } from "../ui/value_format";

export type StepMode = "key events" | "event" | "step" | Stop;

/** Tooltip of each step mode. */
export const STEP_MODE_TITLES = {
  "key events": "key events: records that enter a window, watermark advances, firings, late records",
  firing: STOPS.firing,
  watermark: STOPS.watermark,
  record: STOPS.record,
  step: "one action of a task (a mail or one element), or of another component",
  event: "every event",
} as const satisfies Record<StepMode, string>;
export const STEP_MODES = Object.keys(STEP_MODE_TITLES) as StepMode[];

export class Stops {
  /** For each stop, the conditions by event kind. */
  private readonly conditions: Record<Stop, Map<number, string>>;
  /** Rank of each event kind. A step is described by its first event with the best rank; unlisted kinds come last. */
  private readonly ranks: Uint8Array;
  private readonly labels: Labels;
  private keyStepsCache: KeySteps | null = null;

  constructor(private readonly trace: Trace) {
    this.labels = new Labels(trace.plan);
    this.conditions = {
      record: this.findConditions("record"),
      watermark: this.findConditions("watermark"),
      firing: this.findConditions("firing"),
    };
    const [foremostEntry] = [...this.conditions.firing].filter(([kind]) => trace.kinds.includes(kind));
    if (foremostEntry) this.conditions.firing = new Map([foremostEntry]);
    this.ranks = new Uint8Array(KINDS.length).fill(255);
    [...WORTH.entries()].reverse().forEach(([rank, { kind }]) => (this.ranks[KINDS.indexOf(kind)] = rank));
  }

  private findConditions(at: Stop): Map<number, string> {
    const several = WORTH.filter(({ stop }) => stop === at);
    return new Map(several.map(({ kind, when }) => [KINDS.indexOf(kind), when]));
  }

  /** Key steps, computed on first use. */
  get keySteps(): KeySteps {
    return (this.keyStepsCache ??= new KeySteps(this.trace, this.labels));
  }

  /** Get the next stop after `position`, or the end. */
  next(position: number, stepMode: StepMode): number {
    const { trace } = this;
    const last = trace.eventCount;
    if (position >= last) return last;
    if (stepMode === "key events") return this.keySteps.next(position);
    if (stepMode === "event") return position + 1;
    if (stepMode === "step") return Math.max(trace.eventRange(trace.getStep(position))[1], position + 1);
    for (let index = position; index < last; index++) {
      if (this.stopsAt(index, stepMode)) return index + 1;
    }
    return last;
  }

  /** Get the previous stop before `position`, or the start. */
  back(position: number, stepMode: StepMode): number {
    const { trace } = this;
    if (position <= 1) return 0;
    if (stepMode === "key events") return this.keySteps.back(position);
    if (stepMode === "event") return position - 1;
    if (stepMode === "step") return Math.max(trace.eventRange(trace.getStep(position - 1))[0], 0);
    for (let index = position - 2; index >= 0; index--) {
      if (this.stopsAt(index, stepMode)) return index + 1;
    }
    return 0;
  }

  /** Find the event to describe: the last one, or the most important one of a key step or step. */
  findMainEvent(position: number, stepMode: StepMode): number {
    const last = position - 1;
    if (last >= 0 && stepMode === "key events") {
      const keyStep = this.keySteps.findEndingAt(position);
      if (keyStep) return keyStep.lead;
    }
    if (last < 0 || (stepMode !== "step" && stepMode !== "key events")) return last;
    const [first, end] = this.trace.eventRange(this.trace.getStep(last));
    if (end !== position) return last;
    let best = last;
    for (let index = last; index >= first; index--) {
      if (this.ranks[this.trace.kinds[index]!]! <= this.ranks[this.trace.kinds[best]!]!) best = index;
    }
    return best;
  }

  private stopsAt(index: number, stepMode: Stop): boolean {
    const when = this.conditions[stepMode].get(this.trace.kinds[index]!);
    if (when === undefined) return false;
    return when === "" || matchesCondition(when, this.trace.event(index), this.labels);
  }
}
