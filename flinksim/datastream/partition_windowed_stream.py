"""Streams that collect all values of a subtask. Not in PyFlink; Java's methods in snake case.

Flink: ``PartitionWindowedStream`` and ``MapPartitionFunction``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.datastream.aggregations import check_field, get_field
from flinksim.datastream.argument_checks import as_key_selector, check_function, check_instance
from flinksim.datastream.data_stream import DataStream, as_type_info
from flinksim.datastream.field_selection import FieldExpression, resolve_field
from flinksim.datastream.functions import (
    AggregateFunction,
    Function,
    ReduceFunction,
    RuntimeContext,
    WindowFunction,
)
from flinksim.datastream.lambda_functions import FunctionWrapper, LambdaReduceFunction
from flinksim.datastream.transformations import (
    MapPartitionSpec,
    OperatorSpec,
    PartitionAggregateSpec,
    PartitionReduceSpec,
    SortPartitionSpec,
)
from flinksim.datastream.window_assigners import GlobalWindows

if TYPE_CHECKING:
    from flinksim.datastream.keyed_stream import KeyedStream
    from flinksim.datastream.windowed_stream import WindowedStream


class Order(Enum):
    """Sort order of ``sort_partition``.

    Flink: ``org.apache.flink.api.common.operators.Order``.
    """

    NONE = "NONE"
    ASCENDING = "ASCENDING"
    DESCENDING = "DESCENDING"
    ANY = "ANY"


class MapPartitionFunction(Function):
    """Processes all values of a subtask at the end of input."""

    @abstractmethod
    def map_partition(self, values: Iterable[Any]) -> Any:
        """Yield or return the results for *values*."""


class _LambdaMapPartition(FunctionWrapper, MapPartitionFunction):
    def map_partition(self, values: Iterable[Any]) -> Any:
        return self._func(values)


class PartitionWindowedStream:
    """A stream whose subtasks collect all values until the input ends.

    Flink: ``NonKeyedPartitionWindowedStream``.
    """

    def __init__(self, stream: DataStream) -> None:
        self._stream = stream

    def map_partition(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Apply *func* to all values of a subtask."""
        type_ = as_type_info(output_type, "map_partition")
        result = self._add_operator(
            "MapPartition", MapPartitionSpec(_as_map_partition_function(func)), type_
        )
        result.transformation.chaining_strategy = "NEVER"
        return result

    def sort_partition(self, field: Any, order: Order) -> DataStream:
        """Sort the values of a subtask by a *field* or by a key selector.

        A field is a position or a name, such as ``f0`` of a tuple. As in Flink, position 0 is
        rejected and every order other than ``ASCENDING`` is descending.

        Raises:
            ValueError: If *field* is 0 or negative, or if there is no such field.
        """
        spec = SortPartitionSpec(self._create_sort_key(field, order), order is not Order.ASCENDING)
        return self._add_operator("SortPartition", spec, self._stream.get_type())

    def reduce(self, func: Any) -> DataStream:
        """Combine all values of a subtask; emit nothing if there are none."""
        type_ = self._stream.transformation.output_type
        return self._add_operator(
            "PartitionReduce", PartitionReduceSpec(_as_reduce_function(func)), type_
        )

    def aggregate(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Aggregate all values of a subtask; emit a result even if there are none."""
        spec = PartitionAggregateSpec(_as_aggregate_function(func))
        return self._add_operator(
            "PartitionAggregate", spec, as_type_info(output_type, "aggregate")
        )

    def _add_operator(
        self, name: str, spec: OperatorSpec, output_type: TypeInformation | None
    ) -> DataStream:
        """Add an operator with the parallelism of its input, as collected values stay in place."""
        result = self._stream.transform(name, spec, output_type)
        result.transformation.parallelism = self._stream.transformation.parallelism
        result.transformation.is_parallelism_configured = True
        return result

    def _create_sort_key(self, field: Any, order: Any) -> Callable[[Any], Any]:
        check_instance(
            order,
            Order,
            "sort_partition",
            "order",
            "The order must not be null: an Order is required",
        )
        if not isinstance(field, (int, str)):
            select: Callable[[Any], Any] = as_key_selector(field, "sort_partition")
            return select
        check_field(field, "sort_partition(field)")
        if isinstance(field, int) and field <= 0:
            raise JavaIllegalArgumentError(
                "The field mustn't be less than zero. sort_partition(field, "
                f"order) was given {field}. Flink also rejects 0. Use a name such "
                "as 'f0', or a key selector."
            )
        type_ = self._stream.transformation.output_type
        resolved, _ = resolve_field(type_, field, "sort_partition(field, order)")
        return partial(_get_selected_field, resolved)


class KeyedPartitionWindowedStream(PartitionWindowedStream):
    """A stream that collects all values of each key until the input ends.

    Flink: ``KeyedPartitionWindowedStream``.
    """

    _stream: KeyedStream

    def map_partition(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Apply *func* to all values of a key."""
        function = KeyedMapPartitionWindowFunction(_as_map_partition_function(func))
        return self._create_windowed_stream().apply(function, output_type)

    def sort_partition(self, field: Any, order: Order) -> DataStream:
        """Sort the values of each key; a subtask emits them key by key."""
        sort_key = self._create_sort_key(field, order)
        descending = order is not Order.ASCENDING
        spec = SortPartitionSpec(sort_key, descending, self._stream.key_selector)
        return self._add_operator("KeyedSortPartition", spec, self._stream.get_type())

    def reduce(self, func: Any) -> DataStream:
        """Combine all values of a key."""
        return self._create_windowed_stream().reduce(_as_reduce_function(func))

    def aggregate(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Aggregate all values of a key."""
        return self._create_windowed_stream().aggregate(
            _as_aggregate_function(func), output_type=output_type
        )

    def _create_windowed_stream(self) -> WindowedStream:
        return self._stream.window(GlobalWindows.create_with_end_of_stream_trigger())


class KeyedMapPartitionWindowFunction(WindowFunction[Any, Any, Any, Any]):
    """Calls ``map_partition`` for the one window of a key."""

    def __init__(self, function: MapPartitionFunction) -> None:
        self._function = function

    def open(self, runtime_context: RuntimeContext) -> None:
        self._function.open(runtime_context)

    def close(self) -> None:
        self._function.close()

    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Any:
        return self._function.map_partition(inputs)


def _get_selected_field(field: FieldExpression, value: Any) -> Any:
    return get_field(value, field)


def _as_reduce_function(func: Any) -> ReduceFunction:
    check_function(
        func, ReduceFunction, "reduce", "func", 2,
        "The input must be a ReduceFunction or a callable function",
    )  # fmt: skip
    return func if isinstance(func, ReduceFunction) else LambdaReduceFunction(func)


def _as_aggregate_function(func: Any) -> AggregateFunction:
    check_instance(func, AggregateFunction, "aggregate", "func", "An AggregateFunction is required")
    function: AggregateFunction = func
    return function


def _as_map_partition_function(func: Any) -> MapPartitionFunction:
    check_function(
        func, MapPartitionFunction, "map_partition", "func", 1,
        "The input must be a MapPartitionFunction or a callable function",
    )  # fmt: skip
    return func if isinstance(func, MapPartitionFunction) else _LambdaMapPartition(func)
