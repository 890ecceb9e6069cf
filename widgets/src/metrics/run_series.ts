/** Time series of a run's numbers: of its channels, tasks and operators. */

import { Conditions, Series } from "./time_series";
import type { Condition } from "./time_series";
import type { Trace } from "../trace/trace";
import type { Plan, PlanChannel, PlanSubtask, TraceEvent } from "../trace/trace.gen";
import { MIN_TIMESTAMP } from "../ui/value_format";

export class ChannelSeries {
  readonly queued = new Series(0);
  readonly queuedBytes = new Series(0);
  readonly received = new Series(0);
  readonly receivedBytes = new Series(0);
  readonly onWire = new Series(0);
  readonly read = new Series(0);
  /** Backlog that the sender announced last. */
  readonly backlog = new Series(0);
  readonly credit: Series;
  readonly exclusive: Series;
  readonly bytesInFlight: number[] = [];

  constructor(readonly plan: PlanChannel, readonly countsRecordsOut: boolean) {
    this.credit = new Series(plan.initial_credit);
    this.exclusive = new Series(plan.initial_credit);
  }
}

export const TASK_COUNTS = [
  "numRecordsIn", "numRecordsOut", "numBytesIn", "numBytesOut", "numBuffersIn", "numBuffersOut",
  "numFiredTimers",
] as const;
export type TaskCount = (typeof TASK_COUNTS)[number];

export class TaskSeries {
  readonly inputs: ChannelSeries[] = [];
  readonly outputs: ChannelSeries[] = [];
  readonly conditions = new Conditions();
  readonly counts = {} as Record<TaskCount, Series>;
  readonly mails = new Series(0);
  readonly outputInUse = new Series(0);
  readonly floatingFree: Series;
  readonly eventTimeLag = new Series<number | null>(null);
  /** Position and time at which the current attempt began. Each attempt has its own metrics. */
  readonly attempt = new Series<readonly [position: number, time: number]>([0, 0]);

  /** `head` is the first operator of the chain; `tails` are operators that call no other. */
  constructor(readonly plan: PlanSubtask, readonly head: OperatorSeries, readonly tails: readonly OperatorSeries[]) {
    for (const name of TASK_COUNTS) this.counts[name] = new Series(0);
    this.floatingFree = new Series(plan.floating_buffers);
  }
}

export class OperatorSeries {
  readonly counts = new Map<string, Series>();
  /** By input. The head of a chain has the inputs of its channels, other operators have one from their caller. */
  readonly inputWatermarks = new Map<number, Series<bigint>>();
  readonly outputWatermark = new Series<bigint>(MIN_TIMESTAMP);
  /** Operators of its chain that it calls. */
  readonly calls: OperatorSeries[] = [];
  /** Latencies by the source of the latency markers. */
  readonly latencies = new Map<string, Series<readonly [count: number, sum: number, most: number]>>();
}

const CONDITION_BY_REASON: Readonly<Record<string, Condition>> = {
  "no input": "idle",
  "no output buffer": "soft",
  blocked: "hard",
  busy: "busy",
  // as in Flink, where it is neither idle nor backpressured then
  "final checkpoint": "busy",
};
const EVENT_ELEMENTS = new Set(["endOfData", "endOfPartition", "barrier"]);

/** Built in one pass over the trace. */
export class RunSeries {
  readonly tasks = new Map<string, TaskSeries>();
  readonly channels = new Map<string, ChannelSeries>();
  readonly operators = new Map<string, OperatorSeries>();
  /** Virtual time in milliseconds since the start. */
  readonly clock = new Series(0);
  readonly start: bigint;
  readonly end: number;
  private readonly taskByOperator = new Map<string, string>();
  private readonly sources = new Set<string>();
  private position = 0;
  private time = 0;

  constructor(trace: Trace) {
    this.start = BigInt(trace.plan?.start_time_ms ?? 0);
    if (trace.plan) this.prepare(trace.plan);
    for (let index = 0; index < trace.eventCount; index++) {
      this.position = index + 1;
      this.applyEvent(trace.event(index));
    }
    this.end = this.time;
  }

