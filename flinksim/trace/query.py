"""Queries of a trace: causes and consequences of an event, and pairs of related events.

The links between events are built by :mod:`flinksim.trace.causality.causal_graph`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from flinksim.core.validation import validate_arguments
from flinksim.trace import events as e
from flinksim.trace.causality.causal_graph import get_data_predecessors
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS, KINDS_BY_CLASS

# --- causes ------------------------------------------------------------------------------------


@validate_arguments
def find_causal_chain(trace: Trace, event_index: int) -> list[int]:
    """Return *event_index* and its chain of causes within the step, the outermost first."""
    _check_index(trace, event_index)
    cause = trace.links.cause
    chain = [event_index]
    while cause[chain[-1]] >= 0:
        chain.append(cause[chain[-1]])
    return chain[::-1]


@validate_arguments
def get_call_stack(trace: Trace, event_index: int) -> list[str]:
    """Return Flink's methods on the stack of the event, as ``"Class.method"``, the outermost first."""
    _check_index(trace, event_index)
    return trace.links.get_stack(event_index)


@validate_arguments
def find_ancestors(trace: Trace, event_index: int) -> list[int]:
    """Return all events that the event resulted from, across steps and tasks, in order.

    It follows causes and origins. Each hop is one look-up.
    """
    _check_index(trace, event_index)
    return _find_reachable(event_index, trace.links.get_predecessors)


@validate_arguments
def find_descendants(trace: Trace, event_index: int) -> list[int]:
    """Return all consequences of the event, across steps and tasks, in order."""
    _check_index(trace, event_index)
    return _find_reachable(event_index, trace.links.get_successors)


@validate_arguments
def find_source_records(trace: Trace, event_index: int) -> list[int]:
    """Return the reads of all source records that the event resulted from, in order.

    For the result of a window these are its own records (:func:`find_contained_records`) and the
    records that advanced event time.
    """
    return _filter_source_reads(trace, find_ancestors(trace, event_index))


@validate_arguments
def find_contained_records(trace: Trace, event_index: int) -> list[int]:
    """Return the reads of the source records whose data the event contains, in order.

    A pane contains its records, but not the record that made it fire. A timer belongs to the record
    that registered it. An element contains what was written, whichever buffer carried it.
    """
    _check_index(trace, event_index)
    links, events = trace.links_until(event_index), trace.events

    def get_predecessors(index: int) -> tuple[int, ...]:
        return get_data_predecessors(links, type(events[index]), index)

    return _filter_source_reads(trace, _find_reachable(event_index, get_predecessors))


def _filter_source_reads(trace: Trace, indexes: Iterable[int]) -> list[int]:
    return [index for index in indexes if type(trace.events[index]) is e.SourceRecordRead]


def _find_reachable(start: int, get_neighbors: Callable[[int], Iterable[int]]) -> list[int]:
    found = {start: None}
    queue = [start]
    while queue:
        for index in get_neighbors(queue.pop()):
            if index not in found:
                found[index] = None
                queue.append(index)
    del found[start]
    return sorted(found)


@validate_arguments
def find_step(trace: Trace, event_index: int) -> int:
    """Return the number of the step of the event."""
    _check_index(trace, event_index)
    return trace.find_step(event_index)


def _check_index(trace: Trace, event_index: int) -> None:
    if not 0 <= event_index < len(trace.events):
        raise IndexError(
            f"there is no event {event_index}: the trace has events 0 to {len(trace.events) - 1}"
        )


# --- description -------------------------------------------------------------------------------


@validate_arguments
def describe_event(trace: Trace, event_index: int) -> str:
    """Describe the event in one sentence."""
    event = trace.events[event_index]
    return render_event(KINDS_BY_CLASS[type(event)], event, Formatter(trace.plan_or_none))


@validate_arguments
def find_generated_watermark(trace: Trace, event_index: int) -> int | None:
    """Find the ``WatermarkGenerated`` that produced the watermark of the event.

    Within one task it is that of the generator, or that of the split that limited the watermark of
    the source until then. ``None`` if that split went idle or ended, or if the watermark comes from
    another task.
    """
    events, links = trace.events, trace.links
    for index in find_causal_chain(trace, event_index):
        if type(events[index]) is e.WatermarkGenerated:
            return index
        if type(events[index]) is e.WatermarkEmitted:
            released = links.get_origins(index)[:1]
            if released and type(events[released[0]]) is e.WatermarkGenerated:
                return released[0]
    return None


# --- pairs -------------------------------------------------------------------------------------


@validate_arguments
def find_write(trace: Trace, event_index: int) -> int | None:
    """Find the event that wrote the element received at *event_index*."""
    _check_kind(trace, event_index, e.ElementReceived)
    return next(iter(trace.links.get_origins(event_index)), None)


@validate_arguments
def find_receipt(trace: Trace, event_index: int) -> int | None:
    """Find the event that received the element written at *event_index*; ``None`` if none did."""
    _check_kind(trace, event_index, e.ElementWritten)
    return _find_first_successor(trace, event_index, e.ElementReceived)


@validate_arguments
def find_timer_registration(trace: Trace, event_index: int) -> int | None:
    """Find the event that registered the timer fired or deleted at *event_index*."""
    _check_kind(trace, event_index, e.TimerFired, e.TimerDeleted)
    return next(iter(trace.links.get_origins(event_index)), None)


@validate_arguments
def find_timer_end(trace: Trace, event_index: int) -> int | None:
    """Find the event that fired or deleted the timer registered at *event_index*, if any."""
    _check_kind(trace, event_index, e.TimerRegistered)
    return _find_first_successor(trace, event_index, e.TimerFired, e.TimerDeleted)


def _find_first_successor(trace: Trace, event_index: int, *kinds: type[Any]) -> int | None:
    came_of = trace.links.get_successors(event_index)
    return next((index for index in came_of if type(trace.events[index]) in kinds), None)


def _check_kind(trace: Trace, event_index: int, *kinds: type[Any]) -> None:
    _check_index(trace, event_index)
    found = type(trace.events[event_index])
    if found not in kinds:
        expected = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(
            f"event {event_index}: expected the type {expected}, found {found.__name__}"
        )


@validate_arguments
def count_kinds(trace: Trace) -> dict[str, int]:
    """Count the events of each type, in the order of declaration."""
    counts = [0] * len(KINDS)
    for chunk in trace.chunks:
        for number, count in Counter(chunk.kinds()).items():
            counts[number] += count
    for row in trace.events.iterate_uncompacted():
        counts[KINDS_BY_CLASS[row[0]].number] += 1
    return {kind.name: count for kind, count in zip(KINDS, counts, strict=True) if count}
