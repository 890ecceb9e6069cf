"""Source locations in user code, which is neither part of flinksim nor of Python. Not in Flink."""

from __future__ import annotations

import inspect
import linecache
import os
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

_PACKAGE_DIR = Path(__file__).resolve().parent.parent
_EXAMPLE_PROGRAMS = (
    "course/demo/flights.py",
    "course/example_jobs.py",
    "course/lessons/lesson_*.py",
)
"""Files of example programs in flinksim that count as user code."""
_STDLIB_DIR = Path(os.__file__).resolve().parent

SourceLocation: TypeAlias = tuple[str, int]
"""A file and a line number, counted from 1."""


@cache
def is_user_code(file: str) -> bool:
    """Return whether *file* is neither part of flinksim nor of Python."""
    path = Path(file)
    if path.is_relative_to(_PACKAGE_DIR):
        return any(path.relative_to(_PACKAGE_DIR).match(program) for program in _EXAMPLE_PROGRAMS)
    if file.startswith("<frozen"):
        return False
    return not path.is_relative_to(_STDLIB_DIR) or "site-packages" in path.parts


def find_user_location() -> SourceLocation | None:
    """Return the line of user code that called into flinksim, ``None`` if there is none."""
    frame = inspect.currentframe()
    while frame is not None:
        if is_user_code(frame.f_code.co_filename):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None


def format_location(location: SourceLocation) -> str:
    """Format *location* as ``file, line n: text``."""
    path, number = location
    return f"{path}, line {number}: {linecache.getline(path, number).strip()}"


_E = TypeVar("_E", bound=Exception)


def shorten_in_notebook(error: _E) -> _E:
    """Let a notebook show the message of *error* and its line in the cell, without a traceback.

    IPython asks an exception for ``_render_traceback_``. Frames of flinksim's own code would hide the
    one line that the user has to change.
    """
    error._render_traceback_ = partial(render_short_error, error)  # type: ignore[attr-defined]
    return error


def render_short_error(error: Exception, *_: Any) -> list[str]:
    """Render the message of *error*, and the line of the user's code that caused it."""
    line = 0
    step = error.__traceback__
    while step is not None:
        if is_user_code(step.tb_frame.f_code.co_filename):
            line = step.tb_lineno
        elif line:
            break  # what flinksim calls in turn is not the user's code
        step = step.tb_next
    return [f"{type(error).__name__} in line {line}: {error}"]
