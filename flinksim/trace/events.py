"""The facts a run leaves behind: one class per kind, one union.

A fact is past tense and carries its outcome, so a view assigns it and never computes one of Flink's
rules again. Every class is declared once, here; the file codec, the TypeScript types, the Spark
schema and ``docs/trace.md`` are rendered from the declarations.

``place`` is the method of Flink that the fact stands for, and ``told`` how it stands to the call that
runs then (:mod:`flinksim.trace.places`). ``within`` names the kinds of fact that this one can lie
inside of: the nearest earlier one, in a call that still runs, is its *cause*
(:mod:`flinksim.trace.links`).

``EFFECTS`` is what becomes of the view of the job (:mod:`flinksim.trace.effects`); the folds of Python
and of the browser are made from it.

Representation: slotted classes which the type checker treats as frozen (:mod:`flinksim.trace.fact`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from flinksim.base.ids import ChannelId, OperatorId, SubtaskId
from flinksim.trace.effects import (
    CHANNEL,
    INPUT,
    JOB,
    OPERATOR,
    RESET,
    SPLIT,
    START,
    TASK,
    Const,
    Each,
    Next,
)
from flinksim.trace.fact import Fact, event
from flinksim.trace.flink_paths import (
    CLOSING,
    FINISHING,
    READING,
    RESTORING,
    SETTING_UP,
    SUSPENDING,
)
from flinksim.trace.plan import Plan
from flinksim.trace.values import Value

Timestamp: TypeAlias = int
"""Epoch milliseconds; ``MIN_TIMESTAMP`` and ``MAX_TIMESTAMP`` are written "MIN" and "MAX"."""

Count: TypeAlias = int
"""A number of things, never negative."""

ElementKind: TypeAlias = Literal[
    "record",
    "watermark",
    "idle",
    "active",
    "endOfData",
    "endOfPartition",
    "barrier",
    "cancelMarker",
    "latency",
]
AlignmentKind: TypeAlias = Literal["AT_LEAST_ONCE", "ALIGNED", "UNALIGNED", "FORCED_ALIGNED"]
TimeDomain: TypeAlias = Literal["event", "processing"]
TriggerCallback: TypeAlias = Literal["onElement", "onEventTime", "onProcessingTime", "onMerge"]
TriggerVerdict: TypeAlias = Literal["CONTINUE", "FIRE", "PURGE", "FIRE_AND_PURGE"]
FiringKind: TypeAlias = Literal["early", "on time", "late"]
FiringClock: TypeAlias = Literal["watermark", "processing time", "count", "record", "end of input"]
"""What made a trigger fire: one of the clocks, so many records, one record, or the end of all input."""
GeneratedBy: TypeAlias = Literal["record", "tick", "mark"]
"""What made a generator speak: a record, the periodic call, or the split itself (a mark in it)."""
SuspendReason: TypeAlias = Literal[
    "no input", "no output buffer", "busy", "blocked", "final checkpoint"
]
TaskState: TypeAlias = Literal[
    "CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELING",
    "CANCELED", "FAILED",
]  # fmt: skip
CheckpointKind: TypeAlias = Literal[
    "checkpoint", "savepoint", "suspend savepoint", "terminate savepoint"
]
JobState: TypeAlias = Literal[
    "CREATED", "RUNNING", "RESTARTING", "FAILING", "CANCELLING", "FINISHED", "CANCELED", "FAILED"
]

ActorCall: TypeAlias = Literal[
    "start", "registerJobMaster", "declareRequiredResources", "requestNewWorker",
    "registerTaskExecutor", "sendSlotReport", "requestSlot", "registerTaskManager", "offerSlots",
    "disconnectTaskManager", "onWorkerTerminated", "freeSlot", "notifySlotAvailable",
    "disconnectJobManager", "requestJobResult",
]  # fmt: skip
"""A method by which one actor of the cluster calls another."""

_INPUT = ("ElementReceived", "ElementProcessed")
_READS = ("StateRead", "StateEntryRead")
_USER_CODE = ("ElementProcessed", "TimerFired", "WindowFired", *_READS)
"""A function does what it does for what it was called with, and for what it has read since."""
_WRITERS = (
    *_INPUT,
    *_READS,
    "StateUpdated",
    "WatermarkEmitted",
    "StatusEmitted",
    "WindowFired",
    "TimerFired",
    "SourceRecordRead",
    "SourceFinished",
    "MailTaken",
)
"""What makes an operator put something out."""
_CONTENTS = Const("window-contents")
"""Flink's name for the state that holds a pane."""


# --- the job and its tasks ---------------------------------------------------------------------


@event(place="/Dispatcher.submitJob")
class JobSubmitted(Fact):
    """The job was submitted; always the first fact of a trace."""

    plan: Plan

    EFFECTS = (START,)


@event(place="/Execution.transitionState")
class TaskStateChanged(Fact):
    """An attempt to run a subtask moved from one state to the next; the first attempt is 0."""

    subtask: SubtaskId
    attempt: Count
    before: TaskState
    after: TaskState

    EFFECTS = (TASK.set(state="after"),)


@event(place="/DefaultScheduler.restartTasks > ExecutionVertex.resetForNewExecution")
class ExecutionReset(Fact):
    """A subtask is to be run once more: what it was and knew, and what waited for it, is gone."""

    subtask: SubtaskId
    attempt: Count

    EFFECTS = (RESET, TASK.set(attempt="attempt"))


