"""Values as Flink prints them, written by Spark's own expressions.

:func:`text_of` is :func:`~flinksim.typeutils.printing.format_value` of a column's values, and
:func:`frozen_text_of` the same of what a trace keeps of them (:func:`~flinksim.trace.values.freeze`):
there a row is the text that Python gives it. Two kinds of fields go through Python all the same, a
batch at a time: doubles, for which Java has the shortest digits only since 19, and strings of rows
that Python's ``repr`` writes.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pyarrow as pa
from pyspark.sql import Column
from pyspark.sql import functions as sql
from pyspark.sql.pandas.functions import arrow_udf
from pyspark.sql.types import StringType

from flinksim.common.types import RowKind
from flinksim.spark.expressions.shaped_values import names_of
from flinksim.spark.expressions.symbolic import Kind, Shape
from flinksim.typeutils.printing import format_value


def text_of(shape: Shape, column: Column) -> Column:
    """What ``format_value`` writes of the values of *shape* in *column*."""
    if shape.form == "single":
        return _written(shape.fields[0][1], column, _AS_JAVA, "null")
    fields = _fields(shape, column, _AS_JAVA, "null")
    if shape.form == "tuple":
        return _between("(", fields, ",", ")")
    return _between(f"{RowKind.INSERT}[", fields, ", ", "]")


def frozen_text_of(shape: Shape, column: Column) -> Column:
    """What ``format_value`` writes of the frozen values of *shape* in *column*."""
    if shape.form != "row":
        return text_of(shape, column)
    written = _fields(shape, column, _AS_PYTHON, "None")
    named = [
        sql.concat(sql.lit(f"{name}="), text)
        for name, text in zip(shape.names, written, strict=True)
    ]
    return _between("Row(", named, ", ", ")")


Write = Callable[[Column], Column]


def _written(kind: Kind, column: Column, writes: Mapping[Kind, Write], missing: str) -> Column:
    return sql.coalesce(writes[kind](column), sql.lit(missing))


def _fields(
    shape: Shape, column: Column, writes: Mapping[Kind, Write], missing: str
) -> list[Column]:
    return [
        _written(kind, column.getField(name), writes, missing)
        for name, (_, kind) in zip(names_of(shape), shape.fields, strict=True)
    ]


def _between(opening: str, fields: list[Column], separator: str, closing: str) -> Column:
    parts = [sql.lit(opening)]
    for place, field in enumerate(fields):
        parts += [sql.lit(separator), field] if place else [field]
    return sql.concat(*parts, sql.lit(closing))


# --- fields ---------------------------------------------------------------------------------------


def _as_java_writes(values: pa.Array) -> pa.Array:
    return pa.array([format_value(value) for value in values.to_pylist()], pa.string())


def _as_python_writes(values: pa.Array) -> pa.Array:
    return pa.array([repr(value) for value in values.to_pylist()], pa.string())


_java_text = arrow_udf(_as_java_writes, StringType())  # type: ignore[call-overload]
_python_text = arrow_udf(_as_python_writes, StringType())  # type: ignore[call-overload]


def _cast(column: Column) -> Column:
    return column.cast("string")


_AS_JAVA: dict[Kind, Write] = {
    "int": _cast, "str": _cast, "bool": _cast, "float": _java_text,
}  # fmt: skip
_AS_PYTHON: dict[Kind, Write] = {
    "int": _cast,
    "str": _python_text,
    "bool": lambda column: sql.initcap(_cast(column)),
    "float": _python_text,
}

__all__ = ["frozen_text_of", "text_of"]
