"""Executor of ``env.execute()`` for ``execution.target: spark``.

Options of the job's configuration: ``spark.master`` and every other ``spark.*`` option go to the
session. ``flinksim.replay.backend`` selects the backend: ``auto``, ``native`` or ``generic``.
"""

from __future__ import annotations

import copy
import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.file_sink.file_sink import FileSink
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SinkSpec
from flinksim.replay.interrupts import defer_interrupts, raise_if_interrupted
from flinksim.replay.replay_job import SparkJob, check_pipeline
from flinksim.replay.settings import ReplaySettings
from flinksim.replay.spark.session import spark_session
from flinksim.replay.worker_errors import is_foreign_error, translate_error

BACKEND_OPTION = "flinksim.replay.backend"


class SparkExecutor:
    """Executor that runs a program on Spark to its end and writes the results to its sinks.

    Nothing is written before everything is computed: until then an error or Ctrl-C leaves all sinks
    unchanged. The files of a file sink appear when all of them are complete. Results that were already
    printed, or handed to a sink class of the program's own, cannot be taken back.

    Results are written in arrival order. If windows of several keys fire at the same watermark, the
    order of their results is not defined. At the end the job releases the tables that Spark holds for
    it. Use :func:`~flinksim.replay.replay_job.replay` to read firings and dropped records.

    Flink: a ``PipelineExecutor``.
    """

    def execute(self, pipeline: Pipeline) -> JobClient:
        """Run *pipeline* to its end and return a client of the finished job.

        Raises:
            NotReproducible: Spark cannot reproduce the program; raised before Spark starts.
            NotColumnar: ``native`` is set and the program has no columnar plan.
        """
        check_pipeline(pipeline)
        options = pipeline.configuration.to_dict()
        spark_options = {
            name: value for name, value in options.items() if name.startswith("spark.")
        }
        master = spark_options.pop("spark.master", None)
        spark = spark_session(master, settings=spark_options)
        lowering: Any = options.get(BACKEND_OPTION, "auto")
        job = SparkJob(spark, pipeline, ReplaySettings(backend=lowering))
        job_id = JobID()
        with job:
            try:
                job.run()
                write_results(job)
            except Exception as error:
                return JobClient(
                    job_id, error=translate_error(error) if is_foreign_error(error) else error
                )
        return JobClient(job_id, JobExecutionResult(job_id, run=job))


class WriteInterrupted(KeyboardInterrupt):
    """Interrupt by Ctrl-C while the finished job handed its results to the sinks.

    ``irrevocable_results`` is the number of results already printed, or handed to a sink class of the
    program's own; they cannot be taken back.
    """

    def __init__(self, irrevocable_results: int) -> None:
        super().__init__(
            f"{irrevocable_results} results had already been passed to sinks that cannot undo them"
        )
        self.irrevocable_results = irrevocable_results


def write_results(job: SparkJob) -> int:
    """Write all results of a finished job to the program's sinks and return the number of results.

    Raises:
        Interrupted: Ctrl-C was pressed.
    """
    with ExitStack() as stack:
        files = _StagedFileSinks()
        stack.callback(files.discard)
        sinks = {
            chained.node.id: (files.stage(chained.node.spec.sink), vertex.parallelism)
            for vertex in job.job_graph.vertices
            for chained in vertex.operators
            if isinstance(chained.node.spec, SinkSpec)
        }
        written = _write_to_sinks(job, sinks)
        with defer_interrupts():
            files.publish()
    return written


def _write_to_sinks(job: SparkJob, sinks: dict[int, tuple[Sink, int]]) -> int:
    """Write the job's results to *sinks*; handle Ctrl-C only between two results, never within one."""
    written = irrevocable = 0
    try:
        with defer_interrupts(), ExitStack() as stack:
            writers: dict[tuple[int, int], SinkWriter] = {}
            for result in job.iterate_results():
                raise_if_interrupted()
                sink, parallelism = sinks[result.node]
                address = (result.node, result.subtask)
                writer = writers.get(address)
                if writer is None:
                    writer = sink.create_writer(
                        SinkContext(result.subtask, parallelism, operator_id=str(result.node))
                    )
                    writers[address] = writer
                    stack.callback(writer.close)
                writer.write(result.value, result.timestamp)
                written += 1
                irrevocable += not isinstance(sink, FileSink)
            for (node, _), writer in writers.items():
                _commit(sinks[node][0], writer)
    except KeyboardInterrupt as pressed:
        raise WriteInterrupted(irrevocable) from pressed
    return written


def _commit(sink: Sink, writer: SinkWriter) -> None:
    """Flush *writer* and commit what it has written."""
    writer.flush(True)
    committer = sink.create_committer() if sink.has_committer else None
    for committable in writer.prepare_commit():
        if committer is not None:
            committer.commit(committable)


class _StagedFileSinks:
    """File sinks that write to staging folders, whose files move to the target when complete."""

    def __init__(self) -> None:
        self._staged_folders: list[tuple[Path, Path]] = []

    def stage(self, sink: Sink) -> Sink:
        if not isinstance(sink, FileSink):
            return sink
        number = f"{os.getpid()}-{len(self._staged_folders)}"
        staging_folder = sink.folder.with_name(f".{sink.folder.name}.unfinished-{number}")
        self._staged_folders.append((staging_folder, sink.folder))
        staged_sink = copy.copy(sink)
        staged_sink.folder = staging_folder
        return staged_sink

    def publish(self) -> None:
        for staging_folder, folder in self._staged_folders:
            if staging_folder.exists():
                for part in sorted(path for path in staging_folder.rglob("*") if path.is_file()):
                    target = folder / part.relative_to(staging_folder)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    part.replace(target)

    def discard(self) -> None:
        for staging_folder, _ in self._staged_folders:
            shutil.rmtree(staging_folder, ignore_errors=True)
