"""The watermark metrics of a run are those of real Flink 2.3.0 (``facts/watermark_metrics.json``).

Recorded by ``python -m tests.conformance.judge.gauges``.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.fact_files import cases_of, load
from tests.conformance.judge.build import run_on_flinksim
from tests.conformance.judge.gauges import changes, differences, unfolded


@pytest.mark.parametrize("case", cases_of("watermark_metrics"))
def test_a_run_has_flinks_watermark_metrics(case: dict[str, Any]) -> None:
    _, sim = run_on_flinksim(case["program"])
    assert differences(unfolded(case["changes"]), sim) == []


def test_a_wrong_value_a_missing_one_and_one_too_many_are_found() -> None:
    case = next(c for c in load("watermark_metrics")["cases"] if c["id"] == "connected")
    _, sim = run_on_flinksim(case["program"])
    gauges = unfolded(case["changes"])
    assert changes(gauges) == case["changes"]
    middle = sorted(gauges)[len(gauges) // 2]
    name = next(n for n in gauges[middle] if n.endswith("currentInputWatermark"))
    for wrong in (
        {**gauges[middle], name: gauges[middle][name] - 1},
        {**gauges[middle], "another/0/currentInputWatermark": 5},
        {n: value for n, value in gauges[middle].items() if n != name},
    ):
        assert len(differences({**gauges, middle: wrong}, sim)) == 1
