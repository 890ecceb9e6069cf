"""The facts a run leaves behind: one class per kind, one union.

A fact is past tense and carries its outcome, so a view assigns it and never computes one of Flink's
rules again. Every class is declared once, here; the file codec, the TypeScript types, the Spark
schema and ``docs/trace.md`` are rendered from the declarations.

``place`` is the method of Flink that the fact stands for, and ``told`` how it stands to the call that
runs then (:mod:`flinksim.trace.places`). ``within`` names the kinds of fact that this one can lie
inside of: the nearest earlier one, in a call that still runs, is its *cause*
(:mod:`flinksim.trace.links`).

Representation: slotted dataclasses which the type checker treats as frozen. At run time they are
not, because a frozen dataclass costs about three times as much to make
(``benchmarks/steps.py --events``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, dataclass_transform, get_args

from flinksim.common.ids import ChannelId, OperatorId, SubtaskId
from flinksim.trace.flink_paths import CLOSING, FINISHING, READING, RESTORING, SUSPENDING
from flinksim.trace.plan import Plan
from flinksim.trace.values import Value

Timestamp: TypeAlias = int
"""Epoch milliseconds; ``MIN_TIMESTAMP`` and ``MAX_TIMESTAMP`` are written "MIN" and "MAX"."""

Count: TypeAlias = int
"""A number of things, never negative."""

ElementKind: TypeAlias = Literal[
    "record", "watermark", "idle", "active", "endOfData", "endOfPartition", "barrier", "latency"
]
TimeDomain: TypeAlias = Literal["event", "processing"]
TriggerCallback: TypeAlias = Literal["onElement", "onEventTime", "onProcessingTime", "onMerge"]
TriggerVerdict: TypeAlias = Literal["CONTINUE", "FIRE", "PURGE", "FIRE_AND_PURGE"]
FiringKind: TypeAlias = Literal["early", "on time", "late"]
SuspendReason: TypeAlias = Literal["no input", "no output buffer", "busy", "blocked"]
TaskState: TypeAlias = Literal[
    "CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELED", "FAILED"
]

Told: TypeAlias = Literal["inside", "call", "beside"]
"""How a fact stands to the call that runs: in it; telling of it; or beside it, before it."""

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def event(
    *, place: str, told: Told = "inside", within: tuple[str, ...] = ()
) -> Callable[[type[_T]], type[_T]]:
    """Declare a kind of fact; see the module docstring for *place*, *told* and *within*."""

    def declare(cls: type[_T]) -> type[_T]:
        made = dataclass(slots=True)(cls)
        made.PLACE = place  # type: ignore[attr-defined]
        made.TOLD = told  # type: ignore[attr-defined]
        made.WITHIN = within  # type: ignore[attr-defined]
        return made

    return declare


class Fact:
    """What every kind of fact has; only a place for the class attributes."""

    __slots__ = ()
    PLACE: ClassVar[str]
    TOLD: ClassVar[Told]
    WITHIN: ClassVar[tuple[str, ...]]


_INPUT = ("ElementReceived", "ElementProcessed")
_USER_CODE = ("ElementProcessed", "TimerFired", "WindowFired")


# --- the job and its tasks ---------------------------------------------------------------------


@event(place="/Dispatcher.submitJob")
class JobSubmitted(Fact):
    """The job was submitted; always the first fact of a trace."""

    plan: Plan


@event(place="/Execution.transitionState")
class TaskStateChanged(Fact):
    """A subtask's execution moved from one state to the next."""

    subtask: SubtaskId
    before: TaskState
    after: TaskState


@event(place=f"/{RESTORING} > {{open}}.open")
class OperatorOpened(Fact):
    """An operator was opened; a chain opens from its tail to its head."""

    operator: OperatorId


@event(
    place=f"{FINISHING} > {{finish}}.finish",
    within=("ElementReceived", "SourceFinished"),
)
class OperatorFinished(Fact):
    """An operator was told that its input has ended; a chain finishes from head to tail."""

    operator: OperatorId


@event(place=f"/{CLOSING} > {{close}}.close")
class OperatorClosed(Fact):
    """An operator was closed and released."""

    operator: OperatorId


