"""The questions about records, keys, results and state that an intent may mean.

Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    parse_time,
)
from flinksim.analysis.why.free_text.absences import has_window_operator
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.free_text.reading_types import Readings
from flinksim.analysis.why.free_text.window_readings import (
    find_panes,
    read_window_fired,
    read_window_not_fired,
)
from flinksim.analysis.why.question_suggestions import (
    format_record,
    format_window,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.window_firing_answers import find_all_windows
from flinksim.trace import events as e
from flinksim.trace.changelog import split_columns

_CHANGE_KIND = re.compile(r"(?<!\w)[+-][IUDiud](?!\w)")
_LATE = re.compile(
    r"\blate\b|(?:\bnot|n'?t)\s+(?:\w+\s+)?dropped|没有?被?丢|\baccepted\b|迟到|乱序|算晚", re.I
)
"""Words of questions about whether a record was late."""


def _select_by_time(run: TraceIndex, entities: Entities, reads: Iterable[int]) -> Iterable[int]:
    """Return the reads of records with an event time of the question; all if there is none.

    "UA 15:12" is the record of key UA with that timestamp.
    """
    if not entities.times:
        return reads
    reads = list(reads)
    times = {parse_time(time, run.labels) for time in entities.times}
    found = [read for read in reads if run.timestamps.get(run.record_ids[read]) in times]
    return found or reads


def _find_dropped(run: TraceIndex, entities: Entities) -> Iterable[int]:
    """Return the reads of dropped records, those that the question names first.

    They are found one by one, as a question needs few of them.
    """
    events = run.find_events(e.LateRecordDropped)
    if entities.keys and not entities.reads:
        events = [index for index in events if run.events[index].key in entities.keys]
    found = (read for index in events if (read := run.find_read(index)) is not None)
    if entities.reads:
        dropped = set(found)
        return [read for read in entities.reads if read in dropped] or entities.reads
    return _select_by_time(run, entities, found)


def read_record_dropped(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a record was dropped or late, or why it was not."""
    if entities.has_unknown_record:
        return
    dropped, in_windows = (
        {run.find_read(index) for index in run.find_events(kind)} if entities.reads else set()
        for kind in (e.LateRecordDropped, e.WindowAssigned)
    )
    for read in _find_dropped(run, entities):
        record = format_record(run, read)
        if not entities.reads or read in dropped:
            yield run.translate("question.record_dropped", record=record)
        elif read in in_windows and _LATE.search(entities.text):
            yield run.translate("question.record_not_late", record=record)
        else:
            yield run.translate("question.not_in_result", record=record)
    for index in run.find_events(e.WindowSkippedAsLate) if not entities.reads else ():
        event, skipped = run.events[index], run.find_read(index)
        if skipped is not None:
            yield run.translate(
                "question.not_in_window",
                record=format_record(run, skipped),
                pane=format_window(run, event.key, event.window),
            )
    if not entities.reads and not run.find_events(e.LateRecordDropped):
        yield from read_record_filtered(run, entities)


def read_late_output(run: TraceIndex, entities: Entities) -> Readings:
    """Ask about the late side output, or about the late records that are named."""
    if entities.reads:
        yield from read_record_dropped(run, entities)
    yield run.translate("ask.late_output_empty")


