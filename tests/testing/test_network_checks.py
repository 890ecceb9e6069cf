"""Checks about backpressure: right answers pass, wrong ones are told what to look at."""

from __future__ import annotations

import pytest

import flinksim as fs
from benchmarks import network_experiments as experiments
from flinksim.analysis.bottlenecks import BottleneckReport
from flinksim.course.checks.network_checks import (
    check_bottleneck,
    check_first_difference,
    check_fix,
    check_task_states,
)
from flinksim.course.lesson import run_quietly
from flinksim.course.lessons.lesson_16 import build_readings_job
from flinksim.trace.recorder import Trace

PARSE, ENRICH, STORE = "work 0, 0 ms", "work 1, 5 ms", "work 2, 0 ms"


@pytest.fixture(scope="module")
def trace() -> Trace:
    return experiments.run(experiments.slow_in_the_middle(400), experiments.SMALL_BUFFERS)


@pytest.fixture(scope="module")
def found(trace: Trace) -> BottleneckReport:
    return fs.find_bottlenecks(trace)


def test_what_tasks_spend_their_time_with(found: BottleneckReport) -> None:
    right = {PARSE: "backpressured", ENRICH: "busy", STORE: "idle"}
    assert check_task_states(found, right)
    assert check_task_states(found, {"v5/0": "busy"})
    verdict = check_task_states(found, {**right, PARSE: "busy", STORE: None})
    assert not verdict
    assert verdict.message.startswith(f"wrong for {PARSE}, {STORE};")
    assert not check_task_states(found, dict.fromkeys(right))


def test_what_does_not_exist_is_refused(found: BottleneckReport) -> None:
    with pytest.raises(ValueError, match=r"there is no task 'sort'; expected one of .* \(v1/0\)"):
        check_task_states(found, {"sort": "busy"})
    with pytest.raises(ValueError, match="'red'; expected one of busy, idle, backpressured"):
        check_task_states(found, {ENRICH: "red"})


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (None, "name the task"),
        (PARSE, "is backpressured itself; look further downstream"),
        ("v1/0", "is backpressured itself"),
        (STORE, "is idle"),
    ],
)
def test_a_wrong_culprit_is_told_why_not(
    found: BottleneckReport, answer: str | None, hint: str
) -> None:
    verdict = check_bottleneck(found, answer)
    assert not verdict
    assert hint in verdict.message
    assert ENRICH not in verdict.message, "the answer is not given away"


def test_the_culprit(found: BottleneckReport) -> None:
    assert check_bottleneck(found, ENRICH)
    assert check_bottleneck(found, "v5/0")


def test_a_job_is_mended_if_it_is_so_much_faster_with_the_same_results(trace: Trace) -> None:
    same = experiments.run(experiments.slow_in_the_middle(400), experiments.SMALL_BUFFERS)
    assert "took 2000 ms before and 2000 ms now" in check_fix(trace, same).message
    assert not check_fix(trace, same)
    assert check_fix(trace, same, min_speedup=1)
    fewer = experiments.run(experiments.slow_in_the_middle(40), experiments.SMALL_BUFFERS)
    verdict = check_fix(trace, fewer)
    assert not verdict
    assert "the same results" in verdict.message


def test_a_function_that_was_made_free_is_no_cure() -> None:
    def free(ms: int) -> Trace:
        return run_quietly(build_readings_job({"enrich": ms})).trace

    assert check_fix(free(5), run_quietly(build_readings_job({"enrich": 5}, {"enrich": 3})).trace)
    verdict = check_fix(free(5), free(0))
    assert not verdict
    assert "enrich worked 800 ms in total before and 0 ms now" in verdict.message
    assert not check_fix(free(5), free(2))


def test_where_two_runs_first_differ() -> None:
    runs = fs.compare_side_by_side(*experiments.before_and_with_credits())
    assert check_first_difference(runs, "v3/1")
    assert not check_first_difference(runs, "v3/0")
    assert not check_first_difference(runs, None)
    same = experiments.run(experiments.slow_in_the_middle(3), experiments.SMALL_BUFFERS)
    assert not check_first_difference(fs.compare_side_by_side(same, same), "v1/0")
