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
from flinksim.replay.operators.row_batches import in_order, position_of, things_in
from flinksim.replay.operators.row_schema import SCHEMA, KeptRow, Row, batch_of, rows_in, unpack
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.spark.fetch import ROWS_PER_BATCH, RunsAction, plainly

Batches: TypeAlias = Iterable[pa.RecordBatch]
Work: TypeAlias = Callable[[Batches], Iterator[pa.RecordBatch]]


class Engine(Protocol):
    """Engine that stores tables and runs functions over them.

    *rows* are tables of worker rows (:mod:`flinksim.replay.operators.row_schema`). *run* runs the
    Spark actions that fetch data.
    """

    is_here: bool
    """Whether the engine is this process, so that tables are Arrow tables."""

    @property
    def parallelism(self) -> int:
        """Number of tasks that run at the same time."""

    @property
    def partitions(self) -> int:
        """Minimum number of partitions of a shuffle by key."""

    # --- tables -----------------------------------------------------------------------------------

    def table(self, table: pa.Table) -> Any:
        """Convert an Arrow table to a table of the engine."""

    def numbers(self, count: int, tasks: int | None = None) -> Any:
        """Create a table of the numbers below *count*, one per task or distributed across *tasks*."""

    def mapped(self, table: Any, work: Work, schema: pa.Schema) -> Any:
        """Apply *work* to the batches of a table; lazy."""

    def spread(self, table: Any, units: int) -> Any:
        """Shuffle a table by its column ``unit``; each unit becomes one partition."""

    def union(self, tables: Sequence[Any]) -> Any:
        """Concatenate the rows of one or more tables."""

    def arrow(self, table: Any, run: RunsAction = plainly) -> pa.Table:
        """Return all rows of a table as an Arrow table."""

    def batches(
        self, table: Any, about: int, shared: Path, run: RunsAction = plainly
    ) -> Iterator[pa.RecordBatch]:
        """Iterate over the rows of a table in batches of a few thousand.

        Args:
            table: A table of the engine.
            about: Approximate number of rows.
            shared: A folder that this process and the workers share.
            run: Runs the Spark actions.
        """

    def keeping(self, table: Any) -> AbstractContextManager[Any]:
        """Cache the computed rows of a table in the block."""

    # --- worker rows ------------------------------------------------------------------------------

    def read(self, pieces: int, work: Work) -> Any:
        """Return the rows that *work* produces from the chunk numbers; lazy."""

    def run(self, incoming: Sequence[tuple[Any, int | None]], units: int, work: Work) -> Any:
        """Run *work* over records by unit, in the order of their positions, and return its rows.

        Every unit gets an "open" row first.

        Args:
            incoming: Pairs of rows and the place to select (``None``: all).
            units: Number of units of work.
            work: The function to run.
        """

    def of(self, rows: Any, kind: str) -> Any:
        """Return the rows of one kind."""

    def reached(self, rows: Any) -> SourceReach:
        """Merge the timestamp scans among the rows of a source."""

    def of_kind(self, rows: Any, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        """Iterate over the items of one kind, in the order of their positions."""

    def release(self, rows: Any) -> None:
        """Release the memory of rows."""


class InProcessEngine:
    """Engine of this process: Arrow tables in memory, or lists of tables for separate parts."""

    is_here = True
    parallelism = partitions = 1

    def table(self, table: pa.Table) -> pa.Table:
        return table

    def numbers(self, count: int, tasks: int | None = None) -> list[pa.Table]:
        return [pa.table({"id": pa.array([number], pa.int64())}) for number in range(count)]

    def mapped(self, table: pa.Table | list[pa.Table], work: Work, schema: pa.Schema) -> pa.Table:
        parts = table if isinstance(table, list) else [table]
        batches = [batch for part in parts for batch in work(part.to_batches())]
        return pa.Table.from_batches(batches, schema)

    def spread(self, table: pa.Table, units: int) -> list[pa.Table]:
        if units == 1:
            return [table]
        own = table.column("unit")
        return [table.filter(pc.equal(own, unit)) for unit in range(units)]

    def union(self, tables: Sequence[pa.Table]) -> pa.Table:
        return pa.concat_tables(tables)

    def arrow(self, table: pa.Table, run: RunsAction = plainly) -> pa.Table:
        return table

    def batches(
        self, table: pa.Table, about: int, shared: Path, run: RunsAction = plainly
    ) -> Iterator[pa.RecordBatch]:
        return iter(table.to_batches(ROWS_PER_BATCH))

    def keeping(self, table: pa.Table) -> AbstractContextManager[Any]:
        return nullcontext()

    def read(self, pieces: int, work: Work) -> pa.Table:
        # Separate tables, as on Spark: the state of a function must not carry over to the next chunk.
        return self.mapped(self.numbers(pieces), work, SCHEMA)

    def run(
        self, incoming: Sequence[tuple[pa.Table, int | None]], units: int, work: Work
    ) -> pa.Table:
        chosen = open_rows(units)
        for rows, place in incoming:
            records = rows_in(self.of(rows, "record"))
            chosen += [row for row in records if place in (None, row.place)]
        chosen.sort(key=lambda row: (row.unit, row.position))
        return self.mapped(pa.Table.from_batches([batch_of(chosen)]), work, SCHEMA)

    def of(self, rows: pa.Table, kind: str) -> pa.Table:
        return rows.filter(pc.equal(rows.column("kind"), kind))

    def reached(self, rows: pa.Table) -> SourceReach:
        return reached_in(rows_in(self.of(rows, "reached")))

    def of_kind(self, rows: pa.Table, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        chosen = sorted(rows_in(self.of(rows, kind)), key=position_of)
        return chain.from_iterable(in_order(chosen))

    def release(self, rows: pa.Table) -> None:
        pass


# --- shared by both engines -----------------------------------------------------------------------


def open_rows(units: int) -> list[KeptRow]:
    """Create the rows that open every unit of work, whether or not it has records."""
    return [KeptRow("open", -1, unit, FIRST, None, b"") for unit in range(units)]


def reached_in(rows: Iterable[KeptRow]) -> SourceReach:
    """Merge the timestamp scans in rows of the kind ``reached``."""
    reached = SourceReach()
    for thing in chain.from_iterable(map(things_in, rows)):
        reached.merge(unpack(thing[5]))
    return reached
