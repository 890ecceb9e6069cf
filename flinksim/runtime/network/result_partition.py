"""What a task writes into: one subpartition per downstream channel, and who chooses among them."""

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
    """What will be written later, in order."""

    def __init__(self, going_on: GoingOn) -> None:
        super().__init__()
        self._going_on = going_on

    def append(self, write: Callable[[], None]) -> None:
        super().append(self._going_on(write))


def output_pool(subpartitions: int, segment_bytes: int) -> LocalBufferPool:
    """The pool of a result partition with that many subpartitions.

    Flink: ``NettyShuffleUtils.getMinMaxNetworkBuffersPerResultPartition``: at least one per
    subpartition and 1 more, at most 2 per subpartition and 8 more.
    """
    return LocalBufferPool(
        2 * subpartitions + 8,
        segment_bytes,
        MAX_BUFFERS_PER_SUBPARTITION,
        required=subpartitions + 1,
    )


class RecordWriter:
    """Writes the elements of one edge: a record to the channel that its partitioner chooses, all
    else to every channel, to each for itself.

    ``partitioner`` has been set up for the number of subpartitions. With ``buffer_timeout_ms`` 0
    each element is flushed; otherwise ``on_unflushed`` is called when the first element is written
    after a flush, for the flusher to be scheduled (-1: never, only full buffers go).

    Where ``supports_unaligned`` is not, barriers overtake nothing: on pointwise and broadcast edges,
    whose in-flight data could not be shared out anew.

    If no buffer is left in the middle of an element, ``on_blocked`` is told how to go on, and is to
    have everything after it withheld. What is withheld waits in a queue that all writers of a task
    share, for it is one thread that waits.

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
        """Write *record*, which from now on belongs to the channel."""
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
        later = record.copy()
        serialize_record(later)  # what the sender does to the value from here on is not seen
        self._withheld.append(lambda: self.emit(later))

    def broadcast(self, element: Watermark | WatermarkStatus) -> None:
        """Write *element*, which is not a record, to every channel."""
        if self._withheld is not None:
            self._withheld.append(lambda: self.broadcast(element))
            return
        size = element_size(element)
        for subpartition in self.subpartitions:
            self._write(subpartition, element, size)

    def _write(self, subpartition: PipelinedSubpartition, element: Element, size: int) -> None:
        if self._withheld is not None:  # a channel before this one has blocked
            self._withheld.append(lambda: self._write(subpartition, element, size))
            return
        if self._emit is not None:
            self._trace(subpartition, element, size)
        subpartition.write(element, size)
        if not self._unflushed:
            self._expect_flush()

    def emit_to_one_channel(self, marker: LatencyMarker) -> None:
        """Write *marker* to one channel, each in turn. Flink: ``RecordWriter.randomEmit``."""
        if self._withheld is not None:
            self._withheld.append(lambda: self.emit_to_one_channel(marker))
            return
        subpartition = self.subpartitions[self._markers % len(self.subpartitions)]
        self._markers += 1
        self._write(subpartition, marker, element_size(marker))

    def broadcast_event(self, event: Element) -> None:
        """Add *event* to every channel; it is ready at once, and an unaligned barrier overtakes.

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
        """*elements*, which a barrier had overtaken in *channel*, wait there again; gives whether it is
        one of this writer's. Flink: ``ResultSubpartitionRecoveredStateHandler``.
        """
        for subpartition in self.subpartitions:
            if subpartition.channel == channel:
                for element in elements:
                    subpartition.write(element, element_size(element))
                return True
        return False

    def aligned_barrier_timeout(self, checkpoint_id: int) -> None:
        """Barriers of that checkpoint that wait in a channel overtake. Flink: the same."""
        for subpartition in self.subpartitions:
            subpartition.aligned_barrier_timeout(checkpoint_id)

    def abort_checkpoint(self, checkpoint_id: int) -> None:
        """There will be no such checkpoint. Flink: the same."""
        for subpartition in self.subpartitions:
            subpartition.abort_checkpoint(checkpoint_id)

    def notify_end_of_data(self, drain: bool = True) -> None:
        """No record follows any more. Flink: ``ResultPartition.notifyEndOfData``."""
        self.broadcast_event(END_OF_DATA if drain else STOPPED)

    def finish(self) -> None:
        """Nothing follows any more. Flink: ``ResultPartition.finish``."""
        self.broadcast_event(END_OF_PARTITION)
        self._finish_subpartitions()

    def _finish_subpartitions(self) -> None:
        if self._withheld is not None:
            self._withheld.append(self._finish_subpartitions)
            return
        for subpartition in self.subpartitions:
            subpartition.finish()

    def withhold(self, queue: Withheld | None) -> None:
        """Keep everything back from here on, in *queue*; ``None``: not any more."""
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
        def select_and_tell(record: StreamRecord) -> int:
            choice = choice_of(record)
            if choice.told is None:  # once for each key, for it is always the same
                channel = self.subpartitions[choice.channel].channel
                code = str(choice.hash_code)
                choice.told = (ChannelSelected, channel, freeze(choice.key), code, choice.key_group)
            emit(choice.told)
            return choice.channel

        return select_and_tell

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
    """The kind, value and timestamp of *element* as facts give them."""
    if element.__class__ is StreamRecord:
        return "record", freeze(element.value), element.timestamp
    if isinstance(element, Watermark):
        return "watermark", None, element.timestamp
    if isinstance(element, WatermarkStatus):
        return ("idle" if element.is_idle else "active"), None, None
    if isinstance(element, LatencyMarker):
        return "latency", None, element.marked_time
    return _KINDS[type(element).__name__], None, None
