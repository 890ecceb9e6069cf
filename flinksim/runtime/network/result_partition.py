"""The output of a task: a record writer over one subpartition per downstream channel."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from flinksim.core.ids import ChannelId
from flinksim.datastream.partitioner import KeyChoice
from flinksim.runtime.elements import (
    END_OF_DATA,
    END_OF_PARTITION,
    STOPPED,
    CheckpointBarrier,
    Element,
    LatencyMarker,
    StreamElement,
    StreamRecord,
    Watermark,
    WatermarkStatus,
)
from flinksim.runtime.network.buffers import (
    MAX_BUFFERS_PER_SUBPARTITION,
    LocalBufferPool,
    event_size,
)
from flinksim.runtime.network.serialization import element_size, serialize_record
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.operators.stream_operator import GoingOn
from flinksim.trace.events import ChannelSelected, ElementKind, ElementWritten, Emit
from flinksim.trace.values import freeze


class Withheld(deque[Callable[[], None]]):
    """A queue of writes that are executed later, in order."""

    def __init__(self, going_on: GoingOn) -> None:
        super().__init__()
        self._going_on = going_on

    def append(self, write: Callable[[], None]) -> None:
        super().append(self._going_on(write))


def output_pool(subpartitions: int, segment_bytes: int) -> LocalBufferPool:
    """Create the buffer pool of a result partition.

    Flink: ``NettyShuffleUtils.getMinMaxNetworkBuffersPerResultPartition``.

    Args:
        subpartitions: Number of subpartitions. The pool requires one buffer each and 1 more, and takes
            at most 2 each and 8 more.
        segment_bytes: Size of a buffer.
    """
    return LocalBufferPool(
        2 * subpartitions + 8,
        segment_bytes,
        MAX_BUFFERS_PER_SUBPARTITION,
        required=subpartitions + 1,
    )


class RecordWriter:
    """Writes the elements of one edge: a record to one channel, all other elements to every channel.

    The ``partitioner`` selects the channel of a record and is already set up for the number of
    subpartitions.

    - With ``buffer_timeout_ms`` 0 each element is flushed. With -1 only full buffers are sent.
      Otherwise ``on_unflushed`` is called for the first element after a flush, to schedule the flusher.
    - Without ``supports_unaligned`` barriers do not overtake. This holds for pointwise and broadcast
      edges, whose in-flight data cannot be redistributed.
    - If no buffer is left in the middle of an element, ``on_blocked`` receives the continuation. All
      later writes are then deferred. All writers of a task share one queue of deferred writes, because
      one thread is blocked.

    Flink: ``ChannelSelectorRecordWriter``, ``ResultPartition``, ``PipelinedResultPartition``.
    """

    __slots__ = ("_emit", "_markers", "_select", "_unflushed", "_withheld", "on_blocked",
                 "on_unflushed", "pool", "subpartitions", "supports_unaligned")  # fmt: skip

    def __init__(
        self,
        partitioner: Any,
        subpartitions: Sequence[PipelinedSubpartition],
        pool: LocalBufferPool,
        buffer_timeout_ms: int,
        emit: Emit | None,
    ) -> None:
        self._markers = 0
        self._withheld: Withheld | None = None
        self.supports_unaligned = True
        self.on_blocked: Callable[[RecordWriter, Callable[[], None]], None] | None = None
        self._select: Callable[[StreamRecord], int] = partitioner.select_channel
        self.subpartitions = subpartitions
        self.pool = pool
        self._emit = emit
        if emit is not None and len(subpartitions) > 1 and hasattr(partitioner, "choice_of"):
            self._select = self._telling(partitioner.choice_of, emit)
        self.on_unflushed: Callable[[], None] | None = None
        self._unflushed = buffer_timeout_ms <= 0
        for subpartition in subpartitions:
            subpartition.flush_always = buffer_timeout_ms == 0
            subpartition.on_blocked = self._blocked

    def emit(self, record: StreamRecord) -> None:
        """Write *record*, which belongs to the channel from now on."""
        if self._withheld is not None:
            self._withhold_record(record)
            return
        size = serialize_record(record)
        subpartition = self.subpartitions[self._select(record)]
        if self._emit is not None:
            value, channel = freeze(record.value), subpartition.channel
            self._emit(
                (
                    ElementWritten,
                    channel,
                    subpartition.written,
                    "record",
                    value,
                    record.timestamp,
                    size,
                )
            )
        subpartition.write(record, size)
        if not self._unflushed:
            self._expect_flush()

    def _withhold_record(self, record: StreamRecord) -> None:
        assert self._withheld is not None
        copied = record.copy()
        serialize_record(
            copied
        )  # copies the value, so that later changes by the sender have no effect
        self._withheld.append(lambda: self.emit(copied))

    def broadcast(self, element: Watermark | WatermarkStatus) -> None:
        """Write *element*, which is not a record, to every channel."""
        if self._withheld is not None:
            self._withheld.append(lambda: self.broadcast(element))
            return
        size = element_size(element)
        for subpartition in self.subpartitions:
            self._write(subpartition, element, size)

    def _write(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> None:
        if self._withheld is not None:  # an earlier channel has blocked
            self._withheld.append(lambda: self._write(subpartition, element, size))
            return
        if self._emit is not None:
            self._trace(subpartition, element, size)
        subpartition.write(element, size)
        if not self._unflushed:
            self._expect_flush()

    def emit_to_one_channel(self, marker: LatencyMarker) -> None:
        """Write *marker* to one channel, round robin. Flink: ``RecordWriter.randomEmit``."""
        if self._withheld is not None:
            self._withheld.append(lambda: self.emit_to_one_channel(marker))
            return
        subpartition = self.subpartitions[self._markers % len(self.subpartitions)]
        self._markers += 1
        self._write(subpartition, marker, element_size(marker))

    def broadcast_event(self, event: Element) -> None:
        """Add *event* to every channel; it is readable immediately, and an unaligned barrier overtakes.

        Flink: ``RecordWriterOutput.broadcastEvent``, ``RecordWriter.broadcastEvent``.
        """
        if isinstance(event, CheckpointBarrier) and not self.supports_unaligned:
            event = event.with_options(event.options.with_unaligned_unsupported())
        if self._withheld is not None:
            self._withheld.append(lambda: self.broadcast_event(event))
            return
        for subpartition in self.subpartitions:
            if self._emit is not None:
                self._trace(subpartition, event, event_size(event))
            subpartition.write_event(event)

    def recover(self, channel: ChannelId, elements: Sequence[StreamElement]) -> bool:
        """Put *elements*, overtaken by a barrier before, back into *channel*.

        Flink: ``ResultSubpartitionRecoveredStateHandler``.

        Returns:
            Whether *channel* belongs to this writer.
        """
        for subpartition in self.subpartitions:
            if subpartition.channel == channel:
                for element in elements:
                    subpartition.write(element, element_size(element))
                return True
        return False

    def aligned_barrier_timeout(self, checkpoint_id: int) -> None:
        """Turn queued barriers of that checkpoint unaligned, so that they overtake. As in Flink."""
        for subpartition in self.subpartitions:
            subpartition.aligned_barrier_timeout(checkpoint_id)

    def abort_checkpoint(self, checkpoint_id: int) -> None:
        """Discard the pending output state of an aborted checkpoint. As in Flink."""
        for subpartition in self.subpartitions:
            subpartition.abort_checkpoint(checkpoint_id)

    def notify_end_of_data(self, drain: bool = True) -> None:
        """Announce that no record follows. Flink: ``ResultPartition.notifyEndOfData``."""
        self.broadcast_event(END_OF_DATA if drain else STOPPED)

    def finish(self) -> None:
        """Announce that nothing follows. Flink: ``ResultPartition.finish``."""
        self.broadcast_event(END_OF_PARTITION)
        self._finish_subpartitions()

    def _finish_subpartitions(self) -> None:
        if self._withheld is not None:
            self._withheld.append(self._finish_subpartitions)
            return
        for subpartition in self.subpartitions:
            subpartition.finish()

    def withhold(self, queue: Withheld | None) -> None:
        """Defer all writes to *queue* from now on; with ``None``, stop deferring."""
        self._withheld = queue

    def _blocked(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> None:
        assert self.on_blocked is not None
        self.on_blocked(self, lambda: self._go_on(subpartition, element, size))

    def _go_on(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> None:
        subpartition.write_rest(element, size)
        if subpartition.flush_always:
            subpartition.flush()
        elif not self._unflushed:
            self._expect_flush()

    def flush_all(self) -> None:
        """Flush every channel."""
        self._unflushed = False
        for subpartition in self.subpartitions:
            subpartition.flush()

    def _expect_flush(self) -> None:
        self._unflushed = True
        if self.on_unflushed is not None:
            self.on_unflushed()

    def _telling(
        self, choice_of: Callable[[StreamRecord], KeyChoice], emit: Emit
    ) -> Callable[[StreamRecord], int]:
        def select_and_trace(record: StreamRecord) -> int:
            choice = choice_of(record)
            if choice.told is None:  # computed once per key; it never changes
                channel = self.subpartitions[choice.channel].channel
                code = str(choice.hash_code)
                choice.told = (ChannelSelected, channel, freeze(choice.key), code, choice.key_group)
            emit(choice.told)
            return choice.channel

        return select_and_trace

    def _trace(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> None:
        assert self._emit is not None
        kind, value, timestamp = describe_element(element)
        self._emit(
            (
                ElementWritten,
                subpartition.channel,
                subpartition.written,
                kind,
                value,
                timestamp,
                size,
            )
        )


_KINDS: dict[str, ElementKind] = {
    "EndOfData": "endOfData",
    "EndOfPartition": "endOfPartition",
    "CheckpointBarrier": "barrier",
    "CancelCheckpointMarker": "cancelMarker",
}


def describe_element(element: Element) -> tuple[ElementKind, Any, int | None]:
    """Return the kind, value and timestamp of *element* as trace events contain them."""
    if element.__class__ is StreamRecord:
        return "record", freeze(element.value), element.timestamp
    if isinstance(element, Watermark):
        return "watermark", None, element.timestamp
    if isinstance(element, WatermarkStatus):
        return ("idle" if element.is_idle else "active"), None, None
    if isinstance(element, LatencyMarker):
        return "latency", None, element.marked_time
    return _KINDS[type(element).__name__], None, None
