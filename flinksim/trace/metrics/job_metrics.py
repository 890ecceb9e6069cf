"""Flink's metrics of every subtask after any step, computed from the events of a trace alone.

The names are Flink's own (``MetricNames``, ``NettyShuffleMetricFactory``). Those of buffers are under
``Shuffle.Netty.Input.Buffers`` and ``Shuffle.Netty.Output.Buffers`` in Flink and have only their last
part here. Counters count from the start. Gauges have their current value. Times and rates are those of
the last ``span_ms`` of virtual time (Flink: the last minute, a sample every five seconds).

A task is *busy* if it is neither idle (waiting for input) nor backpressured (waiting for an output
buffer). In virtual time only some things take time: ``time.sleep``, ``cost``, links with a latency or
a bandwidth, and sources that wait for an arrival.

Differs: ``numBytesOut`` counts bytes when they are written and ``numBuffersOut`` buffers when they are
sent. Flink counts both when a buffer is finished. A task has ``currentOutputWatermark``, the lowest of
the operators at the ends of its chain; in Flink only operators have it. A task with two inputs has
``currentInput1Watermark`` and ``currentInput2Watermark``, which Flink has for more inputs only.

The browser computes the same (``widgets/src/metrics/metrics.ts``); a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.validation import validate_arguments
from flinksim.trace import events as e
from flinksim.trace.metrics.counters import (
    BUSY,
    CONDITIONS_BY_REASON,
    HARD_BACKPRESSURE,
    IDLE,
    SOFT_BACKPRESSURE,
    ZERO_COUNTER,
    ChannelCounts,
    CumulativeCounter,
    OperatorWatermarks,
    TaskCounts,
)
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace

Metrics: TypeAlias = dict[str, int | float | bool]
"""The metrics of one subtask by Flink's names."""

DEFAULT_SPAN_MS = 60_000
"""Flink averages times and rates over one minute."""

_UNCOUNTED_ELEMENTS = ("endOfData", "endOfPartition", "barrier")
"""Elements that Flink does not count as output bytes, although it counts them as input bytes."""


