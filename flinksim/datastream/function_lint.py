"""Warnings about likely mistakes in user functions.

Not in Flink, which reports none of them. The mistakes are an empty list as a default argument, which
all keys and calls share; a generator without a reachable ``yield``, which emits nothing; and a method
that cannot take the arguments with which Flink calls it.
"""

from __future__ import annotations

import dis
import inspect
import warnings
from collections.abc import Iterator
from typing import Any

_MUTABLE_TYPES = (list, dict, set, bytearray)
_LIBRARY_PACKAGES = ("flinksim", "builtins", "abc", "typing")
_RESULT_METHOD_PREFIXES = ("flat_map", "process", "on_timer", "apply")
"""Prefixes of the names of methods that may yield results."""


def lint_function(function: Any, stacklevel: int, method_name: str = "") -> None:
    """Issue a ``UserWarning`` for each likely mistake in *function*.

    Non-empty default arguments are accepted, because they may be constant tables. So are silent
    generators next to a method that does yield, because they may only update state.

    Args:
        function: A function object or a callable.
        stacklevel: As in ``warnings.warn``.
        method_name: The name of the API method, such as ``flat_map``, if *function* is a callable.
    """
    methods = _collect_user_methods(function, method_name)
    kind = type(function)
    found = [
        *_find_mutable_defaults(methods),
        *_find_silent_generators(methods),
        *_find_signature_mismatches(kind, methods),
    ]
    for message in found:
        warnings.warn(message, UserWarning, stacklevel=stacklevel + 1)


def _collect_user_methods(function: Any, method_name: str) -> dict[str, Any]:
    if inspect.isroutine(function):
        return {method_name: function} if inspect.isfunction(function) else {}
    methods: dict[str, Any] = {}
    for one in reversed(type(function).__mro__):
        if one.__module__.partition(".")[0] not in _LIBRARY_PACKAGES:
            methods |= {n: member for n, member in vars(one).items() if inspect.isfunction(member)}
    return methods


def _find_mutable_defaults(methods: dict[str, Any]) -> Iterator[str]:
    for method in methods.values():
        for name, parameter in inspect.signature(method, follow_wrapped=False).parameters.items():
            default = parameter.default
            if isinstance(default, _MUTABLE_TYPES) and not default:
                kind = type(default).__name__
                yield (
                    f"{method.__qualname__}({name}={default!r}), "
                    f"{_format_location(method)}: Python creates this {kind} "
                    f"once, so all calls without {name!r} share it, for all keys. "
                    f"Write {name}=None and create a new {kind} in the function."
                )


def _find_signature_mismatches(function_class: type, methods: dict[str, Any]) -> Iterator[str]:
    for name, method in methods.items():
        declared = _find_declared_method(function_class, name)
        if declared is None or declared is method:
            continue
        expected = list(inspect.signature(declared).parameters)
        signature = inspect.signature(method)
        try:
            signature.bind(*expected)
        except TypeError:
            yield (
                f"{method.__qualname__}{signature}, {_format_location(method)}: "
                f"the function is called with ({', '.join(expected[1:])}), but "
                "its parameters do not match. Write def "
                f"{name}({', '.join(expected)})."
            )


def _find_declared_method(function_class: type, name: str) -> Any:
    for one in function_class.__mro__:
        declared = vars(one).get(name)
        if one.__module__.partition(".")[0] == "flinksim" and inspect.isfunction(declared):
            return declared
    return None


def _find_silent_generators(methods: dict[str, Any]) -> Iterator[str]:
    result_methods = [
        method for name, method in methods.items() if name.startswith(_RESULT_METHOD_PREFIXES)
    ]
    if all(_is_silent_generator(method) for method in result_methods):
        for method in result_methods:
            yield (
                f"{method.__qualname__}, {_format_location(method)}: this "
                "function is a generator because it contains a yield, but the "
                "yield cannot be reached. So it returns no results. Yield the "
                "results before the return. If there are no results, remove the "
                "yield and return an empty list."
            )


def _is_silent_generator(method: Any) -> bool:
    # Python compiles no instruction for a yield after a return. A generator that only raises is
    # not silent: nobody expects results of it.
    if not inspect.isgeneratorfunction(method):
        return False
    opcodes = {instruction.opname for instruction in dis.get_instructions(method)}
    returns = not opcodes.isdisjoint({"RETURN_VALUE", "RETURN_CONST"})
    return returns and opcodes.isdisjoint({"YIELD_VALUE", "YIELD_FROM"})


def _format_location(method: Any) -> str:
    return f"{method.__code__.co_filename}:{method.__code__.co_firstlineno}"
