"""``flinksim explore``: check a property under every schedule."""

from __future__ import annotations

import argparse
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
from flinksim.cli.arguments import parse_parallelism
from flinksim.cli.console import FAILED, report_error
from flinksim.cli.load_jobs import capture_jobs
from flinksim.cli.run_program import add_program_arguments, find_program_error

_QUANTIFIERS = {"always": always, "never": never, "eventually": eventually}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Runs a program under one schedule after the other, without trying both orders of "
        "steps that touch nothing in common. Exit code 1 unless the claim always holds."
    )
    parser.epilog = f"Conditions: {'; '.join(EXAMPLES)}. After -- come the program's own arguments."
    add_program_arguments(parser)
    parser.add_argument(
        "--ask",
        required=True,
        metavar="CLAIM",
        help='"same result", or "always: CONDITION", "never: ...", "eventually: ..." (the default)',
    )
    parser.add_argument(
        "--runs", type=parse_parallelism, default=MAX_RUNS, help=f"at most; default: {MAX_RUNS}"
    )
    parser.add_argument(
        "--hurried",
        type=int,
        default=0,
        metavar="N",
        help="let the clock go on N times of a run while tasks still have something to do",
    )
    parser.add_argument(
        "--crashes",
        type=int,
        default=0,
        metavar="N",
        help="let tasks die N times of a run, before any of its steps",
    )
    parser.add_argument(
        "--of",
        action="append",
        metavar="SUBTASK",
        help="which may die, such as v2/0; may be given again (default: any)",
    )
    parser.add_argument(
        "--parallelism", type=parse_parallelism, help="parallelism where the program sets none"
    )
    parser.add_argument("--html", type=Path, help="write the two runs as a page that opens offline")
    parser.set_defaults(action=execute, bad_rows=None)


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
                    early_clock_steps=options.hurried,
                    max_crashes=options.crashes,
                    crash_targets=options.of,
                )
            except NameResolutionError as error:
                return report_error(f"--ask: {error}")
            print(verdict)
            holds = holds and verdict.holds
            if options.html is not None and verdict.diverging_pair is not None:
                verdict.compare().export_html(options.html)
        return 0 if holds else FAILED


def _parse_property(text: str) -> Property:
    if text.strip().lower() in ("same result", "same results"):
        return same_result()
    quantifier, colon, condition = text.partition(":")
    if colon and quantifier.strip().lower() in _QUANTIFIERS:
        return _QUANTIFIERS[quantifier.strip().lower()](condition.strip())
    return eventually(text)
