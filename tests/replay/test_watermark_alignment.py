"""Sources that wait for each other read at the same moments on Spark, in the same order.

Real Spark has its turn in test_equal.py. FLINKSIM_SPARK_CASES=2000 runs so many random programs here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.connectors.sinks import CollectSink
from flinksim.connectors.source import Source
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import ProcessFunction
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, replay
from flinksim.replay.compile.columnar_plan import NotColumnar
from flinksim.replay.replay_job import SparkJob
from flinksim.replay.spark.physical_plan import format_spark_plans
from tests.replay.conftest import MANY
from tests.replay.many_cases import differences, replayed, simulated
from tests.replay.random_aligned import declare_aligned, unaligned
from tests.replay.random_programs import outcome_of_job
from tests.replay.test_zoom import firings_in, firings_of, run

HERE = MANY or 300
ZOOMED = MANY // 4 or 60


@pytest.mark.slow("hundreds of random programs, one after another")
def test_random_programs_come_to_the_same(tmp_path: Path) -> None:
    rows = waiting = ended = 0
    for seed in range(HERE):
        rng = random.Random(f"aligned in process {seed}")
        folder = tmp_path / str(seed)
        folder.mkdir()
        env = declare_aligned(rng, folder)
        expected = simulated(env)
        if expected is None:
            continue  # sources that wait for each other for ever
        found = replayed(env, None, ReplaySettings(chunks=rng.choice([1, 3, 7])))
        assert not differences(found, expected), f"seed {seed}"
        ended += 1
        waiting += simulated(unaligned(env.pipeline("job"))) != expected
        rows += sum(told.total() for told in expected)
    # The programs must not all be too tame to tell anything.
    assert ended > 0.98 * HERE
    assert waiting > 0.4 * HERE
    assert rows > 50 * HERE


# --- one thing at a time --------------------------------------------------------------------------

NONE = WatermarkStrategy.no_watermarks()
FAST = [(0, 0), (90, 1000), (210, 1100), (310, 1200), (320, 1300)]
SLOW = [(0, 0), (350, 900), (420, 5000)]


def ascending(group: str, drift_ms: int, update_ms: int) -> WatermarkStrategy:
    plain = WatermarkStrategy.for_monotonous_timestamps()
    drift, update = Duration.of_millis(drift_ms), Duration.of_millis(update_ms)
    aligned = plain.with_watermark_alignment(group, drift, update)
    return aligned.with_timestamp_assigner(lambda value, ts: value[0])


class When(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        timers = ctx.timer_service()
        yield (value[1], timers.current_processing_time(), timers.current_watermark())


def program(
    sources: Sequence[tuple[Source, WatermarkStrategy]],
    interval_ms: int = 100,
    parallelism: int = 1,
) -> StreamExecutionEnvironment:
    """All sources into one operator, which tells when which record comes."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(interval_ms)
    streams = [env.from_source(s, strategy, f"s{i}") for i, (s, strategy) in enumerate(sources)]
    stream = streams[0].union(*streams[1:]) if len(streams) > 1 else streams[0]
    stream.rebalance().process(When()).set_parallelism(1).sink_to(CollectSink())
    return env


def read_by(env: StreamExecutionEnvironment) -> list[tuple[str, int]]:
    """Which records come when on Spark, in their order; the simulator must say so, too."""
    expected = simulated(env)
    assert expected is not None
    assert not differences(replayed(env, None, ReplaySettings()), expected)
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        return [result.value[:2] for result in job.iterate_results()]


def split(name: str, *items: tuple[int, int]) -> list[Any]:
    """Records by arrival and timestamp, named after it."""
    script: list[Any] = []
    for arrival, ts in items:
        script += [at(arrival), record((ts, f"{name}{ts}"), None)]
    return script


def one_split(name: str, items: Sequence[tuple[int, int]]) -> ScriptedSource:
    return ScriptedSource({"split": split(name, *items)})


def test_a_source_that_is_ahead_waits_for_another_one() -> None:
    strategy = ascending("group", 50, 100)
    env = program([(one_split("f", FAST), strategy), (one_split("s", SLOW), strategy)])
    # Timers of 300: the slow source is at -1. Of 500: at 899, so that itself goes on. Of 600: at 4999.
    # The fast one reads one record then, before its periodic watermark holds it up again.
    assert read_by(env) == [
        ("f0", 0), ("s0", 0), ("f1000", 90), ("f1100", 210),
        ("s900", 350), ("s5000", 500), ("f1200", 600), ("f1300", 700),
    ]  # fmt: skip


@pytest.mark.parametrize("other", [ascending("another", 50, 100), NONE])
def test_nobody_waits_for_a_source_that_is_not_of_the_group(other: WatermarkStrategy) -> None:
    strategy = ascending("group", 50, 100)
    env = program([(one_split("f", FAST), strategy), (one_split("s", SLOW), other)])
    come = dict(read_by(env))
    assert (come["f1200"], come["f1300"]) == (
        400,
        500,
    )  # it is still held up by its own last report


def test_subtasks_of_one_source_wait_for_each_other() -> None:
    two = ScriptedSource({"f": split("f", *FAST), "s": split("s", *SLOW)})
    env = program([(two, ascending("group", 50, 100))], parallelism=2)
    come = dict(read_by(env))
    assert (come["f1100"], come["s5000"], come["f1200"], come["f1300"]) == (210, 500, 600, 700)


