"""Steps that are alike: the same kinds of facts in the same calls.

A run takes a few kinds of step again and again, with other values. Where facts stand and which of
their step caused them follows from the kinds, the calls around them and a few fields; so it is worked
out for the first step of a shape, and looked up for all others (:mod:`flinksim.trace.causality.causal_graph`). What a
fact goes on from in other steps is found for each. Not in Flink.
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
"""Steps of so many facts together are remembered. A run has some dozens of shapes; but one step may
fire thousands of windows, and that never again.
"""


class Linked(NamedTuple):
    """Links of a step within itself: how far back the cause of each fact is, or 0, and its place."""

    causes: array[int]
    places: array[int]


class StepShape:
    """A shape: which facts have fields that decide on places, and which go on from others.

    ``keyed`` and ``found`` are the numbers of the facts in the step with what to ask of each.
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
        """What decides on places among the *facts* from *at* on."""
        return tuple([field(facts[at + number]) for number, field in self.keyed])


def calls_of_step(marks: array[int], mark: int, begin: int, end: int) -> tuple[int, ...]:
    """The *marks* from number *mark* on that belong to a step with the facts *begin* to before *end*.

    They count from its first fact. Those behind its last one are its own until its calls are over.
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
    """Whether nothing in the *calls* of a step is put off, or goes on from what was."""
    return all(entry & _CALL < COMES_OF for entry in calls)
