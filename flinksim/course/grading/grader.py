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

from flinksim.core.validation import checked
from flinksim.course import noted_in
from flinksim.course.grading.allowed_code import asks_for_code, what_is_not_plain
from flinksim.course.grading.limited_process import Ended, run
from flinksim.course.grading.notebook_cells import cells_of
from flinksim.course.grading.resource_limits import Limits
from flinksim.course.grading.sandbox import check_isolation
from flinksim.course.grading.solution_access_check import asks_for_solution
from flinksim.course.lesson import parts_of
from flinksim.course.notebook_builder import POINTS

MOST_BYTES = 10_000_000
"""Maximum size of a notebook in bytes."""

_WHY = {
    "time": "took more than {0.time_s:g} s, or {0.wait_s:g} s of waiting",
    "memory": "took more than {0.memory_mb} MB of memory",
    "output": "printed or wrote more than {0.output_kb} KB",
    "processes": "started more than {0.processes} processes",
    "crashed": "its process died",
}


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted notebook; the learner is known from its place in the folder.

    ``problem`` says why it cannot be opened.
    """

    learner: str
    path: Path
    lesson: str = ""
    notebook: Any = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """The result of grading one submission.

    ``status`` is ``graded``, ``no answer``, ``unreadable``, ``crashed``, or the limit that was
    exceeded: ``time``, ``memory``, ``output`` or ``processes``. ``belief`` is the misconception behind
    a wrong answer, if the exercise defines it. ``noted`` has the predictions and attempts recorded in
    the notebook. ``data`` is the name for which the exercise's data were drawn.
    """

    learner: str
    lesson: str
    file: str
    status: str
    right: bool = False
    message: str = ""
    belief: str = ""
    data: str = ""
    seconds: float = 0.0
    isolated: bool = True
    printed: str = ""
    noted: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    @property
    def points(self) -> int:
        """The points, out of :data:`~flinksim.course.notebook_builder.POINTS`."""
        return POINTS if self.right else 0


@checked
def submissions_in(folder: Path) -> list[Submission]:
    """Read all notebooks below a folder, at any depth.

    They are ``ada.ipynb`` or ``ada/00_reading_the_stepper.ipynb``.

    Raises:
        ValueError: If there is none.
    """
    found = [_opened(folder, path) for path in _notebooks(folder)]
    if not found:
        raise ValueError(
            f"no notebook below {folder}; expected files such as ada.ipynb, or "
            "ada/00_reading_the_stepper.ipynb"
        )
    return found


def _notebooks(folder: Path) -> list[Path]:
    hidden = (".ipynb_checkpoints",)
    return sorted(
        path for path in folder.rglob("*.ipynb") if not any(part in hidden for part in path.parts)
    )


def _opened(folder: Path, path: Path) -> Submission:
    place = path.relative_to(folder)
    learner = place.parts[0] if len(place.parts) > 1 else path.stem
    try:
        state = path.lstat()
        if not stat.S_ISREG(state.st_mode):
            return Submission(learner, path, problem="it is no file, but a link or a device")
        if state.st_size > MOST_BYTES:
            return Submission(learner, path, problem=f"it has more than {MOST_BYTES // 10**6} MB")
        notebook = json.loads(path.read_bytes())
        if not isinstance(notebook["cells"], list):
            raise TypeError("its cells are no list")
        json.dumps(notebook)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        problem = f"it is no notebook: {type(error).__name__}: {error!s:.200}"
        return Submission(learner, path, problem=problem)
    return Submission(learner, path, _lesson_of(notebook, path), notebook)


def _lesson_of(notebook: Any, path: Path) -> str:
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


@checked
def grade_folder(
    folder: Path,
    limits: Limits,
    *,
    isolate: bool = True,
    hidden: Iterable[Path] = (),
    told: Callable[[Grade], None] = lambda grade: None,
) -> list[Grade]:
    """Grade all submissions below a folder, one after the other.

    Args:
        folder: The folder.
        limits: The limits of each submission.
        isolate: Whether to run each submission in a sandbox.
        hidden: Further folders that a submission must not read.
        told: Called with each grade.

    Returns:
        The grades.

    Raises:
        CannotIsolate: If *isolate* is true and this system has no sandbox.
        ValueError: If the folder has no submissions.
    """
    if isolate:
        check_isolation()
    hidden_paths = [folder.resolve(), *(path.resolve() for path in hidden)]
    grades = []
    for submission in submissions_in(folder):
        grade = graded(submission, folder, limits, isolate=isolate, hidden=hidden_paths)
        grades.append(grade)
        told(grade)
    return grades


@checked
def noted_grades(folder: Path) -> list[Grade]:
    """Read grades from the records in the notebooks, without running them; they are not trusted.

    An exercise counts as right if its last recorded attempt was right.

    Raises:
        ValueError: If the folder has no submissions.
    """
    grades = []
    for one in submissions_in(folder):
        entries = tuple(_noted(one))
        attempts = [
            entry
            for entry in entries
            if entry["what"] == "attempt" and entry["lesson"] == one.lesson
        ]
        right = bool(attempts) and attempts[-1]["right"] is True
        file = str(one.path.relative_to(folder))
        grades.append(Grade(one.learner, one.lesson, file, "noted", right, noted=entries))
    return grades


def graded(
    submission: Submission,
    folder: Path,
    limits: Limits,
    *,
    isolate: bool,
    hidden: Iterable[Path] = (),
) -> Grade:
    """Run one submission and judge its answer."""
    entries = tuple(_noted(submission))
    common: dict[str, Any] = {
        "learner": submission.learner, "lesson": submission.lesson, "isolated": isolate,
        "file": str(submission.path.relative_to(folder)), "noted": entries,
    }  # fmt: skip
    if submission.problem:
        return Grade(**common, status="unreadable", message=submission.problem)
    try:
        parts_of(submission.lesson)
    except ValueError:
        message = "it does not say which lesson it is of, or there is no such lesson"
        return Grade(**common, status="unreadable", message=message)
    notebook_json = json.dumps(submission.notebook).encode()
    try:
        cells = [text for text, _ in cells_of(submission.notebook)]
    except (AttributeError, TypeError, KeyError):
        return Grade(**common, status="unreadable", message="its cells are not those of a notebook")
    result = run(
        "flinksim.course.grading.submission_process",
        notebook_json,
        limits,
        isolate=isolate,
        hidden=list(hidden),
    )
    answers = list(_answers(result.gave))
    common.update(seconds=result.seconds, printed=result.printed)
    if result.why:
        return Grade(**common, status=result.why, message=_WHY[result.why].format(limits))
    of_lesson = [one for one in answers if one["lesson"] == submission.lesson]
    checked = [one for one in of_lesson if one["in_check"]] or of_lesson
    if not checked:
        failed = re.search(r"^cell \d+: .+", result.printed, re.MULTILINE)
        message = "no answer was given to lesson.check" + (f" ({failed[0]})" if failed else "")
        if answers:
            message = f"it checks lesson {answers[-1]['lesson']}, not lesson {submission.lesson}"
        return Grade(**common, status="no answer", message=message)
    blank = checked[-1]["blank"]
    try:
        solution_access = asks_for_solution(cells, submission.lesson, checked[-1]["learner"])
    except RuntimeError as error:  # no data can be drawn for this name
        if not blank:
            common.update(data=checked[-1]["learner"])
            return Grade(**common, status="graded", message=str(error)[:300])
        solution_access = ""
    if blank and not solution_access:
        return Grade(**common, status="no answer", message="the answer is left empty")
    common.update(data=checked[-1]["learner"])
    if solution_access:
        message = f"it asks the course for the solution: {solution_access}"
        return Grade(**common, status="graded", message=message)
    if asks_for_code(submission.lesson):
        if forbidden := what_is_not_plain(cells):
            message = (
                f"a function is judged where it is written, so a notebook may not use: {forbidden}"
            )
            return Grade(**common, status="graded", message=message)
        result = run(
            "flinksim.course.grading.submission_process", notebook_json, limits,
            isolate=isolate, hidden=list(hidden), words=["judge"],
        )  # fmt: skip
        return _verdict(result, common, limits)
    return _judged(checked[-1], common, limits)


def _judged(answer: dict[str, Any], common: dict[str, Any], limits: Limits) -> Grade:
    answer_json = json.dumps(
        {name: answer[name] for name in ("lesson", "learner", "answer")}
    ).encode()
    return _verdict(
        run("flinksim.course.grading.judge_process", answer_json, limits, isolate=False),
        common,
        limits,
    )


def _verdict(ran: Ended, common: dict[str, Any], limits: Limits) -> Grade:
    """Build the grade from the last line that a judging process wrote."""
    if ran.why or not ran.gave.strip():
        reason = _WHY[ran.why].format(limits) if ran.why else "comes to no verdict"
        message = f"its answer cannot be judged: judging it {reason}"
        return Grade(**common, status="graded", message=message)
    verdict = json.loads(ran.gave.splitlines()[-1])
    return Grade(
        **common, status="graded", right=verdict["right"] is True, message=verdict["message"],
        belief=verdict["belief"],
    )  # fmt: skip


def _answers(gave: bytes) -> Iterator[dict[str, Any]]:
    """Iterate over the answers that a submission passed to ``lesson.check``, skipping invalid lines."""
    expected_types = {"lesson": str, "learner": str, "answer": str, "in_check": bool, "blank": bool}
    for line in gave.decode(errors="replace").splitlines():
        try:
            one = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(one, dict) and {k: type(v) for k, v in one.items()} == expected_types:
            yield one | {"learner": one["learner"][:200]}


def _noted(submission: Submission) -> Iterator[dict[str, Any]]:
    """Iterate over the recorded entries of the notebook that are well-formed."""
    if submission.problem:
        return
    try:
        notes = noted_in(submission.notebook)
    except (AttributeError, TypeError, KeyError):
        return
    for note in notes:
        for entry in note["entries"][:1000]:
            if isinstance(entry, dict) and {"what", "name", "right", "belief"} <= set(entry):
                yield {"lesson": str(note.get("lesson"))[:10], **entry}
