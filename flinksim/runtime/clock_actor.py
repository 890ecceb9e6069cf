"""The actor that moves the clock."""

from __future__ import annotations

import time
from collections.abc import Callable

from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import Emit, ProcessingTimeAdvanced, TicksSkipped


class ClockActor:
    """Moves the clock to the next thing that is due.

    While a source reads something live (a socket), the clock does not run ahead of real time: a turn
    waits until a line comes or until the next call is due, whatever is first.

    Not in Flink.
    """

    __slots__ = ("_clock", "_emit", "_on_advanced", "_real_start_s", "_runnable", "_skipped",
                 "_start_ms", "_stopped", "actor_id", "bit", "turns")  # fmt: skip

    def __init__(
        self,
        clock: SimulatedClock,
        runnable: RunnableSet,
        emit: Emit | None,
        on_advanced: Callable[[int], None] | None = None,
    ) -> None:
        """In a traced run *on_advanced* is told of every new time."""
        self.actor_id = "clock"
        self.bit = 1
        self.turns = 0
        self._clock = clock
        self._runnable = runnable
        self._emit = emit
        self._on_advanced = on_advanced
        self._start_ms = clock.now_ms
        self._real_start_s = time.monotonic()
        self._stopped = False
        self._skipped = 0
        clock.on_scheduled = self._wake

    def _wake(self) -> None:
        if not self._stopped:
            self._runnable.mask |= self.bit

    def stop(self) -> None:
        """The job is over; the clock never moves again."""
        self._stopped = True
        self._runnable.mask &= ~self.bit

    def can_advance(self) -> bool:
        """Whether there is anything to move to; if not, the actor is not runnable any more.

        If nothing else can run, ticks that bring nothing new are skipped.
        """
        if self._runnable.mask == self.bit and not self._is_live():
            self._skipped += self._clock.skip_quiet_ticks()
        if self._clock.next_due_ms() is not None or self._is_live():
            return True
        self._runnable.mask &= ~self.bit
        return False

    def _is_live(self) -> bool:
        inputs = self._clock.live_inputs
        if inputs:
            inputs[:] = [live for live in inputs if not live.has_ended]
        return bool(inputs)

    def describe(self) -> str:
        due = self._clock.next_due_ms()
        return "wait for live input" if self._is_live() else f"advance to {due}"

    def step(self) -> None:
        self.turns += 1
        before = self._clock.now_ms
        target = self._clock.next_due_ms()
        if self._is_live():
            target = self._wait_for_live_input(target)
        if target is None:
            return
        after = max(before, target)
        if self._emit is not None and after > before:
            if self._skipped:
                self._emit((TicksSkipped, self._skipped))
                self._skipped = 0
            self._emit((ProcessingTimeAdvanced, before, after))
            if self._on_advanced is not None:
                self._on_advanced(after)
        self._clock.advance_to(after)
        for live in self._clock.live_inputs:
            live.check_input()

    def _wait_for_live_input(self, due: int | None) -> int:
        inputs = self._clock.live_inputs
        for live in inputs:
            timeout_s = None if due is None else max(0.0, (due - self._real_now_ms()) / 1000)
            if len(inputs) > 1:  # several live inputs: look at each in turn, never long at one
                timeout_s = 0.02 if timeout_s is None else min(timeout_s, 0.02)
            live.wait_for_input(timeout_s)
        # What comes now was not there at the moment that is over; else a replay would read it then.
        now = max(self._real_now_ms(), self._clock.now_ms + 1)
        return now if due is None else min(due, now)

    def _real_now_ms(self) -> int:
        return self._start_ms + round((time.monotonic() - self._real_start_s) * 1000)
