"""The kernel part by part, as Spark's workers run it, without Spark: equal to the simulator."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows
from flinksim.replay.engines.spark import SparkEngine
from flinksim.replay.kernel.kernel_outcome import KernelOutcome
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from flinksim.replay.worker_errors import translate_error
from tests.replay.frames_here import Session
from tests.replay.many_cases import KINDS, differences, in_small_parts, replayed, simulated
from tests.replay.random_programs import Outcome, outcome_of_job

CASES = 40
TUMBLING = TumblingEventTimeWindows.of(Time.milliseconds(50))
SESSIONS = EventTimeSessionWindows.with_gap(Time.milliseconds(50))


def in_parts(env: StreamExecutionEnvironment, folder: Path, partitions: int) -> Outcome:
    """Firings and dropped records, worked out part by part."""
    with SparkJob(None, env.pipeline("job"), ReplaySettings(backend="native")) as job:
        plan = job.columnar_plan
        assert plan is not None
        source: Any = plan.source.vertex.head.spec.source  # type: ignore[union-attr]
        path = Path(source.path)
        if isinstance(source, EventLogSource):
            path = folder / "in columns.parquet"
            write_parquet_log(source, path, rows_per_group=17)
        session: Any = Session(partitions)
        run = KernelRun(SparkEngine(session), plan, path)
        run.run()
        tables: Any = SimpleNamespace(
            timelines=run.timelines,
            firings=run.firings.toArrow(),
            dropped=run.dropped.toArrow(),
            max_rows=0,
            timestamp_scan=run.timestamp_scan,
        )
        job._outcome_cache = KernelOutcome(tables, plan, job.engine, job.monitor, folder)
        return outcome_of_job(job, with_results=False)


def program(
    log: Path, windows: Any, key: Any = lambda value: "all", before: Any = None
) -> StreamExecutionEnvironment:
    """The sum of the second column."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    timed = strategy.with_timestamp_assigner(lambda value, _: value[0])
    stream = env.from_source(ParquetLogSource(log), timed, "log")
    keyed = (stream if before is None else stream.map(before)).key_by(key)
    keyed.window(windows).sum(1).print()
    return env


def of_this_module(value: Any) -> Any:
    return value


@pytest.mark.parametrize("windows", [TUMBLING, SESSIONS], ids=["tumbling", "sessions"])
def test_workers_need_no_functions_of_the_program(windows: Any, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    pq.write_table(pa.table(NOTED), log)
    env = program(log, windows, before=of_this_module)
    expected = simulated(env)
    assert expected is not None
    found = in_parts(env, tmp_path, partitions=2)
    assert not differences(found, (*expected[:2], Counter()))


@pytest.mark.parametrize("windows", [TUMBLING, SESSIONS], ids=["tumbling", "sessions"])
def test_a_sum_beyond_64_bits_says_what_to_do(windows: Any, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    columns = {"split": ["a"] * 3, "arrival": [1, 2, 3], "ts": [1, 2, 3], "v": [1 << 62] * 3}
    pq.write_table(pa.table(columns), log)
    with pytest.raises(RuntimeError) as failed:
        in_parts(program(log, windows), tmp_path, partitions=1)
    assert "more than 64 bits" in str(translate_error(failed.value))
    assert "--backend generic" in str(translate_error(failed.value))


NOTED = {
    "split": ["a", "b"] * 6, "arrival": list(range(300, 3900, 300)),
    "ts": [5, 18, 30, 2, 51, 40, 70, 66, 33, 90, 101, 12], "v": list(range(12)),
    "note": [None, "x", None, "", "y", None] * 2, "score": [None, 0.5, 2.0] * 4,
    "n": [1, None, 2] * 4,
}  # fmt: skip


@pytest.mark.parametrize("windows", [TUMBLING, SESSIONS], ids=["tumbling", "sessions"])
@pytest.mark.parametrize("is_dealt", [True, False], ids=["windows dealt", "records by key"])
def test_empty_cells_are_passed_on(windows: Any, is_dealt: bool, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    pq.write_table(pa.table(NOTED), log, row_group_size=4)
    for key in (lambda value: "all", lambda value: value[1] % 2):
        env = program(log, windows, key)
        expected = simulated(env)
        assert expected is not None
        assert "None" in str(expected[0])
        assert expected[1] or windows is SESSIONS
        with in_small_parts(is_dealt, rows=4):
            found = in_parts(env, tmp_path, partitions=2)
        assert not differences(found, (*expected[:2], Counter()))
        settings = ReplaySettings(backend="native")
        assert not differences(replayed(env, None, settings), expected)


@pytest.mark.parametrize(
    ("key", "column"),
    [(lambda value: value[2], "note"), (lambda value: value[4] % 2, "n")],
)
def test_what_would_be_reckoned_with_goes_to_the_operators(
    key: Any, column: str, tmp_path: Path
) -> None:
    log = tmp_path / "log.parquet"
    pq.write_table(pa.table(NOTED), log)
    with SparkJob(None, program(log, TUMBLING, key).pipeline("job"), ReplaySettings()) as job:
        assert f"the columns ['{column}'] have empty cells" in str(job.not_columnar)


@pytest.mark.parametrize("windows", [TUMBLING, SESSIONS], ids=["tumbling", "sessions"])
def test_a_log_without_records_comes_to_nothing(windows: Any, tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    pq.write_table(pa.table(NOTED).slice(0, 0), log)
    env = program(log, windows)
    nothing: Outcome = (Counter(), Counter(), Counter())
    assert simulated(env) == nothing
    assert in_parts(env, tmp_path, partitions=2) == nothing
    assert replayed(env, None, ReplaySettings(backend="native")) == nothing


@pytest.mark.slow("Spark's random cases")
@pytest.mark.parametrize("block", range(3))
@pytest.mark.parametrize("is_dealt", [True, False], ids=["windows dealt", "records by key"])
def test_random_programs_come_to_the_same(is_dealt: bool, block: int, tmp_path: Path) -> None:
    told: Counter[str] = Counter()
    for seed in range(block * CASES, block * CASES + CASES):
        rng = random.Random(f"parts {seed}")
        env = KINDS["native"](rng, tmp_path)
        expected = simulated(env)
        if expected is None:
            continue
        with in_small_parts(is_dealt, rows=rng.choice([1, 20, 1000])):
            found = in_parts(env, tmp_path, partitions=rng.choice([1, 2, 5]))
        assert not differences(found, (*expected[:2], Counter())), f"seed {seed}"
        told += Counter(firings=expected[0].total(), dropped=expected[1].total())
    assert told["firings"] > 3 * CASES
    assert told["dropped"] > CASES / 4
