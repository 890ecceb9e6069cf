"""Verbosity: which events a description includes, in one list, the most important types first.

``story`` has the results and their reasons. ``event time`` adds what advances watermarks and timers.
``records`` adds what happens to every record. ``everything`` adds the rest. Each level includes the
levels before it.

The list is also rendered into the code of the browser, which describes a step by its most important
event. ``stop`` names the way of stepping that stops at an event (``widgets/src/stepper/stops.ts``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from flinksim.trace.events import TraceEvent
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.narration.templates import holds
from flinksim.trace.schema.event_kinds import KIND_OF

Grain: TypeAlias = Literal["story", "event time", "records", "everything"]
GRAINS: tuple[Grain, ...] = get_args(Grain)
"""From coarse to fine."""

Stop: TypeAlias = Literal["", "record", "watermark", "firing"]
Moment: TypeAlias = Literal[
    "", "failure", "start", "end", "late", "firing", "merge", "idle", "minimum", "fill", "state",
    "held up", "result", "read",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Worth:
    """Verbosity rule of one event type, which applies if its ``condition`` is met (as in templates).

    Events that are not described one by one are counted: ``counted`` are the words for one and for
    many. ``explains``: the event is included from ``event time`` on, and in coarser descriptions if an
    included event lies within it. ``moment`` is the highlight that events of this type make.
    """

    kind: str
    grain: Grain
    condition: str = ""
    counted: tuple[str, str] | None = None
    explains: bool = False
    stop: Stop = ""
    moment: Moment = ""


WORTH: tuple[Worth, ...] = (
    Worth("TaskFailed", "story", moment="failure"),
    Worth("JobSubmitted", "story", moment="start"),
    Worth("RestartDecided", "story", moment="failure"),
    Worth("JobStatusChanged", "event time", "before=CREATED"),
    Worth("JobStatusChanged", "story", "after=RUNNING", moment="start"),
    Worth("JobStatusChanged", "event time", "after=FAILING"),
    Worth("JobStatusChanged", "event time", "after=RESTARTING"),
    Worth("JobStatusChanged", "story", moment="end"),
    Worth("ExecutionReset", "event time"),
    Worth("ActorCalled", "event time", "call=disconnectTaskManager"),
    Worth("ActorCalled", "event time", "call=disconnectResourceManager"),
    Worth("SlotReleased", "event time"),
    Worth("SlotReserved", "event time"),
    Worth("ResultsCommitted", "story", moment="result"),
    Worth("CommitPrepared", "event time"),
    Worth("CheckpointTriggered", "event time", moment="start"),
    Worth("CheckpointCompleted", "story", moment="end"),
    Worth("CheckpointAborted", "story", moment="end"),
    Worth("CheckpointRestored", "story", moment="start"),
    Worth("CheckpointNotTriggered", "event time"),
    Worth("BarrierEmitted", "event time"),
    Worth("CheckpointAcknowledged", "event time"),
    Worth("CheckpointDeclined", "event time"),
    Worth("CheckpointNotified", "records"),
    Worth("OperatorSnapshotTaken", "records"),
    Worth("SnapshotWritten", "records"),
    Worth("PaneRestored", "records"),
    Worth("StateRestored", "records"),
    Worth("ListRestored", "records"),
    Worth("StateEntryRestored", "records"),
    Worth("TimerRestored", "records"),
    Worth("WindowFired", "story", stop="firing", moment="firing"),
    Worth("LateRecordDropped", "story", moment="late"),
    Worth("TimerFired", "story", "namespace=", stop="firing", moment="firing"),
    Worth("TimerFired", "event time", counted=("timer fired", "timers fired"), stop="firing"),
    Worth("ResultWritten", "story", moment="result"),
    Worth("SideOutputEmitted", "story", moment="result"),
    Worth("InputWatermarkAdvanced", "event time", explains=True, stop="watermark", moment="minimum",
          counted=("move of a task's watermark", "moves of tasks' watermarks")),
    Worth("InputStatusChanged", "story", moment="idle"),
    Worth("WindowsMerged", "story", "merged:number=1", moment="fill"),
    Worth("WindowsMerged", "story", moment="merge"),
    Worth("FiringSkipped", "story"),
    Worth("SharedElementChanged", "story"),
    Worth("ElementsEvicted", "story"),
    Worth("WindowAssigned", "records", counted=("put into a window", "put into windows"),
          moment="fill"),
    Worth("RecordFiltered", "records", counted=("filtered out", "filtered out")),
    Worth("WatermarkGenerated", "event time", stop="watermark",
          counted=("watermark generated", "watermarks generated")),
    Worth("SplitStatusChanged", "story", moment="idle"),
    Worth("ChannelWatermarkChanged", "event time"),
    Worth("ChannelStatusChanged", "event time"),
    Worth("WatermarkIgnored", "event time"),
    Worth("GeneratedWatermarkIgnored", "event time"),
    Worth("OperatorInputChanged", "event time"),
    Worth("WatermarkHeld", "event time", moment="held up"),
    Worth("StateUpdated", "records", "namespace=", moment="state"),
    Worth("StateUpdated", "records"),
    Worth("StateAppended", "records", "namespace=", moment="state"),
    Worth("StateAppended", "records"),
    Worth("StateEntryPut", "records", "namespace=", moment="state"),
    Worth("StateEntryPut", "records"),
    Worth("DefaultActionSuspended", "event time", "reason=no output buffer", moment="held up"),
    Worth("DefaultActionSuspended", "event time", "reason=blocked", moment="held up"),
    Worth("DefaultActionSuspended", "everything"),
    Worth("SourceRecordRead", "records", counted=("record read", "records read"), stop="record",
          moment="read"),
    Worth("SourceFinished", "event time"),
    Worth("TaskStateChanged", "event time", "after=FINISHED"),
    Worth("TaskStateChanged", "everything"),
    Worth("MailTaken", "everything", counted=("mail", "mails")),
    Worth("ElementReceived", "records", "element=record", stop="record"),
    Worth("ElementReceived", "everything"),
    Worth("BufferArrived", "everything"),
    Worth("BufferSent", "everything"),
    Worth("ProcessingTimeAdvanced", "everything", counted=("tick of the clock", "ticks of the clock")),
    Worth("ConnectionAttempted", "records"),
    Worth("SplitReleased", "event time"),
    Worth("WatermarkAligned", "event time",
          counted=("report to an alignment group", "reports to alignment groups")),
    Worth("IdlenessCountdownChanged", "event time"),
    Worth("OperatorWatermarkAdvanced", "event time", moment="minimum"),
    Worth("WindowCleared", "event time"),
    Worth("TimerRegistered", "event time", "namespace=", moment="state",
          counted=("timer registered", "timers registered")),
    Worth("TimerRegistered", "event time", counted=("timer registered", "timers registered")),
    Worth("TimerDeleted", "event time"),
    Worth("WindowSkippedAsLate", "records"),
    Worth("StateCleared", "records"),
    Worth("StateEntryRemoved", "records"),
    Worth("StateRead", "records"),
    Worth("StateEntryRead", "records"),
    Worth("TimestampAssigned", "records"),
    Worth("ElementProcessed", "records", "element=record"),
    Worth("TriggerEvaluated", "records"),
)  # fmt: skip
"""The rules, the most important first; the first one whose condition is met applies.

