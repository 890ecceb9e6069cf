"""Importing a recording: the files of all processes of a job become one trace.

A trace is a sequence of steps, each of one actor. The lines of a task are cut into steps where it
takes the next element, the next record or the next mail. Within a process the steps are ordered by
the number of their first line. Steps of several processes are merged such that an element is written
before it is read (happens-before). Clocks of two processes only decide where nothing else does.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate
from flinksim.core.ids import ChannelId
from flinksim.recording.recorded_plan import RecordedPlan, RecordedTask, build_plan, parse_task
from flinksim.recording.recorded_task import RecordedStep, RecordedSubtask
from flinksim.recording.recording_file import (
    JobRecordingError,
    Line,
    RecordingFile,
    find_recording_files,
    read_recording_file,
)
from flinksim.trace import events as e
from flinksim.trace.events.event import Row
from flinksim.trace.recorder import Recorder, Trace
from flinksim.trace.recording_limits import describe_recording_limits

_JOB_STATUSES = frozenset(
    ["CREATED", "RUNNING", "RESTARTING", "FAILING", "CANCELLING", "FINISHED", "CANCELED", "FAILED"]
)


class RecordedJob(NamedTuple):
    """One job of a recording: its id, its name, and how many lines its tasks have."""

    id: str
    name: str
    lines: int


class _Attempt(NamedTuple):
    """One execution attempt of a subtask, with its lines."""

    task: RecordedTask
    lines: list[Line]


def read_recording(path: Path | str, job: str | None = None) -> Trace:
    """Read the recording at *path* (a folder, or one file) as a trace.

    Args:
        path: The folder that the agents wrote to, or one of its files.
        job: Id or name of the job, if several were recorded.

    Raises:
        JobRecordingError: A file is damaged, or the job is not in the recording.
        OSError: A file cannot be read.
    """
    return merge_files(_read_files(Path(path)), job, str(path))


def describe_recording(trace: Trace, language: Language = "en") -> str:
    """Describe in a few lines what a trace was recorded from, and what it does not contain."""
    info = trace.info
    head = translate(
        language, "recording.head",
        job=info.get("job", ""), version=info.get("recorded", "Flink"), n=len(trace),
    )  # fmt: skip
    return "\n".join([head, *(f"  {each}" for each in describe_recording_limits(info, language))])


def list_jobs(path: Path | str) -> list[RecordedJob]:
    """Return the jobs of the recording at *path*, in the order in which they began."""
    return _list_jobs([_collect_attempts(file) for file in _read_files(Path(path))])


def _read_files(path: Path) -> list[RecordingFile]:
    return [read_recording_file(each) for each in find_recording_files(path)]


def merge_files(files: list[RecordingFile], job: str | None, place: str) -> Trace:
    """Merge *files*, those of all processes, into a trace; *place* names them in messages."""
    by_process = [_collect_attempts(file) for file in files]
    chosen = _choose_job(_list_jobs(by_process), job, place)
    attempts = [[one for one in process if one.task.job == chosen.id] for process in by_process]
    tasks = [one.task for process in attempts for one in process]
    lines = [line for file in files for line in file.lines]
    start_ms = min(one.lines[0].ms for process in attempts for one in process if one.lines)
    recorded = build_plan(tasks, start_ms)
    steps = [_convert(process, recorded) for process in attempts]
    differences = sum(count for _, count in steps)
    trace = _build_trace(recorded, _merge([each for each, _ in steps]), lines, chosen)
    trace.info.update(_describe(files, recorded, tasks[0], lines, differences, chosen))
    return trace


def _collect_attempts(file: RecordingFile) -> list[_Attempt]:
    """Group the lines of *file* by task; tasks are in the order in which they began."""
    found: dict[int, _Attempt] = {}
    for line in file.lines:
        if line.kind == "task":
            if line.task in found:
                raise JobRecordingError(f"{line.place}: task {line.task} begins twice")
            found[line.task] = _Attempt(parse_task(line), [line])
            continue
        if line.task < 0:
            continue
        attempt = found.get(line.task)
        if attempt is None:
            raise JobRecordingError(f"{line.place}: task {line.task} has not begun")
        attempt.lines.append(line)
        if line.kind == "setup":
            node, cls, details = line.fields
            texts = {str(name): str(value) for name, value in details.items()}
            attempt.task.classes[node] = cls, texts
    return list(found.values())


def _list_jobs(by_process: list[list[_Attempt]]) -> list[RecordedJob]:
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for task, lines in (one for process in by_process for one in process):
        names.setdefault(task.job, task.job_name)
        counts[task.job] += len(lines)
    return [RecordedJob(id_, name, counts[id_]) for id_, name in names.items()]


def _choose_job(jobs: list[RecordedJob], job: str | None, place: str) -> RecordedJob:
    if not jobs:
        raise JobRecordingError(
            f"{place}: no task was recorded. The agent has to run in the JVM of the TaskManager"
        )
    matching = [one for one in jobs if job is None or job in (one.id, one.name)]
    if len(matching) == 1:
        return matching[0]
    listed = ", ".join(f"{one.id} ({one.name})" for one in jobs[:8])
    what = "several jobs" if matching else f"no job {job!r}"
    raise JobRecordingError(f"{place}: {what}; name one with --job. Recorded are: {listed}")


def _convert(attempts: list[_Attempt], recorded: RecordedPlan) -> tuple[list[RecordedStep], int]:
    """Convert the lines of one process into steps, in the order of their numbers."""
    steps: list[RecordedStep] = []
    differences = 0
    for task, lines in attempts:
        subtask = RecordedSubtask(task, recorded.plan, recorded.channels_by_end)
        subtask.convert(lines)
        if task.attempt and subtask.steps:
            first = subtask.steps[0]
            reset: Row = (e.ExecutionReset, subtask.state.subtask, task.attempt)
            subtask.steps[0] = first._replace(rows=[reset, *first.rows])
        steps += subtask.steps
        differences += sum(each.differences for each in subtask.state.inputs.values())
    steps.sort(key=lambda step: step.number)
    return steps, differences


def _merge(by_process: list[list[RecordedStep]]) -> Iterable[RecordedStep]:
    """Merge the steps of several processes: what is read was written before, else by the clock."""
    if len(by_process) == 1:
        return by_process[0]
    written_later: set[tuple[ChannelId, int]] = {
        element for steps in by_process for step in steps for element in step.written
    }
    positions = [0] * len(by_process)
    merged: list[RecordedStep] = []
    while True:
        heads = [
            (steps[at].ms, process)
            for process, (steps, at) in enumerate(zip(by_process, positions, strict=True))
            if at < len(steps)
        ]
        if not heads:
            return merged
        ready = [
            (ms, process)
            for ms, process in heads
            if by_process[process][positions[process]].received not in written_later
        ]
        _, process = min(ready or heads)
        step = by_process[process][positions[process]]
        positions[process] += 1
        written_later.difference_update(step.written)
        merged.append(step)


def _build_trace(
    recorded: RecordedPlan, steps: Iterable[RecordedStep], lines: list[Line], job: RecordedJob
) -> Trace:
    recorder = Recorder()
    plan = recorded.plan
    recorder.begin_step(plan.start_time_ms, "jobmaster", "submit")
    recorder.emit((e.JobSubmitted, plan))
    pending = _read_cluster_lines(lines, job, recorded)
    if not any(row[0] is e.JobStatusChanged for _, row in pending):
        recorder.emit((e.JobStatusChanged, "CREATED", "RUNNING"))
    now = plan.start_time_ms
    at = 0
    for step in steps:
        if step.ms > now:
            now = _update_clock(recorder, now, step.ms)
        while at < len(pending) and pending[at][0] <= step.ms:
            _record_cluster_row(recorder, now, pending[at][1])
            at += 1
        recorder.begin_step(now, step.actor, step.action)
        for row in step.rows:
            recorder.emit(row)
    for ms, row in pending[at:]:
        if ms > now:
            now = _update_clock(recorder, now, ms)
        _record_cluster_row(recorder, now, row)
    return recorder.trace


def _update_clock(recorder: Recorder, before: int, after: int) -> int:
    recorder.begin_step(before, "clock", f"advance to {after}")
    recorder.emit((e.ProcessingTimeAdvanced, before, after))
    return after


def _record_cluster_row(recorder: Recorder, now: int, row: Row) -> None:
    is_status = row[0] is e.JobStatusChanged
    recorder.begin_step(now, "jobmaster", "status" if is_status else "checkpoint")
    recorder.emit(row)


def _read_cluster_lines(
    lines: list[Line], job: RecordedJob, recorded: RecordedPlan
) -> list[tuple[int, Row]]:
    """Return the events of the JobManager with their times, if its JVM was recorded."""
    plan = recorded.plan
    fed = {channel.target for channel in plan.channels}
    sources = tuple([str(each.id) for each in plan.subtasks if each.id not in fed])
    begun: dict[int, int] = {}
    found: list[tuple[int, Row]] = []
    for line in lines:
        if line.kind == "job":
            id_, before, after = line.fields
            if id_ == job.id and {before, after} <= _JOB_STATUSES:
                found.append((line.ms, (e.JobStatusChanged, before, after)))
        elif line.kind == "ckstart":
            checkpoint = max(line.fields[0], 0)
            begun[checkpoint] = line.ms
            tasks = len(plan.subtasks)
            row: Row = (e.CheckpointTriggered, checkpoint, "checkpoint", sources, tasks)
            found.append((line.ms, row))
        elif line.kind == "ckdone" and max(line.fields[0], 0) in begun:
            checkpoint = max(line.fields[0], 0)
            duration = max(line.ms - begun[checkpoint], 0)
            found.append((line.ms, (e.CheckpointCompleted, checkpoint, duration, 0)))
    return sorted(found, key=lambda each: each[0])


def _describe(
    files: list[RecordingFile],
    recorded: RecordedPlan,
    task: RecordedTask,
    lines: list[Line],
    differences: int,
    job: RecordedJob,
) -> dict[str, str]:
    """Describe how the trace was recorded, for its banner and for ``trace.info``."""
    info = {"job": job.name, "recorded": f"Flink {task.flink}", "job_id": job.id}
    options = {key: value for file in files for key, value in file.options.items() if key != "out"}
    if options:
        info["filter"] = "; ".join(f"{key}={value}" for key, value in sorted(options.items()))
    if recorded.unrecorded:
        info["not recorded"] = ", ".join(recorded.unrecorded)
    missing = sorted(
        {
            f"{line.fields[0].rpartition('/')[2]}.{line.fields[1]}"
            for line in lines
            if line.kind == "missing"
        }
    )
    if missing:
        info["missing hooks"] = "; ".join(missing)
    if differences:
        info["valve differences"] = str(differences)
    cut = [file.name for file in files if file.is_cut]
    if cut:
        info["incomplete files"] = ", ".join(cut)
    return info
