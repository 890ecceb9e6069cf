"""Searches a trace for events, for the checks of lessons.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from flinksim.simulation.simulation import Simulation
from flinksim.trace.query import find_step
from flinksim.trace.recorder import Trace

EventT = TypeVar("EventT")


def iterate_events(
    trace: Trace, event_type: type[EventT], predicate: Callable[[EventT], bool] | None = None
) -> Iterator[tuple[int, EventT]]:
    """Iterate over the events of a type for which *predicate* is true, each with its step."""
    for index, event in enumerate(trace.events):
        if isinstance(event, event_type) and (predicate is None or predicate(event)):
            yield find_step(trace, index), event


def find_first(
    trace: Trace, event_type: type[EventT], predicate: Callable[[EventT], bool] | None = None
) -> tuple[int, EventT]:
    """Find the first event of a type for which *predicate* is true, and its step.

    Args:
        trace: The trace.
        event_type: The event type.
        predicate: The condition, or None for any event of that type.

    Returns:
        The step and the event.

    Raises:
        LookupError: If there is none.
    """
    for step, event in iterate_events(trace, event_type, predicate):
        return step, event
    raise LookupError(f"no {event_type.__name__} in this run holds")


def find_first_step(
    event_type: type[EventT], predicate: Callable[[EventT], bool] | None = None
) -> Callable[[Simulation], int]:
    """Return a function that finds the step of the first such event in a run.

    It is the ``find_opening_step`` of a lesson.
    """
    return lambda run: find_first(run.trace, event_type, predicate)[0]


def find_last_step(
    event_type: type[EventT], predicate: Callable[[EventT], bool] | None = None
) -> Callable[[Simulation], int]:
    """Return a function that finds the step of the last such event in a run."""
    return lambda run: [step for step, _ in iterate_events(run.trace, event_type, predicate)][-1]


def find_step_at(trace: Trace, time_ms: int) -> int:
    """Find the first step at or after *time_ms* of processing time, else the last step."""
    for number, head in enumerate(trace.headers):
        if head.time_ms >= time_ms:
            return number
    return len(trace) - 1
