/** Everything of a run that is a number over time: of its channels, tasks and operators. */

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
  /** What the sender last said that it had ready. */
  readonly backlog = new Series(0);
  readonly credit: Series;
  readonly exclusive: Series;
  readonly underWay: number[] = [];

  constructor(readonly plan: PlanChannel, readonly countsRecordsOut: boolean) {
    this.credit = new Series(plan.initial_credit);
    this.exclusive = new Series(plan.initial_credit);
  }
}

export const COUNTS = [
  "numRecordsIn", "numRecordsOut", "numBytesIn", "numBytesOut", "numBuffersIn", "numBuffersOut",
  "numFiredTimers",
] as const; // prettier-ignore
export type Count = (typeof COUNTS)[number];

export class TaskSeries {
  readonly inputs: ChannelSeries[] = [];
  readonly outputs: ChannelSeries[] = [];
  readonly conditions = new Conditions();
  readonly counts = {} as Record<Count, Series>;
  readonly mails = new Series(0);
  readonly outputInUse = new Series(0);
  readonly floatingFree: Series;
  readonly eventTimeLag = new Series<number | null>(null);
  /** After how many facts, and when, the present attempt began; each has metrics of its own. */
  readonly attempt = new Series<readonly [position: number, time: number]>([0, 0]);

  /** `head` and `ends` are operators of its chain; an end calls no other. */
  constructor(readonly plan: PlanSubtask, readonly head: OperatorSeries, readonly ends: readonly OperatorSeries[]) {
    for (const name of COUNTS) this.counts[name] = new Series(0);
    this.floatingFree = new Series(plan.floating_buffers);
  }
}

export class OperatorSeries {
  readonly counts = new Map<string, Series>();
  /** By input: of channels for the head of a chain, else the one of the operator that calls it. */
  readonly inputWatermarks = new Map<number, Series<bigint>>();
  readonly outputWatermark = new Series<bigint>(MIN_TIMESTAMP);
  /** The operators of its chain that it calls. */
  readonly calls: OperatorSeries[] = [];
  /** By the source that latency markers came from: how many, all together, and the slowest. */
  readonly latencies = new Map<string, Series<readonly [count: number, sum: number, most: number]>>();
}

const CONDITION_OF: Readonly<Record<string, Condition>> = {
  "no input": "idle",
  "no output buffer": "soft",
  blocked: "hard",
  busy: "busy",
};
const EVENTS = new Set(["endOfData", "endOfPartition", "barrier"]);

/** One pass over a trace. */
export class RunSeries {
  readonly tasks = new Map<string, TaskSeries>();
  readonly channels = new Map<string, ChannelSeries>();
  readonly operators = new Map<string, OperatorSeries>();
  /** Virtual time, in milliseconds since the start. */
  readonly clock = new Series(0);
  readonly start: bigint;
  readonly end: number;
  private readonly taskOf = new Map<string, string>();
  private readonly sources = new Set<string>();
  private position = 0;
  private time = 0;

  constructor(trace: Trace) {
    this.start = BigInt(trace.plan?.start_time_ms ?? 0);
    if (trace.plan) this.prepare(trace.plan);
    for (let index = 0; index < trace.eventCount; index++) {
      this.position = index + 1;
      this.apply(trace.event(index));
    }
    this.end = this.time;
  }

