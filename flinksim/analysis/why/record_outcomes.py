"""Explainers for what happened to one record.

It was dropped, filtered out, is not in the result, or was sent to some subtask. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flinksim.analysis.why.answer import CausalLink, RecordId
from flinksim.analysis.why.causal_chain import build_causal_chain
from flinksim.analysis.why.finding import (
    CandidateChange,
    Finding,
    Outcome,
    find_timed_events,
    parse_node,
)
from flinksim.analysis.why.idle_inputs import describe_ended_and_idle
from flinksim.analysis.why.question_names import (
    QuestionError,
    resolve_operators,
    resolve_record,
)
from flinksim.analysis.why.question_suggestions import format_record
from flinksim.analysis.why.record_assignment import (
    explain_not_in_window,
    explain_skipped_as_late,
    find_events_of_record,
    find_events_with_record,
    find_first_event_of_record,
)
from flinksim.analysis.why.trace_index import MAX_GAP_MS, TraceIndex
from flinksim.analysis.why.watermark_progress import (
    IDLENESS_UNKNOWN,
    can_advance_without_records,
    find_clock_advance,
    find_passages,
    find_required_reads,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

MAX_EARLIER_RECORDS = 8
"""Maximum number of earlier records that are removed from the input, one by one, in reruns.

A user function may keep state of an earlier record that decides about the record in question.
"""


def explain_dropped(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain a dropped record: ``why was record 7 dropped``."""
    read = resolve_record(run, parts["record"])
    explainers: list[tuple[type[Any], Callable[[TraceIndex, int, int], Finding]]] = [
        (e.LateRecordDropped, explain_drop),
        (e.RecordFiltered, _explain_filter),
        (e.WindowSkippedAsLate, explain_skipped_as_late),
    ]
    for kind, explain in explainers:
        index = find_first_event_of_record(run, read, kind)
        if index is not None:
            return explain(run, index, read)
    dropped = [run.events[i] for i in run.find_events(e.LateRecordDropped)]
    known = run.format_list([run.format_value(event.value) for event in dropped])
    raise QuestionError(
        run.translate(
            "error.not_dropped",
            record=run.build_record_cause(read).text,
            known=known,
        )
    )


