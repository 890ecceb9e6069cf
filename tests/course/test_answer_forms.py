"""A right answer is accepted in every form; the data that a learner gets has no answers in it."""

from __future__ import annotations

from datetime import time, timedelta
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from flinksim.common import Duration, Time
from flinksim.course.answer_parsing import (
    build_choice_parser,
    build_dict_parser,
    build_list_parser,
    parse_milliseconds,
    parse_record,
    parse_whole_number,
)
from flinksim.course.answer_values import simplify_value
from flinksim.course.grading.learner_objects import LearnerObjects
from flinksim.course.grading.learner_proxies import LearnerProxies
from flinksim.course.lesson import open_lesson
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.solution_model import AnswerParser, InvalidAnswer
from flinksim.course.solutions import (
    solution_07,
    solution_18,
    solution_19,
    solution_20,
    solution_21,
    solution_22,
)
from tests.course.exercises_table import NUMBERS

HOUR_MS = 3_600_000
sink = build_choice_parser(solution_18.SINK_SPELLINGS)
edge = build_dict_parser(lambda d: ("parse -> clean",), parse_whole_number)
numbers = build_dict_parser(lambda d: range(2), parse_whole_number)
changes = load_solution("28").parsers["changes"]
order = build_list_parser(build_choice_parser({"a": (), "timer": (), "b": ()}))


class Label(Enum):
    LATE = "late"


