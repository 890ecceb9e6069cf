"""Convert between values of Python and those of the table runtime, and run Python functions."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from flinksim.common.time import Instant
from flinksim.common.types import Row, RowKind, create_named_row
from flinksim.datastream.functions import ProcessFunction
from flinksim.table.compiled_plan import row_nodes
from flinksim.table.logical_types import INTEGER_BITS, LogicalType
from flinksim.table.planner.session_catalog import FunctionEntry
from flinksim.table.runtime import aggregate_functions
from flinksim.table.runtime.aggregate_functions import Accumulator, BuiltInAggregate
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.expressions.datetime_text import (
    parse_date,
    parse_time,
    parse_timestamp,
)
from flinksim.table.runtime.expressions.function_registry import (
    FUNCTIONS,
    Evaluator,
    FunctionCall,
)
from flinksim.table.runtime.expressions.number_conversion import wrap_integer
from flinksim.table.runtime.sql_values import (
    NANOS_PER_MILLI,
    Date,
    MapValue,
    TimeOfDay,
    Timestamp,
    TimestampLtz,
)

EPOCH = datetime.datetime(1970, 1, 1)


def to_internal(value: Any, kind: LogicalType) -> Any:
    """Return the runtime's value for a Python value of a type."""
    if value is None:
        return None
    root = kind.root
    if root in INTEGER_BITS:
        return wrap_integer(int(value), root)
    if root in {"FLOAT", "DOUBLE"}:
        return float(value)
    if root == "DECIMAL":
        return Decimal(str(value)).quantize(Decimal(1).scaleb(-kind.scale))
    if root == "BOOLEAN":
        return bool(value)
    if root in {"CHAR", "VARCHAR"}:
        return value if isinstance(value, str) else str(value)
    if root in {"BINARY", "VARBINARY"}:
        return bytes(value)
    if root in {"DATE", "TIME", "TIMESTAMP", "TIMESTAMP_LTZ"}:
        return _convert_time(value, root)
    if root == "ROW":
        if isinstance(value, dict):
            value = [value.get(name) for name in kind.names]
        return tuple(to_internal(v, t) for v, t in zip(value, kind.children, strict=True))
    if root in {"ARRAY", "MULTISET"}:
        return tuple(to_internal(item, kind.children[0]) for item in value)
    if root == "MAP":
        key, item = kind.children
        return MapValue((to_internal(k, key), to_internal(v, item)) for k, v in value.items())
    return value


def _convert_time(value: Any, root: str) -> Any:
    if isinstance(value, Instant):
        nanos = value.seconds * 1_000_000_000 + value.nanos
        return TimestampLtz(nanos) if root == "TIMESTAMP_LTZ" else Timestamp(nanos)
    text = str(value)
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            value = value.astimezone(datetime.UTC).replace(tzinfo=None)
        delta = value - EPOCH
        nanos = (delta.days * 86_400 + delta.seconds) * 1_000_000_000 + delta.microseconds * 1000
        if root == "DATE":
            return parse_date(text[:10])
        return TimestampLtz(nanos) if root == "TIMESTAMP_LTZ" else Timestamp(nanos)
    if root == "DATE":
        return parse_date(text)
    if root == "TIME":
        return parse_time(text)
    found = parse_timestamp(text.replace("T", " ").rstrip("Z"))
    return TimestampLtz(found) if root == "TIMESTAMP_LTZ" and found is not None else found


