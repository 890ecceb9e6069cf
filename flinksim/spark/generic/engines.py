"""Who runs the workers' functions: Spark, or this process.

The functions are the same; only where rows are kept, spread and sorted differs. This process is for
small runs: tests by the hundred, and the windows that are cut out of a large run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Protocol, TypeAlias

import pyarrow as pa

from flinksim.spark.fetched_rows import RunsAction, plainly
from flinksim.spark.generic.blocks import in_order, position_of, things_in
from flinksim.spark.generic.positions import LAST, Position
from flinksim.spark.generic.rows import SCHEMA, KeptRow, Row, batch_of, rows_in
from flinksim.spark.generic.source_timeline import SourceReach

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

    def reached(self, rows: Any) -> SourceReach:
        """What the rows of a source say of how far its timestamps came."""

    def of_kind(self, rows: Any, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        """The things of one kind, each a row, in the order of their positions.

        *run* runs the actions of Spark that fetch them.
        """

    def release(self, rows: Any) -> None:
        """Let go of rows."""


# --- this process -----------------------------------------------------------------------------------


class Shared:
    """What is shared by being sent along."""

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
        return Shared(value)

    def reached(self, rows: list[KeptRow]) -> SourceReach:
        return reached_in(row for row in rows if row.kind == "reached")

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


def reached_in(rows: Iterable[KeptRow]) -> SourceReach:
    """What rows of the kind ``reached`` say together."""
    reached = SourceReach()
    for _, place, unit, position, timestamp, _ in chain.from_iterable(map(things_in, rows)):
        if place >= 0:
            assert timestamp is not None
            reached.note(place, unit, {position[0]: timestamp})
        else:
            before = reached.last_items.get(unit, FIRST)
            reached.last_items[unit] = max(before, position)
    return reached
