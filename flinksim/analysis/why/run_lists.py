"""Lists of what a run has: results, windows, late records, watermarks, and the operators of its job.

They answer questions for facts, such as which windows fired and what the watermark was. Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.answer import CausalLink
from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.merged_windows import find_filled_windows
from flinksim.analysis.why.question_names import (
    QuestionError,
    resolve_key,
    resolve_subtasks,
    resolve_time,
)
from flinksim.analysis.why.question_suggestions import format_window
from flinksim.analysis.why.state_growth import STATE_REMOVALS, STATE_WRITES
from flinksim.analysis.why.trace_index import TraceIndex, format_duration, format_time
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e

MAX_ROWS = 200
"""Maximum number of events that an answer lists; its sentence counts all."""
MAX_PLACES = 20
"""Maximum number of subtasks whose TaskManager an answer names."""
_NO_KEY = object()


def build_timed_link(run: TraceIndex, index: int, text: str) -> CausalLink:
    """Build a row of a list: the event at *index* with its virtual time and *text*."""
    when = format_time(run.time_ms(index))
    return run.build_link(index, run.translate("list.at", time=when, text=text))


def list_events(run: TraceIndex, sentence: str, rows: list[tuple[int, str]]) -> Finding:
    """Build the answer that lists events: each row is the index of an event and its text."""
    links = [build_timed_link(run, index, text) for index, text in rows[:MAX_ROWS]]
    return Finding(sentence, links, is_list=True)


def _resolve_key_part(run: TraceIndex, parts: dict[str, Any]) -> Any:
    return resolve_key(run, parts["key"]) if parts.get("key") else _NO_KEY


# --- results -----------------------------------------------------------------------------------------


def explain_results(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """List the results, of all keys or of one: ``what are the results of key a``."""
    key = _resolve_key_part(run, parts)
    written = [i for i in run.find_events(e.ResultWritten) if key in (_NO_KEY, _find_key(run, i))]
    if not written:
        if key is _NO_KEY:
            return Finding(run.translate("list.no_results"), [])
        return Finding(run.translate("list.no_results_of_key", key=run.format_value(key)), [])
    first, last = written[0], written[-1]
    sentence = run.translate(
        "list.results" if len(written) > 1 else "list.result",
        n=len(written),
        first=run.events[first].text, first_time=format_time(run.time_ms(first)),
        last=run.events[last].text, last_time=format_time(run.time_ms(last)),
    )  # fmt: skip
    return list_events(run, sentence, [(i, run.events[i].text) for i in written])


def _find_key(run: TraceIndex, index: int) -> Any:
    """Return the key for which the result at *index* was computed; ``_NO_KEY`` if there is none."""
    current: int | None = index
    while current is not None and current >= 0:
        event = run.events[current]
        if isinstance(event, e.KeySelected | e.WindowFired | e.TimerFired):
            return event.key
        current = run.links_until(current).cause[current]
    return _NO_KEY


# --- state -------------------------------------------------------------------------------------------

_READS = (e.StateRead, e.StateEntryRead)


def explain_state_history(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """List what happened to the keyed state of a key: ``what happened to the state of key a``."""
    key = resolve_key(run, parts["key"])
    found = sorted(
        index
        for index in run.find_events(*STATE_WRITES, *_READS, *STATE_REMOVALS)
        if run.events[index].key == key
    )
    if not found:
        return Finding(run.translate("list.no_state_of_key", key=run.format_value(key)), [])
    counts = [
        sum(isinstance(run.events[index], kinds) for index in found)
        for kinds in (STATE_WRITES, _READS, STATE_REMOVALS)
    ]
    sentence = run.translate(
        "list.state_history",
        key=run.format_value(key), written=counts[0], read=counts[1], removed=counts[2],
    )  # fmt: skip
    last = next((i for i in reversed(found) if not isinstance(run.events[i], _READS)), None)
    if last is not None:
        when = format_time(run.time_ms(last))
        text = run.translate("list.last_change", time=when, text=run.describe_event(last))
        sentence += run.sentence_gap + text
    return list_events(run, sentence, [(i, run.describe_event(i)) for i in found])


# --- windows -----------------------------------------------------------------------------------------


def explain_windows(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """List the windows and when each fired: ``which windows fired``, ``which windows of key a fired``."""
    key = _resolve_key_part(run, parts)
    firings = [
        i for i in run.find_events(e.WindowFired) if key in (_NO_KEY, run.events[i].key)
    ]  # fmt: skip
    fired = {
        repr((run.node(event.operator), event.key, event.window))
        for event in (run.events[i] for i in firings)
    }
    silent = [
        format_window(run, each, window)
        for node, each, window in find_filled_windows(run)
        if key in (_NO_KEY, each) and repr((node, each, window)) not in fired
    ]
    if not firings and not silent:
        if key is _NO_KEY:
            return Finding(run.translate("list.no_windows"), [])
        return Finding(run.translate("list.no_windows_of_key", key=run.format_value(key)), [])
    many = "list.windows" if len(firings) > len(fired) else "list.windows_once"
    sentence = run.translate(many, n=len(firings), windows=len(fired))
    if silent:
        sentence += run.sentence_gap + run.translate(
            "list.windows_silent", n=len(silent), windows=run.format_list(silent)
        )
    rows = [
        (
            i,
            run.translate(
                "list.firing",
                window=format_window(run, run.events[i].key, run.events[i].window),
                kind=run.translate_word(run.events[i].kind), n=run.events[i].count,
            ),
        )
        for i in firings
    ]  # fmt: skip
    return list_events(run, sentence, rows)


# --- late records ------------------------------------------------------------------------------------


def _count_records_at(run: TraceIndex, drops: list[int]) -> int:
    """Count the records of the operators that dropped some: a recording can lack the reads of sources."""
    operators = {run.events[index].operator for index in drops}
    return sum(
        run.events[index].element == "record" and run.events[index].operator in operators
        for index in run.find_events(e.ElementProcessed)
    )


def explain_late_records(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """List the late records, of all keys or of one: ``which records of key a were late``."""
    key = _resolve_key_part(run, parts)
    drops, skipped = (
        [i for i in run.find_events(kind) if key in (_NO_KEY, run.events[i].key)]
        for kind in (e.LateRecordDropped, e.WindowSkippedAsLate)
    )
    if not drops and not skipped:
        if key is _NO_KEY:
            return Finding(run.translate("list.no_late_records"), [])
        return Finding(run.translate("list.no_late_records_of_key", key=run.format_value(key)), [])
    amounts = []
    rows = []
    for index in drops:
        event = run.events[index]
        late_by = _compute_lateness(event)
        amounts += [] if late_by is None else [late_by]
        rows.append((index, run.describe_event(index)))
    dropped = {run.find_read(index) for index in drops}
    rows += [
        (index, run.describe_event(index))
        for index in skipped
        if run.find_read(index) not in dropped
    ]
    reads = len(run.find_events(e.SourceRecordRead)) or _count_records_at(run, drops)
    sentence = run.translate("list.late_records", n=len(drops), reads=reads)
    if key is not _NO_KEY:
        sentence = run.translate(
            "list.late_records_of_key", n=len(drops), key=run.format_value(key)
        )
    if amounts:
        sentence += run.sentence_gap + run.translate(
            "list.most_late", amount=format_duration(max(amounts))
        )
    return list_events(run, sentence, rows)


def _compute_lateness(event: Any) -> int | None:
    """Return by how many ms a dropped record missed its last window."""
    if event.cleanup_time is None or event.watermark >= MAX_TIMESTAMP:
        return None
    return int(event.watermark - event.cleanup_time + 1)


# --- watermarks --------------------------------------------------------------------------------------


def explain_watermark_values(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Tell the watermark of the operators, at a time or at the end: ``what was the watermark at 12:00``."""
    end_ms = resolve_time(run, parts["time"]) if parts.get("time") else None
    subtasks = resolve_subtasks(run, parts["task"]) if parts.get("task") else None
    advances = [
        i
        for i in run.find_events(e.OperatorWatermarkAdvanced)
        if subtasks is None or run.subtask(run.events[i].operator) in subtasks
    ]
    if not advances:
        raise QuestionError(run.translate("error.no_watermarks_at_all"))
    until = [i for i in advances if end_ms is None or run.time_ms(i) <= end_ms]
    last: dict[str, int] = {run.events[i].operator: i for i in until}
    if end_ms is None:  # the maximum watermark at the end of the input says nothing
        meaningful = [i for i in until if run.events[i].after != MAX_TIMESTAMP]
        last = {run.events[i].operator: i for i in meaningful} or last
    values = [
        run.translate(
            "list.watermark_of",
            operator=run.format_name(operator),
            watermark=run.format_time(run.events[last[operator]].after
                                      if operator in last else MIN_TIMESTAMP),
        )
        for operator in dict.fromkeys(run.events[i].operator for i in advances)
    ]  # fmt: skip
    when = run.format_time(end_ms) if end_ms is not None else ""
    sentence = run.translate(
        "list.watermarks_at" if when else "list.watermarks_end", time=when, rows="; ".join(values)
    )
    return list_events(run, sentence, [(i, _describe_advance(run, i)) for i in until])


