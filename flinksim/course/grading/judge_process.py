"""Judges one answer against the run of its lesson, in a process that runs no code of the learner.

``python -m flinksim.course.grading.judge_process FD LIMITS`` reads lesson, learner and answer from
standard input and writes the result to the file descriptor FD. Not in Flink.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.lesson import Lesson, load_definition


def judge_answer(submission: dict[str, str], language: Language = "en") -> dict[str, Any]:
    """Check an answer and return the result as plain values.

    Raises:
        ValueError: If the text is not an answer.
    """
    answer = ast.literal_eval(submission["answer"])
    if not isinstance(answer, dict):
        raise ValueError("an answer is a call with named values")
    lesson = Lesson(load_definition(submission["lesson"]), submission["learner"], language)
    known = {
        name: value for name, value in answer.items() if name in lesson.definition.exercise.parsers
    }
    return lesson.check(**known).to_json()


def main() -> int:
    """Run the judging process: read the answer from standard input and write the result."""
    result_fd = int(sys.argv[1])
    ResourceLimits(**json.loads(sys.argv[2])).apply()
    os.write(result_fd, json.dumps(judge_answer(json.load(sys.stdin))).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
