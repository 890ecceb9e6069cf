"""``flinksim replay``: run a program on Spark, on logs that are too large for the simulator."""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flinksim.cli.arguments import add_parallelism_argument, parse_parallelism
from flinksim.cli.console import print_stderr, report_error, report_interrupt
from flinksim.cli.run_program import (
    add_program_arguments,
    find_program_error,
    format_missing_job,
    run_program,
    set_up_program_environment,
)
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.event_log.event_log_source import RejectedRowsWarning, handle_bad_rows
from flinksim.core.progress import StageProgressBar
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs

if TYPE_CHECKING:
    from flinksim.replay.replay_job import SparkJob


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_program_arguments(parser)
    add_location_argument(parser)
    add_spark_arguments(parser)
    parser.add_argument(
        "--output",
        metavar="FOLDER",
        help="Write results, firings, dropped records, watermarks and rejected rows to this folder as "
        "Parquet, instead of passing the results to the program's sinks.",
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="Allow --output to overwrite the folder of an earlier replay.",
    )
    parser.add_argument(
        "--quiet", action="store_true", help="Hide the progress and the output of the program."
    )
    parser.set_defaults(action=execute, dialect="java")


def add_location_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option that selects where a program is replayed."""
    parser.add_argument(
        "--on",
        choices=("local", "spark"),
        help="Run in this process, without Java, or on Spark (default: local if the logs are small "
        "enough; spark with --master or --conf).",
    )


def add_spark_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of a replay on Spark."""
    parser.add_argument(
        "--bad-rows",
        choices=("error", "reject"),
        help="Stop at an invalid row of a log, or reject it and continue (default: the setting in the program, or "
        "error).",
    )
    add_parallelism_argument(parser)
    parser.add_argument(
        "--backend",
        choices=("auto", "native", "generic"),
        help="Execution strategy: Spark expressions (native), the simulator's operators (generic), or "
        "native where possible (auto, the default).",
    )
    parser.add_argument(
        "--units",
        type=parse_parallelism,
        metavar="N",
        help="Number of partitions of a keyed stage (default: 2 per core).",
    )
    parser.add_argument(
        "--master",
        metavar="URL",
        help="Spark master, or sc://HOST:PORT for Spark Connect (default: local[*]).",
    )
    parser.add_argument(
        "--conf",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="A Spark option, as in spark-submit. Can be repeated.",
    )


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    problem = find_option_error(options)
    if problem:
        return report_error(problem)
    jobs = _ReplayExecutor(options)
    with ExitStack() as stack:
        stack.enter_context(set_up_program_environment(options.program, options))
        stack.enter_context(apply_bad_rows_option(options))
        stack.enter_context(redirect_jobs(jobs))
        try:
            code = run_program(options.program, options.quiet, jobs.plain_errors)
        except KeyboardInterrupt as interrupt:
            return report_interrupt(interrupt, _describe_remains(interrupt))
    if code == 0 and not jobs.job_count:
        return report_error(format_missing_job(options.program))
    return code


def _describe_remains(interrupt: KeyboardInterrupt) -> str:
    """Describe which results remain after Ctrl-C; ``WriteInterrupted`` of the executor counts final ones."""
    final_results = getattr(interrupt, "irrevocable_results", 0)
    if not final_results:
        return "no partial output is left"
    plural = "result" if final_results == 1 else "results"
    return (
        f"no partial file is left, but {final_results:,} {plural} had already been printed or passed to a "
        "sink of the program"
    )


def find_option_error(options: argparse.Namespace) -> str:
    """Return why the command cannot run with these options, or ""."""
    if problem := find_program_error(options.program):
        return problem
    for package, name in (("pyarrow", "pyarrow"), ("pyspark", "PySpark")):
        if find_spec(package) is None and (package == "pyarrow" or _is_spark_requested(options)):
            return f"{name} is not installed. Run: python -m pip install 'flinksim[spark]'"
    if getattr(options, "on", None) == "local" and (options.master or options.conf):
        return "--on local does not use Spark. Remove --master and --conf."
    for setting in options.conf:
        if not setting.startswith("spark.") or "=" not in setting:
            return f"--conf {setting}: expected NAME=VALUE, where NAME starts with 'spark.'"
    if options.master is not None and not _MASTER_PATTERN.fullmatch(options.master):
        return (
            f"--master {options.master}: expected local, local[N], local[*], spark://HOST:PORT, "
            "sc://HOST:PORT (Spark Connect), yarn or k8s://HOST:PORT"
        )
    return _find_output_error(options)


_MASTER_PATTERN = re.compile(
    r"local|local\[.+\]|local-cluster\[.+\]|spark://.+|sc://.+|yarn|k8s://.+"
)


def _find_output_error(options: argparse.Namespace) -> str:
    output: str | None = getattr(options, "output", None)
    if output is None or "://" in output:  # only Spark can read other file systems
        return ""
    folder = Path(output)
    if not os.path.isdir(folder.parent):
        return f"--output {output}: the folder {folder.parent} does not exist. Create it first."
    if os.path.exists(folder) and not options.replace:
        return f"--output {output}: the folder already exists. Choose another folder, or add --replace."
    return ""


