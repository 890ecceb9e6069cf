"""Runs a job's stages with the simulator's own operators in Spark's Python workers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.storagelevel import StorageLevel

from flinksim.spark import positions
from flinksim.spark.positions import LAST, Position
from flinksim.spark.rows import SPARK_SCHEMA, unpack
from flinksim.spark.source_timeline import Reached, SourceTaskTimeline
from flinksim.spark.stage_plans import StagePlan
from flinksim.spark.timelines import EventTime, passed_on
from flinksim.spark.workers import (
    ItemReader,
    read_items,
    run_any_order,
    run_in_order,
    run_source_in_order,
)

_INPUT = ["kind", "place", "unit", "p0", "p1", "p2", "path", "timestamp", "payload"]


class GenericRun:
    """The rows of every stage, each made from those of the stages before it.

    A stage's rows are kept (in memory, or on disk where they do not fit), because both the next
    stage and the job's results come from them; :meth:`close` lets them go.
    """

    def __init__(
        self,
        spark: SparkSession,
        stages: list[StagePlan],
        reader_of: Callable[[StagePlan], ItemReader],
        began: Callable[[str], None] = lambda stage: None,
    ) -> None:
        self._spark = spark
        self._stages = stages
        self._reader_of = reader_of
        self._began = began
        self._kept: list[DataFrame] = []
        self.event_time = EventTime()
        self.timelines: dict[str, list[Any]] = {}
        self.rows: dict[str, DataFrame] = {}

    def run(self) -> None:
        """Run all stages; each is complete when the next begins."""
        for stage in self._stages:
            self._began(stage.vertex.name)
            if not stage.is_source:
                self._run_stage(stage)
            elif stage.split == "any order":
                self._run_any_order(stage)
            else:
                self._run_source_in_order(stage)

    def close(self) -> None:
        """Let go of all rows."""
        for kept in self._kept:
            kept.unpersist()
        self._kept.clear()

    # --- sources -----------------------------------------------------------------------------------

    def _pieces(self, reader: ItemReader) -> DataFrame:
        return self._spark.range(0, reader.pieces, 1, max(1, reader.pieces))

    def _run_any_order(self, stage: StagePlan) -> None:
        reader = self._reader_of(stage)
        work = partial(run_any_order, reader=reader, plan=stage.chain)
        rows = self._keep(stage, self._pieces(reader).mapInArrow(work, SPARK_SCHEMA))
        reached = reached_by(rows)
        for subtask in range(stage.chain.parallelism):
            task = SourceTaskTimeline(stage.chain, subtask, reached)
            end = task.run()
            self.event_time.add(subtask, task.controls)
            self.event_time.add_end(stage.chain.edges.values(), subtask, end)

    def _run_source_in_order(self, stage: StagePlan) -> None:
        reader = self._reader_of(stage)
        plan = stage.chain
        read = partial(read_items, reader=reader, plan=plan)
        items = self._pieces(reader).mapInArrow(read, SPARK_SCHEMA).persist(
            StorageLevel.MEMORY_AND_DISK
        )
        lasts = {
            row.unit: tuple(row.last)
            for row in items.groupBy("unit").agg(F.max(F.array("p0", "p1", "p2")).alias("last")).collect()
        }
        work = partial(run_source_in_order, plan=plan, lasts=lasts)
        opened = items.unionByName(self._one_row_per_unit(plan.parallelism))
        rows = self._keep(stage, _sorted(opened, plan.parallelism).mapInArrow(work, SPARK_SCHEMA))
        items.unpersist()
        for subtask in range(plan.parallelism):
            start = positions.of_record(plan.start_ms, -1, 0)
            end = positions.of_source_end(lasts.get(subtask, start))
            self.event_time.add_end(plan.edges.values(), subtask, end)
        self._take_controls(rows)

    # --- all other stages ----------------------------------------------------------------------------

    def _run_stage(self, stage: StagePlan) -> None:
        plan = stage.chain
        timelines = [
            self.event_time.timeline_of(subtask, stage.inputs)
            for subtask in range(plan.parallelism)
        ]
        self.timelines[stage.vertex.key] = timelines
        incoming = self._one_row_per_unit(stage.units)
        for edge, _ in stage.inputs:
            source = self.rows[self._sender_of(edge.number)]
            incoming = incoming.unionByName(
                source.where((F.col("kind") == "record") & (F.col("place") == edge.number))
            )
        shared = self._spark.sparkContext.broadcast(timelines)

        work = _with(run_in_order, plan, shared, stage.buckets)
        rows = self._keep(stage, _sorted(incoming, stage.units).mapInArrow(work, SPARK_SCHEMA))
        for subtask, timeline in enumerate(timelines):
            self.event_time.add_end(plan.edges.values(), subtask, timeline.end)
            if not plan.tells_controls and plan.edges:
                self.event_time.add(subtask, passed_on(plan, subtask, timeline))
        if plan.tells_controls:
            self._take_controls(rows)

    def _sender_of(self, edge: int) -> str:
        for stage in self._stages:
            if any(each.number == edge for each in stage.chain.edges.values()):
                return str(stage.vertex.key)
        raise AssertionError(f"no stage writes to edge {edge}")

    # --- rows ----------------------------------------------------------------------------------------

    def _keep(self, stage: StagePlan, rows: DataFrame) -> DataFrame:
        kept = rows.persist(StorageLevel.MEMORY_AND_DISK)
        self._kept.append(kept)
        self.rows[stage.vertex.key] = kept
        kept.count()
        return kept

    def _one_row_per_unit(self, units: int) -> DataFrame:
        """So that a unit runs, and takes its watermarks, also if no record comes to it."""
        return self._spark.range(0, units, 1, 1).select(
            F.lit("open").alias("kind"),
            F.lit(-1).alias("place"),
            F.col("id").cast("int").alias("unit"),
            F.lit(-LAST).alias("p0"),
            F.lit(0).cast("bigint").alias("p1"),
            F.lit(0).cast("bigint").alias("p2"),
            F.array().cast("array<bigint>").alias("path"),
            F.lit(None).cast("bigint").alias("timestamp"),
            F.lit(None).cast("binary").alias("payload"),
        )

    def _take_controls(self, rows: DataFrame) -> None:
        controls = rows.where("kind = 'control'").sort("p0", "p1", "p2", "path")
        for row in controls.toLocalIterator():
            number, element = unpack(bytes(row.payload))
            position: Position = (row.p0, row.p1, row.p2, *row.path)
            self.event_time.add(row.unit, [(row.place, position, number, element)])


def reached_by(rows: DataFrame) -> Reached:
    """What the rows of a source say of how far its timestamps came."""
    reached = Reached()
    told = rows.where("kind = 'reached'")
    greatest = told.where("place >= 0").groupBy("place", "unit", "p0")
    for row in greatest.agg(F.max("timestamp").alias("ts")).sort("p0").toLocalIterator():
        reached.timestamps.setdefault((row.place, row.unit), []).append((row.p0, row.ts))
    lasts = told.where("place < 0").groupBy("unit")
    for row in lasts.agg(F.max(F.array("p0", "p1", "p2")).alias("last")).collect():
        reached.last_items[row.unit] = tuple(row.last)
    # Every worker tells its own first item of a tick; the first of them is the first.
    for row in rows.where("kind = 'on tick'").sort("p0", "p1", "p2").toLocalIterator():
        timestamps = unpack(bytes(row.payload))
        if (row.unit, row.place) not in reached.on_tick:
            reached.on_tick[row.unit, row.place] = ((row.p0, row.p1, row.p2), timestamps)
        else:
            for node, unit, timestamp in timestamps:
                reached.timestamps.setdefault((node, unit), []).append((row.place + 1, timestamp))
    return reached


def _sorted(rows: DataFrame, units: int) -> DataFrame:
    spread = rows.repartitionById(units, F.col("unit"))
    return spread.sortWithinPartitions("unit", "p0", "p1", "p2", "path").select(*_INPUT)


def _with(function: Callable[..., Any], plan: Any, shared: Any, buckets: int) -> Callable[..., Any]:
    """*function* with its arguments; the timelines come by broadcast."""

    def work(batches: Any) -> Any:
        return function(batches, plan, shared.value, buckets)

    return work
