"""Execution engine on Spark.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from itertools import chain
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.storagelevel import StorageLevel

from flinksim.replay.engines.local import BatchFunction, create_open_rows, merge_source_scans
from flinksim.replay.operators.row_batches import get_position, merge_ordered
from flinksim.replay.operators.row_schema import SCHEMA, Row, WorkerRow, build_batch, iterate_rows
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.spark.fetch import ActionRunner, fetch_batches, run_directly
from flinksim.replay.spark.spark_connection import get_parallelism

MAX_FETCH_BYTES = 64 << 20
"""Maximum size in bytes of the parts in which results are fetched from Spark for iteration."""


class SparkEngine:
    """Engine on Spark: tables are DataFrames, persisted in memory, or on disk if they do not fit."""

    is_local = False

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    @property
    def parallelism(self) -> int:
        return get_parallelism(self._spark)

    @property
    def partitions(self) -> int:
        return int(self._spark.conf.get("spark.sql.shuffle.partitions") or 1)

    def from_arrow(self, table: pa.Table) -> DataFrame:
        if not table.num_rows:
            return self._spark.createDataFrame([], from_arrow_schema(table.schema))
        return self._spark.createDataFrame(table)

    def create_range(self, count: int, tasks: int | None = None) -> DataFrame:
        return self._spark.range(0, count, 1, max(1, count if tasks is None else min(count, tasks)))

    def map_batches(
        self, table: DataFrame, function: BatchFunction, schema: pa.Schema
    ) -> DataFrame:
        return table.mapInArrow(function, from_arrow_schema(schema))

    def shuffle(self, table: DataFrame, units: int) -> DataFrame:
        return table.repartitionById(units, "unit")

    def union(self, tables: Sequence[DataFrame]) -> DataFrame:
        return reduce(lambda one, other: one.unionByName(other), tables)

    def to_arrow(self, table: DataFrame, run: ActionRunner = run_directly) -> pa.Table:
        return run(table.toArrow)

    def iterate_batches(
        self,
        table: DataFrame,
        expected_rows: int,
        shared_folder: Path,
        run: ActionRunner = run_directly,
    ) -> Iterator[pa.RecordBatch]:
        return fetch_batches(table, expected_rows, shared_folder, run)

    @contextmanager
    def cache(self, table: DataFrame) -> Iterator[None]:
        table.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            yield
        finally:
            table.unpersist()

    def read_chunks(self, chunks: int, function: BatchFunction) -> DataFrame:
        rows = self.map_batches(self.create_range(chunks), function, SCHEMA)
        return rows.persist(StorageLevel.MEMORY_AND_DISK)  # Computed on first use.

    def run_units(
        self, inputs: Sequence[tuple[DataFrame, int | None]], units: int, function: BatchFunction
    ) -> DataFrame:
        chosen = [self.from_arrow(pa.Table.from_batches([build_batch(create_open_rows(units))]))]
        for rows, place in inputs:
            records = self.filter_kind(rows, "record")
            chosen.append(records if place is None else records.where(sql.col("place") == place))
        partitioned = self.shuffle(self.union(chosen), units)
        ordered = partitioned.sortWithinPartitions("unit", "p0", "p1", "p2", "path")
        return self._persist(self.map_batches(ordered.select(*SCHEMA.names), function, SCHEMA))

    def _persist(self, rows: DataFrame) -> DataFrame:
        persisted = rows.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            _measure_rows(persisted)
        except BaseException:
            persisted.unpersist()
            raise
        return persisted

    def filter_kind(self, rows: DataFrame, kind: str) -> DataFrame:
        return rows.where(sql.col("kind") == kind)

    def merge_source_scans(self, rows: DataFrame) -> SourceTimestampScan:
        return merge_source_scans(iterate_rows(self.to_arrow(self.filter_kind(rows, "reached"))))

    def iterate_kind(
        self, rows: DataFrame, kind: str, run: ActionRunner = run_directly
    ) -> Iterator[Row]:
        return chain.from_iterable(
            merge_ordered(_iterate_by_first_position(self.filter_kind(rows, kind), run))
        )

    def release(self, rows: DataFrame) -> None:
        rows.unpersist()


def _iterate_by_first_position(rows: DataFrame, run: ActionRunner) -> Iterator[WorkerRow]:
    """Iterate over all rows in the order of their first items' positions, fetched range by range.

    ``toLocalIterator`` is not used: it runs one job per partition, which Spark 4.3 never releases.
    """
    begin: int | None = None
    for end in [*_choose_range_bounds(run(partial(_measure_rows, rows))), None]:
        selected = rows
        if begin is not None:
            selected = selected.where(sql.col("p0") >= begin)
        if end is not None:
            selected = selected.where(sql.col("p0") < end)
        yield from sorted(iterate_rows(run(selected.toArrow)), key=get_position)
        begin = end


def _choose_range_bounds(sizes: list[tuple[int, int]]) -> list[int]:
    """Choose bounds in column ``p0`` that split the rows into ranges of at most the fetch size.

    ``p0`` is the first number of a row's position in the run.
    """
    bounds: list[int] = []
    bytes_so_far = 0
    for p0, size in sorted(sizes):
        if bytes_so_far + size > MAX_FETCH_BYTES and bytes_so_far and p0 not in bounds[-1:]:
            bounds.append(p0)
            bytes_so_far = 0
        bytes_so_far += size
    return bounds


def _measure_rows(rows: DataFrame) -> list[tuple[int, int]]:
    """Return for each row the first number of its position (``p0``) and its size in bytes."""
    sizes = rows.select("p0", sql.length("payload").alias("bytes")).toArrow()
    return list(zip(*(column.to_pylist() for column in sizes.columns), strict=True))
