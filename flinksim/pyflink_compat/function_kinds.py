"""What PyFlink runs in a Python worker, and what it puts between the user's functions itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flinksim.common.typeinfo import (
    RowTypeInfo,
    TypeInformation,
)
from flinksim.common.types import Row
from flinksim.common.typeutils.conversion import converter_for
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
    VIRTUAL,
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

_JAVAS = (SourceSpec, SinkSpec, TimestampsAndWatermarksSpec, LegacyTimestampsSpec)
"""Operators that run no Python function of the user's by themselves."""


class PassOn(MapFunction):
    """What PyFlink itself puts between the user's functions; here it hands on what it is given.

    ``in_java`` says that the Java side runs it, which fuses it with nothing. ``asks`` is what PyFlink
    asks there of a value (and, if ``asks_time``, its timestamp); ``in_row`` says that it puts both into
    a row for the way over the network.
    """

    put_there_by_client = True

    def __init__(
        self,
        in_java: bool = False,
        asks: Callable[..., Any] | None = None,
        asks_time: bool = False,
        in_row: bool = False,
    ) -> None:
        self.in_java = in_java
        self.asks = asks
        self.asks_time = asks_time
        self.in_row = in_row

    def ask(self, value: Any, timestamp: int | None) -> None:
        """Ask *value*, as PyFlink does before its type acts on it."""
        assert self.asks is not None
        if self.asks_time:
            self.asks(value, timestamp)
        else:
            self.asks(value)

    def map(self, value: Any) -> Any:
        """*value*."""
        return value


class WriteDown(MapFunction):
    """Makes the text that is printed of a row, or of a value of no type, where Python still has it."""

    put_there_by_client = True

    def __init__(self, type_info: TypeInformation | None) -> None:
        self._to_row = converter_for(type_info) if isinstance(type_info, RowTypeInfo) else None

    def map(self, value: Any) -> str:
        """``+I[a,1]`` for a row, else what ``str`` says."""
        if self._to_row is None or value is None:
            return str(value)
        return format_row(value if isinstance(value, Row) else self._to_row(value))


def is_in_a_row(spec: object) -> bool:
    """Whether what the operator of *spec* puts out crosses the network as a field of a row."""
    return getattr(getattr(spec, "function", None), "in_row", False) is True


def is_java(transformation: Transformation) -> bool:
    """Whether it is an operator of Java's although it looks like a map."""
    spec = transformation.spec
    if not isinstance(spec, MapSpec):
        return False
    function = spec.function
    return isinstance(function, ProjectFunction) or (
        isinstance(function, PassOn) and function.in_java
    )


def runs_in_python(transformation: Transformation) -> bool:
    """Whether a Python worker has a part in it."""
    return not isinstance(transformation.spec, (*VIRTUAL, *_JAVAS)) and not is_java(transformation)


def is_forward(transformation: Transformation) -> bool:
    """Whether it only says that values stay in their subtask."""
    spec = transformation.spec
    return isinstance(spec, PartitionSpec) and isinstance(spec.partitioner, ForwardPartitioner)


def has_an_operator(spec: OperatorSpec | VirtualSpec) -> bool:
    """Whether PyFlink makes an operator for what is none in Java: keys, side outputs, and the like."""
    if isinstance(spec, PartitionSpec):
        return isinstance(spec.partitioner, (KeyGroupStreamPartitioner, CustomPartitionerWrapper))
    return isinstance(spec, SideOutputSpec)


def with_transformations(pipeline: Pipeline, made: list[Transformation], next_id: int) -> Pipeline:
    """*pipeline* with those *made* in place of its own; *next_id* is free behind them."""
    operators = tuple(t for t in made if not isinstance(t.spec, (*VIRTUAL, SourceSpec)))
    return replace(
        pipeline,
        transformations=tuple(made),
        operators=operators,
        sinks=tuple(t for t in operators if isinstance(t.spec, SinkSpec)),
        next_transformation_id=next_id,
    )
