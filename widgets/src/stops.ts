/** Where "next" and "back" lead: the positions that a way of stepping stops at. */

import { KINDS } from "./trace.gen";
import type { Kind } from "./trace.gen";
import type { Trace } from "./trace";

export const GRAINS = ["fact", "step", "record", "watermark", "firing"] as const;
export type Grain = (typeof GRAINS)[number];

/** What each way of stepping stops at, in the words of its tooltip. */
export const GRAIN_TITLES: Record<Grain, string> = {
  fact: "every single fact",
  step: "one turn of a task's mailbox, or of another actor",
  record: "a record that enters a source or a task",
  watermark: "a watermark that is generated, or that a task's input reaches",
  firing: "a window that fires, or a timer where there are no windows",
};

/**
 * The kinds that say most about a step, first things first. A step is told by its first fact of the
 * foremost kind; kinds that are not listed come last.
 */
const TELLING: readonly Kind[] = [
  "TaskFailed", "JobSubmitted", "JobFinished", "WindowFired", "LateRecordDropped", "TimerFired",
  "ResultWritten", "InputWatermarkAdvanced", "InputStatusChanged", "WindowsMerged",
  "WindowAssigned", "RecordFiltered", "WatermarkGenerated", "SplitStatusChanged",
  "ChannelWatermarkChanged", "ChannelStatusChanged", "WatermarkIgnored", "StateUpdated",
  "DefaultActionSuspended", "SourceRecordRead", "SourceFinished", "TaskStateChanged", "MailTaken",
  "ElementReceived", "BufferArrived", "BufferSent", "ProcessingTimeAdvanced",
]; // prettier-ignore

export class Stops {
  private readonly wanted: Record<"record" | "watermark" | "firing", Uint8Array>;
  private readonly ranks: Uint8Array;

  constructor(private readonly trace: Trace) {
    const fired = trace.kinds.includes(KINDS.indexOf("WindowFired"));
    this.wanted = {
      record: kindSet("SourceRecordRead", "ElementReceived"),
      watermark: kindSet("WatermarkGenerated", "InputWatermarkAdvanced"),
      firing: kindSet(fired ? "WindowFired" : "TimerFired"),
    };
    this.ranks = new Uint8Array(KINDS.length).fill(255);
    TELLING.forEach((kind, rank) => (this.ranks[KINDS.indexOf(kind)] = rank));
  }

  /** The next position after `position`, or the end. */
  next(position: number, grain: Grain): number {
    const { trace } = this;
    const last = trace.eventCount;
    if (position >= last) return last;
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
    if (grain === "fact") return position - 1;
    if (grain === "step") return Math.max(trace.eventRange(trace.stepOf(position - 1))[0], 0);
    for (let index = position - 2; index >= 0; index--) {
      if (this.stopsAt(index, grain)) return index + 1;
    }
    return 0;
  }

  /** The fact to speak of: the last one, or of a whole step the one that says most. */
  spotlight(position: number, grain: Grain): number {
    const last = position - 1;
    if (last < 0 || grain !== "step") return last;
    const [first, end] = this.trace.eventRange(this.trace.stepOf(last));
    if (end !== position) return last;
    let best = last;
    for (let index = last; index >= first; index--) {
      if (this.ranks[this.trace.kinds[index]!]! <= this.ranks[this.trace.kinds[best]!]!) best = index;
    }
    return best;
  }

  private stopsAt(index: number, grain: "record" | "watermark" | "firing"): boolean {
    if (this.wanted[grain][this.trace.kinds[index]!] === 0) return false;
    if (grain !== "record") return true;
    const fact = this.trace.event(index);
    return fact.type === "SourceRecordRead" || (fact.type === "ElementReceived" && fact.element === "record");
  }
}

function kindSet(...kinds: Kind[]): Uint8Array {
  const set = new Uint8Array(KINDS.length);
  for (const kind of kinds) set[KINDS.indexOf(kind)] = 1;
  return set;
}
