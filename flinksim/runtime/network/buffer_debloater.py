"""Computes buffer sizes so that the data in flight takes about one second to consume.

Flink: ``org.apache.flink.runtime.throughput.BufferDebloater`` and ``BufferSizeEMA``.
"""

from __future__ import annotations

from math import floor

MILLIS_IN_SECOND = 1000


class BufferSizeEMA:
    """An exponential moving average of the buffer size, limited to a range.

    A new value counts as at most twice the average, so one outlier has a limited effect.

    Flink: ``BufferSizeEMA``.
    """

    __slots__ = ("alpha", "last_buffer_size", "max_buffer_size", "min_buffer_size")

    def __init__(
        self,
        starting_buffer_size: int,
        max_buffer_size: int,
        min_buffer_size: int,
        number_of_samples: int,
    ) -> None:
        self.max_buffer_size = max_buffer_size
        self.min_buffer_size = min_buffer_size
        self.alpha = 2.0 / (number_of_samples + 1)
        self.last_buffer_size = float(starting_buffer_size)

    def calculate_buffer_size(self, total_buffer_size: int, total_buffers: int) -> int:
        """Update the average and return it, rounded.

        Args:
            total_buffer_size: Desired size of all buffers together, in bytes.
            total_buffers: Number of buffers in use.

        Raises:
            ValueError: If the size is negative or there is no buffer.
        """
        if total_buffer_size < 0:
            raise ValueError("Size of buffer should be non negative")
        if total_buffers <= 0:
            raise ValueError("Number of buffers should be positive")
        desired = min(total_buffer_size / total_buffers, 2.0 * self.last_buffer_size)
        average = self.last_buffer_size + self.alpha * (desired - self.last_buffer_size)
        self.last_buffer_size = max(
            float(self.min_buffer_size), min(average, float(self.max_buffer_size))
        )
        return floor(self.last_buffer_size + 0.5)


class BufferDebloater:
    """Decides from the throughput of an input gate when its buffer size should change.

    A new size is announced only if it differs from the last announced size by the threshold, or if it
    is the minimum or the maximum.

    Flink: ``BufferDebloater``; the defaults are those of its options.
    """

    __slots__ = (
        "_average", "_max_buffer_size", "_min_buffer_size", "_target_total_time_ms",
        "_threshold_factor", "last_buffer_size", "last_estimated_time_to_consume_buffers_ms",
    )  # fmt: skip

    def __init__(
        self,
        *,
        target_total_time_ms: int = 1000,
        starting_buffer_size: int = 1024,
        max_buffer_size: int = 32768,
        min_buffer_size: int = 256,
        threshold_percentages: int = 25,
        number_of_samples: int = 20,
    ) -> None:
        self.last_buffer_size = starting_buffer_size
        self.last_estimated_time_to_consume_buffers_ms = 0
        self._target_total_time_ms = target_total_time_ms
        self._max_buffer_size = max_buffer_size
        self._min_buffer_size = min_buffer_size
        self._threshold_factor = threshold_percentages / 100.0
        self._average = BufferSizeEMA(
            starting_buffer_size, max_buffer_size, min_buffer_size, number_of_samples
        )

    def recalculate_buffer_size(self, current_throughput: int, buffers_in_use: int) -> int | None:
        """Return the buffer size to announce, or ``None`` if it should not change.

        Args:
            current_throughput: Bytes per second.
            buffers_in_use: Buffers that hold data for the gate now.
        """
        buffers = max(1, buffers_in_use)
        desired_total = current_throughput * self._target_total_time_ms // MILLIS_IN_SECOND
        new_size = self._average.calculate_buffer_size(desired_total, buffers)
        self.last_estimated_time_to_consume_buffers_ms = (
            new_size * buffers * MILLIS_IN_SECOND // max(1, current_throughput)
        )
        if self._skip_update(new_size):
            return None
        self.last_buffer_size = new_size
        return new_size

    def _skip_update(self, new_size: int) -> bool:
        if new_size == self.last_buffer_size:
            return True
        if new_size <= self._min_buffer_size or new_size >= self._max_buffer_size:
            return False
        threshold = int(self.last_buffer_size * self._threshold_factor)
        return abs(new_size - self.last_buffer_size) < threshold
