"""Each rule finds its illness in real programs, and a missing watermark strategy is no guess."""

from __future__ import annotations

import contextlib
import io

import pytest

import flinksim as fs
from flinksim.analysis.diagnosis.diagnose import RULES, diagnose_run
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import CheckpointingMode, StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedCoProcessFunction, MapFunction, RuntimeContext
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows
from flinksim.trace.events import CheckpointCompleted
from tests.analysis.diagnosis.healthy_programs import ROW
from tests.analysis.diagnosis.sick_programs import (
    NOT_SHOWN,
    SICK_PROGRAMS,
    diagnose_sick_program,
    run_simulation,
)


def test_every_rule_has_sick_programs_or_a_reason() -> None:
    names = [rule.name for rule in RULES]
    assert sorted([*SICK_PROGRAMS, *NOT_SHOWN]) == sorted(names)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("rule", SICK_PROGRAMS)
def test_a_rule_finds_its_illness_in_a_program(rule: str, seed: int) -> None:
    assert rule in diagnose_sick_program(rule, seed)


def diagnose_program(simulation: fs.Simulation) -> list[str]:
    with contextlib.redirect_stdout(io.StringIO()):
        simulation.run()
    return [one.rule for one in diagnose_run(simulation.trace)]


def create_environment() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env


def test_a_strategy_that_had_no_chance_is_not_called_missing() -> None:
    env = create_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    strategy = strategy.with_timestamp_assigner(lambda row, _: row[1])
    stream = env.from_collection([("a", 1_000 * n, 1) for n in range(30)], ROW)
    stream = stream.assign_timestamps_and_watermarks(strategy)
    windows = stream.key_by(lambda row: row[0]).window(
        fs.datastream.window.TumblingEventTimeWindows.of(fs.common.Time.seconds(5))
    )
    windows.sum(2).print()
    simulation = fs.simulate(env)
    assert "no watermarks" not in diagnose_program(simulation)
    answer = str(simulation.why("why is there no watermark"))
    assert "no watermark strategy" not in answer


def test_two_empty_splits_are_diagnosed() -> None:
    env = create_environment()
    source = ScriptedSource({"a": [], "b": [pause(100)]})
    env.from_source(source, WatermarkStrategy.for_monotonous_timestamps(), "s", ROW).print()
    assert diagnose_program(fs.simulate(env)) == ["no input"]


def test_a_checkpoint_under_way_at_the_end_did_not_fail() -> None:
    env = create_environment()
    env.enable_checkpointing(1_000)
    items = [item for n in range(20) for item in (record(("a", n, 1)), pause(100))]
    stream = env.from_source(ScriptedSource(items), WatermarkStrategy.no_watermarks(), "s", ROW)
    stream.key_by(lambda row: row[0]).sum(2).print()
    settings = fs.RunSettings(snapshots=fs.SnapshotSettings(async_bytes_per_s=20))
    simulation = fs.simulate(env, settings=settings)
    found = diagnose_program(simulation)
    assert [one.status for one in simulation.checkpoints][-1] == "FAILED"
    assert "failing checkpoints" not in found


def test_equal_results_of_other_records_are_not_repeated_ones() -> None:
    env = create_environment()
    env.enable_checkpointing(550)
    items = [item for _ in range(30) for item in (record("same"), pause(100))]
    no_watermarks = WatermarkStrategy.no_watermarks()
    stream = env.from_source(ScriptedSource(items), no_watermarks, "s", Types.STRING())
    stream.map(lambda word: word, Types.STRING()).name("words").print()
    simulation = fs.simulate(env)
    run_simulation(simulation, lambda _: bool(simulation.trace.get_events(CheckpointCompleted)))
    simulation.crash("words")
    run_simulation(simulation)
    assert len(simulation.trace.get_events(fs.ResultWritten)) == 30
    assert [one.rule for one in diagnose_run(simulation.trace)] == ["task failure"]


class PassBoth(KeyedCoProcessFunction):
    """Passes the records of both inputs."""

    def process_element1(self, value: str, ctx: KeyedCoProcessFunction.Context) -> list[str]:
        return [value]

    def process_element2(self, value: str, ctx: KeyedCoProcessFunction.Context) -> list[str]:
        return [value]


def test_two_inputs_may_have_different_keys_for_equal_values() -> None:
    env = create_environment()
    left = env.from_collection(["ab", "cd"], Types.STRING()).key_by(lambda word: word[0])
    right = env.from_collection(["ab", "cd"], Types.STRING()).key_by(lambda word: word[1])
    left.connect(right).process(PassBoth(), Types.STRING()).print()
    assert "unstable key" not in diagnose_program(fs.simulate(env))


