/**
 * Paths of elements through the job: records, watermarks and status along chains and channels.
 *
 * A path covers what one element does in one step: the operators that its events name, in order, and the channels that
 * it comes from and goes to. It moves during the range of its own events.
 */

import { findSourceRecord } from "./provenance";
import type { Trace } from "./trace";
import type { TraceEvent } from "./trace.gen";

export type ElementType = "record" | "watermark" | "result" | "barrier" | "status";

/** A segment of a path: an operator, or a channel in a direction. */
export type PathSegment = { operator: string } | { channel: string; how: "out" | "in" };

export interface ElementPath {
  element: ElementType;
  /** Indexes of its first and last events. */
  first: number;
  last: number;
  segments: PathSegment[];
  /** What happens to it at the end. */
  end: "stays" | "dropped" | "filtered" | "goes on";
  /** Its timestamp for the label; null for a record without one. */
  time: bigint | null;
  /** Index of the read of its source record, or -1. */
  record: number;
}

/** Maximum number of elements that can be followed by eye. */
const MAX_PATHS = 36;
const MAX_EVENTS = 6000;

/** Find the paths of the events in [from, to); only the last ones, if there are many. */
export function findElementPaths(trace: Trace, from: number, to: number): ElementPath[] {
  const found: ElementPath[] = [];
  for (let index = Math.max(from, to - MAX_EVENTS); index < to; ) {
    const [, end] = trace.eventRange(trace.getStep(index));
    const stepEnd = Math.min(end, to);
    addPathsOfStep(trace, index, stepEnd, found);
    index = stepEnd;
  }
  return found.slice(-MAX_PATHS);
}

function addPathsOfStep(trace: Trace, from: number, to: number, found: ElementPath[]): void {
  let current: ElementPath | undefined;
  const begin = (index: number, what: ElementType, time: bigint | null, ...segments: PathSegment[]): ElementPath => {
    const record = findSourceRecord(trace, index);
    const path: ElementPath = { element: what, first: index, last: index, segments, end: "stays", time, record };
    found.push(path);
    return path;
  };
  for (let index = from; index < to; index++) {
    const event: TraceEvent = trace.event(index);
    switch (event.type) {
      case "SourceRecordRead":
        current = begin(index, "record", event.timestamp, { operator: event.operator });
        break;
      case "ElementReceived":
        current = begin(index, toElementType(event.element), event.timestamp, { channel: event.channel, how: "in" });
        break;
      case "WatermarkGenerated":
        current = begin(index, "watermark", event.timestamp, { operator: event.operator });
        break;
      case "WindowFired":
        current = begin(index, "result", null, { operator: event.operator });
        break;
      case "WatermarkEmitted":
        if (current?.element === "watermark") extendPath(current, index, { operator: event.operator });
        else current = begin(index, "watermark", event.timestamp, { operator: event.operator });
        break;
      case "ElementWritten": {
        const segment: PathSegment = { channel: event.channel, how: "out" };
        const what = toElementType(event.element);
        const wasWritten = current?.segments.some((one) => "channel" in one && one.how === "out");
        // in a broadcast each channel has its own element, from the same operator
        if (current && !wasWritten && (current.element === what || current.element === "result")) extendPath(current, index, segment);
        else {
          const at = current?.segments.findLast((one) => "operator" in one);
          current = at ? begin(index, what, event.timestamp, at, segment) : begin(index, what, event.timestamp, segment);
        }
        current.end = "goes on";
        break;
      }
      case "RecordFiltered":
      case "LateRecordDropped":
        if (!current) break;
        extendPath(current, index, { operator: event.operator });
        current.end = event.type === "RecordFiltered" ? "filtered" : "dropped";
        current = undefined;
        break;
      case "TimestampAssigned":
      case "KeySelected":
      case "WindowAssigned":
      case "OperatorWatermarkAdvanced":
      case "StateUpdated":
      case "StateAppended":
      case "ResultWritten":
      case "SideOutputEmitted":
        if (!current) break;
        extendPath(current, index, { operator: event.operator });
        if (event.type === "TimestampAssigned") current.time = event.after;
        break;
      default:
    }
  }
}

function extendPath(current: ElementPath, index: number, segment: PathSegment): void {
  current.last = index;
  if (JSON.stringify(current.segments.at(-1)) !== JSON.stringify(segment)) current.segments.push(segment);
}

function toElementType(element: string): ElementType {
  if (element === "record" || element === "watermark" || element === "barrier") return element;
  return "status";
}
