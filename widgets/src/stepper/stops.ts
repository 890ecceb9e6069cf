/** Where "next" and "back" lead: the positions that a way of stepping stops at. */

import { Moments } from "../trace/key_steps";
import { holds } from "../trace/event_descriptions";
import { KINDS, STOPS, WORTH } from "../trace/trace.gen";
import type { Stop } from "../trace/trace.gen";
import type { Trace } from "../trace/trace";
import { Labels } from "../ui/value_format";

export type Grain = "told" | "fact" | "step" | Stop;

/** What each way of stepping stops at, in the words of its tooltip. */
export const GRAIN_TITLES = {
  told: "what is worth telling: panes, minima, firings, what is late",
  firing: STOPS.firing,
  watermark: STOPS.watermark,
  record: STOPS.record,
  step: "one turn of a task's mailbox, or of another actor",
  fact: "every single fact",
} as const satisfies Record<Grain, string>;
export const GRAINS = Object.keys(GRAIN_TITLES) as Grain[];

export class Stops {
  /** For each way of stepping, the condition under which a kind stops it. */
  private readonly wanted: Record<Stop, Map<number, string>>;
  /** A step is told by its first fact of the foremost kind; kinds that are not listed come last. */
  private readonly ranks: Uint8Array;
  private readonly labels: Labels;
  private made: Moments | null = null;

  constructor(private readonly trace: Trace) {
    this.labels = new Labels(trace.plan);
    this.wanted = {
      record: this.stopping("record"),
      watermark: this.stopping("watermark"),
      firing: this.stopping("firing"),
    };
    const [foremost] = [...this.wanted.firing].filter(([kind]) => trace.kinds.includes(kind));
    if (foremost) this.wanted.firing = new Map([foremost]);
    this.ranks = new Uint8Array(KINDS.length).fill(255);
    [...WORTH.entries()].reverse().forEach(([rank, { kind }]) => (this.ranks[KINDS.indexOf(kind)] = rank));
  }

  private stopping(at: Stop): Map<number, string> {
    const several = WORTH.filter(({ stop }) => stop === at);
    return new Map(several.map(({ kind, when }) => [KINDS.indexOf(kind), when]));
  }

  /** The moments worth telling; found when they are first asked for. */
  get moments(): Moments {
    return (this.made ??= new Moments(this.trace, this.labels));
  }

  /** The next position after `position`, or the end. */
  next(position: number, grain: Grain): number {
    const { trace } = this;
    const last = trace.eventCount;
    if (position >= last) return last;
    if (grain === "told") return this.moments.next(position);
    if (grain === "fact") return position + 1;
    if (grain === "step") return Math.max(trace.eventRange(trace.stepOf(position))[1], position + 1);
    for (let index = position; index < last; index++) {
      if (this.stopsAt(index, grain)) return index + 1;
    }
    return last;
  }

  /** The position before `position`, or the beginning. */
  back(position: number, grain: Grain): number {
    const { trace } = this;
    if (position <= 1) return 0;
    if (grain === "told") return this.moments.back(position);
    if (grain === "fact") return position - 1;
    if (grain === "step") return Math.max(trace.eventRange(trace.stepOf(position - 1))[0], 0);
    for (let index = position - 2; index >= 0; index--) {
      if (this.stopsAt(index, grain)) return index + 1;
    }
    return 0;
  }

  /** The fact to speak of: the last one, or of a moment or step the one that says most. */
  spotlight(position: number, grain: Grain): number {
    const last = position - 1;
    if (last >= 0 && grain === "told") {
      const moment = this.moments.endingAt(position);
      if (moment) return moment.lead;
    }
    if (last < 0 || (grain !== "step" && grain !== "told")) return last;
    const [first, end] = this.trace.eventRange(this.trace.stepOf(last));
    if (end !== position) return last;
    let best = last;
    for (let index = last; index >= first; index--) {
      if (this.ranks[this.trace.kinds[index]!]! <= this.ranks[this.trace.kinds[best]!]!) best = index;
    }
    return best;
  }

  private stopsAt(index: number, grain: Stop): boolean {
    const when = this.wanted[grain].get(this.trace.kinds[index]!);
    if (when === undefined) return false;
    return when === "" || holds(when, this.trace.event(index), this.labels);
  }
}
