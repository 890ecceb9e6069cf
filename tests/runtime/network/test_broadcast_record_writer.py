"""A broadcast edge: one buffer in the queues of all, taken once from the pool."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from flinksim.core.ids import ChannelId
from flinksim.datastream.partitioner import BroadcastPartitioner
from flinksim.runtime.elements import END_OF_DATA, LatencyMarker, StreamRecord, Watermark
from flinksim.runtime.network.broadcast_record_writer import BroadcastRecordWriter
from flinksim.runtime.network.buffers import BufferSlice, LocalBufferPool
from flinksim.runtime.network.subpartition import PipelinedSubpartition

RECORD = 9  # bytes of an int without a timestamp


class World:
    """A writer to three channels, and who reads them."""

    def __init__(self, buffers: int = 14, segment_bytes: int = 100, timeout_ms: int = -1) -> None:
        self.pool = LocalBufferPool(buffers, segment_bytes, max_overdraft=0)
        self.senders = [PipelinedSubpartition(i, ChannelId(str(i)), self.pool) for i in range(3)]
        self.writer = BroadcastRecordWriter(
            BroadcastPartitioner(), self.senders, self.pool, timeout_ms, None
        )

    def read(self, channel: int) -> BufferSlice:
        slice_ = self.senders[channel].poll()
        assert slice_ is not None
        return slice_

    def values(self, slice_: BufferSlice) -> list[Any]:
        return [e.value if isinstance(e, StreamRecord) else e for e in slice_.elements]

    @property
    def queued(self) -> list[int]:
        return [sender.queued_buffers for sender in self.senders]


def test_one_buffer_stands_in_every_queue_and_counts_once() -> None:
    world = World()
    world.writer.emit(StreamRecord(7))
    assert world.queued == [1, 1, 1]
    assert world.pool.in_use == 1
    assert world.pool.buffers_per_subpartition == {0: 1}


def test_it_is_free_when_the_last_reader_is_through() -> None:
    world = World(segment_bytes=RECORD)
    world.writer.emit(StreamRecord(7))
    first, second, third = (world.read(channel) for channel in range(3))
    for slice_ in (first, third):
        slice_.recycle()
        assert world.pool.in_use == 1
    second.recycle()
    assert world.pool.in_use == 0


def test_every_channel_gets_a_record_of_its_own() -> None:
    world = World()
    world.writer.emit(StreamRecord([1, 2]))
    world.writer.flush_all()
    values = [world.values(world.read(channel))[0] for channel in range(3)]
    assert values == [[1, 2]] * 3
    values[0].append(3)
    assert values[1] == [1, 2]


def test_a_slow_reader_reads_later_what_a_quick_one_has_read_in_slices() -> None:
    world = World()
    world.writer.emit(StreamRecord(1))
    world.writer.flush_all()
    assert world.values(world.read(0)) == [1]
    world.writer.broadcast(Watermark(5))
    world.writer.emit(StreamRecord(2))
    world.writer.flush_all()
    assert world.values(world.read(0)) == [Watermark(5), 2]
    assert world.values(world.read(1)) == [1, Watermark(5), 2]
    assert world.pool.in_use == 1


def test_what_goes_to_one_channel_ends_the_shared_buffer() -> None:
    world = World()
    world.writer.emit(StreamRecord(1))
    world.writer.emit_to_one_channel(LatencyMarker(0, "o1/0", 0))
    assert world.queued == [2, 1, 1]
    assert world.pool.in_use == 2
    world.writer.emit(StreamRecord(2))
    assert world.queued == [3, 2, 2]
    assert world.pool.in_use == 3


def test_an_event_ends_it_too() -> None:
    world = World()
    world.writer.emit(StreamRecord(1))
    world.writer.broadcast_event(END_OF_DATA)
    world.writer.finish()
    for channel in range(3):
        assert world.values(world.read(channel)) == [1]
        assert world.values(world.read(channel)) == [END_OF_DATA]


def test_a_record_may_span_shared_buffers() -> None:
    world = World(segment_bytes=4)
    world.writer.emit(StreamRecord(7))
    assert world.queued == [3, 3, 3]
    assert world.pool.in_use == 3
    for _ in range(2):
        assert world.values(world.read(1)) == []
    world.senders[1].flush()
    assert world.values(world.read(1)) == [7]


def test_with_timeout_0_every_record_can_be_read_at_once() -> None:
    world = World(timeout_ms=0)
    world.writer.emit(StreamRecord(7))
    assert [world.values(world.read(channel)) for channel in range(3)] == [[7]] * 3


def test_a_flush_is_expected_after_the_first_write_only() -> None:
    world = World(timeout_ms=100)
    expected = []
    world.writer.on_flush_needed = lambda: expected.append(len(world.senders[0]._buffers))
    world.writer.emit(StreamRecord(1))
    world.writer.emit(StreamRecord(2))
    assert expected == [1]
    world.writer.flush_all()
    world.writer.emit(StreamRecord(3))
    assert len(expected) == 2


@pytest.mark.parametrize("slowest", [0, 2])
def test_without_a_buffer_it_stops_in_the_middle_and_goes_on_in_all_channels(slowest: int) -> None:
    world = World(buffers=2, segment_bytes=4)
    waits: deque[Callable[[], None]] = deque()
    world.writer.on_blocked = lambda writer, go_on: waits.append(go_on)
    world.writer.emit(StreamRecord(7))  # 9 bytes need three buffers
    assert len(waits) == 1
    assert world.queued == [2, 2, 2]
    for channel in (0, 1, 2):
        if channel != slowest:
            world.read(channel).recycle()
    assert world.pool.in_use == 2, "one still holds it"
    world.read(slowest).recycle()
    assert world.pool.in_use == 1
    waits.popleft()()
    assert not waits
    world.writer.flush_all()
    for channel in range(3):
        world.read(channel).recycle()
        assert world.values(world.read(channel)) == [7]


def test_the_smallest_size_that_a_reader_asks_for_is_that_of_the_next_buffer() -> None:
    world = World()
    world.senders[1].desired_buffer_bytes = 2 * RECORD
    world.senders[2].desired_buffer_bytes = 5 * RECORD
    for value in range(3):
        world.writer.emit(StreamRecord(value))
    assert world.queued == [2, 2, 2]
