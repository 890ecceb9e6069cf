"""Answers to questions about what a run does not have, such as late records in a run without any.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.expressions.name_resolution import (
    WINDOW_OPERATORS,
)
from flinksim.analysis.why.answer import MessageTemplate
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

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
