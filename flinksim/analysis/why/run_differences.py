"""Why two runs, or two keys of one run, differ: their first difference and what it came from.

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
"""What is compared: what a person sees of a run, not its buffers and mails."""

_SEEN = (
    e.WindowFired, e.LateRecordDropped, e.ResultWritten, e.WindowSkippedAsLate, e.SideOutputEmitted,
)  # fmt: skip
"""What comes out of a run."""


def explain_runs(left: Reading, right: Reading) -> Finding:
    """The first thing that comes out of one run and not of the other, and what it came from."""
    mine, other = _outcomes(left), _outcomes(right)
    first = next((pair for pair in mine if pair[1] not in _set(other)), None)
    theirs = next((pair for pair in other if pair[1] not in _set(mine)), None)
    if first is None and theirs is None:
        return Finding(left.say("Nothing that comes out of the two runs is different."), [])
    earlier_is_mine = theirs is None or (
        first is not None and left.at_ms(first[0]) <= right.at_ms(theirs[0])
    )
    reading, at = (left, first) if earlier_is_mine else (right, theirs)
    assert at is not None
    whose = reading.say("this run") if earlier_is_mine else reading.say("the other run")
    links = told_way(reading, at[0])
    finding = Finding(
        reading.say(
            "The first difference: only in {whose}, at {time}: {sentence}",
            whose=whose,
            time=reading.time(reading.at_ms(at[0])),
            sentence=reading.sentence(at[0]),
        ),
        links,
        [reading.fact(at[0])],
    )
    root = _first_differing_cause(left, right)
    if root is not None:
        of, index, elsewhere = root
        finding.cause = [of.fact(index)]
        finding.sentence += reading.say(
            " It began earlier: {sentence} {elsewhere}",
            sentence=of.sentence(index),
            elsewhere=elsewhere,
        )
        finding.links.append(of.link(index))
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
    """The first fact by which the runs part: in virtual time, then in the order of steps."""
    mine = [(left.at_ms(i), _shape(left, i), i) for i in sorted(left.of(*OUTCOMES))]
    other = [(right.at_ms(i), _shape(right, i), i) for i in sorted(right.of(*OUTCOMES))]
    for (time, shape, index), (their_time, their_shape, at) in zip(mine, other, strict=False):
        if (time, shape) != (their_time, their_shape):
            then = left.say(
                "In the other run, in its place: {sentence}", sentence=right.sentence(at)
            )
            return left, index, then
    return None


def _shape(reading: Reading, index: int) -> Any:
    fact = reading.events[index]
    fields = ("split", "offset", "value", "timestamp", "key", "window", "after", "contents", "text")
    where = getattr(fact, "operator", "") or getattr(fact, "subtask", "")
    return type(fact).__name__, where, *[repr(getattr(fact, field, None)) for field in fields]


def explain_keys(reading: Reading, parts: dict[str, Any]) -> Finding:
    """``why is key a different from key b``: the first that one has and the other has not."""
    one, other = (key_of(reading, parts[name]) for name in ("key", "other"))
    mine, theirs = _of_key(reading, one), _of_key(reading, other)
    if not mine and not theirs:  # no windows and no timers: what is kept of either
        mine, theirs = _state_of(reading, one), _state_of(reading, other)
    if not mine and not theirs:
        raise QuestionError(
            reading.say(
                "no window, timer or state of key {key} or of {other} is in this run",
                key=parts["key"],
                other=parts["other"],
            )
        )
    links: list[Link] = []
    for (what, index), (their_what, at) in zip(mine, theirs, strict=False):
        if what != their_what:
            links = [*told_way(reading, index), *told_way(reading, at)]
            return Finding(
                reading.say(
                    "The first difference: {sentence} But for {key}: {other}",
                    sentence=reading.sentence(index),
                    key=reading.value(other),
                    other=reading.sentence(at),
                ),
                links,
                [reading.fact(index), reading.fact(at)],
            )
    longer, key, shorter = (mine, one, other) if len(mine) > len(theirs) else (theirs, other, one)
    if len(mine) == len(theirs):
        return Finding(reading.say("The same happened to both."), [])
    index = longer[min(len(mine), len(theirs))][1]
    return Finding(
        reading.say(
            "For key {key} {what} {n} {n|time|times}, for {other} {fewer}. The first that is of one "
            "only: {sentence}",
            key=reading.value(key),
            what=_what_happened(reading, index),
            n=len(longer),
            other=reading.value(shorter),
            fewer=str(len(longer) - abs(len(mine) - len(theirs))),
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
    kinds = (e.WindowFired, e.WindowSkippedAsLate, e.LateRecordDropped, e.TimerFired)
    found = []
    for index in sorted(reading.of(*kinds)):
        fact = reading.events[index]
        if fact.key == key and not (isinstance(fact, e.TimerFired) and fact.namespace != ""):
            what = (
                type(fact).__name__,
                getattr(fact, "window", None),
                getattr(fact, "kind", None),
                getattr(fact, "count", None),
            )
            found.append((what, index))
    return found
