"""The questions that an intent may mean in one run, the most probable one first.

Not in Flink.
"""

from __future__ import annotations

from flinksim.analysis.why.answer import MessageTemplate
from flinksim.analysis.why.free_text.entities import Entities
from flinksim.analysis.why.free_text.reading_types import Reader, Readings
from flinksim.analysis.why.free_text.record_readings import (
    read_key_difference,
    read_late_output,
    read_late_records,
    read_missing_key,
    read_record_dropped,
    read_record_filtered,
    read_record_history,
    read_record_not_in_window,
    read_record_route,
    read_result_origin,
    read_results,
    read_row_changed,
    read_state,
    read_state_expired,
    read_windows,
    read_wrong_value,
)
from flinksim.analysis.why.free_text.task_readings import (
    read_backpressure,
    read_checkpoint_failed,
    read_checkpoint_slow,
    read_idle,
    read_source_paused,
    read_task_state,
)
from flinksim.analysis.why.free_text.timer_readings import (
    read_timer_fired,
    read_timer_not_fired,
    read_timers,
)
from flinksim.analysis.why.free_text.watermark_readings import (
    read_no_watermark,
    read_watermark_now,
    read_watermark_stuck,
    read_watermark_value,
)
from flinksim.analysis.why.free_text.window_readings import (
    read_firing_of_kind,
    read_session_merged,
    read_window_fired,
    read_window_not_fired,
)
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e

MAX_COMPARED_READINGS = 12
"""Number of readings of an intent that are compared with the names in the question."""


def list_readings(run: TraceIndex, intent: str, entities: Entities) -> list[str]:
    """Return the first questions about *run* that *intent* may mean, given the names in the question."""
    found: dict[str, None] = {}
    for reading in _READINGS[intent](run, entities):
        found[reading] = None
        if len(found) == MAX_COMPARED_READINGS:
            break
    return list(found)


def _ask(question: str) -> Reader:
    return lambda run, _: [run.translate(question)]


def _read_failure(run: TraceIndex, _: Entities) -> Readings:
    if run.find_events(e.TaskFailed):
        yield run.translate("question.job_failed")


def _read_after_restart(run: TraceIndex, entities: Entities) -> Readings:
    if run.find_events(e.RestartDecided):
        yield run.translate("ask.happened_after_restart")
    yield from _read_failure(run, entities)


_READINGS: dict[str, Reader] = {
    "no_output": _ask(MessageTemplate("ask.there_no_output")),
    "window_not_fired": read_window_not_fired,
    "window_fired": read_window_fired,
    "window_fired_early": read_firing_of_kind("early"),
    "window_fired_again": read_firing_of_kind("late", "again"),
    "record_dropped": read_record_dropped,
    "record_not_in_window": read_record_not_in_window,
    "wrong_value": read_wrong_value,
    "result_origin": read_result_origin,
    "duplicate_results": _ask(MessageTemplate("ask.there_duplicate_results")),
    "missing_key": read_missing_key,
    "key_difference": read_key_difference,
    "watermark_stuck": read_watermark_stuck,
    "watermark_negative": read_no_watermark,
    "watermark_jump": read_watermark_value,
    "channel_idle": read_idle,
    "backpressure": read_backpressure,
    "source_paused": read_source_paused,
    "slow": _ask(MessageTemplate("ask.job_slow")),
    "task_idle": read_task_state("no input"),
    "not_chained": _ask(MessageTemplate("ask.operators_not_chained")),
    "parallelism_unused": _ask(MessageTemplate("ask.load_uneven")),
    "record_route": read_record_route,
    "timer_not_fired": read_timer_not_fired,
    "timer_fired": read_timer_fired,
    "session_merged": read_session_merged,
    "session_open": read_window_not_fired,
    "late_output": read_late_output,
    "state_growth": read_state,
    "checkpoint_failed": read_checkpoint_failed,
    "checkpoint_slow": read_checkpoint_slow,
    "job_failed": _read_failure,
    "row_changed": read_row_changed,
    "after_restart": _read_after_restart,
    "job_not_ending": _ask(MessageTemplate("ask.job_not_ended")),
    "job_ended_early": _ask(MessageTemplate("ask.job_end")),
    "record_filtered": read_record_filtered,
    "out_of_order": _ask(MessageTemplate("ask.records_out_order")),
    "delay_choice": _ask(MessageTemplate("ask.watermark_delay_needed")),
    "record_history": read_record_history,
    "results_list": read_results,
    "windows_list": read_windows,
    "late_list": read_late_records,
    "watermark_value": read_watermark_now,
    "problems": _ask(MessageTemplate("ask.problems")),
    "job_structure": _ask(MessageTemplate("ask.structure")),
    "counts": _ask(MessageTemplate("ask.counts")),
    "timers_list": read_timers,
    "state_expired": read_state_expired,
    "end_of_input": _ask(MessageTemplate("ask.end_of_input")),
    "waiting": _ask(MessageTemplate("ask.still_waiting")),
}