An event type without a rule is only described with ``everything``.
"""

STOPS: dict[Stop, str] = {
    "record": "a record that enters a source or a task",
    "watermark": "a watermark that is generated, or that a task's input reaches",
    "firing": "a window that fires, or a timer where there are no windows",
}
"""The ways of stepping through events, and what each stops at."""

MOMENTS: dict[str, tuple[str, str]] = {
    "failure": ("a task fails", "{n} tasks fail"),
    "start": ("the job starts", ""),
    "end": ("the job ends", ""),
    "late": ("a record is late", "{n} records are late"),
    "firing": ("a window or timer fires", "{n} fire"),
    "merge": ("sessions merge", "sessions merge {n} times"),
    "idle": ("something goes idle, or comes back", "the status of {n} changes"),
    "minimum": ("a minimum moves", "a minimum moves in {n} tasks"),
    "fill": ("a record goes into a pane", "{n} records go into panes"),
    "state": ("state changes", "{n} records change state"),
    "held up": ("a task is held up", "{n} times a task is held up"),
    "result": ("a result comes out", "{n} results come out"),
    "read": ("a record is read", "{n} records are read"),
}
"""The highlights, the most important first: the text for one, and the text for several."""

_REST = Worth("", "everything")

_OF_KIND: dict[str, tuple[Worth, ...]] = {
    worth.kind: tuple(each for each in WORTH if each.kind == worth.kind) for worth in WORTH
}


def worth_of(fact: TraceEvent, labels: Labels) -> Worth:
    """Find the rule that applies to *fact*."""
    kind = KIND_OF[type(fact)]
    for rule in _OF_KIND.get(kind.name, ()):
        if not rule.condition or holds(rule.condition, kind, fact, labels):
            return rule
    return _REST


def is_told(worth: Worth, grain: Grain) -> bool:
    """Return whether events with a rule are described one by one at a verbosity."""
    return GRAINS.index(worth.grain) <= GRAINS.index(grain)


def rank_of(kind: str) -> int:
    """Return the position of an event type among the rules; lower is more important."""
    return next((i for i, rule in enumerate(WORTH) if rule.kind == kind), len(WORTH))