@event(place=f"/{SETTING_UP} > AbstractStreamOperator.setup")
class OperatorSetUp(Fact):
    """An operator was set up; all of a chain are, from its tail to its head, before the first opens."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("set up")),)


@event(place=f"/{RESTORING} > AbstractStreamOperator.initializeState")
class OperatorStateInitialized(Fact):
    """An operator was given its state; it is opened next, before the operator in front of it.

    The state is that of a ``checkpoint``, counted from 1, or (0) empty.
    """

    operator: OperatorId
    checkpoint: Count

    EFFECTS = (OPERATOR.set(state=Const("initialized")),)


@event(place=f"/{RESTORING} > {{open}}.open")
class OperatorOpened(Fact):
    """An operator was opened; a chain opens from its tail to its head."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("open")),)


@event(
    place=f"{FINISHING} > {{finish}}.finish",
    within=("ElementReceived", "SourceFinished"),
)
class OperatorFinished(Fact):
    """An operator was told that its input has ended; a chain finishes from head to tail."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("finished")),)


@event(place="/StreamTask.invoke > StreamTask.afterInvoke")
class AfterInvokeReached(Fact):
    """A subtask's loop came to its end, not by a failure; what is left is to close its operators."""

    subtask: SubtaskId


@event(place=f"/{CLOSING} > {{close}}.close")
class OperatorClosed(Fact):
    """An operator was closed and released; a chain closes from its tail to its head."""

    operator: OperatorId

    EFFECTS = (OPERATOR.set(state=Const("closed")),)


@event(place="/Execution.markFailed")
class TaskFailed(Fact):
    """An exception ended a subtask, and with it the job, unless that is restarted.

    ``operator`` is the operator that was running, or "" outside of all; ``record`` the value that it
    was working on, as text; ``code`` the line of the user's program, as ``file, line n: text``.
    """

    subtask: SubtaskId
    operator: OperatorId
    error: str
    message: str
    record: str
    code: str


@event(place="/JobMaster.jobStatusChanged")
class JobStatusChanged(Fact):
    """The job moved from one status to the next."""

    before: JobState
    after: JobState

    EFFECTS = (JOB.set(status="after"),)


@event(place="/ExecutionFailureHandler.getFailureHandlingResult")
class RestartDecided(Fact):
    """So many tasks, those of a pipelined region, are to be run again, after ``delay_ms``."""

    subtask: SubtaskId
    tasks: Count
    delay_ms: Timestamp


# --- the cluster -------------------------------------------------------------------------------


@event(place="/{called class}.{call}")
class ActorCalled(Fact):
    """One actor of the cluster called a method of another, from process to process.

    Actors are Client, Dispatcher, JobMaster, ResourceManager, and TaskManagers by their names. ``slot``
    is the slot that it is about, counted from 0 in its TaskManager; ``count`` so many slots. What
    other facts tell as well (a task that is submitted, a state that is reported, an acknowledgement)
    is told by them alone (:mod:`flinksim.trace.messages`).
    """

    caller: str
    called: str
    call: ActorCall
    slot: str
    count: Count


@event(place="/HeartbeatManagerSenderImpl.run")
class HeartbeatsExchanged(Fact):
    """JobMaster and ResourceManager have asked all others for so many heartbeats since the last fact.

    ``silent`` are the TaskManagers that did not answer.
    """

    rounds: Count
    silent: tuple[str, ...]


@event(
    place="/SharedSlot.returnLogicalSlot > DeclarativeSlotPoolBridge.releaseSlot > "
    "DefaultDeclarativeSlotPool.freeReservedSlot"
)
class SlotReleased(Fact):
    """After a failure the last task in a slot has ended: the job's pool of slots has it again.

    ``lost``: with its TaskManager, so that the pool has one less.
    """

    task_manager: str
    slot: Count
    lost: bool


@event(
    place="/DeclarativeSlotPoolBridge.allocateAvailableSlot > "
    "DefaultDeclarativeSlotPool.reserveFreeSlot"
)
class SlotReserved(Fact):
    """A slot that had been given back, or one in its place, is taken for tasks that run again."""

    task_manager: str
    slot: Count


PERIODIC_EMIT = "periodic watermark emit"
"""The mail at which generators are asked for watermarks."""


# --- mailbox and time --------------------------------------------------------------------------


@event(
    place="TaskMailboxImpl.put",
    within=("ProcessingTimeAdvanced", "ElementProcessed", "MailTaken"),
)
class MailEnqueued(Fact):
    """A mail was put into a subtask's mailbox; ``waiting`` counts all that wait now.

    An operator that waits in the midst of a call lets only mails of its own ``priority`` and above
    run: the place of an operator in its chain, 1 at the head; none for mails of the task itself,
    which wait then; MAX for those that end the loop.
    """

    subtask: SubtaskId
    mail: str
    waiting: Count
    priority: str

    EFFECTS = (TASK.append("mails", "mail"),)


@event(place="Mail.run", told="call")
class MailTaken(Fact):
    """A mail was taken out of the mailbox and runs."""

    subtask: SubtaskId
    mail: str
    waiting: Count

    EFFECTS = (TASK.remove("mails", "mail"),)


@event(place=f"/{SUSPENDING}")
class DefaultActionSuspended(Fact):
    """A task stopped asking for input: none is there, or no output buffer, or it sleeps.

    "no output buffer" is (soft) backpressure, noticed between two elements. "blocked" is hard
    backpressure: no buffer was left in the middle of an element, so the rest of it has to wait.
    """

    subtask: SubtaskId
    reason: SuspendReason

    EFFECTS = (TASK.set(suspended="reason"),)


@event(
    place="/StreamTask$ResumeWrapper.run > MailboxProcessor$DefaultActionSuspension.resume",
    within=(
        "ElementWritten",
        "BufferQueued",
        "BufferArrived",
        "BufferConsumed",
        "BufferSent",
        "MailTaken",
        "ProcessingTimeAdvanced",
    ),
)
class DefaultActionResumed(Fact):
    """A task goes on asking for input."""

    subtask: SubtaskId

    EFFECTS = (TASK.set(suspended=None),)


