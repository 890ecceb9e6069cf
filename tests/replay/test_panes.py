"""Panes and the numbers of windows, against the assigners themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
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
from flinksim.replay.compile.panes import Panes
from flinksim.replay.replay_job import ReplaySettings, SparkJob

NO_CONTEXT: Any = None
TIMES = st.integers(-(10**13), 10**13)


@st.composite
def grids(draw: st.DrawFn) -> tuple[WindowAssigner[Any, Any], Panes]:
    step = draw(st.integers(1, 5_000))
    size = step * draw(st.sampled_from([1, 2, 3, 12, 24]))
    offset = draw(st.integers(1 - step, step - 1))
    match draw(st.sampled_from(["tumbling", "sliding", "any slide", "cumulative"])):
        case "tumbling":
            return TumblingEventTimeWindows(size, offset), Panes(size, size, offset)
        case "sliding":
            return SlidingEventTimeWindows(size, step, offset), Panes(size, step, offset)
        case "any slide":
            slide = step * draw(st.integers(1, 30))
            return SlidingEventTimeWindows(size, slide, offset), Panes.from_sliding(
                size, slide, offset
            )
        case _:
            offset = draw(st.integers(-2 * size, 2 * size))
            return CumulativeEventTimeWindows(size, step, offset), Panes(size, step, offset, True)


def windows_at(panes: Panes, timestamp: int) -> list[tuple[int, int]]:
    """All windows of a timestamp."""
    pane = panes.get_panes(np.array([timestamp]))
    numbers = np.arange(pane[0], panes.last_windows(pane)[0] + 1)
    starts, ends = panes.get_bounds(numbers[panes.is_window_end(numbers)])
    return sorted(zip(starts.tolist(), ends.tolist(), strict=True))


def of_assigner(assigner: WindowAssigner[Any, Any], timestamp: int) -> list[tuple[int, int]]:
    windows = assigner.assign_windows(None, timestamp, NO_CONTEXT)
    return sorted((window.start, window.end) for window in windows)


@given(grids(), TIMES, st.integers(0, 10**6))
def test_windows_are_those_of_the_assigner(
    grid: tuple[WindowAssigner[Any, Any], Panes], first: int, later: int
) -> None:
    assigner, panes = grid
    counted = panes.with_origin(first)
    assert counted.get_pane(first) >= 0
    assert windows_at(counted, first + later) == of_assigner(assigner, first + later)


@given(grids(), st.lists(TIMES, min_size=1, max_size=20))
def test_stretches_without_records_are_not_counted(
    grid: tuple[WindowAssigner[Any, Any], Panes], times: list[int]
) -> None:
    assigner, panes = grid
    counted = panes.with_origin(min(times)).without_empty_ranges(np.array(times))
    for time in times:
        assert windows_at(counted, time) == of_assigner(assigner, time)
    most = int(counted.get_panes(np.array([max(times)]))[0])
    assert most <= len(set(times)) * 2 * (panes.panes_per_window + 1 + panes.period)


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
        assert native.columnar_plan is not None
        assert other.columnar_plan is None
        assert "its windows consist of more than 1000 slices" in str(other.not_columnar)
