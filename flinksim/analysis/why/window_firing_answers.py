"""Explainers for fired windows, merged sessions and results.

Not in Flink.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from flinksim.analysis.expressions.name_resolution import is_result_match
from flinksim.analysis.why.answer import CausalLink, Cause
from flinksim.analysis.why.causal_chain import build_causal_chain
from flinksim.analysis.why.finding import (
    CandidateChange,
    Finding,
    Outcome,
    find_timed_events,
    parse_node,
)
from flinksim.analysis.why.merged_windows import find_all_windows
from flinksim.analysis.why.question_names import (
    QuestionError,
    find_window_nodes,
    resolve_key,
    resolve_window,
)
from flinksim.analysis.why.row_answers import explain_write
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.watermark_progress import (
    IDLENESS_UNKNOWN,
    OTHER_REGISTRATIONS_UNKNOWN,
    can_advance_without_records,
    find_clock_advance,
    find_generators,
    find_passages,
    find_required_reads,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.query import find_causal_chain, find_contained_records
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import apply_events

MAX_RECORDS_LISTED = 6


def find_firings(run: TraceIndex, node: int, key: Any, window: Any) -> list[int]:
    """Return the ``WindowFired`` events, as indices, of one window of one key at the plan node *node*."""
    return [
        index
        for index in run.find_events(e.WindowFired)
        if (event := run.events[index]).key == key
        and event.window == window
        and run.node(event.operator) == node
    ]


def build_firing_outcome(run: TraceIndex, index: int) -> Outcome:
    """Build a test for runs: whether the window fires as in the event at *index*.

    A firing is the same if operator, key, window, contents, kind (early, on time or late) and
    virtual time are equal.
    """
    event = run.events[index]
    node, at = parse_node(event.operator), run.time_ms(index)
    expected = (node, repr(event.key), event.window, event.contents, event.kind, at)

    def find_firings_in(trace: Trace) -> list[Any]:
        return [
            (parse_node(f.operator), repr(f.key), f.window, f.contents, f.kind, time)
            for time, f in find_timed_events(trace, e.WindowFired)
        ]

    return Outcome(
        lambda trace: expected in find_firings_in(trace),
        True,
        lambda trace: describe_firings(run, trace, node, event.key, event.window),
        at,
        lambda trace: expected[:-1] in [one[:-1] for one in find_firings_in(trace)],
    )


def describe_firings(run: TraceIndex, trace: Trace, node: int, key: Any, window: Any) -> str:
    """Describe when and how the window fires in the changed run *trace*."""
    found = [
        (time, f)
        for time, f in find_timed_events(trace, e.WindowFired)
        if parse_node(f.operator) == node and f.key == key and f.window == window
    ]
    if not found:
        return run.translate("outcome.never_fires")
    time, event = found[0]
    more = run.translate("outcome.fires_again", n=len(found) - 1) if len(found) > 1 else ""
    clock = (
        run.translate("outcome.input_ended")
        if event.clock == "end of input"
        else run.translate_word(event.kind)
    )
    return run.translate(
        "outcome.fires",
        time=run.format_time(time),
        clock=clock,
        n=event.count,
        contents=run.format_value(event.contents),
        more=more,
    )


def explain_fired(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a window fired. Question: ``why did window [0, 10000) of a fire``."""
    nodes = find_window_nodes(run, parts.get("operator") or "")
    key = resolve_key(run, parts["key"])
    node, window = resolve_window(run, parts["window"], nodes, key)
    found = find_firings(run, node, key, window)
    kind = {"on time": "on time", "early": "early", "late": "late", "again": "late"}.get(
        parts.get("kind") or ""
    )
    of_kind = [i for i in found if kind is None or run.events[i].kind == kind]
    if not of_kind:
        if not found:
            from flinksim.analysis.why.missing_firing_answers import explain_not_fired

            return explain_not_fired(run, parts)
        kinds = run.format_list([run.translate_word(run.events[index].kind) for index in found])
        raise QuestionError(
            run.translate(
                "error.no_such_firing",
                window=run.format_window(window),
                key=run.format_value(key),
                kind=run.translate_word(kind or ""),
                kinds=kinds,
            )
        )
    return explain_firing(run, of_kind[0])


