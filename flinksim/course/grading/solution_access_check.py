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

from flinksim.course.grading.notebook_cells import nodes_of
from flinksim.course.lesson import Lesson, parts_of

_NAMES = frozenset(
    ["solve", "solved", "exercise", "EXERCISE", "LESSON", "RULES", "parts", "parts_of", "judged",
     "drawn"]
)  # fmt: skip
_MODULES = "flinksim.course"


def asks_for_solution(cells: Iterable[str], number: str, learner: str = "") -> str:
    """Find code in the cells that reads the solution of a lesson; empty if there is none."""
    lesson = Lesson(parts_of(number), learner, "en")
    answers = lesson.solve()
    for node in nodes_of(cells):
        if _asks(node, lesson, answers):
            return ast.unparse(node)[:100]
    return ""


def _asks(node: ast.AST, lesson: Lesson, answers: Mapping[str, Any]) -> bool:
    match node:
        case ast.Attribute(value=ast.Attribute(attr="data"), attr=name):
            if name in getattr(lesson.data, "GIVEN", ()):
                return False
            return _is_answer(getattr(lesson.data, name, None), answers) and _always(name, lesson)
        case ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return name in _NAMES
        case ast.ImportFrom(module=str(module), names=names) if module.startswith(_MODULES):
            return any(_gives_away(module, one.name, answers) for one in names)
        case ast.Import(names=names):
            return any(one.name.startswith(_MODULES + ".") for one in names)
    return False


def _always(name: str, lesson: Lesson) -> bool:
    """Return whether an attribute of the data is the answer for other learners, too.

    A small number may be an answer by chance.
    """
    for other in ("one", "two", "three"):
        other_lesson = Lesson(lesson.parts, other, "en")
        if not _is_answer(getattr(other_lesson.data, name, None), other_lesson.solve()):
            return False
    return True


def _gives_away(module: str, name: str, answers: Mapping[str, Any]) -> bool:
    """Return whether a name of a module of the course is a solution or leads to one."""
    if name in _NAMES or name == "*" or name.startswith("_"):
        return True
    if module == _MODULES:
        return name not in ("open_lesson", "Lesson")
    with suppress(ImportError):
        return _is_answer(getattr(import_module(module), name, None), answers)
    return False


def _is_answer(value: Any, answers: Mapping[str, Any]) -> bool:
    return any(
        value is one or (not callable(value) and type(value) is type(one) and value == one)
        for one in answers.values()
    )
