"""What a task writes into: one subpartition per downstream channel, and who chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flinksim.runtime.elements import Element, StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.network.buffers import (
    MAX_BUFFERS_PER_SUBPARTITION,
    LocalBufferPool,
    event_size,
)
from flinksim.runtime.network.serialization import element_size, serialize_record
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.trace.events import ElementKind, ElementWritten, Emit
from flinksim.trace.values import freeze


def output_pool(subpartitions: int, segment_bytes: int) -> LocalBufferPool:
    """The pool of a result partition with that many subpartitions.

    Flink: ``NettyShuffleUtils.getMinMaxNetworkBuffersPerResultPartition``: at most 2 per
    subpartition and 8 more.
    """
    return LocalBufferPool(2 * subpartitions + 8, segment_bytes, MAX_BUFFERS_PER_SUBPARTITION)


class RecordWriter:
    """Writes the elements of one edge: a record to the channel that its partitioner chooses, all
    else to every channel.

    ``partitioner`` has been set up for the number of subpartitions. With ``buffer_timeout_ms`` 0
    each element is flushed; otherwise ``on_unflushed`` is called when the first element is written
    after a flush, for the flusher to be scheduled (-1: never, only full buffers go).

    Flink: ``ChannelSelectorRecordWriter``, ``BroadcastRecordWriter``, ``ResultPartition``.
    Differs: a broadcast edge writes each subpartition by itself instead of sharing one buffer.
    """

    __slots__ = ("_emit", "_is_broadcast", "_select", "_unflushed", "_withheld", "on_unflushed",
                 "pool", "subpartitions")  # fmt: skip

    def __init__(
        self,
        partitioner: Any,
        subpartitions: Sequence[PipelinedSubpartition],
        pool: LocalBufferPool,
        buffer_timeout_ms: int,
        emit: Emit | None,
    ) -> None:
        self._is_broadcast: bool = partitioner.is_broadcast
        self._withheld: list[Callable[[], None]] | None = None
        self._select: Callable[[StreamRecord], int] = partitioner.select_channel
        self.subpartitions = subpartitions
        self.pool = pool
        self._emit = emit
        self.on_unflushed: Callable[[], None] | None = None
        self._unflushed = buffer_timeout_ms <= 0
        for subpartition in subpartitions:
            subpartition.flush_always = buffer_timeout_ms == 0

    def emit(self, record: StreamRecord) -> None:
        """Write *record*, which from now on belongs to the channel."""
        if self._withheld is not None:
            later = record.copy()
            self._withheld.append(lambda: self.emit(later))
            return
        if self._is_broadcast:
            self._broadcast_record(record)
            return
        size = serialize_record(record)
        subpartition = self.subpartitions[self._select(record)]
        if self._emit is not None:
            self._trace(subpartition, record, size)
        subpartition.write(record, size)
        if not self._unflushed:
            self._expect_flush()

    def _broadcast_record(self, record: StreamRecord) -> None:
        for subpartition in self.subpartitions:
            own = record.copy()
            size = serialize_record(own)
            if self._emit is not None:
                self._trace(subpartition, own, size)
            subpartition.write(own, size)
        if not self._unflushed:
            self._expect_flush()

    def broadcast(self, element: Watermark | WatermarkStatus) -> None:
        """Write *element*, which is not a record, to every channel."""
        if self._withheld is not None:
            self._withheld.append(lambda: self.broadcast(element))
            return
        size = element_size(element)
        for subpartition in self.subpartitions:
            if self._emit is not None:
                self._trace(subpartition, element, size)
            subpartition.write(element, size)
        if not self._unflushed:
            self._expect_flush()

    def broadcast_event(self, event: Element) -> None:
        """Add *event* to every channel; it is ready at once."""
        if self._withheld is not None:
            self._withheld.append(lambda: self.broadcast_event(event))
            return
        for subpartition in self.subpartitions:
            if self._emit is not None:
                self._trace(subpartition, event, event_size(event))
            subpartition.write_event(event)

    def finish(self) -> None:
        """Nothing follows any more."""
        if self._withheld is not None:
            self._withheld.append(self.finish)
            return
        for subpartition in self.subpartitions:
            subpartition.finish()

    def withhold(self) -> None:
        """Keep everything back from here on: the task sleeps, and it will be written later."""
        if self._withheld is None:
            self._withheld = []

    def release(self) -> None:
        """Write what was kept back, in its order."""
        withheld, self._withheld = self._withheld, None
        for write in withheld or ():
            write()

    def flush_all(self) -> None:
        """Flush every channel."""
        self._unflushed = self.on_unflushed is None
        for subpartition in self.subpartitions:
            subpartition.flush()

    def _expect_flush(self) -> None:
        self._unflushed = True
        if self.on_unflushed is not None:
            self.on_unflushed()

    def _trace(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> None:
        assert self._emit is not None
        kind, value, timestamp = describe_element(element)
        self._emit(
            ElementWritten(subpartition.channel, subpartition.written, kind, value, timestamp, size)
        )


_KINDS: dict[str, ElementKind] = {
    "EndOfData": "endOfData",
    "EndOfPartition": "endOfPartition",
    "CheckpointBarrier": "barrier",
    "LatencyMarker": "latency",
}


def describe_element(element: Element) -> tuple[ElementKind, Any, int | None]:
    """The kind, value and timestamp of *element* as facts give them."""
    if isinstance(element, StreamRecord):
        return "record", freeze(element.value), element.timestamp
    if isinstance(element, Watermark):
        return "watermark", None, element.timestamp
    if isinstance(element, WatermarkStatus):
        return ("idle" if element.is_idle else "active"), None, None
    return _KINDS[type(element).__name__], None, None
