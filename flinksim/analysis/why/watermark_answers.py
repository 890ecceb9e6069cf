"""Explainers for watermarks, and for idle or unaligned channels.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.blocked_watermarks import find_watermark_blockers
from flinksim.analysis.why.causal_chain import build_causal_chain
from flinksim.analysis.why.finding import Finding, Outcome, find_timed_events, parse_node
from flinksim.analysis.why.idle_inputs import describe_idle_countdown
from flinksim.analysis.why.missing_firing_answers import (
    describe_blocker,
    explain_watermark_held_back,
)
from flinksim.analysis.why.question_names import (
    QuestionError,
    resolve_channel,
    resolve_operators,
    resolve_time,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.watermark_progress import (
    IDLENESS_UNKNOWN,
    can_advance_without_records,
    find_passages,
    find_required_reads,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def explain_watermark(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain a watermark: ``why is the watermark of windows 12:00``."""
    operator = resolve_clock_operator(run, parts["task"])
    mark = run.operator_state(operator).effective_watermark
    if parts.get("time"):
        target = resolve_time(run, parts["time"])
        if target > mark:
            return explain_watermark_not_advanced(run, parts)
        reached = [
            i for i in _find_advances(run, operator) if _extract_watermark(run.events[i]) <= target
        ]
        if reached:
            mark = _extract_watermark(run.events[reached[-1]])
    advances = [
        i for i in _find_advances(run, operator) if _extract_watermark(run.events[i]) == mark
    ]
    if not advances:
        return explain_watermark_not_advanced(run, parts)
    last_advance = advances[-1]
    when = run.format_time(run.time_ms(last_advance))
    finding = Finding(
        run.translate(
            "watermark.reached",
            operator=run.format_name(operator),
            mark=run.format_time(mark),
            time=when,
        ),
        build_causal_chain(run, last_advance),
    )
    node = run.node(operator)
    passages = [] if mark == MAX_TIMESTAMP else find_passages(run, node, mark, last_advance)
    if passages:
        last = max(run.time_ms(way.event_index) for way in passages)
        exact_passages = [
            way
            for way in passages
            if run.time_ms(way.event_index) == last
            and run.events[way.event_index].timestamp == mark
        ]
        reads = find_required_reads(run, node, exact_passages or passages, last_advance)
        finding.causes = [run.build_record_cause(read) for read in reads]
        finding.any_suffices = True
        if can_advance_without_records(run, node, last_advance):
            finding.add_rerun_unknown(run.translate(IDLENESS_UNKNOWN))
        else:
            all_reads = {read for each in passages for read in each.sufficient_reads}
            finding.relevant_records = frozenset(run.record_ids[read] for read in all_reads)
    else:
        finding.causes = [run.build_event_cause(finding.causal_chain[-1].event_index)]
    if mark not in (MIN_TIMESTAMP, MAX_TIMESTAMP):
        blockers = find_watermark_blockers(run, operator)
        if blockers and mark == run.operator_state(operator).effective_watermark:
            least = min(blockers, key=lambda one: (one.watermark, one.operator, one.split))
            finding.sentence += run.sentence_gap + describe_blocker(
                run, least, mark + 1, len(blockers) - 1
            )
    finding.outcome = build_watermark_outcome(run, last_advance)
    return finding


def resolve_clock_operator(run: TraceIndex, text: str) -> str:
    """Return the operator whose watermark a question is about.

    If *text* denotes several, such as those of a chain, it is the first with an event-time clock.

    Raises:
        QuestionError: No operator matches.
    """
    found = resolve_operators(run, text)
    clocks = {run.events[i].operator for i in run.find_events(e.OperatorWatermarkAdvanced)}
    return next((one for one in found if one in clocks), found[0])


def _find_advances(run: TraceIndex, operator: str) -> list[int]:
    """Return the events at which the watermark of *operator* advanced, as indices.

    For an operator without an event-time clock these are the watermarks that it emitted.
    """
    for kind in _ADVANCE_EVENTS:
        advances = [
            index for index in run.find_events(kind) if run.events[index].operator == operator
        ]
        if advances:
            return advances
    return []


_ADVANCE_EVENTS = (e.OperatorWatermarkAdvanced, e.WatermarkEmitted)


def _extract_watermark(event: Any) -> int:
    mark = event.timestamp if isinstance(event, e.WatermarkEmitted) else event.after
    return int(mark)


def _find_timed_advances(trace: Trace, node: int) -> list[tuple[int, str, int]]:
    """Return (time, operator, watermark) each time the watermark of a plan node advanced.

    *trace* may be any run of the job. The time is the virtual time.
    """
    for kind in _ADVANCE_EVENTS:
        advances = [
            (time, str(event.operator), _extract_watermark(event))
            for time, event in find_timed_events(trace, kind)
            if parse_node(event.operator) == node
        ]
        if advances:
            return advances
    return []


def build_watermark_outcome(run: TraceIndex, event_index: int) -> Outcome:
    """Build a test for runs: whether the operator reaches the same watermark at the same time.

    The event at *event_index* is the one at which it does so in this run. The time is virtual.
    """
    event = run.events[event_index]
    node, expected = (
        parse_node(event.operator),
        (run.time_ms(event_index), str(event.operator), _extract_watermark(event)),
    )

    def occurs(trace: Trace) -> bool:
        return expected in _find_timed_advances(trace, node)

    def describe(trace: Trace) -> str:
        advances = [
            (time, mark)
            for time, operator, mark in _find_timed_advances(trace, node)
            if operator == expected[1] and time <= expected[0]
        ]
        if not advances:
            return run.translate("outcome.no_watermark", time=run.format_time(expected[0]))
        time, mark = advances[-1]
        return run.translate(
            "outcome.watermark_since",
            mark=run.format_time(mark),
            time=run.format_time(time),
        )

    return Outcome(occurs, True, describe, expected[0])


