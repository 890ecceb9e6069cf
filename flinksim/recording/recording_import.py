"""Importing a recording: the files of all processes of a job become one trace.

A trace is a sequence of steps, each of one actor. The lines of a task are cut into steps where it
takes the next element, the next record or the next mail. Within a process the steps are ordered by
the number of their first line. :mod:`flinksim.recording.process_merge` merges several processes.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate
from flinksim.recording.process_merge import (
    RecordedStep,
    align_clocks,
    estimate_clock_differences,
    merge_processes,
)
from flinksim.recording.recorded_buffers import count_messages_under_way
from flinksim.recording.recorded_cluster import convert_cluster_lines, is_attempt_token
from flinksim.recording.recorded_plan import RecordedPlan, RecordedTask, build_plan, parse_task
from flinksim.recording.recorded_task import RecordedSubtask
from flinksim.recording.recording_file import (
    JobRecordingError,
    Line,
    RecordingFile,
    find_recording_files,
    read_recording_file,
)
from flinksim.recording.worker_lines import collect_worker_operations, insert_worker_lines
from flinksim.trace import events as e
from flinksim.trace.events.event import Row
from flinksim.trace.recorder import Recorder, Trace
from flinksim.trace.recording_limits import describe_recording_limits


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
    workers = [each for file in files for each in collect_worker_operations(file.lines)]
    options = {name for file in files for name in file.options}
    if workers:
        attempts = [
            [one._replace(lines=insert_worker_lines(*one, workers, options)) for one in process]
            for process in attempts
        ]
    tasks = [one.task for process in attempts for one in process]
    recorded = build_plan(tasks)
    steps: list[list[RecordedStep]] = []
    mismatches = 0
    for process in attempts:
        converted, count = _convert(process, recorded)
        steps.append(converted)
        mismatches += count
    ends = [
        token for each in steps for step in each for token in step.gives if is_attempt_token(token)
    ]
    for file, converted in zip(files, steps, strict=True):
        converted += convert_cluster_lines(file.lines, chosen.id, recorded, ends)
        converted.sort(key=lambda step: step.number)
    reference = next(
        (at for at, each in enumerate(steps) if any(step.actor == "jobmaster" for step in each)), 0
    )
    clocks = estimate_clock_differences(steps, reference)
    steps = align_clocks(steps, clocks)
    start_ms = min(step.ms for each in steps for step in each)
    recorded = replace(recorded, plan=replace(recorded.plan, start_time_ms=start_ms))
    trace = _build_trace(recorded, merge_processes(steps))
    trace.info.update(_describe(files, recorded, tasks[0], mismatches, chosen))
    if any(clocks):
        trace.info["clock differences"] = ", ".join(
            f"{file.process} {ahead:+} ms"
            for file, ahead in zip(files, clocks, strict=True)
            if ahead
        )
    return trace


def _collect_attempts(file: RecordingFile) -> list[_Attempt]:
    """Group the lines of *file* by task; tasks are in the order in which they began."""
    if any(line.kind == "worker" for line in file.lines):
        return []
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
    """Convert the lines of the tasks of one process into steps; count what the valves disagree on."""
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
    return steps, differences


def _build_trace(recorded: RecordedPlan, steps: Iterable[RecordedStep]) -> Trace:
    recorder = Recorder()
    now = recorded.plan.start_time_ms
    recorder.begin_step(now, "jobmaster", "submit")
    recorder.emit((e.JobSubmitted, recorded.plan))
    steps = count_messages_under_way(steps)
    if not any(row[0] is e.JobStatusChanged for step in steps for row in step.rows):
        recorder.emit((e.JobStatusChanged, "CREATED", "RUNNING"))
    for step in steps:
        if step.ms > now:
            recorder.begin_step(now, "clock", f"advance to {step.ms}")
            recorder.emit((e.ProcessingTimeAdvanced, now, step.ms))
            now = step.ms
        recorder.begin_step(now, step.actor, step.action)
        for row in step.rows:
            recorder.emit(row)
    return recorder.trace


def _describe(
    files: list[RecordingFile],
    recorded: RecordedPlan,
    task: RecordedTask,
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
            for file in files
            for line in file.lines
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
