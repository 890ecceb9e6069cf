"""Recorded SQL cases of real Flink: their compiled plans run on flinksim with the same results."""

from __future__ import annotations

import pytest

from tests.conformance.sql_cases import (
    FURTHER,
    RECORDED,
    Case,
    compare_vertices,
    execute_compiled_plan,
    load_cases,
)

CASES = [
    case for path in (RECORDED, FURTHER) for case in load_cases(path) if "compiled_plan" in case
]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_compiled_plan_gives_the_rows_of_flink(case: Case) -> None:
    assert execute_compiled_plan(case) in ([], None)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_compiled_plan_has_the_job_vertices_of_flink(case: Case) -> None:
    assert compare_vertices(case) in ([], None)


def test_a_wrong_result_is_found() -> None:
    case = next(case for case in CASES if case["name"] == "agg-basic")
    changed = {**case, "changelog": case["changelog"][:-1]}
    assert execute_compiled_plan(changed)
