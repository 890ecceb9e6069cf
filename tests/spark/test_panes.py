"""Panes and the numbers of windows, against the assigners themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from flinksim.common import Duration, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    CumulativeEventTimeWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    WindowAssigner,
)
from flinksim.spark.job import ReplaySettings, SparkJob
from flinksim.spark.native.panes import Panes

NO_CONTEXT: Any = None
TIMES = st.integers(-(10**13), 10**13)


@st.composite
def grids(draw: st.DrawFn) -> tuple[WindowAssigner[Any, Any], Panes]:
    step = draw(st.integers(1, 5_000))
    size = step * draw(st.sampled_from([1, 2, 3, 12, 24]))
    offset = draw(st.integers(1 - step, step - 1))
    match draw(st.sampled_from(["tumbling", "sliding", "cumulative"])):
        case "tumbling":
            return TumblingEventTimeWindows(size, offset), Panes(size, size, offset)
        case "sliding":
            return SlidingEventTimeWindows(size, step, offset), Panes(size, step, offset)
        case _:
            offset = draw(st.integers(-2 * size, 2 * size))
            return CumulativeEventTimeWindows(size, step, offset), Panes(size, step, offset, True)


@given(grids(), TIMES, st.integers(0, 10**6))
def test_windows_are_those_of_the_assigner(
    grid: tuple[WindowAssigner[Any, Any], Panes], first: int, later: int
) -> None:
    assigner, panes = grid
    counted = panes.counted_from(first)
    pane = counted.pane_at(first + later)
    last = counted.last_window(pane)
    windows = assigner.assign_windows(None, first + later, NO_CONTEXT)

    assert counted.pane_at(first) >= 0
    assert sorted(window.end - 1 for window in windows) == counted.last_moments(pane, last).tolist()


@pytest.mark.parametrize(
    ("assigner", "panes"),
    [
        (TumblingEventTimeWindows(700, -30), Panes(700, 700, -30)),
        (SlidingEventTimeWindows(1_200, 400, 10), Panes(1_200, 400, 10)),
        (SlidingEventTimeWindows(2_400, 200, 0), Panes(2_400, 200)),
        (CumulativeEventTimeWindows(1_500, 500, 20), Panes(1_500, 500, 20, True)),
        (CumulativeEventTimeWindows(2_400, 200, -90), Panes(2_400, 200, -90, True)),
    ],
    ids=str,
)
def test_sql_gives_the_windows_of_the_assigner(
    assigner: WindowAssigner[Any, Any], panes: Panes, spark: SparkSession
) -> None:
    times = [-5_000, *range(-4_990, 9_000, 130), 9_000]
    counted = panes.counted_from(times[0])
    rows = (
        spark.createDataFrame([(time,) for time in times], "time bigint")
        .selectExpr("time", f"{counted.pane_sql('time')} AS pane")
        .selectExpr("time", f"explode({counted.windows_sql('pane')}) AS w")
    )
    expected = {
        (time, window.end - 1)
        for time in times
        for window in assigner.assign_windows(None, time, NO_CONTEXT)
    }
    found = {(row.time, int(counted.last_moments(row.w, row.w)[0])) for row in rows.collect()}
    assert found == expected


@pytest.mark.parametrize("kind", [SlidingEventTimeWindows, CumulativeEventTimeWindows])
def test_a_record_of_a_native_plan_has_a_thousand_windows_and_no_more(
    kind: Any, tmp_path: Path, spark: SparkSession
) -> None:
    log = tmp_path / "log.csv"
    log.write_text("split,arrival,timestamp,key,v:int\na,1000,900,x,1\n")

    def job(size_ms: int) -> SparkJob:
        env = StreamExecutionEnvironment.get_execution_environment()
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
        keyed = env.from_source(EventLogSource(log), strategy, "log").key_by(lambda v: v[0])
        keyed.window(kind(size_ms, 1)).sum(1).print()
        return SparkJob(spark, env.pipeline("job"), ReplaySettings())

    with job(1000) as native, job(1001) as other:
        assert native.native_plan is not None
        assert other.native_plan is None
        assert "a record belongs to more than 1000 windows" in str(other.not_native)