def read_record_not_in_window(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a record is not in a window or in the result."""
    if entities.has_unknown_record:
        return
    for read in entities.reads or _find_dropped(run, entities):
        record = format_record(run, read)
        for _, key, window in find_panes(run, entities) if entities.windows else ():
            yield run.translate(
                "question.not_in_window",
                record=record,
                pane=format_window(run, key, window),
            )
        yield run.translate("question.not_in_result", record=record)
    if not entities.reads:
        yield from read_record_filtered(run, entities)


def read_record_filtered(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a record was filtered out."""
    filtered = [run.find_read(index) for index in run.find_events(e.RecordFiltered)]
    reads = [read for read in filtered if read is not None]
    for read in entities.reads or reads:
        yield run.translate("question.not_in_result", record=format_record(run, read))


def read_result_origin(run: TraceIndex, entities: Entities) -> Readings:
    """Ask where a result comes from."""
    results = [run.events[index].text for index in run.find_events(e.ResultWritten)]
    named = entities.values + [
        text
        for text in results
        if entities.numbers and any(number in _split_numbers(text) for number in entities.numbers)
    ]
    live = [
        row for log in run.changelogs if log.has_retractions for row in log.list_rows()
        if str(row) in named
    ]  # fmt: skip
    for row in live:
        yield run.translate("question.row_in_table", row=f"[{row.values}]")
    if entities.reads and not named:
        yield from _ask_why_missing(run, entities.reads)
    for text in named or ([] if entities.has_unknown_record else reversed(results[-3:])):
        yield run.translate("question.result", result=text)


def _ask_why_missing(run: TraceIndex, reads: list[int]) -> Readings:
    for read in reads:
        yield run.translate("question.not_in_result", record=format_record(run, read))


def read_row_changed(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a row of a table was retracted, or why a change was emitted."""
    kinds = {kind.upper() for kind in _CHANGE_KIND.findall(entities.text)}
    names = {str(part) for key in entities.keys for part in _to_parts(key)}
    changes = [change for log in run.changelogs for change in log.changes if log.has_retractions]
    named = [one for one in changes if names & set(split_columns(one.values))] or changes
    wanted = [one for one in named if one.kind in kinds]
    for change in wanted or named:
        if change.kind in kinds:
            yield run.translate("question.row_emitted", row=change)
        elif change.retracted_by is not None:
            yield run.translate("question.row_retracted", row=f"[{change.values}]")


def _to_parts(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def _split_numbers(text: str) -> list[str]:
    return "".join(char if char.isdigit() or char in ".-" else " " for char in text).split()


def read_missing_key(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why a key has no window or no result."""
    with_panes = [one[1] for one in find_all_windows(run)]
    for key in entities.keys:
        if not has_window_operator(run):
            yield run.translate("question.results_of_key", key=run.format_value(key))
        elif key in with_panes:
            yield from read_window_not_fired(run, Entities("", keys=[key]))
        else:
            yield run.translate("question.no_window", key=run.format_value(key))
    if not entities.keys:
        yield run.translate("ask.there_no_output")


def read_key_difference(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why two keys have different results."""
    if len(entities.keys) >= 2:
        key, other = (run.format_value(one) for one in entities.keys[:2])
        yield run.translate("question.different_keys", key=key, other=other)


def read_record_route(run: TraceIndex, entities: Entities) -> Readings:
    """Ask to which subtask a key or a record goes."""
    for key in entities.keys if not entities.reads else ():
        yield run.translate("question.key_subtask", key=run.format_value(key))
    keyed = None
    if entities.keys and not entities.reads:
        keyed = {
            run.find_read(index)
            for index in run.find_events(e.ChannelSelected)
            if run.events[index].key in entities.keys
        }
    for index in run.find_events(e.ElementReceived):
        event = run.events[index]
        read = run.find_read(index) if event.element == "record" else None
        if read is None or (keyed is not None and read not in keyed):
            continue
        if not entities.reads or read in entities.reads:
            yield run.translate(
                "question.subtask",
                record=format_record(run, read),
                task=run.format_name(event.subtask),
            )


def read_record_history(run: TraceIndex, entities: Entities) -> Readings:
    """Ask what happened to a record; of a key, ask for the results."""
    for read in entities.reads:
        yield run.translate("question.record_history", record=format_record(run, read))
    for key in entities.keys if not entities.reads else ():
        yield run.translate("question.results_of_key", key=run.format_value(key))


def ask_about_keys(run: TraceIndex, entities: Entities, of_key: str, of_all: str) -> Readings:
    """Ask about each key that is named; without a key, about all.

    *of_key* and *of_all* are the ids of the questions in the catalogs.
    """
    for key in entities.keys:
        yield run.translate(of_key, key=run.format_value(key))
    if not entities.keys:
        yield run.translate(of_all)


def read_results(run: TraceIndex, entities: Entities) -> Readings:
    """Ask for the results, of all keys or of those that are named."""
    yield from ask_about_keys(run, entities, "question.results_of_key", "ask.results")


def read_windows(run: TraceIndex, entities: Entities) -> Readings:
    """Ask for the windows, of all keys or of those that are named."""
    for key in entities.keys:
        yield run.translate("question.windows_of_key", key=run.format_value(key))
    if entities.windows:
        yield from read_window_fired(run, entities)
    if not entities.keys:
        yield run.translate("ask.windows")


def read_late_records(run: TraceIndex, entities: Entities) -> Readings:
    """Ask for the late records, or about the one that is named."""
    if entities.reads or entities.has_unknown_record:
        yield from read_record_dropped(run, entities)
        return
    yield from ask_about_keys(run, entities, "question.late_of_key", "ask.late_records")


def read_state(run: TraceIndex, entities: Entities) -> Readings:
    """Ask for the state, of all keys or of those that are named."""
    yield from ask_about_keys(run, entities, "question.state_of_key", "ask.state")


def read_state_expired(run: TraceIndex, entities: Entities) -> Readings:
    """Ask why state has expired, or has not."""
    yield from ask_about_keys(run, entities, "question.state_expired", "ask.state_expired")


def read_wrong_value(run: TraceIndex, entities: Entities) -> Readings:
    """Ask what is in a window whose result is wrong."""
    panes = find_panes(run, entities)
    if not panes and entities.windows and entities.keys:
        yield from read_window_not_fired(run, entities)
    for _, key, window in panes:
        yield run.translate("ask.what", pane=format_window(run, key, window))
    yield from read_result_origin(run, entities)