def _describe_advance(run: TraceIndex, index: int) -> str:
    event = run.events[index]
    return run.translate(
        "list.advance",
        operator=run.format_name(event.operator),
        before=run.format_time(event.before),
        after=run.format_time(event.after),
    )


# --- the job -----------------------------------------------------------------------------------------


def explain_job_structure(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Tell the tasks of the job, their operators and parallelism: ``which operators does the job have``."""
    rows = []
    for vertex in run.plan.vertices:
        names = " -> ".join(operator.name for operator in vertex.operators)
        count = sum(one.vertex == vertex.id for one in run.plan.subtasks)
        rows.append(run.translate("list.vertex", operators=names, n=count))
    operators = sum(len(vertex.operators) for vertex in run.plan.vertices)
    sentence = run.translate(
        "list.structure",
        operators=operators, n=len(run.plan.vertices), subtasks=len(run.plan.subtasks),
        rows="; ".join(rows),
    )  # fmt: skip
    places: dict[str, list[str]] = {}
    for one in run.plan.subtasks[:MAX_PLACES]:
        places.setdefault(one.task_manager, []).append(run.format_name(one.id))
    sentence += run.sentence_gap + run.translate(
        "list.placement",
        rows="; ".join(f"{manager}: {run.format_list(names)}" for manager, names in places.items()),
    )
    return Finding(sentence, [], is_list=True)
