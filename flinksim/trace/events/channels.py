"""Events of the network: elements, buffers, credit, and what waits for them."""

from __future__ import annotations

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import WRITERS, Count, ElementKind, Timestamp
from flinksim.trace.state.effects import CHANNEL, INPUT, TASK, Next
from flinksim.trace.values import Value


@event(place="ChannelSelectorRecordWriter.emit", told="call", within=WRITERS)
class ElementWritten(Fact):
    """An element was written to a channel; ``sequence`` numbers the elements of that channel.

    The :class:`ElementReceived` at the other end has the same number. ``bytes`` is the serialised
    size including the length prefix.
    """

    channel: ChannelId
    sequence: Count
    element: ElementKind
    value: Value
    timestamp: Timestamp | None
    bytes: Count

    EFFECTS = (CHANNEL.set(written=Next("sequence")),)


@event(place="KeyGroupStreamPartitioner.selectChannel", within=WRITERS)
class ChannelSelected(Fact):
    """The key of a record selected one of several channels; the record is written to it next.

    ``hash_code`` is Java's hash code of the key. Mixed, and modulo the maximum parallelism, it
    gives the ``key_group``, which belongs to the subtask of the channel.
    """

    channel: ChannelId
    key: Value
    hash_code: str
    key_group: Count


@event(place="PipelinedSubpartition.add", within=("ElementWritten",))
class BufferQueued(Fact):
    """A buffer was added to the sender's queue of a channel, which now has ``queued`` buffers."""

    channel: ChannelId
    queued: Count

    EFFECTS = (CHANNEL.set(queued="queued"),)


@event(place="PipelinedSubpartition.pollBuffer")
class EmptyBufferDropped(Fact):
    """A fully read buffer left the sender's queue of a channel, which now has ``queued`` buffers."""

    channel: ChannelId
    queued: Count

    EFFECTS = (CHANNEL.set(queued="queued"),)


@event(place="ChannelStateWriter.addOutputData", within=("ElementWritten", "OutputBarrierTimedOut"))
class OutputPersisted(Fact):
    """An unaligned barrier overtook ``buffers`` of a channel, which become part of the checkpoint."""

    channel: ChannelId
    checkpoint: Count
    buffers: Count
    bytes: Count


@event(
    place="PipelinedSubpartition.alignedBarrierTimeout",
    within=("MailTaken",),
)
class OutputBarrierTimedOut(Fact):
    """A barrier waited too long in the queue of a sender and overtakes what is queued before it."""

    channel: ChannelId
    checkpoint: Count


@event(
    place="PipelinedSubpartition.flush",
    within=("ElementWritten", "MailTaken", "ProcessingTimeAdvanced"),
)
class ChannelFlushed(Fact):
    """The open buffer of a channel may be sent before it is full."""

    channel: ChannelId


@event(place="PartitionRequestQueue.writeAndFlushNextMessageIfPossible")
class BufferSent(Fact):
    """A buffer left the sender's queue for the network; ``on_wire`` buffers are in transit."""

    channel: ChannelId
    bytes: Count
    queued: Count
    backlog: Count
    credit: Count
    on_wire: Count

    EFFECTS = (CHANNEL.set(queued="queued", credit="credit", on_wire="on_wire"),)


@event(place="RemoteInputChannel.onBuffer")
class BufferArrived(Fact):
    """A buffer reached the receiver, where ``received`` wait; ``on_wire`` buffers are in transit."""

    channel: ChannelId
    received: Count
    on_wire: Count

    EFFECTS = (CHANNEL.set(received="received", on_wire="on_wire"),)


@event(place="RemoteInputChannel.notifyCreditAvailable")
class CreditAnnounced(Fact):
    """The receiver announced credit for ``credit`` more buffers; the message is in transit.

    ``under_way`` is all credit of the channel that the sender does not know of yet.
    """

    channel: ChannelId
    credit: Count
    under_way: Count

    EFFECTS = (CHANNEL.set(unannounced=0, credit_under_way="under_way"),)


