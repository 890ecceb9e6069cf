"""Searches a trace for events, for the checks of lessons.

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
    """Iterate over the events of a type for which *holds* is true, each with its step."""
    for index, fact in enumerate(trace.events):
        if isinstance(fact, kind) and (holds is None or holds(fact)):
            yield step_of(trace, index), fact


def first(
    trace: Trace, kind: type[FactT], holds: Callable[[FactT], bool] | None = None
) -> tuple[int, FactT]:
    """Find the first event of a type for which *holds* is true, and its step.

    Args:
        trace: The trace.
        kind: The event type.
        holds: The condition, or None for any event of that type.

    Returns:
        The step and the event.

    Raises:
        LookupError: If there is none.
    """
    for step, fact in facts(trace, kind, holds):
        return step, fact
    raise LookupError(f"no {kind.__name__} in this run holds")


def step_at(trace: Trace, time_ms: int) -> int:
    """Find the first step at or after *time_ms* of processing time, else the last step."""
    for number, head in enumerate(trace.heads):
        if head.time_ms >= time_ms:
            return number
    return len(trace) - 1
