"""PyFlink: ``pyflink.table.expression``. An expression of the Table API is a syntax tree of SQL."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from enum import Enum
from typing import Any

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.sql_types import (
    BOOLEAN,
    DOUBLE,
    INTERVAL_DAY,
    INTERVAL_MONTH,
    NULL,
    SYMBOL,
    SqlType,
    make_type,
)

__all__ = ["Expression", "TimeIntervalUnit", "TimePointUnit"]


class TimeIntervalUnit(Enum):
    """Units of EXTRACT, FLOOR and CEIL."""

    YEAR = "YEAR"
    QUARTER = "QUARTER"
    MONTH = "MONTH"
    WEEK = "WEEK"
    DAY = "DAY"
    HOUR = "HOUR"
    MINUTE = "MINUTE"
    SECOND = "SECOND"
    MILLISECOND = "MILLISECOND"


class TimePointUnit(Enum):
    """Units of ``timestamp_diff``."""

    YEAR = "YEAR"
    QUARTER = "QUARTER"
    MONTH = "MONTH"
    WEEK = "WEEK"
    DAY = "DAY"
    HOUR = "HOUR"
    MINUTE = "MINUTE"
    SECOND = "SECOND"


class Expression:
    """An expression: a column, a constant, or a call.

    Methods such as ``upper_case`` or ``sum`` are in the tables at the end of this module.
    """

    def __init__(self, node: ast.Node, alias: str | None = None, order: bool | None = None) -> None:
        self.node = node
        self.alias_name = alias
        self.extra_names: tuple[str, ...] = ()
        self.ascending = order

    def __str__(self) -> str:
        return format_node(self.node)

    __repr__ = __str__
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise ValueError(
            "Cannot convert expression into bool: use '&' for 'and', '|' for 'or', '~' for 'not' "
            "when building DataFrame boolean expressions."
        )

    # -- operators ---------------------------------------------------------------------------

    def __getitem__(self, index: Any) -> Expression:
        return self.at(index)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)

    def __invert__(self) -> Expression:
        return make_call("NOT", self)

    def __neg__(self) -> Expression:
        return make_call("-", self)

    # -- names and types ---------------------------------------------------------------------

    def alias(self, name: str, *extra_names: str) -> Expression:
        """Give the result a name; table functions may have several."""
        made = Expression(self.node, name)
        made.extra_names = extra_names
        return made

    def cast(self, data_type: Any) -> Expression:
        """Cast to a type of ``DataTypes``."""
        return Expression(ast.CastTo(self.node, data_type.to_sql_type()))

    def try_cast(self, data_type: Any) -> Expression:
        """Cast, or null if that fails."""
        return Expression(ast.CastTo(self.node, data_type.to_sql_type(), is_try=True))

    @property
    def asc(self) -> Expression:
        """Order ascending."""
        return Expression(self.node, self.alias_name, True)

    @property
    def desc(self) -> Expression:
        """Order descending."""
        return Expression(self.node, self.alias_name, False)

    @property
    def distinct(self) -> Expression:
        """Aggregate distinct values only."""
        assert isinstance(self.node, ast.CallNode)
        node = self.node
        return Expression(
            ast.CallNode(node.name, node.args, True, node.filter, node.over, [], node.function)
        )

    def over(self, alias: Any) -> Expression:
        """Compute over a window of ``Table.over_window``."""
        assert isinstance(self.node, ast.CallNode)
        name = find_name(to_expression(alias))
        node = self.node
        made = ast.CallNode(node.name, node.args, node.distinct, node.filter, name)
        made.function = node.function
        return Expression(made)

    # -- conditions --------------------------------------------------------------------------

    def between(self, lower_bound: Any, upper_bound: Any) -> Expression:
        """Test ``lower <= self <= upper``."""
        return (self >= lower_bound) & (self <= upper_bound)  # type: ignore[no-any-return]

    def not_between(self, lower_bound: Any, upper_bound: Any) -> Expression:
        """Test that the value is outside of the bounds."""
        return make_call("NOT", self.between(lower_bound, upper_bound))

    def then(self, if_true: Any, if_false: Any) -> Expression:
        """Choose by this condition."""
        return make_call("CASE", self, if_true, if_false)

    def in_(self, first_element_or_table: Any, *remaining_elements: Any) -> Expression:
        """Test membership in values or in a table with one column."""
        rel = getattr(first_element_or_table, "rel", None)
        if rel is not None:
            select = ast.Select([ast.SelectItem(ast.Star())], ast.PlannedTable(rel))
            return Expression(ast.Subquery("IN", ast.Query(select), self.node))
        return make_call("IN", self, first_element_or_table, *remaining_elements)

    # -- windows and time --------------------------------------------------------------------

    @property
    def start(self) -> Expression:
        """The start of a group window."""
        return make_call("$START", self)

    @property
    def end(self) -> Expression:
        """The end of a group window."""
        return make_call("$END", self)

    @property
    def rowtime(self) -> Expression:
        """The event time of a group window, or the timestamp of a stream's records."""
        return make_call("$ROWTIME", self)

    @property
    def proctime(self) -> Expression:
        """The processing time."""
        return make_call("$PROCTIME", self)

    def extract(self, time_interval_unit: TimeIntervalUnit) -> Expression:
        """Extract a part of a date or timestamp."""
        return make_call("EXTRACT", make_symbol(time_interval_unit.value), self)

    def floor(self, time_interval_unit: TimeIntervalUnit | None = None) -> Expression:
        """Round down to a whole number or a unit of time."""
        extra = [make_symbol(time_interval_unit.value)] if time_interval_unit else []
        return make_call("FLOOR", self, *extra)

    def ceil(self, time_interval_unit: TimeIntervalUnit | None = None) -> Expression:
        """Round up to a whole number or a unit of time."""
        extra = [make_symbol(time_interval_unit.value)] if time_interval_unit else []
        return make_call("CEIL", self, *extra)

    # -- text and fields ---------------------------------------------------------------------

    def get(self, name_or_index: str | int) -> Expression:
        """Return a field of a row."""
        if isinstance(name_or_index, str):
            if isinstance(self.node, ast.Name):
                return Expression(ast.Name((*self.node.parts, name_or_index)))
            return make_call("DOT", self, make_symbol(name_or_index))
        return make_call("ITEM", self, name_or_index + 1)

    def trim(self, character: Any = None) -> Expression:
        """Remove characters at both ends."""
        return make_call("TRIM", make_symbol("BOTH"), character or " ", self)

    def trim_leading(self, character: Any = None) -> Expression:
        """Remove characters at the start."""
        return make_call("TRIM", make_symbol("LEADING"), character or " ", self)

    def trim_trailing(self, character: Any = None) -> Expression:
        """Remove characters at the end."""
        return make_call("TRIM", make_symbol("TRAILING"), character or " ", self)

    def json_value(
        self,
        path: str,
        returning_type: Any = None,
        on_empty: Any = None,
        default_on_empty: Any = None,
        on_error: Any = None,
        default_on_error: Any = None,
    ) -> Expression:
        """Extract a scalar of a JSON text."""
        extra = []
        for event, default in (("EMPTY", default_on_empty), ("ERROR", default_on_error)):
            if default is not None:
                extra += [make_symbol("DEFAULT"), default, make_symbol(f"ON {event}")]
        made = make_call("JSON_VALUE", self, path, *extra)
        if returning_type is not None:
            assert isinstance(made.node, ast.CallNode)
            made.node.args.append(ast.Constant(returning_type.to_sql_type(), SYMBOL))
        return made


