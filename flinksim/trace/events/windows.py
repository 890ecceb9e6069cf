"""Facts of windows: assigned, merged, evaluated, fired, evicted from, cleared, late."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId
from flinksim.trace.events.base import Fact, event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.state.effects import OPERATOR, Const, Each
from flinksim.trace.values import Value

TriggerCallback: TypeAlias = Literal["onElement", "onEventTime", "onProcessingTime", "onMerge"]
TriggerVerdict: TypeAlias = Literal["CONTINUE", "FIRE", "PURGE", "FIRE_AND_PURGE"]
FiringKind: TypeAlias = Literal["early", "on time", "late"]
FiringClock: TypeAlias = Literal["watermark", "processing time", "count", "record", "end of input"]
"""What made a trigger fire: one of the clocks, so many records, one record, or the end of all input."""
_CONTENTS = Const("window-contents")
"""Flink's name for the state that holds a pane."""


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