FORMS: list[tuple[AnswerParser, Any, list[Any]]] = [
    (parse_whole_number, 86, ["86", "86.0", 86.0, numpy.int64(86), numpy.float32(86), "step 86"]),
    (parse_whole_number, 2_000, ["2,000", "2_000", "2 000", "2000 buffers", "2_000 buffers"]),
    (parse_milliseconds, 1_569, ["1 569", "1 569 ms", Decimal(1569), Decimal("1569.0")]),
    (build_choice_parser({"late": ()}), "late", [Label.LATE, "Late"]),
    (build_choice_parser({"parse -> clean": ()}), "parse -> clean", [("parse", "clean")]),
    (order, ("a", "timer", "b"), ["a, timer, b", "a -> timer -> b", {0: "a", 1: "timer", 2: "b"}]),
    (
        changes,
        (("+I", 1), ("-U", 2), ("+U", 2), ("-D", 0)),
        [{"INSERT": 1, "UPDATE_BEFORE": 2, "UPDATE_AFTER": 2}],
    ),
    (parse_milliseconds, 1_569, [Duration.of_millis(1569), "1569 milliseconds", "1.569 s", 1569.0]),
    (parse_milliseconds, 1_000, ["1 s", "1_000", "1 second", Time.seconds(1), timedelta(seconds=1)]),
    (parse_milliseconds, -9 * HOUR_MS, [Time.hours(-9), timedelta(hours=-9), "-9 h", "-9 hours"]),
    (parse_milliseconds, 90_000, ["1 min 30 s", "1.5 minutes", numpy.int32(90_000), "1 分 30 秒"]),
    (build_list_parser(parse_milliseconds), (1, 2), [[1, 2], ("1", 2.0), numpy.array([1, 2])]),
    (sink, "two phases", ["two-phase", "Two Phases", "two-phase commit", "transactional", "'two phase'"]),
    (edge, (("parse -> clean", 3),), [{"parse→clean": 3}, {"Parse->Clean": 3}, [3]]),
    (edge, (("parse -> clean", 3),), [{("parse", "clean"): 3}]),
    (numbers, ((0, 4), (1, 5)), [{"0": 4, "1": 5}, [4, 5], (4, "5"), {0: 4, 1: numpy.int8(5)}]),
    (parse_record, ("red", 5_000, 1), ["red, 5000, 1", "(red, 5_000, 1)", ["red", 5000, 1.0]]),
    (solution_18.parse_row, "(a,60,6)", ["a,60,6", "(a, 60, 6)", ("a", 60, 6), ["a", 60.0, 6]]),
    (solution_19.parse_time_of_day, "16:57", ["16:57", "4:57 pm", "16:57:00", time(16, 57)]),
    (solution_20.parse_window, ("UA", 15), [("ua", 15), "UA 15:00", ["UA", "15:00"], ("UA", 15.0)]),
    (
        solution_21.parse_changes,
        (("delay_ms", 2_000),) * 7,
        [[{"delay_ms": Duration.of_seconds(2)}] * 7, [("delay_ms", "2 s")] * 7],
    ),
    (
        solution_21.parse_changes,
        (("clock", "event time"),) * 7,
        [[{"clock": "EVENT TIME"}] * 7, [{"clock": "event-time"}] * 7],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parse", "expected", "given"),
    [
        pytest.param(parse, expected, one, id=f"{expected} {number}")
        for parse, expected, forms in FORMS
        for number, one in enumerate(forms)
    ],
)
def test_a_right_answer_is_accepted_in_this_form(
    parse: AnswerParser, expected: Any, given: Any
) -> None:
    assert parse(None, simplify_value(given)) == expected
    message = LearnerObjects(-1, -1).encode_answer(given)  # as the grader gets it
    assert parse(None, simplify_value(LearnerProxies(-1, -1).decode_answer(message))) == expected


@pytest.mark.parametrize(
    "given",
    [
        86.5,
        True,
        numpy.bool_(True),
        "8-6",
        "",
        [86],
        float("nan"),
        "86 87",
        "1 000 00",
        Decimal("86.5"),
        Decimal("NaN"),
        Decimal("1E+999999999"),
        Duration.of_nanos(1),
    ],
    ids=repr,
)
def test_what_is_no_number_of_milliseconds_is_a_problem_of_format(given: Any) -> None:
    with pytest.raises(InvalidAnswer, match="expected whole milliseconds"):
        parse_milliseconds(None, simplify_value(given))


def test_a_window_is_its_start_if_it_has_the_size() -> None:
    data: Any = SimpleNamespace(size_ms=20_000)
    assert solution_22.parse_window_start(data, (12_000, "32 s")) == 12_000
    with pytest.raises(InvalidAnswer):
        solution_22.parse_window_start(data, (12_000, 22_000))


def test_an_edge_of_the_plan_may_be_written_with_any_arrow() -> None:
    solution = load_solution("07")
    data = open_lesson("07")._exercise_data
    right = solution.solve(data)
    why = {name.replace(" -> ", "→"): said for name, said in right["why"].items()}
    assert solution.check(data, {"why": why, "fix": right["fix"].replace(" -> ", " => ")}).is_right
    assert len(why) == len(solution_07.EDGES)


def test_a_total_that_is_no_number_is_a_problem_of_format() -> None:
    lesson = open_lesson("11")
    firings = lesson.solve()["firings"]
    assert "must return a whole number, but it returned None" in repr(
        lesson.check(firings=firings, total=lambda rows: None)
    )


ANSWERS = (
    "answer cures labels truth right late counts firings counted_clicks min_salts find_slowest verdicts alignment_end "
    "find_sums_at doubling_step first_firing closing_record firing_cause valid_timeout_ms"
)


@pytest.mark.parametrize(
    "number", [number for number in NUMBERS if not load_definition(number).needs_spark]
)
def test_the_data_of_a_learner_has_no_answer_in_it(number: str) -> None:
    lesson = open_lesson(number)
    data = lesson.data
    assert set(dir(data)) == set(lesson.definition.exercise.learner_fields)
    held = lesson._exercise_data
    for name in {*ANSWERS.split(), *dir(held)} - set(dir(data)):
        if not name.startswith("__"):
            with pytest.raises(AttributeError):
                getattr(data, name)
    others = [open_lesson(number, who) for who in ("ada", "lin", "max")]
    for name in dir(data):  # the question's own values are not the answer
        values = [getattr(one.data, name) for one in others]
        for answer in others[0].solve():
            assert not all(
                type(value) in (int, str, dict, list, tuple) and value == one.solve()[answer]
                for value, one in zip(values, others, strict=True)
            ), (name, answer)
