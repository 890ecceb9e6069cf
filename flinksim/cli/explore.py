"""``flinksim explore``: check a property under every schedule."""

from __future__ import annotations

import argparse
from pathlib import Path

from flinksim.analysis.expressions.conditions import EXAMPLES
from flinksim.analysis.expressions.name_resolution import WordsError
from flinksim.analysis.model_checking.checker import MOST_RUNS, explore_pipeline
from flinksim.analysis.model_checking.properties import (
    Claim,
    always,
    eventually,
    never,
    same_result,
)
from flinksim.cli.arguments import parse_parallelism
from flinksim.cli.load_jobs import declared_jobs
from flinksim.cli.messages import FAILED, complain
from flinksim.cli.run_program import add_program, wrong_program

_QUANTIFIERS = {"always": always, "never": never, "eventually": eventually}


def add_to(explore: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    explore.description = (
        "Runs a program under one schedule after the other, without trying both orders of "
        "steps that touch nothing in common. Exit code 1 unless the claim always holds."
    )
    explore.epilog = (
        f"Conditions: {'; '.join(EXAMPLES)}. After -- come the program's own arguments."
    )
    add_program(explore)
    explore.add_argument(
        "--ask",
        required=True,
        metavar="CLAIM",
        help='"same result", or "always: CONDITION", "never: ...", "eventually: ..." (the default)',
    )
    explore.add_argument(
        "--runs", type=parse_parallelism, default=MOST_RUNS, help=f"at most; default: {MOST_RUNS}"
    )
    explore.add_argument(
        "--hurried",
        type=int,
        default=0,
        metavar="N",
        help="let the clock go on N times of a run while tasks still have something to do",
    )
    explore.add_argument(
        "--crashes",
        type=int,
        default=0,
        metavar="N",
        help="let tasks die N times of a run, before any of its steps",
    )
    explore.add_argument(
        "--of",
        action="append",
        metavar="SUBTASK",
        help="which may die, such as v2/0; may be given again (default: any)",
    )
    explore.add_argument(
        "--parallelism", type=parse_parallelism, help="parallelism where the program sets none"
    )
    explore.add_argument(
        "--html", type=Path, help="write the two runs as a page that opens offline"
    )
    explore.set_defaults(action=execute, bad_rows=None)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    if problem := wrong_program(options.program):
        return complain(problem)
    try:
        property_to_check = _claim(options.ask)
    except WordsError as error:
        return complain(f"--ask: {error}")
    with declared_jobs(options) as pipelines:
        if not pipelines:
            return FAILED
        holds = True
        for pipeline in pipelines:
            try:
                verdict = explore_pipeline(
                    pipeline, property_to_check, most_runs=options.runs, hurried=options.hurried,
                    crashes=options.crashes, of=options.of,
                )  # fmt: skip
            except WordsError as error:
                return complain(f"--ask: {error}")
            print(verdict)
            holds = holds and verdict.holds
            if options.html is not None and verdict.parted is not None:
                verdict.beside().export_html(options.html)
        return 0 if holds else FAILED


def _claim(text: str) -> Claim:
    if text.strip().lower() in ("same result", "same results"):
        return same_result()
    quantifier, colon, condition = text.partition(":")
    if colon and quantifier.strip().lower() in _QUANTIFIERS:
        return _QUANTIFIERS[quantifier.strip().lower()](condition.strip())
    return eventually(text)
