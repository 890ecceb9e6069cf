"""Detect state that user functions keep from record to record outside of Flink's state.

Each task of Flink has its own copy of a function. A function that counts in a field counts the
records of its task, so these records must not be distributed across several copies
(:func:`find_hidden_state`). A global variable belongs to no task: the simulator has one for all tasks
and runs, Flink one per task, Spark one per chunk of work (:func:`find_mutated_global`).

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

from flinksim.core.reachable_objects import (
    collect_closure_variables,
    collect_outer_variables,
    is_library_object,
    is_user_object,
    iterate_code_objects,
    iterate_reachable_objects,
    iterate_user_bases,
)
from flinksim.datastream.transformations import OperatorSpec, SinkSpec, SourceSpec
from flinksim.graph.function_ast import (
    collect_local_names,
    find_function_ast,
    is_assignment_target,
    walk_with_shadowed_names,
)

_MUTABLE_CONTAINERS = (list, dict, set, bytearray, deque)
_MUTATING_METHODS = frozenset(
    ["add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "extendleft",
     "insert", "intersection_update", "pop", "popitem", "popleft", "remove", "reverse", "rotate",
     "setdefault", "sort", "subtract", "symmetric_difference_update", "update"]
)  # fmt: skip
_IMMUTABLE_TYPES = (
    int, float, complex, str, bytes, bool, type(None), type, frozenset, range, enum.Enum, date, time,
    timedelta, tzinfo, Decimal, Fraction, PurePath, re.Pattern, ModuleType, BuiltinFunctionType,
    MethodDescriptorType,
)  # fmt: skip
_LIFECYCLE_METHODS = frozenset(
    ["__init__", "__post_init__", "__new__", "open", "close", "__repr__"]
)
_GENERATED_METHODS = frozenset(
    ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__setattr__",
     "__delattr__"]
)  # fmt: skip
"""Methods that dataclasses generate without source; they do not set fields of functions."""


def _get_per_record_part(spec: OperatorSpec) -> Any:
    """Return the part of an operator that workers call for each record.

    For a source this is its watermark strategy; for a sink it is ``None``.
    """
    if isinstance(spec, SourceSpec):
        return spec.watermark_strategy
    return None if isinstance(spec, SinkSpec) else spec


# --- state in fields of the function --------------------------------------------------------------


def find_hidden_state(spec: OperatorSpec) -> str | None:
    """Describe the state that an operator's user function may keep in its fields, or ``None``.

    A sink may keep state: it has one instance, which gets the results in the order of the run.
    """
    for thing in iterate_reachable_objects(_get_per_record_part(spec)):
        kind = type(thing)
        if isinstance(thing, FunctionType | MethodType | type) or not is_user_object(kind):
            continue
        description = _find_object_state(thing)
        if description:
            return f"{kind.__qualname__} {description}"
    return None


def _find_object_state(thing: Any) -> str | None:
    methods = list(_iterate_methods(type(thing)))
    per_record = [(name, method) for name, method in methods if name not in _LIFECYCLE_METHODS]
    for name, method in per_record:
        tree = find_function_ast(method)
        if tree is None and name not in _GENERATED_METHODS:
            return f"has a method {name}() without source code"
        for node in _walk_function(method):
            if isinstance(node, ast.Attribute) and is_assignment_target(node):
                return f"sets .{node.attr} in {name}()"
    for name, value in _iterate_fields(thing):
        if _is_immutable(value):
            continue
        if not isinstance(value, _MUTABLE_CONTAINERS):
            return f"contains a {type(value).__name__} in .{name}"
        if any(_can_mutate_containers(method) for _, method in per_record):
            return f"may change the content of .{name}"
    opened = (_find_state_made_in_open(method) for name, method in methods if name == "open")
    return next((description for description in opened if description), None)


def find_kept_field(spec: OperatorSpec) -> str | None:
    """Describe a field that an operator's user function certainly changes for records, or ``None``.

    Checkpoints do not contain it, and all keys of a task share it.
    """
    for thing in iterate_reachable_objects(_get_per_record_part(spec)):
        kind = type(thing)
        if isinstance(thing, FunctionType | MethodType | type) or not is_user_object(kind):
            continue
        containers = {
            n for n, value in _iterate_fields(thing) if isinstance(value, _MUTABLE_CONTAINERS)
        }
        for name, method in _iterate_methods(kind):
            tree = None if name in _LIFECYCLE_METHODS else find_function_ast(method)
            if tree is None or not tree.args.args:
                continue
            own = tree.args.args[0].arg
            for node in ast.walk(tree):
                if field := _find_changed_field(node, own, containers):
                    return f"{field} in {kind.__qualname__}.{name}"
    return None


def _find_changed_field(node: ast.AST, own: str, containers: set[str]) -> str:
    """Return the field of the object *own* that an expression changes, such as "self.count"; else ""."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=field) if (
            name == own and is_assignment_target(node)
        ):
            return f"{name}.{field}"
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr=field)) if (
            name == own and field in containers and is_assignment_target(node)
        ):
            return f"{name}.{field}"
        case ast.Call(func=ast.Attribute(
            value=ast.Attribute(value=ast.Name(id=name), attr=field), attr=method
        )) if name == own and field in containers and method in _MUTATING_METHODS:  # fmt: skip
            return f"{name}.{field}"
    return ""


def _iterate_methods(kind: type) -> Iterator[tuple[str, FunctionType]]:
    """Iterate over the user's methods, including those of base classes, which ``super()`` may call."""
    for base in reversed(list(iterate_user_bases(kind))):
        for name, value in vars(base).items():
            for function in (value, getattr(value, "__func__", None), getattr(value, "fget", None)):
                if isinstance(function, FunctionType):
                    yield name, function


