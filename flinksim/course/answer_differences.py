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

_LENGTH = "length"


def count_shared_mistakes(answer: Answer, other: Answer, right: Answer) -> int:
    """Count the values of *answer* that differ from a right answer in the same way as *other* does.

    A record, an entry of a dict and a list of numbers are one value: records with the same key have no
    mistake in common, and neither have lists of the same length.

    >>> count_shared_mistakes({"a": ("x", "y")}, {"a": ("x", "z")}, {"a": ("v", "z")})
    1
    >>> count_shared_mistakes({"a": ("red", 7, 1)}, {"a": ("red", 5, 1)}, {"a": ("blue", 3, 1)})
    0
    """
    values, right_values = dict(_iterate_units(answer)), dict(_iterate_units(right))
    missing = object()
    return sum(
        values.get(place, missing) == value and right_values.get(place, missing) != value
        for place, value in _iterate_units(other)
    )


def _iterate_units(part: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Iterate over the parts of an answer that are right or wrong as a whole."""
    if isinstance(part, Mapping):
        for name, one in part.items():
            yield from _iterate_units(one, (*place, name))
    elif isinstance(part, frozenset):
        yield from (((*place, one), True) for one in part)
    elif isinstance(part, tuple) and len(place) == 1 and _is_list_of_units(part):
        yield from (((*place, index), one) for index, one in enumerate(part))
    else:
        yield place, part


def _is_list_of_units(part: tuple[Any, ...]) -> bool:
    return all(isinstance(one, tuple) for one in part) or all(isinstance(one, str) for one in part)


def is_too_low(value: Any, right: Any) -> bool:
    """Whether a value of an answer is less than the right one, or a set that lacks an element.

    In a dict or list, the first value that differs decides.

    >>> is_too_low(1, 2), is_too_low(frozenset({1, 2}), frozenset({2, 3}))
    (True, True)
    """
    if isinstance(value, frozenset):
        return bool(right - value)
    return _compare_first_difference(value, right) < 0


def is_too_high(value: Any, right: Any) -> bool:
    """Whether a value of an answer is greater than the right one, or a set with a wrong element.

    >>> is_too_high((("a", 1), ("b", 3)), (("a", 1), ("b", 2)))
    True
    """
    if isinstance(value, frozenset):
        return bool(value - right)
    return _compare_first_difference(value, right) > 0


def _compare_first_difference(value: Any, right: Any) -> int:
    """Return -1 if the first number that differs is less than the right one, 1 if it is greater."""
    right_values = dict(_iterate_values(right))
    for place, one in _iterate_values(value):
        other = right_values.get(place)
        if type(one) is type(other) is int and one != other and place[-1:] != (_LENGTH,):
            return -1 if one < other else 1
    return 0


CLEAR_MISTAKES = ("another unit", "another question", "other places")
"""The mistakes of :func:`find_common_mistake` that say more than whether a value is too low."""


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
    for one, other in pairs:
        if type(one) is type(other) is int and one and one in (1_000 * other, other / 1_000):
            return "another unit"
    for name, one in answer.items():
        if any(
            type(one) is type(right[other]) and one == right[other]
            for other in right
            if other != name
        ):
            return "another question"
    if pairs and _count(values) == _count(right_values):
        return "other places"
    for name, one in answer.items():
        if isinstance(one, frozenset) and one and one < right[name]:
            return "some are missing"
        if isinstance(one, frozenset) and one > right[name]:
            return "too many"
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
        yield (*place, _LENGTH), len(part)
    elif isinstance(part, frozenset):
        for one in part:
            yield (*place, one), True
        yield (*place, _LENGTH), len(part)
    else:
        yield place, part
