"""Every exercise refuses wrong rules, cheats and nonsense, and takes every right answer.

In one process: submissions are answers, and are judged by runs that no kernel makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest

from flinksim.course import sample_submissions as submissions
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.lesson import EXAMPLE_LEARNER, Lesson, open_lesson
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lesson_model import LessonDefinition
from flinksim.course.lesson_texts import Text
from flinksim.course.solution_model import InvalidAnswer
from tests.course.exercises_table import (
    NUMBERS,
    Judged,
    diagnose_all,
    judge_all,
    judge_strangers,
    learners_of,
)

LEAST_WRONG = 40
LEAST_RULES = 5

SPARK = pytest.mark.slow("starts a Spark session")
LESSONS = [
    pytest.param(number, marks=SPARK if load_definition(number).needs_spark else ())
    for number in NUMBERS
]
every_lesson = pytest.mark.parametrize("number", LESSONS)


@cache
def opened(number: str) -> Lesson:
    return open_lesson(number)


@pytest.mark.slow("grades some forty submissions of each exercise")
@every_lesson
def test_wrong_submissions_are_refused_and_right_ones_accepted(number: str) -> None:
    solution = load_solution(number)
    found = judge_all(solution, learners_of(number))
    assert found.misjudged == []  # the seeds are in it
    assert found.wrong >= LEAST_WRONG
    assert len(solution.misconceptions) >= LEAST_RULES


@pytest.mark.slow("grades ten answers of strangers to each exercise")
@every_lesson
def test_answers_of_strangers_are_judged_rightly(number: str) -> None:
    found = Judged()
    judge_strangers(load_solution(number), learners_of(number)[:1], found)
    assert found.misjudged == []
    assert found.by_strangers >= 4
    assert found.explained >= 0.6 * found.by_strangers


@every_lesson
def test_who_answers_by_a_wrong_rule_hears_which(number: str) -> None:
    solution = load_solution(number)
    data = submissions.draw_exercise_data(solution, learners_of(number)[0])
    for name, rule in solution.misconceptions.items():
        found = solution.find_misconception(data, rule.compute_answer(data))
        assert found, name
        same = solution.misconceptions[found].compute_answer(data)
        assert solution.try_parse(data, same) == solution.try_parse(data, rule.compute_answer(data))


@every_lesson
def test_a_lesson_without_answers_says_not_yet_and_solved_says_right(number: str) -> None:
    lesson = opened(number)
    blank = lesson.check()
    assert not blank
    assert repr(blank).startswith("Not yet: give ")
    solved = lesson.check(**lesson.solve())
    assert solved, solved
    attempts = [
        one for one in lesson.learner_record.to_json()["entries"] if one["what"] == "attempt"
    ]
    assert attempts[-1]["right"]


@every_lesson
def test_a_wrong_answer_gets_a_fact_then_the_belief_then_a_worked_case(number: str) -> None:
    lesson, solution = open_lesson(number, "lin"), load_solution(number)
    name, rule = next(iter(solution.misconceptions.items()))
    answer = rule.compute_answer(lesson._exercise_data)
    first, second = lesson.check(**answer), lesson.check(**answer)
    fact = solution.check(lesson._exercise_data, answer)
    belief = solution.find_misconception(lesson._exercise_data, answer)
    assert first.message.startswith(f"{fact.text[0].rstrip('.')}. {solution.explain(belief)[0]}")
    assert second.message.removeprefix(first.message).startswith(
        " With other numbers: in open_lesson("
    )
    assert EXAMPLE_LEARNER not in first.message
    assert name


@pytest.mark.parametrize("number", NUMBERS[:13])
def test_most_plausible_wrong_answers_are_explained(number: str) -> None:
    found = Judged()
    diagnose_all(load_solution(number), learners_of(number)[:1], found)
    assert found.plausible >= 5
    assert found.diagnosed >= 0.7 * found.plausible


@every_lesson
def test_predictions_are_true_of_the_run(number: str) -> None:
    lesson = opened(number)
    assert len(lesson.definition.predictions) >= 3
    truths = load_solution(number).truths
    assert list(truths) == list(lesson.definition.predictions)
    for name, asked in lesson.definition.predictions.items():
        assert name not in asked.options  # it would give the answer away
        truth, step = truths[name](lesson.run)
        assert truth in asked.options, name
        assert step is None or 0 <= step < len(lesson.run.trace), name
        for choice in asked.options:
            assert bool(lesson.reveal(name, choice)) is (choice == truth)
            assert bool(asked.options[choice].feedback[0]) is (choice != truth), (name, choice)
        for language in range(2):  # each wrong option has a feedback of its own
            texts = [one.feedback[language] for one in asked.options.values()]
            assert len({*texts}) == len(texts), name


@every_lesson
def test_each_learner_sees_the_options_in_an_order_of_their_own(number: str) -> None:
    learners = [open_lesson(number, f"learner {n}") for n in range(40)]
    for name, asked in learners[0].definition.predictions.items():
        orders = [lesson.list_options(name) for lesson in learners]
        assert all(sorted(order) == sorted(asked.options) for order in orders)
        assert {order[0] for order in orders} == {*asked.options}
        assert learners[3].list_options(name) == open_lesson(number, "learner 3").list_options(name)
        shown = repr(learners[3].predict(name)).splitlines()[1:-1]
        assert [line.split("  ")[1] for line in shown] == orders[3]


@every_lesson
def test_every_text_is_there_in_both_languages(number: str) -> None:
    missing = [text for text in texts(load_definition(number)) if bool(text[0]) != bool(text[1])]
    assert missing == []
    plain = [text for text in texts(load_definition(number)) if text[0] and not is_chinese(text[1])]
    assert plain == []


def texts(parts: LessonDefinition) -> Iterator[Text]:
    yield parts.texts.title
    yield parts.texts.misconception
    for asked in parts.predictions.values():
        yield asked.question
        yield asked.explanation
        for option in asked.options.values():
            yield option.feedback
            if any(character.isalpha() for character in option.text[0]):
                assert option.text[0]
                assert option.text[1]
    yield from parts.texts.questions.values()
    yield from parts.texts.beliefs.values()


def is_chinese(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def test_another_learner_gets_other_data_and_the_same_learner_the_same() -> None:
    one, two, again = (open_lesson("00", name) for name in ("Ada", "Lin", "Ada"))
    assert one.data.clicks != two.data.clicks
    assert one.data.clicks == again.data.clicks


def test_a_lesson_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no lesson '99'"):
        open_lesson("99")
    with pytest.raises(ValueError, match="expected 'en' or 'zh', found 'de'"):
        open_lesson("00", language=cast(Any, "de"))
    with pytest.raises(TypeError, match="there is no answer 'stp'"):
        open_lesson("00").check(stp=1)


@pytest.mark.parametrize(
    ("spelled", "ms"), [("8.05 s", 8050), ("1.5 min", 90_000), ("0.001 s", 1), ("2,500", 2500)]
)
def test_a_duration_is_read_exactly(spelled: str, ms: int) -> None:
    assert parse_milliseconds(None, spelled) == ms


@pytest.mark.parametrize("spelled", ["8.0505 s", "0.5 ms", "1 year", "", "1e3"])
def test_what_is_no_whole_millisecond_is_no_answer(spelled: str) -> None:
    with pytest.raises(InvalidAnswer):
        parse_milliseconds(None, spelled)