@event(place="/SystemProcessingTimeService.getCurrentProcessingTime")
class TicksSkipped(Fact):
    """So many ticks, at which generators are asked for watermarks, brought nothing new.

    In Flink each is a mail. They are skipped where nothing else can happen, and only for Flink's own
    generators.
    """

    ticks: Count


@event(place="/SystemProcessingTimeService.getCurrentProcessingTime")
class ProcessingTimeAdvanced(Fact):
    """The virtual clock moved."""

    before: Timestamp
    after: Timestamp

    EFFECTS = (JOB.set(time_ms="after"),)


# --- sources and timestamps --------------------------------------------------------------------


@event(place="SourceReader.pollNext", told="call")
class SourceRecordRead(Fact):
    """A source read one record of a split; ``offset`` counts from 0 within the split."""

    operator: OperatorId
    split: str
    offset: Count
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (SPLIT.set(read=Next("offset")),)


@event(place=f"/{READING} > SourceOperator.emitNext > SourceReader.pollNext")
class SourceFinished(Fact):
    """A source has no more records."""

    operator: OperatorId


@event(place="TimestampAssigner.extractTimestamp", within=("SourceRecordRead", *_INPUT))
class TimestampAssigned(Fact):
    """A record got its event timestamp."""

    operator: OperatorId
    before: Timestamp | None
    after: Timestamp


@event(
    place="WatermarkGenerator.onPeriodicEmit",
    told="call",
    within=("SourceRecordRead", "ElementProcessed", "MailTaken", "SourceFinished"),
)
class WatermarkGenerated(Fact):
    """A generator put a watermark out for one split, or ("") for its whole stream.

    ``by`` says what made it speak: a record, the last of the ``seen`` that it has been shown; the
    periodic call, ``seen`` records after the first; or a mark in the split. Of the splits of the
    source those that are active and have the least watermark hold it back: whether this one
    ``holds``, which others do from now on (``gained``), and which no longer (``lost``).
    """

    operator: OperatorId
    split: str
    timestamp: Timestamp
    by: GeneratedBy
    seen: Count
    holds: bool
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(watermark="timestamp", holds="holds").unless("split", ""),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@event(
    place="WatermarkGenerator.onEvent",
    told="call",
    within=("SourceRecordRead", "ElementProcessed"),
)
class GeneratedWatermarkIgnored(Fact):
    """A generator said a watermark that is not greater than one before, for a record or by a mark."""

    operator: OperatorId
    split: str
    timestamp: Timestamp
    by: GeneratedBy


@event(
    place="WatermarkGenerator.onPeriodicEmit",
    told="call",
    within=("SourceRecordRead", "MailTaken", "SourceFinished"),
)
class SplitStatusChanged(Fact):
    """One split of a source became idle, or active again; the rest as in WatermarkGenerated."""

    operator: OperatorId
    split: str
    idle: bool
    holds: bool
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(idle="idle", holds="holds"),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@event(
    place="/SourceOperator.handleOperatorEvent > SourceOperator.handleAddSplitsEvent > "
    "SourceReader.addSplits"
)
class SplitAssigned(Fact):
    """A source got a split to read, which holds its watermark back until it has one of its own.

    It begins behind the ``read`` records that a checkpoint has of it. ``lost`` are the splits that had
    held the watermark and do not now.
    """

    operator: OperatorId
    split: str
    read: Count
    lost: tuple[str, ...]

    EFFECTS = (
        OPERATOR.put("splits", "split", read="read"),
        OPERATOR.at("splits", Each("lost")).set(holds=False),
    )


@event(
    place="ProgressiveTimestampsAndWatermarks$SplitLocalOutputs.releaseOutputForSplit",
    told="call",
    within=("SourceRecordRead", "MailTaken"),
)
class SplitReleased(Fact):
    """A split was read to its end and holds nothing back any more; ``gained`` do that now."""

    operator: OperatorId
    split: str
    gained: tuple[str, ...]

    EFFECTS = (
        SPLIT.set(ended=True, holds=False),
        OPERATOR.at("splits", Each("gained")).set(holds=True),
    )


@event(
    place="WatermarksWithIdleness$IdlenessTimer.checkIfIdle",
    within=("MailTaken",),
)
class IdlenessCountdownChanged(Fact):
    """No record came since the last periodic call, so the clock of ``with_idleness`` runs; or it stops.

    At the first periodic call after ``idle_after`` the split, or ("") the whole stream, is idle.
    """

    operator: OperatorId
    split: str
    idle_after: Timestamp | None

    EFFECTS = (
        OPERATOR.set(idle_after="idle_after").when("split", ""),
        SPLIT.set(idle_after="idle_after").unless("split", ""),
    )


@event(place="SourceCoordinator.announceCombinedWatermark", within=("MailTaken", "SourceFinished"))
class WatermarkAligned(Fact):
    """A source told its group how far it has come, and learnt how far it may go.

    What it ``reported`` is none before its first watermark, and MAX while it is idle and when it has
    ended. It may not read beyond ``allowed``. Who has reported the least holds the group back:
    ``holds``, ``gained`` and ``lost`` as in WatermarkGenerated, of the group's sources.
    """

    operator: OperatorId
    group: str
    reported: Timestamp | None
    allowed: Timestamp
    holds: bool
    gained: tuple[OperatorId, ...]
    lost: tuple[OperatorId, ...]

    EFFECTS = (
        OPERATOR.put("alignment", "group", reported="reported", allowed="allowed", holds="holds"),
        JOB.at("operators", Each("gained")).at("alignment", "group").set(holds=True),
        JOB.at("operators", Each("lost")).at("alignment", "group").set(holds=False),
    )


# --- channels ----------------------------------------------------------------------------------


