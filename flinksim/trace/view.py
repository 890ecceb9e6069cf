"""The state of a job after the first n steps, folded from the facts alone.

:meth:`JobView.apply` assigns; it knows none of Flink's rules. The browser folds the same facts in
``widgets/src/view.ts``, and :mod:`flinksim.runtime.inspect` reads the same view from the live
objects: a property test holds the three together.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from flinksim.common.ids import ChannelId, OperatorId, SubtaskId
from flinksim.common.timestamps import MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace
from flinksim.trace.values import Value

TimerKey = tuple[str, Value, Value, int]
"""(domain, key, namespace, timestamp)."""

PaneKey = tuple[Value, Value]
"""(key, window)."""


@dataclass(slots=True)
class ChannelView:
    """One channel: its elements, its buffers, and what the receiving valve knows of it.

    ``credit_under_way`` and ``unannounced`` are credit that the sender does not know of yet;
    ``exclusive`` and ``floating`` the receiver's empty buffers; ``stops_reading`` (before credits)
    says that its connection is not read for want of a buffer.
    """

    watermark: int = MIN_TIMESTAMP
    idle: bool = False
    aligned: bool = True
    written: int = 0
    read: int = 0
    queued: int = 0
    on_wire: int = 0
    received: int = 0
    credit: int = 0
    credit_under_way: int = 0
    unannounced: int = 0
    exclusive: int = 0
    floating: int = 0
    required: int = 0
    waiting: bool = False
    stops_reading: bool = False


@dataclass(slots=True)
class InputView:
    """One logical input of a task; ``buffer_bytes`` are asked of its senders, 0 if none were."""

    watermark: int = MIN_TIMESTAMP
    idle: bool = False
    buffer_bytes: int = 0


@dataclass(slots=True)
class TaskView:
    """One subtask."""

    state: str = "CREATED"
    mails: list[str] = field(default_factory=list)
    suspended: str | None = None
    inputs: dict[int, InputView] = field(default_factory=dict)
    floating_free: int = 0
    output_in_use: int = 0


@dataclass(slots=True)
class SplitView:
    """One split of a source."""

    watermark: int = MIN_TIMESTAMP
    idle: bool = False


@dataclass(slots=True)
class OperatorView:
    """One operator instance."""

    state: str = "created"
    watermark: int = MIN_TIMESTAMP
    emitted_watermark: int = MIN_TIMESTAMP
    emitted_idle: bool = False
    splits: dict[str, SplitView] = field(default_factory=dict)
    timers: dict[TimerKey, None] = field(default_factory=dict)
    panes: dict[PaneKey, int] = field(default_factory=dict)
    late: int = 0
    results: int = 0


@dataclass(slots=True)
class JobView:
    """The whole job at one moment.

    ``operators``, ``tasks`` and ``channels`` are keyed by their ids (:mod:`flinksim.common.ids`).
    """

    time_ms: int = 0
    status: str = "CREATED"
    plan: Plan | None = None
    tasks: dict[SubtaskId, TaskView] = field(default_factory=dict)
    channels: dict[ChannelId, ChannelView] = field(default_factory=dict)
    operators: dict[OperatorId, OperatorView] = field(default_factory=dict)

    def apply(self, fact: e.TraceEvent) -> None:
        """Make *fact* true in this view."""
        match fact:
            case e.ElementProcessed() | e.KeySelected() | e.TimestampAssigned():
                pass
            case e.ElementWritten():
                self.channels[fact.channel].written = fact.sequence + 1
            case e.ElementReceived():
                self.channels[fact.channel].read = fact.sequence + 1
            case e.WindowAssigned():
                self.operators[fact.operator].panes[fact.key, fact.window] = fact.count
            case e.BufferQueued():
                self.channels[fact.channel].queued = fact.queued
            case e.BufferSent():
                channel = self.channels[fact.channel]
                channel.queued, channel.credit = fact.queued, fact.credit
                channel.on_wire = fact.on_wire
            case e.BufferArrived():
                channel = self.channels[fact.channel]
                channel.received, channel.on_wire = fact.received, fact.on_wire
            case e.BufferConsumed():
                channel = self.channels[fact.channel]
                channel.received, channel.queued = fact.received, fact.queued
            case e.CreditChanged():
                channel = self.channels[fact.channel]
                channel.credit, channel.credit_under_way = fact.after, fact.under_way
            case e.CreditAnnounced():
                channel = self.channels[fact.channel]
                channel.unannounced, channel.credit_under_way = 0, fact.under_way
            case e.InputBuffersChanged():
                channel = self.channels[fact.channel]
                channel.exclusive, channel.floating = fact.exclusive, fact.floating
                channel.required, channel.waiting = fact.required, fact.waiting
                channel.unannounced = fact.unannounced
            case e.ReadingStopped():
                self.channels[fact.channel].stops_reading = True
            case e.ReadingResumed():
                self.channels[fact.channel].stops_reading = False
            case e.OutputBuffersChanged():
                self.tasks[fact.subtask].output_in_use = fact.in_use
            case e.FloatingBuffersChanged():
                self.tasks[fact.subtask].floating_free = fact.free
            case e.MailEnqueued():
                self.tasks[fact.subtask].mails.append(fact.mail)
            case e.MailTaken():
                self.tasks[fact.subtask].mails.remove(fact.mail)
            case e.DefaultActionSuspended():
                self.tasks[fact.subtask].suspended = fact.reason
            case e.DefaultActionResumed():
                self.tasks[fact.subtask].suspended = None
            case e.ProcessingTimeAdvanced():
                self.time_ms = fact.after
            case e.ChannelWatermarkChanged():
                channel = self.channels[fact.channel]
                channel.watermark, channel.aligned = fact.after, fact.aligned
            case e.ChannelStatusChanged():
                channel = self.channels[fact.channel]
                channel.idle, channel.aligned = fact.idle, fact.aligned
            case e.InputWatermarkAdvanced():
                self.tasks[fact.subtask].inputs[fact.input].watermark = fact.after
            case e.BufferSizeAnnounced():
                self.tasks[fact.subtask].inputs[fact.input].buffer_bytes = fact.bytes
            case e.InputStatusChanged():
                self.tasks[fact.subtask].inputs[fact.input].idle = fact.idle
            case e.OperatorWatermarkAdvanced():
                self.operators[fact.operator].watermark = fact.after
            case e.WatermarkEmitted():
                self.operators[fact.operator].emitted_watermark = fact.timestamp
            case e.StatusEmitted():
                self.operators[fact.operator].emitted_idle = fact.idle
            case e.WatermarkGenerated():
                if fact.split:
                    self._split(fact.operator, fact.split).watermark = fact.timestamp
            case e.SplitStatusChanged():
                self._split(fact.operator, fact.split).idle = fact.idle
            case e.TimerRegistered():
                timer = (fact.domain, fact.key, fact.namespace, fact.timestamp)
                self.operators[fact.operator].timers[timer] = None
            case e.TimerDeleted() | e.TimerFired():
                timer = (fact.domain, fact.key, fact.namespace, fact.timestamp)
                del self.operators[fact.operator].timers[timer]
            case e.ElementsEvicted():
                self.operators[fact.operator].panes[fact.key, fact.window] = fact.count
            case e.WindowsMerged():
                panes = self.operators[fact.operator].panes
                for window in fact.merged:
                    panes.pop((fact.key, window), None)
                panes[fact.key, fact.result] = fact.count
            case e.WindowCleared():
                panes = self.operators[fact.operator].panes
                if fact.reason == "purged":
                    panes[fact.key, fact.window] = 0
                else:
                    panes.pop((fact.key, fact.window), None)
            case e.LateRecordDropped():
                self.operators[fact.operator].late += 1
            case e.ResultWritten():
                self.operators[fact.operator].results += 1
            case e.JobSubmitted():
                self._start(fact.plan)
            case e.TaskStateChanged():
                self.tasks[fact.subtask].state = fact.after
            case e.OperatorOpened():
                self.operators[fact.operator].state = "open"
            case e.OperatorFinished():
                self.operators[fact.operator].state = "finished"
            case e.OperatorClosed():
                self.operators[fact.operator].state = "closed"
            case e.JobFinished():
                self.status = fact.status
            case (
                e.TaskFailed() | e.SourceRecordRead() | e.SourceFinished() | e.ChannelFlushed()
                | e.OutputPersisted() | e.WatermarkIgnored() | e.RecordFiltered() | e.LatencyMeasured()
                | e.StateUpdated() | e.StateCleared() | e.TriggerEvaluated() | e.WindowFired()
                | e.WindowSkippedAsLate() | e.SideOutputEmitted()
            ):  # fmt: skip
                pass
            case _:
                assert_never(fact)

    def _split(self, operator: OperatorId, split: str) -> SplitView:
        return self.operators[operator].splits.setdefault(split, SplitView())

    def _start(self, plan: Plan) -> None:
        self.plan = plan
        self.status = "RUNNING"
        self.time_ms = plan.start_time_ms
        vertices = {vertex.id: vertex for vertex in plan.vertices}
        for subtask in plan.subtasks:
            self.tasks[subtask.id] = TaskView()
            for operator in vertices[subtask.vertex].operators:
                self.operators[operator.instance(subtask.index)] = OperatorView()
        for channel in plan.channels:
            self.channels[channel.id] = ChannelView(
                credit=channel.initial_credit, exclusive=channel.initial_credit
            )
            self.tasks[channel.target].inputs.setdefault(channel.input, InputView())

    def copy(self) -> JobView:
        """An independent copy; the plan is shared."""
        plan, self.plan = self.plan, None
        try:
            twin = copy.deepcopy(self)
        finally:
            self.plan = plan
        twin.plan = plan
        return twin


def fold(facts: Iterable[e.TraceEvent], view: JobView | None = None) -> JobView:
    """The view after *facts*, starting from *view* (which is changed) or from nothing."""
    view = JobView() if view is None else view
    for fact in facts:
        view.apply(fact)
    return view


class Views:
    """The views of a trace at any step, from a keyframe every ``interval`` steps."""

    def __init__(self, trace: Trace, interval: int = 256) -> None:
        if interval < 1:
            raise ValueError(f"interval must be at least 1 step, not {interval}")
        self._trace = trace
        self._interval = interval
        self._keyframes: list[JobView] = [JobView()]

    def after(self, steps: int) -> JobView:
        """The job after the first *steps* steps; 0 is before its submission."""
        if not 0 <= steps <= len(self._trace):
            raise IndexError(f"steps must be within 0 and {len(self._trace)}, not {steps}")
        wanted = steps // self._interval
        while len(self._keyframes) <= wanted:
            done = (len(self._keyframes) - 1) * self._interval
            view = self._keyframes[-1].copy()
            self._keyframes.append(self._fold(view, done, done + self._interval))
        return self._fold(self._keyframes[wanted].copy(), wanted * self._interval, steps)

    def _fold(self, view: JobView, first: int, last: int) -> JobView:
        if first == last:
            return view
        start = self._trace.event_range(first)[0]
        end = self._trace.event_range(last - 1)[1]
        return fold(self._trace.events[start:end], view)