def to_external(value: Any, kind: LogicalType | None = None) -> Any:
    """Return the Python value for a value of the runtime."""
    if value is None:
        return None
    if isinstance(value, Timestamp):
        return EPOCH + datetime.timedelta(microseconds=int(value) // 1000)
    if isinstance(value, TimeOfDay):
        return (EPOCH + datetime.timedelta(milliseconds=int(value.check()))).time()
    if isinstance(value, Date):
        return (EPOCH + datetime.timedelta(days=int(value))).date()
    if isinstance(value, MapValue):
        return {to_external(k): to_external(v) for k, v in value.items()}
    if isinstance(value, tuple):
        if kind is not None and kind.root == "ROW":
            items = [to_external(v, t) for v, t in zip(value, kind.children, strict=True)]
            return Row(**dict(zip(kind.names, items, strict=True)))
        return [
            to_external(item, kind.children[0] if kind and kind.children else None)
            for item in value
        ]
    return value


def to_row(change: ChangeRow, types: Sequence[LogicalType], names: Sequence[str]) -> Row:
    """Return a row of the API, with names and the kind of the change."""
    values = [to_external(v, t) for v, t in zip(change.values, types, strict=True)]
    made = create_named_row(names, values)
    made.set_row_kind(RowKind(change.kind))
    return made


def convert_record(types: Sequence[LogicalType], value: Any) -> ChangeRow:
    """Return the table row of a stream's record."""
    values = tuple(value) if isinstance(value, Row | tuple | list) else (value,)
    made = tuple(to_internal(v, t) for v, t in zip(values, types, strict=True))
    if isinstance(value, Row):
        return ChangeRow(made, value.get_row_kind())
    return ChangeRow(made)


class TimestampedRecords(ProcessFunction):
    """Makes rows of a stream's records, with their timestamps as the last column.

    It is the only metadata of a stream, ``rowtime``. Flink: ``ExternalDynamicSource``.
    """

    def __init__(self, types: Sequence[LogicalType]) -> None:
        self._types = types

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[ChangeRow]:
        row, millis = convert_record(self._types[:-1], value), ctx.timestamp()
        if millis is None:
            raise ValueError(
                "Rowtime timestamp is not defined. Please make sure that a proper TimestampAssigner is "
                "defined and the stream environment uses the EventTime time characteristic."
            )
        kind = TimestampLtz if self._types[-1].root == "TIMESTAMP_LTZ" else Timestamp
        yield ChangeRow((*row.values, kind(millis * NANOS_PER_MILLI)), row.kind)


# -- user-defined functions ------------------------------------------------------------------


def add_user_functions(functions: dict[str, Any]) -> None:
    """Make the functions of a plan known to the runtime, under their unique names."""
    for name, entry in functions.items():
        assert isinstance(entry, FunctionEntry)
        if entry.kind == "scalar":
            FUNCTIONS[name] = _build_scalar(entry)
        elif entry.kind == "table":
            row_nodes.TABLE_FUNCTIONS[name] = _build_table(entry)
        elif entry.kind == "aggregate":
            aggregate_functions.USER_AGGREGATES[name] = partial(PythonAggregate, entry)
        elif entry.kind == "table_aggregate":
            aggregate_functions.USER_AGGREGATES[name] = partial(PythonTableAggregate, entry)


def _build_scalar(entry: FunctionEntry) -> Callable[[FunctionCall, Sequence[Evaluator]], Evaluator]:
    def build(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
        opened: list[Callable[..., Any]] = []
        pairs = list(zip(operands, call.operand_types, strict=True))

        def evaluate(row: Values) -> Any:
            if not opened:
                opened.append(_open_function(entry))
            return to_internal(opened[0](*(to_external(o(row), t) for o, t in pairs)), call.type)

        return evaluate

    return build


def _open_function(entry: FunctionEntry) -> Callable[..., Any]:
    """Open a function before its first call, and return what takes the values of its arguments."""
    function: Callable[..., Any] = entry.function.find_callable()
    if entry.function.is_pandas:
        return _call_with_series(function, entry.row_names)
    return _call_with_row(function, entry.row_names) if entry.row_names else function


def _call_with_series(
    function: Callable[..., Any], row_names: tuple[str, ...]
) -> Callable[..., Any]:
    """Call a pandas function for one row: a batch has one row."""

    def call(*args: Any) -> Any:
        found = function(*_make_series([args], row_names))
        value = found.iloc[0]
        if hasattr(value, "tolist") and not hasattr(value, "item"):
            return value.tolist()
        return value.item() if getattr(value, "ndim", 1) == 0 else value

    return call


def _make_series(rows: Sequence[Sequence[Any]], row_names: tuple[str, ...]) -> list[Any]:
    """Return the arguments of a pandas function: a series for each column, or one data frame."""
    import pandas as pd

    if row_names:
        return [pd.DataFrame([list(row) for row in rows], columns=list(row_names))]
    return [pd.Series(list(column)) for column in zip(*rows, strict=True)]


def _call_with_row(function: Callable[..., Any], row_names: tuple[str, ...]) -> Callable[..., Any]:
    """Pass all arguments as one row with names."""
    return lambda *args: function(Row(**dict(zip(row_names, args, strict=True))))


def _to_rows(result: Any) -> Iterable[Any]:
    if result is None:
        return []
    if isinstance(result, str | bytes | Row | tuple | dict) or not isinstance(result, Iterable):
        return [result]
    return result


def _build_table(entry: FunctionEntry) -> Callable[[list[Any], bool], Iterable[Values]]:
    from flinksim.table.logical_types import parse_logical_type

    kind = parse_logical_type(entry.result.serialize())
    types = kind.children if kind.root == "ROW" else (kind,)
    function: list[Callable[..., Any]] = []

    def expand(arguments: list[Any], makes_rows: bool) -> Iterable[Values]:
        if not function:
            function.append(_open_function(entry))
        made = []
        for row in _to_rows(function[0](*(to_external(a) for a in arguments))):
            values = tuple(row) if isinstance(row, Row | tuple | list) else (row,)
            made.append(tuple(to_internal(v, t) for v, t in zip(values, types, strict=True)))
        return made

    return expand


class PythonAggregate(BuiltInAggregate):
    """A user-defined aggregate function of Python."""

    skips_nulls = False

    def __init__(self, entry: FunctionEntry, kind: LogicalType) -> None:
        self._target = entry.function.target
        self._is_pandas = entry.function.is_pandas
        self._row_names = entry.row_names
        self._type = kind

    def _convert(self, values: Sequence[Any]) -> list[Any]:
        arguments = [to_external(value) for value in values]
        if self._row_names and not self._is_pandas:
            return [Row(**dict(zip(self._row_names, arguments, strict=True)))]
        return arguments

    def create_accumulator(self) -> Accumulator:
        return [[]] if self._is_pandas else [self._target.create_accumulator()]

    def accumulate(self, accumulator: Accumulator, *values: Any) -> None:
        arguments = self._convert(values)
        if self._is_pandas:
            accumulator[0].append(arguments)
        else:
            self._target.accumulate(accumulator[0], *arguments)

    def retract(self, accumulator: Accumulator, *values: Any) -> None:
        arguments = self._convert(values)
        if self._is_pandas:
            accumulator[0].remove(arguments)
        else:
            self._target.retract(accumulator[0], *arguments)

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        if self._is_pandas:
            accumulator[0].extend(other[0])
        else:
            self._target.merge(accumulator[0], [other[0]])

    def get_value(self, accumulator: Accumulator) -> Any:
        if not self._is_pandas:
            return to_internal(self._target.get_value(accumulator[0]), self._type)
        found = self._target(*_make_series(accumulator[0], self._row_names))
        return to_internal(found.item() if hasattr(found, "item") else found, self._type)


class PythonTableAggregate(PythonAggregate):
    """A user-defined table aggregate function of Python; its value is a sequence of rows."""

    def get_value(self, accumulator: Accumulator) -> Any:
        kind = self._type
        types = kind.children if kind.root == "ROW" else (kind,)
        rows = []
        for row in _to_rows(self._target.emit_value(accumulator[0])):
            values = tuple(row) if isinstance(row, Row | tuple) else (row,)
            rows.append(tuple(to_internal(v, t) for v, t in zip(values, types, strict=True)))
        return rows
