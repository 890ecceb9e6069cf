"""The events that a run records: one class per event type, one module per area.

Events are named in the past tense and carry their outcome. A reducer therefore only assigns values;
it never computes one of Flink's rules again. Each class is declared once. The file codec, the
TypeScript types and ``docs/reference/event-types.md`` are generated from the declarations.

A declaration (:func:`~flinksim.trace.events.event.declare_event`) names the method of Flink that the
event stands for, how the event relates to the span that is running
(:mod:`flinksim.trace.causality.stack_frames`), and the event types that can be its parent. The nearest
earlier event of these types in a running span is its *cause*
(:mod:`flinksim.trace.causality.causal_graph`).

``EFFECTS`` declares how the event changes the job state (:mod:`flinksim.trace.state.effects`). The
reducers in Python and in the browser are generated from it.

Code that records events belongs to :mod:`flinksim.runtime`, code that reads them to the other
packages of :mod:`flinksim.trace`. Start with :mod:`flinksim.trace.events.event`, then read the
module of an area.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from flinksim.trace.events.barrier_events import *
from flinksim.trace.events.channel_events import *
from flinksim.trace.events.checkpoint_events import *
from flinksim.trace.events.cluster_events import *
from flinksim.trace.events.fields import *
from flinksim.trace.events.job_events import *
from flinksim.trace.events.mailbox_events import *
from flinksim.trace.events.operator_events import *
from flinksim.trace.events.recovery_events import *
from flinksim.trace.events.result_events import *
from flinksim.trace.events.source_events import *
from flinksim.trace.events.watermark_events import *
from flinksim.trace.events.window_events import *

TraceEvent: TypeAlias = (
    JobSubmitted | TaskStateChanged | OperatorSetUp | OperatorStateInitialized | OperatorOpened
    | OperatorFinished | AfterInvokeReached | OperatorClosed | TaskFailed
    | ExecutionReset | JobStatusChanged | RestartDecided | SlotReleased | SlotReserved
    | MailEnqueued | MailTaken | DefaultActionSuspended | DefaultActionResumed
    | TicksSkipped | ProcessingTimeAdvanced | SourceRecordRead | SourceFinished | TimestampAssigned
    | WatermarkGenerated | GeneratedWatermarkIgnored | SplitStatusChanged | SplitAssigned
    | SplitPending | OffsetsCommitted
    | ConnectionAttempted | SplitReleased | IdlenessCountdownChanged | WatermarkAligned
    | ElementWritten | BufferQueued | EmptyBufferDropped
    | OutputPersisted
    | ChannelFlushed | BufferSent | BufferArrived | CreditAnnounced | CreditChanged
    | InputBuffersChanged | ReadingStopped | ReadingResumed | FloatingBuffersChanged
    | OutputBuffersChanged | BufferSizeAnnounced | BufferConsumed | ElementReceived
    | BarrierReceived | BarrierAnnounced | CancellationReceived | AlignmentStarted
    | AlignmentEnded | AlignmentTimedOut | ChannelBlocked | ChannelUnblocked | ResumptionSent
    | ConsumptionResumed | InputPersisted | OutputBarrierTimedOut
    | ChannelWatermarkChanged | WatermarkIgnored | ChannelStatusChanged | InputWatermarkAdvanced
    | InputStatusChanged | InputEnded | ElementProcessed | OperatorInputChanged
    | WatermarkHeld | LatencyMeasured
    | PythonFunctionCalled | RecordFiltered | OperatorWatermarkAdvanced | WatermarkEmitted | StatusEmitted | KeySelected
    | StateUpdated | StateAppended | StateExpired | StateCleared | StateEntryPut | StateEntryRemoved
    | StateRead
    | StateEntryRead
    | TimerRegistered | TimerDeleted | TimerFired | WindowAssigned | WindowsMerged
    | SharedElementChanged | TriggerEvaluated | TriggerCleared | WindowFired | ElementsEvicted
    | FiringSkipped | WindowCleared | WindowSkippedAsLate | LateRecordDropped | SideOutputEmitted
    | ResultWritten
    | CheckpointTriggered | CheckpointNotTriggered | BarrierEmitted | OperatorSnapshotTaken
    | SnapshotWritten | CheckpointAcknowledged | CheckpointDeclined | CheckpointCompleted
    | CheckpointAborted | CheckpointNotified | CheckpointRestored | CommitPrepared | ResultsCommitted
    | InputRecovered | OutputRecovered | StateRestored | ListRestored | StateEntryRestored
    | TimerRestored | PaneRestored | ChannelSelected | RecordPartlyRead | ActorCalled
    | HeartbeatsExchanged | PartialResultEmitted
)  # fmt: skip

EVENT_KINDS: tuple[type[Any], ...] = get_args(TraceEvent)
"""All event types in order. The number of an event type in a file is its index here."""

if TYPE_CHECKING:
    from flinksim.trace.events.event_rows import EventRow

Emit: TypeAlias = "Callable[[EventRow], None]"
"""Function that records an event, given as a row. ``None`` in its place switches tracing off."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of one actor, with the events that it recorded.

    Flink: one call of ``MailboxProcessor.runMailboxStep`` where the actor is a task.

    ``actor`` is a subtask id, "clock", "flusher" or a link. ``action`` is what it did
    ("processInput", "mail: ...", "advance to ...", "transfer").
    """

    number: int
    time_ms: Timestamp
    actor: str
    action: str
    events: tuple[TraceEvent, ...]
