"""Key and window in one number: when, and that both come out of it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.native.groups import GROUP, Groups, density_of, groups_of

LONGS: list[int | None] = [-7, 0, 12, None]


def log_of(path: Path, values: list[Any], kind: pa.DataType, **options: Any) -> Path:
    pq.write_table(
        pa.table({"other": [0] * len(values), "k": pa.array(values, kind)}), path, **options
    )
    return path


def grouped(log: Path, windows: int = 10, expression: Any = ("column", "k")) -> Groups:
    return groups_of(["_k0"], Shape("value", ((expression, "int"),)), "_w", windows, log)


def test_a_column_of_long_numbers_is_packed(tmp_path: Path, spark: SparkSession) -> None:
    log = log_of(tmp_path / "log.parquet", LONGS, pa.int64(), row_group_size=2)
    groups = grouped(log)
    assert groups.columns == [GROUP]
    rows = spark.createDataFrame(
        [(k, w) for k in (-7, 0, 12) for w in (0, 3, 9)], "_k0 long, _w int"
    )
    packed = rows.selectExpr(*groups.packed_sql())
    assert packed.distinct().count() == 9
    assert sorted(map(tuple, packed.selectExpr(*groups.unpacked_sql()).collect())) == sorted(
        map(tuple, rows.collect())
    )
    assert packed.selectExpr(*groups.unpacked_sql()).dtypes == rows.dtypes


@pytest.mark.parametrize(
    ("values", "kind", "options"),
    [
        (["a"], pa.string(), {}),
        ([1], pa.int32(), {}),
        ([1, 2], pa.int64(), {"write_statistics": False}),
        ([None], pa.int64(), {}),
        ([-(1 << 61), 1 << 61], pa.int64(), {}),
    ],
)
def test_what_does_not_fit_or_is_not_known_stays_apart(
    values: list[Any], kind: pa.DataType, options: dict[str, Any], tmp_path: Path
) -> None:
    log = log_of(tmp_path / "log.parquet", values, kind, **options)
    assert grouped(log).columns == ["_k0", "_w"]


def test_a_column_with_fields_of_its_own_does_not_shift_the_others(tmp_path: Path) -> None:
    rows = {"nested": [{"a": 100, "k": 200}], "other": [300], "k": [5]}
    pq.write_table(pa.table(rows), tmp_path / "log.parquet")
    assert grouped(tmp_path / "log.parquet").first_key in (None, 5)
    rows = {"nested": [{"a": 100, "b": 200}], "other": [300], "k": [5]}
    pq.write_table(pa.table(rows), tmp_path / "log.parquet")
    assert grouped(tmp_path / "log.parquet").first_key == 5


def test_what_has_to_be_worked_out_stays_apart(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.parquet", [1, 2], pa.int64())
    assert grouped(log).columns == [GROUP]
    assert grouped(log, expression=("%", ("column", "k"), ("literal", 3))).columns == ["_k0", "_w"]


def test_the_most_that_fits_is_packed(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.parquet", [0, (1 << 60) - 1], pa.int64())
    assert grouped(log, windows=3).columns == [GROUP]
    assert grouped(log, windows=4).columns == ["_k0", "_w"]


# --- how many records a group has --------------------------------------------------------------------


def density(
    path: Path, keys: list[Any], expression: Any = ("column", "k"), rows_per_group: int = 100
) -> str:
    """Of a log with a record of the next key each millisecond, in windows of 100 ms."""
    log = path / "log.parquet"
    table = pa.table({"k": keys, "ts": range(len(keys))})
    pq.write_table(table, log, row_group_size=rows_per_group)
    return density_of(Shape("value", ((expression, "int"),)), ("column", "ts"), 100, log)


@pytest.mark.parametrize(
    ("keys", "told"),
    [(100, "sparse"), (50, "sparse"), (49, "unknown"), (10, "unknown"), (9, "dense")],
)
def test_the_middle_of_the_log_tells_how_dense_it_is(keys: int, told: str, tmp_path: Path) -> None:
    # before the middle it is otherwise
    before = [0] * 500 if told == "sparse" else list(range(500))
    assert density(tmp_path, [*before, *(place % keys for place in range(600))]) == told
    texts = [f"k{place % keys}" for place in range(600)]
    assert density(tmp_path, texts) == told


def test_small_row_groups_are_looked_at_until_they_hold_whole_windows(tmp_path: Path) -> None:
    keys = [place % 9 for place in range(1_000)]
    assert density(tmp_path, keys, rows_per_group=5) == "dense"


def test_keys_that_are_worked_out_are_few_if_what_they_come_from_is(tmp_path: Path) -> None:
    worked_out = ("%", ("column", "k"), ("literal", 1_000))
    assert density(tmp_path, [place % 5 for place in range(600)], worked_out) == "dense"
    assert density(tmp_path, list(range(600)), worked_out) == "unknown"
    assert density(tmp_path, list(range(600)), ("literal", "all")) == "dense"


def test_the_timestamp_can_be_the_key(tmp_path: Path) -> None:
    assert density(tmp_path, [1] * 600, ("column", "ts")) == "sparse"


def test_what_cannot_be_looked_at_is_not_known(tmp_path: Path) -> None:
    log = tmp_path / "log.parquet"
    pq.write_table(pa.table({"k": [1], "ts": pa.array([None], pa.int64())}), log)
    shape = Shape("value", ((("column", "k"), "int"),))
    assert density_of(shape, ("column", "ts"), 100, log) == "unknown"
    assert density_of(shape, ("+", ("column", "ts"), ("literal", 1)), 100, log) == "unknown"
