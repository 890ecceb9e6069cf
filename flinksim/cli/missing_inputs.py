"""Explain a program that stops because an environment variable, a file or an argument is missing."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flinksim.core.source_locations import is_user_code

_ENVIRONMENT_MODULES = ("os", "collections.abc", "_collections_abc")


@contextmanager
def record_missing_variables() -> Iterator[dict[str, None]]:
    """Record the environment variables that user code reads in the block, and that are not set.

    A variable that is read with a default value is not missing.
    """
    missing: dict[str, None] = {}
    environ_class: Any = type(os.environ)
    original: Callable[[Any, str], str] = environ_class.__getitem__

    def read_variable(environ: Any, name: str) -> str:
        try:
            return original(environ, name)
        except KeyError:
            if not _has_default(sys._getframe(1)):
                missing[name] = None
            raise

    environ_class.__getitem__ = read_variable
    try:
        yield missing
    finally:
        environ_class.__getitem__ = original


def _has_default(frame: Any) -> bool:
    """Return whether a default value replaces a missing variable, or not the program reads it."""
    while frame is not None and frame.f_globals.get("__name__") in _ENVIRONMENT_MODULES:
        if frame.f_locals.get("default") is not None:
            return True
        frame = frame.f_back
    if frame is None:
        return True
    file = frame.f_code.co_filename
    return not is_user_code(file) or "site-packages" in file


def explain_missing_input(error: BaseException, program: Path, variables: dict[str, None]) -> str:
    """Explain *error* if a missing input is certainly its cause, with its place, else return "".

    Args:
        error: What the program raised.
        program: The program.
        variables: The environment variables that it missed.
    """
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if is_user_code(frame.filename) or frame.filename == str(program)
    ]
    if not frames:
        return ""
    place = f"{frames[-1].filename}:{frames[-1].lineno}"
    if isinstance(error, KeyError) and error.args and error.args[0] in variables:
        return f"{place}: {_format_variables([error.args[0]], program)}"
    if isinstance(error, IndexError) and "sys.argv" in (frames[-1].line or ""):
        return f"{place}: the program needs arguments. {_format_arguments(program)}"
    if isinstance(error, FileNotFoundError) and isinstance(error.filename, str):
        return f"{place}: there is no file {error.filename}. {_locate(error.filename, program)}"
    return ""


def suggest_input(program: Path, variables: dict[str, None], error: BaseException) -> str:
    """Suggest what may be missing where the cause of *error* is not certain; "" if nothing is known."""
    is_own = isinstance(error, SystemExit | IndexError | RuntimeError | ValueError)
    if is_own and len(sys.argv) < 2 and _has_argument_parser(program):
        return f"The program got no arguments. {_format_arguments(program)}"
    text = _format_variables(list(variables), program) if variables else ""
    return text[:1].upper() + text[1:]


def _format_variables(names: list[str], program: Path) -> str:
    settings = " ".join(f"{name}=VALUE" for name in names)
    subject = "variable" if len(names) == 1 else "variables"
    verb = "is" if len(names) == 1 else "are"
    return (
        f"the environment {subject} {', '.join(names)} {verb} not set. Set it for the run: "
        f"{settings} flinksim run {program}"
    )


def _format_arguments(program: Path) -> str:
    return f"They follow two hyphens: flinksim run {program} -- ARGUMENTS"


def _locate(name: str, program: Path) -> str:
    folder = program.resolve().parent
    if not os.path.isabs(name) and (folder / name).exists():
        return f"It is in the folder of the program: cd {folder} && flinksim run {program.name}"
    return f"The current folder is {Path.cwd()}. Create the file, or run flinksim where it is"


def _has_argument_parser(program: Path) -> bool:
    try:
        text = program.read_bytes()
    except OSError:
        return False
    return any(word in text for word in (b"argparse", b"sys.argv", b"click", b"typer", b"optparse"))
