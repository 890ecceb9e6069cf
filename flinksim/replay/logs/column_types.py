"""The columns of any table as those that a log can have: whole numbers, numbers, texts, truth values.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from flinksim.connectors.event_log.type_inference import parse_timestamp

TimeUnit: TypeAlias = Literal["s", "ms", "us", "ns"]


def flat(table: pa.Table) -> pa.Table:
    """*table* with the fields of its structs as columns, ``value.at``, and no dictionaries or views."""
    while any(pa.types.is_struct(field.type) for field in table.schema):
        table = table.flatten()
    for place, field in enumerate(table.schema):
        column = table.column(place)
        if pa.types.is_dictionary(field.type):
            column = column.cast(field.type.value_type)
        if pa.types.is_run_end_encoded(field.type):
            column = pa.chunked_array([pc.run_end_decode(part) for part in column.chunks])
        if pa.types.is_string_view(column.type):
            column = column.cast(pa.string())
        if column.type != field.type:
            table = table.set_column(place, field.name, column)
    return table


def short_names(names: list[str]) -> dict[str, str]:
    """What the columns *names* are called in a record: ``value.at`` is ``at``, if no other one is."""
    last = Counter(name.rpartition(".")[2] for name in names)
    return {
        name: name.rpartition(".")[2]
        if last[name.rpartition(".")[2]] == 1
        else name.replace(".", "_")
        for name in names
    }


def log_type(kind: pa.DataType) -> pa.DataType | None:
    """The type that a column of type *kind* has in a log; ``None`` if no log can have it."""
    if pa.types.is_boolean(kind):
        return pa.bool_()
    if pa.types.is_integer(kind) or is_time(kind):
        return pa.int64()
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return pa.float64()
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind):
        return pa.string()
    return None


def is_time(kind: pa.DataType) -> bool:
    """Whether a column of this type holds times, durations or days: a log has them in milliseconds."""
    return bool(pa.types.is_temporal(kind))


def as_log_column(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """*column* as a log has it; times are milliseconds.

    Raises: pa.ArrowInvalid for a number that the log's type does not hold.
    """
    if is_time(column.type):
        return as_millis(column, "ms")
    return column.cast(log_type(column.type), safe=not pa.types.is_decimal(column.type))


def as_millis(column: pa.ChunkedArray, unit: TimeUnit) -> pa.ChunkedArray:
    """A column of times as epoch milliseconds; whole numbers and numbers are so many of *unit*.

    Raises: ValueError with the first cell that is no time.
    """
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        known = {text: _of_text(text) for text in pc.unique(column).to_pylist()}
        return pa.chunked_array([pa.array([known[t] for t in column.to_pylist()], pa.int64())])
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        factor = {"s": 1000.0, "ms": 1.0, "us": 1e-3, "ns": 1e-6}[unit]
        return pc.floor(pc.multiply(column.cast(pa.float64(), safe=False), factor)).cast(pa.int64())
    if pa.types.is_date(kind):
        column, unit = column.cast(pa.timestamp("ms")), "ms"
    elif is_time(kind) and hasattr(kind, "unit"):
        column, unit = (
            column.cast(pa.int32() if pa.types.is_time32(kind) else pa.int64()),
            kind.unit,
        )
    elif not pa.types.is_integer(kind):
        raise ValueError(f"expected times, found values of type {kind}")
    moments = column.cast(pa.int64()).cast(pa.timestamp(unit))
    if unit in ("us", "ns"):  # towards the earlier millisecond, before 1970 as well
        moments = pc.floor_temporal(moments, unit="millisecond")
    return moments.cast(pa.timestamp("ms")).cast(pa.int64())


def _of_text(text: str | None) -> int | None:
    try:
        return parse_timestamp(text)
    except ValueError:
        raise ValueError(
            f"expected epoch milliseconds or an ISO-8601 time such as 2013-01-02T05:17, found {text!r}"
        ) from None


__all__ = ["TimeUnit", "as_log_column", "as_millis", "flat", "is_time", "log_type", "short_names"]
