/** Provenance of events, from the links in the trace. */

import type { Trace } from "./trace";
import { KINDS } from "./trace.gen";
import type { Kind } from "./trace.gen";
import { MAX_TIMESTAMP } from "../ui/value_format";

const toKindNumbers = (kinds: readonly Kind[]): ReadonlySet<number> => new Set(kinds.map((kind) => KINDS.indexOf(kind)));
const READ = KINDS.indexOf("SourceRecordRead" satisfies Kind);
const RECEIVED = KINDS.indexOf("ElementReceived" satisfies Kind);
/** Events at which the path to a source record ends: their consequences are not about this record. */
const PATH_ENDS = toKindNumbers([
  "WindowFired", "TimerFired", "WatermarkGenerated", "WatermarkEmitted", "InputWatermarkAdvanced",
  "OperatorWatermarkAdvanced", "MailTaken", "StatusEmitted",
]);
const ADVANCED = KINDS.indexOf("InputWatermarkAdvanced" satisfies Kind);
const GENERATED = KINDS.indexOf("WatermarkGenerated" satisfies Kind);
const EMITTED = KINDS.indexOf("WatermarkEmitted" satisfies Kind);

/** Get the predecessor of an event: for a received element its write, otherwise its cause. */
function getPredecessor(trace: Trace, index: number): number {
  const origin = trace.kinds[index] === RECEIVED ? trace.origin(index) : -1;
  return origin >= 0 ? origin : trace.cause(index);
}

/** Find the read of the source record that the event at `index` is about, or -1. */
export function findSourceRecord(trace: Trace, index: number): number {
  for (let at = index; at >= 0; at = getPredecessor(trace, at)) {
    if (trace.kinds[at] === READ) return at;
    if (at !== index && PATH_ENDS.has(trace.kinds[at]!)) return -1;
  }
  return -1;
}

/** Find the `WindowFired` or `TimerFired` that produced a result, or else the read of its record, or -1. */
export function findProducer(trace: Trace, index: number, makers: ReadonlySet<number>): number {
  for (let at = index; at >= 0; at = getPredecessor(trace, at)) if (makers.has(trace.kinds[at]!)) return at;
  return -1;
}

/**
 * Find the read of the record that produced the watermark which advanced an operator's time, or -1 (at the end of
 * input, or if splits bring their own watermarks).
 *
 * This is the watermark that arrived last. If the end of an input let time advance, it is the one that limits it
 * since.
 */
export function findWatermarkRecord(trace: Trace, index: number): number {
  let limiting = -1;
  for (let at = index; at >= 0; at = getPredecessor(trace, at)) {
    const kind = trace.kinds[at];
    if (kind === ADVANCED) limiting = trace.origin(at);
    if (kind === RECEIVED && isEndOfInput(trace, at)) return limiting < 0 || isEndOfInput(trace, limiting) ? -1 : findGeneratingRecord(trace, limiting);
  }
  return findGeneratingRecord(trace, index);
}

function findGeneratingRecord(trace: Trace, index: number): number {
  for (let at = index; at >= 0; at = getPredecessor(trace, at)) {
    const kind = trace.kinds[at];
    let generated = kind === GENERATED ? at : -1;
    if (kind === EMITTED) {
      const split = trace.origin(at);
      if (split >= 0 && trace.kinds[split] === GENERATED) generated = split;
    }
    if (generated < 0) continue;
    const record = trace.origin(generated);
    return findSourceRecord(trace, record >= 0 ? record : trace.cause(generated));
  }
  return -1;
}

/** Whether an event carries the final watermark of an input. */
function isEndOfInput(trace: Trace, index: number): boolean {
  const event = trace.event(index);
  if (event.type === "ElementReceived") return event.element === "watermark" && event.timestamp === MAX_TIMESTAMP;
  return event.type === "ChannelWatermarkChanged" && event.after === MAX_TIMESTAMP;
}
