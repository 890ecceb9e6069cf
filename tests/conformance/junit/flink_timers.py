"""Flink's timer service, trigger harness and key groups for translated tests."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.core.java import key_groups
from flinksim.core.java.key_groups import KeyGroupRange
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.runtime.operators.window_contexts import WindowTriggerContext
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.testing.manual_clock import TestProcessingTimeService
from flinksim.trace.events import TimerFired
from tests.conformance.junit.flink_harness import list_tables
from tests.conformance.junit.flink_windows import as_trigger
from tests.conformance.junit.java_collections import JavaList, JavaSet, JavaTuple
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    REPLACED_CLASSES,
    NotExpressible,
    java_class,
    java_methods,
)
from tests.conformance.junit.java_objects import JavaObject, as_call


def create_backend(
    clock: TestProcessingTimeService,
    groups: KeyGroupRange,
    max_parallelism: int,
    emit: Any = None,
) -> HeapKeyedStateBackend:
    return HeapKeyedStateBackend(
        groups, max_parallelism, OperatorId("o1/0"), emit, clock.current_processing_time
    )


# --- triggers ------------------------------------------------------------------------------------


@java_class("TriggerTestHarness", "SimpleTriggerTestHarness", "AsyncTriggerTestHarness")
class TriggerHarness:
    """Flink's harness of a trigger, on flinksim's timers and state."""

    def __init__(self, trigger: Any, *serializers: Any) -> None:
        self._trigger = as_trigger(trigger)
        self._clock = TestProcessingTimeService(MIN_TIMESTAMP)
        self._backend = create_backend(self._clock, KeyGroupRange(0, 127), 128)
        self._backend.set_current_key(0)
        self._due: list[Any] = []
        self._timers = InternalTimerService("timers", self._backend, self._clock, self)
        self._context = WindowTriggerContext(self._backend, self._timers, None)

    def on_event_time(self, timer: Any) -> None:
        self._due.append(timer)

    on_processing_time = on_event_time

    def processElement(self, record: Any, window: Any) -> Any:
        timestamp = MIN_TIMESTAMP if record.timestamp is None else record.timestamp
        self._context.window = window
        return self._trigger.on_element(record.value, timestamp, window, self._context)

    def advanceProcessingTime(self, timestamp: int, *window: Any) -> Any:
        self._due = []
        self._clock.set_current_time(timestamp)
        return self._fire(self.invokeOnProcessingTime, window)

    def advanceWatermark(self, timestamp: int, *window: Any) -> Any:
        self._due = []
        self._timers.advance_watermark(timestamp)
        return self._fire(self.invokeOnEventTime, window)

    def _fire(self, invoke: Any, window: tuple[Any, ...]) -> Any:
        fired = [(t.namespace, invoke(t.timestamp, t.namespace)) for t in self._due]
        if not window:
            return JavaList(JavaTuple(*pair) for pair in fired)
        if len(fired) != 1 or fired[0][0] != window[0]:
            raise JAVA_CLASSES["IllegalStateException"](f"expected one timer, fired: {fired}")
        return fired[0][1]

    def invokeOnEventTime(self, timestamp: int, window: Any) -> Any:
        self._context.window = window
        return self._trigger.on_event_time(timestamp, window, self._context)

    def invokeOnProcessingTime(self, timestamp: int, window: Any) -> Any:
        self._context.window = window
        return self._trigger.on_processing_time(timestamp, window, self._context)

    def mergeWindows(self, target: Any, merged: Any) -> None:
        self._context.merged_windows = list(merged)
        self._context.window = target
        self._trigger.on_merge(target, self._context)
        for window in merged:
            self.clearTriggerState(window)

    def clearTriggerState(self, window: Any) -> None:
        self._context.window = window
        self._trigger.clear(window, self._context)

    def numStateEntries(self, *window: Any) -> int:
        return sum(
            not window or namespace == window[0]
            for table in list_tables(self._backend)
            for _, namespace, _ in table.entries()
        )

    def numEventTimeTimers(self, *window: Any) -> int:
        return _count(self._timers.event_time_timers, window)

    def numProcessingTimeTimers(self, *window: Any) -> int:
        return _count(self._timers.processing_time_timers, window)


def _count(timers: Any, namespace: tuple[Any, ...]) -> int:
    return sum(not namespace or timer.namespace == namespace[0] for timer in timers)


# --- the timer service ---------------------------------------------------------------------------

REPLACED_CLASSES.add("TestKeyContext")


@java_class("TestKeyContext")
class KeyContext:
    """The current key; that of the state backend once a timer service has it."""

    def __init__(self, *key: Any) -> None:
        self._key: Any = None
        self._backend: Any = None

    def use(self, backend: HeapKeyedStateBackend) -> None:
        self._backend = backend
        if self._key is not None:
            backend.set_current_key(self._key)

    def setCurrentKey(self, key: Any) -> None:
        self._key = key
        if self._backend is not None:
            self._backend.set_current_key(key)

    def getCurrentKey(self) -> Any:
        return self._key if self._backend is None else self._backend.current_key


@java_class("TestProcessingTimeService")
class ProcessingTimeServiceView:
    def __init__(self) -> None:
        self.inner = TestProcessingTimeService(MIN_TIMESTAMP)

    def setCurrentTime(self, timestamp: int) -> None:
        self.inner.set_current_time(timestamp)

    def getCurrentProcessingTime(self) -> int:
        return self.inner.current_processing_time()

    def getNumActiveTimers(self) -> int:
        return len(self.getActiveTimerTimestamps())

    def getActiveTimerTimestamps(self) -> JavaList:
        return JavaList(call.timestamp for call in self.inner._clock.list_effective())


@java_class("Triggerable")
class JavaTriggerable(JavaObject):
    def onEventTime(self, timer: Any) -> None: ...
    def onProcessingTime(self, timer: Any) -> None: ...


@java_class("TimerHeapInternalTimer")
class TimerView(tuple[Any, ...]):
    def __new__(cls, timestamp: int, key: Any, namespace: Any) -> TimerView:
        return tuple.__new__(cls, (timestamp, key, namespace))

    def getTimestamp(self) -> int:
        return self[0]  # type: ignore[no-any-return]

    def getKey(self) -> Any:
        return self[1]

    def getNamespace(self) -> Any:
        return self[2]


def _view_timer(timer: Any) -> TimerView:
    return TimerView(timer.timestamp, timer.key, timer.namespace)


class TimerTarget:
    """Passes firing timers to the target of the test."""

    def __init__(self) -> None:
        self.target: Any = None

    def on_event_time(self, timer: Any) -> None:
        self.target.onEventTime(_view_timer(timer))

    def on_processing_time(self, timer: Any) -> None:
        self.target.onProcessingTime(_view_timer(timer))


@java_class("HeapPriorityQueueSetFactory")
class QueueFactory:
    def __init__(self, groups: Any, max_parallelism: int, *capacity: int) -> None:
        self.max_parallelism = max_parallelism

    def create(self, name: str, serializer: Any) -> QueueFactory:
        return self


@java_class()
def TimerSerializer(*serializers: Any) -> None:
    """Timers are not serialized here."""


@java_class("UnregisteredMetricGroups")
class TimerMetrics:
    """The metric ``numFiredTimers``, from flinksim's events."""

    def __init__(self) -> None:
        self._fired = 0

    @staticmethod
    def createUnregisteredTaskMetricGroup() -> Any:
        metrics = TimerMetrics()
        return SimpleNamespace(getIOMetricGroup=lambda: metrics)

    def emit(self, event: tuple[Any, ...]) -> None:
        self._fired += event[0] is TimerFired

    def getNumFiredTimers(self) -> Any:
        return SimpleNamespace(getCount=lambda: self._fired)


