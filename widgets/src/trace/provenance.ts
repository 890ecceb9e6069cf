/** What a fact goes back to, over the links that a trace has. */

import type { Trace } from "./trace";
import { KINDS } from "./trace.gen";
import type { Kind } from "./trace.gen";
import { MAX_TIMESTAMP } from "../ui/value_format";

const numbers = (kinds: readonly Kind[]): ReadonlySet<number> => new Set(kinds.map((kind) => KINDS.indexOf(kind)));
const READ = KINDS.indexOf("SourceRecordRead" satisfies Kind);
const RECEIVED = KINDS.indexOf("ElementReceived" satisfies Kind);
/** Here a walk to a record ends: what comes of these is no longer that record. */
const OTHER = numbers([
  "WindowFired", "TimerFired", "WatermarkGenerated", "WatermarkEmitted", "InputWatermarkAdvanced",
  "OperatorWatermarkAdvanced", "MailTaken", "StatusEmitted",
]); // prettier-ignore
const ADVANCED = KINDS.indexOf("InputWatermarkAdvanced" satisfies Kind);
const GENERATED = KINDS.indexOf("WatermarkGenerated" satisfies Kind);
const EMITTED = KINDS.indexOf("WatermarkEmitted" satisfies Kind);

/** Where a fact came from: an element from where it was written, all else from what it lies within. */
function before(trace: Trace, index: number): number {
  const origin = trace.kinds[index] === RECEIVED ? trace.origin(index) : -1;
  return origin >= 0 ? origin : trace.cause(index);
}

/** The read of the source record that the fact at `index` is about, or -1. */
export function recordBehind(trace: Trace, index: number): number {
  for (let at = index; at >= 0; at = before(trace, at)) {
    if (trace.kinds[at] === READ) return at;
    if (at !== index && OTHER.has(trace.kinds[at]!)) return -1;
  }
  return -1;
}

/** The `WindowFired` or `TimerFired` that a result came of, or else the read of its record, or -1. */
export function makerOf(trace: Trace, index: number, makers: ReadonlySet<number>): number {
  for (let at = index; at >= 0; at = before(trace, at)) if (makers.has(trace.kinds[at]!)) return at;
  return -1;
}

/**
 * The read of the record from which a watermark was made that moved an operator's time on, or -1: of
 * an end of input, or where splits bring their own.
 *
 * That is the watermark that came last. If an input's end let time go on, it is the one that holds it
 * since.
 */
export function recordBehindWatermark(trace: Trace, index: number): number {
  let holder = -1;
  for (let at = index; at >= 0; at = before(trace, at)) {
    const kind = trace.kinds[at];
    if (kind === ADVANCED) holder = trace.origin(at);
    if (kind === RECEIVED && isEnd(trace, at)) return holder < 0 || isEnd(trace, holder) ? -1 : made(trace, holder);
  }
  return made(trace, index);
}

function made(trace: Trace, index: number): number {
  for (let at = index; at >= 0; at = before(trace, at)) {
    const kind = trace.kinds[at];
    let generated = kind === GENERATED ? at : -1;
    if (kind === EMITTED) {
      const split = trace.origin(at);
      if (split >= 0 && trace.kinds[split] === GENERATED) generated = split;
    }
    if (generated < 0) continue;
    const record = trace.origin(generated);
    return recordBehind(trace, record >= 0 ? record : trace.cause(generated));
  }
  return -1;
}

/** Whether a fact brings the watermark that ends all input. */
function isEnd(trace: Trace, index: number): boolean {
  const fact = trace.event(index);
  if (fact.type === "ElementReceived") return fact.element === "watermark" && fact.timestamp === MAX_TIMESTAMP;
  return fact.type === "ChannelWatermarkChanged" && fact.after === MAX_TIMESTAMP;
}
