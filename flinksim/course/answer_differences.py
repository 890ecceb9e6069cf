"""Compares parsed answers value by value, to find out which mistake leads to a wrong one.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from flinksim.course.lesson_model import Answer, Text

Place: TypeAlias = tuple[Any, ...]
"""Where a value is in an answer: the name of the field, and indexes."""

COMMON_MISTAKES: Mapping[str, Text] = {
    "another unit": (
        "A value is 1,000 times too large or too small: it is in another unit.",
        "有一个值大了或小了 1,000 倍：单位不正确。",
    ),
    "one off": (
        "A value differs by one. Check whether the first and the last one are included.",
        "有一个值差 1：请检查首尾是否计算在内。",
    ),
    "some are missing": (
        "What you list is right, but it is not all.",
        "列出的都正确，但不完整。",
    ),
    "too many": (
        "All that is right is in your list, but something else is, too.",
        "正确的都已列出，但还多了别的。",
    ),
    "other places": (
        "These are the right values, but some are in each other's place.",
        "值都正确，但有的位置不正确。",
    ),
}
"""Mistakes that occur in every exercise, with their explanations."""


def count_shared_mistakes(answer: Answer, other: Answer, right: Answer) -> int:
    """Count the values of *answer* that differ from a right answer in the same way as *other* does.

    >>> count_shared_mistakes({"a": (1, 2)}, {"a": (1, 3)}, {"a": (0, 3)})
    1
    """
    values, right_values = dict(_iterate_values(answer)), dict(_iterate_values(right))
    missing = object()
    return sum(
        values.get(place, missing) == value and right_values.get(place, missing) != value
        for place, value in _iterate_values(other)
    )


def find_common_mistake(answer: Answer, right: Answer) -> str:
    """Return the name of a mistake of :data:`COMMON_MISTAKES`, or an empty string.

    Args:
        answer: The wrong fields of an answer.
        right: A right answer to all fields.

    >>> find_common_mistake({"a": frozenset({1})}, {"a": frozenset({1, 2})})
    'some are missing'
    """
    values = dict(_iterate_values(answer))
    right_values = {place: value for place, value in _iterate_values(right) if place[0] in answer}
    pairs = [
        (value, right_values[place])
        for place, value in values.items()
        if place in right_values and right_values[place] != value
    ]
    for name, one in answer.items():
        if isinstance(one, frozenset) and one and one < right[name]:
            return "some are missing"
        if isinstance(one, frozenset) and one > right[name]:
            return "too many"
    for one, other in pairs:
        if type(one) is type(other) is int and one and one in (1_000 * other, other / 1_000):
            return "another unit"
    if pairs and _count(values) == _count(right_values):
        return "other places"
    if any(type(one) is type(other) is int and abs(one - other) == 1 for one, other in pairs):
        return "one off"
    return ""


def _count(values: Mapping[Place, Any]) -> Counter[str]:
    return Counter(map(repr, values.values()))


def _iterate_values(part: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Iterate over the values of a parsed answer; a set has its elements as places."""
    if isinstance(part, Mapping):
        for name, one in part.items():
            yield from _iterate_values(one, (*place, name))
    elif isinstance(part, tuple):
        for index, one in enumerate(part):
            yield from _iterate_values(one, (*place, index))
        yield (*place, "length"), len(part)
    elif isinstance(part, frozenset):
        for one in part:
            yield (*place, one), True
        yield (*place, "length"), len(part)
    else:
        yield place, part
