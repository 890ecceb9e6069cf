"""Explainers for the first difference between two runs, or between two keys of one run.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import Link
from flinksim.analysis.why.causal_chain import told_way
from flinksim.analysis.why.finding import Finding, node_in
from flinksim.analysis.why.question_names import QuestionError, key_of
from flinksim.analysis.why.trace_index import Reading
from flinksim.trace import events as e

OUTCOMES = (
    e.SourceRecordRead, e.WatermarkGenerated, e.InputWatermarkAdvanced, e.WindowAssigned,
    e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.RecordFiltered, e.WindowsMerged,
    e.TimerFired, e.ResultWritten, e.SplitStatusChanged, e.SideOutputEmitted,
)  # fmt: skip
"""Event types that are compared: those that users see, without buffers and mails."""

_SEEN = (
    e.WindowFired, e.LateRecordDropped, e.ResultWritten, e.WindowSkippedAsLate, e.SideOutputEmitted,
)  # fmt: skip
"""Event types that are output of a run."""


def explain_runs(left: Reading, right: Reading) -> Finding:
    """Explain the first output that only one of the runs has."""
    left_results, right_results = _outcomes(left), _outcomes(right)
    first_left = next((pair for pair in left_results if pair[1] not in _set(right_results)), None)
    first_right = next((pair for pair in right_results if pair[1] not in _set(left_results)), None)
    if first_left is None and first_right is None:
        return Finding(left.say("Nothing that comes out of the two runs is different."), [])
    is_left_first = first_right is None or (
        first_left is not None and left.at_ms(first_left[0]) <= right.at_ms(first_right[0])
    )
    run, earliest = (left, first_left) if is_left_first else (right, first_right)
    assert earliest is not None
    owner = run.say("this run") if is_left_first else run.say("the other run")
    links = told_way(run, earliest[0])
    finding = Finding(
        run.say(
            "The first difference: only in {whose}, at {time}: {sentence}",
            whose=owner,
            time=run.time(run.at_ms(earliest[0])),
            sentence=run.sentence(earliest[0]),
        ),
        links,
        [run.fact(earliest[0])],
    )
    origin = _first_differing_cause(left, right)
    if origin is not None:
        origin_run, index, elsewhere = origin
        finding.cause = [origin_run.fact(index)]
        finding.sentence += run.say(
            " It began earlier: {sentence} {elsewhere}",
            sentence=origin_run.sentence(index),
            elsewhere=elsewhere,
        )
        finding.links.append(origin_run.link(index))
    return finding


def _outcomes(reading: Reading) -> list[tuple[int, Any]]:
    return [(index, _outcome(reading, index)) for index in sorted(reading.of(*_SEEN))]


def _set(outcomes: list[tuple[int, Any]]) -> set[Any]:
    return {key for _, key in outcomes}


def _outcome(reading: Reading, index: int) -> Any:
    fact = reading.events[index]
    rest = [
        repr(getattr(fact, field, None))
        for field in ("key", "window", "value", "contents", "kind", "text", "timestamp")
    ]
    return type(fact).__name__, node_in(fact.operator), *rest


def _first_differing_cause(left: Reading, right: Reading) -> tuple[Reading, int, str] | None:
    """Return the first event that differs, by virtual time and then by step.

    Returns:
        The run, the index of the event, and a sentence about the other run; ``None`` if all are
        equal.
    """
    left_events = [(left.at_ms(i), _shape(left, i), i) for i in sorted(left.of(*OUTCOMES))]
    right_events = [(right.at_ms(i), _shape(right, i), i) for i in sorted(right.of(*OUTCOMES))]
    for (time, shape, index), (their_time, their_shape, other_index) in zip(
        left_events, right_events, strict=False
    ):
        if (time, shape) != (their_time, their_shape):
            other_sentence = left.say(
                "In the other run, in its place: {sentence}", sentence=right.sentence(other_index)
            )
            return left, index, other_sentence
    return None


def _shape(reading: Reading, index: int) -> Any:
    fact = reading.events[index]
    fields = ("split", "offset", "value", "timestamp", "key", "window", "after", "contents", "text")
    where = getattr(fact, "operator", "") or getattr(fact, "subtask", "")
    return type(fact).__name__, where, *[repr(getattr(fact, field, None)) for field in fields]


def explain_keys(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain the first difference between two keys: ``why is key a different from key b``."""
    one, other = (key_of(reading, parts[name]) for name in ("key", "other"))
    own_events, other_events = _of_key(reading, one), _of_key(reading, other)
    if (
        not own_events and not other_events
    ):  # no windows and no timers: compare the state of both keys
        own_events, other_events = _state_of(reading, one), _state_of(reading, other)
    if not own_events and not other_events:
        raise QuestionError(
            reading.say(
                "no window, timer or state of key {key} or of {other} is in this run",
                key=parts["key"],
                other=parts["other"],
            )
        )
    links: list[Link] = []
    for (own_identity, index), (other_identity, other_index) in zip(
        own_events, other_events, strict=False
    ):
        if own_identity != other_identity:
            links = [*told_way(reading, index), *told_way(reading, other_index)]
            return Finding(
                reading.say(
                    "The first difference: {sentence} But for {key}: {other}",
                    sentence=reading.sentence(index),
                    key=reading.value(other),
                    other=reading.sentence(other_index),
                ),
                links,
                [reading.fact(index), reading.fact(other_index)],
            )
    longer, key, shorter = (
        (own_events, one, other)
        if len(own_events) > len(other_events)
        else (other_events, other, one)
    )
    if len(own_events) == len(other_events):
        return Finding(reading.say("The same happened to both."), [])
    index = longer[min(len(own_events), len(other_events))][1]
    return Finding(
        reading.say(
            "For key {key} {what} {n} {n|time|times}, for {other} {fewer}. The first that is of one "
            "only: {sentence}",
            key=reading.value(key),
            what=_what_happened(reading, index),
            n=len(longer),
            other=reading.value(shorter),
            fewer=str(len(longer) - abs(len(own_events) - len(other_events))),
            sentence=reading.sentence(index),
        ),
        told_way(reading, index),
        [reading.fact(index)],
    )


def _what_happened(reading: Reading, index: int) -> str:
    match reading.events[index]:
        case e.StateUpdated():
            return reading.say("state is written")
        case e.TimerFired():
            return reading.say("a timer fires, a window fires or a record is late")
        case _:
            return reading.say("a window fires or a record is late")


def _state_of(reading: Reading, key: Any) -> list[tuple[Any, int]]:
    found = []
    for index in sorted(reading.of(e.StateUpdated)):
        fact = reading.events[index]
        if fact.key == key:
            found.append(((reading.node(fact.operator), fact.state), index))
    return found


def _of_key(reading: Reading, key: Any) -> list[tuple[Any, int]]:
    event_types = (e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.TimerFired)
    found = []
    for index in sorted(reading.of(*event_types)):
        fact = reading.events[index]
        if fact.key == key and not (isinstance(fact, e.TimerFired) and fact.namespace != ""):
            identity = (
                type(fact).__name__,
                getattr(fact, "window", None),
                getattr(fact, "kind", None),
                getattr(fact, "count", None),
            )
            found.append((identity, index))
    return found