def explain_not_late(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a record was not late, or that it was: ``why was record 7 not late``."""
    read = resolve_record(run, parts["record"])
    if find_events_of_record(run, read, e.LateRecordDropped, e.WindowSkippedAsLate):
        return explain_dropped(run, parts)
    record = format_record(run, read)
    assigned = find_events_of_record(run, read, e.WindowAssigned)
    if not assigned:
        return Finding(
            run.translate("record.no_window_no_lateness", record=record), [run.build_link(read)]
        )
    event = run.events[assigned[0]]
    watermark = run.compute_state_at(assigned[0]).operators[event.operator].watermark
    end = event.window[1] if isinstance(event.window, tuple) else MAX_TIMESTAMP
    kind = "record.not_late" if watermark < end - 1 else "record.in_allowed_lateness"
    sentences = [
        run.translate(
            kind,
            record=record, window=run.format_window(event.window), last=run.format_time(end - 1),
            key=run.format_value(event.key), watermark=run.format_time(watermark),
        )
    ]  # fmt: skip
    earlier = [
        (run.timestamps[run.record_ids[i]], i)
        for i in run.find_events(e.SourceRecordRead)
        if i < read and run.record_ids[i] in run.timestamps
    ]
    own = run.timestamps.get(run.record_ids[read])
    links = [run.build_link(assigned[0]), run.build_link(read)]
    if earlier and own is not None and max(earlier)[0] > own:
        timestamp, index = max(earlier)
        sentences.append(
            run.translate(
                "record.out_of_order",
                n=timestamp - own, other=format_record(run, index),
                watermark=run.format_time(watermark),
            )
        )  # fmt: skip
        links.append(run.build_link(index))
    return Finding(run.sentence_gap.join(sentences), links)


def explain_drop(run: TraceIndex, drop_index: int, read: int) -> Finding:
    """Explain why a record was late; the ``LateRecordDropped`` event at *drop_index* dropped it.

    *read* is the index of the ``SourceRecordRead`` event of the record.
    """
    event = run.events[drop_index]
    node = run.node(event.operator)
    links = [run.build_link(drop_index), run.build_link(read)]
    finding = Finding(_describe_lateness(run, drop_index), links)
    finding.outcome = build_drop_outcome(run, drop_index, read)
    limit = _find_lateness_limit(event)
    ended = ""
    ended_links: list[CausalLink] = []
    if event.watermark == MAX_TIMESTAMP:
        ended, ended_links = describe_ended_and_idle(run, event.operator, drop_index)
    if ended:
        finding.sentence = run.describe_event(drop_index) + run.sentence_gap + ended
        finding.causal_chain += ended_links
        finding.causes = [run.build_event_cause(one.event_index) for one in ended_links]
        finding.candidates = [CandidateChange("longer idleness", node)]
        return finding
    if limit is not None:
        clock_advance = find_clock_advance(run, event.operator, limit, drop_index)
        if clock_advance is not None:
            closing = run.translate(
                "record.watermark_passed",
                time=run.format_time(limit),
                when=run.format_time(run.time_ms(clock_advance)),
                sentence=run.describe_event(clock_advance),
            )
            links += build_causal_chain(run, clock_advance, closing)
        passages = find_passages(run, node, limit, drop_index)
        if passages:
            smallest = min(
                passages, key=lambda way: (len(way.sufficient_reads), way.operator, way.split)
            )
            finding.causes = [run.build_record_cause(each) for each in smallest.sufficient_reads]
            if can_advance_without_records(run, node, drop_index):
                finding.causes = [
                    run.build_record_cause(each)
                    for each in find_required_reads(run, node, passages, drop_index)
                ]
            finding.any_suffices = True
            if can_advance_without_records(run, node, drop_index):
                finding.add_rerun_unknown(run.translate(IDLENESS_UNKNOWN))
            else:
                reads = {each for way in passages for each in way.sufficient_reads} | {read}
                finding.relevant_records = frozenset(run.record_ids[each] for each in reads)
        late_by = event.watermark - limit + 1
        record = run.record_ids[read]
        timestamps = partial(run.find_split_timestamps, record)
        finding.candidates = [
            CandidateChange("delay", node, initial_amount=late_by),
            CandidateChange("lateness", node, initial_amount=late_by),
            CandidateChange("arrival", record=record),
            CandidateChange("order", record=record, timestamps=timestamps),
            CandidateChange(
                "timestamp", record=record, initial_amount=late_by, timestamps=timestamps
            ),
            CandidateChange("schedule"),
        ]
        event_types = [type(run.events[link.event_index]) for link in links]
        if e.SplitStatusChanged in event_types:
            finding.candidates.insert(0, CandidateChange("longer idleness", node))
    if not finding.causes:
        finding.causes = [run.build_record_cause(read)]
    return finding


def _find_lateness_limit(event: e.LateRecordDropped) -> int | None:
    """Return the watermark from which on the record is too late; ``None`` if it is unknown.

    A join has no windows: a record is too late when the watermark is greater than its timestamp.
    """
    if event.cleanup_time is not None or event.timestamp is None:
        return event.cleanup_time
    return event.timestamp + 1


def _describe_lateness(run: TraceIndex, drop_index: int) -> str:
    event = run.events[drop_index]
    sentence = run.describe_event(drop_index)
    limit = _find_lateness_limit(event)
    if limit is None or event.watermark - limit >= MAX_GAP_MS:
        return sentence  # the watermark is MAX: the distance says nothing
    return run.translate(
        "record.late_by",
        sentence=sentence,
        ms=event.watermark - limit + 1,
    )


def build_drop_outcome(run: TraceIndex, drop_index: int, read: int) -> Outcome:
    """Build a test for runs: whether the record is dropped as late at the same operator."""
    event = run.events[drop_index]
    expected = (parse_node(event.operator), repr(event.key))

    def is_candidate(found: e.LateRecordDropped | e.WindowAssigned) -> bool:
        return (parse_node(found.operator), repr(found.key)) == expected

    def occurs(trace: Trace) -> bool:
        drops = [one for one in trace.get_events(e.LateRecordDropped) if is_candidate(one)]
        if any((one.value, one.timestamp) == (event.value, event.timestamp) for one in drops):
            return True
        if not drops:
            return False
        other = TraceIndex(trace)  # takes long: it finds the records that events come from
        record = run.find_record_in(other, read)
        for i in sorted(other.find_events(e.LateRecordDropped, e.WindowAssigned)):
            own = other.find_read(i) if is_candidate(other.events[i]) else None
            if own is not None and other.record_ids[own] == record:
                return isinstance(other.events[i], e.LateRecordDropped)
        return False

    at_ms = run.time_ms(drop_index)
    windows = (event.windows, *_as_tuple(event.windows))

    def describe(trace: Trace) -> str:
        own = [
            (time, f)
            for time, f in find_timed_events(trace, e.WindowFired)
            if parse_node(f.operator) == expected[0] and f.key == event.key and f.window in windows
        ]
        if not own:
            return run.translate("outcome.not_dropped")
        time, f = own[-1]
        times = sum(one.window == f.window and one.key == f.key for _, one in own)
        repeated = run.translate("outcome.again") if times > 1 else ""
        return run.translate(
            "outcome.in_firing_window",
            window=run.format_window(f.window),
            again=repeated,
            kind=run.translate_word(f.kind),
            time=run.format_time(time),
            n=f.count,
        )

    return Outcome(occurs, True, describe, at_ms)


def _as_tuple(windows: Any) -> tuple[Any, ...]:
    return windows if isinstance(windows, tuple) else (windows,)


def _explain_filter(run: TraceIndex, index: int, read: int) -> Finding:
    event = run.events[index]
    finding = Finding(
        run.translate(
            "record.filtered",
            record=run.build_record_cause(read).text,
            sentence=run.describe_event(index),
        ),
        [run.build_link(index), run.build_link(read)],
        [run.build_event_cause(index)],
    )
    finding.unknown = run.translate(
        "unknown.filter_condition",
        operator=run.format_name(event.operator),
    )
    finding.outcome = _build_filter_outcome(run, index, read)
    finding.candidates = [CandidateChange("value", record=run.record_ids[read])]
    return finding


def _build_filter_outcome(run: TraceIndex, index: int, read: int) -> Outcome:
    """Build a test for runs: whether the same filter rejects the record."""
    node, record = parse_node(run.events[index].operator), run.record_ids[read]

    def occurs(trace: Trace) -> bool:
        other = TraceIndex(trace)
        return any(
            parse_node(other.events[i].operator) == node
            and (own := other.find_read(i)) is not None
            and other.record_ids[own] == record
            for i in other.find_events(e.RecordFiltered)
        )

    def describe(trace: Trace) -> str:
        name = run.format_name(run.events[index].operator)
        return run.translate("outcome.passes_filter", operator=name)

    return Outcome(occurs, True, describe)


# --- not in the result -----------------------------------------------------------------------------


def explain_not_in_result(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a record is not in the result, or not in a window.

    For example ``why is record 7 not in window [0, 10000) of a``.
    """
    read = resolve_record(run, parts["record"])
    drops = find_events_of_record(run, read, e.LateRecordDropped)
    if drops:
        return explain_drop(run, drops[0], read)
    filtered = find_events_of_record(run, read, e.RecordFiltered)
    if filtered:
        return _explain_filter(run, filtered[0], read)
    assignments = find_events_of_record(run, read, e.WindowAssigned)
    if parts.get("window"):
        window_finding = explain_not_in_window(run, parts, read, assignments)
        if window_finding is not None:
            return window_finding
    side_outputs = find_events_of_record(run, read, e.SideOutputEmitted)
    if side_outputs:
        return Finding(
            run.translate("record.side_output", sentence=run.describe_event(side_outputs[-1])),
            [run.build_link(i) for i in (*side_outputs, read)],
            [run.build_event_cause(side_outputs[-1])],
        )
    results = find_events_with_record(run, read, e.ResultWritten)
    if results:
        texts = run.format_list([run.events[index].text for index in results])
        return Finding(
            run.translate("record.in_results", results=texts),
            [run.build_link(i) for i in results[:3]],
        )
    if assignments:
        from flinksim.analysis.why.missing_firing_answers import explain_not_fired

        event = run.events[assignments[-1]]
        finding = explain_not_fired(
            run,
            {
                "key": run.format_value(event.key),
                "window": run.format_window(event.window),
                "operator": "",
            },
        )
        finding.sentence = run.translate("record.window_without_result", sentence=finding.sentence)
        return finding
    last_event = max(find_events_of_record(run, read, e.ElementProcessed), default=read)
    record = run.record_ids[read]
    return Finding(
        run.translate(
            "record.last_step",
            step=run.step(last_event),
            sentence=run.describe_event(last_event),
        ),
        [run.build_link(last_event)],
        [run.build_event_cause(last_event)],
        unknown=run.translate("unknown.user_function"),
        outcome=_build_continues_outcome(run, read),
        candidates=[
            CandidateChange("value", record=record),
            CandidateChange("later", record=record),
            *(
                CandidateChange("left out", record=one)
                for one in _find_earlier_records(run, last_event)
            ),
            CandidateChange("schedule"),
        ],
    )


def _find_earlier_records(run: TraceIndex, index: int) -> list[RecordId]:
    """Return the records that the operator processed before the event at *index*, the last ones first.

    The operator may keep state of them that has an effect on this event.
    """
    operator = getattr(run.events[index], "operator", "")
    earlier: dict[RecordId, None] = {}
    for i in reversed(run.find_events(e.ElementProcessed)):
        if i < index and run.events[i].operator == operator:
            read = run.find_read(i)
            if read is not None and read != run.find_read(index):
                earlier.setdefault(run.record_ids[read])
            if len(earlier) == MAX_EARLIER_RECORDS:
                break
    return [*earlier]


def _build_continues_outcome(run: TraceIndex, read: int) -> Outcome:
    """Build a test for runs: whether the record gets further than in this run.

    It does if it reaches an operator or a result that it does not reach in this run.
    """
    reached = {_extract_location(run, i) for i in _find_processing_events(run, read)}

    def find_new_events(trace: Trace) -> list[tuple[TraceIndex, int]]:
        other = TraceIndex(trace)
        other_record = run.find_record_in(other, read)
        reads = [own for own, record in other.record_ids.items() if record == other_record]
        return [
            (other, i)
            for own in reads
            for i in _find_processing_events(other, own)
            if _extract_location(other, i) not in reached
        ]

    def describe(trace: Trace) -> str:
        found = find_new_events(trace)
        results = [o.events[i].text for o, i in found if type(o.events[i]) is e.ResultWritten]
        if results:
            return run.translate("outcome.in_results", results=run.format_list(results))
        names = [run.format_name(o.events[i].operator) for o, i in found[:1]]
        return run.translate("outcome.continues_to", operators=run.format_names(names))

    return Outcome(lambda trace: bool(find_new_events(trace)), False, describe)


def _find_processing_events(run: TraceIndex, read: int) -> list[int]:
    return find_events_with_record(run, read, e.ElementProcessed, e.ResultWritten)


def _extract_location(run: TraceIndex, index: int) -> tuple[int, type[Any]]:
    event = run.events[index]
    return parse_node(event.operator), type(event)


# --- to which subtask ------------------------------------------------------------------------------


def explain_subtask(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a record was sent to this subtask and not to another one.

    Question: ``why did record 7 go to windows[1]``.
    """
    read = resolve_record(run, parts["record"])
    operators = resolve_operators(run, parts["task"])
    received = [
        i
        for i in find_events_of_record(run, read, e.ElementReceived)
        if run.events[i].subtask in {run.subtask(one) for one in operators}
    ]
    if not received:
        others = find_events_of_record(run, read, e.ElementReceived)
        known = run.format_list([run.format_name(run.events[i].subtask) for i in others])
        raise QuestionError(
            run.translate(
                "error.other_task",
                record=parts["record"],
                task=parts["task"],
                known=known,
            )
        )
    receipt = received[0]
    channel = run.channels[run.events[receipt].channel]
    target = next(one for one in run.plan.subtasks if one.id == channel.target)
    vertex = next(one for one in run.plan.vertices if one.id == target.vertex)
    links: list[CausalLink] = [run.build_link(receipt)]
    keys = [
        i
        for i in run.find_events(e.KeySelected)
        if i > receipt and run.step(i) == run.step(receipt)
        and run.subtask(run.events[i].operator) == target.id
    ]  # fmt: skip
    vertex_note = run.translate("subtask.count", vertex=vertex.name, n=vertex.parallelism)
    finding = Finding("", links)
    is_keyed = channel.partitioner.upper().startswith("HASH")
    groups = vertex.max_parallelism
    first = -(-target.index * groups // vertex.parallelism)
    last = -(-(target.index + 1) * groups // vertex.parallelism) - 1
    if is_keyed and keys:
        event = run.events[keys[0]]
        finding.sentence = run.translate(
            "subtask.key",
            key=run.format_value(event.key),
            group=str(event.key_group),
            groups=str(groups),
            where=vertex_note,
            task=run.format_name(target.id),
            first=str(first),
            last=str(last),
        )
        links.append(run.build_link(keys[0]))
        finding.causes = [run.build_event_cause(keys[0])]
    elif (
        is_keyed and vertex.parallelism > 1
    ):  # an operator without state does not select the key again
        finding.sentence = run.translate(
            "subtask.key_groups",
            first=str(first),
            last=str(last),
            groups=str(groups),
            task=run.format_name(target.id),
            where=vertex_note,
        )
    elif vertex.parallelism == 1:
        finding.sentence = run.translate("subtask.only_one", where=vertex_note)
    else:
        sent = [i for i in run.find_events(e.ElementWritten) if run.events[i].channel == channel.id]
        finding.sentence = run.translate(
            "subtask.partitioner",
            where=vertex_note,
            source=run.format_name(channel.source),
            partitioner=channel.partitioner,
            n=len(sent),
        )
    links.append(run.build_link(read))
    finding.causes = finding.causes or [run.build_record_cause(read)]
    finding.outcome = _build_subtask_outcome(run, receipt)
    finding.candidates = [CandidateChange("subtasks", channel.target_node)]
    return finding


def _build_subtask_outcome(run: TraceIndex, event_index: int) -> Outcome:
    """Build a test for runs: whether the record is sent to the same subtask."""
    event = run.events[event_index]
    expected = (repr(event.value), event.timestamp)
    node = run.channels[event.channel].target_node

    def find_receivers(trace: Trace) -> dict[int, str]:
        """Return the subtasks to which the record is sent in the run *trace*, by index, with their names."""
        other = TraceIndex(trace, run.language)
        numbers = {one.id: one.index for one in other.plan.subtasks}
        return {
            numbers[f.subtask]: other.format_name(f.subtask)
            for i in other.find_events(e.ElementReceived)
            if other.channels[(f := other.events[i]).channel].target_node == node
            and (repr(f.value), f.timestamp) == expected
        }

    def describe(trace: Trace) -> str:
        receivers = [*find_receivers(trace).values()]
        return (
            run.translate("outcome.goes_to", tasks=run.format_names(receivers))
            if receivers
            else run.translate("outcome.goes_nowhere")
        )

    index = next(one.index for one in run.plan.subtasks if one.id == event.subtask)
    return Outcome(lambda trace: index in find_receivers(trace), True, describe)
