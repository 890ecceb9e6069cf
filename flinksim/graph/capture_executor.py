"""An executor that runs nothing: it keeps the programs that it is given, to draw them."""

from __future__ import annotations

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.datastream.pipeline_executor import Pipeline


class PlanExecutor:
    """Keeps each pipeline; its job is told to have finished at once, without results. Not in Flink."""

    def __init__(self) -> None:
        self.pipelines: list[Pipeline] = []

    def execute(self, pipeline: Pipeline) -> JobClient:
        """Keep *pipeline*."""
        self.pipelines.append(pipeline)
        job_id = JobID()
        return JobClient(job_id, JobExecutionResult(job_id))
