"""Who runs the workers' functions: Spark, or this process.

The functions are the same; only where rows are kept, spread and sorted differs. This process is for
small runs: tests by the hundred, and the windows that are cut out of a large run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, Protocol, TypeAlias

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.storagelevel import StorageLevel

from flinksim.spark.fetched_rows import RunsAction, plainly
from flinksim.spark.generic.blocks import in_order, position_of, things_in
from flinksim.spark.generic.positions import LAST, Position
from flinksim.spark.generic.rows import SCHEMA, SPARK_SCHEMA, KeptRow, Row, batch_of, rows_in
from flinksim.spark.generic.source_timeline import Reached

Batches: TypeAlias = Iterable[pa.RecordBatch]
Work: TypeAlias = Callable[[Batches], Iterator[pa.RecordBatch]]
FIRST: Position = (-LAST, 0, 0)


class Engine(Protocol):
    """Keeps rows, and runs functions over them."""

    def read(self, pieces: int, work: Work) -> Any:
        """The rows that *work* makes of the numbers of the pieces, when something is asked of them."""

    def run(self, incoming: Sequence[tuple[Any, int | None]], units: int, work: Work) -> Any:
        """The rows that *work* makes of records, by unit, in the order of their positions.

        *incoming* are rows and the place that counts (``None``: any). Every unit gets an "open" row
        first.
        """

    def share(self, value: Any) -> Any:
        """Something that workers are sent once; its ``value`` is *value*."""

    def reached(self, rows: Any) -> Reached:
        """What the rows of a source say of how far its timestamps came."""

    def of_kind(self, rows: Any, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        """The things of one kind, each a row, in the order of their positions.

        *run* runs the actions of Spark that fetch them.
        """

    def release(self, rows: Any) -> None:
        """Let go of rows."""


# --- this process -----------------------------------------------------------------------------------


class _Shared:
    def __init__(self, value: Any) -> None:
        self.value = value


class InProcessEngine:
    """Lists of rows, all in memory."""

    def read(self, pieces: int, work: Work) -> list[KeptRow]:
        # Each by itself, as on Spark: what a function remembers does not go from piece to piece.
        return [row for number in range(pieces) for row in _rows_of(work([_piece(number)]))]

    def run(
        self, incoming: Sequence[tuple[list[KeptRow], int | None]], units: int, work: Work
    ) -> list[KeptRow]:
        chosen = [KeptRow("open", -1, unit, FIRST, None, b"") for unit in range(units)]
        for rows, place in incoming:
            chosen += [r for r in rows if r.kind == "record" and place in (None, r.place)]
        chosen.sort(key=lambda row: (row.unit, row.position))
        return _rows_of(work([batch_of(chosen)]))

    def share(self, value: Any) -> Any:
        return _Shared(value)

    def reached(self, rows: list[KeptRow]) -> Reached:
        return _reached(row for row in rows if row.kind == "reached")

    def of_kind(self, rows: list[KeptRow], kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        chosen = sorted([row for row in rows if row.kind == kind], key=position_of)
        return chain.from_iterable(in_order(chosen))

    def release(self, rows: list[KeptRow]) -> None:
        pass


def _piece(number: int) -> pa.RecordBatch:
    return pa.record_batch([pa.array([number], pa.int64())], names=["id"])


def _rows_of(batches: Batches) -> list[KeptRow]:
    rows: list[KeptRow] = []
    for batch in batches:
        assert batch.schema == SCHEMA
        rows += rows_in(batch)
    return rows


# --- what both do with rows -----------------------------------------------------------------------


def _reached(rows: Iterable[KeptRow]) -> Reached:
    reached = Reached()
    for _, place, unit, position, timestamp, _ in chain.from_iterable(map(things_in, rows)):
        if place >= 0:
            assert timestamp is not None
            reached.note(place, unit, {position[0]: timestamp})
        else:
            before = reached.last_items.get(unit, FIRST)
            reached.last_items[unit] = max(before, position)
    return reached


# --- Spark ------------------------------------------------------------------------------------------

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
        return self._spark.sparkContext.broadcast(value)

    def reached(self, rows: DataFrame) -> Reached:
        return _reached(_fetched(rows.where("kind = 'reached'")))

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
