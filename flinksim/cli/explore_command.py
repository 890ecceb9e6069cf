"""``flinksim explore``: check a property under every schedule."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flinksim.analysis.expressions.conditions import EXAMPLES
from flinksim.analysis.expressions.name_resolution import NameResolutionError
from flinksim.analysis.model_checking.checker import MAX_RUNS, explore_pipeline
from flinksim.analysis.model_checking.properties import (
    Property,
    always,
    eventually,
    never,
    same_result,
)
from flinksim.cli.arguments import add_parallelism_argument, parse_parallelism
from flinksim.cli.console import FAILED, report_error
from flinksim.cli.load_jobs import capture_jobs
from flinksim.cli.run_program import add_program_arguments, find_program_error

_QUANTIFIERS = {"always": always, "never": never, "eventually": eventually}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Check a property of a program under every schedule that Flink allows. If two steps do not "
        "affect each other, only one of their orders is tried. The exit code is 1 unless the property "
        "always holds."
    )
    examples = "; ".join(f'"{example}"' for example in EXAMPLES)
    parser.epilog = f"Examples of conditions: {examples}."
    add_program_arguments(parser)
    parser.add_argument(
        "--ask",
        required=True,
        metavar="PROPERTY",
        help='The property: "same result", "always: CONDITION", "never: CONDITION" or "eventually: '
        'CONDITION". A CONDITION alone means "eventually".',
    )
    parser.add_argument(
        "--runs",
        type=parse_parallelism,
        default=MAX_RUNS,
        metavar="N",
        help=f"Maximum number of runs (default: {MAX_RUNS}).",
    )
    parser.add_argument(
        "--early-clock",
        type=int,
        default=0,
        metavar="N",
        help="Let the clock advance up to N times in a run while tasks still have work (default: 0).",
    )
    parser.add_argument(
        "--crashes",
        type=int,
        default=0,
        metavar="N",
        help="Let tasks fail up to N times in a run, before any of its steps (default: 0).",
    )
    parser.add_argument(
        "--crash-target",
        action="append",
        metavar="SUBTASK",
        help="A subtask that may fail, such as v2/0 (default: all). Can be repeated.",
    )
    parser.add_argument(
        "--all-outcomes",
        action="store_true",
        help="Continue after two outcomes have been seen, to find all of them.",
    )
    add_parallelism_argument(parser)
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="Write two runs with different outcomes as a page that opens offline.",
    )
    parser.set_defaults(action=execute, bad_rows=None, reports_results=False)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if problem := find_program_error(options.program):
        return report_error(problem)
    try:
        property_to_check = _parse_property(options.ask)
    except NameResolutionError as error:
        return report_error(f"--ask: {error}")
    with capture_jobs(options) as pipelines:
        if not pipelines:
            return FAILED
        holds = True
        for pipeline in pipelines:
            try:
                verdict = explore_pipeline(
                    pipeline,
                    property_to_check,
                    max_runs=options.runs,
                    early_clock_steps=options.early_clock,
                    max_crashes=options.crashes,
                    crash_targets=options.crash_target,
                    stop_early=not options.all_outcomes,
                    on_run=_print_progress,
                )
            except NameResolutionError as error:
                return report_error(f"--ask: {error}")
            _remove_progress()
            print(verdict)
            holds = holds and verdict.holds
            if options.html is not None and verdict.diverging_pair is not None:
                verdict.compare().export_html(options.html)
        return 0 if holds else FAILED


def _print_progress(runs: int, outcomes: int) -> None:
    """Print how many schedules were tried, in one line of a terminal, every few runs."""
    if sys.stderr.isatty() and runs % 20 == 1:
        found = "outcome" if outcomes == 1 else "outcomes"
        print(f"\r{runs:,} schedules, {outcomes} {found}", end="", file=sys.stderr, flush=True)


def _remove_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _parse_property(text: str) -> Property:
    if text.strip().lower() in ("same result", "same results"):
        return same_result()
    quantifier, colon, condition = text.partition(":")
    if colon and quantifier.strip().lower() in _QUANTIFIERS:
        return _QUANTIFIERS[quantifier.strip().lower()](condition.strip())
    return eventually(text)
