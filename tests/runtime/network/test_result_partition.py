"""A task's writer of one edge: who gets what, when it is flushed, what waits while it is blocked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from flinksim.core.ids import ChannelId
from flinksim.core.java.hash_code import compute_java_hash_code
from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.datastream.partitioner import KeyGroupStreamPartitioner
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions, SnapshotType
from flinksim.runtime.elements import (
    ACTIVE,
    END_OF_DATA,
    END_OF_DATA_WITHOUT_DRAIN,
    END_OF_PARTITION,
    IDLE,
    CheckpointBarrier,
    Element,
    LatencyMarker,
    StreamRecord,
    Watermark,
)
from flinksim.runtime.network.buffers import MAX_BUFFERS_PER_SUBPARTITION, LocalBufferPool
from flinksim.runtime.network.record_serialization import serialize_record
from flinksim.runtime.network.result_partition import (
    DeferredWrites,
    RecordWriter,
    create_output_pool,
    describe_element,
)
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.trace.events import ChannelSelected, ElementWritten, TraceEvent
from flinksim.trace.events.event import build_emitter
from flinksim.trace.values import freeze

RECORD = 9  # bytes of an int without a timestamp
WATERMARK = 13


class ByValue:
    """A record goes to the channel that its value names."""

    def select_channel(self, record: StreamRecord) -> int:
        return int(record.value) % 10


class Edge:
    """A writer to two channels, and who reads them."""

    def __init__(
        self,
        timeout_ms: int = -1,
        *,
        segment_bytes: int = 1_000,
        buffers: int = 20,
        traced: bool = False,
    ) -> None:
        self.events: list[TraceEvent] = []
        self.pool = LocalBufferPool(buffers, segment_bytes, max_overdraft=0)
        self.channels = [PipelinedSubpartition(i, ChannelId(f"c{i}"), self.pool) for i in range(2)]
        emit = build_emitter(self.events) if traced else None
        self.writer = RecordWriter(ByValue(), self.channels, self.pool, timeout_ms, emit)
        self.expected_flushes = 0
        self.writer.on_flush_needed = self._expect
        self.withheld: DeferredWrites = deque()
        self.resume: Callable[[], None] | None = None
        self.writer.on_blocked = self._block

    def _expect(self) -> None:
        self.expected_flushes += 1

    def _block(self, writer: RecordWriter, resume: Callable[[], None]) -> None:
        assert writer is self.writer
        self.resume = resume
        writer.set_deferred_writes(self.withheld)

    def go_on(self) -> None:
        """As the task does: the rest of the element, then all that was withheld."""
        assert self.resume is not None
        resume, self.resume = self.resume, None
        self.writer.set_deferred_writes(None)
        resume()
        waiting = list(self.withheld)
        self.withheld.clear()
        for write in waiting:
            write()

    def read(self, channel: int) -> list[Any]:
        """What can be read, and is freed: values of records, other elements themselves."""
        found: list[Any] = []
        while self.channels[channel].is_data_available:
            slice_ = self.channels[channel].poll()
            assert slice_ is not None
            found += [e.value if isinstance(e, StreamRecord) else e for e in slice_.elements]
            slice_.recycle()
        return found


# --- who gets what -----------------------------------------------------------------------------------


def test_a_record_goes_to_the_channel_that_the_partitioner_chose() -> None:
    edge = Edge(0)
    for value in (10, 11, 20):
        edge.writer.emit(StreamRecord(value))
    assert edge.read(0) == [10, 20]
    assert edge.read(1) == [11]


def test_watermarks_statuses_and_events_go_to_all_and_events_are_ready_at_once() -> None:
    edge = Edge()
    edge.writer.broadcast(Watermark(5))
    edge.writer.broadcast(IDLE)
    for channel in (0, 1):
        assert edge.read(channel) == []
    edge.writer.broadcast_event(END_OF_DATA)
    for channel in (0, 1):
        assert edge.read(channel) == [Watermark(5), IDLE, END_OF_DATA]


def test_latency_markers_go_to_each_channel_in_turn() -> None:
    edge = Edge(0)
    markers = [LatencyMarker(time, "o1", 0) for time in range(5)]
    for marker in markers:
        edge.writer.emit_to_one_channel(marker)
    assert edge.read(0) == markers[0::2]
    assert edge.read(1) == markers[1::2]


def test_finishing_is_said_to_every_channel() -> None:
    edge = Edge()
    edge.writer.finish()
    assert [channel.is_finished for channel in edge.channels] == [True, True]


def test_a_value_that_can_change_is_copied_when_it_is_written() -> None:
    edge = Edge(0)
    edge.writer._select = lambda record: 0
    value = [1]
    edge.writer.emit(StreamRecord(value))
    value.append(2)
    assert edge.read(0) == [[1]]


def test_a_stop_without_drain_is_not_the_end_of_the_data() -> None:
    edge = Edge()
    edge.writer.notify_end_of_data(drain=False)
    assert edge.read(0) == edge.read(1) == [END_OF_DATA_WITHOUT_DRAIN]
    edge.writer.notify_end_of_data()
    assert edge.read(0) == edge.read(1) == [END_OF_DATA]


UNALIGNED = CheckpointBarrier(1, 0, CheckpointOptions.unaligned(SnapshotType.CHECKPOINT))


def test_an_unaligned_barrier_overtakes_what_waits() -> None:
    edge = Edge()
    edge.writer.emit(StreamRecord(10))
    edge.writer.broadcast_event(UNALIGNED)
    edge.writer.flush_all()
    assert edge.read(0) == [UNALIGNED, 10]
    assert edge.read(1) == [UNALIGNED]


def test_where_barriers_overtake_nothing_they_say_so_and_other_events_are_as_they_were() -> None:
    edge = Edge()
    edge.writer.supports_unaligned = False
    edge.writer.emit(StreamRecord(10))
    edge.writer.broadcast_event(UNALIGNED)
    edge.writer.broadcast_event(END_OF_DATA)
    first, barrier = edge.read(0)  # an aligned barrier ends what can be read
    assert first == 10
    assert barrier == UNALIGNED.with_options(UNALIGNED.options.with_unaligned_unsupported())
    assert not barrier.is_unaligned
    edge.channels[0].resume_consumption()
    assert edge.read(0) == [END_OF_DATA]


def test_what_a_barrier_had_overtaken_waits_in_its_channel_again() -> None:
    edge = Edge()
    elements = [StreamRecord(11, 5), StreamRecord(21, 6), Watermark(4)]
    for element in elements[:2]:
        serialize_record(element)
    assert edge.writer.recover(ChannelId("c1"), elements)
    assert not edge.writer.recover(ChannelId("c2"), elements), "that is another writer's"
    edge.writer.flush_all()
    assert edge.read(0) == []
    assert edge.read(1) == [11, 21, Watermark(4)]


def test_what_is_withheld_knows_what_it_goes_on_from() -> None:
    said: list[str] = []

    def going_on(write: Callable[[], None]) -> Callable[[], None]:
        def later() -> None:
            said.append("goes on")
            write()

        return later

    edge = Edge()
    edge.writer.set_deferred_writes(withheld := DeferredWrites(going_on))
    edge.writer.broadcast(Watermark(5))
    edge.writer.set_deferred_writes(None)
    (write,) = withheld
    assert said == []
    write()
    edge.writer.flush_all()
    assert said == ["goes on"]
    assert edge.read(0) == [Watermark(5)]


# --- when it is flushed ------------------------------------------------------------------------------


def test_without_a_timeout_each_element_can_be_read_at_once_and_no_flush_is_asked_for() -> None:
    edge = Edge(0)
    edge.writer.emit(StreamRecord(0))
    assert edge.read(0) == [0]
    edge.writer.broadcast(Watermark(1))
    assert edge.read(0) == edge.read(1) == [Watermark(1)]
    assert edge.expected_flushes == 0


def test_with_a_timeout_the_first_element_after_a_flush_asks_for_one() -> None:
    edge = Edge(100)
    edge.writer.emit(StreamRecord(0))
    edge.writer.emit(StreamRecord(1))
    edge.writer.broadcast(Watermark(1))
    assert edge.expected_flushes == 1
    assert edge.read(0) == []
    edge.writer.flush_all()
    assert edge.read(0) == [0, Watermark(1)]
    assert edge.read(1) == [1, Watermark(1)]
    edge.writer.broadcast(Watermark(2))
    edge.writer.emit(StreamRecord(10))
    assert edge.expected_flushes == 2
    edge.writer.flush_all()
    edge.writer.emit_to_one_channel(LatencyMarker(1, "o1", 0))
    assert edge.expected_flushes == 3


def test_with_no_flushes_at_all_only_full_buffers_go() -> None:
    edge = Edge(-1, segment_bytes=2 * RECORD)
    for value in (10, 20, 30):
        edge.writer.emit(StreamRecord(value))
    assert edge.expected_flushes == 0
    assert edge.read(0) == [10, 20]
    assert [channel.flush_always for channel in edge.channels] == [False, False]


def test_a_writer_whom_nobody_waits_for_does_not_ask_for_flushes() -> None:
    edge = Edge(100)
    edge.writer.on_flush_needed = None
    edge.writer.flush_all()
    edge.writer.emit(StreamRecord(0))
    edge.writer.on_flush_needed = edge._expect
    edge.writer.emit(StreamRecord(0))
    assert edge.expected_flushes == 0, "something is there already that is to be flushed"
    edge.writer.flush_all()
    edge.writer.emit(StreamRecord(0))
    assert edge.expected_flushes == 1


# --- blocked -----------------------------------------------------------------------------------------


def blocked_edge(timeout_ms: int = -1, traced: bool = False) -> Edge:
    """Both buffers are full of channel 0's records, and the writer is stuck with a third."""
    edge = Edge(timeout_ms, segment_bytes=RECORD, buffers=2, traced=traced)
    for value in (10, 20, 30):
        edge.writer.emit(StreamRecord(value))
    assert edge.resume is not None
    return edge


