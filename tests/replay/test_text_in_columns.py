"""Logs of text for Spark's expressions: what goes wrong while they are written in columns."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogError, EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, SparkJob, replay
from flinksim.replay.compile.columnar_plan import NotColumnar
from flinksim.replay.logs import convert_to_parquet as text_to_columns
from flinksim.replay.logs.convert_to_parquet import create_parquet_folder
from flinksim.replay.logs.parquet_source import (
    ParquetLogSource,
    UnrepresentableCellError,
    write_parquet_log,
)
from flinksim.replay.worker_errors import ReplayError
from tests.replay.random_programs import outcome_of_job

pytestmark = pytest.mark.slow("Spark reads each log as text and as columns")

HEADER = "split,arrival,timestamp,key:str,v:int"
TOO_LARGE = 1 << 63


def lines_of_log(count: int = 40) -> list[str]:
    return [HEADER, *[f"a,{1000 + i},{1000 + i},k{i % 3},{i}" for i in range(count)]]


def write(lines: list[str], path: Path) -> Path:
    path.write_text("\n".join(lines) + "\n")
    return path


def declare(source: Any) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(5))
    windows = env.from_source(source, strategy, "log").key_by(lambda v: v[0])
    windows.window(TumblingEventTimeWindows.of(Time.milliseconds(10))).max(1).print()
    return env


@pytest.mark.parametrize("pieces", [1, 4])
def test_a_bad_row_is_an_error_every_time(pieces: int, tmp_path: Path, spark: SparkSession) -> None:
    log = write([*lines_of_log(), "a,2000,2000,k1,many"], tmp_path / "log.csv")
    source = EventLogSource(log, splits=["a"])
    with replay(declare(source), spark, settings=ReplaySettings(chunks=pieces)) as job:
        for _ in range(2):
            with pytest.raises(EventLogError, match=r"log\.csv, line 42, column 'v'"):
                job.firings.to_arrow()
        write(lines_of_log(), log)  # once it is mended, the same job goes on
        assert len(job.firings) == 12


def test_after_an_interruption_the_log_is_read_again(
    tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = EventLogSource(write(lines_of_log(), tmp_path / "log.csv"), splits=["a"])

    def interrupted(*given: Any) -> None:
        raise KeyboardInterrupt

    with replay(declare(source), spark) as job:
        with monkeypatch.context() as patch:
            patch.setattr("flinksim.replay.replay_job.convert_log", interrupted)
            with pytest.raises(KeyboardInterrupt):
                job.run()
        assert len(job.firings) == 12


def test_of_a_log_that_could_not_be_written_nothing_is_there(tmp_path: Path) -> None:
    log = write([*lines_of_log(), "a,2000,2000,k1,many"], tmp_path / "log.csv")
    source = EventLogSource(log, splits=["a"])
    with pytest.raises(EventLogError, match="line 42"):
        write_parquet_log(source, tmp_path / "log.parquet", rows_per_group=5)
    assert [path.name for path in tmp_path.iterdir()] == ["log.csv"]


# --- cells that no column can hold -------------------------------------------------------------------


@pytest.mark.parametrize("pieces", [1, 4])
def test_a_number_beyond_64_bits_goes_the_way_of_the_operators(
    pieces: int, tmp_path: Path, spark: SparkSession
) -> None:
    lines = lines_of_log()
    lines[30] = f"a,1029,1029,k1,{TOO_LARGE}"
    source = EventLogSource(write(lines, tmp_path / "log.csv"), splits=["a"])
    where = f"log.csv, line 31, column 'v': a column of int64 cannot hold {TOO_LARGE}"
    with replay(declare(source), spark, settings=ReplaySettings(chunks=pieces)) as job:
        found = outcome_of_job(job)
        assert job.not_columnar is not None
        assert job.not_columnar.operator == "Source: log"
        assert job.not_columnar.reason.endswith(where)
    with SparkJob(None, declare(source).pipeline("job"), ReplaySettings()) as job:
        assert outcome_of_job(job) == found
    assert any(str(TOO_LARGE) in repr(result) for result in found[2])
    settings = ReplaySettings(chunks=pieces, backend="native")
    with (
        replay(declare(source), spark, settings=settings) as job,
        pytest.raises(NotColumnar, match=where),
    ):
        job.run()


def test_a_text_that_is_no_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    rows = [{"split": "a", "arrival": i, "key": "\ud800" if i == 2 else "k"} for i in range(4)]
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)) + "\n")
    source = EventLogSource(log, types={"key": "str"})
    with pytest.raises(
        UnrepresentableCellError, match=r"log.jsonl, line 3, column 'key': a column of string"
    ):
        write_parquet_log(source, tmp_path / "log.parquet")


# --- folders -----------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert create_parquet_folder(tmp_path / "log.csv", is_shared=True).parent == tmp_path
    own = create_parquet_folder(tmp_path / "log.csv", is_shared=False)
    own.rmdir()
    assert own.parent == Path(tempfile.gettempdir())

    def refuse(*given: Any, **named: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(text_to_columns.tempfile, "mkdtemp", refuse)
    told = f"the folder {tmp_path} is not writable .Permission denied.. Make the folder"
    with pytest.raises(ReplayError, match=told):
        create_parquet_folder(tmp_path / "log.csv", is_shared=True)
    with pytest.raises(PermissionError):
        create_parquet_folder(tmp_path / "log.csv", is_shared=False)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.filterwarnings("ignore::flinksim.connectors.RejectedRowsWarning")
def test_a_job_reads_where_it_was_declared(
    kind: str, tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write([*lines_of_log(), "a,5,5,k1,1"], tmp_path / "log.csv")
    source: EventLogSource | ParquetLogSource
    source = EventLogSource("log.csv", splits=["a"], bad_rows="reject")
    if kind == "parquet":
        table = pq.read_table(_as_parquet(source, tmp_path))
        rows = table.to_pylist()
        rows.append(rows[0] | {"arrival": 5})
        pq.write_table(table.from_pylist(rows, table.schema), "log.parquet")
        source = ParquetLogSource("log.parquet", bad_rows="reject")
    with replay(declare(source), spark, settings=ReplaySettings(chunks=3)) as job:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        monkeypatch.chdir(elsewhere)
        assert len(job.rejects) == 1
        assert [row.file for row in job.iterate_rejects()] == [f"log.{kind}"]
        assert len(job.firings) == 12
        assert Path.cwd() == elsewhere


def _as_parquet(source: EventLogSource, folder: Path) -> Path:
    write_parquet_log(source, folder / "good.parquet")
    return folder / "good.parquet"
