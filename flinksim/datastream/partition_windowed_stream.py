"""All values of a subtask at once. Not in PyFlink; Java's methods in PEP 8 form.

Flink: ``PartitionWindowedStream`` and ``MapPartitionFunction``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.datastream.arguments import check_function
from flinksim.datastream.data_stream import DataStream, declared_type
from flinksim.datastream.functions import Function
from flinksim.datastream.lambda_functions import FunctionWrapper
from flinksim.datastream.transformations import MapPartitionSpec


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
        check_function(
            func, MapPartitionFunction, "map_partition", "func", 1,
            "The input must be a MapPartitionFunction or a callable function",
        )  # fmt: skip
        function = func if isinstance(func, MapPartitionFunction) else _LambdaMapPartition(func)
        return self._stream.transform(
            "MapPartition", MapPartitionSpec(function), declared_type(output_type, "map_partition")
        )