def test_what_comes_while_the_writer_is_blocked_waits_and_comes_in_order() -> None:
    edge = blocked_edge()
    marker = LatencyMarker(7, "o1", 0)
    edge.writer.emit(StreamRecord(40))
    edge.writer.broadcast(Watermark(5))
    edge.writer.emit_to_one_channel(marker)
    edge.writer.notify_end_of_data()
    edge.writer.finish()
    assert len(edge.withheld) == 6
    assert [channel.is_finished for channel in edge.channels] == [False, False]
    read: list[list[Any]] = [[], []]
    for _ in range(30):
        for channel in (0, 1):
            read[channel] += edge.read(channel)
        if edge.resume is not None:
            edge.go_on()
        edge.writer.flush_all()
    assert read[0] == [10, 20, 30, 40, Watermark(5), marker, END_OF_DATA, END_OF_PARTITION]
    assert read[1] == [Watermark(5), END_OF_DATA, END_OF_PARTITION]
    assert [channel.is_finished for channel in edge.channels] == [True, True]


def test_a_withheld_record_is_what_it_was_when_it_was_sent() -> None:
    edge = blocked_edge()
    edge.writer._select = lambda record: 1
    value = [1]
    record = StreamRecord(value, 3)
    edge.writer.emit(record)
    value.append(2)
    record.timestamp = 99
    edge.writer.set_deferred_writes(None)
    edge.pool.set_number_of_buffers(100)
    (write,) = edge.withheld
    write()
    edge.writer.flush_all()
    assert edge.read(1) == [[1]]
    assert record.value is value


