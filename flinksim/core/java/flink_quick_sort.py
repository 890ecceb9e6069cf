"""The order in which Flink's sorter leaves records, including records that compare equal.

Quicksort is not stable. Batch mode therefore changes the order of the values of one key as soon as
a task has more than a dozen of them. The moves are Flink's: a median of three as the pivot, equal
elements collected at both ends and then moved to the middle, and insertion sort below 13 elements.

Flink: ``QuickSort`` in ``org.apache.flink.runtime.operators.sort``.
Differs: where Flink switches to heap sort after bad partitions, equal elements keep their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_INSERTION_SORT_SIZE = 13
"""Parts of the input with fewer elements than this are sorted by insertion sort."""


def compute_sorted_positions(keys: Sequence[Any]) -> list[int]:
    """Return the positions of *keys* in the order in which Flink's quicksort leaves them.

    >>> compute_sorted_positions([30, 10, 20])
    [1, 2, 0]
    """
    ranks = {place: rank for rank, place in enumerate(sorted(set(keys)))}
    if len(ranks) == len(keys) or len(keys) < _INSERTION_SORT_SIZE:
        return sorted(range(len(keys)), key=keys.__getitem__)
    items = [(ranks[place], position) for position, place in enumerate(keys)]
    _sort(items, 0, len(items), ((len(items) - 1).bit_length()) << 2)
    return [position for _, position in items]


_Item = tuple[int, int]
"""The rank of a key and its original position; only the ranks are compared."""


def _sort(items: list[_Item], start: int, end: int, depth: int) -> None:
    while end - start >= _INSERTION_SORT_SIZE and depth > 0:
        depth -= 1
        smaller_end, greater_start = _partition(items, start, end)
        if smaller_end - start < end - greater_start:
            _sort(items, start, smaller_end, depth)
            start = greater_start
        else:
            _sort(items, greater_start, end, depth)
            end = smaller_end
    items[start:end] = sorted(items[start:end], key=_get_rank)


def _get_rank(item: _Item) -> int:
    return item[0]


def _swap_if_greater(items: list[_Item], first: int, second: int) -> None:
    if items[first][0] > items[second][0]:
        items[first], items[second] = items[second], items[first]


def _partition(items: list[_Item], start: int, end: int) -> tuple[int, int]:
    """Move the smaller elements of a range before its pivot value, and the greater ones after it.

    Returns:
        The end of the smaller elements and the start of the greater ones.
    """
    middle = (start + end) >> 1
    _swap_if_greater(items, middle, start)
    _swap_if_greater(items, middle, end - 1)
    _swap_if_greater(items, start, end - 1)
    pivot = items[start][0]
    left, right = start, end
    equal_left, equal_right = start, end
    while True:
        left += 1
        while left < right and items[left][0] <= pivot:
            if items[left][0] == pivot:
                equal_left += 1
                items[equal_left], items[left] = items[left], items[equal_left]
            left += 1
        right -= 1
        while right > left and items[right][0] >= pivot:
            if items[right][0] == pivot:
                equal_right -= 1
                items[equal_right], items[right] = items[right], items[equal_right]
            right -= 1
        if left >= right:
            break
        items[left], items[right] = items[right], items[left]
    smaller_end = greater_start = left
    for position in range(equal_left, start - 1, -1):
        smaller_end -= 1
        items[position], items[smaller_end] = items[smaller_end], items[position]
    for position in range(equal_right, end):
        items[position], items[greater_start] = items[greater_start], items[position]
        greater_start += 1
    return smaller_end, greater_start
