"""Elements that windows share, and keys whose type is declared, on Spark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession
from pyspark.sql import functions as sql

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    DeltaTrigger,
    GlobalWindows,
    SlidingEventTimeWindows,
)
from flinksim.java.key_groups import assign_key_to_parallel_operator
from flinksim.spark.expressions.key_kinds import hashed_as
from flinksim.spark.expressions.subtasks import subtask_of
from flinksim.spark.expressions.symbolic import NotRecognised, Shape
from flinksim.spark.job import ReplaySettings
from flinksim.spark.refusals import NotReproducible
from flinksim.typeutils.typed_hash_code import typed_key_hash_for
from tests.spark.many_cases import differences, replayed, simulated

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
        settings = ReplaySettings(units=4, lowering=lowering)
        assert not differences(replayed(env, None, settings), expected)


def test_windows_at_the_end_of_the_stream_are_refused_by_name(tmp_path: Path) -> None:
    env = program(log_of(tmp_path), GlobalWindows.create_with_end_of_stream_trigger())
    with pytest.raises(NotReproducible, match="sorts by key for it"):
        replayed(env, None, ReplaySettings())


NUMBERS = st.lists(st.integers(-(1 << 63), (1 << 63) - 1), min_size=1, max_size=20)


@settings(max_examples=10, deadline=None)
@given(NUMBERS)
def test_a_key_that_is_a_long_goes_where_flink_sends_it(
    spark: SparkSession, numbers: list[int]
) -> None:
    numbers += [-1, -5, -(1 << 31), (1 << 31) - 1, 1 << 31]
    shape = Shape("single", ((("column", "n"), "int"),), ("n",))
    rows = spark.createDataFrame(pa.table({"value": pa.array(numbers, pa.int64())}))
    kinds = hashed_as(shape, Types.LONG())
    placed = rows.select(subtask_of(shape, sql.col("value"), 128, 5, kinds).alias("subtask"))
    key_hash = typed_key_hash_for(Types.LONG())
    expected = [assign_key_to_parallel_operator(n, 128, 5, key_hash) for n in numbers]
    assert [row.subtask for row in placed.collect()] == expected


def test_other_declared_types_are_no_expressions() -> None:
    shape = Shape("single", ((("column", "n"), "int"),), ("n",))
    assert hashed_as(shape, Types.INT()) == hashed_as(shape, None) == ("int",)
    with pytest.raises(NotRecognised, match="declared as BigInteger"):
        hashed_as(shape, Types.BIG_INT())


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
