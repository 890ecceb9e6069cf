"""``execution.target: spark``: what ``env.execute()`` runs then.

Settings of the job's configuration: ``spark.master`` and every other ``spark.*`` option go to the
session, ``flinksim.replay.explain`` is ``auto``, ``native`` or ``generic``.
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
from flinksim.connectors.file_sink.sink import FileSink
from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SinkSpec
from flinksim.replay.interrupts import interrupts_held, raise_if_interrupted
from flinksim.replay.job import SparkJob, check_pipeline
from flinksim.replay.settings import ReplaySettings
from flinksim.replay.spark.session import spark_session
from flinksim.replay.worker_errors import is_raw, translated

LOWERING = "flinksim.replay.explain"


class SparkExecutor:
    """Runs a program on Spark, to its end, and writes what came of it to the program's sinks.

    Nothing is written before everything is computed: until then an error or Ctrl-C leaves all sinks as
    they were. Files appear when all of them are complete; but what has been printed by then, or handed
    to a sink of the program's own, stays. Results are written in the order of the run; where several
    keys fire in one step, their order among themselves is open. What Spark keeps is let go then; use
    :func:`~flinksim.replay.job.replay` to look at firings and dropped records.

    Flink: a ``PipelineExecutor``.
    """

    def execute(self, pipeline: Pipeline) -> JobClient:
        """Run *pipeline*; gives a client of the job, which has ended then.

        Raises: NotReproducible for what Spark cannot reproduce, before Spark starts; NotNative if
        ``native`` was asked for and cannot be.
        """
        check_pipeline(pipeline)
        options = pipeline.configuration.to_dict()
        spark_options = {
            name: value for name, value in options.items() if name.startswith("spark.")
        }
        master = spark_options.pop("spark.master", None)
        spark = spark_session(master, settings=spark_options)
        lowering: Any = options.get(LOWERING, "auto")
        job = SparkJob(spark, pipeline, ReplaySettings(lowering=lowering))
        job_id = JobID()
        with job:
            try:
                job.run()
                write_results(job)
            except Exception as error:
                return JobClient(job_id, error=translated(error) if is_raw(error) else error)
        return JobClient(job_id, JobExecutionResult(job_id, run=job))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while results were handed to sinks.

    ``stay`` is how many had been printed by then, or handed to a sink of the program's own.
    """

    def __init__(self, stay: int) -> None:
        super().__init__(f"{stay} results had been handed to sinks that take nothing back")
        self.stay = stay


def write_results(job: SparkJob) -> int:
    """Hand all results to writers of the program's own sinks; how many there were.

    Raises: Interrupted for Ctrl-C.
    """
    with ExitStack() as stack:
        files = _Files()
        stack.callback(files.discard)
        sinks = {
            chained.node.id: (files.staged(chained.node.spec.sink), vertex.parallelism)
            for vertex in job.job_graph.vertices
            for chained in vertex.operators
            if isinstance(chained.node.spec, SinkSpec)
        }
        written = _write(job, sinks)
        with interrupts_held():
            files.publish()
    return written


def _write(job: SparkJob, sinks: dict[int, tuple[Sink, int]]) -> int:
    """Each result is handed over whole; Ctrl-C comes between two of them."""
    written = stay = 0
    try:
        with interrupts_held(), ExitStack() as stack:
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
                stay += not isinstance(sink, FileSink)
            for (node, _), writer in writers.items():
                _commit(sinks[node][0], writer)
    except KeyboardInterrupt as pressed:
        raise Interrupted(stay) from pressed
    return written


def _commit(sink: Sink, writer: SinkWriter) -> None:
    """All is written: it becomes visible."""
    writer.flush(True)
    committer = sink.create_committer() if sink.commits else None
    for committable in writer.prepare_commit():
        if committer is not None:
            committer.commit(committable)


class _Files:
    """Sinks of files write into folders beside their own, from which the parts move when complete."""

    def __init__(self) -> None:
        self._folders: list[tuple[Path, Path]] = []

    def staged(self, sink: Sink) -> Sink:
        if not isinstance(sink, FileSink):
            return sink
        number = f"{os.getpid()}-{len(self._folders)}"
        beside = sink.folder.with_name(f".{sink.folder.name}.unfinished-{number}")
        self._folders.append((beside, sink.folder))
        elsewhere = copy.copy(sink)
        elsewhere.folder = beside
        return elsewhere

    def publish(self) -> None:
        for beside, folder in self._folders:
            if beside.exists():
                for part in sorted(path for path in beside.rglob("*") if path.is_file()):
                    place = folder / part.relative_to(beside)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    part.replace(place)

    def discard(self) -> None:
        for beside, _ in self._folders:
            shutil.rmtree(beside, ignore_errors=True)