def explain_watermark_not_advanced(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a watermark has not advanced, or not to a time.

    For example ``why is the watermark of windows not 12:00``.
    """
    operator = resolve_clock_operator(run, parts["task"])
    mark = run.operator_state(operator).effective_watermark
    target = resolve_time(run, parts["time"]) if parts.get("time") else mark + 1
    name = run.format_name(operator)
    if mark == MAX_TIMESTAMP:
        return Finding(
            run.translate("watermark.input_ended", operator=name),
            [],
        )
    if mark >= target:
        at = run.format_time(mark)
        raise QuestionError(
            run.translate(
                "error.watermark_is_past",
                operator=name,
                mark=at,
                time=parts["time"],
            )
        )
    status = run.translate("watermark.none_yet", operator=name)
    if mark != MIN_TIMESTAMP:
        status = run.translate(
            "watermark.is",
            operator=name,
            mark=run.format_time(mark),
        )
    finding = explain_watermark_held_back(run, status, operator, target, [])
    advances = _find_advances(run, operator)
    if advances:
        finding.causal_chain.insert(0, run.build_link(advances[-1]))
    node, now = parse_node(operator), run.now_ms

    def occurs(trace: Trace) -> bool:
        return any(
            target <= mark < MAX_TIMESTAMP and time <= now
            for time, _, mark in _find_timed_advances(trace, node)
        )

    def describe(trace: Trace) -> str:
        advances = _find_timed_advances(
            trace, node
        )  # without the final watermark at the end of the input
        watermarks = [mark for time, _, mark in advances if time <= now and mark < MAX_TIMESTAMP]
        return run.translate(
            "outcome.watermark_then",
            mark=run.format_time(max(watermarks, default=MIN_TIMESTAMP)),
        )

    finding.outcome = Outcome(occurs, False, describe, until_ms=now)
    return finding


# --- channels --------------------------------------------------------------------------------------


def explain_channel(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a channel is idle or not aligned: ``why is ch 1 of windows idle``."""
    channel = resolve_channel(run, parts["channel"])
    state = run.channel_state(channel)
    wants_idle = (parts.get("state") or "idle") == "idle"
    changes = [
        i for i in run.find_events(e.ChannelStatusChanged) if run.events[i].channel == channel
    ]
    name = run.format_name(channel)
    if wants_idle and not state.idle:
        idle_changes = [i for i in changes if run.events[i].idle]
        if not idle_changes:
            raise QuestionError(run.translate("error.never_idle", channel=name))
        sentence = run.describe_event(idle_changes[-1])
        finding = Finding(
            run.translate("channel.was_idle", sentence=sentence),
            build_causal_chain(run, idle_changes[-1]),
        )
        finding.causes = [run.build_event_cause(finding.causal_chain[-1].event_index)]
        return finding
    if not wants_idle and state.aligned:
        raise QuestionError(run.translate("error.channel_aligned", channel=name))
    last_change = changes[-1]
    finding = Finding(run.describe_event(last_change), build_causal_chain(run, last_change))
    finding.causes = [run.build_event_cause(finding.causal_chain[-1].event_index)]
    split_sentence = _explain_idle_split(run, finding)
    if split_sentence:
        finding.sentence += run.sentence_gap + split_sentence
    if not wants_idle:
        task = run.format_name(run.channels[channel].target)
        mark = run.task_state(run.channels[channel].target).inputs
        least = run.format_time(mark[run.channels[channel].input].watermark)
        finding.sentence += run.translate(
            "channel.behind",
            mark=run.format_time(state.watermark),
            task=task,
            least=least,
        )
    return finding


def _explain_idle_split(run: TraceIndex, finding: Finding) -> str:
    """Make the split that became idle the cause in *finding*, and return a sentence about it.

    It is the split that became idle in the same step as its source subtask.
    """
    hops = [hop for link in finding.causal_chain for hop in (link, *link.skipped)]
    emitted = [
        hop.event_index for hop in hops if isinstance(run.events[hop.event_index], e.StatusEmitted)
    ]
    for index in run.find_events(e.SplitStatusChanged):
        event = run.events[index]
        if not emitted or not event.idle or run.step(index) != run.step(emitted[-1]):
            continue
        reads = [
            i
            for i in run.find_events(e.SourceRecordRead)
            if i < index
            and run.events[i].operator == event.operator
            and run.events[i].split == event.split
        ]
        countdown = describe_idle_countdown(run, event.operator, event.split, index)
        last = run.format_time(run.time_ms(reads[-1])) if reads else "never"
        idle_since = run.format_time(run.time_ms(index))
        finding.causal_chain.append(run.build_link(index))
        finding.causal_chain += [run.build_link(i) for i in reads[-1:]]
        finding.causes = [run.build_event_cause(index)]
        return run.translate(
            "channel.idle_split",
            split=event.split,
            last=last,
            gone=idle_since,
        ) + (run.sentence_gap + countdown if countdown else "")
    for index in emitted[-1:]:
        # The whole stream became idle: after its last split, or without splits.
        operator = run.events[index].operator
        idle_splits = [
            i
            for i in run.find_events(e.SplitStatusChanged)
            if i < index and run.events[i].operator == operator and run.events[i].idle
        ]
        split = run.events[idle_splits[-1]].split if idle_splits else ""
        finding.causal_chain += [run.build_link(i) for i in idle_splits[-1:]]
        countdown = describe_idle_countdown(run, operator, split, (idle_splits or [index])[-1])
        before = [run.describe_event(i) for i in idle_splits[-1:]]
        return run.sentence_gap.join([*before, *([countdown] if countdown else [])])
    return ""
