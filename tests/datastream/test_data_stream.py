from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Duration, Row, TypeInformation, Types, WatermarkStrategy
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import (
    DataStream,
    MapFunction,
    OutputTag,
    ProcessFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.partitioner import StreamPartitioner
from flinksim.datastream.transformations import (
    FilterSpec,
    FlatMapSpec,
    LegacyTimestampsSpec,
    MapSpec,
    OperatorSpec,
    PartitionSpec,
    SideOutputSpec,
    SinkSpec,
    TimestampsAndWatermarksSpec,
    UnionSpec,
    VirtualSpec,
)

PAIR = Types.TUPLE([Types.STRING(), Types.INT()])


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment.get_execution_environment()


@pytest.fixture
def stream(env: StreamExecutionEnvironment) -> DataStream:
    return env.from_collection([("a", 1), ("b", 2)], PAIR)


def spec_of(stream: Any, kind: type) -> Any:
    spec: OperatorSpec | VirtualSpec = stream.transformation.spec
    assert isinstance(spec, kind)
    return spec


def partitioner_of(stream: DataStream) -> StreamPartitioner:
    partitioner: StreamPartitioner = spec_of(stream, PartitionSpec).partitioner
    return partitioner


class Upper(MapFunction):
    def map(self, value: Any) -> Any:
        return value.upper()


def test_a_lambda_and_a_function_object_are_called_alike(stream: DataStream) -> None:
    by_lambda = spec_of(stream.map(lambda value: value.upper()), MapSpec).function
    by_object = spec_of(stream.map(Upper()), MapSpec).function
    assert by_lambda.map("a") == by_object.map("a") == "A"
    assert spec_of(stream.flat_map(lambda v: [v, v]), FlatMapSpec).function.flat_map(1) == [1, 1]
    assert spec_of(stream.filter(lambda v: v > 1), FilterSpec).function.filter(2) is True


def test_operators_have_flinks_names(stream: DataStream) -> None:
    def names(*streams: DataStream) -> list[str]:
        return [stream.transformation.name for stream in streams]

    class Pass(ProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            yield value

    assert names(
        stream.map(lambda v: v),
        stream.flat_map(lambda v: v),
        stream.filter(lambda v: v),
        stream.process(Pass()),
        stream.project(0),
        stream.assign_timestamps_and_watermarks(WatermarkStrategy.no_watermarks()),
    ) == ["Map", "Flat Map", "Filter", "Process", "Projection", "Timestamps/Watermarks"]


def test_filter_keeps_the_type_and_map_takes_the_declared_one(stream: DataStream) -> None:
    assert stream.filter(lambda v: True).get_type() == PAIR
    assert stream.map(lambda v: v).get_type() == Types.PICKLED_BYTE_ARRAY()
    assert stream.map(lambda v: v[1], Types.INT()).get_type() == Types.INT()
    assert stream.map(lambda v: v, [Types.INT()]).get_type() == Types.ROW([Types.INT()])
    with pytest.raises(TypeError, match=r"map\(output_type\).*found the class int"):
        stream.map(lambda v: v, int)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["map", "flat_map", "filter"])
def test_what_is_no_function_is_refused_with_method_and_value(
    stream: DataStream, method: str
) -> None:
    with pytest.raises(TypeError, match=rf"{method}\(func\) was given 5 \(int\)"):
        getattr(stream, method)(5)


def test_a_lambda_of_wrong_arity_is_refused_when_it_is_declared(stream: DataStream) -> None:
    with pytest.raises(TypeError, match=r"map\(func\): the function is called with one argument"):
        stream.map(lambda: 1)
    with pytest.raises(TypeError, match=r"reduce\(func\).*called with 2 arguments"):
        stream.key_by(lambda v: v).reduce(lambda v: v)


def test_a_builtin_that_does_not_tell_its_arity_is_taken(stream: DataStream) -> None:
    assert spec_of(stream.map(str), MapSpec).function.map(1) == "1"


def test_a_class_in_place_of_an_object_is_refused_with_the_cure(stream: DataStream) -> None:
    with pytest.raises(TypeError, match=r"Create an object of it: Upper\(\)"):
        stream.map(Upper)


def test_project_picks_fields_of_tuples(stream: DataStream) -> None:
    picked = stream.project(1, 0)
    assert spec_of(picked, MapSpec).function.map(("a", 1)) == (1, "a")
    assert picked.get_type() == Types.TUPLE([Types.INT(), Types.STRING()])
    with pytest.raises(ValueError, match="field 2 does not exist"):
        stream.project(2)
    with pytest.raises(TypeError, match="Only Tuple DataStreams can be projected"):
        stream.map(lambda v: v).project(0)


def test_partitionings_are_flinks(stream: DataStream) -> None:
    made = [
        stream.shuffle(), stream.rebalance(), stream.rescale(), stream.forward(),
        stream.global_(), stream.broadcast(),
        stream.partition_custom(lambda key, n: 0, lambda value: value),
        stream.key_by(lambda value: value),
    ]  # fmt: skip
    assert [partitioner_of(one).name for one in made] == [
        "SHUFFLE", "REBALANCE", "RESCALE", "FORWARD", "GLOBAL", "BROADCAST", "CUSTOM", "HASH",
    ]  # fmt: skip
    for one in made:
        assert one.get_type() == PAIR


def test_a_custom_partitioner_is_called_with_key_and_number_of_channels(
    stream: DataStream,
) -> None:
    partitioner = partitioner_of(stream.partition_custom(lambda key, n: key % n, lambda v: v[1]))
    partitioner.setup(3)

    class Record:
        value = ("a", 7)

    assert partitioner.select_channel(Record()) == 1


def test_every_transformation_takes_the_next_id(env: StreamExecutionEnvironment) -> None:
    source = env.from_collection([1])
    keyed = source.map(lambda v: v).key_by(lambda v: v)
    summed = keyed.sum()
    assert [
        source.transformation.id,
        keyed.transformation.id,
        summed.transformation.id,
        summed.print().transformation.id,
    ] == [1, 3, 4, 5]


def test_union_takes_streams_of_one_type_and_one_environment(stream: DataStream) -> None:
    united = stream.union(stream.map(lambda v: v), stream.filter(lambda v: True))
    spec_of(united, UnionSpec)
    assert len(united.transformation.inputs) == 3
    with pytest.raises(TypeError, match="Cannot union streams of different types"):
        stream.union(stream.map(lambda v: 1, Types.INT()))
    elsewhere = StreamExecutionEnvironment.get_execution_environment().from_collection([1])
    with pytest.raises(ValueError, match="different StreamExecutionEnvironments"):
        stream.union(elsewhere)
    with pytest.raises(TypeError, match=r"union\(streams\) was given 3"):
        stream.union(3)  # type: ignore[arg-type]


def test_a_side_output_has_the_type_of_its_tag(stream: DataStream) -> None:
    tag = OutputTag("late", Types.INT())
    side = stream.map(lambda v: v).get_side_output(tag)
    assert spec_of(side, SideOutputSpec).tag is tag
    assert side.get_type() == Types.INT()
    with pytest.raises(TypeError, match="call it on the stream that an operator"):
        stream.rebalance().get_side_output(tag)
    with pytest.raises(TypeError, match=r"get_side_output\(output_tag\) was given 'late'"):
        stream.get_side_output("late")  # type: ignore[arg-type]


class Periodic:
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return 0

    def get_current_watermark(self) -> int | None:
        return None


class Punctuated:
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return 0

    def check_and_get_next_watermark(self, value: Any, extracted_timestamp: int) -> int | None:
        return None


def test_timestamps_come_from_a_strategy_or_an_older_assigner(stream: DataStream) -> None:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5))
    assigned = stream.assign_timestamps_and_watermarks(strategy)
    assert spec_of(assigned, TimestampsAndWatermarksSpec).strategy is strategy
    assert assigned.get_type() == PAIR
    for assigner, periodic in ((Periodic(), True), (Punctuated(), False)):
        spec = spec_of(stream.assign_timestamps_and_watermarks(assigner), LegacyTimestampsSpec)
        assert (spec.assigner, spec.periodic) == (assigner, periodic)


