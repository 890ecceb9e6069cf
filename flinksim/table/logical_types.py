"""Logical types of SQL: root, precision, nullability, and the types of parts.

:func:`parse_logical_type` reads both forms of a compiled plan: the text that ``asSerializableString``
writes, such as ``DECIMAL(10, 2) NOT NULL``, and a JSON object.

Flink: ``org.apache.flink.table.types.logical``, ``LogicalTypeParser``,
``LogicalTypeJsonDeserializer``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

TimeKind: TypeAlias = Literal["", "ROWTIME", "PROCTIME"]
"""Whether a timestamp type is a time attribute, and of which time domain."""

MAX_LENGTH = 2147483647
"""The length of ``STRING`` and ``BYTES``."""

INTEGER_BITS = {"TINYINT": 8, "SMALLINT": 16, "INT": 32, "BIGINT": 64}
"""The width of each integer type."""
APPROXIMATE_TYPES = frozenset({"FLOAT", "DOUBLE"})
NUMERIC_TYPES = frozenset({*INTEGER_BITS, "DECIMAL", *APPROXIMATE_TYPES})
CHARACTER_TYPES = frozenset({"CHAR", "VARCHAR"})
BINARY_TYPES = frozenset({"BINARY", "VARBINARY"})
TIMESTAMP_TYPES = frozenset({"TIMESTAMP", "TIMESTAMP_LTZ"})
TIME_TYPES = frozenset({*TIMESTAMP_TYPES, "DATE", "TIME"})
INTERVAL_TYPES = frozenset({"INTERVAL_DAY_TIME", "INTERVAL_YEAR_MONTH"})


@dataclass(frozen=True, slots=True)
class LogicalType:
    """One SQL type.

    ``root`` is the name of the type without parameters. ``precision`` is also the length of a
    string. ``children`` are the types of parts: the element of an ``ARRAY`` or ``MULTISET``, key and
    value of a ``MAP``, the fields of a ``ROW`` (with ``names``). ``time_kind`` marks a time
    attribute. Flink: ``LogicalType``.

    >>> str(parse_logical_type("MAP<STRING, DECIMAL(10, 2)> NOT NULL"))
    'MAP<STRING, DECIMAL(10, 2)> NOT NULL'
    """

    root: str
    nullable: bool = True
    precision: int = -1
    scale: int = 0
    children: tuple[LogicalType, ...] = ()
    names: tuple[str, ...] = ()
    time_kind: TimeKind = field(default="", compare=False)
    resolution: str = ""
    """The units of an interval, such as ``DAY TO SECOND``."""

    def with_nullability(self, nullable: bool) -> LogicalType:
        """Return the type with this nullability."""
        return self if self.nullable == nullable else replace(self, nullable=nullable)

    @property
    def element(self) -> LogicalType:
        """The type of the elements of an array or multiset."""
        return self.children[0]

    def __str__(self) -> str:
        return _format_type(self) + ("" if self.nullable else " NOT NULL")


def build_row_type(names: tuple[str, ...], types: tuple[LogicalType, ...]) -> LogicalType:
    """Build the type of a row that is not null."""
    return LogicalType("ROW", nullable=False, children=types, names=names)


_PRECISIONS = {
    "DECIMAL": ("Decimal", 1, 38),
    "TIMESTAMP": ("Timestamp", 0, 9),
    "TIMESTAMP_LTZ": ("Timestamp with local time zone", 0, 9),
    "TIME": ("Time", 0, 9),
}
"""Of each type with a limited precision: its name in messages, and the limits."""


def check_precision(root: str, precision: int, scale: int = 0) -> None:
    """Check the numbers of a type, with which values are computed.

    Raises:
        ValueError: If Flink has no such type; the message is Flink's.
    """
    if root not in _PRECISIONS:
        return
    name, lowest, highest = _PRECISIONS[root]
    if not lowest <= precision <= highest:
        raise ValueError(
            f"{name} precision must be between {lowest} and {highest} (both inclusive)."
        )
    if not 0 <= scale <= precision and root == "DECIMAL":
        raise ValueError(
            f"Decimal scale must be between 0 and the precision {precision} (both inclusive)."
        )


def _format_type(type_: LogicalType) -> str:
    root = type_.root
    if root == "ROW":
        fields = zip(type_.names, type_.children, strict=True)
        return f"ROW<{', '.join(f'`{name}` {child}' for name, child in fields)}>"
    if type_.children:
        return f"{root}<{', '.join(map(str, type_.children))}>"
    if root == "DECIMAL":
        return f"DECIMAL({type_.precision}, {type_.scale})"
    if root in INTERVAL_TYPES:
        return f"INTERVAL {type_.resolution}"
    if root == "TIMESTAMP_LTZ":
        return f"TIMESTAMP_LTZ({type_.precision}){_format_time_kind(type_)}"
    if root == "TIMESTAMP":
        return f"TIMESTAMP({type_.precision}){_format_time_kind(type_)}"
    if root in ("VARCHAR", "VARBINARY") and type_.precision == MAX_LENGTH:
        return "STRING" if root == "VARCHAR" else "BYTES"
    if root in CHARACTER_TYPES or root in BINARY_TYPES or root == "TIME":
        return f"{root}({type_.precision})"
    return root


def _format_time_kind(type_: LogicalType) -> str:
    return f" *{type_.time_kind}*" if type_.time_kind else ""


# --- JSON ------------------------------------------------------------------------------------------

_JSON_ROOTS = {
    "INTEGER": "INT",
    "TIMESTAMP_WITHOUT_TIME_ZONE": "TIMESTAMP",
    "TIMESTAMP_WITH_LOCAL_TIME_ZONE": "TIMESTAMP_LTZ",
    "TIME_WITHOUT_TIME_ZONE": "TIME",
}


def parse_logical_type(source: str | Mapping[str, Any]) -> LogicalType:
    """Parse a type of a compiled plan.

    >>> parse_logical_type("VARCHAR(2147483647) NOT NULL").nullable
    False

    Raises:
        ValueError: If the text is not a type; the message shows the position.
    """
    if isinstance(source, str):
        return _TypeParser(source).parse()
    root = _JSON_ROOTS.get(source["type"], source["type"])
    nullable = source.get("nullable", True)
    if root == "ROW" or root == "STRUCTURED_TYPE":
        fields = source.get("fields", source.get("attributes", ()))
        names = tuple(each["name"] for each in fields)
        types = tuple(
            parse_logical_type(each.get("fieldType", each.get("attributeType"))) for each in fields
        )
        return LogicalType("ROW", nullable, children=types, names=names)
    if root == "MAP":
        types = (parse_logical_type(source["keyType"]), parse_logical_type(source["valueType"]))
        return LogicalType("MAP", nullable, children=types)
    if root in ("ARRAY", "MULTISET"):
        return LogicalType(root, nullable, children=(parse_logical_type(source["elementType"]),))
    precision = source.get("precision", source.get("length", -1))
    if "precision" in source:
        check_precision(root, precision)
    return LogicalType(root, nullable, precision, time_kind=_read_time_kind(source.get("kind", "")))


def _read_time_kind(kind: str) -> TimeKind:
    if kind == "ROWTIME":
        return "ROWTIME"
    return "PROCTIME" if kind == "PROCTIME" else ""


# --- text ------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\s*(`(?:[^`]|``)*`|'(?:[^']|'')*'|\w+|[<>(),]|$)")

_SYNONYMS = {
    "STRING": ("VARCHAR", MAX_LENGTH),
    "BYTES": ("VARBINARY", MAX_LENGTH),
    "INTEGER": ("INT", -1),
    "DEC": ("DECIMAL", -1),
    "NUMERIC": ("DECIMAL", -1),
}
_DEFAULT_PRECISION = {
    "CHAR": 1,
    "VARCHAR": 1,
    "BINARY": 1,
    "VARBINARY": 1,
    "DECIMAL": 10,
    "TIME": 0,
    "TIMESTAMP": 6,
    "TIMESTAMP_LTZ": 6,
}


class _TypeParser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[str] = []
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise ValueError(f"{text!r} is not a SQL type: unexpected {text[position:]!r}")
            if match.group(1):
                self._tokens.append(match.group(1))
            position = match.end()
        self._position = 0

    def parse(self) -> LogicalType:
        type_ = self._parse_type()
        if self._position < len(self._tokens):
            raise self._build_error("the end of the type")
        return type_

    def _build_error(self, expected: str) -> ValueError:
        rest = self._tokens[self._position : self._position + 1]
        found = repr(rest[0]) if rest else "the end of the text"
        return ValueError(f"{self._text!r} is not a SQL type: expected {expected}, found {found}")

    def _peek(self) -> str:
        if self._position == len(self._tokens):
            return ""
        return self._tokens[self._position]

    def _accept(self, *words: str) -> bool:
        upper = [token.upper() for token in self._tokens[self._position :][: len(words)]]
        if upper != list(words):
            return False
        self._position += len(words)
        return True

    def _expect(self, word: str) -> None:
        if not self._accept(word):
            raise self._build_error(repr(word))

    def _take_word(self) -> str:
        token = self._peek()
        if not token:
            raise self._build_error("a name")
        self._position += 1
        return token[1:-1].replace("``", "`") if token[0] == "`" else token

    def _parse_type(self) -> LogicalType:
        type_ = self._parse_without_nullability()
        while True:
            if self._accept("NOT", "NULL"):
                type_ = replace(type_, nullable=False)
            elif self._accept("NULL"):
                type_ = replace(type_, nullable=True)
            elif self._accept("ARRAY"):
                type_ = LogicalType("ARRAY", children=(type_,))
            elif self._accept("MULTISET"):
                type_ = LogicalType("MULTISET", children=(type_,))
            else:
                return type_

    def _parse_without_nullability(self) -> LogicalType:
        root = self._take_word().upper()
        if root == "ROW":
            return self._parse_row()
        if root in ("ARRAY", "MULTISET", "MAP"):
            self._expect("<")
            children = [self._parse_type()]
            while self._accept(","):
                children.append(self._parse_type())
            self._expect(">")
            return LogicalType(root, children=tuple(children))
        if root == "INTERVAL":
            return self._parse_interval()
        if root == "DOUBLE":
            self._accept("PRECISION")
        root, precision = _SYNONYMS.get(root, (root, -1))
        numbers = self._parse_numbers()
        if root in ("TIMESTAMP", "TIME"):
            if self._accept("WITH", "LOCAL", "TIME", "ZONE"):
                root = "TIMESTAMP_LTZ"
            else:
                self._accept("WITHOUT", "TIME", "ZONE")
        if precision < 0:
            precision = numbers[0] if numbers else _DEFAULT_PRECISION.get(root, -1)
        scale = numbers[1] if len(numbers) > 1 else 0
        check_precision(root, precision, scale)
        return LogicalType(root, precision=precision, scale=scale)

    def _parse_numbers(self) -> list[int]:
        numbers: list[int] = []
        if self._accept("("):
            numbers.append(int(self._take_word()))
            while self._accept(","):
                numbers.append(int(self._take_word()))
            self._expect(")")
        return numbers

    def _parse_row(self) -> LogicalType:
        end = ">" if self._accept("<") else ")"
        if end == ")":
            self._expect("(")
        names: list[str] = []
        types: list[LogicalType] = []
        while not self._accept(end):
            names.append(self._take_word())
            types.append(self._parse_type())
            if self._peek().startswith("'"):
                self._position += 1  # a comment
            self._accept(",")
        return LogicalType("ROW", children=tuple(types), names=tuple(names))

    def _parse_interval(self) -> LogicalType:
        parts = [self._parse_interval_unit()]
        if self._accept("TO"):
            parts.append(self._parse_interval_unit())
        is_months = parts[0].startswith(("YEAR", "MONTH"))
        root = "INTERVAL_YEAR_MONTH" if is_months else "INTERVAL_DAY_TIME"
        return LogicalType(root, resolution=" TO ".join(parts))

    def _parse_interval_unit(self) -> str:
        unit = self._take_word().upper()
        numbers = self._parse_numbers()
        return f"{unit}({', '.join(map(str, numbers))})" if numbers else unit
