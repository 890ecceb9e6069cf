/**
 * Requests to Python to rerun with a changed parameter or with crashes.
 *
 * A request is written to `asked` with a number as `id`. The reply in `turned` has the same number, and `problem` if
 * there is no run. The run's bytes are in `turned_trace`. One request is in flight at a time.
 */

import { toBytes } from "../trace/bytes";
import type { Model } from "../ui/widget_page";
import { openTrace } from "../trace/trace";
import type { Trace } from "../trace/trace";

/**
 * Number of requests on this page. Ids are never reused, because a reply equal to the previous one triggers no change
 * event.
 */
let lastRequestId = 0;

export class RerunRequests {
  private requestId = 0;
  private pending: { done: (trace: Promise<Trace>) => void; fail: (error: Error) => void } | null = null;

  constructor(private readonly model: Model) {}

  get isPending(): boolean {
    return this.pending !== null;
  }

  /** Request a run. Rejects with the problem reported by Python or found in the trace. */
  request(message: Readonly<Record<string, unknown>>): Promise<Trace> {
    if (this.isPending) return Promise.reject(new Error("Another run is being made."));
    const answer = new Promise<Trace>((done, fail) => (this.pending = { done, fail }));
    this.model.set("asked", { ...message, id: (this.requestId = ++lastRequestId) });
    this.model.save_changes();
    return answer;
  }

  /** Handle a reply from Python. */
  onReply(): void {
    const problem = getProblem(this.model.get("turned"), this.requestId);
    if (problem === null || !this.pending) return;
    const { done, fail } = this.pending;
    this.pending = null;
    if (problem !== "") fail(new Error(problem));
    else done(openTrace(toBytes(this.model.get("turned_trace"))));
  }
}

/** Get the problem in the reply to request `id` ("" if none), or null for other messages. */
export function getProblem(message: unknown, id: number): string | null {
  const { id: answeredId, problem } = (message ?? {}) as Record<string, unknown>;
  if (answeredId !== id) return null;
  return typeof problem === "string" ? problem : "";
}
