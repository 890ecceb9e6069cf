"""Verbosity: which events a description includes, in one list, the most important types first.

``story`` has the results and their reasons. ``event time`` adds what advances watermarks and timers.
``records`` adds what happens to every record. ``everything`` adds the rest. Each level includes the
levels before it.

The list is also rendered into the code of the browser, which describes a step by its most important
event. ``step_target`` names the way of stepping that stops at an event
(``widgets/src/stepper/stops.ts``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from flinksim.trace.events import TraceEvent
from flinksim.trace.narration.templates import is_condition_met
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS

Verbosity: TypeAlias = Literal["story", "event time", "records", "everything"]
VERBOSITY_LEVELS: tuple[Verbosity, ...] = get_args(Verbosity)
"""The verbosity levels of a description, from coarse to fine."""

StepTarget: TypeAlias = Literal["", "record", "watermark", "firing"]
Highlight: TypeAlias = Literal[
    "", "failure", "start", "end", "late", "firing", "merge", "idle", "watermark", "fill", "state",
    "blocked", "result", "read",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class VerbosityRule:
    """From which verbosity on the events of one type are described one by one.

    The rule applies if the event meets its ``condition`` (as in sentence templates). Events that are not
    described one by one are counted: ``count`` names the entry of ``event_counts`` in the message catalogs.
    ``is_explanatory``: the event is included from ``event time`` on, and in coarser descriptions if an
    included event lies within it. ``highlight`` names the entry of ``highlights`` in the
    message catalogs that events of this type make.
    """

    kind: str
    verbosity: Verbosity
    condition: str = ""
    count: str = ""
    is_explanatory: bool = False
    step_target: StepTarget = ""
    highlight: Highlight = ""


VERBOSITY_RULES: tuple[VerbosityRule, ...] = (
    VerbosityRule("TaskFailed", "story", highlight="failure"),
    VerbosityRule("JobSubmitted", "story", highlight="start"),
    VerbosityRule("RestartDecided", "story", highlight="failure"),
    VerbosityRule("JobStatusChanged", "event time", "before=CREATED"),
    VerbosityRule("JobStatusChanged", "story", "after=RUNNING", highlight="start"),
    VerbosityRule("JobStatusChanged", "event time", "after=FAILING"),
    VerbosityRule("JobStatusChanged", "event time", "after=RESTARTING"),
    VerbosityRule("JobStatusChanged", "story", highlight="end"),
    VerbosityRule("ExecutionReset", "event time"),
    VerbosityRule("ActorCalled", "event time", "call=disconnectTaskManager"),
    VerbosityRule("ActorCalled", "event time", "call=disconnectResourceManager"),
    VerbosityRule("SlotReleased", "event time"),
    VerbosityRule("SlotReserved", "event time"),
    VerbosityRule("ResultsCommitted", "story", highlight="result"),
    VerbosityRule("OffsetsCommitted", "event time"),
    VerbosityRule("SplitPending", "event time"),
    VerbosityRule("CommitPrepared", "event time"),
    VerbosityRule("CheckpointTriggered", "event time", highlight="start"),
    VerbosityRule("CheckpointCompleted", "story", highlight="end"),
    VerbosityRule("CheckpointAborted", "story", highlight="end"),
    VerbosityRule("CheckpointRestored", "story", highlight="start"),
    VerbosityRule("CheckpointNotTriggered", "event time"),
    VerbosityRule("BarrierEmitted", "event time"),
    VerbosityRule("CheckpointAcknowledged", "event time"),
    VerbosityRule("CheckpointDeclined", "event time"),
    VerbosityRule("CheckpointNotified", "records"),
    VerbosityRule("OperatorSnapshotTaken", "records"),
    VerbosityRule("SnapshotWritten", "records"),
    VerbosityRule("PaneRestored", "records"),
    VerbosityRule("StateRestored", "records"),
    VerbosityRule("ListRestored", "records"),
    VerbosityRule("StateEntryRestored", "records"),
    VerbosityRule("TimerRestored", "records"),
    VerbosityRule("WindowFired", "story", step_target="firing", highlight="firing"),
    VerbosityRule("LateRecordDropped", "story", highlight="late"),
    VerbosityRule("TimerFired", "story", "namespace=", step_target="firing", highlight="firing"),
    VerbosityRule(
        "TimerFired",
        "event time",
        count="timers_fired",
        step_target="firing",
    ),
    VerbosityRule("ResultWritten", "story", highlight="result"),
    VerbosityRule("SideOutputEmitted", "story", highlight="result"),
    VerbosityRule(
        "InputWatermarkAdvanced",
        "event time",
        is_explanatory=True,
        step_target="watermark",
        highlight="watermark",
        count="task_watermarks",
    ),
    VerbosityRule("InputStatusChanged", "story", highlight="idle"),
    VerbosityRule("WindowsMerged", "story", "merged:number=1", highlight="fill"),
    VerbosityRule("WindowsMerged", "story", highlight="merge"),
    VerbosityRule("FiringSkipped", "story"),
    VerbosityRule("SharedElementChanged", "story"),
    VerbosityRule("ElementsEvicted", "story"),
    VerbosityRule(
        "WindowAssigned",
        "records",
        count="window_records",
        highlight="fill",
    ),
    VerbosityRule("PartialResultEmitted", "records"),
    VerbosityRule("PythonFunctionCalled", "records"),
    VerbosityRule("RecordFiltered", "records", count="filtered_records"),
    VerbosityRule(
        "WatermarkGenerated",
        "event time",
        step_target="watermark",
        count="generated_watermarks",
    ),
    VerbosityRule("SplitStatusChanged", "story", highlight="idle"),
    VerbosityRule("ChannelWatermarkChanged", "event time"),
    VerbosityRule("ChannelStatusChanged", "event time"),
    VerbosityRule("WatermarkIgnored", "event time"),
    VerbosityRule("GeneratedWatermarkIgnored", "event time"),
    VerbosityRule("OperatorInputChanged", "event time"),
    VerbosityRule("WatermarkHeld", "event time", highlight="blocked"),
    VerbosityRule("StateUpdated", "records", "namespace=", highlight="state"),
    VerbosityRule("StateUpdated", "records"),
    VerbosityRule("StateAppended", "records", "namespace=", highlight="state"),
    VerbosityRule("StateAppended", "records"),
    VerbosityRule("StateEntryPut", "records", "namespace=", highlight="state"),
    VerbosityRule("StateEntryPut", "records"),
    VerbosityRule(
        "DefaultActionSuspended", "event time", "reason=no output buffer", highlight="blocked"
    ),
    VerbosityRule("DefaultActionSuspended", "event time", "reason=blocked", highlight="blocked"),
    VerbosityRule("DefaultActionSuspended", "everything"),
    VerbosityRule(
        "SourceRecordRead",
        "records",
        count="read_records",
        step_target="record",
        highlight="read",
    ),
    VerbosityRule("SourceFinished", "event time"),
    VerbosityRule("TaskStateChanged", "event time", "after=FINISHED"),
    VerbosityRule("TaskStateChanged", "everything"),
    VerbosityRule("WatermarkAligned", "event time", count="alignment_reports"),
    VerbosityRule("MailTaken", "everything", count="mails"),
    VerbosityRule("ElementReceived", "records", "element=record", step_target="record"),
    VerbosityRule("ElementReceived", "everything"),
    VerbosityRule("BufferArrived", "everything"),
    VerbosityRule("BufferSent", "everything"),
    VerbosityRule(
        "ProcessingTimeAdvanced",
        "everything",
        count="clock_ticks",
    ),
    VerbosityRule("ConnectionAttempted", "records"),
    VerbosityRule("SplitReleased", "event time"),
    VerbosityRule("IdlenessCountdownChanged", "event time"),
    VerbosityRule("OperatorWatermarkAdvanced", "event time", highlight="watermark"),
    VerbosityRule("WindowCleared", "event time"),
    VerbosityRule(
        "TimerRegistered",
        "event time",
        "namespace=",
        highlight="state",
        count="registered_timers",
    ),
    VerbosityRule("TimerRegistered", "event time", count="registered_timers"),
    VerbosityRule("TimerDeleted", "event time"),
    VerbosityRule("WindowSkippedAsLate", "records"),
    VerbosityRule("StateExpired", "records", highlight="state"),
    VerbosityRule("StateCleared", "records"),
    VerbosityRule("StateEntryRemoved", "records"),
    VerbosityRule("StateRead", "records"),
    VerbosityRule("StateEntryRead", "records"),
    VerbosityRule("TimestampAssigned", "records"),
    VerbosityRule("ElementProcessed", "records", "element=record"),
    VerbosityRule("TriggerEvaluated", "records"),
)
"""The rules, the most important first; the first one whose condition is met applies.

