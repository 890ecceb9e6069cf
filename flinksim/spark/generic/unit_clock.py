"""Processing time as one unit of work on Spark sees it: that of the records it reads."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flinksim.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.clock import SimulatedClock, timer_due_ms
from flinksim.runtime.user_time import UserTime


class UnitTimer:
    """A registered call."""

    __slots__ = ("callback", "cancelled", "due_ms", "period_ms")

    def __init__(self, due_ms: int, callback: Callable[[int], None], period_ms: int = 0) -> None:
        self.due_ms = due_ms
        self.callback = callback
        self.period_ms = period_ms
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class UnitClock:
    """A processing-time service whose time is moved by whoever feeds the operators.

    Calls that are due at the same time come in the order of their registration. What is late, what is
    on time, and what repeats, is as in the simulator's
    :class:`~flinksim.runtime.tasks.task_processing_time.TaskProcessingTime`.
    """

    def __init__(self, now_ms: int = MIN_TIMESTAMP) -> None:
        self.now_ms = now_ms
        self._timers: list[tuple[int, int, UnitTimer]] = []
        self._sequence = 0

    def current_processing_time(self) -> int:
        return self.now_ms

    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> UnitTimer:
        due_ms = timer_due_ms(timestamp, self.now_ms)
        return self._push(UnitTimer(due_ms, lambda _: callback(timestamp)))

    def schedule_at(self, timestamp: int, callback: Callable[[int], None], name: str) -> UnitTimer:
        return self._push(UnitTimer(timestamp, callback))

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> UnitTimer:
        return self._push(UnitTimer(self.now_ms + initial_delay_ms, callback, period_ms))

    def _push(self, timer: UnitTimer) -> UnitTimer:
        if timer.due_ms <= MAX_TIMESTAMP:
            heapq.heappush(self._timers, (timer.due_ms, self._sequence, timer))
            self._sequence += 1
        return timer

    @property
    def has_timers(self) -> bool:
        """Whether calls are registered; they may all be cancelled."""
        return bool(self._timers)

    def next_due_ms(self) -> int | None:
        """When the next call is due."""
        timers = self._timers
        while timers and timers[0][2].cancelled:
            heapq.heappop(timers)
        return timers[0][0] if timers else None

    def call_next(self) -> None:
        """Make the next call, at its time or, if that is past, now."""
        due_ms, _, timer = heapq.heappop(self._timers)
        self.now_ms = max(self.now_ms, due_ms)
        if timer.period_ms:
            timer.due_ms = self.now_ms + timer.period_ms
            self._push(timer)
        else:
            timer.cancel()
        timer.callback(due_ms)


class _AtWork:
    """The unit of work that is at work in this process, for user functions that ask the time."""

    clock: UnitClock | SimulatedClock | None = None

    def user_sleeps(self, seconds: float) -> None:
        raise RuntimeError(
            f"a user function sleeps ({seconds:g} s): records wait for a busy task, and how long is a "
            "race between subtasks that Spark does not run. Run it with execution.target: local."
        )

    def current_processing_time(self) -> int:
        return 0 if self.clock is None else self.clock.now_ms


AT_WORK = _AtWork()


@contextmanager
def virtual_time() -> Iterator[None]:
    """In the block ``time.time`` is processing time, and nobody may sleep."""
    user_time = UserTime()
    with user_time.installed():
        user_time.task = AT_WORK
        try:
            yield
        finally:
            user_time.task = None
