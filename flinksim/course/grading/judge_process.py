"""Judges one answer by the run of its lesson; a process of its own, in which nothing of a learner's
runs.

``python -m flinksim.course.grading.judge_process FILE LIMITS``, with lesson, learner and the answer as text on
standard input. Not in Flink.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.course.grading.resource_limits import Limits
from flinksim.course.lesson import Lesson, parts_of


def judged(given: dict[str, str], language: Language = "en") -> dict[str, Any]:
    """What the check of a lesson says of an answer, as plain values.

    Raises: ValueError for what is no answer at all.
    """
    answer = ast.literal_eval(given["answer"])
    if not isinstance(answer, dict):
        raise ValueError("an answer names what it gives")
    lesson = Lesson(parts_of(given["lesson"]), given["learner"], language)
    known = {name: value for name, value in answer.items() if name in lesson.parts.exercise.reads}
    return lesson.check(**known).to_json()


def main() -> int:
    """The process."""
    gives = int(sys.argv[1])
    Limits(**json.loads(sys.argv[2])).take_hold()
    os.write(gives, json.dumps(judged(json.load(sys.stdin))).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
