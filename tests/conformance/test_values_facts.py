"""Keys, aggregations and small jobs against what Flink 2.3.0 did with them in a MiniCluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from flinksim.common import Row, Types, WatermarkStrategy
from flinksim.common.time import Instant, Time
from flinksim.common.typeinfo import LocalTimeTypeInfo, TypeInformation
from flinksim.connectors.scripted_source import ScriptedSource, pause, record, watermark
from flinksim.connectors.source_function import SourceContext
from flinksim.core.java.key_groups import (
    assign_key_to_parallel_operator,
    assign_to_key_group,
    compute_java_hash_code,
)
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream import (
    AggregateFunction,
    KeyedProcessFunction,
    ProcessFunction,
    RuntimeExecutionMode,
    SourceFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream import window as w
from flinksim.datastream.api_flavor import JAVA
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.partition_windowed_stream import MapPartitionFunction, Order
from flinksim.datastream.state import MapStateDescriptor
from tests.conformance.fact_files import cases_of


def type_of(name: Any) -> TypeInformation:
    if isinstance(name, str):
        if name.startswith("LOCAL_"):
            return LocalTimeTypeInfo(LocalTimeTypeInfo.TimeType[name])
        made: TypeInformation = getattr(Types, name)()
        return made
    match name:
        case ["TUPLE" | "ROW" as kind, fields]:
            return getattr(Types, kind)([type_of(field) for field in fields])
        case ["ROW_NAMED", names, fields]:
            return Types.ROW_NAMED(names, [type_of(field) for field in fields])
        case [kind, *parts]:
            return getattr(Types, kind)(*[type_of(part) for part in parts])
    raise AssertionError(name)


def value_of(name: Any, value: Any) -> Any:
    """*value* as a Python program has it."""
    if value is None:
        return None
    match name:
        case "FLOAT" | "DOUBLE":
            return float(value)
        case "BIG_INT":
            return int(value)
        case "BIG_DEC":
            return Decimal(value)
        case "INSTANT":
            whole, _, fraction = value.rstrip("Z").partition(".")
            seconds = round(datetime.fromisoformat(whole + "+00:00").timestamp())
            return Instant(seconds, int((fraction or "0").ljust(9, "0")))
        case "LOCAL_DATE" | "SQL_DATE":
            return date.fromisoformat(value)
        case "LOCAL_TIME" | "SQL_TIME":
            return time.fromisoformat(value)
        case "LOCAL_DATE_TIME" | "SQL_TIMESTAMP":
            return datetime.fromisoformat(value)
        case ["TUPLE", types]:
            return tuple(value_of(*both) for both in zip(types, value, strict=True))
        case ["ROW", types] | ["ROW_NAMED", _, types]:
            return Row(*[value_of(*both) for both in zip(types, value, strict=True)])
        case ["MAP", key, other]:
            return {value_of(key, k): value_of(other, v) for k, v in value}
        case [_, element]:
            return [value_of(element, each) for each in value]
    return value


def environment(case: dict[str, Any]) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    if case.get("batch"):
        env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    return env


# --- keys and fields --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases_of("values", "key"))
def test_a_declared_type_decides_where_a_key_goes(case: dict[str, Any]) -> None:
    type_ = type_of(case["type"])
    stream = environment(case).from_collection([1])
    if "exception" in case:
        with pytest.raises(TypeError) as refused:
            stream.key_by(lambda value: value, type_)
        assert str(refused.value) == case["message"]
        return
    stream.key_by(lambda value: value, type_)
    key_hash = JAVA.create_key_hash(type_)
    for given, (hash_code, key_group, subtask) in zip(case["keys"], case["places"], strict=True):
        key = value_of(case["type"], given)
        assert (key_hash or compute_java_hash_code)(key) == hash_code, given
        assert assign_to_key_group(key, 128, key_hash) == key_group
        assert assign_key_to_parallel_operator(key, 128, 4, key_hash) == subtask


@pytest.mark.parametrize("case", cases_of("values", "aggregation"))
def test_a_field_is_checked_when_the_program_is_built(case: dict[str, Any]) -> None:
    stream = environment(case).from_source(
        ScriptedSource([]), WatermarkStrategy.no_watermarks(), "source", type_of(case["type"])
    )
    keyed: Any = stream.key_by(lambda value: 0, Types.INT())
    target = keyed.count_window(2) if case["windows"] else keyed
    method = getattr(target, PEP8.get(case["method"], case["method"]))
    if "exception" not in case or str(case["type"]).startswith("['ROW"):
        method(case["field"])
        return
    with pytest.raises((TypeError, ValueError)) as refused:
        method(case["field"])
    assert str(refused.value).startswith(case["message"])


# --- jobs -------------------------------------------------------------------------------------------

PEP8 = {
    "maxBy": "max_by", "minBy": "min_by", "sortPartition": "sort_partition",
    "mapPartition": "map_partition",
}  # fmt: skip


class Told(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        timestamp = ctx.timestamp()
        yield value, None if timestamp == MIN_TIMESTAMP else timestamp


def plain(value: Any) -> Any:
    return [plain(each) for each in value] if isinstance(value, (list, tuple, Row)) else value


def source(env: StreamExecutionEnvironment, case: dict[str, Any], name: str) -> Any:
    type_ = type_of(case["type"])
    if name == "script" and (case.get("batch") or case.get("bounded")):
        values = [value_of(case["type"], each["value"]) for each in case["script"]]
        return env.from_collection(values, type_)
    script = [
        watermark(each["watermark"])
        if "watermark" in each
        else record(value_of(case["type"], each["value"]), each.get("timestamp"))
        for each in case[name]
    ]
    if name == "other":
        script.insert(0, pause(1000))
    return env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), name, type_)


def ms(milliseconds: int) -> Time:
    return Time.milliseconds(milliseconds)


class Follows(SourceFunction):
    """A source function of Python that does what the script says."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case

    def run(self, ctx: SourceContext) -> None:
        for each in self.case["script"]:
            if "idle" in each:
                ctx.mark_as_temporarily_idle()
            elif "watermark" in each:
                ctx.emit_watermark(each["watermark"])
            elif "timestamp" in each:
                ctx.collect_with_timestamp(tuple(each["value"]), each["timestamp"])
            else:
                ctx.collect(tuple(each["value"]))

    def cancel(self) -> None:
        raise AssertionError("run() ends by itself")


