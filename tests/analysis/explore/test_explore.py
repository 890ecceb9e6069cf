"""Does it always happen: outcomes as by brute force, verdicts, runs that part at one decision."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim.analysis.model_checking.properties import collect_results
from flinksim.common import Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, watermark
from flinksim.datastream.functions import MapFunction
from flinksim.datastream.window import TumblingEventTimeWindows, TumblingProcessingTimeWindows
from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace import events as e
from tests.analysis.explore.small_jobs import (
    JOBS,
    LONG,
    SMALL,
    combined,
    environment,
    found_in,
    one,
    outcome_of,
)


@pytest.mark.parametrize("name", SMALL)
def test_the_outcomes_are_those_of_brute_force(name: str) -> None:
    reduced = found_in(JOBS[name])
    brute = found_in(JOBS[name], explores_all_orders=True, is_stateless=True)
    assert reduced.exhausted
    assert brute.exhausted
    assert reduced.outcomes == brute.outcomes
    assert reduced.runs <= brute.runs
    known = found_in(JOBS[name], explores_all_orders=True)
    assert known.schedules == brute.runs, "states that are one go on in the same ways"
    assert known.runs < brute.runs


def test_states_that_are_known_lose_no_outcome() -> None:
    reduced = found_in(JOBS["two sources, filter"])
    every = found_in(JOBS["two sources, filter"], explores_all_orders=True)
    assert reduced.exhausted
    assert every.exhausted
    assert reduced.outcomes == every.outcomes
    assert reduced.runs * 100 < every.schedules


@pytest.mark.parametrize("name", list(JOBS)[len(SMALL) : -1])
def test_no_random_schedule_has_an_outcome_that_was_not_found(name: str) -> None:
    found = found_in(JOBS[name])
    assert found.exhausted
    for seed in range(60):
        simulation = fs.simulate(JOBS[name](), Seeded(seed))
        simulation.run()
        assert outcome_of(simulation.trace) in found.outcomes


@pytest.mark.slow("explores 40 decisions: 10 s")
def test_a_job_of_40_decisions_ends() -> None:
    found = found_in(LONG)
    assert found.exhausted
    assert found.decisions >= 40
    assert found.runs < 1000


def test_a_claim_that_hangs_on_the_order_holds_sometimes_and_two_runs_part_at_one_decision() -> (
    None
):
    verdict = fs.explore(JOBS["two sources"](), "result (a,1,12) is written")
    assert verdict.verdict == "sometimes"
    assert verdict.is_exhausted
    assert not verdict
    parted = verdict.diverging_pair
    assert parted is not None
    assert any(event.text == "(a,1,12)" for event in parted.satisfying.get_events(e.ResultWritten))
    assert all(event.text != "(a,1,12)" for event in parted.violating.get_events(e.ResultWritten))
    step = parted.step
    assert parted.satisfying.headers[:step] == parted.violating.headers[:step]
    assert (
        parted.satisfying.events[: parted.satisfying.headers[step].first_event]
        == (parted.violating.events[: parted.violating.headers[step].first_event])
    )
    assert parted.satisfying.headers[step].actor != parted.violating.headers[step].actor
    assert "They diverge at step" in repr(verdict)
    assert verdict.compare().alignment.names == ("holds", "does not hold")


def test_the_run_that_fails_can_be_repeated() -> None:
    verdict = fs.explore(JOBS["two sources"](), fs.never("result (a,2,21) is written"))
    assert verdict.verdict == "sometimes"
    again = fs.simulate(JOBS["two sources"](), fs.Scripted(verdict.example.decisions))
    again.run()
    assert any(event.text == "(a,2,21)" for event in again.results)


def test_always_and_never() -> None:
    make = JOBS["two sources"]
    assert fs.explore(make(), fs.eventually("the job is FINISHED")).verdict == "always"
    assert fs.explore(make(), fs.always("not a record is dropped")).holds
    assert fs.explore(make(), "a record is dropped").verdict == "never"
    assert fs.explore(make(), lambda trace: len(trace.get_events(e.ResultWritten)) == 2).holds


def test_same_result() -> None:
    assert fs.explore(JOBS["two sources, filter"](), fs.same_result()).verdict == "always"
    verdict = fs.explore(JOBS["two sources"](), fs.same_result())
    assert verdict.verdict == "sometimes"
    assert len(verdict.outcomes) == 2
    assert verdict.diverging_pair is not None
    assert collect_results(verdict.diverging_pair.satisfying) != collect_results(
        verdict.diverging_pair.violating
    )


def _late_or_not() -> Any:
    env = environment()
    splits = {"x": [one(1), one(2)], "y": [watermark(30), one(25)]}
    source = ScriptedSource(splits)
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
    stream.set_parallelism(2).key_by(lambda value: value[0]).window(
        TumblingEventTimeWindows.of(Time.milliseconds(10))
    ).reduce(lambda left, right: left).print()
    return env


def test_a_race_between_a_watermark_and_a_record_is_found() -> None:
    # x gives no watermark of its own but its end, so what is late hangs on when x ends
    verdict = fs.explore(_late_or_not(), "a record is dropped")
    assert verdict.verdict == "sometimes"
    assert verdict.is_exhausted


def test_more_schedules_than_are_allowed_are_told() -> None:
    verdict = fs.explore(JOBS["two sources, one longer"](), fs.same_result(), max_runs=3)
    assert not verdict.is_exhausted
    assert verdict.random_runs > 0
    assert "not exhaustive" in repr(verdict)


def test_the_clock_may_hurry() -> None:
    calm = fs.explore(JOBS["two sources, pause"](), fs.same_result())
    hurried = fs.explore(JOBS["two sources, pause"](), fs.same_result(), early_clock_steps=1)
    assert len(hurried.outcomes) > len(calm.outcomes)


def test_a_crash_may_happen_before_any_step() -> None:
    def make() -> Any:
        env = environment()
        env.enable_checkpointing(10)
        source = ScriptedSource({"x": [one(1), pause(20), one(2), pause(20)]})
        stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
        stream.map(lambda value: value).print()
        return env

    calm = fs.explore(make(), fs.same_result())
    assert calm.verdict == "always"
    verdict = fs.explore(make(), fs.same_result(), max_crashes=1, crash_targets=["v1/0"])
    assert verdict.verdict == "sometimes", (
        "a row that was written before the crash is written again"
    )
    assert verdict.is_exhausted
    assert verdict.diverging_pair is not None
    again = fs.simulate(make(), settings=verdict.settings).run()
    assert collect_results(again.trace) == collect_results(verdict.example)
    assert "fs.Crash('v1/0', " in repr(verdict)


def test_what_holds_together_is_looked_at_in_every_order() -> None:
    def make() -> Any:
        env = environment()
        for name in ("left", "right"):
            source = ScriptedSource({name: [one(1, name)]})
            env.from_source(source, WatermarkStrategy.no_watermarks(), name).key_by(
                lambda value: value[0]
            ).reduce(combined).print()
        return env

    def is_ahead(moment: Any) -> bool:
        keys = [key for one in moment.state.operators.values() for (_, _, key, _) in one.states]
        return keys == ["left"]

    # the two pipelines touch nothing in common, and yet it hangs on their order
    verdict = fs.explore(make(), fs.eventually(is_ahead), max_runs=60)
    assert verdict.verdict == "sometimes"


class Collects(MapFunction):
    def open(self, runtime_context: Any) -> None:
        self.seen: list[int] = []

    def map(self, value: Any) -> Any:
        self.seen.append(value[2])
        return tuple(self.seen) if len(self.seen) == 3 else None


def test_a_function_that_remembers_is_in_another_state() -> None:
    env = environment()
    source = ScriptedSource({"x": [one(1), one(3)], "y": [one(2)]})
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
    collected = stream.set_parallelism(2).map(Collects()).set_parallelism(1)
    collected.filter(lambda found: found is not None).print()
    verdict = fs.explore(env, fs.same_result())
    assert verdict.is_exhausted
    assert len(verdict.outcomes) == 3


def test_what_is_no_claim_is_refused() -> None:
    make = JOBS["two sources"]
    with pytest.raises(TypeError, match=r"explore\(claim\): expected text"):
        fs.explore(make(), 7)
    with pytest.raises(ValueError, match="I did not understand the condition"):
        fs.explore(make(), "the moon is full")
    with pytest.raises(TypeError, match="explore"):
        fs.explore(RunSettings(), "a record is dropped")


def test_what_is_proved_is_true_under_every_seed() -> None:
    """Also where a clock that hurries would make it otherwise: no seed is outside of what was tried."""

    def job() -> Any:
        env = environment()
        source = ScriptedSource({"s": [one(1), pause(5), one(2), pause(50)]})
        stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
        windows = TumblingProcessingTimeWindows.of(Time.milliseconds(10))
        stream.key_by(lambda value: value[0]).window(windows).reduce(combined).print()
        return env

    verdict = fs.explore(job(), fs.same_result())
    assert verdict.verdict == "always"
    assert verdict.is_exhausted
    seeds = range(1, 21)
    assert all(fs.explore(job(), fs.same_result(), seed=seed).holds for seed in seeds)
    hurrying = {
        str(collect_results(fs.simulate(job(), interleaving=Seeded(seed)).run().trace))
        for seed in seeds
    }
    assert len(hurrying) > 1


def test_a_seed_with_hurried_turns_is_one_of_those_that_are_explored() -> None:
    assert repr(Seeded(3, early_clock_steps=0)) == "Seeded(3, early_clock_steps=0)"
    assert Seeded(3, early_clock_steps=0).flush_immediately
    with pytest.raises(
        ValueError, match="expected a whole number of at least 0 for early_clock_steps, found -1"
    ):
        Seeded(3, early_clock_steps=-1)
