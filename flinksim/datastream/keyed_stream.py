"""Keyed streams."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.common.types import Row
from flinksim.core.pyflink_errors import PyFlinkTypeError
from flinksim.datastream.aggregations import (
    AggregationType,
    create_comparable_aggregator,
    create_sum_aggregator,
)
from flinksim.datastream.api_flavor import get_api_flavor
from flinksim.datastream.argument_checks import check_function, check_instance
from flinksim.datastream.closeable_iterator import CloseableIterator
from flinksim.datastream.data_stream import DataStream, as_type_info
from flinksim.datastream.data_stream_sink import DataStreamSink
from flinksim.datastream.functions import (
    FilterFunction,
    FlatMapFunction,
    KeyedProcessFunction,
    KeySelector,
    MapFunction,
    ReduceFunction,
)
from flinksim.datastream.lambda_functions import (
    KeyedFilter,
    KeyedFlatMap,
    KeyedMap,
    LambdaReduceFunction,
    is_rich,
)
from flinksim.datastream.operator_options import build_rejecting_method
from flinksim.datastream.transformations import (
    KeyedProcessSpec,
    OperatorSpec,
    ReduceSpec,
    SinkSpec,
    Transformation,
)
from flinksim.datastream.transformations import (
    KeySelector as KeySelectorCallable,
)

if TYPE_CHECKING:
    from flinksim.datastream.data_stream_sink import DataStreamSink
    from flinksim.datastream.joined_streams import IntervalJoin
    from flinksim.datastream.partition_windowed_stream import PartitionWindowedStream
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
    from flinksim.datastream.window import WindowAssigner
    from flinksim.datastream.windowed_stream import WindowedStream

_PARTITIONING_ERROR = (
    "Cannot override partitioning for KeyedStream. All values of a key must be "
    "in the same partition. Repartition the stream before key_by, or the result "
    "of the next operator."
)


class KeyedStream(DataStream):
    """A stream in which all values of a key go to the same subtask.

    Flink: ``KeyedStream``.
    """

    class AccumulateType(Enum):
        """The running aggregates."""

        MIN = 1
        MAX = 2
        MIN_BY = 3
        MAX_BY = 4
        SUM = 5

    def __init__(
        self,
        environment: StreamExecutionEnvironment,
        transformation: Transformation,
        key_selector: KeySelectorCallable,
        key_type: TypeInformation | None = None,
        selector_function: KeySelector | None = None,
    ) -> None:
        super().__init__(environment, transformation)
        self._key_selector = key_selector
        self._key_type = key_type
        self._selector_function = selector_function

    @property
    def key_selector(self) -> KeySelectorCallable:
        """Callable from a value to its key. Not in PyFlink (Java: ``getKeySelector``)."""
        return self._key_selector

    @property
    def key_type(self) -> TypeInformation | None:
        """The declared type of the key. Not in PyFlink (Java: ``getKeyType``)."""
        return self._key_type

    def transform(
        self, operator_name: str, spec: OperatorSpec, output_type: TypeInformation | None = None
    ) -> DataStream:
        """Add an operator with keyed state."""
        result = super().transform(operator_name, spec, output_type)
        result.transformation.key_selector = self._key_selector
        result.transformation.key_type = self._key_type
        return result

    def map(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Emit one value for each input value; a rich function can use keyed state."""
        if isinstance(func, MapFunction) and is_rich(func):
            spec = KeyedProcessSpec(KeyedMap(func), self._key_selector)
            return self.transform("Map", spec, as_type_info(output_type, "map"))
        return super().map(func, output_type)

    def flat_map(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Emit any number of values for each input value; a rich function can use keyed state."""
        if isinstance(func, FlatMapFunction) and is_rich(func):
            spec = KeyedProcessSpec(KeyedFlatMap(func), self._key_selector)
            return self.transform("Flat Map", spec, as_type_info(output_type, "flat_map"))
        return super().flat_map(func, output_type)

    def filter(self, func: Any) -> DataStream:
        """Keep the values for which *func* returns true; a rich function can use keyed state."""
        if isinstance(func, FilterFunction) and is_rich(func):
            spec = KeyedProcessSpec(KeyedFilter(func), self._key_selector)
            return self.transform("Filter", spec, self._transformation.output_type)
        return super().filter(func)

    def process(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Emit any number of values, with state and timers per key."""
        type_ = as_type_info(output_type, "process")
        check_instance(
            func, KeyedProcessFunction, "process", "func",
            "KeyedProcessFunction is required for KeyedStream",
        )  # fmt: skip
        return self.transform("KeyedProcess", KeyedProcessSpec(func, self._key_selector), type_)

    def reduce(self, func: Any) -> DataStream:
        """Combine the values of each key, and emit the result so far for every value."""
        check_function(
            func, ReduceFunction, "reduce", "func", 2,
            "The input must be a ReduceFunction or a callable function",
        )  # fmt: skip
        function = func if isinstance(func, ReduceFunction) else LambdaReduceFunction(func)
        return self._add_reduce("Keyed Reduce", function)

    def sum(self, position_to_sum: int | str = 0) -> DataStream:
        """Emit the running sum of a field per key, with other fields of the key's first value."""
        call = "sum(position_to_sum)"
        flavor = get_api_flavor(self._environment.configuration)
        function = create_sum_aggregator(
            position_to_sum, call, self._transformation.output_type, flavor
        )
        return self._add_reduce("Keyed Aggregation", function)

    def min(self, position_to_min: int | str = 0) -> DataStream:
        """Emit the running minimum of a field per key, with other fields of the key's first value."""
        return self._add_comparable_aggregation("MIN", "min", position_to_min)

    def max(self, position_to_max: int | str = 0) -> DataStream:
        """Emit the running maximum of a field per key, with other fields of the key's first value."""
        return self._add_comparable_aggregation("MAX", "max", position_to_max)

    def min_by(self, position_to_min_by: int | str = 0, first: bool = True) -> DataStream:
        """Emit the value with the minimum field per key.

        Of equal values it is the first one, or with ``first=False`` (only in Java) the last one.
        """
        return self._add_comparable_aggregation("MINBY", "min_by", position_to_min_by, first)

    def max_by(self, position_to_max_by: int | str = 0, first: bool = True) -> DataStream:
        """Emit the value with the maximum field per key.

        Of equal values it is the first one, or with ``first=False`` (only in Java) the last one.
        """
        return self._add_comparable_aggregation("MAXBY", "max_by", position_to_max_by, first)

    def _add_comparable_aggregation(
        self, kind: AggregationType, method: str, field: int | str, first: bool = True
    ) -> DataStream:
        flavor, type_ = (
            get_api_flavor(self._environment.configuration),
            self._transformation.output_type,
        )
        call = f"{method}(position_to_{method})"
        function = create_comparable_aggregator(field, call, type_, flavor, kind, first)
        return self._add_reduce("Keyed Aggregation", function)

    def print(self, sink_identifier: str | None = None) -> DataStreamSink:
        """Print each value to standard output."""
        flavor = get_api_flavor(self._environment.configuration)
        ignores_identifier = flavor.keyed_print_ignores_identifier
        return super().print(None if ignores_identifier else sink_identifier)

    def execute_and_collect(
        self, job_execution_name: str | None = None, limit: int | None = None
    ) -> CloseableIterator | list[Any]:
        """Run the job and return, as PyFlink does, a row of key and value for each value."""
        select = self._key_selector
        types = [self._key_type or Types.PICKLED_BYTE_ARRAY(), self.get_type()]
        pairs = self._drop_key().map(lambda value: Row(select(value), value), Types.ROW(types))
        pairs.set_parallelism(1)  # in place of the sink, which reads the keyed stream
        return pairs.execute_and_collect(job_execution_name, limit)

    def _drop_key(self) -> DataStream:
        """Return the same values without the key; the edge stays the same."""
        return DataStream(self._environment, self._transformation)

    def _add_reduce(self, name: str, function: ReduceFunction) -> DataStream:
        spec = ReduceSpec(function, self._key_selector)
        return self.transform(name, spec, self._transformation.output_type)

    def full_window_partition(self) -> PartitionWindowedStream:
        """Collect all values of a key until the input ends. Not in PyFlink."""
        from flinksim.datastream.partition_windowed_stream import KeyedPartitionWindowedStream

        return KeyedPartitionWindowedStream(self)

    def _add_sink(self, name: str, spec: SinkSpec) -> DataStreamSink:
        sink = super()._add_sink(name, spec)
        if spec.legacy:
            sink.transformation.key_type = self.key_type
        return sink

    def window(self, window_assigner: WindowAssigner[Any, Any]) -> WindowedStream:
        """Group the values of each key into windows."""
        from flinksim.datastream.windowed_stream import WindowedStream

        return WindowedStream(self, window_assigner)

    def count_window(self, size: int, slide: int = 0) -> WindowedStream:
        """Group every *size* values of a key into a window.

        With *slide* a window fires after every *slide* values.
        """
        from flinksim.datastream.window import (
            CountSlidingWindowAssigner,
            CountTumblingWindowAssigner,
        )
        from flinksim.datastream.windowed_stream import WindowedStream, create_count_windows

        if get_api_flavor(self._environment.configuration).sliding_count_windows_wait_for_full_size:
            if slide == 0:
                return self.window(CountTumblingWindowAssigner.of(size))
            return self.window(CountSlidingWindowAssigner(size, slide))
        return create_count_windows(WindowedStream, self, size, slide, "count_window")

    def interval_join(self, other_stream: KeyedStream) -> IntervalJoin:
        """Join values of the same key whose timestamps are close together. Not in PyFlink."""
        from flinksim.datastream.joined_streams import IntervalJoin

        check_instance(
            other_stream, KeyedStream, "interval_join", "other_stream", "A KeyedStream is required"
        )
        return IntervalJoin(self, other_stream)

    def shuffle(self) -> NoReturn:
        """Raise an error: the values of a key must stay together."""
        raise PyFlinkTypeError(_PARTITIONING_ERROR)

    def rescale(self) -> NoReturn:
        """Raise an error: the values of a key must stay together."""
        raise PyFlinkTypeError(_PARTITIONING_ERROR)

    def rebalance(self) -> NoReturn:
        """Raise an error: the values of a key must stay together."""
        raise PyFlinkTypeError(_PARTITIONING_ERROR)

    def forward(self) -> NoReturn:
        """Raise an error: the values of a key must stay together."""
        raise PyFlinkTypeError(_PARTITIONING_ERROR)

    def global_(self) -> NoReturn:
        """Raise an error: the values of a key must stay together."""
        raise PyFlinkTypeError(_PARTITIONING_ERROR)

    def broadcast(self, *args: Any) -> NoReturn:
        """Raise an error: the values of a key must stay together."""
        raise PyFlinkTypeError(_PARTITIONING_ERROR)

    def partition_custom(self, partitioner: Any, key_selector: Any) -> NoReturn:
        """Raise an error: the values of a key must stay together."""
        raise PyFlinkTypeError(_PARTITIONING_ERROR)

    set_parallelism = build_rejecting_method(
        "KeyedStream", "Set parallelism", DataStream.set_parallelism
    )
    name = build_rejecting_method("KeyedStream", "Set name", DataStream.name)
    get_name = build_rejecting_method("KeyedStream", "Get name", DataStream.get_name)
    uid = build_rejecting_method("KeyedStream", "Set uid", DataStream.uid)
    set_uid_hash = build_rejecting_method("KeyedStream", "Set uid hash", DataStream.set_uid_hash)
    set_max_parallelism = build_rejecting_method(
        "KeyedStream", "Set max parallelism", DataStream.set_max_parallelism
    )
    force_non_parallel = build_rejecting_method(
        "KeyedStream", "Set force non-parallel", DataStream.force_non_parallel
    )
    set_buffer_timeout = build_rejecting_method(
        "KeyedStream", "Set buffer timeout", DataStream.set_buffer_timeout
    )
    start_new_chain = build_rejecting_method(
        "KeyedStream", "Start new chain", DataStream.start_new_chain
    )
    disable_chaining = build_rejecting_method(
        "KeyedStream", "Disable chaining", DataStream.disable_chaining
    )
    slot_sharing_group = build_rejecting_method(
        "KeyedStream", "Setting slot sharing group", DataStream.slot_sharing_group
    )
    cache = build_rejecting_method("KeyedStream", "Cache", DataStream.cache)


class CachedDataStream(DataStream):
    """A stream whose values later jobs may read again.

    Flink: ``CachedDataStream``.
    """

    def invalidate(self) -> None:
        """Discard the cached values; here nothing is cached."""

    set_parallelism = build_rejecting_method(
        "CachedDataStream", "Set parallelism", DataStream.set_parallelism
    )
    name = build_rejecting_method("CachedDataStream", "Set name", DataStream.name)
    get_name = build_rejecting_method("CachedDataStream", "Get name", DataStream.get_name)
    uid = build_rejecting_method("CachedDataStream", "Set uid", DataStream.uid)
    set_uid_hash = build_rejecting_method(
        "CachedDataStream", "Set uid hash", DataStream.set_uid_hash
    )
    set_max_parallelism = build_rejecting_method(
        "CachedDataStream", "Set max parallelism", DataStream.set_max_parallelism
    )
    force_non_parallel = build_rejecting_method(
        "CachedDataStream", "Set force non-parallel", DataStream.force_non_parallel
    )
    set_buffer_timeout = build_rejecting_method(
        "CachedDataStream", "Set buffer timeout", DataStream.set_buffer_timeout
    )
    start_new_chain = build_rejecting_method(
        "CachedDataStream", "Start new chain", DataStream.start_new_chain
    )
    disable_chaining = build_rejecting_method(
        "CachedDataStream", "Disable chaining", DataStream.disable_chaining
    )
    slot_sharing_group = build_rejecting_method(
        "CachedDataStream", "Setting slot sharing group", DataStream.slot_sharing_group
    )


def reinterpret_as_keyed_stream(
    stream: DataStream, key_selector: Any, key_type: TypeInformation | None = None
) -> KeyedStream:
    """Declare *stream* as keyed without moving values.

    The values must already be where ``key_by`` would send them.

    Flink: ``DataStreamUtils.reinterpretAsKeyedStream``. Not in PyFlink.
    """
    from flinksim.datastream.argument_checks import as_key_selector
    from flinksim.datastream.partitioner import ForwardPartitioner

    selector = as_key_selector(key_selector, "reinterpret_as_keyed_stream")
    forwarded = stream._add_partition(ForwardPartitioner())
    return KeyedStream(
        stream.get_execution_environment(), forwarded.transformation, selector, key_type
    )
