"""Which facts are messages from one process to another: who called whom, and by which method.

Most are told by :class:`~flinksim.trace.events.ActorCalled`. Other kinds tell more of what Flink
sends, and here stands from whom to whom. The table is rendered into the browser's code, which draws
the messages (``widgets/src/cluster_calls.ts``).

An actor is one of ``ACTORS``, a field in braces that names one, ``TASK_MANAGER`` (where the subtask or
operator of the fact runs), or ``SOURCES`` (where those run that the field ``sources`` names).
"""

from __future__ import annotations

from dataclasses import dataclass

ACTORS = ("Client", "Dispatcher", "ResourceManager", "JobMaster")
"""The processes beside the TaskManagers, as they stand in a picture."""
TASK_MANAGER = "{task manager}"
SOURCES = "{sources}"
ALL = "{all}"


@dataclass(frozen=True, slots=True)
class CallKind:
    """Facts of a kind, where their ``condition`` holds (as in sentences), are such a call."""

    kind: str
    condition: str
    caller: str
    called: str
    call: str


_JOB = "JobMaster"

MESSAGES: tuple[CallKind, ...] = (
    CallKind("JobSubmitted", "", "Client", "Dispatcher", "submitJob"),
    CallKind("ActorCalled", "", "{caller}", "{called}", "{call}"),
    CallKind("HeartbeatsExchanged", "", _JOB, ALL, "requestHeartbeat"),
    CallKind("TaskStateChanged", "after=SCHEDULED", "", "", ""),
    CallKind("TaskStateChanged", "before=CREATED", "", "", ""),
    CallKind("TaskStateChanged", "before=SCHEDULED & after=CANCELED", "", "", ""),
    CallKind("TaskStateChanged", "after=DEPLOYING", _JOB, TASK_MANAGER, "submitTask"),
    CallKind("TaskStateChanged", "after=CANCELING", _JOB, TASK_MANAGER, "cancelTask"),
    CallKind("TaskStateChanged", "", TASK_MANAGER, _JOB, "updateTaskExecutionState"),
    CallKind("SplitAssigned", "", _JOB, TASK_MANAGER, "sendOperatorEventToTask"),
    CallKind("WatermarkAligned", "", TASK_MANAGER, _JOB, "sendOperatorEventToCoordinator"),
    CallKind("CheckpointTriggered", "", _JOB, SOURCES, "triggerCheckpoint"),
    CallKind("CheckpointAcknowledged", "", TASK_MANAGER, _JOB, "acknowledgeCheckpoint"),
    CallKind("CheckpointDeclined", "", TASK_MANAGER, _JOB, "declineCheckpoint"),
    CallKind("CheckpointNotified", "completed=true", _JOB, TASK_MANAGER, "confirmCheckpoint"),
    CallKind("CheckpointNotified", "", _JOB, TASK_MANAGER, "abortCheckpoint"),
    CallKind("JobStatusChanged", "after=FINISHED", _JOB, "Dispatcher", "jobReachedTerminalState"),
    CallKind("JobStatusChanged", "after=FAILED", _JOB, "Dispatcher", "jobReachedTerminalState"),
    CallKind("JobStatusChanged", "after=CANCELED", _JOB, "Dispatcher", "jobReachedTerminalState"),
)
"""Of one kind the first entry counts whose condition holds; one without a call is none."""
