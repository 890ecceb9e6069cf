"""``flinksim demo``."""

from __future__ import annotations

import argparse
from pathlib import Path

from flinksim.cli.arguments import add_interleaving, parse_parallelism
from flinksim.cli.messages import complain, wrong_targets


def add_to(demo: argparse.ArgumentParser) -> None:
    """Declare its arguments."""
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
    """Carry the command out; gives the exit code."""
    if wrong := wrong_targets(options, ["html"]):
        return complain(wrong)
    if options.crash:
        from flinksim.course.demo.flights_with_crash import run_crash_demo as run
    else:
        from flinksim.course.demo import run_demo as run
    run(options.html, options.parallelism, options.interleaving)
    return 0
