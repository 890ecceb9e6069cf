/**
 * The state of a job after the first n facts, folded from the facts alone.
 *
 * The twin of flinksim/trace/view.py: `apply` assigns and knows none of Flink's rules. A test folds
 * the same traces with both and compares them at many positions.
 */

import type { Plan, TraceEvent, Value } from "./trace.gen";
import { MIN_TIMESTAMP, parts } from "./values";

export interface ChannelView {
  watermark: bigint;
  idle: boolean;
  aligned: boolean;
  written: number;
  read: number;
  queued: number;
  on_wire: number;
  received: number;
  credit: number;
  credit_under_way: number;
  unannounced: number;
  exclusive: number;
  floating: number;
  required: number;
  waiting: boolean;
  stops_reading: boolean;
}

export interface InputView {
  watermark: bigint;
  idle: boolean;
  buffer_bytes: number;
}

export interface TaskView {
  state: string;
  mails: string[];
  suspended: string | null;
  inputs: Map<number, InputView>;
  floating_free: number;
  output_in_use: number;
}

export interface SplitView {
  watermark: bigint;
  idle: boolean;
}

export interface Timer {
  domain: string;
  key: Value;
  namespace: Value;
  timestamp: bigint;
}

export interface Pane {
  key: Value;
  window: Value;
  count: number;
}

export interface OperatorView {
  state: string;
  watermark: bigint;
  emitted_watermark: bigint;
  emitted_idle: boolean;
  splits: Map<string, SplitView>;
  timers: Map<string, Timer>;
  panes: Map<string, Pane>;
  late: number;
  results: number;
}

export interface JobView {
  time_ms: bigint;
  status: string;
  plan: Plan | null;
  tasks: Map<string, TaskView>;
  channels: Map<string, ChannelView>;
  operators: Map<string, OperatorView>;
}

export function emptyView(): JobView {
  return {
    time_ms: 0n,
    status: "CREATED",
    plan: null,
    tasks: new Map(),
    channels: new Map(),
    operators: new Map(),
  };
}

export function timerKey(timer: Timer): string {
  return `${timer.domain} ${timer.timestamp} ${timer.key} ${timer.namespace}`;
}

export function paneKey(key: Value, window: Value): string {
  return `${key} ${window}`;
}

