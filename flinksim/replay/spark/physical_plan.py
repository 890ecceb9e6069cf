"""Spark's physical plans of a job's queries, before anything runs.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from pyspark.sql import DataFrame

from flinksim.replay.engines.spark import SparkEngine
from flinksim.replay.job import SparkJob
from flinksim.replay.logs.splits import SplitItems
from flinksim.replay.operators.row_schema import Row
from flinksim.replay.operators.run import GenericRun
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.results.tables import SparkTable
from flinksim.replay.spark.fetch import RunsAction, plainly
from flinksim.replay.spark.job_monitor import StageWatch


def spark_plans(job: SparkJob) -> str:
    """Format Spark's physical plans, as its ``explain`` prints them.

    For a columnar plan it is the plan of the firings, for which the watermarks are computed. For
    other programs, or if operators run after the kernel, there is a plan per stage, and nothing
    runs.
    """
    if job.native_plan is not None and job.native_plan.noticed is None:
        firings = job.firings
        assert isinstance(firings, SparkTable)
        return f"== {job.job_graph.name}: firings ==\n{_told(firings.to_spark())}"
    engine = _PlanningEngine(job.spark)

    def get_reader(stage: StagePlan) -> SplitItems:
        spec: Any = stage.vertex.head.spec
        return SplitItems(spec.source, stage.chain.split_names, job.start_ms)

    run = GenericRun(engine, job.stages, get_reader, StageWatch(None))
    try:
        run.run()
        # Of sources that run together, the first one represents all.
        executed_stages = [stage for stage in job.stages if stage.vertex.key in run.rows]
        plans = [
            f"== {stage.vertex.name} ==\n{_told(run.rows[stage.vertex.key])}"
            for stage in executed_stages
        ]
    finally:
        run.close()
    return "\n".join(plans)


def _told(table: DataFrame) -> str:
    output = StringIO()
    with redirect_stdout(output):
        table.explain(mode="formatted")
    return output.getvalue().strip() + "\n"


class _PlanningEngine(SparkEngine):
    """Engine that declares all queries and runs none; fetched data is empty."""

    def _keep(self, rows: DataFrame) -> DataFrame:
        return rows.persist()

    def reached(self, rows: DataFrame) -> SourceReach:
        return SourceReach()

    def of_kind(self, rows: DataFrame, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        return iter(())
