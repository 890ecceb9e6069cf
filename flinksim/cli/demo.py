"""``flinksim demo``: run the classic program on a real day of flights."""

from __future__ import annotations

import argparse
from pathlib import Path

from flinksim.cli.arguments import add_interleaving, parse_parallelism
from flinksim.cli.messages import complain, wrong_targets


def add_to(demo: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    demo.add_argument("--html", type=Path, default=Path("demo.html"), help="default: demo.html")
    demo.add_argument("--parallelism", type=parse_parallelism, default=2, help="default: 2")
    demo.add_argument(
        "--crash",
        action="store_true",
        help="with checkpoints, and a failure in the middle of the day",
    )
    add_interleaving(demo)
    demo.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if problem := wrong_targets(options, ["html"]):
        return complain(problem)
    if options.crash:
        from flinksim.course.demo.flights_with_crash import run_crash_demo as run
    else:
        from flinksim.course.demo import run_demo as run
    run(options.html, options.parallelism, options.interleaving)
    return 0
