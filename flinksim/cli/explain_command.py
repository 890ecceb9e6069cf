"""``flinksim explain``: how each operator of a program would run on Spark, and why."""

from __future__ import annotations

import argparse
import os

from flinksim.cli.console import FAILED, report_error
from flinksim.cli.load_jobs import capture_jobs
from flinksim.cli.replay_command import (
    add_spark_arguments,
    create_replay_settings,
    create_session,
    find_option_error,
)
from flinksim.cli.run_program import add_program_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = "Explain how each operator would run on Spark, without running it."
    add_program_arguments(parser)
    add_spark_arguments(parser)
    parser.add_argument(
        "--spark-plan", action="store_true", help="Also print Spark's physical plan of each stage."
    )
    parser.set_defaults(action=execute, dialect="java")


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    problem = find_option_error(options)
    if problem:
        return report_error(problem)
    from flinksim.replay.analysis.reproducibility import NotReproducible
    from flinksim.replay.compile.columnar_plan import NotColumnar
    from flinksim.replay.replay_explanation import explain
    from flinksim.replay.replay_job import SparkJob

    with capture_jobs(options) as pipelines:
        if not pipelines:
            return FAILED
        settings = create_replay_settings(options)
        if settings.units is None:
            settings = settings._replace(units=2 * (os.cpu_count() or 1))
        for pipeline in pipelines:
            try:
                job = SparkJob(None, pipeline, settings)
                print(explain(job, on_spark=True))
                if options.spark_plan:
                    with SparkJob(create_session(options), pipeline, settings) as job:
                        from flinksim.replay.spark.physical_plan import format_spark_plans

                        print("\n" + format_spark_plans(job))
            except (NotReproducible, NotColumnar, ValueError) as error:
                return report_error(str(error))
    return 0
