"""Fit the weights with which questions are compared with intents.

::

    python tools/fit_intents.py            # cross-validation: how many unseen examples are understood
    python tools/fit_intents.py --write    # writes intent_weights.json

Examples are the phrases of ``intents.toml`` and the questions of ``examples.tsv``. The weights are those
of a multinomial logistic regression on :func:`list_features`, fitted with a fixed seed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from flinksim.analysis.why.free_text.intent_matching import (
    UNRELATED,
    compute_fingerprint,
    expand_phrase,
    load_examples,
    load_phrases,
)
from flinksim.analysis.why.free_text.question_features import list_features

TARGET = Path(__file__).resolve().parents[1] / "flinksim/analysis/why/free_text/intent_weights.json"
PHRASE_VARIANTS = 6
EPOCHS = 25
RATE = 0.6
DECAY = 2e-5
MIN_COUNT = 2
MIN_WEIGHT = 0.3
SCALE = 10
"""Weights are stored as integers: this many for 1.0."""


class Sample(NamedTuple):
    """A question, and the intent that it has."""

    intent: str
    text: str


def load_samples() -> tuple[list[Sample], list[Sample]]:
    """Return the phrases of the intents and the examples."""
    rng = Random(0)
    phrases = []
    for intent, rows in load_phrases().items():
        for row in rows:
            variants = expand_phrase(row)
            rng.shuffle(variants)
            phrases += [Sample(intent, text) for text in variants[:PHRASE_VARIANTS]]
    return phrases, [Sample(intent, text) for intent, text in load_examples()]


class Model:
    """Weights of each feature for each intent."""

    def __init__(self, samples: list[Sample]) -> None:
        counts: Counter[str] = Counter()
        features = [list_features(sample.text) for sample in samples]
        for each in features:
            counts.update(each)
        known = sorted(name for name, count in counts.items() if count >= MIN_COUNT)
        self.columns = {name: number for number, name in enumerate(known)}
        self.intents = sorted({sample.intent for sample in samples})
        self.weights = np.zeros((len(known) + 1, len(self.intents)))
        self._fit(
            [self.index(each) for each in features], [self.intents.index(s.intent) for s in samples]
        )

    def index(self, features: list[str]) -> np.ndarray:
        """Return the rows of the features, and the row of the constant."""
        rows = [self.columns[name] for name in features if name in self.columns]
        return np.array([*rows, len(self.columns)])

    def _fit(self, rows: list[np.ndarray], labels: list[int]) -> None:
        squares = np.full(self.weights.shape[0], 1e-6)
        order = list(range(len(rows)))
        rng = Random(1)
        for _ in range(EPOCHS):
            rng.shuffle(order)
            for sample in order:
                used = rows[sample]
                scale = 1 / np.sqrt(len(used))
                gradient = _softmax(self.weights[used].sum(axis=0) * scale)
                gradient[labels[sample]] -= 1
                gradient *= scale
                squares[used] += gradient @ gradient
                steps = RATE / np.sqrt(squares[used])
                self.weights[used] -= steps[:, None] * (gradient + DECAY * self.weights[used])

    def predict(self, text: str) -> tuple[str, float]:
        """Return the most probable intent of a question, and its probability."""
        used = self.index(list_features(text))
        chances = _softmax(self.weights[used].sum(axis=0) / np.sqrt(len(used)))
        best = int(chances.argmax())
        return self.intents[best], float(chances[best])


def _softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def cross_validate(folds: int = 4) -> None:
    """Print how the examples of each fold are understood by a model of the others."""
    phrases, examples = load_samples()
    Random(2).shuffle(examples)
    found = []
    for fold in range(folds):
        model = Model([*phrases, *(s for n, s in enumerate(examples) if n % folds != fold)])
        found += [
            (sample.intent, *model.predict(sample.text))
            for n, sample in enumerate(examples)
            if n % folds == fold
        ]
    total = sum(intent != UNRELATED for intent, _, _ in found)
    print("threshold  right  wrong  unrelated taken for a question")
    for threshold in (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        sure = [(a, b) for a, b, chance in found if chance >= threshold and b != UNRELATED]
        right = sum(a == b for a, b in sure)
        unrelated = sum(a == UNRELATED for a, _ in sure)
        wrong = len(sure) - right - unrelated
        print(
            f"{threshold:9}  {right / total:5.2f}  {wrong / total:5.3f}  "
            f"{unrelated / max(1, len(found) - total):5.2f}"
        )
    confusions = Counter((a, b) for a, b, chance in found if a != b and chance >= 0.3)
    print(confusions.most_common(20))


def write() -> None:
    """Fit all samples and write the weights."""
    phrases, examples = load_samples()
    model = Model([*phrases, *examples])
    features = {}
    for name, number in model.columns.items():
        row = {
            intent: round(float(weight) * SCALE)
            for intent, weight in enumerate(model.weights[number])
            if abs(weight) >= MIN_WEIGHT
        }
        if row:
            features[name] = [value for pair in row.items() for value in pair]
    constant = [round(float(weight) * SCALE) for weight in model.weights[-1]]
    table = {
        "generated by": "tools/fit_intents.py --write",
        "fingerprint": compute_fingerprint(),
        "scale": SCALE,
        "intents": model.intents,
        "constant": constant,
    }
    head = json.dumps(table, ensure_ascii=False, indent=1)[:-2]
    rows = ",\n".join(
        f"{json.dumps(name, ensure_ascii=False)}:{json.dumps(row, separators=(',', ':'))}"
        for name, row in features.items()
    )
    TARGET.write_text(f'{head},\n "features": {{\n{rows}\n}}}}\n', encoding="utf-8")
    print(f"{TARGET.name}: {len(features):,} features, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    if "--write" in sys.argv:
        write()
    else:
        cross_validate()
