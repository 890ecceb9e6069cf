"""Runs the cells of one notebook, writes its answers, and then serves calls of its functions.

``python -m flinksim.course.grading.submission_process ISOLATED LIMITS READ WRITE`` reads the notebook from
standard input. It writes the answers that the notebook passes to ``lesson.check`` to the file descriptor
WRITE, one a line, and ``"end"`` after the last cell. Then it serves the judge's calls, which arrive at
READ, until READ is closed. Which draw of a lesson's data it uses, it asks the grader in the same way.
The lessons' solutions are never imported here. Nothing here is trusted: the learner's code can change all
of it. Cells that fail are skipped. Not in Flink.
"""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

from flinksim.course.grading.learner_objects import LearnerObjects
from flinksim.course.grading.notebook_cells import read_code_cells
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.lesson import CheckResult, Lesson
from flinksim.course.lesson_model import build_seed

MAX_CHECKS = 200


class _NoStepper:
    """Stands in for the stepper widget, which nobody sees during grading."""


class _AnswerRecorder:
    """Records the answers passed to ``lesson.check`` without judging them."""

    def __init__(self, objects: LearnerObjects) -> None:
        self._objects = objects
        self.is_in_check = False
        self.check_count = 0

    def check(self, lesson: Lesson, **answer: Any) -> CheckResult:
        """Record an answer in place of :meth:`Lesson.check`."""
        self.check_count += 1
        if self.is_in_check or self.check_count <= MAX_CHECKS:
            entry = {
                "lesson": str(lesson.definition.number)[:10], "learner": str(lesson.learner)[:200],
                "answer": self._objects.encode_answer(dict(answer)),
                "in_check": self.is_in_check,
                "blank": all(one is None for one in answer.values()),
            }  # fmt: skip
            self._objects.peer.send_line(entry)
        return CheckResult(False, "recorded; it is checked later")


def refuse_solution(lesson: Lesson) -> Any:
    """Raise an error in place of the lesson's solution, which is not in this process."""
    raise PermissionError("the solution of a lesson is not available while a submission is graded")


def draw_data(lesson: Lesson, objects: LearnerObjects) -> Any:
    """Draw the data of a learner; the grader knows which draw the lesson's solution accepts."""
    number, learner = lesson.definition.number, str(lesson.learner)[:200]
    rejected_draws = objects.peer.call(["draw", number, learner])
    return lesson.definition.exercise.draw(build_seed(number, learner), rejected_draws)


def main() -> int:
    """Run the submission's cells, and serve calls."""
    is_isolated, limits, read_fd, write_fd = sys.argv[1:]
    ResourceLimits(**json.loads(limits)).apply(has_own_user=is_isolated == "1")
    cells = read_code_cells(json.load(sys.stdin))
    objects = LearnerObjects(int(read_fd), int(write_fd))
    recorder = _AnswerRecorder(objects)
    check = recorder.check
    Lesson.check = lambda lesson, **answer: check(lesson, **answer)  # type: ignore[method-assign]
    Lesson.reveal = lambda *_: CheckResult(False, "it is not checked")  # type: ignore[method-assign]
    Lesson._draw_data = lambda lesson: draw_data(lesson, objects)  # type: ignore[method-assign, assignment]
    Lesson._solution = property(refuse_solution)  # type: ignore[method-assign, assignment]
    Lesson.show = lambda *_, **__: _NoStepper()  # type: ignore[method-assign]
    main_module = ModuleType("__main__")
    sys.modules["__main__"] = main_module
    names = main_module.__dict__
    names["display"] = lambda *_, **__: None
    sys.argv = ["submission"]
    failed = 0
    for number, (text, checks) in enumerate(cells, 1):
        recorder.is_in_check = checks
        try:
            exec(compile(text, f"<code cell {number}>", "exec"), names)
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            # as in Jupyter, the next cell runs
            failed += 1
            if failed <= 5:
                reason = f": {error!s:.300}" if str(error) else ""
                sys.stderr.write(f"code cell {number}: {type(error).__name__}{reason}\n")
    sys.stderr.flush()
    objects.peer.send_line("end")
    objects.peer.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