def test_what_is_no_strategy_is_refused_with_the_cure(stream: DataStream) -> None:
    class OnlyTimestamps:
        def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
            return 0

    with pytest.raises(TypeError, match=r"only extract_timestamp.*with_timestamp_assigner"):
        stream.assign_timestamps_and_watermarks(OnlyTimestamps())
    with pytest.raises(TypeError, match=r"expected a WatermarkStrategy.*found 5"):
        stream.assign_timestamps_and_watermarks(5)


def test_an_assigner_is_as_parallel_as_its_input(env: StreamExecutionEnvironment) -> None:
    env.set_parallelism(4)
    stream = env.from_collection([1]).assign_timestamps_and_watermarks(
        WatermarkStrategy.no_watermarks()
    )
    assert stream.transformation.parallelism == 1


@pytest.mark.parametrize(
    ("output_type", "typed"),
    [(None, False), (Types.PICKLED_BYTE_ARRAY(), False), (Types.INT(), True)],
)
def test_print_knows_whether_the_stream_has_a_type(
    stream: DataStream, output_type: TypeInformation | None, typed: bool
) -> None:
    sink = stream.map(lambda v: v, output_type).print("x")
    assert sink.transformation.name == "Print to Std. Out"
    printing: Any = spec_of(sink, SinkSpec).sink
    assert (printing.std_err, printing.identifier, printing.typed) == (False, "x", typed)
    assert spec_of(sink, SinkSpec).legacy


def test_an_object_with_write_or_invoke_is_a_sink(stream: DataStream) -> None:
    written: list[Any] = []

    class Writes:
        def write(self, value: Any, timestamp: int | None) -> None:
            written.append((value, timestamp))

    class Invokes:
        def invoke(self, value: Any) -> None:
            written.append(value)

    for target in (Writes(), Invokes()):
        sink = spec_of(stream.add_sink(target), SinkSpec).sink
        assert isinstance(sink, Sink)
        writer: SinkWriter = sink.create_writer(SinkContext(0, 1))
        assert writer.write(3, 7) == "3"
    assert written == [(3, 7), 3]
    collect = CollectSink()
    assert spec_of(stream.sink_to(collect), SinkSpec) == SinkSpec(collect, legacy=False)
    with pytest.raises(TypeError, match=r"sink_to: expected a flinksim Sink.*found 'out.txt'"):
        stream.sink_to("out.txt")


def test_streams_of_another_module_path_are_the_same_classes() -> None:
    from flinksim.datastream import KeyedStream, data_stream

    assert data_stream.KeyedStream is KeyedStream
    for name in data_stream.__all__:
        assert getattr(data_stream, name).__name__ == name


def test_a_value_declared_as_row_arrives_as_a_row(env: StreamExecutionEnvironment) -> None:
    stream = env.from_collection(
        [("a", 1)], Types.ROW_NAMED(["k", "n"], [Types.STRING(), Types.INT()])
    )
    source: Any = stream.transformation.spec
    assert source.source.values == (Row(k="a", n=1),)
