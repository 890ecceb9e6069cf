"""Events of checkpoints: triggered, taken, acknowledged, ended, restored."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId, SubtaskId
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count
from flinksim.trace.state.effects import JOB, TASK, Const

CheckpointKind: TypeAlias = Literal[
    "checkpoint", "savepoint", "suspend savepoint", "terminate savepoint"
]


_CHECKPOINT = JOB.at("checkpoints", "checkpoint")
_TAKEN = "SubtaskCheckpointCoordinatorImpl.checkpointState"


@event(place="/CheckpointCoordinator.triggerCheckpointRequest > CheckpointCoordinator.triggerTasks")
class CheckpointTriggered(Fact):
    """A checkpoint was triggered at the ``sources``; all ``tasks`` have to acknowledge it."""

    checkpoint: Count
    kind: CheckpointKind
    sources: tuple[str, ...]
    tasks: Count

    EFFECTS = (JOB.put("checkpoints", "checkpoint", kind="kind", tasks="tasks"),)


@event(place="/CheckpointCoordinator.triggerCheckpoint")
class CheckpointNotTriggered(Fact):
    """A checkpoint was due and was not triggered; ``reason`` says why."""

    reason: str


@event(
    place=f"{_TAKEN} > RegularOperatorChain.broadcastEvent", within=("MailTaken", "ElementReceived")
)
class BarrierEmitted(Fact):
    """A subtask emitted the barrier of a checkpoint into all its channels; its snapshot comes next."""

    subtask: SubtaskId
    checkpoint: Count

    EFFECTS = (TASK.set(checkpoint="checkpoint"),)


@event(
    place=f"{_TAKEN} > SubtaskCheckpointCoordinatorImpl.takeSnapshotSync > "
    "RegularOperatorChain.snapshotState > StreamOperatorStateHandler.snapshotState",
    within=("BarrierEmitted",),
)
class OperatorSnapshotTaken(Fact):
    """A snapshot of an operator's state at the barrier was taken, of ``bytes``; from tail to head."""

    operator: OperatorId
    checkpoint: Count
    bytes: Count


@event(place="/AsyncCheckpointRunnable.reportCompletedSnapshotStates")
class SnapshotWritten(Fact):
    """The snapshot of a subtask was written, ``duration`` ms after it was taken; it acknowledges now.

    Writing is asynchronous: the task continued meanwhile. ``bytes`` are of state, ``persisted``
    bytes were in flight.
    """

    subtask: SubtaskId
    checkpoint: Count
    duration: Count
    bytes: Count
    persisted: Count


@event(place="/CheckpointCoordinator.receiveAcknowledgeMessage")
class CheckpointAcknowledged(Fact):
    """The coordinator received the acknowledgement of a subtask for a checkpoint; times are in ms.

    ``start_delay`` passed until its first barrier came, ``alignment`` until its last. The snapshot
    took ``sync`` in the task and ``async_time`` outside of it. ``persisted`` bytes were in flight.
    """

    checkpoint: Count
    subtask: SubtaskId
    bytes: Count
    start_delay: Count
    alignment: Count
    sync: Count
    async_time: Count
    persisted: Count

    EFFECTS = (_CHECKPOINT.add(acknowledged=1),)


@event(place="/CheckpointCoordinator.receiveDeclineMessage")
class CheckpointDeclined(Fact):
    """The coordinator received that a subtask cannot take part in a checkpoint; ``reason`` says why."""

    checkpoint: Count
    subtask: SubtaskId
    reason: str


@event(place="/CheckpointCoordinator.completePendingCheckpoint")
class CheckpointCompleted(Fact):
    """A checkpoint completed, ``duration`` ms after it was triggered; failures now restore it."""

    checkpoint: Count
    duration: Count
    bytes: Count

    EFFECTS = (_CHECKPOINT.set(status=Const("COMPLETED"), bytes="bytes"),)


@event(place="/CheckpointCoordinator.abortPendingCheckpoint")
class CheckpointAborted(Fact):
    """A checkpoint was aborted; the one before stays valid. ``reason`` says why."""

    checkpoint: Count
    reason: str

    EFFECTS = (_CHECKPOINT.set(status=Const("FAILED")),)


@event(
    place="SubtaskCheckpointCoordinatorImpl.notifyCheckpoint > "
    "RegularOperatorChain.notifyCheckpointComplete",
    within=("MailTaken",),
)
class CheckpointNotified(Fact):
    """A subtask was notified that a checkpoint has ``completed``, or that it was aborted."""

    subtask: SubtaskId
    checkpoint: Count
    completed: bool


@event(place="/CheckpointCoordinator.restoreLatestCheckpointedStateToSubtasks")
class CheckpointRestored(Fact):
    """``tasks`` subtasks that restart begin with their state in a checkpoint."""

    checkpoint: Count
    tasks: Count
