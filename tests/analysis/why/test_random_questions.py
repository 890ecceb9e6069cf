"""A fixed sample of random questions; the command of ``random_questions.py`` has new ones each time."""

from __future__ import annotations

import pytest

from tests.analysis.why.random_questions import Counts, ask_all


@pytest.mark.slow("runs random programs again for each answer")
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_without_its_cause_it_is_otherwise_and_without_anything_else_it_is_not(first: int) -> None:
    counts = Counts()
    for seed in range(first, first + 10):
        ask_all(seed, counts)
    assert counts.refuted == []
    assert counts.others_refuted == []
    assert counts.not_confirmed == []
    assert counts.confirmed >= 20, counts
    assert counts.read_wrong == []
