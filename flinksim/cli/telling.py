"""What a command tells its user, and how it ends."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from flinksim.base.files import target_of
from flinksim.base.told_values import cut

FAILED = 1
"""Exit code: the program failed, or did nothing."""

INTERRUPTED, TERMINATED = 130, 143
"""Exit codes of a program that was ended by Ctrl-C, and by SIGTERM, as shells have them."""

LONGEST_COMPLAINT = 20_000


class Terminated(KeyboardInterrupt):
    """SIGTERM came: it ends a run as Ctrl-C does."""


def tell(line: str) -> None:
    """On standard error: standard output belongs to the program."""
    print(line, file=sys.stderr)


def complain(message: str) -> int:
    """Tell what is wrong; gives the exit code for it."""
    tell(f"flinksim: {cut(message, LONGEST_COMPLAINT)}")
    return FAILED


def interrupted(pressed: KeyboardInterrupt) -> int:
    """Tell that a command was interrupted; gives the exit code."""
    ended = isinstance(pressed, Terminated)
    complain("terminated" if ended else "interrupted")
    return TERMINATED if ended else INTERRUPTED


def wrong_targets(options: argparse.Namespace, names: Iterable[str]) -> str:
    """What keeps a file from being written that one of the options *names* asks for, or ""."""
    for name in names:
        path: Path | None = getattr(options, name)
        try:
            if path is not None:
                target_of(path)
        except OSError as error:
            return f"--{name} {error}"
    return ""
