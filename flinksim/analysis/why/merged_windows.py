"""Windows that were merged into another window of their key, and those that still exist.

A merged window never fires itself. Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.finding import parse_node
from flinksim.analysis.why.question_names import QuestionError, find_window_nodes, find_windows
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e


def list_merged_windows(event: e.WindowsMerged) -> list[Any]:
    """Return the windows of a merge that no longer exist after it."""
    merged: Any = event.merged
    if not isinstance(merged, tuple) or all(type(bound) is int for bound in merged):
        merged = (merged,)
    return [one for one in (*merged, event.window) if one not in (None, event.result)]


def find_merge(run: TraceIndex, node: int, key: Any, window: Any) -> int | None:
    """Return the event that merged a window away; ``None`` if the window has its own contents."""
    merges = [
        index
        for index in run.find_events(e.WindowsMerged)
        if (event := run.events[index]).key == key
        and parse_node(event.operator) == node
        and window in list_merged_windows(event)
    ]
    if not merges:
        return None
    own = [
        index
        for index in run.find_events(e.WindowAssigned)
        if (event := run.events[index]).key == key
        and parse_node(event.operator) == node
        and event.window == window
    ]
    return None if own and own[-1] > merges[-1] else merges[-1]


def find_all_windows(run: TraceIndex) -> list[tuple[int, Any, Any]]:
    """Return (node, key, window) of all windows; none if the job has no window operator."""
    try:
        return find_windows(run, find_window_nodes(run))
    except QuestionError:
        return []


def find_filled_windows(run: TraceIndex) -> list[tuple[int, Any, Any]]:
    """Return (node, key, window) of the windows that got a record and were not merged away."""
    assigned = {
        repr((parse_node(event.operator), event.key, event.window))
        for event in (run.events[i] for i in run.find_events(e.WindowAssigned))
    }
    results = {
        repr((parse_node(event.operator), event.key, event.result))
        for event in (run.events[i] for i in run.find_events(e.WindowsMerged))
    }
    return [
        one
        for one in find_all_windows(run)
        if repr(one) in assigned | results and find_merge(run, *one) is None
    ]
