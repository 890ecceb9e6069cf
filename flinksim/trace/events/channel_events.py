"""Events of the network: elements, buffers, credit, and what waits for them."""

from __future__ import annotations

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import OUTPUT_PARENT_KINDS, Count, ElementKind, Timestamp
from flinksim.trace.state.effects import CHANNEL, INPUT, TASK, Next
from flinksim.trace.values import Value


@declare_event(
    flink_method="ChannelSelectorRecordWriter.emit",
    span_relation="call",
    parent_kinds=OUTPUT_PARENT_KINDS,
)
class ElementWritten(Event):
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


@declare_event(
    flink_method="KeyGroupStreamPartitioner.selectChannel", parent_kinds=OUTPUT_PARENT_KINDS
)
class ChannelSelected(Event):
    """The key of a record selected one of several channels; the record is written to it next.

    ``hash_code`` is Java's hash code of the key. Mixed, and modulo the maximum parallelism, it
    gives the ``key_group``, which belongs to the subtask of the channel.
    """

    channel: ChannelId
    key: Value
    hash_code: str
    key_group: Count


@declare_event(flink_method="PipelinedSubpartition.add", parent_kinds=("ElementWritten",))
class BufferQueued(Event):
    """A buffer was added to the sender's queue of a channel, which now has ``queued`` buffers."""

    channel: ChannelId
    queued: Count

    EFFECTS = (CHANNEL.set(queued="queued"),)


@declare_event(flink_method="PipelinedSubpartition.pollBuffer")
class EmptyBufferDropped(Event):
    """A fully read buffer left the sender's queue of a channel, which now has ``queued`` buffers."""

    channel: ChannelId
    queued: Count

    EFFECTS = (CHANNEL.set(queued="queued"),)


@declare_event(
    flink_method="ChannelStateWriter.addOutputData",
    parent_kinds=("ElementWritten", "OutputBarrierTimedOut"),
)
class OutputPersisted(Event):
    """An unaligned barrier overtook ``buffers`` of a channel, which become part of the checkpoint."""

    channel: ChannelId
    checkpoint: Count
    buffers: Count
    bytes: Count


@declare_event(
    flink_method="PipelinedSubpartition.alignedBarrierTimeout",
    parent_kinds=("MailTaken",),
)
class OutputBarrierTimedOut(Event):
    """A barrier waited too long in the queue of a sender and overtakes what is queued before it."""

    channel: ChannelId
    checkpoint: Count


@declare_event(
    flink_method="PipelinedSubpartition.flush",
    parent_kinds=("ElementWritten", "MailTaken", "ProcessingTimeAdvanced"),
)
class ChannelFlushed(Event):
    """The open buffer of a channel may be sent before it is full."""

    channel: ChannelId


@declare_event(flink_method="PartitionRequestQueue.writeAndFlushNextMessageIfPossible")
class BufferSent(Event):
    """A buffer left the sender's queue for the network; ``on_wire`` buffers are in transit."""

    channel: ChannelId
    bytes: Count
    queued: Count
    backlog: Count
    credit: Count
    on_wire: Count

    EFFECTS = (CHANNEL.set(queued="queued", credit="credit", on_wire="on_wire"),)


@declare_event(flink_method="RemoteInputChannel.onBuffer")
class BufferArrived(Event):
    """A buffer reached the receiver, where ``received`` wait; ``on_wire`` buffers are in transit."""

    channel: ChannelId
    received: Count
    on_wire: Count

    EFFECTS = (CHANNEL.set(received="received", on_wire="on_wire"),)


@declare_event(flink_method="RemoteInputChannel.notifyCreditAvailable")
class CreditAnnounced(Event):
    """The receiver announced credit for ``credit`` more buffers; the message is in transit.

    ``under_way`` is all credit of the channel that the sender does not know of yet.
    """

    channel: ChannelId
    credit: Count
    under_way: Count

    EFFECTS = (CHANNEL.set(unannounced=0, credit_under_way="under_way"),)


@declare_event(flink_method="CreditBasedSequenceNumberingViewReader.addCredit")
class CreditChanged(Event):
    """The sender received new credit; ``under_way`` as in :class:`CreditAnnounced`."""

    channel: ChannelId
    before: Count
    after: Count
    under_way: Count

    EFFECTS = (CHANNEL.set(credit="after", credit_under_way="under_way"),)


@declare_event(
    flink_method="BufferManager.requestFloatingBuffers",
    span_relation="call",
    parent_kinds=("BufferArrived",),
)
class InputBuffersChanged(Event):
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


@declare_event(flink_method="PartitionRequestClientHandler.stageMessage")
class ReadingStopped(Event):
    """Without credits: a connection is not read, because a channel has no buffer left."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(stops_reading=True),)


@declare_event(flink_method="PartitionRequestClientHandler.notifyBufferAvailable")
class ReadingResumed(Event):
    """Without credits: a buffer is available, and the connection is read again."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(stops_reading=False),)


@declare_event(
    flink_method="LocalBufferPool.recycle",
    span_relation="call",
    parent_kinds=("BufferArrived", "BufferConsumed"),
)
class FloatingBuffersChanged(Event):
    """The number of free floating buffers of a subtask's input gates changed."""

    subtask: SubtaskId
    free: Count

    EFFECTS = (TASK.set(floating_free="free"),)


@declare_event(
    flink_method="LocalBufferPool.recycle",
    span_relation="call",
    parent_kinds=("ElementWritten", "BufferSent", "BufferConsumed"),
)
class OutputBuffersChanged(Event):
    """The number of used buffers of a subtask's output pools changed."""

    subtask: SubtaskId
    in_use: Count

    EFFECTS = (TASK.set(output_in_use="in_use"),)


@declare_event(flink_method="SingleInputGate.triggerDebloating", parent_kinds=("MailTaken",))
class BufferSizeAnnounced(Event):
    """Buffer debloating: an input of a task requests buffers of ``bytes`` from its senders.

    ``throughput`` is in bytes per second. ``buffers`` are in use or wait at the senders.
    """

    subtask: SubtaskId
    input: Count
    bytes: Count
    throughput: Count
    buffers: Count

    EFFECTS = (INPUT.set(buffer_bytes="bytes"),)


@declare_event(flink_method="CheckpointedInputGate.pollNext > SingleInputGate.pollNext")
class BufferConsumed(Event):
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


@declare_event(flink_method="{received}", parent_kinds=("BufferConsumed",), parent_role="carrier")
class ElementReceived(Event):
    """A task read the next element of a channel; ``sequence`` as in :class:`ElementWritten`."""

    subtask: SubtaskId
    channel: ChannelId
    sequence: Count
    element: ElementKind
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (CHANNEL.set(read=Next("sequence"), partial=0),)


@declare_event(
    flink_method="AbstractStreamTaskNetworkInput.emitNext > "
    "SpillingAdaptiveSpanningRecordDeserializer.getNextRecord",
    parent_kinds=("BufferConsumed", "ElementReceived"),
)
class RecordPartlyRead(Event):
    """A buffer ended in the middle of an element, of which ``bytes`` were read so far."""

    subtask: SubtaskId
    channel: ChannelId
    bytes: Count

    EFFECTS = (CHANNEL.set(partial="bytes"),)
