"""A grid in one pass: every point's figures are those of the simulator at that point.

FLINKSIM_SPARK_CASES=2000 compares a hundred random logs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.core.resources import FLIGHTS
from flinksim.course.demo import simulate_flights
from flinksim.course.demo.flights import declare
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.window import (
    CountEvictor,
    CumulativeEventTimeWindows,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.replay.spark import fetch as fetched_rows
from flinksim.replay.sweep.parameter_sweep import Point, Sweep
from flinksim.trace.events import (
    LateRecordDropped,
    WindowAssigned,
    WindowCleared,
    WindowFired,
    WindowSkippedAsLate,
    WindowsMerged,
)
from flinksim.trace.recorder import Trace
from tests.replay.conftest import MANY
from tests.replay.random_programs import DELAYS as DISORDER
from tests.replay.random_programs import WILD, write_log

LOGS = MANY // 20 or 3
DELAYS = [0, 150, 1000, 4000]
IDLENESS = [None, 300]
LATENESS = [0, 700]


def program(
    log: Path, rng: random.Random, assigners: Sequence[Any] = ()
) -> StreamExecutionEnvironment:
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
            assigners
            or [
                TumblingEventTimeWindows.of(Time.milliseconds(1000)),
                SlidingEventTimeWindows.of(Time.milliseconds(1200), Time.milliseconds(400)),
                CumulativeEventTimeWindows.of(Time.milliseconds(1200), Time.milliseconds(400)),
            ]
        )
    )
    windows.sum(2).sink_to(CollectSink())
    return env


def figures(point: Point) -> dict[str, Any]:
    names = [name for name in Point.__dataclass_fields__ if not name.startswith("_")]
    return {name: getattr(point, name) for name in names if not name.endswith("ness_ms")}


def figures_of(trace: Trace, point: Point) -> dict[str, Any]:
    """The same figures, counted in the facts of a run."""
    assigned = late = lost = dropped = alive_most = alive_for = 0
    alive: set[Any] = set()
    since = trace.headers[0].time_ms
    delays = []
    for step in trace:
        alive_for += len(alive) * (step.time_ms - since)
        since = step.time_ms
        by_watermark = not any(isinstance(f, WindowAssigned) for f in step.events)
        for event in step.events:
            key = getattr(event, "key", None)
            if isinstance(event, WindowsMerged):
                alive -= {(key, window) for window in event.merged}
                alive.add((key, event.result))
            elif isinstance(event, WindowAssigned):
                assigned += 1
                alive.add((key, event.window))
                alive_most = max(alive_most, len(alive))
            elif isinstance(event, WindowFired):
                if by_watermark:
                    delays.append(step.time_ms - event.window[1])
                else:
                    late += 1
            elif isinstance(event, WindowSkippedAsLate):
                lost += 1
            elif isinstance(event, LateRecordDropped):
                dropped += 1
            elif isinstance(event, WindowCleared) and event.reason == "cleanup":
                alive.remove((key, event.window))
    delays.sort()
    ranks = [-(-len(delays) * percent // 100) for percent in (50, 95, 99)]
    spread = [delays[rank - 1] if delays else 0 for rank in ranks]
    length = trace.headers[-1].time_ms - trace.headers[0].time_ms
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


def check_grid(
    spark: SparkSession,
    env: StreamExecutionEnvironment,
    idleness: Sequence[int | None] = IDLENESS,
) -> None:
    """All points of the grid, and one beside it, against runs at these points."""
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep(DELAYS, idleness, LATENESS)
        assert len(sweep.points) == len(DELAYS) * len(IDLENESS) * len(LATENESS)
        for point in [*sweep.points, sweep.point(77, 600, 1300)]:
            with redirect_stdout(StringIO()):
                trace = point.simulate().run().trace
            assert figures(point) == figures_of(trace, point), point


@pytest.mark.parametrize("seed", range(LOGS))
def test_each_point_has_the_figures_of_a_run_at_that_point(
    seed: int, tmp_path: Path, spark: SparkSession
) -> None:
    rng = random.Random(seed)
    write_log(rng, tmp_path / "log.csv")
    check_grid(spark, program(tmp_path / "log.csv", rng))


SESSIONS = [EventTimeSessionWindows.with_gap(Time.milliseconds(gap)) for gap in (100, 400, 1000)]


@pytest.mark.slow("runs the program at every point of a sweep")
@pytest.mark.parametrize("seed", range(LOGS))
@pytest.mark.parametrize(
    ("delays", "idleness"),
    [(DISORDER, IDLENESS), (WILD, IDLENESS[::-1])],
    ids=["some disorder", "wild"],
)
def test_each_point_of_sessions_has_the_figures_of_a_run_at_that_point(
    delays: Sequence[int],
    idleness: Sequence[int | None],
    seed: int,
    tmp_path: Path,
    spark: SparkSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(seed)
    if seed % 2:  # what is kept comes by way of files
        monkeypatch.setattr(fetched_rows, "MAX_ARROW_ROWS", 0)
    write_log(rng, tmp_path / "log.csv", delays)
    check_grid(spark, program(tmp_path / "log.csv", rng, SESSIONS), idleness)


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


@pytest.mark.parametrize("size_ms", [1, 1000])
def test_a_timestamp_that_is_years_away_makes_no_windows_in_between(
    size_ms: int, tmp_path: Path, spark: SparkSession
) -> None:
    """One has the timestamp 0: a number for each window of 1 s would be 13.6 GB, of 1 ms 13.6 TB."""
    log, now = tmp_path / "log.csv", 1_700_000_000_000
    rows = [(0, now), (100, 0), (700, now + 650), (900, now + 10), (2500, now + 2400)]
    lines = "".join(f"a,{now + after},{ts},k,1\n" for after, ts in rows)
    log.write_text("split,arrival,timestamp,key,v:int\n" + lines)
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[0])
    windows = stream.window(TumblingEventTimeWindows.of(Time.milliseconds(size_ms)))
    windows.sum(1).sink_to(CollectSink())
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep([0, 5000, now])
        for point in sweep.points:
            assert figures(point) == figures_of(point.simulate().run().trace, point)
        assert len(sweep._table._max_timestamps) == (5 if size_ms == 1 else 3)  # type: ignore[attr-defined]


# --- one pass -----------------------------------------------------------------------------------------


def jobs_so_far(spark: SparkSession) -> int:
    """How many jobs Spark has run in this session."""
    return spark.sparkContext._jsc.sc().dagScheduler().nextJobId()


def flights_program() -> Pipeline:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env)
    return env.pipeline("flights")


def flights(spark: SparkSession) -> SparkJob:
    return SparkJob(spark, flights_program(), ReplaySettings())


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


def test_a_sweep_in_this_process_is_that_on_spark(of_flights: Sweep) -> None:
    with SparkJob(None, flights_program(), ReplaySettings()) as job:
        here = job.sweep([0, 30 * MINUTE, 120 * MINUTE], [None], [0, 60 * MINUTE])
        assert [figures(point) for point in here.points] == [
            figures(point) for point in of_flights.points
        ]
        with here.points[1].create_job() as again:
            assert len(list(again.iterate_dropped())) == here.points[1].dropped


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


def test_where_no_delay_is_enough_this_is_said_with_what_can_be_reached(
    spark: SparkSession,
) -> None:
    """JFK is idle when the others have ended: the watermark is at the end, and its next flight late."""
    with flights(spark) as job:
        sweep = job.sweep([0], [30 * MINUTE])
        for delay in (20 * 60 * MINUTE, 80 * 60 * MINUTE):
            assert sweep.point(delay, 30 * MINUTE).on_time == 448
        with pytest.raises(
            ValueError,
            match=r"^no delay has 99.9 % on time when idle after 30 min "
            r"\(at most 99.556 %, 448 of 450 records\)$",
        ):
            sweep.smallest_delay(0.999, 30 * MINUTE)
        with pytest.raises(
            ValueError,
            match=r"^with a delay of 30 min, no allowed lateness includes 100 % when idle after "
            r"30 min \(at most 99.556 %, ",
        ):
            sweep.smallest_lateness(30 * MINUTE, 1, 30 * MINUTE)
        reached = sweep.smallest_delay(448 / 450, 30 * MINUTE)
        assert sweep.point(reached, 30 * MINUTE).on_time == 448
        assert sweep.point(reached - 1, 30 * MINUTE).on_time < 448


@pytest.mark.parametrize("share", [0, -0.5, 1.01, 99.9])
def test_a_share_that_is_none_is_refused(share: float, of_flights: Sweep) -> None:
    message = f"^share: expected a number above 0 and at most 1, found {share}$"
    with pytest.raises(ValueError, match=message):
        of_flights.smallest_delay(share)
    with pytest.raises(ValueError, match=message):
        of_flights.smallest_lateness(0, share)


@pytest.mark.parametrize("windows", ["fast", "sessions"])
@pytest.mark.parametrize("seed", range(LOGS))
def test_a_longer_delay_or_lateness_never_brings_fewer_records_in_time(
    windows: str, seed: int, tmp_path: Path, spark: SparkSession
) -> None:
    """What the search for the smallest relies on, with sources that fall idle, too."""
    write_log(random.Random(seed), tmp_path / "log.csv", WILD)
    env = program(tmp_path / "log.csv", random.Random(seed), SESSIONS * (windows == "sessions"))
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep([0], [None, 100, 300])
        enough = sweep._table.sufficient_ms
        times = [*range(0, 3000, 150), enough, 4 * enough]
        for idleness in (None, 100, 300):
            by_delay = [sweep.point(time, idleness) for time in times]
            by_lateness = [sweep.point(100, idleness, time) for time in times]
            allowed = [sweep.point(time, idleness, 700) for time in times]
            for shares in (
                [point.on_time for point in by_delay],
                [point.on_time for point in allowed],
                [point.on_time + point.late for point in by_delay],
                [point.on_time + point.late for point in by_lateness],
            ):
                assert shares == sorted(shares)
                assert shares[-1] == shares[-2]


def test_a_point_opens_as_a_run_on_spark_too(of_flights: Sweep) -> None:
    point = of_flights.point(45 * MINUTE, None, 15 * MINUTE)
    with point.create_job() as job:
        assert len(job.dropped) == point.dropped
        assert len(job.firings) == point.firings + point.late


def test_the_picture_and_the_table_have_all_points(of_flights: Sweep) -> None:
    rows = of_flights.table()
    assert list(rows["delay_ms"]) == [0, 30 * MINUTE, 120 * MINUTE] * 2
    assert list(rows["idleness_ms"].isna()) == [True] * 6
    assert "delay_p99" in rows._repr_html_()
    assert "<td>99.111%</td>" in of_flights._repr_html_()
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


def test_the_picture_goes_as_far_as_the_grid_and_says_where_enough_are_on_time(
    of_flights: Sweep,
) -> None:
    panel = of_flights.picture().axes[0]
    assert panel.get_xlim()[1] < 130  # minutes; the delay of which the legend tells is at 310
    assert "99.9 % on time from 5 h 10 min 1 ms on, outside of this picture" in [
        text.get_text() for text in panel.get_legend().get_texts()
    ]
    # a power of ten each, down to the one below which it is even
    assert [text.get_text() for text in panel.get_yticklabels()] == [
        "0 %", "0.1 %", "1 %", "10 %", "100 %",
    ]  # fmt: skip


def test_the_picture_shows_where_no_record_is_missing_and_where_no_delay_is_enough(
    spark: SparkSession,
) -> None:
    with flights(spark) as job:
        enough = job.sweep([0, 300 * MINUTE, 400 * MINUTE])
        never = job.sweep([400 * MINUTE], [30 * MINUTE])
        only = job.sweep([400 * MINUTE])
    panel = enough.picture().axes[0]
    line, *_ = panel.get_lines()
    assert line.get_ydata()[-1] == 0
    assert panel.get_ylim()[0] < 0  # so it is drawn
    hours = 18_600_001 / 3_600_000
    assert [line for line in panel.get_lines() if list(line.get_xdata()) == [hours] * 2]
    told = never.picture().axes[0].get_legend().get_texts()[-1].get_text()
    assert told.startswith("no delay has 99.9 % on time when idle after 30 min")
    assert only.picture().axes[0].get_ylim()[1] > 0.1  # nothing is missing: an axis all the same


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
    with (
        SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job,
        pytest.raises(ValueError, match=r"change the delay in the program and replay it for"),
    ):
        job.sweep([0])


@pytest.mark.parametrize(("evicts", "problem"), [
    (True, "a sweep needs windows without an evictor"),
    (False, "a sweep needs windows in the last stage"),
])  # fmt: skip
def test_windows_of_which_firings_tell_less_are_refused(
    evicts: bool, problem: str, tmp_path: Path
) -> None:
    write_log(random.Random(1), tmp_path / "log.csv")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    stream = env.from_source(EventLogSource(tmp_path / "log.csv", timestamp="ts"), strategy, "s")
    windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    if evicts:
        windows.evictor(CountEvictor.of(2)).sum(2).sink_to(CollectSink())
    else:
        windows.sum(2).key_by(lambda v: v[1]).sum(2).sink_to(CollectSink())
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        assert job.columnar_plan is not None
        with pytest.raises(ValueError, match=problem):
            job.sweep([0])


@pytest.mark.parametrize("times", [5, "5s", ["5s"], [0.5], [True], {0: 1}.values])
def test_what_is_no_list_of_milliseconds_is_refused_with_its_name(
    times: Any, of_flights: Sweep
) -> None:
    found = re.escape(repr(times))
    for name in ("delays_ms", "lateness_ms", "idleness_ms"):
        grid = {"delays_ms": [0]} | {name: times}
        with pytest.raises(
            TypeError, match=f"^{name}: expected a list of milliseconds.*, found {found}$"
        ):
            of_flights._job.sweep(**grid)
    with pytest.raises(TypeError, match=r"^delays_ms: expected a list of milliseconds, found"):
        of_flights._job.sweep([None])


def test_an_empty_grid_and_a_negative_delay_are_refused(of_flights: Sweep) -> None:
    for delays in ([], [-1]):
        with pytest.raises(ValueError, match="delays_ms: expected at least one time"):
            of_flights._job.sweep(delays)
    for idleness in ([], [0]):
        with pytest.raises(
            ValueError, match="idleness_ms: expected at least one time of more than"
        ):
            of_flights._job.sweep([0], idleness)


# --- sessions -----------------------------------------------------------------------------------------


def session_program(log: Path, lines: Sequence[str]) -> StreamExecutionEnvironment:
    """Sessions with a gap of 100, the timestamps of *lines* (arrival,timestamp,key,v) as they are."""
    rows = "".join(f"a,{line}\n" for line in lines)
    log.write_text("split,arrival,timestamp,key,v:int\n" + rows)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(100)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    stream = env.from_source(EventLogSource(log), strategy, "source").key_by(lambda v: v[0])
    windows = stream.window(EventTimeSessionWindows.with_gap(Time.milliseconds(100)))
    windows.sum(1).sink_to(CollectSink())
    return env


def test_of_sessions_that_no_setting_cuts_one_row_is_kept_and_of_others_all(
    tmp_path: Path, spark: SparkSession
) -> None:
    lines = [f"{1000 + i},{i},in order,1" for i in range(50)]
    lines += [f"1060,{i},one joins two,1" for i in (0, 150, 80)]
    lines += ["1250,500,z,1", "1450,30,cut,1", "1451,60,cut,1"]
    env = session_program(tmp_path / "log.csv", lines)
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep([0])
        # "in order" and "z" one row each, "one joins two" three, "cut" both of its records
        assert repr(sweep) == "<Sweep: 1 points, from a table of 7 rows>"
        at_once, late_too, waiting = sweep.point(0), sweep.point(0, None, 450), sweep.point(600)
        for point in (at_once, late_too, waiting):
            assert figures(point) == figures_of(point.simulate().run().trace, point)
        assert (at_once.lost, late_too.lost, late_too.late, waiting.late) == (2, 0, 2, 0)


def test_only_the_operator_that_makes_the_watermarks_gets_the_points_delay(
    tmp_path: Path, spark: SparkSession
) -> None:
    write_log(random.Random(5), tmp_path / "log.csv")
    env = StreamExecutionEnvironment.get_execution_environment()
    source = EventLogSource(tmp_path / "log.csv")
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    assigned = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    keyed = stream.assign_timestamps_and_watermarks(assigned).key_by(lambda v: v[1])
    keyed.window(SESSIONS[0]).sum(2).sink_to(CollectSink())
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        pipeline = job.sweep([0], [300]).point(0, 300).pipeline
    generators = [
        type(strategy.create_watermark_generator(lambda: 0)).__name__
        for spec in (transformation.spec for transformation in pipeline.transformations)
        for strategy in [
            getattr(spec, "watermark_strategy", None) or getattr(spec, "strategy", None)
        ]
        if strategy is not None
    ]
    assert generators == ["NoWatermarksGenerator", "WatermarksWithIdleness"]


def test_an_idle_timeout_that_no_point_of_the_grid_has_reads_the_log_of_sessions_again(
    tmp_path: Path, spark: SparkSession
) -> None:
    env = session_program(tmp_path / "log.csv", ["1000,0,a,1", "1900,900,b,1"])
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep([0, 100], [None, 300])
        before = jobs_so_far(spark)
        sweep.point(50, 300, 70)
        sweep.smallest_delay()
        assert jobs_so_far(spark) == before
        sweep.point(50, 200)
        assert jobs_so_far(spark) > before
    with pytest.raises(RuntimeError, match="the sweep does not include the idle timeout 150"):
        sweep.point(0, 150)


def test_the_smallest_delay_of_sessions_is_enough_and_one_millisecond_less_is_not(
    tmp_path: Path, spark: SparkSession
) -> None:
    write_log(random.Random(3), tmp_path / "log.csv", WILD)
    env = program(tmp_path / "log.csv", random.Random(3), SESSIONS[1:2])
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep([0, 2000], [None], [0, 500])
        delay = sweep.smallest_delay(0.9)
        assert sweep.point(delay).on_time_share >= 0.9 > sweep.point(delay - 1).on_time_share
        lateness = sweep.smallest_lateness(0, 0.9)
        assert sweep.point(0, None, lateness).counted_share >= 0.9
        assert sweep.point(0, None, lateness - 1).counted_share < 0.9
        # what is on time depends on the lateness, so each has a line of its own
        missing = sweep.picture().axes[0]
        labels = [line.get_label() for line in missing.get_lines()]
        assert {"never idle: not on time", "never idle, lateness 500 ms: not on time"} <= set(
            labels
        )


BY_WAY_OF_ANOTHER = ["1000,0,a,1", "1050,151,b,1", "1150,180,a,1", "1160,90,a,1", "1170,-50,a,1"]
"""At 1100 the session of 0 is over. If it is still allowed, 90 joins it to that of 180, which is not
over yet, so that -50 is on time; else -50 is lost, unless the watermark had not been beyond 98."""


def test_of_sessions_the_smallest_delay_is_that_at_a_lateness_which_is_told(
    tmp_path: Path, spark: SparkSession
) -> None:
    env = session_program(tmp_path / "log.csv", BY_WAY_OF_ANOTHER)
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep([0, 100], [None], [1000, 0])
        for point in (*sweep.points, sweep.point(51), sweep.point(52)):
            assert figures(point) == figures_of(point.simulate().run().trace, point)
        assert sweep.smallest_delay(1, None, 0) == 52
        assert sweep.smallest_delay(1, None, 1000) == 0
        assert sweep.smallest_delay(1) == 0  # the first of the grid
        assert sweep.relevant_latenesses == [1000, 0]
        *_, told = sweep.picture().axes[0].get_legend().get_texts()
        assert told.get_text().splitlines() == [
            "99.9 % on time from 0 ms on (lateness 1 s)",
            "99.9 % on time from 52 ms on (lateness 0 ms)",
        ]


def test_of_sessions_too_it_is_said_at_which_lateness_no_delay_is_enough(
    spark: SparkSession,
) -> None:
    """JFK is idle when the others have ended, and what it reads then late at every delay."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(30))
    source = EventLogSource(FLIGHTS, timestamp="scheduled")
    keyed = env.from_source(source, strategy, "flights").key_by(lambda f: f[1])
    windows = keyed.window(EventTimeSessionWindows.with_gap(Time.minutes(10)))
    windows.sum(4).sink_to(CollectSink())
    with SparkJob(spark, env.pipeline("job"), ReplaySettings()) as job:
        sweep = job.sweep([0], [30 * MINUTE], [0, 5 * MINUTE])
        with pytest.raises(
            ValueError,
            match=r"^no delay has 99.9 % on time when idle after 30 min with a lateness of 5 min "
            r"\(at most ",
        ):
            sweep.smallest_delay(0.999, 30 * MINUTE, 5 * MINUTE)


def test_of_windows_that_stand_fast_the_lateness_does_not_matter(of_flights: Sweep) -> None:
    assert of_flights.relevant_latenesses == [None]
    delays = {of_flights.smallest_delay(0.99, None, late) for late in (None, 0, 60 * MINUTE)}
    assert len(delays) == 1
