from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Configuration, Row, Types
from flinksim.datastream import (
    FilterFunction,
    FlatMapFunction,
    KeyedProcessFunction,
    KeyedStream,
    KeySelector,
    MapFunction,
    ProcessFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)
from flinksim.datastream.keyed_stream import reinterpret_as_keyed_stream
from flinksim.datastream.transformations import (
    FilterSpec,
    KeyedProcessSpec,
    MapSpec,
    PartitionSpec,
    ReduceSpec,
)
from flinksim.runtime.failure_report import JobExecutionError

PAIR = Types.TUPLE([Types.STRING(), Types.INT()])


@pytest.fixture
def keyed() -> KeyedStream:
    env = StreamExecutionEnvironment.get_execution_environment()
    return env.from_collection([("a", 1)], PAIR).key_by(lambda value: value[0], Types.STRING())


def spec_of(stream: Any, kind: type) -> Any:
    spec = stream.transformation.spec
    assert isinstance(spec, kind)
    return spec


def test_a_key_selector_object_gives_the_key(keyed: KeyedStream) -> None:
    class Second(KeySelector):
        def get_key(self, value: Any) -> Any:
            return value[1]

    assert keyed.key_by(Second()).key_selector(("a", 7)) == 7
    assert keyed.key_selector(("a", 7)) == "a"
    assert keyed.key_type == Types.STRING()
    with pytest.raises(TypeError, match=r"key_by\(key_selector\) was given 0"):
        keyed.key_by(0)


def test_running_aggregates_keep_type_key_and_flinks_names(keyed: KeyedStream) -> None:
    for stream, name in (
        (keyed.reduce(lambda a, b: a), "Keyed Reduce"),
        (keyed.sum(1), "Keyed Aggregation"),
        (keyed.min(1), "Keyed Aggregation"),
        (keyed.max(1), "Keyed Aggregation"),
        (keyed.min_by(1), "Keyed Aggregation"),
        (keyed.max_by(1), "Keyed Aggregation"),
    ):
        assert stream.transformation.name == name
        assert stream.get_type() == PAIR
        assert spec_of(stream, ReduceSpec).key_selector(("a", 1)) == "a"
        assert stream.transformation.key_selector is keyed.key_selector


def test_functions_without_open_stay_plain_operators(keyed: KeyedStream) -> None:
    assert spec_of(keyed.map(lambda v: v), MapSpec).function.map(1) == 1
    spec_of(keyed.filter(lambda v: True), FilterSpec)


def test_rich_functions_run_where_they_reach_keyed_state(keyed: KeyedStream) -> None:
    opened: list[str] = []

    class Rich:
        def open(self, runtime_context: RuntimeContext) -> None:
            opened.append(type(self).__name__)

        def close(self) -> None:
            opened.append("closed")

    class RichMap(Rich, MapFunction):
        def map(self, value: Any) -> Any:
            return value + 1

    class RichFlatMap(Rich, FlatMapFunction):
        def flat_map(self, value: Any) -> Any:
            yield value
            yield value

    class RichFilter(Rich, FilterFunction):
        def filter(self, value: Any) -> bool:
            return bool(value > 1)

    context: Any = None
    for stream, name, value, expected in (
        (keyed.map(RichMap()), "Map", 1, [2]),
        (keyed.flat_map(RichFlatMap()), "Flat Map", 1, [1, 1]),
        (keyed.filter(RichFilter()), "Filter", 1, []),
    ):
        assert stream.transformation.name == name
        function = spec_of(stream, KeyedProcessSpec).function
        function.open(context)
        assert list(function.process_element(value, context)) == expected
        function.close()
    assert opened == ["RichMap", "closed", "RichFlatMap", "closed", "RichFilter", "closed"]


