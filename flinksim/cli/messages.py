"""Messages of commands to the user, and exit codes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from flinksim.core.atomic_files import target_of
from flinksim.core.safe_repr import cut

FAILED = 1
"""Exit code: the program failed or did nothing."""

INTERRUPTED, TERMINATED, UNREAD = 130, 143, 141
"""Exit codes after Ctrl-C, SIGTERM and a closed pipe, as in shells."""

LONGEST_COMPLAINT = 20_000


class Terminated(KeyboardInterrupt):
    """Raised after SIGTERM, which ends a run like Ctrl-C."""


def tell(line: str) -> None:
    """Print a line to standard error; standard output belongs to the program."""
    print(line, file=sys.stderr)


def complain(message: str) -> int:
    """Report an error and return its exit code."""
    tell(f"flinksim: {cut(message, LONGEST_COMPLAINT)}")
    return FAILED


def interrupted(pressed: KeyboardInterrupt) -> int:
    """Report an interrupt and return its exit code."""
    is_sigterm = isinstance(pressed, Terminated)
    complain("terminated" if is_sigterm else "interrupted")
    return TERMINATED if is_sigterm else INTERRUPTED


def unread() -> int:
    """Handle a closed output pipe (``| head``) silently; return the exit code."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())  # discards what is flushed at exit
    return UNREAD


def wrong_targets(options: argparse.Namespace, names: Iterable[str]) -> str:
    """Return why a file of the options *names* cannot be written, or ""."""
    for name in names:
        path: Path | None = getattr(options, name)
        try:
            if path is not None:
                target_of(path)
        except OSError as error:
            return f"--{name} {error}"
    return ""
