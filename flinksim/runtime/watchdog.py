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

from flinksim.core.lockstep_threads import LOCKSTEP_THREADS
from flinksim.core.source_locations import is_user_code
from flinksim.runtime.budget import (
    MAX_EVENTS_PER_STEP,
    Budget,
    BudgetSpent,
    CallAborted,
    check_memory,
)
from flinksim.trace.recorder import MAX_OPEN_EVENTS

TICK_S = 0.05
GRACE_S = 1.0
"""How many seconds the current step may continue after Ctrl-C, so that the run stops between steps."""

_LINES_PER_CHECK = 256


class Watchdog:
    """Interrupts the current simulation step if it exceeds a limit or the user presses Ctrl-C.

    The argument ``step`` is the code object that takes one step. The open events are those of this
    step and a few before it. ``is_stop_requested`` is true after the user asked the run to stop.
    """

    def __init__(self, budget: Budget | None, step: CodeType, open_events: Sequence[Any]) -> None:
        self.is_stop_requested = False
        self._requested_at = 0.0
        self._call_s = None if budget is None else budget.call_s
        self._memory_mb = None if budget is None else budget.memory_mb
        self._open_events = open_events
        self._max_events = (budget and budget.events) or MAX_EVENTS_PER_STEP
        self._step = step
        self._call: FrameType | None = None
        self._call_started_at = 0.0
        self._line_count = 0

    @property
    def has_call_limits(self) -> bool:
        """Whether a budget limits calls of user functions."""
        return self._call_s is not None or self._memory_mb is not None

    # --- callbacks --------------------------------------------------------------------------------

    def on_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C: stop the run after this step; the second time immediately."""
        if self.is_stop_requested:
            raise KeyboardInterrupt
        self.is_stop_requested = True
        self._requested_at = monotonic()

    def on_tick(self, number: int, frame: FrameType | None) -> None:
        """Handle the periodic timer signal: check whether the current step must be stopped."""
        self._check(frame)

    def on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Count executed lines of user functions; a trace function as ``sys.settrace`` requires."""
        return self._on_line if is_user_code(frame.f_code.co_filename) else None

    def _on_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._line_count += 1
        if self._line_count % _LINES_PER_CHECK == 0:
            self._check(frame)
        return self._on_line

    # --- checks -----------------------------------------------------------------------------------

    def _check(self, frame: FrameType | None) -> None:
        """Raise an error if the current step must be stopped now.

        Raises:
            KeyboardInterrupt: If the user asked to stop and the grace period is over.
            CallAborted: If a limit is exceeded.
        """
        call, step = self._find_user_call(frame)
        if step is None:
            return
        now = monotonic()
        if self.is_stop_requested and now - self._requested_at >= GRACE_S:
            raise KeyboardInterrupt
        if self._memory_mb is not None:
            check_memory(self._memory_mb, _abort_call)
        if (
            len(self._open_events) > self._max_events + MAX_OPEN_EVENTS
        ):  # some may be of earlier steps
            _abort_call(BudgetSpent("events", f"{self._max_events:,} events within one step"))
        if self._call_s is None:
            return
        if call is None and LOCKSTEP_THREADS:  # the step waits for the thread of a source function
            call = step
        if call is not self._call:
            self._call, self._call_started_at = call, now
        elif call is not None and now - self._call_started_at >= self._call_s:
            self._call = None
            _abort_call(
                BudgetSpent(
                    "call_s", f"{self._call_s:g} s in {_describe_location(call, frame, step)}"
                )
            )

    def _find_user_call(self, frame: FrameType | None) -> tuple[FrameType | None, FrameType | None]:
        """Find the outermost user function of the current step, and the frame of the step."""
        call = None
        while frame is not None:
            if frame.f_code is self._step:
                return call, frame
            if is_user_code(frame.f_code.co_filename):
                call = frame
            frame = frame.f_back
        return None, None


def _describe_location(call: FrameType, frame: FrameType | None, step: FrameType) -> str:
    """Describe the called function, and the innermost line of the user's code on the stack."""
    if call is step:
        stacks = sys._current_frames()
        frame = next((stacks[number] for number in LOCKSTEP_THREADS if number in stacks), None)
    innermost = frame
    while innermost is not None and not is_user_code(innermost.f_code.co_filename):
        innermost = innermost.f_back
    if innermost is None:
        return "a source function"
    name = innermost.f_code.co_name if call is step else call.f_code.co_name
    return f"{name}, line {innermost.f_lineno}"


def _abort_call(error: BudgetSpent) -> None:
    raise CallAborted(error)


@contextmanager
def run_watchdog(
    budget: Budget | None, step: CodeType, open_events: Sequence[Any]
) -> Iterator[Watchdog]:
    """Watch the steps inside of the block: defer Ctrl-C, and abort what takes too long."""
    watchdog = Watchdog(budget, step, open_events)
    if threading.current_thread() is threading.main_thread():
        with _watch_by_signals(watchdog):
            yield watchdog
    else:
        with _watch_by_line_count(watchdog):
            yield watchdog


@contextmanager
def _watch_by_signals(watchdog: Watchdog) -> Iterator[None]:
    try:
        previous = signal.signal(signal.SIGINT, watchdog.on_interrupt)
    except (ValueError, OSError, AttributeError):  # a browser has none
        with _watch_by_line_count(watchdog):
            yield
        return
    try:
        if not hasattr(signal, "setitimer"):
            with _watch_by_line_count(watchdog):
                yield
            return
        previous_alarm = signal.signal(signal.SIGALRM, watchdog.on_tick)
        previous_timer = signal.setitimer(signal.ITIMER_REAL, TICK_S, TICK_S)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, *previous_timer)
            signal.signal(signal.SIGALRM, previous_alarm or signal.SIG_DFL)
    finally:
        signal.signal(signal.SIGINT, previous or signal.SIG_DFL)


@contextmanager
def _watch_by_line_count(watchdog: Watchdog) -> Iterator[None]:
    """Check the limits by counting executed lines of user functions; do nothing under a debugger."""
    if not watchdog.has_call_limits or sys.gettrace() is not None:
        yield
        return
    sys.settrace(watchdog.on_call)
    try:
        yield
    finally:
        sys.settrace(None)
