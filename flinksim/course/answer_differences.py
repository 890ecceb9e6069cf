"""Compares parsed answers value by value, to find out which mistake leads to a wrong one.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from flinksim.course.lesson_model import Answer

Place: TypeAlias = tuple[Any, ...]
"""Where a value is in an answer: the name of the field, and indexes."""


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
    """Return the name of a mistake that every exercise may have, or an empty string.

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