/** Makes `fact` true in `view`. */
export function apply(view: JobView, fact: TraceEvent): void {
  switch (fact.type) {
    case "ElementWritten":
      view.channels.get(fact.channel)!.written = fact.sequence + 1;
      return;
    case "ElementReceived":
      view.channels.get(fact.channel)!.read = fact.sequence + 1;
      return;
    case "WindowAssigned":
      setPane(view, fact.operator, fact.key, fact.window, fact.count);
      return;
    case "BufferQueued":
      view.channels.get(fact.channel)!.queued = fact.queued;
      return;
    case "BufferSent": {
      const channel = view.channels.get(fact.channel)!;
      channel.queued = fact.queued;
      channel.credit = fact.credit;
      channel.on_wire = fact.on_wire;
      return;
    }
    case "BufferArrived": {
      const channel = view.channels.get(fact.channel)!;
      channel.received = fact.received;
      channel.on_wire = fact.on_wire;
      return;
    }
    case "BufferConsumed": {
      const channel = view.channels.get(fact.channel)!;
      channel.received = fact.received;
      channel.queued = fact.queued;
      return;
    }
    case "CreditChanged": {
      const channel = view.channels.get(fact.channel)!;
      channel.credit = fact.after;
      channel.credit_under_way = fact.under_way;
      return;
    }
    case "CreditAnnounced": {
      const channel = view.channels.get(fact.channel)!;
      channel.unannounced = 0;
      channel.credit_under_way = fact.under_way;
      return;
    }
    case "InputBuffersChanged": {
      const channel = view.channels.get(fact.channel)!;
      channel.exclusive = fact.exclusive;
      channel.floating = fact.floating;
      channel.required = fact.required;
      channel.unannounced = fact.unannounced;
      channel.waiting = fact.waiting;
      return;
    }
    case "ReadingStopped":
      view.channels.get(fact.channel)!.stops_reading = true;
      return;
    case "ReadingResumed":
      view.channels.get(fact.channel)!.stops_reading = false;
      return;
    case "OutputBuffersChanged":
      view.tasks.get(fact.subtask)!.output_in_use = fact.in_use;
      return;
    case "FloatingBuffersChanged":
      view.tasks.get(fact.subtask)!.floating_free = fact.free;
      return;
    case "MailEnqueued":
      view.tasks.get(fact.subtask)!.mails.push(fact.mail);
      return;
    case "MailTaken": {
      const mails = view.tasks.get(fact.subtask)!.mails;
      mails.splice(mails.indexOf(fact.mail), 1);
      return;
    }
    case "DefaultActionSuspended":
      view.tasks.get(fact.subtask)!.suspended = fact.reason;
      return;
    case "DefaultActionResumed":
      view.tasks.get(fact.subtask)!.suspended = null;
      return;
    case "ProcessingTimeAdvanced":
      view.time_ms = fact.after;
      return;
    case "ChannelWatermarkChanged": {
      const channel = view.channels.get(fact.channel)!;
      channel.watermark = fact.after;
      channel.aligned = fact.aligned;
      return;
    }
    case "ChannelStatusChanged": {
      const channel = view.channels.get(fact.channel)!;
      channel.idle = fact.idle;
      channel.aligned = fact.aligned;
      return;
    }
    case "InputWatermarkAdvanced":
      view.tasks.get(fact.subtask)!.inputs.get(fact.input)!.watermark = fact.after;
      return;
    case "BufferSizeAnnounced":
      view.tasks.get(fact.subtask)!.inputs.get(fact.input)!.buffer_bytes = fact.bytes;
      return;
    case "InputStatusChanged":
      view.tasks.get(fact.subtask)!.inputs.get(fact.input)!.idle = fact.idle;
      return;
    case "OperatorWatermarkAdvanced":
      view.operators.get(fact.operator)!.watermark = fact.after;
      return;
    case "WatermarkEmitted":
      view.operators.get(fact.operator)!.emitted_watermark = fact.timestamp;
      return;
    case "StatusEmitted":
      view.operators.get(fact.operator)!.emitted_idle = fact.idle;
      return;
    case "WatermarkGenerated":
      if (fact.split !== "") split(view, fact.operator, fact.split).watermark = fact.timestamp;
      return;
    case "SplitStatusChanged":
      split(view, fact.operator, fact.split).idle = fact.idle;
      return;
    case "TimerRegistered": {
      const { domain, key, namespace, timestamp } = fact;
      const timer = { domain, key, namespace, timestamp };
      view.operators.get(fact.operator)!.timers.set(timerKey(timer), timer);
      return;
    }
    case "TimerDeleted":
    case "TimerFired":
      view.operators.get(fact.operator)!.timers.delete(timerKey(fact));
      return;
    case "ElementsEvicted":
      setPane(view, fact.operator, fact.key, fact.window, fact.count);
      return;
    case "WindowsMerged": {
      const { panes } = view.operators.get(fact.operator)!;
      for (const window of parts(fact.merged) ?? []) panes.delete(paneKey(fact.key, window));
      setPane(view, fact.operator, fact.key, fact.result, fact.count);
      return;
    }
    case "WindowCleared":
      if (fact.reason === "purged") setPane(view, fact.operator, fact.key, fact.window, 0);
      else view.operators.get(fact.operator)!.panes.delete(paneKey(fact.key, fact.window));
      return;
    case "LateRecordDropped":
      view.operators.get(fact.operator)!.late += 1;
      return;
    case "ResultWritten":
      view.operators.get(fact.operator)!.results += 1;
      return;
    case "JobSubmitted":
      start(view, fact.plan);
      return;
    case "TaskStateChanged":
      view.tasks.get(fact.subtask)!.state = fact.after;
      return;
    case "OperatorOpened":
      view.operators.get(fact.operator)!.state = "open";
      return;
    case "OperatorFinished":
      view.operators.get(fact.operator)!.state = "finished";
      return;
    case "OperatorClosed":
      view.operators.get(fact.operator)!.state = "closed";
      return;
    case "JobFinished":
      view.status = fact.status;
      return;
    case "ElementProcessed":
    case "KeySelected":
    case "TimestampAssigned":
    case "TaskFailed":
    case "SourceRecordRead":
    case "SourceFinished":
    case "ChannelFlushed":
    case "OutputPersisted":
    case "WatermarkIgnored":
    case "RecordFiltered":
    case "LatencyMeasured":
    case "StateUpdated":
    case "StateCleared":
    case "TriggerEvaluated":
    case "WindowFired":
    case "WindowSkippedAsLate":
    case "SideOutputEmitted":
      return;
    default:
      fact satisfies never;
  }
}

