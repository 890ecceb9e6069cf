"""Which way each operator goes on Spark, and why: for people, before anything runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from pyspark.sql import DataFrame

from flinksim.graph.job_graph import ChainedOperator
from flinksim.spark.fetched_rows import RunsAction, plainly
from flinksim.spark.generic.engines import SparkEngine
from flinksim.spark.generic.generic_run import GenericRun
from flinksim.spark.generic.rows import Row
from flinksim.spark.generic.source_timeline import Reached
from flinksim.spark.generic.stage_plans import StagePlan
from flinksim.spark.job import SparkJob
from flinksim.spark.logs.log_pieces import SplitItems
from flinksim.spark.native.plan import NotNative, native_plan
from flinksim.spark.stage_watch import StageWatch


def explain(job: SparkJob) -> str:
    """One line for each operator: natively or with the simulator's operators, and the reason.

    The numbers are those of the column ``operator`` of the job's tables.
    """
    lines = [f"{job.job_graph.name!r} on Spark"]
    native, why_not = job.native_plan, job.not_native
    if native is None and why_not is None and job.settings.lowering != "generic":
        try:
            native = native_plan(job.stages)
        except NotNative as reason:
            why_not = reason
    if native is not None:
        head, *behind = native.window.vertex.operators
        for chained, how in zip((*native.source.vertex.operators, head), native.told, strict=True):
            lines.append(f"{_numbered(chained)}: native, {how}")
        lines += [f"{_numbered(chained)}: Python, on the window's results" for chained in behind]
        return "\n".join(lines)
    if why_not is not None:
        lines.append(f"  not native, because of {why_not}")
    for stage in job.stages:
        units = f"{stage.units} unit{'s' if stage.units > 1 else ''} of work"
        how = f"{stage.split}, {units}" if stage.split != "any order" else "any order, by pieces"
        for chained in stage.vertex.operators:
            lines.append(f"{_numbered(chained)}: the simulator's operator, {how}: {stage.reason}")
    return "\n".join(lines)


def _numbered(chained: ChainedOperator) -> str:
    return f"{chained.node.id:>4}  {chained.node.name}"


def spark_plans(job: SparkJob) -> str:
    """Spark's own plans, as its ``explain`` tells them.

    Of a native program those of its firings, for which the watermarks' timeline is computed; of any
    other one for each stage, without running anything.
    """
    if job.native_plan is not None:
        return f"== {job.job_graph.name}: firings ==\n{_told(job.firings)}"
    engine = _PlanningEngine(job.spark)

    def reader_of(stage: StagePlan) -> SplitItems:
        spec: Any = stage.vertex.head.spec
        return SplitItems(spec.source, stage.chain.split_names, job.start_ms)

    run = GenericRun(engine, job.stages, reader_of, StageWatch(None))
    try:
        run.run()
        # of sources that run together the first stands for all
        ran = [stage for stage in job.stages if stage.vertex.key in run.rows]
        plans = [f"== {stage.vertex.name} ==\n{_told(run.rows[stage.vertex.key])}" for stage in ran]
    finally:
        run.close()
    return "\n".join(plans)


def _told(table: DataFrame) -> str:
    told = StringIO()
    with redirect_stdout(told):
        table.explain(mode="formatted")
    return told.getvalue().strip() + "\n"


class _PlanningEngine(SparkEngine):
    """Declares all queries and runs none; what it would have to look up is empty."""

    def _keep(self, rows: DataFrame) -> DataFrame:
        return rows.persist()

    def reached(self, rows: DataFrame) -> Reached:
        return Reached()

    def of_kind(self, rows: DataFrame, kind: str, run: RunsAction = plainly) -> Iterator[Row]:
        return iter(())
