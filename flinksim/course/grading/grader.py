"""Grades a folder of submissions.

Not in Flink.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from flinksim.core.validation import validate_arguments
from flinksim.course.grading.grade import Grade
from flinksim.course.grading.grade_store import GradeStore
from flinksim.course.grading.notebook_cells import read_code_cells
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.grading.sandbox import check_isolation
from flinksim.course.grading.submission_run import (
    JudgeVerdict,
    SubmissionRun,
    SubmittedAnswer,
    has_functions,
)
from flinksim.course.grading.submissions import (
    Submission,
    find_notebooks,
    iterate_submissions,
    read_entries,
    read_submission,
)
from flinksim.course.lesson import EXAMPLE_LEARNER
from flinksim.course.lesson_loader import load_definition

MAX_ROSTER_BYTES = 1_000_000
"""Maximum size of a list of learners."""

_LIMIT_MESSAGES = {
    "time": "exceeded {0.time_s:g} s of CPU time (--time-s)",
    "wait": "took longer than {0.wait_s:g} s (--wait-s)",
    "memory": "exceeded {0.memory_mb} MB of memory",
    "output": "printed or wrote more than {0.output_kb} KB",
    "processes": "started more than {0.processes} processes",
    "crashed": "its process ended unexpectedly",
}


@validate_arguments
def grade_folder(
    folder: Path,
    limits: ResourceLimits,
    *,
    isolate: bool = True,
    hidden_folders: Iterable[Path] = (),
    store: GradeStore | None = None,
    on_grade: Callable[[Grade, int, int], None] = lambda grade, number, count: None,
) -> list[Grade]:
    """Grade all submissions below a folder, one after the other.

    No submission ends the grading of others. If the grader itself fails, the grade says so.

    Args:
        folder: The folder.
        limits: The limits of each submission.
        isolate: Whether to run each submission in a sandbox.
        hidden_folders: Further folders that a submission must not read.
        store: Keeps each grade as soon as it is known. Submissions that it knows are not graded again.
        on_grade: Called with each grade, its number, and the number of submissions.

    Returns:
        The grades.

    Raises:
        SandboxUnavailable: If *isolate* is true and this system has no sandbox.
        ValueError: If the folder has no submissions.
    """
    if isolate:
        check_isolation()
    hidden_paths = [folder.resolve(), *(path.resolve() for path in hidden_folders)]
    paths = find_notebooks(folder)
    grades: list[Grade] = []
    for path in paths:
        submission = read_submission(folder, path)
        file = str(path.relative_to(folder))
        grade = store.find(file, submission) if store else None
        if grade is None:
            grade = _grade_safely(
                submission, folder, limits, isolate=isolate, hidden_folders=hidden_paths
            )
        if store:
            store.add(file, submission, grade)
        grades.append(grade)
        on_grade(grade, len(grades), len(paths))
    return grades


def list_missing_learners(
    folder: Path, grades: Iterable[Grade], roster: Iterable[str] = ()
) -> list[Grade]:
    """Return a grade without points for each learner of a roster or with an empty folder.

    Args:
        folder: The folder of submissions.
        grades: The grades of the submissions in it.
        roster: The names of all learners.
    """
    present = {grade.learner for grade in grades}
    folders = {path.name for path in folder.iterdir() if path.is_dir() and path.name[:1] != "."}
    return [
        Grade(name, "", "", "no submission", message="there is no notebook of this learner")
        for name in sorted({*roster, *folders} - present)
    ]


def read_roster(path: Path) -> list[str]:
    """Read the names of all learners: one for each line, or the first column of a CSV file.

    Raises:
        ValueError: If the file has no names, is not a text, or is too long.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_ROSTER_BYTES + 1)
        if len(content) > MAX_ROSTER_BYTES:
            raise ValueError(f"{path}: a list of names has at most {MAX_ROSTER_BYTES:,} bytes")
        rows = csv.reader(content.decode("utf-8-sig").splitlines())
        names = [row[0].strip() for row in rows if row and row[0].strip()]
    except (UnicodeDecodeError, csv.Error):
        raise ValueError(f"{path}: expected a text in UTF-8 with one name on each line") from None
    if names[:1] == ["learner"]:
        names = names[1:]
    if not names:
        raise ValueError(f"{path}: expected the names of the learners, one on each line")
    return names


def _grade_safely(
    submission: Submission, folder: Path, limits: ResourceLimits, **settings: Any
) -> Grade:
    try:
        return grade_submission(submission, folder, limits, **settings)
    except Exception as error:  # a fault of the grader, which must not cost the grades of others
        return _build_error_grade(submission, folder, error)


