"""Measurements of a task's part in a checkpoint.

Flink: ``CheckpointMetricsBuilder``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Alignment:
    """The time from the first barrier to the last, and the bytes processed meanwhile.

    Both are ``None`` until the last barrier has arrived: an unaligned checkpoint begins before that.

    Flink: the futures of ``CheckpointMetricsBuilder``.
    """

    duration_ms: int | None = None
    bytes_processed: int | None = None

    def end(self, duration_ms: int, bytes_processed: int) -> None:
        """Set both values when the last barrier arrives; a second call has no effect."""
        if self.duration_ms is None:
            self.duration_ms = duration_ms
            self.bytes_processed = bytes_processed


@dataclass(slots=True)
class CheckpointMetrics:
    """The values known when a task begins its part of a checkpoint; *alignment* may end later.

    ``start_delay_ms`` is the time from the trigger of the checkpoint to the task's first barrier.

    Flink: ``CheckpointMetricsBuilder``.
    """

    alignment: Alignment
    start_delay_ms: int
