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
"""The processes other than TaskManagers, in the order in which a drawing shows them."""
TASK_MANAGER = "{task manager}"
SOURCES = "{sources}"
ALL = "{all}"


@dataclass(frozen=True, slots=True)
class RpcKind:
    """Declares that events of one type stand for a remote call between processes.

    This holds only if the event meets ``condition``, which is written as in sentence templates
    (:mod:`flinksim.trace.narration.templates`).
    """

    kind: str
    condition: str
    caller: str
    called: str
    call: str


_JOB_MASTER = "JobMaster"

RPC_KINDS: tuple[RpcKind, ...] = (
    RpcKind("JobSubmitted", "", "Client", "Dispatcher", "submitJob"),
    RpcKind("ActorCalled", "", "{caller}", "{called}", "{call}"),
    RpcKind("HeartbeatsExchanged", "", _JOB_MASTER, ALL, "requestHeartbeat"),
    RpcKind("TaskStateChanged", "after=SCHEDULED", "", "", ""),
    RpcKind("TaskStateChanged", "before=CREATED", "", "", ""),
    RpcKind("TaskStateChanged", "before=SCHEDULED & after=CANCELED", "", "", ""),
    RpcKind("TaskStateChanged", "after=DEPLOYING", _JOB_MASTER, TASK_MANAGER, "submitTask"),
    RpcKind("TaskStateChanged", "after=CANCELING", _JOB_MASTER, TASK_MANAGER, "cancelTask"),
    RpcKind("TaskStateChanged", "", TASK_MANAGER, _JOB_MASTER, "updateTaskExecutionState"),
    RpcKind("SplitAssigned", "", _JOB_MASTER, TASK_MANAGER, "sendOperatorEventToTask"),
    RpcKind("WatermarkAligned", "", TASK_MANAGER, _JOB_MASTER, "sendOperatorEventToCoordinator"),
    RpcKind("CheckpointTriggered", "", _JOB_MASTER, SOURCES, "triggerCheckpoint"),
    RpcKind("CheckpointAcknowledged", "", TASK_MANAGER, _JOB_MASTER, "acknowledgeCheckpoint"),
    RpcKind("CheckpointDeclined", "", TASK_MANAGER, _JOB_MASTER, "declineCheckpoint"),
    RpcKind("CheckpointNotified", "completed=true", _JOB_MASTER, TASK_MANAGER, "confirmCheckpoint"),
    RpcKind("CheckpointNotified", "", _JOB_MASTER, TASK_MANAGER, "abortCheckpoint"),
    RpcKind(
        "JobStatusChanged", "after=FINISHED", _JOB_MASTER, "Dispatcher", "jobReachedTerminalState"
    ),
    RpcKind(
        "JobStatusChanged", "after=FAILED", _JOB_MASTER, "Dispatcher", "jobReachedTerminalState"
    ),
    RpcKind(
        "JobStatusChanged", "after=CANCELED", _JOB_MASTER, "Dispatcher", "jobReachedTerminalState"
    ),
)
"""Remote calls by event type; the first entry whose condition is met applies.

An entry without a method says that such an event is no remote call.
"""