@event(place="CreditBasedSequenceNumberingViewReader.addCredit")
class CreditChanged(Fact):
    """The sender received new credit; ``under_way`` as in :class:`CreditAnnounced`."""

    channel: ChannelId
    before: Count
    after: Count
    under_way: Count

    EFFECTS = (CHANNEL.set(credit="after", credit_under_way="under_way"),)


@event(place="BufferManager.requestFloatingBuffers", told="call", within=("BufferArrived",))
class InputBuffersChanged(Fact):
    """The buffers that the receiver of a remote channel has, or requires, for it changed.

    ``exclusive`` and ``floating`` are empty buffers. ``required`` is the sender's backlog plus the
    exclusive buffers. If there are fewer, the channel is ``waiting`` for a floating buffer.
    ``unannounced`` credit is sent with the next message.
    """

    channel: ChannelId
    exclusive: Count
    floating: Count
    required: Count
    unannounced: Count
    waiting: bool

    EFFECTS = (
        CHANNEL.set(
            exclusive="exclusive",
            floating="floating",
            required="required",
            unannounced="unannounced",
            waiting="waiting",
        ),
    )


@event(place="PartitionRequestClientHandler.stageMessage")
class ReadingStopped(Fact):
    """Without credits: a connection is not read, because a channel has no buffer left."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(stops_reading=True),)


@event(place="PartitionRequestClientHandler.notifyBufferAvailable")
class ReadingResumed(Fact):
    """Without credits: a buffer is available, and the connection is read again."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(stops_reading=False),)


@event(place="LocalBufferPool.recycle", told="call", within=("BufferArrived", "BufferConsumed"))
class FloatingBuffersChanged(Fact):
    """The number of free floating buffers of a subtask's input gates changed."""

    subtask: SubtaskId
    free: Count

    EFFECTS = (TASK.set(floating_free="free"),)


@event(
    place="LocalBufferPool.recycle",
    told="call",
    within=("ElementWritten", "BufferSent", "BufferConsumed"),
)
class OutputBuffersChanged(Fact):
    """The number of used buffers of a subtask's output pools changed."""

    subtask: SubtaskId
    in_use: Count

    EFFECTS = (TASK.set(output_in_use="in_use"),)


@event(place="SingleInputGate.triggerDebloating", within=("MailTaken",))
class BufferSizeAnnounced(Fact):
    """Buffer debloating: an input of a task requests buffers of ``bytes`` from its senders.

    ``throughput`` is in bytes per second. ``buffers`` are in use or wait at the senders.
    """

    subtask: SubtaskId
    input: Count
    bytes: Count
    throughput: Count
    buffers: Count

    EFFECTS = (INPUT.set(buffer_bytes="bytes"),)


@event(place="CheckpointedInputGate.pollNext > SingleInputGate.pollNext")
class BufferConsumed(Fact):
    """A task took a buffer of a channel and reads it.

    ``received`` buffers remain at the receiver of a remote channel, ``queued`` at the sender of a
    local one. The buffer holds ``bytes`` and has overtaken ``overtaken`` buffers that arrived
    before it.
    """

    channel: ChannelId
    received: Count
    queued: Count
    bytes: Count
    overtaken: Count

    EFFECTS = (CHANNEL.set(received="received", queued="queued"),)


@event(place="{received}", within=("BufferConsumed",))
class ElementReceived(Fact):
    """A task read the next element of a channel; ``sequence`` as in :class:`ElementWritten`."""

    subtask: SubtaskId
    channel: ChannelId
    sequence: Count
    element: ElementKind
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (CHANNEL.set(read=Next("sequence"), partial=0),)


@event(
    place="AbstractStreamTaskNetworkInput.emitNext > "
    "SpillingAdaptiveSpanningRecordDeserializer.getNextRecord",
    within=("BufferConsumed", "ElementReceived"),
)
class RecordPartlyRead(Fact):
    """A buffer ended in the middle of an element, of which ``bytes`` were read so far."""

    subtask: SubtaskId
    channel: ChannelId
    bytes: Count

    EFFECTS = (CHANNEL.set(partial="bytes"),)
