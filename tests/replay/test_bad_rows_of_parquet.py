"""Bad rows of a Parquet log: the rules of a log of text, on every way."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import (
    EventLogError,
    EventLogSource,
    RejectedRowsWarning,
    handle_bad_rows,
)
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, SparkJob, replay
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.logs.parquet_validation import summarize_log
from flinksim.replay.logs.splits import RowChunkReader
from flinksim.runtime.failure_report import JobExecutionError
from tests.replay.random_programs import outcome_of_job

pytestmark = pytest.mark.slow("Spark reads each log with bad rows both ways")

SCHEMA = pa.schema(
    [("split", pa.string()), ("arrival", pa.int64()), ("split_end", pa.bool_()),
     ("timestamp", pa.int64()), ("key", pa.string()), ("v", pa.int64())]
)  # fmt: skip
Row = tuple[Any, ...]


def write(rows: list[Row], path: Path, rows_per_group: int = 1000, statistics: bool = True) -> Path:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(cells, field.type) for cells, field in zip(columns, SCHEMA, strict=True)]
    table = pa.table(arrays, schema=SCHEMA)
    pq.write_table(table, path, row_group_size=rows_per_group, write_statistics=statistics)
    return path


def write_text(rows: list[Row], path: Path) -> Path:
    header = "split,arrival,split_end,timestamp,key:str,v:int"
    lines = [",".join("" if cell is None else str(cell).lower() for cell in row) for row in rows]
    path.write_text("\n".join([header, *lines]) + "\n")
    return path


def good_rows(count: int = 300, split: str = "a") -> list[Row]:
    return [(split, 1000 + i, None, 1000 + i, f"k{i % 3}", i) for i in range(count)]


# --- against the reader of text ----------------------------------------------------------------------


def random_rows(rng: random.Random) -> list[Row]:
    """Sorted by arrival as a whole, within splits, or not: with everything that can be wrong."""
    share = rng.choice([0, 0, 0.02, 0.3])
    ends = rng.choice([0, 0, 0.03])
    every = [(0, None), (0, ""), (1, None), (1, "back"), (3, None), (2, False)]
    kinds = rng.sample(every, rng.choice([1, 1, 6]))  # of one kind, each check has to find it
    by_split = rng.random() < 0.4
    arrivals = {name: rng.choice([-5, 100]) for name in "abc"}
    rows: list[Row] = []
    for i in range(rng.choice([3, 20, 60])):
        split = rng.choice("abc")
        step = rng.choice([0, 0, 1, 5])
        for name in split if by_split else "abc":
            arrivals[name] += step
        cells: list[Any] = [split, arrivals[split], None, arrivals[split], f"k{i % 3}", i]
        if rng.random() < share:
            place, cell = rng.choice(kinds)
            cells[place] = arrivals[split] - 30 if cell == "back" else cell
        if rng.random() < ends:
            cells[1] -= rng.choice([0, 30])
            cells[2:] = [True, None, None, None]
        rows.append(tuple(cells))
    return rows


def as_rows_say_it(reason: str) -> str:
    """What the reader of text says of a line, of the row of a file without a header."""
    reason = re.sub(r"line (\d+)", lambda found: f"row {int(found[1]) - 1}", reason)
    reason = reason.replace(" or an ISO-8601 time such as 2013-01-02T05:17", "")
    return reason.replace("the lines of the split", "the rows of the split")


@pytest.mark.slow("reads the same log in both formats, both ways")
@pytest.mark.filterwarnings("ignore::flinksim.connectors.RejectedRowsWarning")
def test_the_good_and_the_bad_rows_are_those_of_the_same_log_as_text(tmp_path: Path) -> None:
    kinds: dict[str, int] = {}
    clean = 0
    for seed in range(150):
        rng = random.Random(seed)
        rows = random_rows(rng)
        path = write(rows, tmp_path / "log.parquet", rng.choice([1, 7, 1000]), rng.random() < 0.8)
        given: dict[str, Any] = {"splits": ["a", "b", "c"], "bad_rows": "reject"}
        text = EventLogSource(write_text(rows, tmp_path / "log.csv"), **given)
        source = ParquetLogSource(path, **given)
        expected = [(row.line - 1, as_rows_say_it(row.reason)) for row in text.rejects()]
        assert [(row.line, row.reason) for row in source.rejects()] == expected, f"seed {seed}"
        for split in "abc":
            assert list(source.open_split(split)) == list(text.open_split(split)), f"seed {seed}"
        assert source.first_arrival_ms() == text.first_arrival_ms(), f"seed {seed}"
        for pieces in (1, 4):
            reader = RowChunkReader(source, pieces)
            items = [item for piece in range(pieces) for item in reader.read_chunk(piece)]
            assert len(items) + len(expected) == len(rows), f"seed {seed}"
        strict = ParquetLogSource(path, splits=["a", "b", "c"])
        if expected:
            row, reason = expected[0]
            with pytest.raises(EventLogError) as caught:
                list(strict.open_split("b"))
            assert caught.value.line == row
            assert str(caught.value) == f"{path}, row {row}, {reason}"
        else:
            list(strict.open_split("b"))
            clean += 1
        for _, reason in expected:
            kind = re.sub(r"\d+|'\w'", "", reason)
            kinds[kind] = kinds.get(kind, 0) + 1
    assert clean > 20
    assert len([kind for kind, count in kinds.items() if count > 10]) >= 5, kinds


def test_a_log_that_is_replaced_is_looked_at_again(tmp_path: Path) -> None:
    source = ParquetLogSource(write(good_rows(5), tmp_path / "log.parquet"))
    assert len(list(source.open_split("a"))) == 5
    write([*good_rows(5), ("a", 3, None, 3, "k", 1)], tmp_path / "log.parquet")
    with pytest.raises(EventLogError, match="row 6, column 'arrival'"):
        list(source.open_split("a"))


def test_rejecting_can_come_from_outside_and_is_told(tmp_path: Path) -> None:
    path = write([*good_rows(5), (None, 2000, None, 3, "é", 1)], tmp_path / "log.parquet")
    told = r"1 rows were rejected, the first in row 6: expected the name of a split"
    with handle_bad_rows("reject"), pytest.warns(RejectedRowsWarning, match=told):
        source = ParquetLogSource(path)
    assert source.splits(1) == ("a",)
    (row,) = source.rejects()
    text = '{"split": null, "arrival": 2000, "split_end": null, "timestamp": 3, "key": "é", "v": 1}'
    assert row == (
        str(path), 6, text, "column 'split': expected the name of a split, found an empty cell",
    )  # fmt: skip
    with pytest.raises(ValueError, match='bad_rows: expected "error" or "reject"'):
        ParquetLogSource(path, bad_rows="ignore")  # type: ignore[arg-type]


# --- on every way ------------------------------------------------------------------------------------

BAD: list[tuple[str, int, Row, str]] = [
    ("back", 200, ("a", 900, None, 1200, "k1", 7), "row 201, column 'arrival': expected a time that"),
    ("no arrival", 200, ("a", None, None, 1200, "k1", 7), "row 201, column 'arrival': expected epoch"),
    ("no split", 200, (None, 1199, None, 1200, "k1", 7), "row 201, column 'split': expected the name"),
    ("no timestamp", 200, ("a", 1199, None, None, "k1", 7), "row 201, column 'timestamp': expected"),
    ("behind", 200, ("a", 1199, True, None, None, None), "row 202, column 'split': expected no more"),
]  # fmt: skip


def log_with(place: int, row: Row, path: Path) -> Path:
    rows = good_rows()
    return write([*rows[:place], row, *rows[place:]], path, rows_per_group=64)


def declare(source: Any, filtered: bool = False) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    if filtered:  # then the timestamps that count are not simply those of a column
        none = WatermarkStrategy.no_watermarks()
        stream = env.from_source(source, none, "log").filter(lambda v: v[1] >= 0)
        stream = stream.assign_timestamps_and_watermarks(strategy)
    else:
        stream = env.from_source(source, strategy, "log")
    windows = stream.key_by(lambda v: v[0])
    windows.window(TumblingEventTimeWindows.of(Time.milliseconds(50))).sum(1).print()
    return env


@pytest.mark.parametrize(("place", "row", "told"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_bad_row_is_an_error_of_the_simulator_and_of_its_operators(
    place: int, row: Row, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = log_with(place, row, tmp_path / "log.parquet")
    env = declare(ParquetLogSource(path, splits=["a"]))
    with pytest.raises(JobExecutionError, match=told):
        env.execute()
    env = declare(ParquetLogSource(path, splits=["a"]))
    with (
        SparkJob(None, env.pipeline("job"), ReplaySettings(backend="generic")) as job,
        pytest.raises(EventLogError, match=told),
    ):
        job.run()
    with pytest.raises(EventLogError, match=told):  # by columns; what statistics say, at once
        SparkJob(None, env.pipeline("job"), ReplaySettings()).run()
    assert capsys.readouterr().out == ""


@pytest.mark.slow("runs a job for each kind of bad row")
@pytest.mark.parametrize("filtered", [False, True])
@pytest.mark.parametrize(("place", "row", "told"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_bad_row_is_an_error_of_expressions(
    place: int, row: Row, told: str, filtered: bool, tmp_path: Path, spark: SparkSession
) -> None:
    path = log_with(place, row, tmp_path / "log.parquet")
    env = declare(ParquetLogSource(path), filtered)
    settings = ReplaySettings(backend="native")
    for _ in range(2):
        with (
            pytest.raises(EventLogError, match=f"log.parquet, {told}"),
            replay(env, spark, settings=settings) as job,
        ):
            job.firings.to_arrow()


def test_expressions_of_other_modules_get_no_bad_rows_either(
    tmp_path: Path, spark: SparkSession
) -> None:
    _, place, row, told = BAD[0]
    env = declare(ParquetLogSource(log_with(place, row, tmp_path / "log.parquet")))
    with replay(env, spark) as job:
        assert job.columnar_plan is not None
        with pytest.raises(EventLogError, match=told):
            job.create_kernel_run(job.columnar_plan)


@pytest.mark.slow("writes, replays and rereads a whole log with bad rows on Spark")
def test_rejected_rows_are_a_table_and_what_is_left_is_as_in_the_text(
    tmp_path: Path, spark: SparkSession
) -> None:
    rows = good_rows()
    for _, place, row, _ in reversed(BAD[:4]):
        rows.insert(place, row)
    rows += [("a", 2000, True, None, None, None), ("a", 2001, None, 5, "k1", 1)]
    path = write(rows, tmp_path / "log.parquet", rows_per_group=64)
    with handle_bad_rows("reject"), pytest.warns(RejectedRowsWarning):
        source = ParquetLogSource(path)
    with replay(declare(source), spark) as job:
        assert job.not_columnar is not None
        assert job.not_columnar.reason == f"rows of {path} are rejected (5)"
        written = job.write(tmp_path / "out")
        rejects = sorted(tuple(r) for r in spark.read.parquet(f"{written.path}/rejects").collect())
        assert rejects == sorted(source.rejects()) == sorted(job.iterate_rejects())
        assert [r[1] for r in rejects] == [201, 202, 203, 204, 306]
        found = outcome_of_job(job)
    with handle_bad_rows("reject"):
        text = EventLogSource(write_text(rows, tmp_path / "log.csv"), splits=["a"])
    with SparkJob(None, declare(text).pipeline("job"), ReplaySettings()) as job:
        assert outcome_of_job(job) == found
    assert sum(found[0].values()) > 10


def test_a_log_without_bad_rows_stays_native_when_they_would_be_rejected(
    tmp_path: Path, spark: SparkSession
) -> None:
    path = write([*good_rows(), ("a", 2000, True, None, None, None)], tmp_path / "log.parquet")
    source = ParquetLogSource(path, bad_rows="reject")
    with replay(declare(source), spark, settings=ReplaySettings(backend="native")) as job:
        assert len(job.firings) == 18
        assert len(job.rejects) == 0


def test_a_survey_knows_the_first_bad_row_and_how_many_there_are(tmp_path: Path) -> None:
    rows = good_rows(100) + good_rows(40)
    found = summarize_log(write(rows, tmp_path / "log.parquet", rows_per_group=50), None)
    assert found.first_invalid is not None
    assert (found.first_invalid.row, found.invalid_count, found.first_arrival) == (101, 40, 1000)
    assert list(found.orders) == [2]