@event(place="ChannelSelectorRecordWriter.emit", told="call", within=_WRITERS)
class ElementWritten(Fact):
    """An element was written to a channel; ``sequence`` numbers the elements of that channel.

    The same number stands in the :class:`ElementReceived` at the other end.
    ``bytes`` is its serialised size with the length prefix.
    """

    channel: ChannelId
    sequence: Count
    element: ElementKind
    value: Value
    timestamp: Timestamp | None
    bytes: Count

    EFFECTS = (CHANNEL.set(written=Next("sequence")),)


@event(place="KeyGroupStreamPartitioner.selectChannel", within=_WRITERS)
class ChannelSelected(Fact):
    """The key of a record chose the channel that it is written to next, among several.

    ``hash_code`` is Java's of the key; mixed, and modulo the maximum parallelism, it is the
    ``key_group``, which belongs to the channel's subtask.
    """

    channel: ChannelId
    key: Value
    hash_code: str
    key_group: Count


@event(place="PipelinedSubpartition.add", within=("ElementWritten",))
class BufferQueued(Fact):
    """A buffer was added to the sender's queue of a channel, which is ``queued`` long now."""

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
    """A barrier that waited in a sender's queue for too long overtakes what was before it."""

    channel: ChannelId
    checkpoint: Count


@event(
    place="PipelinedSubpartition.flush",
    within=("ElementWritten", "MailTaken", "ProcessingTimeAdvanced"),
)
class ChannelFlushed(Fact):
    """What stands in a channel's open buffer may be sent before the buffer is full."""

    channel: ChannelId


@event(place="PartitionRequestQueue.writeAndFlushNextMessageIfPossible")
class BufferSent(Fact):
    """A buffer left the sender's queue for the network; ``on_wire`` of them are under way."""

    channel: ChannelId
    bytes: Count
    queued: Count
    backlog: Count
    credit: Count
    on_wire: Count

    EFFECTS = (CHANNEL.set(queued="queued", credit="credit", on_wire="on_wire"),)


@event(place="RemoteInputChannel.onBuffer")
class BufferArrived(Fact):
    """A buffer reached the receiver; ``received`` of them wait there, ``on_wire`` are under way."""

    channel: ChannelId
    received: Count
    on_wire: Count

    EFFECTS = (CHANNEL.set(received="received", on_wire="on_wire"),)


@event(place="RemoteInputChannel.notifyCreditAvailable")
class CreditAnnounced(Fact):
    """The receiver promised room for ``credit`` more buffers; the promise is under way.

    ``under_way`` is all the credit of the channel that the sender does not know of yet.
    """

    channel: ChannelId
    credit: Count
    under_way: Count

    EFFECTS = (CHANNEL.set(unannounced=0, credit_under_way="under_way"),)


@event(place="CreditBasedSequenceNumberingViewReader.addCredit")
class CreditChanged(Fact):
    """The sender learnt of new credit; ``under_way`` as in :class:`CreditAnnounced`."""

    channel: ChannelId
    before: Count
    after: Count
    under_way: Count

    EFFECTS = (CHANNEL.set(credit="after", credit_under_way="under_way"),)


@event(place="BufferManager.requestFloatingBuffers", within=("BufferArrived",))
class InputBuffersChanged(Fact):
    """What the receiver of a remote channel has for it: empty buffers, and what it wants.

    ``required`` is the sender's backlog and the exclusive buffers; if there are fewer, the channel is
    ``waiting`` for a floating one. ``unannounced`` credit goes out with the next message.
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
    """Before credits: no buffer for what came in on a channel, so its connection is not read."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(stops_reading=True),)


@event(place="PartitionRequestClientHandler.notifyBufferAvailable")
class ReadingResumed(Fact):
    """Before credits: there is a buffer for what waited, and the connection is read again."""

    channel: ChannelId

    EFFECTS = (CHANNEL.set(stops_reading=False),)


@event(place="LocalBufferPool.recycle", told="call", within=("BufferArrived", "BufferConsumed"))
class FloatingBuffersChanged(Fact):
    """The floating buffers of a subtask's input gates that nobody holds."""

    subtask: SubtaskId
    free: Count

    EFFECTS = (TASK.set(floating_free="free"),)


@event(
    place="LocalBufferPool.recycle",
    told="call",
    within=("ElementWritten", "BufferSent", "BufferConsumed"),
)
class OutputBuffersChanged(Fact):
    """The buffers of a subtask's output pools that are in use."""

    subtask: SubtaskId
    in_use: Count

    EFFECTS = (TASK.set(output_in_use="in_use"),)


@event(place="SingleInputGate.triggerDebloating", within=("MailTaken",))
class BufferSizeAnnounced(Fact):
    """Buffer debloating: an input of a task asks its senders for buffers of ``bytes`` from now on.

    Its ``throughput`` is in bytes per second, and ``buffers`` are in use or wait at the senders.
    """

    subtask: SubtaskId
    input: Count
    bytes: Count
    throughput: Count
    buffers: Count

    EFFECTS = (INPUT.set(buffer_bytes="bytes"),)


