"""Runs the programs of ``facts/plans.json`` over flinksim's API, which only declares them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.collection_sources import CollectionSource, NumberSequenceSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import (
    AggregateFunction,
    AsyncDataStream,
    AsyncFunction,
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    FilterFunction,
    FlatMapFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    ProcessFunction,
    ProcessWindowFunction,
    ReduceFunction,
    SlotSharingGroup,
    StreamExecutionEnvironment,
    WindowFunction,
)
from flinksim.datastream.functions import AllWindowFunction, ProcessAllWindowFunction
from flinksim.datastream.keyed_stream import KeyedStream, reinterpret_as_keyed_stream
from flinksim.datastream.partition_windowed_stream import Order
from flinksim.datastream.state import MapStateDescriptor
from flinksim.datastream.window import (
    ContinuousEventTimeTrigger,
    ContinuousProcessingTimeTrigger,
    CountEvictor,
    CountTrigger,
    DeltaEvictor,
    DeltaTrigger,
    DynamicEventTimeSessionWindows,
    DynamicProcessingTimeSessionWindows,
    EventTimeSessionWindows,
    EventTimeTrigger,
    GlobalWindows,
    ProcessingTimeoutTrigger,
    ProcessingTimeSessionWindows,
    ProcessingTimeTrigger,
    PurgingTrigger,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TimeEvictor,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)

TUPLE = Types.TUPLE([Types.STRING(), Types.LONG()])


class MyMap(MapFunction):
    def map(self, value: Any) -> Any:
        return value


class MyFlatMap(FlatMapFunction):
    def flat_map(self, value: Any) -> Any:
        return [value]


class MyFilter(FilterFunction):
    def filter(self, value: Any) -> bool:
        return True


class MyReduce(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return value1


class MyAggregate(AggregateFunction):
    def create_accumulator(self) -> Any:
        return 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a


class MyTupleAggregate(MyAggregate):
    pass


class MyProcess(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [value]


class MyKeyedProcess(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [value]


class MyProcessWindow(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        return elements


class MyWindowFunction(WindowFunction[Any, Any, Any, Any]):
    def apply(self, key: Any, window: Any, inputs: Any) -> Any:
        return inputs


class MyProcessAllWindow(ProcessAllWindowFunction[Any, Any, Any]):
    def process(self, context: Any, elements: Any) -> Any:
        return elements


class MyAllWindow(AllWindowFunction[Any, Any, Any]):
    def apply(self, window: Any, inputs: Any) -> Any:
        return inputs


class MyCoMap(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return value


class MyCoFlatMap(CoFlatMapFunction):
    def flat_map1(self, value: Any) -> Any:
        return [value]

    def flat_map2(self, value: Any) -> Any:
        return [value]


class MyCoProcess(CoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_element2(self, value: Any, ctx: Any) -> Any:
        return [value]


class MyKeyedCoProcess(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_element2(self, value: Any, ctx: Any) -> Any:
        return [value]


class MyBroadcastProcess(BroadcastProcessFunction[Any, Any, Any]):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        return [value]


class MyKeyedBroadcastProcess(KeyedBroadcastProcessFunction[Any, Any, Any, Any]):
    def process_element(self, value: Any, ctx: Any) -> Any:
        return [value]

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        return [value]


class MyAsync(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Any) -> list[Any]:
        return [value]


class Committing(CollectSink):
    has_committer = True


class ParallelCollectionSource(CollectionSource):
    parallel = True


def key(value: Any) -> Any:
    return value[0]


def no_delta(old: Any, new: Any) -> float:
    return 0.0


def assigner_of(case: dict[str, Any]) -> Any:
    kind = case["type"]
    offset = case.get("offset", 0)
    match kind:
        case "TumblingEventTimeWindows" | "TumblingProcessingTimeWindows":
            tumbling = {
                "TumblingEventTimeWindows": TumblingEventTimeWindows,
                "TumblingProcessingTimeWindows": TumblingProcessingTimeWindows,
            }[kind]
            return tumbling.of(Time.milliseconds(case["size"]), Time.milliseconds(offset))
        case "SlidingEventTimeWindows" | "SlidingProcessingTimeWindows":
            sliding = {
                "SlidingEventTimeWindows": SlidingEventTimeWindows,
                "SlidingProcessingTimeWindows": SlidingProcessingTimeWindows,
            }[kind]
            return sliding.of(
                Time.milliseconds(case["size"]),
                Time.milliseconds(case["slide"]),
                Time.milliseconds(offset),
            )
        case "EventTimeSessionWindows":
            return EventTimeSessionWindows.with_gap(Time.milliseconds(case["gap"]))
        case "ProcessingTimeSessionWindows":
            return ProcessingTimeSessionWindows.with_gap(Time.milliseconds(case["gap"]))
        case "DynamicEventTimeSessionWindows":
            return DynamicEventTimeSessionWindows.with_dynamic_gap(lambda value: 1)
        case "DynamicProcessingTimeSessionWindows":
            return DynamicProcessingTimeSessionWindows.with_dynamic_gap(lambda value: 1)
        case "GlobalWindows":
            if case.get("endOfStreamTrigger"):
                return GlobalWindows.create_with_end_of_stream_trigger()
            return GlobalWindows.create()
    raise AssertionError(f"unknown assigner {case}")


def trigger_of(case: dict[str, Any]) -> Any:
    match case["type"]:
        case "EventTimeTrigger":
            return EventTimeTrigger.create()
        case "ProcessingTimeTrigger":
            return ProcessingTimeTrigger.create()
        case "CountTrigger":
            return CountTrigger.of(case["count"])
        case "PurgingTrigger":
            return PurgingTrigger.of(trigger_of(case["nested"]))
        case "ContinuousEventTimeTrigger":
            return ContinuousEventTimeTrigger.of(Time.milliseconds(case["interval"]))
        case "ContinuousProcessingTimeTrigger":
            return ContinuousProcessingTimeTrigger.of(Time.milliseconds(case["interval"]))
        case "DeltaTrigger":
            return DeltaTrigger.of(case["threshold"], no_delta)
        case "ProcessingTimeoutTrigger":
            nested = trigger_of(case["nested"])
            return ProcessingTimeoutTrigger.of(nested, Duration.of_millis(case["timeout"]))
    raise AssertionError(f"unknown trigger {case}")


def evictor_of(case: dict[str, Any]) -> Any:
    after = case.get("evictAfter", False)
    match case["type"]:
        case "CountEvictor":
            return CountEvictor.of(case["count"], after)
        case "TimeEvictor":
            return TimeEvictor.of(Time.milliseconds(case["windowSize"]), after)
        case "DeltaEvictor":
            return DeltaEvictor.of(case["threshold"], no_delta, after)
    raise AssertionError(f"unknown evictor {case}")


def group_of(case: str | dict[str, Any]) -> str | SlotSharingGroup:
    if isinstance(case, str):
        return case
    builder = SlotSharingGroup.builder(case["name"])
    for argument, method in (
        ("cpuCores", "set_cpu_cores"),
        ("taskHeapMemoryMB", "set_task_heap_memory_mb"),
        ("taskOffHeapMemoryMB", "set_task_off_heap_memory_mb"),
        ("managedMemoryMB", "set_managed_memory_mb"),
    ):
        if argument in case:
            getattr(builder, method)(case[argument])
    return builder.build()


class Interpreter:
    """One program: the variables so far, and one method for each ``op``."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.environment = StreamExecutionEnvironment.get_execution_environment()
        self.variables: dict[str, Any] = {}
        environment = self.environment
        for option, value in case.get("config", {}).items():
            environment.configuration.set_string(option, str(value))
        environment.set_parallelism(case["parallelism"])
        if "maxParallelism" in case:
            environment.set_max_parallelism(case["maxParallelism"])
        if case.get("disableOperatorChaining"):
            environment.disable_operator_chaining()
        if "checkpointInterval" in case:
            environment.enable_checkpointing(case["checkpointInterval"])
        for statement in case["program"]:
            self.run(statement)

    def run(self, statement: dict[str, Any]) -> None:
        operation: Callable[[Any, dict[str, Any]], Any] = getattr(self, statement["op"])
        given = self.variables.get(statement.get("on", ""))
        result = operation(given, statement)
        self.modify(result, statement)
        if "as" in statement:
            self.variables[statement["as"]] = result

    def modify(self, result: Any, statement: dict[str, Any]) -> None:
        for argument, method in (
            ("parallelism", "set_parallelism"),
            ("maxParallelism", "set_max_parallelism"),
            ("name", "name"),
            ("uid", "uid"),
            ("uidHash", "set_uid_hash"),
            ("description", "set_description"),
            ("bufferTimeout", "set_buffer_timeout"),
        ):
            if argument in statement:
                getattr(result, method)(statement[argument])
        if "slotSharingGroup" in statement:
            result.slot_sharing_group(group_of(statement["slotSharingGroup"]))
        if "coLocationGroupKey" in statement:
            result.transformation.set_co_location_group_key(statement["coLocationGroupKey"])
        match statement.get("chain"):
            case "disable":
                result.disable_chaining()
            case "startNew":
                result.start_new_chain()
        if statement.get("forceNonParallel"):
            result.force_non_parallel()

    # --- sources

    def socketTextStream(self, on: Any, s: dict[str, Any]) -> Any:
        return self.environment.socket_text_stream("localhost", 9999)

    def fromSequence(self, on: Any, s: dict[str, Any]) -> Any:
        return self.environment.from_sequence(s.get("from", 1), s.get("to", 100))

    def fromData(self, on: Any, s: dict[str, Any]) -> Any:
        return self.environment.from_data(*s["elements"], type_info=Types.STRING())

    def fromElements(self, on: Any, s: dict[str, Any]) -> Any:
        return self.environment.from_collection(s["elements"], Types.STRING())

    fromCollection = fromElements  # noqa: N815

    def addSource(self, on: Any, s: dict[str, Any]) -> Any:
        kind = ParallelCollectionSource if s.get("parallelSource") else CollectionSource
        name = s.get("sourceName", "Custom Source")
        return self.environment.add_source(kind(["a"]), name, Types.STRING())

    def fromSource(self, on: Any, s: dict[str, Any]) -> Any:
        strategy = {
            "monotonous": WatermarkStrategy.for_monotonous_timestamps,
            "none": WatermarkStrategy.no_watermarks,
        }[s.get("watermarks", "none")]()
        return self.environment.from_source(
            NumberSequenceSource(1, 100), strategy, s.get("sourceName", "numbers"), Types.LONG()
        )

    # --- one input

    def map(self, on: Any, s: dict[str, Any]) -> Any:
        return on.map(MyMap(), TUPLE)

    def flatMap(self, on: Any, s: dict[str, Any]) -> Any:
        return on.flat_map(MyFlatMap(), TUPLE)

    def filter(self, on: Any, s: dict[str, Any]) -> Any:
        return on.filter(MyFilter())

    def process(self, on: Any, s: dict[str, Any]) -> Any:
        keyed = isinstance(on, KeyedStream)
        return on.process(MyKeyedProcess() if keyed else MyProcess(), TUPLE)

    def assignTimestampsAndWatermarks(self, on: Any, s: dict[str, Any]) -> Any:
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
        return on.assign_timestamps_and_watermarks(strategy)

    def mapPartition(self, on: Any, s: dict[str, Any]) -> Any:
        return on.full_window_partition().map_partition(lambda values: values, TUPLE)

    def sortPartition(self, on: Any, s: dict[str, Any]) -> Any:
        return on.full_window_partition().sort_partition(1, Order.ASCENDING)

    def reducePartition(self, on: Any, s: dict[str, Any]) -> Any:
        return on.full_window_partition().reduce(MyReduce())

    def aggregatePartition(self, on: Any, s: dict[str, Any]) -> Any:
        return on.full_window_partition().aggregate(MyTupleAggregate(), TUPLE)

    def asyncOrdered(self, on: Any, s: dict[str, Any]) -> Any:
        return AsyncDataStream.ordered_wait(on, MyAsync(), Time.seconds(1), output_type=TUPLE)

    def asyncUnordered(self, on: Any, s: dict[str, Any]) -> Any:
        return AsyncDataStream.unordered_wait(on, MyAsync(), Time.seconds(1), output_type=TUPLE)

    # --- keys and channels

    def keyBy(self, on: Any, s: dict[str, Any]) -> Any:
        return on.key_by(lambda value: key(value), Types.STRING())  # a selector of its own

    def reinterpretAsKeyed(self, on: Any, s: dict[str, Any]) -> Any:
        return reinterpret_as_keyed_stream(on, key, Types.STRING())

    def shuffle(self, on: Any, s: dict[str, Any]) -> Any:
        return on.shuffle()

    def rebalance(self, on: Any, s: dict[str, Any]) -> Any:
        return on.rebalance()

    def rescale(self, on: Any, s: dict[str, Any]) -> Any:
        return on.rescale()

    def forward(self, on: Any, s: dict[str, Any]) -> Any:
        return on.forward()

    def broadcast(self, on: Any, s: dict[str, Any]) -> Any:
        return on.broadcast()

    def global_(self, on: Any, s: dict[str, Any]) -> Any:
        return on.global_()

    def partitionCustom(self, on: Any, s: dict[str, Any]) -> Any:
        return on.partition_custom(lambda key, n: 0, key)

    def sideOutput(self, on: Any, s: dict[str, Any]) -> Any:
        return on.get_side_output(OutputTag(s["tag"], TUPLE))

    def union(self, on: Any, s: dict[str, Any]) -> Any:
        return on.union(*(self.variables[name] for name in s["with"]))

    # --- running aggregates

    def reduce(self, on: Any, s: dict[str, Any]) -> Any:
        return on.reduce(MyReduce())

    def sum(self, on: Any, s: dict[str, Any]) -> Any:
        return on.sum(1)

    def min(self, on: Any, s: dict[str, Any]) -> Any:
        return on.min(1)

    def max(self, on: Any, s: dict[str, Any]) -> Any:
        return on.max(1)

    def minBy(self, on: Any, s: dict[str, Any]) -> Any:
        return on.min_by(1)

    def maxBy(self, on: Any, s: dict[str, Any]) -> Any:
        return on.max_by(1)

    # --- windows

    def window(self, on: Any, s: dict[str, Any]) -> Any:
        return self.windowed(on.window(assigner_of(s["assigner"])), s, all_windows=False)

    def windowAll(self, on: Any, s: dict[str, Any]) -> Any:
        return self.windowed(on.window_all(assigner_of(s["assigner"])), s, all_windows=True)

    def countWindow(self, on: Any, s: dict[str, Any]) -> Any:
        return self.windowed(on.count_window(s["size"], s.get("slide", 0)), s, all_windows=False)

    def countWindowAll(self, on: Any, s: dict[str, Any]) -> Any:
        return self.windowed(on.count_window_all(s["size"], s.get("slide", 0)), s, all_windows=True)

    def windowed(self, windows: Any, s: dict[str, Any], all_windows: bool) -> Any:
        if "trigger" in s:
            windows.trigger(trigger_of(s["trigger"]))
        if "evictor" in s:
            windows.evictor(evictor_of(s["evictor"]))
        if "allowedLateness" in s:
            windows.allowed_lateness(s["allowedLateness"])
        if "lateTag" in s:
            windows.side_output_late_data(OutputTag(s["lateTag"], TUPLE))
        process = MyProcessAllWindow() if all_windows else MyProcessWindow()
        apply = MyAllWindow() if all_windows else MyWindowFunction()
        calls: dict[str, Callable[[], Any]] = {
            "sum": lambda: windows.sum(1),
            "min": lambda: windows.min(1),
            "max": lambda: windows.max(1),
            "minBy": lambda: windows.min_by(1),
            "maxBy": lambda: windows.max_by(1),
            "reduce": lambda: windows.reduce(MyReduce()),
            "aggregate": lambda: windows.aggregate(
                MyAggregate(), accumulator_type=TUPLE, output_type=TUPLE
            ),
            "process": lambda: windows.process(process, TUPLE),
            "apply": lambda: windows.apply(apply, TUPLE),
            "reduce+process": lambda: windows.reduce(MyReduce(), process, TUPLE),
            "reduce+apply": lambda: windows.reduce(MyReduce(), apply, TUPLE),
            "aggregate+process": lambda: windows.aggregate(
                MyAggregate(), process, TUPLE, output_type=TUPLE
            ),
            "aggregate+apply": lambda: windows.aggregate(
                MyAggregate(), apply, TUPLE, output_type=TUPLE
            ),
        }
        return calls[s["function"]]()

    # --- two inputs

    def connect(self, on: Any, s: dict[str, Any]) -> Any:
        return on.connect(self.variables[s["with"]])

    def coMap(self, on: Any, s: dict[str, Any]) -> Any:
        return on.map(MyCoMap(), TUPLE)

    def coFlatMap(self, on: Any, s: dict[str, Any]) -> Any:
        return on.flat_map(MyCoFlatMap(), TUPLE)

    def coProcess(self, on: Any, s: dict[str, Any]) -> Any:
        return on.process(MyCoProcess(), TUPLE)

    def keyedCoProcess(self, on: Any, s: dict[str, Any]) -> Any:
        return on.process(MyKeyedCoProcess(), TUPLE)

    def broadcastState(self, on: Any, s: dict[str, Any]) -> Any:
        return on.broadcast(MapStateDescriptor("rules", Types.STRING(), Types.STRING()))

    def broadcastProcess(self, on: Any, s: dict[str, Any]) -> Any:
        return on.process(MyBroadcastProcess(), TUPLE)

    def keyedBroadcastProcess(self, on: Any, s: dict[str, Any]) -> Any:
        return on.process(MyKeyedBroadcastProcess(), TUPLE)

    def join(self, on: Any, s: dict[str, Any]) -> Any:
        joined = (
            on.join(self.variables[s["with"]])
            .where(key, Types.STRING())
            .equal_to(key, Types.STRING())
        )
        return joined.window(assigner_of(s["assigner"])).apply(lambda left, right: left, TUPLE)

    def coGroup(self, on: Any, s: dict[str, Any]) -> Any:
        grouped = (
            on.co_group(self.variables[s["with"]])
            .where(key, Types.STRING())
            .equal_to(key, Types.STRING())
        )
        return grouped.window(assigner_of(s["assigner"])).apply(lambda left, right: left, TUPLE)

    def intervalJoin(self, on: Any, s: dict[str, Any]) -> Any:
        join = on.interval_join(self.variables[s["with"]]).between(s["lower"], s["upper"])
        return join.process(lambda left, right, ctx: [left], TUPLE)

    # --- sinks

    def print(self, on: Any, s: dict[str, Any]) -> Any:
        return on.print(s.get("sinkIdentifier"))

    def printToErr(self, on: Any, s: dict[str, Any]) -> Any:
        return on.print_to_err(s.get("sinkIdentifier"))

    def addSink(self, on: Any, s: dict[str, Any]) -> Any:
        return on.add_sink(CollectSink())

    def sinkTo(self, on: Any, s: dict[str, Any]) -> Any:
        return on.sink_to(Committing() if s.get("sink") == "CommittingSink" else CollectSink())


setattr(Interpreter, "global", Interpreter.global_)
