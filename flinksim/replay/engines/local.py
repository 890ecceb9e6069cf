"""Who runs the workers' functions: Spark, or this process.

The functions are the same; only where tables are kept, spread and sorted differs. This process is for
logs that fit, for tests by the hundred, and for the windows that are cut out of a large run.
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
    """Keeps tables, and runs functions over them; *rows* are tables of workers' rows.

    *run* runs the actions of Spark that fetch something.
    """

    is_here: bool
    """Whether it is this process, so that tables are those of Arrow."""

    @property
    def parallelism(self) -> int:
        """So many tasks run at once."""

    @property
    def partitions(self) -> int:
        """In so many partitions keys are spread at least."""

    # --- any table -----------------------------------------------------------------------------------

    def table(self, table: pa.Table) -> Any:
        """A table of Arrow as one of the engine's."""

    def numbers(self, count: int, tasks: int | None = None) -> Any:
        """The numbers below *count*, one column; each for itself, or for so many *tasks*."""

    def mapped(self, table: Any, work: Work, schema: pa.Schema) -> Any:
        """What *work* makes of a table, some rows at a time, when something is asked of it."""

    def spread(self, table: Any, units: int) -> Any:
        """A table whose rows are together by their column ``unit``, each unit for itself."""

    def union(self, tables: Sequence[Any]) -> Any:
        """The rows of several tables, of which there is one at least."""

    def arrow(self, table: Any, run: RunsAction = plainly) -> pa.Table:
        """All rows of a table."""

    def batches(
        self, table: Any, about: int, shared: Path, run: RunsAction = plainly
    ) -> Iterator[pa.RecordBatch]:
        """The same by the thousand; there are *about* so many rows.

        *shared* is a folder that this process and the workers see.
        """

    def keeping(self, table: Any) -> AbstractContextManager[Any]:
        """Within it, what is computed of a table is kept."""

    # --- workers' rows -------------------------------------------------------------------------------

    def read(self, pieces: int, work: Work) -> Any:
        """The rows that *work* makes of the numbers of the pieces, when something is asked of them."""

    def run(self, incoming: Sequence[tuple[Any, int | None]], units: int, work: Work) -> Any:
        """The rows that *work* makes of records, by unit, in the order of their positions.

        *incoming* are rows and the place that counts (``None``: any). Every unit gets an "open" row
        first.
        """

    def of(self, rows: Any, kind: str) -> Any:
        """The rows of one kind."""

    def reached(self, rows: Any) -> SourceReach:
        """What the rows of a source say of how far its timestamps came."""

    def of_kind(self, rows: Any, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        """The things of one kind, each a row, in the order of their positions."""

    def release(self, rows: Any) -> None:
        """Let go of rows."""


class InProcessEngine:
    """Tables of Arrow, all in memory; lists of them, where some rows are to be for themselves."""

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
        # Each by itself, as on Spark: what a function remembers does not go from piece to piece.
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


# --- what both do with rows -----------------------------------------------------------------------


def open_rows(units: int) -> list[KeptRow]:
    """With which every unit of work begins, whether or not it has records."""
    return [KeptRow("open", -1, unit, FIRST, None, b"") for unit in range(units)]


def reached_in(rows: Iterable[KeptRow]) -> SourceReach:
    """What rows of the kind ``reached`` say together."""
    reached = SourceReach()
    for thing in chain.from_iterable(map(things_in, rows)):
        reached.merge(unpack(thing[5]))
    return reached
