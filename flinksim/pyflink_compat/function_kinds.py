"""Which operators run in a Python worker, and the functions that PyFlink inserts itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flinksim.common.typeinfo import (
    RowTypeInfo,
    TypeInformation,
)
from flinksim.common.types import Row
from flinksim.common.typeutils.conversion import build_converter
from flinksim.common.typeutils.to_string import format_row
from flinksim.datastream.functions import MapFunction
from flinksim.datastream.lambda_functions import ProjectFunction
from flinksim.datastream.partitioner import (
    CustomPartitionerWrapper,
    ForwardPartitioner,
    KeyGroupStreamPartitioner,
)
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    VIRTUAL_SPECS,
    LegacyTimestampsSpec,
    MapSpec,
    OperatorSpec,
    PartitionSpec,
    SideOutputSpec,
    SinkSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    Transformation,
    VirtualSpec,
)

_JAVA_SPECS = (SourceSpec, SinkSpec, TimestampsAndWatermarksSpec, LegacyTimestampsSpec)
"""Kinds of operators that run no Python function of the user by themselves."""


class IdentityFunction(MapFunction):
    """Identity function that PyFlink inserts between the user's functions.

    ``in_java``: the Java side runs it, so it is not fused. ``selector`` is the key selector or assigner
    that PyFlink calls there, with the timestamp if ``takes_timestamp``. ``in_row``: PyFlink puts its
    result and the value into a row for the network.
    """

    put_there_by_client = True

    def __init__(
        self,
        in_java: bool = False,
        selector: Callable[..., Any] | None = None,
        takes_timestamp: bool = False,
        in_row: bool = False,
    ) -> None:
        self.in_java = in_java
        self.selector = selector
        self.takes_timestamp = takes_timestamp
        self.in_row = in_row

    def call_selector(self, value: Any, timestamp: int | None) -> None:
        """Call the selector on *value* before the declared type converts it, as PyFlink does."""
        assert self.selector is not None
        if self.takes_timestamp:
            self.selector(value, timestamp)
        else:
            self.selector(value)

    def map(self, value: Any) -> Any:
        """Return *value*."""
        return value


class ToStringFunction(MapFunction):
    """Converts a row or a value without a declared type to text for ``print``, in the Python worker."""

    put_there_by_client = True

    def __init__(self, type_info: TypeInformation | None) -> None:
        self._to_row = build_converter(type_info) if isinstance(type_info, RowTypeInfo) else None

    def map(self, value: Any) -> str:
        """Return ``+I[a,1]`` for a row, else ``str`` of the value."""
        if self._to_row is None or value is None:
            return str(value)
        return format_row(value if isinstance(value, Row) else self._to_row(value))


def is_sent_in_row(spec: object) -> bool:
    """Return whether the results of the operator of *spec* cross the network as a field of a row."""
    return getattr(getattr(spec, "function", None), "in_row", False) is True


def is_java_operator(transformation: Transformation) -> bool:
    """Return whether the operator runs in Java although it looks like a map."""
    spec = transformation.spec
    if not isinstance(spec, MapSpec):
        return False
    function = spec.function
    return isinstance(function, ProjectFunction) or (
        isinstance(function, IdentityFunction) and function.in_java
    )


def is_python_operator(transformation: Transformation) -> bool:
    """Return whether a Python worker runs part of the operator."""
    return not isinstance(
        transformation.spec, (*VIRTUAL_SPECS, *_JAVA_SPECS)
    ) and not is_java_operator(transformation)


def is_forward(transformation: Transformation) -> bool:
    """Return whether the transformation is a forward partition."""
    spec = transformation.spec
    return isinstance(spec, PartitionSpec) and isinstance(spec.partitioner, ForwardPartitioner)


def has_python_operator(spec: OperatorSpec | VirtualSpec) -> bool:
    """Return whether PyFlink has a real operator for this virtual transformation, as for ``key_by``."""
    if isinstance(spec, PartitionSpec):
        is_python = (KeyGroupStreamPartitioner, CustomPartitionerWrapper)
        return isinstance(spec.partitioner, is_python) and not spec.is_exchange
    return isinstance(spec, SideOutputSpec)


def replace_transformations(
    pipeline: Pipeline, transformations: list[Transformation], next_id: int
) -> Pipeline:
    """Return *pipeline* with *transformations* in place of its own; *next_id* is the next free id."""
    operators = tuple(
        t for t in transformations if not isinstance(t.spec, (*VIRTUAL_SPECS, SourceSpec))
    )
    return replace(
        pipeline,
        transformations=tuple(transformations),
        operators=operators,
        sinks=tuple(t for t in operators if isinstance(t.spec, SinkSpec)),
        next_transformation_id=next_id,
    )
