"""``execution.target: spark``: what ``env.execute()`` runs then.

Settings of the job's configuration: ``spark.master`` and every other ``spark.*`` option go to the
session, ``flinksim.spark.lowering`` is ``auto``, ``native`` or ``generic``.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.sink import SinkContext, SinkWriter
from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import SinkSpec
from flinksim.spark.job import ReplaySettings, SparkJob
from flinksim.spark.session import spark_session

LOWERING = "flinksim.spark.lowering"


class SparkExecutor:
    """Runs a program on Spark, to its end, and writes what came of it to the program's sinks.

    Nothing is written before everything is computed: an error or Ctrl-C leaves the sinks as they
    were. Results are written in the order of the run; where several keys fire
    in one step, their order among themselves is open. What Spark keeps is let go then;
    use :func:`~flinksim.spark.job.replay` to look at firings and dropped records.

    Flink: a ``PipelineExecutor``.
    """

    def execute(self, pipeline: Pipeline) -> JobClient:
        """Run *pipeline*; gives a client of the job, which has ended then.

        Raises: NotReproducible for what Spark cannot reproduce; NotNative if ``native`` was asked
        for and cannot be.
        """
        options = pipeline.configuration.to_dict()
        spark_options = {
            name.replace(".", "_"): value
            for name, value in options.items()
            if name.startswith("spark.") and name != "spark.master"
        }
        spark = spark_session(options.get("spark.master"), **spark_options)
        lowering: Any = options.get(LOWERING, "auto")
        job = SparkJob(spark, pipeline, ReplaySettings(lowering=lowering))
        job_id = JobID()
        with job:
            try:
                job.run()
                write_results(job)
            except Exception as error:
                return JobClient(job_id, error=error)
        return JobClient(job_id, JobExecutionResult(job_id, run=job))


def write_results(job: SparkJob) -> int:
    """Hand all results to writers of the program's own sinks; how many there were."""
    sinks = {
        chained.node.id: (chained.node.spec.sink, vertex.parallelism)
        for vertex in job.job_graph.vertices
        for chained in vertex.operators
        if isinstance(chained.node.spec, SinkSpec)
    }
    written = 0
    with ExitStack() as stack:
        writers: dict[tuple[int, int], SinkWriter] = {}
        for result in job.iterate_results():
            address = (result.node, result.subtask)
            writer = writers.get(address)
            if writer is None:
                sink, parallelism = sinks[result.node]
                writer = sink.create_writer(SinkContext(result.subtask, parallelism))
                writers[address] = writer
                stack.callback(writer.close)
            writer.write(result.value, result.timestamp)
            written += 1
    return written
