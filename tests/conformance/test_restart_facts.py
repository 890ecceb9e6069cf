"""Restart strategies answer failures as Flink's classes do (``facts/restarts.json``)."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.runtime.jobmaster.restart_strategies import (
    ExponentialDelay,
    FailureRate,
    RestartStrategy,
)
from tests.conformance.fact_files import cases_of


def create_strategy(case: dict[str, Any]) -> RestartStrategy:
    if case["type"] == "failure-rate":
        return FailureRate(case["max"], case["interval"], case["delay"])
    return ExponentialDelay(
        case["initial"],
        case["max"],
        case["multiplier"],
        case["reset"],
        case["attempts"],
        max_restarts=1000,
    )


@pytest.mark.parametrize("case", cases_of("restarts"))
def test_a_strategy_answers_each_failure_as_flink_does(case: dict[str, Any]) -> None:
    strategy = create_strategy(case)
    answers = [[now, strategy.compute_delay_ms(now)] for now, _ in case["failures"]]
    assert answers == case["failures"]
