"""``flinksim explain``: how each operator of a program would run on Spark, and why."""

from __future__ import annotations

import argparse
import os

from flinksim.cli.load_jobs import declared_jobs
from flinksim.cli.messages import FAILED, complain
from flinksim.cli.replay import add_spark, session_of, settings_of, what_is_wrong, with_logs_of
from flinksim.cli.run_program import add_program


def add_to(explain: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    explain.epilog = "After -- come the program's own arguments."
    add_program(explain)
    add_spark(explain)
    explain.add_argument(
        "--spark-plan", action="store_true", help="Spark's own plan of every stage as well"
    )
    explain.set_defaults(action=execute, dialect="java")


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    problem = what_is_wrong(options)
    if problem:
        return complain(problem)
    from flinksim.replay.analysis.reproducibility import NotReproducible
    from flinksim.replay.compile.columnar_plan import NotNative
    from flinksim.replay.explain import explain
    from flinksim.replay.job import SparkJob

    with declared_jobs(options) as pipelines:
        if not pipelines:
            return FAILED
        settings = settings_of(options)
        if settings.units is None:
            settings = settings._replace(units=2 * (os.cpu_count() or 1))
        for pipeline in pipelines:
            try:
                pipeline = with_logs_of(pipeline, options)
                job = SparkJob(None, pipeline, settings)
                print(explain(job, on_spark=True))
                if options.spark_plan:
                    with SparkJob(session_of(options), pipeline, settings) as job:
                        from flinksim.replay.spark.physical_plan import spark_plans

                        print("\n" + spark_plans(job))
            except (NotReproducible, NotNative, ValueError) as error:
                return complain(str(error))
    return 0
