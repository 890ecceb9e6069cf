"""Runs the cells of one notebook, and gives the answers that it hands to ``lesson.check``; a
process of its own.

``python -m flinksim.course.grading.submission_process FILE LIMITS [judge]``, the notebook on standard input.
Nothing that it says is believed but what was answered, and that is judged elsewhere. Cells that
fail are passed over, as a teacher who reads them would. Not in Flink.
"""

from __future__ import annotations

import json
import os
import sys
from types import ModuleType
from typing import Any

from flinksim.course.grading.notebook_cells import cells_of, plain
from flinksim.course.grading.resource_limits import Limits
from flinksim.course.lesson import Judged, Lesson

MOST_CHECKS = 200


class _Shown:
    """In place of a stepper: nobody looks."""


class _Graded:
    """Notes what is given to ``lesson.check``; what is right is not said here."""

    def __init__(self, gives: int) -> None:
        self._gives = gives
        self.in_check = False
        self.checks = 0

    def check(self, lesson: Lesson, **answer: Any) -> Judged:
        """In place of :meth:`Lesson.check`."""
        self.checks += 1
        if self.in_check or self.checks <= MOST_CHECKS:
            given = {
                "lesson": str(lesson.parts.number)[:10], "learner": str(lesson.learner)[:200],
                "answer": repr({str(name): plain(one) for name, one in answer.items()}),
                "in_check": self.in_check,
                "blank": all(one is None for one in answer.values()),
            }  # fmt: skip
            os.write(self._gives, (json.dumps(given) + "\n").encode())
        return Judged(False, "noted; it is judged later", word="Not yet")


def refuse_to_solve(lesson: Lesson) -> Any:
    """In place of :meth:`Lesson.solve`."""
    raise PermissionError("lesson.solve() gives nothing while a submission is graded")


def judging(gives: int, graded: _Graded) -> None:
    """Have the check of a lesson say what it says, and give that: for answers that are code."""
    real = Lesson.check

    def check(lesson: Lesson, **answer: Any) -> Judged:
        verdict = real(lesson, **answer)
        if graded.in_check:
            given = {"lesson": str(lesson.parts.number), "learner": str(lesson.learner)[:200]}
            os.write(gives, (json.dumps(given | verdict.to_json()) + "\n").encode())
        return verdict

    Lesson.check = check  # type: ignore[method-assign, assignment]


def main() -> int:
    """The process; with ``judge`` as the third argument it says what the check says."""
    gives = int(sys.argv[1])
    Limits(**json.loads(sys.argv[2])).take_hold()
    cells = cells_of(json.load(sys.stdin))
    graded = _Graded(gives)
    check = graded.check
    if "judge" in sys.argv[3:]:
        judging(gives, graded)
    else:
        Lesson.check = lambda lesson, **answer: check(lesson, **answer)  # type: ignore[method-assign]
    Lesson.solve = refuse_to_solve  # type: ignore[method-assign, assignment]
    Lesson.show = lambda *_, **__: _Shown()  # type: ignore[method-assign]
    main_module = ModuleType("__main__")
    sys.modules["__main__"] = main_module
    names = main_module.__dict__
    names["display"] = lambda *_, **__: None
    sys.argv = ["submission"]
    failed = 0
    for number, (text, checks) in enumerate(cells):
        graded.in_check = checks
        try:
            exec(compile(text, f"<cell {number}>", "exec"), names)
        except Exception as error:
            failed += 1
            if failed <= 5:
                sys.stderr.write(f"cell {number}: {type(error).__name__}: {error!s:.300}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
