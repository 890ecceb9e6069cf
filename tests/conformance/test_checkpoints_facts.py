"""Jobs that take checkpoints and fail do on flinksim what they did on real Flink 2.3.0.

What they committed, what their functions found in their state, the numbers of attempts and checkpoints
(``facts/checkpoints.json``), recorded by ``python -m tests.conformance.judge.checkpoints --record``.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.conformance.fact_files import cases_of, load
from tests.conformance.judge.checkpoints import on_flinksim, told_apart


@pytest.mark.parametrize("case", cases_of("checkpoints"))
def test_a_job_comes_back_as_on_flink(case: dict[str, Any]) -> None:
    assert list(told_apart(case["program"], case, on_flinksim(case["program"]))) == []


def test_the_jobs_fail_and_commit() -> None:
    cases = [case for case in load("checkpoints")["cases"] if "refused" not in case]
    assert len(cases) >= 65
    assert sum(case["restores"] for case in cases) >= 40
    assert sum("committed:" in line for case in cases for line in case["lines"]) >= 80


def test_some_go_on_at_another_parallelism_and_some_are_refused() -> None:
    cases = load("checkpoints")["cases"]
    scaled = [
        case
        for case in cases
        if "then" in case["program"]
        and case["program"]["parallelism"] != case["program"]["then"]["parallelism"]
    ]
    assert len(scaled) >= 8
    refused = {case["refused"] for case in cases if "refused" in case}
    assert len(refused) >= 7


def test_words_that_are_not_flinks_are_found() -> None:
    (case,) = [
        one for one in load("checkpoints")["cases"] if one["id"] == "refused: interval of 0 ms"
    ]
    ours = on_flinksim(case["program"])
    assert len(list(told_apart(case["program"], case, {**ours, "refused": "no"}))) == 1
    assert len(list(told_apart(case["program"], case, {"lines": []}))) == 1


def test_a_list_that_came_from_several_subtasks_has_no_order_and_yet_its_items() -> None:
    name = "a savepoint, state of no key, two to one"
    (case,) = [one for one in load("checkpoints")["cases"] if one["id"] == name]
    ours = on_flinksim(case["program"])
    (joined,) = [line for line in ours["lines"] if "from 1 list [1, 3, 2, 4]" in line]
    for items, differ in (("[2, 4, 1, 3]", 0), ("[2, 4, 1, 5]", 1), ("[2, 4, 1]", 1)):
        lines = [
            line.replace("[1, 3, 2, 4]", items) if line == joined else line
            for line in ours["lines"]
        ]
        assert len(list(told_apart(case["program"], case, {**ours, "lines": lines}))) == differ


@pytest.mark.parametrize("what", ["lines", "checkpoints", "attempts", "restores", "failed"])
def test_a_difference_is_found(what: str) -> None:
    (case,) = [one for one in load("checkpoints")["cases"] if one["id"] == "state of no key"]
    other = copy.deepcopy(case)
    match what:
        case "lines":
            other["lines"].remove("50 remember:0 init attempt 1 from 1 list [1, 2, 3] union [3] "
                                  "broadcast {a=3, b=2}")  # fmt: skip
        case "checkpoints":
            other["checkpoints"].pop()
        case "attempts":
            other["attempts"] = [[2]]
        case "restores":
            other["restores"] = 0
        case "failed":
            other["failed"] = True
    assert len(list(told_apart(case["program"], case, other))) == 1