def explain_firing(run: TraceIndex, index: int) -> Finding:
    """Explain the firing at *index*: why at that time, and why with these records."""
    event = run.events[index]
    contents = find_contained_records(run.trace, index)
    links = build_causal_chain(run, index)
    node = run.node(event.operator)
    finding = Finding(
        _describe_firing(run, index, contents), links, outcome=build_firing_outcome(run, index)
    )
    end_of = event.window[1] - 1 if isinstance(event.window, tuple) else None
    if event.clock == "watermark" and end_of is not None and event.kind == "on time":
        _explain_by_watermark(run, index, node, end_of, finding)
    elif event.clock in ("record", "count") or event.kind == "late":
        _explain_by_record(run, index, finding)
    elif event.clock == "end of input":
        _explain_by_end_of_input(run, index, finding)
    if not finding.causes and contents:
        finding.causes = [run.build_record_cause(contents[-1])]
    finding.causal_chain += _build_content_links(run, contents, links)
    if event.kind == "early":
        finding.candidates.append(CandidateChange("trigger", node))
    finding.candidates += [
        CandidateChange("delay", node),
        CandidateChange("lateness", node),
        CandidateChange("schedule"),
    ]
    return finding


def _describe_firing(run: TraceIndex, index: int, contents: list[int]) -> str:
    when = run.format_time(run.time_ms(index))
    message = "window.fired_at"
    if run.events[index].clock == "end of input":
        message = "window.fired_by_end"
    return run.translate(
        message,
        time=when,
        sentence=run.describe_event(index),
        elements=_describe_elements(run, contents),
    )


def _describe_elements(run: TraceIndex, contents: list[int], is_result: bool = False) -> str:
    if not contents:
        return ""
    values = [run.format_value(run.events[i].value) for i in contents[:MAX_RECORDS_LISTED]]
    more = len(contents) - len(values)
    listed = run.format_list(values) + (run.translate("list.more", n=more) if more > 0 else "")
    if is_result:
        return run.translate("result.records", n=len(contents), records=listed)
    return run.translate("window.records", n=len(contents), records=listed)


def _build_content_links(
    run: TraceIndex, contents: list[int], links: list[CausalLink]
) -> list[CausalLink]:
    known = {link.event_index for link in links}
    return [run.build_link(i) for i in contents[:MAX_RECORDS_LISTED] if i not in known]


def _explain_by_watermark(
    run: TraceIndex, index: int, node: int, time: int, finding: Finding
) -> None:
    passages = find_passages(run, node, time, index)
    if not passages or _is_released_by_end(run, finding.causal_chain):
        _explain_by_end_of_input(run, index, finding)
        return
    finding.causes = [
        run.build_record_cause(read) for read in find_required_reads(run, node, passages, index)
    ]
    finding.any_suffices = True
    if can_advance_without_records(run, node, index):
        finding.add_rerun_unknown(run.translate(IDLENESS_UNKNOWN))
    else:
        reads = {read for each in passages for read in each.sufficient_reads}
        reads.update(find_contained_records(run.trace, index))
        finding.relevant_records = frozenset(run.record_ids[read] for read in reads)


def _is_released_by_end(run: TraceIndex, links: list[CausalLink]) -> bool:
    kinds = tuple(type(run.events[link.event_index]) for link in links)
    ends = (e.SplitReleased, e.SourceFinished, e.SplitStatusChanged, e.ChannelStatusChanged)
    return any(kind in ends for kind in kinds)


def _explain_by_record(run: TraceIndex, index: int, finding: Finding) -> None:
    chain = find_causal_chain(run.trace, index)
    processed = [i for i in chain if isinstance(run.events[i], e.ElementProcessed)]
    read = run.find_read(processed[-1]) if processed else None
    if read is not None:
        finding.causes = [run.build_record_cause(read)]


