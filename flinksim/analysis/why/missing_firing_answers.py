"""Explainers for windows that have not fired.

The watermark is held back, the trigger has not fired, or the window is empty. Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.expressions.name_resolution import LOCAL_WINDOW_OPERATOR
from flinksim.analysis.why.answer import CausalLink, Cause
from flinksim.analysis.why.blocked_watermarks import (
    WatermarkBlocker,
    build_blocker_links,
    describe_path,
    find_bundle_hold,
    find_watermark_blockers,
    is_in_seconds,
)
from flinksim.analysis.why.empty_windows import (
    WindowQuery,
    explain_empty_window,
    find_operator_name,
)
from flinksim.analysis.why.finding import (
    CandidateChange,
    Finding,
    Outcome,
    find_timed_events,
    parse_node,
)
from flinksim.analysis.why.idle_inputs import describe_missing_record
from flinksim.analysis.why.merged_windows import find_merge
from flinksim.analysis.why.question_names import find_window_nodes, resolve_key, resolve_window
from flinksim.analysis.why.trace_index import MAX_GAP_MS, TraceIndex
from flinksim.analysis.why.window_firing_answers import describe_firings, find_firings
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace


def explain_not_fired(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a window has not fired.

    Question: ``why has window [0, 10000) of a not fired``.
    """
    nodes = find_window_nodes(run, parts.get("operator") or "")
    key = resolve_key(run, parts["key"])
    node, window = resolve_window(run, parts["window"], nodes, key)
    query = WindowQuery(node, key, window)
    firings = find_firings(run, node, key, window)
    if firings:
        return _explain_did_fire(run, query, firings)
    merge = find_merge(run, node, key, window)
    if merge is not None:
        return _explain_merged_away(run, query, merge)
    assignments = _find_assignments(run, query)
    if not assignments and (local := _find_local_window(run, parts["window"], key)):
        query = WindowQuery(node, key, local.window)
        finding = _explain_waits_in_local_aggregation(run, local)
        finding.outcome = build_awaited_firing_outcome(run, query)
        return finding
    finding = (
        _explain_window(run, query, assignments)
        if assignments
        else explain_empty_window(run, query)
    )
    finding.outcome = build_awaited_firing_outcome(run, query)
    return finding


def build_awaited_firing_outcome(run: TraceIndex, query: WindowQuery) -> Outcome:
    """Build a test for runs: whether the window has fired by the current virtual time.

    A firing by the final watermark at the end of the input does not count. If the job has failed, any
    firing counts.
    """
    failed = run.job_state.status == "FAILED"
    now = MAX_TIMESTAMP if failed else run.now_ms

    def occurs(trace: Trace) -> bool:
        return any(
            parse_node(f.operator) == query.node and f.key == query.key and f.window == query.window
            for time, f in find_timed_events(trace, e.WindowFired)
            if time <= now and (failed or f.clock != "end of input")
        )

    def describe(trace: Trace) -> str:
        return describe_firings(run, trace, query.node, query.key, query.window)

    return Outcome(occurs, False, describe, until_ms=None if failed else now)


def _explain_merged_away(run: TraceIndex, query: WindowQuery, merge: int) -> Finding:
    """Explain that a window was merged into another one, and what became of that one."""
    result = WindowQuery(query.node, query.key, run.events[merge].result)
    sentence = run.translate(
        "window.merged_away",
        pane=query.describe(run),
        result=run.format_window(result.window),
        step=run.step(merge),
    )
    links = [run.build_link(merge)]
    causes = [run.build_event_cause(merge)]
    firings = find_firings(run, result.node, result.key, result.window)
    if firings and run.events[firings[0]].clock != "end of input":
        sentence += run.sentence_gap + run.translate(
            "window.merged_fired",
            pane=result.describe(run),
            time=run.format_time(run.time_ms(firings[0])),
            step=run.step(firings[0]),
            n=run.events[firings[0]].count,
        )
        return Finding(sentence, [*links, run.build_link(firings[0])], causes)
    rest = explain_not_fired(
        run,
        {
            "key": run.format_value(result.key),
            "window": run.format_window(result.window),
            "operator": "",
        },
    )
    rest.sentence = sentence + run.sentence_gap + rest.sentence
    rest.causal_chain = links + rest.causal_chain
    return rest


