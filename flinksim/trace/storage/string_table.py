"""The JSON texts of a trace by number, whichever chunks contain them. Not in Flink."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TypeAlias

from flinksim.trace.values import DEEPEST

Refuse: TypeAlias = Callable[[str], NoReturn]
"""Called with what is wrong with the file; raises an error."""

TextBlock: TypeAlias = tuple[bytes, "array[int]"]
"""Some texts, concatenated, and the end of each."""

_MOST_KNOWN = 1 << 17
_MOST_READ = 1 << 22


class TextTable:
    """One table of texts, to which each chunk adds some."""

    def __init__(self) -> None:
        self.count = 0
        self._firsts: list[int] = []
        self._blocks: list[Callable[[], TextBlock]] = []
        self._values: dict[int, Any] = {}
        self._read: dict[int, TextBlock] = {}

    def add(self, count: int, block: Callable[[], TextBlock]) -> None:
        """Add *count* texts, which *block* returns."""
        if count:
            self._firsts.append(self.count)
            self._blocks.append(block)
            self.count += count

    def and_then(self, count: int, block: Callable[[], TextBlock]) -> TextTable:
        """Return a table with these texts, and *count* more."""
        other = TextTable()
        other._firsts, other._blocks, other.count = self._firsts[:], self._blocks[:], self.count
        other.add(count, block)
        return other

    def json_of(self, numbers: Iterable[int]) -> dict[int, bytes]:
        """Return the texts with those *numbers*."""
        found: dict[int, bytes] = {}
        block, last, first = -1, -1, 0
        text, ends = b"", array("q")
        for number in sorted(numbers):
            if number >= last:
                block = bisect_right(self._firsts, number) - 1
                first = self._firsts[block]
                text, ends = self._block(block)
                last = first + len(ends)
            at = number - first
            found[number] = text[ends[at - 1] if at else 0 : ends[at]]
        return found

    def _block(self, number: int) -> TextBlock:
        found = self._read.get(number)
        if found is None:
            found = self._blocks[number]()
            if sum(len(text) for text, _ in self._read.values()) > _MOST_READ:
                self._read.clear()
            self._read[number] = found
        return found

    def values_of(self, numbers: Iterable[int], refuse: Refuse) -> dict[int, Any]:
        """Return the values of the texts with those *numbers*; arrays become tuples."""
        known = self._values
        missing = [number for number in numbers if number not in known]
        if missing:
            if len(known) > _MOST_KNOWN:
                known = self._values = {}
                missing = list(numbers)
            for number, text in self.json_of(missing).items():
                known[number] = _tuples(json.loads(text), DEEPEST, refuse)
        return known


def _tuples(value: Any, deepest: int, refuse: Refuse) -> Any:
    if not deepest:
        refuse(f"it holds a value that is nested more than {DEEPEST} deep")
    if isinstance(value, list):
        return tuple([_tuples(part, deepest - 1, refuse) for part in value])
    if isinstance(value, dict):
        return {name: _tuples(part, deepest - 1, refuse) for name, part in value.items()}
    return value
