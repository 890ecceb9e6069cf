"""Restricts the code of answers that are functions or classes.

Such an answer must be judged in the process in which it is defined. So that it cannot attack the
judge, its notebook may only use what an answer needs. Not in Flink.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache

from flinksim.course.grading.notebook_cells import parse_nodes
from flinksim.course.lesson import Lesson, load_definition

_ALLOWED_MODULES = (
    "flinksim.common", "flinksim.connectors", "flinksim.datastream", "flinksim.course",
    "flinksim.trace.events", "math", "collections", "itertools", "functools", "typing",
    "dataclasses", "statistics", "operator", "datetime", "re", "enum", "json",
)  # fmt: skip
_FORBIDDEN_NAMES = frozenset(
    [
        "getattr",
        "setattr",
        "delattr",
        "vars",
        "globals",
        "locals",
        "eval",
        "exec",
        "compile",
        "open",
        "input",
        "object",
        "type",
        "lessons",
        "course",
        "Lesson",
        "CheckResult",
        "grading",
        "simulation",
        "runtime",
        "testing",
        "f_back",
        "gi_frame",
        "tb_frame",
        "modules",
        "attrgetter",
        "methodcaller",
    ]
)


@cache
def is_answer_code(number: str) -> bool:
    """Return whether a right answer to the exercise of a lesson is a function or a class."""
    return any(
        callable(value) for value in Lesson(load_definition(number), "", "en").solve().values()
    )


def find_forbidden_construct(cells: Iterable[str]) -> str:
    """Find the first construct that an answer may not use in the code of *cells*.

    Return its description, or an empty string.
    """
    for node in parse_nodes(cells):
        if not _is_allowed(node):
            return ast.unparse(node)[:100]
    return ""


def _is_allowed(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return all(_is_allowed_module(one.name) for one in names)
        case ast.ImportFrom(module=module, level=0):
            return _is_allowed_module(module or "")
        case ast.ImportFrom():
            return False
        case ast.Name(id=name):
            return name not in _FORBIDDEN_NAMES and not name.startswith("__")
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del(), value=owner):
            return isinstance(owner, ast.Name) and owner.id == "self" and not name.startswith("__")
        case ast.Attribute(attr=name):
            return name not in _FORBIDDEN_NAMES and not name.startswith("_")
        case ast.Constant(value=str(text)):
            return "__" not in text
    return True


def _is_allowed_module(module: str) -> bool:
    return module == "flinksim" or any(
        module == one or module.startswith(one + ".") for one in _ALLOWED_MODULES
    )