An event type without a rule is only described with ``everything``.
"""

STEP_TARGETS: dict[StepTarget, str] = {
    "record": "a record that is read by a source or received by a task",
    "watermark": "a watermark that is generated, or a task's watermark that advances",
    "firing": "a window that fires; in a job without windows, a timer",
}
"""The ways in which a user can step through a run, and the events at which each way stops."""

_DEFAULT_RULE = VerbosityRule("", "everything")

_RULES_BY_KIND: dict[str, tuple[VerbosityRule, ...]] = {
    worth.kind: tuple(each for each in VERBOSITY_RULES if each.kind == worth.kind)
    for worth in VERBOSITY_RULES
}


def find_rule(event: TraceEvent, formatter: Formatter) -> VerbosityRule:
    """Find the rule that applies to *event*."""
    kind = KINDS_BY_CLASS[type(event)]
    for rule in _RULES_BY_KIND.get(kind.name, ()):
        if not rule.condition or is_condition_met(rule.condition, kind, event, formatter):
            return rule
    return _DEFAULT_RULE


def is_included(rule: VerbosityRule, verbosity: Verbosity) -> bool:
    """Return whether events with a rule are described one by one at a verbosity."""
    return VERBOSITY_LEVELS.index(rule.verbosity) <= VERBOSITY_LEVELS.index(verbosity)


def find_rank(kind: str) -> int:
    """Return the position of an event type among the verbosity rules; lower is more important."""
    return next(
        (i for i, rule in enumerate(VERBOSITY_RULES) if rule.kind == kind), len(VERBOSITY_RULES)
    )
