"""PyFlink: ``pyflink.table.expressions``, the functions that start an expression."""

from __future__ import annotations

from typing import Any

from flinksim.table.expression import (
    Expression,
    TimePointUnit,
    make_call,
    make_constant,
    make_symbol,
    to_expression,
)
from flinksim.table.planner import sql_ast as ast

UNBOUNDED_ROW = make_symbol("UNBOUNDED ROW")
UNBOUNDED_RANGE = make_symbol("UNBOUNDED RANGE")
CURRENT_ROW = make_symbol("CURRENT ROW")
CURRENT_RANGE = make_symbol("CURRENT RANGE")


def col(name: str) -> Expression:
    """Refer to a column."""
    if name == "*":
        return Expression(ast.Star())
    return Expression(ast.Name(tuple(name.split("."))))


def lit(v: Any, data_type: Any = None) -> Expression:
    """Return a constant."""
    kind = data_type.to_sql_type() if data_type is not None else None
    return Expression(make_constant(v, kind))


def range_(start: str | int, end: str | int) -> Expression:
    """Refer to several columns, for ``with_columns``."""
    return make_call("$RANGE", start, end)


def and_(predicate0: Any, predicate1: Any, *predicates: Any) -> Expression:
    """Return the conjunction."""
    return _join("AND", predicate0, predicate1, *predicates)


def or_(predicate0: Any, predicate1: Any, *predicates: Any) -> Expression:
    """Return the disjunction."""
    return _join("OR", predicate0, predicate1, *predicates)


def _join(name: str, first: Any, *others: Any) -> Expression:
    made = to_expression(first)
    for other in others:
        made = make_call(name, made, other)
    return made


def not_(expression: Any) -> Expression:
    """Return the negation."""
    return make_call("NOT", expression)


def row_interval(rows: int) -> Expression:
    """Return a number of rows, for ``Over.preceding``."""
    return Expression(ast.CallNode("$ROWS", [make_constant(rows)]))


def timestamp_diff(
    time_point_unit: TimePointUnit, time_point1: Any, time_point2: Any
) -> Expression:
    """Return the units between two points of time."""
    unit = make_symbol(time_point_unit.value)
    return make_call("TIMESTAMPDIFF", unit, time_point1, time_point2)


def null_of(data_type: Any) -> Expression:
    """Return a null of a type."""
    return Expression(ast.Constant(None, data_type.to_sql_type().with_nullable(True)))


def log(v: Any, base: Any = None) -> Expression:
    """Return the logarithm, natural without a base."""
    return make_call("LOG", v) if base is None else make_call("LOG", base, v)


def if_then_else(condition: Any, if_true: Any, if_false: Any) -> Expression:
    """Choose by a condition."""
    return make_call("CASE", condition, if_true, if_false)


def call(f: Any, *args: Any) -> Expression:
    """Call a function by name, or a user-defined function."""
    if isinstance(f, str):
        return make_call(f.upper(), *args)
    return f(*args)  # type: ignore[no-any-return]


def call_sql(sql_expression: str) -> Expression:
    """Return the expression that a SQL text means."""
    from flinksim.table.planner.sql_parser import parse_expression

    return Expression(parse_expression(sql_expression))


def descriptor(*column_names: str) -> Expression:
    """Name columns as an argument of a function."""
    return make_call("DESCRIPTOR", *(col(name) for name in column_names))


def with_all_columns() -> Expression:
    """Select all columns."""
    return Expression(ast.Star())


def with_columns(head: Any, *tails: Any) -> Expression:
    """Select columns, by expressions or ranges."""
    return make_call("$WITH_COLUMNS", head, *tails)


def without_columns(head: Any, *tails: Any) -> Expression:
    """Select all columns but some."""
    return make_call("$WITHOUT_COLUMNS", head, *tails)


def json_object(on_null: Any = None, *args: Any) -> Expression:
    """Build a JSON object of keys and values."""
    return make_call("JSON_OBJECT", make_symbol(getattr(on_null, "name", "NULL")), *args)


def json_array(on_null: Any = None, *args: Any) -> Expression:
    """Build a JSON array."""
    return make_call("JSON_ARRAY", make_symbol(getattr(on_null, "name", "ABSENT")), *args)


def lag(expr: Any, offset: Any = 1, default: Any = None) -> Expression:
    """Return the value of an earlier row of the window."""
    return make_call("LAG", expr, offset, *([default] if default is not None else []))


def lead(expr: Any, offset: Any = 1, default: Any = None) -> Expression:
    """Return the value of a later row of the window."""
    return make_call("LEAD", expr, offset, *([default] if default is not None else []))


FUNCTIONS_BY_NAME = """
current_database CURRENT_DATABASE, current_date CURRENT_DATE, current_time CURRENT_TIME,
current_timestamp CURRENT_TIMESTAMP, current_watermark CURRENT_WATERMARK, local_time LOCALTIME,
local_timestamp LOCALTIMESTAMP, to_date TO_DATE, to_timestamp TO_TIMESTAMP,
to_timestamp_ltz TO_TIMESTAMP_LTZ, date_format DATE_FORMAT, convert_tz CONVERT_TZ,
from_unixtime FROM_UNIXTIME, unix_timestamp UNIX_TIMESTAMP, array ARRAY, row ROW, map_ MAP,
map_from_arrays MAP_FROM_ARRAYS, pi PI, e E, rand RAND, rand_integer RAND_INTEGER, atan2 ATAN2,
negative -, concat CONCAT, concat_ws CONCAT_WS, uuid UUID, source_watermark SOURCE_WATERMARK,
coalesce COALESCE, json JSON, json_string JSON_STRING
"""


def _make_function(name: str, sql: str) -> Any:
    def function(*args: Any) -> Expression:
        return make_call(sql, *(arg for arg in args if arg is not None))

    function.__name__ = name
    function.__doc__ = f"Call the SQL function {sql}."
    return function


for _pair in FUNCTIONS_BY_NAME.replace("\n", " ").split(","):
    _name, _sql = _pair.split()
    globals()[_name] = _make_function(_name, _sql)