def test_a_split_that_is_ahead_waits_while_the_others_of_its_subtask_are_read() -> None:
    two = ScriptedSource({"f": split("f", *FAST), "s": split("s", *SLOW)})
    assert read_by(program([(two, ascending("group", 50, 100))])) == [
        ("f0", 0), ("s0", 0), ("f1000", 90), ("s900", 350), ("s5000", 500),
        ("f1100", 600), ("f1200", 700), ("f1300", 800),
    ]  # fmt: skip


def test_a_watermark_interval_of_its_own_moves_the_timers_apart() -> None:
    strategy = ascending("group", 50, 100)
    sources = [(one_split("f", FAST), strategy), (one_split("s", SLOW), strategy)]
    assert dict(read_by(program(sources, interval_ms=250)))["f1300"] == 320
    assert dict(read_by(program(sources, interval_ms=100)))["f1300"] == 700


def test_a_split_without_records_is_let_go_at_the_first_report() -> None:
    script = {"r": split("r", (0, 0), (150, 400), (350, 800), (550, 900)), "nothing": []}
    aligned = program([(ScriptedSource(script), ascending("group", 10_000, 100))])
    with SparkJob(None, aligned.pipeline("job"), ReplaySettings()) as job:
        told = [result.value for result in job.iterate_results()]
    assert told[2] == ("r800", 350, 399)  # else no watermark would come before the end
    assert not differences(replayed(aligned, None, ReplaySettings()), simulated(aligned))  # type: ignore[arg-type]


# --- what is told of it ----------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    rng = random.Random(5)
    path = tmp_path / "log.csv"
    lines = ["split,arrival,ts:timestamp,key,v:int"]
    for number in range(200):
        name = rng.choice("ab")
        arrival = 1_000_000 + number * 20
        ts = 1_000_000 + number * (200 if name == "a" else 20)
        lines.append(f"{name},{arrival},{ts},k{number % 3},1")
    path.write_text("\n".join(lines) + "\n")
    return path


def windowed(log: Path) -> StreamExecutionEnvironment:
    """One source that waits and one that does not, and a window over both."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    waiting = env.from_source(EventLogSource(log), ascending("group", 500, 200), "waiting")
    plain = WatermarkStrategy.for_monotonous_timestamps()
    plain = plain.with_timestamp_assigner(lambda value, ts: value[0])
    other = env.from_source(EventLogSource(log), plain, "other")
    for stream in (waiting, other):
        stream.map(lambda v: ("read", v)).sink_to(CollectSink())
    keyed = waiting.union(other).key_by(lambda v: v[1])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2).sink_to(CollectSink())
    return env


def alone(log: Path) -> StreamExecutionEnvironment:
    """A program that would be native if its source did not wait."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    stream = env.from_source(EventLogSource(log), ascending("group", 500, 200), "log")
    windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.sum(2).sink_to(CollectSink())
    return env


def test_explain_says_that_all_sources_run_together(log: Path, spark: SparkSession) -> None:
    job = replay(windowed(log), spark)
    text = job.explain()
    waits = "it waits for the other sources of its group 'group' (with_watermark_alignment)"
    assert f"Source: waiting: the simulator's operator, together, 1 unit of work: {waits}" in text
    other = f"'Source: waiting' reads in order, and may read between its records: {waits}"
    assert f"Source: other: the simulator's operator, together, 1 unit of work: {other}" in text
    plans = format_spark_plans(job)
    assert plans.count("== Source: ") == 1
    assert "== TumblingEventTimeWindows" in plans


def test_such_a_source_is_not_native_and_its_delay_is_not_swept(
    log: Path, spark: SparkSession
) -> None:
    with pytest.raises(
        NotColumnar, match="'Source: log': it waits for the other sources of its gro"
    ):
        replay(alone(log), spark, settings=ReplaySettings(backend="native"))
    with pytest.raises(
        ValueError, match="'Source: log': it waits for the other sources of its gro"
    ):
        replay(alone(log), spark).sweep([0, 1000])


def test_tables_have_each_row_once(log: Path, spark: SparkSession) -> None:
    env = windowed(log)
    expected = simulated(env)
    assert expected is not None
    with replay(env, spark) as job:
        assert len(job.firings) == expected[0].total() > 20
        assert len(job.results) == expected[2].total()
        assert len(job.dropped) == expected[1].total()
        assert not differences(outcome_of_job(job), expected)


@pytest.mark.slow("Spark's random cases")
def test_windows_behind_sources_that_wait_are_cut_out_as_they_were(tmp_path: Path) -> None:
    zooms = 0
    for seed in range(ZOOMED):
        rng = random.Random(f"zoom {seed}")
        folder = tmp_path / str(seed)
        folder.mkdir()
        pipeline = declare_aligned(rng, folder).pipeline("job")
        if simulated(pipeline) is None:
            continue
        with SparkJob(None, pipeline, ReplaySettings()) as job:
            firings = list(job.iterate_firings())
            if len({firing.node for firing in firings}) != 1:
                continue
            for firing in rng.sample(firings, min(3, len(firings))):
                window = tuple(firing.window)
                trace = run(job.zoom(firing.key, window))
                expected = firings_of(firings, firing.node, firing.key, firing.window)
                assert firings_in(trace, firing.node, firing.key, firing.window) == expected
                zooms += 1
    assert zooms > ZOOMED / 3


def test_what_fails_in_a_chain_is_named() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = one_split("f", FAST)
    stream = env.from_source(source, ascending("group", 50, 100), "log")
    stream.map(lambda v: 1 // (v[0] - 1100)).name("divide").sink_to(CollectSink())
    job = SparkJob(None, env.pipeline("job"), ReplaySettings())
    with job, pytest.raises(Exception, match="divide") as caught:
        job.run()
    assert "(1100, 'f1100')" in str(caught.value)
