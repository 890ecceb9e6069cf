"""Inference of column types for keys, values and window contents of a program.

The type of a column is the smallest type that can hold all of its values: the join of their types.
The join is commutative and associative, so parts of a table can be inspected separately, on one
machine or many, with the same result.

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

_MAX_EXACT_INTEGER = 1 << 53
"""Maximum absolute value up to which all integers are exact as doubles."""

_LEAF_TYPES: dict[type[Any], str] = {
    bool: "bool", float: "float", str: "str", bytes: "bytes", datetime.date: "date",
    datetime.time: "time", datetime.timedelta: "duration",
}  # fmt: skip
_ARROW_TYPES = {
    "none": pa.string(), "bool": pa.bool_(), "int": pa.int64(), "long": pa.int64(),
    "float": pa.float64(), "str": pa.string(), "bytes": pa.binary(), "date": pa.date32(),
    "time": pa.time64("us"), "datetime": pa.timestamp("us"), "duration": pa.duration("us"),
    "text": pa.string(),
}  # fmt: skip


class ValueType(NamedTuple):
    """Type of a value: the name of a simple type, ``list`` with one part, or ``struct`` of named parts.

    ``none`` is the type of ``None``, ``long`` of integers that are not exact as doubles. ``text``
    is the type of values without a common type; their column has the texts that Flink prints.
    """

    name: str
    names: tuple[str, ...] = ()
    parts: tuple[ValueType, ...] = ()


NONE_TYPE = ValueType("none")
TEXT_TYPE = ValueType("text")


def infer_type(value: Any) -> ValueType:
    """Infer the type of one value."""
    kind = type(value)
    if value is None:
        return NONE_TYPE
    if kind is int:
        if -_MAX_EXACT_INTEGER <= value <= _MAX_EXACT_INTEGER:
            return ValueType("int")
        return ValueType("long") if -(1 << 63) <= value < 1 << 63 else TEXT_TYPE
    leaf = _LEAF_TYPES.get(kind)
    if leaf is not None:
        return ValueType(leaf)
    if isinstance(value, tuple | Row):
        parts = tuple(map(infer_type, value))
        return (
            ValueType("struct", _get_field_names(value, len(parts)), parts) if parts else TEXT_TYPE
        )
    if kind is list:
        return ValueType("list", (), (infer_common_type(value),))
    if kind is datetime.datetime and value.tzinfo is None:
        return ValueType("datetime")
    return TEXT_TYPE


def _get_field_names(value: Any, count: int) -> tuple[str, ...]:
    names = getattr(value, "_fields", None) if isinstance(value, Row) else None
    if names and len(set(names)) == count:
        return tuple(map(str, names))
    return tuple(f"f{place}" for place in range(count))


def infer_common_type(values: Iterable[Any]) -> ValueType:
    """Infer the type of a column with these values."""
    return join_types(map(infer_type, values))


def join_types(types: Iterable[ValueType]) -> ValueType:
    """Return the type that can hold the values of all given types; ``text`` if nothing else can."""
    return reduce(_join_two, types, NONE_TYPE)


def _join_two(one: ValueType, other: ValueType) -> ValueType:
    if one == other or other == NONE_TYPE:
        return one
    if one == NONE_TYPE:
        return other
    if one.name == other.name and one.names == other.names and one.parts:
        return one._replace(parts=tuple(map(_join_two, one.parts, other.parts)))
    return _NUMBER_JOINS.get(frozenset((one.name, other.name)), TEXT_TYPE)


_NUMBER_JOINS = {
    frozenset(("int", "long")): ValueType("long"),
    frozenset(("int", "float")): ValueType("float"),
}


def to_arrow_type(value_type: ValueType) -> pa.DataType:
    """Convert an inferred type to its Arrow type."""
    if value_type.name == "struct":
        parts = zip(value_type.names, map(to_arrow_type, value_type.parts), strict=True)
        return pa.struct(list(parts))
    if value_type.name == "list":
        return pa.list_(to_arrow_type(value_type.parts[0]))
    return _ARROW_TYPES[value_type.name]


def build_array(values: Sequence[Any], value_type: ValueType) -> pa.Array:
    """Build a column of *values*, whose type must be *value_type*."""
    if value_type.name == "text":
        texts = [None if value is None else format_value(value) for value in values]
        return pa.array(texts, pa.string())
    if value_type.name == "struct":
        is_none = [value is None for value in values]
        blank = (None,) * len(value_type.parts)
        rows = [blank if value is None else tuple(value) for value in values]
        cells = zip(*rows, strict=True) if rows else [()] * len(blank)
        parts = [
            build_array(each, part) for each, part in zip(cells, value_type.parts, strict=True)
        ]
        mask = pa.array(is_none, pa.bool_())
        return pa.StructArray.from_arrays(parts, names=list(value_type.names), mask=mask)
    if value_type.name == "list":
        ends = [0]
        inner: list[Any] = []
        for value in values:
            inner += value or ()
            ends.append(len(inner))
        mask = pa.array([value is None for value in values], pa.bool_())
        offsets = pa.array(ends, pa.int32())
        return pa.ListArray.from_arrays(offsets, build_array(inner, value_type.parts[0]), mask=mask)
    if value_type.name == "float":
        values = [None if value is None else float(value) for value in values]
    return pa.array(values, _ARROW_TYPES[value_type.name])


__all__ = [
    "NONE_TYPE",
    "TEXT_TYPE",
    "ValueType",
    "build_array",
    "infer_common_type",
    "join_types",
    "to_arrow_type",
]
