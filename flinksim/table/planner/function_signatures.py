"""Argument counts and result types of the built-in functions.

Models ``BuiltInFunctionDefinitions`` and ``FlinkSqlOperatorTable``. Each line of the tables below is
``names: arguments result [nullability]``. Nullability is ``any`` (null if an argument can be, the
default), ``never`` or ``always``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flinksim.table.planner.sql_types import (
    BIGINT,
    BOOLEAN,
    BYTES,
    DATE,
    DOUBLE,
    INT,
    INTEGERS,
    MAX_LENGTH,
    PROCTIME,
    STRING,
    STRINGS,
    TIME,
    SqlType,
    find_common_type,
    make_array,
    make_decimal,
    make_map,
    make_row,
    make_timestamp,
    make_type,
    to_decimal,
)

Types = list[SqlType]
Rule = Callable[[Types], SqlType]


@dataclass(frozen=True, slots=True)
class Signature:
    """How many arguments a function takes, and what it returns."""

    least: int
    most: int
    rule: Rule
    nullability: str = "any"

    def infer(self, types: Types) -> SqlType:
        """Return the result type for arguments of these types."""
        made = self.rule(types)
        if self.nullability == "own":
            return made
        nullable = self.nullability == "always"
        if self.nullability == "any":
            nullable = any(kind.nullable for kind in types if kind.root != "SYMBOL")
        return made.with_nullable(nullable)


def _infer_common(types: Types) -> SqlType:
    found = find_common_type([kind for kind in types if kind.root != "SYMBOL"])
    return found.as_plain() if found is not None else types[0].as_plain()


def _infer_first(types: Types) -> SqlType:
    return next(kind for kind in types if kind.root != "SYMBOL").as_plain()


def _infer_variable(types: Types) -> SqlType:
    texts = [kind for kind in types if kind.root in STRINGS]
    return make_type("VARCHAR", texts[-1].precision if texts else MAX_LENGTH)


def _infer_first_variable(types: Types) -> SqlType:
    kind = types[0]
    if kind.root in {"BINARY", "VARBINARY"}:
        return make_type("VARBINARY", kind.precision)
    return make_type("VARCHAR", kind.precision if kind.root in STRINGS else MAX_LENGTH)


def _infer_overlay(types: Types) -> SqlType:
    total = min(MAX_LENGTH, types[0].precision + types[1].precision)
    return make_type("VARCHAR", total)


def _infer_concatenate(types: Types) -> SqlType:
    total = min(MAX_LENGTH, sum(kind.precision for kind in types))
    if all(kind.root == "CHAR" for kind in types):
        return make_type("CHAR", total)
    return make_type("VARCHAR", total) if all(k.root in STRINGS for k in types) else STRING


def _infer_integral(types: Types) -> SqlType:
    kind = _infer_first(types)
    return (
        make_decimal(kind.precision - kind.scale + 1, 0)
        if kind.root == "DECIMAL" and (kind.scale)
        else kind
    )


def _infer_rounded(types: Types) -> SqlType:
    kind = _infer_first(types)
    if kind.root != "DECIMAL" or kind.scale == 0:
        return kind
    return kind


def _infer_coalesce(types: Types) -> SqlType:
    return _infer_common(types).with_nullable(all(kind.nullable for kind in types))


def _infer_if(types: Types) -> SqlType:
    return _infer_common(types[1:])


def _infer_if_null(types: Types) -> SqlType:
    return _infer_common(types).with_nullable(types[0].nullable and types[1].nullable)


def _infer_element(types: Types) -> SqlType:
    return types[0].children[0] if types[0].children else types[0]


def _infer_item(types: Types) -> SqlType:
    return types[0].children[-1].with_nullable(True)


def _infer_array(types: Types) -> SqlType:
    return (
        make_array(find_common_type(types) or types[0], False) if types else make_array(INT, False)
    )


def _infer_map(types: Types) -> SqlType:
    keys, values = find_common_type(types[::2]), find_common_type(types[1::2])
    return make_map(keys or types[0], values or types[1], False)


def _infer_row(types: Types) -> SqlType:
    return make_row([f"EXPR${i}" for i in range(len(types))], types, False)


def _infer_entries(types: Types) -> SqlType:
    return make_array(make_row(["key", "value"], types[0].children, False))


def _infer_appended(types: Types) -> SqlType:
    element = find_common_type([types[0].children[0], types[1]])
    return make_array(element or types[0].children[0])


def _infer_arrays_map(types: Types) -> SqlType:
    return make_map(types[0].children[0], types[1].children[0])


def _infer_minus_date(types: Types) -> SqlType:
    return _infer_first(types)


RESULTS: dict[str, Rule] = {
    "string": lambda _: STRING,
    "int": lambda _: INT,
    "bigint": lambda _: BIGINT,
    "double": lambda _: DOUBLE,
    "boolean": lambda _: BOOLEAN,
    "bytes": lambda _: BYTES,
    "date": lambda _: DATE,
    "time": lambda _: TIME,
    "timestamp": lambda _: make_timestamp(3),
    "timestamp_ltz": lambda _: make_timestamp(3, local=True),
    "proctime": lambda _: PROCTIME,
    "strings": lambda _: make_array(STRING),
    "string_map": lambda _: make_map(STRING, STRING),
    "char32": lambda _: make_type("CHAR", 32),
    "char36": lambda _: make_type("CHAR", 36),
    "char40": lambda _: make_type("CHAR", 40),
    "char56": lambda _: make_type("CHAR", 56),
    "char64": lambda _: make_type("CHAR", 64),
    "char96": lambda _: make_type("CHAR", 96),
    "char128": lambda _: make_type("CHAR", 128),
    "first": _infer_first,
    "common": _infer_common,
    "variable": _infer_variable,
    "first_variable": _infer_first_variable,
    "overlay": _infer_overlay,
    "concatenate": _infer_concatenate,
    "integral": _infer_integral,
    "rounded": _infer_rounded,
    "coalesce": _infer_coalesce,
    "if": _infer_if,
    "if_null": _infer_if_null,
    "element": _infer_element,
    "item": _infer_item,
    "array": _infer_array,
    "map": _infer_map,
    "row": _infer_row,
    "keys": lambda types: make_array(types[0].children[0]),
    "values": lambda types: make_array(types[0].children[1]),
    "entries": _infer_entries,
    "appended": _infer_appended,
    "arrays_map": _infer_arrays_map,
    "rest": lambda types: _infer_common(types[1:]),
    "last": lambda types: types[-1].as_plain(),
    "descriptor": lambda _: SqlType("SYMBOL", False),
}

SCALAR_FUNCTIONS = """
UPPER LOWER INITCAP: 1 first
TRIM: 3 variable
LTRIM RTRIM: 1-2 first_variable
BTRIM: 1-2 string
CONCAT: 1-99 string
||: 2 concatenate
CONCAT_WS: 1-99 string
REPLACE REGEXP_REPLACE TRANSLATE LPAD RPAD: 3 string
REPEAT: 2 string
REVERSE CHR: 1 string always
SUBSTRING SUBSTR: 2-3 first_variable always
LEFT RIGHT: 2 first_variable always
OVERLAY: 3-4 overlay
CHAR_LENGTH CHARACTER_LENGTH ASCII: 1 int
POSITION INSTR LOCATE: 2-4 int
SPLIT_INDEX: 3 string always
SPLIT: 2 strings
ELT: 2-99 rest always
REGEXP: 2 boolean
REGEXP_EXTRACT: 2-3 string always
REGEXP_EXTRACT_ALL: 2-3 strings always
REGEXP_COUNT REGEXP_INSTR: 2 int always
REGEXP_SUBSTR: 2 string always
STARTSWITH ENDSWITH: 2 boolean
LIKE: 2-3 boolean
IS_DIGIT IS_ALPHA IS_DECIMAL: 1 boolean
TO_BASE64 FROM_BASE64 BIN HEX: 1 string
UNHEX: 1 bytes always
ENCODE: 2 bytes
DECODE: 2 string
MD5: 1 char32
SHA1: 1 char40
SHA224: 1 char56
SHA256: 1 char64
SHA384: 1 char96
SHA512: 1 char128
SHA2: 2 string
UUID: 0 char36 never
PARSE_URL: 2-3 string always
URL_ENCODE: 1 string always
URL_DECODE: 1 string always
INET_ATON: 1 bigint always
INET_NTOA: 1 string always
PRINTF: 1-99 string always
STR_TO_MAP: 1-3 string_map always
ABS SIGN: 1 first
CEIL CEILING FLOOR: 1-2 integral
ROUND TRUNCATE: 1-2 rounded
POWER ATAN2: 2 double
SQRT EXP LN LOG10 LOG2 SIN COS TAN COT ASIN ACOS ATAN SINH COSH TANH DEGREES RADIANS: 1 double
LOG: 1-2 double
PI E: 0 double never
RAND: 0-1 double never
RAND_INTEGER: 1-2 int
GREATEST LEAST: 1-99 common
EXTRACT: 2 bigint
TIMESTAMPDIFF: 3 int
TO_TIMESTAMP: 1-3 timestamp always
TO_TIMESTAMP_LTZ: 1-3 timestamp_ltz always
TO_DATE: 1-2 date always
DATE_FORMAT: 2 string always
FROM_UNIXTIME: 1-2 string always
UNIX_TIMESTAMP: 0-2 bigint
CONVERT_TZ: 3 string always
CURRENT_DATE: 0 date never
CURRENT_TIME LOCALTIME: 0 time never
LOCALTIMESTAMP: 0 timestamp never
CURRENT_TIMESTAMP NOW CURRENT_ROW_TIMESTAMP: 0 timestamp_ltz never
CURRENT_WATERMARK: 1 first always
CURRENT_DATABASE: 0 string never
PROCTIME: 0 proctime never
PROCTIME_MATERIALIZE: 1 timestamp_ltz never
SOURCE_WATERMARK: 0 timestamp always
COALESCE: 1-99 coalesce own
IF: 3 if own
IFNULL: 2 if_null own
ARRAY: 0-999 array own
MAP: 2-999 map own
ROW: 1-999 row own
ITEM: 2 item always
CARDINALITY: 1 int
ELEMENT: 1 element
ARRAY_CONTAINS: 2 boolean
ARRAY_DISTINCT ARRAY_REVERSE: 1 first
ARRAY_SORT: 1-3 first
ARRAY_REMOVE ARRAY_UNION ARRAY_EXCEPT ARRAY_INTERSECT: 2 first
ARRAY_APPEND ARRAY_PREPEND: 2 appended
ARRAY_CONCAT: 1-99 common
ARRAY_SLICE: 2-3 first
ARRAY_JOIN: 2-3 string
ARRAY_MAX ARRAY_MIN: 1 element always
ARRAY_POSITION: 2 int
MAP_KEYS: 1 keys
MAP_VALUES: 1 values
MAP_ENTRIES: 1 entries
MAP_UNION: 1-99 common
MAP_FROM_ARRAYS: 2 arrays_map
JSON_VALUE JSON_QUERY: 2-9 string always
JSON_EXISTS: 2-4 boolean always
JSON_OBJECT JSON_ARRAY: 1-999 string never
JSON_STRING JSON_QUOTE JSON_UNQUOTE JSON: 1 string
TYPEOF: 1-2 string always
HASH_CODE: 1 int
GROUPING GROUP_ID GROUPING_ID: 0-99 bigint never
DESCRIPTOR: 1-9 descriptor never
"""


def _read_table(text: str) -> dict[str, Signature]:
    made = {}
    for line in text.strip().splitlines():
        names, _, rest = line.partition(": ")
        counts, result, *more = rest.split()
        least, _, most = counts.partition("-")
        found = Signature(int(least), int(most or least), RESULTS[result], *more)
        made.update(dict.fromkeys(names.split(), found))
    return made


SIGNATURES = _read_table(SCALAR_FUNCTIONS)
SIGNATURES["SIMILAR TO"] = Signature(2, 3, RESULTS["boolean"])

# -- aggregates ------------------------------------------------------------------------------

AGGREGATES = frozenset(
    [
        "COUNT",
        "SUM",
        "SUM0",
        "$SUM0",
        "AVG",
        "MIN",
        "MAX",
        "FIRST_VALUE",
        "LAST_VALUE",
        "LISTAGG",
        "COLLECT",
        "STDDEV_POP",
        "STDDEV_SAMP",
        "VAR_POP",
        "VAR_SAMP",
        "VARIANCE",
        "STDDEV",
        "SINGLE_VALUE",
        "ARRAY_AGG",
        "APPROX_COUNT_DISTINCT",
        "JSON_OBJECTAGG",
        "JSON_ARRAYAGG",
        "PERCENTILE",
    ]
)
RANKINGS = frozenset(("ROW_NUMBER", "RANK", "DENSE_RANK", "NTILE", "PERCENT_RANK", "CUME_DIST"))
WINDOW_FUNCTIONS = RANKINGS | {"LAG", "LEAD"}


def infer_aggregate(name: str, types: Types, grouped: bool, filtered: bool = False) -> SqlType:
    """Return the result type of an aggregate; without groups it can be null."""
    if name in {"COUNT", "APPROX_COUNT_DISTINCT"}:
        return BIGINT.with_nullable(False)
    if name in RANKINGS:
        root = "DOUBLE" if name in {"PERCENT_RANK", "CUME_DIST"} else "BIGINT"
        return SqlType(root, False)
    if name.startswith(("JSON_OBJECTAGG", "JSON_ARRAYAGG")):
        return make_type("VARCHAR", 2000, nullable=False)
    kind = _infer_first(types)
    nullable = kind.nullable or not grouped or filtered
    match name:
        case "$SUM0":
            return _sum_type(kind).with_nullable(False)
        case "SUM":
            return _sum_type(kind).with_nullable(nullable)
        case "AVG" | "STDDEV_POP" | "STDDEV_SAMP" | "VAR_POP" | "VAR_SAMP" | "VARIANCE" | "STDDEV":
            if kind.root == "DECIMAL":
                return make_decimal(38, max(6, kind.scale), nullable)
            return kind.with_nullable(nullable)
        case "LISTAGG":
            return STRING.with_nullable(nullable)
        case "COLLECT":
            return SqlType("MULTISET", False, (), (kind,))
        case "ARRAY_AGG":
            return make_array(kind)
        case "PERCENTILE":
            return make_array(DOUBLE) if types[1].root == "ARRAY" else DOUBLE
        case "FIRST_VALUE" | "LAST_VALUE" | "LAG" | "LEAD":
            return kind.with_nullable(True if name in {"LAG", "LEAD"} else nullable)
        case _:
            return kind.with_nullable(nullable)


def _sum_type(kind: SqlType) -> SqlType:
    return make_decimal(38, kind.scale) if kind.root == "DECIMAL" else kind


def round_decimal(kind: SqlType, digits: int) -> SqlType:
    """Return the type of ROUND or TRUNCATE of a decimal to so many digits."""
    if kind.root in INTEGERS:
        return kind
    kind = to_decimal(kind)
    if digits >= kind.scale:
        return kind
    if digits < 0:
        return make_decimal(min(38, 1 + kind.precision - kind.scale), 0, kind.nullable)
    return make_decimal(1 + kind.precision - kind.scale + digits, digits, kind.nullable)


def describe_family(kind: SqlType) -> str:
    """Return how an unknown function's message names an argument type."""
    if kind.root in STRINGS:
        return "<CHARACTER>"
    if kind.root in {*INTEGERS, "DECIMAL", "FLOAT", "DOUBLE"}:
        return "<NUMERIC>"
    if kind.children:
        return f"<{kind.to_digest()}>"
    return f"<{kind.to_digest().split('(')[0]}>"
