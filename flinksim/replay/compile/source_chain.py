"""Compile a source and the operators chained to it to expressions over the columns of its log."""

from __future__ import annotations

from typing import Any

from flinksim.common.typeinfo import BasicTypeInfo, TupleTypeInfo, TypeInformation
from flinksim.common.typeutils.conversion import build_converter
from flinksim.common.watermark_strategy import _FunctionTimestampAssigner
from flinksim.datastream.transformations import (
    FilterSpec,
    MapSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
)
from flinksim.replay.expressions.symbolic_execution import compile_function
from flinksim.replay.expressions.symbolic_values import (
    Expression,
    Kind,
    NotExpressible,
    RecordShape,
)
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators.stage_planner import StagePlan


class NotColumnar(Exception):
    """The program cannot be compiled for the kernel: the name of the operator and the reason."""

    def __init__(self, operator: str, reason: str) -> None:
        super().__init__(f"{operator!r}: {reason}")
        self.operator = operator
        self.reason = reason


class ChainCompiler:
    """Compiles a source and the operators chained to it: filters, maps and watermark strategies."""

    def __init__(self, stage: StagePlan, spec: SourceSpec) -> None:
        self._stage = stage
        source: Any = spec.source
        if isinstance(source, ParquetLogSource):
            form, payload, kinds = source.value, source.payload, source.kinds
            own = source.timestamp
        else:
            by_type: dict[str, Kind] = {
                "int": "int", "timestamp": "int", "str": "str", "bool": "bool", "float": "float",
            }  # fmt: skip
            form, payload, own = source.value_form, tuple(source.columns), source.timestamp_column
            if any(kind == "json" for kind in source.columns.values()):
                raise NotColumnar(stage.vertex.head.name, "a column holds any JSON value")
            kinds = {name: by_type[kind] for name, kind in source.columns.items()}
        self.shape = RecordShape(
            form,
            tuple((("column", name), kinds[name]) for name in payload),
            payload if form == "row" else (),
        )
        self.filters: list[Expression] = []
        self.timestamp_filter: Expression = ("and",)
        self.timestamp: Expression | None = ("column", own) if own else None
        self.watermark_node = stage.vertex.head.id
        self.operator_descriptions: list[str] = []

    def compile_chain(self) -> None:
        """Compile all operators of the chain.

        Raises:
            NotColumnar: An operator cannot be compiled.
        """
        operators = self._stage.vertex.operators
        for chained in operators:
            if len(chained.chained_outputs) + len(chained.non_chained_outputs) != 1:
                raise NotColumnar(chained.node.name, "its output goes to several operators")
            spec, name = chained.node.spec, chained.node.name
            try:
                self._compile_operator(spec, chained.node.id)
                if not isinstance(spec, FilterSpec | TimestampsAndWatermarksSpec):
                    self.shape = apply_declared_type(self.shape, chained.node.output_type)
            except NotExpressible as reason:
                raise NotColumnar(
                    name, f"its function cannot be translated to an expression: {reason}"
                ) from None
            self.operator_descriptions.append("as an expression")

    def _compile_operator(self, spec: Any, node: int) -> None:
        match spec:
            case SourceSpec():
                if spec.watermark_strategy is not None:
                    self._compile_strategy(spec.watermark_strategy, node)
            case TimestampsAndWatermarksSpec():
                self._compile_strategy(spec.strategy, node)
            case MapSpec():
                self.shape = compile_function(spec.function.map, self.shape)
            case FilterSpec():
                shape = compile_function(spec.function.filter, self.shape)
                if shape.form != "single" or shape.fields[0][1] != "bool":
                    raise NotExpressible("a filter whose result is not a boolean")
                self.filters.append(shape.fields[0][0])
            case _:
                raise NotExpressible("it may emit any number of records")

    def _compile_strategy(self, strategy: Any, node: int) -> None:
        assigner = strategy._timestamp_assigner
        if assigner is not None:
            is_plain = isinstance(assigner, _FunctionTimestampAssigner)
            function = assigner.function if is_plain else assigner.extract_timestamp
            log_timestamp = self.timestamp
            if log_timestamp is not None:
                raise NotExpressible("an assigner, but the log already contains timestamps")
            shape = compile_function(function, self.shape, -(1 << 63))
            if shape.form != "single" or shape.fields[0][1] != "int":
                raise NotExpressible("a timestamp that is not a whole number")
            self.timestamp = shape.fields[0][0]
        self.timestamp_filter = ("and", *self.filters)
        self.watermark_node = node


_WRAPPED_BITS = {"BYTE": 8, "SHORT": 16, "INT": 32}
_UNCHANGED_KINDS = {"LONG": "int", "STRING": "str", "BOOLEAN": "bool", "DOUBLE": "float"}


def apply_declared_type(shape: RecordShape, type_info: TypeInformation | None) -> RecordShape:
    """Convert values of *shape* as a declared type does; integers wrap around.

    Raises:
        NotExpressible: The type converts values in another way.
    """
    if build_converter(type_info) is None:
        return shape
    if isinstance(type_info, BasicTypeInfo) and shape.form == "single":
        return RecordShape("single", (_apply_field_type(shape.fields[0], type_info),))
    if isinstance(type_info, TupleTypeInfo) and shape.form == "tuple":
        types = type_info.get_field_types()
        if len(types) == len(shape.fields):
            fields = zip(shape.fields, types, strict=True)
            return RecordShape("tuple", tuple(_apply_field_type(field, t) for field, t in fields))
    raise NotExpressible(f"values declared as {type_info}")


def _apply_field_type(field: tuple[Expression, Kind], type_info: Any) -> tuple[Expression, Kind]:
    expression, kind = field
    if build_converter(type_info) is None:
        return field
    name = type_info.basic_type.name if isinstance(type_info, BasicTypeInfo) else str(type_info)
    if _UNCHANGED_KINDS.get(name) == kind:
        return field
    bits = _WRAPPED_BITS.get(name)
    if bits is None or kind != "int":
        raise NotExpressible(f"a value of kind {kind} declared as {name}")
    half = ("literal", 1 << (bits - 1))
    wrapped = ("%", ("+", expression, half), ("literal", 1 << bits))
    return ("-", wrapped, half), kind