class MetricsView:
    """The metrics of a job after those of its events that were applied so far.

    :meth:`apply` takes the events in order. :meth:`get_task_metrics` returns the metrics of a subtask
    by name, :meth:`get_operator_metrics` those of an operator instance. Not in Flink.

    Raises:
        ValueError: *span_ms* is less than 1.
    """

    @validate_arguments
    def __init__(self, span_ms: int = DEFAULT_SPAN_MS) -> None:
        if span_ms < 1:
            raise ValueError(f"span_ms={span_ms}: expected at least 1 ms")
        self.span_ms = span_ms
        self.time_ms = 0
        self.start_ms = 0
        self._plan: Plan | None = None
        self._tasks: dict[SubtaskId, TaskCounts] = {}
        self._channels: dict[ChannelId, ChannelCounts] = {}
        self._inputs: dict[SubtaskId, list[ChannelCounts]] = {}
        self._outputs: dict[SubtaskId, list[ChannelCounts]] = {}
        self._subtask_of: dict[OperatorId, SubtaskId] = {}
        self._operators: dict[OperatorId, dict[str, int]] = {}
        self._watermarks: dict[OperatorId, OperatorWatermarks] = {}
        self._chain_heads: dict[SubtaskId, OperatorWatermarks] = {}
        self._chain_ends: dict[SubtaskId, list[OperatorWatermarks]] = {}
        self._sources: set[OperatorId] = set()
        self._latencies: dict[OperatorId, dict[OperatorId, list[int]]] = {}

    # --- events ----------------------------------------------------------------------------------

    def apply(self, event: e.TraceEvent) -> None:
        """Apply *event* to the metrics."""
        match event:
            case e.ElementWritten():
                self._on_element_written(event)
            case e.ElementReceived():
                if event.element == "record":
                    self._tasks[event.subtask].increment("numRecordsIn", self.time_ms)
            case e.ElementProcessed():
                if event.element == "record":
                    self._increment_operator_counter(event.operator, "numRecordsIn")
            case e.BufferQueued() | e.EmptyBufferDropped():
                self._channels[event.channel].queued = event.queued
            case e.BufferSent():
                channel = self._channels[event.channel]
                channel.queued = event.queued
                channel.queued_bytes = max(channel.queued_bytes - event.bytes, 0)
                channel.bytes_in_transit.append(event.bytes)
                self._tasks[channel.plan_channel.source].increment("numBuffersOut", self.time_ms)
            case e.BufferArrived():
                channel = self._channels[event.channel]
                channel.received = event.received
                if channel.bytes_in_transit:  # else a recording without the sender
                    channel.received_bytes += channel.bytes_in_transit.popleft()
            case e.BufferConsumed():
                self._on_buffer_consumed(event)
            case e.InputBuffersChanged():
                self._channels[event.channel].exclusive_empty = event.exclusive
            case e.FloatingBuffersChanged():
                self._tasks[event.subtask].floating_free = event.free
            case e.OutputBuffersChanged():
                self._tasks[event.subtask].output_in_use = event.in_use
            case e.InputWatermarkAdvanced():
                self._chain_heads[event.subtask].inputs[event.input] = event.after
            case e.WatermarkEmitted():
                self._on_watermark_emitted(event)
            case e.SourceRecordRead():
                self._on_source_record_read(event)
            case e.TimestampAssigned():
                if event.operator in self._sources:
                    subtask = self._subtask_of[event.operator]
                    self._tasks[subtask].event_time_lag_ms = self.time_ms - event.after
            case e.TimerFired():
                self._tasks[self._subtask_of[event.operator]].increment(
                    "numFiredTimers", self.time_ms
                )
            case e.LatencyMeasured():
                found = self._latencies.setdefault(event.operator, {})
                found.setdefault(event.source, []).append(event.latency)
            case e.LateRecordDropped():
                self._increment_operator_counter(event.operator, "numLateRecordsDropped")
            case e.ResultWritten():
                self._increment_operator_counter(event.operator, "numRecordsSend")
            case e.MailEnqueued() | e.MailTaken():
                self._tasks[event.subtask].mail_count = event.waiting
            case e.DefaultActionSuspended():
                self._set_condition(event.subtask, CONDITIONS_BY_REASON[event.reason])
            case e.DefaultActionResumed():
                self._set_condition(event.subtask, BUSY)
            case e.ProcessingTimeAdvanced():
                self.time_ms = event.after
            case e.TaskStateChanged():
                self._on_task_state_changed(event)
            case e.ExecutionReset():
                assert self._plan is not None
                self._reset_subtasks(self._plan, {event.subtask})
            case e.JobSubmitted():
                self._on_job_submitted(event.plan)
            case _:
                pass

    def _on_job_submitted(self, plan: Plan) -> None:
        self._plan = plan
        self.time_ms = self.start_ms = plan.start_time_ms
        for subtask in plan.subtasks:
            self._inputs[subtask.id], self._outputs[subtask.id] = [], []
        with_inputs = {channel.target for channel in plan.channels}
        for one in plan.instances():
            self._subtask_of[one.id] = one.subtask.id
            own = self._watermarks[one.id] = OperatorWatermarks()
            self._chain_heads.setdefault(one.subtask.id, own)
            for caller in one.operator.inputs:
                calls = self._watermarks[OperatorId(f"o{caller}/{one.subtask.index}")].downstream
                calls.append(own)
                own.inputs[0] = MIN_TIMESTAMP
            if not one.operator.inputs and one.subtask.id not in with_inputs:
                self._sources.add(one.id)
        for operator, watermarks in self._watermarks.items():
            if not watermarks.downstream:
                self._chain_ends.setdefault(self._subtask_of[operator], []).append(watermarks)
        counted_edges: set[tuple[SubtaskId, int, int, str | None, int]] = set()
        for each in plan.channels:
            # A broadcast record is one record, so only one channel of the edge counts it.
            edge = (each.source, each.source_node, each.target_node, each.side_output, each.input)
            channel = ChannelCounts(
                each,
                counts_records_out=each.partitioner != "BROADCAST" or edge not in counted_edges,
            )
            counted_edges.add(edge)
            self._channels[each.id] = channel
            self._inputs[each.target].append(channel)
            self._chain_heads[each.target].inputs[each.input] = MIN_TIMESTAMP
            self._outputs[each.source].append(channel)
        self._reset_subtasks(plan, set(self._inputs))

    def _reset_subtasks(self, plan: Plan, subtasks: set[SubtaskId]) -> None:
        """Reset the metrics of *subtasks* that restart: each attempt counts from 0."""
        for one in plan.instances():
            if one.subtask.id in subtasks:
                self._operators[one.id] = {}
                self._watermarks[one.id].reset()
                self._latencies.pop(one.id, None)
        for subtask in plan.subtasks:
            if subtask.id in subtasks:
                self._tasks[subtask.id] = TaskCounts(
                    condition_since_ms=self.time_ms, floating_free=subtask.floating_buffers
                )
                for channel in self._inputs[subtask.id]:
                    channel.reset()

    def _on_element_written(self, event: e.ElementWritten) -> None:
        channel = self._channels[event.channel]
        task = self._tasks[channel.plan_channel.source]
        channel.queued_bytes += event.bytes
        if event.element == "record" and channel.counts_records_out:
            task.increment("numRecordsOut", self.time_ms)
        if event.element not in _UNCOUNTED_ELEMENTS:
            task.increment("numBytesOut", self.time_ms, event.bytes)

    def _on_buffer_consumed(self, event: e.BufferConsumed) -> None:
        channel = self._channels[event.channel]
        task = self._tasks[channel.plan_channel.target]
        task.increment("numBuffersIn", self.time_ms)
        task.increment("numBytesIn", self.time_ms, event.bytes)
        channel.queued = event.queued
        channel.received = event.received
        if channel.plan_channel.local:
            channel.queued_bytes = max(channel.queued_bytes - event.bytes, 0)
            self._tasks[channel.plan_channel.source].increment("numBuffersOut", self.time_ms)
        else:
            channel.received_bytes = max(channel.received_bytes - event.bytes, 0)

    def _on_watermark_emitted(self, event: e.WatermarkEmitted) -> None:
        operator = self._watermarks[event.operator]
        operator.output = event.timestamp
        for called in operator.downstream:
            called.inputs[0] = event.timestamp

    def _on_source_record_read(self, event: e.SourceRecordRead) -> None:
        task = self._tasks[self._subtask_of[event.operator]]
        task.increment("numRecordsIn", self.time_ms)
        self._increment_operator_counter(event.operator, "numRecordsIn")
        if event.timestamp is not None:
            task.event_time_lag_ms = self.time_ms - event.timestamp

    def _increment_operator_counter(self, operator: OperatorId, name: str) -> None:
        counts = self._operators[operator]
        counts[name] = counts.get(name, 0) + 1

    def _on_task_state_changed(self, event: e.TaskStateChanged) -> None:
        task = self._tasks[event.subtask]
        task.state = event.after
        if event.after == "RUNNING":
            task.condition_since_ms = task.running_since_ms = self.time_ms
        elif event.before == "RUNNING":
            self._close_period(task)

    # --- time ------------------------------------------------------------------------------------

    def _set_condition(self, subtask: SubtaskId, condition: str) -> None:
        task = self._tasks[subtask]
        self._close_period(task)
        task.condition = condition

    def _close_period(self, task: TaskCounts) -> None:
        if self.time_ms > task.condition_since_ms and task.running_since_ms is not None:
            spent = self.time_ms - task.condition_since_ms
            task.spent_ms[task.condition] = task.spent_ms.get(task.condition, 0) + spent
            task.periods.append((task.condition_since_ms, self.time_ms, task.condition))
            while task.periods[0][1] <= self.time_ms - self.span_ms:
                task.periods.popleft()
        task.condition_since_ms = self.time_ms

    def _compute_ms_in_condition(self, task: TaskCounts, condition: str) -> float:
        """Return the total time in ms for which a task was in *condition* (idle, backpressured ...)."""
        spent = task.spent_ms.get(condition, 0)
        if task.state == "RUNNING" and task.condition == condition:
            spent += self.time_ms - task.condition_since_ms
        return spent

    def _compute_ms_per_second(self, task: TaskCounts, condition: str) -> float:
        """Return ms per second that the task was in *condition*, averaged over the last ``span_ms``."""
        first = max(self.time_ms - self.span_ms, self.start_ms)
        periods = [*task.periods]
        if task.state == "RUNNING":
            periods.append((task.condition_since_ms, self.time_ms, task.condition))
        spent = sum(
            end - max(begin, first) for begin, end, c in periods if c == condition and end > first
        )
        return 1000 * spent / max(1, self.time_ms - first)

    def _compute_rate(self, counter: CumulativeCounter) -> float:
        first = max(self.time_ms - self.span_ms, self.start_ms)
        before = counter.get_total_at(first) if first > self.start_ms else 0
        return 1000 * (counter.total - before) / max(1, self.time_ms - first)

    # --- metrics ---------------------------------------------------------------------------------

    @property
    def subtasks(self) -> list[SubtaskId]:
        """All subtasks of the job, in the order of the plan."""
        return list(self._tasks)

    def get_task_metrics(self, subtask: SubtaskId) -> Metrics:
        """Return the metrics of *subtask* by Flink's names.

        Raises:
            KeyError: There is no such subtask. The message lists the existing ones.
        """
        if subtask not in self._tasks:
            raise KeyError(
                f"there is no subtask {subtask!r}. Subtasks of this run: {', '.join(self._tasks)}"
            )
        task = self._tasks[subtask]
        found: Metrics = {}
        for name in ("numRecordsIn", "numRecordsOut", "numBytesIn", "numBytesOut", "numBuffersIn",
                     "numBuffersOut"):  # fmt: skip
            timeline = task.counts.get(name, ZERO_COUNTER)
            found[name] = int(timeline.total)
            if name != "numBuffersIn":
                found[f"{name}PerSecond"] = self._compute_rate(timeline)
        found.update(self._compute_times(task))
        found.update(self._compute_watermarks(task, subtask))
        found.update(self._compute_buffers(task, subtask))
        found["mailboxQueueSize"] = task.mail_count
        timers = task.counts.get("numFiredTimers", ZERO_COUNTER)
        found["numFiredTimers"] = int(timers.total)
        found["numFiredTimersPerSecond"] = self._compute_rate(timers)
        return found

    def _compute_times(self, task: TaskCounts) -> Iterator[tuple[str, int | float | bool]]:
        idle = self._compute_ms_per_second(task, IDLE)
        soft, hard = (
            self._compute_ms_per_second(task, SOFT_BACKPRESSURE),
            self._compute_ms_per_second(task, HARD_BACKPRESSURE),
        )
        yield "busyTimeMsPerSecond", self._compute_ms_per_second(task, BUSY)
        yield "idleTimeMsPerSecond", idle
        yield "softBackPressuredTimeMsPerSecond", soft
        yield "hardBackPressuredTimeMsPerSecond", hard
        yield "backPressuredTimeMsPerSecond", soft + hard
        yield "accumulateBusyTimeMs", self._compute_ms_in_condition(task, BUSY)
        yield "accumulateIdleTimeMs", self._compute_ms_in_condition(task, IDLE)
        both = self._compute_ms_in_condition(
            task, SOFT_BACKPRESSURE
        ) + self._compute_ms_in_condition(task, HARD_BACKPRESSURE)
        yield "accumulateBackPressuredTimeMs", both
        yield (
            "isBackPressured",
            task.state == "RUNNING" and task.condition in (SOFT_BACKPRESSURE, HARD_BACKPRESSURE),
        )

    def _compute_watermarks(
        self, task: TaskCounts, subtask: SubtaskId
    ) -> Iterator[tuple[str, int]]:
        head = self._chain_heads[subtask]
        yield from head.input_metrics()
        yield "currentOutputWatermark", min(end.output for end in self._chain_ends[subtask])
        if head.inputs:
            return
        if MIN_TIMESTAMP < head.output < MAX_TIMESTAMP:
            yield "watermarkLag", self.time_ms - head.output
        if task.event_time_lag_ms is not None:
            yield "currentEmitEventTimeLag", task.event_time_lag_ms

    def _compute_buffers(
        self, task: TaskCounts, subtask: SubtaskId
    ) -> Iterator[tuple[str, int | float]]:
        assert self._plan is not None
        plan = next(each for each in self._plan.subtasks if each.id == subtask)
        remote = [channel for channel in self._inputs[subtask] if not channel.plan_channel.local]
        exclusive_used = plan.exclusive_buffers - sum(c.exclusive_empty for c in remote)
        floating_used = plan.floating_buffers - task.floating_free
        pool = plan.exclusive_buffers + plan.floating_buffers
        yield (
            "inputQueueLength",
            sum(
                c.received if not c.plan_channel.local else c.queued for c in self._inputs[subtask]
            ),
        )
        yield "inputQueueSize", sum(channel.received_bytes for channel in remote)
        yield "inPoolUsage", _compute_share(exclusive_used + floating_used, pool)
        yield "inputExclusiveBuffersUsage", _compute_share(exclusive_used, plan.exclusive_buffers)
        yield "inputFloatingBuffersUsage", _compute_share(floating_used, plan.floating_buffers)
        yield "outputQueueLength", sum(channel.queued for channel in self._outputs[subtask])
        yield "outputQueueSize", sum(channel.queued_bytes for channel in self._outputs[subtask])
        yield "outPoolUsage", _compute_share(task.output_in_use, plan.output_buffers)

    def get_operator_metrics(self, operator: OperatorId) -> dict[str, int]:
        """Return the metrics of an operator instance: its counters (numRecordsIn) and its watermarks.

        ``currentInputWatermark`` is that of the channels for the head of a chain, and otherwise the
        output of the operator before it. With two inputs it is the lower one.
        """
        watermarks = self._watermarks[operator]
        found = {**self._operators[operator], "currentOutputWatermark": watermarks.output}
        found.update(watermarks.input_metrics())
        return found

    def get_latencies(self, operator: OperatorId) -> dict[OperatorId, list[int]]:
        """Return all latencies measured at *operator*, in ms, by the source of the marker.

        Flink: the histogram ``latency.source_id....operator_id....latency``.
        """
        return {source: [*found] for source, found in self._latencies.get(operator, {}).items()}


