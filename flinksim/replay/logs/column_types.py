"""Conversion of table columns to the types of an event log: int64, double, string, boolean.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from flinksim.connectors.event_log.type_inference import parse_timestamp

TimeUnit: TypeAlias = Literal["s", "ms", "us", "ns"]

TEXT_COLUMN = "\0text"
"""Column with the text of each row, if the log is opened with ``value="raw"``; hidden from the user."""

RAW_NAME = "raw"
"""Name of that column in a record."""


def flatten_structs(table: pa.Table) -> pa.Table:
    """Flatten struct fields to columns such as ``value.at``; decode dictionaries and views."""
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


def shorten_names(names: list[str]) -> dict[str, str]:
    """Map column names to their names in a record: ``value.at`` is ``at`` if that is unique."""
    last = Counter(name.rpartition(".")[2] for name in names)
    return {
        name: RAW_NAME
        if name == TEXT_COLUMN
        else name.rpartition(".")[2]
        if last[name.rpartition(".")[2]] == 1
        else name.replace(".", "_")
        for name in names
    }


def get_log_type(arrow_type: pa.DataType) -> pa.DataType | None:
    """Return the log type for a column of type *arrow_type*; ``None`` if there is none."""
    if pa.types.is_boolean(arrow_type):
        return pa.bool_()
    if pa.types.is_integer(arrow_type) or is_time_type(arrow_type):
        return pa.int64()
    if pa.types.is_floating(arrow_type) or pa.types.is_decimal(arrow_type):
        return pa.float64()
    if (
        pa.types.is_string(arrow_type)
        or pa.types.is_large_string(arrow_type)
        or pa.types.is_null(arrow_type)
    ):
        return pa.string()
    return None


def is_time_type(arrow_type: pa.DataType) -> bool:
    """Return whether the type holds times, durations or dates, which a log has in milliseconds."""
    return bool(pa.types.is_temporal(arrow_type))


def to_log_column(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Convert *column* to its log type; times become milliseconds.

    Raises:
        pa.ArrowInvalid: The log type cannot hold a number.
    """
    if is_time_type(column.type):
        return to_millis(column, "ms")
    return column.cast(get_log_type(column.type), safe=not pa.types.is_decimal(column.type))


def to_millis(column: pa.ChunkedArray, unit: TimeUnit) -> pa.ChunkedArray:
    """Convert a column of times to epoch milliseconds.

    Args:
        column: Times, ISO-8601 texts, or plain numbers.
        unit: Unit of plain numbers.

    Raises:
        ValueError: A cell is not a time.
    """
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        known = {text: _parse_time(text) for text in pc.unique(column).to_pylist()}
        return pa.chunked_array([pa.array([known[t] for t in column.to_pylist()], pa.int64())])
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        factor = {"s": 1000.0, "ms": 1.0, "us": 1e-3, "ns": 1e-6}[unit]
        return pc.floor(pc.multiply(column.cast(pa.float64(), safe=False), factor)).cast(pa.int64())
    if pa.types.is_date(kind):
        column, unit = column.cast(pa.timestamp("ms")), "ms"
    elif is_time_type(kind) and hasattr(kind, "unit"):
        column, unit = (
            column.cast(pa.int32() if pa.types.is_time32(kind) else pa.int64()),
            kind.unit,
        )
    elif not pa.types.is_integer(kind):
        raise ValueError(f"expected times, found values of type {kind}")
    timestamps = column.cast(pa.int64()).cast(pa.timestamp(unit))
    if unit in ("us", "ns"):  # Round to the earlier millisecond, also before 1970.
        timestamps = pc.floor_temporal(timestamps, unit="millisecond")
    return timestamps.cast(pa.timestamp("ms")).cast(pa.int64())


def _parse_time(text: str | None) -> int | None:
    try:
        return parse_timestamp(text)
    except ValueError:
        raise ValueError(
            f"expected epoch milliseconds or an ISO-8601 time such as 2013-01-02T05:17, found {text!r}"
        ) from None


__all__ = [
    "RAW_NAME",
    "TEXT_COLUMN",
    "TimeUnit",
    "flatten_structs",
    "get_log_type",
    "is_time_type",
    "shorten_names",
    "to_log_column",
    "to_millis",
]
