"""Type inference for columns that hold values of a program.

The type of a column is the join of the types of its values. The join is commutative and
associative, so parts of a table can be inspected separately, on one machine or many, with the same
result.

Not in Flink.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, NamedTuple

import pyarrow as pa

from flinksim.common.types import Row
from flinksim.common.typeutils.to_string import format_value

_EXACT = 1 << 53
"""Integers up to this absolute value are exact as doubles."""

_LEAVES: dict[type[Any], str] = {
    bool: "bool", float: "float", str: "str", bytes: "bytes", datetime.date: "date",
    datetime.time: "time", datetime.timedelta: "duration",
}  # fmt: skip
_ARROW = {
    "none": pa.string(), "bool": pa.bool_(), "int": pa.int64(), "long": pa.int64(),
    "float": pa.float64(), "str": pa.string(), "bytes": pa.binary(), "date": pa.date32(),
    "time": pa.time64("us"), "datetime": pa.timestamp("us"), "duration": pa.duration("us"),
    "text": pa.string(),
}  # fmt: skip


class ValueType(NamedTuple):
    """A type: the name of a leaf, ``list`` of one part, or ``struct`` of named parts.

    ``none`` is the type of ``None``, ``long`` of integers that are not exact as doubles. ``text``
    is the type of values without a common type; their column has what Flink prints.
    """

    name: str
    names: tuple[str, ...] = ()
    parts: tuple[ValueType, ...] = ()


NOTHING = ValueType("none")
TEXT = ValueType("text")


def type_of(value: Any) -> ValueType:
    """Infer the type of one value."""
    kind = type(value)
    if value is None:
        return NOTHING
    if kind is int:
        if -_EXACT <= value <= _EXACT:
            return ValueType("int")
        return ValueType("long") if -(1 << 63) <= value < 1 << 63 else TEXT
    leaf = _LEAVES.get(kind)
    if leaf is not None:
        return ValueType(leaf)
    if isinstance(value, tuple | Row):
        parts = tuple(map(type_of, value))
        return ValueType("struct", _names_of(value, len(parts)), parts) if parts else TEXT
    if kind is list:
        return ValueType("list", (), (type_of_all(value),))
    if kind is datetime.datetime and value.tzinfo is None:
        return ValueType("datetime")
    return TEXT


def _names_of(value: Any, count: int) -> tuple[str, ...]:
    names = getattr(value, "_fields", None) if isinstance(value, Row) else None
    if names and len(set(names)) == count:
        return tuple(map(str, names))
    return tuple(f"f{place}" for place in range(count))


def type_of_all(values: Iterable[Any]) -> ValueType:
    """Infer the type of a column with these values."""
    return joined(map(type_of, values))


def joined(types: Iterable[ValueType]) -> ValueType:
    """Join types to one that can hold the values of all of them."""
    return reduce(_join, types, NOTHING)


def _join(one: ValueType, other: ValueType) -> ValueType:
    if one == other or other == NOTHING:
        return one
    if one == NOTHING:
        return other
    if one.name == other.name and one.names == other.names and one.parts:
        return one._replace(parts=tuple(map(_join, one.parts, other.parts)))
    return _NUMBERS.get(frozenset((one.name, other.name)), TEXT)


_NUMBERS = {
    frozenset(("int", "long")): ValueType("long"),
    frozenset(("int", "float")): ValueType("float"),
}


def arrow_type(type_: ValueType) -> pa.DataType:
    """Convert a type to the Arrow type."""
    if type_.name == "struct":
        parts = zip(type_.names, map(arrow_type, type_.parts), strict=True)
        return pa.struct(list(parts))
    if type_.name == "list":
        return pa.list_(arrow_type(type_.parts[0]))
    return _ARROW[type_.name]


def array_of(values: Sequence[Any], type_: ValueType) -> pa.Array:
    """Build a column of *values*, whose type must be *type_*."""
    if type_.name == "text":
        texts = [None if value is None else format_value(value) for value in values]
        return pa.array(texts, pa.string())
    if type_.name == "struct":
        is_none = [value is None for value in values]
        blank = (None,) * len(type_.parts)
        rows = [blank if value is None else tuple(value) for value in values]
        cells = zip(*rows, strict=True) if rows else [()] * len(blank)
        parts = [array_of(each, part) for each, part in zip(cells, type_.parts, strict=True)]
        mask = pa.array(is_none, pa.bool_())
        return pa.StructArray.from_arrays(parts, names=list(type_.names), mask=mask)
    if type_.name == "list":
        ends = [0]
        inner: list[Any] = []
        for value in values:
            inner += value or ()
            ends.append(len(inner))
        mask = pa.array([value is None for value in values], pa.bool_())
        offsets = pa.array(ends, pa.int32())
        return pa.ListArray.from_arrays(offsets, array_of(inner, type_.parts[0]), mask=mask)
    if type_.name == "float":
        values = [None if value is None else float(value) for value in values]
    return pa.array(values, _ARROW[type_.name])


__all__ = ["NOTHING", "TEXT", "ValueType", "array_of", "arrow_type", "joined", "type_of_all"]
