"""Order of rows by several columns, with a direction and a place of nulls for each.

Flink: ``SortSpec``, and the comparator that ``ComparatorCodeGenerator`` generates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise

from flinksim.core.java.flink_quick_sort import compute_sorted_positions
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
        keys = [self.get_sort_key(row) for row in rows]
        to_sortable = cmp_to_key(self.compare)
        order = sorted(range(len(rows)), key=lambda place: to_sortable(keys[place]))
        ranks = [0] * len(rows)
        for before, place in pairwise(order):
            ranks[place] = ranks[before] + (self.compare(keys[before], keys[place]) != 0)
        return [rows[place] for place in compute_sorted_positions(ranks)]

    def find_insertion(self, rows: Sequence[Values], row: Values) -> int:
        """Return the index behind all rows whose sort key is not greater than that of *row*."""
        key = self.get_sort_key(row)
        index = len(rows)
        while index > 0 and self.compare(key, self.get_sort_key(rows[index - 1])) < 0:
            index -= 1
        return index
