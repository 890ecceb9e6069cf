"""Column types of an event log: parsers of cells, and type inference.

A cell is the text of a CSV field, or a JSON value. An empty cell is ``None`` for most types.
Parsers raise ``ValueError`` without a message: the caller knows the line and the column, and
:data:`TYPE_DESCRIPTIONS` has the description of the type.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeAlias, get_args

ColumnType: TypeAlias = Literal["int", "float", "bool", "str", "timestamp", "json"]
"""``json`` is any value of a JSON line, unchanged."""

COLUMN_TYPES: tuple[ColumnType, ...] = get_args(ColumnType)

TYPE_DESCRIPTIONS: dict[ColumnType, str] = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "timestamp": "epoch milliseconds or an ISO-8601 time such as 2013-01-02T05:17",
    "json": "a value",
}

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_LONG_LIMIT = 1 << 63


def parse_int(cell: Any) -> int | None:
    """Parse a whole number."""
    if cell is None or cell == "":
        return None
    if type(cell) is not int and type(cell) is not str:
        raise ValueError
    return int(cell)


def parse_float(cell: Any) -> float | None:
    """Parse a number."""
    if cell is None or cell == "":
        return None
    if type(cell) is bool:
        raise ValueError
    return float(cell)


def parse_bool(cell: Any) -> bool | None:
    """Parse ``true`` or ``false``, in any case."""
    if cell is None or cell == "":
        return None
    word = str(cell).lower()
    if word not in ("true", "false"):
        raise ValueError
    return word == "true"


def parse_str(cell: Any) -> str | None:
    """Return the text unchanged, even if it is empty."""
    if cell is not None and type(cell) is not str:
        raise ValueError
    return cell


def parse_timestamp(cell: Any) -> int | None:
    """Parse epoch milliseconds or an ISO-8601 time; without a zone it counts as UTC."""
    if cell is None or cell == "":
        return None
    if type(cell) is int:
        timestamp = cell
    elif type(cell) is not str:
        raise ValueError
    elif cell.lstrip("+-").isdecimal():
        timestamp = int(cell)
    else:
        timestamp = _parse_iso(cell)
    if not -_LONG_LIMIT <= timestamp < _LONG_LIMIT:
        raise ValueError
    return timestamp


def _parse_iso(text: str) -> int:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        time = time.replace(tzinfo=UTC)
    return (time - _EPOCH) // _MILLISECOND


def parse_json(cell: Any) -> Any:
    """Return the value unchanged."""
    return cell


PARSERS: dict[ColumnType, Callable[[Any], Any]] = {
    "int": parse_int,
    "float": parse_float,
    "bool": parse_bool,
    "str": parse_str,
    "timestamp": parse_timestamp,
    "json": parse_json,
}


class TypeInference:
    """Finds the first of ``int``, ``float``, ``bool``, ``str`` that all cells of a column allow.

    A column of empty cells is a ``str`` column.
    """

    def __init__(self) -> None:
        self._candidates: list[ColumnType] = ["int", "float", "bool", "str"]
        self._has_values = False

    def add(self, cell: str) -> None:
        """Include one more cell."""
        if cell:
            self._has_values = True
            if len(self._candidates) > 1:
                self._candidates = [type for type in self._candidates if _can_parse(type, cell)]

    @property
    def type(self) -> ColumnType:
        """The type that all cells so far allow."""
        return self._candidates[0] if self._has_values else "str"


def _can_parse(candidate: ColumnType, cell: str) -> bool:
    try:
        PARSERS[candidate](cell)
    except ValueError:
        return False
    return True
