# ruff: noqa: E501
"""Random SQL expressions of a wanted kind, from templates.

A kind is a letter: ``I`` INT, ``L`` BIGINT, ``D`` DOUBLE, ``N`` DECIMAL, ``S`` STRING, ``B`` BOOLEAN,
``T`` TIMESTAMP(3), ``A`` DATE, ``M`` TIME, ``Z`` TIMESTAMP_LTZ(3), ``Y`` BYTES; two letters are an array
(``AI``, ``AS``), a map (``MP``) or a row (``RW``). In a template ``{I}`` is an expression of that kind;
small letters are literals: ``{i}`` a small number, ``{s}`` a text, ``{unit}`` a unit of time.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

TYPES = {
    "I": "INT", "L": "BIGINT", "D": "DOUBLE", "N": "DECIMAL(10, 2)", "S": "STRING", "B": "BOOLEAN",
    "T": "TIMESTAMP(3)", "A": "DATE", "M": "TIME", "Z": "TIMESTAMP_LTZ(3)", "Y": "BYTES",
    "AI": "ARRAY<INT>", "AS": "ARRAY<STRING>", "MP": "MAP<STRING, INT>", "RW": "ROW<x INT, y STRING>",
}  # fmt: skip

LITERALS: dict[str, Sequence[str]] = {
    "I": ("0", "1", "2", "7", "-3", "100", "2147483647"),
    "L": ("CAST(5 AS BIGINT)", "9000000000", "CAST(-1 AS BIGINT)"),
    "D": ("1.5e0", "-0.25e0", "CAST(3 AS DOUBLE)", "1e10"),
    "N": ("1.25", "-7.5", "0.10", "CAST(3.999 AS DECIMAL(10, 2))", "12345.6"),
    "S": ("'a'", "'Abc'", "'hello world'", "''", "' x '", "'12'", "'漢字é'", "'a,b,c'"),
    "B": ("TRUE", "FALSE"),
    "T": ("TIMESTAMP '2024-01-31 12:34:56.789'", "TIMESTAMP '1969-12-31 23:59:58'",
          "TIMESTAMP '2024-02-29 00:00:00'"),
    "A": ("DATE '2024-02-29'", "DATE '1969-01-01'", "DATE '2023-12-31'"),
    "M": ("TIME '12:34:56'", "TIME '00:00:00'"),
    "Z": ("CAST(TIMESTAMP '2024-03-10 06:30:00' AS TIMESTAMP_LTZ(3))", "TO_TIMESTAMP_LTZ(1700000000123, 3)"),
    "Y": ("X'48656c6c6f'", "X''"),
    "AI": ("ARRAY[1, 2, 3]", "ARRAY[2, 2, CAST(NULL AS INT)]"),
    "AS": ("ARRAY['b', 'a']", "ARRAY['x', 'y', 'x']"),
    "MP": ("MAP['k', 1, 'j', 2]", "MAP['a', 5]"),
    "RW": ("CAST(ROW(1, 'x') AS ROW<x INT, y STRING>)",),
}  # fmt: skip

CHOICES: dict[str, Sequence[str]] = {
    "i": ("0", "1", "2", "3", "5"),
    "j": ("1", "2", "3"),
    "neg": ("-1", "-2", "1", "4"),
    "s": ("'a'", "'b'", "'l'", "'-'", "'ab'", "'x'"),
    "pattern": ("'a%'", "'%b'", "'_b%'", "'%l%'", "'%'", "'a'"),
    "regex": ("'[a-c]+'", "'(h)(.*)o'", "'\\d+'", "'^a'", "'x|y'"),
    "unit": ("SECOND", "MINUTE", "HOUR", "DAY", "MONTH", "YEAR"),
    "field": ("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOY", "DOW", "HOUR", "MINUTE", "SECOND",
              "MILLISECOND", "EPOCH", "ISOYEAR", "ISODOW", "DECADE", "CENTURY", "MICROSECOND"),
    "datefield": ("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOY", "DOW"),
    "floor": ("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND"),
    "fmt": ("'yyyy-MM-dd'", "'HH:mm:ss.SSS'", "'dd/MM/yy'", "'yyyyMMdd HH'", "'EEE MMM d'", "'QQ w'"),
    "interval": ("INTERVAL '1' DAY", "INTERVAL '10' SECOND", "INTERVAL '2' MONTH", "INTERVAL '1' YEAR",
                 "INTERVAL '1 02:03:04' DAY TO SECOND", "INTERVAL '1-2' YEAR TO MONTH",
                 "INTERVAL '-3' HOUR", "INTERVAL '90' MINUTE"),
    "dayinterval": ("INTERVAL '1' DAY", "INTERVAL '2' MONTH", "INTERVAL '1' YEAR"),
    "cmp": ("=", "<>", "<", "<=", ">", ">="),
    "zone": ("'UTC'", "'Asia/Shanghai'", "'America/New_York'"),
    "json": ("'{{\"a\": {{\"b\": 5, \"c\": [1, 2, null]}}, \"t\": \"x\", \"n\": null}}'",
             "'[1, \"two\", true]'", "'no json'", "'{{}}'", "'{{\"a\": 1.50, \"b\": false}}'"),
    "path": ("'$.a'", "'$.a.b'", "'$.a.c[1]'", "'$.t'", "'$.n'", "'$[0]'", "'lax $.zz'", "'strict $.zz'",
             "'$.a.c'"),
    "number": ("'12'", "'-7'", "' 3 '", "'1.5'", "'x'", "''"),
}  # fmt: skip

TEMPLATES: dict[str, Sequence[str]] = {
    "I": (
        "{I} + {i}", "{I} - {I}", "{I} * {i}", "{I} / {j}", "{I} % {j}", "MOD({I}, {j})", "ABS({I})", "-{I}",
        "SIGN({I})", "CHAR_LENGTH({S})", "POSITION({s} IN {S})", "LOCATE({s}, {S})", "LOCATE({s}, {S}, {j})",
        "INSTR({S}, {s})", "ASCII({S})", "CAST({D} AS INT)", "CAST({N} AS INT)", "CAST({B} AS INT)",
        "TRY_CAST({S} AS INT)", "TRY_CAST({number} AS INT)", "CAST(CAST({I} AS STRING) AS INT)",
        "CASE WHEN {B} THEN {I} ELSE {I} END", "CASE {I} WHEN {i} THEN {i} WHEN {i} THEN {I} END",
        "COALESCE({I}, {i})", "NULLIF({I}, {i})", "IF({B}, {I}, {I})", "IFNULL({I}, {i})", "GREATEST({I}, {I})",
        "LEAST({I}, {I}, {i})", "CAST(EXTRACT({field} FROM {T}) AS INT)", "CARDINALITY({AI})",
        "CARDINALITY({MP})", "{AI}[{j}]", "{MP}['k']", "ARRAY_MAX({AI})", "ARRAY_MIN({AI})",
        "TIMESTAMPDIFF({unit}, {T}, {T})", "TIMESTAMPDIFF(DAY, {A}, {A})", "TIMESTAMPDIFF({unit}, {A}, {T})",
        "ROUND({I}, {neg})", "TRUNCATE({I}, -1)", "FLOOR({I})", "ARRAY_POSITION({AS}, {s})",
        "REGEXP_COUNT({S}, {regex})", "REGEXP_INSTR({S}, {regex})", "CAST({I} AS SMALLINT) + {i}",
        "CAST(CAST({i} AS TINYINT) AS INT)", "LEVENSHTEIN({S}, {S})",
        "CAST(JSON_VALUE({json}, {path} RETURNING INTEGER NULL ON ERROR) AS INT)", "CAST({L} AS INT)",
        "ELEMENT(ARRAY[{I}])", "CAST({i} AS INT)", "BITAND({I}, {i})", "HASH_CODE({S})",
    ),
    "L": (
        "{L} + {I}", "{L} * {i}", "CAST({I} AS BIGINT)", "{L} - {L}", "EXTRACT({field} FROM {T})",
        "EXTRACT({datefield} FROM {A})", "YEAR({A})", "QUARTER({A})", "MONTH({A})", "WEEK({A})",
        "DAYOFYEAR({A})", "DAYOFMONTH({A})", "DAYOFWEEK({A})", "HOUR({T})", "MINUTE({T})", "SECOND({T})",
        "MONTH({T})", "EXTRACT(HOUR FROM {M})", "UNIX_TIMESTAMP('2024-01-01 00:00:00')",
        "UNIX_TIMESTAMP('2024-01-02', 'yyyy-MM-dd')", "EXTRACT({field} FROM {Z})", "ABS({L})",
        "CAST({D} AS BIGINT)", "COALESCE({L}, {I})", "CAST({T} AS BIGINT)", "MOD({L}, {j})",
        "{L} / {j}", "{I} * {L}", "UNIX_TIMESTAMP(CAST({S} AS STRING))", "CRC32({S})",
    ),
    "D": (
        "{D} + {I}", "{D} * {D}", "{D} / {j}", "POWER({I}, {i})", "SQRT(ABS({D}))", "EXP({i})", "LN({j})",
        "LOG10({j})", "LOG2({j})", "LOG({j}, {j})", "SIN({D})", "COS({I})", "ATAN2({I}, {j})", "CEIL({D})",
        "FLOOR({D})", "ROUND({D}, {i})", "ROUND({D})", "TRUNCATE({D}, 1)", "ABS({D})", "SIGN({D})",
        "CAST({I} AS DOUBLE)", "CAST({N} AS DOUBLE)", "CAST({S} AS DOUBLE)", "TRY_CAST({S} AS DOUBLE)",
        "DEGREES({D})", "RADIANS({I})", "PI()", "E()", "COT({j})", "SINH({i})", "TANH({i})", "CAST({D} AS FLOAT)",
        "CAST({I} AS FLOAT) / {j}", "COALESCE({D}, 0)", "{D} - {N}", "MOD({D}, {j})", "-{D}", "ACOS({i})",
        "GREATEST({D}, {I})",
    ),
    "N": (
        "{N} + {N}", "{N} - {I}", "{N} * {N}", "{N} / {j}", "{N} / 1.5", "{N} % {j}", "ABS({N})", "ROUND({N}, 1)",
        "ROUND({N})", "TRUNCATE({N}, 1)", "CEIL({N})", "FLOOR({N})", "SIGN({N})", "-{N}", "{I} * 1.5", "{I} / 2.0",
        "CAST({I} AS DECIMAL(12, 3))", "CAST({D} AS DECIMAL(20, 4))", "TRY_CAST({S} AS DECIMAL(8, 2))",
        "CAST({N} AS DECIMAL(6, 1))", "COALESCE({N}, {I})", "{N} * {L}", "CASE WHEN {B} THEN {N} ELSE {i} END",
        "CAST({N} AS DECIMAL(38, 10))", "MOD({N}, 2.5)", "NULLIF({N}, {N})",
        "CAST({I} AS DECIMAL(5, 2))", "ROUND({N}, {neg})",
    ),
    "S": (
        "UPPER({S})", "LOWER({S})", "{S} || {S}", "CONCAT({S}, {s}, {S})", "CONCAT_WS({s}, {S}, {S})",
        "SUBSTRING({S}, {neg})", "SUBSTRING({S} FROM {j} FOR {i})", "SUBSTR({S}, {neg}, {i})", "TRIM({S})",
        "TRIM(LEADING {s} FROM {S})", "TRIM(TRAILING FROM {S})", "LTRIM({S})", "RTRIM({S})", "REVERSE({S})",
        "REPLACE({S}, {s}, {s})", "LPAD({S}, {i}, {s})", "RPAD({S}, 6, {s})", "REPEAT({S}, {i})",
        "INITCAP({S})", "LEFT({S}, {i})", "RIGHT({S}, {i})", "OVERLAY({S} PLACING {s} FROM {j})",
        "OVERLAY({S} PLACING {s} FROM {j} FOR {i})", "REGEXP_REPLACE({S}, {regex}, {s})",
        "REGEXP_EXTRACT({S}, {regex})", "REGEXP_EXTRACT({S}, '(h)(.*)o', {j})", "SPLIT_INDEX({S}, {s}, {i})",
        "SPLIT_INDEX('a,b,c', ',', {i})", "CAST({I} AS STRING)", "CAST({D} AS STRING)", "CAST({N} AS STRING)",
        "CAST({B} AS STRING)", "CAST({T} AS STRING)", "CAST({A} AS STRING)", "CAST({M} AS STRING)",
        "CAST({AI} AS STRING)", "CAST({MP} AS STRING)", "CAST({RW} AS STRING)", "CAST({Z} AS STRING)",
        "CAST({Y} AS STRING)", "CAST({L} AS STRING)", "DATE_FORMAT({T}, {fmt})", "DATE_FORMAT({Z}, {fmt})",
        "DATE_FORMAT('2024-01-02 03:04:05', {fmt})", "FROM_UNIXTIME({I})", "FROM_UNIXTIME({I}, {fmt})",
        "CASE WHEN {B} THEN {S} WHEN {B} THEN {s} END", "CASE WHEN {B} THEN 'a' ELSE 'longer' END",
        "COALESCE({S}, {s})", "NULLIF({S}, {s})", "IF({B}, {S}, {s})", "IFNULL({S}, {s})", "MD5({S})",
        "SHA1({S})", "SHA256({S})", "SHA2({S}, 224)", "TO_BASE64({S})", "FROM_BASE64(TO_BASE64({S}))", "CHR({j})",
        "BIN({I})", "HEX({I})", "HEX({S})", "JSON_VALUE({json}, {path})", "JSON_QUERY({json}, {path})",
        "JSON_VALUE({json}, {path} DEFAULT {s} ON EMPTY)", "JSON_VALUE({json}, {path} DEFAULT 'e' ON ERROR)",
        "JSON_QUERY({json}, {path} WITH WRAPPER)", "JSON_QUERY({json}, {path} EMPTY ARRAY ON EMPTY)",
        "JSON_OBJECT('k' VALUE {I}, 'z' VALUE {S})", "JSON_OBJECT('k' VALUE {S} ABSENT ON NULL)",
        "JSON_ARRAY({I}, {S})", "JSON_ARRAY({S} NULL ON NULL)", "JSON_STRING({S})", "JSON_STRING({AI})",
        "JSON_STRING({RW})", "JSON_STRING({MP})", "JSON_QUOTE({S})", "JSON_UNQUOTE('\"a\\u0041\"')", "{AS}[{j}]",
        "ARRAY_JOIN({AS}, {s})", "ARRAY_JOIN({AS}, {s}, 'null')", "ARRAY_MAX({AS})", "TRANSLATE({S}, 'ab', 'xy')",
        "ELT({j}, {S}, {s})", "PRINTF('%s-%d', {S}, {I})", "CAST({S} AS CHAR(3))", "CAST({S} AS VARCHAR(2))",
        "CAST({I} AS CHAR(5))", "CAST({S} AS CHAR(4)) || 'x'", "CONVERT_TZ('2024-03-10 02:30:00', 'UTC', {zone})",
        "PARSE_URL('http://u@h.com:80/p/q?a=1&b=2#f', 'HOST')", "PARSE_URL('http://h.com/p?a=1', 'QUERY', 'a')",
        "DECODE(ENCODE({S}, 'UTF-8'), 'UTF-8')", "{RW}.y", "STR_TO_MAP('a=1,b=2')['a']",
        "URL_ENCODE({S})", "URL_DECODE(URL_ENCODE({S}))", "TYPEOF({I} + {N})", "TYPEOF({S} || {s})",
        "TYPEOF({N} * {N})", "TYPEOF({N} / {I})", "BTRIM({S})", "SPLIT({S}, ',')[1]",
        "TRIM(BOTH 'a' FROM {S})", "GREATEST({S}, {S})", "CAST({S} AS VARCHAR(3)) || CAST({I} AS STRING)",
        "TYPEOF(CASE WHEN {B} THEN {I} ELSE {N} END)", "TYPEOF({D} + {N})", "TYPEOF({T} - {interval})",
        "TYPEOF(NULLIF({S}, {s}))", "TYPEOF(ARRAY[{I}, {N}])", "TYPEOF(ROUND({N}, 1))",
    ),
    "B": (
        "{I} {cmp} {I}", "{S} {cmp} {s}", "{D} {cmp} {I}", "{N} {cmp} {I}", "{T} {cmp} {T}", "{A} {cmp} {A}",
        "{B} AND {B}", "{B} OR {B}", "NOT {B}", "{I} IS NULL", "{S} IS NOT NULL", "{B} IS TRUE", "{B} IS NOT FALSE",
        "{B} IS UNKNOWN", "{I} BETWEEN {i} AND {i}", "{I} NOT BETWEEN {i} AND {I}", "{I} IN ({i}, {i}, 9)",
        "{I} NOT IN ({i}, {i})", "{S} IN ('a', 'b', 'x', 'y')", "{S} NOT IN ('a', 'x')", "{S} LIKE {pattern}",
        "{S} NOT LIKE {pattern}", "{S} LIKE 'a!_%' ESCAPE '!'", "{S} SIMILAR TO '(a|x)%'", "REGEXP({S}, {regex})",
        "{I} IS DISTINCT FROM {I}", "{S} IS NOT DISTINCT FROM {s}", "CAST({S} AS STRING) = {s}",
        "STARTSWITH({S}, {s})", "ENDSWITH({S}, {s})", "ARRAY_CONTAINS({AI}, {i})", "ARRAY_CONTAINS({AS}, {s})",
        "JSON_EXISTS({json}, {path})", "{json} IS JSON", "{json} IS JSON OBJECT", "{S} IS NOT JSON",
        "IS_DIGIT({S})", "IS_ALPHA({S})", "IS_DECIMAL({S})", "CAST({I} AS BOOLEAN)", "TRY_CAST({S} AS BOOLEAN)",
        "{Z} < {Z}", "COALESCE({B}, FALSE)", "CASE WHEN {B} THEN {I} > {i} ELSE {B} END", "{M} < {M}",
        "({T}, {T}) OVERLAPS ({T}, {interval})", "{T} < {T} + {interval}", "{S} = {S}", "{AI} = {AI}",
        "{I} = {i} OR {I} = {i}", "{I} > {i} AND {I} < 9", "NOT ({I} = {i} AND {S} = {s})", "{L} > {I}",
    ),
    "T": (
        "{T} + {interval}", "{T} - {interval}", "TIMESTAMPADD({unit}, {i}, {T})", "FLOOR({T} TO {floor})",
        "CEIL({T} TO {floor})", "CAST({A} AS TIMESTAMP(3))", "CAST({Z} AS TIMESTAMP(3))",
        "TO_TIMESTAMP('2024-01-02 03:04:05')", "TO_TIMESTAMP('02/01/2024', 'dd/MM/yyyy')", "TO_TIMESTAMP({S})",
        "CAST('2024-01-02 03:04:05.678' AS TIMESTAMP(3))", "COALESCE({T}, TIMESTAMP '2024-01-01 00:00:00')",
        "CASE WHEN {B} THEN {T} END", "CAST(CAST({T} AS STRING) AS TIMESTAMP(3))", "GREATEST({T}, {T})",
        "CAST({T} AS TIMESTAMP(0))", "TRY_CAST({S} AS TIMESTAMP(3))", "CAST({T} AS TIMESTAMP(6))",
    ),
    "A": (
        "CAST({T} AS DATE)", "TO_DATE('2024-05-06')", "TO_DATE('06.05.2024', 'dd.MM.yyyy')", "{A} + {dayinterval}",
        "{A} - {dayinterval}", "TIMESTAMPADD(MONTH, {i}, {A})", "CAST('2024-05-06' AS DATE)", "TRY_CAST({S} AS DATE)",
        "CAST({Z} AS DATE)", "COALESCE({A}, DATE '2024-01-01')", "FLOOR({A} TO MONTH)", "CEIL({A} TO YEAR)",
        "TIMESTAMPADD(DAY, {I}, {A})", "FLOOR({A} TO WEEK)",
    ),
    "M": (
        "CAST({T} AS TIME)", "CAST('01:02:03' AS TIME)", "{M} + INTERVAL '1' HOUR", "COALESCE({M}, TIME '01:00:00')",
        "{M} - INTERVAL '10' MINUTE", "CAST({Z} AS TIME)",
    ),
    "Z": (
        "CAST({T} AS TIMESTAMP_LTZ(3))", "TO_TIMESTAMP_LTZ({L}, 0)", "TO_TIMESTAMP_LTZ({I}, 3)",
        "{Z} + INTERVAL '1' HOUR", "FLOOR({Z} TO DAY)", "COALESCE({Z}, TO_TIMESTAMP_LTZ(0, 3))",
        "TIMESTAMPADD(DAY, {i}, {Z})", "CEIL({Z} TO HOUR)", "CAST('2024-01-02 03:04:05' AS TIMESTAMP_LTZ(3))",
        "CAST({A} AS TIMESTAMP_LTZ(3))", "{Z} - {interval}",
    ),
    "Y": ("ENCODE({S}, 'UTF-8')", "CAST({S} AS BYTES)", "UNHEX(HEX({S}))", "COALESCE({Y}, X'00')",
          "SUBSTRING({Y}, {j})"),
    "AI": (
        "ARRAY[{I}, {I}]", "ARRAY_DISTINCT({AI})", "ARRAY_REVERSE({AI})", "ARRAY_SORT({AI})", "ARRAY_APPEND({AI}, {i})",
        "ARRAY_PREPEND({AI}, {i})", "ARRAY_CONCAT({AI}, {AI})", "ARRAY_REMOVE({AI}, {i})", "ARRAY_SLICE({AI}, {j}, {j})",
        "ARRAY_UNION({AI}, {AI})", "ARRAY_EXCEPT({AI}, ARRAY[1])", "ARRAY_INTERSECT({AI}, {AI})", "MAP_VALUES({MP})",
        "ARRAY_SORT({AI}, FALSE)", "COALESCE({AI}, ARRAY[0])",
    ),
    "AS": (
        "ARRAY[{S}, {s}]", "ARRAY_DISTINCT({AS})", "MAP_KEYS({MP})", "SPLIT({S}, {s})", "ARRAY_SORT({AS})",
        "ARRAY_CONCAT({AS}, ARRAY[{s}])", "CAST({AI} AS ARRAY<STRING>)", "REGEXP_EXTRACT_ALL({S}, {regex}, 0)",
    ),
    "MP": ("MAP[{s}, {I}]", "MAP_UNION({MP}, MAP['z', {i}])", "MAP_FROM_ARRAYS(ARRAY['p', 'q'], ARRAY[{I}, {i}])",
           "CAST(MAP['x', {i}] AS MAP<STRING, INT>)"),
    "RW": ("CAST(ROW({I}, {S}) AS ROW<x INT, y STRING>)",),
}  # fmt: skip

PLACE = re.compile(r"\{(\w+)\}")
SIMPLE = "ILDNSBT"


class ExpressionWriter:
    """Writes random expressions over columns, each a text and its kind."""

    def __init__(self, chance: random.Random, columns: Mapping[str, str]) -> None:
        self._chance = chance
        self._columns = columns

    def write(self, kind: str, depth: int = 2) -> str:
        """Return an expression of a kind; with depth 0 it is a column or a literal."""
        if depth <= 0 or self._chance.random() < 0.15:
            return self._write_leaf(kind)
        text = self._chance.choice(TEMPLATES[kind])
        return PLACE.sub(lambda match: self._fill(match[1], depth - 1), text)

    def _fill(self, name: str, depth: int) -> str:
        if name in CHOICES:
            return self._chance.choice(CHOICES[name]).replace("{{", "{").replace("}}", "}")
        written = self.write(name, depth)
        return written if self._is_closed(written) else f"({written})"

    @staticmethod
    def _is_closed(text: str) -> bool:
        return bool(re.fullmatch(r"[\w.]+|'[^']*'|\w+\([^()]*\)|[A-Z]+\[[^\]]*\]", text))

    def _write_leaf(self, kind: str) -> str:
        columns = [name for name, own in self._columns.items() if own == kind]
        if columns and self._chance.random() < 0.85:
            return self._chance.choice(columns)
        if self._chance.random() < 0.1:
            return f"CAST(NULL AS {TYPES[kind]})"
        return self._chance.choice(LITERALS[kind])
