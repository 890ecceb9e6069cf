"""Recorded SQL cases of real Flink: flinksim plans the SQL into the same operators."""

from __future__ import annotations

import pytest

from tests.conformance.sql_cases import RECORDED, Case, load_cases
from tests.conformance.sql_planning import check_planned, check_rejected, compare_plans

OTHER_PLAN = {"agg-minibatch-split-distinct"}
"""The split of distinct aggregates is not planned."""
CASES = load_cases(RECORDED)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_sql_is_planned_as_flink_plans_it(case: Case) -> None:
    assert check_planned(case) in ([], None)
    assert check_rejected(case) in ([], None)
    if case["name"] not in OTHER_PLAN:
        assert compare_plans(case) in ([], None)


def test_another_plan_is_found() -> None:
    case = next(case for case in CASES if case["name"] == "agg-basic")
    assert compare_plans({**case, "query": "SELECT k, v FROM bid"})
