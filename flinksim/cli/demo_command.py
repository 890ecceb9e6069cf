"""``flinksim demo``: run the classic program on a real day of flights."""

from __future__ import annotations

import argparse
from pathlib import Path

from flinksim.cli.arguments import add_interleaving_argument, parse_parallelism
from flinksim.cli.console import find_target_error, report_error


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--html",
        type=Path,
        default=Path("demo.html"),
        metavar="FILE",
        help="Page to write (default: demo.html).",
    )
    parser.add_argument(
        "--parallelism",
        type=parse_parallelism,
        default=2,
        metavar="N",
        help="Parallelism of the program (default: 2).",
    )
    parser.add_argument(
        "--crash",
        action="store_true",
        help="Enable checkpoints, and let a task fail in the middle of the run.",
    )
    add_interleaving_argument(parser)
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if problem := find_target_error(options, ["html"]):
        return report_error(problem)
    if options.crash:
        from flinksim.course.demo.flights_with_crash import run_crash_demo as run
    else:
        from flinksim.course.demo import run_demo as run
    run(options.html, options.parallelism, options.interleaving)
    return 0
