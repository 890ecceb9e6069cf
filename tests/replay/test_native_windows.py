"""Windows by the kernel in Spark's workers: what random logs do not come to."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import DataFrame, SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.replay.kernel.row_group_parts import list_parts
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.replay.results.tables import SparkTable
from flinksim.replay.worker_errors import ReplayError
from tests.replay.many_cases import differences, features, in_small_parts, replayed, simulated
from tests.replay.random_programs import (
    WILD,
    Average,
    Outcome,
    declare_native,
    in_some_form,
    write_log,
)

SEEDS = range(8)
MOMENT = 50_000
LATE = 90
WINDOWS = [
    TumblingEventTimeWindows.of(Time.seconds(10)),
    SlidingEventTimeWindows.of(Time.seconds(60), Time.seconds(1)),
    EventTimeSessionWindows.with_gap(Time.seconds(1)),
]
STRATEGY = WatermarkStrategy.for_bounded_out_of_orderness(
    Duration.of_millis(0)
).with_timestamp_assigner(lambda value, ts: value[0])


@pytest.fixture(params=[True, False], ids=["windows dealt", "records by key"])
def is_dealt(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Windows are dealt to tasks, or records spread by key; five rows are read together."""
    with in_small_parts(request.param, rows=5):
        yield request.param


@pytest.fixture
def log_in_blocks(tmp_path: Path) -> Path:
    """A record in each split that brings the watermark on, then late ones, all in one millisecond.

    Each five of them are a row group. Records of one moment come split by split, and here the splits
    lie mixed.
    """
    path = tmp_path / "log.parquet"
    timestamps = [40_000] * 2 + [1_000] * LATE
    columns = {
        "split": pa.array(["ab"[place // 3 % 2] for place in range(2, LATE + 4)]),
        "arrival": pa.array([40_000] * 2 + [MOMENT] * LATE),
        "ts": pa.array(timestamps),
        "v": pa.array([(7 * place) % 97 + 1 for place in range(LATE + 2)]),
    }
    pq.write_table(pa.table(columns), path, row_group_size=5, compression="none")
    return path


def test_late_records_of_one_moment_count_in_the_order_of_the_file(
    log_in_blocks: Path, spark: SparkSession, is_dealt: bool
) -> None:
    assert len(list_parts(log_in_blocks)) > 10
    windows = TumblingEventTimeWindows.of(Time.seconds(10))
    env = program(log_in_blocks, windows, lateness_ms=60_000)

    expected = simulated(env)
    assert expected is not None
    assert expected[0].total() == LATE + 1
    assert not differences(replayed(env, spark, ReplaySettings(backend="native")), expected)


@pytest.mark.slow("Spark runs random programs, some seconds for each")
@pytest.mark.parametrize("seed", SEEDS)
def test_late_firings_of_any_program(
    seed: int, tmp_path: Path, spark: SparkSession, is_dealt: bool
) -> None:
    env, expected = with_late_firings(seed, tmp_path)
    settings = ReplaySettings(backend="native")
    assert not differences(replayed(env, spark, settings), expected)


def with_late_firings(seed: int, folder: Path) -> tuple[StreamExecutionEnvironment, Outcome]:
    """A random program with windows that stand fast, and late firings; and what comes of it.

    Even seeds have tumbling windows, odd ones some that overlap.
    """
    rng = random.Random(seed)
    while True:
        write_log(rng, folder / "log.csv", WILD)
        env = declare_native(rng, in_some_form(folder / "log.csv"))
        told = set(features(env))
        is_tumbling = "assigner: TumblingEventTimeWindows" in told
        if "assigner: EventTimeSessionWindows" in told or is_tumbling != (seed % 2 == 0):
            continue
        expected = simulated(env)
        if expected is not None and any(firing[3] == "late" for firing in expected[0]):
            return env, expected


def test_a_record_of_sixty_windows_is_in_time_for_the_latest_of_them(
    tmp_path: Path, spark: SparkSession, is_dealt: bool
) -> None:
    rng = random.Random(4)
    arrivals = sorted(rng.randrange(400_000) for _ in range(120))
    columns = {
        "split": pa.array([rng.choice("ab") for _ in arrivals]),
        "arrival": pa.array(arrivals),
        "ts": pa.array([arrival - rng.randrange(120_000) for arrival in arrivals]),
        "v": pa.array([1] * len(arrivals)),
    }
    pq.write_table(pa.table(columns), tmp_path / "log.parquet")
    windows = SlidingEventTimeWindows.of(Time.seconds(60), Time.seconds(1))
    env = program(tmp_path / "log.parquet", windows, lateness_ms=3_000)

    expected = simulated(env)
    assert expected is not None
    firings, dropped, _ = expected
    assert (firings.total(), dropped.total()) == (650, 20)
    assert not differences(replayed(env, spark, ReplaySettings(backend="native")), expected)


@pytest.mark.slow("runs twelve programs both ways")
@pytest.mark.parametrize("lateness_ms", [(1 << 63) - 1, 1 << 70])
@pytest.mark.parametrize("windows", WINDOWS, ids=lambda windows: type(windows).__name__)
def test_windows_can_be_kept_for_ever(
    windows: Any, lateness_ms: int, log_in_blocks: Path, spark: SparkSession, is_dealt: bool
) -> None:
    env = program(log_in_blocks, windows, lateness_ms)
    expected = simulated(env)
    assert expected is not None
    firings, dropped, _ = expected
    assert any(firing[3] == "late" for firing in firings)
    assert not dropped
    assert not differences(replayed(env, spark, ReplaySettings(backend="native")), expected)


@pytest.mark.parametrize(
    ("windows", "aggregate", "v"),
    [
        (WINDOWS[0], None, 1 << 62),
        (WINDOWS[2], None, 1 << 62),
        (WINDOWS[0], Average(), 1 << 52),
        (WINDOWS[0], lambda value: ("all", value[1] * 4), 1 << 62),
    ],
    ids=["sum", "sum of a session", "average", "map"],
)
def test_what_does_not_fit_into_64_bits_says_what_to_do(
    windows: Any, aggregate: Any, v: int, tmp_path: Path, spark: SparkSession
) -> None:
    log = tmp_path / "log.parquet"
    columns = {"split": ["a"] * 3, "arrival": [1, 2, 3], "ts": [1, 2, 3], "v": [v] * 3}
    pq.write_table(pa.table(columns), log)
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_source(ParquetLogSource(log), STRATEGY, "log")
    stream = stream.map(aggregate if isinstance(aggregate, FunctionType) else as_given)
    keyed = stream.key_by(lambda value: value[0]).window(windows)
    result = keyed.aggregate(aggregate) if isinstance(aggregate, Average) else keyed.sum(1)
    result.print()

    with (
        SparkJob(spark, env.pipeline("job"), ReplaySettings(backend="native")) as job,
        pytest.raises(ReplayError, match=r"more than 64 bits .* --backend generic"),
    ):
        list(job.iterate_firings())
    expected = simulated(env)
    assert expected is not None
    assert not differences(replayed(env, None, ReplaySettings()), expected)


def as_given(value: Any) -> Any:
    return ("all", value[1], value[1])


def program(log: Path, windows: Any, lateness_ms: int) -> StreamExecutionEnvironment:
    """The sum of v, by windows alone."""
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_source(ParquetLogSource(log), STRATEGY, "log")
    keyed = stream.map(lambda value: ("all", value[1])).key_by(lambda value: value[0])
    keyed.window(windows).allowed_lateness(lateness_ms).sum(1).print()
    return env


@pytest.mark.parametrize("lowering", ["native", "generic"])
@pytest.mark.parametrize("windows", WINDOWS, ids=lambda windows: type(windows).__name__)
def test_nothing_sorts_all_records_of_a_log(
    windows: Any, lowering: Any, log_in_blocks: Path, spark: SparkSession
) -> None:
    env = program(log_in_blocks, windows, lateness_ms=60_000)
    settings = ReplaySettings(backend=lowering)
    with SparkJob(spark, env.pipeline("job"), settings) as job:
        for table in (job.firings, job.dropped):
            assert isinstance(table, SparkTable)
            assert not sorts_all(table.to_spark())
    assert sorts_all(spark.range(10).sort("id", ascending=False))


def sorts_all(table: DataFrame) -> bool:
    """Whether Spark would bring all rows of *table* into one order."""
    plan = table._jdf.queryExecution().executedPlan().toString()
    return "rangepartitioning" in plan or re.search(r"Sort \[[^\n]*\], true, ", plan) is not None
