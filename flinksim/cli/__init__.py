"""The command ``flinksim``; one module per command.

::

    flinksim run program.py --html run.html      run a program, show it step by step
    flinksim tell program.py --grain story       the run in sentences
    flinksim film run.flinktrace out.gif         a range of a run as a film
    flinksim why program.py "why ..."            why, why not, and what would make it otherwise
    flinksim explore program.py --ask "..."      does it always happen, whatever goes first?
    flinksim check program.py                    what of it would not run on Flink, and why
    flinksim compare program.py                  the same under several schedules, side by side
    flinksim plan program.py --explain           its graphs, and why operators are chained or not
    flinksim replay program.py --on spark        the same on Spark, for logs of millions of events
    flinksim explain program.py                  which way each operator would go there, and why
    flinksim sweep program.py --delay 0,1s,5s    other delays and latenesses: how complete, how late
    flinksim zoom program.py --key UA            one key, or one window of it, out of a large log
    flinksim log FILE                            what a file has, and how it becomes an event log
    flinksim glossary StreamStatus               what a name of Flink was, and is today
    flinksim grade submissions/                  the course: each submission graded on its own
    flinksim class submissions/                  which misconceptions a class has
    flinksim demo                                the classic program on a real day of flights
    flinksim lab                                 JupyterLab on the first notebook
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from keyword import iskeyword

import flinksim
from flinksim.cli.messages import interrupted, unread

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
"""What each command is for; its module, of the same name, is imported when it is called."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code. What stands after ``--`` is handed on."""
    own = list(sys.argv[1:] if arguments is None else arguments)
    handed_on = own[own.index("--") + 1 :] if "--" in own else []
    own = own[: own.index("--")] if "--" in own else own
    options = _parser(called=next((word for word in own if word in _COMMANDS), "")).parse_args(own)
    options.handed_on = handed_on
    action: Callable[[argparse.Namespace], int] = options.action
    try:
        code = action(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt as pressed:
        return interrupted(pressed)
    except BrokenPipeError:
        return unread()


def _parser(called: str) -> argparse.ArgumentParser:
    """All commands by name, and the arguments of the one that is called."""
    parser = argparse.ArgumentParser(
        prog="flinksim", description="Apache Flink, one step at a time."
    )
    parser.add_argument("--version", action="version", version=f"flinksim {flinksim.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, purpose in _COMMANDS.items():
        command = commands.add_parser(name, help=purpose)
        if name == called:
            # a module cannot have the name of a word of Python's
            import_module(f"flinksim.cli.{name}{'_' * iskeyword(name)}").add_to(command)
    return parser