def _build_error_grade(submission: Submission, folder: Path, error: Exception) -> Grade:
    file = str(submission.path.relative_to(folder))
    message = f"flinksim could not grade it: {type(error).__name__}: {error!s:.300}"
    return Grade(submission.learner, submission.lesson, file, "grader error", message=message)


@validate_arguments
def read_recorded_grades(folder: Path) -> list[Grade]:
    """Read grades from the records in the notebooks, without running them; they are not trusted.

    An exercise counts as right if its last recorded attempt was right. A notebook without records has
    the status ``no notes``.

    Raises:
        ValueError: If the folder has no submissions.
    """
    grades = []
    for submission in iterate_submissions(folder):
        try:
            grades.append(_read_recorded_grade(submission, folder))
        except Exception as error:  # must not cost the records of others
            grades.append(_build_error_grade(submission, folder, error))
    return grades


def _read_recorded_grade(submission: Submission, folder: Path) -> Grade:
    entries = read_entries(submission)
    attempts = [
        entry
        for entry in entries
        if entry["what"] == "attempt" and entry["lesson"] == submission.lesson
    ]
    right = bool(attempts) and attempts[-1]["right"]
    file = str(submission.path.relative_to(folder))
    status = "noted" if entries else "no notes"
    return Grade(
        submission.learner, submission.lesson, file, status, right, learner_entries=entries
    )


def grade_submission(
    submission: Submission,
    folder: Path,
    limits: ResourceLimits,
    *,
    isolate: bool,
    hidden_folders: Sequence[Path] = (),
) -> Grade:
    """Run one submission and judge its answer."""
    common: dict[str, Any] = {
        "learner": submission.learner, "lesson": submission.lesson, "is_isolated": isolate,
        "file": str(submission.path.relative_to(folder)),
        "learner_entries": read_entries(submission),
    }  # fmt: skip
    if submission.problem:
        return Grade(**common, status="unreadable", message=submission.problem)
    try:
        load_definition(submission.lesson)
    except ValueError:
        message = "it does not name its lesson, or the lesson does not exist"
        return Grade(**common, status="unreadable", message=message)
    try:
        read_code_cells(submission.notebook)
    except (AttributeError, TypeError, KeyError):
        return Grade(
            **common, status="unreadable", message="its cells are not valid notebook cells"
        )
    with SubmissionRun(
        json.dumps(submission.notebook).encode(),
        limits,
        isolate=isolate,
        hidden_folders=hidden_folders,
    ) as run:
        answers = run.read_answers()
        of_lesson = [one for one in answers if one.lesson == submission.lesson]
        checked = ([one for one in of_lesson if one.is_in_check] or of_lesson)[-1:]
        # the process has to stay, if the judge will call functions of it
        is_needed = bool(checked) and has_functions(checked[0].answer)
        result = run.get_result() if is_needed else run.finish()
        common.update(seconds=result.seconds, output=result.output)
        if result.failure:
            message = _LIMIT_MESSAGES[result.failure].format(limits)
            return Grade(**common, status=result.failure, message=message)
        if not checked:
            message = _explain_missing_answer(submission, answers, result.output)
            return Grade(**common, status="no answer", message=message)
        verdict = run.judge(checked[0])
        common["seconds"] = run.get_result().seconds
    return _build_grade(verdict, checked[0], common, limits)


def _explain_missing_answer(
    submission: Submission, answers: Sequence[SubmittedAnswer], output: str
) -> str:
    if answers:
        return f"it checks lesson {answers[-1].lesson}, not lesson {submission.lesson}"
    failed = re.search(r"^code cell \d+: .+", output, re.MULTILINE)
    return "no answer was passed to lesson.check" + (f" ({failed[0]})" if failed else "")


def _build_grade(
    verdict: JudgeVerdict,
    answer: SubmittedAnswer,
    grade_fields: dict[str, Any],
    limits: ResourceLimits,
) -> Grade:
    if answer.is_blank:
        return Grade(**grade_fields, status="no answer", message="the answer is empty")
    grade_fields["data"] = answer.learner
    if answer.learner == EXAMPLE_LEARNER:
        message = "it uses the data of the worked example, whose answer is shown to everybody"
        return Grade(**grade_fields, status="graded", message=message)
    if verdict.failure:
        reason = _LIMIT_MESSAGES[verdict.failure].format(limits)
        message = f"its answer cannot be checked: the check {reason}"
        return Grade(**grade_fields, status="graded", message=message)
    return Grade(
        **grade_fields, status="graded", is_right=verdict.is_right, message=verdict.message,
        misconception=verdict.misconception, parts=verdict.parts,
    )  # fmt: skip
