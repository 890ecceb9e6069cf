"""What a check looks for in a trace: the first such fact, and its step.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from flinksim.trace.query import step_of
from flinksim.trace.recorder import Trace

FactT = TypeVar("FactT")


def facts(
    trace: Trace, kind: type[FactT], holds: Callable[[FactT], bool] | None = None
) -> Iterator[tuple[int, FactT]]:
    """The facts of *kind* that hold, each with its step."""
    for index, fact in enumerate(trace.events):
        if isinstance(fact, kind) and (holds is None or holds(fact)):
            yield step_of(trace, index), fact


def first(
    trace: Trace, kind: type[FactT], holds: Callable[[FactT], bool] | None = None
) -> tuple[int, FactT]:
    """The first fact of *kind* that holds, and its step.

    Raises: LookupError if there is none.
    """
    for step, fact in facts(trace, kind, holds):
        return step, fact
    raise LookupError(f"no {kind.__name__} in this run holds")


def step_at(trace: Trace, time_ms: int) -> int:
    """The first step at or after *time_ms* of processing time; else the last."""
    for number, head in enumerate(trace.heads):
        if head.time_ms >= time_ms:
            return number
    return len(trace) - 1
