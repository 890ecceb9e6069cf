"""Outcome of a job: its results, window firings and dropped records as tables and Python values."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol

from flinksim.replay.engines.local import ExecutionEngine
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import WatermarkTimeline
from flinksim.replay.operators.operator_run import OperatorRun
from flinksim.replay.operators.row_schema import Row, unpack
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.results.result_types import join_types
from flinksim.replay.results.schemas import (
    AS_TEXT,
    INFERRED_TYPES_SCHEMA,
    WORKER_TABLES,
    ColumnTypes,
    build_table_batches,
    build_table_schema,
    infer_value_types,
    list_value_columns,
)
from flinksim.replay.spark.fetch import ActionRunner


class Result(NamedTuple):
    """A record that a sink received; ``time`` is processing time."""

    node: int
    subtask: int
    value: Any
    timestamp: int | None
    time: int


@dataclass(frozen=True, slots=True)
class Firing:
    """A firing of a window, with the contents that it emitted; ``time`` is processing time."""

    node: int
    key: Any
    window: Any
    kind: str
    count: int
    contents: Any
    watermark: int
    time: int


class DroppedRecord(NamedTuple):
    """A record that was too late for its windows; ``time`` is processing time."""

    node: int
    key: Any
    value: Any
    timestamp: int | None
    watermark: int
    to_side_output: bool
    time: int


class ReplayOutcome(Protocol):
    """Outcome of a job, whether the kernel or the simulator's operators ran it."""

    timelines: dict[str, list[WatermarkTimeline]]
    source_scans: dict[str, SourceTimestampScan]
    """Maximum timestamps by source, for sources whose watermarks can be computed from these alone."""

    def build_table(self, kind: str, as_text: bool) -> Any:
        """Build the table of results, firings or dropped records.

        Args:
            kind: ``result``, ``firing`` or ``dropped``.
            as_text: Whether values are texts, as Flink prints them, instead of typed.

        Returns:
            A table of the job's engine; times are epoch milliseconds.
        """

    def cache(self) -> AbstractContextManager[None]:
        """Within the returned context, cache the data from which several tables are computed."""

    def iterate_results(self) -> Iterator[Result]: ...

    def iterate_firings(self) -> Iterator[Firing]: ...

    def iterate_dropped(self) -> Iterator[DroppedRecord]: ...

    def close(self) -> None:
        """Release the cached data."""


def iterate_results(rows: Iterable[Row]) -> Iterator[Result]:
    """Iterate over the records that sinks received, given the rows that workers emitted."""
    for _, node, subtask, position, timestamp, payload in rows:
        yield Result(node, subtask, unpack(payload), timestamp, positions.get_time_ms(position))


class WorkerTables:
    """Builds the tables of results, firings and dropped records from the rows that workers emit."""

    def __init__(
        self, engine: ExecutionEngine, rows: Callable[[str], Any], run: ActionRunner
    ) -> None:
        """Create the tables.

        Args:
            engine: The engine of the job.
            rows: Returns the rows of one kind.
            run: Runs the Spark actions.
        """
        self._engine, self._rows, self._run_action = engine, rows, run
        self._types: dict[str, ColumnTypes] = {}

    def build_table(self, kind: str, as_text: bool) -> Any:
        """Build the table of one *kind*; see :meth:`ReplayOutcome.build_table`."""
        types = AS_TEXT if as_text else self._infer_types(kind)
        function = partial(build_table_batches, kind=kind, types=types)
        return self._engine.map_batches(self._rows(kind), function, build_table_schema(kind, types))

    def _infer_types(self, kind: str) -> ColumnTypes:
        """Infer the types of a table's value columns from all values, in one pass over the rows."""
        if kind not in self._types:
            function = partial(infer_value_types, kind=kind)
            parts = self._engine.map_batches(self._rows(kind), function, INFERRED_TYPES_SCHEMA)
            pickled = self._engine.to_arrow(parts, self._run_action).column(0).to_pylist()
            partial_types = [pickle.loads(each) for each in pickled]
            names = list_value_columns(WORKER_TABLES[kind])
            self._types[kind] = {
                name: join_types(part[name] for part in partial_types) for name in names
            }
        return self._types[kind]


class OperatorOutcome:
    """Outcome of a job that the simulator's operators ran, here or in Spark workers."""

    def __init__(self, run: OperatorRun, engine: ExecutionEngine) -> None:
        self._run = run
        self.timelines, self.source_scans = run.timelines, run.source_scans

        def rows(kind: str) -> Any:
            return engine.filter_kind(engine.union(list(run.rows_by_vertex.values())), kind)

        self._tables = WorkerTables(engine, rows, run.run_action)

    def build_table(self, kind: str, as_text: bool) -> Any:
        return self._tables.build_table(kind, as_text)

    def cache(self) -> AbstractContextManager[None]:
        return nullcontext()  # The rows of the run are already persisted.

    def iterate_results(self) -> Iterator[Result]:
        return iterate_results(self._run.iterate_kind("result"))

    def iterate_firings(self) -> Iterator[Firing]:
        for _, node, _, position, _, payload in self._run.iterate_kind("firing"):
            yield Firing(*(node, *unpack(payload), positions.get_time_ms(position)))

    def iterate_dropped(self) -> Iterator[DroppedRecord]:
        for _, node, _, position, timestamp, payload in self._run.iterate_kind("dropped"):
            key, value, watermark, to_side_output = unpack(payload)
            yield DroppedRecord(
                node,
                key,
                value,
                timestamp,
                watermark,
                to_side_output,
                positions.get_time_ms(position),
            )

    def close(self) -> None:
        self._run.close()


__all__ = [
    "DroppedRecord",
    "Firing",
    "OperatorOutcome",
    "ReplayOutcome",
    "Result",
    "WorkerTables",
    "iterate_results",
]
