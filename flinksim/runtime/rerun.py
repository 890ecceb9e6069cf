"""Re-run a program with changed settings, for an interactive page. Not in Flink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace.recorder import Trace

MAX_EVENTS = 60_000
"""Maximum number of trace events of a run that an interactive page may repeat."""


def rerun_pipeline(pipeline: Pipeline, settings: RunSettings) -> Trace:
    """Run *pipeline* again without printing; return its trace, up to the failure if the job fails."""
    cluster = MiniCluster(
        build_job_graph(pipeline), replace(settings, writes_snapshots=False, trace="full")
    )
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            while not cluster.is_over and len(cluster.trace.events) < 2 * MAX_EVENTS:
                cluster.run(max_steps=1024)
    except JobExecutionError:
        pass  # the page shows the failure from the trace
    return cluster.trace


def make_crash_rerunner(
    pipeline: Pipeline, settings: RunSettings
) -> Callable[[Sequence[tuple[str, int]]], Trace]:
    """Create a function that re-runs *pipeline* with crashes.

    Each crash is a target of :class:`Crash` and a step.

    The interventions in the settings stay. The function raises ValueError if a crash is not
    possible.
    """

    def crash(crashes: Sequence[tuple[str, int]]) -> Trace:
        added = [Crash(task, step) for task, step in crashes]
        merged = sorted([*settings.injected_actions, *added], key=lambda one: one.at)
        trace = rerun_pipeline(pipeline, replace(settings, injected_actions=tuple(merged)))
        if added and added[-1].at >= len(trace):
            raise ValueError(
                f"step {added[-1].at}: a crash is not possible, because the run "
                f"ends at step {len(trace) - 1}"
            )
        return trace

    return crash
