"""Questions to a trace: why a fact became true, and what belongs together.

A fact's *cause* is an earlier fact of the same step: the nearest one of a kind that its kind is
declared to lie ``within``, and of the right operator. The right operator of most facts is their
own; of an element handed to an operator it is one that feeds it in its chain; of an element written
to a channel it is the one that the channel starts at. The causes of a fact, from the outermost one
on, are the methods of Flink that were on the call stack.

The same rules fill the stack and the sentence in the browser (``widgets/src/sentences.ts``); only
the causes are written into the trace file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from flinksim.common.ids import ChannelId
from flinksim.trace import events as e
from flinksim.trace.declarations import KIND_NAMED, KIND_OF, KINDS
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace
from flinksim.trace.sentences import (
    ACTION_FRAMES,
    AT_THE_MASTER,
    PLACE_WORDS,
    PLACES_OF_CLASS,
    RETURNED,
    Labels,
    fill,
    head_of_stack,
)

# --- causes ------------------------------------------------------------------------------------


def causes(trace: Trace) -> Sequence[int]:
    """For every fact the index of its cause, or -1 for a fact that stands for itself."""
    finder = _CauseFinder(_plan(trace))
    found = array("q", bytes(8 * len(trace.events)))
    for number in range(len(trace)):
        first, last = trace.event_range(number)
        for index in range(first, last):
            found[index] = finder.cause(index, trace.events[index], first)
    return found


class _CauseFinder:
    """Remembers where each kind of fact last stood, for each operator."""

    def __init__(self, plan: Plan | None) -> None:
        self._feeders, self._writers = _chains(plan)
        self._slots: dict[tuple[int, str], int] = {}
        self._last: list[int] = []
        self._candidates: dict[tuple[int, str], tuple[int, tuple[int, ...]]] = {}

    def cause(self, index: int, fact: e.TraceEvent, first: int) -> int:
        """The cause of *fact*, which stands at *index* of a step that begins at *first*."""
        kind = KIND_OF[type(fact)]
        place = getattr(fact, "operator", None)
        if place is None:
            place = fact.channel if type(fact) is e.ElementWritten else ""
        known = self._candidates.get((kind.number, place))
        if known is None:
            known = self._candidates[kind.number, place] = self._learn(fact, place)
        slot, candidates = known
        last = self._last
        found = -1
        for candidate in candidates:
            if last[candidate] > found:
                found = last[candidate]
        last[slot] = index
        return found if found >= first else -1

    def _learn(self, fact: e.TraceEvent, place: str) -> tuple[int, tuple[int, ...]]:
        owners: tuple[str, ...]
        if type(fact) is e.ElementProcessed:
            owners = self._feeders.get(place, ())
        elif type(fact) is e.ElementWritten:
            owners = self._writers.get(fact.channel, ())
        else:
            owners = (place,)
        candidates = []
        for name in type(fact).WITHIN:
            kind = KIND_NAMED[name]
            if kind.field("operator") is None:
                candidates.append(self._slot(kind.number, ""))
            else:
                candidates.extend(self._slot(kind.number, owner) for owner in owners)
        own_place = place if KIND_OF[type(fact)].field("operator") else ""
        return self._slot(KIND_OF[type(fact)].number, own_place), tuple(candidates)

    def _slot(self, number: int, operator: str) -> int:
        slot = self._slots.setdefault((number, operator), len(self._slots))
        if slot == len(self._last):
            self._last.append(-1)
        return slot


def _chains(
    plan: Plan | None,
) -> tuple[dict[str, tuple[str, ...]], dict[ChannelId, tuple[str, ...]]]:
    """The operators that feed each operator in its chain, and those that write each channel."""
    feeders: dict[str, tuple[str, ...]] = {}
    writers: dict[ChannelId, tuple[str, ...]] = {}
    if plan is None:
        return feeders, writers
    indexes = {subtask.id: subtask.index for subtask in plan.subtasks}
    vertices = {vertex.id: vertex for vertex in plan.vertices}
    for subtask in plan.subtasks:
        for operator in vertices[subtask.vertex].operators:
            feeders[operator.instance(subtask.index)] = tuple(
                f"o{node}/{subtask.index}" for node in operator.inputs
            )
    for channel in plan.channels:
        writers[channel.id] = (f"o{channel.source_node}/{indexes[channel.source]}",)
    return feeders, writers


def _plan(trace: Trace) -> Plan | None:
    """The plan, or ``None`` in a trace that does not begin with one (of an operator alone)."""
    if trace.events and isinstance(trace.events[0], e.JobSubmitted):
        return trace.events[0].plan
    return None


def chain_of_causes(trace: Trace, event_index: int) -> list[int]:
    """*event_index* and the facts that it lies inside of, the outermost first."""
    number = step_of(trace, event_index)
    first, _ = trace.event_range(number)
    finder = _CauseFinder(_plan(trace))
    found = {
        index: finder.cause(index, trace.events[index], first)
        for index in range(first, event_index + 1)
    }
    chain = [event_index]
    while found[chain[-1]] >= 0:
        chain.append(found[chain[-1]])
    return chain[::-1]


def step_of(trace: Trace, event_index: int) -> int:
    """The number of the step in which the fact at *event_index* became true."""
    if not 0 <= event_index < len(trace.events):
        raise IndexError(
            f"fact {event_index} does not exist: the trace has {len(trace.events)} facts, from 0"
        )
    low, high = 0, len(trace.heads)
    while low < high:  # the last step that begins at or before the fact
        middle = (low + high) // 2
        if trace.heads[middle].first_event <= event_index:
            low = middle + 1
        else:
            high = middle
    return low - 1


# --- the call stack and the sentence -----------------------------------------------------------


def call_stack(trace: Trace, event_index: int) -> list[str]:
    """Flink's methods on the stack when the fact became true, as ``"Class.method"``."""
    plan = _plan(trace)
    head = trace.heads[step_of(trace, event_index)]
    chain = chain_of_causes(trace, event_index)
    frames: list[str] = []
    if type(trace.events[chain[0]]).__name__ not in AT_THE_MASTER:
        frames += head_of_stack(ACTION_FRAMES, head.action, _head_class(plan, head.actor))
    classes = _operator_classes(plan)
    for index in chain:
        fact = trace.events[index]
        if index < event_index and type(fact).__name__ in RETURNED:
            continue
        for frame in _place(fact, classes):
            if not frames or frames[-1] != frame:
                frames.append(frame)
    return frames


