"""Grades on disk: written after each submission, so that an interrupted grading can be resumed.

Not in Flink.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flinksim.core.atomic_files import make_folder, write_file
from flinksim.course.grading.grade import Grade
from flinksim.course.grading.html_reports import format_csv
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.grading.submissions import Submission
from flinksim.course.lesson_loader import LESSON_FOLDER_VARIABLE
from flinksim.version import __version__


class GradeStore:
    """The files ``grades.jsonl`` and ``grades.csv`` of a folder; ``grades`` are those added so far.

    Args:
        folder: The folder; it is created if it does not exist.
        limits: The limits of each submission.
        isolate: Whether submissions run in a sandbox.
        resume: Whether to use the grades in the folder, for submissions that have not changed since. They
            are used only if version, limits, isolation and the teacher's lessons are the same.
    """

    def __init__(
        self, folder: Path, limits: ResourceLimits, *, isolate: bool, resume: bool
    ) -> None:
        self._folder = make_folder(folder)
        self._settings = _compute_settings_digest(limits, isolate)
        self._lines: list[str] = []
        self.grades: list[Grade] = []
        self._known = dict(self._read_lines()) if resume else {}

    def find(self, file: str, submission: Submission) -> Grade | None:
        """Find the grade of a submission in an earlier run, or None.

        Args:
            file: The path of the notebook in the folder of submissions.
            submission: The submission.
        """
        return self._known.get((file, submission.digest))

    def add(self, file: str, submission: Submission, grade: Grade) -> None:
        """Add a grade and write both files."""
        self.grades.append(grade)
        entry = {
            "settings": self._settings, "file": file, "digest": submission.digest,
            "grade": asdict(grade),
        }  # fmt: skip
        self._lines.append(json.dumps(entry))
        write_file(self._folder / "grades.jsonl", "".join(f"{line}\n" for line in self._lines))
        write_file(self._folder / "grades.csv", format_csv(self.grades))

    def _read_lines(self) -> list[tuple[tuple[str, str], Grade]]:
        try:
            lines = (self._folder / "grades.jsonl").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        return [entry for line in lines if (entry := self._parse_line(line)) is not None]

    def _parse_line(self, line: str) -> tuple[tuple[str, str], Grade] | None:
        """Parse a line; None if it is damaged, from other settings, or must be graded again."""
        try:
            match json.loads(line):
                case {
                    "settings": self._settings,
                    "file": str(file),
                    "digest": str(digest),
                    "grade": dict(grade),
                } if digest and grade["status"] != "grader error":
                    entries = tuple(grade.pop("learner_entries"))
                    return (file, digest), Grade(learner_entries=entries, **grade)
        except (ValueError, TypeError, KeyError):
            pass
        return None


def _compute_settings_digest(limits: ResourceLimits, isolate: bool) -> str:
    """Compute a digest of everything but the submission that a grade depends on."""
    settings: list[Any] = [__version__, asdict(limits), isolate]
    folder = os.environ.get(LESSON_FOLDER_VARIABLE)
    if folder is not None:
        settings += [
            [path.name, hashlib.sha256(path.read_bytes()).hexdigest()]
            for path in sorted([*Path(folder).glob("*.py"), *Path(folder).glob("*.md")])
        ]
    return hashlib.sha256(json.dumps(settings).encode()).hexdigest()
