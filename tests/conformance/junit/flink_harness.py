"""Flink's operators and their test harnesses on flinksim's."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

from flinksim.datastream import state, transformations
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing import harness
from tests.conformance.junit.flink_functions import (
    CoFlatMapView,
    FlatMapView,
    InternalWindowFunction,
    InternalWindowFunctionView,
    as_key_selector,
)
from tests.conformance.junit.flink_watermarks import StrategyView
from tests.conformance.junit.flink_windows import as_assigner, as_trigger
from tests.conformance.junit.java_collections import JavaEntry, JavaList
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    NotExpressible,
    java_class,
)
from tests.conformance.junit.java_objects import Inert, JavaObject, Lambda
from tests.conformance.junit.mocks import is_mock


class KeyedOperator:
    """An operator whose key selectors come with the harness."""

    def __init__(self, create: Callable[[list[Any]], Any], key_selector: Any = None) -> None:
        self._create = create
        self._key_selector = key_selector
        self.operator: Any = None

    def getKeySelector(self) -> Any:
        return self._key_selector

    def create(self, selectors: list[Any]) -> Any:
        self.operator = self._create(selectors)
        return self.operator


def declare_operator(name: str, create_spec: Callable[..., Any]) -> None:
    JAVA_CLASSES[name] = lambda *arguments: create_operator(create_spec(*arguments))


def declare_keyed_operator(name: str, create_spec: Callable[..., Any]) -> None:
    JAVA_CLASSES[name] = lambda *arguments: KeyedOperator(
        lambda keys: create_operator(create_spec(keys, *arguments))
    )


declare_operator("StreamMap", transformations.MapSpec)
declare_operator("StreamFilter", transformations.FilterSpec)
declare_operator("StreamFlatMap", lambda f: transformations.FlatMapSpec(FlatMapView(f)))
declare_operator("CoStreamMap", transformations.CoMapSpec)
declare_operator("CoStreamFlatMap", lambda f: transformations.CoFlatMapSpec(CoFlatMapView(f)))
declare_operator("ProcessOperator", transformations.ProcessSpec)
declare_operator("CoProcessOperator", transformations.CoProcessSpec)
declare_operator(
    "CoBroadcastWithNonKeyedOperator",
    lambda f, states: transformations.BroadcastProcessSpec(f, tuple(states)),
)
declare_keyed_operator(
    "KeyedProcessOperator", lambda keys, f: transformations.KeyedProcessSpec(f, keys[0])
)
declare_keyed_operator(
    "KeyedCoProcessOperator", lambda keys, f: transformations.KeyedCoProcessSpec(f, *keys)
)
declare_keyed_operator(
    "CoBroadcastWithKeyedOperator",
    lambda keys, f, states: transformations.KeyedBroadcastProcessSpec(f, keys[0], tuple(states)),
)
declare_keyed_operator(
    "StreamGroupedReduceOperator", lambda keys, f, *_: transformations.ReduceSpec(f, keys[0])
)
declare_keyed_operator(
    "BatchGroupedReduceOperator", lambda keys, f, *_: transformations.ReduceSpec(f, keys[0], True)
)


@java_class("IntervalJoinOperator")
class IntervalJoin(KeyedOperator):
    def __init__(
        self,
        low: int,
        high: int,
        has_low: bool,
        has_high: bool,
        left_late: Any,
        right_late: Any,
        left_serializer: Any,
        right_serializer: Any,
        function: Any,
    ) -> None:
        super().__init__(
            lambda keys: create_operator(
                transformations.IntervalJoinSpec(
                    function,
                    *keys,
                    low if has_low else low + 1,
                    high if has_high else high - 1,
                    left_late,
                    right_late,
                )
            )
        )

    def getLeftBuffer(self) -> JoinBufferView:
        return JoinBufferView(self.operator._left_buffer)

    def getRightBuffer(self) -> JoinBufferView:
        return JoinBufferView(self.operator._right_buffer)


class JoinBufferView:
    def __init__(self, buffer: Any) -> None:
        self._buffer = buffer

    def keys(self) -> JavaList:
        return JavaList(timestamp for timestamp, _ in self._buffer.get_ordered_entries())

    def entries(self) -> JavaList:
        entries = self._buffer.get_ordered_entries()
        return JavaList(JavaEntry(timestamp, JavaList(values)) for timestamp, values in entries)

    def contains(self, timestamp: int) -> bool:
        return timestamp in self.keys()


@java_class("WindowOperatorFactory")
def create_window_operator(
    assigner: Any,
    window_serializer: Any,
    key_selector: Any,
    key_serializer: Any,
    descriptor: Any,
    function: Any,
    trigger: Any,
    lateness: int,
    late_tag: Any,
    evictor: Any = None,
) -> KeyedOperator:
    aggregation = None
    if isinstance(descriptor, state.ReducingStateDescriptor):
        aggregation = descriptor.get_reduce_function()
    elif isinstance(descriptor, state.AggregatingStateDescriptor):
        aggregation = descriptor.get_agg_function()
    if isinstance(function, InternalWindowFunction) or is_mock(function):
        function = InternalWindowFunctionView(function, is_single=aggregation is not None)

    def create(keys: list[Any]) -> Any:
        return create_operator(
            transformations.WindowSpec(
                key_selector=as_key_selector(key_selector),
                assigner=as_assigner(assigner),
                trigger=as_trigger(trigger),
                evictor=evictor,
                allowed_lateness_ms=lateness,
                late_output_tag=late_tag,
                pre_aggregation=aggregation,
                window_function=function,
            )
        )

    create([])  # Flink checks the arguments in the constructor
    return KeyedOperator(create, key_selector)


@java_class("EvictingWindowOperatorFactory")
def create_evicting_window_operator(*arguments: Any) -> KeyedOperator:
    *before, trigger, evictor, lateness, late_tag = arguments
    return create_window_operator(*before, trigger, lateness, late_tag, evictor)


@java_class("TimestampsAndWatermarksOperatorFactory")
class WatermarksOperator:
    def __init__(self, strategy: StrategyView, is_progressive: bool = True) -> None:
        if not is_progressive:
            raise NotExpressible("batch mode without progressive watermarks")
        resolved = strategy.inner.resolve_timestamp_assigner(keeps_earlier=True)
        self.spec = transformations.TimestampsAndWatermarksSpec(resolved)


class Output(JavaList):
    """The output of a harness; what a test polls or clears is gone from it."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner.get_output())
        self._inner = inner

    def clear(self) -> None:
        self._inner.clear_output()
        super().clear()

    def poll(self) -> Any:
        if not self:
            return None
        recorded = self._inner.output.all_elements
        del recorded[next(i for i, (tag, _) in enumerate(recorded) if tag is None)]
        return self.pop(0)