def _explain_by_end_of_input(run: TraceIndex, index: int, finding: Finding) -> None:
    """Make the end or the idleness of an input the cause of a firing, in *finding*.

    Such a cause has no records that a rerun could remove.
    """
    ends = (e.SplitReleased, e.SourceFinished, e.SplitStatusChanged, e.ChannelStatusChanged)
    for link in finding.causal_chain:
        if isinstance(run.events[link.event_index], ends):
            finding.causes = [run.build_event_cause(link.event_index)]
            return
    if run.events[index].watermark == MAX_TIMESTAMP:
        ended = [i for i in run.find_events(e.SourceFinished) if i < index]
        finding.causes = [run.build_event_cause(i) for i in ended[-1:]]


# --- merged sessions --------------------------------------------------------------------------------


def explain_merged(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain merged sessions: ``why did the sessions of a become [0, 60000)``."""
    nodes = find_window_nodes(run, parts.get("operator") or "")
    key = resolve_key(run, parts["key"])
    merges = [i for i in run.find_events(e.WindowsMerged) if run.events[i].key == key]
    if not merges:
        raise QuestionError(run.translate("error.no_merged_windows", key=run.format_value(key)))
    if parts.get("window"):
        _, window = resolve_window(run, parts["window"], nodes, key)
        matches = [i for i in merges if run.events[i].result == window]
        if not matches:
            known = run.format_list([run.format_window(run.events[i].result) for i in merges])
            raise QuestionError(
                run.translate(
                    "error.no_such_merge",
                    window=run.format_window(window),
                    known=known,
                )
            )
        merges = matches
    merge = next(
        (i for i in reversed(merges) if _count_merged_windows(run.events[i]) > 1), merges[-1]
    )
    event = run.events[merge]
    links = build_causal_chain(run, merge)
    merged = event.merged if isinstance(event.merged, tuple) else (event.merged,)
    windows = [merged] if all(type(b) is int for b in merged) else list(merged)
    overlaps = _describe_overlaps(run, [*windows, event.window])
    read = run.find_read(merge)
    finding = Finding((run.describe_event(merge) + run.sentence_gap + overlaps).rstrip(), links)
    if read is not None:
        finding.causes = [run.build_record_cause(read)]
    for index in run.find_events(e.WindowAssigned):
        one = run.events[index]
        if index < merge and one.key == key and one.window in windows:
            finding.causal_chain.append(run.build_link(index))
    node = parse_node(event.operator)
    expected = (node, repr(key), event.value)

    def occurs(trace: Trace) -> bool:
        return any(
            (parse_node(f.operator), repr(f.key), f.value) == expected and f.merged != f.result
            for _, f in find_timed_events(trace, e.WindowsMerged)
        )

    def describe(trace: Trace) -> str:
        sessions = [run.format_window(window) for window in _find_sessions(trace, node, key)]
        return run.translate(
            "outcome.sessions",
            key=run.format_value(key),
            sessions=run.format_list(sessions),
        )

    finding.outcome = Outcome(occurs, True, describe, run.now_ms)
    finding.candidates = [CandidateChange("gap", node)]
    return finding


def _find_sessions(trace: Trace, node: int, key: Any) -> list[tuple[int, int]]:
    """Return the session windows of a key that are still open or have fired, in order."""
    found = {
        f.window
        for _, f in find_timed_events(trace, e.WindowFired)
        if parse_node(f.operator) == node and f.key == key
    }
    for operator, state in apply_events(trace.events).operators.items():
        if parse_node(operator) == node:
            found |= {window for pane_key, window in state.panes if pane_key == key}
    return sorted(found)


def _count_merged_windows(event: e.WindowsMerged) -> int:
    merged = event.merged if isinstance(event.merged, tuple) else (event.merged,)
    return 1 if all(type(bound) is int for bound in merged) else len(merged)


def _describe_overlaps(run: TraceIndex, windows: list[Any]) -> str:
    time_windows = sorted(
        window for window in windows if isinstance(window, tuple) and len(window) == 2
    )
    overlaps = [
        run.translate(
            "merge.overlap",
            later=run.format_window(later),
            time=run.format_time(earlier[1]),
            earlier=run.format_window(earlier),
        )
        for earlier, later in pairwise(time_windows)
        if later[0] <= earlier[1]
    ]
    return run.translate("list.semicolon").join(overlaps) + run.full_stop if overlaps else ""


# --- results ---------------------------------------------------------------------------------------


def explain_result(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain a result: ``why is the result (a,3)``."""
    results = run.find_events(e.ResultWritten)
    result = (parts.get("result") or "").strip()
    if result.isdecimal() and int(result) < len(results):
        write = results[int(result)]
    else:
        matches = [i for i in results if is_result_match(result, run.events[i].text)]
        if not matches:
            known = run.format_list([run.events[index].text for index in results])
            raise QuestionError(run.translate("error.no_such_result", result=result, known=known))
        write = matches[0]
    if (row := explain_write(run, write)) is not None:
        return row
    event = run.events[write]
    contents = find_contained_records(run.trace, write)
    links = build_causal_chain(run, write)
    elements = _describe_elements(run, contents, is_result=True)
    finding = Finding(run.describe_event(write) + run.sentence_gap + elements, links)
    finding.causes = (
        [run.build_record_cause(contents[-1])] if contents else [_build_event_cause(run, write)]
    )
    finding.causal_chain += _build_content_links(run, contents, links)
    if _is_from_user_timer(run, links):
        finding.add_rerun_unknown(run.translate(OTHER_REGISTRATIONS_UNKNOWN))
    node, text, time_ms = parse_node(event.operator), event.text, run.time_ms(write)

    def occurs(trace: Trace) -> bool:
        return any(
            (parse_node(f.operator), f.text, time) == (node, text, time_ms)
            for time, f in find_timed_events(trace, e.ResultWritten)
        )

    def describe(trace: Trace) -> str:
        texts = [
            f.text
            for _, f in find_timed_events(trace, e.ResultWritten)
            if parse_node(f.operator) == node
        ]
        return run.translate("outcome.results", results=run.format_list(texts))

    def occurs_at_any_time(trace: Trace) -> bool:
        return any(
            (parse_node(f.operator), f.text) == (node, text)
            for _, f in find_timed_events(trace, e.ResultWritten)
        )

    finding.outcome = Outcome(occurs, True, describe, time_ms, occurs_at_any_time)
    finding.ignores_time = True
    finding.candidates = _find_result_candidates(run, links, contents)
    return finding


def _find_result_candidates(
    run: TraceIndex, links: list[CausalLink], contents: list[int]
) -> list[CandidateChange]:
    """Return changes that may change the value of a result.

    They change which records its window contains, the schedule, or the last record in it.
    """
    events = [run.events[one.event_index] for link in links for one in (link, *link.skipped)]
    candidates: list[CandidateChange] = []
    for event in events:
        if isinstance(event, e.WindowFired):
            node = run.node(event.operator)
            candidates += [CandidateChange("trigger", node)] if event.kind == "early" else []
            candidates += [
                CandidateChange("delay", node),
                CandidateChange("delay", node, initial_amount=-1),
            ]
            candidates += [CandidateChange("lateness", node), CandidateChange("gap", node)]
            break
    candidates.append(CandidateChange("schedule"))
    if contents:
        record = run.record_ids[contents[-1]]
        timestamps = partial(run.find_split_timestamps, record)
        candidates.append(CandidateChange("timestamp", record=record, timestamps=timestamps))
        candidates.append(CandidateChange("left out", record=record))
    return candidates


def _is_from_user_timer(run: TraceIndex, links: list[CausalLink]) -> bool:
    events = [run.events[one.event_index] for link in links for one in (link, *link.skipped)]
    return any(isinstance(event, e.TimerFired) and event.namespace == "" for event in events)


def _build_event_cause(run: TraceIndex, event_index: int) -> Cause:
    return run.build_event_cause(event_index)


__all__ = [
    "build_firing_outcome",
    "describe_firings",
    "explain_fired",
    "explain_firing",
    "explain_merged",
    "explain_result",
    "find_all_windows",
    "find_clock_advance",
    "find_firings",
    "find_generators",
]  # fmt: skip
