"""Which way each operator goes on Spark, and why: for people, before anything runs."""

from __future__ import annotations

from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.job import SparkJob


def explain(job: SparkJob, *, on_spark: bool = False) -> str:
    """One line for each operator: natively or with the simulator's operators, and the reason.

    *on_spark*: for Spark, though the job has no session yet. The numbers are those of the column
    ``operator`` of the job's tables.
    """
    place = "in this process" if job.runs_here and not on_spark else "on Spark"
    lines = [f"{job.job_graph.name!r} {place}"]
    native = job.native_plan
    if job.not_native is not None:
        lines.append(f"  not native, because of {job.not_native}")
    for stage in job.stages:
        if native is not None and stage is native.source:
            how = [f"native, {told}" for told in native.told[:-1]]
        elif native is not None and stage.vertex is native.window.vertex:
            how = _of_windows(native)
        else:
            units = f"{stage.units} unit{'s' if stage.units > 1 else ''} of work"
            split = f"{stage.split}, {units}"
            if stage.split == "any order":
                split = "any order, by pieces"
            told = f"the simulator's operator, {split}: {stage.reason}"
            how = [told] * len(stage.vertex.operators)
        for chained, one in zip(stage.vertex.operators, how, strict=True):
            lines.append(f"{_numbered(chained)}: {one}")
    return "\n".join(lines)


def _of_windows(native: NativePlan) -> list[str]:
    behind = len(native.window.vertex.operators) - 1
    head, noticed = f"native, {native.told[-1]}", native.noticed
    if noticed is None:
        return [head, *["Python, on the window's results"] * behind]
    head += f", and the simulator's operator for the order of firings: {noticed}"
    return [head, *["the simulator's operator"] * behind]


def _numbered(chained: ChainedOperator) -> str:
    return f"{chained.node.id:>4}  {chained.node.name}"
