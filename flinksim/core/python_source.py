"""Python text that is only read, never run. Not in Flink."""

from __future__ import annotations

import ast
from pathlib import Path


def parse_python(text: str | bytes) -> ast.Module | None:
    """Parse *text*, or return None if it is not Python or is nested too deeply for Python's parser."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parse_python_file(path: Path) -> ast.Module | None:
    """Parse the file at *path*, or return None if it cannot be read or parsed.

    Whoever runs the file reports why.
    """
    try:
        return parse_python(path.read_bytes())
    except OSError:
        return None
