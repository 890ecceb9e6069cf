"""Flink's windows, assigners, triggers and evictors for translated tests."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from flinksim.datastream import evictors, triggers, window_assigners, window_types
from flinksim.runtime.operators.merging_window_set import MergingWindowSet
from flinksim.runtime.operators.window_operator import WindowOperator
from tests.conformance.junit.assertions import Matcher, is_equal
from tests.conformance.junit.flink_functions import ContextView
from tests.conformance.junit.java_collections import JavaList, JavaTuple
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    NotExpressible,
    java_class,
    java_methods,
    static_import,
)
from tests.conformance.junit.java_objects import JavaObject, as_call
from tests.conformance.junit.mocks import MOCK_DEFAULTS, is_mock

for _module, _names in (
    (window_types, "TimeWindow GlobalWindow Window"),
    (
        triggers,
        "EventTimeTrigger ProcessingTimeTrigger CountTrigger PurgingTrigger DeltaTrigger "
        "ContinuousEventTimeTrigger ContinuousProcessingTimeTrigger ProcessingTimeoutTrigger "
        "TriggerResult",
    ),
    (
        window_assigners,
        "GlobalWindows TumblingEventTimeWindows SlidingEventTimeWindows EventTimeSessionWindows "
        "TumblingProcessingTimeWindows SlidingProcessingTimeWindows ProcessingTimeSessionWindows "
        "DynamicEventTimeSessionWindows DynamicProcessingTimeSessionWindows WindowStagger "
        "MergingWindowAssigner WindowAssigner",
    ),
    (evictors, "CountEvictor TimeEvictor DeltaEvictor TimestampedValue"),
):
    for _name in _names.split():
        if hasattr(_module, _name):
            JAVA_CLASSES[_name] = getattr(_module, _name)

JAVA_CLASSES["WindowAssignerContext"] = window_assigners.WindowAssigner.WindowAssignerContext
JAVA_CLASSES["TimeWindow.Serializer"] = window_types.TimeWindowSerializer
JAVA_CLASSES["GlobalWindow.Serializer"] = window_types.GlobalWindowSerializer
JAVA_CLASSES["NeverTrigger"] = type(window_assigners.GlobalWindows.create().get_default_trigger())
JAVA_CLASSES["MergeFunction"] = JavaObject

TimeWindow = window_types.TimeWindow
java_methods(
    window_assigners.EventTimeSessionWindows,
    sessionTimeout=lambda assigner: assigner._session_gap,
)
java_methods(
    TimeWindow,
    getStart=lambda window: window[0],
    getEnd=lambda window: window[1],
)


@java_class("TimeWindow")
class TimeWindowType:
    """The Java class: it is called for a new window, and has static methods."""

    Serializer = window_types.TimeWindowSerializer

    def __new__(cls, start: int, end: int) -> Any:
        return TimeWindow(start, end)

    @staticmethod
    def getWindowStartWithOffset(timestamp: int, offset: int, size: int) -> int:
        return TimeWindow.get_window_start_with_offset(timestamp, offset, size)

    @staticmethod
    def mergeWindows(windows: Any, callback: Any) -> None:
        TimeWindow.merge_windows(windows, callback)


for _kind in (window_types.TimeWindowSerializer, window_types.GlobalWindowSerializer):
    # two serializers are equal if they are of one class; flinksim compares none
    java_methods(_kind, equals=lambda own, other: type(own) is type(other))


@java_class("SessionWindowTimeGapExtractor")
class GapExtractor(JavaObject, window_assigners.SessionWindowTimeGapExtractor): ...


@java_class("MergeCallback", "MergingWindowAssigner.MergeCallback")
class MergeCallback(window_assigners.MergingWindowAssigner.MergeCallback):
    def merge(self, windows: Any, result: Any) -> None: ...


def _get_stagger_offset(stagger: Any, now_ms: int, size: int) -> int:
    if stagger.name == "RANDOM":
        raise NotExpressible("the offset is drawn from the subtask index, not from chance")
    context = SimpleNamespace(
        get_current_processing_time=lambda: now_ms, get_runtime_context=lambda: None
    )
    return stagger.get_stagger_offset(size, context)  # type: ignore[no-any-return]


java_methods(window_assigners.WindowStagger, getStaggerOffset=_get_stagger_offset)
for _name in ("_ProcessingTimeMixin", "_EventTimeMixin", "GlobalWindows"):
    java_methods(
        getattr(window_assigners, _name),
        getWindowSerializer=lambda assigner, *config: assigner.get_window_serializer(),
        getDefaultTrigger=lambda assigner, *environment: assigner.get_default_trigger(),
    )


def _refuse_context(operator: Any) -> Any:
    raise NotExpressible("the operator has no public context")


java_methods(WindowOperator, processContext=_refuse_context)


# --- what a test writes itself -------------------------------------------------------------------


@java_class("Trigger")
class JavaTrigger(JavaObject):
    """Base of the triggers of tests."""

    def canMerge(self) -> bool:
        return False

    def onMerge(self, *arguments: Any) -> None:
        raise JAVA_CLASSES["UnsupportedOperationException"]("This trigger does not merge.")


class TriggerView(triggers.Trigger):
    """A trigger of a test as one of flinksim."""

    def __init__(self, trigger: Any) -> None:
        self._trigger = trigger

    def on_element(self, element: Any, timestamp: int, window: Any, context: Any) -> Any:
        return self._trigger.onElement(element, timestamp, window, ContextView(context))

    def on_event_time(self, time: int, window: Any, context: Any) -> Any:
        return self._trigger.onEventTime(time, window, ContextView(context))

    def on_processing_time(self, time: int, window: Any, context: Any) -> Any:
        return self._trigger.onProcessingTime(time, window, ContextView(context))

    def can_merge(self) -> bool:
        return bool(self._trigger.canMerge())

    def on_merge(self, window: Any, context: Any) -> None:
        self._trigger.onMerge(window, ContextView(context))

    def clear(self, window: Any, context: Any) -> None:
        self._trigger.clear(window, ContextView(context))


def as_trigger(trigger: Any) -> Any:
    is_own = isinstance(trigger, JavaObject) and not is_mock(trigger)
    return TriggerView(trigger) if is_own else trigger


class MergingAssignerView(window_assigners.MergingWindowAssigner):
    """A test's subclass of one of flinksim's merging assigners: Java's methods come first."""

    def __init__(self, assigner: Any) -> None:
        self._assigner = assigner

    def _call(self, java_name: str, python_name: str, *arguments: Any) -> Any:
        is_own = hasattr(type(self._assigner), java_name)
        return getattr(self._assigner, java_name if is_own else python_name)(*arguments)

    def assign_windows(self, element: Any, timestamp: int, context: Any) -> list[Any]:
        return list(self._call("assignWindows", "assign_windows", element, timestamp, context))

    def merge_windows(self, windows: Any, callback: Any) -> None:
        self._call("mergeWindows", "merge_windows", JavaList(windows), callback)

    def get_default_trigger(self, *environment: Any) -> Any:
        return as_trigger(self._call("getDefaultTrigger", "get_default_trigger"))

    def get_window_serializer(self) -> Any:
        return window_types.TimeWindowSerializer()

    def is_event_time(self) -> bool:
        return bool(self._call("isEventTime", "is_event_time"))


