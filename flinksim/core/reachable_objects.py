"""Objects that an operator refers to, directly or not: user functions and everything they use.

Their effects decide whether an operator can be copied to another process, or repeated.

Not in Flink.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

_MAX_DEPTH = 12
_LIBRARY_PREFIXES = ("flinksim.", "pyspark.")
_LEAF_TYPES = (
    ModuleType, BuiltinFunctionType, MethodWrapperType, str, bytes, int, float, type(None),
)  # fmt: skip


def iterate_reachable_objects(root: Any) -> Iterator[Any]:
    """Iterate over *root* and all objects it refers to, directly or indirectly, each once.

    Follows fields, methods, closures and the global variables that functions name.
    """
    visited: dict[int, Any] = {}
    pending = [(root, 0)]
    while pending:
        one, depth = pending.pop()
        if depth > _MAX_DEPTH or id(one) in visited:
            continue
        visited[id(one)] = one  # Keep a reference so that no other object gets the same id.
        yield one
        pending += [(part, depth + 1) for part in reversed(list(_iterate_references(one)))]


def is_library_object(thing: Any) -> bool:
    """Return whether a function or class belongs to flinksim or PySpark."""
    return str(thing.__module__).startswith(_LIBRARY_PREFIXES)


def is_user_object(thing: Any) -> bool:
    """Return whether a function or class is the user's, not of a library or of Python."""
    module = str(thing.__module__)
    if is_library_object(thing) or module.partition(".")[0] in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return "-packages" not in file


def iterate_code_objects(function: FunctionType) -> Iterator[CodeType]:
    """Iterate over the code objects of a function and of the functions nested in it."""
    yield from _iterate_nested_code(function.__code__)


def collect_outer_variables(function: FunctionType) -> dict[str, Any]:
    """Collect the closure and global variables that a function names, with their values."""
    variables: dict[str, Any] = {}
    for code in iterate_code_objects(function):
        for name in code.co_names:
            if name in function.__globals__:
                variables[name] = function.__globals__[name]
    return variables | collect_closure_variables(function)


def collect_closure_variables(function: FunctionType) -> dict[str, Any]:
    """Collect the closure variables of a function that have a value."""
    variables: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            variables[name] = cell.cell_contents
        except ValueError:  # The cell is empty.
            continue
    return variables


def iterate_user_bases(kind: type) -> Iterator[type]:
    """Iterate over *kind* and its base classes, but only those that the user has defined."""
    return (base for base in kind.__mro__ if is_user_object(base))


def _iterate_nested_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _iterate_nested_code(constant)


def _iterate_references(thing: Any) -> Iterator[Any]:
    if isinstance(thing, _LEAF_TYPES):
        return
    if isinstance(thing, MethodType):
        yield thing.__func__
        yield thing.__self__
    elif isinstance(thing, functools.partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif isinstance(thing, FunctionType):
        # A library function can refer to user objects only through its closure.
        yield from (
            collect_closure_variables(thing)
            if is_library_object(thing)
            else collect_outer_variables(thing)
        ).values()
        yield from thing.__defaults__ or ()
        yield from (thing.__kwdefaults__ or {}).values()
    elif isinstance(thing, list | tuple):
        yield from thing[:100]
    elif isinstance(thing, dict):
        yield from list(thing.values())[:100]
    else:
        yield from _iterate_fields(thing)


def _iterate_fields(thing: Any) -> Iterator[Any]:
    """Iterate over the fields of an object and the user-defined methods of its class."""
    kind = thing if isinstance(thing, type) else type(thing)
    if thing is not kind:
        yield from vars(thing).values() if hasattr(thing, "__dict__") else ()
        for name in getattr(kind, "__slots__", ()):
            yield getattr(thing, name, None)
    for base in kind.__mro__:
        if not is_library_object(base) and base.__module__ not in ("builtins", "typing", "abc"):
            yield from (v for v in vars(base).values() if isinstance(v, FunctionType))


__all__ = [
    "collect_closure_variables",
    "collect_outer_variables",
    "is_library_object",
    "is_user_object",
    "iterate_code_objects",
    "iterate_reachable_objects",
    "iterate_user_bases",
]