def _place(fact: e.TraceEvent, classes: dict[str, str]) -> Iterator[str]:
    place = fact.PLACE
    for word, (field, words) in PLACE_WORDS.items():
        if word in place:
            found = str(getattr(fact, field))
            place = place.replace(word, words.get(found, found))
    operator = classes.get(getattr(fact, "operator", ""), "StreamOperator")
    place = PLACES_OF_CLASS.get(operator, {}).get(place, place)
    yield from place.replace("{operator}", operator).split(" > ")


def _operator_classes(plan: Plan | None) -> dict[str, str]:
    if plan is None:
        return {}
    return {
        operator.instance(index): operator.operator_class
        for vertex in plan.vertices
        for operator in vertex.operators
        for index in range(vertex.parallelism)
    }


def _head_class(plan: Plan | None, actor: str) -> str:
    """Flink's class of the first operator in the chain of *actor*; "" if it is no task."""
    for vertex in plan.vertices if plan else ():
        if actor.startswith(f"{vertex.id}/"):
            return vertex.operators[0].operator_class
    return ""


def sentence(trace: Trace, event_index: int) -> str:
    """What happened, in one sentence."""
    fact = trace.events[event_index]
    return fill(KIND_OF[type(fact)], fact, Labels(_plan(trace)))


# --- pairs -------------------------------------------------------------------------------------


def received_from(trace: Trace, event_index: int) -> int | None:
    """Where the element that was received at *event_index* had been written."""
    fact = trace.events[event_index]
    if not isinstance(fact, e.ElementReceived):
        raise TypeError(f"fact {event_index} is a {type(fact).__name__}, not an ElementReceived")
    for index in range(event_index - 1, -1, -1):
        other = trace.events[index]
        if isinstance(other, e.ElementWritten) and (
            other.channel == fact.channel and other.sequence == fact.sequence
        ):
            return index
    return None


def written_to(trace: Trace, event_index: int) -> int | None:
    """Where the element that was written at *event_index* was received; ``None`` if it was not."""
    fact = trace.events[event_index]
    if not isinstance(fact, e.ElementWritten):
        raise TypeError(f"fact {event_index} is a {type(fact).__name__}, not an ElementWritten")
    for index in range(event_index + 1, len(trace.events)):
        other = trace.events[index]
        if isinstance(other, e.ElementReceived) and (
            other.channel == fact.channel and other.sequence == fact.sequence
        ):
            return index
    return None


def registered_at(trace: Trace, event_index: int) -> int | None:
    """Where the timer that fired or was deleted at *event_index* had been registered."""
    fact = trace.events[event_index]
    if not isinstance(fact, e.TimerFired | e.TimerDeleted):
        raise TypeError(f"fact {event_index} is a {type(fact).__name__}: it ends no timer")
    for index in range(event_index - 1, -1, -1):
        other = trace.events[index]
        if isinstance(other, e.TimerRegistered) and _timer(other) == _timer(fact):
            return index
    return None


def ended_at(trace: Trace, event_index: int) -> int | None:
    """Where the timer that was registered at *event_index* fired or was deleted, if it did."""
    fact = trace.events[event_index]
    if not isinstance(fact, e.TimerRegistered):
        raise TypeError(f"fact {event_index} is a {type(fact).__name__}, not a TimerRegistered")
    for index in range(event_index + 1, len(trace.events)):
        other = trace.events[index]
        if isinstance(other, e.TimerFired | e.TimerDeleted) and _timer(other) == _timer(fact):
            return index
    return None


def _timer(
    fact: e.TimerRegistered | e.TimerFired | e.TimerDeleted,
) -> tuple[str, str, str, str, int]:
    # as text, for 1, 1.0 and True are different keys
    return fact.operator, fact.domain, repr(fact.key), repr(fact.namespace), fact.timestamp


def kinds_in(trace: Trace) -> dict[str, int]:
    """How many facts of each kind the trace holds, in the order of declaration."""
    counts = [0] * len(KINDS)
    for fact in trace.events:
        counts[KIND_OF[type(fact)].number] += 1
    return {kind.name: count for kind, count in zip(KINDS, counts, strict=True) if count}