class AssignerView(window_assigners.WindowAssigner):
    """A test's own assigner."""

    def __init__(self, assigner: Any) -> None:
        self._assigner = assigner

    def assign_windows(self, element: Any, timestamp: int, context: Any) -> list[Any]:
        return list(self._assigner.assignWindows(element, timestamp, context))

    def get_default_trigger(self, *environment: Any) -> Any:
        return as_trigger(self._assigner.getDefaultTrigger())

    def get_window_serializer(self) -> Any:
        return window_types.TimeWindowSerializer()

    def is_event_time(self) -> bool:
        return bool(self._assigner.isEventTime())


def as_assigner(assigner: Any) -> Any:
    if is_mock(assigner) or not isinstance(assigner, JavaObject):
        return assigner
    if isinstance(assigner, window_assigners.MergingWindowAssigner):
        return MergingAssignerView(assigner)
    return AssignerView(assigner) if hasattr(type(assigner), "assignWindows") else assigner


@java_class("MergingWindowSet")
class MergingWindowSetView:
    """Flink's set keeps its windows in a state of the test; flinksim's gets and returns them."""

    def __init__(self, assigner: Any, state: Any) -> None:
        self._state = state
        self._initial = dict(state.get() or [])
        self._set = MergingWindowSet(as_assigner(assigner), mapping=dict(self._initial))

    def addWindow(self, window: Any, function: Any) -> Any:
        def merge(
            joined: Any, result: Any, merged: Any, state_window: Any, state_windows: Any
        ) -> None:
            as_call(function, "merge")(
                result, JavaList(merged), state_window, JavaList(state_windows)
            )

        return self._set.add_window(window, merge)

    def getStateWindow(self, window: Any) -> Any:
        return self._set.get_state_window(window)

    def retireWindow(self, window: Any) -> None:
        self._set.retire_window(window)

    def persist(self) -> None:
        if dict(self._set.mapping) != self._initial:
            pairs = (JavaTuple(*pair) for pair in self._set.mapping.items())
            self._state.update(JavaList(pairs))


MOCK_DEFAULTS[JavaTrigger] = {"canMerge": True}  # Flink checks it in the API, not in the operator


@static_import("isWindowedValue")
def match_windowed_value(value: Any, *rest: Any) -> Matcher:
    def matches(windowed: Any) -> bool:
        return (
            is_equal(windowed.value(), value)
            and (not rest or is_equal(windowed.window(), rest[-1]))
            and (len(rest) < 2 or windowed.timestamp() == rest[0])
        )

    return Matcher(matches, f"windowed {value!r}")


@static_import("timeWindow")
def match_time_window(*bounds: int) -> Matcher:
    return Matcher(lambda window: not bounds or tuple(window) == bounds, f"window{bounds}")
