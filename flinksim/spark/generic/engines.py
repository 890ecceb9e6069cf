"""Who runs the workers' functions: Spark, or this process.

The functions are the same; only where rows are kept, spread and sorted differs. This process is for
small runs: tests by the hundred, and the windows that are cut out of a large run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.storagelevel import StorageLevel

from flinksim.spark.generic.positions import LAST, ROOT_LENGTH, Position
from flinksim.spark.generic.rows import SCHEMA, SPARK_SCHEMA, RowBuffer
from flinksim.spark.generic.source_timeline import Reached

Batches: TypeAlias = Iterable[pa.RecordBatch]
Work: TypeAlias = Callable[[Batches], Iterator[pa.RecordBatch]]
Row: TypeAlias = tuple[str, int, int, Position, int | None, bytes]
"""(kind, place, unit, position, timestamp, payload)"""

FIRST: Position = (-LAST, 0, 0)


class Engine(Protocol):
    """Keeps rows, and runs functions over them."""

    def read(self, pieces: int, work: Work) -> Any:
        """The rows that *work* makes of the numbers of the pieces."""

    def run(self, incoming: Sequence[tuple[Any, int | None]], units: int, work: Work) -> Any:
        """The rows that *work* makes of records, by unit, in the order of their positions.

        *incoming* are rows and the place that counts (``None``: any). Every unit gets an "open" row
        first.
        """

    def share(self, value: Any) -> Any:
        """Something that workers are sent once; its ``value`` is *value*."""

    def reached(self, rows: Any) -> Reached:
        """What the rows of a source say of how far its timestamps came."""

    def last_items(self, rows: Any) -> dict[int, Position]:
        """The greatest position of each place."""

    def of_kind(self, rows: Any, kind: str) -> Iterator[Row]:
        """The rows of one kind, in the order of their positions."""

    def release(self, rows: Any) -> None:
        """Let go of rows."""


# --- this process -----------------------------------------------------------------------------------


class _Shared:
    def __init__(self, value: Any) -> None:
        self.value = value


class InProcessEngine:
    """Lists of rows, all in memory."""

    def read(self, pieces: int, work: Work) -> list[Row]:
        numbers = pa.record_batch([pa.array(range(pieces), pa.int64())], names=["id"])
        return _rows_of(work([numbers]))

    def run(
        self, incoming: Sequence[tuple[list[Row], int | None]], units: int, work: Work
    ) -> list[Row]:
        chosen: list[Row] = [("open", -1, unit, FIRST, None, b"") for unit in range(units)]
        for rows, place in incoming:
            chosen += [r for r in rows if r[0] == "record" and place in (None, r[1])]
        chosen.sort(key=lambda row: (row[2], row[3]))
        buffer = RowBuffer()
        for kind, place, unit, position, timestamp, payload in chosen:
            buffer.add(kind, place, unit, position, timestamp, payload)  # type: ignore[arg-type]
        return _rows_of(work([buffer.take()]))

    def share(self, value: Any) -> Any:
        return _Shared(value)

    def reached(self, rows: list[Row]) -> Reached:
        reached = Reached()
        for kind, place, unit, position, timestamp, _ in rows:
            if kind == "reached" and place >= 0:
                assert timestamp is not None
                told = reached.timestamps.setdefault((place, unit), [])
                told.append((position[0], timestamp))
            elif kind == "reached":
                before = reached.last_items.get(unit, FIRST)
                reached.last_items[unit] = max(before, position)
        return reached

    def last_items(self, rows: list[Row]) -> dict[int, Position]:
        last: dict[int, Position] = {}
        for row in rows:
            last[row[1]] = max(last.get(row[1], FIRST), row[3])
        return last

    def of_kind(self, rows: list[Row], kind: str) -> Iterator[Row]:
        return iter(sorted([row for row in rows if row[0] == kind], key=lambda row: row[3]))

    def release(self, rows: list[Row]) -> None:
        pass


def _rows_of(batches: Batches) -> list[Row]:
    rows: list[Row] = []
    for batch in batches:
        assert batch.schema == SCHEMA
        columns = [column.to_pylist() for column in batch.columns]
        for kind, place, unit, p0, p1, p2, path, timestamp, payload in zip(*columns, strict=True):
            rows.append((kind, place, unit, (p0, p1, p2, *path), timestamp, payload))
    return rows


# --- Spark ------------------------------------------------------------------------------------------

_COLUMNS = SCHEMA.names


class SparkEngine:
    """DataFrames; kept in memory, or on disk where they do not fit."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    def read(self, pieces: int, work: Work) -> DataFrame:
        numbers = self._spark.range(0, pieces, 1, max(1, pieces))
        return self._keep(numbers.mapInArrow(work, SPARK_SCHEMA))

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
            kept.count()
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
        )

    def share(self, value: Any) -> Any:
        return self._spark.sparkContext.broadcast(value)

    def reached(self, rows: DataFrame) -> Reached:
        reached = Reached()
        told = rows.where("kind = 'reached'")
        greatest = told.where("place >= 0").groupBy("place", "unit", "p0")
        for row in greatest.agg(sql.max("timestamp").alias("ts")).toLocalIterator():
            reached.timestamps.setdefault((row.place, row.unit), []).append((row.p0, row.ts))
        reached.last_items = _greatest(told.where("place < 0"), "unit")
        return reached

    def last_items(self, rows: DataFrame) -> dict[int, Position]:
        return _greatest(rows, "place")

    def of_kind(self, rows: DataFrame, kind: str) -> Iterator[Row]:
        ordered = rows.where(sql.col("kind") == kind).sort("p0", "p1", "p2", "path")
        for row in ordered.toLocalIterator():
            position = (row.p0, row.p1, row.p2, *row.path)
            payload = b"" if row.payload is None else bytes(row.payload)
            yield row.kind, row.place, row.unit, position, row.timestamp, payload

    def release(self, rows: DataFrame) -> None:
        rows.unpersist()


def _greatest(rows: DataFrame, by: str) -> dict[int, Position]:
    last = rows.groupBy(by).agg(sql.max(sql.array("p0", "p1", "p2")).alias("last"))
    return {row[by]: tuple(row["last"][:ROOT_LENGTH]) for row in last.collect()}
