"""Finds code in a submission that reads the solution from the course.

It reads source code and can be deceived. The answer is graded; this says where it came from.
Not in Flink.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from flinksim.course.grading.notebook_cells import parse_nodes
from flinksim.course.lesson import Lesson, load_definition

_SOLUTION_NAMES = frozenset(
    [
        "solve",
        "exercise",
        "EXERCISE",
        "LESSON",
        "MISCONCEPTIONS",
        "definition",
        "load_definition",
        "judge_answer",
        "draw_data",
        "_data",
        "_exercise_data",
    ]
)
_COURSE_PACKAGE = "flinksim.course"


def find_solution_access(cells: Iterable[str], number: str, learner: str = "") -> str:
    """Find code in the cells that reads the solution of a lesson; empty if there is none."""
    lesson = Lesson(load_definition(number), learner, "en")
    answers = lesson.solve()
    for node in parse_nodes(cells):
        if _is_solution_access(node, answers):
            return ast.unparse(node)[:100]
    return ""


def _is_solution_access(node: ast.AST, answers: Mapping[str, Any]) -> bool:
    match node:
        case ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return name in _SOLUTION_NAMES
        case ast.ImportFrom(module=str(module), names=names) if module.startswith(_COURSE_PACKAGE):
            return any(_is_revealing_import(module, one.name, answers) for one in names)
        case ast.Import(names=names):
            return any(one.name.startswith(_COURSE_PACKAGE + ".") for one in names)
    return False


def _is_revealing_import(module: str, name: str, answers: Mapping[str, Any]) -> bool:
    """Return whether a name of a module of the course is a solution or leads to one."""
    if name in _SOLUTION_NAMES or name == "*" or name.startswith("_"):
        return True
    if module == _COURSE_PACKAGE:
        return name not in ("open_lesson", "Lesson")
    with suppress(ImportError):
        return _is_answer(getattr(import_module(module), name, None), answers)
    return False


def _is_answer(value: Any, answers: Mapping[str, Any]) -> bool:
    return any(
        value is one or (not callable(value) and type(value) is type(one) and value == one)
        for one in answers.values()
    )
