"""The facts a run leaves behind: one class per kind, one union of all areas.

A fact is past tense and carries its outcome, so a view assigns it and never computes one of Flink's
rules again. Every class is declared once, in the module of its area (:mod:`flinksim.trace.events`); the
file codec, the TypeScript types and ``docs/trace.md`` are rendered from the declarations.

``place`` is the method of Flink that the fact stands for, and ``told`` how it stands to the call that
runs then (:mod:`flinksim.trace.causality.stack_frames`). ``within`` names the kinds of fact that this one can lie
inside of: the nearest earlier one, in a call that still runs, is its *cause*
(:mod:`flinksim.trace.causality.causal_graph`).

``EFFECTS`` is what becomes of the view of the job (:mod:`flinksim.trace.state.effects`); the folds of Python
and of the browser are made from it.

Representation: slotted classes which the type checker treats as frozen (:mod:`flinksim.trace.events.base`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args

from flinksim.trace.events.barriers import *
from flinksim.trace.events.base import Row
from flinksim.trace.events.channels import *
from flinksim.trace.events.checkpoints import *
from flinksim.trace.events.cluster import *
from flinksim.trace.events.event_time import *
from flinksim.trace.events.fields import *
from flinksim.trace.events.job import *
from flinksim.trace.events.mailbox import *
from flinksim.trace.events.operators import *
from flinksim.trace.events.recovery import *
from flinksim.trace.events.results import *
from flinksim.trace.events.sources import *
from flinksim.trace.events.windows import *

TraceEvent: TypeAlias = (
    JobSubmitted | TaskStateChanged | OperatorSetUp | OperatorStateInitialized | OperatorOpened
    | OperatorFinished | AfterInvokeReached | OperatorClosed | TaskFailed
    | ExecutionReset | JobStatusChanged | RestartDecided | SlotReleased | SlotReserved
    | MailEnqueued | MailTaken | DefaultActionSuspended | DefaultActionResumed
    | TicksSkipped | ProcessingTimeAdvanced | SourceRecordRead | SourceFinished | TimestampAssigned
    | WatermarkGenerated | GeneratedWatermarkIgnored | SplitStatusChanged | SplitAssigned
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
    | RecordFiltered | OperatorWatermarkAdvanced | WatermarkEmitted | StatusEmitted | KeySelected
    | StateUpdated | StateAppended | StateCleared | StateEntryPut | StateEntryRemoved | StateRead
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
    | HeartbeatsExchanged
)  # fmt: skip

EVENT_KINDS: tuple[type[Any], ...] = get_args(TraceEvent)
"""All kinds, in the order of declaration; a kind's number in a file is its place here."""

Emit: TypeAlias = Callable[[Row], None]
"""Where the runtime reports a fact, as a row; ``None`` in its place switches tracing off."""


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
