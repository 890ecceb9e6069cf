"""Suggested questions about a run, with the keys, windows and tasks of that run.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flinksim.analysis.why.answer import MessageTemplate
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.window_firing_answers import find_all_windows
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.trace import events as e

MAX_PER_KIND = 3


def suggest_questions(run: TraceIndex, max_per_kind: int = MAX_PER_KIND) -> list[str]:
    """Return suggested questions about the run, unusual events first.

    Args:
        run: The run.
        max_per_kind: The maximum number of questions of each kind.
    """
    found: list[str] = []
    for kind in (
        _suggest_for_failures,
        _suggest_for_drops,
        _suggest_for_unfired_windows,
        _suggest_for_retractions,
        _suggest_for_early_and_late_firings,
        _suggest_for_firings,
        _suggest_for_merges,
        _suggest_for_filtered_records,
        _suggest_for_idle_channels,
        _suggest_for_timers,
        _suggest_for_watermarks,
        _suggest_for_tasks,
        _suggest_for_partitioning,
        _suggest_for_results,
    ):
        for number, question in enumerate(kind(run)):
            if number == max_per_kind:
                break
            if question not in found:
                found.append(question)
    return found


def suggest_overview(run: TraceIndex) -> list[str]:
    """Return the questions that can be asked about every run."""
    return [
        run.translate(question)
        for question in (
            MessageTemplate("ask.problems"),
            MessageTemplate("ask.windows"),
            MessageTemplate("ask.late_records"),
            MessageTemplate("ask.results"),
        )
    ]


def format_record(run: TraceIndex, read: int) -> str:
    """Format a record as questions name it: by its offset in its split.

    The split is added if several splits have that offset, and in place of it the source if several
    sources have a split with this name. *read* is the index of the
    ``SourceRecordRead`` event of the record.
    """
    event = run.events[read]
    is_ambiguous = run.split_count_by_offset[event.offset] > 1
    if not is_ambiguous:
        return run.translate("name.record", number=str(event.offset))
    is_shared = len(run.sources_by_split.get(event.split, ())) > 1
    split = run.format_name(event.operator) if is_shared else event.split
    return run.translate("name.record_of_split", number=str(event.offset), split=split)


def format_window(run: TraceIndex, key: Any, window: Any) -> str:
    """Format a window and its key as questions name them."""
    return run.translate(
        "name.window_of", window=run.format_window(window), key=run.format_value(key)
    )


def format_timer(run: TraceIndex, key: Any, timestamp: int) -> str:
    """Format a timer as questions name it: by its key and its time."""
    return run.translate("name.timer", key=run.format_value(key), time=run.format_time(timestamp))


def _suggest_for_failures(run: TraceIndex) -> Iterator[str]:
    if run.find_events(e.TaskFailed):
        yield run.translate("question.job_failed")


def _suggest_for_drops(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.LateRecordDropped):
        read = run.find_read(index)
        if read is not None:
            yield run.translate("question.record_dropped", record=format_record(run, read))


def _suggest_for_unfired_windows(run: TraceIndex) -> Iterator[str]:
    fired = {
        repr((run.node(f.operator), f.key, f.window))
        for f in (run.events[i] for i in run.find_events(e.WindowFired))
        if f.clock != "end of input"
    }
    merged = {
        repr((run.node(f.operator), f.key, window))
        for f in (run.events[i] for i in run.find_events(e.WindowsMerged))
        for window in (f.merged, *(f.merged if isinstance(f.merged, tuple) else ()))
        if window != f.result
    }
    for node, key, window in find_all_windows(run):
        if repr((node, key, window)) not in fired | merged:
            yield run.translate("question.not_fired", pane=format_window(run, key, window))


def _suggest_for_retractions(run: TraceIndex) -> Iterator[str]:
    for log in run.changelogs:
        for change in log.changes:
            if change.retracted_by is not None:
                yield run.translate("question.row_retracted", row=f"[{change.values}]")


def _suggest_for_early_and_late_firings(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.WindowFired):
        event = run.events[index]
        if event.kind != "on time":
            yield run.translate(
                "question.fired_kind",
                pane=format_window(run, event.key, event.window),
                kind=run.translate_word(event.kind),
            )


def _suggest_for_firings(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.WindowFired):
        event = run.events[index]
        if event.kind == "on time":
            yield run.translate("question.fired", pane=format_window(run, event.key, event.window))


def _suggest_for_merges(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.WindowsMerged):
        event = run.events[index]
        if event.merged != event.result:
            window = run.format_window(event.result)
            yield run.translate(
                "question.sessions_merged",
                key=run.format_value(event.key),
                window=window,
            )


def _suggest_for_filtered_records(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.RecordFiltered):
        read = run.find_read(index)
        if read is not None:
            yield run.translate("question.not_in_result", record=format_record(run, read))


def _suggest_for_idle_channels(run: TraceIndex) -> Iterator[str]:
    for channel, state in run.job_state.channels.items():
        if state.idle and state.watermark != MAX_TIMESTAMP:
            yield run.translate("question.channel_idle", channel=run.format_name(channel))
        elif not state.aligned:
            yield run.translate("question.channel_not_aligned", channel=run.format_name(channel))


def _suggest_for_timers(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.TimerFired):
        event = run.events[index]
        if event.namespace == "":
            yield run.translate(
                "question.timer_fired", timer=format_timer(run, event.key, event.timestamp)
            )
    for operator, state in run.job_state.operators.items():
        for _, key, namespace, timestamp in state.timers:
            if namespace == "" and operator:
                yield run.translate(
                    "question.timer_not_fired", timer=format_timer(run, key, timestamp)
                )


def _suggest_for_watermarks(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.OperatorWatermarkAdvanced):
        operator = run.events[index].operator
        mark = run.operator_state(operator).watermark
        if mark not in (MIN_TIMESTAMP, MAX_TIMESTAMP):
            yield run.translate(
                "question.watermark",
                task=run.format_name(operator),
                time=run.format_time(mark),
            )


def _suggest_for_tasks(run: TraceIndex) -> Iterator[str]:
    state_names = {"blocked": "blocked", "no output buffer": "backpressured", "busy": "busy"}
    for index in run.find_events(e.DefaultActionSuspended):
        event = run.events[index]
        if event.reason in state_names:
            yield run.translate(
                "question.task_state",
                task=run.format_name(event.subtask),
                state=run.translate_word(state_names[event.reason]),
            )
    for subtask, state in run.job_state.tasks.items():
        if state.suspended == "no input" and state.state == "RUNNING":
            yield run.translate(
                "question.task_state",
                task=run.format_name(subtask),
                state=run.translate_word("idle"),
            )


def _suggest_for_partitioning(run: TraceIndex) -> Iterator[str]:
    wide = {one.id for one in run.plan.vertices if one.parallelism > 1}
    targets = {one.id for one in run.plan.subtasks if one.vertex in wide}
    for index in run.find_events(e.ElementReceived):
        event = run.events[index]
        if event.element == "record" and event.subtask in targets:
            read = run.find_read(index)
            if read is not None:
                yield run.translate(
                    "question.subtask",
                    record=format_record(run, read),
                    task=run.format_name(event.subtask),
                )


def _suggest_for_results(run: TraceIndex) -> Iterator[str]:
    for index in run.find_events(e.ResultWritten):
        yield run.translate("question.result", result=run.events[index].text)


# --- about one event -------------------------------------------------------------------------------


def list_event_questions(run: TraceIndex, index: int, include_watermark: bool = True) -> list[str]:
    """Return the questions that make sense for the event at *index*.

    If the answer may change later in the run, the question names the step of the event. The question
    about the watermark of the task comes last, if *include_watermark*.
    """
    questions = [*_generate_event_questions(run, index)]
    if include_watermark:
        questions += _generate_watermark_questions(run, index)
    return list(dict.fromkeys(questions))


def _generate_event_questions(run: TraceIndex, index: int) -> Iterator[str]:
    event: Any = run.events[index]
    step_suffix = run.translate("question.at_step", step=str(run.step(index) + 1))
    read = run.find_read(index)
    record = None if read is None else format_record(run, read)
    match event:
        case e.TaskFailed():
            yield run.translate("question.job_failed")
        case e.LateRecordDropped() if record:
            yield run.translate("question.record_dropped", record=record)
        case e.WindowFired():
            pane = format_window(run, event.key, event.window)
            if event.kind == "on time":
                yield run.translate("question.fired", pane=pane)
            else:
                kind = run.translate_word(event.kind)
                yield run.translate("question.fired_kind", pane=pane, kind=kind)
        case e.WindowAssigned() | e.TriggerEvaluated():
            yield (
                run.translate(
                    "question.not_fired", pane=format_window(run, event.key, event.window)
                )
                + step_suffix
            )
        case e.WindowSkippedAsLate() if record:
            yield run.translate(
                "question.not_in_window",
                record=record,
                pane=format_window(run, event.key, event.window),
            )
        case e.WindowsMerged():
            result = run.format_window(event.result)
            yield run.translate(
                "question.sessions_merged",
                key=run.format_value(event.key),
                window=result,
            )
        case e.TimerFired() | e.TimerRegistered() | e.TimerDeleted() if event.namespace == "":
            timer = format_timer(run, event.key, event.timestamp)
            if isinstance(event, e.TimerFired):
                yield run.translate("question.timer_fired", timer=timer)
            elif isinstance(event, e.TimerDeleted):
                yield run.translate("question.timer_deleted", timer=timer)
            else:
                yield run.translate("question.timer_not_fired", timer=timer) + step_suffix
        case e.ResultWritten():
            yield from _generate_change_questions(run, index)
            yield run.translate("question.result", result=event.text)
        case e.DefaultActionSuspended() if event.reason != "final checkpoint":
            state_names = {
                "blocked": "blocked",
                "no output buffer": "backpressured",
                "busy": "busy",
            }
            yield (
                run.translate(
                    "question.task_state",
                    task=run.format_name(event.subtask),
                    state=run.translate_word(state_names.get(event.reason, "idle")),
                )
                + step_suffix
            )
        case e.ChannelStatusChanged() if event.idle:
            yield (
                run.translate("question.channel_idle", channel=run.format_name(event.channel))
                + step_suffix
            )
        case e.OperatorWatermarkAdvanced() if event.after != MAX_TIMESTAMP:
            yield run.translate(
                "question.watermark",
                task=run.format_name(event.operator),
                time=run.format_time(event.after),
            )
        case _:
            pass
    if record:
        yield run.translate("question.not_in_result", record=record)
        if isinstance(event, e.ElementReceived):
            yield run.translate(
                "question.subtask", record=record, task=run.format_name(event.subtask)
            )


def _generate_change_questions(run: TraceIndex, index: int) -> Iterator[str]:
    """Generate the questions about a change that a sink of SQL wrote."""
    for log in run.changelogs:
        for change in log.changes if log.has_retractions else ():
            if change.event_index == index:
                row = f"[{change.values}]"
                is_live = change.is_added and change.retracted_by is None
                message = "question.row_in_table" if is_live else "question.row_retracted"
                yield run.translate(message, row=row)


def _generate_watermark_questions(run: TraceIndex, index: int) -> Iterator[str]:
    event = run.events[index]
    step_suffix = run.translate("question.at_step", step=str(run.step(index) + 1))
    operator = getattr(event, "operator", None)
    clock_operators = {run.events[i].operator for i in run.find_events(e.OperatorWatermarkAdvanced)}
    task = run.subtask(operator) if operator else getattr(event, "subtask", None)
    for one in run.find_operators(task) if task in run.subtask_ids else ():
        if one in clock_operators:
            yield (
                run.translate("question.watermark_not_moved", task=run.format_name(one))
                + step_suffix
            )
            break