def make_symbol(word: str) -> Expression:
    """Return a keyword as an argument."""
    return Expression(ast.Constant(word, SYMBOL))


def make_call(name: str, *args: Any) -> Expression:
    """Return a call of a function by its SQL name."""
    return Expression(ast.CallNode(name, [to_expression(arg).node for arg in args]))


def to_expression(value: Any) -> Expression:
    """Return an expression; other values become constants."""
    return value if isinstance(value, Expression) else Expression(make_constant(value))


def make_constant(value: Any, kind: SqlType | None = None) -> ast.Node:
    """Return a constant for a Python value."""
    if kind is not None:
        if value is None:
            return ast.Constant(None, kind.with_nullable(True))
        return ast.CastTo(make_constant(value), kind)
    match value:
        case None:
            return ast.Constant(None, NULL)
        case bool():
            return ast.Constant(value, BOOLEAN.with_nullable(False))
        case int():
            root = "INT" if -(2**31) <= value < 2**31 else "BIGINT"
            return ast.Constant(value, SqlType(root, False))
        case float():
            return ast.Constant(value, DOUBLE.with_nullable(False))
        case str():
            return ast.Constant(value, make_type("CHAR", max(1, len(value)), nullable=False))
        case decimal.Decimal():
            scale = max(0, -int(value.as_tuple().exponent))
            digits = max(len(value.as_tuple().digits), scale)
            return ast.Constant(value, SqlType("DECIMAL", False, (digits, scale)))
        case datetime.datetime():
            precision = 6 if value.microsecond % 1000 else 3 if value.microsecond else 0
            return ast.Constant(str(value), SqlType("TIMESTAMP", False, (precision,)))
        case datetime.date():
            return ast.Constant(str(value), SqlType("DATE", False))
        case datetime.time():
            return ast.Constant(str(value), SqlType("TIME", False, (0,)))
        case datetime.timedelta():
            return ast.Constant(int(value.total_seconds() * 1000), INTERVAL_DAY)
        case bytes():
            return ast.Constant(value, make_type("BINARY", len(value), nullable=False))
        case list() | tuple():
            return ast.CallNode("ARRAY", [make_constant(item) for item in value])
        case dict():
            flat = [part for item in value.items() for part in item]
            return ast.CallNode("MAP", [make_constant(part) for part in flat])
        case _:
            raise TypeError(f"{value!r} is neither an expression nor a constant of the Table API")