def _explain_did_fire(run: TraceIndex, query: WindowQuery, firings: list[int]) -> Finding:
    first = firings[0]
    event = run.events[first]
    if event.clock == "end of input":
        fired_at = run.format_time(run.time_ms(first))
        finding = _explain_window(run, query, _find_assignments(run, query), first)
        finding.sentence = run.translate(
            "window.fired_at_end",
            pane=query.describe(run),
            time=fired_at,
            sentence=finding.sentence,
        )
        finding.causal_chain.insert(0, run.build_link(first))
        finding.outcome = build_awaited_firing_outcome(run, query)
        return finding
    return Finding(
        run.translate(
            "window.has_fired",
            step=run.step(first),
            time=run.format_time(run.time_ms(first)),
            sentence=run.describe_event(first),
        ),
        [run.build_link(first)],
    )


def _find_assignments(run: TraceIndex, query: WindowQuery) -> list[int]:
    found = []
    for index in run.find_events(e.WindowAssigned):
        event = run.events[index]
        if event.key == query.key and event.window == query.window:
            if run.node(event.operator) == query.node:
                found.append(index)
    return found


def _find_local_window(run: TraceIndex, text: str, key: Any) -> WindowQuery | None:
    """Return the window of a local aggregation that has records of the key, if there is one."""
    nodes = [
        one.operator.node
        for one in run.instances.values()
        if one.operator.operator_class == LOCAL_WINDOW_OPERATOR
    ]
    if not nodes:
        return None
    node, window = resolve_window(run, text, nodes, key)
    query = WindowQuery(node, key, window)
    return query if _find_assignments(run, query) else None


def _explain_waits_in_local_aggregation(run: TraceIndex, query: WindowQuery) -> Finding:
    """Explain that the records of a window wait in a local aggregation for the watermark."""
    last = _find_assignments(run, query)[-1]
    event = run.events[last]
    due = query.window[1] - 1
    waits = run.translate(
        "window.waits_in_local",
        pane=query.describe(run),
        n=event.count,
        operator=find_operator_name(run, query.node),
        time=run.format_time(due),
    )
    status = describe_watermark_gap(run, waits, event.operator, due)
    return explain_watermark_held_back(run, status, event.operator, due, [run.build_link(last)])


# --- the window has elements ------------------------------------------------------------------------


def _explain_window(
    run: TraceIndex, query: WindowQuery, assignments: list[int], end_index: int | None = None
) -> Finding:
    """Explain why a window that contains records has not fired.

    If *end_index* is given, only events before it count.
    """
    last = run.events[assignments[-1]]
    operator = last.operator
    evaluations = [
        index
        for index in run.find_events(e.TriggerEvaluated)
        if (f := run.events[index]).operator == operator
        and f.key == query.key
        and f.window == query.window
    ]
    timers = [
        index
        for index in run.find_events(e.TimerRegistered)
        if (f := run.events[index]).operator == operator
        and f.key == query.key
        and f.namespace == query.window
    ]
    has_end = isinstance(query.window, tuple)
    event_timers = [
        index
        for index in timers
        if run.events[index].domain == "event"
        and (not has_end or run.events[index].timestamp == query.window[1] - 1)
    ]
    links = [run.build_link(assignments[-1])]
    skipped = [
        i
        for i in run.find_events(e.FiringSkipped)
        if (f := run.events[i]).key == query.key and f.window == query.window
    ]
    if skipped:
        finding = Finding(
            run.translate(
                "window.no_output",
                pane=query.describe(run),
                sentence=run.describe_event(skipped[-1]),
            ),
            [*links, run.build_link(skipped[-1])],
            [run.build_event_cause(skipped[-1])],
        )
        return finding
    processing_timers = [
        index
        for index in timers
        if has_end
        and run.events[index].domain == "processing"
        and run.events[index].timestamp == query.window[1] - 1
    ]
    if processing_timers and not event_timers:
        return _explain_waits_for_clock(run, query, last.count, processing_timers[-1], links)
    registration = event_timers[-1] if event_timers else None
    if registration is None or not _has_end_timer(run, timers, query, evaluations):
        return _explain_trigger_waits(run, query, assignments[-1], timers, evaluations, links)
    due = run.events[registration].timestamp
    condition = run.translate(
        "window.waits_for_watermark",
        pane=query.describe(run),
        n=last.count,
        time=run.format_time(due),
    )
    if end_index is not None:
        return explain_before_end(run, end_index, condition, operator, due, links)
    return explain_watermark_held_back(
        run, describe_watermark_gap(run, condition, operator, due), operator, due, links
    )


