"""Cache of the links of similar steps: those with the same event types in the same spans.

A run repeats a few kinds of steps with different values. The frames and causes within a step depend
only on the event types, the spans around them and a few fields. They are computed for the first
step with a signature and reused for the others (:mod:`flinksim.trace.causality.causal_graph`).
Origins in other steps are found for each event. Not in Flink.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from flinksim.trace.causality.spans import BITS, COMES_OF
from flinksim.trace.events.base import Row

_CALL = (1 << BITS) - 1

_WINDOW = 64

MOST_IN_SHAPES = 1 << 16
"""Maximum number of events in all cached steps together.

A run has some dozens of signatures. But a single step may fire thousands of windows, and never
occur again.
"""


class Linked(NamedTuple):
    """Links within a step: the distance to the cause of each event, or 0, and its frame number."""

    causes: array[int]
    places: array[int]


class StepShape:
    """A signature: which events have fields that decide on frames, and which have origins.

    ``keyed`` and ``found`` are the indexes of these events in the step, with the functions to call.
    """

    __slots__ = ("found", "keyed", "known")

    def __init__(
        self,
        keyed: Sequence[tuple[int, Callable[[Row], Hashable]]],
        found: Sequence[tuple[int, Callable[[int, Row], tuple[int, ...]]]],
    ) -> None:
        self.keyed = keyed
        self.found = found
        self.known: dict[Hashable, Linked] = {}

    def fields(self, facts: Sequence[Row], at: int) -> Hashable:
        """Extract the values that decide on frames from the step that begins at *at* in *facts*."""
        return tuple([field(facts[at + number]) for number, field in self.keyed])


def calls_of_step(marks: array[int], mark: int, begin: int, end: int) -> tuple[int, ...]:
    """Extract the marks of one step, counted from its first event.

    Marks after its last event belong to it until its spans have ended.

    Args:
        marks: Marks of the span log.
        mark: Index of the first mark.
        begin: First event of the step.
        end: One past its last event.
    """
    base, limit, after = begin << BITS, end << BITS, end + 1 << BITS
    found: list[int] = []
    running = 0
    while True:
        at = mark + len(found)
        window = marks[at : at + _WINDOW]
        for entry in window:
            if entry >= limit and (not running or entry >= after):
                return tuple(found)
            running += 1 if entry & _CALL else -1
            found.append(entry - base)
        if len(window) < _WINDOW:
            return tuple(found)


def is_plain(calls: Sequence[int]) -> bool:
    """Return whether the marks of a step neither defer work nor resume any."""
    return all(entry & _CALL < COMES_OF for entry in calls)
