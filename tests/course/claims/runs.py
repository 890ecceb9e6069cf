"""The runs and the exercises that the assertions look at, each made once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from flinksim.common import Duration, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course import sample_submissions as submissions
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.trace_search import iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from tests.course.exercises_table import learners_of

ROOT = Path(__file__).resolve().parents[3]
CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
ENDS_MS = 2**62
"""Watermarks above it are the last one, of the end of the input."""


@cache
def opening(number: str) -> Simulation:
    """The run that a lesson opens with."""
    return run_quietly(load_definition(number).simulate())


@cache
def draws(number: str, count: int = 3) -> list[Any]:
    """The exercise's data of some learners."""
    solution = load_solution(number)
    return [submissions.draw_exercise_data(solution, one) for one in learners_of(number, count)]


def answers(number: str, belief: str, count: int = 3) -> list[tuple[Any, Any]]:
    """Some learners' data, each with the answer of who holds a misconception."""
    rule = load_solution(number).misconceptions[belief]
    return [(data, rule.compute_answer(data)) for data in draws(number, count)]


def refuses(number: str, beliefs: Iterable[str], count: int) -> bool:
    """Whether the checks refuse the answers of who holds one of the misconceptions."""
    return not any(
        load_solution(number).check(data, answer).is_right
        for belief in beliefs
        for data, answer in answers(number, belief, count)
    )


def right_option(number: str, prediction: str) -> str:
    """The option of a prediction that the opening run shows."""
    return load_solution(number).truths[prediction](opening(number))[0]


def find_times(
    run: Simulation, event_type: type[Any], predicate: Callable[[Any], bool] | None = None
) -> list[tuple[int, Any]]:
    """The events of a type, each with the processing time of its step."""
    return [
        (run.trace.headers[step].time_ms, event)
        for step, event in iterate_events(run.trace, event_type, predicate)
    ]


def name_of(run: Simulation, vertex: str) -> str:
    return next(v.operators[0].name for v in run.plan.vertices if v.id == vertex)


def program_of(number: str) -> str:
    return load_definition(number).program


def source_of(path: str) -> str:
    """The text of a file of the repository, in one line."""
    return re.sub(r"\s+", " ", (ROOT / path).read_text("utf-8"))


def keyed_clicks(
    clicks: list[tuple[int, str, int]], delay_ms: int = 0
) -> tuple[StreamExecutionEnvironment, Any]:
    """An environment, and the keyed stream of clicks (arrival, key, event time) in it."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    if delay_ms:
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay_ms))
    script = [x for arrival, key, time in clicks for x in (at(arrival), record((key, time, 1)))]
    stream = env.from_source(
        ScriptedSource({"clicks": script}),
        strategy.with_timestamp_assigner(lambda click, _: click[1]),
        "clicks",
        CLICK,
    )
    return env, stream.key_by(lambda click: click[0])


def list_generated(run: Simulation) -> list[tuple[int, e.WatermarkGenerated]]:
    """The watermarks before the end of the input."""
    return find_times(run, e.WatermarkGenerated, lambda f: f.timestamp < ENDS_MS)


def count_drops(run: Simulation) -> int:
    return len(run.trace.get_events(e.LateRecordDropped))


def list_window_advances(run: Simulation) -> list[tuple[int, e.InputWatermarkAdvanced]]:
    """The advances of the watermark of the window's task, with their steps."""
    task = find_window_task(run)
    return [
        (step, event)
        for step, event in iterate_events(run.trace, e.InputWatermarkAdvanced)
        if event.subtask.startswith(f"{task}/")
    ]


def find_window_task(run: Simulation) -> str:
    node = run.trace.get_events(e.WindowAssigned)[0].operator[1:].partition("/")[0]
    return next(v.id for v in run.plan.vertices if any(str(o.node) == node for o in v.operators))
