"""Ends what goes on for too long within a step: by Ctrl-C, or because a budget is spent.

That is mostly a call of a user function. Flink's own loops can be without end, too: a trigger that
registers its next timer at once goes on firing in one go until the watermark is behind it.

Where there are signals, in the main thread of a POSIX system, a timer ticks beside the run and looks at
what is on the stack; a run pays nothing for it. Elsewhere (in other threads, on Windows, in a browser),
and only if a budget asks for it, lines of the user's functions are counted while they run, and Flink's
own loops have no end.

Not in Flink.
"""

from __future__ import annotations

import signal
import sys
import threading  # asks which thread it is in, and starts none
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

# By name, so that it stays the real one while a run puts virtual time in its place.
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
"""So long may a step go on after Ctrl-C, so that the run stops after a whole one."""

_LINES_BETWEEN_LOOKS = 256


class CallGuard:
    """Looks at the step that is being taken, now and then; *step* is the code that takes one.

    *open_facts* are those that this step has told, and a few before. ``requested``: whether the user
    asked for the run to stop.
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
        """Whether a budget asks for looks into a call of a user function."""
        return self._call_s is not None or self._memory_mb is not None

    # --- who calls --------------------------------------------------------------------------------

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C: the run stops after this step, or at once: if that takes long, the second time."""
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
        self._asked_at = monotonic()

    def tick(self, number: int, frame: FrameType | None) -> None:
        """The timer."""
        self._look(frame)

    def traced(self, frame: FrameType, event: str, argument: Any) -> Any:
        """A call was made; those of the user's functions are counted line by line."""
        return self._line if is_the_users(frame.f_code.co_filename) else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._lines += 1
        if self._lines % _LINES_BETWEEN_LOOKS == 0:
            self._look(frame)
        return self._line

    # --- looking ----------------------------------------------------------------------------------

    def _look(self, frame: FrameType | None) -> None:
        """Raises KeyboardInterrupt or CallEnded if the step must not go on."""
        call, step = self._running(frame)
        if step is None:
            return
        now = monotonic()
        if self.requested and now - self._asked_at >= GRACE_S:
            raise KeyboardInterrupt
        if self._memory_mb is not None:
            check_memory(self._memory_mb, _end)
        if len(self._open_facts) > self._most_facts + MOST_OPEN:  # these may be of earlier steps
            _end(BudgetSpent("facts", f"{self._most_facts:,} facts within one step"))
        if self._call_s is None:
            return
        if call is None and GUESTS:  # a source's own thread works, and the step waits for it
            call = step
        if call is not self._call:
            self._call, self._since = call, now
        elif call is not None and now - self._since >= self._call_s:
            self._call = None
            _end(BudgetSpent("call_s", f"{self._call_s:g} s in {_place(call, frame, step)}"))

    def _running(self, frame: FrameType | None) -> tuple[FrameType | None, FrameType | None]:
        """The call of a user function that the step at hand has made, and the step."""
        call = None
        while frame is not None:
            if frame.f_code is self._step:
                return call, frame
            if is_the_users(frame.f_code.co_filename):
                call = frame
            frame = frame.f_back
        return None, None


def _place(call: FrameType, frame: FrameType | None, step: FrameType) -> str:
    """The function that was called, and the innermost line of the user's that it has come to."""
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
    """Ctrl-C is noted, for the run to stop after a whole step; what takes too long is ended."""
    guard = CallGuard(budget, step, open_facts)
    if threading.current_thread() is threading.main_thread():
        with _by_signals(guard):
            yield guard
    else:
        with _by_counting(guard):
            yield guard


@contextmanager
def _by_signals(guard: CallGuard) -> Iterator[None]:
    try:
        before = signal.signal(signal.SIGINT, guard.interrupt)
    except (ValueError, OSError, AttributeError):  # a browser has none
        with _by_counting(guard):
            yield
        return
    try:
        if not hasattr(signal, "setitimer"):
            with _by_counting(guard):
                yield
            return
        ticked_before = signal.signal(signal.SIGALRM, guard.tick)
        timer_before = signal.setitimer(signal.ITIMER_REAL, TICK_S, TICK_S)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer_before)
            signal.signal(signal.SIGALRM, ticked_before or signal.SIG_DFL)
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@contextmanager
def _by_counting(guard: CallGuard) -> Iterator[None]:
    """Not while a debugger traces: it keeps its place."""
    if not guard.looks or sys.gettrace() is not None:
        yield
        return
    sys.settrace(guard.traced)
    try:
        yield
    finally:
        sys.settrace(None)
