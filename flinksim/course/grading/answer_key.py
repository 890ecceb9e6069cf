"""The answer key for teachers: the right answers to the predictions of a lesson, from its run.

Not in Flink.
"""

from __future__ import annotations

from flinksim.core.i18n.languages import Language
from flinksim.course.lesson import Lesson
from flinksim.course.lesson_loader import load_solution


def format_answer_key(number: str, language: Language = "en") -> str:
    """Format the predictions and the exercise of a lesson as Markdown.

    Raises:
        ValueError: If the lesson does not exist.
    """
    lesson, solution = Lesson(number, "", language), load_solution(number)
    parts, translate = lesson.definition, lesson.translate
    lines = [
        f"## {parts.number} · {translate(parts.texts.title)}",
        f"Misconception: {translate(parts.texts.misconception)}.",
    ]
    for name, prediction in parts.predictions.items():
        truth, step = solution.truths[name](lesson.run)
        lines.append(f"\n**{name}**: {translate(prediction.question)}\n")
        for choice, option in prediction.options.items():
            mark = "x" if choice == truth else " "
            feedback = "" if choice == truth else f" — {translate(option.feedback)}"
            lines.append(f"- [{mark}] {translate(option.text)}{feedback}")
        step_note = "" if step is None else f" (step {step:,})"
        lines.append(f"\n{translate(prediction.explanation)}{step_note}")
    lines.append("\nThe exercise asks for:\n")
    lines += [f"- `{name}`: {translate(text)}" for name, text in parts.texts.questions.items()]
    lines.append("\nWrong rules that it knows:\n")
    lines += [
        f"- {name}: {translate(explanation)}" for name, explanation in parts.texts.beliefs.items()
    ]
    return "\n".join(lines)
