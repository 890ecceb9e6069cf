"""``flinksim diagnose``: look for what is wrong in a run, without a question."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from flinksim.analysis.diagnosis.diagnose import INPUT_RULES, RULES, diagnose_run
from flinksim.analysis.diagnosis.job_profile import JobProfile
from flinksim.analysis.diagnosis.rule import Rule
from flinksim.analysis.why.answer import translate_text
from flinksim.cli.arguments import (
    add_interleaving_argument,
    add_language_argument,
    add_parallelism_argument,
)
from flinksim.cli.console import FAILED, report_error
from flinksim.cli.load_jobs import capture_jobs
from flinksim.cli.log_job import create_log_job
from flinksim.cli.run_program import add_program_arguments, find_program_error, is_trace_file
from flinksim.common.configuration import parse_duration_ms
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import load_trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "Each finding has a confidence: certain, likely or possible. The exit status is 0 in every case. "
        "The program can also be a saved trace (.flinktrace), or a log (.csv, .jsonl, .parquet): then "
        "its timestamps, splits and keys are examined. If the proposed columns are wrong (see flinksim "
        "log), append the correct ones to the file: 'log.csv split=partition arrival=ts'."
    )
    add_program_arguments(parser)
    add_language_argument(parser)
    parser.add_argument("--json", action="store_true", help="Print the findings as JSON.")
    add_interleaving_argument(parser)
    add_parallelism_argument(parser)
    group = parser.add_argument_group("for a log")
    group.add_argument("--timestamp", metavar="COLUMN", help="The column with the event time.")
    group.add_argument("--key", metavar="COLUMN", help="The column with the key.")
    group.add_argument(
        "--delay", type=_parse_duration, default=0, metavar="TIME",
        help="The watermark delay of the job, such as 5s (default: 0).",
    )  # fmt: skip
    group.add_argument(
        "--window", type=_parse_duration, default=60_000, metavar="TIME",
        help="The window size of the job (default: 1min).",
    )  # fmt: skip
    parser.set_defaults(action=execute, bad_rows=None)


_LOG_SUFFIXES = (".csv", ".jsonl", ".ndjson", ".parquet")


def _parse_duration(text: str) -> int:
    try:
        return parse_duration_ms(text, "a time")
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
    location = str(program)
    if location.partition(" ")[0].endswith(_LOG_SUFFIXES) or options.timestamp or options.key:
        return _diagnose_log(location, options)
    if problem := find_program_error(program, accepts_trace=True):
        return report_error(problem)
    if is_trace_file(program):
        try:
            _print_report(load_trace(program), options)
        except (OSError, ValueError) as error:
            return report_error(str(error))
        return 0
    with capture_jobs(options) as pipelines:
        if not pipelines:
            return FAILED
        for pipeline in pipelines:
            simulation = Simulation(pipeline, RunSettings(options.interleaving, trace="full"))
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                try:
                    simulation.run()
                except JobExecutionError:
                    pass  # the failure is one of the findings
            _print_report(simulation.trace, options, pipeline=pipeline)
    return 0


def _diagnose_log(location: str, options: argparse.Namespace) -> int:
    if find_spec("pyarrow") is None:
        return report_error(
            "pyarrow is not installed. Run: python -m pip install 'flinksim[spark]'"
        )
    try:
        job = create_log_job(
            location, options.timestamp, options.key, options.delay, options.window
        )
        simulation = Simulation(job.pipeline, RunSettings(trace="full"))
        simulation.run()
    except (OSError, ValueError) as error:
        return report_error(str(error))
    except JobExecutionError as error:
        return report_error(f"{location}: {error}")
    if not options.json:
        print(translate_text(job.description, options.language))
    _print_report(simulation.trace, options, INPUT_RULES)
    return 0


def _print_report(
    trace: Trace,
    options: argparse.Namespace,
    rules: Sequence[Rule[JobProfile]] = RULES,
    pipeline: Pipeline | None = None,
) -> None:
    report = diagnose_run(trace, options.language, rules, pipeline)
    print(report.json() if options.json else report)
