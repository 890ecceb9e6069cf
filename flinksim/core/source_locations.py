"""Source locations in user code, which is neither part of flinksim nor of Python. Not in Flink."""

from __future__ import annotations

import inspect
import linecache
import os
from functools import cache
from pathlib import Path
from typing import TypeAlias

_PACKAGE = Path(__file__).resolve().parent.parent
_PROGRAMS = ("course/demo/flights.py", "course/example_jobs.py", "course/lessons/lesson_*.py")
"""Bundled programs that count as user code."""
_PYTHON = Path(os.__file__).resolve().parent

UserLine: TypeAlias = tuple[str, int]
"""A file and a line number, counted from 1."""


@cache
def is_the_users(file: str) -> bool:
    """Return whether *file* is neither part of flinksim nor of Python."""
    path = Path(file)
    if path.is_relative_to(_PACKAGE):
        return any(path.relative_to(_PACKAGE).match(program) for program in _PROGRAMS)
    if file.startswith("<frozen"):
        return False
    return not path.is_relative_to(_PYTHON) or "site-packages" in path.parts


def calling_line() -> UserLine | None:
    """Return the line of user code that called into flinksim, ``None`` if there is none."""
    frame = inspect.currentframe()
    while frame is not None:
        if is_the_users(frame.f_code.co_filename):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None


def told(line: UserLine) -> str:
    """Format *line* as ``file, line n: text``."""
    path, number = line
    return f"{path}, line {number}: {linecache.getline(path, number).strip()}"
