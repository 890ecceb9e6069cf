"""Facts of checkpoints: triggered, taken, acknowledged, ended, restored."""

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
    """A checkpoint was begun: the ``sources`` are told, and all ``tasks`` have to acknowledge it."""

    checkpoint: Count
    kind: CheckpointKind
    sources: tuple[str, ...]
    tasks: Count

    EFFECTS = (JOB.put("checkpoints", "checkpoint", kind="kind", tasks="tasks"),)


@event(place="/CheckpointCoordinator.triggerCheckpoint")
class CheckpointNotTriggered(Fact):
    """A checkpoint was due and was not begun, and why."""

    reason: str


@event(
    place=f"{_TAKEN} > RegularOperatorChain.broadcastEvent", within=("MailTaken", "ElementReceived")
)
class BarrierEmitted(Fact):
    """A subtask put the barrier of a checkpoint out, into all its channels; its snapshot comes next."""

    subtask: SubtaskId
    checkpoint: Count

    EFFECTS = (TASK.set(checkpoint="checkpoint"),)


@event(
    place=f"{_TAKEN} > SubtaskCheckpointCoordinatorImpl.takeSnapshotSync > "
    "RegularOperatorChain.snapshotState > StreamOperatorStateHandler.snapshotState",
    within=("BarrierEmitted",),
)
class OperatorSnapshotTaken(Fact):
    """An operator's state, of ``bytes``, is kept as it is at the barrier; from tail to head."""

    operator: OperatorId
    checkpoint: Count
    bytes: Count


@event(place="/AsyncCheckpointRunnable.reportCompletedSnapshotStates")
class SnapshotWritten(Fact):
    """What a subtask has kept is written, ``duration`` ms after it was taken: beside the task, which
    went on meanwhile. ``bytes`` are of state, ``persisted`` were in flight. It acknowledges now.
    """

    subtask: SubtaskId
    checkpoint: Count
    duration: Count
    bytes: Count
    persisted: Count


@event(place="/CheckpointCoordinator.receiveAcknowledgeMessage")
class CheckpointAcknowledged(Fact):
    """The coordinator learnt that a subtask has its part of a checkpoint; times are in ms.

    ``start_delay`` until its first barrier came, ``alignment`` until its last, then the snapshot took
    ``sync`` in the task and ``async_time`` beside it. ``persisted`` bytes were in flight.
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
    """The coordinator learnt that a subtask cannot take part in a checkpoint, and why."""

    checkpoint: Count
    subtask: SubtaskId
    reason: str


@event(place="/CheckpointCoordinator.completePendingCheckpoint")
class CheckpointCompleted(Fact):
    """All parts of a checkpoint are there, ``duration`` ms after it began: a failure goes back here."""

    checkpoint: Count
    duration: Count
    bytes: Count

    EFFECTS = (_CHECKPOINT.set(status=Const("COMPLETED"), bytes="bytes"),)


@event(place="/CheckpointCoordinator.abortPendingCheckpoint")
class CheckpointAborted(Fact):
    """A checkpoint came to nothing, and why; the one before stays."""

    checkpoint: Count
    reason: str

    EFFECTS = (_CHECKPOINT.set(status=Const("FAILED")),)


@event(
    place="SubtaskCheckpointCoordinatorImpl.notifyCheckpoint > "
    "RegularOperatorChain.notifyCheckpointComplete",
    within=("MailTaken",),
)
class CheckpointNotified(Fact):
    """A subtask is told that a checkpoint has ``completed``, or that it came to nothing."""

    subtask: SubtaskId
    checkpoint: Count
    completed: bool


@event(place="/CheckpointCoordinator.restoreLatestCheckpointedStateToSubtasks")
class CheckpointRestored(Fact):
    """So many subtasks that are run again begin with what a checkpoint has of them."""

    checkpoint: Count
    tasks: Count
