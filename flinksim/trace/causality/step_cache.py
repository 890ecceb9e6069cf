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

from flinksim.trace.causality.spans import FOLLOWS_FROM, SPAN_BITS
from flinksim.trace.events.event import Row

_SPAN_MASK = (1 << SPAN_BITS) - 1

_SCAN_SIZE = 64

MAX_CACHED_EVENTS = 1 << 16
"""Maximum number of events in all cached steps together.

A run has some dozens of signatures. But a single step may fire thousands of windows, and never
occur again.
"""


class CachedLinks(NamedTuple):
    """Causes and stacks of the events of a step, to be reused for similar steps.

    For each event, the distance to its cause, or 0, and the number of its stack frame.
    """

    causes: array[int]
    frame_numbers: array[int]


class StepSignature:
    """What similar steps have in common, and which of their events still need an individual look.

    ``key_getters`` are the indexes of the events whose fields decide on stack frames, with the function
    that reads the fields. ``origin_finders`` are the indexes of the events that have origins, with the
    function that finds these.
    """

    __slots__ = ("cached_links", "key_getters", "origin_finders")

    def __init__(
        self,
        key_getters: Sequence[tuple[int, Callable[[Row], Hashable]]],
        origin_finders: Sequence[tuple[int, Callable[[int, Row], tuple[int, ...]]]],
    ) -> None:
        self.key_getters = key_getters
        self.origin_finders = origin_finders
        self.cached_links: dict[Hashable, CachedLinks] = {}

    def extract_key(self, events: Sequence[Row], at: int) -> Hashable:
        """Extract the field values that decide on stack frames, for the step that begins at *at*."""
        return tuple([field(events[at + number]) for number, field in self.key_getters])


def extract_step_marks(marks: array[int], mark: int, begin: int, end: int) -> tuple[int, ...]:
    """Extract the span marks of one step, with positions counted from its first event.

    Marks after its last event belong to it until all calls of the step have ended.

    Args:
        marks: Marks of the span log.
        mark: Index of the first mark.
        begin: First event of the step.
        end: One past its last event.
    """
    base, limit, after = begin << SPAN_BITS, end << SPAN_BITS, end + 1 << SPAN_BITS
    found: list[int] = []
    running = 0
    while True:
        at = mark + len(found)
        window = marks[at : at + _SCAN_SIZE]
        for entry in window:
            if entry >= limit and (not running or entry >= after):
                return tuple(found)
            running += 1 if entry & _SPAN_MASK else -1
            found.append(entry - base)
        if len(window) < _SCAN_SIZE:
            return tuple(found)


def is_cacheable(marks: Sequence[int]) -> bool:
    """Return whether, by its span *marks*, a step neither defers work nor runs deferred work."""
    return all(entry & _SPAN_MASK < FOLLOWS_FROM for entry in marks)
