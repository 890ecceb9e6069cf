"""Elements that windows share, and keys whose type is declared, on Spark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    DeltaTrigger,
    GlobalWindows,
    SlidingEventTimeWindows,
)
from flinksim.replay.analysis.reproducibility import NotReproducible
from flinksim.replay.replay_job import ReplaySettings
from tests.replay.many_cases import differences, replayed, simulated

SLIDING = SlidingEventTimeWindows.of(Time.milliseconds(20), Time.milliseconds(10))


def log_of(folder: Path) -> Path:
    log = folder / "log.csv"
    rows = [(11, -5, 1), (25, -5, 10), (31, -5, 4), (33, 7, 3), (47, 7, 9), (90, -5, 0)]
    lines = "".join(f"s,{ts},{key},{value},{ts}\n" for ts, key, value in rows)
    log.write_text(f"split,arrival,key:int,value:int,ts:int\n{lines}")
    return log


def program(log: Path, windows: Any, method: str = "max") -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(3)
    timed = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
        lambda value, _: value[2]
    )
    keyed = env.from_source(EventLogSource(log), timed, "log").key_by(lambda v: v[0], Types.LONG())
    getattr(keyed.window(windows), method)(1).sink_to(CollectSink())
    return env


def test_what_max_changes_in_other_windows_is_the_same_on_spark(tmp_path: Path) -> None:
    env = program(log_of(tmp_path), SLIDING)
    expected = simulated(env)
    assert expected is not None
    for lowering in ("native", "generic"):
        settings = ReplaySettings(units=4, backend=lowering)
        assert not differences(replayed(env, None, settings), expected)


def test_windows_at_the_end_of_the_stream_are_refused_by_name(tmp_path: Path) -> None:
    env = program(log_of(tmp_path), GlobalWindows.create_with_end_of_stream_trigger())
    with pytest.raises(NotReproducible, match="Flink then sorts by key"):
        replayed(env, None, ReplaySettings())


def test_a_delta_trigger_remembers_what_max_changes_and_no_other_object(tmp_path: Path) -> None:
    """A rolling ``reduce`` gives one object twice, of which the network makes two."""
    log = tmp_path / "log.csv"
    rows = [(1, 11, 5), (2, 25, 3), (3, 35, 9), (4, 15, 1)]
    lines = "".join(f"s,{at},-5,{value},{ts}\n" for at, ts, value in rows)
    log.write_text(f"split,arrival,key:int,value:int,ts:int\n{lines}")
    env = StreamExecutionEnvironment.get_execution_environment()
    timed = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    timed = timed.with_timestamp_assigner(lambda value, _: value[2])
    rolling = env.from_source(EventLogSource(log), timed, "log").key_by(lambda v: v[0])
    rolling = rolling.reduce(lambda before, now: before if now[1] == 3 else now)
    trigger = DeltaTrigger.of(1, lambda before, now: 9 - before[1])
    windowed = rolling.key_by(lambda v: v[0]).window(SLIDING).trigger(trigger)
    windowed.max(1).sink_to(CollectSink())
    expected = simulated(env)
    assert expected is not None
    fired = [firing[2] for firing in expected[0].elements()]
    assert sorted(fired) == [(0, 20), (10, 30)]
    assert not differences(replayed(env, None, ReplaySettings(units=4)), expected)
