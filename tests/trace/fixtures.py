"""A made-up but coherent run: 2 sources with 3 splits, a hash edge, 2 window tasks, 1 sink.

It stands for a run where a test needs a trace of a certain size or shape and not the runtime: every
element that is read was written, every timer that fires was registered, watermarks are minima, and
buffers and credits add up. It is a picture of a run and knows Flink's rules only roughly.
"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any

import pytest

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId, VertexId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.watermark_blockers import WatermarkBlockers
from flinksim.trace import events as e
from flinksim.trace.causality.spans import CHILD_OF, DEFERRED, FOLLOWS_FROM, SPAN_BITS
from flinksim.trace.plan import Plan, PlanChannel, PlanOperator, PlanSubtask, PlanVertex
from flinksim.trace.recorder import Recorder, Trace
from flinksim.trace.storage import compaction as packer

START_MS = 1_357_041_600_000  # 2013-01-01 12:00:00
SIZE_MS = 60_000
BOUND_MS = 5_000
SPLITS = (("EWR",), ("JFK", "LGA"))


def plan(*, start_time_ms: int = START_MS) -> Plan:
    source = PlanVertex(
        VertexId("v1"), "Source: departures -> Filter -> Map", 2, 128,
        (
            PlanOperator(1, "Source: departures", "Source: departures", "SourceOperator", ()),
            PlanOperator(2, "Filter", "Filter", "StreamFilter", (1,)),
            PlanOperator(3, "Map", "Map", "StreamMap", (2,)),
        ),
    )  # fmt: skip
    window = PlanVertex(
        VertexId("v5"), "TumblingEventTimeWindows", 2, 128,
        (
            PlanOperator(
                5, "TumblingEventTimeWindows",
                "Window(TumblingEventTimeWindows(60000), EventTimeTrigger, ReduceFunction$1)",
                "WindowOperator", (),
            ),
        ),
    )  # fmt: skip
    sink = PlanVertex(
        VertexId("v6"), "Sink: Print to Std. Out", 1, 128,
        (PlanOperator(6, "Sink: Print to Std. Out", "Sink: Print", "SinkWriterOperator", ()),),
    )  # fmt: skip
    subtasks = tuple(
        PlanSubtask(SubtaskId(f"{vertex.id}/{i}"), vertex.id, i, f"tm{i}", 0)
        for vertex in (source, window, sink)
        for i in range(vertex.parallelism)
    )
    channels = [
        _channel(f"v1/{up}", f"v5/{down}", up, "HASH", 3, 5, local=up == down)
        for down in range(2)
        for up in range(2)
    ]
    channels += [
        _channel(f"v5/{up}", "v6/0", up, "REBALANCE", 5, 6, local=up == 0) for up in range(2)
    ]
    return Plan(
        "departures per airport", start_time_ms, (source, window, sink), subtasks, tuple(channels)
    )


def _channel(
    source: str, target: str, index: int, partitioner: str, up: int, down: int, *, local: bool
) -> PlanChannel:
    return PlanChannel(
        ChannelId(f"{source}>{target}"), SubtaskId(source), SubtaskId(target), up, down, index, 0,
        partitioner, None, local, 0 if local else 2,
    )  # fmt: skip


class _Channel:
    def __init__(self, plan: PlanChannel) -> None:
        self.plan = plan
        self.id = plan.id
        self.elements: deque[tuple[int, str, Any, int | None]] = deque()
        self.written = 0
        self.queued = 0
        self.received = 0
        self.credit = plan.initial_credit
        self.watermark = MIN_TIMESTAMP
        self.idle = False


class _Run:
    """Makes the facts; one method per thing that can happen."""

    def __init__(self, records: int, seed: int) -> None:
        self.random = Random(seed)
        self.recorder = Recorder()
        self.plan = plan()
        self.time_ms = START_MS
        self.channels = {c.id: _Channel(c) for c in self.plan.channels}
        self.left = records
        self.offsets = dict.fromkeys((split for splits in SPLITS for split in splits), 0)
        self.split_time = dict.fromkeys(self.offsets, START_MS)
        self.split_watermark = dict.fromkeys(self.offsets, MIN_TIMESTAMP)
        self.source_watermark = [MIN_TIMESTAMP, MIN_TIMESTAMP]
        self.holders: dict[str, WatermarkBlockers[ChannelId]] = {}
        self.split_holders = [WatermarkBlockers(splits) for splits in SPLITS]
        self.task_watermark = {f"v5/{i}": MIN_TIMESTAMP for i in range(2)}
        self.panes: list[dict[tuple[str, int], list[int]]] = [{}, {}]
        self.results = 0

    def emit(self, event: e.TraceEvent) -> None:
        self.recorder.emit(event.to_row())

    def run(self) -> Trace:
        self.step("job", "submit")
        self.emit(e.JobSubmitted(self.plan))
        for subtask in self.plan.subtasks:
            self.step(subtask.id, "deploy")
            self.emit(e.TaskStateChanged(subtask.id, 0, "CREATED", "RUNNING"))
            vertex = next(v for v in self.plan.vertices if v.id == subtask.vertex)
            for operator in reversed(vertex.operators):
                instance = operator.instance_id(subtask.index)
                if operator.node == 1:
                    for split in SPLITS[subtask.index]:
                        self.emit(e.SplitAssigned(instance, split, 0, ()))
                self.emit(e.OperatorOpened(instance))
        while self.left > 0:
            index = self.random.randrange(2)
            self.read(index, self.random.choice(SPLITS[index]))
            if self.random.random() < 0.15:
                self.periodic(self.random.randrange(2))
            self.work(self.random.randrange(7))
        for index in range(2):
            self.finish_source(index)
        self.work(1 << 60)
        self.step("job", "finish")
        self.emit(e.JobStatusChanged("RUNNING", "FINISHED"))
        trace = self.recorder.trace
        trace.decisions.extend(self.random.randrange(4) for _ in range(len(trace)))
        trace.info.update(program="made up", flinksim="test")
        return trace

    def step(self, actor: str, action: str) -> None:
        self.recorder.begin_step(self.time_ms, actor, action)

    # --- sources

    def read(self, index: int, split: str) -> None:
        self.left -= 1
        self.step("clock", "advance")
        before, self.time_ms = self.time_ms, self.time_ms + self.random.randrange(400, 3_000)
        self.emit(e.ProcessingTimeAdvanced(before, self.time_ms))
        source, filter_, map_ = (OperatorId(f"o{n}/{index}") for n in (1, 2, 3))
        self.step(f"v1/{index}", "processInput")
        timestamp = self.time_ms - self.random.randrange(0, 20_000)
        self.split_time[split] = max(self.split_time[split], timestamp)
        value = (split, self.random.choice(("UA", "AA", "DL", "B6")), self.random.randrange(90))
        self.emit(e.SourceRecordRead(source, split, self.offsets[split], value, None))
        self.offsets[split] += 1
        self.emit(e.TimestampAssigned(source, None, timestamp))
        self.emit(e.ElementProcessed(filter_, "record", value, timestamp))
        if value[2] < 5:
            self.emit(e.RecordFiltered(filter_))
            return
        self.emit(e.ElementProcessed(map_, "record", value, timestamp))
        mapped = (value[1], 1)
        target = sum(map(ord, value[1])) % 2
        self.write(f"v1/{index}>v5/{target}", "record", mapped, timestamp)

    def periodic(self, index: int) -> None:
        self.step(f"v1/{index}", "mail: periodic watermark")
        subtask = SubtaskId(f"v1/{index}")
        source = OperatorId(f"o1/{index}")
        self.emit(e.MailEnqueued(subtask, "emit watermark", 1, "MAX"))
        self.emit(e.MailTaken(subtask, "emit watermark", 0))
        for split in SPLITS[index]:
            watermark = self.split_time[split] - BOUND_MS - 1
            if watermark > self.split_watermark[split]:
                self.split_watermark[split] = watermark
                seen = self.offsets[split]
                holders = self.split_holders[index]
                known = [(each, self.split_watermark[each]) for each in SPLITS[index]]
                change = holders.update(split, known)
                self.emit(e.WatermarkGenerated(source, split, watermark, "tick", seen, *change))
        self.advance_source(index, min(self.split_watermark[s] for s in SPLITS[index]))

    def advance_source(self, index: int, watermark: int) -> None:
        if watermark <= self.source_watermark[index]:
            return
        self.source_watermark[index] = watermark
        self.emit(e.WatermarkEmitted(OperatorId(f"o1/{index}"), watermark))
        for node in (2, 3):
            operator = OperatorId(f"o{node}/{index}")
            self.emit(e.ElementProcessed(operator, "watermark", None, watermark))
            self.emit(e.WatermarkEmitted(operator, watermark))
        for target in range(2):
            self.write(f"v1/{index}>v5/{target}", "watermark", None, watermark)

    def finish_source(self, index: int) -> None:
        self.step(f"v1/{index}", "processInput")
        self.emit(e.SourceFinished(OperatorId(f"o1/{index}")))
        self.advance_source(index, MAX_TIMESTAMP)
        self.emit(e.TaskStateChanged(SubtaskId(f"v1/{index}"), 0, "RUNNING", "FINISHED"))

    # --- channels

    def write(self, name: str, element: Any, value: Any, timestamp: int | None) -> None:
        channel = self.channels[ChannelId(name)]
        size = 9 + len(str(value))
        self.emit(e.ElementWritten(channel.id, channel.written, element, value, timestamp, size))
        channel.elements.append((channel.written, element, value, timestamp))
        channel.written += 1
        channel.queued += 1
        self.emit(e.BufferQueued(channel.id, channel.queued))

    def transfer(self, channel: _Channel) -> None:
        self.step(f"link {channel.plan.source}>{channel.plan.target}", "transfer")
        channel.queued -= 1
        channel.credit -= 1
        channel.received += 1
        self.emit(e.BufferSent(channel.id, 60, channel.queued, channel.queued, channel.credit, 1))
        self.emit(e.BufferArrived(channel.id, channel.received, 0))

    def work(self, turns: int) -> None:
        """Let channels deliver and tasks read, the furthest downstream first."""
        while turns > 0:
            turns -= 1
            sending = [
                c for c in self.channels.values() if not c.plan.local and c.queued and c.credit
            ]
            ready = [
                c for c in self.channels.values() if (c.queued if c.plan.local else c.received)
            ]
            if not sending and not ready:
                return
            if sending and (not ready or self.random.random() < 0.5):
                self.transfer(self.random.choice(sending))
            else:
                self.receive(self.random.choice(ready))

    def receive(self, channel: _Channel) -> None:
        subtask = channel.plan.target
        self.step(subtask, "processInput")
        if channel.plan.local:
            channel.queued -= 1
        else:
            channel.received -= 1
        self.emit(e.BufferConsumed(channel.id, channel.received, channel.queued, 60, 0))
        sequence, element, value, timestamp = channel.elements.popleft()
        self.emit(
            e.ElementReceived(subtask, channel.id, sequence, element, value, timestamp)  # type: ignore[arg-type]
        )
        if element == "watermark":
            assert timestamp is not None
            self.valve(channel, timestamp)
        elif subtask == "v6/0":
            self.sink(value, timestamp)
        else:
            self.assign(int(subtask[-1]), value, timestamp)
        if not channel.plan.local:
            channel.credit += 1
            self.emit(e.CreditAnnounced(channel.id, 1, 1))
            self.emit(e.CreditChanged(channel.id, channel.credit - 1, channel.credit, 0))

    # --- the window tasks and the sink

    def valve(self, channel: _Channel, timestamp: int) -> None:
        before, channel.watermark = channel.watermark, timestamp
        subtask = channel.plan.target
        inputs = [c for c in self.channels.values() if c.plan.target == subtask]
        holders = self.holders.setdefault(subtask, WatermarkBlockers([c.id for c in inputs]))
        change = holders.update(channel.id, [(c.id, c.watermark) for c in inputs])
        self.emit(e.ChannelWatermarkChanged(channel.id, before, timestamp, True, *change))
        holder = min(inputs, key=lambda c: c.watermark)
        before = self.task_watermark.get(subtask, MIN_TIMESTAMP)
        if holder.watermark <= before:
            return
        self.task_watermark[subtask] = holder.watermark
        self.emit(e.InputWatermarkAdvanced(subtask, 0, before, holder.watermark, holders.current))
        index = int(subtask[-1])
        operator = OperatorId(f"o{subtask[1]}/{index}")
        self.emit(e.ElementProcessed(operator, "watermark", None, holder.watermark))
        self.emit(e.OperatorWatermarkAdvanced(operator, before, holder.watermark))
        if subtask != "v6/0":
            self.fire(index, holder.watermark)
            self.emit(e.WatermarkEmitted(operator, holder.watermark))
            self.write(f"{subtask}>v6/0", "watermark", None, holder.watermark)

    def assign(self, index: int, value: Any, timestamp: int) -> None:
        operator = OperatorId(f"o5/{index}")
        key = value[0]
        start = timestamp - timestamp % SIZE_MS
        watermark = self.task_watermark[f"v5/{index}"]
        window = (start, start + SIZE_MS)
        self.emit(e.ElementProcessed(operator, "record", value, timestamp))
        group = sum(map(ord, key)) % 128
        self.emit(e.KeySelected(operator, key, group))
        if window[1] - 1 <= watermark:
            self.emit(e.WindowSkippedAsLate(operator, key, window, window[1] - 1, watermark))
            self.emit(
                e.LateRecordDropped(
                    operator, key, value, timestamp, (window,), window[1] - 1, watermark, False
                )
            )
            return
        pane = self.panes[index].setdefault((key, start), [])
        pane.append(timestamp)
        self.emit(e.WindowAssigned(operator, key, window, value, timestamp, len(pane), window))
        contents = (key, len(pane))
        self.emit(e.StateUpdated(operator, "window-contents", key, window, contents, group, True))
        self.emit(e.TriggerEvaluated(operator, key, window, "onElement", "CONTINUE"))
        if len(pane) == 1:
            self.emit(e.TimerRegistered(operator, "event", key, window, window[1] - 1))

    def fire(self, index: int, watermark: int) -> None:
        operator = OperatorId(f"o5/{index}")
        due = sorted(
            (pane for pane in self.panes[index] if pane[1] + SIZE_MS - 1 <= watermark),
            key=lambda pane: pane[1],
        )
        for key, start in due:
            window = (start, start + SIZE_MS)
            count = len(self.panes[index].pop((key, start)))
            self.emit(e.KeySelected(operator, key, sum(map(ord, key)) % 128))
            self.emit(e.TimerFired(operator, "event", key, window, window[1] - 1))
            self.emit(e.TriggerEvaluated(operator, key, window, "onEventTime", "FIRE"))
            self.emit(
                e.WindowFired(
                    operator, key, window, "on time", "watermark", count, (key, count), watermark
                )
            )
            self.write(f"v5/{index}>v6/0", "record", (key, count), window[1] - 1)
            self.emit(e.WindowCleared(operator, key, window, "cleanup", window))
            group = sum(map(ord, key)) % 128
            self.emit(e.StateCleared(operator, "window-contents", key, window, group))
            self.emit(e.TriggerCleared(operator, key, window))

    def sink(self, value: Any, timestamp: int | None) -> None:
        operator = OperatorId("o6/0")
        self.results += 1
        self.emit(e.ElementProcessed(operator, "record", value, timestamp))
        self.emit(e.ResultWritten(operator, f"({value[0]},{value[1]})", value, timestamp))


def made_up_trace(records: int = 300, seed: int = 7) -> Trace:
    """A run of *records* records; about 20 facts per record."""
    return _Run(records, seed).run()


def again(trace: Trace) -> Trace:
    """The same run, all of it open; *trace* is not packed yet."""
    assert not trace.events.compacted_count
    found = Trace(trace.headers, trace.events, list(trace.decisions), dict(trace.info))
    found.calls.span_frames.extend(trace.calls.span_frames)
    for first, marks in [
        *trace.calls.archived_marks,
        (trace.events.closed_count, trace.calls.marks),
    ]:
        numbers = iter(marks)
        for mark in numbers:
            found.calls.marks.append(mark + (first << SPAN_BITS))
            if mark & DEFERRED in (CHILD_OF, FOLLOWS_FROM):
                found.calls.marks.append(next(numbers))
    return found


def in_chunks(trace: Trace, events: int, with_links: bool = False) -> Trace:
    """The same run, packed into chunks of so many *events*; *trace* is not packed yet."""
    packed = again(trace)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packer, "EVENTS_PER_CHUNK", events)
        packed.compact(with_links)
    return packed
