"""``execution.target: local``: what ``env.execute()`` runs unless told otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.sinks import CollectSink
from flinksim.core.validation import checked
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SinkSpec
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.user_artifacts import user_files
from flinksim.trace.events import Step


@dataclass(slots=True)
class Runs:
    """How the programs of a ``with run_settings(...)`` block are run, and their runs so far."""

    settings: RunSettings
    progress: Callable[[MiniCluster], None] | None = None
    max_steps: int | None = None
    stop: Callable[[Step], bool] | None = None
    clusters: list[MiniCluster] = field(default_factory=list)
    pipelines: list[Pipeline] = field(default_factory=list)


_CURRENT: ContextVar[Runs | None] = ContextVar("flinksim_runs", default=None)


@contextmanager
@checked
def run_settings(
    settings: RunSettings,
    progress: Callable[[MiniCluster], None] | None = None,
    max_steps: int | None = None,
    stop: Callable[[Step], bool] | None = None,
) -> Iterator[Runs]:
    """Every ``env.execute()`` inside the block is run with *settings*, and its run is kept.

    A run is in ``clusters`` from its start, so its trace is there after a failure too; its program is
    in ``pipelines``, in the same place. With
    *max_steps*, or once *stop* says yes to a step of a traced run, a job that is not over is left
    where it is.
    """
    runs = Runs(settings, progress, max_steps, stop)
    token = _CURRENT.set(runs)
    try:
        yield runs
    finally:
        _CURRENT.reset(token)


def job_graph_of(pipeline: Pipeline) -> JobGraph:
    """The job graph of a program."""
    return create_job_graph(generate_stream_graph(pipeline))


class LocalExecutor:
    """Runs a program in this process, to its end, in arrival order and without a trace.

    Flink: ``LocalExecutor``. Differs: ``execute`` returns when the job is over.
    """

    def execute(self, pipeline: Pipeline) -> JobClient:
        """Run *pipeline*. An error of the job is told by the client's result, as in Flink."""
        runs = _CURRENT.get()
        settings = RunSettings(traced=False) if runs is None else runs.settings
        job_id = JobID()
        cluster = MiniCluster(job_graph_of(pipeline), settings)
        cluster_ends = cluster.task_factory.ends_cluster
        started_ms = cluster.clock.now_ms
        try:
            with user_files(pipeline.configuration):
                _run(cluster, runs, pipeline)
        except JobExecutionError as error:
            return JobClient(job_id, error=error, cluster_ends=cluster_ends)
        result = JobExecutionResult(job_id, cluster.clock.now_ms - started_ms, run=cluster)
        return JobClient(job_id, result, cluster_ends=cluster_ends)


def _run(cluster: MiniCluster, runs: Runs | None, pipeline: Pipeline) -> None:
    is_full = _full_sink(pipeline)
    if runs is not None:
        runs.clusters.append(cluster)
        runs.pipelines.append(pipeline)
    if runs is not None and runs.stop is not None:
        _run_until(cluster, runs.stop)
        return
    max_steps, progress = (None, None) if runs is None else (runs.max_steps, runs.progress)
    cluster.run(max_steps, progress, stop=is_full)
    if is_full is not None and is_full():
        cluster.cancel()


def _full_sink(pipeline: Pipeline) -> Callable[[], bool] | None:
    """Tells when ``execute_and_collect(limit=...)`` has what it asked for; ``None`` without a limit."""
    for transformation in pipeline.sinks:
        spec = transformation.spec
        if isinstance(spec, SinkSpec) and isinstance(spec.sink, CollectSink) and spec.sink.limit:
            return spec.sink.is_full
    return None


def _run_until(cluster: MiniCluster, stop: Callable[[Step], bool]) -> None:
    begun = cluster.steps_taken
    stop(cluster.trace[0])  # which has the plan: a condition in words looks names up in it
    cluster.run(stop=lambda: cluster.steps_taken > begun and stop(cluster.trace[-1]))