  private prepare(plan: Plan): void {
    const tasksWithInput = new Set(plan.channels.map(({ target }) => target));
    for (const subtask of plan.subtasks) {
      const vertex = plan.vertices.find(({ id }) => id === subtask.vertex)!;
      const chain = new Map(vertex.operators.map(({ node }) => [node, new OperatorSeries()]));
      for (const operator of vertex.operators) {
        const id = `o${operator.node}/${subtask.index}`;
        const series = chain.get(operator.node)!;
        this.operators.set(id, series);
        for (const caller of operator.inputs) chain.get(caller)!.calls.push(series);
        if (operator.inputs.length > 0) series.inputWatermarks.set(0, new Series<bigint>(MIN_TIMESTAMP));
        this.taskByOperator.set(id, subtask.id);
        const hasInputs = plan.subtasks.some((one) => one.vertex === subtask.vertex && tasksWithInput.has(one.id));
        if (operator.inputs.length === 0 && !hasInputs) this.sources.add(id);
      }
      const all = [...chain.values()];
      const ends = all.filter(({ calls }) => calls.length === 0);
      this.tasks.set(subtask.id, new TaskSeries(subtask, all[0]!, ends));
    }
    const knownEdges = new Set<string>();
    for (const channel of plan.channels) {
      // A broadcast record is written to every channel of an edge, so only one channel counts it.
      const { source, source_node, target_node, side_output, input } = channel;
      const edge = JSON.stringify([source, source_node, target_node, side_output, input]);
      const series = new ChannelSeries(channel, channel.partitioner !== "BROADCAST" || !knownEdges.has(edge));
      knownEdges.add(edge);
      this.channels.set(channel.id, series);
      const target = this.getTask(channel.target);
      target.inputs.push(series);
      const { inputWatermarks } = target.head;
      if (!inputWatermarks.has(input)) inputWatermarks.set(input, new Series<bigint>(MIN_TIMESTAMP));
      this.getTask(source).outputs.push(series);
    }
  }

  private applyEvent(event: TraceEvent): void {
    switch (event.type) {
      case "ElementWritten": {
        const channel = this.getChannel(event.channel);
        const task = this.getTask(channel.plan.source);
        this.setValue(channel.queuedBytes, channel.queuedBytes.last + event.bytes);
        if (event.element === "record" && channel.countsRecordsOut) this.addToTaskCount(task, "numRecordsOut");
        if (!EVENT_ELEMENTS.has(event.element)) this.addToTaskCount(task, "numBytesOut", event.bytes);
        return;
      }
      case "ElementReceived":
        this.setValue(this.getChannel(event.channel).read, event.sequence + 1);
        if (event.element === "record") this.addToTaskCount(this.getTask(event.subtask), "numRecordsIn");
        return;
      case "ElementProcessed":
        if (event.element === "record") this.addToOperatorCount(event.operator, "numRecordsIn");
        return;
      case "BufferQueued":
      case "EmptyBufferDropped":
        this.setValue(this.getChannel(event.channel).queued, event.queued);
        return;
      case "BufferSent": {
        const channel = this.getChannel(event.channel);
        this.setValue(channel.queued, event.queued);
        this.setValue(channel.queuedBytes, Math.max(channel.queuedBytes.last - event.bytes, 0));
        this.setValue(channel.credit, event.credit);
        this.setValue(channel.onWire, event.on_wire);
        this.setValue(channel.backlog, event.backlog);
        channel.bytesInFlight.push(event.bytes);
        this.addToTaskCount(this.getTask(channel.plan.source), "numBuffersOut");
        return;
      }
      case "BufferArrived": {
        const channel = this.getChannel(event.channel);
        this.setValue(channel.received, event.received);
        this.setValue(channel.onWire, event.on_wire);
        this.setValue(channel.receivedBytes, channel.receivedBytes.last + (channel.bytesInFlight.shift() ?? 0));
        return;
      }
      case "BufferConsumed":
        this.applyBufferConsumed(event);
        return;
      case "CreditChanged":
        this.setValue(this.getChannel(event.channel).credit, event.after);
        return;
      case "InputBuffersChanged":
        this.setValue(this.getChannel(event.channel).exclusive, event.exclusive);
        return;
      case "FloatingBuffersChanged":
        this.setValue(this.getTask(event.subtask).floatingFree, event.free);
        return;
      case "OutputBuffersChanged":
        this.setValue(this.getTask(event.subtask).outputInUse, event.in_use);
        return;
      case "InputWatermarkAdvanced":
        this.setValue(this.getTask(event.subtask).head.inputWatermarks.get(event.input)!, event.after);
        return;
      case "WatermarkEmitted": {
        const operator = this.operators.get(event.operator)!;
        this.setValue(operator.outputWatermark, event.timestamp);
        for (const called of operator.calls) this.setValue(called.inputWatermarks.get(0)!, event.timestamp);
        return;
      }
      case "SourceRecordRead":
        this.addToTaskCount(this.getTask(this.taskByOperator.get(event.operator)!), "numRecordsIn");
        this.addToOperatorCount(event.operator, "numRecordsIn");
        if (event.timestamp !== null) this.setEventTimeLag(event.operator, event.timestamp);
        return;
      case "TimestampAssigned":
        if (this.sources.has(event.operator)) this.setEventTimeLag(event.operator, event.after);
        return;
      case "TimerFired":
        this.addToTaskCount(this.getTask(this.taskByOperator.get(event.operator)!), "numFiredTimers");
        return;
      case "LatencyMeasured": {
        const { latencies } = this.operators.get(event.operator)!;
        const found = latencies.get(event.source) ?? new Series<readonly [number, number, number]>([0, 0, 0]);
        const [count, sum, max] = found.last;
        this.setValue(found, [count + 1, sum + event.latency, Math.max(max, event.latency)]);
        latencies.set(event.source, found);
        return;
      }
      case "LateRecordDropped":
        this.addToOperatorCount(event.operator, "numLateRecordsDropped");
        return;
      case "ResultWritten":
        this.addToOperatorCount(event.operator, "numRecordsSend");
        return;
      case "MailEnqueued":
      case "MailTaken":
        this.setValue(this.getTask(event.subtask).mails, event.waiting);
        return;
      case "DefaultActionSuspended":
        this.setCondition(event.subtask, CONDITION_BY_REASON[event.reason]!);
        return;
      case "DefaultActionResumed":
        this.setCondition(event.subtask, "busy");
        return;
      case "TaskStateChanged": {
        const { conditions } = this.getTask(event.subtask);
        if (event.after === "RUNNING") conditions.start(this.position, this.time);
        else if (event.before === "RUNNING") conditions.end(this.position, this.time);
        return;
      }
      case "ExecutionReset":
        this.resetTask(event.subtask);
        return;
      case "ProcessingTimeAdvanced":
        this.time = Number(event.after - this.start);
        this.setValue(this.clock, this.time);
        return;
      default:
    }
  }

