"""Steps of the JobManager, from the lines of its process: status of the job, and checkpoints.

The steps carry tokens (:mod:`flinksim.recording.process_merge`), because a task takes a snapshot after
the checkpoint was triggered, and the checkpoint is complete after all snapshots. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable

from flinksim.core.ids import SubtaskId, build_subtask_id
from flinksim.recording.process_merge import RecordedStep, Token
from flinksim.recording.recorded_plan import RecordedPlan
from flinksim.recording.recording_file import Line
from flinksim.trace import events as e
from flinksim.trace.events.event import Row

_JOB_STATUSES = frozenset(
    ["CREATED", "RUNNING", "RESTARTING", "FAILING", "CANCELLING", "FINISHED", "CANCELED", "FAILED"]
)
_ENDED = frozenset(["FINISHED", "CANCELED", "FAILED"])
_ATTEMPT_ENDED = "attempt ended"
SUBMITTED: Token = ("job runs",)


def build_trigger_token(checkpoint: int) -> Token:
    """Build the token of a triggered checkpoint."""
    return ("triggered", checkpoint)


def build_snapshot_token(checkpoint: int, subtask: SubtaskId) -> Token:
    """Build the token of a subtask's snapshot for a checkpoint."""
    return ("snapshot", checkpoint, subtask)


def build_end_token(checkpoint: int, completed: bool) -> Token:
    """Build the token of a checkpoint that is complete, or that was aborted."""
    return ("complete" if completed else "aborted", checkpoint)


def build_attempt_token(subtask: SubtaskId, attempt: int) -> Token:
    """Build the token of an execution attempt that has ended."""
    return (_ATTEMPT_ENDED, subtask, attempt)


def is_attempt_token(token: Token) -> bool:
    """Return whether *token* is of :func:`build_attempt_token`."""
    return bool(token[0] == _ATTEMPT_ENDED)


def convert_cluster_lines(
    lines: Iterable[Line], job: str, recorded: RecordedPlan, attempts: list[Token]
) -> list[RecordedStep]:
    """Convert the *lines* of one process that are about the job as a whole.

    Args:
        lines: All lines of the process.
        job: Id of the job.
        recorded: Plan of the job.
        attempts: The tokens of the ends of all recorded execution attempts.
    """
    plan = recorded.plan
    fed = {channel.target for channel in plan.channels}
    sources = tuple([str(each.id) for each in plan.subtasks if each.id not in fed])
    subtasks = [each.id for each in plan.subtasks]
    begun: dict[int, int] = {}
    over: set[int] = set()
    steps: list[RecordedStep] = []

    def add(line: Line, row: Row, needs: list[Token], gives: list[Token]) -> None:
        action = "status" if line.kind == "job" else "checkpoint"
        steps.append(RecordedStep(line.number, line.ms, "jobmaster", action, [row], needs, gives))

    for line in lines:
        if line.task >= 0 or not line.fields or line.fields[0] != job:
            continue
        if line.kind == "job":
            _, before, after = line.fields
            if {before, after} <= _JOB_STATUSES:
                needs = attempts if after in _ENDED else []
                gives = [SUBMITTED] if before == "CREATED" else []
                add(line, (e.JobStatusChanged, before, after), needs, gives)
        elif line.kind == "ckstart":
            checkpoint = max(line.fields[1], 0)
            begun[checkpoint] = line.ms
            row: Row = (
                e.CheckpointTriggered, checkpoint, "checkpoint", sources, len(subtasks)
            )  # fmt: skip
            add(line, row, [], [build_trigger_token(checkpoint)])
        elif line.kind == "ckack" and max(line.fields[1], 0) in begun.keys() - over:
            checkpoint, vertex, index = max(line.fields[1], 0), *line.fields[2:4]
            if vertex in recorded.vertex_ids:
                subtask = build_subtask_id(recorded.vertex_ids[vertex], index)
                row = (e.CheckpointAcknowledged, checkpoint, subtask, *line.fields[4:])
                add(line, row, [build_snapshot_token(checkpoint, subtask)], [])
        elif line.kind == "ckrest":
            add(line, (e.CheckpointRestored, *line.fields[1:]), [], [])
        elif line.kind == "ckdone" and max(line.fields[1], 0) in begun:
            checkpoint = max(line.fields[1], 0)
            over.add(checkpoint)
            duration = max(line.ms - begun[checkpoint], 0)
            needs = [build_snapshot_token(checkpoint, each) for each in subtasks]
            gives = [build_end_token(checkpoint, True)]
            add(line, (e.CheckpointCompleted, checkpoint, duration, line.fields[2]), needs, gives)
        elif line.kind == "ckfail" and max(line.fields[1], 0) in begun:
            checkpoint = max(line.fields[1], 0)
            over.add(checkpoint)
            row = (e.CheckpointAborted, checkpoint, line.fields[2])
            add(line, row, [], [build_end_token(checkpoint, False)])
    return steps
