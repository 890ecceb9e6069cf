"""``flinksim compare``: run one program under several schedules and parallelisms, side by side."""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from flinksim.analysis.compare.schedules import compare_schedules
from flinksim.cli.arguments import parse_interleaving, parse_parallelism
from flinksim.cli.console import FAILED, print_stderr, report_error
from flinksim.cli.run_program import (
    add_program_arguments,
    find_program_error,
    run_program,
    set_up_program_environment,
)
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.recorder import Trace
from flinksim.trace.values import Value

DEFAULT_INTERLEAVINGS: tuple[Interleaving, ...] = (
    ArrivalOrder(),
    RoundRobin(),
    Seeded(1),
    Seeded(2),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Run a program once for each parallelism and scheduling policy, and report which windows "
        "differ between the runs. A difference is accepted if a record is late in one run only. "
        "The exit code is 1 if there is any other difference."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "--parallelism",
        dest="parallelisms",
        type=_create_list_parser(parse_parallelism),
        default=[1, 2, 4],
        metavar="N,N...",
        help="Default parallelism of each run (default: 1,2,4).",
    )
    parser.add_argument(
        "--interleaving",
        dest="interleavings",
        type=parse_interleaving,
        action="append",
        metavar="POLICY",
        help="Scheduling policy, as in flinksim run. Can be repeated (default: arrival, round-robin, "
        "seeded:1 and seeded:2).",
    )
    parser.add_argument(
        "--field",
        type=int,
        metavar="N",
        help="Compare only this field of the results. For example, sum(2) defines only field 2.",
    )
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
    if problem := find_program_error(program):
        return report_error(problem)
    traces: dict[str, Trace] = {}
    for parallelism in options.parallelisms:
        for interleaving in options.interleavings or DEFAULT_INTERLEAVINGS:
            print_stderr(f"parallelism {parallelism}, {interleaving!r} ...")
            trace = _run_once(program, options, parallelism, interleaving)
            if trace is None:
                return FAILED
            traces[f"p={parallelism} {interleaving!r}"] = trace
    if len(traces) < 2:
        return report_error(
            "There is only one run. Give at least two values of --parallelism or --interleaving."
        )
    comparison = compare_schedules(traces, _create_field_selector(options.field))
    print(comparison)
    return FAILED if comparison.violations else 0


def _run_once(
    program: Path, options: argparse.Namespace, parallelism: int, interleaving: Interleaving
) -> Trace | None:
    run_options = copy.copy(options)
    run_options.parallelism = parallelism
    with ExitStack() as stack:
        stack.enter_context(set_up_program_environment(program, run_options))
        runs = stack.enter_context(run_settings(RunSettings(interleaving, trace="full")))
        if run_program(program, quiet=True) != 0:
            return None
        if len(runs.clusters) != 1:
            report_error(
                f"{program} runs {len(runs.clusters)} jobs; flinksim compare needs exactly one"
            )
            return None
        return runs.clusters[0].trace


def _create_field_selector(field: int | None) -> Callable[[Value], Value]:
    def select_field(contents: Value) -> Value:
        if field is None:
            return contents
        if isinstance(contents, tuple) and -len(contents) <= field < len(contents):
            return contents[field]
        raise SystemExit(
            f"flinksim: --field {field}: the result {contents!r} does not have this field"
        )

    return select_field


def _create_list_parser(parse: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    return lambda text: [parse(part) for part in text.split(",")]
