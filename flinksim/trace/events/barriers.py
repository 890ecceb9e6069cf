"""Facts of barriers on their way through the tasks, and of their alignment."""

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
    """A task has read the barrier of a checkpoint out of a channel.

    ``sequence`` is its number as in :class:`ElementWritten`; it has ``overtaken`` so many elements.
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
    """A barrier that may time out waits in a channel, which its task learns before it reads it."""

    subtask: SubtaskId
    channel: ChannelId
    checkpoint: Count


@event(
    place="CheckpointedInputGate.handleEvent > CheckpointBarrierHandler.processCancellationBarrier",
    within=("ElementReceived",),
)
class CancellationReceived(Fact):
    """A task has read out of a channel that a checkpoint will not be."""

    subtask: SubtaskId
    channel: ChannelId
    checkpoint: Count


_BARRIER = ("BarrierReceived", "BarrierAnnounced", "CancellationReceived", "ElementReceived",
            "MailTaken")  # fmt: skip


@event(place="CheckpointBarrierHandler.markAlignmentStart", within=_BARRIER)
class AlignmentStarted(Fact):
    """The first barrier of a checkpoint has come to a task; ``delay_ms`` after it was triggered."""

    subtask: SubtaskId
    checkpoint: Count
    delay_ms: Count

    EFFECTS = (TASK.set(aligning="checkpoint"),)


@event(place="CheckpointBarrierHandler.markAlignmentEnd", within=_BARRIER)
class AlignmentEnded(Fact):
    """The last barrier has come, or none is waited for any more.

    Between the two ``bytes`` were processed, in ``duration_ms``.
    """

    subtask: SubtaskId
    checkpoint: Count
    duration_ms: Count
    bytes: Count

    EFFECTS = (TASK.set(aligning=None),)


@event(place="BarrierHandlerState.alignedCheckpointTimeout", within=_BARRIER)
class AlignmentTimedOut(Fact):
    """For a task an aligned checkpoint goes on unaligned."""

    subtask: SubtaskId
    checkpoint: Count


@event(place="ChannelState.blockChannel", within=_BARRIER)
class ChannelBlocked(Fact):
    """Nothing more is read of a channel before the barriers of the others have come."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(blocked=True),)


@event(place="SingleInputGate.resumeConsumption", within=_BARRIER)
class ChannelUnblocked(Fact):
    """A channel whose sender stopped behind a barrier may be read on."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(blocked=False),)


@event(place="PartitionRequestClient.resumeConsumption")
class ResumptionSent(Fact):
    """The receiver tells the sender of a channel to go on behind its barrier."""

    channel: ChannelId


@event(place="PipelinedSubpartition.resumeConsumption")
class ConsumptionResumed(Fact):
    """The sender of a channel goes on behind its barrier."""

    channel: ChannelId


@event(
    place="ChannelStateWriter.addInputData",
    within=("BarrierReceived", "BarrierAnnounced", "BufferArrived", "BufferConsumed", "MailTaken"),
)
class InputPersisted(Fact):
    """``buffers`` that were in flight before a channel's barrier become part of the checkpoint."""

    channel: ChannelId
    checkpoint: Count
    buffers: Count
    bytes: Count
