"""The questions about windows and sessions that an intent may mean.

Not in Flink.
"""

from __future__ import annotations

import re
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    NameResolutionError,
    parse_time,
)
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.free_text.reading_types import Reader, Readings
from flinksim.analysis.why.question_names import find_window_nodes, resolve_window
from flinksim.analysis.why.question_suggestions import (
    format_record,
    format_window,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.window_firing_answers import find_all_windows
from flinksim.trace import events as e

MAX_PANES = 50
_NOT_MERGED = re.compile(
    r"\bnot\b.*\bmerged?\b|n't.*\bmerged?\b|\boverlap|\bseparate|\b(?:get|are|have)\b.*\btwo\b.*\bsessions\b|没有?合并|重叠|两个会话",
    re.I,
)


def find_panes(run: TraceIndex, entities: Entities) -> list[tuple[int, Any, Any]]:
    """Return (node, key, window) of the panes that the question may mean; all if it names none."""
    panes = find_all_windows(run)
    if not entities.windows:
        merged = _find_merged(run)
        panes = [one for one in panes if repr(one) not in merged]
    named = [place.lower() for place in entities.places]
    of_places = [one for one in panes if _get_name(run, one[0]) in named]
    panes = of_places or panes
    if entities.windows and panes:
        nodes = find_window_nodes(run)
        wanted = []
        for text in entities.windows:
            for key in entities.keys or [None]:
                try:
                    wanted.append(resolve_window(run, text, nodes, key)[1])
                except NameResolutionError:
                    continue
        panes = [one for one in panes if one[2] in wanted]
    if entities.keys:
        panes = [one for one in panes if one[1] in entities.keys]
    if entities.reads and not entities.windows and not entities.keys:
        of_records = _find_panes_of_reads(run, entities.reads)
        panes = [one for one in panes if one in of_records] or panes
    if entities.times and not entities.windows:
        times = [parse_time(time, run.labels) for time in entities.times]
        around = [
            (node, key, window)
            for node, key, window in panes
            if isinstance(window, tuple) and any(window[0] <= time < window[1] for time in times)
        ]
        panes = around or panes
    return panes[:MAX_PANES]


def _get_name(run: TraceIndex, node: int) -> str:
    """Return the name of the operator of a node, in small letters."""
    return next(
        (one.operator.name.lower() for one in run.instances.values() if run.node(one.id) == node),
        "",
    )


def _find_merged(run: TraceIndex) -> set[str]:
    """Return the panes, by their representation, that were merged into others."""
    return {
        repr((run.node(event.operator), event.key, window))
        for event in (run.events[i] for i in run.find_events(e.WindowsMerged))
        for window in (event.merged, *(event.merged if isinstance(event.merged, tuple) else ()))
        if window != event.result
    }


def _find_panes_of_reads(run: TraceIndex, reads: list[int]) -> list[tuple[int, Any, Any]]:
    return [
        (run.node(event.operator), event.key, event.window)
        for index in run.find_events(e.WindowAssigned)
        if run.find_read(index) in reads and (event := run.events[index])
    ]


def _find_fired(run: TraceIndex) -> dict[str, list[Any]]:
    """Return the firings of each pane, by its representation."""
    found: dict[str, list[Any]] = {}
    for index in run.find_events(e.WindowFired):
        event = run.events[index]
        pane = (run.node(event.operator), event.key, event.window)
        found.setdefault(repr(pane), []).append(event)
    return found


def read_window_not_fired(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a window has not fired."""
    fired = _find_fired(run)
    panes = find_panes(run, entities)
    open_panes = [
        one for one in panes
        if all(event.clock == "end of input" for event in fired.get(repr(one), ()))
    ]  # fmt: skip
    if entities.windows or entities.keys:
        open_panes = open_panes or panes
    for _, key, window in open_panes:
        yield run.translate("question.not_fired", pane=format_window(run, key, window))
    for key in entities.keys if not panes else ():
        for window in entities.windows:
            pane = run.translate("name.window_of", window=window, key=run.format_value(key))
            yield run.translate("question.not_fired", pane=pane)
        yield run.translate("question.no_window", key=run.format_value(key))
    if not find_all_windows(run):
        yield run.translate("ask.there_no_output")


def read_window_fired(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a window fired."""
    fired = _find_fired(run)
    panes = find_panes(run, entities)
    if not panes and entities.windows and entities.keys:
        yield from read_window_not_fired(run, entities)
    for one in panes:
        kinds = [event.kind for event in fired.get(repr(one), ())]
        pane = format_window(run, one[1], one[2])
        if kinds:
            yield _ask_about_kind(run, pane, kinds[-1])
        elif entities.windows or entities.keys:
            yield run.translate("question.not_fired", pane=pane)


def _ask_about_kind(run: TraceIndex, pane: str, kind: str) -> str:
    if kind == "on time":
        return run.translate("question.fired", pane=pane)
    return run.translate("question.fired_kind", pane=pane, kind=run.translate_word(kind))


def read_firing_of_kind(*kinds: str) -> Reader:
    """Return a reader that asks about firings of these kinds, such as early ones."""

    def read(run: TraceIndex, entities: Entities) -> Readings:
        fired = _find_fired(run)
        for one in find_panes(run, entities):
            for event in fired.get(repr(one), ()):
                if event.kind in kinds:
                    yield _ask_about_kind(run, format_window(run, one[1], one[2]), event.kind)
        yield from read_window_fired(run, entities)

    return read


def read_session_merged(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why sessions were merged, or why they were not."""
    if _NOT_MERGED.search(entities.text):
        yield from _read_not_merged(run, entities)
    for index in run.find_events(e.WindowsMerged):
        event = run.events[index]
        if event.merged != event.result and (not entities.keys or event.key in entities.keys):
            yield run.translate(
                "question.sessions_merged",
                key=run.format_value(event.key),
                window=run.format_window(event.result),
            )


def _read_not_merged(run: TraceIndex, entities: Entities) -> Readings:
    """Yield why the record that began a second session of a key is not in the session before it."""
    first: dict[str, Any] = {}
    for index in run.find_events(e.WindowAssigned):
        event, read = run.events[index], run.find_read(index)
        if read is None or (entities.keys and event.key not in entities.keys):
            continue
        before = first.setdefault(repr((event.operator, event.key)), event.window)
        if event.window != before and (not entities.reads or read in entities.reads):
            yield run.translate(
                "question.not_in_window",
                record=format_record(run, read), pane=format_window(run, event.key, before),
            )  # fmt: skip
