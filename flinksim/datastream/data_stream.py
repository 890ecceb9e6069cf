"""Streams as a program declares them. Nothing here runs; a method adds a transformation.

Flink: ``org.apache.flink.streaming.api.datastream``, by the names of ``pyflink.datastream``.
Differs: names, ids and shape of the graph are those of the Java API, which is flinksim's default
dialect: ``key_by`` adds no operator, ``map`` on a keyed stream is a ``Map``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flinksim.common.execution_config import ExecutionConfig
from flinksim.common.typeinfo import (
    PickledBytesTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
    TypeInformation,
    Types,
)
from flinksim.common.typeutils.conversion import converter_for
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.sinks import CollectSink, PrintSink
from flinksim.core.lazy_reexports import found_elsewhere
from flinksim.core.pyflink_errors import (
    KindRefusedByJava,
    KindRefusedByPython,
    RefusedByJava,
    RefusedKind,
)
from flinksim.core.removed_api import what_became_of
from flinksim.core.unsupported import java_object
from flinksim.datastream.api_flavor import dialect_of
from flinksim.datastream.argument_checks import (
    as_key_selector,
    check_function,
    check_instance,
    check_text,
    check_whole_number,
    found,
)
from flinksim.datastream.closeable_iterator import CloseableIterator
from flinksim.datastream.data_stream_sink import DataStreamSink, as_sink
from flinksim.datastream.functions import (
    FilterFunction,
    FlatMapFunction,
    KeySelector,
    MapFunction,
    Partitioner,
    ProcessFunction,
)
from flinksim.datastream.lambda_functions import (
    LambdaFilterFunction,
    LambdaFlatMapFunction,
    LambdaMapFunction,
    LambdaPartitioner,
    ProjectFunction,
)
from flinksim.datastream.operator_options import OperatorModifiers
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.partitioner import (
    BroadcastPartitioner,
    CustomPartitionerWrapper,
    ForwardPartitioner,
    GlobalPartitioner,
    KeyGroupStreamPartitioner,
    RebalancePartitioner,
    RescalePartitioner,
    ShufflePartitioner,
    StreamPartitioner,
)
from flinksim.datastream.state import MapStateDescriptor
from flinksim.datastream.transformations import (
    FilterSpec,
    FlatMapSpec,
    LegacyTimestampsSpec,
    MapSpec,
    OperatorSpec,
    PartitionSpec,
    ProcessSpec,
    SideOutputSpec,
    SinkSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    UnionSpec,
)

if TYPE_CHECKING:
    from flinksim.datastream.connected_streams import (
        BroadcastConnectedStream,
        BroadcastStream,
        ConnectedStreams,
    )
    from flinksim.datastream.joined_streams import CoGroupedStreams, JoinedStreams
    from flinksim.datastream.keyed_stream import CachedDataStream, KeyedStream
    from flinksim.datastream.partition_windowed_stream import PartitionWindowedStream
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
    from flinksim.datastream.window import WindowAssigner
    from flinksim.datastream.windowed_stream import AllWindowedStream, WindowedStream

__all__ = [
    "AllWindowedStream",
    "BroadcastConnectedStream",
    "BroadcastStream",
    "CachedDataStream",
    "CloseableIterator",
    "CoGroupedStreams",
    "ConnectedStreams",
    "DataStream",
    "DataStreamSink",
    "JoinedStreams",
    "KeyedStream",
    "WindowedStream",
]

DEFAULT_KEY_GROUPS = 128
"""Key groups of a hash edge until its target's maximum parallelism is known."""


def _typed_selector(
    select: Callable[[Any], Any], type_info: TypeInformation | None
) -> Callable[[Any], Any]:
    """*select*, with what *type_info* makes of its keys: rows get field names, a ``FLOAT`` 32 bits."""
    convert = converter_for(type_info)
    return select if convert is None else lambda value: convert(select(value))


def declared_type(
    output_type: Any, method: str, argument: str = "output_type"
) -> TypeInformation | None:
    """*output_type* of *method* as type information; a list of types means a row of them."""
    if output_type is None or isinstance(output_type, TypeInformation):
        return output_type
    if isinstance(output_type, list):
        return RowTypeInfo(output_type)
    raise (KindRefusedByJava if argument == "key_type" else KindRefusedByPython)(
        f"{method}({argument}): expected a TypeInformation such as Types.INT(), or a list of them, "
        f"found {found(output_type)}."
    )


