"""Explainers for timers that fired, did not fire, or were deleted.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.causal_chain import build_causal_chain
from flinksim.analysis.why.finding import (
    CandidateChange,
    Finding,
    Outcome,
    find_timed_events,
    parse_node,
)
from flinksim.analysis.why.missing_firing_answers import (
    describe_job_finished,
    describe_watermark_gap,
    explain_before_end,
    explain_watermark_held_back,
)
from flinksim.analysis.why.question_names import (
    QuestionError,
    resolve_key,
    resolve_operators,
    resolve_time,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.watermark_progress import (
    IDLENESS_UNKNOWN,
    OTHER_REGISTRATIONS_UNKNOWN,
    can_advance_without_records,
    find_clock_advance,
    find_passages,
    find_required_reads,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.query import find_contained_records
from flinksim.trace.recorder import Trace


def _is_requested_timer(run: TraceIndex, parts: dict[str, Any], index: int) -> bool:
    """Return whether the timer event at *index* is about the timer that the question names."""
    event = run.events[index]
    if parts.get("key") and event.key != resolve_key(run, parts["key"]):
        return False
    if parts.get("time") and event.timestamp != resolve_time(run, parts["time"]):
        return False
    if parts.get("operator"):
        return event.operator in resolve_operators(run, parts["operator"])
    return True


def is_fired_by_end(run: TraceIndex, firing: int) -> bool:
    """Return whether an event-time timer fired only because the input ended.

    Then no watermark before the last one, MAX, had reached its time.
    """
    event = run.events[firing]
    if event.domain != "event":
        return False
    advance = find_clock_advance(run, event.operator, event.timestamp, firing)
    return advance is not None and run.events[advance].after == MAX_TIMESTAMP


def describe_timer_counts(run: TraceIndex) -> list[str]:
    """Count the timers of functions, and those that fired only at the end of the input; [] without timers."""
    registered, fired, deleted = (
        [i for i in run.find_events(kind) if run.events[i].namespace == ""]
        for kind in (e.TimerRegistered, e.TimerFired, e.TimerDeleted)
    )
    if not registered:
        return []
    at_end = sum(is_fired_by_end(run, index) for index in fired)
    counts = run.translate(
        "counts.timers", n=len(registered), fired=len(fired), deleted=len(deleted)
    )
    return [counts, *([run.translate("counts.timers_at_end", n=at_end)] if at_end else [])]


def explain_timer(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a timer fired: ``why did the timer of a at 9999 fire``."""
    fired = [i for i in run.find_events(e.TimerFired) if _is_requested_timer(run, parts, i)]
    if not fired:
        return explain_no_timer(run, parts)
    firing = fired[0]
    event = run.events[firing]
    links = build_causal_chain(run, firing)
    registered = run.links_until(firing).get_origins(firing)
    finding = Finding(
        run.translate(
            "timer.fired_at",
            time=run.format_time(run.time_ms(firing)),
            sentence=run.describe_event(firing),
        ),
        links,
    )
    if registered:
        finding.causal_chain.append(run.build_link(registered[0]))
        step = run.step(registered[0])
        finding.sentence += run.translate("timer.registered", step=step)
        read = run.find_read(registered[0])
        if read is not None:
            finding.sentence += run.translate(
                "timer.for_record", record=run.build_record_cause(read).text
            )
            finding.causes = [run.build_record_cause(read)]
            finding.add_rerun_unknown(run.translate(OTHER_REGISTRATIONS_UNKNOWN))
        finding.sentence += run.full_stop
    is_by_end = is_fired_by_end(run, firing)
    if is_by_end:
        finding.sentence = run.translate("timer.fired_by_end") + run.sentence_gap + finding.sentence
    node = run.node(event.operator)
    passages = (
        find_passages(run, node, event.timestamp, firing)
        if event.domain == "event" and not is_by_end
        else []
    )
    if passages:
        finding.causes = [
            run.build_record_cause(read)
            for read in find_required_reads(run, node, passages, firing)
        ]
        finding.any_suffices = True
        finding.unknown = ""
        if can_advance_without_records(run, node, firing):
            finding.add_rerun_unknown(run.translate(IDLENESS_UNKNOWN))
        elif event.namespace != "":
            reads = {read for each in passages for read in each.sufficient_reads}
            reads.update(find_contained_records(run.trace, firing))
            finding.relevant_records = frozenset(run.record_ids[read] for read in reads)
    finding.outcome = build_timer_outcome(run, firing)
    finding.candidates = [CandidateChange("delay", node)] if event.domain == "event" else []
    return finding


