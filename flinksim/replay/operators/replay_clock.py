"""Processing time of one unit of work: it follows the arrival times of the records it reads."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flinksim.runtime.virtual_clock import ScheduledCallback, SimulatedClock, compute_timer_due_ms
from flinksim.runtime.virtual_time_patch import VirtualTimePatch


class ManualClock(SimulatedClock):
    """Processing-time service whose time is set by the caller.

    Calls due at the same time run in the order of their registration. Lateness, punctuality and
    repetition of timers are as in the simulator's
    :class:`~flinksim.runtime.tasks.task_processing_time.TaskProcessingTime`.
    """

    def current_processing_time(self) -> int:
        return self.now_ms

    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCallback:
        due_ms = compute_timer_due_ms(timestamp, self.now_ms)
        return self.schedule(due_ms, lambda _: callback(timestamp))

    def schedule_at(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCallback:
        return self.schedule(timestamp, callback)

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> ScheduledCallback:
        return self.schedule(self.now_ms + initial_delay_ms, callback, period_ms=period_ms)

    @property
    def has_timers(self) -> bool:
        """Whether timer callbacks are registered, including cancelled ones."""
        return bool(self._callbacks)

    def call_next(self) -> None:
        """Run the earliest timer callback and advance the clock to its time, if that is later."""
        due_ms, _, _, call = heapq.heappop(self._callbacks)
        self.now_ms = max(self.now_ms, due_ms)
        if call.period_ms:
            call.timestamp = self.now_ms + call.period_ms
            self._push(call)
        else:
            call.cancel()
        call.callback(due_ms)


class _CurrentUnit:
    """The unit of work that runs now in this process; gives ``time.time`` in user functions its time."""

    clock: SimulatedClock | None = None
    vertex_name = ""
    """Name of the job vertex of the running task, if one worker runs several vertices."""

    def user_sleeps(self, seconds: float) -> None:
        raise RuntimeError(
            f"a user function sleeps ({seconds:g} s): records wait for a busy "
            "task, and the waiting time depends on how subtasks interleave, "
            "which Spark does not model. Run it with execution.target: local."
        )

    def current_processing_time(self) -> int:
        return 0 if self.clock is None else self.clock.now_ms


CURRENT_UNIT = _CurrentUnit()


@contextmanager
def use_virtual_time() -> Iterator[None]:
    """Make ``time.time`` return processing time in the block, and forbid sleeping."""
    user_time = VirtualTimePatch()
    CURRENT_UNIT.vertex_name = ""
    with user_time.install():
        user_time.task = CURRENT_UNIT
        try:
            yield
        finally:
            user_time.task = None
