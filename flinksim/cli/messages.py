"""What a command tells its user, and how it ends."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from flinksim.core.atomic_files import target_of
from flinksim.core.safe_repr import cut

FAILED = 1
"""Exit code: the program failed, or did nothing."""

INTERRUPTED, TERMINATED, UNREAD = 130, 143, 141
"""Exit codes of what Ctrl-C, SIGTERM or a closed pipe has ended, as shells have them."""

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


def unread() -> int:
    """Who read the output has enough (``| head``): say nothing more; gives the exit code."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # what is still to be flushed goes there
    return UNREAD


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
