"""The record writer of a broadcast edge, whose channels share buffers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flinksim.runtime.elements import (
    Element,
    LatencyMarker,
    StreamRecord,
    Watermark,
    WatermarkStatus,
)
from flinksim.runtime.network.buffers import LocalBufferPool, NetworkBuffer
from flinksim.runtime.network.record_serialization import compute_element_size, serialize_record
from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.trace.events import Emit


class SharedSegment:
    """A pool buffer that several subpartitions read; it is recycled when the last one has read it.

    Flink: the reference count of a copied ``BufferConsumer``.
    """

    __slots__ = ("_buffer", "_pool", "_reader_count")

    def __init__(self, pool: LocalBufferPool, buffer: NetworkBuffer, reader_count: int) -> None:
        self._pool = pool
        self._buffer = buffer
        self._reader_count = reader_count

    def recycle(self, buffer: NetworkBuffer) -> None:
        """Release the share of one subpartition; the last one returns the buffer to its pool."""
        self._reader_count -= 1
        if not self._reader_count:
            self._pool.recycle(self._buffer)


class BroadcastRecordWriter(RecordWriter):
    """A record writer that writes each element once, into a buffer that all subpartitions share.

    Such a buffer counts as one buffer of the pool, and as one of subpartition 0. An element for a
    single channel (a latency marker) and an event have buffers of their own. They finish the shared
    buffer.

    Flink: ``BroadcastRecordWriter`` and the broadcast half of ``BufferWritingResultPartition``.
    """

    __slots__ = ("_shared_buffers",)

    def __init__(
        self,
        partitioner: Any,
        subpartitions: Sequence[PipelinedSubpartition],
        pool: LocalBufferPool,
        buffer_timeout_ms: int,
        emit: Emit | None,
    ) -> None:
        super().__init__(partitioner, subpartitions, pool, buffer_timeout_ms, emit)
        self._shared_buffers: list[NetworkBuffer] | None = None

    def emit(self, record: StreamRecord) -> None:
        if self._deferred_writes is not None:
            self._defer_record(record)
            return
        copies = [record.copy() for _ in self.subpartitions]
        sizes = [serialize_record(each) for each in copies]
        self._write_to_all(copies, sizes[0])

    def broadcast(self, element: Watermark | WatermarkStatus) -> None:
        if self._deferred_writes is not None:
            self._deferred_writes.append(lambda: self.broadcast(element))
            return
        self._write_to_all([element] * len(self.subpartitions), compute_element_size(element))

    def emit_to_one_channel(self, marker: LatencyMarker) -> None:
        if self._deferred_writes is None:
            self._finish_shared_buffers()
        super().emit_to_one_channel(marker)

    def broadcast_event(self, event: Element) -> None:
        if self._deferred_writes is None:
            self._finish_shared_buffers()
        super().broadcast_event(event)

    def _write_to_all(self, elements: Sequence[Element], size: int) -> None:
        """Write an element of *size* bytes to all subpartitions; *elements* has a copy of it for each."""
        short_way = self.subpartitions[0].direct_handoff
        if short_way is not None:
            short_way.fall_back()
        for subpartition, element in zip(self.subpartitions, elements, strict=True):
            if self._emit is not None:
                self._trace_element(subpartition, element, size)
            subpartition.written_count += 1
            subpartition.finish_buffer()
        self._continue_write_to_all(elements, size)

    def _continue_write_to_all(self, elements: Sequence[Element], size: int) -> None:
        """Write the rest of an element, *size* bytes; if no buffer is free, block and continue later."""
        while True:
            shared = self._shared_buffers or self._start_shared_buffers()
            if shared is None:
                assert self.on_blocked is not None, "no buffers are left for a broadcast"
                self.on_blocked(self, partial(self._continue_write_to_all, elements, size))
                return
            room = shared[0].capacity - shared[0].written_bytes
            part = min(size, room)
            size -= part
            for buffer in shared:
                buffer.written_bytes += part
            if not size:
                break
            self._finish_shared_buffers()
        for buffer, element in zip(shared, elements, strict=True):
            buffer.unread_elements.append(element)
        if part == room:
            self._finish_shared_buffers()
        if self.subpartitions[0].flush_always:
            self.flush_all()
        elif not self._is_flush_pending:
            self._request_flush()

    def _start_shared_buffers(self) -> list[NetworkBuffer] | None:
        """Add a new buffer to the queue of every subpartition; return ``None`` if the pool is empty."""
        pool_buffer = self.pool.request(self.subpartitions[0])
        if pool_buffer is None:
            return None
        desired_sizes = [each.desired_buffer_bytes for each in self.subpartitions]
        capacity = min(
            [pool_buffer.capacity, *(size for size in desired_sizes if size is not None)]
        )
        segment = SharedSegment(self.pool, pool_buffer, len(self.subpartitions))
        self._shared_buffers = [
            NetworkBuffer(capacity, segment, subpartition) for subpartition in self.subpartitions
        ]
        for subpartition, buffer in zip(self.subpartitions, self._shared_buffers, strict=True):
            subpartition.add_buffer(buffer)
        return self._shared_buffers

    def _finish_shared_buffers(self) -> None:
        for buffer in self._shared_buffers or ():
            buffer.is_finished = True
        self._shared_buffers = None
