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

_CAMEL_CASE = re.compile(r"\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b")
"""Names of methods and metrics, such as currentInputWatermark; the words in them count, too."""
_CASE_BORDER = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"<\w+>|[+-][iud](?!\w)|[a-z][a-z_.\-]*|[\u4e00-\u9fff]+|-?\d+")
_SUFFIXES = ("edly", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s")
_LONGEST_ENDING = 5
_LETTER_SIZES = (3, 4, 5)
_CHINESE_SIZES = (2, 3, 4)
_CHINESE = re.compile("[\u4e00-\u9fff]")
_POLITENESS = re.compile(
    r"\b(?:hi|hello|hey|please|pls|kindly|thanks|thank you|just)\b"
    r"|\b(?:could|can|would|will) you (?:please |kindly |mind )?(?:tell|telling|show|explain|explaining|give)?(?: to)?"
    r"(?: me| us)?\b"
    r"|\bi (?:would |'d )?(?:like|love|want|need) to (?:know|see|understand)\b"
    r"|\bi (?:would be|am) (?:grateful|glad|happy) if\b|\bif you could\b|\b(?:tell|show) me\b|\bdo you know\b"
    r"|请问|麻烦|能不能|可以告诉我|告诉我|我想知道|帮我"
)
"""Words around a question that say nothing about it."""


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
    lowered = _normalize(text)
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


def list_letter_groups(text: str) -> list[str]:
    """Return groups of neighbouring letters of the words of a question, each once.

    They recognize words that no concept lists, and words with another ending or a typing error. A word
    begins and ends with a space.

    >>> list_letter_groups("lag")
    [' la', 'lag', 'ag ', ' lag', 'lag ', ' lag ']
    """
    groups: dict[str, None] = {}
    for word in _normalize(text).split():
        padded = f" {word} "
        for size in _CHINESE_SIZES if _CHINESE.search(word) else _LETTER_SIZES:
            for start in range(len(padded) - size + 1):
                groups[padded[start : start + size]] = None
    return [*groups]


def _normalize(text: str) -> str:
    """Return the question in small letters, without words that say nothing about it."""
    spaced = _CAMEL_CASE.sub(lambda match: f"{match[0]} {_CASE_BORDER.sub(' ', match[0])}", text)
    lowered = spaced.lower().replace("\u2019", "'")
    lowered = re.sub(r"\bcan't\b|\bcannot\b", "can not", lowered)
    lowered = re.sub(r"n't\b", " not", lowered)
    lowered = _POLITENESS.sub(" ", lowered)
    return re.sub(r"\b(\w+)'\w+", r"\1", lowered)


def list_concepts(text: str, known_words: frozenset[str] = frozenset()) -> set[str]:
    """Return the concepts of a question, without "#"; for the arguments see :func:`list_features`."""
    return {
        one[1:]
        for one in list_features(text, known_words)
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
    if not known_words or len(word) < 4 or not word.isalpha() or len(_describe_word(word)) > 1:
        return word
    if find_stem(word) in known_words or word in known_words:
        return word
    for known in list_concept_words():
        if len(known) >= 4 and is_one_edit_apart(word, known):
            return known
    close = get_close_matches(word, list_concept_words(), 1, 0.8) if len(word) > 4 else []
    return close[0] if close else word


def is_one_edit_apart(word: str, other: str) -> bool:
    """Return whether one letter is missing, added, changed, or swapped with the next one.

    >>> [is_one_edit_apart(word, "idle") for word in ("idel", "ilde", "idl", "idles", "idol", "lied")]
    [True, True, True, True, False, False]
    """
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    rest, other_rest = word[start:], other[start:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:])
    )


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
