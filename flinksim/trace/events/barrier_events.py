"""Events of checkpoint barriers on their way through the tasks, and of their alignment."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count
from flinksim.trace.state.effects import CHANNEL, TASK

AlignmentKind: TypeAlias = Literal["AT_LEAST_ONCE", "ALIGNED", "UNALIGNED", "FORCED_ALIGNED"]


@declare_event(
    flink_method="CheckpointedInputGate.handleEvent > {barrier handler}.processBarrier",
    parent_kinds=("ElementReceived", "BufferConsumed"),
)
class BarrierReceived(Event):
    """A task read the barrier of a checkpoint from a channel.

    ``sequence`` is its number as in :class:`ElementWritten`. It has overtaken ``overtaken``
    elements.
    """

    subtask: SubtaskId
    channel: ChannelId
    checkpoint: Count
    alignment: AlignmentKind
    sequence: Count
    overtaken: Count


@declare_event(
    flink_method="CheckpointedInputGate.handleEvent > "
    "SingleCheckpointBarrierHandler.processBarrierAnnouncement"
)
class BarrierAnnounced(Event):
    """A task was notified of a barrier that waits in a channel and may time out."""

    subtask: SubtaskId
    channel: ChannelId
    checkpoint: Count


@declare_event(
    flink_method="CheckpointedInputGate.handleEvent > CheckpointBarrierHandler.processCancellationBarrier",
    parent_kinds=("ElementReceived",),
)
class CancellationReceived(Event):
    """A task read from a channel that a checkpoint was cancelled."""

    subtask: SubtaskId
    channel: ChannelId
    checkpoint: Count


_BARRIER_PARENT_KINDS = (
    "BarrierReceived",
    "BarrierAnnounced",
    "CancellationReceived",
    "ElementReceived",
    "MailTaken",
)


@declare_event(
    flink_method="CheckpointBarrierHandler.markAlignmentStart", parent_kinds=_BARRIER_PARENT_KINDS
)
class AlignmentStarted(Event):
    """The first barrier of a checkpoint reached a task, ``delay_ms`` after it was triggered."""

    subtask: SubtaskId
    checkpoint: Count
    delay_ms: Count

    EFFECTS = (TASK.set(aligning="checkpoint"),)


@declare_event(
    flink_method="CheckpointBarrierHandler.markAlignmentEnd", parent_kinds=_BARRIER_PARENT_KINDS
)
class AlignmentEnded(Event):
    """The last barrier arrived, or the task no longer waits for barriers.

    ``bytes`` were processed during the alignment, which took ``duration_ms``.
    """

    subtask: SubtaskId
    checkpoint: Count
    duration_ms: Count
    bytes: Count

    EFFECTS = (TASK.set(aligning=None),)


@declare_event(
    flink_method="BarrierHandlerState.alignedCheckpointTimeout", parent_kinds=_BARRIER_PARENT_KINDS
)
class AlignmentTimedOut(Event):
    """An aligned checkpoint continues as an unaligned one in a task."""

    subtask: SubtaskId
    checkpoint: Count


@declare_event(flink_method="ChannelState.blockChannel", parent_kinds=_BARRIER_PARENT_KINDS)
class ChannelBlocked(Event):
    """A channel is not read until the barriers of the other channels have arrived."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(blocked=True),)


@declare_event(flink_method="SingleInputGate.resumeConsumption", parent_kinds=_BARRIER_PARENT_KINDS)
class ChannelUnblocked(Event):
    """A channel whose sender stopped after a barrier may be read again."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(blocked=False),)


@declare_event(flink_method="PartitionRequestClient.resumeConsumption")
class ResumptionSent(Event):
    """The receiver told the sender of a channel to resume after its barrier."""

    channel: ChannelId


@declare_event(flink_method="PipelinedSubpartition.resumeConsumption")
class ConsumptionResumed(Event):
    """The sender of a channel resumed after its barrier."""

    channel: ChannelId


@declare_event(
    flink_method="ChannelStateWriter.addInputData",
    parent_kinds=(
        "BarrierReceived",
        "BarrierAnnounced",
        "BufferArrived",
        "BufferConsumed",
        "MailTaken",
    ),
)
class InputPersisted(Event):
    """``buffers`` that were in flight before the barrier of a channel became part of the checkpoint."""

    channel: ChannelId
    checkpoint: Count
    buffers: Count
    bytes: Count
