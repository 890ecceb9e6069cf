"""The output of a task over one edge: a record writer, with one subpartition per channel."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from flinksim.core.ids import ChannelId
from flinksim.datastream.partitioner import KeyRouting
from flinksim.runtime.elements import (
    END_OF_DATA,
    END_OF_DATA_WITHOUT_DRAIN,
    END_OF_PARTITION,
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
    compute_event_size,
)
from flinksim.runtime.network.record_serialization import compute_element_size, serialize_record
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.operators.stream_operator import ContinuationWrapper
from flinksim.trace.event_switch import link_emit, select_variant
from flinksim.trace.events import ChannelSelected, ElementKind, ElementWritten, Emit
from flinksim.trace.values import freeze


class DeferredWrites(deque[Callable[[], None]]):
    """A queue of writes that are executed later, in order."""

    def __init__(self, continue_later: ContinuationWrapper) -> None:
        super().__init__()
        self._continue_later = continue_later

    def append(self, write: Callable[[], None]) -> None:
        super().append(self._continue_later(write))


def create_output_pool(
    subpartition_count: int, segment_bytes: int, spills: bool = False
) -> LocalBufferPool:
    """Create the buffer pool of a result partition.

    Flink: ``NettyShuffleUtils.getMinMaxNetworkBuffersPerResultPartition``.

    Args:
        subpartition_count: Number of subpartitions. The pool requires one buffer each and 1 more, and
            takes at most 2 each and 8 more.
        segment_bytes: Size of a buffer.
        spills: Whether the partition writes to a file what its buffers cannot hold.
    """
    return LocalBufferPool(
        2 * subpartition_count + 8,
        segment_bytes,
        MAX_BUFFERS_PER_SUBPARTITION,
        required=subpartition_count + 1,
        spills=spills,
    )


class RecordWriter:
    """Writes the elements of one edge: a record to one channel, all other elements to every channel.

    The ``partitioner`` selects the channel of a record and is already set up for the number of
    subpartitions.

    - With ``buffer_timeout_ms`` 0 each element is flushed. With -1 only full buffers are sent.
      Otherwise ``on_flush_needed`` is called for the first element after a flush, to schedule the
      flusher.
    - Without ``supports_unaligned`` barriers do not overtake. This holds for pointwise and broadcast
      edges, whose in-flight data cannot be redistributed.
    - If no buffer is left in the middle of an element, ``on_blocked`` receives the continuation. All
      later writes are then deferred. All writers of a task share one queue of deferred writes, because
      one thread is blocked.

    Flink: ``ChannelSelectorRecordWriter``, ``ResultPartition``, ``PipelinedResultPartition``.
    """

    __slots__ = (
        "_deferred_writes",
        "_emit",
        "_is_flush_pending",
        "_marker_count",
        "_select",
        "on_blocked",
        "on_flush_needed",
        "pool",
        "subpartitions",
        "supports_unaligned",
    )

    def __init__(
        self,
        partitioner: Any,
        subpartitions: Sequence[PipelinedSubpartition],
        pool: LocalBufferPool,
        buffer_timeout_ms: int,
        emit: Emit | None,
    ) -> None:
        self._marker_count = 0
        self._deferred_writes: DeferredWrites | None = None
        self.supports_unaligned = True
        self.on_blocked: Callable[[RecordWriter, Callable[[], None]], None] | None = None
        self._select: Callable[[StreamRecord], int] = partitioner.select_channel
        self.subpartitions = subpartitions
        self.pool = pool
        self._emit = link_emit(self, emit)
        if emit is not None and len(subpartitions) > 1 and hasattr(partitioner, "get_routing"):
            traced = self._trace_selection(partitioner.get_routing, emit)
            self._select = select_variant(self, "_select", emit, traced, self._select)
        self.on_flush_needed: Callable[[], None] | None = None
        self._is_flush_pending = buffer_timeout_ms <= 0
        for subpartition in subpartitions:
            subpartition.flush_always = buffer_timeout_ms == 0
            subpartition.on_blocked = self._on_subpartition_blocked

    def emit(self, record: StreamRecord) -> None:
        """Write *record* to the channel that the partitioner selects; the caller must not change it later."""
        if self._deferred_writes is not None:
            self._defer_record(record)
            return
        size = serialize_record(record)
        subpartition = self.subpartitions[self._select(record)]
        if self._emit is not None:
            value, channel = freeze(record.value), subpartition.channel
            self._emit(
                (
                    ElementWritten,
                    channel,
                    subpartition.written_count,
                    "record",
                    value,
                    record.timestamp,
                    size,
                )
            )
        subpartition.write(record, size)
        if not self._is_flush_pending:
            self._request_flush()

    def _defer_record(self, record: StreamRecord) -> None:
        assert self._deferred_writes is not None
        copied = record.copy()
        serialize_record(
            copied
        )  # copies the value, so that later changes by the sender have no effect
        self._deferred_writes.append(lambda: self.emit(copied))

    def broadcast(self, element: Watermark | WatermarkStatus) -> None:
        """Write *element*, which is not a record, to every channel."""
        if self._deferred_writes is not None:
            self._deferred_writes.append(lambda: self.broadcast(element))
            return
        size = compute_element_size(element)
        for subpartition in self.subpartitions:
            self._write(subpartition, element, size)

    def _write(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> None:
        if self._deferred_writes is not None:  # an earlier channel has blocked
            self._deferred_writes.append(lambda: self._write(subpartition, element, size))
            return
        if self._emit is not None:
            self._trace_element(subpartition, element, size)
        subpartition.write(element, size)
        if not self._is_flush_pending:
            self._request_flush()

    def emit_to_one_channel(self, marker: LatencyMarker) -> None:
        """Write *marker* to one channel, round robin. Flink: ``RecordWriter.randomEmit``."""
        if self._deferred_writes is not None:
            self._deferred_writes.append(lambda: self.emit_to_one_channel(marker))
            return
        subpartition = self.subpartitions[self._marker_count % len(self.subpartitions)]
        self._marker_count += 1
        self._write(subpartition, marker, compute_element_size(marker))

    def broadcast_event(self, event: Element) -> None:
        """Add *event* to every channel; it can be read immediately.

        An unaligned barrier overtakes the data in the channel.

        Flink: ``RecordWriterOutput.broadcastEvent``, ``RecordWriter.broadcastEvent``.
        """
        if isinstance(event, CheckpointBarrier) and not self.supports_unaligned:
            event = event.with_options(event.options.with_unaligned_unsupported())
        if self._deferred_writes is not None:
            self._deferred_writes.append(lambda: self.broadcast_event(event))
            return
        for subpartition in self.subpartitions:
            if self._emit is not None:
                self._trace_element(subpartition, event, compute_event_size(event))
            subpartition.write_event(event)

    def recover(self, channel: ChannelId, elements: Sequence[StreamElement]) -> bool:
        """Put *elements*, in-flight data restored from a checkpoint, back into *channel*.

        Flink: ``ResultSubpartitionRecoveredStateHandler``.

        Returns:
            Whether *channel* belongs to this writer.
        """
        for subpartition in self.subpartitions:
            if subpartition.channel == channel:
                for element in elements:
                    subpartition.write(element, compute_element_size(element))
                return True
        return False

    def aligned_barrier_timeout(self, checkpoint_id: int) -> None:
        """Make the queued barriers of that checkpoint unaligned, so that they overtake. As in Flink."""
        for subpartition in self.subpartitions:
            subpartition.aligned_barrier_timeout(checkpoint_id)

    def abort_checkpoint(self, checkpoint_id: int) -> None:
        """Discard in-flight data for the checkpoint, because it is aborted. As in Flink."""
        for subpartition in self.subpartitions:
            subpartition.abort_checkpoint(checkpoint_id)

    def notify_end_of_data(self, drain: bool = True) -> None:
        """Announce that no record follows. Flink: ``ResultPartition.notifyEndOfData``."""
        self.broadcast_event(END_OF_DATA if drain else END_OF_DATA_WITHOUT_DRAIN)

    def finish(self) -> None:
        """Announce that nothing follows. Flink: ``ResultPartition.finish``."""
        self.broadcast_event(END_OF_PARTITION)
        self._finish_subpartitions()

    def _finish_subpartitions(self) -> None:
        if self._deferred_writes is not None:
            self._deferred_writes.append(self._finish_subpartitions)
            return
        for subpartition in self.subpartitions:
            subpartition.finish()

    def set_deferred_writes(self, queue: DeferredWrites | None) -> None:
        """Defer all writes to *queue* from now on; with ``None``, stop deferring."""
        self._deferred_writes = queue

    def _on_subpartition_blocked(
        self, subpartition: PipelinedSubpartition, element: Element, size: int
    ) -> None:
        assert self.on_blocked is not None
        self.on_blocked(self, lambda: self._continue_write(subpartition, element, size))

    def _continue_write(
        self, subpartition: PipelinedSubpartition, element: Element, size: int
    ) -> None:
        subpartition.write_continuation(element, size)
        if subpartition.flush_always:
            subpartition.flush()
        elif not self._is_flush_pending:
            self._request_flush()

    def flush_all(self) -> None:
        """Flush every channel."""
        self._is_flush_pending = False
        for subpartition in self.subpartitions:
            subpartition.flush()

    def _request_flush(self) -> None:
        self._is_flush_pending = True
        if self.on_flush_needed is not None:
            self.on_flush_needed()

    def _trace_selection(
        self, get_routing: Callable[[StreamRecord], KeyRouting], emit: Emit
    ) -> Callable[[StreamRecord], int]:
        def select_and_trace(record: StreamRecord) -> int:
            choice = get_routing(record)
            if choice.event_args is None:  # computed once per key; it never changes
                channel = self.subpartitions[choice.channel].channel
                code = str(choice.hash_code)
                choice.event_args = (
                    ChannelSelected,
                    channel,
                    freeze(choice.key),
                    code,
                    choice.key_group,
                )
            emit(choice.event_args)
            return choice.channel

        return select_and_trace

    def _trace_element(
        self, subpartition: PipelinedSubpartition, element: Element, size: int
    ) -> None:
        assert self._emit is not None
        kind, value, timestamp = describe_element(element)
        self._emit(
            (
                ElementWritten,
                subpartition.channel,
                subpartition.written_count,
                kind,
                value,
                timestamp,
                size,
            )
        )


_EVENT_KINDS: dict[str, ElementKind] = {
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
    return _EVENT_KINDS[type(element).__name__], None, None
