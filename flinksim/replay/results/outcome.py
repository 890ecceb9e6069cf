"""Outcome of a job: tables for people and SQL, and Python values."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol

from flinksim.replay.engines.local import Engine
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import Timeline
from flinksim.replay.operators.row_schema import Row, unpack
from flinksim.replay.operators.run import GenericRun
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.results.schemas import (
    AS_TEXT,
    FOUND_TYPES,
    OF_WORKERS,
    Types,
    table_rows,
    table_schema,
    value_types,
    values_in,
)
from flinksim.replay.results.type_inference import joined
from flinksim.replay.spark.fetch import RunsAction


class Result(NamedTuple):
    """A record that a sink received; ``time`` is processing time."""

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
    """A record that was too late for its windows; ``time`` is processing time."""

    node: int
    key: Any
    value: Any
    timestamp: int | None
    watermark: int
    to_side_output: bool
    time: int


class Outcome(Protocol):
    """Outcome of a job, whichever backend ran it."""

    timelines: dict[str, list[Timeline]]
    reached: dict[str, SourceReach]
    """Timestamp scans of the sources whose watermarks need nothing else."""

    def table(self, kind: str, as_text: bool) -> Any:
        """Build the table of one *kind* (:data:`~flinksim.replay.results.schemas.OF_WORKERS`).

        Args:
            kind: ``result``, ``firing`` or ``dropped``.
            as_text: Whether values are texts, as Flink prints them, instead of typed.

        Returns:
            A table of the job's engine; times are epoch milliseconds.
        """

    def kept(self) -> AbstractContextManager[None]:
        """Cache, in the block, the data that several tables are computed from."""

    def iterate_results(self) -> Iterator[Result]: ...

    def iterate_firings(self) -> Iterator[Firing]: ...

    def iterate_dropped(self) -> Iterator[Drop]: ...

    def close(self) -> None:
        """Release the cached data."""


def results_in(rows: Iterable[Row]) -> Iterator[Result]:
    """Iterate over the results in rows of workers."""
    for _, node, subtask, position, timestamp, payload in rows:
        yield Result(node, subtask, unpack(payload), timestamp, positions.time_of(position))


class WorkerTables:
    """Tables of the rows that workers emit."""

    def __init__(self, engine: Engine, rows: Callable[[str], Any], run: RunsAction) -> None:
        """Create the tables.

        Args:
            engine: The engine of the job.
            rows: Returns the rows of one kind.
            run: Runs the Spark actions.
        """
        self._engine, self._rows, self._run = engine, rows, run
        self._types: dict[str, Types] = {}

    def table(self, kind: str, as_text: bool) -> Any:
        """Build a table; see :meth:`Outcome.table`."""
        types = AS_TEXT if as_text else self._types_of(kind)
        function = partial(table_rows, kind=kind, types=types)
        return self._engine.mapped(self._rows(kind), function, table_schema(kind, types))

    def _types_of(self, kind: str) -> Types:
        """Infer the types of all values of a table, in one pass."""
        if kind not in self._types:
            function = partial(value_types, kind=kind)
            parts = self._engine.mapped(self._rows(kind), function, FOUND_TYPES)
            pickled = self._engine.arrow(parts, self._run).column(0).to_pylist()
            partial_types = [pickle.loads(each) for each in pickled]
            names = values_in(OF_WORKERS[kind])
            self._types[kind] = {
                name: joined(part[name] for part in partial_types) for name in names
            }
        return self._types[kind]


class GenericOutcome:
    """Outcome of a run with the simulator's operators."""

    def __init__(self, run: GenericRun, engine: Engine) -> None:
        self._run = run
        self.timelines, self.reached = run.timelines, run.reached

        def rows(kind: str) -> Any:
            return engine.of(engine.union(list(run.rows.values())), kind)

        self._tables = WorkerTables(engine, rows, run.looking)

    def table(self, kind: str, as_text: bool) -> Any:
        return self._tables.table(kind, as_text)

    def kept(self) -> AbstractContextManager[None]:
        return nullcontext()  # The rows of the run are already persisted.

    def iterate_results(self) -> Iterator[Result]:
        return results_in(self._run.of_kind("result"))

    def iterate_firings(self) -> Iterator[Firing]:
        for _, node, _, position, _, payload in self._run.of_kind("firing"):
            yield Firing(*(node, *unpack(payload), positions.time_of(position)))

    def iterate_dropped(self) -> Iterator[Drop]:
        for _, node, _, position, timestamp, payload in self._run.of_kind("dropped"):
            key, value, watermark, to_side_output = unpack(payload)
            yield Drop(
                node, key, value, timestamp, watermark, to_side_output, positions.time_of(position)
            )

    def close(self) -> None:
        self._run.close()


__all__ = ["Drop", "Firing", "GenericOutcome", "Outcome", "Result", "WorkerTables", "results_in"]
