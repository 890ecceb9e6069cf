"""Find what a program reads or changes besides its input and its state: files, clocks, random numbers.

A run with such effects cannot be repeated, so its trace has to be recorded while it runs. Only known
effects are found. :mod:`flinksim.runtime.run_replayer` finds the others when a replay differs. Not in
Flink.
"""

from __future__ import annotations

import builtins
import dis
from collections import deque
from collections.abc import Iterator
from types import BuiltinFunctionType, BuiltinMethodType, CodeType, FunctionType, ModuleType
from typing import Any

from flinksim.connectors.sinks import CollectSink, PrintSink
from flinksim.core.reachable_objects import (
    collect_outer_variables,
    is_user_object,
    iterate_code_objects,
    iterate_reachable_objects,
    iterate_user_bases,
)
from flinksim.datastream.transformations import SinkSpec, SourceSpec
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.checkpoint.storage import FsCheckpointStorage
from flinksim.runtime.interleaving import ArrivalOrder, RoundRobin, Scripted, Seeded
from flinksim.runtime.minicluster import RunSettings

_EFFECT_MODULES = {
    "random": "random numbers",
    "secrets": "random numbers",
    "uuid": "random numbers",
    "numpy.random": "random numbers",
    "socket": "a socket",
    "ssl": "a socket",
    "urllib": "a socket",
    "http": "a socket",
    "requests": "a socket",
    "httpx": "a socket",
    "subprocess": "another process",
    "multiprocessing": "another process",
    "threading": "a thread",
    "sqlite3": "a file",
    "shutil": "a file",
    "tempfile": "a file",
    "logging": "a log",
    "pdb": "a debugger",
}
"""Modules whose use by a function is an effect, and what it uses then."""

_EFFECT_NAMES = {
    "open": "a file",
    "input": "the keyboard",
    "write_text": "a file",
    "write_bytes": "a file",
    "urandom": "random numbers",
    "perf_counter": "the clock",
    "perf_counter_ns": "the clock",
    "process_time": "the clock",
    "now": "the clock",
    "utcnow": "the clock",
    "today": "the clock",
    "getpid": "the process",
    "breakpoint": "a debugger",
    "set_trace": "a debugger",
}
"""Names that a function uses from a module or class of Python, and what it uses then."""

_NAME_OWNERS = {"now": "datetime", "utcnow": "datetime", "today": "datetime", "urandom": "os"}
"""Modules that a function must also use, for names that others may have."""

_REPEATABLE_SCHEDULES = (ArrivalOrder, RoundRobin, Scripted, Seeded)
"""Schedules that choose the same again when the run is repeated; an object of a user may not."""
_CONTAINERS = (list, dict, set, bytearray, deque)
_MUTATING_METHODS = frozenset(
    ["add", "append", "appendleft", "clear", "extend", "insert", "pop", "popitem", "remove",
     "setdefault", "update"]
)  # fmt: skip


def find_full_trace_reason(job_graph: JobGraph, settings: RunSettings) -> str:
    """Return why the trace of a run cannot be produced on demand; "" if it can, as far as is known."""
    if settings.budget is not None:
        return "the run has limits"
    if settings.watchers:
        return "the run is watched"
    if type(settings.interleaving) not in _REPEATABLE_SCHEDULES:
        return "its schedule is an object of its own"
    storage = FsCheckpointStorage.from_configuration(job_graph.settings.configuration, "")
    if settings.writes_snapshots and (storage.checkpoint_folder or storage.savepoint_folder):
        return "it writes snapshots to files"
    for vertex in job_graph.vertices:
        for chained in vertex.operators:
            effect = find_side_effect(chained.node.spec)
            if effect:
                return f"{chained.node.name!r} {effect}"
    return ""


