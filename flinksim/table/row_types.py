"""Types of rows that a program gives as Python values."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Sequence
from typing import Any

from flinksim.common.types import Row
from flinksim.table.planner.sql_types import (
    BIGINT,
    BOOLEAN,
    BYTES,
    DOUBLE,
    STRING,
    SqlType,
    find_common_type,
    make_array,
    make_decimal,
    make_map,
    make_row,
    make_timestamp,
    make_type,
)


def infer_type(value: Any) -> SqlType:
    """Return the SQL type that PyFlink gives a Python value."""
    match value:
        case None:
            return SqlType("NULL")
        case bool():
            return BOOLEAN
        case int():
            return BIGINT
        case float():
            return DOUBLE
        case str():
            return STRING
        case bytes() | bytearray():
            return BYTES
        case decimal.Decimal():
            return make_decimal(38, 18)
        case datetime.datetime():
            return make_timestamp(6)
        case datetime.date():
            return make_type("DATE")
        case datetime.time():
            return make_type("TIME", 0)
        case Row() | tuple():
            names = getattr(value, "_fields", None) or [f"_{i + 1}" for i in range(len(value))]
            return make_row(names, [infer_type(item) for item in value])
        case dict():
            keys = [infer_type(key) for key in value]
            values = [infer_type(item) for item in value.values()]
            return make_map(find_common_type(keys) or STRING, find_common_type(values) or STRING)
        case list():
            return make_array(find_common_type([infer_type(item) for item in value]) or STRING)
        case _:
            raise TypeError(f"not supported type: {type(value)}")


def infer_row_type(rows: Sequence[Sequence[Any]]) -> tuple[list[str], list[SqlType]]:
    """Return names and types of the columns of rows without a schema."""
    if not rows:
        raise ValueError("can not infer schema from empty dataset")
    types = []
    for index in range(len(rows[0])):
        found = find_common_type([infer_type(row[index]) for row in rows])
        if found is None:
            raise TypeError(f"Can not merge the types of column {index + 1}")
        types.append(STRING if found.root == "NULL" else found.with_nullable(True))
    return [f"_{index + 1}" for index in range(len(types))], types


def read_row_type(schema: Any, rows: Sequence[Sequence[Any]]) -> tuple[list[str], list[SqlType]]:
    """Return names and types that a schema gives; the types are empty if it has names only."""
    if isinstance(schema, list | tuple):
        return list(schema), []
    kind: SqlType = schema.to_sql_type()
    if kind.root == "ROW":
        return list(kind.names), list(kind.children)
    return ["f0"], [kind]