def test_a_broadcast_that_blocks_at_one_channel_goes_on_to_the_next_later() -> None:
    edge = Edge(segment_bytes=RECORD, buffers=1)
    edge.writer.broadcast(Watermark(5))  # 13 bytes: a buffer and more
    assert edge.resume is not None
    assert [channel.written_count for channel in edge.channels] == [1, 0]
    assert len(edge.withheld) == 1
    edge.pool.set_number_of_buffers(5)
    edge.go_on()
    assert edge.resume is None
    edge.writer.flush_all()
    assert edge.read(0) == edge.read(1) == [Watermark(5)]
    assert [channel.written_count for channel in edge.channels] == [1, 1]


@pytest.mark.parametrize(("timeout_ms", "readable"), [(0, [30]), (100, []), (-1, [])])
def test_the_rest_of_a_blocked_element_is_flushed_as_any_other(
    timeout_ms: int, readable: list[int]
) -> None:
    edge = Edge(timeout_ms, segment_bytes=RECORD + 1, buffers=1)
    edge.writer.emit(StreamRecord(10))
    if timeout_ms > 0:
        edge.writer.flush_all()
    asked = edge.expected_flushes
    edge.writer.emit(StreamRecord(30))  # one byte of it finds room
    assert edge.resume is not None
    slice_ = edge.channels[0].poll()
    assert slice_ is not None
    slice_.recycle()
    edge.writer._is_flush_pending = timeout_ms <= 0
    edge.go_on()
    assert edge.read(0) == readable
    assert edge.expected_flushes - asked == (2 if timeout_ms > 0 else 0)