function setPane(view: JobView, operator: string, key: Value, window: Value, count: number): void {
  view.operators.get(operator)!.panes.set(paneKey(key, window), { key, window, count });
}

function split(view: JobView, operator: string, name: string): SplitView {
  const { splits } = view.operators.get(operator)!;
  let found = splits.get(name);
  if (!found) {
    found = { watermark: MIN_TIMESTAMP, idle: false };
    splits.set(name, found);
  }
  return found;
}

function start(view: JobView, plan: Plan): void {
  view.plan = plan;
  view.status = "RUNNING";
  view.time_ms = BigInt(plan.start_time_ms);
  for (const subtask of plan.subtasks) {
    view.tasks.set(subtask.id, {
      state: "CREATED",
      mails: [],
      suspended: null,
      inputs: new Map(),
      floating_free: 0,
      output_in_use: 0,
    });
    const vertex = plan.vertices.find(({ id }) => id === subtask.vertex)!;
    for (const operator of vertex.operators) {
      view.operators.set(`o${operator.node}/${subtask.index}`, newOperator());
    }
  }
  for (const channel of plan.channels) {
    view.channels.set(channel.id, newChannel(channel.initial_credit));
    const { inputs } = view.tasks.get(channel.target)!;
    if (!inputs.has(channel.input)) {
      inputs.set(channel.input, { watermark: MIN_TIMESTAMP, idle: false, buffer_bytes: 0 });
    }
  }
}

function newOperator(): OperatorView {
  return {
    state: "created",
    watermark: MIN_TIMESTAMP,
    emitted_watermark: MIN_TIMESTAMP,
    emitted_idle: false,
    splits: new Map(),
    timers: new Map(),
    panes: new Map(),
    late: 0,
    results: 0,
  };
}

function newChannel(credit: number): ChannelView {
  return {
    watermark: MIN_TIMESTAMP,
    idle: false,
    aligned: true,
    written: 0,
    read: 0,
    queued: 0,
    on_wire: 0,
    received: 0,
    credit,
    credit_under_way: 0,
    unannounced: 0,
    exclusive: credit,
    floating: 0,
    required: 0,
    waiting: false,
    stops_reading: false,
  };
}

/** An independent copy; the plan, timers and panes are never changed in place and are shared. */
export function copyView(view: JobView): JobView {
  return {
    ...view,
    tasks: copyMap(view.tasks, (task) => ({
      ...task,
      mails: [...task.mails],
      inputs: copyMap(task.inputs, (input) => ({ ...input })),
    })),
    channels: copyMap(view.channels, (channel) => ({ ...channel })),
    operators: copyMap(view.operators, (operator) => ({
      ...operator,
      splits: copyMap(operator.splits, (one) => ({ ...one })),
      timers: new Map(operator.timers),
      panes: new Map(operator.panes),
    })),
  };
}

export function copyMap<K, V>(map: Map<K, V>, copy: (value: V) => V): Map<K, V> {
  const made = new Map<K, V>();
  for (const [key, value] of map) made.set(key, copy(value));
  return made;
}

/** The view as plain JSON, in the form that tests/trace/view_json.py gives the Python view. */
export function viewJson(view: JobView): unknown {
  const operators = copyMap<string, unknown>(view.operators, (operator) => {
    const { timers, panes } = operator as OperatorView;
    return { ...(operator as OperatorView), timers: [...timers.values()], panes: [...panes.values()] };
  });
  const plain = { ...view, operators, plan: view.plan?.job_name ?? null };
  const text = JSON.stringify(plain, (_key, value: unknown) => {
    if (typeof value === "bigint") return String(value);
    if (value instanceof Map) return [...value].map(([key, one]) => [String(key), one]);
    return value;
  });
  return JSON.parse(text);
}
