/**
 * The run again, as Python makes it: with a knob turned, or with crashes.
 *
 * A message goes into `asked`, with a number as its `id`; the answer in `turned` has that number, and
 * `problem` if there is no run; the run's bytes are in `turned_trace`. One request is under way at a time.
 */

import { bytesOf } from "../trace/bytes";
import type { Model } from "../ui/widget_page";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";

/** How much was asked on this page: a number is used once, for an answer that is like the one before is not heard. */
let all = 0;

export class Asking {
  private asked = 0;
  private waiting: { done: (trace: Promise<Trace>) => void; fail: (error: Error) => void } | null = null;

  constructor(private readonly model: Model) {}

  get waits(): boolean {
    return this.waiting !== null;
  }

  /** Asks for a run; fails with what Python, or the trace, says against it. */
  run(message: Readonly<Record<string, unknown>>): Promise<Trace> {
    if (this.waits) return Promise.reject(new Error("Another run is being made."));
    const answer = new Promise<Trace>((done, fail) => (this.waiting = { done, fail }));
    this.model.set("asked", { ...message, id: (this.asked = ++all) });
    this.model.save_changes();
    return answer;
  }

  /** An answer of Python's has come. */
  hear(): void {
    const problem = problemOf(this.model.get("turned"), this.asked);
    if (problem === null || !this.waiting) return;
    const { done, fail } = this.waiting;
    this.waiting = null;
    if (problem !== "") fail(new Error(problem));
    else done(openTrace(bytesOf(this.model.get("turned_trace"))));
  }
}

/** What an answer says against a run ("" if nothing), if it is one to the question `id`. */
export function problemOf(message: unknown, id: number): string | null {
  const { id: to, problem } = (message ?? {}) as Record<string, unknown>;
  if (to !== id) return null;
  return typeof problem === "string" ? problem : "";
}