class PackedStates(list[Any]):
    """Snapshots of several subtasks, which flinksim's harness cannot restore."""


@java_class()
class AbstractStreamOperatorTestHarness:
    @staticmethod
    def repackageState(*snapshots: Any) -> PackedStates:
        return PackedStates(snapshots)

    @staticmethod
    def repartitionOperatorState(snapshot: Any, *arguments: Any) -> Any:
        return snapshot


class HarnessView:
    """What the harnesses have in common."""

    create_inner: Callable[..., Any]

    def __init__(self, operator: Any, *arguments: Any) -> None:
        kinds = (Lambda, FunctionType, JavaObject)
        selectors = [
            as_key_selector(argument) for argument in arguments if isinstance(argument, kinds)
        ]
        numbers = [argument for argument in arguments if type(argument) is int]
        names = ("max_parallelism", "parallelism", "subtask_index")
        self._options: dict[str, Any] = dict(zip(names, numbers, strict=True)) if numbers else {}
        self._spec = operator.spec if isinstance(operator, WatermarksOperator) else None
        self._is_open = False
        if isinstance(operator, KeyedOperator):
            operator = operator.create(selectors)
        self.operator = operator
        if self._spec is None:
            self.inner = type(self).create_inner(operator, **self._options)

    def setup(self, *serializers: Any) -> None: ...
    def initializeEmptyState(self) -> None: ...
    def setTimeCharacteristic(self, characteristic: Any) -> None: ...

    def getExecutionConfig(self) -> Any:
        if self._spec is None:
            return Inert()

        def set_interval(interval: Any) -> None:
            ms = interval if isinstance(interval, int) else interval.to_millis()
            self._options["auto_watermark_interval_ms"] = ms

        return SimpleNamespace(setAutoWatermarkInterval=set_interval)

    def open(self) -> None:
        if self._spec is not None:
            self.operator = create_operator(self._spec)
            options = {"auto_watermark_interval_ms": 200, **self._options}
            self.inner = harness.OneInputStreamOperatorTestHarness(self.operator, **options)
            self._spec = None
        if not self._is_open:
            self.inner.open()
            self._is_open = True

    def close(self) -> None:
        self.inner.close()

    def endInput(self) -> None:
        self.inner.end_input()

    # --- state and time --------------------------------------------------------------------------

    def initializeState(self, snapshot: Any) -> None:
        if isinstance(snapshot, PackedStates):
            raise NotExpressible("a snapshot merged of several subtasks")
        if snapshot is not None:
            self.inner.initialize_state(snapshot)

    def snapshot(self, *ids: int) -> Any:
        return self.inner.snapshot()

    def numKeyedStateEntries(self) -> int:
        return count_entries(self.operator.backend)

    def numEventTimeTimers(self) -> int:
        return self.inner.num_event_time_timers()  # type: ignore[no-any-return]

    def numProcessingTimeTimers(self) -> int:
        return self.inner.num_processing_time_timers()  # type: ignore[no-any-return]

    def setProcessingTime(self, timestamp: int) -> None:
        service = self.inner.processing_time
        if timestamp < service.current_processing_time():
            service._clock.now_ms = timestamp  # Flink's clock of tests can be set back
        else:
            self.inner.set_processing_time(timestamp)

    def getProcessingTime(self) -> int:
        return self.inner.get_processing_time()  # type: ignore[no-any-return]

    def advanceTime(self, ms: int) -> None:
        self.setProcessingTime(self.getProcessingTime() + ms)

    def getEnvironment(self) -> Any:
        """The environment, of which tests ask the gauges of backpressure."""
        timer = self.operator.context.backpressure
        gauge = SimpleNamespace(markStart=timer.start, markEnd=timer.stop)
        metrics = SimpleNamespace(
            getHardBackPressuredTimePerSecond=lambda: gauge,
            getSoftBackPressuredTimePerSecond=lambda: gauge,
        )
        group = SimpleNamespace(getIOMetricGroup=lambda: metrics)
        return SimpleNamespace(getMetricGroup=lambda: group)

    def getProcessingTimeService(self) -> Any:
        return self.inner.processing_time

    def getCurrentWatermark(self) -> int:
        return self.inner.get_current_watermark()  # type: ignore[no-any-return]

    # --- output ----------------------------------------------------------------------------------

    def getOutput(self) -> Output:
        return Output(self.inner)

    def getSideOutput(self, tag: Any) -> JavaList | None:
        return JavaList(self.inner.get_side_output(tag)) or None

    def getRecordOutput(self) -> JavaList:
        return JavaList(e for e in self.inner.get_output() if isinstance(e, StreamRecord))

    extractOutputStreamRecords = getRecordOutput

    def extractOutputValues(self) -> JavaList:
        return JavaList(self.inner.extract_output_values())

    def getOperator(self) -> Any:
        return self.operator

    getOneInputOperator = getTwoInputOperator = getOperator


