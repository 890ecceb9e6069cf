"""The values of SQL types in the files of snapshots."""

from __future__ import annotations

from functools import partial
from typing import Any

from flinksim.runtime.checkpoint.value_codec import add_conversion, decode_pairs
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.sql_values import Date, MapValue, TimeOfDay, Timestamp, TimestampLtz


def _encode_map(value: MapValue) -> tuple[Any, ...]:
    return tuple(part for pair in value.items() for part in pair)


def _decode_map(parts: tuple[Any, ...]) -> MapValue:
    return MapValue(decode_pairs(parts))


def _encode_number(value: int) -> tuple[int]:
    return (int(value),)


def _decode_number(kind: type[int], parts: tuple[Any, ...]) -> int:
    (number,) = parts
    if type(number) is not int:  # a Decimal such as 1E+999999999 would fill the memory
        raise ValueError(f"the number is a {type(number).__name__}")
    return kind(number)


def add_snapshot_types() -> None:
    """Register all types; the numbers are those of the files."""
    add_conversion(
        0, ChangeRow, lambda row: (row.values, row.kind), lambda parts: ChangeRow(*parts)
    )
    for number, kind in enumerate((Date, TimeOfDay, Timestamp, TimestampLtz), start=1):
        add_conversion(number, kind, _encode_number, partial(_decode_number, kind))
    add_conversion(5, MapValue, _encode_map, _decode_map)


add_snapshot_types()