@event(place="CheckpointedInputGate.pollNext > SingleInputGate.pollNext")
class BufferConsumed(Fact):
    """The task took a buffer of a channel and reads it.

    ``received`` are left at the receiver of a remote channel, ``queued`` at the sender of a local.
    It holds ``bytes``, and has overtaken so many that arrived before it.
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
    """A buffer ended in the middle of an element: ``bytes`` of it are there, the rest is to come."""

    subtask: SubtaskId
    channel: ChannelId
    bytes: Count

    EFFECTS = (CHANNEL.set(partial="bytes"),)


# --- barriers ----------------------------------------------------------------------------------


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


# --- event time in a task ----------------------------------------------------------------------


@event(place="StatusWatermarkValve.inputWatermark", told="call", within=("ElementReceived",))
class ChannelWatermarkChanged(Fact):
    """A channel's watermark advanced; ``aligned`` channels take part in the minimum.

    Of the channels of its input those that are aligned and have the least watermark hold the input
    back: whether this one ``holds``, which others do from now on (``gained``), and which no longer
    (``lost``).
    """

    channel: ChannelId
    before: Timestamp
    after: Timestamp
    aligned: bool
    holds: bool
    gained: tuple[ChannelId, ...]
    lost: tuple[ChannelId, ...]

    EFFECTS = (
        CHANNEL.set(watermark="after", aligned="aligned", holds="holds"),
        JOB.at("channels", Each("gained")).set(holds=True),
        JOB.at("channels", Each("lost")).set(holds=False),
    )


@event(place="StatusWatermarkValve.inputWatermark", told="call", within=("ElementReceived",))
class WatermarkIgnored(Fact):
    """A watermark of a channel changed nothing, and why."""

    channel: ChannelId
    timestamp: Timestamp
    reason: Literal["channel is idle", "not greater than before"]


@event(place="StatusWatermarkValve.inputWatermarkStatus", told="call", within=("ElementReceived",))
class ChannelStatusChanged(Fact):
    """A channel became idle or active; an active one that lags behind is not ``aligned``.

    ``holds``, ``gained`` and ``lost`` as in :class:`ChannelWatermarkChanged`.
    """

    channel: ChannelId
    idle: bool
    aligned: bool
    holds: bool
    gained: tuple[ChannelId, ...]
    lost: tuple[ChannelId, ...]

    EFFECTS = (
        CHANNEL.set(idle="idle", aligned="aligned", holds="holds"),
        JOB.at("channels", Each("gained")).set(holds=True),
        JOB.at("channels", Each("lost")).set(holds=False),
    )


@event(
    place="StatusWatermarkValve.findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
    told="call",
    within=("ChannelWatermarkChanged", "ChannelStatusChanged"),
)
class InputWatermarkAdvanced(Fact):
    """The combined watermark of one logical input of a task advanced.

    ``held_by`` are the channels whose watermark is the minimum, which hold the others back; none if
    all are idle, for then the greatest watermark counts.
    """

    subtask: SubtaskId
    input: Count
    before: Timestamp
    after: Timestamp
    held_by: tuple[ChannelId, ...]

    EFFECTS = (INPUT.set(watermark="after"),)


@event(
    place="StatusWatermarkValve.inputWatermarkStatus",
    told="call",
    within=("ChannelWatermarkChanged", "ChannelStatusChanged"),
)
class InputStatusChanged(Fact):
    """All channels of an input are idle now, or one is active again."""

    subtask: SubtaskId
    input: Count
    idle: bool

    EFFECTS = (INPUT.set(idle="idle"),)


@event(
    place="/StreamTask.processInput > StreamOneInputProcessor.processInput > "
    "RegularOperatorChain.endInput",
    within=("ElementReceived",),
)
class InputEnded(Fact):
    """Every channel of an input of a task has said that no records follow."""

    subtask: SubtaskId
    input: Count

    EFFECTS = (INPUT.set(ended=True),)


# --- operators ---------------------------------------------------------------------------------

_ELEMENT_CAUSES = (
    "ElementProcessed",
    "ElementReceived",
    "InputWatermarkAdvanced",
    "InputStatusChanged",
    "SourceRecordRead",
    "WatermarkEmitted",
    "StatusEmitted",
    "WindowFired",
    "TimerFired",
    *_READS,
    "StateUpdated",
    "SourceFinished",
    "MailTaken",
)


@event(place="{operator}.process{element}", told="call", within=_ELEMENT_CAUSES)
class ElementProcessed(Fact):
    """An operator was handed a record, a watermark or a status (``element`` says which)."""

    operator: OperatorId
    element: ElementKind
    value: Value
    timestamp: Timestamp | None


@event(place="AbstractStreamOperator.processWatermark1", told="call", within=("ElementProcessed",))
class OperatorInputChanged(Fact):
    """The watermark or the status of one of an operator's two inputs changed.

    An input that is not idle and is not ahead of the other ``holds`` the operator's watermark back,
    and ``other_holds`` says so of the ``other`` input.
    """

    operator: OperatorId
    input: Count
    other: Count
    watermark: Timestamp
    idle: bool
    holds: bool
    other_holds: bool

    EFFECTS = (
        OPERATOR.at("inputs", "input").set(watermark="watermark", idle="idle", holds="holds"),
        OPERATOR.at("inputs", "other").set(holds="other_holds"),
    )


@event(
    place="AbstractStreamOperator.reportOrForwardLatencyMarker > LatencyStats.reportLatency",
    within=("ElementProcessed",),
)
class LatencyMeasured(Fact):
    """A latency marker came to an operator, ``latency`` ms after ``source`` had put it out."""

    operator: OperatorId
    source: OperatorId
    latency: Count


@event(place="FilterFunction.filter", within=("ElementProcessed",))
class RecordFiltered(Fact):
    """A filter let a record drop."""

    operator: OperatorId


@event(
    place="InternalTimerServiceImpl.tryAdvanceWatermark",
    told="call",
    within=("ElementProcessed", "WatermarkGenerated", "MailTaken"),
)
class OperatorWatermarkAdvanced(Fact):
    """An operator's own event-time clock moved; its timers up to ``after`` are due."""

    operator: OperatorId
    before: Timestamp
    after: Timestamp

    EFFECTS = (OPERATOR.set(watermark="after"),)


@event(
    place="WatermarkToDataOutput.emitWatermark",
    told="call",
    within=(
        "OperatorWatermarkAdvanced",
        "ElementProcessed",
        "WatermarkGenerated",
        "MailTaken",
        "SourceFinished",
        "SourceRecordRead",
    ),
)
class WatermarkEmitted(Fact):
    """An operator put a watermark out."""

    operator: OperatorId
    timestamp: Timestamp

    EFFECTS = (OPERATOR.set(emitted_watermark="timestamp"),)


