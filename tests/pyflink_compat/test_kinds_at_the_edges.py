"""Values of every kind pass every edge, or are refused there, as in PyFlink 2.3.0."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.on_flinksim import run_on_flinksim

HERE = Path(__file__).parent
DECLARED = ("CHAR 'x' rebalance",)
"""A worker can read a ``CHAR`` (``docs/reference/fidelity.md``)."""


@pytest.mark.slow("runs 468 jobs")
def test_values_of_every_kind_become_what_they_become_in_pyflink() -> None:
    recorded = (HERE / "kinds_at_the_edges.txt").read_text(encoding="utf-8").splitlines()
    outcome = run_on_flinksim(HERE / "kinds_at_the_edges.py", "pyflink")
    assert outcome.raised is None
    differ = {
        real.partition(" -> ")[0]
        for real, ours in zip(recorded, outcome.printed, strict=True)
        if real != ours
    }
    assert differ == set(DECLARED)
