"""The scheduler actor that moves the virtual clock forward."""

from __future__ import annotations

import time
from collections.abc import Callable

from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.virtual_clock import DirectTurn, SimulatedClock
from flinksim.trace.events import Emit, ProcessingTimeAdvanced, TicksSkipped

MAX_QUIET_ADVANCES = 1_000
"""How often the clock moves after the last record of sources that wait for more.

A timer that registers itself again would move it forever.
"""


class ClockActor:
    """Actor that moves the clock to the next scheduled callback.

    While a source reads live input (a socket), the clock does not run ahead of real time. A step
    then waits until a line arrives or the next callback is due, whichever is first.

    Not in Flink.
    """

    __slots__ = (
        "_clock",
        "_emit",
        "_is_input_exhausted",
        "_on_advanced",
        "_quiet_advances",
        "_real_start_s",
        "_runnable",
        "_skipped_ticks",
        "_start_ms",
        "_stopped",
        "_took_last_checkpoint",
        "actor_id",
        "bit",
        "turns",
    )  # fmt: skip

    def __init__(
        self,
        clock: SimulatedClock,
        runnable: RunnableSet,
        emit: Emit | None,
        on_advanced: Callable[[int], None] | None = None,
        is_input_exhausted: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create the actor.

        In a traced run *on_advanced* is called with every new time. *is_input_exhausted* tells
        whether all sources wait for input that a recording does not have.
        """
        self._is_input_exhausted = is_input_exhausted
        self._quiet_advances = 0
        self._took_last_checkpoint = False
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
        self._skipped_ticks = 0
        clock.on_scheduled = self._wake

    def _wake(self) -> None:
        if not self._stopped:
            self._runnable.mask |= self.bit

    def stop(self) -> None:
        """Stop the clock for good, because the job is over."""
        self._stopped = True
        self._runnable.mask &= ~self.bit

    def can_advance(self) -> bool:
        """Return whether the clock can move, because a callback is scheduled.

        If not, this actor is not runnable any more. If no other actor can run, periodic callbacks without
        effect are skipped.
        """
        if self._runnable.mask == self.bit and not self._is_live():
            if self._is_input_exhausted() and not self._has_effect_without_input():
                self._runnable.mask &= ~self.bit
                return False
            self._skipped_ticks += self._clock.skip_idle_ticks()
        if self._clock.next_due_ms() is not None or self._is_live():
            return True
        self._runnable.mask &= ~self.bit
        return False

    def take_turn(self) -> tuple[int, DirectTurn] | None:
        """Advance the clock to the next turn of a waiting task; ``None`` if the clock has to take a step.

        Call it only if no other actor can run.

        Returns:
            The time of the turn, and the turn.
        """
        clock = self._clock
        turn = clock.take_arrival()
        if turn is not None:
            return turn
        if self._is_live() or self._is_input_exhausted() or clock.next_due_ms() is None:
            return None
        if clock.skip_idle_ticks():
            turn = clock.take_arrival()
        return turn or clock.take_timer()

    def _has_effect_without_input(self) -> bool:
        """Return whether anything can still happen, although no record comes.

        After the last effect one more periodic checkpoint runs, so that what has been written becomes
        visible.
        """
        calls = self._clock.list_effective()
        if any(not call.is_checkpoint_trigger for call in calls):
            self._took_last_checkpoint = False
            self._quiet_advances += 1
            return self._quiet_advances <= MAX_QUIET_ADVANCES
        if not calls or self._took_last_checkpoint:
            return False
        self._took_last_checkpoint = True
        return True

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
            if self._skipped_ticks:
                self._emit((TicksSkipped, self._skipped_ticks))
                self._skipped_ticks = 0
            self._emit((ProcessingTimeAdvanced, before, after))
            if self._on_advanced is not None:
                self._on_advanced(after)
        self._clock.advance_to(after)
        for live in self._clock.live_inputs:
            live.check_input()

    def _wait_for_live_input(self, due_ms: int | None) -> int:
        inputs = self._clock.live_inputs
        for live in inputs:
            timeout_s = (
                None if due_ms is None else max(0.0, (due_ms - self._get_real_time_ms()) / 1000)
            )
            if len(inputs) > 1:  # several live inputs: poll each of them for a short time
                timeout_s = 0.02 if timeout_s is None else min(timeout_s, 0.02)
            live.wait_for_input(timeout_s)
        # Input that arrives now gets a later time than the current one. Otherwise a rerun would read it
        # earlier than this run did.
        now = max(self._get_real_time_ms(), self._clock.now_ms + 1)
        return now if due_ms is None else min(due_ms, now)

    def _get_real_time_ms(self) -> int:
        return self._start_ms + round((time.monotonic() - self._real_start_s) * 1000)
