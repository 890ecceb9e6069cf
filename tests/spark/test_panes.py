"""Panes and the numbers of windows, against the assigners themselves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from flinksim.datastream.window import (
    CumulativeEventTimeWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    WindowAssigner,
)
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
        .selectExpr("time", f"{counted.start_sql('w')}", f"{counted.end_sql('w')}")
    )
    expected = {
        (time, *window)
        for time in times
        for window in assigner.assign_windows(None, time, NO_CONTEXT)
    }
    assert {tuple(row) for row in rows.collect()} == expected