  private prepare(plan: Plan): void {
    const fed = new Set(plan.channels.map(({ target }) => target));
    for (const subtask of plan.subtasks) {
      const vertex = plan.vertices.find(({ id }) => id === subtask.vertex)!;
      const chain = new Map(vertex.operators.map(({ node }) => [node, new OperatorSeries()]));
      for (const operator of vertex.operators) {
        const id = `o${operator.node}/${subtask.index}`;
        const series = chain.get(operator.node)!;
        this.operators.set(id, series);
        for (const caller of operator.inputs) chain.get(caller)!.calls.push(series);
        if (operator.inputs.length > 0) series.inputWatermarks.set(0, new Series<bigint>(MIN_TIMESTAMP));
        this.taskOf.set(id, subtask.id);
        const hasInputs = plan.subtasks.some((one) => one.vertex === subtask.vertex && fed.has(one.id));
        if (operator.inputs.length === 0 && !hasInputs) this.sources.add(id);
      }
      const all = [...chain.values()];
      const ends = all.filter(({ calls }) => calls.length === 0);
      this.tasks.set(subtask.id, new TaskSeries(subtask, all[0]!, ends));
    }
    const seen = new Set<string>();
    for (const channel of plan.channels) {
      // What goes to every channel of an edge is one record, so one channel counts for all.
      const { source, source_node, target_node, side_output, input } = channel;
      const edge = JSON.stringify([source, source_node, target_node, side_output, input]);
      const made = new ChannelSeries(channel, channel.partitioner !== "BROADCAST" || !seen.has(edge));
      seen.add(edge);
      this.channels.set(channel.id, made);
      const target = this.task(channel.target);
      target.inputs.push(made);
      const { inputWatermarks } = target.head;
      if (!inputWatermarks.has(input)) inputWatermarks.set(input, new Series<bigint>(MIN_TIMESTAMP));
      this.task(source).outputs.push(made);
    }
  }

  private apply(fact: TraceEvent): void {
    switch (fact.type) {
      case "ElementWritten": {
        const channel = this.channel(fact.channel);
        const task = this.task(channel.plan.source);
        this.put(channel.queuedBytes, channel.queuedBytes.last + fact.bytes);
        if (fact.element === "record" && channel.countsRecordsOut) this.count(task, "numRecordsOut");
        if (!EVENTS.has(fact.element)) this.count(task, "numBytesOut", fact.bytes);
        return;
      }
      case "ElementReceived":
        this.put(this.channel(fact.channel).read, fact.sequence + 1);
        if (fact.element === "record") this.count(this.task(fact.subtask), "numRecordsIn");
        return;
      case "ElementProcessed":
        if (fact.element === "record") this.countIn(fact.operator, "numRecordsIn");
        return;
      case "BufferQueued":
      case "EmptyBufferDropped":
        this.put(this.channel(fact.channel).queued, fact.queued);
        return;
      case "BufferSent": {
        const channel = this.channel(fact.channel);
        this.put(channel.queued, fact.queued);
        this.put(channel.queuedBytes, channel.queuedBytes.last - fact.bytes);
        this.put(channel.credit, fact.credit);
        this.put(channel.onWire, fact.on_wire);
        this.put(channel.backlog, fact.backlog);
        channel.underWay.push(fact.bytes);
        this.count(this.task(channel.plan.source), "numBuffersOut");
        return;
      }
      case "BufferArrived": {
        const channel = this.channel(fact.channel);
        this.put(channel.received, fact.received);
        this.put(channel.onWire, fact.on_wire);
        this.put(channel.receivedBytes, channel.receivedBytes.last + channel.underWay.shift()!);
        return;
      }
      case "BufferConsumed":
        this.consumed(fact);
        return;
      case "CreditChanged":
        this.put(this.channel(fact.channel).credit, fact.after);
        return;
      case "InputBuffersChanged":
        this.put(this.channel(fact.channel).exclusive, fact.exclusive);
        return;
      case "FloatingBuffersChanged":
        this.put(this.task(fact.subtask).floatingFree, fact.free);
        return;
      case "OutputBuffersChanged":
        this.put(this.task(fact.subtask).outputInUse, fact.in_use);
        return;
      case "InputWatermarkAdvanced":
        this.put(this.task(fact.subtask).head.inputWatermarks.get(fact.input)!, fact.after);
        return;
      case "WatermarkEmitted": {
        const operator = this.operators.get(fact.operator)!;
        this.put(operator.outputWatermark, fact.timestamp);
        for (const called of operator.calls) this.put(called.inputWatermarks.get(0)!, fact.timestamp);
        return;
      }
      case "SourceRecordRead":
        this.count(this.task(this.taskOf.get(fact.operator)!), "numRecordsIn");
        this.countIn(fact.operator, "numRecordsIn");
        if (fact.timestamp !== null) this.lag(fact.operator, fact.timestamp);
        return;
      case "TimestampAssigned":
        if (this.sources.has(fact.operator)) this.lag(fact.operator, fact.after);
        return;
      case "TimerFired":
        this.count(this.task(this.taskOf.get(fact.operator)!), "numFiredTimers");
        return;
      case "LatencyMeasured": {
        const { latencies } = this.operators.get(fact.operator)!;
        const found = latencies.get(fact.source) ?? new Series<readonly [number, number, number]>([0, 0, 0]);
        const [count, sum, most] = found.last;
        this.put(found, [count + 1, sum + fact.latency, Math.max(most, fact.latency)]);
        latencies.set(fact.source, found);
        return;
      }
      case "LateRecordDropped":
        this.countIn(fact.operator, "numLateRecordsDropped");
        return;
      case "ResultWritten":
        this.countIn(fact.operator, "numRecordsSend");
        return;
      case "MailEnqueued":
      case "MailTaken":
        this.put(this.task(fact.subtask).mails, fact.waiting);
        return;
      case "DefaultActionSuspended":
        this.becomes(fact.subtask, CONDITION_OF[fact.reason]!);
        return;
      case "DefaultActionResumed":
        this.becomes(fact.subtask, "busy");
        return;
      case "TaskStateChanged": {
        const { conditions } = this.task(fact.subtask);
        if (fact.after === "RUNNING") conditions.starts(this.position, this.time);
        else if (fact.before === "RUNNING") conditions.ends(this.position, this.time);
        return;
      }
      case "ExecutionReset":
        this.begin(fact.subtask);
        return;
      case "ProcessingTimeAdvanced":
        this.time = Number(fact.after - this.start);
        this.put(this.clock, this.time);
        return;
      default:
    }
  }

