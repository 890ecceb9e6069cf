"""``flinksim tell``: describe a run in sentences."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack
from pathlib import Path

from flinksim.analysis.expressions.stop_conditions import STOP_EVENTS, parse_stop_condition
from flinksim.cli.arguments import add_interleaving_argument, parse_parallelism, parse_until
from flinksim.cli.console import report_error
from flinksim.cli.run_program import (
    add_program_arguments,
    compute_exit_code,
    find_program_error,
    format_missing_job,
    run_interruptible,
    set_up_program_environment,
)
from flinksim.core.i18n.languages import LANGUAGES
from flinksim.core.progress import ProgressBar
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.narration.verbosity import VERBOSITY_LEVELS
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import load_trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "In place of a program a trace can stand (.flinktrace). After -- come the program's own "
        "arguments. What the program prints is not shown: its results are in the story."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "--grain",
        choices=VERBOSITY_LEVELS,
        default="story",
        help="how finely; each has what the ones before it have (default: story)",
    )
    parser.add_argument("--key", help="only the records, panes and timers of this key, and time")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="STEP")
    parser.add_argument("--to", dest="last", type=int, metavar="STEP")
    parser.add_argument(
        "--width", type=int, default=100, help="break lines here (default: 100); 0 breaks none"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="English or Simplified Chinese (zh)"
    )
    add_interleaving_argument(parser)
    parser.add_argument(
        "--until",
        metavar="WHAT",
        type=parse_until,
        help=f"stop after so many steps, or at the first of: {', '.join(STOP_EVENTS)}, or a kind of fact",
    )
    parser.add_argument(
        "--parallelism", type=parse_parallelism, help="parallelism where the program sets none"
    )
    parser.add_argument("--replay", type=Path, help="read this event log in place of sockets")
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    code, traces = load_traces(options)
    codes = [_print_trace(trace, options) for trace in traces]
    return code or max(codes, default=0)


def load_traces(options: argparse.Namespace) -> tuple[int, list[Trace]]:
    """Return the exit code of the program and the trace of each job, or the trace of a trace file."""
    program: Path = options.program
    if problem := find_program_error(program):
        return report_error(problem), []
    if options.replay and not os.path.isfile(options.replay):
        return report_error(f"--replay {options.replay}: there is no such file"), []
    if program.suffix == ".flinktrace":
        try:
            return 0, [load_trace(program)]
        except (OSError, ValueError) as error:
            return report_error(str(error)), []
    until = options.until
    with ExitStack() as stack:
        stack.enter_context(set_up_program_environment(program, options))
        progress = ProgressBar(sys.stderr)
        runs = stack.enter_context(
            run_settings(
                RunSettings(options.interleaving),
                progress,
                max_steps=until if isinstance(until, int) else None,
                stop=parse_stop_condition(until) if isinstance(until, str) else None,
            )
        )
        code = run_interruptible(program, quiet=True)
        progress.close()
        code = compute_exit_code(code, runs.clusters)
    if code == 0 and not runs.clusters:
        return report_error(format_missing_job(program)), []
    return code, [cluster.trace for cluster in runs.clusters]


def _print_trace(trace: Trace, options: argparse.Namespace) -> int:
    last = len(trace) - 1 if options.last is None else min(options.last, len(trace) - 1)
    try:
        text = trace.tell(
            options.grain,
            first=options.first,
            last=last,
            key=options.key,
            width=options.width or None,
            language=options.language,
        )
    except ValueError as error:
        return report_error(str(error))
    print(text)
    return 0
