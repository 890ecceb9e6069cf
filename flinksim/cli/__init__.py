"""The command ``flinksim``; one module per command.

::

    flinksim run program.py --html run.html      run a program and step through it
    flinksim tell program.py --grain story       describe a run in sentences
    flinksim film run.flinktrace out.gif         a range of a run as a film
    flinksim why program.py "why ..."            why, why not, and what would change it
    flinksim explore program.py --ask "..."      check a property under every schedule
    flinksim check program.py                    what would not run on Flink, and why
    flinksim compare program.py                  several schedules side by side
    flinksim plan program.py --explain           graphs, and why operators are chained or not
    flinksim replay program.py --on spark        run on Spark, for logs of millions of events
    flinksim explain program.py                  how each operator would run on Spark, and why
    flinksim sweep program.py --delay 0,1s,5s    completeness and latency for other delays
    flinksim zoom program.py --key UA            extract one key or window from a large log
    flinksim log FILE                            columns of a file, and how to read it as an event log
    flinksim glossary StreamStatus               what a name of Flink was, and is today
    flinksim grade submissions/                  grade submissions of the course in isolation
    flinksim class submissions/                  common misconceptions of a class
    flinksim demo                                the classic program on a real day of flights
    flinksim lab                                 open JupyterLab on the first notebook

A command module has ``add_arguments`` (arguments) and ``execute`` (action, returns the exit code).
Analysis and simulation code does not belong here. :mod:`.run_program` runs user programs,
:mod:`.arguments` and :mod:`.console` are shared. Start with :mod:`.run_command`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

import flinksim
from flinksim.cli.console import handle_broken_pipe, report_interrupt

_COMMANDS = {
    "run": "run a program, unchanged",
    "tell": "a run in sentences",
    "film": "a range of a run as a GIF, a video, or a folder of pictures",
    "why": "why something happened in a run, or did not, and what would have made it otherwise",
    "explore": "is a claim true under every schedule that Flink allows, under some, or none?",
    "check": "what of a program would not run on Flink, and why",
    "compare": "one program under several schedules, side by side",
    "plan": "the graphs of a program, and why its operators are chained or not",
    "replay": "run a program on Spark, with the simulator's answer",
    "explain": "which way each operator would go on Spark, and why; runs nothing",
    "sweep": "how complete and how late results would be with other delays, in one pass over the log",
    "zoom": "cut one window out of a large log: why it fired when it did, and its run as a page",
    "log": "look at a file of events, and propose which columns make it an event log",
    "glossary": "what a name or a claim of a text about Flink is today",
    "grade": "grade a folder of submissions to the course, each in a process that cannot get out",
    "class": "which misconceptions a class has, from what its notebooks keep",
    "demo": "the classic program on a real day of flights",
    "lab": "JupyterLab on the first notebook",
}
"""The purpose of each command; the module ``<name>_command`` is imported on demand."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; arguments after ``--`` are passed on to the program."""
    command_line = list(sys.argv[1:] if arguments is None else arguments)
    handed_on = command_line[command_line.index("--") + 1 :] if "--" in command_line else []
    command_line = (
        command_line[: command_line.index("--")] if "--" in command_line else command_line
    )
    options = _build_parser(
        command_name=next((word for word in command_line if word in _COMMANDS), "")
    ).parse_args(command_line)
    options.handed_on = handed_on
    action: Callable[[argparse.Namespace], int] = options.action
    try:
        code = action(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt as interrupt:
        return report_interrupt(interrupt)
    except BrokenPipeError:
        return handle_broken_pipe()


def _build_parser(command_name: str) -> argparse.ArgumentParser:
    """Build the parser of all commands, with the arguments of the one that is called."""
    parser = argparse.ArgumentParser(
        prog="flinksim", description="Apache Flink, one step at a time."
    )
    parser.add_argument("--version", action="version", version=f"flinksim {flinksim.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, purpose in _COMMANDS.items():
        command = commands.add_parser(name, help=purpose)
        if name == command_name:
            import_module(f"flinksim.cli.{name}_command").add_arguments(command)
    return parser
