"""Between the program's values and columns: a value of a shape, and its fields.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa

from flinksim.common.types import Row
from flinksim.spark.expressions.symbolic import Kind, Shape

ARROW_TYPES: dict[Kind, pa.DataType] = {
    "int": pa.int64(), "str": pa.string(), "bool": pa.bool_(), "float": pa.float64(),
}  # fmt: skip


def packed(shape: Shape, prefix: str) -> str:
    """The fields of a value in one column, as Spark SQL: a struct, or the one field itself."""
    if shape.form == "single":
        return f"{prefix}0"
    fields = [f"{prefix}{i} AS `{name}`" for i, name in enumerate(names_of(shape))]
    return f"struct({', '.join(fields)})"


def names_of(shape: Shape) -> tuple[str, ...]:
    """The fields of the struct that holds a value of several fields."""
    return shape.names or tuple(f"f{i}" for i in range(len(shape.fields)))


def unpacker(shape: Shape) -> Callable[[Any], Any]:
    """From a column's value to the program's."""
    if shape.form == "single":
        return lambda value: value
    make = maker(shape)
    return lambda value: make(value.values() if isinstance(value, dict) else value)


def maker(shape: Shape) -> Callable[[Any], Any]:
    """From the fields of a value to the program's value."""
    if shape.form == "single":
        return lambda cells: cells[0]
    if shape.form == "tuple":
        return tuple
    names = list(shape.names)

    def make(cells: Any) -> Row:
        row = Row(*cells)
        row.set_field_names(names)
        return row

    return make


def fields_of(shape: Shape) -> Callable[[Any], Sequence[Any]]:
    """From the program's value to its fields."""
    if shape.form == "single":
        return lambda value: (value,)
    return lambda value: tuple(value)
