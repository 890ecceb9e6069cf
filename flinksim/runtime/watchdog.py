"""Watchdog: stops a step that takes too long, on Ctrl-C or because a budget is exceeded.

Such a step is mostly a call of a user function. Flink's own loops can be endless too: a trigger
that always registers its next timer fires in the same step until the watermark is passed.

With signals, in the main thread of a POSIX system, a timer interrupts the run and the handler reads
the stack; the run itself pays nothing. Without signals (in other threads, on Windows, in a
browser), and only if a budget requires it, lines of the user's functions are counted. Then Flink's
own loops are not stopped.

Not in Flink.
"""

from __future__ import annotations

import signal
import sys
import threading  # reads the current thread; starts none
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

# Imported by name, so that it stays the real clock while a run patches the module.
from time import monotonic
from types import CodeType, FrameType
from typing import Any

from flinksim.core.lockstep_threads import GUESTS
from flinksim.core.source_locations import is_the_users
from flinksim.runtime.budget import (
    MOST_FACTS_OF_A_STEP,
    Budget,
    BudgetSpent,
    CallEnded,
    check_memory,
)
from flinksim.trace.recorder import MOST_OPEN

TICK_S = 0.05
GRACE_S = 1.0
"""How long a step may continue after Ctrl-C, so that the run can stop after a whole step."""

_LINES_BETWEEN_LOOKS = 256


class CallGuard:
    """Checks the current step from time to time.

    The argument ``step`` is the code object that takes one step. The open events are those of this
    step and a few before it. ``requested`` is true after the user asked the run to stop.
    """

    def __init__(self, budget: Budget | None, step: CodeType, open_facts: Sequence[Any]) -> None:
        self.requested = False
        self._asked_at = 0.0
        self._call_s = None if budget is None else budget.call_s
        self._memory_mb = None if budget is None else budget.memory_mb
        self._open_facts = open_facts
        self._most_facts = (budget and budget.facts) or MOST_FACTS_OF_A_STEP
        self._step = step
        self._call: FrameType | None = None
        self._since = 0.0
        self._lines = 0

    @property
    def looks(self) -> bool:
        """Whether a budget limits calls of user functions."""
        return self._call_s is not None or self._memory_mb is not None

    # --- callbacks --------------------------------------------------------------------------------

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C: stop the run after this step; the second time immediately."""
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
        self._asked_at = monotonic()

    def tick(self, number: int, frame: FrameType | None) -> None:
        """Handle the timer signal."""
        self._look(frame)

    def traced(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Trace a call, as ``sys.settrace`` does; lines of user functions are counted."""
        return self._line if is_the_users(frame.f_code.co_filename) else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._lines += 1
        if self._lines % _LINES_BETWEEN_LOOKS == 0:
            self._look(frame)
        return self._line

    # --- checks -----------------------------------------------------------------------------------

    def _look(self, frame: FrameType | None) -> None:
        """Check the current step.

        Raises:
            KeyboardInterrupt: If the user asked to stop and the grace period is over.
            CallEnded: If a limit is exceeded.
        """
        call, step = self._running(frame)
        if step is None:
            return
        now = monotonic()
        if self.requested and now - self._asked_at >= GRACE_S:
            raise KeyboardInterrupt
        if self._memory_mb is not None:
            check_memory(self._memory_mb, _end)
        if len(self._open_facts) > self._most_facts + MOST_OPEN:  # some may be of earlier steps
            _end(BudgetSpent("facts", f"{self._most_facts:,} facts within one step"))
        if self._call_s is None:
            return
        if call is None and GUESTS:  # the step waits for the thread of a source function
            call = step
        if call is not self._call:
            self._call, self._since = call, now
        elif call is not None and now - self._since >= self._call_s:
            self._call = None
            _end(BudgetSpent("call_s", f"{self._call_s:g} s in {_place(call, frame, step)}"))

    def _running(self, frame: FrameType | None) -> tuple[FrameType | None, FrameType | None]:
        """Find the outermost user function of the current step, and the frame of the step."""
        call = None
        while frame is not None:
            if frame.f_code is self._step:
                return call, frame
            if is_the_users(frame.f_code.co_filename):
                call = frame
            frame = frame.f_back
        return None, None


def _place(call: FrameType, frame: FrameType | None, step: FrameType) -> str:
    """Describe the called function, and the innermost line of the user's code on the stack."""
    if call is step:
        stacks = sys._current_frames()
        frame = next((stacks[number] for number in GUESTS if number in stacks), None)
    innermost = frame
    while innermost is not None and not is_the_users(innermost.f_code.co_filename):
        innermost = innermost.f_back
    if innermost is None:
        return "a source function"
    name = innermost.f_code.co_name if call is step else call.f_code.co_name
    return f"{name}, line {innermost.f_lineno}"


def _end(spent: BudgetSpent) -> None:
    raise CallEnded(spent)


@contextmanager
def guarded(
    budget: Budget | None, step: CodeType, open_facts: Sequence[Any]
) -> Iterator[CallGuard]:
    """Watch the steps inside of the block: defer Ctrl-C, and abort what takes too long."""
    watchdog = CallGuard(budget, step, open_facts)
    if threading.current_thread() is threading.main_thread():
        with _by_signals(watchdog):
            yield watchdog
    else:
        with _by_counting(watchdog):
            yield watchdog


@contextmanager
def _by_signals(guard: CallGuard) -> Iterator[None]:
    try:
        previous = signal.signal(signal.SIGINT, guard.interrupt)
    except (ValueError, OSError, AttributeError):  # a browser has none
        with _by_counting(guard):
            yield
        return
    try:
        if not hasattr(signal, "setitimer"):
            with _by_counting(guard):
                yield
            return
        previous_alarm = signal.signal(signal.SIGALRM, guard.tick)
        previous_timer = signal.setitimer(signal.ITIMER_REAL, TICK_S, TICK_S)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, *previous_timer)
            signal.signal(signal.SIGALRM, previous_alarm or signal.SIG_DFL)
    finally:
        signal.signal(signal.SIGINT, previous or signal.SIG_DFL)


@contextmanager
def _by_counting(guard: CallGuard) -> Iterator[None]:
    """Count lines of user functions; do nothing while a debugger traces."""
    if not guard.looks or sys.gettrace() is not None:
        yield
        return
    sys.settrace(guard.traced)
    try:
        yield
    finally:
        sys.settrace(None)
