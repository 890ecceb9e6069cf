"""Execution engine protocol, and the engine of this process.

All engines run the same functions. They differ in how tables are stored, shuffled and sorted. The
in-process engine is for small logs, for tests, and for extracts of a large run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from flinksim.replay.operators.positions import FIRST
from flinksim.replay.operators.row_batches import get_position, iterate_items, merge_ordered
from flinksim.replay.operators.row_schema import (
    SCHEMA,
    Row,
    WorkerRow,
    build_batch,
    iterate_rows,
    unpack,
)
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.spark.fetch import ROWS_PER_BATCH, ActionRunner, run_directly

Batches: TypeAlias = Iterable[pa.RecordBatch]
BatchFunction: TypeAlias = Callable[[Batches], Iterator[pa.RecordBatch]]


class ExecutionEngine(Protocol):
    """Engine that stores tables and runs functions over them.

    Arguments named *rows* are tables of rows that workers emit
    (:mod:`flinksim.replay.operators.row_schema`). Arguments named *run* run the Spark actions that fetch
    data. A unit of work is a subtask, or some of its key groups, that one worker processes.
    """

    is_local: bool
    """Whether the engine is this process, so that tables are Arrow tables."""

    @property
    def parallelism(self) -> int:
        """Number of tasks that run at the same time."""

    @property
    def partitions(self) -> int:
        """Minimum number of partitions of a shuffle by key."""

    # --- tables -----------------------------------------------------------------------------------

    def from_arrow(self, table: pa.Table) -> Any:
        """Convert an Arrow table to a table of the engine."""

    def create_range(self, count: int, tasks: int | None = None) -> Any:
        """Create a table of the numbers from 0 below *count*, which tells workers what to process.

        Each number gets its own task, or they are distributed across *tasks* tasks.
        """

    def map_batches(self, table: Any, function: BatchFunction, schema: pa.Schema) -> Any:
        """Apply *function* to the batches of a table; evaluated when the result is read."""

    def shuffle(self, table: Any, units: int) -> Any:
        """Shuffle a table by its column ``unit``; each unit of work becomes one partition."""

    def union(self, tables: Sequence[Any]) -> Any:
        """Concatenate the rows of one or more tables."""

    def to_arrow(self, table: Any, run: ActionRunner = run_directly) -> pa.Table:
        """Return all rows of a table as an Arrow table."""

    def iterate_batches(
        self, table: Any, expected_rows: int, shared_folder: Path, run: ActionRunner = run_directly
    ) -> Iterator[pa.RecordBatch]:
        """Iterate over the rows of a table in batches of a few thousand.

        Args:
            table: A table of the engine.
            expected_rows: Approximate number of rows.
            shared_folder: A folder that this process and the workers share.
            run: Runs the Spark actions.
        """

    def cache(self, table: Any) -> AbstractContextManager[Any]:
        """Keep the computed rows of a table inside the block, so that they are computed only once."""

    # --- worker rows ------------------------------------------------------------------------------

    def read_chunks(self, chunks: int, function: BatchFunction) -> Any:
        """Return the rows that *function* produces from the numbers of the chunks of a log.

        They are computed when they are read.
        """

    def run_units(
        self, inputs: Sequence[tuple[Any, int | None]], units: int, function: BatchFunction
    ) -> Any:
        """Run *function* on each unit's records, in the order of their positions, and return its rows.

        Every unit of work gets a row of kind ``open`` first, so that it runs even without records.

        Args:
            inputs: Pairs of rows and the value of their column ``place`` to select (``None``: all).
            units: Number of units of work.
            function: The function to run.
        """

    def filter_kind(self, rows: Any, kind: str) -> Any:
        """Return the rows of one kind (:data:`~flinksim.replay.operators.row_schema.RowKind`)."""

    def merge_source_scans(self, rows: Any) -> SourceTimestampScan:
        """Merge the timestamp summaries that the chunks of a source have emitted among *rows*."""

    def iterate_kind(self, rows: Any, kind: str, run: ActionRunner = run_directly) -> Iterator[Row]:
        """Iterate over single items of one kind, in the order of their positions in the run."""

    def release(self, rows: Any) -> None:
        """Release the memory in which *rows* are stored."""


class InProcessEngine:
    """Engine of this process: a table is one Arrow table, or a list of tables, one per partition."""

    is_local = True
    parallelism = partitions = 1

    def from_arrow(self, table: pa.Table) -> pa.Table:
        return table

    def create_range(self, count: int, tasks: int | None = None) -> list[pa.Table]:
        return [pa.table({"id": pa.array([number], pa.int64())}) for number in range(count)]

    def map_batches(
        self, table: pa.Table | list[pa.Table], function: BatchFunction, schema: pa.Schema
    ) -> pa.Table:
        parts = table if isinstance(table, list) else [table]
        batches = [batch for part in parts for batch in function(part.to_batches())]
        return pa.Table.from_batches(batches, schema)

    def shuffle(self, table: pa.Table, units: int) -> list[pa.Table]:
        if units == 1:
            return [table]
        own = table.column("unit")
        return [table.filter(pc.equal(own, unit)) for unit in range(units)]

    def union(self, tables: Sequence[pa.Table]) -> pa.Table:
        return pa.concat_tables(tables)

    def to_arrow(self, table: pa.Table, run: ActionRunner = run_directly) -> pa.Table:
        return table

    def iterate_batches(
        self,
        table: pa.Table,
        expected_rows: int,
        shared_folder: Path,
        run: ActionRunner = run_directly,
    ) -> Iterator[pa.RecordBatch]:
        return iter(table.to_batches(ROWS_PER_BATCH))

    def cache(self, table: pa.Table) -> AbstractContextManager[Any]:
        return nullcontext()

    def read_chunks(self, chunks: int, function: BatchFunction) -> pa.Table:
        # Separate tables, as on Spark: the state of a function must not carry over to the next chunk.
        return self.map_batches(self.create_range(chunks), function, SCHEMA)

    def run_units(
        self, inputs: Sequence[tuple[pa.Table, int | None]], units: int, function: BatchFunction
    ) -> pa.Table:
        chosen = create_open_rows(units)
        for rows, place in inputs:
            records = iterate_rows(self.filter_kind(rows, "record"))
            chosen += [row for row in records if place in (None, row.place)]
        chosen.sort(key=lambda row: (row.unit, row.position))
        return self.map_batches(pa.Table.from_batches([build_batch(chosen)]), function, SCHEMA)

    def filter_kind(self, rows: pa.Table, kind: str) -> pa.Table:
        return rows.filter(pc.equal(rows.column("kind"), kind))

    def merge_source_scans(self, rows: pa.Table) -> SourceTimestampScan:
        return merge_source_scans(iterate_rows(self.filter_kind(rows, "reached")))

    def iterate_kind(
        self, rows: pa.Table, kind: str, run: ActionRunner = run_directly
    ) -> Iterator[Row]:
        chosen = sorted(iterate_rows(self.filter_kind(rows, kind)), key=get_position)
        return chain.from_iterable(merge_ordered(chosen))

    def release(self, rows: pa.Table) -> None:
        pass


# --- shared by both engines -----------------------------------------------------------------------


def create_open_rows(units: int) -> list[WorkerRow]:
    """Create one row per unit of work that makes the unit run, whether or not it has records."""
    return [WorkerRow("open", -1, unit, FIRST, None, b"") for unit in range(units)]


def merge_source_scans(rows: Iterable[WorkerRow]) -> SourceTimestampScan:
    """Merge the timestamp summaries in rows of the kind ``reached``."""
    reached = SourceTimestampScan()
    for thing in chain.from_iterable(map(iterate_items, rows)):
        reached.merge(unpack(thing[5]))
    return reached