def count_entries(backend: Any) -> int:
    """State entries; a purged pane stays as an empty object here, which is no state in Flink."""
    return sum(
        not (type(value).__name__ == "Pane" and value.contents is None)
        for table in list_tables(backend)
        for _, _, value in table.entries()
    )


def list_tables(backend: Any) -> list[Any]:
    return list(backend.tables.values() if isinstance(backend.tables, dict) else backend.tables)


def _as_record(value: Any, timestamp: tuple[int, ...]) -> StreamRecord:
    if isinstance(value, StreamRecord):
        return value.copy()
    return StreamRecord(value, timestamp[0] if timestamp else None)


def _as_timestamp(watermark: Any) -> int:
    return watermark if isinstance(watermark, int) else watermark.timestamp


@java_class("OneInputStreamOperatorTestHarness", "KeyedOneInputStreamOperatorTestHarness")
class OneInputHarness(HarnessView):
    create_inner = harness.KeyedOneInputStreamOperatorTestHarness

    def processElement(self, value: Any, *timestamp: int) -> None:
        if isinstance(value, Watermark):
            self.processWatermark(value)
        else:
            self.inner.process_element(_as_record(value, timestamp))

    def processElements(self, values: Any) -> None:
        for value in values:
            self.processElement(value)

    def processWatermark(self, watermark: Any) -> None:
        self.inner.process_watermark(_as_timestamp(watermark))

    watermark = processWatermark

    def processWatermarkStatus(self, status: Any) -> None:
        self.inner.process_watermark_status(status)


