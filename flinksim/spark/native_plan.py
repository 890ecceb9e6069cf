"""Which programs run without Python: a source, simple functions, one keyed window, and what of it.

Everything is recognised or refused with a reason, operator by operator; a refused program runs with
the simulator's own operators instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flinksim.common.java_long import long_remainder
from flinksim.common.type_conversion import converter_for
from flinksim.common.typeinfo import BasicTypeInfo, TupleTypeInfo, TypeInformation
from flinksim.connectors.event_log import EventLogSource
from flinksim.datastream.aggregations import ComparableAggregator, SumAggregator
from flinksim.datastream.functions import ReduceFunction
from flinksim.datastream.transformations import (
    FilterSpec,
    FlatMapSpec,
    MapSpec,
    SinkSpec,
    SourceSpec,
    TimestampsAndWatermarksSpec,
    WindowSpec,
)
from flinksim.datastream.triggers import EventTimeTrigger
from flinksim.datastream.window_assigners import (
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    WindowStagger,
)
from flinksim.spark.parquet_log import ParquetLogSource
from flinksim.spark.stage_plans import StagePlan
from flinksim.spark.symbolic import (
    Expression,
    Kind,
    NotRecognised,
    Shape,
    columns_of,
    read,
)


@dataclass(frozen=True, slots=True)
class Slot:
    """What one field of the result is made of, over the records of a window, in their order.

    ``first`` is the field of the first record, ``sum``, ``min`` and ``max`` are over ``expression``.
    """

    how: str
    expression: Expression


@dataclass(frozen=True, slots=True)
class Aggregation:
    """The result of a window: its fields, or (``by``) the record with the least or greatest field."""

    slots: tuple[Slot, ...]
    shape: Shape
    by: tuple[str, Expression] | None = None


@dataclass(slots=True)
class NativePlan:
    """A program as expressions."""

    source: StagePlan
    window: StagePlan
    event_shape: Shape
    keep: Expression
    """What of the source's records comes to the window: all filters."""
    timed: Expression
    """What of them comes to the operator that gives timestamps."""
    timestamp: Expression
    maker: int
    """The node that makes the watermarks; units are splits if it is the source, else subtasks."""
    key_shape: Shape
    size: int
    slide: int
    offset: int
    lateness: int
    has_late_output: bool
    aggregation: Aggregation
    columns: frozenset[str] = frozenset()
    told: list[tuple[str, str]] = field(default_factory=list)
    """Per operator: its name, and how it was read."""


class NotNative(Exception):
    """The program is not run without Python: the operator's name and the reason."""

    def __init__(self, operator: str, reason: str) -> None:
        super().__init__(f"{operator!r}: {reason}")
        self.operator = operator
        self.reason = reason


def native_plan(stages: list[StagePlan]) -> NativePlan:
    """The program of *stages* as expressions.

    Raises: NotNative.
    """
    source, window = _two_stages(stages)
    spec = source.vertex.head.spec
    assert isinstance(spec, SourceSpec)
    name = source.vertex.head.name
    if source.split != "any order":
        raise NotNative(name, source.reason)
    if spec.legacy:
        raise NotNative(name, "a legacy source reads what has come before it looks at its timers")
    if not isinstance(spec.source, ParquetLogSource | EventLogSource):
        raise NotNative(name, f"{type(spec.source).__name__} is not an event log")
    reader = _ChainReader(source, spec)
    reader.read()
    return _window_plan(source, window, reader)


def _two_stages(stages: list[StagePlan]) -> tuple[StagePlan, StagePlan]:
    windows = [s for s in stages if not s.is_source]
    if len(stages) != 2 or len(windows) != 1:
        raise NotNative(
            stages[-1].vertex.name, "the job is more than one source and one keyed stage"
        )
    window = windows[0]
    if (
        not isinstance(window.vertex.head.spec, WindowSpec)
        or window.vertex.head.spec.key_selector is None
    ):
        raise NotNative(window.vertex.head.name, "it is not a keyed window")
    if any(chained.non_chained_outputs for chained in window.vertex.operators):
        raise NotNative(window.vertex.name, "it is not the last stage")
    for chained in window.vertex.operators[1:]:
        if not isinstance(chained.node.spec, MapSpec | FlatMapSpec | FilterSpec | SinkSpec):
            raise NotNative(chained.node.name, "it is more than a function of one record")
    return stages[0], window


