"""What a command tells its user, and how it ends."""

from __future__ import annotations

import sys

FAILED = 1
"""Exit code: the program failed, or did nothing."""


def tell(line: str) -> None:
    """On standard error: standard output belongs to the program."""
    print(line, file=sys.stderr)


def complain(message: str) -> int:
    """Tell what is wrong; gives the exit code for it."""
    tell(f"flinksim: {message}")
    return FAILED
