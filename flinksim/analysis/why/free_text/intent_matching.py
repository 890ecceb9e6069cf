"""Comparison of a question with all intents.

``intents.toml`` and ``examples.tsv`` have examples of each intent, ``concepts.toml`` the words that mean
the same. ``tools/fit_intents.py`` computes from them how much each word, concept and pair of concepts
speaks for each intent; here these weights are added up. Nothing leaves the machine. Not in Flink.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from flinksim.analysis.why.free_text.question_features import (
    list_concepts,
    list_features,
    list_letter_groups,
)

UNRELATED = "unrelated"
"""The intent of questions that are not about a run."""
_ALTERNATIVES = re.compile(r"\[([^\]]*)\]")
_SUBJECT_SLOT = re.compile("<(?!number)")
_VAGUE_CONCEPTS = frozenset(
    ("foreign", "howto", "all", "choose", "different", "duration", "early", "empty", "first", "get",
     "jump", "last", "not", "one", "running", "time", "two", "value_of", "when",
     "where", "which", "why", "work", "wrong", "contents", "include", "call", "merge")
)  # fmt: skip
"""Concepts of which a question about anything may consist."""


class IntentMatch(NamedTuple):
    """An intent and its probability."""

    intent: str
    score: float


class _Weights(NamedTuple):
    intents: list[str]
    constant: list[int]
    scale: int
    features: dict[str, list[int]]
    """For each feature: its rareness (how much it counts), number of an intent, weight, number, weight, ..."""
    letters: dict[str, list[int]]
    """The same for groups of letters."""
    words: frozenset[str]


def find_intents(text: str) -> list[IntentMatch]:
    """Compare *text*, in which names of the run are replaced by slots, with every intent; best first.

    A question with no concept of stream processing and no name of the run matches nothing.
    """
    weights = _load_weights()
    concepts = list_concepts(text, weights.words)
    if not _SUBJECT_SLOT.search(text) and not concepts - _VAGUE_CONCEPTS:
        return []
    scores = [weight / weights.scale for weight in weights.constant]
    _add_scores(scores, weights.features, list_features(text, weights.words), weights.scale)
    _add_scores(scores, weights.letters, list_letter_groups(text), weights.scale)
    best = max(scores)
    powers = [math.exp(score - best) for score in scores]
    total = sum(powers)
    found = [
        IntentMatch(intent, power / total)
        for intent, power in zip(weights.intents, powers, strict=True)
    ]
    return sorted(found, key=lambda match: (-match.score, match.intent))


def _add_scores(
    scores: list[float], table: dict[str, list[int]], features: list[str], scale: int
) -> None:
    """Add the weights of the features to the scores of the intents, as if they were one unit vector."""
    rows = [table[name] for name in features if name in table]
    norm = scale * math.sqrt(sum(row[0] ** 2 for row in rows)) or 1.0
    for rareness, *pairs in rows:
        for intent, weight in zip(pairs[::2], pairs[1::2], strict=True):
            scores[intent] += rareness * weight / norm


def list_intents() -> dict[str, int]:
    """Return the number of examples of each intent."""
    counts = Counter({name: len(rows) for name, rows in load_phrases().items()})
    counts.update(intent for intent, _ in load_examples() if intent != UNRELATED)
    return dict(counts)


def expand_phrase(phrase: str) -> list[str]:
    """Return every sentence that a phrase with alternatives stands for.

    >>> expand_phrase("no [output|results] [at all|]")
    ['no output at all', 'no output', 'no results at all', 'no results']
    """
    parts = _ALTERNATIVES.split(phrase)
    choices = [part.split("|") if number % 2 else [part] for number, part in enumerate(parts)]
    sentences = (" ".join("".join(each).split()) for each in itertools.product(*choices))
    return list(dict.fromkeys(sentences))


def load_phrases() -> dict[str, list[str]]:
    """Load the phrases of each intent, in both languages."""
    return {name: [*row["en"], *row["zh"]] for name, row in _load_intents().items()}


def has_trait(intent: str, trait: str) -> bool:
    """Return whether ``intents.toml`` gives an intent this trait, such as that its answers have a count."""
    return trait in _load_intents()[intent].get("traits", ())


@cache
def _load_intents() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(_read("intents.toml"))


_QUESTION_SLOTS = (
    (r"[\[(]\s*[\d:.]+\s*,\s*[\d:.]+\s*[\])]", " <window> "),
    (r"\(\s*\"?[\w-]+\"?\s*,[^()]*\)", " <record> "),
    (r"\b(?:record|event|element|message) ?#?\d+|记录 ?\d+|第 ?\d+ ?条(?:记录|数据)?", " <record> "),
    (r"\"[^\"]{1,12}\"|'[\w-]{1,12}'"
     r"|\b(?:user|sensor|device|key)[-_]\d+\b|\bkey [a-z]\b|\b(?:ann|bob)\b|键 ?[a-z]\b", " <key> "),
    (r"\b\d{1,2}:\d\d(?::\d\d)?\b", " <time> "),
    (r"(?<![\w.<])\d[\d_,]*(?:\.\d+)?(?![\w.>])", " <number> "),
)  # fmt: skip


def load_examples() -> list[tuple[str, str]]:
    """Load the example questions, with slots in place of names, and the intent of each."""
    found = []
    for line in _read("examples.tsv").splitlines():
        intent, text = line.split("\t")
        found.append((intent, replace_names_by_slots(text)))
    return found


def replace_names_by_slots(text: str) -> str:
    """Replace what looks like a window, record, key, time or number by a slot such as ``<key>``."""
    for pattern, slot in _QUESTION_SLOTS:
        text = re.sub(pattern, slot, text, flags=re.I)
    return text


def compute_fingerprint() -> str:
    """Return a hash of the files from which the weights are computed."""
    names = ("concepts.toml", "examples.tsv", "intents.toml", "question_features.py")
    return hashlib.sha256("\0".join(map(_read, names)).encode()).hexdigest()[:16]


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _load_weights() -> _Weights:
    table = json.loads(_read("intent_weights.json"))
    features, letters = table["features"], table["letters"]
    words = frozenset(name for name in features if name.isascii() and name.isalpha())
    return _Weights(table["intents"], table["constant"], table["scale"], features, letters, words)