@event(
    place="WatermarkToDataOutput.markIdle",
    told="call",
    within=("ElementProcessed", "SplitStatusChanged", "MailTaken", "SourceRecordRead"),
)
class StatusEmitted(Fact):
    """An operator put a watermark status out."""

    operator: OperatorId
    idle: bool

    EFFECTS = (OPERATOR.set(emitted_idle="idle"),)


@event(
    place="AbstractStreamOperator.setCurrentKey",
    told="beside",
    within=("ElementProcessed", "OperatorWatermarkAdvanced", "MailTaken"),
)
class KeySelected(Fact):
    """A key was set, before a keyed operator worked on a record or a timer of it."""

    operator: OperatorId
    key: Value
    key_group: Count

    EFFECTS = (OPERATOR.set(key="key", key_group="key_group"),)


@event(place="HeapValueState.update", told="call", within=(*_USER_CODE, "WindowAssigned"))
class StateUpdated(Fact):
    """A keyed state changed; ``value`` is what it holds now, ``namespace`` the window or "".

    ``folded``: something was added to what it held before, as in an accumulator.
    """

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count
    folded: bool

    EFFECTS = (OPERATOR.put("states", "key_group", "state", "key", "namespace", value="value"),)


@event(place="HeapListState.add", told="call", within=(*_USER_CODE, "WindowAssigned"))
class StateAppended(Fact):
    """An element was put behind the others of a keyed list."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count

    EFFECTS = (OPERATOR.push("lists", "key_group", "state", "key", "namespace", value="value"),)


@event(
    place="AbstractHeapState.clear",
    told="call",
    within=(*_USER_CODE, "WindowCleared", "TriggerCleared"),
)
class StateCleared(Fact):
    """A keyed state was cleared."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    key_group: Count

    EFFECTS = (
        OPERATOR.discard("states", "key_group", "state", "key", "namespace"),
        OPERATOR.discard("lists", "key_group", "state", "key", "namespace"),
    )


@event(place="HeapMapState.put", told="call", within=_USER_CODE)
class StateEntryPut(Fact):
    """A map state got an entry, or a new value for one.

    Broadcast state belongs to no key: its ``key`` is none.
    """

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    value: Value
    key_group: Count

    EFFECTS = (
        OPERATOR.put(
            "map_entries", "key_group", "state", "key", "namespace", "entry", value="value"
        ),
    )


@event(place="HeapMapState.remove", told="call", within=_USER_CODE)
class StateEntryRemoved(Fact):
    """An entry of a map state is gone: it alone, or with all others where the map is cleared."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    key_group: Count

    EFFECTS = (OPERATOR.drop("map_entries", "key_group", "state", "key", "namespace", "entry"),)


_CAUSES_OF_READS = (*_USER_CODE, "WindowAssigned")


@event(place="HeapValueState.value", told="call", within=_CAUSES_OF_READS)
class StateRead(Fact):
    """A state was read: its ``value``, or where it has several all ``count`` of them."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    count: Count
    key_group: Count


@event(place="HeapMapState.get", told="call", within=_CAUSES_OF_READS)
class StateEntryRead(Fact):
    """A map state was asked for one entry, or only whether it is there (then ``value`` is none)."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    found: bool
    value: Value
    key_group: Count


_TIMER_CAUSES = (
    *_READS,
    "ElementProcessed",
    "TimerFired",
    "WindowAssigned",
    "TriggerEvaluated",
    "WindowsMerged",
)


@event(place="InternalTimerServiceImpl.register{domain}TimeTimer", within=_TIMER_CAUSES)
class TimerRegistered(Fact):
    """A timer that was not there before was registered; ``namespace`` is the window or ""."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.put("timers", "domain", "key", "namespace", "timestamp"),)


@event(
    place="InternalTimerServiceImpl.delete{domain}TimeTimer",
    within=(*_TIMER_CAUSES, "WindowCleared", "TriggerCleared"),
)
class TimerDeleted(Fact):
    """A registered timer was deleted."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.drop("timers", "domain", "key", "namespace", "timestamp"),)


@event(
    place="InternalTimerServiceImpl.tryAdvanceWatermark",
    told="call",
    within=("OperatorWatermarkAdvanced", "MailTaken"),
)
class TimerFired(Fact):
    """A due timer left the queue and calls its operator."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.drop("timers", "domain", "key", "namespace", "timestamp"),)


# --- windows -----------------------------------------------------------------------------------


@event(place="WindowOperator.processElement", told="call", within=("ElementProcessed",))
class WindowAssigned(Fact):
    """A record was put into a window's pane, which holds ``count`` elements now.

    ``window`` is ``(start, end)``, or "GlobalWindow". ``state_window`` is the window under which the
    contents are kept: another one if the window was merged.
    """

    operator: OperatorId
    key: Value
    window: Value
    value: Value
    timestamp: Timestamp | None
    count: Count
    state_window: Value

    EFFECTS = (OPERATOR.put("panes", "key", "window", count="count", state_window="state_window"),)


@event(place="MergingWindowSet.addWindow", told="call", within=("ElementProcessed",))
class WindowsMerged(Fact):
    """A record's window and the ``merged`` ones of its key became one, the ``result``.

    ``window`` is that of the record with ``value``; none if the assigner merged others besides. The
    pane holds ``count`` elements under ``state_window``: the record comes into it after this.
    """

    operator: OperatorId
    key: Value
    value: Value
    window: Value
    merged: Value
    result: Value
    count: Count
    state_window: Value

    EFFECTS = (
        OPERATOR.discard("panes", "key", Each("merged")),
        OPERATOR.put("panes", "key", "result", count="count", state_window="state_window"),
    )


