"""What came of a job: as tables for people and for SQL, and as Python's own values."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from flinksim.spark.fetched_rows import RunsAction
from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.generic_run import GenericRun
from flinksim.spark.generic.rows import unpack
from flinksim.spark.result_tables import (
    AS_TEXT,
    OF_WORKERS,
    Types,
    table_rows,
    value_types,
    values_in,
    worker_schema,
)
from flinksim.spark.value_types import joined

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class Result(NamedTuple):
    """What a sink was given; ``time`` is processing time."""

    node: int
    subtask: int
    value: Any
    timestamp: int | None
    time: int


@dataclass(frozen=True, slots=True)
class Firing:
    """A window that fired; ``time`` is processing time."""

    node: int
    key: Any
    window: Any
    kind: str
    count: int
    contents: Any
    watermark: int
    time: int


class Drop(NamedTuple):
    """A record that came too late for its windows; ``time`` is processing time."""

    node: int
    key: Any
    value: Any
    timestamp: int | None
    watermark: int
    to_side_output: bool
    time: int


class Outcome(Protocol):
    """What came of a job, whichever way it went."""

    timelines: dict[str, list[Timeline]]

    def table(self, kind: str, as_text: bool) -> DataFrame:
        """The table of what has that *kind* (:data:`~flinksim.spark.result_tables.OF_WORKERS`).

        Times are epoch milliseconds; values have types, or are texts if it is said.
        """

    def kept(self) -> AbstractContextManager[None]:
        """Within it, what several tables are made of is computed once."""

    def iterate_results(self) -> Iterator[Result]: ...

    def iterate_firings(self) -> Iterator[Firing]: ...

    def iterate_dropped(self) -> Iterator[Drop]: ...

    def close(self) -> None:
        """Let go of what is kept."""


class WorkerTables:
    """Tables of the rows that workers put out."""

    def __init__(self, rows: Callable[[str], DataFrame], run: RunsAction) -> None:
        """*rows* gives those of one kind, *run* what an action gives."""
        self._rows, self._run = rows, run
        self._types: dict[str, Types] = {}

    def table(self, kind: str, as_text: bool) -> DataFrame:
        """See :meth:`Outcome.table`."""
        from pyspark.sql.pandas.types import from_arrow_schema

        types = AS_TEXT if as_text else self._types_of(kind)
        schema = from_arrow_schema(worker_schema(OF_WORKERS[kind], types))
        return self._rows(kind).mapInArrow(partial(table_rows, kind=kind, types=types), schema)

    def _types_of(self, kind: str) -> Types:
        """Those of all values of a table; it is looked through once."""
        if kind not in self._types:
            parts = self._rows(kind).mapInArrow(partial(value_types, kind=kind), "types binary")
            found = [pickle.loads(row.types) for row in self._run(parts.collect)]
            names = values_in(OF_WORKERS[kind])
            self._types[kind] = {name: joined(part[name] for part in found) for name in names}
        return self._types[kind]


class GenericOutcome:
    """Of the rows that the simulator's operators put out."""

    def __init__(self, run: GenericRun) -> None:
        self._run = run
        self.timelines = run.timelines
        self._tables = WorkerTables(self._rows, run.looking)

    def _rows(self, kind: str) -> DataFrame:
        from pyspark.sql import functions as sql

        frames = list(self._run.rows.values())
        rows = frames[0]
        for frame in frames[1:]:
            rows = rows.unionByName(frame)
        chosen: DataFrame = rows.where(sql.col("kind") == kind)
        return chosen

    def table(self, kind: str, as_text: bool) -> DataFrame:
        return self._tables.table(kind, as_text)

    def kept(self) -> AbstractContextManager[None]:
        return nullcontext()  # the run has kept its rows

    def iterate_results(self) -> Iterator[Result]:
        for _, node, subtask, position, timestamp, payload in self._run.of_kind("result"):
            yield Result(node, subtask, unpack(payload), timestamp, positions.time_of(position))

    def iterate_firings(self) -> Iterator[Firing]:
        for _, node, _, position, _, payload in self._run.of_kind("firing"):
            yield Firing(*(node, *unpack(payload), positions.time_of(position)))

    def iterate_dropped(self) -> Iterator[Drop]:
        for _, node, _, position, timestamp, payload in self._run.of_kind("dropped"):
            key, value, watermark, aside = unpack(payload)
            yield Drop(node, key, value, timestamp, watermark, aside, positions.time_of(position))

    def close(self) -> None:
        self._run.close()


__all__ = ["Drop", "Firing", "GenericOutcome", "Outcome", "Result", "WorkerTables"]