class SeesWatermark(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield value, ctx.timer_service().current_watermark()


def followed(env: StreamExecutionEnvironment, case: dict[str, Any]) -> Any:
    stream = env.add_source(Follows(case), "script", type_of(case["type"]))
    seen = stream.process(SeesWatermark())
    return seen.start_new_chain() if case["network"] else seen


def keyed(stream: Any) -> Any:
    return stream.key_by(lambda value: value[0], Types.STRING())


def windows(stream: Any, case: dict[str, Any]) -> Any:
    match case["assigner"]:
        case {"type": "SlidingEventTimeWindows", "size": size, "slide": slide}:
            assigner: Any = w.SlidingEventTimeWindows.of(ms(size), ms(slide))
        case {"type": "TumblingEventTimeWindows", "size": size}:
            assigner = w.TumblingEventTimeWindows.of(ms(size))
        case {"type": "EventTimeSessionWindows", "gap": gap}:
            assigner = w.EventTimeSessionWindows.with_gap(ms(gap))
        case {"endOfStreamTrigger": True}:
            assigner = w.GlobalWindows.create_with_end_of_stream_trigger()
        case _:
            assigner = w.GlobalWindows.create()
    result = keyed(stream).window(assigner)
    if "trigger" in case:
        counting: Any = w.CountTrigger.of(case["trigger"]["count"])
        purging = case["trigger"].get("purging")
        result = result.trigger(w.PurgingTrigger.of(counting) if purging else counting)
    if "evictor" in case:
        evictor = case["evictor"]
        result = result.evictor(w.CountEvictor.of(evictor["count"], evictor["after"]))
    if "lateness" in case:
        result = result.allowed_lateness(ms(case["lateness"]))
    return aggregated(result, case)


def aggregated(target: Any, case: dict[str, Any]) -> Any:
    method = getattr(target, PEP8.get(case["method"], case["method"]))
    return method(case["field"], case["first"]) if "first" in case else method(case["field"])


class MapOperations(KeyedProcessFunction):
    def __init__(self, key_type: Any, operands: list[Any]) -> None:
        self.key_type = key_type
        self.operands = [value_of(key_type, each) for each in operands]

    def open(self, runtime_context: Any) -> None:
        descriptor = MapStateDescriptor("m", type_of(self.key_type), Types.LONG())
        self.state = runtime_context.get_map_state(descriptor)

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        _, operation, start, end = value
        chosen = self.operands[start:end]
        if operation == "put":
            for key in chosen:
                self.state.put(key, 1)
        elif operation == "put all":
            self.state.put_all(dict.fromkeys(chosen, 1))
        elif operation == "remove":
            for key in chosen:
                self.state.remove(key)
        else:
            self.state.clear()
        keys = self.state.keys()
        yield [self.operands.index(key) for key in keys]


class SumOf(AggregateFunction):
    def create_accumulator(self) -> int:
        return 0

    def add(self, value: Any, accumulator: int) -> int:
        return accumulator + int(value[1])

    def get_result(self, accumulator: int) -> int:
        return accumulator

    def merge(self, acc_a: int, acc_b: int) -> int:
        return acc_a + acc_b


class AllOf(MapPartitionFunction):
    def map_partition(self, values: Iterable[Any]) -> Iterator[int]:
        for value in values:
            yield value[1]
        yield -1


def partition(stream: Any, case: dict[str, Any]) -> Any:
    target = (keyed(stream) if case["keyed"] else stream).full_window_partition()
    match case["method"]:
        case "sortPartition":
            place = case["field"]
            field = (lambda value: value[place]) if case.get("selector") else place
            return target.sort_partition(field, Order[case["order"]])
        case "reduce":
            return target.reduce(lambda a, b: (a[0], a[1] + b[1]))
        case "aggregate":
            return target.aggregate(SumOf())
    return target.map_partition(AllOf())


class Pairs(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Iterator[Any]:
        yield left, right


def joined(left: Any, right: Any, case: dict[str, Any]) -> Any:
    bounded = keyed(left).interval_join(keyed(right)).between(ms(case["lower"]), ms(case["upper"]))
    return bounded.process(Pairs())


def build(env: StreamExecutionEnvironment, case: dict[str, Any]) -> Any:
    if case["kind"] == "source function":
        return followed(env, case)
    stream = source(env, case, "script")
    match case["kind"]:
        case "windows":
            return windows(stream, case)
        case "running":
            return aggregated(keyed(stream), case)
        case "map state":
            return keyed(stream).process(MapOperations(case["mapKey"], case["operands"]))
        case "interval join":
            return joined(stream, source(env, case, "other"), case)
    return partition(stream, case)


def results_of(case: dict[str, Any]) -> list[Any]:
    """What comes out, with its timestamp, in order."""
    env = environment(case)
    collected = build(env, case).process(Told()).execute_and_collect()
    return [plain(each) for each in collected]


JOBS = [
    parameter
    for kind in ("windows", "running", "map state", "interval join", "partition", "source function")
    for parameter in cases_of("values", kind)
]


@pytest.mark.parametrize("case", JOBS)
def test_a_job_gives_what_flink_gives(case: dict[str, Any]) -> None:
    if "exception" in case:
        with pytest.raises((TypeError, ValueError)):
            build(environment(case), case)
        return
    # Java's sorted inputs have the least timestamp where there is none, which is one thing in Python.
    expected = [[value, None if at == MIN_TIMESTAMP else at] for value, at in case["results"]]
    assert results_of(case) == expected