@event(
    place="ComparableAggregator.reduce",
    within=("ElementProcessed", "TimerFired", "WindowAssigned"),
)
class SharedElementChanged(Fact):
    """``max`` or ``min`` of a window set a field of an element that other windows hold, too.

    It is one object in all of them, so each now has ``after`` where it had ``before``.
    """

    operator: OperatorId
    key: Value
    window: Value
    others: Value
    before: Value
    after: Value


@event(
    place="WindowOperator$Context.{callback}",
    within=("ElementProcessed", "TimerFired", "WindowAssigned"),
)
class TriggerEvaluated(Fact):
    """A trigger was asked about a window, and answered."""

    operator: OperatorId
    key: Value
    window: Value
    callback: TriggerCallback
    result: TriggerVerdict


@event(place="Trigger.clear", within=("WindowCleared", "WindowsMerged", "TimerFired"))
class TriggerCleared(Fact):
    """A trigger was told to forget what it keeps for a window that is over, or was merged."""

    operator: OperatorId
    key: Value
    window: Value


@event(
    place="{operator}.emitWindowContents",
    told="call",
    within=("TriggerEvaluated", "TimerFired", "ElementProcessed"),
)
class WindowFired(Fact):
    """A pane's contents were handed to the window function.

    "on time": the first firing at or after the watermark reached the window's end; "early": before
    that; "late": every one after the first. ``clock`` is what made the trigger fire. ``count``
    elements, ``contents`` as the function sees them; the watermark is the operator's at that moment.
    """

    operator: OperatorId
    key: Value
    window: Value
    kind: FiringKind
    clock: FiringClock
    count: Count
    contents: Value
    watermark: Timestamp


@event(
    place="EvictingWindowOperator.emitWindowContents",
    told="call",
    within=("WindowFired", "TriggerEvaluated"),
)
class ElementsEvicted(Fact):
    """An evictor took ``evicted`` elements out of a pane, for good; ``count`` are left in it.

    ``contents`` are those that are left, each with its timestamp.
    """

    operator: OperatorId
    key: Value
    window: Value
    evicted: Count
    count: Count
    state_window: Value
    contents: Value
    key_group: Count

    EFFECTS = (
        OPERATOR.put("panes", "key", "window", count="count", state_window="state_window"),
        OPERATOR.spread(
            "lists", "key_group", _CONTENTS, "key", "state_window", value="contents"
        ).unless("count", 0),
        OPERATOR.discard("lists", "key_group", _CONTENTS, "key", "state_window").when("count", 0),
    )


@event(place="{nothing}", within=("TriggerEvaluated", "TimerFired", "ElementProcessed"))
class FiringSkipped(Fact):
    """A firing came to nothing: the pane is empty, or the timer's window is not there any more."""

    operator: OperatorId
    key: Value
    window: Value
    reason: Literal["empty contents", "no state window"]


@event(
    place="{operator}.clearAllState",
    told="call",
    within=("TimerFired", "TriggerEvaluated", "ElementProcessed"),
)
class WindowCleared(Fact):
    """A pane's contents are gone: purged by its trigger, or at its cleanup time."""

    operator: OperatorId
    key: Value
    window: Value
    reason: Literal["purged", "cleanup"]
    state_window: Value

    EFFECTS = (
        OPERATOR.put("panes", "key", "window", count=0, state_window="state_window").when(
            "reason", "purged"
        ),
        OPERATOR.discard("panes", "key", "window").when("reason", "cleanup"),
    )


@event(place="WindowOperator.isWindowLate", within=("ElementProcessed",))
class WindowSkippedAsLate(Fact):
    """A window that a record belongs to is gone: the watermark is at or past its cleanup time."""

    operator: OperatorId
    key: Value
    window: Value
    cleanup_time: Timestamp
    watermark: Timestamp


@event(place="{operator}.processElement", told="call", within=("ElementProcessed",))
class LateRecordDropped(Fact):
    """No window took the record and its time is over: dropped, or sent to the late output.

    ``windows`` are those that it belongs to; the last of them was over at ``cleanup_time``. A join
    has none.
    """

    operator: OperatorId
    key: Value
    value: Value
    timestamp: Timestamp | None
    windows: Value
    cleanup_time: Timestamp | None
    watermark: Timestamp
    side_output: bool

    EFFECTS = (OPERATOR.add(late=1),)


# --- checkpoints -------------------------------------------------------------------------------

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


# --- what a checkpoint gives back --------------------------------------------------------------

_RESTORED = f"/{RESTORING} > AbstractStreamOperator.initializeState"


@event(place="/RecoveredChannelStateHandler.recover > RecoveredInputChannel.onRecoveredStateBuffer")
class InputRecovered(Fact):
    """What a checkpoint caught in flight before a channel's barrier is there to be read, first of all:
    so many ``elements``.
    """

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.set(written="elements"),)


@event(place="/ResultSubpartitionRecoveredStateHandler.recover")
class OutputRecovered(Fact):
    """What a barrier had overtaken at the sender of a channel waits there again: ``elements``."""

    channel: ChannelId
    checkpoint: Count
    elements: Count

    EFFECTS = (CHANNEL.add(written="elements"),)


@event(place=_RESTORED)
class StateRestored(Fact):
    """A keyed state holds what it held when the checkpoint was taken; fields as in StateUpdated."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value
    key_group: Count

    EFFECTS = (OPERATOR.put("states", "key_group", "state", "key", "namespace", value="value"),)


@event(place=_RESTORED)
class ListRestored(Fact):
    """A keyed list has the elements that it had when the checkpoint was taken."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    values: Value
    key_group: Count

    EFFECTS = (OPERATOR.spread("lists", "key_group", "state", "key", "namespace", value="values"),)


