"""The command ``flinksim``; one module per command.

::

    flinksim run program.py --html run.html      run a program and step through it
    flinksim tell program.py --detail story      describe a run in sentences
    flinksim film run.flinktrace out.gif         a range of a run as a film
    flinksim why program.py "why ..."            why, why not, and what would change it
    flinksim diagnose program.py                 what is probably wrong, with evidence and a fix
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
    flinksim record kafka BROKERS TOPIC FILE     a topic as a file that a program can read here
    flinksim recorder                            how to record a real Flink job
    flinksim import FOLDER                       the recording of a real job as a trace
    flinksim clinic http://localhost:8081        what is wrong in a running cluster
    flinksim open run.flinktrace                 show a trace or a recording in the stepper
    flinksim confront program.py                 compare with real Flink, event by event
    flinksim lab                                 open JupyterLab on the first notebook

A command module has ``add_arguments`` (arguments) and ``execute`` (action, returns the exit code).
Analysis and simulation code does not belong here. :mod:`.run_program` runs user programs,
:mod:`.arguments` and :mod:`.console` are shared. Start with :mod:`.run_command`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import Any

import flinksim
from flinksim.cli.console import (
    USAGE_ERROR,
    handle_broken_pipe,
    handle_sigterm,
    print_without_control_characters,
    report_error,
    report_interrupt,
)

COMMAND_GROUPS = {
    "run": {
        "run": "Run a program, and save the run as a page or a trace.",
        "record": "Write a Kafka topic to a file that “run --source” can read.",
        "demo": "Run the demo: a day of real flights.",
    },
    "understand": {
        "tell": "Describe a run in sentences.",
        "plan": "Show the graphs of a program, and why operators are chained.",
        "film": "Record a range of a run as a GIF, a video or pictures.",
        "glossary": "Look up a name of Flink, or an outdated claim about it.",
    },
    "ask": {
        "why": "Explain why something happened in a run, or did not happen.",
        "diagnose": "Find problems in a run.",
        "explore": "Check a property under every schedule that Flink allows.",
        "compare": "Compare a program under several schedules.",
    },
    "test": {
        "check": "Report what in a program would not run on Flink.",
    },
    "real Flink": {
        "clinic": "Report what is wrong in the jobs of a running cluster.",
        "recorder": "Show how to record the events of a real Flink job.",
        "import": "Turn the recording of a real job into a trace.",
        "open": "Show a trace or a recording in the stepper.",
        "confront": "Compare the simulated run with real Flink, event by event.",
    },
    "teach": {
        "lab": "Open JupyterLab on the first notebook of the course.",
        "grade": "Grade the notebooks of a class in isolated processes.",
        "class": "List common misconceptions from the notebooks of a class.",
    },
    "large logs": {
        "log": "Show the columns of a log file, and propose how to read it.",
        "replay": "Run a program on Spark. The results are those of Flink.",
        "explain": "Explain how each operator would run on Spark.",
        "sweep": "Compare completeness and latency for several delays.",
        "zoom": "Cut one window out of a large log, and run only its records.",
    },
}
"""The commands and their purposes, by what a person wants to do.

The module ``<name>_command`` is imported on demand.
"""

_PRINTING_FOR_PROGRAMS = frozenset(("run", "demo", "lab", "replay"))
"""Commands that run a program, whose output is its own."""

COMMANDS = {name: purpose for group in COMMAND_GROUPS.values() for name, purpose in group.items()}
"""The purpose of each command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; arguments after ``--`` are passed on to the program."""
    command_line = list(sys.argv[1:] if arguments is None else arguments)
    handed_on = command_line[command_line.index("--") + 1 :] if "--" in command_line else []
    command_line = (
        command_line[: command_line.index("--")] if "--" in command_line else command_line
    )
    command_name = next((word for word in command_line if word in COMMANDS), "")
    if not command_line:
        build_parser("").print_help(sys.stderr)
        return USAGE_ERROR
    first = command_line[0]
    if not first.startswith("-") and first not in COMMANDS:
        return _report_unknown_command(first)
    options = build_parser(command_name).parse_args(command_line)
    options.handed_on = handed_on
    action: Callable[[argparse.Namespace], int] = options.action
    try:
        with handle_sigterm(), _limit_output(command_name):
            code = action(options)
        if not getattr(sys.stdout, "closed", True):  # the program may have closed or replaced it
            sys.stdout.flush()
        return code
    except KeyboardInterrupt as interrupt:
        return report_interrupt(interrupt)
    except BrokenPipeError:
        return handle_broken_pipe()


def _limit_output(command_name: str) -> AbstractContextManager[None]:
    """Remove control characters from what a command prints, unless it prints for a program."""
    if command_name in _PRINTING_FOR_PROGRAMS:
        return nullcontext()
    return print_without_control_characters()


def build_parser(command_name: str) -> argparse.ArgumentParser:
    """Build the parser of all commands, with the arguments of the one that is called."""
    parser = _Parser(
        prog="flinksim",
        usage="flinksim COMMAND [OPTIONS]",
        description="Run Apache Flink programs one step at a time.",
        epilog=_format_commands(),
        help_text=argparse.SUPPRESS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"flinksim {flinksim.__version__}",
        help=argparse.SUPPRESS,
    )
    commands = parser.add_subparsers(
        prog="flinksim",
        dest="command",
        required=True,
        metavar="COMMAND",
        help=argparse.SUPPRESS,
        parser_class=_CommandParser,
    )
    for name, purpose in COMMANDS.items():
        command = commands.add_parser(name, description=purpose)
        if name == command_name:
            import_module(f"flinksim.cli.{name}_command").add_arguments(command)
    return parser


class _Parser(argparse.ArgumentParser):
    """Parser whose ``--help`` is described in the same style as the other options."""

    def __init__(self, *, help_text: str = "Show this help and exit.", **settings: Any) -> None:
        super().__init__(add_help=False, **settings)
        self.add_argument("-h", "--help", action="help", help=help_text)


class _CommandParser(_Parser):
    """Parser of one command, whose options may also be before and between the positional arguments."""

    _is_intermixed = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._is_intermixed:
            return super().parse_known_args(args, namespace)
        self._is_intermixed = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_intermixed = False


def _format_commands() -> str:
    lines = []
    for group, purposes in COMMAND_GROUPS.items():
        for name, purpose in purposes.items():
            lines.append(f"{group if name == next(iter(purposes)) else '':12}{name:10}{purpose}")
    lines.append("flinksim COMMAND --help lists the options of a command.")
    return "\n".join(lines)


def _report_unknown_command(name: str) -> int:
    from difflib import get_close_matches

    similar = get_close_matches(name, COMMANDS)
    advice = f"Did you mean: {', '.join(similar)}?" if similar else "flinksim --help lists them."
    report_error(f"unknown command {name!r}. {advice}")
    return USAGE_ERROR
