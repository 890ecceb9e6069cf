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
from flinksim.replay.logs.splits import SplitChunkReader
from flinksim.replay.operators.operator_run import OperatorRun
from flinksim.replay.operators.row_schema import Row
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.operators.stage_planner import StagePlan
from flinksim.replay.replay_job import SparkJob
from flinksim.replay.results.tables import SparkTable
from flinksim.replay.spark.fetch import ActionRunner, run_directly
from flinksim.replay.spark.job_monitor import SparkJobMonitor


def format_spark_plans(job: SparkJob) -> str:
    """Format Spark's physical plans, as its ``explain`` prints them.

    For a columnar plan it is the plan of the query for the firings; the watermarks are computed for it.
    For other programs, or if operators run after the kernel, there is a plan per stage, and nothing
    runs.
    """
    if job.columnar_plan is not None and job.columnar_plan.ordered_replay_reason is None:
        firings = job.firings
        assert isinstance(firings, SparkTable)
        return f"== {job.job_graph.name}: firings ==\n{_explain_table(firings.to_spark())}"
    engine = _PlanningEngine(job.spark)

    def get_reader(stage: StagePlan) -> SplitChunkReader:
        spec: Any = stage.vertex.head.spec
        return SplitChunkReader(spec.source, stage.chain.split_names, job.start_ms)

    run = OperatorRun(engine, job.stages, get_reader, SparkJobMonitor(None))
    try:
        run.run()
        # Of sources that run together, the first one represents all.
        executed_stages = [stage for stage in job.stages if stage.vertex.key in run.rows_by_vertex]
        plans = [
            f"== {stage.vertex.name} ==\n{_explain_table(run.rows_by_vertex[stage.vertex.key])}"
            for stage in executed_stages
        ]
    finally:
        run.close()
    return "\n".join(plans)


def _explain_table(table: DataFrame) -> str:
    output = StringIO()
    with redirect_stdout(output):
        table.explain(mode="formatted")
    return output.getvalue().strip() + "\n"


class _PlanningEngine(SparkEngine):
    """Engine that builds all Spark queries and runs none; where data is needed it is empty."""

    def _persist(self, rows: DataFrame) -> DataFrame:
        return rows.persist()

    def merge_source_scans(self, rows: DataFrame) -> SourceTimestampScan:
        return SourceTimestampScan()

    def iterate_kind(
        self, rows: DataFrame, kind: str, run: ActionRunner = run_directly
    ) -> Iterator[Row]:
        return iter(())
