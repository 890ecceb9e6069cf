"""Explainers for timers that fired, did not fire, or were deleted.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.causal_chain import told_way
from flinksim.analysis.why.finding import Finding, KnobToTry, Occurrence, node_in, with_times
from flinksim.analysis.why.question_names import QuestionError, key_of, operators_of, time_of
from flinksim.analysis.why.trace_index import Reading
from flinksim.analysis.why.watermark_progress import (
    NOT_WITHOUT_TRYING,
    OTHERS_MAY_HAVE_ASKED,
    goes_without_records,
    letting_go,
    passed,
)
from flinksim.analysis.why.window_not_fired import not_yet, too_late_for_the_clock, waiting
from flinksim.trace import events as e
from flinksim.trace.query import records_in
from flinksim.trace.recorder import Trace


def _fits(reading: Reading, parts: dict[str, Any], index: int) -> bool:
    """Return whether the timer event at *index* matches the parts of the question."""
    fact = reading.events[index]
    if parts.get("key") and fact.key != key_of(reading, parts["key"]):
        return False
    if parts.get("time") and fact.timestamp != time_of(reading, parts["time"]):
        return False
    if parts.get("operator"):
        return fact.operator in operators_of(reading, parts["operator"])
    return True


def explain_timer(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain why a timer fired: ``why did the timer of a at 9999 fire``."""
    fired = [i for i in reading.of(e.TimerFired) if _fits(reading, parts, i)]
    if not fired:
        return explain_no_timer(reading, parts)
    firing = fired[0]
    fact = reading.events[firing]
    links = told_way(reading, firing)
    registered = reading.links.origins_of(firing)
    finding = Finding(
        reading.say(
            "At {time}: {sentence}",
            time=reading.time(reading.at_ms(firing)),
            sentence=reading.sentence(firing),
        ),
        links,
    )
    if registered:
        finding.links.append(reading.link(registered[0]))
        step = reading.step(registered[0])
        finding.sentence += reading.say(" It was registered in step {step}", step=step)
        read = reading.read_of(registered[0])
        if read is not None:
            finding.sentence += reading.say(", for {record}", record=reading.record(read).text)
            finding.cause = [reading.record(read)]
            finding.unknown = reading.say(OTHERS_MAY_HAVE_ASKED)
        finding.sentence += reading.stop
    node = reading.node(fact.operator)
    passages = passed(reading, node, fact.timestamp, firing) if fact.domain == "event" else []
    if passages:
        finding.cause = [
            reading.record(read) for read in letting_go(reading, node, passages, firing)
        ]
        finding.any_would_do = True
        finding.unknown = ""
        if goes_without_records(reading, node, firing):
            finding.unknown = reading.say(NOT_WITHOUT_TRYING)
        elif fact.namespace != "":
            reads = {read for each in passages for read in each.any_of}
            reads.update(records_in(reading.trace, firing))
            finding.needs = frozenset(reading.offsets[read] for read in reads)
    finding.effect = fired_so(reading, firing)
    finding.knobs = [KnobToTry("delay", node)] if fact.domain == "event" else []
    return finding


def fired_so(reading: Reading, at: int) -> Occurrence:
    """Build the outcome that the timer fires at this virtual time."""
    fact = reading.events[at]
    expected = (
        node_in(fact.operator), repr(fact.key), repr(fact.namespace), fact.timestamp,
        reading.at_ms(at),
    )  # fmt: skip

    def extract_identity(time: int, f: Any) -> Any:
        return node_in(f.operator), repr(f.key), repr(f.namespace), f.timestamp, time

    def occurs(trace: Trace) -> bool:
        return any(
            extract_identity(time, f) == expected for time, f in with_times(trace, e.TimerFired)
        )

    def describe(trace: Trace) -> str:
        firing_times = [
            time
            for time, f in with_times(trace, e.TimerFired)
            if extract_identity(time, f)[:-1] == expected[:-1]
        ]
        return (
            reading.say("Then it fires at {time}.", time=reading.time(firing_times[0]))
            if firing_times
            else reading.say("Then it does not fire.")
        )

    return Occurrence(occurs, True, describe, expected[-1])


def explain_no_timer(reading: Reading, parts: dict[str, Any]) -> Finding:
    """Explain why a timer has not fired: ``why has the timer of a at 9999 not fired``."""
    registered = [i for i in reading.of(e.TimerRegistered) if _fits(reading, parts, i)]
    if not registered:
        known = [
            reading.say("{key} at {time}", key=reading.value(f.key), time=reading.time(f.timestamp))
            for f in (reading.events[i] for i in reading.of(e.TimerRegistered))
        ]
        raise QuestionError(
            reading.say("no such timer was registered; there is {known}", known=reading.told(known))
        )
    event_types = (e.TimerDeleted,) if parts.get("deleted") else (e.TimerFired, e.TimerDeleted)
    ended = [i for i in reading.of(*event_types) if _fits(reading, parts, i)]
    if parts.get("deleted") and not ended:
        raise QuestionError(reading.say("no such timer was deleted"))
    registration = registered[-1]
    if ended:
        deleted = reading.events[max(ended)]
        registration = next(
            (i for i in reversed(registered) if i < max(ended)
             and reading.events[i].timestamp == deleted.timestamp), registration,
        )  # fmt: skip
    fact = reading.events[registration]
    if ended:
        last = max(ended)
        if isinstance(reading.events[last], e.TimerFired):
            return Finding(
                reading.say(
                    "But it has, in step {step}: {sentence}",
                    step=reading.step(last),
                    sentence=reading.sentence(last),
                ),
                [reading.link(last)],
            )
        finding = Finding(
            reading.say(
                "It was deleted in step {step}: {sentence}",
                step=reading.step(last),
                sentence=reading.sentence(last),
            ),
            told_way(reading, last),
        )
        finding.links.append(reading.link(registration))
        finding.cause = [reading.fact(last)]
        return finding
    links = [reading.link(registration)]
    if fact.domain == "event":
        condition = reading.say(
            "A timer fires when the watermark is at {time}", time=reading.time(fact.timestamp)
        )
        status = waiting(reading, condition, fact.operator, fact.timestamp)
        finding = not_yet(reading, status, fact.operator, fact.timestamp, links)
    else:
        now = reading.now_ms
        finding = Finding(
            reading.say(
                "It is a timer of processing time, due at {time}; the clock is at {now}.",
                time=reading.time(fact.timestamp),
                now=reading.time(now),
            )
            + too_late_for_the_clock(reading),
            links,
            [reading.fact(registration)],
        )
    node, now = reading.node(fact.operator), reading.now_ms

    def occurs(trace: Trace) -> bool:
        return any(
            node_in(f.operator) == node and f.key == fact.key and f.timestamp == fact.timestamp
            for time, f in with_times(trace, e.TimerFired)
            if time <= now
        )

    finding.effect = Occurrence(
        occurs,
        False,
        lambda trace: reading.say("Then it fires by {time}.", time=reading.time(now)),
        until_ms=now,
    )
    return finding
