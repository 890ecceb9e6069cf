"""Limits of a run, and the checks that stop a run which exceeds one of them.

Not in Flink.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from io import TextIOBase
from typing import Any, Protocol

MAX_EVENTS_PER_STEP = 10_000_000
"""A step that emits more events is stopped even without a budget: it would fill the memory."""

_MEMORY_CHECK_INTERVAL = 256
_DURATION_UNITS = (
    ("years", 31_556_952_000),
    ("days", 86_400_000),
    ("hours", 3_600_000),
    ("s", 1000),
)


def _define_limit(unit: str, help_text: str) -> Any:
    """Define a limit that is unset by default, with its unit and help text for the command line."""
    return field(default=None, metadata={"unit": unit, "help": help_text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of a run; ``None`` means no limit. Not in Flink.

    - ``steps``: the number of steps.
    - ``virtual_time_ms``: how far the virtual clock may move from its start. If the next event is
      later, the run stops before it and reports when the event is due.
    - ``call_s``: the real time, in seconds, of one call of a user function. An endless loop is
      interrupted, but not inside a function written in C.
    - ``memory_mb``: the memory of the process in megabytes.
    - ``events``: the number of events in the trace; only for a traced run. A single step that emits
      more is interrupted. Example: timers that each register the next one, which Flink runs
      forever.
    - ``output_chars``: the number of characters that the program prints.

    A run that exceeds its budget ends with :class:`BudgetSpent`, which names the limit.

    >>> Budget(steps=1000).steps
    1000

    Raises:
        TypeError: If a limit is not a number.
        ValueError: If a limit is not above 0.
    """

    steps: int | None = _define_limit("N", "Maximum number of steps of a job.")
    virtual_time_ms: int | None = _define_limit(
        "MS", "Maximum virtual time of a job, in milliseconds."
    )
    call_s: float | None = _define_limit(
        "SECONDS", "Maximum real time of one call of a user function, in seconds."
    )
    memory_mb: float | None = _define_limit("MB", "Maximum memory of the process, in MB.")
    events: int | None = _define_limit("N", "Maximum number of events in the trace of a job.")
    output_chars: int | None = _define_limit("N", "Maximum number of characters that a job prints.")

    def __post_init__(self) -> None:
        for limit in fields(self):
            value: Any = getattr(self, limit.name)
            may_be_part = "float" in str(limit.type)
            expected = "a number above 0" if may_be_part else "a whole number above 0"
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(
                value, int | float if may_be_part else int
            ):
                raise TypeError(f"Budget({limit.name}): expected {expected}, found {value!r:.60}")
            if not 0 < value < float("inf"):
                raise ValueError(f"Budget({limit.name}): expected {expected}, found {value!r:.60}")


class BudgetSpent(RuntimeError):
    """Error of a run that exceeded its budget; the text says which limit and where.

    ``limit`` is the name of the field of :class:`Budget`. The trace up to that point is kept.
    """

    def __init__(self, limit: str, text: str) -> None:
        super().__init__(f"stopped by a limit: {text}")
        self.limit = limit


class CallAborted(BaseException):
    """Exception that aborts a call of a user function.

    It is no ``Exception``, so that ``except Exception`` in the function does not catch it.
    """

    def __init__(self, budget_error: BudgetSpent) -> None:
        super().__init__(str(budget_error))
        self.budget_error = budget_error


class _Clock(Protocol):
    now_ms: int

    def next_due_ms(self) -> int | None: ...


class _Runnable(Protocol):
    mask: int


class BudgetedRun(Protocol):
    """The part of ``MiniCluster`` that a budget check reads."""

    steps_taken: int

    @property
    def clock(self) -> _Clock: ...
    @property
    def runnable(self) -> _Runnable: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def trace(self) -> Any: ...
    def abort(self, error: BudgetSpent) -> None: ...