def test_process_takes_a_keyed_function_only(keyed: KeyedStream) -> None:
    class Keyed(KeyedProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            return [value]

    class Plain(ProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            return [value]

    processed = keyed.process(Keyed())
    assert spec_of(processed, KeyedProcessSpec).key_selector is keyed.key_selector
    assert processed.transformation.name == "KeyedProcess"
    for wrong in (Plain(), lambda value, ctx: [value]):
        with pytest.raises(TypeError, match="KeyedProcessFunction is required for KeyedStream"):
            keyed.process(wrong)


@pytest.mark.parametrize(
    "method", ["shuffle", "rebalance", "rescale", "forward", "global_", "broadcast"]
)
def test_a_keyed_stream_cannot_be_repartitioned(keyed: KeyedStream, method: str) -> None:
    with pytest.raises(TypeError, match=r"^Cannot override partitioning for KeyedStream\."):
        getattr(keyed, method)()


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("set_parallelism", "Set parallelism for KeyedStream is not supported."),
        ("name", "Set name for KeyedStream is not supported."),
        ("get_name", "Get name of KeyedStream is not supported."),
        ("uid", "Set uid for KeyedStream is not supported."),
        ("cache", "Cache for KeyedStream is not supported."),
        ("slot_sharing_group", "Setting slot sharing group for KeyedStream is not supported."),
    ],
)
def test_a_keyed_stream_is_no_operator(keyed: KeyedStream, method: str, message: str) -> None:
    with pytest.raises(TypeError) as refusal:
        getattr(keyed, method)()
    assert str(refusal.value).startswith(message)


def test_a_cached_stream_gives_the_same_values_and_is_no_operator(keyed: KeyedStream) -> None:
    cached = keyed.sum(1).cache()
    cached.invalidate()
    assert cached.map(lambda v: v).transformation.inputs == (cached.transformation,)
    with pytest.raises(TypeError, match="Set name for CachedDataStream is not supported"):
        cached.name("x")


def test_a_stream_can_be_taken_as_keyed_without_moving_its_values(keyed: KeyedStream) -> None:
    again = reinterpret_as_keyed_stream(keyed.sum(1), lambda value: value[0])
    assert spec_of(again, PartitionSpec).partitioner.name == "FORWARD"
    assert again.key_selector(("b", 1)) == "b"


def in_dialect_of_pyflink() -> StreamExecutionEnvironment:
    options = Configuration().set_string("flinksim.dialect", "pyflink")
    return StreamExecutionEnvironment.get_execution_environment(options)


def test_a_row_as_key_has_the_names_of_its_declared_type() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    key_type = Types.ROW_NAMED(["name", "number"], [Types.STRING(), Types.INT()])
    keyed = env.from_collection([("a", 1)], PAIR).key_by(lambda v: Row(v[0], v[1]), key_type)
    assert repr(keyed.key_selector(("a", 1))) == "Row(name='a', number=1)"
    undeclared = env.from_collection([("a", 1)], PAIR).key_by(lambda v: Row(v[0], v[1]))
    assert repr(undeclared.key_selector(("a", 1))) == "<Row('a', 1)>"


def test_none_is_a_key_in_pyflink_alone(keyed: KeyedStream) -> None:
    for key_type in (None, Types.STRING(), Types.LONG()):
        env = in_dialect_of_pyflink()
        counted = env.from_collection([("a", 1), ("b", 2)]).key_by(lambda value: None, key_type)
        assert list(counted.sum(1).execute_and_collect()) == [("a", 1), ("a", 3)]
    env = keyed.get_execution_environment()
    env.from_collection([("a", 1)]).key_by(lambda value: None).sum(1).print()
    with pytest.raises(JobExecutionError, match="Assigned key must not be null"):
        env.execute()


def test_pyflink_prints_a_keyed_stream_without_the_name(
    keyed: KeyedStream, capsys: pytest.CaptureFixture[str]
) -> None:
    keyed.print("name")
    keyed.get_execution_environment().execute()
    env = in_dialect_of_pyflink()
    env.from_collection([("b", 2)], PAIR).key_by(lambda value: value[0]).print("name")
    env.execute()
    assert capsys.readouterr().out == "name> (a,1)\n(b,2)\n"