@java_class("InternalTimerServiceImpl")
class TimerServiceView:
    def __init__(
        self,
        metrics: Any,
        groups: KeyGroupRange,
        key_context: KeyContext,
        clock: ProcessingTimeServiceView,
        event_queue: QueueFactory,
        *rest: Any,
    ) -> None:
        maximum = max(event_queue.max_parallelism, groups.end + 1)
        self._groups = groups
        emit = metrics.emit if isinstance(metrics, TimerMetrics) else None
        self._backend = create_backend(clock.inner, groups, maximum, emit)
        key_context.use(self._backend)
        self._target = TimerTarget()
        self._service = InternalTimerService("timers", self._backend, clock.inner, self._target)

    def startTimerService(
        self, key_serializer: Any, namespace_serializer: Any, target: Any
    ) -> None:
        self._target.target = target

    def getLocalKeyGroupRangeStartIdx(self) -> int:
        return self._groups.start

    def registerEventTimeTimer(self, namespace: Any, timestamp: int) -> None:
        self._service.register_event_time_timer(namespace, timestamp)

    def registerProcessingTimeTimer(self, namespace: Any, timestamp: int) -> None:
        self._service.register_processing_time_timer(namespace, timestamp)

    def deleteEventTimeTimer(self, namespace: Any, timestamp: int) -> None:
        self._service.delete_event_time_timer(namespace, timestamp)

    def deleteProcessingTimeTimer(self, namespace: Any, timestamp: int) -> None:
        self._service.delete_processing_time_timer(namespace, timestamp)

    def advanceWatermark(self, timestamp: int) -> None:
        self._service.advance_watermark(timestamp)

    def currentWatermark(self) -> int:
        return self._service.current_watermark

    def currentProcessingTime(self) -> int:
        return self._service.current_processing_time()

    def numEventTimeTimers(self, *namespace: Any) -> int:
        return _count(self._service.event_time_timers, namespace)

    def numProcessingTimeTimers(self, *namespace: Any) -> int:
        return _count(self._service.processing_time_timers, namespace)

    def getEventTimeTimersPerKeyGroup(self) -> JavaList:
        return self._group(self._service.event_time_timers)

    def getProcessingTimeTimersPerKeyGroup(self) -> JavaList:
        return self._group(self._service.processing_time_timers)

    def _group(self, timers: Any) -> JavaList:
        groups = JavaList(JavaSet() for _ in self._groups)
        for timer in timers:
            groups[self._backend.get_key_group(timer.key) - self._groups.start].add(
                _view_timer(timer)
            )
        return groups

    def forEachEventTimeTimer(self, function: Any) -> None:
        self._visit(self._service.event_time_timers, function)

    def forEachProcessingTimeTimer(self, function: Any) -> None:
        self._visit(self._service.processing_time_timers, function)

    def _visit(self, timers: Any, function: Any) -> None:
        for timer in list(timers):
            self._backend.set_current_key(timer.key)
            as_call(function, "accept")(timer.namespace, timer.timestamp)

    def snapshotTimersForKeyGroup(self, group: int) -> Any:
        raise NotExpressible("timers are not serialized by key group")


# --- key groups ----------------------------------------------------------------------------------


@java_class("KeyGroupRange")
class KeyGroupRangeType:
    def __new__(cls, start: int, end: int) -> Any:
        return KeyGroupRange(start, end)

    of = KeyGroupRange


java_methods(
    KeyGroupRange,
    getNumberOfKeyGroups=len,
    getStartKeyGroup=lambda groups: groups.start,
    getEndKeyGroup=lambda groups: groups.end,
    contains=lambda groups, group: group in groups,
)


@java_class()
class KeyGroupRangeAssignment:
    assignToKeyGroup = staticmethod(key_groups.assign_to_key_group)
    assignKeyToParallelOperator = staticmethod(key_groups.assign_key_to_parallel_operator)
    computeOperatorIndexForKeyGroup = staticmethod(key_groups.compute_operator_index_for_key_group)
    computeKeyGroupRangeForOperatorIndex = staticmethod(
        key_groups.compute_key_group_range_for_operator_index
    )
