"""Run of a job's stages with the simulator's own operators."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from flinksim.replay.engines.local import ExecutionEngine
from flinksim.replay.logs.splits import ChunkReader
from flinksim.replay.operators.positions import FIRST
from flinksim.replay.operators.row_batches import get_position
from flinksim.replay.operators.row_schema import Row, unpack
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.operators.watermark_timelines import EventTime, forward_watermarks
from flinksim.replay.operators.workers import run_ordered, run_source_tasks, run_unordered
from flinksim.replay.spark.job_monitor import SparkJobMonitor

_PLURALS = {"result": "results", "firing": "firings", "dropped": "dropped"}


class PrecomputedStage(Protocol):
    """Source stage whose output for its only downstream stage the columnar kernel has computed."""

    source: StagePlan

    @property
    def source_scan(self) -> SourceTimestampScan:
        """Maximum timestamps of the source's records per tick, from which watermarks are computed."""

    def create_rows(self) -> Any:
        """Create the rows that the downstream stage of the source reads."""


class OperatorRun:
    """Run of all stages of a job, from the sources down, one stage after the other.

    The rows that a stage emits are persisted, because the next stages and the job's results read them.
    :meth:`close` releases them. The source stage *precomputed* does not run here: the columnar kernel
    has computed its output.
    """

    def __init__(
        self,
        engine: ExecutionEngine,
        stages: list[StagePlan],
        get_reader: Callable[[StagePlan], ChunkReader],
        monitor: SparkJobMonitor,
        precomputed: PrecomputedStage | None = None,
    ) -> None:
        self._engine = engine
        self._stages = stages
        self._get_reader = get_reader
        self._monitor = monitor
        self._precomputed = precomputed
        self.event_time = EventTime()
        self.timelines: dict[str, list[Any]] = {}
        self.source_scans: dict[str, SourceTimestampScan] = {}
        self.rows_by_vertex: dict[str, Any] = {}
        """Emitted rows by the key of the job vertex; sources that run together use the first one's key."""
        self._rows_by_edge: dict[int, Any] = {}

    def run(self) -> None:
        """Run all stages; each is complete when the next begins."""
        try:
            together = [stage for stage in self._stages if stage.partitioning == "together"]
            if together:
                names = ", ".join(stage.vertex.name for stage in together)
                self._monitor.run(names, partial(self._run_together, together))
            for stage in self._stages:
                if stage.partitioning != "together":
                    self._monitor.run(stage.vertex.name, partial(self._run_one, stage))
        except BaseException:
            self.close()
            raise

    def _run_one(self, stage: StagePlan) -> None:
        precomputed = self._precomputed
        if not stage.is_source:
            self._run_stage(stage)
        elif precomputed is not None and precomputed.source is stage:
            self._add_source(stage, precomputed.create_rows(), precomputed.source_scan)
        else:
            self._run_any_order(stage)

    def close(self) -> None:
        """Release all rows."""
        for rows in self.rows_by_vertex.values():
            self._engine.release(rows)
        self.rows_by_vertex.clear()
        self._rows_by_edge.clear()

    def iterate_kind(self, kind: str) -> Iterator[Row]:
        """Iterate over the emitted items of one kind (:data:`RowKind`), in arrival order.

        Ctrl-C cancels fetching.
        """
        run: Any = partial(self._monitor.run, f"fetching {_PLURALS[kind]}")
        stages = [
            self._engine.iterate_kind(rows, kind, run) for rows in self.rows_by_vertex.values()
        ]
        return heapq.merge(*stages, key=get_position)

    def run_action(self, action: Callable[[], Any]) -> Any:
        """Run *action*, which reads the results of the run; Ctrl-C cancels it."""
        return self._monitor.run("inspecting values", action)

    # --- sources ----------------------------------------------------------------------------------

    def _run_any_order(self, stage: StagePlan) -> None:
        reader, plan = self._get_reader(stage), stage.chain
        rows = self._engine.read_chunks(
            reader.chunk_count, partial(run_unordered, reader=reader, plan=plan)
        )
        self._add_source(stage, rows, self._engine.merge_source_scans(rows))

    def _add_source(self, stage: StagePlan, rows: Any, source_scan: SourceTimestampScan) -> None:
        self._store_rows([stage], rows)
        self.source_scans[stage.vertex.key] = source_scan
        self.event_time.add_source(stage.chain, source_scan)

    def _run_together(self, stages: list[StagePlan]) -> None:
        """Run all sources in one worker, because at least one needs its records in order."""
        plans = [stage.chain for stage in stages]
        rows = self._engine.read_chunks(
            1, partial(run_source_tasks, plans=plans, folder=plans[0].folder)
        )
        self._store_rows(stages, rows)
        ends = self._engine.merge_source_scans(rows).last_items
        for plan in plans:
            for subtask in range(plan.parallelism):
                # A job that is only explained has no ends.
                end = ends.get(plan.first_task + subtask, FIRST)
                self.event_time.add_end(plan.edges.values(), subtask, end)
        self._add_controls(rows)

    # --- other stages -----------------------------------------------------------------------------

    def _run_stage(self, stage: StagePlan) -> None:
        plan = stage.chain
        timelines = [
            self.event_time.build_timeline(subtask, stage.inputs)
            for subtask in range(plan.parallelism)
        ]
        self.timelines[stage.vertex.key] = timelines
        inputs = [
            (
                self._rows_by_edge[edge.number],
                None if plan.has_precomputed_contents else edge.number,
            )
            for edge, _ in stage.inputs
        ]
        function = partial(run_ordered, plan=plan, timelines=timelines, buckets=stage.buckets)
        rows = self._engine.run_units(inputs, stage.units, function)
        self._store_rows([stage], rows)
        for subtask, timeline in enumerate(timelines):
            self.event_time.add_end(plan.edges.values(), subtask, timeline.end)
            if not plan.emits_controls and plan.edges:
                self.event_time.add_controls(subtask, forward_watermarks(plan, subtask, timeline))
        if plan.emits_controls:
            self._add_controls(rows)

    def _store_rows(self, stages: list[StagePlan], rows: Any) -> None:
        """Keep the rows that *stages* emitted, by vertex and by output edge."""
        self.rows_by_vertex[stages[0].vertex.key] = rows
        for stage in stages:
            for edge in stage.chain.edges.values():
                self._rows_by_edge[edge.number] = rows

    def _add_controls(self, rows: Any) -> None:
        for _, edge, subtask, position, _, payload in self._engine.iterate_kind(rows, "control"):
            number, element = unpack(payload)
            self.event_time.add_controls(subtask, [(edge, position, number, element)])
