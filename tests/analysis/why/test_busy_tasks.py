"""Why a task is busy, where no cost stands in the program: that its function takes less is tried."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import AsyncDataStream, StreamExecutionEnvironment
from flinksim.datastream.functions import AsyncFunction, MapFunction
from flinksim.trace import events as e


class Sleeps(MapFunction):
    def map(self, value: Any) -> Any:
        time.sleep(0.2)
        return value


def sleeps_between(value: Any) -> Iterator[Any]:
    yield value
    time.sleep(0.2)
    yield value


def busy_for(sim: fs.Simulation) -> int:
    return sum(
        isinstance(f, e.DefaultActionSuspended) and f.reason == "busy" for f in sim.trace.events
    )


def events() -> Any:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    script = [each for n in range(4) for each in (at(500 * n), record(n))]
    return env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "events")


@pytest.mark.parametrize(
    ("build", "new"),
    [
        (lambda s: s.map(Sleeps()), "0 %"),
        (lambda s: s.flat_map(sleeps_between), "0 %"),
        (lambda s: s.map(fs.cost(lambda value: value, ms=lambda value: 20.0)), "2 %"),
        (lambda s: s.map(fs.cost(Sleeps(), ms=5)), "0 %"),
        (lambda s: s.process(fs.cost(Doubles(), ms=50)), "1 %"),
    ],
)
def test_a_function_that_takes_less_of_its_time(build: Any, new: str) -> None:
    stream = build(events()).name("slow")
    stream.print()
    sim = fs.simulate(
        stream._env if hasattr(stream, "_env") else stream.get_execution_environment()
    )
    sim.run()
    assert busy_for(sim) > 0
    answer = sim.why("why is slow busy")
    assert answer.counterfactual is not None
    (change,) = answer.counterfactual.changes
    assert (change.subject, change.old) == ("duration of a request of “slow”", "100 %")
    assert int(change.new.partition(" %")[0]) <= int(new.removesuffix(" %"))
    changed = answer.try_it()
    assert busy_for(changed) < busy_for(sim)
    results = [[f.text for f in one.trace.events if isinstance(f, e.ResultWritten)]
               for one in (sim, changed)]  # fmt: skip
    assert results[0] == results[1]


class Doubles(fs.datastream.functions.ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value
        yield value


class Asks(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Any) -> Any:
        import asyncio

        await asyncio.sleep(1.2)
        return [value]

    def timeout(self, value: Any) -> Any:
        return []


def test_more_room_for_asynchronous_calls() -> None:
    stream = AsyncDataStream.unordered_wait(events(), Asks(), Time.seconds(10), 1).name("asks")
    stream.print()
    sim = fs.simulate(stream.get_execution_environment()).run(until="task asks busy")
    assert busy_for(sim) == 1
    answer = sim.why("why is asks busy")
    assert answer.counterfactual is not None
    (change,) = answer.counterfactual.changes
    assert (change.subject, change.old) == ("capacity of “asks”", "1")
    asked = sim.trace.headers[-1].time_ms
    times = [
        step.time_ms for step in answer.try_it().trace for f in step.events
        if isinstance(f, e.DefaultActionSuspended) and f.reason == "busy"
    ]  # fmt: skip
    assert asked not in times
