"""Convert between the program's values and Arrow columns, by the shape (structure) of a record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pyarrow as pa

from flinksim.common.types import create_named_row
from flinksim.replay.expressions.symbolic_values import Kind, RecordShape

ARROW_TYPES: dict[Kind, pa.DataType] = {
    "int": pa.int64(), "str": pa.string(), "bool": pa.bool_(), "float": pa.float64(),
}  # fmt: skip


def get_arrow_type(shape: RecordShape) -> pa.DataType:
    """Return the Arrow type of a column with values of *shape*.

    It is a struct, or the type of the field of a plain value.
    """
    types = [ARROW_TYPES[kind] for _, kind in shape.fields]
    if shape.form == "single":
        return types[0]
    return pa.struct(list(zip(get_field_names(shape), types, strict=True)))


def pack_columns(shape: RecordShape, columns: Sequence[pa.Array]) -> pa.Array:
    """Build one column with values of *shape* from the columns of its fields."""
    fields = [
        column if column.type == ARROW_TYPES[kind] else column.cast(ARROW_TYPES[kind])
        for column, (_, kind) in zip(columns, shape.fields, strict=True)
    ]
    if shape.form == "single":
        return fields[0]
    return pa.StructArray.from_arrays(fields, names=list(get_field_names(shape)))


def get_field_names(shape: RecordShape) -> tuple[str, ...]:
    """Return the names of the struct fields that hold the fields of a value."""
    return shape.names or tuple(f"f{i}" for i in range(len(shape.fields)))


def create_unpacker(shape: RecordShape) -> Callable[[Any], Any]:
    """Create a function that converts a cell of a column to the program's value."""
    if shape.form == "single":
        return lambda value: value
    make = create_value_builder(shape)
    return lambda value: make(value.values() if isinstance(value, dict) else value)


def create_value_builder(shape: RecordShape) -> Callable[[Any], Any]:
    """Create a function that builds the program's value (tuple, row or scalar) from its fields."""
    if shape.form == "single":
        return lambda cells: cells[0]
    if shape.form == "tuple":
        return tuple
    names = list(shape.names)

    return partial(create_named_row, names)


def create_field_getter(shape: RecordShape) -> Callable[[Any], Sequence[Any]]:
    """Create a function that returns the fields of the program's value."""
    if shape.form == "single":
        return lambda value: (value,)
    return lambda value: tuple(value)
