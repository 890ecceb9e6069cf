"""The records of sessions straight from a log's columns: the same as by Spark's rows."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows
from flinksim.spark.expressions.sql import columns_of
from flinksim.spark.job import ReplaySettings, SparkJob
from flinksim.spark.logs.parquet_log import ParquetLogSource
from flinksim.spark.native import session_columns
from flinksim.spark.native.contents import Contents
from flinksim.spark.native.plan import native_plan
from flinksim.spark.native.session_columns import SessionColumns
from flinksim.spark.native.session_work import opened, session_work
from tests.spark.many_cases import differences, read_by_columns, replayed, simulated

STRATEGY = WatermarkStrategy.for_bounded_out_of_orderness(
    Duration.of_millis(300)
).with_timestamp_assigner(lambda value, ts: value[0])
KEYS = [
    lambda v: v[1], lambda v: v[2], lambda v: v[3], lambda v: (v[2], v[3]),
    lambda v: (v[1], v[2], v[3]), lambda v: "all",
]  # fmt: skip
"""Of texts, short numbers, truths, and several of them."""


def write_log(rng: random.Random, path: Path, has_ends: bool, rows_per_group: int = 40) -> None:
    """A log of all kinds of columns."""
    rows: list[dict[str, Any]] = []
    arrival = 1_000
    for _ in range(400):
        arrival += rng.choice([0, 0, 10, 40])
        rows.append({
            "split": rng.choice("abc"), "arrival": arrival,
            "ts": arrival - rng.choice([0, 50, 400, 3000]), "text": rng.choice(["", "x", "ü", "'"]),
            "short": rng.randrange(3), "truth": rng.random() < 0.5,
            "v": (1 << 40) + rng.randrange(99), "split_end": False,
        })  # fmt: skip
    if has_ends:
        ends = {row["split"]: row for row in rows}
        last = {"ts": None, "text": None, "short": None, "truth": None, "v": None}
        rows += [{**row, **last, "arrival": arrival, "split_end": True} for row in ends.values()]
    schema = pa.schema({
        "split": pa.string(), "arrival": pa.int64(), "ts": pa.int64(), "text": pa.string(),
        "short": pa.int32(), "truth": pa.bool_(), "v": pa.int64(),
    } | ({"split_end": pa.bool_()} if has_ends else {}))  # fmt: skip
    pq.write_table(pa.Table.from_pylist(rows, schema), path, row_group_size=rows_per_group)


def declared(
    path: Path, key: Any, splits: list[str] | None = None, between: str = "nothing"
) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_source(ParquetLogSource(path, splits=splits), STRATEGY, "log")
    if between == "filter":
        stream = stream.filter(lambda v: v[2] > 0)
    if between == "map":
        stream = stream.map(lambda v: (v[0], v[1], v[2], v[3], v[4] * 2))
    windows = stream.key_by(key).window(EventTimeSessionWindows.with_gap(Time.milliseconds(200)))
    windows.allowed_lateness(500).max(4).print()
    return env


def records_of(path: Path, splits: list[str], columns: SessionColumns) -> Counter[Any]:
    """The records of some splits, as workers are to have them."""
    records: Counter[Any] = Counter()
    for offset, row in enumerate(pq.read_table(path).to_pylist()):
        if row["split"] in splits and not row.get("split_end"):
            code = row["arrival"] * len(splits) + splits.index(row["split"])
            cells = {name: row[column] for name, (column, _) in columns.columns.items()}
            record = {"_ts": row["ts"], "_code": code, "_offset": offset} | cells
            records[tuple(sorted(record.items()))] += 1
    return records


@pytest.mark.parametrize("splits", [["a", "b", "c"], ["a", "c"]])
@pytest.mark.parametrize("key", KEYS)
def test_batches_have_all_records_and_each_key_in_one_unit(
    tmp_path: Path, key: Any, splits: list[str]
) -> None:
    path = tmp_path / "log.parquet"
    write_log(random.Random(1), path, has_ends=len(splits) == 3)
    env = declared(path, key, splits)
    with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
        plan = native_plan(job.stages)
        keys = [f"_k{place}" for place in range(len(plan.key_shape.fields))]
        work = session_work(plan, Contents(plan, keys, one=""), SimpleNamespace(value=None))
        columns = SessionColumns.of(plan, work, path, units=3)
    assert columns is not None
    units: dict[Any, set[int]] = {}
    found: Counter[Any] = Counter()
    with patch.object(session_columns, "ROWS_AT_ONCE", 100):
        pieces = session_columns._pieces(path)
        batches = [b for piece in pieces for b in session_columns._divided(piece, columns)]
    assert [len(piece.groups) for piece in pieces][:3] == [3, 3, 3]  # 40 rows in a group
    for batch in batches:
        for place, unit in enumerate(batch.column("_unit").to_pylist()):
            rows = [row for part in opened(batch.slice(place, 1)) for row in part.to_pylist()]
            found.update(tuple(sorted(row.items())) for row in rows)
            for row in rows:
                units.setdefault(tuple(row[name] for name in columns.keys), set()).add(unit)
    assert found == records_of(path, splits, columns)
    assert all(len(of_key) == 1 for of_key in units.values())
    assert len(set().union(*units.values())) > 1 or len(units) < 3


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("by_columns", [True, False])
def test_firings_and_drops_are_those_of_the_simulator(
    tmp_path: Path, spark: SparkSession, key: Any, by_columns: bool
) -> None:
    path = tmp_path / "log.parquet"
    has_ends = KEYS.index(key) % 2 == 0
    write_log(random.Random(KEYS.index(key)), path, has_ends)
    expected = simulated(declared(path, key))
    assert expected is not None
    assert expected[1], "nothing is dropped"
    with read_by_columns(by_columns):
        found = replayed(
            declared(path, key), spark, ReplaySettings(lowering="native"), with_results=False
        )
    assert not differences(found, (*expected[:2], Counter()))


def test_what_is_more_than_a_column_is_left_to_sparks_rows(tmp_path: Path) -> None:
    path = tmp_path / "log.parquet"
    write_log(random.Random(1), path, has_ends=False)
    for between in ("nothing", "filter", "map"):
        env = declared(path, KEYS[0], between=between)
        with SparkJob(None, env.pipeline("job"), ReplaySettings()) as job:
            plan = native_plan(job.stages)
            work = session_work(plan, Contents(plan, ["_k0"], one=""), SimpleNamespace(value=None))
            columns = SessionColumns.of(plan, work, path, units=2)
        assert (columns is not None) == (between == "nothing"), between
        if columns is not None:
            read = {name for name, _ in columns.columns.values()} | {columns.timestamp}
            assert read == {n for e in work.columns for n in columns_of(e)} | {"ts"}


def test_units_get_about_as_many_keys_each() -> None:
    keys = pa.array(np.arange(30_000))
    sizes = np.bincount(session_columns._units([keys], len(keys), 6))
    assert sizes.min() > 4_500
    assert sizes.max() < 5_500
