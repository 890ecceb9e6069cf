"""Spark as the one who runs the workers' functions.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.storagelevel import StorageLevel

from flinksim.spark.connection import is_remote
from flinksim.spark.fetched_rows import RunsAction, plainly
from flinksim.spark.generic.blocks import in_order, position_of
from flinksim.spark.generic.engines import FIRST, Shared, Work, reached_in
from flinksim.spark.generic.rows import SCHEMA, SPARK_SCHEMA, KeptRow, Row, rows_in
from flinksim.spark.generic.source_timeline import SourceReach

_COLUMNS = SCHEMA.names
BYTES_AT_ONCE = 64 << 20
"""So much of a job's results is fetched from Spark at once, to be iterated over."""


class SparkEngine:
    """DataFrames; kept in memory, or on disk where they do not fit."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    def read(self, pieces: int, work: Work) -> DataFrame:
        numbers = self._spark.range(0, pieces, 1, max(1, pieces))
        rows = numbers.mapInArrow(work, SPARK_SCHEMA)
        return rows.persist(StorageLevel.MEMORY_AND_DISK)  # whoever asks first computes them

    def run(
        self, incoming: Sequence[tuple[DataFrame, int | None]], units: int, work: Work
    ) -> DataFrame:
        chosen = self._open_rows(units)
        for rows, place in incoming:
            records = rows.where(sql.col("kind") == "record")
            chosen = chosen.unionByName(
                records if place is None else records.where(sql.col("place") == place)
            )
        spread = chosen.repartitionById(units, sql.col("unit"))
        ordered = spread.sortWithinPartitions("unit", "p0", "p1", "p2", "path").select(*_COLUMNS)
        return self._keep(ordered.mapInArrow(work, SPARK_SCHEMA))

    def _keep(self, rows: DataFrame) -> DataFrame:
        kept = rows.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            _sizes(kept)
        except BaseException:
            kept.unpersist()
            raise
        return kept

    def _open_rows(self, units: int) -> DataFrame:
        return self._spark.range(0, units, 1, 1).select(
            sql.lit("open").alias("kind"),
            sql.lit(-1).alias("place"),
            sql.col("id").cast("int").alias("unit"),
            sql.lit(FIRST[0]).alias("p0"),
            sql.lit(0).cast("bigint").alias("p1"),
            sql.lit(0).cast("bigint").alias("p2"),
            sql.array().cast("array<bigint>").alias("path"),
            sql.lit(None).cast("bigint").alias("timestamp"),
            sql.lit(None).cast("binary").alias("payload"),
            sql.lit(None).cast("int").alias("items"),
        )

    def share(self, value: Any) -> Any:
        if is_remote(self._spark):
            return Shared(value)  # there are no broadcasts; it goes with the function
        return self._spark.sparkContext.broadcast(value)

    def reached(self, rows: DataFrame) -> SourceReach:
        return reached_in(_fetched(rows.where("kind = 'reached'")))

    def of_kind(self, rows: DataFrame, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        chosen = rows.where(sql.col("kind") == kind)
        return chain.from_iterable(in_order(_by_first_position(chosen, run)))

    def release(self, rows: DataFrame) -> None:
        rows.unpersist()


def _by_first_position(rows: DataFrame, run: RunsAction) -> Iterator[KeptRow]:
    """All rows by their positions, some at a time.

    Not by ``toLocalIterator``, whose jobs Spark 4.3 keeps for good, one for each partition.
    """
    begin: int | None = None
    for end in [*_cuts(run(partial(_sizes, rows))), None]:
        some = rows
        if begin is not None:
            some = some.where(sql.col("p0") >= begin)
        if end is not None:
            some = some.where(sql.col("p0") < end)
        yield from sorted(_fetched(some, run), key=position_of)
        begin = end


def _cuts(sizes: list[tuple[int, int]]) -> list[int]:
    """The values of ``p0`` between which there are about so many bytes as may be fetched at once."""
    cuts: list[int] = []
    bytes_so_far = 0
    for p0, size in sorted(sizes):
        if bytes_so_far + size > BYTES_AT_ONCE and bytes_so_far and p0 not in cuts[-1:]:
            cuts.append(p0)
            bytes_so_far = 0
        bytes_so_far += size
    return cuts


def _sizes(rows: DataFrame) -> list[tuple[int, int]]:
    """(p0, bytes) of each row."""
    sizes = rows.select("p0", sql.length("payload").alias("bytes")).toArrow()
    return list(zip(*(column.to_pylist() for column in sizes.columns), strict=True))


def _fetched(rows: DataFrame, run: RunsAction = plainly) -> Iterator[KeptRow]:
    for batch in run(rows.toArrow).to_batches():
        yield from rows_in(batch)
