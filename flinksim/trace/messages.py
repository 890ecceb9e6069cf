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
class Message:
    """Facts of a kind, where their ``condition`` holds (as in sentences), are such a call."""

    kind: str
    condition: str
    caller: str
    called: str
    call: str


_JOB = "JobMaster"

MESSAGES: tuple[Message, ...] = (
    Message("JobSubmitted", "", "Client", "Dispatcher", "submitJob"),
    Message("ActorCalled", "", "{caller}", "{called}", "{call}"),
    Message("HeartbeatsExchanged", "", _JOB, ALL, "requestHeartbeat"),
    Message("TaskStateChanged", "after=SCHEDULED", "", "", ""),
    Message("TaskStateChanged", "before=CREATED", "", "", ""),
    Message("TaskStateChanged", "before=SCHEDULED & after=CANCELED", "", "", ""),
    Message("TaskStateChanged", "after=DEPLOYING", _JOB, TASK_MANAGER, "submitTask"),
    Message("TaskStateChanged", "after=CANCELING", _JOB, TASK_MANAGER, "cancelTask"),
    Message("TaskStateChanged", "", TASK_MANAGER, _JOB, "updateTaskExecutionState"),
    Message("SplitAssigned", "", _JOB, TASK_MANAGER, "sendOperatorEventToTask"),
    Message("WatermarkAligned", "", TASK_MANAGER, _JOB, "sendOperatorEventToCoordinator"),
    Message("CheckpointTriggered", "", _JOB, SOURCES, "triggerCheckpoint"),
    Message("CheckpointAcknowledged", "", TASK_MANAGER, _JOB, "acknowledgeCheckpoint"),
    Message("CheckpointDeclined", "", TASK_MANAGER, _JOB, "declineCheckpoint"),
    Message("CheckpointNotified", "completed=true", _JOB, TASK_MANAGER, "confirmCheckpoint"),
    Message("CheckpointNotified", "", _JOB, TASK_MANAGER, "abortCheckpoint"),
    Message("JobStatusChanged", "after=FINISHED", _JOB, "Dispatcher", "jobReachedTerminalState"),
    Message("JobStatusChanged", "after=FAILED", _JOB, "Dispatcher", "jobReachedTerminalState"),
    Message("JobStatusChanged", "after=CANCELED", _JOB, "Dispatcher", "jobReachedTerminalState"),
)
"""Of one kind the first entry counts whose condition holds; one without a call is none."""
