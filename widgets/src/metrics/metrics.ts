/**
 * Flink's metrics at any position of a run, under Flink's names.
 *
 * The Python twin, flinksim/trace/metrics/job_metrics.py, documents each metric. A test compares both.
 */

import type { OperatorSeries, RunSeries, TaskSeries } from "./run_series";
import type { Condition, Series } from "./time_series";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";

export type Metric = number | bigint | boolean;
export type Metrics = Map<string, Metric>;

/** Flink averages times and rates over a minute. */
export const SPAN_MS = 60_000;

/** Compute the metrics of a task after `position` events. Times and rates are those of the last `span` milliseconds. */
export function computeTaskMetrics(run: RunSeries, subtask: string, position: number, span = SPAN_MS): Metrics {
  const task = run.tasks.get(subtask)!;
  const time = run.clock.at(position);
  const found: Metrics = new Map();
  for (const name of ["numRecordsIn", "numRecordsOut", "numBytesIn", "numBytesOut", "numBuffersIn", "numBuffersOut"] as const) {
    found.set(name, computeGrowth(task, task.counts[name], position, -1));
    if (name !== "numBuffersIn") {
      found.set(`${name}PerSecond`, computeRate(task, task.counts[name], position, time, span));
    }
  }
  addTimes(found, task, position, time, span);
  addWatermarks(found, task, position, run.start + BigInt(time));
  addBuffers(found, task, position);
  found.set("mailboxQueueSize", task.mails.at(position));
  found.set("numFiredTimers", computeGrowth(task, task.counts.numFiredTimers, position, -1));
  found.set("numFiredTimersPerSecond", computeRate(task, task.counts.numFiredTimers, position, time, span));
  return found;
}

/** Compute how much a count has grown since the time `first`, or since the current attempt began. */
function computeGrowth(task: TaskSeries, series: Series, position: number, first: number): number {
  const [attemptPosition, time] = task.attempt.at(position);
  return series.at(position) - (first > 0 && first >= time ? series.atTime(first) : series.at(attemptPosition));
}

function computeRate(task: TaskSeries, series: Series, position: number, time: number, span: number): number {
  const first = Math.max(time - span, 0);
  return (1000 * computeGrowth(task, series, position, first)) / Math.max(1, time - first);
}

/** Compute the milliseconds per second that a task spent in a condition, over the last `span` milliseconds. */
export function computeTimePerSecond(
  task: TaskSeries, condition: Condition, position: number, time: number, span = SPAN_MS,
): number {
  const first = Math.max(time - span, 0);
  const [attemptPosition, attemptTime] = task.attempt.at(position);
  const { conditions } = task;
  const before = first > attemptTime ? conditions.getTimeSpentBy(first, condition) : conditions.getTimeSpent(attemptPosition, attemptTime, condition);
  return (1000 * (conditions.getTimeSpent(position, time, condition) - before)) / Math.max(1, time - first);
}

function addTimes(found: Metrics, task: TaskSeries, position: number, time: number, span: number): void {
  const getPerSecond = (condition: Condition): number => computeTimePerSecond(task, condition, position, time, span);
  const [attemptPosition, attemptTime] = task.attempt.at(position);
  const getTotal = (condition: Condition): number =>
    task.conditions.getTimeSpent(position, time, condition) - task.conditions.getTimeSpent(attemptPosition, attemptTime, condition);
  found.set("busyTimeMsPerSecond", getPerSecond("busy"));
  found.set("idleTimeMsPerSecond", getPerSecond("idle"));
  found.set("softBackPressuredTimeMsPerSecond", getPerSecond("soft"));
  found.set("hardBackPressuredTimeMsPerSecond", getPerSecond("hard"));
  found.set("backPressuredTimeMsPerSecond", getPerSecond("soft") + getPerSecond("hard"));
  found.set("accumulateBusyTimeMs", getTotal("busy"));
  found.set("accumulateIdleTimeMs", getTotal("idle"));
  found.set("accumulateBackPressuredTimeMs", getTotal("soft") + getTotal("hard"));
  const now = task.conditions.changes.at(position);
  found.set("isBackPressured", now === "soft" || now === "hard");
}

