"""``flinksim diagnose``: look for what is wrong in a run, without a question."""

from __future__ import annotations

import argparse
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from flinksim.analysis.diagnosis.diagnose import diagnose_run
from flinksim.cli.arguments import (
    add_interleaving_argument,
    add_language_argument,
    add_parallelism_argument,
)
from flinksim.cli.console import FAILED, report_error
from flinksim.cli.load_jobs import capture_jobs
from flinksim.cli.run_program import add_program_arguments, find_program_error, is_trace_file
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import load_trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "Each finding has a confidence: certain, likely or possible. The exit status is 0 in every case. "
        "The program can also be a saved trace (.flinktrace)."
    )
    add_program_arguments(parser)
    add_language_argument(parser)
    parser.add_argument("--json", action="store_true", help="Print the findings as JSON.")
    add_interleaving_argument(parser)
    add_parallelism_argument(parser)
    parser.set_defaults(action=execute, bad_rows=None)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
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
            simulation = Simulation(pipeline, RunSettings(options.interleaving))
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                try:
                    simulation.run()
                except JobExecutionError:
                    pass  # the failure is one of the findings
            _print_report(simulation.trace, options)
    return 0


def _print_report(trace: Trace, options: argparse.Namespace) -> None:
    report = diagnose_run(trace, options.language)
    print(report.json() if options.json else report)
