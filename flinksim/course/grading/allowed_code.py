"""Restricts the code of answers that are functions or classes.

Such an answer must be judged in the process in which it is defined. So that it cannot attack the
judge, its notebook may only use what an answer needs. Not in Flink.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache

from flinksim.course.grading.notebook_cells import nodes_of
from flinksim.course.lesson import Lesson, parts_of

_MODULES = (
    "flinksim.common", "flinksim.connectors", "flinksim.datastream", "flinksim.course",
    "flinksim.trace.events", "math", "collections", "itertools", "functools", "typing",
    "dataclasses", "statistics", "operator", "datetime", "re", "enum", "json",
)  # fmt: skip
_NOT = frozenset(
    ["getattr", "setattr", "delattr", "vars", "globals", "locals", "eval", "exec", "compile", "open",
     "input", "object", "type", "lessons", "Lesson", "Judged", "grading", "bench", "runtime", "testing",
     "f_back", "gi_frame", "tb_frame", "modules", "attrgetter", "methodcaller"]
)  # fmt: skip


@cache
def asks_for_code(number: str) -> bool:
    """Return whether a right answer to the exercise of a lesson is a function or a class."""
    return any(callable(value) for value in Lesson(parts_of(number), "", "en").solve().values())


def what_is_not_plain(cells: Iterable[str]) -> str:
    """Find the first construct in the code of all cells that is not allowed, or an empty string."""
    for node in nodes_of(cells):
        if not _is_plain(node):
            return ast.unparse(node)[:100]
    return ""


def _is_plain(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return all(_may_import(one.name) for one in names)
        case ast.ImportFrom(module=module, level=0):
            return _may_import(module or "")
        case ast.ImportFrom():
            return False
        case ast.Name(id=name):
            return name not in _NOT and not name.startswith("__")
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del(), value=owner):
            return isinstance(owner, ast.Name) and owner.id == "self" and not name.startswith("__")
        case ast.Attribute(attr=name):
            return name not in _NOT and not name.startswith("_")
        case ast.Constant(value=str(text)):
            return "__" not in text
    return True


def _may_import(module: str) -> bool:
    return module == "flinksim" or any(
        module == one or module.startswith(one + ".") for one in _MODULES
    )
