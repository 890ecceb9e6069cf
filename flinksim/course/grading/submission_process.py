"""Runs the cells of one notebook and writes the answers that it passes to ``lesson.check``.

``python -m flinksim.course.grading.submission_process FD LIMITS [judge]`` reads the notebook from
standard input and writes to the file descriptor FD. Only the answers are used, and they are judged
in another process. Cells that fail are skipped. Not in Flink.
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
    """Replaces the stepper, which nobody sees."""


class _Graded:
    """Records the answers passed to ``lesson.check`` without judging them."""

    def __init__(self, gives: int) -> None:
        self._gives = gives
        self.in_check = False
        self.checks = 0

    def check(self, lesson: Lesson, **answer: Any) -> Judged:
        """Record an answer in place of :meth:`Lesson.check`."""
        self.checks += 1
        if self.in_check or self.checks <= MOST_CHECKS:
            entry = {
                "lesson": str(lesson.parts.number)[:10], "learner": str(lesson.learner)[:200],
                "answer": repr({str(name): plain(one) for name, one in answer.items()}),
                "in_check": self.in_check,
                "blank": all(one is None for one in answer.values()),
            }  # fmt: skip
            os.write(self._gives, (json.dumps(entry) + "\n").encode())
        return Judged(False, "noted; it is judged later", word="Not yet")


def refuse_to_solve(lesson: Lesson) -> Any:
    """Raise an error in place of :meth:`Lesson.solve`."""
    raise PermissionError("lesson.solve() gives nothing while a submission is graded")


def judging(gives: int, graded: _Graded) -> None:
    """Make ``Lesson.check`` also write its result, for answers that are code."""
    real = Lesson.check

    def check(lesson: Lesson, **answer: Any) -> Judged:
        verdict = real(lesson, **answer)
        if graded.in_check:
            entry = {"lesson": str(lesson.parts.number), "learner": str(lesson.learner)[:200]}
            os.write(gives, (json.dumps(entry | verdict.to_json()) + "\n").encode())
        return verdict

    Lesson.check = check  # type: ignore[method-assign, assignment]


def main() -> int:
    """Run the process; with ``judge`` as the third argument it writes the result of the check."""
    result_fd = int(sys.argv[1])
    Limits(**json.loads(sys.argv[2])).take_hold()
    cells = cells_of(json.load(sys.stdin))
    recorder = _Graded(result_fd)
    check = recorder.check
    if "judge" in sys.argv[3:]:
        judging(result_fd, recorder)
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
        recorder.in_check = checks
        try:
            exec(compile(text, f"<cell {number}>", "exec"), names)
        except Exception as error:
            failed += 1
            if failed <= 5:
                sys.stderr.write(f"cell {number}: {type(error).__name__}: {error!s:.300}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
