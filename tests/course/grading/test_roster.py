"""Who submitted nothing has a row, and a wrong answer has the points of its right parts."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from flinksim.course.grading.grade import Grade
from flinksim.course.grading.grader import list_missing_learners, read_roster
from flinksim.course.grading.html_reports import format_csv
from flinksim.course.grading.judge_process import judge_answer
from flinksim.course.grading.learner_objects import LearnerObjects
from flinksim.course.grading.learner_proxies import LearnerProxies
from flinksim.course.grading.submission_run import parse_verdict
from flinksim.course.lesson import open_lesson
from flinksim.course.lesson_loader import load_definition

NUMBERS = ("00", "03", "05", "10", "12", "22")


def test_missing_learners_are_rows(tmp_path: Path) -> None:
    for name in ("ada", "eve", ".git"):
        (tmp_path / name).mkdir()
    grades = [Grade("ada", "00", "ada/a.ipynb", "graded", True)]
    missing = list_missing_learners(tmp_path, grades, ["zoe", "ada"])
    assert [(one.learner, one.status, one.points) for one in missing] == [
        ("eve", "no submission", 0),
        ("zoe", "no submission", 0),
    ]


def test_a_roster_is_a_list_or_the_first_column(tmp_path: Path) -> None:
    path = tmp_path / "roster"
    path.write_text("ada\n\nlin \n", "utf-8")
    assert read_roster(path) == ["ada", "lin"]
    path.write_text("learner,mail\nada,a@b.c\n", "utf-8")
    assert read_roster(path) == ["ada"]
    path.write_text("\n", "utf-8")
    with pytest.raises(ValueError, match="expected the names of the learners"):
        read_roster(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="expected a text in UTF-8"):
        read_roster(path)
    path.write_text("a" * 200_000, "utf-8")  # more than a field of CSV can have
    with pytest.raises(ValueError, match="expected a text in UTF-8"):
        read_roster(path)
    path.write_text("ada\n" * 300_000, "utf-8")
    with pytest.raises(ValueError, match="at most 1,000,000 bytes"):
        read_roster(path)


@pytest.mark.parametrize("number", NUMBERS)
def test_right_parts_have_points(number: str) -> None:
    lesson = open_lesson(number, "lin")
    solution = dict(lesson.solve())
    assert all(lesson.find_right_parts(**solution).values())
    for name in solution:
        parts = lesson.find_right_parts(**{**solution, name: object()})
        assert parts == {one: one != name for one in solution}
    assert not any(lesson.find_right_parts().values())


def test_the_judge_reports_the_right_parts() -> None:
    lesson = open_lesson("22", "lin")
    answer = {**lesson.solve(), "results": 99}
    message = LearnerObjects(-1, -1).encode_answer(answer)
    task = {"lesson": "22", "learner": "lin", "answer": message, "rejected_draws": None}
    verdict = judge_answer(task, LearnerProxies(-1, -1))
    assert verdict["parts"] == {"starts": True, "counts": True, "results": False}
    grade = Grade("lin", "22", "lin.ipynb", "graded", parts=verdict["parts"])
    assert grade.points == 6
    (row,) = csv.DictReader(format_csv([grade]).splitlines())
    assert (row["points"], row["right parts"]) == ("6", "starts, counts")


def test_parts_that_are_not_truth_values_are_a_crash_of_the_judge() -> None:
    start = b'{"right": false, "message": "", "belief": "", "parts": '
    assert parse_verdict(start + b'{"a": true}}').parts == {"a": True}
    assert parse_verdict(start + b'{"a": 1}}').failure == "crashed"
    assert parse_verdict(start + b"[]}").failure == "crashed"


def test_a_single_part_is_all_or_nothing() -> None:
    assert list(load_definition("21").exercise.fields) == ["cures"]
    assert Grade("lin", "21", "", "graded", parts={"cures": False}).points == 0