def create_budget_check(budget: Budget, run: BudgetedRun) -> Callable[[], None]:
    """Create the function that checks *budget* after each step of *run* and stops the run."""
    steps = budget.steps
    trace_events = budget.events
    time_limit = (
        None if budget.virtual_time_ms is None else _VirtualTimeLimit(run, budget.virtual_time_ms)
    )
    memory = budget.memory_mb
    events = [] if trace_events is None else run.trace.events

    def check() -> None:
        if run.is_over:
            return
        if steps is not None and run.steps_taken >= steps:
            run.abort(BudgetSpent("steps", f"{steps:,} steps"))
        elif trace_events is not None and len(events) >= trace_events:
            run.abort(
                BudgetSpent("events", f"{trace_events:,} events, after {run.steps_taken:,} steps")
            )
        elif time_limit is not None and (exceeded := time_limit.check()) is not None:
            run.abort(exceeded)
        elif memory is not None and not run.steps_taken % _MEMORY_CHECK_INTERVAL:
            check_memory(memory, run.abort)

    return check


class _VirtualTimeLimit:
    """The limit of virtual time of one run."""

    def __init__(self, run: BudgetedRun, max_ms: int) -> None:
        self._run = run
        self._max_ms = max_ms
        self._latest_ms = run.clock.now_ms + max_ms
        self._last_now_ms = run.clock.now_ms

    def check(self) -> BudgetSpent | None:
        """Return an error if the virtual clock exceeds the limit, now or in the next step."""
        run, before = self._run, self._last_now_ms
        now = self._last_now_ms = run.clock.now_ms
        if now > self._latest_ms:
            return self._create_error(
                f"the clock advanced by {format_duration(now - before)} to {format_time(now)}"
            )
        if run.runnable.mask != 1:  # another actor than the clock can run
            return None
        due = run.clock.next_due_ms()
        if due is None or due <= self._latest_ms:
            return None
        return self._create_error(
            f"the next event is due in {format_duration(due - now)}, at {format_time(due)}"
        )

    def _create_error(self, details: str) -> BudgetSpent:
        return BudgetSpent("virtual_time_ms", f"{self._max_ms:,} ms of virtual time; {details}")


def format_duration(duration_ms: int) -> str:
    """Format a duration in the largest unit that fits at least twice."""
    for unit, ms in _DURATION_UNITS:
        if duration_ms >= 2 * ms:
            return f"{duration_ms // ms:,} {unit}"
    return f"{duration_ms:,} ms"


def format_time(time_ms: int) -> str:
    """Format a time as a date in UTC, or in milliseconds if it is outside of the calendar."""
    try:
        return f"{datetime.fromtimestamp(time_ms // 1000, UTC):%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        return f"{time_ms:,} ms"


# --- memory ---------------------------------------------------------------------------------------


def check_memory(max_mb: float, on_exceeded: Callable[[BudgetSpent], None]) -> None:
    """Call *on_exceeded* with an error if this process holds more than *max_mb* megabytes."""
    used = get_memory_usage()
    if used > max_mb * 1e6:
        text = f"{max_mb:,g} MB of memory ({used / 1e6:,.0f} MB are in use)"
        on_exceeded(BudgetSpent("memory_mb", text))


def get_memory_usage() -> int:
    """Return the memory of this process in bytes, or an estimate if the system does not report it."""
    try:
        with open("/proc/self/statm", "rb") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return sys.getallocatedblocks() * 64  # average size of a block


# --- output ---------------------------------------------------------------------------------------


class _LimitedStream(TextIOBase):
    """Text stream that aborts a call when it writes more characters than are left of the limit."""

    def __init__(self, stream: Any, remaining: list[int], max_chars: int) -> None:
        self._stream = stream
        self._remaining = remaining
        self._max_chars = max_chars

    def write(self, text: str) -> int:
        self._remaining[0] -= len(text)
        if self._remaining[0] < 0:
            self._remaining[0] = 0
            raise CallAborted(
                BudgetSpent("output_chars", f"{self._max_chars:,} characters of output")
            )
        self._stream.write(text)
        return len(text)

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return bool(self._stream.isatty())


@contextmanager
def limit_output(max_chars: int | None, remaining: list[int]) -> Iterator[None]:
    """Limit what the block writes to stdout and stderr to ``remaining[0]`` characters.

    The number is reduced by what is written.
    """
    if max_chars is None:
        yield
        return
    with (
        redirect_stdout(_LimitedStream(sys.stdout, remaining, max_chars)),
        redirect_stderr(_LimitedStream(sys.stderr, remaining, max_chars)),
    ):
        yield
