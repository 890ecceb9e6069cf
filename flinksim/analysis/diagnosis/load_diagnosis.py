"""Rules about parallelism, backpressure, checkpoints, failures and sinks. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from flinksim.analysis.diagnosis.job_profile import JobProfile, TaskProfile
from flinksim.analysis.diagnosis.rule import Rule, RuleFinding
from flinksim.analysis.why.answer import MessageTemplate as Text

_MIN_RECORDS = 20
_MAX_RESTARTS = 3


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
                    "{n} of {total} subtasks of {vertex} have no split.",
                    n=len(without), total=len(tasks), vertex=vertex,
                ),
                Text("Set the parallelism of the source to at most the number of splits."),
            )  # fmt: skip


def _check_subtasks_without_keys(job: JobProfile) -> Iterator[RuleFinding]:
    for vertex, tasks in _group_by_vertex(job).items():
        idle = [task for task in tasks if not task.is_source and not task.records]
        total = sum(task.records for task in tasks)
        if idle and total >= _MIN_RECORDS:
            yield RuleFinding(
                "possible",
                Text(
                    "{n} of {total} subtasks of {vertex} received no record.",
                    n=len(idle), total=len(tasks), vertex=vertex,
                ),
                Text("There may be fewer keys than subtasks: a key always goes to one subtask."),
            )  # fmt: skip


def _check_uneven_load(job: JobProfile) -> Iterator[RuleFinding]:
    for vertex, tasks in _group_by_vertex(job).items():
        total = sum(task.records for task in tasks)
        most = max(tasks, key=lambda task: task.records)
        if total >= 2 * _MIN_RECORDS and most.records > 0.8 * total and not most.is_source:
            yield RuleFinding(
                "likely",
                Text(
                    "{task} received {n} of the {total} records of {vertex}.",
                    task=most.name, n=most.records, total=total, vertex=vertex,
                ),
                Text("Use a key with more values, or rebalance() where no key is needed."),
            )  # fmt: skip


def _check_backpressure(job: JobProfile) -> Iterator[RuleFinding]:
    for one in job.load.bottlenecks:
        victims = ", ".join(job.names[victim] for victim in one.victims)
        evidence = (
            Text(
                "{victims} wait for buffers, although {task} has time: the network is too slow.",
                victims=victims, task=job.names[one.subtask],
            )
            if one.is_network
            else Text(
                "{victims} wait for buffers, because {task} is busy.",
                victims=victims, task=job.names[one.subtask],
            )
        )  # fmt: skip
        yield RuleFinding(
            "likely",
            evidence,
            Text("Give this task more parallelism, or make its function faster."),
        )


def _check_failure(job: JobProfile) -> Iterator[RuleFinding]:
    if job.failures:
        yield RuleFinding(
            "certain",
            Text(
                "{n} {n|task failure|task failures}. The last one: {failure}",
                n=len(job.failures), failure=job.failures[-1],
            ),
            Text("Correct the function, or skip records that it cannot process."),
        )  # fmt: skip


def _check_restart_loop(job: JobProfile) -> Iterator[RuleFinding]:
    if job.restarts >= _MAX_RESTARTS and len(set(job.failures)) < len(job.failures):
        yield RuleFinding(
            "certain",
            Text("The job restarted {n} times, and fails in the same way again.", n=job.restarts),
            Text("A restart does not help: after it the same record is read again."),
        )


def _check_restart_without_checkpoint(job: JobProfile) -> Iterator[RuleFinding]:
    if job.restarts and not job.checkpoints:
        yield RuleFinding(
            "certain",
            Text("The job restarted {n} {n|time|times} without a checkpoint.", n=job.restarts),
            Text("Call enable_checkpointing(interval), so that state survives a restart."),
        )


def _check_repeated_results(job: JobProfile) -> Iterator[RuleFinding]:
    if job.repeated_results and not job.is_transactional:
        yield RuleFinding(
            "certain",
            Text(
                "{n} {n|result was|results were} written again after a restart.",
                n=job.repeated_results,
            ),
            Text("Use a sink with transactions, or one that overwrites by key."),
        )


def _check_transactions(job: JobProfile) -> Iterator[RuleFinding]:
    if job.is_transactional and not job.checkpoint_times and not job.checkpoints:
        yield RuleFinding(
            "likely",
            Text("A sink commits on checkpoints, and no checkpoint was taken."),
            Text(
                "Call enable_checkpointing(interval): results become visible only after a checkpoint."
            ),
        )


def _check_failed_checkpoints(job: JobProfile) -> Iterator[RuleFinding]:
    if job.failed_checkpoints:
        yield RuleFinding(
            "certain" if not job.checkpoints else "likely",
            Text(
                "{n} {n|checkpoint|checkpoints} failed. The last reason: {reason}",
                n=len(job.failed_checkpoints), reason=job.failed_checkpoints[-1],
            ),
            Text("Ask: why did a checkpoint fail."),
        )  # fmt: skip


def _check_slow_checkpoints(job: JobProfile) -> Iterator[RuleFinding]:
    gaps = [b - a for a, b in pairwise(job.checkpoint_times)]
    if gaps and job.checkpoints and max(job.checkpoints) > min(gaps) > 0:
        yield RuleFinding(
            "likely",
            Text(
                "A checkpoint takes up to {n} ms, longer than the {m} ms between two of them.",
                n=max(job.checkpoints), m=min(gaps),
            ),
            Text("Raise the checkpoint interval, or set a minimum pause between checkpoints."),
        )  # fmt: skip


def _check_bundles(job: JobProfile) -> Iterator[RuleFinding]:
    if job.held_watermarks > 5:
        yield RuleFinding(
            "possible",
            Text("{n} watermarks waited for the end of a Python bundle.", n=job.held_watermarks),
            Text("Lower python.fn-execution.bundle.size or python.fn-execution.bundle.time."),
        )


def _check_filters(job: JobProfile) -> Iterator[RuleFinding]:
    records = sum(len(split.arrivals) for split in job.splits)
    for operator, count in job.filtered.items():
        if records >= 5 and count >= records and not job.results:
            yield RuleFinding(
                "likely",
                Text("{operator} removed all {n} records.", operator=operator, n=count),
                Text("Check the condition of the filter."),
            )


def _check_no_input(job: JobProfile) -> Iterator[RuleFinding]:
    if job.splits and not any(split.arrivals for split in job.splits) and not job.failures:
        yield RuleFinding(
            "likely",
            Text("No source has read a record."),
            Text("Check the input: its path, topic, offsets and filters."),
        )


LOAD_RULES = (
    Rule("task failure", _check_failure),
    Rule("restart loop", _check_restart_loop),
    Rule("restart without checkpoint", _check_restart_without_checkpoint),
    Rule("results repeated after a restart", _check_repeated_results),
    Rule("transactions without checkpoints", _check_transactions),
    Rule("failing checkpoints", _check_failed_checkpoints),
    Rule("slow checkpoints", _check_slow_checkpoints),
    Rule("backpressure", _check_backpressure),
    Rule("subtasks without split", _check_subtasks_without_split),
    Rule("subtasks without records", _check_subtasks_without_keys),
    Rule("uneven load", _check_uneven_load),
    Rule("output waits for bundles", _check_bundles),
    Rule("filter removes everything", _check_filters),
    Rule("no input", _check_no_input),
)