def find_name(expression: Expression) -> str:
    """Return the name of a column expression."""
    node = expression.node
    if isinstance(node, ast.Name):
        return node.parts[-1]
    raise ValueError(f"Expected a column name, found {expression}.")


def format_node(node: ast.Node) -> str:
    """Return a syntax tree as PyFlink prints it."""
    if isinstance(node, ast.Name):
        return ".".join(node.parts)
    if isinstance(node, ast.Constant):
        return repr(node.value) if isinstance(node.value, str) else str(node.value)
    if isinstance(node, ast.CastTo):
        return f"cast({format_node(node.operand)}, {node.type.to_summary()})"
    if isinstance(node, ast.CallNode):
        name = {
            "$PLUS": "plus",
            "+": "plus",
            "-": "minus",
            "*": "times",
            "/": "divide",
            "=": "equals",
        }.get(node.name, node.name.lower())
        return f"{name}({', '.join(map(format_node, node.args))})"
    return type(node).__name__


# -- methods by table ------------------------------------------------------------------------

PROPERTIES = """
exp EXP, log10 LOG10, log2 LOG2, ln LN, cosh COSH, sinh SINH, sin SIN, cos COS, tan TAN, cot COT,
asin ASIN, acos ACOS, atan ATAN, tanh TANH, degrees DEGREES, radians RADIANS, sqrt SQRT, abs ABS,
sign SIGN, is_null IS_NULL, is_not_null IS_NOT_NULL, is_true IS_TRUE, is_false IS_FALSE,
is_not_true IS_NOT_TRUE, is_not_false IS_NOT_FALSE, sum SUM, sum0 $SUM0, min MIN, max MAX,
count COUNT, avg AVG, first_value FIRST_VALUE, last_value LAST_VALUE, stddev_pop STDDEV_POP,
stddev_samp STDDEV_SAMP, var_pop VAR_POP, var_samp VAR_SAMP, collect COLLECT, array_agg ARRAY_AGG,
bin BIN, hex HEX, char_length CHAR_LENGTH, upper_case UPPER, lower_case LOWER, init_cap INITCAP,
from_base64 FROM_BASE64, to_base64 TO_BASE64, ascii ASCII, chr CHR, reverse REVERSE,
cardinality CARDINALITY, element ELEMENT, array_distinct ARRAY_DISTINCT,
array_reverse ARRAY_REVERSE, array_max ARRAY_MAX, array_min ARRAY_MIN, map_keys MAP_KEYS,
map_values MAP_VALUES, map_entries MAP_ENTRIES, md5 MD5, sha1 SHA1, sha224 SHA224, sha256 SHA256,
sha384 SHA384, sha512 SHA512
"""
METHODS = """
log LOG, round ROUND, truncate TRUNCATE, concat ||, if_null IFNULL, list_agg LISTAGG,
percentile PERCENTILE, starts_with STARTSWITH, ends_with ENDSWITH, substring SUBSTRING,
substr SUBSTR, replace REPLACE, translate TRANSLATE, like LIKE, similar SIMILAR~TO, lpad LPAD,
rpad RPAD, overlay OVERLAY, regexp REGEXP, regexp_count REGEXP_COUNT,
regexp_replace REGEXP_REPLACE, regexp_extract REGEXP_EXTRACT,
regexp_extract_all REGEXP_EXTRACT_ALL, regexp_instr REGEXP_INSTR, regexp_substr REGEXP_SUBSTR,
decode DECODE, encode ENCODE, left LEFT, right RIGHT, instr INSTR, parse_url PARSE_URL,
printf PRINTF, ltrim LTRIM, rtrim RTRIM, btrim BTRIM, repeat REPEAT, split_index SPLIT_INDEX,
str_to_map STR_TO_MAP, elt ELT, at ITEM, array_append ARRAY_APPEND, array_contains ARRAY_CONTAINS,
array_position ARRAY_POSITION, array_prepend ARRAY_PREPEND, array_remove ARRAY_REMOVE,
array_slice ARRAY_SLICE, array_sort ARRAY_SORT, array_union ARRAY_UNION,
array_concat ARRAY_CONCAT, array_join ARRAY_JOIN, array_except ARRAY_EXCEPT,
array_intersect ARRAY_INTERSECT, split SPLIT, map_union MAP_UNION, sha2 SHA2, unhex UNHEX,
url_decode URL_DECODE, url_encode URL_ENCODE, is_json IS_JSON, json_exists JSON_EXISTS,
json_query JSON_QUERY, json_quote JSON_QUOTE, json_unquote JSON_UNQUOTE
"""
REVERSED_METHODS = "position POSITION, locate LOCATE"
OPERATORS = {
    "add": "$PLUS",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "mod": "MOD",
    "pow": "POWER",
    "eq": "=",
    "ne": "<>",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "and": "AND",
    "or": "OR",
}
DAY_UNITS = {
    "week": 604_800_000,
    "day": 86_400_000,
    "hour": 3_600_000,
    "minute": 60_000,
    "second": 1000,
    "milli": 1,
}
MONTH_UNITS = {"year": 12, "quarter": 3, "month": 1}


