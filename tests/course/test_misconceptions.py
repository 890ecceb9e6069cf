"""A wrong answer that no misconception computes is explained by what contradicts it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.course.answer_differences import (
    count_shared_mistakes,
    find_common_mistake,
    is_too_high,
    is_too_low,
)
from flinksim.course.lesson_loader import load_solution
from flinksim.course.lesson_texts import COMMON_TEXTS
from flinksim.course.sample_submissions import draw_exercise_data

NUMBERS_OF_FIELDS = [
    ("08", "calls"),
    ("08", "crossings"),
    ("08", "buffers"),
    ("09", "fires_at"),
    ("17", "aligned_ms"),
    ("17", "travels"),
    ("22", "results"),
    ("24", "watermark_ms"),
    ("25", "replayed"),
]
"""Numbers of answers; each number that is too low or too high has an explanation of its lesson."""


def change_number(right: int) -> Iterator[int]:
    yield from (right + 7, right + 23, max(0, right - 2), max(0, right // 2 - 1))


@pytest.mark.parametrize(("number", "field"), NUMBERS_OF_FIELDS)
def test_each_number_that_is_too_low_or_too_high_is_explained(number: str, field: str) -> None:
    solution = load_solution(number)
    data = draw_exercise_data(solution, f"{number} direction")
    right = solution.solve(data)
    for wrong in change_number(right[field]):
        answer = {**right, field: wrong}
        if not solution.check(data, answer).is_right:
            found = solution.find_misconception(data, answer)
            assert found in solution.misconceptions or found == "another question", (wrong, found)


def test_an_exact_misconception_is_named_before_a_direction() -> None:
    solution = load_solution("08")
    data = draw_exercise_data(solution, "08 direction")
    right = solution.solve(data)
    once = {**right, "buffers": len(data.cuts)}
    fewer = {**right, "buffers": len(data.cuts) + 1}
    assert solution.find_misconception(data, once) == "a buffer is sent when it is full"
    assert solution.find_misconception(data, fewer) == "buffers are records"


@pytest.mark.parametrize(
    ("answer", "other", "right"),
    [
        ((5,), (1,), (0, 3)),  # lists of the same length
        (("red", 7, 1), ("red", 5, 1), ("blue", 3, 1)),  # records of the same key
        (
            (("store", 3),),
            (("store", 2), ("parse", 2)),
            (("enrich", 3),),
        ),  # entries of the same key
    ],
)
def test_what_differs_shares_no_mistake(answer: Any, other: Any, right: Any) -> None:
    assert count_shared_mistakes({"a": answer}, {"a": other}, {"a": right}) == 0
    assert count_shared_mistakes({"a": answer}, {"a": answer}, {"a": right}) == 1


@pytest.mark.parametrize(
    ("value", "right", "low", "high"),
    [
        (1, 2, True, False),
        (3, 2, False, True),
        ((("a", 1), ("b", 4)), (("a", 1), ("b", 2)), False, True),
        (frozenset({1}), frozenset({1, 2}), True, False),
        (frozenset({1, 3}), frozenset({1, 2}), True, True),
        ((1, 2), (1, 2, 3), False, False),
        ("a", "b", False, False),
    ],
)
def test_a_value_has_a_direction(value: Any, right: Any, low: bool, high: bool) -> None:
    assert (is_too_low(value, right), is_too_high(value, right)) == (low, high)


def test_the_answer_to_another_question_is_recognized() -> None:
    assert find_common_mistake({"a": 7}, {"a": 3, "b": 7}) == "another question"
    assert "another question" in COMMON_TEXTS.beliefs
