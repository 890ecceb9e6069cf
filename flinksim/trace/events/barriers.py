"""Events of checkpoint barriers on their way through the tasks, and of their alignment."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count
from flinksim.trace.state.effects import CHANNEL, TASK

AlignmentKind: TypeAlias = Literal["AT_LEAST_ONCE", "ALIGNED", "UNALIGNED", "FORCED_ALIGNED"]


@event(
    place="CheckpointedInputGate.handleEvent > {barrier handler}.processBarrier",
    within=("ElementReceived", "BufferConsumed"),
)
class BarrierReceived(Fact):
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


@event(
    place="CheckpointedInputGate.handleEvent > "
    "SingleCheckpointBarrierHandler.processBarrierAnnouncement"
)
class BarrierAnnounced(Fact):
    """A task was notified of a barrier that waits in a channel and may time out."""

    subtask: SubtaskId
    channel: ChannelId
    checkpoint: Count


@event(
    place="CheckpointedInputGate.handleEvent > CheckpointBarrierHandler.processCancellationBarrier",
    within=("ElementReceived",),
)
class CancellationReceived(Fact):
    """A task read from a channel that a checkpoint was cancelled."""

    subtask: SubtaskId
    channel: ChannelId
    checkpoint: Count


_BARRIER = ("BarrierReceived", "BarrierAnnounced", "CancellationReceived", "ElementReceived",
            "MailTaken")  # fmt: skip


@event(place="CheckpointBarrierHandler.markAlignmentStart", within=_BARRIER)
class AlignmentStarted(Fact):
    """The first barrier of a checkpoint reached a task, ``delay_ms`` after it was triggered."""

    subtask: SubtaskId
    checkpoint: Count
    delay_ms: Count

    EFFECTS = (TASK.set(aligning="checkpoint"),)


@event(place="CheckpointBarrierHandler.markAlignmentEnd", within=_BARRIER)
class AlignmentEnded(Fact):
    """The last barrier arrived, or the task no longer waits for barriers.

    ``bytes`` were processed during the alignment, which took ``duration_ms``.
    """

    subtask: SubtaskId
    checkpoint: Count
    duration_ms: Count
    bytes: Count

    EFFECTS = (TASK.set(aligning=None),)


@event(place="BarrierHandlerState.alignedCheckpointTimeout", within=_BARRIER)
class AlignmentTimedOut(Fact):
    """An aligned checkpoint continues as an unaligned one in a task."""

    subtask: SubtaskId
    checkpoint: Count


@event(place="ChannelState.blockChannel", within=_BARRIER)
class ChannelBlocked(Fact):
    """A channel is not read until the barriers of the other channels have arrived."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(blocked=True),)


@event(place="SingleInputGate.resumeConsumption", within=_BARRIER)
class ChannelUnblocked(Fact):
    """A channel whose sender stopped after a barrier may be read again."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(blocked=False),)


@event(place="PartitionRequestClient.resumeConsumption")
class ResumptionSent(Fact):
    """The receiver told the sender of a channel to resume after its barrier."""

    channel: ChannelId


@event(place="PipelinedSubpartition.resumeConsumption")
class ConsumptionResumed(Fact):
    """The sender of a channel resumed after its barrier."""

    channel: ChannelId


@event(
    place="ChannelStateWriter.addInputData",
    within=("BarrierReceived", "BarrierAnnounced", "BufferArrived", "BufferConsumed", "MailTaken"),
)
class InputPersisted(Fact):
    """``buffers`` that were in flight before the barrier of a channel became part of the checkpoint."""

    channel: ChannelId
    checkpoint: Count
    buffers: Count
    bytes: Count
