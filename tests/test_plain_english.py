"""Text for people is plain English: no house words, short sentences (``CONTRIBUTING.md``).

Each area collects its texts as pairs of place and text. ``python -m tests.test_plain_english`` prints
the mean length of a sentence in each text, and its long sentences.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import COMMANDS
from flinksim.core.i18n.message_catalog import load_catalog
from tests.conformance.cli_page import find_parser

ROOT = Path(__file__).parents[1]
MAX_WORDS = 25
MAX_MEAN_WORDS = 16

HOUSE_WORDS = re.compile(
    r"\b(told|tells|telling|go(?:es|ing)? on|went on|stands? (?:in|beside|behind|for)|of which|whom|"
    r"so many|one that|otherwise then|is otherwise|that is to say|comes? of|came of|beforehand|"
    r"gone through|looks at the clock|the house|what is over)\b",
    re.IGNORECASE,
)


def collect_pages() -> Iterator[tuple[str, str]]:
    """Collect README, changelog, the notes for contributors and ``docs/``."""
    names = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
    pages = [ROOT / name for name in names] + sorted((ROOT / "docs").rglob("*.md"))
    for page in pages:
        if page.name not in GENERATED_PAGES:
            yield page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")


GENERATED_PAGES = ("event-types.md", "glossary.md", "cli.md", "fidelity.md", "mistakes.md")
"""Pages whose sentences come from another area: events, glossary, help texts, docstrings, errors."""

INTERFACE_WORDS = re.compile(
    r"\b(grain|lens|plane|knob|minimum of|moments?|turn(?:ed|s)? it|facts?|held (?:up|back|by)|holds the minimum|"
    r"mends?|mended|dealt|beside|unfolded|who (?:goes|moves|holds|is)|anew|worked out|by hand)\b",
    re.IGNORECASE,
)
"""Words that labels and lessons used before, in place of Flink's terms."""


def collect_labels() -> Iterator[tuple[str, str]]:
    """Collect the messages of the stepper and the plan view."""
    path = ROOT / "widgets/src/i18n/strings_zh.ts"
    messages = re.findall(r'"((?:[^"\\]|\\.)*)":\s+"', path.read_text("utf-8"))
    yield path.relative_to(ROOT).as_posix(), "\n\n".join(messages)


def collect_lessons() -> Iterator[tuple[str, str]]:
    """Collect the prose of the notebooks, and the English texts of the lessons without their ids."""
    for path in sorted((ROOT / "notebooks/source").glob("*.py")):
        cells = re.findall(
            r"(?ms)^# %% \[(?:markdown|solution)\]\n(.*?)(?=^# %%|\Z)", path.read_text("utf-8")
        )
        yield path.relative_to(ROOT).as_posix(), re.sub(r"(?m)^# ?", "", "\n\n".join(cells))
    for path in sorted((ROOT / "flinksim/course/texts/en").glob("*.md")):
        lines = re.sub(r"(?m)^(## .*|- `[^`]*`: |  - )", "\n", path.read_text("utf-8"))
        yield path.relative_to(ROOT).as_posix(), remove_fields(lines)


def collect_examples() -> Iterator[tuple[str, str]]:
    """Collect the docstrings of the runs and situations that the site shows."""
    for folder in ("runs", "situations"):
        for path in sorted((ROOT / "examples" / folder).glob("*.py")):
            docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
            yield path.relative_to(ROOT).as_posix(), docstring.partition("\nAt: ")[0]


def collect_help() -> Iterator[tuple[str, str]]:
    """Collect what ``flinksim COMMAND --help`` prints, by command."""
    for name, purpose in COMMANDS.items():
        parser = find_parser(name)
        helps = [action.help or "" for action in parser._actions]
        yield (
            f"flinksim {name}",
            "\n\n".join([purpose, parser.description or "", parser.epilog or "", *helps]),
        )


def collect_messages() -> Iterator[tuple[str, str]]:
    """Collect the texts that a module raises, warns with or prints; values are left out."""
    for path in sorted((ROOT / "flinksim").rglob("*.py")):
        messages = [
            _get_literal_text(literal)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Raise) or _is_message_call(node)
            for literal in ast.walk(node)
            if isinstance(literal, ast.JoinedStr | ast.Constant)
        ]
        if any(messages):
            yield path.relative_to(ROOT).as_posix(), "\n\n".join(filter(None, messages))