def _explain_waits_for_clock(
    run: TraceIndex, query: WindowQuery, count: int, registered: int, links: list[CausalLink]
) -> Finding:
    due = run.events[registered].timestamp
    sentence = run.translate(
        "window.waits_for_clock",
        pane=query.describe(run),
        n=count,
        time=run.format_time(due),
        now=run.format_time(run.now_ms),
    )
    return Finding(
        sentence + describe_job_finished(run),
        [*links, run.build_link(registered)],
        [run.build_event_cause(registered)],
    )


def describe_job_finished(run: TraceIndex) -> str:
    """Describe that the job has finished, so that no processing-time timer fires any more."""
    if run.job_state.status != "FINISHED":
        return ""
    return run.translate("answer.job_finished_before")


def explain_before_end(
    run: TraceIndex,
    end_index: int,
    condition: str,
    operator: str,
    due: int,
    links: list[CausalLink],
) -> Finding:
    """Explain why the watermark of *operator* had not reached *due* before the input ended.

    *end_index* is the event that the end of the input caused. *condition* is the text before the gap.
    """
    before = _index_before_end(run, end_index)
    status = describe_watermark_gap(before, condition, operator, due, "watermark.gap_before_end")
    return explain_watermark_held_back(before, status, operator, due, links)


def describe_watermark_gap(
    run: TraceIndex, prefix: str, operator: str, due: int, message: str = "watermark.gap"
) -> str:
    """Describe how far the watermark of *operator* is from *due*, the time at which a timer fires.

    *prefix* is the text before it; *message* is the id of the sentence about the gap.
    """
    watermark = run.operator_state(operator).watermark
    if watermark == MIN_TIMESTAMP:
        return run.translate("watermark.gap_none", waits=prefix)
    if not 0 < due - watermark < MAX_GAP_MS:
        return run.translate("watermark.now", waits=prefix, time=run.format_time(watermark))
    return run.translate(
        message,
        waits=prefix,
        time=run.format_time(watermark),
        gap=_format_gap(due - watermark),
    )


def _has_end_timer(
    run: TraceIndex, timers: list[int], query: WindowQuery, evaluations: list[int]
) -> bool:
    """Return whether the trigger of the window has registered a timer at the end of the window.

    The default trigger does.
    """
    if not isinstance(query.window, tuple):
        return False
    causes = [run.links_until(index).cause[index] for index in timers]
    by_trigger = [
        index
        for index, cause in zip(timers, causes, strict=True)
        if run.events[index].domain == "event"
        and run.events[index].timestamp == query.window[1] - 1
    ]
    # Without lateness the cleanup timer is also at the end of the window, whatever the trigger.
    # A trigger registers its timer before it is evaluated, the window operator afterwards.
    return any(not evaluations or index < evaluations[0] for index in by_trigger)


def _explain_trigger_waits(
    run: TraceIndex,
    query: WindowQuery,
    last_assignment: int,
    timers: list[int],
    evaluations: list[int],
    links: list[CausalLink],
) -> Finding:
    """Explain that the trigger of the window has not returned FIRE yet, and what it waits for."""
    trigger_answer = (
        run.translate(
            "trigger.continues",
            n=len(evaluations),
        )
        if evaluations
        else run.translate("trigger.never_called")
    )
    trigger_timers = [
        run.translate(
            "trigger.timer",
            domain=run.translate_word(run.events[i].domain + " time"),
            time=run.format_time(run.events[i].timestamp),
        )
        for i in timers
        if not evaluations or i < evaluations[-1]
    ]
    if isinstance(query.window, tuple):
        why = run.translate("trigger.no_end_timer")
    else:
        why = run.translate("trigger.global_window")
    timer_wait = (
        run.translate("trigger.waits_for_timers", timers=run.format_list(trigger_timers))
        if trigger_timers and isinstance(query.window, str)
        else ""
    )
    finding = Finding(
        run.translate(
            "trigger.waits",
            pane=query.describe(run),
            n=run.events[last_assignment].count,
            says=trigger_answer,
            why=why,
            waits=timer_wait,
        ),
        [*links, *[run.build_link(i) for i in evaluations[-1:]]],
    )
    finding.causes = [
        Cause(
            "setting",
            run.translate("cause.trigger", operator=find_operator_name(run, query.node)),
        )
    ]
    finding.candidates = [CandidateChange("trigger", query.node)]
    read = run.find_read(last_assignment)
    if read is not None:
        finding.candidates.append(CandidateChange("once more", record=run.record_ids[read]))
    return finding


# --- the watermark is held back ---------------------------------------------------------------------