def _compute_share(part: int, total: int) -> float:
    return part / total if total else 0.0


@validate_arguments
def compute_metrics_after(
    trace: Trace, steps: int | None = None, span_ms: int = DEFAULT_SPAN_MS
) -> MetricsView:
    """Compute the metrics after the first *steps* steps of *trace*.

    Args:
        trace: The run.
        steps: Number of steps; all by default.
        span_ms: Span of virtual time over which times and rates are averaged, in ms.

    Raises:
        IndexError: The trace does not have that many steps.
    """
    count = len(trace) if steps is None else steps
    if not 0 <= count <= len(trace):
        raise IndexError(f"steps={count}: expected a number of steps from 0 to {len(trace)}")
    view = MetricsView(span_ms)
    end = trace.event_range(count - 1)[1] if count else 0
    for event in trace.events[:end]:
        view.apply(event)
    return view


@validate_arguments
def sample_metrics(
    trace: Trace, interval_ms: int, names: Iterable[str] | None = None, span_ms: int | None = None
) -> Iterator[tuple[int, dict[SubtaskId, dict[str, Any]]]]:
    """Sample the metrics at a fixed interval of virtual time, for a plot.

    Args:
        trace: The run.
        interval_ms: Interval of virtual time between two samples, in ms.
        names: Names of the metrics to return; all by default.
        span_ms: Span over which times and rates are averaged, in ms; *interval_ms* by default.

    Yields:
        ``(time_ms, metrics by subtask)``. The last one is at the end of the run.

    Raises:
        ValueError: *interval_ms* is less than 1.
    """
    if interval_ms < 1:
        raise ValueError(f"interval_ms={interval_ms}: expected at least 1 ms")
    view = MetricsView(span_ms or interval_ms)
    selected = None if names is None else list(names)
    due: int | None = None
    for event in trace.events:
        if isinstance(event, e.ProcessingTimeAdvanced) and due is not None:
            while due <= event.after:
                view.time_ms = due
                yield due, _take_snapshot(view, selected)
                due += interval_ms
        view.apply(event)
        if isinstance(event, e.JobSubmitted):
            due = view.start_ms + interval_ms
    if due is not None:
        yield view.time_ms, _take_snapshot(view, selected)


def _take_snapshot(view: MetricsView, names: list[str] | None) -> dict[SubtaskId, dict[str, Any]]:
    found = {}
    for subtask in view.subtasks:
        metrics = view.get_task_metrics(subtask)
        found[subtask] = dict(metrics) if names is None else {n: metrics.get(n) for n in names}
    return found
