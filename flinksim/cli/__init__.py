"""The command ``flinksim``; one module per command.

::

    flinksim run program.py --html run.html      run a program, show it step by step
    flinksim tell program.py --grain story       the run in sentences
    flinksim why program.py "why ..."            why, why not, and what would make it otherwise
    flinksim explore program.py --ask "..."      does it always happen, whatever goes first?
    flinksim check program.py                    what of it would not run on Flink, and why
    flinksim compare program.py                  the same under several schedules, side by side
    flinksim plan program.py --explain           its graphs, and why operators are chained or not
    flinksim replay program.py --on spark        the same on Spark, for logs of millions of events
    flinksim explain program.py                  which way each operator would go there, and why
    flinksim sweep program.py --delay 0,1s,5s    other delays and latenesses: how complete, how late
    flinksim zoom program.py --key UA            one key, or one window of it, out of a large log
    flinksim demo                                the classic program on a real day of flights
    flinksim lab                                 JupyterLab on the first notebook
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

import flinksim
from flinksim.cli import (
    check,
    compare,
    demo,
    explain,
    explore,
    plan,
    replay,
    run,
    sweep,
    tell,
    why,
    zoom,
)
from flinksim.cli.arguments import parse_interleaving as parse_interleaving
from flinksim.cli.program import interrupted


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code. What stands after ``--`` is handed on."""
    own = list(sys.argv[1:] if arguments is None else arguments)
    handed_on = own[own.index("--") + 1 :] if "--" in own else []
    options = _parser().parse_args(own[: own.index("--")] if "--" in own else own)
    options.handed_on = handed_on
    action: Callable[[argparse.Namespace], int] = options.action
    try:
        return action(options)
    except KeyboardInterrupt as pressed:
        return interrupted(pressed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="flinksim", description="Apache Flink, one step at a time."
    )
    parser.add_argument("--version", action="version", version=f"flinksim {flinksim.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (
        run,
        tell,
        why,
        explore,
        check,
        compare,
        plan,
        replay,
        explain,
        sweep,
        zoom,
        demo,
    ):
        module.add_to(commands)
    return parser