def read_two_files(*, in_source: bool) -> list[str]:
    """One subtask reads a file and a file that is far behind; the strategy is in the source or after it."""
    env = create_environment()
    files = {
        "old": [item for n in range(30) for item in (record(("a", 100 * n, 1)), pause(100))],
        "new": [item for n in range(30) for item in (record(("b", 60_000 + n, 1)), pause(100))],
    }
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    strategy = strategy.with_timestamp_assigner(lambda row, _: row[1])
    none = WatermarkStrategy.no_watermarks()
    stream = env.from_source(ScriptedSource(files), strategy if in_source else none, "files", ROW)
    if not in_source:
        stream = stream.assign_timestamps_and_watermarks(strategy)
    size = fs.common.Time.seconds(1)
    windows = stream.key_by(lambda row: row[0])
    windows.window(fs.datastream.window.TumblingEventTimeWindows.of(size)).sum(2).print()
    return diagnose_program(fs.simulate(env))


def test_only_a_generator_in_the_source_sees_a_slow_split() -> None:
    assert "slow split" in read_two_files(in_source=True)
    after_source = read_two_files(in_source=False)
    assert "slow split" not in after_source
    assert "disorder beyond the delay" in after_source


def test_a_timestamp_in_the_future_is_no_disorder_that_a_delay_should_cover() -> None:
    found = diagnose_sick_program("timestamp in the future", 1)
    assert "timestamp in the future" in found
    assert "disorder beyond the delay" not in found


def count_late_after_idleness(offset_ms: int) -> list[str]:
    """A split is silent from 1 s to 4 s, idle after 1 s, and returns with records of another time."""
    env = create_environment()
    steady = [item for n in range(60) for item in (record(("a", 100 * n, 1)), pause(100))]
    first = [item for n in range(10) for item in (record(("b", 100 * n, 1)), pause(100))]
    later = [
        item for n in range(40, 60) for item in (record(("b", 100 * n - offset_ms, 1)), pause(100))
    ]
    source = ScriptedSource({"steady": steady, "silent": [*first, pause(3_000), *later]})
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(200))
    strategy = strategy.with_idleness(Duration.of_seconds(1))
    strategy = strategy.with_timestamp_assigner(lambda row, _: row[1])
    stream = env.from_source(source, strategy, "s", ROW).key_by(lambda row: row[0])
    windows = stream.window(TumblingEventTimeWindows.of(Time.milliseconds(500)))
    windows.sum(2).print()
    return diagnose_program(fs.simulate(env))


def test_a_split_that_returns_is_an_illness_only_if_its_records_are_late() -> None:
    assert "late after idleness" in count_late_after_idleness(2_500)
    assert "late after idleness" not in count_late_after_idleness(0)


@pytest.mark.parametrize("mode", CheckpointingMode)
def test_unaligned_checkpoints_are_ignored_in_one_mode(mode: CheckpointingMode) -> None:
    env = create_environment()
    env.enable_checkpointing(1_000, mode)
    env.get_checkpoint_config().enable_unaligned_checkpoints()
    env.from_collection([1]).print()
    found = [one.rule for one in fs.simulate(env).run().diagnose()]
    is_ignored = mode is CheckpointingMode.AT_LEAST_ONCE
    assert ("unaligned with at-least-once" in found) == is_ignored


class AddName(MapFunction):
    """Creates a table when it opens, and changes nothing for a record."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self.names = {1: "one"}
        self.count = 0

    def map(self, value: int) -> str:
        names = list(self.names.values())
        names.append("other")
        return names[0] if value in self.names else names[-1]


def test_a_variable_of_one_call_is_no_state() -> None:
    env = create_environment()
    env.from_collection([1, 2]).map(AddName()).map(lambda name: [name].pop()).print()
    simulation = fs.simulate(env).run()
    assert len(simulation.diagnose()) == 0


def test_short_sessions_do_not_make_a_usual_delay_suspicious() -> None:
    """Sessions are shorter than the delay that the input needs."""
    assert not any("far behind" in one for one in diagnose_program_of_sessions())


def diagnose_program_of_sessions() -> list[str]:
    env = create_environment()
    items = [item for n in range(60) for item in (record(("a", 100 * n, 1)), pause(100))]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(300))
    strategy = strategy.with_timestamp_assigner(lambda row, _: row[1])
    stream = env.from_source(ScriptedSource(items), strategy, "s", ROW).key_by(lambda row: row[0])
    stream.window(EventTimeSessionWindows.with_gap(Time.milliseconds(50))).sum(2).print()
    return diagnose_program(fs.simulate(env))
