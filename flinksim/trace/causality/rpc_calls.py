"""The events that are remote calls between processes: caller, callee and method.

Most calls are recorded as :class:`~flinksim.trace.events.ActorCalled`. Events of other types
describe more of what Flink sends; this table says from where to where. It is also rendered into the
code of the browser, which draws the calls (``widgets/src/trace/rpc_calls.ts``).

An actor is one of ``ACTORS``, a field in braces that names one, ``TASK_MANAGER`` (that of the
subtask or operator of the event), or ``SOURCES`` (those of the subtasks that the field ``sources``
names).
"""

from __future__ import annotations

from dataclasses import dataclass

ACTORS = ("Client", "Dispatcher", "ResourceManager", "JobMaster")
"""The processes other than TaskManagers, in the order of a drawing."""
TASK_MANAGER = "{task manager}"
SOURCES = "{sources}"
ALL = "{all}"


@dataclass(frozen=True, slots=True)
class CallKind:
    """Declares that events of a type are a call if their ``condition`` is met (as in templates)."""

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
"""The first entry of a type whose condition is met applies; without a method it is no call."""