# --- what is told ------------------------------------------------------------------------------------


def test_each_element_is_told_with_its_channel_number_time_and_bytes() -> None:
    edge = Edge(traced=True)
    zero, one = ChannelId("c0"), ChannelId("c1")
    edge.writer.emit(StreamRecord(10, 3))
    edge.writer.emit(StreamRecord(20))
    edge.writer.broadcast(Watermark(5))
    edge.writer.broadcast(IDLE)
    edge.writer.emit_to_one_channel(LatencyMarker(7, "o1", 0))
    edge.writer.broadcast_event(CheckpointBarrier(1, 0))
    told = [event for event in edge.events if isinstance(event, ElementWritten)]
    assert told == [
        ElementWritten(zero, 0, "record", 10, 3, RECORD + 8),
        ElementWritten(zero, 1, "record", 20, None, RECORD),
        ElementWritten(zero, 2, "watermark", None, 5, WATERMARK),
        ElementWritten(one, 0, "watermark", None, 5, WATERMARK),
        ElementWritten(zero, 3, "idle", None, None, 9),
        ElementWritten(one, 1, "idle", None, None, 9),
        ElementWritten(zero, 4, "latency", None, 7, 33),
        ElementWritten(zero, 5, "barrier", None, None, 38),
        ElementWritten(one, 2, "barrier", None, None, 38),
    ]


def by_key(channels: int) -> KeyGroupStreamPartitioner:
    partitioner = KeyGroupStreamPartitioner(lambda value: value[0], 128)
    partitioner.setup(channels)
    return partitioner


@pytest.mark.parametrize("key", ["a", "b", ("x", 1)])
def test_the_choice_of_a_channel_by_a_key_is_told_before_what_is_written_there(key: Any) -> None:
    events: list[TraceEvent] = []
    pool = LocalBufferPool(20, 1_000, max_overdraft=0)
    channels = [PipelinedSubpartition(i, ChannelId(f"c{i}"), pool) for i in range(2)]
    partitioner = by_key(2)
    writer = RecordWriter(partitioner, channels, pool, 0, build_emitter(events))
    record = StreamRecord((key, 1))
    writer.emit(record)
    group = assign_to_key_group(key, 128)
    channel = ChannelId(f"c{group * 2 // 128}")
    selected, written = (
        event for event in events if isinstance(event, ChannelSelected | ElementWritten)
    )
    assert selected == ChannelSelected(
        channel, freeze(key), str(compute_java_hash_code(key)), group
    )
    assert isinstance(written, ElementWritten)
    assert written.channel == channel


def test_one_channel_is_no_choice() -> None:
    events: list[TraceEvent] = []
    pool = LocalBufferPool(20, 1_000, max_overdraft=0)
    only = PipelinedSubpartition(0, ChannelId("c0"), pool)
    RecordWriter(by_key(1), [only], pool, 0, build_emitter(events)).emit(StreamRecord(("a", 1)))
    assert not [event for event in events if isinstance(event, ChannelSelected)]


def test_what_is_withheld_is_told_when_it_is_written() -> None:
    edge = blocked_edge(traced=True)
    before = len(edge.events)
    edge.writer.broadcast(Watermark(5))
    edge.writer.broadcast_event(END_OF_DATA)
    assert len(edge.events) == before


def test_elements_have_words() -> None:
    assert describe_element(StreamRecord([1], 2)) == ("record", freeze([1]), 2)
    words: list[tuple[Element, str]] = [
        (ACTIVE, "active"), (IDLE, "idle"), (END_OF_DATA, "endOfData"),
        (END_OF_PARTITION, "endOfPartition"), (CheckpointBarrier(1, 2), "barrier"),
    ]  # fmt: skip
    for element, word in words:
        assert describe_element(element) == (word, None, None)
    assert describe_element(Watermark(4)) == ("watermark", None, 4)
    assert describe_element(LatencyMarker(6, "o", 1)) == ("latency", None, 6)


def test_a_pool_has_two_buffers_for_each_channel_and_eight_more() -> None:
    pool = create_output_pool(3, 500)
    assert (pool.maximum, pool.size, pool.required, pool.capacity) == (14, 14, 4, 500)
    assert pool.max_per_subpartition == MAX_BUFFERS_PER_SUBPARTITION