def _explain_fired_by_end(run: TraceIndex, firing: int) -> Finding:
    """Explain why a timer fired only when the input ended, and not before."""
    event = run.events[firing]
    condition = run.translate("timer.waits_for_watermark", time=run.format_time(event.timestamp))
    finding = explain_before_end(
        run, firing, condition, event.operator, event.timestamp, [run.build_link(firing)]
    )
    finding.sentence = run.translate(
        "timer.fired_at_end",
        step=run.step(firing),
        time=run.format_time(run.time_ms(firing)),
        sentence=finding.sentence,
    )
    return finding


def build_timer_outcome(run: TraceIndex, event_index: int) -> Outcome:
    """Build a test for runs: whether the same timer fires at the same virtual time."""
    event = run.events[event_index]
    expected = (
        parse_node(event.operator), repr(event.key), repr(event.namespace), event.timestamp,
        run.time_ms(event_index),
    )  # fmt: skip

    def extract_identity(time: int, f: Any) -> Any:
        return parse_node(f.operator), repr(f.key), repr(f.namespace), f.timestamp, time

    def occurs(trace: Trace) -> bool:
        return any(
            extract_identity(time, f) == expected
            for time, f in find_timed_events(trace, e.TimerFired)
        )

    def describe(trace: Trace) -> str:
        firing_times = [
            time
            for time, f in find_timed_events(trace, e.TimerFired)
            if extract_identity(time, f)[:-1] == expected[:-1]
        ]
        return (
            run.translate("outcome.timer_fires_at", time=run.format_time(firing_times[0]))
            if firing_times
            else run.translate("outcome.timer_never")
        )

    return Outcome(occurs, True, describe, expected[-1])


def explain_no_timer(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a timer has not fired: ``why has the timer of a at 9999 not fired``."""
    registered = [
        i for i in run.find_events(e.TimerRegistered) if _is_requested_timer(run, parts, i)
    ]
    if not registered:
        known = [
            run.translate(
                "timer.key_at", key=run.format_value(f.key), time=run.format_time(f.timestamp)
            )
            for f in (run.events[i] for i in run.find_events(e.TimerRegistered))
        ]
        raise QuestionError(run.translate("error.no_such_timer", known=run.format_list(known)))
    event_types = (e.TimerDeleted,) if parts.get("deleted") else (e.TimerFired, e.TimerDeleted)
    ended = [i for i in run.find_events(*event_types) if _is_requested_timer(run, parts, i)]
    if parts.get("deleted") and not ended:
        raise QuestionError(run.translate("error.timer_not_deleted"))
    registration = registered[-1]
    if ended:
        deleted = run.events[max(ended)]
        registration = next(
            (i for i in reversed(registered) if i < max(ended)
             and run.events[i].timestamp == deleted.timestamp), registration,
        )  # fmt: skip
    event = run.events[registration]
    if ended:
        last = max(ended)
        if isinstance(run.events[last], e.TimerFired):
            if is_fired_by_end(run, last):
                return _explain_fired_by_end(run, last)
            return Finding(
                run.translate(
                    "timer.has_fired",
                    step=run.step(last),
                    time=run.format_time(run.time_ms(last)),
                    sentence=run.describe_event(last),
                ),
                [run.build_link(last)],
            )
        finding = Finding(
            run.translate(
                "timer.deleted",
                step=run.step(last),
                sentence=run.describe_event(last),
            ),
            build_causal_chain(run, last),
        )
        finding.causal_chain.append(run.build_link(registration))
        finding.causes = [run.build_event_cause(last)]
        return finding
    links = [run.build_link(registration)]
    if event.domain == "event":
        condition = run.translate(
            "timer.waits_for_watermark", time=run.format_time(event.timestamp)
        )
        status = describe_watermark_gap(run, condition, event.operator, event.timestamp)
        finding = explain_watermark_held_back(run, status, event.operator, event.timestamp, links)
    else:
        now = run.now_ms
        finding = Finding(
            run.translate(
                "timer.processing_time",
                time=run.format_time(event.timestamp),
                now=run.format_time(now),
            )
            + describe_job_finished(run),
            links,
            [run.build_event_cause(registration)],
        )
    node, now = run.node(event.operator), run.now_ms

    def occurs(trace: Trace) -> bool:
        return any(
            parse_node(f.operator) == node and f.key == event.key and f.timestamp == event.timestamp
            for time, f in find_timed_events(trace, e.TimerFired)
            if time <= now
        )

    finding.outcome = Outcome(
        occurs,
        False,
        lambda trace: run.translate("outcome.timer_fires_by", time=run.format_time(now)),
        until_ms=now,
    )
    return finding
