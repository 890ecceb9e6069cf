"""How questions are understood that are no examples; their author had not seen the examples.

    python -m tests.analysis.why.free_text.unseen_questions

Each line of ``unseen_questions.tsv`` has the intent that the author meant, and the question. Names in a
question are replaced by slots with patterns, because there is no run that knows them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from flinksim.analysis.why.free_text.intent_matching import (
    UNRELATED,
    find_intents,
    replace_names_by_slots,
)
from flinksim.analysis.why.free_text.understanding import (
    MIN_SCORE,
    is_same_subject,
    merge_opposites,
)

QUESTIONS = Path(__file__).with_suffix(".tsv")


class Reading(NamedTuple):
    """A question, the intent that is meant, and the one that is understood; none if it is unclear."""

    question: str
    meant: str
    understood: str | None

    @property
    def is_right(self) -> bool:
        return self.understood is not None and is_same_subject(self.meant, self.understood)


def read_questions() -> list[tuple[str, str]]:
    """Return the intent and the text of each question."""
    rows = QUESTIONS.read_text(encoding="utf-8").splitlines()
    return [(intent, text) for intent, text in (row.split("\t") for row in rows)]


def find_readings() -> list[Reading]:
    """Return how each question is understood."""
    found = []
    for intent, text in read_questions():
        matches = merge_opposites(find_intents(replace_names_by_slots(text)))
        is_clear = matches and matches[0].score >= MIN_SCORE and matches[0].intent != UNRELATED
        found.append(Reading(text, intent, matches[0].intent if is_clear else None))
    return found


def main() -> None:
    readings = find_readings()
    related = [one for one in readings if one.meant != UNRELATED]
    wrong = [one for one in related if one.understood is not None and not one.is_right]
    unrelated = [one for one in readings if one.meant == UNRELATED]
    for one in wrong:
        print(f"wrong: {one.question!r} means {one.meant}, understood: {one.understood}")
    print(f"right: {sum(one.is_right for one in related)} of {len(related)}")
    print(f"understood as something else: {len(wrong)} of {len(related)}")
    taken = sum(one.understood is not None for one in unrelated)
    print(f"unrelated questions taken for questions about the run: {taken} of {len(unrelated)}")


if __name__ == "__main__":
    main()
