"""Describe the execution plan of a replay before it runs: backend and partitioning per operator."""

from __future__ import annotations

from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.replay_job import SparkJob


def explain(job: SparkJob, *, on_spark: bool = False) -> str:
    """Describe the execution plan of *job*: one line per operator with its backend and the reason.

    The numbers in front of the operators are those of the column ``operator`` of the job's tables.

    Args:
        job: The job; it does not run.
        on_spark: Describe the plan for Spark although the job has no session yet.
    """
    place = "in this process" if job.is_local and not on_spark else "on Spark"
    lines = [f"{job.job_graph.name!r} {place}"]
    native = job.columnar_plan
    if job.not_columnar is not None:
        lines.append(f"  not native, because of {job.not_columnar}")
    for stage in job.stages:
        if native is not None and stage is native.source:
            descriptions = [
                f"native, {description}" for description in native.operator_descriptions[:-1]
            ]
        elif native is not None and stage.vertex is native.window.vertex:
            descriptions = _describe_window_stage(native)
        else:
            units = f"{stage.units} unit{'s' if stage.units > 1 else ''} of work"
            split = f"{stage.partitioning}, {units}"
            if stage.partitioning == "any order":
                split = "any order, in parts"
            description = f"the simulator's operator, {split}: {stage.reason}"
            descriptions = [description] * len(stage.vertex.operators)
        for chained, one in zip(stage.vertex.operators, descriptions, strict=True):
            lines.append(f"{_format_operator(chained)}: {one}")
    return "\n".join(lines)


def _describe_window_stage(plan: ColumnarPlan) -> list[str]:
    downstream_count = len(plan.window.vertex.operators) - 1
    head, reason = f"native, {plan.operator_descriptions[-1]}", plan.ordered_replay_reason
    if reason is None:
        return [head, *["Python, on the result of the window"] * downstream_count]
    head += f", and the simulator's operator for the order of firings: {reason}"
    return [head, *["the simulator's operator"] * downstream_count]


def _format_operator(chained: ChainedOperator) -> str:
    return f"{chained.node.id:>4}  {chained.node.name}"