class DataStream(OperatorModifiers):
    """A stream of values.

    Flink: ``DataStream`` and ``SingleOutputStreamOperator``.
    """

    _j_data_stream = property(java_object)

    def __init__(
        self,
        environment: StreamExecutionEnvironment | DataStream,
        transformation: Transformation | None = None,
    ) -> None:
        # PyFlink makes a stream of a Java stream, whose place a stream of flinksim takes.
        if isinstance(environment, DataStream):
            stream = environment
            environment, transformation = stream._environment, stream._transformation
        assert transformation is not None
        self._environment = environment
        self._transformation = transformation

    @property
    def transformation(self) -> Transformation:
        """What stands behind the stream. Not in PyFlink (Java: ``getTransformation``)."""
        return self._transformation

    def get_name(self) -> str:
        """The operator's name."""
        return self._transformation.name

    def get_type(self) -> TypeInformation:
        """The declared type of the values; pickled objects if none was declared."""
        type_info = self._transformation.output_type
        if isinstance(type_info, RowTypeInfo):  # in Java every row has names
            return RowTypeInfo(type_info.get_field_types(), type_info.get_field_names())
        return type_info or Types.PICKLED_BYTE_ARRAY()

    def get_execution_environment(self) -> StreamExecutionEnvironment:
        """The environment in which the stream was made."""
        return self._environment

    def get_execution_config(self) -> ExecutionConfig:
        """The environment's execution settings."""
        return self._environment.get_config()

    # --- operators --------------------------------------------------------------------------------

    def map(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """One value out for each value in."""
        check_function(func, MapFunction, "map", "func", 1, _NOT_A_MAP_FUNCTION)
        function = func if isinstance(func, MapFunction) else LambdaMapFunction(func)
        return self.transform("Map", MapSpec(function), declared_type(output_type, "map"))

    def flat_map(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Any number of values out for each value in."""
        check_function(func, FlatMapFunction, "flat_map", "func", 1, _NOT_A_FLAT_MAP_FUNCTION)
        function = func if isinstance(func, FlatMapFunction) else LambdaFlatMapFunction(func)
        return self.transform(
            "Flat Map", FlatMapSpec(function), declared_type(output_type, "flat_map")
        )

    def filter(self, func: Any) -> DataStream:
        """Keeps the values for which *func* is true."""
        check_function(func, FilterFunction, "filter", "func", 1, _NOT_A_FILTER_FUNCTION)
        function = func if isinstance(func, FilterFunction) else LambdaFilterFunction(func)
        return self.transform("Filter", FilterSpec(function), self._transformation.output_type)

    def process(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Any number of values out, with a view of time."""
        check_instance(
            func, ProcessFunction, "process", "func", "ProcessFunction is required for DataStream",
            in_pyflink=None,
        )  # fmt: skip
        return self.transform("Process", ProcessSpec(func), declared_type(output_type, "process"))

    def project(self, *field_indexes: int) -> DataStream:
        """Keeps the fields at these positions, in this order, of a stream of tuples.

        Raises ``TypeError`` unless the stream was declared with ``Types.TUPLE``.
        """
        declared = self._transformation.output_type
        if not isinstance(declared, TupleTypeInfo):
            raise RefusedKind(
                "Only Tuple DataStreams can be projected. This stream's type is "
                f"{self.get_type()}; declare it with output_type=Types.TUPLE([...])."
            )
        types = declared.get_field_types()
        if not field_indexes:
            raise RefusedByJava("project() needs to select at least one (at most 25) fields.")
        for index in field_indexes:
            check_whole_number(index, "project", "field_indexes")
            if not 0 <= index < len(types):
                raise RefusedByJava(
                    f"project(field_indexes): the tuples have the fields 0 to {len(types) - 1}, "
                    f"there is no field {index}."
                )
        picked = Types.TUPLE([types[index] for index in field_indexes])
        return self.transform("Projection", MapSpec(ProjectFunction(field_indexes)), picked)

    def assign_timestamps_and_watermarks(self, watermark_strategy: Any) -> DataStream:
        """Gives values timestamps and makes watermarks.

        Takes a ``WatermarkStrategy``, or an assigner from before Flink 1.11: periodic (with
        ``get_current_watermark``) or punctuated (with ``check_and_get_next_watermark``).
        """
        spec = _timestamps_spec(watermark_strategy)
        dialect_of(self._environment.configuration).check_assigner(spec)
        result = self.transform("Timestamps/Watermarks", spec, self._transformation.output_type)
        # As in Flink the assigner is as parallel as its input, not as the environment.
        result._transformation.parallelism = self._transformation.parallelism
        return result

    def get_side_output(self, output_tag: OutputTag) -> DataStream:
        """The values that an operator sent to *output_tag*."""
        check_instance(
            output_tag, OutputTag, "get_side_output", "output_tag", "An OutputTag is required",
            in_pyflink=KindRefusedByPython,
        )  # fmt: skip
        if self._is_virtual:
            raise TypeError(
                "get_side_output: side outputs are taken from the stream that an operator returns, "
                f"not from {self._described()}."
            )
        requested = self._transformation.extra.setdefault("side_output_types", {})
        before = requested.setdefault(output_tag.tag_id, output_tag.type_info)
        if before != output_tag.type_info:
            raise RefusedByJava(
                "A side output with a matching id was already requested with a different type. This is "
                "not allowed, side output ids need to be unique. "
                f"get_side_output(output_tag): {output_tag.tag_id!r} was {before}, now it is "
                f"{output_tag.type_info}; give one of the two another id."
            )
        return self._virtual("SideOutput", SideOutputSpec(output_tag), output_tag.type_info)

    def transform(
        self,
        operator_name: str,
        spec: OperatorSpec,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Adds the operator that *spec* describes. Not in PyFlink (Java: ``transform``)."""
        transformation = self._environment.new_transformation(
            operator_name, spec, (self._transformation,), output_type
        )
        return DataStream(self._environment, transformation)

    # --- keys, channels, other streams --------------------------------------------------------------

    def key_by(self, key_selector: Any, key_type: TypeInformation | None = None) -> KeyedStream:
        """Values with the same key go to the same subtask, which keeps state per key."""
        from flinksim.datastream.keyed_stream import KeyedStream

        selector = as_key_selector(key_selector, "key_by")
        type_ = declared_type(key_type, "key_by", "key_type")
        dialect = dialect_of(self._environment.configuration)
        dialect.partitioned((key_selector,), type_)
        if dialect.operators_are_pythons or isinstance(type_, RowTypeInfo):
            selector = _typed_selector(selector, type_)
        key_hash = dialect.key_hash(type_)
        partitioner = KeyGroupStreamPartitioner(selector, DEFAULT_KEY_GROUPS, key_hash)
        keyed = self._virtual(
            "Partition", PartitionSpec(partitioner), self._transformation.output_type
        )
        return KeyedStream(
            self._environment,
            keyed._transformation,
            selector,
            type_,
            key_selector if isinstance(key_selector, KeySelector) else None,
        )

    def union(self, *streams: DataStream) -> DataStream:
        """The values of all these streams, in whatever order they come."""
        for stream in streams:
            check_instance(
                stream, DataStream, "union", "streams", "A DataStream is required",
                in_pyflink=KindRefusedByPython,
            )  # fmt: skip
            self._check_same_environment(stream, "union")
        inputs = (self._transformation, *(stream._transformation for stream in streams))
        own, others = self._transformation.output_type, [i.output_type for i in inputs[1:]]
        for other in others:
            if own is not None and other is not None and own != other:
                raise KindRefusedByJava(
                    f"Cannot union streams of different types: {own} and {other}. Map one of them to "
                    "the other's type first."
                )
        return self._virtual("Union", UnionSpec(), own, inputs)

    def connect(self, ds: Any) -> Any:
        """Two streams of different types for one operator; or a stream and a broadcast stream."""
        from flinksim.datastream.connected_streams import (
            BroadcastConnectedStream,
            BroadcastStream,
            ConnectedStreams,
        )

        check_instance(
            ds, (DataStream, BroadcastStream), "connect", "ds",
            "A DataStream or a BroadcastStream is required", in_pyflink=None,
        )  # fmt: skip
        if not isinstance(ds, (DataStream, BroadcastStream)):
            return ConnectedStreams(self, ds)
        if isinstance(ds, BroadcastStream):
            self._check_same_environment(ds.input_stream, "connect")
            return BroadcastConnectedStream(self, ds, ds.broadcast_state_descriptors)
        self._check_same_environment(ds, "connect")
        return ConnectedStreams(self, ds)

    def join(self, other_stream: DataStream) -> JoinedStreams:
        """Pairs of values that share key and window. Not in PyFlink."""
        from flinksim.datastream.joined_streams import JoinedStreams

        check_instance(other_stream, DataStream, "join", "other_stream", "A DataStream is required")
        self._check_same_environment(other_stream, "join")
        return JoinedStreams(self, other_stream)

    def co_group(self, other_stream: DataStream) -> CoGroupedStreams:
        """The groups of values that share key and window. Not in PyFlink."""
        from flinksim.datastream.joined_streams import CoGroupedStreams

        check_instance(
            other_stream, DataStream, "co_group", "other_stream", "A DataStream is required"
        )
        self._check_same_environment(other_stream, "co_group")
        return CoGroupedStreams(self, other_stream)

    def shuffle(self) -> DataStream:
        """Each value to a random subtask."""
        return self._partitioned(ShufflePartitioner())

    def rebalance(self) -> DataStream:
        """Values to all subtasks in turn."""
        return self._partitioned(RebalancePartitioner())

    def rescale(self) -> DataStream:
        """Values to a few subtasks in turn, so that fewer channels are needed."""
        return self._partitioned(RescalePartitioner())

    def forward(self) -> DataStream:
        """Values stay with the subtask of the same index; needs equal parallelism."""
        return self._partitioned(ForwardPartitioner())

    def global_(self) -> DataStream:
        """All values to the first subtask. Not in PyFlink (Java: ``global``)."""
        return self._partitioned(GlobalPartitioner())

    def broadcast(
        self,
        broadcast_state_descriptor: MapStateDescriptor | None = None,
        *other_broadcast_state_descriptors: MapStateDescriptor,
    ) -> Any:
        """Each value to every subtask; with state descriptors, to be kept as broadcast state."""
        from flinksim.datastream.connected_streams import BroadcastStream

        if broadcast_state_descriptor is None:
            return self._partitioned(BroadcastPartitioner())
        descriptors = [broadcast_state_descriptor, *other_broadcast_state_descriptors]
        for descriptor in descriptors:
            check_instance(
                descriptor, MapStateDescriptor, "broadcast", "broadcast_state_descriptor",
                "broadcast_state_descriptor must be MapStateDescriptor",
            )  # fmt: skip
        return BroadcastStream(self._partitioned(BroadcastPartitioner()), descriptors)

    def partition_custom(self, partitioner: Any, key_selector: Any) -> DataStream:
        """Each value to the subtask that ``partitioner(key, number_of_subtasks)`` names."""
        check_function(
            partitioner, Partitioner, "partition_custom", "partitioner", 2,
            "Parameter partitioner should be type of Partitioner or a callable function",
        )  # fmt: skip
        selector = as_key_selector(key_selector, "partition_custom")
        if not isinstance(partitioner, Partitioner):
            partitioner = LambdaPartitioner(partitioner)
        dialect_of(self._environment.configuration).partitioned((partitioner, key_selector))
        return self._partitioned(CustomPartitionerWrapper(partitioner, selector))

    def window_all(self, window_assigner: WindowAssigner[Any, Any]) -> AllWindowedStream:
        """Windows over all values, in one subtask."""
        from flinksim.datastream.windowed_stream import AllWindowedStream

        return AllWindowedStream(self, window_assigner)

    def count_window_all(self, size: int, slide: int = 0) -> AllWindowedStream:
        """Windows of *size* values, in one subtask. Not in PyFlink."""
        from flinksim.datastream.windowed_stream import AllWindowedStream, count_windows

        return count_windows(AllWindowedStream, self, size, slide, "count_window_all")

    def full_window_partition(self) -> PartitionWindowedStream:
        """All values of a subtask at once, when the input has ended. Not in PyFlink."""
        from flinksim.datastream.partition_windowed_stream import PartitionWindowedStream

        return PartitionWindowedStream(self)

    # --- results ----------------------------------------------------------------------------------

    def print(self, sink_identifier: str | None = None) -> DataStreamSink:
        """Prints each value to standard output."""
        return self._print_to(std_err=False, sink_identifier=sink_identifier)

    def print_to_err(self, sink_identifier: str | None = None) -> DataStreamSink:
        """Prints each value to standard error. Not in PyFlink."""
        return self._print_to(std_err=True, sink_identifier=sink_identifier)

    def _print_to(self, std_err: bool, sink_identifier: str | None) -> DataStreamSink:
        if sink_identifier is not None:
            check_text(sink_identifier, "print", "sink_identifier")
        # PyFlink prints values of no declared type as Python writes them.
        typed = not isinstance(self.get_type(), PickledBytesTypeInfo)
        sink = PrintSink(std_err, sink_identifier, typed)
        name = "Print to Std. Err" if std_err else "Print to Std. Out"
        return self._sink(name, SinkSpec(sink, legacy=True))

    def add_sink(self, sink_func: Any) -> DataStreamSink:
        """Ends the stream in a sink of the old kind, or in an object with ``write``."""
        return self._sink("Unnamed", SinkSpec(as_sink(sink_func, "add_sink"), legacy=True))

    def sink_to(self, sink: Any) -> DataStreamSink:
        """Ends the stream in a sink."""
        return self._sink("Sink", SinkSpec(as_sink(sink, "sink_to"), legacy=False))

    def _sink(self, name: str, spec: SinkSpec) -> DataStreamSink:
        spec.sink.set_input_type(self._transformation.output_type)
        transformation = self._environment.new_transformation(name, spec, (self._transformation,))
        return DataStreamSink(self._environment, transformation)

    def execute_and_collect(
        self, job_execution_name: str | None = None, limit: int | None = None
    ) -> CloseableIterator | list[Any]:
        """Runs the job and gives this stream's values: an iterator, or with *limit* a list.

        With *limit* the job is cancelled as soon as there are so many, so its source may be endless.

        If the job fails, the iterator gives the values up to then and then raises.
        Differs: without a limit the job has run to its end when the method returns.
        """
        if limit is not None:
            check_whole_number(limit, "execute_and_collect", "limit")
            if limit <= 0:
                raise RefusedByJava(
                    f"execute_and_collect(limit): Limit must be greater than 0, found {limit}."
                )
        results: list[Any] = []
        sink = self._sink(
            "Data stream collect sink", SinkSpec(CollectSink(results, limit), legacy=True)
        )
        sink.set_parallelism(1)
        # A program that cannot be translated fails here; a job that fails, in the iterator.
        client = self._environment.execute_async(job_execution_name)
        error = client.get_job_execution_result().exception()
        if limit is None:
            return CloseableIterator(results, error)
        if error is not None and len(results) < limit:
            raise error
        return results[:limit]

    def cache(self) -> CachedDataStream:
        """A stream that later jobs may read again.

        Differs: every job computes it anew, which gives the same values.
        """
        from flinksim.datastream.keyed_stream import CachedDataStream

        return CachedDataStream(self._environment, self._transformation)

    def __getattr__(self, name: str) -> Any:
        message = f"'{type(self).__name__}' object has no attribute '{name}'"
        if name in _NEED_KEYS:
            message += f". {name}() works on keys: call key_by(...) before it{_NEED_KEYS[name]}."
        elif name in _ELSEWHERE:
            message += f". {_ELSEWHERE[name]}"
        elif became := what_became_of("DataStream", name):
            message += f". {became}"
        raise AttributeError(message, name=name, obj=self)

    # --- inside -----------------------------------------------------------------------------------

    def _partitioned(self, partitioner: StreamPartitioner) -> DataStream:
        return self._virtual(
            "Partition", PartitionSpec(partitioner), self._transformation.output_type
        )

    def _virtual(
        self,
        name: str,
        spec: PartitionSpec | UnionSpec | SideOutputSpec,
        output_type: TypeInformation | None,
        inputs: tuple[Transformation, ...] | None = None,
    ) -> DataStream:
        transformation = self._environment.new_transformation(
            name, spec, inputs or (self._transformation,), output_type
        )
        # Virtual transformations are as parallel as what they stand on.
        transformation.parallelism = self._transformation.parallelism
        return DataStream(self._environment, transformation)

    def _check_same_environment(self, other: DataStream, method: str) -> None:
        if other._environment is not self._environment:
            raise RefusedByJava(
                f"{method}: the streams come from different StreamExecutionEnvironments. Make both "
                "from the same environment object."
            )


_NEED_KEYS = {
    "window": ", or use window_all(assigner) for windows over all values",
    "count_window": ", or use count_window_all(size) for windows over all values",
    **dict.fromkeys(("reduce", "sum", "min", "max", "min_by", "max_by"), ""),
}
"""Methods of keyed streams alone, and what there is without keys."""

_ELSEWHERE = {
    **dict.fromkeys(
        ("execute", "execute_async"),
        "The environment runs the job: end the stream in a sink, such as "
        "print(), and call env.execute().",
    ),
    "collect": "Use execute_and_collect().",
}
"""Methods that one may look for, and what does that."""

_NOT_A_MAP_FUNCTION = "The input must be a MapFunction or a callable function"
_NOT_A_FLAT_MAP_FUNCTION = "The input must be a FlatMapFunction or a callable function"
_NOT_A_FILTER_FUNCTION = "The input must be a FilterFunction or a callable function"


def _timestamps_spec(strategy: Any) -> TimestampsAndWatermarksSpec | LegacyTimestampsSpec:
    if isinstance(strategy, WatermarkStrategy):
        return TimestampsAndWatermarksSpec(strategy)
    if callable(getattr(strategy, "extract_timestamp", None)) and not isinstance(strategy, type):
        if callable(getattr(strategy, "get_current_watermark", None)):
            return LegacyTimestampsSpec(strategy, periodic=True)
        if callable(getattr(strategy, "check_and_get_next_watermark", None)):
            return LegacyTimestampsSpec(strategy, periodic=False)
        raise TypeError(
            "assign_timestamps_and_watermarks(watermark_strategy): "
            f"{type(strategy).__name__} has extract_timestamp alone, which says nothing of "
            "watermarks. Give WatermarkStrategy.for_monotonous_timestamps()"
            ".with_timestamp_assigner(assigner), or an assigner with get_current_watermark() or "
            "check_and_get_next_watermark(value, timestamp)."
        )
    raise KindRefusedByPython(
        "assign_timestamps_and_watermarks(watermark_strategy): expected a WatermarkStrategy such as "
        "WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5)), found "
        f"{found(strategy)}."
    )


# PyFlink has all stream classes in this module; here each family has its own, which imports this one.
__getattr__ = found_elsewhere(
    __name__,
    {
        "datastream.connected_streams": "BroadcastConnectedStream BroadcastStream ConnectedStreams",
        "datastream.joined_streams": "CoGroupedStreams JoinedStreams",
        "datastream.keyed_stream": "CachedDataStream KeyedStream",
        "datastream.windowed_stream": "AllWindowedStream WindowedStream",
        "datastream.functions": (
            "AggregateFunction AllWindowFunction BroadcastProcessFunction CoFlatMapFunction "
            "CoMapFunction CoProcessFunction Function KeyedBroadcastProcessFunction "
            "KeyedCoProcessFunction KeyedProcessFunction ProcessAllWindowFunction "
            "ProcessWindowFunction ReduceFunction RuntimeContext SinkFunction WindowFunction"
        ),
        "datastream.state": (
            "AggregatingStateDescriptor ListStateDescriptor ReducingState ReducingStateDescriptor "
            "StateDescriptor"
        ),
        "datastream.window": "MergingWindowAssigner Trigger WindowAssigner",
        "datastream.slot_sharing_group": "SlotSharingGroup",
        "datastream.connectors.base": "Sink",
        "common.types": "Row",
        "common.watermark_strategy": "TimestampAssigner",
    },
)
