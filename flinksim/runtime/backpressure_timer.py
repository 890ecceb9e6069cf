"""The time for which the output of a task is blocked."""

from __future__ import annotations

from collections.abc import Callable

from flinksim.common.relative_clock import PausableRelativeClock


class BackpressureTimer:
    """Pauses the input activity clocks of a task while its output is blocked by backpressure.

    Flink: ``TaskIOMetricGroup.registerBackPressureListener``, ``TimerGauge`` (of soft and hard
    backpressure).
    """

    __slots__ = ("_clocks", "_now_ms", "is_running")

    def __init__(self, now_ms: Callable[[], int] = lambda: 0) -> None:
        self._now_ms = now_ms
        self._clocks: list[PausableRelativeClock] = []
        self.is_running = False

    def create_clock(self, clock_ms: Callable[[], int]) -> PausableRelativeClock:
        """Create a clock that stands still while this timer runs."""
        clock = PausableRelativeClock(clock_ms)
        if self.is_running:
            clock.pause(self._now_ms())
        self._clocks.append(clock)
        return clock

    def release_clock(self, clock: PausableRelativeClock) -> None:
        """Leave *clock* alone from now on."""
        self._clocks.remove(clock)

    def start(self) -> None:
        """Note that the output is blocked; no effect if it already was."""
        if not self.is_running:
            self.is_running = True
            for clock in self._clocks:
                clock.pause(self._now_ms())

    def stop(self) -> None:
        """Note that the output is no longer blocked; no effect if it was not."""
        if self.is_running:
            self.is_running = False
            for clock in self._clocks:
                clock.unpause(self._now_ms())
