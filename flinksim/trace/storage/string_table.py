"""The JSON texts of a trace by number, whichever chunks contain them. Not in Flink."""

from __future__ import annotations

import json
import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeAlias

from flinksim.trace.values import MAX_DEPTH

Reject: TypeAlias = Callable[[str], NoReturn]
"""Called with what is wrong with the file; raises an error."""

TextBlock: TypeAlias = tuple[bytes, "array[int]"]
"""Some texts joined into one, and the end of each in it."""

_MAX_EQUAL_HASHES = 64
"""Maximum number of integers with the same hash value, which only integers of more than 64 bits have.

A dict compares each of them with all others: a trace of a million such keys would take hours.
"""

_MAX_CACHED_VALUES = 1 << 17
_MAX_CACHED_BYTES = 1 << 22


class StringTable:
    """One table of texts, to which each chunk adds some."""

    def __init__(self) -> None:
        self.count = 0
        self._firsts: list[int] = []
        self._blocks: list[Callable[[], TextBlock]] = []
        self._values: dict[int, Any] = {}
        self._read_blocks: dict[int, TextBlock] = {}
        self._large_integers: dict[int, set[int]] = {}

    def add_block(self, count: int, block: Callable[[], TextBlock]) -> None:
        """Add *count* texts, which *block* returns."""
        if count:
            self._firsts.append(self.count)
            self._blocks.append(block)
            self.count += count

    def extended_with(self, count: int, block: Callable[[], TextBlock]) -> StringTable:
        """Return a new table with the texts of this one and *count* more, which *block* returns."""
        other = StringTable()
        other._firsts, other._blocks, other.count = self._firsts[:], self._blocks[:], self.count
        other.add_block(count, block)
        return other

    def read_json(self, numbers: Iterable[int]) -> dict[int, bytes]:
        """Return the texts with those *numbers*."""
        found: dict[int, bytes] = {}
        block, last, first = -1, -1, 0
        text, ends = b"", array("q")
        for number in sorted(numbers):
            if number >= last:
                block = bisect_right(self._firsts, number) - 1
                first = self._firsts[block]
                text, ends = self._read_block(block)
                last = first + len(ends)
            at = number - first
            found[number] = text[ends[at - 1] if at else 0 : ends[at]]
        return found

    def _read_block(self, number: int) -> TextBlock:
        found = self._read_blocks.get(number)
        if found is None:
            found = self._blocks[number]()
            if sum(len(text) for text, _ in self._read_blocks.values()) > _MAX_CACHED_BYTES:
                self._read_blocks.clear()
            self._read_blocks[number] = found
        return found

    def read_values(self, numbers: Iterable[int], reject: Reject) -> dict[int, Any]:
        """Return the values of the texts with those *numbers*; arrays become tuples."""
        known = self._values
        missing = [number for number in numbers if number not in known]
        if missing:
            if len(known) > _MAX_CACHED_VALUES:
                known = self._values = {}
                missing = list(numbers)
            for number, text in self.read_json(missing).items():
                known[number] = self._to_tuples(json.loads(text), MAX_DEPTH, reject)
        return known

    def _to_tuples(self, value: Any, remaining_depth: int, reject: Reject) -> Any:
        if not remaining_depth:
            reject(f"it holds a value that is nested more than {MAX_DEPTH} deep")
        if isinstance(value, list):
            return tuple([self._to_tuples(part, remaining_depth - 1, reject) for part in value])
        if isinstance(value, dict):
            return {
                name: self._to_tuples(part, remaining_depth - 1, reject)
                for name, part in value.items()
            }
        if type(value) is int and value.bit_length() > 64:
            alike = self._large_integers.setdefault(abs(value) % sys.hash_info.modulus, set())
            alike.add(value)
            if len(alike) > _MAX_EQUAL_HASHES:
                reject(f"it holds more than {_MAX_EQUAL_HASHES} integers with the same hash value")
        return value
