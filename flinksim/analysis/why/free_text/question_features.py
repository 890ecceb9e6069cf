"""The features of a question: its words, the concepts that they stand for, and combinations of both.

``concepts.toml`` maps words of both languages to concepts, so that "prints nothing", "no result" and
"没有输出" have features in common. Not in Flink.
"""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from typing import NamedTuple

SLOT = re.compile(r"<(window|key|record|time|place|number)>")
_WORD = re.compile(r"<\w+>|[+-][iud](?!\w)|[a-z][a-z_.\-]*|[\u4e00-\u9fff]+|-?\d+")
_SUFFIXES = ("edly", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s")
_LONGEST_ENDING = 5


class _Concepts(NamedTuple):
    """The words of the concepts: whole words, beginnings of words, phrases, and Chinese words."""

    by_word: dict[str, list[str]]
    by_beginning: dict[str, list[str]]
    by_phrase: dict[str, list[str]]
    by_chinese: dict[str, list[str]]


@cache
def _load_concepts() -> _Concepts:
    text = files(__package__).joinpath("concepts.toml").read_text(encoding="utf-8")
    found = _Concepts({}, {}, {}, {})
    for concept, words in tomllib.loads(text).items():
        for word in words:
            if word[0] >= "\u4e00":
                table, name = found.by_chinese, word
            elif " " in word:
                table, name = found.by_phrase, word
            elif word.endswith("*"):
                table, name = found.by_beginning, word[:-1]
            else:
                table, name = found.by_word, word
            table.setdefault(name, []).append(f"#{concept}")
    return found


def list_features(text: str, known_words: frozenset[str] = frozenset()) -> list[str]:
    """Return the features of a question, each once.

    Concepts begin with "#". There are words, neighbours, and unordered pairs of concepts.

    >>> [one for one in list_features("nothing printed") if one[0] == "#" and "+" not in one]
    ['#empty', '#not', '#output', '#emit']

    Args:
        text: The question, with slots such as ``<key>`` in place of names.
        known_words: Words to which words with typing errors are corrected.
    """
    lowered = text.lower().replace("\u2019", "'")
    lowered = re.sub(r"\bcan't\b|\bcannot\b", "can not", lowered)
    lowered = re.sub(r"n't\b", " not", lowered)
    lowered = re.sub(r"\b(\w+)'\w+", r"\1", lowered)
    sequence: list[str] = []
    for word in _WORD.findall(lowered):
        if word[0] >= "\u4e00":
            sequence += _split_chinese(word)
        else:
            sequence += _describe_word(_replace_typo(word, known_words))
    for phrase, concepts in _load_concepts().by_phrase.items():
        if phrase in lowered:
            sequence += concepts
    concepts = sorted({one for one in sequence if one[0] == "#"})
    pairs = [f"{one}+{other}" for one, other in combinations(concepts, 2)]
    neighbours = [f"{one} {other}" for one, other in pairwise(sequence)]
    return list(dict.fromkeys([*sequence, *pairs, *neighbours]))


def list_concepts(text: str) -> set[str]:
    """Return the concepts of a question, without "#"."""
    return {
        one[1:]
        for one in list_features(text)
        if one[0] == "#" and "+" not in one and " " not in one
    }


def _describe_word(word: str) -> list[str]:
    """Return the concepts of a word, and its stem."""
    known = _load_concepts()
    found = list(known.by_word.get(word, ()))
    for length in range(max(2, len(word) - _LONGEST_ENDING), len(word) + 1):
        found += known.by_beginning.get(word[:length], ())
    return [*dict.fromkeys(found), word if word[0] == "<" else find_stem(word)]


def _split_chinese(text: str) -> list[str]:
    """Replace Chinese words by their concepts, the longest first; keep the characters between them."""
    known = _load_concepts().by_chinese
    longest = max(map(len, known))
    found: list[str] = []
    position = 0
    while position < len(text):
        for length in range(min(longest, len(text) - position), 0, -1):
            if concepts := known.get(text[position : position + length]):
                found += concepts
                position += length
                break
        else:
            found.append(text[position])
            position += 1
    return found


def _replace_typo(word: str, known_words: frozenset[str]) -> str:
    """Replace a word with a typing error by a known word that is nearly the same."""
    if not known_words or len(word) < 5 or not word.isalpha() or len(_describe_word(word)) > 1:
        return word
    if find_stem(word) in known_words:
        return word
    close = get_close_matches(word, list_concept_words(), 1, 0.8)
    return close[0] if close else word


@cache
def list_concept_words() -> tuple[str, ...]:
    """Return the English words of all concepts."""
    known = _load_concepts()
    return tuple(sorted({*known.by_word, *known.by_beginning}))


def find_stem(word: str) -> str:
    """Remove the ending of an English word.

    >>> [find_stem(word) for word in ("windows", "dropped", "firing", "retries")]
    ['window', 'drop', 'fir', 'retry']
    """
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            stem = word[: -len(suffix)]
            if suffix in ("ied", "ies"):
                return stem + "y"
            if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                return stem[:-1]
            return stem.rstrip("e") if len(stem) > 3 else stem
    return word.rstrip("e") if len(word) > 4 else word