def find_side_effect(spec: Any) -> str:
    """Describe a known side effect of an operator, such as "uses a file"; "" if there is none."""
    if isinstance(spec, SourceSpec) and not spec.source.is_in_memory:
        return "reads from outside of the program"
    if isinstance(spec, SinkSpec):
        is_safe = isinstance(spec.sink, PrintSink | CollectSink)
        return "" if is_safe else "writes to an external system"
    for thing in iterate_reachable_objects(spec):
        if isinstance(thing, FunctionType):
            effect = _EFFECT_MODULES.get(str(thing.__module__))
            if effect is None and is_user_object(thing):
                effect = next(_iterate_effects(thing), None)
            if effect:
                return f"uses {effect} in {thing.__qualname__}"
    return ""


def _iterate_effects(function: FunctionType) -> Iterator[str]:
    variables = collect_outer_variables(function)
    modules = {_get_module_name(value) for value in variables.values()}
    for module in modules:
        effect = _EFFECT_MODULES.get(module) or _EFFECT_MODULES.get(module.partition(".")[0])
        if effect:
            yield effect
    for name, value in variables.items():
        if hasattr(type(value), "__next__"):
            yield f"the iterator {name} outside of the function"
        if _can_change_itself(value):
            yield f"the object {name} outside of the function"
    mutable = {
        name
        for name, value in variables.items()
        if isinstance(value, _CONTAINERS) or hasattr(type(value), "__setitem__")  # such as an array
    }
    for code in iterate_code_objects(function):
        for name in code.co_names:
            effect = _EFFECT_NAMES.get(name)
            is_builtin = hasattr(builtins, name) and name not in variables
            owner = _NAME_OWNERS.get(name)
            if effect and (is_builtin or owner in modules or (owner is None and name != "open")):
                yield effect
            if name in ("import_module", "__import__"):
                yield "a module that is imported by name"
        if mutable.intersection((*code.co_names, *code.co_freevars)):
            if _MUTATING_METHODS.intersection(code.co_names) or _has_item_assignment(code):
                yield "a variable outside of the function"
        if _has_outer_assignment(code):
            yield "an object outside of the function"
        for instruction in dis.get_instructions(code):
            if instruction.opname == "STORE_GLOBAL":
                yield f"the global variable {instruction.argval}"
            if instruction.opname == "STORE_DEREF" and instruction.argval in code.co_freevars:
                if instruction.argval in function.__code__.co_freevars:
                    yield f"the variable {instruction.argval} outside of the function"
            if instruction.opname == "IMPORT_NAME":
                effect = _EFFECT_MODULES.get(str(instruction.argval))
                if effect:
                    yield effect


def _has_item_assignment(code: CodeType) -> bool:
    return any(
        one.opname in ("STORE_SUBSCR", "DELETE_SUBSCR") for one in dis.get_instructions(code)
    )


def _can_change_itself(value: Any) -> bool:
    """Return whether *value* is an object of a class of the user with a method that may change it."""
    if isinstance(value, type | FunctionType | ModuleType):
        return False
    return any(
        isinstance(method, FunctionType)
        and name not in ("__init__", "__post_init__")
        and (
            "STORE_ATTR" in {one.opname for one in dis.get_instructions(method)}
            or _MUTATING_METHODS.intersection(method.__code__.co_names)
            or _has_item_assignment(method.__code__)
        )
        for base in iterate_user_bases(type(value))
        for name, method in vars(base).items()
    )


def _has_outer_assignment(code: CodeType) -> bool:
    """Return whether *code* assigns to an attribute of a variable outside of the function."""
    instructions = list(dis.get_instructions(code))
    for number, one in enumerate(instructions):
        if one.opname != "STORE_ATTR":
            continue
        at = number - 1
        if instructions[at].opname == "SWAP":  # x.a += 1, which has loaded x for both
            while at and instructions[at].opname != "COPY":
                at -= 1
            at -= 1
        if instructions[at].opname in ("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_NAME"):
            return True
    return False


def _get_module_name(value: Any) -> str:
    """Return the module that a variable is, or that its class or function is from."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, BuiltinFunctionType | BuiltinMethodType) and value.__self__ is not None:
        return type(value.__self__).__module__
    return str(getattr(value, "__module__", "") or "")
