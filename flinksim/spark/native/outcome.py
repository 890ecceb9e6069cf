"""What came of a job whose windows are Spark's expressions.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import DataFrame

from flinksim.spark.expressions.shaped_values import unpacker
from flinksim.spark.fetched_rows import fetched_rows
from flinksim.spark.generic.rows import unpack
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.native.run import NativeRun
from flinksim.spark.native.tables import dropped_table, firing_table, result_table, sinks_alone
from flinksim.spark.outcomes import Drop, Firing, Result
from flinksim.spark.result_tables import RESULT_SCHEMA, result_rows
from flinksim.spark.stage_watch import StageWatch


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
