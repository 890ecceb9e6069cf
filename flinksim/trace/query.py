"""Questions to a trace: why a fact became true, what came of it, and what belongs together.

What each fact came from is known (:mod:`flinksim.trace.causality.causal_graph`); here it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from flinksim.core.validation import checked
from flinksim.trace import events as e
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.narration.templates import fill
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KIND_OF, KINDS

# --- causes ------------------------------------------------------------------------------------


@checked
def chain_of_causes(trace: Trace, event_index: int) -> list[int]:
    """*event_index* and the facts in whose course it became true, the outermost first."""
    _check_index(trace, event_index)
    cause = trace.links.cause
    chain = [event_index]
    while cause[chain[-1]] >= 0:
        chain.append(cause[chain[-1]])
    return chain[::-1]


@checked
def call_stack(trace: Trace, event_index: int) -> list[str]:
    """Flink's methods on the stack when the fact became true, as ``"Class.method"``."""
    _check_index(trace, event_index)
    return trace.links.stack(event_index)


@checked
def all_it_came_from(trace: Trace, event_index: int) -> list[int]:
    """Every fact that the one at *event_index* came from, across steps and tasks, in order.

    A walk over causes and origins: each hop is a look-up.
    """
    _check_index(trace, event_index)
    return _walk(event_index, trace.links.came_from)


@checked
def all_that_came_of(trace: Trace, event_index: int) -> list[int]:
    """Every fact that came of the one at *event_index*, across steps and tasks, in order."""
    _check_index(trace, event_index)
    return _walk(event_index, trace.links.came_of)


@checked
def records_behind(trace: Trace, event_index: int) -> list[int]:
    """The reads of all source records that the fact at *event_index* came from, in order.

    Of a window's result these are its records (:func:`records_in`) and those that let time go on.
    """
    return _reads(trace, all_it_came_from(trace, event_index))


@checked
def records_in(trace: Trace, event_index: int) -> list[int]:
    """The reads of the source records whose data the fact at *event_index* holds, in order.

    A pane holds its records, and not the one that made it fire; a timer is of the record that
    registered it; an element is what was written, whatever buffer it came in.
    """
    _check_index(trace, event_index)
    links, events = trace.links, trace.events

    def holds_what(index: int) -> tuple[int, ...]:
        origins = links.origins_of(index)
        if origins and type(events[index]) in (e.WindowFired, e.TimerFired, e.ElementReceived):
            return origins
        return links.came_from(index)

    return _reads(trace, _walk(event_index, holds_what))


def _reads(trace: Trace, indexes: Iterable[int]) -> list[int]:
    return [index for index in indexes if type(trace.events[index]) is e.SourceRecordRead]


def _walk(start: int, next_to: Callable[[int], Iterable[int]]) -> list[int]:
    found = {start: None}
    ahead = [start]
    while ahead:
        for index in next_to(ahead.pop()):
            if index not in found:
                found[index] = None
                ahead.append(index)
    del found[start]
    return sorted(found)


@checked
def step_of(trace: Trace, event_index: int) -> int:
    """The number of the step in which the fact at *event_index* became true."""
    _check_index(trace, event_index)
    return trace.step_of(event_index)


def _check_index(trace: Trace, event_index: int) -> None:
    if not 0 <= event_index < len(trace.events):
        raise IndexError(
            f"fact {event_index} does not exist: the trace has {len(trace.events)} facts, from 0"
        )


# --- the sentence ------------------------------------------------------------------------------


@checked
def sentence(trace: Trace, event_index: int) -> str:
    """What happened, in one sentence."""
    fact = trace.events[event_index]
    return fill(KIND_OF[type(fact)], fact, Labels(trace.known_plan))


@checked
def generated_by(trace: Trace, event_index: int) -> int | None:
    """The ``WatermarkGenerated`` that the watermark of the fact at *event_index* goes back to.

    Within one task: the generator's own, or that of the split that had held the source's watermark
    back until then. ``None`` if that split went idle or ended, or the watermark is another task's.
    """
    events, links = trace.events, trace.links
    for index in chain_of_causes(trace, event_index):
        if type(events[index]) is e.WatermarkGenerated:
            return index
        if type(events[index]) is e.WatermarkEmitted:
            let_go = links.origins_of(index)[:1]
            if let_go and type(events[let_go[0]]) is e.WatermarkGenerated:
                return let_go[0]
    return None


# --- pairs -------------------------------------------------------------------------------------


@checked
def received_from(trace: Trace, event_index: int) -> int | None:
    """Where the element that was received at *event_index* had been written."""
    _check_kind(trace, event_index, e.ElementReceived)
    return next(iter(trace.links.origins_of(event_index)), None)


@checked
def written_to(trace: Trace, event_index: int) -> int | None:
    """Where the element that was written at *event_index* was received; ``None`` if it was not."""
    _check_kind(trace, event_index, e.ElementWritten)
    return _first_of(trace, event_index, e.ElementReceived)


@checked
def registered_at(trace: Trace, event_index: int) -> int | None:
    """Where the timer that fired or was deleted at *event_index* had been registered."""
    _check_kind(trace, event_index, e.TimerFired, e.TimerDeleted)
    return next(iter(trace.links.origins_of(event_index)), None)


@checked
def ended_at(trace: Trace, event_index: int) -> int | None:
    """Where the timer that was registered at *event_index* fired or was deleted, if it did."""
    _check_kind(trace, event_index, e.TimerRegistered)
    return _first_of(trace, event_index, e.TimerFired, e.TimerDeleted)


def _first_of(trace: Trace, event_index: int, *kinds: type[Any]) -> int | None:
    came_of = trace.links.came_of(event_index)
    return next((index for index in came_of if type(trace.events[index]) in kinds), None)


def _check_kind(trace: Trace, event_index: int, *kinds: type[Any]) -> None:
    _check_index(trace, event_index)
    found = type(trace.events[event_index])
    if found not in kinds:
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"fact {event_index}: expected the kind {wanted}, found {found.__name__}")


@checked
def kinds_in(trace: Trace) -> dict[str, int]:
    """How many facts of each kind the trace holds, in the order of declaration."""
    counts = [0] * len(KINDS)
    for chunk in trace.chunks:
        for number, count in Counter(chunk.kinds()).items():
            counts[number] += count
    for row in trace.events.unpacked():
        counts[KIND_OF[row[0]].number] += 1
    return {kind.name: count for kind, count in zip(KINDS, counts, strict=True) if count}