def explain_watermark_held_back(
    run: TraceIndex, status: str, operator: str, due: int, links: list[CausalLink]
) -> Finding:
    """Explain why the watermark of *operator* has not reached *due* yet.

    *status* is the sentence about its current watermark.
    """
    watermark = run.operator_state(operator).watermark
    node = run.node(operator)
    finding = Finding(status, links)
    blockers = find_watermark_blockers(run, operator)
    bundle_hold = find_bundle_hold(run, operator, due)
    if bundle_hold is not None and all(one.watermark >= due for one in blockers):
        finding.sentence += run.sentence_gap + run.describe_event(bundle_hold)
        finding.causal_chain = [*links, run.build_link(bundle_hold)]
        finding.causes = [run.build_event_cause(bundle_hold)]
        finding.candidates = [CandidateChange("bundle")]
        return finding
    if not blockers:
        finding.sentence += run.translate("blocker.none")
        finding.unknown = run.translate("unknown.future_record")
        missing, finding.candidates = describe_missing_record(run, operator, due)
        finding.sentence += run.sentence_gap + missing if missing else ""
        return finding
    least = min(blockers, key=lambda one: (one.watermark, one.operator, one.split))
    finding.sentence += run.sentence_gap + describe_blocker(run, least, due, len(blockers) - 1)
    finding.causal_chain = [*links, *build_blocker_links(run, least)]
    finding.causes = [_build_cause(run, least)]
    finding.candidates = _find_candidates(run, least, node, due, watermark)
    if least.has_generator and not _has_timestamps_in_seconds(least):
        finding.unknown = run.translate(
            "unknown.next_record",
            split=_describe_split(run, least),
        )
    return finding


def _index_before_end(run: TraceIndex, index: int) -> TraceIndex:
    """Index the run as it was before the input ended.

    The end is the last end of a split or source before the event at *index*.
    """
    ends = [i for i in run.find_events(e.SplitReleased, e.SourceFinished) if i < index]
    last = run.time_ms(max(ends)) if ends else 0
    first = min((i for i in ends if run.time_ms(i) == last), default=index)
    return run.truncate(run.step(first))


def _format_gap(ms: int) -> str:
    return f"{ms:,} ms" if ms < 10_000 else f"{ms:,} ms ({ms / 1000:,.0f} s)"


def _has_timestamps_in_seconds(blocker: WatermarkBlocker) -> bool:
    return blocker.max_timestamp is not None and is_in_seconds(blocker.max_timestamp[0])


def _describe_split(run: TraceIndex, blocker: WatermarkBlocker) -> str:
    named = run.format_name(blocker.operator)
    if table := run.find_table(blocker.operator):
        named = f"{named} ({table})"
    return (
        run.translate("name.split_of_operator", split=blocker.split, operator=named)
        if blocker.split
        else named
    )


def describe_blocker(run: TraceIndex, blocker: WatermarkBlocker, due: int, other_count: int) -> str:
    """Describe what holds the watermark back, and why, in one or two sentences.

    *due* is the time that the watermark has not reached. *other_count* is the number of further splits
    or generators that hold it back.
    """
    blocker_name = _describe_split(run, blocker)
    path = describe_path(run, blocker)
    prefix = run.translate("blocker.limited_by", who=blocker_name)
    prefix += run.translate("blocker.through", way=path) if path else ""
    if other_count > 0:
        prefix += run.translate("blocker.others", n=other_count)
    if not blocker.has_been_polled:
        return run.translate(
            "blocker.not_polled",
            back=prefix,
        )
    if not blocker.has_generator:
        return run.translate(
            "blocker.no_strategy",
            back=prefix,
        )
    if blocker.max_timestamp is None:
        source = _find_source_without_split(run, blocker)
        if source is not None:
            subtasks = run.find_instances(run.node(source))
            return run.translate(
                "blocker.no_split", back=prefix, source=run.format_name(source),
                splits=sum(len(run.splits_by_source.get(one, ())) for one in subtasks),
                subtasks=len(subtasks),
            )  # fmt: skip
        return run.translate("blocker.no_timestamp", back=prefix)
    greatest = blocker.max_timestamp[0]
    if _has_timestamps_in_seconds(blocker):
        return run.translate(
            "blocker.seconds",
            back=prefix,
            greatest=str(greatest),
        )
    since = "" if blocker.last_read is None else run.format_time(run.time_ms(blocker.last_read))
    delay = (
        greatest - blocker.watermark - blocker.margin if blocker.delay is None else blocker.delay
    )
    delay_text = (
        run.translate("blocker.delay", delay=str(delay))
        if 0 < delay < 10**9 and not blocker.has_newer_timestamp
        else ""
    )
    if blocker.has_newer_timestamp:
        delay_text = run.translate("blocker.new_timestamp")
    needed = due + delay + blocker.margin
    return run.translate(
        "blocker.no_new_record",
        back=prefix,
        greatest=run.format_time(greatest),
        behind=delay_text,
        since=since,
        would_do=_describe_needed_record(run, needed, due, blocker),
    )


