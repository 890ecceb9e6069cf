"""What came of a job: as tables for people and for SQL, and as Python's own values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol

from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from flinksim.spark.expressions.shaped_values import unpacker
from flinksim.spark.fetched_rows import fetched_rows
from flinksim.spark.generic import positions
from flinksim.spark.generic.chains import Timeline
from flinksim.spark.generic.generic_run import GenericRun
from flinksim.spark.generic.rows import unpack
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.native.run import NativeRun
from flinksim.spark.native.tables import dropped_table, firing_table, result_table, sinks_alone
from flinksim.spark.result_tables import (
    DROPPED_SCHEMA,
    FIRING_SCHEMA,
    RESULT_SCHEMA,
    dropped_rows,
    firing_rows,
    result_rows,
)
from flinksim.spark.stage_watch import StageWatch


class Result(NamedTuple):
    """What a sink was given."""

    node: int
    subtask: int
    value: Any
    timestamp: int | None


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

    def results(self) -> DataFrame:
        """Rows of :data:`~flinksim.spark.result_tables.RESULT_SCHEMA`."""

    def firings(self) -> DataFrame:
        """Rows of :data:`~flinksim.spark.result_tables.FIRING_SCHEMA`."""

    def dropped(self) -> DataFrame:
        """Rows of :data:`~flinksim.spark.result_tables.DROPPED_SCHEMA`."""

    def kept(self) -> AbstractContextManager[None]:
        """Within it, what several tables are made of is computed once."""

    def iterate_results(self) -> Iterator[Result]: ...

    def iterate_firings(self) -> Iterator[Firing]: ...

    def iterate_dropped(self) -> Iterator[Drop]: ...

    def close(self) -> None:
        """Let go of what is kept."""


class GenericOutcome:
    """Of the rows that the simulator's operators put out."""

    def __init__(self, run: GenericRun) -> None:
        self._run = run
        self.timelines = run.timelines

    def _rows(self, kind: str) -> DataFrame:
        frames = list(self._run.rows.values())
        rows = frames[0]
        for frame in frames[1:]:
            rows = rows.unionByName(frame)
        chosen: DataFrame = rows.where(sql.col("kind") == kind)
        return chosen

    def results(self) -> DataFrame:
        return self._rows("result").mapInArrow(result_rows, RESULT_SCHEMA)

    def firings(self) -> DataFrame:
        return self._rows("firing").mapInArrow(firing_rows, FIRING_SCHEMA)

    def dropped(self) -> DataFrame:
        return self._rows("dropped").mapInArrow(dropped_rows, DROPPED_SCHEMA)

    def kept(self) -> AbstractContextManager[None]:
        return nullcontext()  # the run has kept its rows

    def iterate_results(self) -> Iterator[Result]:
        for _, node, subtask, _, timestamp, payload in self._run.of_kind("result"):
            yield Result(node, subtask, unpack(payload), timestamp)

    def iterate_firings(self) -> Iterator[Firing]:
        for _, node, _, position, _, payload in self._run.of_kind("firing"):
            yield Firing(*(node, *unpack(payload), positions.time_of(position)))

    def iterate_dropped(self) -> Iterator[Drop]:
        for _, node, _, position, timestamp, payload in self._run.of_kind("dropped"):
            key, value, watermark, aside = unpack(payload)
            yield Drop(node, key, value, timestamp, watermark, aside, positions.time_of(position))

    def close(self) -> None:
        self._run.close()


class NativeOutcome:
    """Of the rows that Spark's expressions give; each table computes when it is asked for."""

    def __init__(self, run: NativeRun, plan: NativePlan, watch: StageWatch) -> None:
        self._run = run
        self._plan = plan
        self._watch = watch
        self.timelines = run.timelines

    def _declared(self, declare: Callable[[], DataFrame]) -> DataFrame:
        """Declaring a table may take a look at the late records."""
        return self._watch.run(self._plan.window.vertex.name, declare)

    def results(self) -> DataFrame:
        sinks = sinks_alone(self._plan)
        if sinks is None:
            return self._declared(self._run.results).mapInArrow(result_rows, RESULT_SCHEMA)
        firings, dropped = self._declared(self._run.firings), self._declared(self._run.dropped)
        return result_table(firings, dropped, sinks, self._plan)

    def firings(self) -> DataFrame:
        return firing_table(self._declared(self._run.firings), self._plan)

    def dropped(self) -> DataFrame:
        return dropped_table(self._declared(self._run.dropped), self._plan)

    @contextmanager
    def kept(self) -> Iterator[None]:
        firings = self._declared(self._run.firings).persist(StorageLevel.MEMORY_AND_DISK)
        try:
            yield
        finally:
            firings.unpersist()

    def _fetched(self, rows: DataFrame) -> Iterator[tuple[Any, ...]]:
        run = partial(self._watch.run, self._plan.window.vertex.name)
        return fetched_rows(rows, self._run.most_rows, self._run.folder, run)

    def iterate_results(self) -> Iterator[Result]:
        rows = self._declared(self._run.results).sort("p0", "timestamp", "unit", "payload")
        chosen = rows.select("place", "unit", "payload", "timestamp")
        for node, subtask, payload, timestamp in self._fetched(chosen):
            yield Result(node, subtask, unpack(payload), timestamp)

    def iterate_firings(self) -> Iterator[Firing]:
        key_of = unpacker(self._plan.key_shape)
        value_of = unpacker(self._plan.aggregation.shape)
        rows = self._declared(self._run.firings)
        for node, key, start, end, kind, count, contents, *rest in self._fetched(rows):
            window, value = (start, end), value_of(contents)
            yield Firing(node, key_of(key), window, kind, count, value, *rest)

    def iterate_dropped(self) -> Iterator[Drop]:
        key_of, value_of = unpacker(self._plan.key_shape), unpacker(self._plan.event_shape)
        for node, key, value, *rest in self._fetched(self._declared(self._run.dropped)):
            yield Drop(node, key_of(key), value_of(value), *rest)

    def close(self) -> None:
        self._run.close()


__all__ = ["Drop", "Firing", "GenericOutcome", "NativeOutcome", "Outcome", "Result"]