@java_class("TwoInputStreamOperatorTestHarness", "KeyedTwoInputStreamOperatorTestHarness")
class TwoInputHarness(HarnessView):
    create_inner = harness.KeyedTwoInputStreamOperatorTestHarness

    def processElement1(self, value: Any, *timestamp: int) -> None:
        self.inner.process_element1(_as_record(value, timestamp))

    def processElement2(self, value: Any, *timestamp: int) -> None:
        self.inner.process_element2(_as_record(value, timestamp))

    processElement, processBroadcastElement = processElement1, processElement2

    def processWatermark1(self, watermark: Any) -> None:
        self.inner.process_watermark1(_as_timestamp(watermark))

    def processWatermark2(self, watermark: Any) -> None:
        self.inner.process_watermark2(_as_timestamp(watermark))

    watermark, broadcastWatermark = processWatermark1, processWatermark2
    processWatermark = processWatermark1

    def processBothWatermarks(self, watermark: Any) -> None:
        self.inner.process_both_watermarks(_as_timestamp(watermark))

    def processWatermarkStatus1(self, status: Any) -> None:
        self.inner.process_watermark_status1(status)

    def processWatermarkStatus2(self, status: Any) -> None:
        self.inner.process_watermark_status2(status)


def _open(harness_view: Any) -> Any:
    harness_view.open()
    return harness_view


@java_class()
class ProcessFunctionTestHarnesses:
    @staticmethod
    def forProcessFunction(function: Any) -> Any:
        return _open(OneInputHarness(JAVA_CLASSES["ProcessOperator"](function)))

    @staticmethod
    def forKeyedProcessFunction(function: Any, key: Any, key_type: Any) -> Any:
        return _open(OneInputHarness(JAVA_CLASSES["KeyedProcessOperator"](function), key))

    @staticmethod
    def forCoProcessFunction(function: Any) -> Any:
        return _open(TwoInputHarness(JAVA_CLASSES["CoProcessOperator"](function)))

    @staticmethod
    def forKeyedCoProcessFunction(function: Any, key1: Any, key2: Any, key_type: Any) -> Any:
        return _open(TwoInputHarness(JAVA_CLASSES["KeyedCoProcessOperator"](function), key1, key2))

    @staticmethod
    def forBroadcastProcessFunction(function: Any, *states: Any) -> Any:
        operator = JAVA_CLASSES["CoBroadcastWithNonKeyedOperator"](function, states)
        return _open(TwoInputHarness(operator))

    @staticmethod
    def forKeyedBroadcastProcessFunction(
        function: Any, key: Any, key_type: Any, *states: Any
    ) -> Any:
        operator = JAVA_CLASSES["CoBroadcastWithKeyedOperator"](function, states)
        return _open(TwoInputHarness(operator, key))
