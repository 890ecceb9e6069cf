"""The clock by which idleness is measured."""

from __future__ import annotations

from collections.abc import Callable


class PausableRelativeClock:
    """Milliseconds during which the input could have been read.

    The clock stands still while it is paused: while the output of the task is blocked by
    backpressure, and while watermark alignment lets the input wait. So a stream does not become
    idle only because nobody could read it. Pauses may overlap; the clock continues when all of them
    have ended.

    Flink: ``PausableRelativeClock`` (``RelativeClock`` for those who only read it).

    Args:
        clock_ms: The processing time, in milliseconds.
        origin_ms: The processing time at which this clock shows 0. By default that is before the
            start of any run, because :class:`WatermarksWithIdleness` takes 0 for "not started".

    >>> now = [100]
    >>> clock = PausableRelativeClock(lambda: now[0], origin_ms=0)
    >>> clock.pause(100)
    >>> now[0] = 350
    >>> clock.relative_time_ms()
    100
    """

    __slots__ = ("_clock_ms", "_origin_ms", "_paused_since_ms", "_pauses", "paused_ms")

    def __init__(self, clock_ms: Callable[[], int], origin_ms: int = -1) -> None:
        self._clock_ms = clock_ms
        self._origin_ms = origin_ms
        self._pauses = 0
        self._paused_since_ms = 0
        self.paused_ms = 0
        """How long the clock was paused, without the current pause."""

    @property
    def is_paused(self) -> bool:
        return self._pauses > 0

    def pause(self, now_ms: int) -> None:
        """Begin a pause at the processing time *now_ms*."""
        if self._pauses == 0:
            self._paused_since_ms = now_ms
        self._pauses += 1

    def unpause(self, now_ms: int) -> None:
        """End a pause at the processing time *now_ms*."""
        assert self._pauses > 0, "the clock is not paused"
        self._pauses -= 1
        if self._pauses == 0:
            self.paused_ms += now_ms - self._paused_since_ms

    def relative_time_ms(self) -> int:
        """Return the time that this clock shows."""
        now_ms = self._clock_ms()
        current = now_ms - self._paused_since_ms if self._pauses else 0
        return now_ms - self._origin_ms - self.paused_ms - current

    def to_processing_time(self, relative_ms: int) -> int | None:
        """Return when this clock shows *relative_ms*; ``None`` while it is paused."""
        if self._pauses:
            return None
        return relative_ms + self._origin_ms + self.paused_ms
