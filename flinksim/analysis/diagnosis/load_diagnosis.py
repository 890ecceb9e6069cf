"""Rules about parallelism, backpressure, checkpoints, failures and sinks. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from flinksim.analysis.diagnosis.job_profile import JobProfile, TaskProfile
from flinksim.analysis.diagnosis.rule import Rule, RuleFinding
from flinksim.analysis.why.answer import MessageTemplate as Text
from flinksim.analysis.why.trace_index import format_duration
from flinksim.core.i18n.message_catalog import quote_name

_MIN_RECORDS = 20
_MAX_RESTARTS = 3
_LONG_HOLD_MS = 2_000
"""Twice the default of ``python.fn-execution.bundle.time``."""


def _group_by_vertex(job: JobProfile) -> dict[str, list[TaskProfile]]:
    found: dict[str, list[TaskProfile]] = {}
    for task in job.tasks:
        found.setdefault(task.vertex, []).append(task)
    return found


def _check_subtasks_without_split(job: JobProfile) -> Iterator[RuleFinding]:
    for vertex, tasks in _group_by_vertex(job).items():
        without = [task for task in tasks if task.is_source and not task.has_split]
        if without and any(task.has_split for task in tasks):
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.subtasks_no_split",
                    n=len(without), total=len(tasks), vertex=vertex,
                ),
                Text("diagnosis.set_parallelism_source_most_number"),
            )  # fmt: skip


def _check_undiscovered_splits(job: JobProfile) -> Iterator[RuleFinding]:
    if job.undiscovered:
        yield RuleFinding(
            "certain",
            Text("diagnosis.splits_never_read", splits=", ".join(job.undiscovered)),
            Text("job.set_discovery_interval"),
        )


def _check_subtasks_without_keys(job: JobProfile) -> Iterator[RuleFinding]:
    for vertex, tasks in _group_by_vertex(job).items():
        idle = [task for task in tasks if not task.is_source and not task.records]
        total = sum(task.records for task in tasks)
        if idle and total >= _MIN_RECORDS:
            yield RuleFinding(
                "possible",
                Text(
                    "diagnosis.subtasks_received_no_record",
                    n=len(idle), total=len(tasks), vertex=vertex,
                ),
                Text("diagnosis.there_may_be_fewer_keys"),
            )  # fmt: skip


def _check_uneven_load(job: JobProfile) -> Iterator[RuleFinding]:
    for vertex, tasks in _group_by_vertex(job).items():
        total = sum(task.records for task in tasks)
        most = max(tasks, key=lambda task: task.records)
        if total >= 2 * _MIN_RECORDS and most.records > 0.8 * total and not most.is_source:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.received_records",
                    task=most.name, n=most.records, total=total, vertex=vertex,
                ),
                Text("diagnosis.use_key_more_values_or"),
            )  # fmt: skip


def _check_backpressure(job: JobProfile) -> Iterator[RuleFinding]:
    for one in job.load.bottlenecks:
        victims = ", ".join(quote_name(job.names[victim]) for victim in one.victims)
        evidence = (
            Text(
                "diagnosis.wait_buffers_although_time_network",
                victims=victims, n=len(one.victims), task=job.names[one.subtask],
            )
            if one.is_network
            else Text(
                "diagnosis.wait_buffers_because_busy",
                victims=victims, n=len(one.victims), task=job.names[one.subtask],
            )
        )  # fmt: skip
        yield RuleFinding(
            "likely",
            evidence,
            Text("diagnosis.give_task_more_parallelism_or"),
        )


def _check_failure(job: JobProfile) -> Iterator[RuleFinding]:
    if job.failures:
        yield RuleFinding(
            "certain",
            Text(
                "diagnosis.last_one",
                n=len(job.failures), failure=job.failures[-1],
            ),
            Text("diagnosis.correct_function_or_skip_records"),
        )  # fmt: skip


def _check_restart_loop(job: JobProfile) -> Iterator[RuleFinding]:
    if job.restarts >= _MAX_RESTARTS and len(set(job.failures)) < len(job.failures):
        yield RuleFinding(
            "certain",
            Text("diagnosis.job_restarted_times_fails_same", n=job.restarts),
            Text("diagnosis.restart_does_not_help_after"),
        )


def _check_restart_without_checkpoint(job: JobProfile) -> Iterator[RuleFinding]:
    if job.restarts_from_nothing:
        yield RuleFinding(
            "certain",
            Text("diagnosis.job_restarted_without_checkpoint", n=job.restarts_from_nothing),
            Text("diagnosis.call_enable_checkpointing_interval_so"),
        )


def _check_repeated_results(job: JobProfile) -> Iterator[RuleFinding]:
    if job.repeated_results and not job.is_transactional:
        yield RuleFinding(
            "certain",
            Text(
                "diagnosis.written_again_after_restart",
                n=job.repeated_results,
            ),
            Text("diagnosis.use_sink_transactions_or_one"),
        )


def _check_transactions(job: JobProfile) -> Iterator[RuleFinding]:
    if job.is_transactional and not job.checkpoint_times and not job.checkpoints:
        yield RuleFinding(
            "likely",
            Text("diagnosis.sink_commits_checkpoints_no_checkpoint"),
            Text("diagnosis.call_enable_checkpointing_interval_results"),
        )


def _check_failed_checkpoints(job: JobProfile) -> Iterator[RuleFinding]:
    if job.failed_checkpoints:
        yield RuleFinding(
            "certain" if not job.checkpoints else "likely",
            Text(
                "diagnosis.failed_last_reason",
                n=len(job.failed_checkpoints), reason=job.failed_checkpoints[-1],
            ),
            Text("diagnosis.ask_why_checkpoint_fail"),
        )  # fmt: skip


def _check_slow_checkpoints(job: JobProfile) -> Iterator[RuleFinding]:
    # Savepoints may be triggered at the same time. A slow checkpoint delays the next one until its end.
    gaps = [b - a for a, b in pairwise(job.checkpoint_times) if b > a]
    if gaps and job.checkpoints and max(job.checkpoints) >= min(gaps):
        yield RuleFinding(
            "likely",
            Text(
                "diagnosis.checkpoint_takes_up_ms_longer",
                n=max(job.checkpoints), m=min(gaps),
            ),
            Text("diagnosis.raise_checkpoint_interval_or_set"),
        )  # fmt: skip


def _check_ignored_unaligned(job: JobProfile) -> Iterator[RuleFinding]:
    if job.program.is_unaligned_ignored:
        yield RuleFinding(
            "certain",
            Text("diagnosis.unaligned_ignored"),
            Text("diagnosis.use_exactly_once_for_unaligned"),
        )


def _check_bundles(job: JobProfile) -> Iterator[RuleFinding]:
    if job.held_watermarks > 5 or job.longest_hold >= _LONG_HOLD_MS:
        yield RuleFinding(
            "possible",
            Text(
                "diagnosis.watermarks_waited_end_python_bundle",
                n=job.held_watermarks,
                time=format_duration(job.longest_hold),
            ),
            Text("diagnosis.lower_python_fn_execution_bundle"),
        )


def _check_filters(job: JobProfile) -> Iterator[RuleFinding]:
    records = sum(len(split.arrivals) for split in job.splits)
    for operator, count in job.filtered.items():
        if records >= 5 and count >= records and not job.results:
            yield RuleFinding(
                "likely",
                Text("diagnosis.removed_all_records", operator=operator, n=count),
                Text("diagnosis.check_condition_filter"),
            )


def _check_no_input(job: JobProfile) -> Iterator[RuleFinding]:
    if job.splits and not any(split.arrivals for split in job.splits) and not job.failures:
        yield RuleFinding(
            "likely",
            Text("diagnosis.no_source_read_record"),
            Text("diagnosis.check_input_path_topic_offsets"),
        )


LOAD_RULES: tuple[Rule[JobProfile], ...] = (
    Rule("task failure", _check_failure),
    Rule("restart loop", _check_restart_loop),
    Rule("restart without checkpoint", _check_restart_without_checkpoint),
    Rule("results repeated after a restart", _check_repeated_results),
    Rule("transactions without checkpoints", _check_transactions),
    Rule("failing checkpoints", _check_failed_checkpoints),
    Rule("slow checkpoints", _check_slow_checkpoints),
    Rule("unaligned with at-least-once", _check_ignored_unaligned),
    Rule("backpressure", _check_backpressure),
    Rule("subtasks without split", _check_subtasks_without_split),
    Rule("undiscovered splits", _check_undiscovered_splits),
    Rule("subtasks without records", _check_subtasks_without_keys),
    Rule("uneven load", _check_uneven_load),
    Rule("output waits for bundles", _check_bundles),
    Rule("filter removes everything", _check_filters),
    Rule("no input", _check_no_input, is_about_input=True),
)
