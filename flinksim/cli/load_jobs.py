"""Captures the jobs of a program without running them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from flinksim.cli.messages import complain, tell
from flinksim.cli.replay import bad_rows_as_told
from flinksim.cli.run_program import program_environment, run_program, without_job
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.event_log.source import EventLogError
from flinksim.datastream.pipeline_executor import Pipeline, every_job_goes_to


class _Declared:
    """Executor that runs nothing and stores the pipelines."""

    def __init__(self) -> None:
        self.pipelines: list[Pipeline] = []

    def execute(self, pipeline: Pipeline) -> JobClient:
        self.pipelines.append(pipeline)
        return JobClient(JobID(), JobExecutionResult(JobID()))


@contextmanager
def declared_jobs(options: argparse.Namespace) -> Iterator[list[Pipeline]]:
    """Yield the jobs that a program declares, within its environment; none after an error report."""
    executor = _Declared()
    with ExitStack() as stack:
        stack.enter_context(program_environment(options.program, options))
        stack.enter_context(bad_rows_as_told(options))
        stack.enter_context(every_job_goes_to(executor))
        code = run_program(options.program, quiet=True, told_plainly=(EventLogError,))
        if not executor.pipelines and code == 0:
            complain(without_job(options.program))
        if executor.pipelines and code != 0:
            tell("flinksim: the program went on without the results of its job")
        yield executor.pipelines
