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

from flinksim.replay.engines.local import Work, open_rows, reached_in
from flinksim.replay.operators.row_batches import in_order, position_of
from flinksim.replay.operators.row_schema import SCHEMA, KeptRow, Row, batch_of, rows_in
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.spark.connection import parallelism_of
from flinksim.replay.spark.fetch import RunsAction, fetched_batches, plainly

BYTES_AT_ONCE = 64 << 20
"""Size in bytes of the parts in which a job's results are fetched from Spark for iteration."""


class SparkEngine:
    """Engine on Spark: DataFrames, persisted in memory, or on disk if they do not fit."""

    is_here = False

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    @property
    def parallelism(self) -> int:
        return parallelism_of(self._spark)

    @property
    def partitions(self) -> int:
        return int(self._spark.conf.get("spark.sql.shuffle.partitions") or 1)

    def table(self, table: pa.Table) -> DataFrame:
        if not table.num_rows:
            return self._spark.createDataFrame([], from_arrow_schema(table.schema))
        return self._spark.createDataFrame(table)

    def numbers(self, count: int, tasks: int | None = None) -> DataFrame:
        return self._spark.range(0, count, 1, max(1, count if tasks is None else min(count, tasks)))

    def mapped(self, table: DataFrame, work: Work, schema: pa.Schema) -> DataFrame:
        return table.mapInArrow(work, from_arrow_schema(schema))

    def spread(self, table: DataFrame, units: int) -> DataFrame:
        return table.repartitionById(units, "unit")

    def union(self, tables: Sequence[DataFrame]) -> DataFrame:
        return reduce(lambda one, other: one.unionByName(other), tables)

    def arrow(self, table: DataFrame, run: RunsAction = plainly) -> pa.Table:
        return run(table.toArrow)

    def batches(
        self, table: DataFrame, about: int, shared: Path, run: RunsAction = plainly
    ) -> Iterator[pa.RecordBatch]:
        return fetched_batches(table, about, shared, run)

    @contextmanager
    def keeping(self, table: DataFrame) -> Iterator[None]:
        table.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            yield
        finally:
            table.unpersist()

    def read(self, pieces: int, work: Work) -> DataFrame:
        rows = self.mapped(self.numbers(pieces), work, SCHEMA)
        return rows.persist(StorageLevel.MEMORY_AND_DISK)  # Computed on first use.

    def run(
        self, incoming: Sequence[tuple[DataFrame, int | None]], units: int, work: Work
    ) -> DataFrame:
        chosen = [self.table(pa.Table.from_batches([batch_of(open_rows(units))]))]
        for rows, place in incoming:
            records = self.of(rows, "record")
            chosen.append(records if place is None else records.where(sql.col("place") == place))
        partitioned = self.spread(self.union(chosen), units)
        ordered = partitioned.sortWithinPartitions("unit", "p0", "p1", "p2", "path")
        return self._keep(self.mapped(ordered.select(*SCHEMA.names), work, SCHEMA))

    def _keep(self, rows: DataFrame) -> DataFrame:
        persisted = rows.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            _sizes(persisted)
        except BaseException:
            persisted.unpersist()
            raise
        return persisted

    def of(self, rows: DataFrame, kind: str) -> DataFrame:
        return rows.where(sql.col("kind") == kind)

    def reached(self, rows: DataFrame) -> SourceReach:
        return reached_in(rows_in(self.arrow(self.of(rows, "reached"))))

    def of_kind(self, rows: DataFrame, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        return chain.from_iterable(in_order(_by_first_position(self.of(rows, kind), run)))

    def release(self, rows: DataFrame) -> None:
        rows.unpersist()


def _by_first_position(rows: DataFrame, run: RunsAction) -> Iterator[KeptRow]:
    """Iterate over all rows in the order of their first positions, fetched range by range.

    ``toLocalIterator`` is not used: it runs one job per partition, which Spark 4.3 never releases.
    """
    begin: int | None = None
    for end in [*_cuts(run(partial(_sizes, rows))), None]:
        selected = rows
        if begin is not None:
            selected = selected.where(sql.col("p0") >= begin)
        if end is not None:
            selected = selected.where(sql.col("p0") < end)
        yield from sorted(rows_in(run(selected.toArrow)), key=position_of)
        begin = end


def _cuts(sizes: list[tuple[int, int]]) -> list[int]:
    """Choose values of ``p0`` that split the rows into ranges of at most the fetch size."""
    bounds: list[int] = []
    bytes_so_far = 0
    for p0, size in sorted(sizes):
        if bytes_so_far + size > BYTES_AT_ONCE and bytes_so_far and p0 not in bounds[-1:]:
            bounds.append(p0)
            bytes_so_far = 0
        bytes_so_far += size
    return bounds


def _sizes(rows: DataFrame) -> list[tuple[int, int]]:
    """Return (p0, bytes) of each row."""
    sizes = rows.select("p0", sql.length("payload").alias("bytes")).toArrow()
    return list(zip(*(column.to_pylist() for column in sizes.columns), strict=True))