def _is_message_call(node: ast.AST) -> bool:
    """Whether *node* calls a function that shows its argument to the user."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("print", "warn", "print_stderr", "report_error", "reject", "ArgumentTypeError")


def _get_literal_text(literal: ast.JoinedStr | ast.Constant) -> str:
    """Get the text of a literal, with "value" in place of each value."""
    if isinstance(literal, ast.Constant):
        return literal.value if isinstance(literal.value, str) else ""
    return "".join(
        part.value if isinstance(part, ast.Constant) else "value" for part in literal.values
    )


def collect_catalog() -> Iterator[tuple[str, str]]:
    """Collect events, answers, labels and counts from the English message catalog."""

    def list_texts(value: Any) -> list[str]:
        if isinstance(value, dict | list):
            parts = value.values() if isinstance(value, dict) else value
            return [text for part in parts for text in list_texts(part)]
        return [remove_fields(str(value))]

    for section, value in load_catalog("en").items():
        if section != "words":  # English words are the values of events themselves
            yield f"en.json/{section}", "\n\n".join(list_texts(value))


def collect_glossary() -> Iterator[tuple[str, str]]:
    """Collect the English texts of the glossary: meanings, replacements, claims and definitions."""
    path = ROOT / "flinksim/core/resources/glossary.json"
    for section, entries in json.loads(path.read_text(encoding="utf-8")).items():
        texts = [
            value[0][0].upper() + value[0][1:]
            for entry in entries
            for name, value in entry.items()
            if isinstance(value, list) and name not in ("asked", "says", "sentence")
        ]
        yield f"glossary.json/{section}", "\n\n".join(texts)


def remove_fields(text: str) -> str:
    """Replace placeholders of a message template by "X", and plural choices by their second form."""
    plain = re.sub(r"\{\w+(?::\w+)?\|[^|}]*\|((?:[^{}]|\{[^}]*\})*)\}", r"\1", text)
    return re.sub(r"\{[^}]*\}", "X", plain)


AREAS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "docs": collect_pages,
    "labels": collect_labels,
    "lessons": collect_lessons,
    "examples": collect_examples,
    "help": collect_help,
    "messages": collect_messages,
    "message catalog": collect_catalog,
    "glossary": collect_glossary,
}
TEXTS = [(area, place, text) for area, collect in AREAS.items() for place, text in collect()]


def split_sentences(text: str) -> list[str]:
    """Split the prose of a Markdown text into sentences, without code, tables and headings."""
    text = re.sub(r"^---\n.*?^---\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^```.*?^```", "\n", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^(#|!\[|\|| {4}|<).*$", "\n", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*([-*]|\d+\.) ", "\n\n", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("*", "")
    paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text)]
    sentences = [
        sentence
        for paragraph in paragraphs
        for sentence in re.split(r"(?<=[.!?:;])\s+(?=[A-Z\"(]|code)", paragraph)
    ]
    return [sentence for sentence in sentences if len(sentence.split()) > 2]


@pytest.mark.parametrize(("area", "place", "text"), TEXTS, ids=[place for _, place, _ in TEXTS])
def test_no_house_words(area: str, place: str, text: str) -> None:
    found = [sentence for sentence in split_sentences(text) if HOUSE_WORDS.search(sentence)]
    assert found == []


INTERFACE_TEXTS = [
    (place, text) for area, place, text in TEXTS if area in ("labels", "lessons", "examples")
]


@pytest.mark.parametrize(
    ("place", "text"), INTERFACE_TEXTS, ids=[place for place, _ in INTERFACE_TEXTS]
)
def test_labels_and_lessons_use_the_terms_of_flink(place: str, text: str) -> None:
    prose = re.sub(r"`[^`]*`|\{[^}]*\}", "code", text)
    assert [line for line in prose.splitlines() if INTERFACE_WORDS.search(line)] == []


INVERTED = re.compile(
    r"(?<!there )\b(?:is|are|was) no (?!longer|match|data)|\b(?<!Strategy ')(?:is|are) none\b|; there (?:is|are)\b|"
    r"\bSay [A-Zn@`]|\bfacts?\b|\bmend|\bnobody\b|\bnought\b|\bmade again\b|"
    r"\bbehind (?:its|the file|the fields)\b|\bhanded\b|\b(?:put|puts) out\b|\bfor ever\b|"
    r"\bleave it out\b|\bshall\b|\bthe lens\b|\bbeforehand\b|\bas it is\b"
)
"""Phrases of errors and glossary entries that a reader has to decode: "X is no Y", "there is none"."""


@pytest.mark.parametrize(
    ("place", "text"),
    [(place, text) for area, place, text in TEXTS if area in ("messages", "glossary")],
    ids=[place for area, place, _ in TEXTS if area in ("messages", "glossary")],
)
def test_errors_and_definitions_are_not_inverted(place: str, text: str) -> None:
    found = [line for line in text.splitlines() if INVERTED.search(line)]
    assert found == []


def test_inverted_phrases_are_found() -> None:
    for text in (
        "x is no JSON",
        "which source shall read x?",
        "a fact of step 3",
        "it is handed on",
    ):
        assert INVERTED.search(text), text
    for text in ("there is no subtask x", "the job is no longer running"):
        assert not INVERTED.search(text), text


MEASURED = [one for one in TEXTS if one[0] != "messages"]
"""Texts whose sentences are measured; messages quote Flink's, which may be long."""


@pytest.mark.parametrize(("area", "place", "text"), MEASURED, ids=[one[1] for one in MEASURED])
def test_sentences_are_short(area: str, place: str, text: str) -> None:
    sentences = split_sentences(text)
    lengths = [len(sentence.split()) for sentence in sentences]
    assert [one for one in sentences if len(one.split()) > MAX_WORDS] == []
    assert sum(lengths) <= MAX_MEAN_WORDS * len(lengths)


def test_a_house_word_and_a_long_sentence_are_found() -> None:
    text = "- The run is told.\n\n" + "word " * 20 + "end. `code` is no prose: Fine."
    sentences = split_sentences(text)
    assert [len(sentence.split()) for sentence in sentences] == [4, 21, 4]
    assert HOUSE_WORDS.search(sentences[0])


if __name__ == "__main__":
    for _, place_, text_ in TEXTS:
        found_ = split_sentences(text_)
        mean = sum(len(sentence.split()) for sentence in found_) / max(1, len(found_))
        print(f"{place_:60} {len(found_):4} sentences, {mean:4.1f} words")
        for long in [s for s in found_ if len(s.split()) > MAX_WORDS or HOUSE_WORDS.search(s)]:
            print(f"    {len(long.split())}: {long}")