@event(place=_RESTORED)
class StateEntryRestored(Fact):
    """A map state has the entry that it had when the checkpoint was taken; as in StateEntryPut."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    entry: Value
    value: Value
    key_group: Count

    EFFECTS = (
        OPERATOR.put(
            "map_entries", "key_group", "state", "key", "namespace", "entry", value="value"
        ),
    )


@event(place=_RESTORED)
class TimerRestored(Fact):
    """A timer is registered that was when the checkpoint was taken."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp

    EFFECTS = (OPERATOR.put("timers", "domain", "key", "namespace", "timestamp"),)


@event(place=_RESTORED)
class PaneRestored(Fact):
    """A pane is there that was when the checkpoint was taken, with ``count`` elements."""

    operator: OperatorId
    key: Value
    window: Value
    count: Count
    state_window: Value

    EFFECTS = (OPERATOR.put("panes", "key", "window", count="count", state_window="state_window"),)


# --- results -----------------------------------------------------------------------------------


@event(place="RecordWriterOutput.collect", told="call", within=_USER_CODE)
class SideOutputEmitted(Fact):
    """A record was sent to a side output."""

    operator: OperatorId
    tag: str
    value: Value
    timestamp: Timestamp | None


@event(place="{operator}.processElement", told="call", within=("ElementProcessed",))
class ResultWritten(Fact):
    """A sink wrote a result; ``text`` is the line as Flink prints it."""

    operator: OperatorId
    text: str
    value: Value
    timestamp: Timestamp | None

    EFFECTS = (OPERATOR.add(results=1),)


@event(place="SinkWriterOperator.emitCommittables", within=("MailTaken", "ElementReceived"))
class CommitPrepared(Fact):
    """A sink handed ``results`` over, to be committed with a checkpoint; nobody sees them yet."""

    operator: OperatorId
    checkpoint: Count
    results: Count


@event(place="CommitterOperator.commitAndEmitCheckpoints", within=("CheckpointNotified",))
class ResultsCommitted(Fact):
    """A sink made the ``results`` of a checkpoint visible; ``total`` of this attempt's are by now."""

    operator: OperatorId
    checkpoint: Count
    results: Count
    total: Count

    EFFECTS = (OPERATOR.set(committed="total"),)


TraceEvent: TypeAlias = (
    JobSubmitted | TaskStateChanged | OperatorSetUp | OperatorStateInitialized | OperatorOpened
    | OperatorFinished | AfterInvokeReached | OperatorClosed | TaskFailed
    | ExecutionReset | JobStatusChanged | RestartDecided | SlotReleased | SlotReserved
    | MailEnqueued | MailTaken | DefaultActionSuspended | DefaultActionResumed
    | TicksSkipped | ProcessingTimeAdvanced | SourceRecordRead | SourceFinished | TimestampAssigned
    | WatermarkGenerated | GeneratedWatermarkIgnored | SplitStatusChanged | SplitAssigned
    | SplitReleased | IdlenessCountdownChanged | WatermarkAligned | ElementWritten | BufferQueued
    | OutputPersisted
    | ChannelFlushed | BufferSent | BufferArrived | CreditAnnounced | CreditChanged
    | InputBuffersChanged | ReadingStopped | ReadingResumed | FloatingBuffersChanged
    | OutputBuffersChanged | BufferSizeAnnounced | BufferConsumed | ElementReceived
    | BarrierReceived | BarrierAnnounced | CancellationReceived | AlignmentStarted
    | AlignmentEnded | AlignmentTimedOut | ChannelBlocked | ChannelUnblocked | ResumptionSent
    | ConsumptionResumed | InputPersisted | OutputBarrierTimedOut
    | ChannelWatermarkChanged | WatermarkIgnored | ChannelStatusChanged | InputWatermarkAdvanced
    | InputStatusChanged | InputEnded | ElementProcessed | OperatorInputChanged | LatencyMeasured
    | RecordFiltered | OperatorWatermarkAdvanced | WatermarkEmitted | StatusEmitted | KeySelected
    | StateUpdated | StateAppended | StateCleared | StateEntryPut | StateEntryRemoved | StateRead
    | StateEntryRead
    | TimerRegistered | TimerDeleted | TimerFired | WindowAssigned | WindowsMerged
    | SharedElementChanged | TriggerEvaluated | TriggerCleared | WindowFired | ElementsEvicted
    | FiringSkipped | WindowCleared | WindowSkippedAsLate | LateRecordDropped | SideOutputEmitted
    | ResultWritten
    | CheckpointTriggered | CheckpointNotTriggered | BarrierEmitted | OperatorSnapshotTaken
    | CheckpointAcknowledged | CheckpointDeclined | CheckpointCompleted | CheckpointAborted
    | CheckpointNotified | CheckpointRestored | CommitPrepared | ResultsCommitted
    | InputRecovered | OutputRecovered | StateRestored | ListRestored | StateEntryRestored
    | TimerRestored | PaneRestored | ChannelSelected | RecordPartlyRead | ActorCalled
    | HeartbeatsExchanged
)  # fmt: skip

EVENT_KINDS: tuple[type[Any], ...] = get_args(TraceEvent)
"""All kinds, in the order of declaration; a kind's number in a file is its place here."""

Emit: TypeAlias = Callable[[TraceEvent], None]
"""Where the runtime reports a fact; ``None`` in its place switches tracing off."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of one actor, and the facts that became true in it.

    Flink: one call of ``MailboxProcessor.runMailboxStep`` where the actor is a task.

    ``actor`` is a subtask id, "clock", "flusher" or a link; ``action`` what it did ("processInput",
    "mail: ...", "advance to ...", "transfer").
    """

    number: int
    time_ms: Timestamp
    actor: str
    action: str
    events: tuple[TraceEvent, ...]
