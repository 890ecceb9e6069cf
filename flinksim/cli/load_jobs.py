"""Captures the jobs of a program without running them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from flinksim.cli.console import print_stderr, report_error
from flinksim.cli.replay_command import apply_bad_rows_option
from flinksim.cli.run_program import format_missing_job, run_program, set_up_program_environment
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.event_log.event_log_source import EventLogError
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs


class _CapturingExecutor:
    """Executor that runs nothing and stores the pipelines."""

    def __init__(self) -> None:
        self.pipelines: list[Pipeline] = []

    def execute(self, pipeline: Pipeline) -> JobClient:
        self.pipelines.append(pipeline)
        return JobClient(JobID(), JobExecutionResult(JobID()))


@contextmanager
def capture_jobs(options: argparse.Namespace) -> Iterator[list[Pipeline]]:
    """Yield the jobs that a program declares, within its environment; none after an error report."""
    executor = _CapturingExecutor()
    with ExitStack() as stack:
        stack.enter_context(set_up_program_environment(options.program, options))
        stack.enter_context(apply_bad_rows_option(options))
        stack.enter_context(redirect_jobs(executor))
        code = run_program(options.program, quiet=True, plain_errors=(EventLogError,))
        if not executor.pipelines and code == 0:
            report_error(format_missing_job(options.program))
        if executor.pipelines and code != 0:
            print_stderr(
                "flinksim: the program failed after it had declared its job, because the job was not run"
            )
        yield executor.pipelines
