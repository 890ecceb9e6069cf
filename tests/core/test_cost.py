"""A function that costs something: its task is busy in virtual time, and nothing takes real time."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.core.simulated_cost import TimedCallable, cost
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import MapFunction, ProcessFunction
from flinksim.trace.events import DefaultActionSuspended, ResultWritten


class Doubled(MapFunction):
    def __init__(self) -> None:
        self.calls = 0

    def map(self, value: Any) -> Any:
        self.calls += 1
        return 2 * value


class Twice(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        yield value
        yield value


def run(function: Any, operation: str = "map", count: int = 4) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    stream = env.from_collection(list(range(count))).rebalance()
    getattr(stream, operation)(function).print()
    return fs.simulate(env).run()


def result_times(sim: fs.Simulation) -> list[int]:
    return [
        step.time_ms
        for step in sim.trace
        for event in step.events
        if isinstance(event, ResultWritten)
    ]


@pytest.mark.parametrize("function", [lambda value: 2 * value, Doubled()], ids=["lambda", "object"])
def test_each_record_takes_its_time(function: Any) -> None:
    sim = run(cost(function, ms=5))
    assert [event.value for event in sim.results] == [0, 2, 4, 6]
    assert sim.cluster.clock.now_ms == 20
    busy = [f for f in sim.trace.get_events(DefaultActionSuspended) if f.reason == "busy"]
    assert len(busy) == 4


def test_a_cost_may_depend_on_the_record() -> None:
    assert run(cost(lambda value: value, ms=lambda value: 10 * value)).cluster.clock.now_ms == 60


def test_fractions_of_a_millisecond_add_up() -> None:
    assert run(cost(lambda value: value, ms=0.25), count=8).cluster.clock.now_ms == 2


def test_a_process_function_costs_once_for_each_element() -> None:
    sim = run(cost(Twice(), ms=7), "process", count=3)
    assert len(sim.results) == 6
    assert sim.cluster.clock.now_ms == 21


def test_the_function_itself_stays_as_it_was() -> None:
    function = Doubled()
    costly = cost(function, ms=5)
    assert run(function).cluster.clock.now_ms == 0
    assert isinstance(costly, Doubled)
    assert costly.map(21) == 42, "outside of a run it costs nothing"


def test_subtasks_do_not_share_what_they_owe() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.from_collection(range(4)).rebalance().map(cost(lambda value: value, ms=0.5)).print()
    assert fs.simulate(env).run().cluster.clock.now_ms == 1


@pytest.mark.parametrize(
    ("function", "ms", "error", "words"),
    [
        (lambda value: value, -1, ValueError, "0 or more"),
        (object(), 5, TypeError, "flat_map"),
    ],
)
def test_what_cannot_cost_is_refused(function: Any, ms: int, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        cost(function, ms=ms)


def test_a_negative_cost_of_a_record_fails_the_job() -> None:
    with pytest.raises(fs.JobExecutionError, match="expected 0 or more"):
        run(cost(lambda value: value, ms=lambda value: -1))


def test_a_costly_callable_keeps_its_name() -> None:
    def parse(value: Any) -> Any:
        return value

    costly = cost(parse, ms=1)
    assert isinstance(costly, TimedCallable)
    assert costly.__name__ == "parse"
