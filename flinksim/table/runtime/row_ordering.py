"""Order of rows by several columns, with a direction and a place of nulls for each.

Flink: ``SortSpec``, and the comparator that ``ComparatorCodeGenerator`` generates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import TypeAlias

from flinksim.table.runtime.change_rows import Values


@dataclass(frozen=True, slots=True)
class SortField:
    """One column of an ORDER BY."""

    position: int
    is_ascending: bool = True
    null_is_last: bool = False


class RowOrdering:
    """A total order of sort keys, and the function that selects the sort key of a row."""

    def __init__(self, fields: Sequence[SortField]) -> None:
        self.fields = tuple(fields)

    def get_sort_key(self, row: Values) -> Values:
        """Return the values of the sort columns."""
        return tuple([row[field.position] for field in self.fields])

    def compare(self, first: Values, second: Values) -> int:
        """Compare two sort keys: negative if *first* comes first, 0 if they are equal."""
        for left, right, field in zip(first, second, self.fields, strict=True):
            if left is None or right is None:
                if left is not right:
                    return 1 if (left is None) == field.null_is_last else -1
            elif left != right:
                return -1 if (left < right) == field.is_ascending else 1
        return 0

    def sort(self, rows: Sequence[Values]) -> list[Values]:
        """Return *rows* in order; equal rows keep their order."""
        to_sortable = cmp_to_key(self.compare)
        return sorted(rows, key=lambda row: to_sortable(self.get_sort_key(row)))

    def sort_quickly(self, rows: Sequence[Values]) -> list[Values]:
        """Return *rows* in order; equal rows are in the order of Flink's ``QuickSort``."""
        made = list(rows)
        keys = {id(row): self.get_sort_key(row) for row in made}

        def compare(first: int, second: int) -> int:
            return self.compare(keys[id(made[first])], keys[id(made[second])])

        def swap(first: int, second: int) -> None:
            made[first], made[second] = made[second], made[first]

        _sort_places(compare, swap, 0, len(made))
        return made

    def find_insertion(self, rows: Sequence[Values], row: Values) -> int:
        """Return the index behind all rows whose sort key is not greater than that of *row*."""
        key = self.get_sort_key(row)
        index = len(rows)
        while index > 0 and self.compare(key, self.get_sort_key(rows[index - 1])) < 0:
            index -= 1
        return index


Compare: TypeAlias = Callable[[int, int], int]
Swap: TypeAlias = Callable[[int, int], None]


def _sort_places(compare: Compare, swap: Swap, start: int, end: int) -> None:
    """Sort the places from *start* to *end*: pivots of three, and insertion below 13 places.

    Flink: ``QuickSort``, without its change to ``HeapSort`` on deep recursion.
    """
    while end - start >= 13:
        for first, second in (
            ((start + end) // 2, start),
            ((start + end) // 2, end - 1),
            (start, end - 1),
        ):
            if compare(first, second) > 0:
                swap(first, second)
        middle, rest = _partition(compare, swap, start, end)
        if middle - start < end - rest:
            _sort_places(compare, swap, start, middle)
            start = rest
        else:
            _sort_places(compare, swap, rest, end)
            end = middle
    for place in range(start + 1, end):
        while place > start and compare(place - 1, place) > 0:
            swap(place, place - 1)
            place -= 1


def _partition(compare: Compare, swap: Swap, start: int, end: int) -> tuple[int, int]:
    """Move smaller rows before the pivot at *start*; return where rows equal to it begin and end."""
    low, high = start, end
    equal_low, equal_high = start, end
    while True:
        low += 1
        while low < high and (order := compare(low, start)) <= 0:
            if order == 0:
                equal_low += 1
                if equal_low != low:
                    swap(equal_low, low)
            low += 1
        high -= 1
        while high > low and (order := compare(start, high)) <= 0:
            if order == 0:
                equal_high -= 1
                if equal_high != high:
                    swap(equal_high, high)
            high -= 1
        if low >= high:
            break
        swap(low, high)
    high = low
    while equal_low >= start:
        low -= 1
        swap(equal_low, low)
        equal_low -= 1
    while equal_high < end:
        swap(equal_high, high)
        equal_high += 1
        high += 1
    return low, high
