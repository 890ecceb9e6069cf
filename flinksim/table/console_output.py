"""Lines that a program prints."""

from __future__ import annotations

import sys


def write_line(text: object) -> None:
    """Write a line to the standard output, which a test or a notebook may have replaced."""
    sys.stdout.write(f"{text}\n")
