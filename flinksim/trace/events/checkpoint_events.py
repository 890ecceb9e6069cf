"""Events of checkpoints: triggered, taken, acknowledged, ended, restored."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId, SubtaskId
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count
from flinksim.trace.state.effects import JOB, TASK, Const

CheckpointKind: TypeAlias = Literal[
    "checkpoint", "savepoint", "suspend savepoint", "terminate savepoint"
]


_CHECKPOINT_PATH = JOB.at("checkpoints", "checkpoint")
_SNAPSHOT_METHOD = "SubtaskCheckpointCoordinatorImpl.checkpointState"


@declare_event(
    flink_method="/CheckpointCoordinator.triggerCheckpointRequest > CheckpointCoordinator.triggerTasks"
)
class CheckpointTriggered(Event):
    """A checkpoint was triggered at the ``sources``; all ``tasks`` have to acknowledge it."""

    checkpoint: Count
    kind: CheckpointKind
    sources: tuple[str, ...]
    tasks: Count

    EFFECTS = (JOB.put("checkpoints", "checkpoint", kind="kind", tasks="tasks"),)


@declare_event(flink_method="/CheckpointCoordinator.triggerCheckpoint")
class CheckpointNotTriggered(Event):
    """A checkpoint was due and was not triggered; ``reason`` says why."""

    reason: str


@declare_event(
    flink_method=f"{_SNAPSHOT_METHOD} > RegularOperatorChain.broadcastEvent",
    parent_kinds=("MailTaken", "ElementReceived"),
)
class BarrierEmitted(Event):
    """A subtask emitted the barrier of a checkpoint into all its channels; its snapshot comes next."""

    subtask: SubtaskId
    checkpoint: Count

    EFFECTS = (TASK.set(checkpoint="checkpoint"),)


@declare_event(
    flink_method=f"{_SNAPSHOT_METHOD} > SubtaskCheckpointCoordinatorImpl.takeSnapshotSync > "
    "RegularOperatorChain.snapshotState > StreamOperatorStateHandler.snapshotState",
    parent_kinds=("BarrierEmitted",),
)
class OperatorSnapshotTaken(Event):
    """A snapshot of an operator's state at the barrier was taken, of ``bytes``; from tail to head."""

    operator: OperatorId
    checkpoint: Count
    bytes: Count


@declare_event(flink_method="/AsyncCheckpointRunnable.reportCompletedSnapshotStates")
class SnapshotWritten(Event):
    """The snapshot of a subtask was written, ``duration`` ms after it was taken; it acknowledges now.

    Writing is asynchronous: the task continued meanwhile. ``bytes`` are of state, ``persisted``
    bytes were in flight.
    """

    subtask: SubtaskId
    checkpoint: Count
    duration: Count
    bytes: Count
    persisted: Count


@declare_event(flink_method="/CheckpointCoordinator.receiveAcknowledgeMessage")
class CheckpointAcknowledged(Event):
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

    EFFECTS = (_CHECKPOINT_PATH.add(acknowledged=1),)


@declare_event(flink_method="/CheckpointCoordinator.receiveDeclineMessage")
class CheckpointDeclined(Event):
    """The coordinator received that a subtask cannot take part in a checkpoint; ``reason`` says why."""

    checkpoint: Count
    subtask: SubtaskId
    reason: str


@declare_event(flink_method="/CheckpointCoordinator.completePendingCheckpoint")
class CheckpointCompleted(Event):
    """A checkpoint completed, ``duration`` ms after it was triggered; failures now restore it."""

    checkpoint: Count
    duration: Count
    bytes: Count

    EFFECTS = (_CHECKPOINT_PATH.set(status=Const("COMPLETED"), bytes="bytes"),)


@declare_event(flink_method="/CheckpointCoordinator.abortPendingCheckpoint")
class CheckpointAborted(Event):
    """A checkpoint was aborted; the one before stays valid. ``reason`` says why."""

    checkpoint: Count
    reason: str

    EFFECTS = (_CHECKPOINT_PATH.set(status=Const("FAILED")),)


@declare_event(
    flink_method="SubtaskCheckpointCoordinatorImpl.notifyCheckpoint > "
    "RegularOperatorChain.notifyCheckpointComplete",
    parent_kinds=("MailTaken",),
)
class CheckpointNotified(Event):
    """A subtask was notified that a checkpoint has ``completed``, or that it was aborted."""

    subtask: SubtaskId
    checkpoint: Count
    completed: bool


@declare_event(flink_method="/CheckpointCoordinator.restoreLatestCheckpointedStateToSubtasks")
class CheckpointRestored(Event):
    """``tasks`` subtasks that restart begin with their state in a checkpoint."""

    checkpoint: Count
    tasks: Count
