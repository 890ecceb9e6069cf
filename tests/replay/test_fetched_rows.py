"""Rows come out the same, few of them at once and many by way of files."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from flinksim.replay.spark.fetch import MAX_ARROW_ROWS, ActionRunner, fetch_batches

MANY = MAX_ARROW_ROWS + 1
SHARED = Path("not written to by a session on this machine")


def fetched_rows(
    rows: DataFrame, about: int, shared: Path, run: ActionRunner
) -> Iterator[tuple[Any, ...]]:
    for batch in fetch_batches(rows, about, shared, run):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


class Actions:
    """Runs actions, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, action: Callable[[], Any], /) -> Any:
        self.count += 1
        return action()


@pytest.fixture
def rows(spark: SparkSession) -> DataFrame:
    """In an order of their own, over several partitions, with all kinds of values."""
    numbers = spark.range(25_000, numPartitions=5)
    return numbers.sort(sql.col("id") % 7, sql.col("id").desc()).select(
        "id",
        sql.when(sql.col("id") % 3 > 0, sql.col("id").cast("string")).alias("text"),
        sql.struct(sql.col("id").alias("f0"), (sql.col("id") / 2).alias("f1")).alias("pair"),
        sql.col("id").cast("string").cast("binary").alias("payload"),
    )


def expected() -> list[tuple[Any, ...]]:
    return [
        (i, str(i) if i % 3 else None, {"f0": i, "f1": i / 2}, str(i).encode())
        for i in sorted(range(25_000), key=lambda i: (i % 7, -i))
    ]


@pytest.mark.parametrize("about", [25_000, MANY])
def test_all_rows_come_in_their_order_by_one_watched_action(about: int, rows: DataFrame) -> None:
    actions = Actions()
    assert list(fetched_rows(rows, about, SHARED, actions)) == expected()
    assert actions.count == 1


@pytest.mark.parametrize("about", [0, MANY])
def test_of_no_rows_none_come(about: int, spark: SparkSession) -> None:
    assert list(fetched_rows(spark.range(0), about, SHARED, Actions())) == []


def test_files_are_there_while_rows_are_read_and_gone_when_the_reader_stops(
    rows: DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    reading = fetched_rows(rows, MANY, SHARED, Actions())
    assert list(tmp_path.iterdir()) == []
    next(reading)
    assert list(tmp_path.glob(".flinksim-*/rows/part-*.parquet"))
    reading.close()
    assert list(tmp_path.iterdir()) == []


def test_files_are_gone_when_the_action_fails(
    rows: DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def interrupted(action: Callable[[], Any], /) -> Any:
        action()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(fetched_rows(rows, MANY, SHARED, interrupted))
    assert list(tmp_path.iterdir()) == []


def test_rows_of_several_files_come_in_the_order_of_their_partitions(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    # 12 files whose order by size is not that by name
    numbers = spark.range(12_000, numPartitions=12).where("id % 1000 < (7 * id div 1000) % 12 * 50")
    reading = fetched_rows(numbers, MANY, SHARED, Actions())
    found = [next(reading)]
    assert len(list(tmp_path.glob(".flinksim-*/rows/part-*.parquet"))) == 12
    found += reading
    assert found == [(i,) for i in range(12_000) if i % 1000 < (7 * i // 1000) % 12 * 50]


def test_on_a_cluster_the_files_stand_where_the_workers_see_them(
    rows: DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flinksim.replay.spark.fetch.has_local_files", lambda spark: False)
    reading = fetched_rows(rows, MANY, tmp_path, Actions())
    next(reading)
    assert list(tmp_path.glob(".flinksim-*/rows/part-*.parquet"))
    assert len(list(reading)) == 24_999
    assert list(tmp_path.iterdir()) == []
