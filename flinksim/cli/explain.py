"""``flinksim explain``: which way each operator of a program goes on Spark, and why."""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack

from flinksim.cli.program import add_program, program_environment, run_program
from flinksim.cli.replay import (
    add_spark,
    bad_rows_as_told,
    session_of,
    settings_of,
    what_is_wrong,
    with_logs_of,
)
from flinksim.cli.telling import complain, tell
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.datastream.execution import Pipeline, every_job_goes_to


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    explain = commands.add_parser(
        "explain",
        help="which way each operator would go on Spark, and why; runs nothing",
        epilog="After -- come the program's own arguments.",
    )
    add_program(explain)
    add_spark(explain)
    explain.add_argument(
        "--spark-plan", action="store_true", help="Spark's own plan of every stage as well"
    )
    explain.set_defaults(action=execute, bad_rows="reject", dialect="java")


class _Declared:
    """An executor that runs nothing and keeps the programs."""

    def __init__(self) -> None:
        self.pipelines: list[Pipeline] = []

    def execute(self, pipeline: Pipeline) -> JobClient:
        self.pipelines.append(pipeline)
        return JobClient(JobID(), JobExecutionResult(JobID()))


def execute(options: argparse.Namespace) -> int:
    """Carry the command out; gives the exit code."""
    wrong = what_is_wrong(options)
    if wrong:
        return complain(wrong)
    from flinksim.spark.explain import explain, spark_plans
    from flinksim.spark.job import SparkJob
    from flinksim.spark.native.plan import NotNative
    from flinksim.spark.refusals import NotReproducible

    declared = _Declared()
    with ExitStack() as stack:
        stack.enter_context(program_environment(options.program, options))
        stack.enter_context(bad_rows_as_told(options))
        stack.enter_context(every_job_goes_to(declared))
        code = run_program(options.program, quiet=True)
        if not declared.pipelines:
            if code == 0:
                complain(f"{options.program} ended without env.execute(), so there is no job")
            return 1
        if code != 0:
            tell("flinksim: the program went on without the results of its job")
        settings = settings_of(options)
        if settings.units is None:
            settings = settings._replace(units=2 * (os.cpu_count() or 1))
        for pipeline in declared.pipelines:
            try:
                pipeline = with_logs_of(pipeline, options)
                job = SparkJob(None, pipeline, settings)
                print(explain(job))
                if options.spark_plan:
                    with SparkJob(session_of(options), pipeline, settings) as job:
                        print("\n" + spark_plans(job))
            except (NotReproducible, NotNative, ValueError) as error:
                return complain(str(error))
    return 0
