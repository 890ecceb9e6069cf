"""The questions that an intent may mean in one run, the most probable one first.

Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    WINDOW_OPERATORS,
    NameResolutionError,
    parse_time,
)
from flinksim.analysis.why.answer import MessageTemplate
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.question_names import find_window_nodes, resolve_window
from flinksim.analysis.why.question_suggestions import (
    format_record,
    format_timer,
    format_window,
    suggest_questions,
)
from flinksim.analysis.why.task_states import find_alignment_wait
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.window_firing_answers import find_all_windows
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.changelog import split_columns

MAX_PANES = 50
_MAX_WATERMARK = re.compile(r"9223372036854775807|\bLong\.MAX|\bMAX\b|max_value|最大值", re.I)
_CHANGE_KIND = re.compile(r"(?<!\w)[+-][IUDiud](?!\w)")
_NOT_MERGED = re.compile(
    r"\bnot\b.*\bmerged?\b|n't.*\bmerged?\b|\boverlap|\bseparate|\b(?:get|are|have)\b.*\btwo\b.*\bsessions\b|没有?合并|重叠|两个会话",
    re.I,
)
_INPUT = re.compile(
    r"\b(?:input|channel|stream|split|partition|source)s?\b|输入|通道|流|分片|分区|数据源", re.I
)
"""Words for what becomes idle by a watermark strategy, other than a task without work."""
_LATE = re.compile(
    r"\blate\b|(?:\bnot|n'?t)\s+(?:\w+\s+)?dropped|没有?被?丢|\baccepted\b|迟到|乱序|算晚", re.I
)
"""Words of questions about whether a record was late."""
_Readings = Iterable[str]


def list_readings(run: TraceIndex, intent: str, entities: Entities) -> list[str]:
    """Return the questions about *run* that *intent* may mean, given the names in the question."""
    return list(dict.fromkeys(_READINGS[intent](run, entities)))


ABSENCES: dict[str, tuple[MessageTemplate, MessageTemplate]] = {
    "window_fired": (
        MessageTemplate("ask.window_fire"),
        MessageTemplate("job.no_window_fired_run"),
    ),
    "window_not_fired": (
        MessageTemplate("ask.window_not_fired"),
        MessageTemplate("job.no_window_waits"),
    ),
    "session_open": (
        MessageTemplate("ask.window_not_fired"),
        MessageTemplate("job.no_window_waits"),
    ),
    "late_list": (
        MessageTemplate("ask.late_records"),
        MessageTemplate("list.no_late_records"),
    ),
    "window_fired_early": (
        MessageTemplate("ask.window_fire_early"),
        MessageTemplate("job.no_window_fired_early"),
    ),
    "window_fired_again": (
        MessageTemplate("ask.window_fire_again"),
        MessageTemplate("job.no_window_fired_more"),
    ),
    "record_dropped": (
        MessageTemplate("ask.record_dropped"),
        MessageTemplate("job.no_record_dropped_or"),
    ),
    "record_not_in_window": (
        MessageTemplate("ask.record_not_result"),
        MessageTemplate("job.no_record_dropped_or_filtered"),
    ),
    "record_filtered": (
        MessageTemplate("ask.record_filtered_out"),
        MessageTemplate("job.no_record_filtered_out"),
    ),
    "wrong_value": (
        MessageTemplate("ask.result_wrong"),
        MessageTemplate("job.run_no_window_no"),
    ),
    "result_origin": (
        MessageTemplate("ask.does_result_come_from"),
        MessageTemplate("job.run_no_such_result"),
    ),
    "channel_idle": (
        MessageTemplate("ask.input_idle"),
        MessageTemplate("job.no_input_or_task"),
    ),
    "task_idle": (
        MessageTemplate("ask.task_idle"),
        MessageTemplate("job.no_task_waits_input"),
    ),
    "record_route": (
        MessageTemplate("ask.record_go_task"),
        MessageTemplate("job.no_record_sent_another"),
    ),
    "timer_not_fired": (
        MessageTemplate("ask.timer_not_fired"),
        MessageTemplate("job.no_timer_function_waits"),
    ),
    "timer_fired": (
        MessageTemplate("ask.timer_fire"),
        MessageTemplate("job.no_timer_function_fired"),
    ),
    "row_changed": (
        MessageTemplate("ask.row_retracted"),
        MessageTemplate("job.no_row_retracted"),
    ),
    "session_merged": (
        MessageTemplate("ask.sessions_merged"),
        MessageTemplate("job.no_sessions_merged_run"),
    ),
    "job_failed": (
        MessageTemplate("question.job_failed"),
        MessageTemplate("job.nothing_failed_run"),
    ),
    "after_restart": (
        MessageTemplate("ask.happened_after_restart"),
        MessageTemplate("job.job_not_restarted_run"),
    ),
}
"""For intents that need an event of the run: the question without names, and the answer without events."""


def has_window_operator(run: TraceIndex) -> bool:
    """Return whether the job has an operator with windows."""
    return any(one.operator.operator_class in WINDOW_OPERATORS for one in run.instances.values())


_NEEDED_EVENTS: dict[str, tuple[type[Any], ...]] = {
    "timers_list": (e.TimerRegistered,),
    "timer_fired": (e.TimerRegistered,),
    "timer_not_fired": (e.TimerRegistered,),
    "checkpoint_failed": (e.CheckpointTriggered, e.CheckpointNotTriggered),
    "checkpoint_slow": (e.CheckpointTriggered, e.CheckpointNotTriggered),
    "job_failed": (e.TaskFailed,),
    "after_restart": (e.TaskFailed,),
    "session_merged": (e.WindowsMerged,),
    "session_open": (e.WindowsMerged,),
    "state_growth": (e.StateUpdated, e.StateAppended, e.StateEntryPut),
    "state_expired": (e.StateUpdated, e.StateAppended, e.StateEntryPut),
}
"""For intents about what many runs lack: events without which a question is rarely about it."""


def is_missing_windows(run: TraceIndex, intent: str) -> bool:
    """Return whether *intent* is about windows and the job has none."""
    return intent.startswith(("window", "session")) and not has_window_operator(run)


def is_about_run(run: TraceIndex, intent: str) -> bool:
    """Return whether the run has what *intent* is about, such as timers or windows."""
    if intent == "row_changed":
        return any(log.has_retractions for log in run.changelogs)
    if is_missing_windows(run, intent):
        return False
    needed = _NEEDED_EVENTS.get(intent)
    return needed is None or bool(run.find_events(*needed))


def describe_absence(run: TraceIndex, intent: str, entities: Entities) -> tuple[str, str]:
    """Return the question and the answer if the run has nothing of the kind that *intent* is about."""
    question, answer = ABSENCES[intent]
    if entities.has_unknown_record:
        answer = MessageTemplate("job.no_record_number_or")
    return run.translate(question), run.translate(answer)


# --- windows ---------------------------------------------------------------------------------------


def _find_panes(run: TraceIndex, entities: Entities) -> list[tuple[int, Any, Any]]:
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


def _read_window_not_fired(run: TraceIndex, entities: Entities) -> _Readings:
    fired = _find_fired(run)
    panes = _find_panes(run, entities)
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


def _read_window_fired(run: TraceIndex, entities: Entities) -> _Readings:
    fired = _find_fired(run)
    panes = _find_panes(run, entities)
    if not panes and entities.windows and entities.keys:
        yield from _read_window_not_fired(run, entities)
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


def _read_firing_of_kind(*kinds: str) -> Callable[[TraceIndex, Entities], _Readings]:
    def read(run: TraceIndex, entities: Entities) -> _Readings:
        fired = _find_fired(run)
        for one in _find_panes(run, entities):
            for event in fired.get(repr(one), ()):
                if event.kind in kinds:
                    yield _ask_about_kind(run, format_window(run, one[1], one[2]), event.kind)
        yield from _read_window_fired(run, entities)

    return read


def _read_wrong_value(run: TraceIndex, entities: Entities) -> _Readings:
    panes = _find_panes(run, entities)
    if not panes and entities.windows and entities.keys:
        yield from _read_window_not_fired(run, entities)
    for _, key, window in panes:
        yield run.translate("ask.what", pane=format_window(run, key, window))
    yield from _read_result_origin(run, entities)


def _read_session_merged(run: TraceIndex, entities: Entities) -> _Readings:
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


def _read_not_merged(run: TraceIndex, entities: Entities) -> _Readings:
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


# --- records, keys and results ---------------------------------------------------------------------


def _select_by_time(run: TraceIndex, entities: Entities, reads: list[int]) -> list[int]:
    """Return the reads of records with an event time of the question; all if there is none.

    "UA 15:12" is the record of key UA with that timestamp.
    """
    times = {parse_time(time, run.labels) for time in entities.times}
    found = [read for read in reads if run.timestamps.get(run.record_ids[read]) in times]
    return found or reads


def _find_dropped(run: TraceIndex, entities: Entities) -> list[int]:
    """Return the reads of dropped records, those that the question names first."""
    dropped = [run.find_read(index) for index in run.find_events(e.LateRecordDropped)]
    if entities.keys and not entities.reads:
        dropped = [
            run.find_read(index)
            for index in run.find_events(e.LateRecordDropped)
            if run.events[index].key in entities.keys
        ]
    found = [read for read in dropped if read is not None]
    if entities.reads:
        return [read for read in entities.reads if read in found] or entities.reads
    return _select_by_time(run, entities, found)


def _read_record_dropped(run: TraceIndex, entities: Entities) -> _Readings:
    if entities.has_unknown_record:
        return
    dropped, in_windows = (
        {run.find_read(index) for index in run.find_events(kind)}
        for kind in (e.LateRecordDropped, e.WindowAssigned)
    )
    for read in _find_dropped(run, entities):
        record = format_record(run, read)
        if read in dropped:
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
    if not entities.reads and not dropped:
        yield from _read_record_filtered(run, entities)


def _read_late_output(run: TraceIndex, entities: Entities) -> _Readings:
    if entities.reads:
        yield from _read_record_dropped(run, entities)
    yield run.translate("ask.late_output_empty")


def _read_record_not_in_window(run: TraceIndex, entities: Entities) -> _Readings:
    if entities.has_unknown_record:
        return
    for read in entities.reads or _find_dropped(run, entities):
        record = format_record(run, read)
        for _, key, window in _find_panes(run, entities) if entities.windows else ():
            yield run.translate(
                "question.not_in_window",
                record=record,
                pane=format_window(run, key, window),
            )
        yield run.translate("question.not_in_result", record=record)
    if not entities.reads:
        yield from _read_record_filtered(run, entities)


def _read_record_filtered(run: TraceIndex, entities: Entities) -> _Readings:
    filtered = [run.find_read(index) for index in run.find_events(e.RecordFiltered)]
    reads = [read for read in filtered if read is not None]
    for read in entities.reads or reads:
        yield run.translate("question.not_in_result", record=format_record(run, read))


def _read_result_origin(run: TraceIndex, entities: Entities) -> _Readings:
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
    for text in named or ([] if entities.has_unknown_record else reversed(results[-3:])):
        yield run.translate("question.result", result=text)


def _read_row_changed(run: TraceIndex, entities: Entities) -> _Readings:
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


def _read_missing_key(run: TraceIndex, entities: Entities) -> _Readings:
    with_panes = [one[1] for one in find_all_windows(run)]
    for key in entities.keys:
        if not has_window_operator(run):
            yield run.translate("question.results_of_key", key=run.format_value(key))
        elif key in with_panes:
            yield from _read_window_not_fired(run, Entities("", keys=[key]))
        else:
            yield run.translate("question.no_window", key=run.format_value(key))
    if not entities.keys:
        yield run.translate("ask.there_no_output")


def _read_key_difference(run: TraceIndex, entities: Entities) -> _Readings:
    if len(entities.keys) >= 2:
        key, other = (run.format_value(one) for one in entities.keys[:2])
        yield run.translate("question.different_keys", key=key, other=other)


def _read_record_route(run: TraceIndex, entities: Entities) -> _Readings:
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


def _read_record_history(run: TraceIndex, entities: Entities) -> _Readings:
    for read in entities.reads:
        yield run.translate("question.record_history", record=format_record(run, read))


def _read_results(run: TraceIndex, entities: Entities) -> _Readings:
    for key in entities.keys:
        yield run.translate("question.results_of_key", key=run.format_value(key))
    if not entities.keys:
        yield run.translate("ask.results")


def _read_windows(run: TraceIndex, entities: Entities) -> _Readings:
    for key in entities.keys:
        yield run.translate("question.windows_of_key", key=run.format_value(key))
    if entities.windows:
        yield from _read_window_fired(run, entities)
    if not entities.keys:
        yield run.translate("ask.windows")


def _read_late_records(run: TraceIndex, entities: Entities) -> _Readings:
    if entities.reads or entities.has_unknown_record:
        yield from _read_record_dropped(run, entities)
        return
    for key in entities.keys:
        yield run.translate("question.late_of_key", key=run.format_value(key))
    if not entities.keys:
        yield run.translate("ask.late_records")


def _read_state(run: TraceIndex, entities: Entities) -> _Readings:
    for key in entities.keys:
        yield run.translate("question.state_of_key", key=run.format_value(key))
    if not entities.keys:
        yield run.translate("ask.state")


def _read_state_expired(run: TraceIndex, entities: Entities) -> _Readings:
    for key in entities.keys:
        yield run.translate("question.state_expired", key=run.format_value(key))
    if not entities.keys:
        yield run.translate("ask.state_expired")


def _read_watermark_now(run: TraceIndex, entities: Entities) -> _Readings:
    times = [*entities.times, *(f"{one} ms" for one in entities.numbers)]
    times += [run.format_time(run.time_ms(read)) for read in entities.reads]
    for time in times[:1]:
        for operator in _find_clock_operators(run, entities) if entities.places else ():
            yield run.translate("question.watermark_at", task=run.format_name(operator), time=time)
        yield run.translate("ask.watermarks_at", time=time)
    if not times:
        yield run.translate("ask.watermarks")


# --- watermarks ------------------------------------------------------------------------------------


def _find_clock_operators(run: TraceIndex, entities: Entities) -> list[str]:
    """Return operators with an event-time clock: the ones the question names, else window operators."""
    clocks = dict.fromkeys(
        run.events[index].operator for index in run.find_events(e.OperatorWatermarkAdvanced)
    )
    names = [place.lower() for place in entities.places]
    named = [one for one in clocks if any(n in run.format_name(one).lower() for n in names)]
    with_windows = [one for one in clocks if "Window" in run.instances[one].operator.operator_class]
    return named or with_windows or list(clocks)[-1:] or list(run.instances)[-1:]


def _read_watermark_stuck(run: TraceIndex, entities: Entities) -> _Readings:
    if _MAX_WATERMARK.search(entities.text):
        yield from _read_watermark_value(run, entities)
    for operator in _find_clock_operators(run, entities):
        name = run.format_name(operator)
        before_end = _format_step_before_end(run, operator)
        if entities.times and _is_event_time(run, entities.times[0]):
            yield run.translate("ask.watermark_not", task=name, time=entities.times[0])
        yield run.translate("question.watermark_not_moved", task=name) + before_end


def _is_event_time(run: TraceIndex, text: str) -> bool:
    """Return whether a time lies between the event times of the run, so that it is no duration."""
    times = run.timestamps.values()
    return bool(times) and min(times) <= parse_time(text, run.labels) <= max(times)


def _format_step_before_end(run: TraceIndex, operator: str) -> str:
    """Return " at step N" for the last advance before the input ended, which lets every watermark pass."""
    advances = [
        index
        for index in run.find_events(e.OperatorWatermarkAdvanced)
        if run.events[index].operator == operator
    ]
    if not advances or run.events[advances[-1]].after != MAX_TIMESTAMP:
        return ""
    last = advances[-2] if len(advances) > 1 else advances[-1]
    steps = max(1, run.step(last) + (len(advances) > 1))
    return run.translate("question.at_step", step=str(steps))


def _read_no_watermark(run: TraceIndex, entities: Entities) -> _Readings:
    values = {run.events[i].after for i in run.find_events(e.OperatorWatermarkAdvanced)}
    if values & _list_times(run, entities):
        yield from _read_watermark_value(run, entities)  # negative, but a watermark
    yield run.translate("ask.there_no_watermark")


def _read_watermark_value(run: TraceIndex, entities: Entities) -> _Readings:
    named = _list_times(run, entities)
    is_limit = bool(_MAX_WATERMARK.search(entities.text))
    for operator in _find_clock_operators(run, entities):
        task = run.format_name(operator)
        if is_limit and run.operator_state(operator).watermark == MAX_TIMESTAMP:
            yield run.translate("question.watermark", task=task, time="MAX")
        advances = [
            (index, run.events[index])
            for index in run.find_events(e.OperatorWatermarkAdvanced)
            if run.events[index].operator == operator and run.events[index].after != MAX_TIMESTAMP
        ]
        reached = [
            one for time in sorted(named, reverse=True) for one in advances if one[1].after >= time
        ][:1]
        largest = max(
            (one for one in advances[1:]),
            key=lambda one: one[1].after - (one[1].before or 0),
            default=None,
        )
        for index, event in reached or ([largest] if largest else []):
            mark = run.format_time(event.after)
            step = run.translate("question.at_step", step=str(run.step(index) + 1))
            yield run.translate("question.watermark", task=task, time=mark) + step
        if not is_limit and run.operator_state(operator).watermark == MAX_TIMESTAMP:
            yield run.translate("question.watermark", task=task, time="MAX")


# --- tasks and channels ----------------------------------------------------------------------------


def _read_idle(run: TraceIndex, entities: Entities) -> _Readings:
    names = [place.lower() for place in entities.places]
    for channel, state in run.job_state.channels.items():
        name = run.format_name(channel)
        is_named = any(each in name.lower() or name.lower() in each for each in names)
        if is_named or (not names and state.idle and state.watermark != MAX_TIMESTAMP):
            yield run.translate("question.channel_idle", channel=name)
    idle = [
        run.events[i].split for i in run.find_events(e.SplitStatusChanged) if run.events[i].idle
    ]
    for split in dict.fromkeys(idle):
        if not names or any(split.lower() in each or each in split.lower() for each in names):
            yield run.translate("question.split_idle", split=split)
    if not _INPUT.search(entities.text):
        yield from _read_task_state("no input")(run, entities)


def _read_task_state(*reasons: str) -> Callable[[TraceIndex, Entities], _Readings]:
    states = {"no input": "idle", "busy": "busy", "blocked": "blocked",
              "no output buffer": "backpressured"}  # fmt: skip

    def read(run: TraceIndex, entities: Entities) -> _Readings:
        names = [place.lower() for place in entities.places]
        for index in run.find_events(e.DefaultActionSuspended):
            event = run.events[index]
            name = run.format_name(event.subtask)
            if event.reason not in reasons or (
                names and not any(each in name.lower() for each in names)
            ):
                continue
            state = run.translate_word(states[event.reason])
            yield run.translate("question.task_state", task=name, state=state)

    return read


def _read_source_paused(run: TraceIndex, entities: Entities) -> _Readings:
    """Yield questions about sources that waited: for their alignment group, or for output buffers."""
    names = [place.lower() for place in entities.places]
    waits: dict[str, bool] = {}
    for index in run.find_events(e.DefaultActionSuspended):
        event = run.events[index]
        name = run.format_name(event.subtask)
        is_source = not run.find_input_channels(event.subtask)
        if event.reason == "no input" and is_source:
            waits[name] = waits.get(name, False) or find_alignment_wait(run, index) is not None
    aligned = [name for name, is_aligned in waits.items() if is_aligned]
    for name in aligned:
        if not names or any(each in name.lower() for each in names):
            state = run.translate_word("waiting")
            yield run.translate("question.task_state", task=name, state=state)
    yield from _read_task_state("no output buffer")(run, entities)
    if aligned:  # a named source that never paused
        for place in entities.places:
            state = run.translate_word("waiting")
            yield run.translate("question.task_state", task=place, state=state)


def _read_backpressure(run: TraceIndex, entities: Entities) -> _Readings:
    yield from _read_task_state("no output buffer", "blocked")(run, entities)
    yield from _read_task_state("busy")(run, entities)
    yield run.translate("ask.job_slow")


def _read_checkpoint_slow(run: TraceIndex, entities: Entities) -> _Readings:
    yield from _read_checkpoints(run, entities)
    yield run.translate("ask.checkpoints_slow")
    for channel, state in run.job_state.channels.items():
        if not state.aligned:
            yield run.translate("question.channel_not_aligned", channel=run.format_name(channel))


def _read_checkpoint_failed(run: TraceIndex, entities: Entities) -> _Readings:
    yield from _read_checkpoints(run, entities)
    yield run.translate("ask.checkpoint_fail")


def _read_checkpoints(run: TraceIndex, entities: Entities) -> _Readings:
    """Yield the questions about the checkpoints that the question names."""
    triggered = {run.events[i].checkpoint for i in run.find_events(e.CheckpointTriggered)}
    for number in entities.checkpoints:
        if number in triggered:
            yield run.translate("question.checkpoint", checkpoint=str(number))


# --- timers ----------------------------------------------------------------------------------------


def _list_timers(
    run: TraceIndex, entities: Entities, *kinds: type[Any]
) -> Iterator[tuple[Any, str]]:
    """Yield the timers, and their texts, of the keys and times that the question names."""
    times = {run.events[i].timestamp for i in run.find_events(*kinds)}
    wanted = times & _list_times(run, entities)
    for index in run.find_events(*kinds):
        event = run.events[index]
        if (
            event.namespace == ""
            and (not entities.keys or event.key in entities.keys)
            and (not wanted or event.timestamp in wanted)
        ):
            yield event, format_timer(run, event.key, event.timestamp)


def _list_times(run: TraceIndex, entities: Entities) -> set[int]:
    """Return the times that the question names, in ms; numbers without a unit may be times."""
    return {parse_time(time, run.labels) for time in (*entities.times, *entities.numbers)}


def _read_timer_not_fired(run: TraceIndex, entities: Entities) -> _Readings:
    done = {
        (event.operator, repr(event.key), event.timestamp)
        for event in (run.events[i] for i in run.find_events(e.TimerFired))
    }
    for _, timer in _list_timers(run, entities, e.TimerDeleted):
        yield run.translate("question.timer_deleted", timer=timer)
    for event, timer in _list_timers(run, entities, e.TimerRegistered):
        if (event.operator, repr(event.key), event.timestamp) not in done:
            yield run.translate("question.timer_not_fired", timer=timer)
    times = {run.events[i].timestamp for i in run.find_events(e.TimerFired)}
    if entities.keys or entities.times or times & _list_times(run, entities):
        yield from _read_timer_fired(run, entities)  # it has fired, perhaps only at the end


def _read_timers(run: TraceIndex, entities: Entities) -> _Readings:
    fired, registered = (
        {run.events[i].timestamp for i in run.find_events(kind)}
        for kind in (e.TimerFired, e.TimerRegistered)
    )
    times = _list_times(run, entities)
    if times & fired:
        yield from _read_timer_fired(run, entities)
    elif times & registered:
        yield from _read_timer_not_fired(run, entities)
    yield from _list_timers_of_keys(run, entities)


def _list_timers_of_keys(run: TraceIndex, entities: Entities) -> _Readings:
    for key in entities.keys:
        yield run.translate("question.timers_of_key", key=run.format_value(key))
    if not entities.keys:
        yield run.translate("ask.timers")


def _read_timer_fired(run: TraceIndex, entities: Entities) -> _Readings:
    timers = {text for _, text in _list_timers(run, entities, e.TimerFired)}
    if len(timers) > 1:  # which one is meant is not known
        yield from _list_timers_of_keys(run, entities)
    for _, timer in _list_timers(run, entities, e.TimerFired):
        yield run.translate("question.timer_fired", timer=timer)


# --- the whole job ---------------------------------------------------------------------------------


def _ask(question: str) -> Callable[[TraceIndex, Entities], _Readings]:
    return lambda run, _: [run.translate(question)]


def _read_failure(run: TraceIndex, _: Entities) -> _Readings:
    if run.find_events(e.TaskFailed):
        yield run.translate("question.job_failed")


def _read_after_restart(run: TraceIndex, entities: Entities) -> _Readings:
    if run.find_events(e.RestartDecided):
        yield run.translate("ask.happened_after_restart")
    yield from _read_failure(run, entities)


def _suggest_all(run: TraceIndex, _: Entities) -> _Readings:
    return suggest_questions(run)


_READINGS: dict[str, Callable[[TraceIndex, Entities], _Readings]] = {
    "no_output": _ask(MessageTemplate("ask.there_no_output")),
    "window_not_fired": _read_window_not_fired,
    "window_fired": _read_window_fired,
    "window_fired_early": _read_firing_of_kind("early"),
    "window_fired_again": _read_firing_of_kind("late", "again"),
    "record_dropped": _read_record_dropped,
    "record_not_in_window": _read_record_not_in_window,
    "wrong_value": _read_wrong_value,
    "result_origin": _read_result_origin,
    "duplicate_results": _ask(MessageTemplate("ask.there_duplicate_results")),
    "missing_key": _read_missing_key,
    "key_difference": _read_key_difference,
    "watermark_stuck": _read_watermark_stuck,
    "watermark_negative": _read_no_watermark,
    "watermark_jump": _read_watermark_value,
    "channel_idle": _read_idle,
    "backpressure": _read_backpressure,
    "source_paused": _read_source_paused,
    "slow": _ask(MessageTemplate("ask.job_slow")),
    "task_idle": _read_task_state("no input"),
    "not_chained": _ask(MessageTemplate("ask.operators_not_chained")),
    "parallelism_unused": _ask(MessageTemplate("ask.load_uneven")),
    "record_route": _read_record_route,
    "timer_not_fired": _read_timer_not_fired,
    "timer_fired": _read_timer_fired,
    "session_merged": _read_session_merged,
    "session_open": _read_window_not_fired,
    "late_output": _read_late_output,
    "state_growth": _read_state,
    "checkpoint_failed": _read_checkpoint_failed,
    "checkpoint_slow": _read_checkpoint_slow,
    "job_failed": _read_failure,
    "row_changed": _read_row_changed,
    "after_restart": _read_after_restart,
    "job_not_ending": _ask(MessageTemplate("ask.job_not_ended")),
    "job_ended_early": _ask(MessageTemplate("ask.job_end")),
    "record_filtered": _read_record_filtered,
    "out_of_order": _ask(MessageTemplate("ask.records_out_order")),
    "delay_choice": _ask(MessageTemplate("ask.watermark_delay_needed")),
    "record_history": _read_record_history,
    "results_list": _read_results,
    "windows_list": _read_windows,
    "late_list": _read_late_records,
    "watermark_value": _read_watermark_now,
    "problems": _ask(MessageTemplate("ask.problems")),
    "job_structure": _ask(MessageTemplate("ask.structure")),
    "counts": _ask(MessageTemplate("ask.counts")),
    "timers_list": _read_timers,
    "state_expired": _read_state_expired,
    "end_of_input": _ask(MessageTemplate("ask.end_of_input")),
    "waiting": _ask(MessageTemplate("ask.still_waiting")),
}
