"""What a teacher expects: the right answers to the predictions of a lesson, as its run has them.

Not in Flink.
"""

from __future__ import annotations

from flinksim.core.i18n.languages import Language
from flinksim.course.lesson import Lesson, parts_of


def expected(number: str, language: Language = "en") -> str:
    """The predictions of lesson *number* and its exercise, as Markdown.

    Raises: ValueError for a lesson that does not exist.
    """
    lesson = Lesson(parts_of(number), "", language)
    parts, told = lesson.parts, lesson.told
    lines = [
        f"## {parts.number} · {told(parts.title)}",
        f"Misconception: {told(parts.misconception)}.",
    ]
    for name, asked in parts.predictions.items():
        truth, step = asked.truth(lesson.run)
        lines.append(f"\n**{name}**: {told(asked.question)}\n")
        for choice, option in asked.options.items():
            mark = "x" if choice == truth else " "
            heard = "" if choice == truth else f" — {told(option.told)}"
            lines.append(f"- [{mark}] {told(option.text)}{heard}")
        seen = "" if step is None else f" (step {step:,})"
        lines.append(f"\n{told(asked.why)}{seen}")
    lines.append("\nThe exercise asks for:\n")
    lines += [f"- `{name}`: {told(text)}" for name, text in parts.exercise.asks.items()]
    lines.append("\nWrong rules that it knows:\n")
    lines += [f"- {name}: {told(rule.belief)}" for name, rule in parts.exercise.rules.items()]
    return "\n".join(lines)
