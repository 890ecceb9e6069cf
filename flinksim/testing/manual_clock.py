"""A processing-time clock that a test sets by hand."""

from __future__ import annotations

from collections.abc import Callable

from flinksim.runtime.virtual_clock import ScheduledCallback, SimulatedClock


class TestProcessingTimeService:
    """Processing time that only advances when it is set; due callbacks then fire in time order.

    A callback that registers another one for a time already reached has it fire as well.
    Flink: ``TestProcessingTimeService``.
    """

    __test__ = False  # not a pytest class

    def __init__(self, now_ms: int = 0) -> None:
        self._clock = SimulatedClock(now_ms)

    def current_processing_time(self) -> int:
        return self._clock.now_ms

    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCallback:
        return self._clock.schedule(timestamp, callback)

    def schedule_at(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCallback:
        return self._clock.schedule(timestamp, callback)

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> ScheduledCallback:
        due = self._clock.now_ms + initial_delay_ms
        return self._clock.schedule(due, callback, period_ms=period_ms)

    def set_current_time(self, timestamp: int) -> None:
        """Set the clock to *timestamp* and fire what is due."""
        self._clock.advance_to(timestamp)

    def fire_due(self) -> None:
        """Fire what has been registered for a time already reached."""
        self._clock.advance_to(self._clock.now_ms)
