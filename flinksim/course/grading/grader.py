"""Grades a folder of submissions.

Not in Flink.
"""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flinksim.core.validation import validate_arguments
from flinksim.course import read_learner_records
from flinksim.course.grading.allowed_code import find_forbidden_construct, is_answer_code
from flinksim.course.grading.limited_process import ProcessResult, run_limited
from flinksim.course.grading.notebook_cells import read_code_cells
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.grading.sandbox import check_isolation
from flinksim.course.grading.solution_access_check import find_solution_access
from flinksim.course.lesson import load_definition
from flinksim.course.notebook_builder import MAX_POINTS

MAX_NOTEBOOK_BYTES = 10_000_000
"""Maximum size of a notebook in bytes."""

_LIMIT_MESSAGES = {
    "time": "exceeded {0.time_s:g} s of CPU time, or {0.wait_s:g} s of elapsed time",
    "memory": "exceeded {0.memory_mb} MB of memory",
    "output": "printed or wrote more than {0.output_kb} KB",
    "processes": "started more than {0.processes} processes",
    "crashed": "its process ended unexpectedly",
}


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted notebook of one learner.

    Which learner it is follows from the place of the file in the folder. ``problem`` says why the notebook
    cannot be opened, if so.
    """

    learner: str
    path: Path
    lesson: str = ""
    notebook: Any = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """The result of grading one submission.

    ``status`` is ``graded``, ``no answer``, ``unreadable``, ``crashed``, or the limit that was exceeded:
    ``time``, ``memory``, ``output`` or ``processes``. ``misconception`` is the misconception behind a wrong
    answer, if the exercise defines it. ``learner_entries`` has the predictions and attempts recorded in
    the notebook. ``data`` is the name for which the exercise's data were drawn.
    """

    learner: str
    lesson: str
    file: str
    status: str
    is_right: bool = False
    message: str = ""
    misconception: str = ""
    data: str = ""
    seconds: float = 0.0
    is_isolated: bool = True
    output: str = ""
    learner_entries: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    @property
    def points(self) -> int:
        """The points, out of :data:`~flinksim.course.notebook_builder.MAX_POINTS`."""
        return MAX_POINTS if self.is_right else 0


@validate_arguments
def read_submissions(folder: Path) -> list[Submission]:
    """Read all notebooks below a folder, at any depth.

    They are ``ada.ipynb`` or ``ada/00_reading_the_stepper.ipynb``.

    Raises:
        ValueError: If there is none.
    """
    found = [_read_submission(folder, path) for path in _find_notebooks(folder)]
    if not found:
        raise ValueError(
            f"no notebook in {folder}; expected files such as ada.ipynb, or "
            "ada/00_reading_the_stepper.ipynb"
        )
    return found


def _find_notebooks(folder: Path) -> list[Path]:
    hidden = (".ipynb_checkpoints",)
    return sorted(
        path for path in folder.rglob("*.ipynb") if not any(part in hidden for part in path.parts)
    )


def _read_submission(folder: Path, path: Path) -> Submission:
    place = path.relative_to(folder)
    learner = place.parts[0] if len(place.parts) > 1 else path.stem
    try:
        state = path.lstat()
        if not stat.S_ISREG(state.st_mode):
            return Submission(learner, path, problem="it is a link or a device, not a file")
        if state.st_size > MAX_NOTEBOOK_BYTES:
            return Submission(
                learner, path, problem=f"it is larger than {MAX_NOTEBOOK_BYTES // 10**6} MB"
            )
        notebook = json.loads(path.read_bytes())
        if not isinstance(notebook["cells"], list):
            raise TypeError("its cells are not a list")
        json.dumps(notebook)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        problem = f"it is not a notebook: {type(error).__name__}: {error!s:.200}"
        return Submission(learner, path, problem=problem)
    return Submission(learner, path, _find_lesson(notebook, path), notebook)


def _find_lesson(notebook: Any, path: Path) -> str:
    """Find the lesson of a notebook in its metadata, its file name, or its call of open_lesson."""
    metadata = notebook.get("metadata")
    known = metadata.get("flinksim") if isinstance(metadata, dict) else None
    named = known.get("lesson") if isinstance(known, dict) else None
    if isinstance(named, str) and re.fullmatch(r"\d\d", named):
        return named
    found = re.match(r"(\d\d)_", path.name) or re.search(
        r"open_lesson\(\s*\\?[\"'](\d\d)", json.dumps(notebook)[:20_000]
    )
    return found[1] if found else ""


@validate_arguments
def grade_folder(
    folder: Path,
    limits: ResourceLimits,
    *,
    isolate: bool = True,
    hidden_folders: Iterable[Path] = (),
    on_grade: Callable[[Grade], None] = lambda grade: None,
) -> list[Grade]:
    """Grade all submissions below a folder, one after the other.

    Args:
        folder: The folder.
        limits: The limits of each submission.
        isolate: Whether to run each submission in a sandbox.
        hidden_folders: Further folders that a submission must not read.
        on_grade: Called with each grade.

    Returns:
        The grades.

    Raises:
        SandboxUnavailable: If *isolate* is true and this system has no sandbox.
        ValueError: If the folder has no submissions.
    """
    if isolate:
        check_isolation()
    hidden_paths = [folder.resolve(), *(path.resolve() for path in hidden_folders)]
    grades = []
    for submission in read_submissions(folder):
        grade = grade_submission(
            submission, folder, limits, isolate=isolate, hidden_folders=hidden_paths
        )
        grades.append(grade)
        on_grade(grade)
    return grades


@validate_arguments
def read_recorded_grades(folder: Path) -> list[Grade]:
    """Read grades from the records in the notebooks, without running them; they are not trusted.

    An exercise counts as right if its last recorded attempt was right.

    Raises:
        ValueError: If the folder has no submissions.
    """
    grades = []
    for one in read_submissions(folder):
        entries = tuple(_read_entries(one))
        attempts = [
            entry
            for entry in entries
            if entry["what"] == "attempt" and entry["lesson"] == one.lesson
        ]
        right = bool(attempts) and attempts[-1]["right"] is True
        file = str(one.path.relative_to(folder))
        grades.append(Grade(one.learner, one.lesson, file, "noted", right, learner_entries=entries))
    return grades


def grade_submission(
    submission: Submission,
    folder: Path,
    limits: ResourceLimits,
    *,
    isolate: bool,
    hidden_folders: Iterable[Path] = (),
) -> Grade:
    """Run one submission and judge its answer."""
    entries = tuple(_read_entries(submission))
    common: dict[str, Any] = {
        "learner": submission.learner, "lesson": submission.lesson, "is_isolated": isolate,
        "file": str(submission.path.relative_to(folder)), "learner_entries": entries,
    }  # fmt: skip
    if submission.problem:
        return Grade(**common, status="unreadable", message=submission.problem)
    try:
        load_definition(submission.lesson)
    except ValueError:
        message = "it does not name its lesson, or the lesson does not exist"
        return Grade(**common, status="unreadable", message=message)
    notebook_json = json.dumps(submission.notebook).encode()
    try:
        cells = [text for text, _ in read_code_cells(submission.notebook)]
    except (AttributeError, TypeError, KeyError):
        return Grade(
            **common, status="unreadable", message="its cells are not valid notebook cells"
        )
    result = run_limited(
        "flinksim.course.grading.submission_process",
        notebook_json,
        limits,
        isolate=isolate,
        hidden_folders=list(hidden_folders),
    )
    answers = list(_parse_answers(result.result))
    common.update(seconds=result.seconds, output=result.output)
    if result.failure:
        return Grade(
            **common, status=result.failure, message=_LIMIT_MESSAGES[result.failure].format(limits)
        )
    of_lesson = [one for one in answers if one["lesson"] == submission.lesson]
    checked = [one for one in of_lesson if one["in_check"]] or of_lesson
    if not checked:
        failed = re.search(r"^cell \d+: .+", result.output, re.MULTILINE)
        message = "no answer was passed to lesson.check" + (f" ({failed[0]})" if failed else "")
        if answers:
            message = f"it checks lesson {answers[-1]['lesson']}, not lesson {submission.lesson}"
        return Grade(**common, status="no answer", message=message)
    blank = checked[-1]["blank"]
    try:
        solution_access = find_solution_access(cells, submission.lesson, checked[-1]["learner"])
    except RuntimeError as error:  # no data can be drawn for this name
        if not blank:
            common.update(data=checked[-1]["learner"])
            return Grade(**common, status="graded", message=str(error)[:300])
        solution_access = ""
    if blank and not solution_access:
        return Grade(**common, status="no answer", message="the answer is empty")
    common.update(data=checked[-1]["learner"])
    if solution_access:
        message = f"it requests the solution from the course: {solution_access}"
        return Grade(**common, status="graded", message=message)
    if is_answer_code(submission.lesson):
        if forbidden := find_forbidden_construct(cells):
            message = f"a notebook must not use: {forbidden}"
            return Grade(**common, status="graded", message=message)
        result = run_limited(
            "flinksim.course.grading.submission_process", notebook_json, limits,
            isolate=isolate, hidden_folders=list(hidden_folders), arguments=["judge"],
        )  # fmt: skip
        return _build_grade(result, common, limits)
    return _judge_answer(checked[-1], common, limits)


def _judge_answer(
    answer: dict[str, Any], grade_fields: dict[str, Any], limits: ResourceLimits
) -> Grade:
    answer_json = json.dumps(
        {name: answer[name] for name in ("lesson", "learner", "answer")}
    ).encode()
    return _build_grade(
        run_limited("flinksim.course.grading.judge_process", answer_json, limits, isolate=False),
        grade_fields,
        limits,
    )


def _build_grade(
    result: ProcessResult, grade_fields: dict[str, Any], limits: ResourceLimits
) -> Grade:
    """Build the grade from the last line that a judging process wrote."""
    if result.failure or not result.result.strip():
        reason = (
            _LIMIT_MESSAGES[result.failure].format(limits)
            if result.failure
            else "produces no verdict"
        )
        message = f"its answer cannot be checked: the check {reason}"
        return Grade(**grade_fields, status="graded", message=message)
    verdict = json.loads(result.result.splitlines()[-1])
    return Grade(
        **grade_fields, status="graded", is_right=verdict["right"] is True, message=verdict["message"],
        misconception=verdict["belief"],
    )  # fmt: skip


def _parse_answers(output: bytes) -> Iterator[dict[str, Any]]:
    """Iterate over the answers that a submission passed to ``lesson.check``, skipping invalid lines."""
    expected_types = {"lesson": str, "learner": str, "answer": str, "in_check": bool, "blank": bool}
    for line in output.decode(errors="replace").splitlines():
        try:
            one = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(one, dict) and {k: type(v) for k, v in one.items()} == expected_types:
            yield one | {"learner": one["learner"][:200]}


def _read_entries(submission: Submission) -> Iterator[dict[str, Any]]:
    """Iterate over the recorded entries of the notebook that are well-formed."""
    if submission.problem:
        return
    try:
        notes = read_learner_records(submission.notebook)
    except (AttributeError, TypeError, KeyError):
        return
    for note in notes:
        for entry in note["entries"][:1000]:
            if isinstance(entry, dict) and {"what", "name", "right", "belief"} <= set(entry):
                yield {"lesson": str(note.get("lesson"))[:10], **entry}
