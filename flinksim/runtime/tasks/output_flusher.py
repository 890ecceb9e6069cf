"""Sends partly filled buffers after the buffer timeout."""

from __future__ import annotations

from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.virtual_clock import ScheduledCallback, SimulatedClock


class OutputFlusher:
    """Flushes one writer at every multiple of the buffer timeout since the start of the run.

    Flink: ``RecordWriter.OutputFlusher``, a thread that flushes periodically.
    Differs: a tick is skipped if nothing was written since the last flush.
    """

    __slots__ = ("_clock", "_scheduled_flush", "_start_ms", "_timeout_ms", "_writer")

    def __init__(self, writer: RecordWriter, clock: SimulatedClock, timeout_ms: int) -> None:
        self._writer = writer
        self._clock = clock
        self._timeout_ms = timeout_ms
        self._start_ms = clock.now_ms
        self._scheduled_flush: ScheduledCallback | None = None
        writer.on_flush_needed = self._schedule_flush

    def start(self) -> None:
        """Schedule the first flush; intervals are counted from the current time."""
        self._start_ms = self._clock.now_ms

    def stop(self) -> None:
        """Stop flushing: the task has ended."""
        self._writer.on_flush_needed = None
        if self._scheduled_flush is not None:
            self._scheduled_flush.cancel()

    def _schedule_flush(self) -> None:
        ticks = (self._clock.now_ms - self._start_ms) // self._timeout_ms + 1
        self._scheduled_flush = self._clock.schedule(
            self._start_ms + ticks * self._timeout_ms, self._flush
        )

    def _flush(self, timestamp: int) -> None:
        self._writer.flush_all()
