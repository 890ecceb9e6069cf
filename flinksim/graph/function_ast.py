"""Syntax trees of user functions, and the variables that a tree names.

Syntax trees are stable across versions of Python; bytecode instructions are not.

Not in Flink.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import TypeAlias

from flinksim.core.python_source import parse_python

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTION_NODES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSION_NODES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def find_function_ast(function: FunctionType) -> FunctionNode | None:
    """Find the syntax tree of a function; return ``None`` if its source is not available."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    found = [
        node
        for node in _parse_functions("".join(lines))
        if _get_first_line(node) == code.co_firstlineno and _is_compiled_from(node, code)
    ]
    # Of nested functions take the innermost one.
    return max(found, key=lambda node: (node.lineno, node.col_offset), default=None)


@lru_cache(maxsize=64)
def _parse_functions(text: str) -> tuple[FunctionNode, ...]:
    tree = parse_python(text)
    if tree is None:  # Lines of a notebook may be magics, not Python.
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, _FUNCTION_NODES))


def _get_first_line(node: FunctionNode) -> int:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(each.lineno for each in decorators)])


def _is_compiled_from(node: FunctionNode, code: CodeType) -> bool:
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    argument_names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    plain = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    if name != code.co_name or tuple(each.arg for each in plain) != argument_names:
        return False
    if not isinstance(node, ast.Lambda) or not hasattr(code, "co_positions"):
        return True
    # One line may contain several lambdas.
    begin, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return all(
        begin <= (line, column) <= end
        for line, _, column, end_column in code.co_positions()
        if line is not None and column is not None and end_column
    )


def walk_with_shadowed_names(
    node: ast.AST, shadowed: frozenset[str] = frozenset()
) -> Iterator[tuple[ast.AST, frozenset[str]]]:
    """Iterate over all nodes below *node*, each with the names that inner scopes redefine there.

    Nodes of inner functions and comprehensions are included. At a node, such a name refers to a variable
    of an inner scope, not to the variable of the outer function.
    """
    for child in ast.iter_child_nodes(node):
        yield child, shadowed
        is_inner = isinstance(child, (*_FUNCTION_NODES, *_COMPREHENSION_NODES))
        yield from walk_with_shadowed_names(
            child, shadowed | collect_local_names(child) if is_inner else shadowed
        )


def collect_local_names(scope: ast.AST) -> frozenset[str]:
    """Collect the local variables of a function or comprehension."""
    names: set[str] = set()
    if isinstance(scope, _FUNCTION_NODES):
        names = {each.arg for each in ast.walk(scope.args) if isinstance(each, ast.arg)}
    declared: set[str] = set()
    pending = list(ast.iter_child_nodes(scope))
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Global | ast.Nonlocal):
            declared.update(node.names)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if not isinstance(node, (*_FUNCTION_NODES, *_COMPREHENSION_NODES, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)
    return frozenset(names - declared)


def is_assignment_target(node: ast.AST) -> bool:
    """Return whether *node* (a name, attribute or item) is assigned or deleted rather than read."""
    return isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


__all__ = [
    "FunctionNode",
    "collect_local_names",
    "find_function_ast",
    "is_assignment_target",
    "walk_with_shadowed_names",
]
