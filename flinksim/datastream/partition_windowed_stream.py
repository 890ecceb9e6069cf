"""All values of a subtask at once. Not in PyFlink; Java's methods in PEP 8 form.

Flink: ``PartitionWindowedStream`` and ``MapPartitionFunction``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.datastream.arguments import check_function
from flinksim.datastream.data_stream import DataStream, declared_type
from flinksim.datastream.functions import Function, RuntimeContext, WindowFunction
from flinksim.datastream.lambda_functions import FunctionWrapper
from flinksim.datastream.transformations import MapPartitionSpec
from flinksim.datastream.window_assigners import GlobalWindows

if TYPE_CHECKING:
    from flinksim.datastream.keyed_stream import KeyedStream


class MapPartitionFunction(Function):
    """Sees all values of a subtask, at the end of input."""

    @abstractmethod
    def map_partition(self, values: Iterable[Any]) -> Any:
        """Yield or return what *values* become."""


class _LambdaMapPartition(FunctionWrapper, MapPartitionFunction):
    def map_partition(self, values: Iterable[Any]) -> Any:
        return self._func(values)


class PartitionWindowedStream:
    """A stream of which each subtask collects all values until the input ends.

    Flink: ``NonKeyedPartitionWindowedStream``.
    """

    def __init__(self, stream: DataStream) -> None:
        self._stream = stream

    def map_partition(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Results of all values of a subtask."""
        function = _as_map_partition(func)
        result = self._stream.transform(
            "MapPartition", MapPartitionSpec(function), declared_type(output_type, "map_partition")
        )
        # What a subtask has collected stays in it: as many subtasks, and no call from one to the next.
        result.transformation.parallelism = self._stream.transformation.parallelism
        result.transformation.parallelism_is_fixed = True
        result.transformation.chaining_strategy = "NEVER"
        return result


class KeyedPartitionWindowedStream(PartitionWindowedStream):
    """A stream of which all values of each key are collected until the input ends.

    Flink: ``KeyedPartitionWindowedStream``.
    """

    _stream: KeyedStream

    def map_partition(self, func: Any, output_type: TypeInformation | None = None) -> DataStream:
        """Results of all values of a key."""
        windows = self._stream.window(GlobalWindows.create_with_end_of_stream_trigger())
        return windows.apply(KeyedMapPartitionWindowFunction(_as_map_partition(func)), output_type)


class KeyedMapPartitionWindowFunction(WindowFunction[Any, Any, Any, Any]):
    """The one window of a key as a call of ``map_partition``."""

    def __init__(self, function: MapPartitionFunction) -> None:
        self._function = function

    def open(self, runtime_context: RuntimeContext) -> None:
        self._function.open(runtime_context)

    def close(self) -> None:
        self._function.close()

    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Any:
        return self._function.map_partition(inputs)


def _as_map_partition(func: Any) -> MapPartitionFunction:
    check_function(
        func, MapPartitionFunction, "map_partition", "func", 1,
        "The input must be a MapPartitionFunction or a callable function",
    )  # fmt: skip
    return func if isinstance(func, MapPartitionFunction) else _LambdaMapPartition(func)
