"""Judges one answer against the run of its lesson, in a process that runs no code of the learner.

``python -m flinksim.course.grading.judge_process ISOLATED LIMITS RESULT [READ WRITE]`` reads a task from
standard input and writes the result to the file descriptor RESULT. A task without an answer asks how many
draws of a learner's data the solution rejects. If the answer has functions, their calls go through the
pipes READ and WRITE to the submission's process. Not in Flink.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.course.grading.learner_proxies import LearnerProxies
from flinksim.course.grading.resource_limits import ResourceLimits
from flinksim.course.lesson import Lesson
from flinksim.course.lesson_loader import load_solution
from flinksim.course.lesson_model import build_seed


def judge_answer(
    submission: dict[str, Any], proxies: LearnerProxies, language: Language = "en"
) -> dict[str, Any]:
    """Check an answer and return the result as plain values.

    Args:
        submission: The lesson, the learner, the answer as a message, and the number of rejected draws
            of the learner's data, or None if it is not known.
        proxies: Decodes the answer, and calls its functions.
        language: The language of the messages.

    Returns:
        The result of the check.

    Raises:
        ValueError: If the message is not an answer.
    """
    answer = proxies.decode_answer(submission["answer"])
    if type(answer) is not dict:
        raise ValueError("an answer is a call with named values")
    lesson = Lesson(
        submission["lesson"], submission["learner"], language, submission["rejected_draws"]
    )
    questions = lesson.definition.texts.questions
    known = {name: value for name, value in answer.items() if name in questions}
    verdict = lesson.check(**known).to_json()
    parts = {} if verdict["right"] else lesson.find_right_parts(**known)
    return {**verdict, "parts": parts}


def count_rejected_draws(lesson: str, learner: str) -> int:
    """Count the draws of a learner's data that the solution rejects before it accepts one."""
    return load_solution(lesson).draw(build_seed(lesson, learner))[1]


def main() -> int:
    """Run the judging process: read the answer from standard input and write the result."""
    _, limits, result_fd, *pipes = sys.argv[1:]
    ResourceLimits(**json.loads(limits)).apply()
    proxies = LearnerProxies(*map(int, pipes or ("-1", "-1")))
    task = json.load(sys.stdin)
    result: Any
    if "answer" in task:
        try:
            result = judge_answer(task, proxies)
        except RuntimeError as error:  # no data can be drawn for this name
            result = {
                "right": False,
                "message": str(error),
                "step": None,
                "belief": "",
                "parts": {},
            }
    else:
        result = count_rejected_draws(task["lesson"], task["learner"])
    os.write(int(result_fd), json.dumps(result).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
