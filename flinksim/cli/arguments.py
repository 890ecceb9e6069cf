"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import flinksim
from flinksim.analysis.expressions.stop_conditions import STOP_EVENTS, parse_stop_condition
from flinksim.core.atomic_files import check_readable
from flinksim.core.safe_repr import format_error_message, format_repr
from flinksim.runtime.budget import Budget
from flinksim.runtime.fault_injection import Crash
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Scripted, Seeded


def add_interleaving_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--interleaving``."""
    parser.add_argument(
        "--interleaving",
        type=parse_interleaving,
        default=ArrivalOrder(),
        metavar="POLICY",
        help="Scheduling policy: arrival (default), round-robin, seeded:N, scripted:2,0,1, or "
        "scripted:FILE. FILE is a JSON list of decisions, or a trace whose decisions are repeated.",
    )


def add_limit_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--max-steps`` and the other limits."""
    group = parser.add_argument_group("limits", "A job that exceeds a limit is stopped.")
    for limit in fields(Budget):
        option = f"--max-{limit.name.replace('_', '-')}"
        kind = float if "float" in str(limit.type) else int
        group.add_argument(
            option,
            type=_create_positive_parser(kind),
            metavar=limit.metadata["unit"],
            help=limit.metadata["help"],
        )


def add_until_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--until``."""
    parser.add_argument(
        "--until",
        metavar="WHEN",
        type=parse_until,
        help="Stop each job after this number of steps, or at the first event of this type. "
        f"Types: {', '.join(STOP_EVENTS)}, or an event type such as WindowFired.",
    )


def add_parallelism_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--parallelism``."""
    parser.add_argument(
        "--parallelism",
        type=parse_parallelism,
        metavar="N",
        help="Default parallelism, for programs that do not set one (default: 1).",
    )


def add_language_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--language``."""
    from flinksim.core.i18n.languages import LANGUAGES

    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="Language of the output: English (default) or Simplified Chinese (zh).",
    )


def create_budget(options: argparse.Namespace) -> Budget | None:
    """Create the budget from the options of :func:`add_limit_arguments`; ``None`` if there is no limit."""
    names = [limit.name for limit in fields(Budget)]
    limits = {name: getattr(options, f"max_{name}") for name in names}
    return Budget(**limits) if any(value is not None for value in limits.values()) else None


def _create_positive_parser(kind: type[int] | type[float]) -> Callable[[str], int | float]:
    def parse(text: str) -> int | float:
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"expected a number above 0, found {text!r:.60}")
        return value

    return parse


def parse_interleaving(text: str) -> Interleaving:
    """Parse the value of ``--interleaving``.

    Raises:
        argparse.ArgumentTypeError: The text has none of the forms, which the message lists.
    """
    name, _, argument = text.partition(":")
    if name == "arrival" and not argument:
        return ArrivalOrder()
    if name == "round-robin" and not argument:
        return RoundRobin()
    if name == "seeded" and argument.lstrip("-").isdecimal():
        return Seeded(int(argument))
    if name == "scripted" and argument:
        return Scripted(_read_decisions(argument))
    raise argparse.ArgumentTypeError(
        f"expected arrival, round-robin, seeded:N or scripted:N,N,... or scripted:FILE, "
        f"found {format_repr(text, 60)}"
    )


MAX_DECISIONS_BYTES = 100_000_000
"""Maximum size of a file with decisions."""


def _read_decisions(argument: str) -> list[int]:
    path = Path(argument)
    try:
        if path.suffix == ".flinktrace":
            return flinksim.load_trace(path).decisions
        if set(argument) <= set("0123456789-, "):
            decisions = json.loads(f"[{argument}]")
        else:
            check_readable(path, "a JSON list of decisions, or a trace")
            if path.stat().st_size > MAX_DECISIONS_BYTES:
                raise ValueError(f"the file is larger than {MAX_DECISIONS_BYTES:,} bytes")
            decisions = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(
            f"cannot read a list of decisions from {format_repr(argument, 60)}: "
            f"{format_error_message(error, 200)}"
        ) from None
    wrong = (
        [n for n in decisions if type(n) is not int or n < 0]
        if isinstance(decisions, list)
        else [decisions]
    )
    if wrong:
        raise argparse.ArgumentTypeError(
            f"expected a list of whole numbers of at least 0 in {format_repr(argument, 60)}, "
            f"found {format_repr(wrong[0], 60)}"
        )
    return list(decisions)


def parse_until(text: str) -> str | int:
    """Parse a number of steps or the name of an event."""
    until = int(text) if text.isdecimal() else text
    try:
        parse_stop_condition(until)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return until


def add_crash_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--crash``, which can be repeated."""
    parser.add_argument(
        "--crash",
        metavar="TASK@STEP",
        type=parse_crash,
        action="append",
        default=[],
        help="Crash a task, a TaskManager (tm0) or the JobManager (jobmanager) in this step. Can be repeated.",
    )


def parse_crash(text: str) -> Crash:
    """Parse a crash, such as ``windows@1200``."""
    try:
        return Crash.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parse_parallelism(text: str) -> int:
    """Parse a positive integer."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, found {text!r}")
    return int(text)
