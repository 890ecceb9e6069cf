"""What is written in the user's functions: their syntax trees, and which variables a tree names.

Trees are the language's, and stay what they are; instructions are others in each version of Python.

Not in Flink.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def tree_of(function: FunctionType) -> Function | None:
    """The tree of a function; ``None`` if its text is not there."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    found = [
        node
        for node in _functions_in("".join(lines))
        if _first_line(node) == code.co_firstlineno and _is_of(node, code)
    ]
    # of those written in one another the innermost
    return max(found, key=lambda node: (node.lineno, node.col_offset), default=None)


@lru_cache(maxsize=64)
def _functions_in(text: str) -> tuple[Function, ...]:
    try:
        tree = ast.parse(text)
    except SyntaxError:  # lines of a notebook that are not Python's
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS))


def _first_line(node: Function) -> int:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(each.lineno for each in decorators)])


def _is_of(node: Function, code: CodeType) -> bool:
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    plain = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    if name != code.co_name or tuple(each.arg for each in plain) != given:
        return False
    if not isinstance(node, ast.Lambda) or not hasattr(code, "co_positions"):
        return True
    # several lambdas may stand in one line
    begin, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return all(
        begin <= (line, column) <= end
        for line, _, column, end_column in code.co_positions()
        if line is not None and column is not None and end_column
    )


def with_hidden(
    node: ast.AST, hidden: frozenset[str] = frozenset()
) -> Iterator[tuple[ast.AST, frozenset[str]]]:
    """All nodes below one, and those of functions and comprehensions written there; each with the
    names that mean a variable of these, not one of their surroundings.
    """
    for child in ast.iter_child_nodes(node):
        yield child, hidden
        is_inner = isinstance(child, (*_FUNCTIONS, *_COMPREHENSIONS))
        yield from with_hidden(child, hidden | locals_of(child) if is_inner else hidden)


def locals_of(scope: ast.AST) -> frozenset[str]:
    """The variables of a function, or of a comprehension."""
    names: set[str] = set()
    if isinstance(scope, _FUNCTIONS):
        names = {each.arg for each in ast.walk(scope.args) if isinstance(each, ast.arg)}
    declared: set[str] = set()
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Global | ast.Nonlocal):
            declared.update(node.names)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if not isinstance(node, (*_FUNCTIONS, *_COMPREHENSIONS, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)
    return frozenset(names - declared)


def is_set(node: ast.AST) -> bool:
    """Whether a name, a field or an item is put there or taken away, not looked at."""
    return isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


__all__ = ["Function", "is_set", "locals_of", "tree_of", "with_hidden"]
