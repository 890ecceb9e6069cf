/**
 * What travels through the job within some facts: records, watermarks and status along chains and channels.
 *
 * A journey is the way that one element takes in one step: the operators that its facts name, in order,
 * and the channels that it comes from and goes to. It has its own part of the facts, in which it moves.
 */

import { recordBehind } from "./provenance";
import type { Trace } from "./trace";
import type { TraceEvent } from "./trace.gen";

export type Carried = "record" | "watermark" | "result" | "barrier" | "status";

/** One stop of a journey: an operator, or the whole way of a channel. */
export type Leg = { operator: string } | { channel: string; how: "out" | "in" };

export interface Journey {
  what: Carried;
  /** The fact that tells of it first, and the last one. */
  first: number;
  last: number;
  legs: Leg[];
  /** What becomes of it in the end. */
  end: "stays" | "dropped" | "filtered" | "goes on";
  /** Its time, for the words beside it; null for a record without any. */
  time: bigint | null;
  /** The read of the source record that it is about, or -1. */
  record: number;
}

/** More than so many at once nobody follows. */
const MOST = 36;
const MOST_FACTS = 6000;

/** The journeys of the facts from `from` on and before `to`; the last ones, if there are many. */
export function journeysIn(trace: Trace, from: number, to: number): Journey[] {
  const found: Journey[] = [];
  for (let index = Math.max(from, to - MOST_FACTS); index < to; ) {
    const [, end] = trace.eventRange(trace.stepOf(index));
    const until = Math.min(end, to);
    ofStep(trace, index, until, found);
    index = until;
  }
  return found.slice(-MOST);
}

function ofStep(trace: Trace, from: number, to: number, found: Journey[]): void {
  let going: Journey | undefined;
  const begin = (index: number, what: Carried, time: bigint | null, ...legs: Leg[]): Journey => {
    const record = recordBehind(trace, index);
    const journey: Journey = { what, first: index, last: index, legs, end: "stays", time, record };
    found.push(journey);
    return journey;
  };
  for (let index = from; index < to; index++) {
    const fact: TraceEvent = trace.event(index);
    switch (fact.type) {
      case "SourceRecordRead":
        going = begin(index, "record", fact.timestamp, { operator: fact.operator });
        break;
      case "ElementReceived":
        going = begin(index, carried(fact.element), fact.timestamp, { channel: fact.channel, how: "in" });
        break;
      case "WatermarkGenerated":
        going = begin(index, "watermark", fact.timestamp, { operator: fact.operator });
        break;
      case "WindowFired":
        going = begin(index, "result", null, { operator: fact.operator });
        break;
      case "WatermarkEmitted":
        if (going?.what === "watermark") onto(going, index, { operator: fact.operator });
        else going = begin(index, "watermark", fact.timestamp, { operator: fact.operator });
        break;
      case "ElementWritten": {
        const leg: Leg = { channel: fact.channel, how: "out" };
        const what = carried(fact.element);
        const left = going?.legs.some((one) => "channel" in one && one.how === "out");
        // of a broadcast each channel has an element of its own, from the same place
        if (going && !left && (going.what === what || going.what === "result")) onto(going, index, leg);
        else {
          const at = going?.legs.findLast((one) => "operator" in one);
          going = at ? begin(index, what, fact.timestamp, at, leg) : begin(index, what, fact.timestamp, leg);
        }
        going.end = "goes on";
        break;
      }
      case "RecordFiltered":
      case "LateRecordDropped":
        if (!going) break;
        onto(going, index, { operator: fact.operator });
        going.end = fact.type === "RecordFiltered" ? "filtered" : "dropped";
        going = undefined;
        break;
      case "TimestampAssigned":
      case "KeySelected":
      case "WindowAssigned":
      case "OperatorWatermarkAdvanced":
      case "StateUpdated":
      case "StateAppended":
      case "ResultWritten":
      case "SideOutputEmitted":
        if (!going) break;
        onto(going, index, { operator: fact.operator });
        if (fact.type === "TimestampAssigned") going.time = fact.after;
        break;
      default:
    }
  }
}

function onto(going: Journey, index: number, leg: Leg): void {
  going.last = index;
  if (JSON.stringify(going.legs.at(-1)) !== JSON.stringify(leg)) going.legs.push(leg);
}

function carried(element: string): Carried {
  if (element === "record" || element === "watermark" || element === "barrier") return element;
  return "status";
}
