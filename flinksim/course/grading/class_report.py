"""Summarizes a class: how many learners have which misconception, by lesson.

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
    """The summary of one lesson: who submitted it, who is right, and who has which misconception.

    ``beliefs`` has the learners by misconception, taken from submitted answers, attempts and
    predictions. ``minutes`` has the time that each learner spent.
    """

    lesson: str
    title: str
    misconception: str
    learners: set[str] = field(default_factory=set)
    right: set[str] = field(default_factory=set)
    beliefs: dict[str, set[str]] = field(default_factory=dict)
    minutes: list[float] = field(default_factory=list)


def class_table(grades: Iterable[Grade]) -> list[LessonRow]:
    """Summarize each lesson that was submitted."""
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
    """Select the recorded entries of the submission's own lesson."""
    return [entry for entry in grade.noted if entry["lesson"] == grade.lesson]


def _beliefs(grade: Grade, parts: LessonParts) -> set[str]:
    """Find the misconceptions of one learner that the lesson defines; records can be forged."""
    found = {grade.belief} if grade.belief else set()
    if grade.status == "graded" and not grade.right and not grade.belief:
        found.add(OTHERWISE)
    prediction_texts = {
        f"{name}: {choice}": f"{prediction.question[0]} “{option.text[0]}”"
        for name, prediction in parts.predictions.items()
        for choice, option in prediction.options.items()
        if option.told[0]
    }
    for entry in own_notes(grade):
        belief = entry["belief"]
        if entry["what"] == "attempt" and belief in parts.exercise.rules:
            found.add(belief)
        elif entry["what"] == "prediction" and belief in prediction_texts:
            found.add(prediction_texts[belief])
    return found


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < 1_000_000


def same_data(grades: Iterable[Grade]) -> list[tuple[str, str, list[str]]]:
    """Find learners who submitted answers to the same data.

    Returns:
        The lesson, the name for which the data were drawn, and the learners.
    """
    learners_of: dict[tuple[str, str], set[str]] = {}
    for grade in grades:
        if grade.data:
            learners_of.setdefault((grade.lesson, grade.data), set()).add(grade.learner)
    return [
        (lesson, data, sorted(learners))
        for (lesson, data), learners in sorted(learners_of.items())
        if len(learners) > 1
    ]
