"""Streams as a program declares them. A method adds a transformation and runs nothing.

Flink: ``org.apache.flink.streaming.api.datastream``, by the names of ``pyflink.datastream``.
Differs: names, ids and shape of the graph are those of the Java API, which is flinksim's default
API flavor: ``key_by`` adds no operator, ``map`` on a keyed stream is a ``Map``.
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
from flinksim.common.typeutils.conversion import build_converter
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.sink import Sink
from flinksim.connectors.sinks import CollectSink, PrintSink
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.pyflink_errors import (
    JavaIllegalArgumentError,
    JavaTypeMismatchError,
    PyFlinkTypeError,
    PythonTypeMismatchError,
)
from flinksim.core.removed_api import explain_removed_name
from flinksim.core.unsupported_api import as_java_object
from flinksim.datastream.api_flavor import get_api_flavor
from flinksim.datastream.argument_checks import (
    as_key_selector,
    check_function,
    check_instance,
    check_text,
    check_whole_number,
    describe_value,
)
from flinksim.datastream.checkpointing_mode import CheckpointingMode
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
from flinksim.datastream.operator_options import StreamOperatorOptions
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
"""Number of key groups of a hash edge until the maximum parallelism of its target is known."""


def _create_typed_selector(
    key_selector: Callable[[Any], Any], type_info: TypeInformation | None
) -> Callable[[Any], Any]:
    """Return a selector whose keys are converted to *type_info*, such as rows with field names."""
    convert = build_converter(type_info)
    return key_selector if convert is None else lambda value: convert(key_selector(value))


def as_type_info(
    output_type: Any, method: str, argument: str = "output_type"
) -> TypeInformation | None:
    """Return *output_type* as type information; a list of types means a row of them.

    Args:
        output_type: The declared type.
        method: The name of the API method, for the error message.
        argument: The name of the argument, for the error message.

    Raises:
        TypeError: If it is neither type information nor a list.
    """
    if output_type is None or isinstance(output_type, TypeInformation):
        return output_type
    if isinstance(output_type, list):
        return RowTypeInfo(output_type)
    raise (JavaTypeMismatchError if argument == "key_type" else PythonTypeMismatchError)(
        f"{method}({argument}): expected a TypeInformation such as Types.INT(), or a list of them, "
        f"found {describe_value(output_type)}."
    )


class DataStream(StreamOperatorOptions):
    """A stream of values.

    Flink: ``DataStream`` and ``SingleOutputStreamOperator``.

    >>> from flinksim.datastream import StreamExecutionEnvironment
    >>> env = StreamExecutionEnvironment.get_execution_environment()
    >>> stream = env.from_collection([1, 2, 3]).filter(lambda value: value > 1)
    >>> list(stream.execute_and_collect())
    [2, 3]
    """

    _j_data_stream = property(as_java_object)

    def __init__(
        self,
        environment: StreamExecutionEnvironment | DataStream,
        transformation: Transformation | None = None,
    ) -> None:
        # PyFlink's constructor takes a Java stream; here a stream of flinksim stands for it.
        if isinstance(environment, DataStream):
            stream = environment
            environment, transformation = stream._environment, stream._transformation
        assert transformation is not None
        self._environment = environment
        self._transformation = transformation

    @property
    def transformation(self) -> Transformation:
        """The transformation that produces the stream. Not in PyFlink (Java: ``getTransformation``)."""
        return self._transformation

    def get_name(self) -> str:
        """Return the name of the operator."""
        return self._transformation.name

    def get_type(self) -> TypeInformation:
        """Return the declared type of the values, by default pickled objects."""
        type_info = self._transformation.output_type
        if isinstance(type_info, RowTypeInfo):  # in Java every row has field names
            return RowTypeInfo(type_info.get_field_types(), type_info.get_field_names())
        return type_info or Types.PICKLED_BYTE_ARRAY()

    def get_execution_environment(self) -> StreamExecutionEnvironment:
        """Return the environment of the stream."""
        return self._environment

    def get_execution_config(self) -> ExecutionConfig:
        """Return the environment's execution settings."""
        return self._environment.get_config()

    # --- operators --------------------------------------------------------------------------------

    def map(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Emit one value for each input value."""
        check_function(func, MapFunction, "map", "func", 1, _NOT_A_MAP_FUNCTION)
        function = func if isinstance(func, MapFunction) else LambdaMapFunction(func)
        return self.transform("Map", MapSpec(function), as_type_info(output_type, "map"))

    def flat_map(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Emit any number of values for each input value."""
        check_function(func, FlatMapFunction, "flat_map", "func", 1, _NOT_A_FLAT_MAP_FUNCTION)
        function = func if isinstance(func, FlatMapFunction) else LambdaFlatMapFunction(func)
        return self.transform(
            "Flat Map", FlatMapSpec(function), as_type_info(output_type, "flat_map")
        )

    def filter(self, func: Any) -> DataStream:
        """Keep the values for which *func* returns true."""
        check_function(func, FilterFunction, "filter", "func", 1, _NOT_A_FILTER_FUNCTION)
        function = func if isinstance(func, FilterFunction) else LambdaFilterFunction(func)
        return self.transform("Filter", FilterSpec(function), self._transformation.output_type)

    def process(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Emit any number of values, with access to time."""
        check_instance(
            func, ProcessFunction, "process", "func", "ProcessFunction is required for DataStream",
            pyflink_error=None,
        )  # fmt: skip
        return self.transform("Process", ProcessSpec(func), as_type_info(output_type, "process"))

    def project(self, *field_indexes: int) -> DataStream:
        """Keep the fields at these positions, in this order, of a stream of tuples.

        Raises:
            TypeError: If the stream was not declared with ``Types.TUPLE``.
            ValueError: If there is no such field, or if none is selected.
        """
        declared = self._transformation.output_type
        if not isinstance(declared, TupleTypeInfo):
            raise PyFlinkTypeError(
                "Only Tuple DataStreams can be projected. This stream's type is "
                f"{self.get_type()}; declare it with output_type=Types.TUPLE([...])."
            )
        types = declared.get_field_types()
        if not field_indexes:
            raise JavaIllegalArgumentError(
                "project() needs to select at least one (at most 25) fields."
            )
        for index in field_indexes:
            check_whole_number(index, "project", "field_indexes")
            if not 0 <= index < len(types):
                raise JavaIllegalArgumentError(
                    f"project(field_indexes): field {index} does not exist. The "
                    f"tuples have the fields 0 to {len(types) - 1}."
                )
        projected = Types.TUPLE([types[index] for index in field_indexes])
        return self.transform("Projection", MapSpec(ProjectFunction(field_indexes)), projected)

    def assign_timestamps_and_watermarks(self, watermark_strategy: Any) -> DataStream:
        """Assign timestamps to values and generate watermarks.

        Args:
            watermark_strategy: A ``WatermarkStrategy``, or an assigner from before Flink 1.11. The
                assigner is periodic (with ``get_current_watermark``) or punctuated (with
                ``check_and_get_next_watermark``).
        """
        flavor = get_api_flavor(self._environment.configuration)
        if isinstance(watermark_strategy, WatermarkStrategy):
            watermark_strategy = watermark_strategy.resolve_timestamp_assigner(
                not flavor.derived_strategies_lose_assigners
            )
        spec = _create_timestamps_spec(watermark_strategy)
        flavor.check_timestamp_assigner(spec)
        result = self.transform("Timestamps/Watermarks", spec, self._transformation.output_type)
        # As in Flink the assigner has the parallelism of its input, not of the environment.
        result._transformation.parallelism = self._transformation.parallelism
        return result

    def get_side_output(self, output_tag: OutputTag) -> DataStream:
        """Return the values that an operator sends to *output_tag*."""
        check_instance(
            output_tag, OutputTag, "get_side_output", "output_tag", "An OutputTag is required",
            pyflink_error=PythonTypeMismatchError,
        )  # fmt: skip
        if self._is_virtual:
            raise TypeError(
                "get_side_output: call it on the stream that an operator "
                f"returns, not on {self._describe_operator()}."
            )
        requested = self._transformation.extra.setdefault("side_output_types", {})
        earlier_type = requested.setdefault(output_tag.tag_id, output_tag.type_info)
        if earlier_type != output_tag.type_info:
            raise JavaIllegalArgumentError(
                "A side output with a matching id was already requested with a "
                "different type. This is not allowed, side output ids need to be "
                f"unique. get_side_output(output_tag): {output_tag.tag_id!r} has "
                f"the types {earlier_type} and {output_tag.type_info}. Give one "
                "of the two tags another id."
            )
        return self._add_virtual_transformation(
            "SideOutput", SideOutputSpec(output_tag), output_tag.type_info
        )

    def transform(
        self,
        operator_name: str,
        spec: OperatorSpec,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Add the operator that *spec* describes. Not in PyFlink (Java: ``transform``)."""
        transformation = self._environment.add_transformation(
            operator_name, spec, (self._transformation,), output_type
        )
        return DataStream(self._environment, transformation)

    # --- keys, channels, other streams --------------------------------------------------------------

    def key_by(self, key_selector: Any, key_type: TypeInformation | None = None) -> KeyedStream:
        """Partition by key: values with the same key go to one subtask, which keeps state per key."""
        from flinksim.datastream.keyed_stream import KeyedStream

        selector = as_key_selector(key_selector, "key_by")
        type_ = as_type_info(key_type, "key_by", "key_type")
        flavor = get_api_flavor(self._environment.configuration)
        flavor.on_partitioned((key_selector,), type_)
        if flavor.uses_python_operators or isinstance(type_, RowTypeInfo):
            selector = _create_typed_selector(selector, type_)
        key_hash = flavor.create_key_hash(type_)
        partitioner = KeyGroupStreamPartitioner(selector, DEFAULT_KEY_GROUPS, key_hash)
        keyed = self._add_virtual_transformation(
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
        """Merge these streams into one, in arrival order."""
        for stream in streams:
            check_instance(
                stream, DataStream, "union", "streams", "A DataStream is required",
                pyflink_error=PythonTypeMismatchError,
            )  # fmt: skip
            self._check_same_environment(stream, "union")
        inputs = (self._transformation, *(stream._transformation for stream in streams))
        own, others = self._transformation.output_type, [i.output_type for i in inputs[1:]]
        for other in others:
            if own is not None and other is not None and own != other:
                raise JavaTypeMismatchError(
                    f"Cannot union streams of different types: {own} and {other}. Map one of them to "
                    "the other's type first."
                )
        return self._add_virtual_transformation("Union", UnionSpec(), own, inputs)

    def connect(self, ds: Any) -> Any:
        """Connect with a stream of another type, or with a broadcast stream, for one operator."""
        from flinksim.datastream.connected_streams import (
            BroadcastConnectedStream,
            BroadcastStream,
            ConnectedStreams,
        )

        check_instance(
            ds, (DataStream, BroadcastStream), "connect", "ds",
            "A DataStream or a BroadcastStream is required", pyflink_error=None,
        )  # fmt: skip
        if not isinstance(ds, (DataStream, BroadcastStream)):
            return ConnectedStreams(self, ds)
        if isinstance(ds, BroadcastStream):
            self._check_same_environment(ds.input_stream, "connect")
            return BroadcastConnectedStream(self, ds, ds.broadcast_state_descriptors)
        self._check_same_environment(ds, "connect")
        return ConnectedStreams(self, ds)

    def join(self, other_stream: DataStream) -> JoinedStreams:
        """Join the values that share key and window. Not in PyFlink."""
        from flinksim.datastream.joined_streams import JoinedStreams

        check_instance(other_stream, DataStream, "join", "other_stream", "A DataStream is required")
        self._check_same_environment(other_stream, "join")
        return JoinedStreams(self, other_stream)

    def co_group(self, other_stream: DataStream) -> CoGroupedStreams:
        """Group the values of both streams that share key and window. Not in PyFlink."""
        from flinksim.datastream.joined_streams import CoGroupedStreams

        check_instance(
            other_stream, DataStream, "co_group", "other_stream", "A DataStream is required"
        )
        self._check_same_environment(other_stream, "co_group")
        return CoGroupedStreams(self, other_stream)

    def shuffle(self) -> DataStream:
        """Send each value to a random subtask."""
        return self._add_partition(ShufflePartitioner())

    def rebalance(self) -> DataStream:
        """Send values to all subtasks in round-robin order."""
        return self._add_partition(RebalancePartitioner())

    def rescale(self) -> DataStream:
        """Send values to a subset of the subtasks in round-robin order, which needs fewer channels."""
        return self._add_partition(RescalePartitioner())

    def forward(self) -> DataStream:
        """Send values to the subtask with the same index; this requires equal parallelism."""
        return self._add_partition(ForwardPartitioner())

    def global_(self) -> DataStream:
        """Send all values to the first subtask. Not in PyFlink (Java: ``global``)."""
        return self._add_partition(GlobalPartitioner())

    def broadcast(
        self,
        broadcast_state_descriptor: MapStateDescriptor | None = None,
        *other_broadcast_state_descriptors: MapStateDescriptor,
    ) -> Any:
        """Send each value to every subtask; with state descriptors, for broadcast state."""
        from flinksim.datastream.connected_streams import BroadcastStream

        if broadcast_state_descriptor is None:
            return self._add_partition(BroadcastPartitioner())
        descriptors = [broadcast_state_descriptor, *other_broadcast_state_descriptors]
        for descriptor in descriptors:
            check_instance(
                descriptor, MapStateDescriptor, "broadcast", "broadcast_state_descriptor",
                "broadcast_state_descriptor must be MapStateDescriptor",
            )  # fmt: skip
        return BroadcastStream(self._add_partition(BroadcastPartitioner()), descriptors)

    def partition_custom(self, partitioner: Any, key_selector: Any) -> DataStream:
        """Send each value to the subtask that ``partitioner(key, number_of_subtasks)`` returns."""
        check_function(
            partitioner, Partitioner, "partition_custom", "partitioner", 2,
            "Parameter partitioner should be type of Partitioner or a callable function",
        )  # fmt: skip
        selector = as_key_selector(key_selector, "partition_custom")
        if not isinstance(partitioner, Partitioner):
            partitioner = LambdaPartitioner(partitioner)
        get_api_flavor(self._environment.configuration).on_partitioned((partitioner, key_selector))
        return self._add_partition(CustomPartitionerWrapper(partitioner, selector))

    def window_all(self, window_assigner: WindowAssigner[Any, Any]) -> AllWindowedStream:
        """Group all values into windows, in one subtask."""
        from flinksim.datastream.windowed_stream import AllWindowedStream

        return AllWindowedStream(self, window_assigner)

    def count_window_all(self, size: int, slide: int = 0) -> AllWindowedStream:
        """Group every *size* values into a window, in one subtask. Not in PyFlink."""
        from flinksim.datastream.windowed_stream import AllWindowedStream, create_count_windows

        return create_count_windows(AllWindowedStream, self, size, slide, "count_window_all")

    def full_window_partition(self) -> PartitionWindowedStream:
        """Collect all values of a subtask until the input ends. Not in PyFlink."""
        from flinksim.datastream.partition_windowed_stream import PartitionWindowedStream

        return PartitionWindowedStream(self)

    # --- results ----------------------------------------------------------------------------------

    def print(self, sink_identifier: str | None = None) -> DataStreamSink:
        """Print each value to standard output."""
        return self._add_print_sink(std_err=False, sink_identifier=sink_identifier)

    def print_to_err(self, sink_identifier: str | None = None) -> DataStreamSink:
        """Print each value to standard error. Not in PyFlink."""
        return self._add_print_sink(std_err=True, sink_identifier=sink_identifier)

    def _add_print_sink(self, std_err: bool, sink_identifier: str | None) -> DataStreamSink:
        if sink_identifier is not None:
            check_text(sink_identifier, "print", "sink_identifier")
        # PyFlink prints values without a declared type as Python formats them.
        typed = not isinstance(self.get_type(), PickledBytesTypeInfo)
        sink = PrintSink(std_err, sink_identifier, typed)
        name = "Print to Std. Err" if std_err else "Print to Std. Out"
        return self._add_sink(name, SinkSpec(sink, legacy=True))

    def add_sink(self, sink_func: Any) -> DataStreamSink:
        """End the stream in a legacy sink, or in an object with a ``write`` method."""
        return self._add_sink("Unnamed", SinkSpec(as_sink(sink_func, "add_sink"), legacy=True))

    def sink_to(self, sink: Any) -> DataStreamSink:
        """End the stream in a sink, behind what the sink puts before it."""
        transformer = sink.get_transformer() if isinstance(sink, Sink) else None
        if transformer is not None:
            transformed: DataStream = transformer.apply(self)
            return transformed._add_sink("Sink", SinkSpec(sink, legacy=False))
        return self._add_sink("Sink", SinkSpec(as_sink(sink, "sink_to"), legacy=False))

    def _add_sink(self, name: str, spec: SinkSpec) -> DataStreamSink:
        spec.sink.set_input_type(self._transformation.output_type)
        transformation = self._environment.add_transformation(name, spec, (self._transformation,))
        return DataStreamSink(self._environment, transformation)

    def execute_and_collect(
        self, job_execution_name: str | None = None, limit: int | None = None
    ) -> CloseableIterator | list[Any]:
        """Run the job and return the values of this stream.

        If the job fails, the iterator returns the values up to the failure and then raises the error.
        Differs: without a limit the job has run to its end when the method returns.

        Args:
            job_execution_name: The name of the job.
            limit: The maximum number of values. The job is cancelled when it is reached, so that
                the source may be unbounded.

        Returns:
            An iterator, or with *limit* a list.
        """
        if limit is not None:
            check_whole_number(limit, "execute_and_collect", "limit")
            if limit <= 0:
                raise JavaIllegalArgumentError(
                    f"execute_and_collect(limit): Limit must be greater than 0, found {limit}."
                )
        results: list[Any] = []
        collect = CollectSink(results, limit)
        mode = self._environment.get_checkpointing_mode()
        collect.is_exactly_once = mode is CheckpointingMode.EXACTLY_ONCE
        sink = self._add_sink("Data stream collect sink", SinkSpec(collect, legacy=True))
        sink.set_parallelism(1)
        # A program that cannot be translated fails here; a job that fails, in the iterator.
        client = self._environment.execute_async(job_execution_name)
        error = client.get_job_execution_result().exception()
        error = collect.client_error or error
        if limit is None:
            return CloseableIterator(results, error)
        if error is not None and len(results) < limit:
            raise error
        return results[:limit]

    def cache(self) -> CachedDataStream:
        """Return a stream that later jobs may read again.

        Differs: every job computes it again, which yields the same values.
        """
        from flinksim.datastream.keyed_stream import CachedDataStream

        return CachedDataStream(self._environment, self._transformation)

    def __getattr__(self, name: str) -> Any:
        message = f"'{type(self).__name__}' object has no attribute '{name}'"
        if name in _KEYED_STREAM_METHODS:
            message += (
                f". {name}() needs a keyed stream. Call key_by(...) before "
                f"{name}(){_KEYED_STREAM_METHODS[name]}."
            )
        elif name in _ALTERNATIVES:
            message += f". {_ALTERNATIVES[name]}"
        elif hint := explain_removed_name("DataStream", name):
            message += f". {hint}"
        raise AttributeError(message, name=name, obj=self)

    # --- internal -------------------------------------------------------------------------------------

    def _add_partition(self, partitioner: StreamPartitioner) -> DataStream:
        return self._add_virtual_transformation(
            "Partition", PartitionSpec(partitioner), self._transformation.output_type
        )

    def _add_virtual_transformation(
        self,
        name: str,
        spec: PartitionSpec | UnionSpec | SideOutputSpec,
        output_type: TypeInformation | None,
        inputs: tuple[Transformation, ...] | None = None,
    ) -> DataStream:
        transformation = self._environment.add_transformation(
            name, spec, inputs or (self._transformation,), output_type
        )
        # Virtual transformations have the parallelism of their input.
        transformation.parallelism = self._transformation.parallelism
        return DataStream(self._environment, transformation)

    def _check_same_environment(self, other: DataStream, method: str) -> None:
        if other._environment is not self._environment:
            raise JavaIllegalArgumentError(
                f"{method}: the streams belong to different "
                "StreamExecutionEnvironments. Create both from the same "
                "environment object."
            )


_KEYED_STREAM_METHODS = {
    "window": ", or use window_all(assigner) for windows over all values",
    "count_window": ", or use count_window_all(size) for windows over all values",
    **dict.fromkeys(("reduce", "sum", "min", "max", "min_by", "max_by"), ""),
}
"""Methods that only keyed streams have, and their alternatives without keys."""

_ALTERNATIVES = {
    **dict.fromkeys(
        ("execute", "execute_async"),
        "The environment runs the job: add a sink to the stream, such as "
        "print(), and call env.execute().",
    ),
    "collect": "Use execute_and_collect().",
}
"""Methods that streams do not have, and their alternatives."""

_NOT_A_MAP_FUNCTION = "The input must be a MapFunction or a callable function"
_NOT_A_FLAT_MAP_FUNCTION = "The input must be a FlatMapFunction or a callable function"
_NOT_A_FILTER_FUNCTION = "The input must be a FilterFunction or a callable function"


def _create_timestamps_spec(strategy: Any) -> TimestampsAndWatermarksSpec | LegacyTimestampsSpec:
    if isinstance(strategy, WatermarkStrategy):
        return TimestampsAndWatermarksSpec(strategy)
    if callable(getattr(strategy, "extract_timestamp", None)) and not isinstance(strategy, type):
        if callable(getattr(strategy, "get_current_watermark", None)):
            return LegacyTimestampsSpec(strategy, periodic=True)
        if callable(getattr(strategy, "check_and_get_next_watermark", None)):
            return LegacyTimestampsSpec(strategy, periodic=False)
        raise TypeError(
            "assign_timestamps_and_watermarks(watermark_strategy): "
            f"{type(strategy).__name__} has only extract_timestamp, which creates "
            "no watermarks. Use "
            "WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(assigner), "
            "or an assigner with get_current_watermark() or "
            "check_and_get_next_watermark(value, timestamp)."
        )
    raise PythonTypeMismatchError(
        "assign_timestamps_and_watermarks(watermark_strategy): expected a WatermarkStrategy such as "
        "WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5)), found "
        f"{describe_value(strategy)}."
    )


# PyFlink has all stream classes in this module; here each family has its own module.
__getattr__ = build_lazy_getattr(
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