@event(place="/Execution.markFailed")
class TaskFailed(Fact):
    """An exception ended a subtask, and with it the job.

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
class JobFinished(Fact):
    """The job reached a final status: FINISHED, FAILED or CANCELED."""

    status: Literal["FINISHED", "FAILED", "CANCELED"]


# --- mailbox and time --------------------------------------------------------------------------


@event(place="TaskMailboxImpl.put", within=("ProcessingTimeAdvanced",))
class MailEnqueued(Fact):
    """A mail was put into a subtask's mailbox; ``waiting`` counts all that wait now."""

    subtask: SubtaskId
    mail: str
    waiting: Count


@event(place="Mail.run", told="call")
class MailTaken(Fact):
    """A mail was taken out of the mailbox and runs."""

    subtask: SubtaskId
    mail: str
    waiting: Count


@event(place=f"/{SUSPENDING}")
class DefaultActionSuspended(Fact):
    """A task stopped asking for input: none is there, or no output buffer, or it sleeps.

    "no output buffer" is (soft) backpressure, noticed between two elements. "blocked" is hard
    backpressure: no buffer was left in the middle of an element, so the rest of it has to wait.
    """

    subtask: SubtaskId
    reason: SuspendReason


@event(
    place="StreamTask$ResumeWrapper.run > MailboxProcessor$DefaultActionSuspension.resume",
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


@event(place="/SystemProcessingTimeService.getCurrentProcessingTime")
class ProcessingTimeAdvanced(Fact):
    """The virtual clock moved."""

    before: Timestamp
    after: Timestamp


# --- sources and timestamps --------------------------------------------------------------------


@event(place="SourceReader.pollNext", told="call")
class SourceRecordRead(Fact):
    """A source read one record of a split; ``offset`` counts from 0 within the split."""

    operator: OperatorId
    split: str
    offset: Count
    value: Value
    timestamp: Timestamp | None


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
    """A generator put a watermark out for one split, or ("") for its whole stream."""

    operator: OperatorId
    split: str
    timestamp: Timestamp


@event(
    place="WatermarkGenerator.onPeriodicEmit",
    told="call",
    within=("SourceRecordRead", "MailTaken", "SourceFinished"),
)
class SplitStatusChanged(Fact):
    """One split of a source became idle, or active again."""

    operator: OperatorId
    split: str
    idle: bool


# --- channels ----------------------------------------------------------------------------------


@event(
    place="{written}",
    within=(
        "ElementProcessed",
        *_INPUT,
        "WatermarkEmitted",
        "StatusEmitted",
        "WindowFired",
        "TimerFired",
        "SourceRecordRead",
        "SourceFinished",
        "MailTaken",
    ),
)
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


@event(place="PipelinedSubpartition.add", within=("ElementWritten",))
class BufferQueued(Fact):
    """A buffer was added to the sender's queue of a channel, which is ``queued`` long now."""

    channel: ChannelId
    queued: Count


@event(place="ChannelStateWriter.addOutputData", within=("ElementWritten",))
class OutputPersisted(Fact):
    """An unaligned barrier overtook ``buffers`` of a channel, which become part of the checkpoint."""

    channel: ChannelId
    checkpoint: Count
    buffers: Count
    bytes: Count


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


@event(place="RemoteInputChannel.onBuffer")
class BufferArrived(Fact):
    """A buffer reached the receiver; ``received`` of them wait there, ``on_wire`` are under way."""

    channel: ChannelId
    received: Count
    on_wire: Count


@event(place="RemoteInputChannel.notifyCreditAvailable")
class CreditAnnounced(Fact):
    """The receiver promised room for ``credit`` more buffers; the promise is under way.

    ``under_way`` is all the credit of the channel that the sender does not know of yet.
    """

    channel: ChannelId
    credit: Count
    under_way: Count


@event(place="CreditBasedSequenceNumberingViewReader.addCredit")
class CreditChanged(Fact):
    """The sender learnt of new credit; ``under_way`` as in :class:`CreditAnnounced`."""

    channel: ChannelId
    before: Count
    after: Count
    under_way: Count


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


@event(place="PartitionRequestClientHandler.stageMessage")
class ReadingStopped(Fact):
    """Before credits: no buffer for what came in on a channel, so its connection is not read."""

    channel: ChannelId


@event(place="PartitionRequestClientHandler.notifyBufferAvailable")
class ReadingResumed(Fact):
    """Before credits: there is a buffer for what waited, and the connection is read again."""

    channel: ChannelId


@event(place="LocalBufferPool.recycle", told="call", within=("BufferArrived", "BufferConsumed"))
class FloatingBuffersChanged(Fact):
    """The floating buffers of a subtask's input gates that nobody holds."""

    subtask: SubtaskId
    free: Count


@event(
    place="LocalBufferPool.requestBufferBuilder",
    told="call",
    within=("ElementWritten", "BufferSent", "BufferConsumed"),
)
class OutputBuffersChanged(Fact):
    """The buffers of a subtask's output pools that are in use."""

    subtask: SubtaskId
    in_use: Count


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


@event(place="CheckpointedInputGate.pollNext > SingleInputGate.pollNext")
class BufferConsumed(Fact):
    """The task took a buffer of a channel and reads it.

    ``received`` are left at the receiver of a remote channel, ``queued`` at the sender of a local.
    It holds ``bytes``.
    """

    channel: ChannelId
    received: Count
    queued: Count
    bytes: Count


@event(place="{received}", within=("BufferConsumed",))
class ElementReceived(Fact):
    """A task read the next element of a channel; ``sequence`` as in :class:`ElementWritten`."""

    subtask: SubtaskId
    channel: ChannelId
    sequence: Count
    element: ElementKind
    value: Value
    timestamp: Timestamp | None


@event(place="StatusWatermarkValve.inputWatermark", told="call", within=("ElementReceived",))
class ChannelWatermarkChanged(Fact):
    """A channel's watermark advanced; ``aligned`` channels take part in the minimum."""

    channel: ChannelId
    before: Timestamp
    after: Timestamp
    aligned: bool


@event(place="StatusWatermarkValve.inputWatermark", told="call", within=("ElementReceived",))
class WatermarkIgnored(Fact):
    """A watermark of a channel changed nothing, and why."""

    channel: ChannelId
    timestamp: Timestamp
    reason: Literal["channel is idle", "not greater than before"]


@event(place="StatusWatermarkValve.inputWatermarkStatus", told="call", within=("ElementReceived",))
class ChannelStatusChanged(Fact):
    """A channel became idle or active; an active one that lags behind is not ``aligned``."""

    channel: ChannelId
    idle: bool
    aligned: bool


@event(
    place="StatusWatermarkValve.findAndOutputNewMinWatermarkAcrossAlignedSubpartitions",
    told="call",
    within=("ChannelWatermarkChanged", "ChannelStatusChanged"),
)
class InputWatermarkAdvanced(Fact):
    """The combined watermark of one logical input of a task advanced.

    ``held_by`` is the channel whose watermark is the minimum, the one that holds the others back.
    """

    subtask: SubtaskId
    input: Count
    before: Timestamp
    after: Timestamp
    held_by: ChannelId


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


@event(
    place="WatermarkToDataOutput.markIdle",
    told="call",
    within=("ElementProcessed", "SplitStatusChanged", "MailTaken", "SourceRecordRead"),
)
class StatusEmitted(Fact):
    """An operator put a watermark status out."""

    operator: OperatorId
    idle: bool


@event(
    place="AbstractStreamOperator.setKeyContextElement > AbstractStreamOperator.setCurrentKey",
    told="beside",
    within=("ElementProcessed",),
)
class KeySelected(Fact):
    """The key of the record was set before a keyed operator worked on it."""

    operator: OperatorId
    key: Value
    key_group: Count


@event(place="HeapValueState.update", told="call", within=(*_USER_CODE, "WindowAssigned"))
class StateUpdated(Fact):
    """A keyed state changed; ``value`` is what it holds now, ``namespace`` the window or ""."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value
    value: Value


@event(place="AbstractHeapState.clear", told="call", within=(*_USER_CODE, "WindowCleared"))
class StateCleared(Fact):
    """A keyed state was cleared."""

    operator: OperatorId
    state: str
    key: Value
    namespace: Value


_TIMER_CAUSES = (
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


@event(
    place="InternalTimerServiceImpl.delete{domain}TimeTimer",
    within=(*_TIMER_CAUSES, "WindowCleared"),
)
class TimerDeleted(Fact):
    """A registered timer was deleted."""

    operator: OperatorId
    domain: TimeDomain
    key: Value
    namespace: Value
    timestamp: Timestamp


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


# --- windows -----------------------------------------------------------------------------------


@event(place="WindowOperator.processElement", told="call", within=("ElementProcessed",))
class WindowAssigned(Fact):
    """A record was put into a window's pane, which holds ``count`` elements now.

    ``window`` is ``(start, end)``, or "GlobalWindow".
    """

    operator: OperatorId
    key: Value
    window: Value
    value: Value
    timestamp: Timestamp | None
    count: Count


@event(place="MergingWindowSet.addWindow", told="call", within=("ElementProcessed",))
class WindowsMerged(Fact):
    """Several windows of a key became one; its pane holds ``count`` elements."""

    operator: OperatorId
    key: Value
    merged: Value
    result: Value
    count: Count


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


@event(
    place="{operator}.emitWindowContents",
    told="call",
    within=("TriggerEvaluated", "TimerFired", "ElementProcessed"),
)
class WindowFired(Fact):
    """A pane's contents were handed to the window function.

    "on time": the first firing at or after the watermark reached the window's end; "early": before
    that; "late": every one after the first. ``count`` elements, ``contents`` as the function sees
    them; the watermark is the operator's at that moment.
    """

    operator: OperatorId
    key: Value
    window: Value
    kind: FiringKind
    count: Count
    contents: Value
    watermark: Timestamp


@event(
    place="EvictingWindowOperator.emitWindowContents",
    told="call",
    within=("WindowFired", "TriggerEvaluated"),
)
class ElementsEvicted(Fact):
    """An evictor took ``evicted`` elements out of a pane, for good; ``count`` are left in it."""

    operator: OperatorId
    key: Value
    window: Value
    evicted: Count
    count: Count


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
    """No window took the record and its time is over: dropped, or sent to the late output."""

    operator: OperatorId
    key: Value
    value: Value
    timestamp: Timestamp | None
    watermark: Timestamp
    side_output: bool


# --- results -----------------------------------------------------------------------------------


@event(place="RecordWriterOutput.collect", told="call", within=_USER_CODE)
class SideOutputEmitted(Fact):
    """A record was sent to a side output."""

    operator: OperatorId
    tag: str
    value: Value
    timestamp: Timestamp | None


@event(place="SinkFunction.invoke", within=("ElementProcessed",))
class ResultWritten(Fact):
    """A sink wrote a result; ``text`` is the line as Flink prints it."""

    operator: OperatorId
    text: str
    value: Value
    timestamp: Timestamp | None


TraceEvent: TypeAlias = (
    JobSubmitted | TaskStateChanged | OperatorOpened | OperatorFinished | OperatorClosed | TaskFailed
    | JobFinished | MailEnqueued | MailTaken | DefaultActionSuspended | DefaultActionResumed
    | ProcessingTimeAdvanced | SourceRecordRead | SourceFinished | TimestampAssigned
    | WatermarkGenerated | SplitStatusChanged | ElementWritten | BufferQueued | OutputPersisted
    | ChannelFlushed | BufferSent | BufferArrived | CreditAnnounced | CreditChanged
    | InputBuffersChanged | ReadingStopped | ReadingResumed | FloatingBuffersChanged
    | OutputBuffersChanged | BufferSizeAnnounced | BufferConsumed | ElementReceived
    | ChannelWatermarkChanged | WatermarkIgnored | ChannelStatusChanged | InputWatermarkAdvanced
    | InputStatusChanged | ElementProcessed | LatencyMeasured | RecordFiltered
    | OperatorWatermarkAdvanced | WatermarkEmitted
    | StatusEmitted | KeySelected | StateUpdated | StateCleared | TimerRegistered | TimerDeleted
    | TimerFired | WindowAssigned | WindowsMerged | TriggerEvaluated | WindowFired | ElementsEvicted
    | WindowCleared | WindowSkippedAsLate | LateRecordDropped | SideOutputEmitted | ResultWritten
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
