"""A window of a large log, cut out and run small: it comes to the same, for the same reasons.

FLINKSIM_SPARK_CASES=2000 zooms into windows of so many random programs.
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
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.demo.classic import declare
from flinksim.simulation import simulate
from flinksim.spark.job import Drop, Firing, ReplaySettings, SparkJob
from flinksim.spark.zoom import NotZoomable, Zoom
from flinksim.trace.events import (
    InputWatermarkAdvanced,
    LateRecordDropped,
    SourceRecordRead,
    WindowFired,
)
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze
from tests.spark.conftest import MANY
from tests.spark.random_programs import declare_anything, declare_native, write_log

PROGRAMS = MANY or 60


def run(zoom: Zoom) -> Trace:
    simulation = zoom.simulate()
    with redirect_stdout(StringIO()):
        simulation.run()
    return simulation.trace


def firings_in(trace: Trace, node: int, key: Any, window: Any) -> list[Any]:
    """All that is known of the firings of one window, in order."""
    return [
        (f.kind, f.count, f.contents, f.watermark, step.time_ms)
        for step in trace
        for f in step.events
        if isinstance(f, WindowFired)
        and f.operator.startswith(f"o{node}/")
        and (f.key, f.window) == (freeze(key), freeze(window))
    ]


def firings_of(firings: list[Firing], node: int, key: Any, window: Any) -> list[Any]:
    return [
        (f.kind, f.count, freeze(f.contents), f.watermark, f.time)
        for f in firings
        if (f.node, f.key, f.window) == (node, key, window)
    ]


def drops_in(trace: Trace, node: int) -> list[Any]:
    return [
        (f.key, f.value, f.timestamp, f.watermark, f.side_output, step.time_ms)
        for step in trace
        for f in step.events
        if isinstance(f, LateRecordDropped) and f.operator.startswith(f"o{node}/")
    ]


def as_fact(drop: Drop) -> Any:
    return (
        freeze(drop.key), freeze(drop.value), drop.timestamp, drop.watermark,
        drop.to_side_output, drop.time,
    )  # fmt: skip


def random_jobs(log: Path) -> Iterator[tuple[int, random.Random, SparkJob]]:
    """Jobs with a window, in this process; every other one of any kind."""
    for seed in range(PROGRAMS):
        rng = random.Random(seed)
        write_log(rng, log)
        make = declare_native if seed % 2 else declare_anything
        job = SparkJob(None, make(rng, log).pipeline("job"), ReplaySettings())
        with job:
            yield seed, rng, job


def test_hundreds_of_random_windows_fire_in_the_zoom_as_they_did_in_the_large_run(
    tmp_path: Path,
) -> None:
    windows = late = refused = 0
    for seed, rng, job in random_jobs(tmp_path / "log.csv"):
        try:
            firings = list(job.iterate_firings())
        except Exception:
            continue
        places = list(dict.fromkeys((f.node, f.key, f.window) for f in firings))
        for node, key, window in rng.sample(places, min(8, len(places))):
            name = next(s.vertex.head.name for s in job.stages if s.vertex.head.id == node)
            try:
                zoom = job.zoom(key, window, operator=name)
            except NotZoomable:
                refused += 1
                continue
            expected = firings_of(firings, node, key, window)
            assert firings_in(run(zoom), node, key, window) == expected, (seed, key, window)
            windows += 1
            late += any(kind == "late" for kind, *_ in expected)
    assert windows > 4 * PROGRAMS, (windows, refused)
    assert late >= PROGRAMS / 15


def test_random_records_are_dropped_in_the_zoom_as_they_were_in_the_large_run(
    tmp_path: Path,
) -> None:
    zooms = refused = 0
    for seed, rng, job in random_jobs(tmp_path / "log.csv"):
        try:
            dropped = list(job.iterate_dropped())
        except Exception:
            continue
        for drop in rng.sample(dropped, min(4, len(dropped))):
            try:
                zoom = job.zoom(dropped=drop)
            except NotZoomable:
                refused += 1
                continue
            trace = run(zoom)
            assert drops_in(trace, drop.node).count(as_fact(drop)) == dropped.count(drop), seed
            zooms += 1
    assert zooms > PROGRAMS / 2, (zooms, refused)


# --- the real day of flights ------------------------------------------------------------------------


def flights() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    declare(env)
    return env


HOUR = 3_600_000
NINE = 1_357_117_200_000  # 2 January 2013, 09:00
UA_380 = ("UA", NINE + 6 * HOUR + 12 * 60_000, 379)
"""The longest delay of the day: scheduled for 15:12, it left at 21:31."""


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_a_zoom_explains_why_a_flight_was_dropped(lowering: Any, spark: SparkSession) -> None:
    with SparkJob(spark, flights().pipeline("flights"), ReplaySettings(lowering=lowering)) as job:
        (drop,) = [d for d in job.iterate_dropped() if d.value == UA_380]
        zoom = job.zoom(dropped=drop)
        trace = run(zoom)
        assert drops_in(trace, drop.node)[-1] == as_fact(drop)
        # Its hour had nine flights of the carrier behind schedule; all else was cut away.
        assert len(zoom.records) == 9
        assert len(trace.of(SourceRecordRead)) < 100
        story = zoom.why()
    assert story.splitlines() == [
        "('UA', 1357139520000, 379), timestamp 2013-01-02 15:12, came at 2013-01-02 21:31.",
        "Its window 2013-01-02 15:00 to 2013-01-02 16:00 is over once the watermark is at 2013-01-02 "
        "15:59:59.999.",
        "At 2013-01-02 16:49 it came there, from 2013-01-02 15:44:59.999 to 2013-01-02 16:04:59.999.",
        "Until then source task v1/1 (split JFK) had held it back; what let it go was "
        "Row(scheduled=1357144500000, carrier='B6', flight=1085, dest='CLT', delay=13) with timestamp "
        "2013-01-02 16:35.",
        "When the record came, the watermark stood at 2013-01-02 20:39:59.999, held back by source "
        "task v1/0 (splits EWR, LGA): too late, the record was dropped.",
    ]


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_windows_of_the_real_day_fire_in_the_zoom_as_on_spark(
    lowering: Any, spark: SparkSession
) -> None:
    with SparkJob(spark, flights().pipeline("flights"), ReplaySettings(lowering=lowering)) as job:
        firings = list(job.iterate_firings())
        for firing in random.Random(4).sample(firings, 5):
            trace = run(job.zoom(firing.key, firing.window))
            found = firings_in(trace, firing.node, firing.key, firing.window)
            assert found == firings_of(firings, firing.node, firing.key, firing.window)
            # Nothing else fires: the other records were kept for their watermarks alone.
            assert len(trace.of(WindowFired)) == 1


def test_who_held_the_watermark_is_as_it_was() -> None:
    """Of the whole run and of the zoom: each advance of the window's task, with the channel behind."""
    env = flights()
    with SparkJob(None, env.pipeline("flights"), ReplaySettings()) as job:
        zoom = job.zoom("UA", (NINE, NINE + HOUR))
    small = run(zoom)
    (fired,) = small.of(WindowFired)
    subtask = fired.operator.partition("/")[2]
    with redirect_stdout(StringIO()):
        large = simulate(env).run().trace
    seen = [
        {
            (step.time_ms, fact.after, fact.held_by)
            for step in trace
            for fact in step.events
            if isinstance(fact, InputWatermarkAdvanced)
            and fact.subtask.endswith(f"/{subtask}")
            and zoom.records[0].arrival_ms < step.time_ms <= zoom.until_ms
        }
        for trace in (large, small)
    ]
    assert seen[0] == seen[1]
    assert len(seen[0]) == 7


# --- what cannot be cut out ----------------------------------------------------------------------


def test_a_window_that_never_was_is_said_to_have_no_records() -> None:
    with SparkJob(None, flights().pipeline("flights"), ReplaySettings()) as job:
        with pytest.raises(NotZoomable, match=r"key 'UA' has \d+ records, .* but none in window"):
            job.zoom("UA", (NINE - 9 * HOUR, NINE - 8 * HOUR))
        with pytest.raises(NotZoomable, match="no record with the key 'XX' came to the window"):
            job.zoom("XX", (NINE, NINE + HOUR))


def test_a_window_behind_a_source_that_must_be_read_in_order_is_refused(tmp_path: Path) -> None:
    write_log(random.Random(1), tmp_path / "log.csv")
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(200))
    stream = env.from_source(
        EventLogSource(tmp_path / "log.csv"), WatermarkStrategy.no_watermarks(), "source"
    )
    stream = stream.rebalance().assign_timestamps_and_watermarks(strategy)
    windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    windows.sum(2).sink_to(CollectSink())
    with (
        SparkJob(None, env.pipeline("job"), ReplaySettings()) as job,
        pytest.raises(NotZoomable, match="is fed by"),
    ):
        job.zoom("k0", (1_000_000, 1_001_000))
