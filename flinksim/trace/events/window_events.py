"""Events of windows: assigned, merged, evaluated, fired, evicted from, cleared, late."""

from __future__ import annotations

from typing import Literal, TypeAlias

from flinksim.core.ids import OperatorId
from flinksim.trace.events.event import Event, declare_event
from flinksim.trace.events.fields import Count, Timestamp
from flinksim.trace.state.effects import OPERATOR, Const, Each
from flinksim.trace.values import Value

TriggerCallback: TypeAlias = Literal["onElement", "onEventTime", "onProcessingTime", "onMerge"]
TriggerResultName: TypeAlias = Literal["CONTINUE", "FIRE", "PURGE", "FIRE_AND_PURGE"]
FiringKind: TypeAlias = Literal["early", "on time", "late"]
FiringClock: TypeAlias = Literal["watermark", "processing time", "count", "record", "end of input"]
"""What made a trigger fire: a clock, a count, a single record, or the end of the input."""
_WINDOW_CONTENTS = Const("window-contents")
"""Flink's name of the state that holds the contents of a window."""


@declare_event(
    flink_method="WindowOperator.processElement",
    span_relation="call",
    parent_kinds=("ElementProcessed",),
)
class WindowAssigned(Event):
    """A record was added to the pane of a window, which now holds ``count`` elements.

    ``window`` is ``(start, end)``, or "GlobalWindow". ``state_window`` is the window under which
    the contents are stored. It differs from ``window`` if the window was merged.
    """

    operator: OperatorId
    key: Value
    window: Value
    value: Value
    timestamp: Timestamp | None
    count: Count
    state_window: Value

    EFFECTS = (OPERATOR.put("panes", "key", "window", count="count", state_window="state_window"),)


@declare_event(
    flink_method="MergingWindowSet.addWindow",
    span_relation="call",
    parent_kinds=("ElementProcessed",),
)
class WindowsMerged(Event):
    """The window of a record and the ``merged`` windows of its key became one window, the ``result``.

    ``window`` is the window of the record with ``value``. It is none if the assigner merged other
    windows as well. The pane holds ``count`` elements under ``state_window``. The record is added
    afterwards.
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


@declare_event(
    flink_method="ComparableAggregator.reduce",
    parent_kinds=("ElementProcessed", "TimerFired", "WindowAssigned"),
)
class SharedElementChanged(Event):
    """``max`` or ``min`` of a window set a field of an element that other windows hold, too.

    All these windows hold the same object. Each of them now has ``after`` where it had ``before``.
    """

    operator: OperatorId
    key: Value
    window: Value
    others: Value
    before: Value
    after: Value


@declare_event(
    flink_method="WindowOperator$Context.{callback}",
    parent_kinds=("ElementProcessed", "TimerFired", "WindowAssigned"),
)
class TriggerEvaluated(Event):
    """A trigger was called for a window and returned its ``result``."""

    operator: OperatorId
    key: Value
    window: Value
    callback: TriggerCallback
    result: TriggerResultName


@declare_event(
    flink_method="Trigger.clear", parent_kinds=("WindowCleared", "WindowsMerged", "TimerFired")
)
class TriggerCleared(Event):
    """A trigger was called to clear its state for a window that has closed or was merged."""

    operator: OperatorId
    key: Value
    window: Value


@declare_event(
    flink_method="{operator}.emitWindowContents",
    span_relation="call",
    parent_kinds=("TriggerEvaluated", "TimerFired", "ElementProcessed"),
    parent_role="clock",
)
class WindowFired(Event):
    """The contents of a pane were passed to the window function.

    ``kind`` is "on time" for the first firing at or after the watermark reached the end of the
    window, "early" for a firing before that, and "late" for every firing after the first. ``clock``
    is what made the trigger fire. ``contents`` are the ``count`` elements as the function sees
    them. ``watermark`` is the watermark of the operator at that time.
    """

    operator: OperatorId
    key: Value
    window: Value
    kind: FiringKind
    clock: FiringClock
    count: Count
    contents: Value
    watermark: Timestamp


@declare_event(
    flink_method="LocalSlicingWindowAggOperator.flush",
    parent_kinds=("ElementProcessed", "OperatorWatermarkAdvanced", "MailTaken"),
    parent_role="clock",
)
class PartialResultEmitted(Event):
    """A local aggregation of SQL sent the accumulators of a window's slice on, and forgot them.

    ``window`` is the slice, ``contents`` the row with the accumulators of its ``count`` records.
    """

    operator: OperatorId
    key: Value
    window: Value
    count: Count
    contents: Value

    EFFECTS = (OPERATOR.discard("panes", "key", "window"),)


@declare_event(
    flink_method="EvictingWindowOperator.emitWindowContents",
    span_relation="call",
    parent_kinds=("WindowFired", "TriggerEvaluated"),
)
class ElementsEvicted(Event):
    """An evictor removed ``evicted`` elements from a pane permanently; ``count`` elements remain.

    ``contents`` are the remaining elements, each with its timestamp.
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
            "lists", "key_group", _WINDOW_CONTENTS, "key", "state_window", value="contents"
        ).unless("count", 0),
        OPERATOR.discard("lists", "key_group", _WINDOW_CONTENTS, "key", "state_window").when(
            "count", 0
        ),
    )


@declare_event(
    flink_method="{nothing}", parent_kinds=("TriggerEvaluated", "TimerFired", "ElementProcessed")
)
class FiringSkipped(Event):
    """A firing had no result, because the pane is empty or the window of the timer no longer exists."""

    operator: OperatorId
    key: Value
    window: Value
    reason: Literal["empty contents", "no state window"]


@declare_event(
    flink_method="{operator}.clearAllState",
    span_relation="call",
    parent_kinds=("TimerFired", "TriggerEvaluated", "ElementProcessed"),
)
class WindowCleared(Event):
    """The contents of a pane were deleted: purged by its trigger, or at its cleanup time."""

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


@declare_event(
    flink_method="WindowOperator.isWindowLate",
    parent_kinds=("ElementProcessed",),
    origin_role="clock",
)
class WindowSkippedAsLate(Event):
    """A window of a record no longer exists: the watermark has reached its cleanup time."""

    operator: OperatorId
    key: Value
    window: Value
    cleanup_time: Timestamp
    watermark: Timestamp


@declare_event(
    flink_method="{operator}.processElement",
    span_relation="call",
    parent_kinds=("ElementProcessed",),
    origin_role="clock",
)
class LateRecordDropped(Event):
    """A record came too late for all its windows, and was dropped or sent to the late side output.

    ``windows`` are the windows of the record. The last of them was cleaned up at ``cleanup_time``.
    A join has no windows.
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
