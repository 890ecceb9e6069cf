"""Metrics, bottlenecks, descriptions, questions and plots can be computed for every run that exists."""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.trace.metrics.job_metrics import MetricsView
from flinksim.trace.recorder import Trace
from flinksim.viz.plots.run_timeline import plot_run
from tests.trace.random_runs import random_run
from tools.record_runs import _build_simulation

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("[rs]*/*.py"))
LONG = 20_000
"""More events than this are too many to describe all of them."""

LESSONS: list[Any] = [f"{number:02}" for number in range(29)]
LESSONS[19] = pytest.param("19", marks=pytest.mark.slow("its runs are long"))


def analyze(trace: Trace, plots: bool = False, questions: bool = True) -> None:
    view = MetricsView()
    for event in trace.events:
        view.apply(event)
    for subtask in trace.plan.subtasks:
        assert view.get_task_metrics(subtask.id)
    assert str(fs.find_bottlenecks(trace))
    if len(trace.events) > LONG:
        return  # as other runs of its kind, and it would take long
    for level in ("story", "everything"):
        with contextlib.redirect_stdout(io.StringIO()):
            trace.tell(level)  # type: ignore[arg-type]
    if questions:
        assert isinstance(trace.questions(), list)
    if plots:
        plot_run(trace)


def collect_runs(data: Any, depth: int = 0) -> Iterator[Trace]:
    """Find the runs in the attributes of a lesson's data."""
    if isinstance(data, Trace):
        yield data
    elif isinstance(data, fs.Simulation):
        yield data.trace
    elif isinstance(data, list):
        for value in data:
            yield from collect_runs(value, depth)
    elif depth < 2 and hasattr(data, "__dict__"):
        for value in vars(data).values():
            yield from collect_runs(value, depth + 1)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example(path: Path) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        simulation = _build_simulation(path)
        if simulation is None:
            pytest.skip("simulates its job itself")
        with contextlib.suppress(JobExecutionError):
            simulation.run(until=5_000)
    analyze(simulation.trace, plots=True)


@pytest.mark.parametrize("number", LESSONS)
def test_a_lesson(number: str) -> None:
    definition = load_definition(number)
    exercise = definition.exercise
    data = exercise.draw_data(random.Random(number))
    runs = [
        run_quietly(definition.simulate()),
        *(getattr(data, n) for n in exercise.learner_fields),
    ]
    for trace in collect_runs(runs):
        analyze(trace)


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=[pytest.mark.slow("more of the same")] if first else [])
        for first in range(0, 200, 20)
    ],
)
def test_random_jobs(first: int) -> None:
    for seed in range(first, first + 20):
        analyze(random_run(seed), questions=seed % 10 == 0)


def test_a_job_that_waits_for_its_final_checkpoint(capsys: Any) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(50)
    env.from_collection([1, 2, 3]).map(lambda value: value + 1).rebalance().print()
    trace = fs.simulate(env).run().trace
    assert any(getattr(event, "reason", "") == "final checkpoint" for event in trace.events)
    analyze(trace)
