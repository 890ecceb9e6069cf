"""What a description of an operator reaches: the user's functions, objects, and what they name.

Not in Flink. Spark's workers get copies of all of it, so what it does decides whether that matters.
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

_DEEPEST = 12
_OURS = ("flinksim.", "pyspark.")
_NO_PARTS = (
    ModuleType, BuiltinFunctionType, MethodWrapperType, str, bytes, int, float, type(None),
)  # fmt: skip


def reached(thing: Any) -> Iterator[Any]:
    """*thing* and what it reaches, each once: fields, methods, and what functions name and hold."""
    seen: dict[int, Any] = {}
    waiting = [(thing, 0)]
    while waiting:
        one, depth = waiting.pop()
        if depth > _DEEPEST or id(one) in seen:
            continue
        seen[id(one)] = one  # kept, so that no other thing gets its id
        yield one
        waiting += [(part, depth + 1) for part in reversed(list(_parts(one)))]


def is_ours(thing: Any) -> bool:
    """Whether a function or a class is flinksim's or Spark's."""
    return str(thing.__module__).startswith(_OURS)


def is_users(thing: Any) -> bool:
    """Whether a function or a class is the user's: neither ours, nor Python's, nor of a package."""
    module = str(thing.__module__)
    if is_ours(thing) or module.partition(".")[0] in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return "-packages" not in file


def code_of(function: FunctionType) -> Iterator[CodeType]:
    """The code of a function, and of the functions and comprehensions written in it."""
    yield from _inner(function.__code__)


def outer(function: FunctionType) -> dict[str, Any]:
    """What a function names outside of itself: variables around it and of its module."""
    named: dict[str, Any] = {}
    for code in code_of(function):
        for name in code.co_names:
            if name in function.__globals__:
                named[name] = function.__globals__[name]
    return named | cells(function)


def cells(function: FunctionType) -> dict[str, Any]:
    """The variables around a function that have a value."""
    held: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            held[name] = cell.cell_contents
        except ValueError:  # nothing was put there yet
            continue
    return held


def bases(kind: type) -> Iterator[type]:
    """The classes of *kind* that are the user's."""
    return (base for base in kind.__mro__ if is_users(base))


def _inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _inner(constant)


def _parts(thing: Any) -> Iterator[Any]:
    if isinstance(thing, _NO_PARTS):
        return
    if isinstance(thing, MethodType):
        yield thing.__func__
        yield thing.__self__
    elif isinstance(thing, functools.partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif isinstance(thing, FunctionType):
        # Of ours only what a closure holds can be the user's.
        yield from (cells(thing) if is_ours(thing) else outer(thing)).values()
        yield from thing.__defaults__ or ()
        yield from (thing.__kwdefaults__ or {}).values()
    elif isinstance(thing, list | tuple):
        yield from thing[:100]
    elif isinstance(thing, dict):
        yield from list(thing.values())[:100]
    else:
        yield from _fields(thing)


def _fields(thing: Any) -> Iterator[Any]:
    """The fields of an object, and the methods of its class as far as that is the user's."""
    kind = thing if isinstance(thing, type) else type(thing)
    if thing is not kind:
        yield from vars(thing).values() if hasattr(thing, "__dict__") else ()
        for name in getattr(kind, "__slots__", ()):
            yield getattr(thing, name, None)
    for base in kind.__mro__:
        if not is_ours(base) and base.__module__ not in ("builtins", "typing", "abc"):
            yield from (v for v in vars(base).values() if isinstance(v, FunctionType))


__all__ = ["bases", "cells", "code_of", "is_ours", "is_users", "outer", "reached"]
