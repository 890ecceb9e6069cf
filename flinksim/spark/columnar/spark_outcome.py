"""What came of a run of the kernel in Spark's workers.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import DataFrame

from flinksim.datastream.transformations import WindowSpec
from flinksim.spark.columnar.behind import DROPPED, FIRED, work_behind
from flinksim.spark.columnar.firings import KINDS
from flinksim.spark.columnar.on_spark import SparkRun
from flinksim.spark.columnar.spark_tables import dropped_table, firing_table, result_table
from flinksim.spark.expressions.shaped_values import unpacker
from flinksim.spark.fetched_rows import fetched_rows
from flinksim.spark.generic import positions
from flinksim.spark.generic.rows import SPARK_SCHEMA, unpack
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.outcomes import Drop, Firing, Result, WorkerTables
from flinksim.spark.stage_watch import StageWatch


class SparkOutcome:
    """Its tables compute when they are asked for."""

    def __init__(self, run: SparkRun, plan: NativePlan, folder: Path, watch: StageWatch) -> None:
        """*folder* is one that driver and workers see."""
        self._run, self._plan, self._folder, self._watch = run, plan, folder, watch
        self.timelines = run.timelines
        self._behind_it = WorkerTables(lambda _: self._results(), self._watched)

    # --- rows ----------------------------------------------------------------------------------------

    @cached_property
    def _firings(self) -> DataFrame:
        """operator, key, window_start, window_end, kind, count, contents ...; always the same table,
        so that it can be kept.
        """
        node, kinds = self._plan.window.vertex.head.id, ", ".join(map(repr, KINDS))
        return self._run.fired().selectExpr(
            f"{node} AS operator", "key", "window_start", "window_end",
            f"elt(kind + 1, {kinds}) AS kind", "count", "contents", "watermark", "time",
        )  # fmt: skip

    @cached_property
    def _dropped(self) -> DataFrame:
        """operator, key, value, timestamp, watermark, side_output, time."""
        plan = self._plan
        return self._run.dropped().selectExpr(
            f"{plan.window.vertex.head.id} AS operator", "key", "value", "timestamp",
            "watermark", f"{plan.has_late_output} AS side_output", "time",
        )  # fmt: skip

    def _results(self) -> DataFrame:
        """What the sinks behind the window are given, as rows of workers."""
        plan = self._plan
        spec = plan.window.vertex.head.spec
        assert isinstance(spec, WindowSpec)
        rows = self._behind(self._firings.select(*FIRED), None)
        if spec.late_output_tag is None:
            return rows
        late = self._dropped.select(*DROPPED)
        return rows.unionByName(self._behind(late, spec.late_output_tag))

    def _behind(self, rows: DataFrame, tag: Any) -> DataFrame:
        return rows.mapInArrow(work_behind(self._plan, tag), SPARK_SCHEMA)

    # --- tables --------------------------------------------------------------------------------------

    def table(self, kind: str, as_text: bool) -> DataFrame:
        if kind == "firing":
            return firing_table(self._firings, self._plan, as_text)
        if kind == "dropped":
            return dropped_table(self._dropped, self._plan, as_text)
        results = result_table(self._firings, self._dropped, self._plan, as_text)
        return self._behind_it.table(kind, as_text) if results is None else results

    @contextmanager
    def kept(self) -> Iterator[None]:
        firings = self._firings.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            yield
        finally:
            firings.unpersist()

    # --- as Python's values --------------------------------------------------------------------------

    def _watched(self, action: Callable[[], Any]) -> Any:
        return self._watch.run(self._plan.window.vertex.name, action)

    def _fetched(self, rows: DataFrame) -> Iterator[tuple[Any, ...]]:
        return fetched_rows(rows, self._run.most_rows, self._folder, self._watched)

    def iterate_results(self) -> Iterator[Result]:
        rows = self._results().sort("p0", "timestamp", "unit", "payload")
        chosen = rows.select("place", "unit", "payload", "timestamp", "p0", "p1", "p2")
        for node, subtask, payload, timestamp, *position in self._fetched(chosen):
            time = positions.time_of(tuple(position))
            yield Result(node, subtask, unpack(payload), timestamp, time)

    def iterate_firings(self) -> Iterator[Firing]:
        key_of = unpacker(self._plan.key_shape)
        value_of = self._plan.contents_unpacker
        for node, key, start, end, kind, count, contents, *rest in self._fetched(self._firings):
            window, value = (start, end), value_of(contents)
            yield Firing(node, key_of(key), window, kind, count, value, *rest)

    def iterate_dropped(self) -> Iterator[Drop]:
        key_of, value_of = unpacker(self._plan.key_shape), unpacker(self._plan.event_shape)
        for node, key, value, *rest in self._fetched(self._dropped):
            yield Drop(node, key_of(key), value_of(value), *rest)

    def close(self) -> None:
        """Nothing is kept."""


__all__ = ["SparkOutcome"]
