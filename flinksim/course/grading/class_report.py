"""Which misconceptions a class has: exercises and predictions by how many learners believed what.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flinksim.course.grading.grader import Grade
from flinksim.course.lesson import parts_of
from flinksim.course.lesson_model import LessonParts

OTHERWISE = "wrong in another way"


@dataclass(slots=True)
class LessonRow:
    """One lesson of a class: how many handed it in, how many are right, and who believed what.

    ``beliefs`` has, by the words of each misconception, the learners that had it, in a submitted
    answer, in an attempt or in a prediction.
    """

    lesson: str
    title: str
    misconception: str
    learners: set[str] = field(default_factory=set)
    right: set[str] = field(default_factory=set)
    beliefs: dict[str, set[str]] = field(default_factory=dict)
    minutes: list[float] = field(default_factory=list)


def class_table(grades: Iterable[Grade]) -> list[LessonRow]:
    """One row for each lesson that somebody handed in."""
    rows: dict[str, LessonRow] = {}
    for grade in grades:
        try:
            parts = parts_of(grade.lesson)
        except ValueError:
            continue
        row = rows.setdefault(
            grade.lesson, LessonRow(grade.lesson, parts.title[0], parts.misconception[0])
        )
        row.learners.add(grade.learner)
        if grade.right:
            row.right.add(grade.learner)
        for belief in _beliefs(grade, parts):
            row.beliefs.setdefault(belief, set()).add(grade.learner)
        times = [entry["after_s"] for entry in own_notes(grade) if _is_time(entry.get("after_s"))]
        if times:
            row.minutes.append(max(times) / 60)
    return [rows[lesson] for lesson in sorted(rows)]


def own_notes(grade: Grade) -> list[Mapping[str, Any]]:
    """What the notebook keeps about its own lesson."""
    return [entry for entry in grade.noted if entry["lesson"] == grade.lesson]


def _beliefs(grade: Grade, parts: LessonParts) -> set[str]:
    """The misconceptions of one learner, of those that the lesson knows: notes can be written by
    hand.
    """
    found = {grade.belief} if grade.belief else set()
    if grade.status == "graded" and not grade.right and not grade.belief:
        found.add(OTHERWISE)
    predicted = {
        f"{name}: {choice}": f"{asked.question[0]} “{option.text[0]}”"
        for name, asked in parts.predictions.items()
        for choice, option in asked.options.items()
        if option.told[0]
    }
    for entry in own_notes(grade):
        belief = entry["belief"]
        if entry["what"] == "attempt" and belief in parts.exercise.rules:
            found.add(belief)
        elif entry["what"] == "prediction" and belief in predicted:
            found.add(predicted[belief])
    return found


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < 1_000_000


def same_data(grades: Iterable[Grade]) -> list[tuple[str, str, list[str]]]:
    """Lesson, name and learners, where several learners handed in answers to the same data."""
    whose: dict[tuple[str, str], set[str]] = {}
    for grade in grades:
        if grade.data:
            whose.setdefault((grade.lesson, grade.data), set()).add(grade.learner)
    return [
        (lesson, data, sorted(learners))
        for (lesson, data), learners in sorted(whose.items())
        if len(learners) > 1
    ]