class _ChainReader:
    """Reads the source's chain, operator by operator."""

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
                raise NotNative(stage.vertex.head.name, "a column holds any JSON value")
            kinds = {name: by_type[kind] for name, kind in source.columns.items()}
        self.shape = Shape(
            form,
            tuple((("column", name), kinds[name]) for name in payload),
            payload if form == "row" else (),
        )
        self.filters: list[Expression] = []
        self.timed: Expression = ("and",)
        self.timestamp: Expression | None = ("column", own) if own else None
        self.maker = stage.vertex.head.id
        self.told: list[tuple[str, str]] = []

    def read(self) -> None:
        """Follow the chain."""
        operators = self._stage.vertex.operators
        for chained in operators:
            if len(chained.chained_outputs) + len(chained.non_chained_outputs) != 1:
                raise NotNative(chained.node.name, "its output goes more than one way")
            spec, name = chained.node.spec, chained.node.name
            try:
                self._read_one(spec, chained.node.id)
                if not isinstance(spec, FilterSpec | TimestampsAndWatermarksSpec):
                    self.shape = declared(self.shape, chained.node.output_type)
            except NotRecognised as reason:
                raise NotNative(name, f"its function is not an expression: {reason}") from None
            self.told.append((name, "as an expression"))

    def _read_one(self, spec: Any, node: int) -> None:
        match spec:
            case SourceSpec():
                if spec.watermark_strategy is not None:
                    self._assign(spec.watermark_strategy, node)
            case TimestampsAndWatermarksSpec():
                self._assign(spec.strategy, node)
            case MapSpec():
                self.shape = read(spec.function.map, self.shape)
            case FilterSpec():
                shape = read(spec.function.filter, self.shape)
                if shape.form != "single" or shape.fields[0][1] != "bool":
                    raise NotRecognised("a filter that gives no truth value")
                self.filters.append(shape.fields[0][0])
            case _:
                raise NotRecognised("it may give any number of records")

    def _assign(self, strategy: Any, node: int) -> None:
        assigner = strategy._timestamp_assigner
        if assigner is not None:
            function = getattr(assigner, "_function", None) or assigner.extract_timestamp
            before = self.timestamp
            if before is not None:
                raise NotRecognised("an assigner where the log gives timestamps by itself")
            shape = read(function, self.shape, -(1 << 63))
            if shape.form != "single" or shape.fields[0][1] != "int":
                raise NotRecognised("a timestamp that is no whole number")
            self.timestamp = shape.fields[0][0]
        self.timed = ("and", *self.filters)
        self.maker = node


_WRAPS = {"BYTE": 8, "SHORT": 16, "INT": 32}
_KEEPS = {"LONG": "int", "STRING": "str", "BOOLEAN": "bool", "DOUBLE": "float"}


def declared(shape: Shape, type_info: TypeInformation | None) -> Shape:
    """What a declared type makes of values of *shape*; whole numbers wrap around.

    Raises: NotRecognised for types that make something else of them.
    """
    if converter_for(type_info) is None:
        return shape
    if isinstance(type_info, BasicTypeInfo) and shape.form == "single":
        return Shape("single", (_declared_field(shape.fields[0], type_info),))
    if isinstance(type_info, TupleTypeInfo) and shape.form == "tuple":
        types = type_info.get_field_types()
        if len(types) == len(shape.fields):
            fields = zip(shape.fields, types, strict=True)
            return Shape("tuple", tuple(_declared_field(field, t) for field, t in fields))
    raise NotRecognised(f"values declared as {type_info}")


def _declared_field(field: tuple[Expression, Kind], type_info: Any) -> tuple[Expression, Kind]:
    expression, kind = field
    if converter_for(type_info) is None:
        return field
    name = type_info.basic_type.name if isinstance(type_info, BasicTypeInfo) else str(type_info)
    if _KEEPS.get(name) == kind:
        return field
    bits = _WRAPS.get(name)
    if bits is None or kind != "int":
        raise NotRecognised(f"a value of kind {kind} declared as {name}")
    half = ("literal", 1 << (bits - 1))
    wrapped = ("%", ("+", expression, half), ("literal", 1 << bits))
    return ("-", wrapped, half), kind


def _window_plan(source: StagePlan, window: StagePlan, reader: _ChainReader) -> NativePlan:
    spec, name = window.vertex.head.spec, window.vertex.head.name
    assert isinstance(spec, WindowSpec)
    if reader.timestamp is None:
        raise NotNative(name, "its records have no timestamps")
    size, slide, offset = _windows(spec, name)
    try:
        key_shape = read(spec.key_selector, reader.shape)  # type: ignore[arg-type]
        if any(kind == "float" for _, kind in key_shape.fields):
            raise NotRecognised("a key with a float in it")
        if key_shape.form == "row":
            raise NotRecognised("a whole row as key")
        aggregation = _aggregation(spec, reader.shape)
    except NotRecognised as reason:
        raise NotNative(name, f"its function is not an expression: {reason}") from None
    used = columns_of(tuple(reader.filters)) | columns_of(reader.timestamp)
    used |= columns_of(tuple(e for e, _ in reader.shape.fields)) | columns_of(
        tuple(e for e, _ in key_shape.fields)
    )
    _check_gaps(source, name, used)
    reader.told.append((name, "as window expressions"))
    return NativePlan(
        source=source,
        window=window,
        event_shape=reader.shape,
        keep=("and", *reader.filters),
        timed=reader.timed,
        timestamp=reader.timestamp,
        maker=reader.maker,
        key_shape=key_shape,
        size=size,
        slide=slide,
        offset=long_remainder(offset, slide),
        lateness=spec.allowed_lateness_ms,
        has_late_output=spec.late_output_tag is not None,
        aggregation=aggregation,
        columns=frozenset(used),
        told=reader.told,
    )


