"""In PyFlink a watermark waits for a bundle, and whoever asks why is told so."""

from __future__ import annotations

import pytest

import flinksim as fs
from flinksim.common import Configuration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e

QUESTION = "why has window [0, 1000) of a not fired"


def simulation(size: int = 1000, mode: str = "process", time: int = 1000) -> fs.Simulation:
    """A record each 300 ms, of which the fourth has passed the first window's end."""
    configuration = Configuration().set_string("flinksim.dialect", "pyflink")
    configuration.set_integer("python.fn-execution.bundle.size", size)
    configuration.set_integer("python.fn-execution.bundle.time", time)
    configuration.set_string("python.execution-mode", mode)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    items = [item for n in range(30) for item in (record(("a", n * 400), n * 400), pause(300))]
    (
        env.from_source(
            ScriptedSource({"x": items}), WatermarkStrategy.for_monotonous_timestamps(), "clicks"
        )
        .key_by(lambda value: value[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(1)))
        .reduce(lambda left, right: left)
        .print()
    )
    return fs.simulate(env)


def at_watermark(sim: fs.Simulation, least: int) -> fs.Simulation:
    """The run where a watermark of *least* or more has come to wait for a bundle."""
    while True:
        sim.run(until="WatermarkHeld")
        held = [event for event in sim.trace.events if isinstance(event, e.WatermarkHeld)]
        if held[-1].timestamp >= least:
            return sim


def test_the_bundle_is_the_cause_and_bundles_of_one_would_have_let_the_window_fire() -> None:
    answer = at_watermark(simulation(), 999).why(QUESTION)
    assert "Watermark 1199 waits until “TumblingEventTimeWindows”" in answer.sentence
    assert "has finished its Python bundle of 4 elements." in answer.causes[0].text
    assert answer.counterfactual is not None
    assert answer.counterfactual.changes[0].new == "1"
    assert "fires at 1000 (on time)" in " ".join(str(answer).split())


def test_a_watermark_that_waits_and_would_not_do_is_not_the_cause() -> None:
    answer = at_watermark(simulation(), 999).why("why has window [1000, 2000) of a not fired")
    assert "Python bundle" not in answer.sentence
    assert answer.sentence.count("limited by") == 1


def test_bundles_of_one_and_threads_let_no_watermark_wait() -> None:
    for sim in (simulation(size=1), simulation(mode="thread")):
        sim.run()
        assert not any(isinstance(event, e.WatermarkHeld) for event in sim.trace.events)


@pytest.mark.parametrize("given", [{"size": 0}, {"time": 0}, {"size": -3, "time": -3}])
def test_limits_that_are_not_positive_are_the_usual_ones(given: dict[str, int]) -> None:
    usual, other = simulation(), simulation(**given)
    assert other.run().trace.events == usual.run().trace.events
