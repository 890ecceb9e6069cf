"""The checks of the lesson on plans: right is right, and every wrong answer gets a hint of its own."""

from __future__ import annotations

import pytest

import flinksim as fs
from flinksim.course.checks.plan_checks import (
    check_edits,
    check_slot_fit,
    check_slots,
    check_subtasks,
    check_tasks,
)
from flinksim.viz.diagram.model import PlanDiagram
from flinksim.viz.plan.show import build_full_diagram
from tests.viz.widgets.plans import words

SOURCE, FLAT_MAP, FILTER, SINK = (
    "Source: Collection Source", "Flat Map", "Filter", "Sink: Print to Std. Out"
)  # fmt: skip
TASKS = [[SOURCE], [FLAT_MAP], [FILTER, SINK]]


@pytest.fixture(scope="module")
def plan() -> PlanDiagram:
    return build_full_diagram(words(4).pipeline())


def test_operators_that_share_a_task_are_found_in_any_order(plan: PlanDiagram) -> None:
    assert check_tasks(plan, TASKS)
    verdict = check_tasks(plan, [[SINK, FILTER], [SOURCE], [FLAT_MAP]])
    assert repr(verdict) == "Right: 4 operators run in 3 tasks"


@pytest.mark.parametrize(
    ("tasks", "hint"),
    [
        (None, "say which operators run in one task"),
        ([SOURCE], "'Source: Collection Source' is one name; each task is a list of names"),
        ([["Map"]], "there is no operator 'Map' left; the program has 'Source: Coll"),
        ([[FILTER, FILTER]], "there is no operator 'Filter' left"),
        ([[SOURCE, FLAT_MAP], [FILTER]], "in which task does 'Sink: Print to Std. Out' run?"),
        (
            [[SOURCE, FLAT_MAP], [FILTER, SINK]],
            "you have 'Source: Collection Source' and 'Flat Map' to",
        ),
        (
            [[SOURCE], [FLAT_MAP], [FILTER], [SINK]],
            "you have 'Filter' and 'Sink: Print to Std. Out' apart",
        ),
        ([[SOURCE, FILTER, SINK], [FLAT_MAP]], "two operators that no edge joins stand in one"),
    ],
)
def test_a_wrong_task_gets_a_hint(plan: PlanDiagram, tasks: object, hint: str) -> None:
    verdict = check_tasks(plan, tasks)  # type: ignore[arg-type]
    assert not verdict
    assert verdict.message.startswith(hint)


def test_subtasks_and_channels_are_counted(plan: PlanDiagram) -> None:
    assert check_subtasks(plan, 9, 20)
    assert check_subtasks(plan, 3, 20).message.startswith("3 subtasks it is not")
    assert check_subtasks(plan, 9, 8).message.startswith("8 channels it is not")
    assert check_subtasks(plan, None, None).message == "how many subtasks?"
    assert check_subtasks(plan, 9, None).message == "how many channels?"


def test_bundled_channels_count_each(plan: PlanDiagram) -> None:
    assert check_subtasks(build_full_diagram(words(9).pipeline()), 19, 9 + 81)


def test_slots_are_counted_that_are_used(plan: PlanDiagram) -> None:
    assert check_slots(plan, 4)
    assert not check_slots(plan, 9)
    env = words(4)
    env.configuration.set_string("minicluster.number-of-taskmanagers", "6")
    assert check_slots(build_full_diagram(env.pipeline()), 4)


@pytest.mark.parametrize(
    ("managers", "verdict"),
    [
        ("3", "Not yet: 1 slot is lacking, so the job waits and then fails"),
        ("4", "Right: every subtask has a slot, and no slot is free"),
        ("6", "Not yet: the job has its slots, but 2 more are paid for and free"),
    ],
)
def test_a_cluster_fits_if_it_has_what_is_needed_and_no_more(managers: str, verdict: str) -> None:
    env = words(4)
    env.configuration.set_string("minicluster.number-of-taskmanagers", managers)
    assert repr(check_slot_fit(build_full_diagram(env.pipeline()))) == verdict


def test_edits_in_a_lens_count_by_what_they_lead_to() -> None:
    lens = fs.show_plan(words(4))
    assert (
        check_edits(lens, task_count=2).message == "nothing is changed; the job graph has 3 tasks"
    )
    lens.edits = [{"edit": "StartNewChain", "transformation": 5}]
    assert check_edits(lens, task_count=2).message == "with your changes there are 3 tasks, not 2"
    lens.edits = [{"edit": "RemovePartitioner", "transformation": 3}]
    assert repr(check_edits(lens, task_count=2)) == "Right: 2 tasks by 1 change"
    lens.edits = [*lens.edits, {"edit": "SetParallelism", "transformation": 1, "parallelism": 1}]
    assert check_edits(lens, task_count=2).message == "2 tasks by 2 changes; it can be done by 1"
    assert check_edits(lens, task_count=2, max_edits=2)
