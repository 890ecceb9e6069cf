"""Loads the lessons of the course, their solutions, and a teacher's own lessons.

Not in Flink.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
from pathlib import Path
from types import ModuleType

from flinksim.core.source_locations import shorten_in_notebook
from flinksim.course import lessons
from flinksim.course.lesson_model import LessonDefinition
from flinksim.course.solution_model import Solution

LESSON_FOLDER_VARIABLE = "FLINKSIM_LESSONS"
"""Environment variable with the folder of a teacher's own lessons (``lesson_90.py`` ...)."""


def load_definition(number: str) -> LessonDefinition:
    """Load the definition of a lesson.

    A teacher's own lesson is a file such as ``"lesson_90.py"`` in the folder that
    :data:`LESSON_FOLDER_VARIABLE` names, or in the working directory.

    Args:
        number: Two digits such as ``"00"``, or the name of a file with a teacher's own lesson.

    Returns:
        The ``LESSON`` of that module.

    Raises:
        ValueError: If the lesson does not exist.
    """
    own = _find_own_file(number)
    if own is not None:
        module = _load_file(own)
    elif number.endswith(".py"):
        raise ValueError(f"there is no lesson {number!r}: no such file in {_find_own_folder()}")
    else:
        module = _load_module(f"flinksim.course.lessons.lesson_{number}")
    if module is None:
        last = max(one.name for one in pkgutil.iter_modules(lessons.__path__)).removeprefix(
            "lesson_"
        )
        message = f"there is no lesson {number!r}; expected '00' to {last!r}"
        raise shorten_in_notebook(ValueError(message))
    parts: LessonDefinition = module.LESSON
    return parts


def load_solution(number: str) -> Solution:
    """Load the solution of a lesson; that of ``lesson_90.py`` is ``solution_90.py`` in the same folder.

    Args:
        number: As for :func:`load_definition`.

    Returns:
        The ``SOLUTION`` of that module.

    Raises:
        ValueError: If there is none, as in the sandbox of ``flinksim grade``.
    """
    own = _find_own_file(number)
    if own is None:
        module = _load_module(f"flinksim.course.solutions.solution_{number}")
    else:
        if own.stem not in sys.modules:
            _load_file(own)
        module = _load_file(own.with_name(own.name.replace("lesson_", "solution_", 1)))
    if module is None:
        raise ValueError(f"there is no solution of lesson {number!r}")
    solution: Solution = module.SOLUTION
    return solution


def _load_module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        return None


def _load_file(path: Path) -> ModuleType | None:
    """Load a file as a module of its own name, so that a solution can import its lesson."""
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _find_own_file(number: str) -> Path | None:
    """Find the file of a teacher's own lesson, or return None if the lesson is one of the course."""
    is_file_name = number.endswith(".py")
    if LESSON_FOLDER_VARIABLE not in os.environ and not is_file_name:
        return None
    path = Path(_find_own_folder(), number if is_file_name else f"lesson_{number}.py")
    return path if path.is_file() else None


def _find_own_folder() -> str:
    return os.environ.get(LESSON_FOLDER_VARIABLE, os.getcwd())
