"""Explainers for windows that contain no records.

Their records were late, or went to other windows, or there were none. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flinksim.analysis.why.answer import Cause
from flinksim.analysis.why.blocked_watermarks import (
    is_in_seconds,
)
from flinksim.analysis.why.finding import CandidateChange, Finding
from flinksim.analysis.why.question_names import find_keys, find_window_nodes, resolve_key
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e


@dataclass(frozen=True, slots=True)
class WindowQuery:
    """Window that a question is about: operator node, key and window."""

    node: int
    key: Any
    window: Any

    def describe(self, run: TraceIndex) -> str:
        """Describe the window and its key."""
        return run.translate(
            "name.window_of_key",
            window=run.format_window(self.window),
            key=run.format_value(self.key),
        )


def find_operator_name(run: TraceIndex, node: int) -> str:
    """Return the name of the operator of a plan node."""
    instance = run.find_instances(node)[0]
    return run.instances[instance].operator.name


def explain_empty_window(run: TraceIndex, query: WindowQuery) -> Finding:
    """Explain why a window contains no records.

    They were late, or the key had no records.
    """
    late = [
        i
        for i in run.find_events(e.WindowSkippedAsLate)
        if (f := run.events[i]).key == query.key and f.window == query.window
    ]
    if late:
        finding = Finding(
            run.translate(
                "window.all_late",
                pane=query.describe(run),
                n=len(late),
                sentence=run.describe_event(late[-1]),
            ),
            [run.build_link(i) for i in late],
            [run.build_event_cause(late[-1])],
        )
        finding.candidates = [
            CandidateChange("delay", query.node),
            CandidateChange("lateness", query.node),
        ]
        return finding
    return explain_no_record_in_window(run, query)


def explain_no_record_in_window(run: TraceIndex, query: WindowQuery) -> Finding:
    """Explain that no record of the key was assigned to the window, and name their windows instead."""
    assignments = [
        index
        for index in run.find_events(e.WindowAssigned)
        if (f := run.events[index]).key == query.key and run.node(f.operator) == query.node
    ]
    if assignments and _is_window_in_seconds(run, query, assignments):
        return _explain_timestamps_in_seconds(run, query, assignments)
    if assignments:
        windows = run.format_list([run.format_window(run.events[i].window) for i in assignments])
        return Finding(
            run.translate(
                "window.other_windows",
                pane=query.describe(run),
                n=len(assignments),
                windows=windows,
            ),
            [run.build_link(i) for i in assignments[-3:]],
            [run.build_event_cause(i) for i in assignments[-3:]],
        )
    return explain_no_records_of_key(run, query.node, query.key)


def explain_no_records_of_key(run: TraceIndex, node: int, key: Any) -> Finding:
    """Explain that no record of the key has reached the window operator."""
    known_keys = [run.format_value(each) for each in find_keys(run, node)]
    filtered = run.find_events(e.RecordFiltered)
    filter_note = run.translate("window.filtered_before", n=len(filtered)) if filtered else ""
    return Finding(
        run.translate(
            "window.no_record_of_key",
            key=run.format_value(key),
            operator=find_operator_name(run, node),
            known=run.format_list(known_keys),
            because=filter_note,
        ),
        [run.build_link(i) for i in filtered[-3:]],
        [run.build_event_cause(filtered[-1])] if filtered else [],
        unknown=run.translate("unknown.future_record_of_key"),
    )


def _is_window_in_seconds(run: TraceIndex, query: WindowQuery, assignments: list[int]) -> bool:
    """Return whether timestamps that are in seconds by mistake explain the empty window.

    That is so if one of the records would be in the window with its timestamp multiplied by 1000.
    """
    timestamps = [run.events[index].timestamp for index in assignments]
    return isinstance(query.window, tuple) and any(
        is_in_seconds(timestamp) and query.window[0] <= 1000 * timestamp < query.window[1]
        for timestamp in timestamps
        if timestamp is not None
    )


def _explain_timestamps_in_seconds(
    run: TraceIndex, query: WindowQuery, assignments: list[int]
) -> Finding:
    """Explain an empty window by timestamps in seconds, where Flink expects milliseconds."""
    last = run.events[assignments[-1]]
    return Finding(
        run.translate(
            "window.timestamps_in_seconds",
            pane=query.describe(run),
            n=len(assignments),
            windows=run.format_window(last.window),
            timestamp=str(last.timestamp),
        ),
        [run.build_link(i) for i in assignments[-3:]],
        [Cause("setting", run.translate("cause.timestamps_in_seconds"))],
        candidates=[CandidateChange("unit", query.node)],
    )


def explain_no_window(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a key has no window. Question: ``why has key a no window``."""
    node = find_window_nodes(run, parts.get("operator") or "")[0]
    key = resolve_key(run, parts["key"])
    live = [
        (instance, window)
        for instance in run.find_instances(node)
        for known, window in run.operator_state(instance).panes
        if known == key
    ]
    if live:
        return Finding(
            run.translate(
                "window.key_has_windows",
                windows=run.format_list([run.format_window(window) for _, window in live]),
            ),
            [],
        )
    cleared = [
        i
        for i in run.find_events(e.WindowCleared)
        if run.events[i].key == key and run.node(run.events[i].operator) == node
    ]
    if cleared:
        return Finding(
            run.translate(
                "window.key_windows_gone",
                key=run.format_value(key),
                sentence=run.describe_event(cleared[-1]),
            ),
            [run.build_link(i) for i in cleared[-3:]],
            [run.build_event_cause(cleared[-1])],
        )
    late = [i for i in run.find_events(e.LateRecordDropped) if run.events[i].key == key]
    if late:
        return Finding(
            run.translate(
                "window.key_records_late",
                key=run.format_value(key),
                n=len(late),
            ),
            [run.build_link(i) for i in late[-3:]],
            [run.build_event_cause(late[-1])],
            candidates=[CandidateChange("delay", node), CandidateChange("lateness", node)],
        )
    return explain_no_records_of_key(run, node, key)
