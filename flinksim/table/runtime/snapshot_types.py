"""The values of SQL types in the files of snapshots."""

from __future__ import annotations

from functools import partial
from typing import Any

from flinksim.runtime.checkpoint.value_codec import add_conversion
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.sql_values import Date, MapValue, TimeOfDay, Timestamp, TimestampLtz


def _encode_map(value: MapValue) -> tuple[Any, ...]:
    return tuple(part for pair in value.items() for part in pair)


def _decode_map(parts: tuple[Any, ...]) -> MapValue:
    return MapValue(zip(parts[::2], parts[1::2], strict=True))


def _encode_number(value: int) -> tuple[int]:
    return (int(value),)


def _decode_number(kind: type[int], parts: tuple[Any, ...]) -> int:
    return kind(*parts)


def add_snapshot_types() -> None:
    """Register all types; the numbers are those of the files."""
    add_conversion(
        0, ChangeRow, lambda row: (row.values, row.kind), lambda parts: ChangeRow(*parts)
    )
    for number, kind in enumerate((Date, TimeOfDay, Timestamp, TimestampLtz), start=1):
        add_conversion(number, kind, _encode_number, partial(_decode_number, kind))
    add_conversion(5, MapValue, _encode_map, _decode_map)


add_snapshot_types()
