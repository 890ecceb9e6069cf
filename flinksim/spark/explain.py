"""Which way each operator goes on Spark, and why: for people, before anything runs."""

from __future__ import annotations

from flinksim.spark.job import SparkJob


def explain(job: SparkJob) -> str:
    """One line for each operator: natively or with the simulator's operators, and the reason."""
    lines = [f"{job.job_graph.name!r} on Spark"]
    native = job.native_plan
    if native is not None:
        lines += [f"  {name}: native, {how}" for name, how in native.told]
        behind = native.window.vertex.operators[1:]
        lines += [f"  {each.node.name}: Python, on the window's results" for each in behind]
        return "\n".join(lines)
    if job.not_native is not None:
        lines.append(f"  not native, because of {job.not_native}")
    for stage in job.stages:
        units = f"{stage.units} unit{'s' if stage.units > 1 else ''} of work"
        how = f"{stage.split}, {units}" if stage.split != "any order" else "any order, by split"
        for chained in stage.vertex.operators:
            lines.append(f"  {chained.node.name}: the simulator's operator, {how}: {stage.reason}")
    return "\n".join(lines)
