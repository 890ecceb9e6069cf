"""The executor of ``execution.target: local``, the default of ``env.execute()``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.sinks import CollectSink
from flinksim.core.validation import validate_arguments
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SinkSpec
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.user_artifacts import provide_user_files
from flinksim.trace.events import Step


@dataclass(slots=True)
class RunCollector:
    """The settings of one ``with run_settings(...)`` block, and the runs that were started in it.

    ``on_start`` is called with each program before its first step.
    """

    settings: RunSettings
    progress: Callable[[MiniCluster], None] | None = None
    max_steps: int | None = None
    stop: Callable[[Step], bool] | None = None
    on_start: Callable[[Pipeline], None] | None = None
    clusters: list[MiniCluster] = field(default_factory=list)
    pipelines: list[Pipeline] = field(default_factory=list)


_CURRENT_COLLECTOR: ContextVar[RunCollector | None] = ContextVar("flinksim_runs", default=None)


@contextmanager
@validate_arguments
def run_settings(
    settings: RunSettings,
    progress: Callable[[MiniCluster], None] | None = None,
    max_steps: int | None = None,
    stop: Callable[[Step], bool] | None = None,
) -> Iterator[RunCollector]:
    """Run every ``env.execute()`` inside of the block with *settings*, and collect the runs.

    A run is in ``clusters`` from its start, so its trace is available after a failure too. Its
    program is in ``pipelines`` at the same index.

    Args:
        settings: How each program is run.
        progress: Called with the cluster from time to time and at the end of a run.
        max_steps: Leave a job unfinished after this number of steps.
        stop: Leave a job of a traced run unfinished after the first step for which this returns
            true.
    """
    collector = RunCollector(settings, progress, max_steps, stop)
    token = _CURRENT_COLLECTOR.set(collector)
    try:
        yield collector
    finally:
        _CURRENT_COLLECTOR.reset(token)


def build_job_graph(pipeline: Pipeline) -> JobGraph:
    """Create the job graph of a program."""
    return create_job_graph(generate_stream_graph(pipeline))


class LocalExecutor:
    """Executor that runs a program to its end in this process.

    By default records are processed in the order of arrival, and no trace is recorded.

    Flink: ``LocalExecutor``. Differs: ``execute`` returns when the job is over.
    """

    def execute(self, pipeline: Pipeline) -> JobClient:
        """Run *pipeline*; as in Flink, an error of the job is raised when the client's result is read."""
        collector = _CURRENT_COLLECTOR.get()
        settings = RunSettings(traced=False) if collector is None else collector.settings
        job_id = JobID()
        cluster = MiniCluster(build_job_graph(pipeline), settings)
        cluster_ends = cluster.task_factory.ends_cluster
        started_ms = cluster.clock.now_ms
        try:
            with provide_user_files(pipeline.configuration):
                _run_cluster(cluster, collector, pipeline)
        except JobExecutionError as error:
            return JobClient(job_id, error=error, cluster_stops_with_job=cluster_ends)
        result = JobExecutionResult(job_id, cluster.clock.now_ms - started_ms, run=cluster)
        return JobClient(job_id, result, cluster_stops_with_job=cluster_ends)


def _run_cluster(cluster: MiniCluster, collector: RunCollector | None, pipeline: Pipeline) -> None:
    is_full = _find_limit_check(pipeline)
    if collector is not None:
        collector.clusters.append(cluster)
        collector.pipelines.append(pipeline)
        if collector.on_start is not None:
            collector.on_start(pipeline)
    if collector is not None and collector.stop is not None:
        _run_until(cluster, collector.stop)
        return
    max_steps, progress = (
        (None, None) if collector is None else (collector.max_steps, collector.progress)
    )
    cluster.run(max_steps, progress, stop=is_full)
    if is_full is not None and is_full():
        cluster.cancel()


def _find_limit_check(pipeline: Pipeline) -> Callable[[], bool] | None:
    """Return a check for whether ``execute_and_collect`` has enough results; ``None`` without a limit."""
    for transformation in pipeline.sinks:
        spec = transformation.spec
        if isinstance(spec, SinkSpec) and isinstance(spec.sink, CollectSink) and spec.sink.limit:
            return spec.sink.is_full
    return None


def _run_until(cluster: MiniCluster, stop: Callable[[Step], bool]) -> None:
    steps_before = cluster.steps_taken
    if cluster.can_detach_trace and not cluster.is_recording:
        cluster.attach_trace()
    stop(
        cluster.trace[0]
    )  # the first step has the plan, in which a condition in words looks up names
    cluster.run(stop=lambda: cluster.steps_taken > steps_before and stop(cluster.trace[-1]))