def _read_pairs(table: str) -> list[tuple[str, str]]:
    pairs = (pair.split() for pair in table.replace("\n", " ").split(","))
    return [(name, function) for name, function in pairs]


def _make_method(function: str) -> Callable[..., Expression]:
    def method(self: Expression, *args: Any) -> Expression:
        given = [arg for arg in args if arg is not None]
        return make_call(function, self, *given)

    method.__doc__ = f"Call the SQL function {function}."
    return method


def _make_reversed(function: str) -> Callable[..., Expression]:
    def method(self: Expression, first: Any, *args: Any) -> Expression:
        return make_call(function, self, first, *args)

    method.__doc__ = f"Call the SQL function {function}."
    return method


def _make_operator(function: str, *, swap: bool) -> Callable[[Expression, Any], Expression]:
    def method(self: Expression, other: Any) -> Expression:
        return make_call(function, other, self) if swap else make_call(function, self, other)

    return method


def _make_interval(factor: int, root: SqlType) -> Callable[[Expression], Expression]:
    def interval(self: Expression) -> Expression:
        node = self.node
        if not isinstance(node, ast.Constant) or not isinstance(node.value, int):
            raise ValueError(f"An interval needs a constant integer, found {self}.")
        return Expression(ast.Constant(node.value * factor, root))

    return interval


def _make_cast(kind: SqlType) -> Callable[[Expression], Expression]:
    return lambda self: Expression(ast.CastTo(self.node, kind))


def _add_methods() -> None:
    for name, function in _read_pairs(PROPERTIES):
        sql = function.replace("_", " ") if function.startswith("IS_") else function
        setattr(Expression, name, property(_make_method(sql)))
    for name, function in _read_pairs(METHODS):
        sql = "IS JSON" if function == "IS_JSON" else function.replace("~", " ")
        setattr(Expression, name, _make_method(sql))
    for name, function in _read_pairs(REVERSED_METHODS):
        setattr(Expression, name, _make_reversed(function))
    for name, function in OPERATORS.items():
        setattr(Expression, f"__{name}__", _make_operator(function, swap=False))
        if name not in {"eq", "ne", "lt", "le", "gt", "ge"}:
            setattr(Expression, f"__r{name}__", _make_operator(function, swap=True))
    for units, root in ((DAY_UNITS, INTERVAL_DAY), (MONTH_UNITS, INTERVAL_MONTH)):
        for name, factor in units.items():
            interval = property(_make_interval(factor, root))
            setattr(Expression, name, interval)
            setattr(Expression, f"{name}s", interval)
    for name in ("date", "time", "timestamp"):
        kind = make_type(name.upper(), *([3] if name == "timestamp" else []))
        cast = property(_make_cast(kind))
        setattr(Expression, f"to_{name}", cast)


_add_methods()
