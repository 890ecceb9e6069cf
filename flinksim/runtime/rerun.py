"""A program run once more in another way, for a page that asks for it. Not in Flink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace.recorder import Trace

MAX_FACTS = 60_000
"""A run of more facts is not made again for a page."""


def run_again(pipeline: Pipeline, settings: RunSettings) -> Trace:
    """The trace of *pipeline*, up to a failure if it has one; nothing is printed."""
    cluster = MiniCluster(job_graph_of(pipeline), replace(settings, writes_snapshots=False))
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            while not cluster.is_over and len(cluster.trace.events) < 2 * MAX_FACTS:
                cluster.run(max_steps=1024)
    except JobExecutionError:
        pass  # the failure is what there is to see
    return cluster.trace


def crasher(
    pipeline: Pipeline, settings: RunSettings
) -> Callable[[Sequence[tuple[str, int]]], Trace]:
    """Runs *pipeline* again with tasks that die: each a target of :class:`Crash` and a step.

    What the settings do to the run stays. Raises: ValueError for what cannot crash then.
    """

    def crash(crashes: Sequence[tuple[str, int]]) -> Trace:
        placed = [Crash(task, step) for task, step in crashes]
        together = sorted([*settings.interventions, *placed], key=lambda one: one.at)
        trace = run_again(pipeline, replace(settings, interventions=tuple(together)))
        if placed and placed[-1].at >= len(trace):
            raise ValueError(
                f"nothing can crash as step {placed[-1].at}: the run is over after step "
                f"{len(trace) - 1}"
            )
        return trace

    return crash