  /** Reset a subtask for its new attempt. Counts continue; metrics subtract the values of earlier attempts. */
  private resetTask(subtask: string): void {
    const task = this.getTask(subtask);
    this.setValue(task.attempt, [this.position, this.time]);
    for (const each of [task.mails, task.outputInUse, task.floatingFree]) this.setValue(each, each.initial);
    this.setValue(task.eventTimeLag, null);
    task.conditions.setCondition(this.position, this.time, "busy");
    for (const channel of task.inputs) {
      const { queued, queuedBytes, received, receivedBytes, onWire, read, backlog, credit, exclusive } = channel;
      for (const each of [queued, queuedBytes, received, receivedBytes, onWire, read, backlog, credit, exclusive]) {
        this.setValue(each, each.initial);
      }
      channel.bytesInFlight.length = 0;
    }
    for (const [id, operator] of this.operators) {
      if (this.taskByOperator.get(id) !== subtask) continue;
      for (const each of [...operator.counts.values()]) this.setValue(each, 0);
      for (const each of operator.latencies.values()) this.setValue(each, each.initial);
      for (const each of operator.inputWatermarks.values()) this.setValue(each, each.initial);
      this.setValue(operator.outputWatermark, operator.outputWatermark.initial);
    }
  }

  private applyBufferConsumed(event: TraceEvent & { type: "BufferConsumed" }): void {
    const channel = this.getChannel(event.channel);
    const task = this.getTask(channel.plan.target);
    this.addToTaskCount(task, "numBuffersIn");
    this.addToTaskCount(task, "numBytesIn", event.bytes);
    this.setValue(channel.queued, event.queued);
    this.setValue(channel.received, event.received);
    if (channel.plan.local) {
      this.setValue(channel.queuedBytes, Math.max(channel.queuedBytes.last - event.bytes, 0));
      this.addToTaskCount(this.getTask(channel.plan.source), "numBuffersOut");
    } else {
      this.setValue(channel.receivedBytes, Math.max(channel.receivedBytes.last - event.bytes, 0));
    }
  }

  private setCondition(subtask: string, condition: Condition): void {
    this.getTask(subtask).conditions.setCondition(this.position, this.time, condition);
  }

  private setEventTimeLag(operator: string, timestamp: bigint): void {
    const lag = Number(BigInt(this.time) + this.start - timestamp);
    this.setValue(this.getTask(this.taskByOperator.get(operator)!).eventTimeLag, lag);
  }

  private addToTaskCount(task: TaskSeries, name: TaskCount, by = 1): void {
    this.setValue(task.counts[name], task.counts[name].last + by);
  }

  private addToOperatorCount(operator: string, name: string): void {
    const { counts } = this.operators.get(operator)!;
    const found = counts.get(name) ?? new Series(0);
    this.setValue(found, found.last + 1);
    counts.set(name, found);
  }

  private setValue<T>(series: Series<T>, value: T): void {
    series.set(this.position, this.time, value);
  }

  private getTask(id: string): TaskSeries {
    return this.tasks.get(id)!;
  }

  private getChannel(id: string): ChannelSeries {
    return this.channels.get(id)!;
  }
}

