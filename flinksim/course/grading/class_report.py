"""Summarizes a class: how many learners have which misconception, by lesson.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flinksim.course.grading.grade import Grade
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lesson_model import LessonDefinition
from flinksim.course.lesson_texts import COMMON_TEXTS

OTHER_MISTAKE = "another mistake"


@dataclass(slots=True)
class LessonSummary:
    """The summary of one lesson: who submitted it, who is right, and who has which misconception.

    ``misconceptions`` has the learners by misconception, taken from submitted answers, attempts and
    predictions. ``minutes`` has the time that each learner spent. ``without_notes`` are learners whose
    notebooks recorded nothing; they are in none of the others.
    """

    lesson: str
    title: str
    misconception: str
    learners: set[str] = field(default_factory=set)
    right_learners: set[str] = field(default_factory=set)
    misconceptions: dict[str, set[str]] = field(default_factory=dict)
    minutes: list[float] = field(default_factory=list)
    without_notes: set[str] = field(default_factory=set)


def summarize_class(grades: Iterable[Grade]) -> list[LessonSummary]:
    """Summarize each lesson that was submitted."""
    rows: dict[str, LessonSummary] = {}
    for grade in grades:
        try:
            parts = load_definition(grade.lesson)
        except ValueError:
            continue
        row = rows.setdefault(
            grade.lesson,
            LessonSummary(grade.lesson, parts.texts.title.en, parts.texts.misconception.en),
        )
        if grade.status == "no notes":
            row.without_notes.add(grade.learner)
            continue
        row.learners.add(grade.learner)
        if grade.is_right:
            row.right_learners.add(grade.learner)
        for belief in _find_misconceptions(grade, parts):
            row.misconceptions.setdefault(belief, set()).add(grade.learner)
        times = [
            entry["after_s"]
            for entry in select_lesson_entries(grade)
            if entry["after_s"] is not None
        ]
        if times:
            row.minutes.append(max(times) / 60)
    return [rows[lesson] for lesson in sorted(rows)]


def format_right_count(row: LessonSummary) -> str:
    """Format how many learners are right, and how many notebooks have no notes."""
    text = f"{len(row.right_learners)} of {len(row.learners)} right"
    return text + (f", {len(row.without_notes)} without notes" if row.without_notes else "")


def select_lesson_entries(grade: Grade) -> list[Mapping[str, Any]]:
    """Select the recorded entries of the submission's own lesson."""
    return [entry for entry in grade.learner_entries if entry["lesson"] == grade.lesson]


def _find_misconceptions(grade: Grade, definition: LessonDefinition) -> set[str]:
    """Find the misconceptions that the lesson defines in the answers and records of one learner.

    Names that the lesson does not define are ignored, because records can be forged.
    """
    found = {grade.misconception} if grade.misconception else set()
    if grade.status == "graded" and not grade.is_right and not grade.misconception:
        found.add(OTHER_MISTAKE)
    prediction_texts = {
        f"{name}: {choice}": f"{prediction.question.en} “{option.text.en}”"
        for name, prediction in definition.predictions.items()
        for choice, option in prediction.options.items()
        if option.feedback.en
    }
    known = {*load_solution(grade.lesson).misconceptions, *COMMON_TEXTS.beliefs}
    for entry in select_lesson_entries(grade):
        belief = entry["belief"]
        if entry["what"] == "attempt" and belief in known:
            found.add(belief)
        elif entry["what"] == "prediction" and belief in prediction_texts:
            found.add(prediction_texts[belief])
    return found


def find_shared_data(grades: Iterable[Grade]) -> list[tuple[str, str, list[str]]]:
    """Find learners who submitted answers to the same exercise data, for example a copied notebook.

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
