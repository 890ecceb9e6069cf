"""An executor that runs nothing and keeps the pipelines that it gets, for example to draw them."""

from __future__ import annotations

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.datastream.pipeline_executor import Pipeline


class CapturingExecutor:
    """Executor that keeps each pipeline and reports its job as finished. Not in Flink."""

    def __init__(self) -> None:
        self.pipelines: list[Pipeline] = []

    def execute(self, pipeline: Pipeline) -> JobClient:
        """Keep *pipeline* and return a client whose job has finished."""
        self.pipelines.append(pipeline)
        job_id = JobID()
        return JobClient(job_id, JobExecutionResult(job_id))
