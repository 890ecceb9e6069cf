"""What came of a job: as tables for people and for SQL, and as Python's own values."""

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
    reached: dict[str, SourceReach]
    """How far the timestamps of sources came, where that is all that watermarks go by."""

    def table(self, kind: str, as_text: bool) -> Any:
        """The table of what has that *kind* (:data:`~flinksim.replay.results.schemas.OF_WORKERS`).

        It is one of the job's engine. Times are epoch milliseconds; values have types, or are texts if
        it is said.
        """

    def kept(self) -> AbstractContextManager[None]:
        """Within it, what several tables are made of is computed once."""

    def iterate_results(self) -> Iterator[Result]: ...

    def iterate_firings(self) -> Iterator[Firing]: ...

    def iterate_dropped(self) -> Iterator[Drop]: ...

    def close(self) -> None:
        """Let go of what is kept."""


def results_in(rows: Iterable[Row]) -> Iterator[Result]:
    """The results that workers put out."""
    for _, node, subtask, position, timestamp, payload in rows:
        yield Result(node, subtask, unpack(payload), timestamp, positions.time_of(position))


class WorkerTables:
    """Tables of the rows that workers put out."""

    def __init__(self, engine: Engine, rows: Callable[[str], Any], run: RunsAction) -> None:
        """*rows* gives those of one kind, *run* what an action gives."""
        self._engine, self._rows, self._run = engine, rows, run
        self._types: dict[str, Types] = {}

    def table(self, kind: str, as_text: bool) -> Any:
        """See :meth:`Outcome.table`."""
        types = AS_TEXT if as_text else self._types_of(kind)
        work = partial(table_rows, kind=kind, types=types)
        return self._engine.mapped(self._rows(kind), work, table_schema(kind, types))

    def _types_of(self, kind: str) -> Types:
        """Those of all values of a table; it is looked through once."""
        if kind not in self._types:
            work = partial(value_types, kind=kind)
            parts = self._engine.mapped(self._rows(kind), work, FOUND_TYPES)
            pickled = self._engine.arrow(parts, self._run).column(0).to_pylist()
            found = [pickle.loads(each) for each in pickled]
            names = values_in(OF_WORKERS[kind])
            self._types[kind] = {name: joined(part[name] for part in found) for name in names}
        return self._types[kind]


class GenericOutcome:
    """Of the rows that the simulator's operators put out."""

    def __init__(self, run: GenericRun, engine: Engine) -> None:
        self._run = run
        self.timelines, self.reached = run.timelines, run.reached

        def rows(kind: str) -> Any:
            return engine.of(engine.union(list(run.rows.values())), kind)

        self._tables = WorkerTables(engine, rows, run.looking)

    def table(self, kind: str, as_text: bool) -> Any:
        return self._tables.table(kind, as_text)

    def kept(self) -> AbstractContextManager[None]:
        return nullcontext()  # the run has kept its rows

    def iterate_results(self) -> Iterator[Result]:
        return results_in(self._run.of_kind("result"))

    def iterate_firings(self) -> Iterator[Firing]:
        for _, node, _, position, _, payload in self._run.of_kind("firing"):
            yield Firing(*(node, *unpack(payload), positions.time_of(position)))

    def iterate_dropped(self) -> Iterator[Drop]:
        for _, node, _, position, timestamp, payload in self._run.of_kind("dropped"):
            key, value, watermark, aside = unpack(payload)
            yield Drop(node, key, value, timestamp, watermark, aside, positions.time_of(position))

    def close(self) -> None:
        self._run.close()


__all__ = ["Drop", "Firing", "GenericOutcome", "Outcome", "Result", "WorkerTables", "results_in"]
