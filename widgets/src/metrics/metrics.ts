/**
 * Flink's metrics at any moment of a run, under Flink's names.
 *
 * The twin of flinksim/trace/metrics/job_metrics.py, which says what each of them counts; a test compares both.
 */

import type { OperatorSeries, RunSeries, TaskSeries } from "./run_series";
import type { Condition, Series } from "./time_series";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";

export type Metric = number | bigint | boolean;
export type Metrics = Map<string, Metric>;

/** Flink averages times and rates over a minute. */
export const SPAN_MS = 60_000;

/** The metrics of a task after `position` facts; times and rates are those of the last `span`. */
export function metricsOf(run: RunSeries, subtask: string, position: number, span = SPAN_MS): Metrics {
  const task = run.tasks.get(subtask)!;
  const time = run.clock.at(position);
  const found: Metrics = new Map();
  for (const name of ["numRecordsIn", "numRecordsOut", "numBytesIn", "numBytesOut", "numBuffersIn", "numBuffersOut"] as const) {
    found.set(name, growth(task, task.counts[name], position, -1));
    if (name !== "numBuffersIn") {
      found.set(`${name}PerSecond`, rate(task, task.counts[name], position, time, span));
    }
  }
  addTimes(found, task, position, time, span);
  addWatermarks(found, task, position, run.start + BigInt(time));
  addBuffers(found, task, position);
  found.set("mailboxQueueSize", task.mails.at(position));
  found.set("numFiredTimers", growth(task, task.counts.numFiredTimers, position, -1));
  found.set("numFiredTimersPerSecond", rate(task, task.counts.numFiredTimers, position, time, span));
  return found;
}

/** How much a count has grown since `first`, or since the present attempt began. */
function growth(task: TaskSeries, series: Series, position: number, first: number): number {
  const [began, time] = task.attempt.at(position);
  return series.at(position) - (first > 0 && first >= time ? series.atTime(first) : series.at(began));
}

function rate(task: TaskSeries, series: Series, position: number, time: number, span: number): number {
  const first = Math.max(time - span, 0);
  return (1000 * growth(task, series, position, first)) / Math.max(1, time - first);
}

/** Of each second of the last `span`, the milliseconds that a task spent in a condition. */
export function perSecond(
  task: TaskSeries, condition: Condition, position: number, time: number, span = SPAN_MS,
): number {
  const first = Math.max(time - span, 0);
  const [began, since] = task.attempt.at(position);
  const { conditions } = task;
  const before = first > since ? conditions.untilTime(first, condition) : conditions.until(began, since, condition);
  return (1000 * (conditions.until(position, time, condition) - before)) / Math.max(1, time - first);
} // prettier-ignore

function addTimes(found: Metrics, task: TaskSeries, position: number, time: number, span: number): void {
  const each = (condition: Condition): number => perSecond(task, condition, position, time, span);
  const [began, since] = task.attempt.at(position);
  const all = (condition: Condition): number =>
    task.conditions.until(position, time, condition) - task.conditions.until(began, since, condition);
  found.set("busyTimeMsPerSecond", each("busy"));
  found.set("idleTimeMsPerSecond", each("idle"));
  found.set("softBackPressuredTimeMsPerSecond", each("soft"));
  found.set("hardBackPressuredTimeMsPerSecond", each("hard"));
  found.set("backPressuredTimeMsPerSecond", each("soft") + each("hard"));
  found.set("accumulateBusyTimeMs", all("busy"));
  found.set("accumulateIdleTimeMs", all("idle"));
  found.set("accumulateBackPressuredTimeMs", all("soft") + all("hard"));
  const now = task.conditions.changes.at(position);
  found.set("isBackPressured", now === "soft" || now === "hard");
}

function addWatermarks(found: Metrics, task: TaskSeries, position: number, now: bigint): void {
  addInputWatermarks(found, task.head, position);
  const outputs = task.ends.map(({ outputWatermark }) => outputWatermark.at(position));
  found.set("currentOutputWatermark", least(outputs));
  if (task.head.inputWatermarks.size > 0) return;
  const made = task.head.outputWatermark.at(position);
  if (made > MIN_TIMESTAMP && made < MAX_TIMESTAMP) found.set("watermarkLag", Number(now - made));
  const lag = task.eventTimeLag.at(position);
  if (lag !== null) found.set("currentEmitEventTimeLag", lag);
}

function addInputWatermarks(found: Metrics, operator: OperatorSeries, position: number): void {
  const inputs = [...operator.inputWatermarks].sort(([a], [b]) => a - b);
  const marks = inputs.map(([, series]) => series.at(position));
  if (marks.length > 0) found.set("currentInputWatermark", least(marks));
  if (marks.length > 1) {
    inputs.forEach(([number], place) => found.set(`currentInput${number + 1}Watermark`, marks[place]!));
  }
}

function least(marks: readonly bigint[]): bigint {
  return marks.reduce((a, b) => (a < b ? a : b));
}

/** How much of their buffers a task's pools have given out, from 0 to 1 (more with overdraft). */
export function poolUsage(task: TaskSeries, position: number): { input: number; output: number } {
  const { exclusive, floating } = usedInput(task, position);
  const { exclusive_buffers, floating_buffers, output_buffers } = task.plan;
  return {
    input: share(exclusive + floating, exclusive_buffers + floating_buffers),
    output: share(task.outputInUse.at(position), output_buffers),
  };
}

function usedInput(task: TaskSeries, position: number): { exclusive: number; floating: number } {
  const { plan, inputs } = task;
  let exclusive = plan.exclusive_buffers;
  for (const one of inputs) if (!one.plan.local) exclusive -= one.exclusive.at(position);
  return { exclusive, floating: plan.floating_buffers - task.floatingFree.at(position) };
}

function addBuffers(found: Metrics, task: TaskSeries, position: number): void {
  const { plan, inputs } = task;
  const remote = inputs.filter((channel) => !channel.plan.local);
  const { exclusive, floating } = usedInput(task, position);
  const usage = poolUsage(task, position);
  const waiting = inputs.map((one) => (one.plan.local ? one.queued : one.received).at(position));
  found.set("inputQueueLength", sum(waiting));
  found.set("inputQueueSize", sum(remote.map((one) => one.receivedBytes.at(position))));
  found.set("inPoolUsage", usage.input);
  found.set("inputExclusiveBuffersUsage", share(exclusive, plan.exclusive_buffers));
  found.set("inputFloatingBuffersUsage", share(floating, plan.floating_buffers));
  found.set("outputQueueLength", sum(task.outputs.map((one) => one.queued.at(position))));
  found.set("outputQueueSize", sum(task.outputs.map((one) => one.queuedBytes.at(position))));
  found.set("outPoolUsage", usage.output);
}

/** What an operator counted, and the latency of the markers that came to it, by their source. */
export function operatorMetrics(run: RunSeries, operator: string, position: number): Metrics {
  const series = run.operators.get(operator)!;
  const found: Metrics = new Map();
  for (const [name, counts] of series.counts) {
    if (counts.at(position) > 0) found.set(name, counts.at(position));
  }
  addInputWatermarks(found, series, position);
  found.set("currentOutputWatermark", series.outputWatermark.at(position));
  for (const [source, latencies] of series.latencies) {
    const [count, all, most] = latencies.at(position);
    if (count === 0) continue;
    found.set(`latency.source_id.${source}.count`, count);
    found.set(`latency.source_id.${source}.mean`, all / count);
    found.set(`latency.source_id.${source}.max`, most);
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