  /** What a subtask was and knew is gone. What it counts goes on here; metrics take what came before off. */
  private begin(subtask: string): void {
    const task = this.task(subtask);
    this.put(task.attempt, [this.position, this.time]);
    for (const each of [task.mails, task.outputInUse, task.floatingFree]) this.put(each, each.initial);
    this.put(task.eventTimeLag, null);
    task.conditions.becomes(this.position, this.time, "busy");
    for (const channel of task.inputs) {
      const { queued, queuedBytes, received, receivedBytes, onWire, read, backlog, credit, exclusive } = channel;
      for (const each of [queued, queuedBytes, received, receivedBytes, onWire, read, backlog, credit, exclusive]) {
        this.put(each, each.initial);
      }
      channel.underWay.length = 0;
    }
    for (const [id, operator] of this.operators) {
      if (this.taskOf.get(id) !== subtask) continue;
      for (const each of [...operator.counts.values()]) this.put(each, 0);
      for (const each of operator.latencies.values()) this.put(each, each.initial);
      for (const each of operator.inputWatermarks.values()) this.put(each, each.initial);
      this.put(operator.outputWatermark, operator.outputWatermark.initial);
    }
  }

  private consumed(fact: TraceEvent & { type: "BufferConsumed" }): void {
    const channel = this.channel(fact.channel);
    const task = this.task(channel.plan.target);
    this.count(task, "numBuffersIn");
    this.count(task, "numBytesIn", fact.bytes);
    this.put(channel.queued, fact.queued);
    this.put(channel.received, fact.received);
    if (channel.plan.local) {
      this.put(channel.queuedBytes, channel.queuedBytes.last - fact.bytes);
      this.count(this.task(channel.plan.source), "numBuffersOut");
    } else {
      this.put(channel.receivedBytes, channel.receivedBytes.last - fact.bytes);
    }
  }

  private becomes(subtask: string, condition: Condition): void {
    this.task(subtask).conditions.becomes(this.position, this.time, condition);
  }

  private lag(operator: string, timestamp: bigint): void {
    const lag = Number(BigInt(this.time) + this.start - timestamp);
    this.put(this.task(this.taskOf.get(operator)!).eventTimeLag, lag);
  }

  private count(task: TaskSeries, name: Count, by = 1): void {
    this.put(task.counts[name], task.counts[name].last + by);
  }

  private countIn(operator: string, name: string): void {
    const { counts } = this.operators.get(operator)!;
    const found = counts.get(name) ?? new Series(0);
    this.put(found, found.last + 1);
    counts.set(name, found);
  }

  private put<T>(series: Series<T>, value: T): void {
    series.set(this.position, this.time, value);
  }

  private task(id: string): TaskSeries {
    return this.tasks.get(id)!;
  }

  private channel(id: string): ChannelSeries {
    return this.channels.get(id)!;
  }
}

