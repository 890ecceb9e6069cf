"""What a task measures of its part in a checkpoint.

Flink: ``CheckpointMetricsBuilder``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Alignment:
    """How long the first barrier waited for the last, and what was processed meanwhile.

    Both are ``None`` until the last one has come: an unaligned checkpoint begins before that.

    Flink: the futures of ``CheckpointMetricsBuilder``.
    """

    duration_ms: int | None = None
    bytes_processed: int | None = None

    def end(self, duration_ms: int, bytes_processed: int) -> None:
        """The last barrier has come; no effect the second time."""
        if self.duration_ms is None:
            self.duration_ms = duration_ms
            self.bytes_processed = bytes_processed


@dataclass(slots=True)
class CheckpointMetrics:
    """What is known when a task begins its part; *alignment* may end later.

    ``start_delay_ms`` is the time from the trigger of the checkpoint to the task's first barrier.

    Flink: ``CheckpointMetricsBuilder``.
    """

    alignment: Alignment
    start_delay_ms: int
