"""Which way each operator goes on Spark, and why: for people, before anything runs."""

from __future__ import annotations

from flinksim.graph.job_graph import ChainedOperator
from flinksim.spark.job import SparkJob
from flinksim.spark.local_job import LocalJob
from flinksim.spark.native.plan import NotNative, native_plan


def explain(job: SparkJob) -> str:
    """One line for each operator: natively or with the simulator's operators, and the reason.

    The numbers are those of the column ``operator`` of the job's tables.
    """
    place = "in this process" if isinstance(job, LocalJob) else "on Spark"
    lines = [f"{job.job_graph.name!r} {place}"]
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