def _iterate_fields(thing: Any) -> Iterator[tuple[str, Any]]:
    for base in iterate_user_bases(type(thing)):
        for name, value in vars(base).items():
            if not name.startswith("__") and isinstance(value, _MUTABLE_CONTAINERS):
                yield name, value
        for name in getattr(base, "__slots__", ()):
            yield name, getattr(thing, name, None)
    yield from getattr(thing, "__dict__", {}).items()


def _is_immutable(value: Any) -> bool:
    """Return whether *value* is immutable, or its contents are inspected separately."""
    if isinstance(value, tuple):
        return all(map(_is_immutable, value))
    kind = type(value)
    return (
        isinstance(value, (*_IMMUTABLE_TYPES, FunctionType, MethodType))
        or is_library_object(kind)
        or is_user_object(kind)
        or kind.__module__ in ("operator", "functools")
    )


def _can_mutate_containers(function: FunctionType) -> bool:
    return any(
        (isinstance(node, ast.Subscript) and is_assignment_target(node))
        or (isinstance(node, ast.Attribute) and node.attr in _MUTATING_METHODS)
        for node in _walk_function(function)
    )


def _find_state_made_in_open(function: FunctionType) -> str | None:
    """Describe the state that the method ``open`` may create, or ``None``.

    Only objects of known library types count as stateless.
    """
    simple_targets = [
        target
        for node in _walk_function(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Call)
        for target in node.targets
    ]
    for node in _walk_function(function):
        if (
            isinstance(node, ast.Attribute)
            and is_assignment_target(node)
            and node not in simple_targets
        ):
            return f"may create state in open(), .{node.attr}"
    outer_variables = collect_outer_variables(function)
    for code in iterate_code_objects(function):
        for name in code.co_names:
            value = outer_variables.get(name)
            if value is not None and not _is_known_stateless(value):
                return f"creates an object of {name} in open()"
            if name not in outer_variables and name in _STATE_FACTORIES:
                return f"creates a {name} in open()"
    return None


_STATE_FACTORIES = frozenset(
    ["list", "dict", "set", "bytearray", "iter", "open", "map", "filter", "zip"]
)


def _is_known_stateless(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value.__name__.startswith("flinksim")
    if isinstance(value, type | FunctionType):
        return is_library_object(value)
    return _is_immutable(value)


def has_state_access(function: Any) -> bool:
    """Return whether a user function's code names a method that accesses Flink's state."""
    return any(
        name in _STATE_ACCESSORS
        for _, method in _iterate_methods(type(function))
        for code in iterate_code_objects(method)
        for name in code.co_names
    )


_STATE_ACCESSORS = frozenset(
    ["global_state", "window_state", "get_runtime_context", "get_state", "get_list_state",
     "get_map_state", "get_reducing_state", "get_aggregating_state"]
)  # fmt: skip


# --- state outside of functions -----------------------------------------------------------------


def find_mutated_global(spec: OperatorSpec) -> str | None:
    """Describe the variable outside of a user function that the function changes, or ``None``."""
    for thing in iterate_reachable_objects(_get_per_record_part(spec)):
        if isinstance(thing, BuiltinMethodType):
            owner, name = thing.__self__, thing.__name__
            if isinstance(owner, _MUTABLE_CONTAINERS) and name in _MUTATING_METHODS:
                return f"{name} of a {type(owner).__name__}"
        elif isinstance(thing, FunctionType) and is_user_object(thing):
            changed = _find_mutated_variable(thing)
            if changed is not None:
                return f"{changed} in {thing.__qualname__}"
    return None


def _find_mutated_variable(function: FunctionType) -> str | None:
    tree = find_function_ast(function)
    if tree is None:
        return None
    outer_variables, closure_variables, defaults = (
        collect_outer_variables(function),
        collect_closure_variables(function),
        _collect_default_arguments(function),
    )
    local_names = collect_local_names(tree)
    declared = {
        name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names
    }
    for node, hidden in walk_with_shadowed_names(tree):
        if isinstance(node, ast.Name) and is_assignment_target(node):
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
            if name in variables and _is_mutated(variables[name], node):
                return f"changes {name}"
    if "next" not in outer_variables and any(
        "next" in code.co_names for code in iterate_code_objects(function)
    ):
        for variable, value in outer_variables.items():
            if hasattr(value, "__next__"):
                return f"takes the next element of {variable}"
    return None


def _collect_default_arguments(function: FunctionType) -> dict[str, Any]:
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    values = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
    return values | (function.__kwdefaults__ or {})


def _is_mutated(value: Any, node: ast.Subscript | ast.Attribute) -> bool:
    """Return whether the expression *node*, an item or attribute of *value*, changes *value*."""
    if isinstance(node, ast.Subscript):
        return is_assignment_target(node) and isinstance(value, _MUTABLE_CONTAINERS)
    name = node.attr
    if isinstance(value, _MUTABLE_CONTAINERS):
        return name in _MUTATING_METHODS
    if isinstance(value, random.Random):
        return True
    if isinstance(value, ModuleType | type | FunctionType):
        return value is random and name != "Random"
    if not is_user_object(type(value)):
        return False
    return any(
        isinstance(each, ast.Attribute) and is_assignment_target(each)
        for own, method in _iterate_methods(type(value))
        if own == name
        for each in _walk_function(method)
    )


def _walk_function(function: FunctionType) -> Iterator[ast.AST]:
    tree = find_function_ast(function)
    return iter(()) if tree is None else ast.walk(tree)


__all__ = ["find_hidden_state", "find_kept_field", "find_mutated_global", "has_state_access"]
