"""Detect state that user functions keep from record to record outside of Flink's state.

Each task of Flink has its own copy of a function. A function that counts in a field counts the
records of its task, so these records must not be distributed across several copies
(:func:`what_remembers`). A global variable belongs to no task: the simulator has one for all tasks
and runs, Flink one per task, Spark one per chunk of work (:func:`what_changes_outside`).

Both checks read the source and do not run it. The first one is conservative: a false positive only
reduces the parallelism. The second one reports only what is certain.
"""

from __future__ import annotations

import ast
import enum
import random
import re
from collections import deque
from collections.abc import Iterator
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePath
from types import (
    BuiltinFunctionType,
    BuiltinMethodType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

from flinksim.datastream.transformations import OperatorSpec, SinkSpec, SourceSpec
from flinksim.replay.analysis.function_ast import is_set, locals_of, tree_of, with_hidden
from flinksim.replay.analysis.reachable_objects import (
    bases,
    cells,
    code_of,
    is_ours,
    is_users,
    outer,
    reached,
)

_CONTAINERS = (list, dict, set, bytearray, deque)
_CHANGES = frozenset(
    ["add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "extendleft",
     "insert", "intersection_update", "pop", "popitem", "popleft", "remove", "reverse", "rotate",
     "setdefault", "sort", "subtract", "symmetric_difference_update", "update"]
)  # fmt: skip
_FIXED = (
    int, float, complex, str, bytes, bool, type(None), type, frozenset, range, enum.Enum, date, time,
    timedelta, tzinfo, Decimal, Fraction, PurePath, re.Pattern, ModuleType, BuiltinFunctionType,
    MethodDescriptorType,
)  # fmt: skip
_NOT_PER_RECORD = frozenset(["__init__", "__post_init__", "__new__", "open", "close", "__repr__"])
_GENERATED = frozenset(
    ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__setattr__",
     "__delattr__"]
)  # fmt: skip
"""Methods that dataclasses generate without source; they do not set fields of functions."""


def _per_record(spec: OperatorSpec) -> Any:
    """Return the part of *spec* that workers call with records."""
    if isinstance(spec, SourceSpec):
        return spec.watermark_strategy
    return None if isinstance(spec, SinkSpec) else spec


# --- state in fields of the function --------------------------------------------------------------


def what_remembers(spec: OperatorSpec) -> str | None:
    """Describe the state that a function of *spec* may keep in its fields; ``None``: no state.

    A sink may keep state: it has one instance, which gets the results in the order of the run.
    """
    for thing in reached(_per_record(spec)):
        kind = type(thing)
        if isinstance(thing, FunctionType | MethodType | type) or not is_users(kind):
            continue
        description = _what_object_remembers(thing)
        if description:
            return f"{kind.__qualname__} {description}"
    return None


def _what_object_remembers(thing: Any) -> str | None:
    methods = list(_methods(type(thing)))
    per_record = [(name, method) for name, method in methods if name not in _NOT_PER_RECORD]
    for name, method in per_record:
        tree = tree_of(method)
        if tree is None and name not in _GENERATED:
            return f"has a {name}() whose text is not there"
        for node in _nodes(method):
            if isinstance(node, ast.Attribute) and is_set(node):
                return f"sets .{node.attr} in {name}()"
    for name, value in _fields(thing):
        if _is_fixed(value):
            continue
        if not isinstance(value, _CONTAINERS):
            return f"holds a {type(value).__name__} in .{name}"
        if any(_may_change_containers(method) for _, method in per_record):
            return f"may change what it holds in .{name}"
    opened = (_what_open_makes(method) for name, method in methods if name == "open")
    return next((description for description in opened if description), None)


def _methods(kind: type) -> Iterator[tuple[str, FunctionType]]:
    """Iterate over the user's methods, including those of base classes, which ``super()`` may call."""
    for base in reversed(list(bases(kind))):
        for name, value in vars(base).items():
            for function in (value, getattr(value, "__func__", None), getattr(value, "fget", None)):
                if isinstance(function, FunctionType):
                    yield name, function


def _fields(thing: Any) -> Iterator[tuple[str, Any]]:
    for base in bases(type(thing)):
        for name, value in vars(base).items():
            if not name.startswith("__") and isinstance(value, _CONTAINERS):
                yield name, value
        for name in getattr(base, "__slots__", ()):
            yield name, getattr(thing, name, None)
    yield from getattr(thing, "__dict__", {}).items()


def _is_fixed(value: Any) -> bool:
    """Return whether *value* is immutable, or its contents are inspected separately."""
    if isinstance(value, tuple):
        return all(map(_is_fixed, value))
    kind = type(value)
    return (
        isinstance(value, (*_FIXED, FunctionType, MethodType))
        or is_ours(kind)
        or is_users(kind)
        or kind.__module__ in ("operator", "functools")
    )