def _find_source_without_split(run: TraceIndex, blocker: WatermarkBlocker) -> str | None:
    """Return the source in the subtask of the blocker if it was assigned no split."""
    head = run.find_operators(run.subtask(blocker.operator))[0]
    is_source = any(run.node(one) == run.node(head) for one in run.splits_by_source)
    return head if is_source and head not in run.splits_by_source else None


def _describe_needed_record(
    run: TraceIndex, timestamp: int, due: int, blocker: WatermarkBlocker
) -> str:
    """Describe which record would let the watermark reach *due*.

    The text also names other channels whose watermarks are below *due*.
    """
    if (
        blocker.has_newer_timestamp
        and blocker.max_timestamp is not None
        and timestamp <= blocker.max_timestamp[0]
    ):
        return run.translate("blocker.next_periodic")
    sentence = run.translate("blocker.needed_record", time=run.format_time(timestamp))
    if not blocker.channels:
        return sentence + run.full_stop
    target = run.channels[blocker.channels[0]].target
    others = [
        run.channel_state(c.id)
        for c in run.find_input_channels(target)
        if c.id != blocker.channels[0]
    ]
    below_count = sum(not sentence.idle and sentence.watermark < due for sentence in others)
    if not below_count:
        return sentence + run.full_stop
    return run.translate(
        "blocker.other_channels",
        one=sentence,
        n=below_count,
    )


def _build_cause(run: TraceIndex, blocker: WatermarkBlocker) -> Cause:
    """Build the cause that *blocker* holds the watermark back."""
    if not blocker.has_been_polled:
        named = run.format_name(blocker.operator)
        return Cause(
            "fact",
            run.translate("cause.not_polled", operator=named),
        )
    if not blocker.has_generator:
        return Cause(
            "setting",
            run.translate("cause.no_strategy", operator=run.format_name(blocker.operator)),
        )
    if _has_timestamps_in_seconds(blocker):
        return Cause(
            "setting",
            run.translate(
                "cause.operator_in_seconds",
                operator=run.format_name(blocker.operator),
            ),
        )
    at = blocker.last_read
    step = None if at is None else run.step(at)
    split = _describe_split(run, blocker)
    if blocker.watermark == MIN_TIMESTAMP:
        return Cause("fact", run.translate("cause.no_watermark", split=split), step)
    mark = run.format_time(blocker.watermark)
    return Cause("fact", run.translate("cause.at_watermark", split=split, mark=mark), step)


def _find_candidates(
    run: TraceIndex, blocker: WatermarkBlocker, node: int, due: int, watermark: int
) -> list[CandidateChange]:
    """Return the changes with which the watermark may reach *due*."""
    source = run.node(blocker.operator)
    if not blocker.has_been_polled:
        return []
    if not blocker.has_generator:
        return [CandidateChange("strategy", source)]
    if _has_timestamps_in_seconds(blocker):
        return [CandidateChange("unit", source)]
    candidates = [CandidateChange("idleness", source), CandidateChange("parallelism", source)]
    if blocker.max_timestamp is None and _find_source_without_split(run, blocker):
        candidates.reverse()  # a subtask without a split is not needed
    if blocker.max_timestamp is not None and due > blocker.watermark:
        candidates.insert(
            0, CandidateChange("delay", source, initial_amount=blocker.watermark - due)
        )
    read = None if blocker.last_read is None else run.find_read(blocker.last_read)
    if read is not None and blocker.max_timestamp is not None:
        record = run.record_ids[read]
        timestamps = run.find_split_timestamps(record)
        timestamp = timestamps[record.offset]
        if timestamp is not None:
            delay = (
                blocker.max_timestamp[0] - blocker.watermark - blocker.margin
                if blocker.delay is None
                else blocker.delay
            )
            needed = due + delay + blocker.margin - timestamp
            candidates.append(
                CandidateChange(
                    "next record",
                    record=record,
                    initial_amount=needed,
                    timestamps=lambda: timestamps,
                )
            )
    return candidates