@contextmanager
def apply_bad_rows_option(options: argparse.Namespace) -> Iterator[None]:
    """Apply the option ``--bad-rows`` to the logs that the program opens in the block."""
    with ExitStack() as stack:
        if options.bad_rows is not None:
            stack.enter_context(handle_bad_rows(options.bad_rows))
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore", RejectedRowsWarning)  # rejected rows are counted at the end
        yield


def create_replay_settings(options: argparse.Namespace, progress: Any = None) -> Any:
    """Create the replay settings from the options."""
    from flinksim.replay.settings import ReplaySettings

    return ReplaySettings(units=options.units, backend=options.backend or "auto", progress=progress)


def create_session(options: argparse.Namespace) -> Any:
    """Create the Spark session from the options."""
    from flinksim.replay.spark.session import spark_session

    settings = dict(setting.split("=", 1) for setting in options.conf)
    session = spark_session(options.master, settings=settings)
    # PySpark's handler calls Java, which fails if a call is in progress
    signal.signal(signal.SIGINT, signal.default_int_handler)
    logging.getLogger().addFilter(_is_not_interrupted_call)
    return session


def _is_not_interrupted_call(record: logging.LogRecord) -> bool:
    """Return whether a log record is not Py4J's traceback of a call that an interrupt ended."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, KeyboardInterrupt) and "py4j" in record.pathname)


class _ReplayExecutor:
    """Executor that replays every job of the program and reports it.

    ``plain_errors`` are the errors that are reported without a traceback.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        from flinksim.connectors.event_log.event_log_source import EventLogError
        from flinksim.replay.analysis.reproducibility import NotReproducible
        from flinksim.replay.compile.columnar_plan import NotColumnar
        from flinksim.replay.worker_errors import ReplayError

        self._options = options
        self.job_count = 0
        self.plain_errors = (
            EventLogError, FileExistsError, NotColumnar, NotReproducible, ReplayError,
        )  # fmt: skip

    def execute(self, pipeline: Pipeline) -> JobClient:
        from flinksim.cli.block_pandas_import import block_pandas
        from flinksim.replay.replay_job import check_pipeline
        from flinksim.replay.worker_errors import translate_errors

        options = self._options
        check_pipeline(pipeline)
        bar = None if options.quiet else StageProgressBar(sys.stderr)
        show_progress = bar or (lambda state: None)
        self.job_count += 1
        with ExitStack() as stack:
            stack.enter_context(translate_errors())
            job = stack.enter_context(
                create_spark_job(options, pipeline, create_replay_settings(options, show_progress))
            )
            if job.is_local and not _has_columnar_source(job):
                stack.enter_context(block_pandas())
            try:
                line = self._run_and_describe(job)
            finally:
                if bar is not None:
                    bar.close()
            if not options.quiet:
                method = "columnar" if job.columnar_plan is not None else "row by row"
                location = "in this process" if job.is_local else "on Spark"
                print_stderr(f"{pipeline.job_name}: replayed {location} ({method}); {line}")
        return JobClient(JobID(), JobExecutionResult(JobID()))

    def _run_and_describe(self, job: SparkJob) -> str:
        options = self._options
        if options.output is None:
            from flinksim.replay.executor import write_results

            job.run()
            summary = f"{write_results(job):,} results"
            rejected = sum(1 for _ in job.iterate_rejects())
            return f"{summary}, {rejected:,} rows rejected" if rejected else summary
        folder = options.output
        if self.job_count > 1:
            folder = f"{folder.rstrip('/')}-{self.job_count}"
        written = job.write(folder, replace=options.replace)
        counts = [
            f"{count:,} {name}" for name, count in written._asdict().items() if name != "path"
        ]
        return f"{', '.join(counts)} written to {folder}"


def _is_spark_requested(options: argparse.Namespace) -> bool:
    """Return whether the options or the command require Spark."""
    return getattr(options, "on", "spark") == "spark" or bool(options.master or options.conf)


def _has_columnar_source(job: SparkJob) -> bool:
    """Return whether a log is columnar, so that its values can be pandas objects (nanoseconds are)."""
    from flinksim.replay.logs.parquet_source import ParquetLogSource

    sources = [stage.vertex.head.spec for stage in job.stages if stage.is_source]
    return any(isinstance(getattr(spec, "source", None), ParquetLogSource) for spec in sources)


def create_spark_job(options: argparse.Namespace, pipeline: Pipeline, settings: Any) -> SparkJob:
    """Create the job of *pipeline*, in this process or on Spark, from the options."""
    from flinksim.replay.replay_job import SparkJob, can_replay_locally

    if not _is_spark_requested(options) and (options.on == "local" or can_replay_locally(pipeline)):
        return SparkJob(None, pipeline, settings)
    return SparkJob(create_session(options), pipeline, settings)