def _may_change_containers(function: FunctionType) -> bool:
    return any(
        (isinstance(node, ast.Subscript) and is_set(node))
        or (isinstance(node, ast.Attribute) and node.attr in _CHANGES)
        for node in _nodes(function)
    )


def _what_open_makes(function: FunctionType) -> str | None:
    """Describe the state that ``open`` may create; only library objects are known to be safe."""
    simple_targets = [
        target
        for node in _nodes(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Call)
        for target in node.targets
    ]
    for node in _nodes(function):
        if isinstance(node, ast.Attribute) and is_set(node) and node not in simple_targets:
            return f"may make something to remember in open(), .{node.attr}"
    outer_variables = outer(function)
    for code in code_of(function):
        for name in code.co_names:
            value = outer_variables.get(name)
            if value is not None and not _is_known(value):
                return f"makes something of {name} in open()"
            if name not in outer_variables and name in _MAKERS:
                return f"makes a {name} in open()"
    return None


_MAKERS = frozenset(["list", "dict", "set", "bytearray", "iter", "open", "map", "filter", "zip"])


def _is_known(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value.__name__.startswith("flinksim")
    if isinstance(value, type | FunctionType):
        return is_ours(value)
    return _is_fixed(value)


def uses_state(function: Any) -> bool:
    """Return whether a user function names an accessor of Flink's state."""
    return any(
        name in _GIVES_STATE
        for _, method in _methods(type(function))
        for code in code_of(method)
        for name in code.co_names
    )


_GIVES_STATE = frozenset(
    ["global_state", "window_state", "get_runtime_context", "get_state", "get_list_state",
     "get_map_state", "get_reducing_state", "get_aggregating_state"]
)  # fmt: skip


# --- state outside of functions -----------------------------------------------------------------


def what_changes_outside(spec: OperatorSpec) -> str | None:
    """Describe the outer variable that a function of *spec* changes; ``None``: no variable."""
    for thing in reached(_per_record(spec)):
        if isinstance(thing, BuiltinMethodType):
            owner, name = thing.__self__, thing.__name__
            if isinstance(owner, _CONTAINERS) and name in _CHANGES:
                return f"{name} of a {type(owner).__name__}"
        elif isinstance(thing, FunctionType) and is_users(thing):
            changed = _changed_by(thing)
            if changed is not None:
                return f"{changed} in {thing.__qualname__}"
    return None


def _changed_by(function: FunctionType) -> str | None:
    tree = tree_of(function)
    if tree is None:
        return None
    outer_variables, closure_variables, defaults = (
        outer(function),
        cells(function),
        _defaults(function),
    )
    local_names = locals_of(tree)
    declared = {
        name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names
    }
    for node, hidden in with_hidden(tree):
        if isinstance(node, ast.Name) and is_set(node):
            if node.id not in local_names | hidden and (
                node.id in declared or node.id in closure_variables
            ):
                return f"sets {node.id}"
        elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.value, ast.Name):
            name = node.value.id
            # A default argument is one object for all calls.
            variables = (
                {} if name in hidden else defaults if name in local_names else outer_variables
            )
            if name in variables and _is_changed(variables[name], node):
                return f"changes {name}"
    if "next" not in outer_variables and any("next" in code.co_names for code in code_of(function)):
        for variable, value in outer_variables.items():
            if hasattr(value, "__next__"):
                return f"takes the next of {variable}"
    return None


def _defaults(function: FunctionType) -> dict[str, Any]:
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    values = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
    return values | (function.__kwdefaults__ or {})


def _is_changed(value: Any, node: ast.Subscript | ast.Attribute) -> bool:
    """Return whether using an item or attribute of *value* in this way changes *value*."""
    if isinstance(node, ast.Subscript):
        return is_set(node) and isinstance(value, _CONTAINERS)
    name = node.attr
    if isinstance(value, _CONTAINERS):
        return name in _CHANGES
    if isinstance(value, random.Random):
        return True
    if isinstance(value, ModuleType | type | FunctionType):
        return value is random and name != "Random"
    if not is_users(type(value)):
        return False
    return any(
        isinstance(each, ast.Attribute) and is_set(each)
        for own, method in _methods(type(value))
        if own == name
        for each in _nodes(method)
    )


def _nodes(function: FunctionType) -> Iterator[ast.AST]:
    tree = tree_of(function)
    return iter(()) if tree is None else ast.walk(tree)


__all__ = ["uses_state", "what_changes_outside", "what_remembers"]