function addWatermarks(found: Metrics, task: TaskSeries, position: number, now: bigint): void {
  addInputWatermarks(found, task.head, position);
  const outputs = task.tails.map(({ outputWatermark }) => outputWatermark.at(position));
  found.set("currentOutputWatermark", findLeast(outputs));
  if (task.head.inputWatermarks.size > 0) return;
  const emitted = task.head.outputWatermark.at(position);
  if (emitted > MIN_TIMESTAMP && emitted < MAX_TIMESTAMP) found.set("watermarkLag", Number(now - emitted));
  const lag = task.eventTimeLag.at(position);
  if (lag !== null) found.set("currentEmitEventTimeLag", lag);
}

function addInputWatermarks(found: Metrics, operator: OperatorSeries, position: number): void {
  const inputs = [...operator.inputWatermarks].sort(([a], [b]) => a - b);
  const marks = inputs.map(([, series]) => series.at(position));
  if (marks.length > 0) found.set("currentInputWatermark", findLeast(marks));
  if (marks.length > 1) {
    inputs.forEach(([number], place) => found.set(`currentInput${number + 1}Watermark`, marks[place]!));
  }
}

function findLeast(marks: readonly bigint[]): bigint {
  return marks.reduce((a, b) => (a < b ? a : b));
}

/** Compute the usage of a task's buffer pools, from 0 to 1 (above 1 with overdraft buffers). */
export function computePoolUsage(task: TaskSeries, position: number): { input: number; output: number } {
  const { exclusive, floating } = countUsedInputBuffers(task, position);
  const { exclusive_buffers, floating_buffers, output_buffers } = task.plan;
  return {
    input: computeShare(exclusive + floating, exclusive_buffers + floating_buffers),
    output: computeShare(task.outputInUse.at(position), output_buffers),
  };
}

function countUsedInputBuffers(task: TaskSeries, position: number): { exclusive: number; floating: number } {
  const { plan, inputs } = task;
  let exclusive = plan.exclusive_buffers;
  for (const one of inputs) if (!one.plan.local) exclusive -= one.exclusive.at(position);
  return { exclusive, floating: plan.floating_buffers - task.floatingFree.at(position) };
}

function addBuffers(found: Metrics, task: TaskSeries, position: number): void {
  const { plan, inputs } = task;
  const remote = inputs.filter((channel) => !channel.plan.local);
  const { exclusive, floating } = countUsedInputBuffers(task, position);
  const usage = computePoolUsage(task, position);
  const waiting = inputs.map((one) => (one.plan.local ? one.queued : one.received).at(position));
  found.set("inputQueueLength", sum(waiting));
  found.set("inputQueueSize", sum(remote.map((one) => one.receivedBytes.at(position))));
  found.set("inPoolUsage", usage.input);
  found.set("inputExclusiveBuffersUsage", computeShare(exclusive, plan.exclusive_buffers));
  found.set("inputFloatingBuffersUsage", computeShare(floating, plan.floating_buffers));
  found.set("outputQueueLength", sum(task.outputs.map((one) => one.queued.at(position))));
  found.set("outputQueueSize", sum(task.outputs.map((one) => one.queuedBytes.at(position))));
  found.set("outPoolUsage", usage.output);
}

/** Compute an operator's metrics, including the latency by source. */
export function computeOperatorMetrics(run: RunSeries, operator: string, position: number): Metrics {
  const series = run.operators.get(operator)!;
  const found: Metrics = new Map();
  for (const [name, counts] of series.counts) {
    if (counts.at(position) > 0) found.set(name, counts.at(position));
  }
  addInputWatermarks(found, series, position);
  found.set("currentOutputWatermark", series.outputWatermark.at(position));
  for (const [source, latencies] of series.latencies) {
    const [count, getTotal, max] = latencies.at(position);
    if (count === 0) continue;
    found.set(`latency.source_id.${source}.count`, count);
    found.set(`latency.source_id.${source}.mean`, getTotal / count);
    found.set(`latency.source_id.${source}.max`, max);
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function computeShare(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
