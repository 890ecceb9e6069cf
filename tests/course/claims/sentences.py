"""The sentences of a lesson that state something: of its notebook, its predictions and its beliefs.

Not among them are questions, titles and misconceptions (which are wrong on purpose), the options of a
prediction (``test_exercises`` checks against the run which one is right), and messages, which the judge
fills in from a run.
"""

from __future__ import annotations

import re
from pathlib import Path

from flinksim.course.lesson_texts import (
    BELIEFS,
    EXPLANATION,
    FEEDBACK,
    PREDICTION,
    QUESTION,
    TEXT_FOLDER,
    read_text_file,
)
from flinksim.course.notebook_builder import read_source

ROOT = Path(__file__).resolve().parents[3]
_END = re.compile(r"(?<=[.?!])[*)”\"]*\s+")
_NAVIGATION = re.compile(r"(?:You need|This lesson leads to) ")


def split_sentences(text: str) -> list[str]:
    """Split Markdown into sentences, without its headings; a row of a table is one sentence."""
    sentences: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        if block.startswith("#"):
            continue
        rows = block.splitlines() if block.startswith("|") else [" ".join(block.split())]
        for row in rows:
            if row.startswith("|"):
                sentences.append(row)
                continue
            start = 0
            for end in _END.finditer(row):
                sentences.append(row[start : end.end()].strip())
                start = end.end()
            sentences.append(row[start:].strip())
    return [one for one in sentences if re.search(r"[a-zA-Z]", one)]


def is_statement(sentence: str) -> bool:
    """Whether a sentence is neither a question nor the names of lessons that come before and after."""
    return not (sentence.rstrip("*)").endswith("?") or _NAVIGATION.match(sentence))


def list_statements(number: str) -> list[str]:
    """List the English statements of a lesson in the order of its files, each once."""
    texts: list[str] = []
    for source in sorted((ROOT / "notebooks/source").glob(f"{number}*.py")):
        texts += [c.texts[0] for c in read_source(source).cells if c.kind.startswith("[")]
    path = TEXT_FOLDER / "en" / f"{number if number == 'common' else f'lesson_{number}'}.md"
    if path.is_file():
        for key, (text, _) in read_text_file(path).entries.items():
            if key[0] == BELIEFS or (
                key[0] == PREDICTION and key[-1] in (QUESTION, EXPLANATION, FEEDBACK)
            ):
                texts.append(text)
    sentences = [one for text in texts for one in split_sentences(text)]
    return [*dict.fromkeys(filter(is_statement, sentences))]
