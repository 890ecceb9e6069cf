"""Run of a job's stages with the simulator's own operators."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

from flinksim.replay.engines.local import Engine
from flinksim.replay.logs.splits import ItemReader
from flinksim.replay.operators.positions import FIRST
from flinksim.replay.operators.row_batches import position_of
from flinksim.replay.operators.row_schema import Row, unpack
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.operators.watermark_timelines import EventTime, passed_on
from flinksim.replay.operators.workers import run_any_order, run_in_order, run_source_tasks
from flinksim.replay.spark.job_monitor import StageWatch

_PLURALS = {"result": "results", "firing": "firings", "dropped": "dropped"}


class Beginning(Protocol):
    """A source stage whose output for its one reader was computed elsewhere."""

    source: StagePlan

    @property
    def reached(self) -> SourceReach:
        """Timestamp scan of the source."""

    def rows(self) -> Any:
        """Create the rows for the reader of the source."""


class GenericRun:
    """Rows of every stage, each computed from those of the stages before it.

    A stage's rows are persisted, because the next stage and the job's results read them.
    :meth:`close` releases them. The *beginning* of the job may have been computed elsewhere.
    """

    def __init__(
        self,
        engine: Engine,
        stages: list[StagePlan],
        reader_of: Callable[[StagePlan], ItemReader],
        watch: StageWatch,
        beginning: Beginning | None = None,
    ) -> None:
        self._engine = engine
        self._stages = stages
        self._reader_of = reader_of
        self._watch = watch
        self._beginning = beginning
        self.event_time = EventTime()
        self.timelines: dict[str, list[Any]] = {}
        self.reached: dict[str, SourceReach] = {}
        self.rows: dict[str, Any] = {}
        """Rows by the key of their vertex; sources that run together use the first key."""
        self._rows_of_edge: dict[int, Any] = {}

    def run(self) -> None:
        """Run all stages; each is complete when the next begins."""
        try:
            together = [stage for stage in self._stages if stage.split == "together"]
            if together:
                names = ", ".join(stage.vertex.name for stage in together)
                self._watch.run(names, partial(self._run_together, together))
            for stage in self._stages:
                if stage.split != "together":
                    self._watch.run(stage.vertex.name, partial(self._run_one, stage))
        except BaseException:
            self.close()
            raise

    def _run_one(self, stage: StagePlan) -> None:
        precomputed = self._beginning
        if not stage.is_source:
            self._run_stage(stage)
        elif precomputed is not None and precomputed.source is stage:
            self._take_source(stage, precomputed.rows(), precomputed.reached)
        else:
            self._run_any_order(stage)

    def close(self) -> None:
        """Release all rows."""
        for rows in self.rows.values():
            self._engine.release(rows)
        self.rows.clear()
        self._rows_of_edge.clear()

    def of_kind(self, kind: str) -> Iterator[Row]:
        """Iterate over the items of one kind in the order of the run; Ctrl-C cancels fetching."""
        run: Any = partial(self._watch.run, f"fetching {_PLURALS[kind]}")
        stages = [self._engine.of_kind(rows, kind, run) for rows in self.rows.values()]
        return heapq.merge(*stages, key=position_of)

    def looking(self, action: Callable[[], Any]) -> Any:
        """Run *action*, which reads the results of the run; Ctrl-C cancels it."""
        return self._watch.run("looking at values", action)

    # --- sources ----------------------------------------------------------------------------------

    def _run_any_order(self, stage: StagePlan) -> None:
        reader, plan = self._reader_of(stage), stage.chain
        rows = self._engine.read(reader.pieces, partial(run_any_order, reader=reader, plan=plan))
        self._take_source(stage, rows, self._engine.reached(rows))

    def _take_source(self, stage: StagePlan, rows: Any, reached: SourceReach) -> None:
        self._keep([stage], rows)
        self.reached[stage.vertex.key] = reached
        self.event_time.add_source(stage.chain, reached)

    def _run_together(self, stages: list[StagePlan]) -> None:
        """Run all sources in one worker, because at least one needs its records in order."""
        plans = [stage.chain for stage in stages]
        rows = self._engine.read(1, partial(run_source_tasks, plans=plans, folder=plans[0].folder))
        self._keep(stages, rows)
        ends = self._engine.reached(rows).last_items
        for plan in plans:
            for subtask in range(plan.parallelism):
                # A job that is only explained has no ends.
                end = ends.get(plan.first_task + subtask, FIRST)
                self.event_time.add_end(plan.edges.values(), subtask, end)
        self._take_controls(rows)

    # --- other stages -----------------------------------------------------------------------------

    def _run_stage(self, stage: StagePlan) -> None:
        plan = stage.chain
        timelines = [
            self.event_time.timeline_of(subtask, stage.inputs)
            for subtask in range(plan.parallelism)
        ]
        self.timelines[stage.vertex.key] = timelines
        inputs = [
            (self._rows_of_edge[edge.number], None if plan.is_given_contents else edge.number)
            for edge, _ in stage.inputs
        ]
        function = partial(run_in_order, plan=plan, timelines=timelines, buckets=stage.buckets)
        rows = self._engine.run(inputs, stage.units, function)
        self._keep([stage], rows)
        for subtask, timeline in enumerate(timelines):
            self.event_time.add_end(plan.edges.values(), subtask, timeline.end)
            if not plan.tells_controls and plan.edges:
                self.event_time.add(subtask, passed_on(plan, subtask, timeline))
        if plan.tells_controls:
            self._take_controls(rows)

    def _keep(self, stages: list[StagePlan], rows: Any) -> None:
        """Store the rows that *stages* emitted."""
        self.rows[stages[0].vertex.key] = rows
        for stage in stages:
            for edge in stage.chain.edges.values():
                self._rows_of_edge[edge.number] = rows

    def _take_controls(self, rows: Any) -> None:
        for _, edge, subtask, position, _, payload in self._engine.of_kind(rows, "control"):
            number, element = unpack(payload)
            self.event_time.add(subtask, [(edge, position, number, element)])