def _check_gaps(source: StagePlan, name: str, used: set[str]) -> None:
    spec: Any = source.vertex.head.spec
    if isinstance(spec.source, ParquetLogSource):
        gaps = sorted(used & spec.source.columns_with_gaps())
        if gaps:
            raise NotNative(name, f"the columns {gaps} have empty cells")


def _windows(spec: WindowSpec, name: str) -> tuple[int, int, int]:
    assigner: Any = spec.assigner
    if spec.evictor is not None:
        raise NotNative(name, "it has an evictor")
    if spec.trigger is not None and type(spec.trigger) is not EventTimeTrigger:
        raise NotNative(name, f"its trigger is a {type(spec.trigger).__name__}")
    if spec.window_function is not None:
        raise NotNative(name, f"its window function is {type(spec.window_function).__name__}")
    if spec.pre_aggregation is None:
        raise NotNative(name, "it keeps all elements of a window")
    if type(assigner) is TumblingEventTimeWindows:
        if assigner._stagger is not WindowStagger.ALIGNED:
            raise NotNative(name, "its windows are staggered")
        return assigner._size, assigner._size, assigner._offset
    if type(assigner) is SlidingEventTimeWindows:
        if assigner._size % assigner._slide:
            raise NotNative(name, "its size is no multiple of its slide")
        if assigner._size // assigner._slide > 1000:
            raise NotNative(name, "a record belongs to more than 1000 windows")
        return assigner._size, assigner._slide, assigner._offset
    raise NotNative(name, f"its assigner is a {type(assigner).__name__}")


# --- what a window makes of its records -----------------------------------------------------------


def _aggregation(spec: WindowSpec, shape: Shape) -> Aggregation:
    function = spec.pre_aggregation
    if type(function) is SumAggregator:
        return _with_one(shape, _place(shape, function.field), "sum")
    if type(function) is ComparableAggregator:
        place = _place(shape, function.field)
        how = "max" if function._greatest else "min"
        if function._by_element:
            expression, kind = shape.fields[place]
            if kind != "int":
                raise NotRecognised(f"{how}_by of a {kind}")
            slots = tuple(Slot("of that record", e) for e, _ in shape.fields)
            return Aggregation(slots, shape, (how, expression))
        return _with_one(shape, place, how)
    if isinstance(function, ReduceFunction):
        return _reduction(function, shape)
    raise NotRecognised(f"a {type(function).__name__}")


def _place(shape: Shape, name: Any) -> int:
    if isinstance(name, str):
        if name not in shape.names:
            raise NotRecognised(f"the field {name!r}")
        return shape.names.index(name)
    if not -len(shape.fields) <= name < len(shape.fields):
        raise NotRecognised(f"the field {name!r}")
    return int(name) % len(shape.fields)


def _with_one(shape: Shape, place: int, how: str) -> Aggregation:
    if shape.fields[place][1] != "int":
        raise NotRecognised(f"{how} of a {shape.fields[place][1]}")
    slots = tuple(
        Slot(how if at == place else "first", expression)
        for at, (expression, _) in enumerate(shape.fields)
    )
    return Aggregation(slots, shape)


def _reduction(function: ReduceFunction, shape: Shape) -> Aggregation:
    """A reduce function whose fields are each a sum, a least, a greatest or the first."""
    count = len(shape.fields)
    both = Shape(
        "tuple",
        tuple(
            (("column", f"{side}{i}"), k) for side in "ab" for i, (_, k) in enumerate(shape.fields)
        ),
    )

    def as_given(form: Any, names: Any, side: str) -> Shape:
        fields = tuple((("column", f"{side}{i}"), k) for i, (_, k) in enumerate(shape.fields))
        return Shape(form, fields, names)

    first = as_given(shape.form, shape.names, "a")
    second = as_given(shape.form, shape.names, "b")
    result = read(function.reduce, first, second.symbols())
    if (result.form, len(result.fields)) != (shape.form, count):
        raise NotRecognised("a reduce function that gives another form than it is given")
    slots = []
    for place, (expression, kind) in enumerate(result.fields):
        own, (_, given) = shape.fields[place][0], both.fields[place]
        if kind != given:
            raise NotRecognised("a reduce function that changes the type of a field")
        slots.append(Slot(_how(expression, place), own))
    return Aggregation(tuple(slots), shape)


def _how(expression: Expression, place: int) -> str:
    first, second = ("column", f"a{place}"), ("column", f"b{place}")
    if expression == first:
        return "first"
    for how, operation in (("sum", "+"), ("min", "least"), ("max", "greatest")):
        if expression in ((operation, first, second), (operation, second, first)):
            return how
    raise NotRecognised("a reduce function that is no sum, least, greatest or first of each field")
