"""Comparison of a question with the phrases of all intents.

A question and a phrase are compared by their words (in Chinese: pairs of characters) and pairs of
words, weighted by how few intents use them. Nothing is learned and nothing leaves the machine.
Not in Flink.
"""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import NamedTuple

SLOT = re.compile(r"<(window|key|record|time|place|number)>")
_ALTERNATIVES = re.compile(r"\[([^\]]*)\]")
_WORD = re.compile(r"<\w+>|[a-z][a-z_.]*[a-z]|[a-z]|-?\d+|[\u4e00-\u9fff]+")
_SUFFIXES = ("edly", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s")
_STOP_WORDS = frozenset(
    (
        "a", "actually", "all", "am", "an", "and", "any", "are", "at", "be", "been", "by", "can",
        "could", "did", "do", "does", "exactly", "explain", "for", "get", "gets", "got", "had",
        "has", "have", "here", "i", "in", "is", "it", "its", "just", "me", "my", "now", "of", "on",
        "or", "our", "please", "real", "really", "see", "sees", "show", "so", "some", "tell", "that", "the",
        "then", "there", "these", "this", "those", "to", "too", "was", "we", "were", "will", "with",
        "would", "you", "your",
    )
)  # fmt: skip
_CHINESE_STOP_WORDS = re.compile("为什么|怎么|请问|到底|究竟|会|呢|吗|了|的|我")
_NEGATIONS = {"no": "not", "nothing": "not output", "none": "not", "nobody": "not", "without": "not",
              "cannot": "not", "never": "not"}  # fmt: skip
_STOP_WEIGHT = 0.25
_SLOT_WEIGHT = 0.5
_UNKNOWN_WEIGHT = 1.6


class IntentMatch(NamedTuple):
    """An intent and how well its best phrase fits a question, from 0 to 1."""

    intent: str
    score: float


def split_words(text: str) -> list[str]:
    """Split a question into stems of its words and pairs of Chinese characters; slots stay whole.

    >>> split_words("Why hasn't <window> fired?")
    ['why', 'has', 'not', '<window>', 'fir']
    """
    lowered = text.lower().replace("\u2019", "'")
    lowered = re.sub(r"\bcan't\b|\bcannot\b", "can not", lowered)
    lowered = re.sub(r"n't\b", " not", lowered)
    lowered = re.sub(r"\bmore than (?:once|one time)\b|\bseveral times\b", "twice", lowered)
    lowered = re.sub(r"\b(\w+)'(?:s|re|ve|ll|d|m)\b", r"\1", lowered)
    words: list[str] = []
    for word in _WORD.findall(lowered):
        if word[0] >= "\u4e00":
            plain = _CHINESE_STOP_WORDS.sub("", word)
            words += [plain[n : n + 2] for n in range(len(plain) - 1)] or [plain or word]
        elif word[0] == "<":
            words.append(word)
        else:
            words += _NEGATIONS.get(word, _replace_synonym(_find_stem(word))).split()
    return words


def find_intents(text: str) -> list[IntentMatch]:
    """Compare *text*, in which names of the run are replaced by slots, with every intent; best first."""
    index = _load_index()
    words = index.correct(split_words(text))
    if not index.has_subject(words):
        return []
    features = index.weigh(words)
    norm = math.sqrt(sum(weight * weight for weight in features.values()))
    if not norm:
        return []
    scores: dict[int, float] = defaultdict(float)
    for feature, weight in features.items():
        for phrase, phrase_weight in index.phrases_by_feature.get(feature, ()):
            scores[phrase] += weight * phrase_weight
    best: dict[str, float] = {}
    for phrase, score in scores.items():
        intent, phrase_norm = index.phrases[phrase]
        best[intent] = max(best.get(intent, 0.0), score / (norm * phrase_norm))
    found = [IntentMatch(intent, score) for intent, score in best.items()]
    return sorted(found, key=lambda match: (-match.score, match.intent))


def list_intents() -> dict[str, int]:
    """Return the number of phrases of each intent."""
    return dict(Counter(intent for intent, _ in _load_index().phrases))


def expand_phrase(phrase: str) -> list[str]:
    """Return every sentence that a phrase with alternatives stands for.

    >>> expand_phrase("no [output|results] [at all|]")
    ['no output at all', 'no output', 'no results at all', 'no results']
    """
    parts = _ALTERNATIVES.split(phrase)
    choices = [part.split("|") if number % 2 else [part] for number, part in enumerate(parts)]
    sentences = (" ".join("".join(each).split()) for each in itertools.product(*choices))
    return list(dict.fromkeys(sentences))


@cache
def _load_tables() -> tuple[dict[str, list[str]], dict[str, str], list[str]]:
    """Load the phrases of each intent, the word that stands for each synonym, and the domain's words."""
    text = files(__package__).joinpath("intents.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    synonyms = {
        _find_stem(word): _find_stem(main)
        for main, words in table.pop("synonyms").items()
        for word in words
    }
    domain = table.pop("domain")["words"]
    return {name: [*row["en"], *row["zh"]] for name, row in table.items()}, synonyms, domain


def _replace_synonym(word: str) -> str:
    return _load_tables()[1].get(word, word)


def _find_stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            stem = word[: -len(suffix)]
            if suffix in ("ied", "ies"):
                return stem + "y"
            if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                return stem[:-1]
            return stem.rstrip("e") if len(stem) > 3 else stem
    return word.rstrip("e") if len(word) > 4 else word


class _PhraseIndex:
    """The features of all phrases, by feature."""

    def __init__(self, phrases: dict[str, list[str]]) -> None:
        self.phrases: list[tuple[str, float]] = []
        self.phrases_by_feature: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._intents_by_word: dict[str, set[str]] = defaultdict(set)
        self._intent_count = len(phrases)
        self._domain = {word for term in _load_tables()[2] for word in split_words(term)}
        sentences = [
            (intent, split_words(sentence))
            for intent, rows in phrases.items()
            for row in rows
            for sentence in expand_phrase(row)
        ]
        for intent, words in sentences:
            for feature in _list_features(words):
                self._intents_by_word[feature].add(intent)
        self._known_words = sorted(
            word for word in self._intents_by_word if word.isascii() and " " not in word
        )
        for intent, words in sentences:
            features = self.weigh(words)
            norm = math.sqrt(sum(weight * weight for weight in features.values()))
            for feature, weight in features.items():
                self.phrases_by_feature[feature].append((len(self.phrases), weight))
            self.phrases.append((intent, norm))

    def has_subject(self, words: list[str]) -> bool:
        """Return whether the words are about a stream job: one is a term, or all are in phrases."""
        content = [word for word in words if word not in _STOP_WORDS]
        return bool(self._domain.intersection(words)) or all(
            word in self._intents_by_word or word[0] == "<" for word in content
        )

    def correct(self, words: list[str]) -> list[str]:
        """Replace words with typing errors by known words that are nearly the same."""
        return [self._correct_word(word) for word in words]

    def _correct_word(self, word: str) -> str:
        if (
            word in self._intents_by_word
            or len(word) < 5
            or not word.isalpha()
            or not word.isascii()
        ):
            return word
        close = get_close_matches(word, self._known_words, 1, 0.8)
        return close[0] if close else word

    def weigh(self, words: list[str]) -> dict[str, float]:
        """Return the weight of each feature of a sentence: words that few intents use weigh more."""
        return {feature: self._weigh_feature(feature) for feature in _list_features(words)}

    def _weigh_feature(self, feature: str) -> float:
        count = len(self._intents_by_word.get(feature, ()))
        is_pair = " " in feature
        if not count:
            return 0.0 if is_pair else _UNKNOWN_WEIGHT
        weight = math.log(1 + self._intent_count / count)
        if is_pair:
            return 0.5 * weight
        if feature in _STOP_WORDS:
            return _STOP_WEIGHT
        return _SLOT_WEIGHT * weight if feature[0] == "<" else weight


def _list_features(words: Iterable[str]) -> list[str]:
    """Return the words, and the pairs of neighbours among those that are not stop words."""
    listed = list(words)
    content = [word for word in listed if word not in _STOP_WORDS]
    pairs = [f"{one} {other}" for one, other in itertools.pairwise(content)]
    return list(dict.fromkeys([*listed, *pairs]))


@cache
def _load_index() -> _PhraseIndex:
    return _PhraseIndex(_load_tables()[0])
