"""The facts of a checkpoint come in the order of real Flink 2.3.0 (``facts/checkpoint_order.json``).

Recorded by ``python -m tests.conformance.judge.checkpoint_order --record``.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.fact_files import cases_of, load
from tests.conformance.judge.checkpoint_order import JOB_MASTER, on_flinksim, told_apart


@pytest.mark.parametrize("case", cases_of("checkpoint_order"))
def test_a_checkpoint_goes_as_on_flink(case: dict[str, Any]) -> None:
    assert list(told_apart(case["order"], on_flinksim(case["program"]))) == []


def test_all_kinds_of_steps_are_recorded() -> None:
    steps = [tuple(one) for case in load("checkpoint_order")["cases"] for one in case["order"]]
    assert {step for _, step in steps} == {
        "trigger", "barrier", "align", "aligned", "emit", "snapshot", "async", "ack", "complete",
        "notify",
    }  # fmt: skip
    assert len(steps) > 400


@pytest.mark.parametrize(
    ("step", "before", "words"),
    [
        ("aligned", "barrier", r"'aligned', 'barrier'"),
        ("snapshot", "emit", "comes before its barrier"),
        ("ack", "snapshot", "more are acknowledged"),
        ("notify", "complete", "is told before it is complete"),
        ("complete", "ack", "before all have acknowledged"),
        ("barrier", "trigger", "while no checkpoint is under way"),
    ],
)
def test_a_step_that_comes_too_early_is_found(step: str, before: str, words: str) -> None:
    (case,) = [
        one for one in load("checkpoint_order")["cases"] if one["id"] == "windows, two subtasks"
    ]
    order = [list(one) for one in case["order"]]
    first = next(n for n, (_, what) in enumerate(order) if what == step)
    moved = order.pop(first)
    cause = next(
        n for n, (who, what) in enumerate(order)
        if what == before and (who == moved[0] or JOB_MASTER in (who, moved[0]))
    )  # fmt: skip
    order.insert(cause, moved)
    assert any(words in what for what in told_apart(case["order"], order))


def test_a_step_that_is_missing_is_found() -> None:
    case = load("checkpoint_order")["cases"][0]
    assert list(told_apart(case["order"], case["order"][:-1]))
