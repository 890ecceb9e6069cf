"""Typed columns and the table of texts, of which a trace file consists.

Counts and references use the smallest of u8, u16, u32, i64 that holds the column. Timestamps are i64,
and therefore exact. "No timestamp" is a number that the column does not contain otherwise; the
directory states it.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Sequence
from json.encoder import encode_basestring_ascii
from typing import Any, NamedTuple

TYPECODES = {"u8": "B", "u16": "H", "u32": "I", "i64": "q"}
_FIRST_NULL = -(1 << 63) + 1
_ENCODE_JSON = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_JSON_CONSTANTS = {None: "null", True: "true", False: "false"}


class TraceFileError(ValueError):
    """A trace file cannot be read, or a trace cannot be written; says where, why and what to do."""


class Column(NamedTuple):
    """One column of a trace file.

    ``null_value`` is the number that stands for a missing value, if values can be missing.
    """

    name: str
    type: str
    data: array[int]
    null_value: int | None = None


def build_integer_column(name: str, values: Sequence[int]) -> Column:
    """Build a column of integers in the smallest type that holds them."""
    for type_ in ("u8", "u16", "u32"):
        try:
            return Column(name, type_, array(TYPECODES[type_], values))
        except OverflowError:
            continue
    return build_timestamp_column(name, values)


def build_timestamp_column(name: str, values: Sequence[int]) -> Column:
    """Build a column of 64-bit integers.

    Raises:
        TraceFileError: A value does not fit into 64 bits.
    """
    try:
        return Column(name, "i64", array("q", values))
    except OverflowError:
        outside = next(v for v in values if not -(1 << 63) <= v < 1 << 63)
        raise TraceFileError(
            f"{name} is {outside}, which does not fit into 64 bits (Java's long)"
        ) from None


def build_optional_timestamp_column(name: str, values: Sequence[int | None]) -> Column:
    """Build a column of 64-bit integers that can be missing.

    Raises:
        TraceFileError: A value does not fit into 64 bits.
    """
    taken = {value for value in values if value is not None and value < _FIRST_NULL + len(values)}
    none = _FIRST_NULL
    while none in taken:
        none += 1
    return build_timestamp_column(name, [none if v is None else v for v in values])._replace(
        null_value=none
    )


def build_choice_column(name: str, values: Sequence[str], words: tuple[str, ...]) -> Column:
    """Build a column of indexes into *words*.

    Raises:
        TraceFileError: A value is not one of *words*.
    """
    numbers = {word: number for number, word in enumerate(words)}
    try:
        return Column(name, "u8", array("B", [numbers[value] for value in values]))
    except KeyError as unknown:
        raise TraceFileError(
            f"{name} is {unknown.args[0]!r}. Expected one of {', '.join(words)}"
        ) from None


def to_json_text(value: Any) -> str:
    """Return the JSON text, in ASCII, of a value; three times as fast as ``json.dumps``."""
    kind = type(value)
    if kind is str:
        return encode_basestring_ascii(value)
    if kind is int:
        return int.__repr__(value)
    if kind is tuple:
        return f"[{','.join(map(to_json_text, value))}]"
    if kind is bool or value is None:
        return _JSON_CONSTANTS[value]
    return _ENCODE_JSON(value)


def _find_missing(numbers: list[Any]) -> list[int]:
    """Return the positions of ``None`` in *numbers*."""
    if None not in numbers:
        return []
    return [place for place, number in enumerate(numbers) if number is None]


def to_little_endian(data: array[int]) -> array[int]:
    """Convert between the byte order of this machine and that of a file."""
    if sys.byteorder == "little":
        return data
    swapped = array(data.typecode, data)
    swapped.byteswap()
    return swapped


MAX_REMEMBERED_TEXTS = 1 << 15


class StringTableBuilder:
    """Numbers the texts of a trace in the order of first use; *count* texts have numbers already.

    Each JSON text is stored once, except for those that :meth:`forget` has removed from memory. The texts
    of a long run would not fit into memory.
    """

    def __init__(self, count: int = 0) -> None:
        self.count = count
        self._numbers: dict[str, int] = {}
        self._numbers_by_text: dict[str, int] = {}
        self._new_texts: list[str] = []

    def forget(self) -> None:
        """Remove the known texts from memory if there are many; one that recurs gets a new number."""
        if len(self._numbers) > MAX_REMEMBERED_TEXTS:
            self._numbers.clear()
            self._numbers_by_text.clear()

    def add_text(self, text: str) -> int:
        number = self._numbers_by_text.get(text)
        if number is None:
            number = self._numbers_by_text[text] = self.add_value(text)
        return number

    def add_texts(self, texts: Sequence[str]) -> list[int]:
        """Return the numbers of many texts, adding them if necessary."""
        numbers: list[Any] = list(map(self._numbers_by_text.get, texts))
        for place in _find_missing(numbers):
            numbers[place] = self.add_text(texts[place])
        return numbers

    def add_values(self, values: Sequence[Any], known: dict[int, int]) -> list[int]:
        """Return the numbers of many values, adding them if necessary.

        A record is often the value of several events, and is encoded once.

        Args:
            values: Values to add.
            known: Numbers of objects that are still alive, by their id. New ones are added.
        """
        numbers: list[Any] = list(map(known.get, map(id, values)))
        for place in _find_missing(numbers):
            value = values[place]
            number = known.get(id(value))
            if number is None:
                number = known[id(value)] = self.add_value(value)
            numbers[place] = number
        return numbers

    def add_value(self, value: Any) -> int:
        text = to_json_text(value)
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = self.count
            self.count += 1
            self._new_texts.append(text)
        return number

    def take_new_columns(self) -> list[Column]:
        """Return columns with the texts that were added since the last call."""
        new, self._new_texts = self._new_texts, []
        ends = array("q")
        end = 0
        for text in new:
            end += len(text)
            ends.append(end)
        joined = array("B", "".join(new).encode("ascii"))
        return [build_integer_column("texts.end", ends), Column("texts.json", "u8", joined)]
