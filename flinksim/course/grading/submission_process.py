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

from flinksim.course.grading.notebook_cells import read_code_cells, to_plain_value
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.lesson import CheckResult, Lesson

MAX_CHECKS = 200


class _NoStepper:
    """Stands in for the stepper widget, which nobody sees during grading."""


class _AnswerRecorder:
    """Records the answers passed to ``lesson.check`` without judging them."""

    def __init__(self, result_fd: int) -> None:
        self._result_fd = result_fd
        self.is_in_check = False
        self.check_count = 0

    def check(self, lesson: Lesson, **answer: Any) -> CheckResult:
        """Record an answer in place of :meth:`Lesson.check`."""
        self.check_count += 1
        if self.is_in_check or self.check_count <= MAX_CHECKS:
            entry = {
                "lesson": str(lesson.definition.number)[:10], "learner": str(lesson.learner)[:200],
                "answer": repr({str(name): to_plain_value(one) for name, one in answer.items()}),
                "in_check": self.is_in_check,
                "blank": all(one is None for one in answer.values()),
            }  # fmt: skip
            os.write(self._result_fd, (json.dumps(entry) + "\n").encode())
        return CheckResult(False, "recorded; it is checked later", label="Not yet")


def refuse_to_solve(lesson: Lesson) -> Any:
    """Raise an error in place of :meth:`Lesson.solve`."""
    raise PermissionError("lesson.solve() is not available while a submission is graded")


def patch_check(result_fd: int, recorder: _AnswerRecorder) -> None:
    """Make ``Lesson.check`` also write its result to *result_fd*, for answers that are code.

    Such answers have to be judged in the process in which they are defined.
    """
    real = Lesson.check

    def check(lesson: Lesson, **answer: Any) -> CheckResult:
        verdict = real(lesson, **answer)
        if recorder.is_in_check:
            entry = {"lesson": str(lesson.definition.number), "learner": str(lesson.learner)[:200]}
            os.write(result_fd, (json.dumps(entry | verdict.to_json()) + "\n").encode())
        return verdict

    Lesson.check = check  # type: ignore[method-assign, assignment]


def main() -> int:
    """Run the submission's cells; with ``judge`` as third argument also write the result of the check."""
    result_fd = int(sys.argv[1])
    ResourceLimits(**json.loads(sys.argv[2])).apply()
    cells = read_code_cells(json.load(sys.stdin))
    recorder = _AnswerRecorder(result_fd)
    check = recorder.check
    if "judge" in sys.argv[3:]:
        patch_check(result_fd, recorder)
    else:
        Lesson.check = lambda lesson, **answer: check(lesson, **answer)  # type: ignore[method-assign]
    Lesson.solve = refuse_to_solve  # type: ignore[method-assign, assignment]
    Lesson.show = lambda *_, **__: _NoStepper()  # type: ignore[method-assign]
    main_module = ModuleType("__main__")
    sys.modules["__main__"] = main_module
    names = main_module.__dict__
    names["display"] = lambda *_, **__: None
    sys.argv = ["submission"]
    failed = 0
    for number, (text, checks) in enumerate(cells):
        recorder.is_in_check = checks
        try:
            exec(compile(text, f"<cell {number}>", "exec"), names)
        except Exception as error:
            failed += 1
            if failed <= 5:
                sys.stderr.write(f"cell {number}: {type(error).__name__}: {error!s:.300}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
