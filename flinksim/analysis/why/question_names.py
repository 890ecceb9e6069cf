"""Resolution of the names in a question to what they mean in the run.

Names are those of keys, windows, times, records, tasks and channels. Not in Flink.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    WINDOW_OPERATORS,
    NameResolutionError,
    find_instances,
    is_value_match,
    parse_time,
    parse_window_bounds,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

_DAY_MS = 86_400_000
_RECORD_NUMBER = re.compile(
    r"(?:(?:record|记录)\s*)?#?(\d+)(?:\s+(?:of|in)\s+(?:split\s+)?(.+)|\s*（分片\s*(.+)）)?"
)


class QuestionError(NameResolutionError):
    """Question that cannot be answered; the message names the problem and the alternatives."""


def resolve_time(run: TraceIndex, text: str) -> int:
    """Return the time that *text* denotes, in ms.

    See :func:`flinksim.analysis.expressions.name_resolution.parse_time`.
    """
    return parse_time(text, run.labels)


# --- keys and windows ------------------------------------------------------------------------------


def find_keys(run: TraceIndex, node: int | None = None) -> list[Any]:
    """Return the keys of the records in the run, in order of their first occurrence.

    If *node* is given, only keys at that operator node.
    """
    found: dict[str, Any] = {}
    for index in run.find_events(e.KeySelected, e.WindowAssigned, e.LateRecordDropped):
        event = run.events[index]
        if node is None or run.node(event.operator) == node:
            found.setdefault(repr(event.key), event.key)
    if not found and node is None:  # no operator uses the keys; the partitioner does
        for index in run.find_events(e.ChannelSelected):
            found.setdefault(repr(run.events[index].key), run.events[index].key)
    return list(found.values())


def resolve_key(run: TraceIndex, text: str) -> Any:
    """Return the key that *text* denotes.

    A key of SQL is a tuple of columns; that of one column may be written without parentheses. A key
    that does not occur in the run is read as a Python literal, else as plain text.
    """
    keys = find_keys(run)
    for key in keys:
        if is_value_match(text, key, run.labels):
            return key
    for key in keys:
        if is_value_match(f"key {text}", key, run.labels):
            return key  # the word "key" before it belongs to its name
    for key in keys:
        if isinstance(key, tuple) and len(key) == 1 and is_value_match(text, key[0], run.labels):
            return key
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return text.strip().strip("\"'“”")


def find_window_nodes(run: TraceIndex, name: str = "") -> list[int]:
    """Return the nodes of the window operators whose names contain *name*.

    Raises:
        QuestionError: There is none.
    """
    nodes = {
        one.operator.node: one.operator.name
        for one in run.instances.values()
        if one.operator.operator_class in WINDOW_OPERATORS
    }
    if not nodes:
        raise QuestionError(run.translate("error.no_window_operator"))
    lowered = name.strip().lower()
    found = [node for node, known in nodes.items() if not lowered or lowered in known.lower()]
    if not found and lowered in ("windows", "window"):
        return list(nodes)
    if not found:
        raise QuestionError(
            run.translate(
                "error.unknown_window_operator",
                name=repr(name),
                known=run.format_list(list(nodes.values())),
            )
        )
    return found


def find_windows(run: TraceIndex, nodes: list[int]) -> list[tuple[int, Any, Any]]:
    """Return (node, key, window) of every window to which a record was assigned, even if too late."""
    found: dict[str, tuple[int, Any, Any]] = {}
    for index in run.find_events(e.WindowAssigned, e.WindowsMerged, e.WindowSkippedAsLate):
        event = run.events[index]
        node = run.node(event.operator)
        if node in nodes:
            window = event.result if isinstance(event, e.WindowsMerged) else event.window
            found.setdefault(repr((node, event.key, window)), (node, event.key, window))
    return list(found.values())


def resolve_window(run: TraceIndex, text: str, nodes: list[int], key: Any) -> tuple[int, Any]:
    """Return (node, window) for a window such as ``[0,10)``; its bounds may be in seconds.

    Raises:
        QuestionError: *text* is not a window.
    """
    known_windows = find_windows(run, nodes)
    own = [(node, window) for node, each, window in known_windows if each == key]
    if text.strip("[]() ").lower() in ("globalwindow", "global"):
        return (own[0][0] if own else nodes[0]), "GlobalWindow"
    bounds = parse_window_bounds(text, run.labels)
    in_seconds = (bounds[0] * 1000, bounds[1] * 1000)
    for candidates in (own, [(node, window) for node, _, window in known_windows]):
        for window in (bounds, in_seconds):
            for node, known in candidates:
                if known == window:
                    return node, window
    for candidates in (own, [(node, window) for node, _, window in known_windows]):
        for node, known in candidates:
            if _is_same_time_of_day(text, bounds, known):
                return node, known
    sizes = {w[1] - w[0] for _, _, w in known_windows if isinstance(w, tuple)}
    plain = re.fullmatch(r"[\d\s,()\[\]-]+", text)
    if plain and bounds[1] - bounds[0] not in sizes and in_seconds[1] - in_seconds[0] in sizes:
        return nodes[0], in_seconds
    return nodes[0], bounds


def _is_same_time_of_day(text: str, bounds: tuple[int, int], window: Any) -> bool:
    """Return whether *text* gives times of day without a date, and *window* has them on another day."""
    if ":" not in text or "-" in text or not isinstance(window, tuple):
        return False
    away = window[0] - bounds[0]
    return bool(away % _DAY_MS == 0 and window[1] - bounds[1] == away)


# --- records ---------------------------------------------------------------------------------------


def resolve_record(run: TraceIndex, text: str) -> int:
    """Return the ``SourceRecordRead`` event, as an index, of the record that *text* denotes.

    *text* is the number of the record or its formatted value.

    Raises:
        QuestionError: No record matches, or several do.
    """
    found = _RECORD_NUMBER.fullmatch(text.strip())
    reads = run.find_events(e.SourceRecordRead)
    if found:
        number, split = int(found[1]), found[2] or found[3]
        matches = [
            index
            for index in reads
            if run.events[index].offset == number
            and (split is None or split.strip("“”\"'") in (
                run.events[index].split, run.format_name(run.events[index].operator)))
        ]  # fmt: skip
        if len(matches) == 1:
            return matches[0]
        if matches:
            splits = [
                run.translate(
                    "name.record_of_split",
                    number=str(number),
                    split=run.events[i].split,
                )
                for i in matches
            ]
            raise QuestionError(
                run.translate("error.several_records", known=run.format_list(splits))
            )
        known = run.format_list([f"{run.events[i].offset}" for i in reads])
        raise QuestionError(
            run.translate("error.record_not_read", record=text.strip(), known=known)
        )
    plain = re.sub(r"^(?:record |记录 ?)", "", text.strip())
    matches = find_reads_of_value(run, plain)
    if not matches:
        known = run.format_list([run.format_value(run.events[index].value) for index in reads])
        raise QuestionError(run.translate("error.no_such_record", record=text.strip(), known=known))
    return matches[0]


def find_reads_of_value(run: TraceIndex, text: str, max_compared: int | None = None) -> list[int]:
    """Return the ``SourceRecordRead`` events, as indexes, of the records whose value is *text*.

    A record may have another value downstream, which is the one that descriptions show: values that
    windows have dropped or operators have processed are compared if no source has read *text*.

    Args:
        run: The run.
        text: A value, in any spelling.
        max_compared: The number of events of each type to compare, or None for all.
    """
    reads = run.find_events(e.SourceRecordRead)[:max_compared]
    found = [i for i in reads if is_value_match(text, run.events[i].value, run.labels)]
    for kind in (e.LateRecordDropped, e.ElementProcessed):
        if found:
            break
        events = run.find_events(kind)[:max_compared]
        matches = [i for i in events if is_value_match(text, run.events[i].value, run.labels)]
        found = [read for read in map(run.find_read, matches) if read is not None]
    return list(dict.fromkeys(found))


# --- tasks, operators and channels -----------------------------------------------------------------


def resolve_operators(run: TraceIndex, text: str) -> list[str]:
    """Return the operator instances that *text* denotes.

    See :func:`flinksim.analysis.expressions.name_resolution.find_instances`.
    """
    return [one.id for one in find_instances(run.plan, text, run.language)]


def resolve_subtasks(run: TraceIndex, text: str) -> list[str]:
    """Return the subtasks that *text* denotes; see :func:`resolve_operators`."""
    if any(text.strip() == one.id for one in run.plan.subtasks):
        return [text.strip()]
    return list(dict.fromkeys(run.subtask(one) for one in resolve_operators(run, text)))


def resolve_channel(run: TraceIndex, text: str) -> str:
    """Return the channel that *text* denotes: "channel 1 of windows", "the input of windows", or its id.

    Raises:
        QuestionError: There is none.
    """
    text = text.strip().strip("“”\"'")
    if text in run.channels:
        return text
    found = re.fullmatch(r"(?:channel|ch|通道)?\s*(\d+)(?:\s+(?:of|into)\s+(.+))?", text)
    if chinese := re.fullmatch(r"(.+?)\s*的通道\s*(\d+)", text):
        found = re.fullmatch(r"(\d+) (.+)", f"{chinese[2]} {chinese[1]}")
    matches = []
    single = re.fullmatch(r"(?:the )?input of (?P<task>.+)|(?P<zh>.+?)\s*的输入", text)
    if single:
        subtasks = resolve_subtasks(run, single["task"] or single["zh"])
        matches = [one.id for one in run.plan.channels if one.target in subtasks]
    if found:
        targets = None if found[2] is None else resolve_subtasks(run, found[2])
        matches = [
            one.id
            for one in run.plan.channels
            if one.index == int(found[1]) and (targets is None or one.target in targets)
        ]
    if len(matches) == 1:
        return matches[0]
    known = run.format_list([run.format_name(one) for one in matches or run.channels])
    raise QuestionError(run.translate("error.unknown_channel", channel=repr(text), known=known))
