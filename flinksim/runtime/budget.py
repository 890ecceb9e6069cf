"""How much a run may take, and how one that takes more is ended.

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

MOST_FACTS_OF_A_STEP = 10_000_000
"""A step that tells more is ended even where there is no budget: it would take all memory."""

_BETWEEN_LOOKS_AT_MEMORY = 256
_UNITS = (("years", 31_556_952_000), ("days", 86_400_000), ("hours", 3_600_000), ("s", 1000))


def _limit(unit: str, help_text: str) -> Any:
    """A limit that is not set, with the words for it on a command line."""
    return field(default=None, metadata={"unit": unit, "help": help_text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most that a run may take; ``None`` is no limit. Not in Flink.

    - ``steps``: so many steps.
    - ``virtual_time_ms``: so far may the virtual clock move from where it starts. A run whose next
      event lies further away ends before it, and says when that would have been.
    - ``call_s``: so many seconds of real time may one call of a user function last. An endless loop is
      ended in its middle; one within a function written in C is not.
    - ``memory_mb``: so many megabytes may the process hold.
    - ``facts``: so many facts may the trace have; only for a traced run. A step that tells more by
      itself is ended in its middle: timers each of which registers the next, with which Flink goes on.
    - ``output_chars``: so many characters may the program print.

    A run that is over its budget ends with :class:`BudgetSpent`, which names the limit.

    Raises: TypeError or ValueError for what is no number above 0.
    """

    steps: int | None = _limit("N", "stop a job after so many steps")
    virtual_time_ms: int | None = _limit(
        "MS", "stop a job when its clock has moved so far, in milliseconds"
    )
    call_s: float | None = _limit(
        "SECONDS", "stop a call of a function that takes longer, in real time"
    )
    memory_mb: float | None = _limit("MB", "stop a job when the process holds more memory")
    facts: int | None = _limit("N", "stop a job when its trace has so many facts")
    output_chars: int | None = _limit("N", "stop a job when it has printed so many characters")

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
    """A run was ended because its budget was spent; the text says which limit, and where.

    ``limit`` is the name of the field of :class:`Budget`. The trace up to there is kept.
    """

    def __init__(self, limit: str, text: str) -> None:
        super().__init__(f"stopped: {text}")
        self.limit = limit


class CallEnded(BaseException):
    """Raised within a call of a user function to end it; no ``except Exception`` catches it."""

    def __init__(self, spent: BudgetSpent) -> None:
        super().__init__(str(spent))
        self.spent = spent


class _Clock(Protocol):
    now_ms: int

    def next_due_ms(self) -> int | None: ...


class _Runnable(Protocol):
    mask: int


class BudgetedRun(Protocol):
    """What a budget looks at; ``MiniCluster`` has it."""

    steps_taken: int

    @property
    def clock(self) -> _Clock: ...
    @property
    def runnable(self) -> _Runnable: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def trace(self) -> Any: ...
    def end_for(self, spent: BudgetSpent) -> None: ...


def watch(budget: Budget, run: BudgetedRun) -> Callable[[], None]:
    """What is called after every step of *run*, to end it when *budget* is spent."""
    steps = budget.steps
    facts = budget.facts
    reach = None if budget.virtual_time_ms is None else _Reach(run, budget.virtual_time_ms)
    memory = budget.memory_mb
    events = [] if facts is None else run.trace.events

    def look() -> None:
        if run.is_over:
            return
        if steps is not None and run.steps_taken >= steps:
            run.end_for(BudgetSpent("steps", f"{steps:,} steps"))
        elif facts is not None and len(events) >= facts:
            run.end_for(BudgetSpent("facts", f"{facts:,} facts, after {run.steps_taken:,} steps"))
        elif reach is not None and (too_far := reach.spent()) is not None:
            run.end_for(too_far)
        elif memory is not None and not run.steps_taken % _BETWEEN_LOOKS_AT_MEMORY:
            check_memory(memory, run.end_for)

    return look


class _Reach:
    """How far the clock of *run* may go."""

    def __init__(self, run: BudgetedRun, most_ms: int) -> None:
        self._run = run
        self._most_ms = most_ms
        self._latest_ms = run.clock.now_ms + most_ms
        self._before = run.clock.now_ms

    def spent(self) -> BudgetSpent | None:
        """Whether the clock has gone too far, or would have to."""
        run, before = self._run, self._before
        now = self._before = run.clock.now_ms
        if now > self._latest_ms:
            return self._told(f"the clock went {told_span(now - before)} on to {told_time(now)}")
        if run.runnable.mask != 1:  # others than the clock can go on
            return None
        due = run.clock.next_due_ms()
        if due is None or due <= self._latest_ms:
            return None
        return self._told(f"what comes next is due in {told_span(due - now)}, at {told_time(due)}")

    def _told(self, where: str) -> BudgetSpent:
        return BudgetSpent("virtual_time_ms", f"{self._most_ms:,} ms of virtual time; {where}")


def told_span(span_ms: int) -> str:
    """A span of time in the unit that suits it."""
    for unit, ms in _UNITS:
        if span_ms >= 2 * ms:
            return f"{span_ms // ms:,} {unit}"
    return f"{span_ms:,} ms"


def told_time(time_ms: int) -> str:
    """A time as a date, if the calendar has it."""
    try:
        return f"{datetime.fromtimestamp(time_ms // 1000, UTC):%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        return f"{time_ms:,} ms"


# --- memory ---------------------------------------------------------------------------------------


def check_memory(most_mb: float, end: Callable[[BudgetSpent], None]) -> None:
    """Call *end* if this process holds more than *most_mb* megabytes."""
    held = memory_held()
    if held > most_mb * 1e6:
        text = f"{most_mb:,g} MB of memory ({held / 1e6:,.0f} MB are held)"
        end(BudgetSpent("memory_mb", text))


def memory_held() -> int:
    """The bytes that this process holds; where the system does not tell, about what objects take."""
    try:
        with open("/proc/self/statm", "rb") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return sys.getallocatedblocks() * 64  # so large is one on average


# --- output ---------------------------------------------------------------------------------------


class _Counted(TextIOBase):
    """A stream that ends the call that writes more than is left."""

    def __init__(self, stream: Any, left: list[int], most: int) -> None:
        self._stream = stream
        self._left = left
        self._most = most

    def write(self, text: str) -> int:
        self._left[0] -= len(text)
        if self._left[0] < 0:
            self._left[0] = 0
            raise CallEnded(BudgetSpent("output_chars", f"{self._most:,} characters of output"))
        self._stream.write(text)
        return len(text)

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return bool(self._stream.isatty())


@contextmanager
def counted_output(most: int | None, left: list[int]) -> Iterator[None]:
    """Inside of the block no more than ``left[0]`` of *most* characters are printed."""
    if most is None:
        yield
        return
    with (
        redirect_stdout(_Counted(sys.stdout, left, most)),
        redirect_stderr(_Counted(sys.stderr, left, most)),
    ):
        yield
