"""``flinksim tell``: describe a run in sentences."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from flinksim.analysis.expressions.stop_conditions import parse_stop_condition
from flinksim.cli.arguments import (
    add_interleaving_argument,
    add_language_argument,
    add_parallelism_argument,
    add_until_argument,
)
from flinksim.cli.console import report_error
from flinksim.cli.run_program import (
    add_program_arguments,
    compute_exit_code,
    find_program_error,
    format_missing_job,
    is_trace_file,
    run_interruptible,
    set_up_program_environment,
)
from flinksim.core.progress import ProgressBar
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.narration.run_summary import summarize
from flinksim.trace.narration.verbosity import VERBOSITY_LEVELS
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import load_trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "The program can also be a saved trace (.flinktrace). The output of the program itself is "
        "not shown, because the description contains its results."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "--detail",
        choices=VERBOSITY_LEVELS,
        help="Level of detail, from coarse to fine. Each level includes the levels before it "
        "(default: a summary of the story that fits on two screens).",
    )
    parser.add_argument(
        "--full", action="store_true", help="Print the whole story, like --detail story."
    )
    parser.add_argument(
        "--key", help="Describe only the records, windows and timers of this key, and watermarks."
    )
    parser.add_argument(
        "--from", dest="first", type=int, default=0, metavar="STEP", help="First step (default: 0)."
    )
    parser.add_argument(
        "--to", dest="last", type=int, metavar="STEP", help="Last step (default: the end)."
    )
    parser.add_argument(
        "--width",
        type=int,
        default=100,
        metavar="N",
        help="Maximum length of a line; 0 means no limit (default: 100).",
    )
    add_language_argument(parser)
    add_interleaving_argument(parser)
    add_until_argument(parser)
    add_parallelism_argument(parser)
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    code, traces = load_traces(options)
    codes = [_print_trace(trace, options) for trace in traces]
    return code or max(codes, default=0)


def load_traces(options: argparse.Namespace) -> tuple[int, list[Trace]]:
    """Return the exit code of the program and the trace of each job, or the trace of a trace file."""
    program: Path = options.program
    if problem := find_program_error(program, accepts_trace=True):
        return report_error(problem), []
    if is_trace_file(program):
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
                RunSettings(options.interleaving, trace="full"),
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
    width = options.width or None
    try:
        if not (options.detail or options.full or options.first or options.last is not None):
            print(summarize(trace, key=options.key, width=width, language=options.language))
            return 0
        text = trace.tell(
            options.detail or "story",
            first=options.first,
            last=last,
            key=options.key,
            width=width,
            language=options.language,
        )
    except ValueError as error:
        return report_error(str(error))
    print(text)
    return 0
