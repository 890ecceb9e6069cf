"""A grid in one pass: every point's figures are those of the simulator at that point.

FLINKSIM_SPARK_CASES=2000 compares a hundred random logs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.demo import simulate_flights
from flinksim.demo.classic import declare
from flinksim.spark.job import ReplaySettings, SparkJob
from flinksim.spark.native.events import NativeEvents
from flinksim.spark.sweeps.sweep import Point, Sweep
from flinksim.spark.sweeps.sweep_table import _by_window_and_tick
from flinksim.trace.events import (
    LateRecordDropped,
    WindowAssigned,
    WindowCleared,
    WindowFired,
    WindowSkippedAsLate,
)
from flinksim.trace.recorder import Trace
from tests.spark.conftest import MANY
from tests.spark.random_programs import write_log

LOGS = MANY // 20 or 3
DELAYS = [0, 150, 1000, 4000]
IDLENESS = [None, 300]
LATENESS = [0, 700]


def program(log: Path, rng: random.Random) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(rng.choice([1, 2, 3]))
    env.get_config().set_auto_watermark_interval(rng.choice([100, 200]))
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    assigned = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    if rng.random() < 0.5:
        stream = env.from_source(EventLogSource(log), assigned, "source")
    else:
        stream = env.from_source(EventLogSource(log), WatermarkStrategy.no_watermarks(), "source")
        stream = stream.filter(lambda v: v[2] % 7 != 0).assign_timestamps_and_watermarks(assigned)
    windows = stream.key_by(lambda v: v[1]).window(
        rng.choice(
            [
                TumblingEventTimeWindows.of(Time.milliseconds(1000)),
                SlidingEventTimeWindows.of(Time.milliseconds(1200), Time.milliseconds(400)),
            ]
        )
    )
    windows.sum(2).sink_to(CollectSink())
    return env


def figures(point: Point) -> dict[str, Any]:
    names = [name for name in Point.__dataclass_fields__ if name != "_job"]
    return {name: getattr(point, name) for name in names if not name.endswith("ness_ms")}


def figures_of(trace: Trace, point: Point) -> dict[str, Any]:
    """The same figures, counted in the facts of a run."""
    assigned = late = lost = dropped = alive = alive_most = 0
    alive_for = 0
    born: dict[Any, int] = {}
    delays = []
    for step in trace:
        by_watermark = not any(isinstance(f, WindowAssigned) for f in step.events)
        for fact in step.events:
            pane = (getattr(fact, "key", None), getattr(fact, "window", None))
            if isinstance(fact, WindowAssigned):
                assigned += 1
                if pane not in born:
                    born[pane] = step.time_ms
                    alive += 1
                    alive_most = max(alive_most, alive)
            elif isinstance(fact, WindowFired):
                if by_watermark:
                    delays.append(step.time_ms - fact.window[1])
                else:
                    late += 1
            elif isinstance(fact, WindowSkippedAsLate):
                lost += 1
            elif isinstance(fact, LateRecordDropped):
                dropped += 1
            elif isinstance(fact, WindowCleared) and fact.reason == "cleanup":
                alive_for += step.time_ms - born.pop(pane)
                alive -= 1
    delays.sort()
    ranks = [-(-len(delays) * percent // 100) for percent in (50, 95, 99)]
    spread = [delays[rank - 1] if delays else 0 for rank in ranks]
    length = trace.heads[-1].time_ms - trace.heads[0].time_ms
    # Where all splits are idle in the end no last watermark comes, and panes stay.
    alive_for += sum(trace.heads[-1].time_ms - since for since in born.values())
    return {
        "delay_ms": point.delay_ms,
        "records": assigned + lost,
        "on_time": assigned - late,
        "late": late,
        "lost": lost,
        "dropped": dropped,
        "firings": len(delays),
        "delay_mean": pytest.approx(sum(delays) / max(1, len(delays))),
        "delay_p50": spread[0],
        "delay_p95": spread[1],
        "delay_p99": spread[2],
        "panes_max": alive_most,
        "panes_mean": pytest.approx(alive_for / length) if length else 0.0,
    }


@pytest.mark.parametrize("seed", range(LOGS))
def test_each_point_has_the_figures_of_a_run_at_that_point(
    seed: int, tmp_path: Path, spark: SparkSession
) -> None:
    rng = random.Random(seed)
    write_log(rng, tmp_path / "log.csv")
    env = program(tmp_path / "log.csv", rng)
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep(DELAYS, IDLENESS, LATENESS)
        assert len(sweep.points) == len(DELAYS) * len(IDLENESS) * len(LATENESS)
        for point in sweep.points:
            with redirect_stdout(StringIO()):
                trace = point.simulate().run().trace
            assert figures(point) == figures_of(trace, point), point


def test_a_split_that_ends_between_two_ticks_closes_windows_then_and_there(
    tmp_path: Path, spark: SparkSession
) -> None:
    """At 1450 one of two source tasks ends, and 10 ms later a record is too late because of it."""
    log = tmp_path / "log.csv"
    log.write_text(
        "split,arrival,timestamp,key,v:int\n"
        "a,1000,0,k,1\nb,1005,5000,k,1\na,1450,20,m,1\nb,1460,100,k,1\nb,2000,6000,k,1\n"
    )
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[0])
    windows = stream.window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.sum(1).sink_to(CollectSink())
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        point = job.sweep([0]).point(0)
        assert figures(point) == figures_of(point.simulate().run().trace, point)
        assert (point.records, point.on_time, point.dropped, point.panes_max) == (5, 4, 1, 3)


# --- one pass -----------------------------------------------------------------------------------------


def jobs_so_far(spark: SparkSession) -> int:
    """How many jobs Spark has run in this session."""
    return spark.sparkContext._jsc.sc().dagScheduler().nextJobId()


def flights(spark: SparkSession) -> SparkJob:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env)
    return SparkJob(spark, env.pipeline("flights"), ReplaySettings())


MINUTE = 60_000


def test_a_grid_of_many_points_reads_the_log_no_oftener_than_one_point(
    spark: SparkSession,
) -> None:
    with flights(spark) as job:
        before = jobs_so_far(spark)
        job.sweep([0])
        for_one = jobs_so_far(spark) - before
        many = job.sweep(
            [minutes * MINUTE for minutes in range(0, 120, 5)],
            [None, 30 * MINUTE],
            [0, 60 * MINUTE],
        )
        assert len(many.points) == 96
        many.point(17 * MINUTE)
        many.smallest_delay()
        assert jobs_so_far(spark) - before == 2 * for_one


def test_the_table_is_made_of_one_scan_of_the_log(spark: SparkSession) -> None:
    with flights(spark) as job:
        plan = job.native_plan
        assert plan is not None
        path = job._parquet(plan)
        reached, _, _ = NativeEvents(spark, path, plan).reached()
        rows = _by_window_and_tick(spark, path, plan, reached)
        physical = rows._jdf.queryExecution().executedPlan().toString()
        assert physical.count("FileScan parquet") == 1


@pytest.fixture(scope="module")
def of_flights(spark: SparkSession) -> Iterator[Sweep]:
    with flights(spark) as job:
        yield job.sweep([0, 30 * MINUTE, 120 * MINUTE], [None], [0, 60 * MINUTE])


def test_the_demo_is_the_point_at_thirty_minutes(of_flights: Sweep) -> None:
    point = of_flights.point(30 * MINUTE)
    with redirect_stdout(StringIO()):
        trace = simulate_flights().run().trace
    assert figures(point) == figures_of(trace, point)
    assert (point.records, point.dropped, point.firings) == (450, 52, 119)


def test_the_smallest_delay_is_enough_and_one_millisecond_less_is_not(of_flights: Sweep) -> None:
    for share in (0.9, 0.99, 0.999):
        delay = of_flights.smallest_delay(share)
        assert of_flights.point(delay).on_time_share >= share
        assert of_flights.point(delay - 1).on_time_share < share
    lateness = of_flights.smallest_lateness(30 * MINUTE, 0.99)
    assert of_flights.point(30 * MINUTE, None, lateness).counted_share >= 0.99
    assert of_flights.point(30 * MINUTE, None, lateness - 1).counted_share < 0.99


def test_a_point_opens_as_a_run_on_spark_too(of_flights: Sweep) -> None:
    point = of_flights.point(45 * MINUTE, None, 15 * MINUTE)
    with point.job() as job:
        assert job.dropped.count() == point.dropped
        assert job.firings.count() == point.firings + point.late


def test_the_picture_and_the_table_have_all_points(of_flights: Sweep) -> None:
    rows = of_flights.table()
    assert list(rows["delay_ms"]) == [0, 30 * MINUTE, 120 * MINUTE] * 2
    missing, waiting, kept = of_flights.picture().axes
    drawn = [list(line.get_ydata()) for line in missing.get_lines()]
    assert [100 * (1 - point.on_time_share) for point in of_flights.points[:3]] in drawn
    assert [100 * (1 - point.counted_share) for point in of_flights.points[3:]] in drawn
    assert [point.delay_p95 / MINUTE for point in of_flights.points[:3]] in [
        list(line.get_ydata()) for line in waiting.get_lines()
    ]
    assert [point.panes_mean for point in of_flights.points[:3]] in [
        list(line.get_ydata()) for line in kept.get_lines()
    ]


def test_a_program_that_is_not_native_is_refused_with_the_reason(
    tmp_path: Path, spark: SparkSession
) -> None:
    write_log(random.Random(1), tmp_path / "log.csv")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    stream = env.from_source(EventLogSource(tmp_path / "log.csv", timestamp="ts"), strategy, "s")
    windows = stream.key_by(lambda v: v[1]).count_window(3)
    windows.sum(2).sink_to(CollectSink())
    with (
        SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job,
        pytest.raises(ValueError, match="a sweep needs windows that run natively"),
    ):
        job.sweep([0])


def test_sessions_are_refused_with_the_reason(tmp_path: Path, spark: SparkSession) -> None:
    write_log(random.Random(1), tmp_path / "log.csv")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    stream = env.from_source(EventLogSource(tmp_path / "log.csv", timestamp="ts"), strategy, "s")
    windows = stream.key_by(lambda v: v[1]).window(
        EventTimeSessionWindows.with_gap(Time.milliseconds(400))
    )
    windows.sum(2).sink_to(CollectSink())
    with (
        SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job,
        pytest.raises(ValueError, match="which sessions there are depends on"),
    ):
        job.sweep([0])


def test_an_empty_grid_and_a_negative_delay_are_refused(of_flights: Sweep) -> None:
    for delays in ([], [-1]):
        with pytest.raises(ValueError, match="delays_ms: expected one or more times"):
            of_flights._job.sweep(delays)
