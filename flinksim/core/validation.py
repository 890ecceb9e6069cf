"""Decorators that check arguments against the annotations of a function.

Use them for functions that declare a program or inspect its results, not for code that runs for
each record. Not in Flink.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import functools
import inspect
import os
import sys
import types
import typing
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from flinksim.core.pyflink_errors import KindRefusedByPython, refuse_or_warn
from flinksim.core.safe_repr import told_value

_F = TypeVar("_F", bound=Callable[..., Any])

_WORDS: dict[Any, str] = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bytes: "bytes",
    bool: "True or False",
    type(None): "None",
    dict: "a dict",
    os.PathLike: "a path",
    collections.abc.Mapping: "a mapping",
    collections.abc.Iterable: "what one can iterate over",
}
_MANY = {list: "a list", tuple: "a tuple", set: "a set", frozenset: "a set",
         collections.abc.Sequence: "a list", collections.abc.Collection: "a list"}  # fmt: skip


def checked_as_flink_does(function: _F) -> _F:
    """Check arguments as :func:`checked` does, but only warn under PyFlink's semantics."""
    return _checked(function, refuse_or_warn)


def checked(function: _F) -> _F:
    """Wrap *function* so that it checks its arguments against its annotations.

    Names that exist only for type checkers, and types that cannot be checked at run time, are
    ignored.

    Raises:
        TypeError: if an argument has the wrong type; the message names function, argument, expected
            type and value.
        ValueError: if an argument is not one of the values of a ``Literal``.
    """
    return _checked(function, _refuse)


def _refuse(error: TypeError | ValueError) -> None:
    raise error


def _checked(function: _F, refuse: Callable[[TypeError | ValueError], None]) -> _F:
    @functools.cache  # resolved on the first call, as most functions are never called
    def load_annotations() -> tuple[inspect.Signature, dict[str, Any]]:
        signature = inspect.signature(function)
        annotations = {name: each.annotation for name, each in signature.parameters.items()}
        return signature, _kinds_of(annotations, getattr(function, "__globals__", {}))

    def get_callee_name(given: dict[str, Any]) -> str:
        """Return the name that the caller used: the class or the function."""
        if function.__name__ == "__init__":
            return type(given["self"]).__name__
        if "self" in given:
            return function.__name__
        return function.__qualname__.rpartition("<locals>.")[2]  # Class.method for a static method

    @functools.wraps(function)
    def call(*args: Any, **words: Any) -> Any:
        signature, kinds = load_annotations()
        try:
            arguments = signature.bind(*args, **words).arguments
        except TypeError:
            return function(*args, **words)  # raises Python's own error
        for name, value in arguments.items():
            if name in kinds:
                for each in _values_of(signature.parameters[name], value):
                    if error := _wrong(get_callee_name(arguments), name, each, kinds[name]):
                        refuse(error)
        return function(*args, **words)

    return typing.cast(_F, call)


def check_fields(made: Any) -> None:
    """Check the fields of a dataclass instance; call it in ``__post_init__``.

    Raises:
        TypeError: if a field has the wrong type.
        ValueError: if a field is not one of the values of a ``Literal``.
    """
    cls = type(made)
    names = vars(sys.modules[cls.__module__])
    kinds = _kinds_of({each.name: each.type for each in dataclasses.fields(made)}, names)
    for name, kind in kinds.items():
        if error := _wrong(cls.__name__, name, getattr(made, name), kind):
            raise error


def _kinds_of(annotations: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    resolved: dict[str, Any] = {}
    for name, annotation in annotations.items():
        if isinstance(annotation, str):
            try:
                annotation = eval(annotation, names)
            except (NameError, TypeError):
                continue
        if annotation is not inspect.Parameter.empty:
            resolved[name] = annotation
    return resolved


def _values_of(parameter: inspect.Parameter, value: Any) -> list[Any]:
    """List the values passed for *parameter*, several for ``*args`` and ``**kwargs``."""
    if parameter.kind is parameter.VAR_KEYWORD:
        return list(value.values())
    return list(value) if parameter.kind is parameter.VAR_POSITIONAL else [value]


def _wrong(called: str, name: str, value: Any, kind: Any) -> TypeError | ValueError | None:
    if _is(value, kind):
        return None
    found = f"{told_value(value, 80)} ({type(value).__name__})"
    if isinstance(value, type):
        found = f"the class {value.__name__} itself"
    error_class = ValueError if _is_another_word(value, kind) else KindRefusedByPython
    return error_class(f"{called}({name}): expected {_words(kind)}, found {found}.")


def _is_another_word(value: Any, kind: Any) -> bool:
    """Return whether *value* has the type of a ``Literal`` but is none of its values."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return any(_is_another_word(value, part) for part in parts)
    return origin is Literal and any(type(value) is type(word) for word in parts)


def _is(value: Any, kind: Any) -> bool:
    origin = typing.get_origin(kind)
    parts = typing.get_args(kind)
    if kind is None:
        return value is None
    if origin in (typing.Union, types.UnionType):
        return any(_is(value, part) for part in parts)
    if origin is Literal:
        return any(value == part and type(value) is type(part) for part in parts)
    if origin is collections.abc.Callable:
        return callable(value)
    if origin is type:
        return isinstance(value, type)
    if origin in _MANY:
        return _is_many(value, origin, parts)
    runtime_type = origin or kind
    if not isinstance(runtime_type, type) or runtime_type is Any:
        return True
    if getattr(runtime_type, "_is_protocol", False):
        return all(hasattr(value, name) for name in _names_in(runtime_type))
    if runtime_type in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, (int, float) if runtime_type is float else runtime_type)


def _names_in(protocol: type) -> list[str]:
    """List the public members of *protocol*."""
    declared = [*vars(protocol).get("__annotations__", ()), *vars(protocol)]
    return [name for name in dict.fromkeys(declared) if not name.startswith("_")]


def _is_many(value: Any, origin: Any, parts: tuple[Any, ...]) -> bool:
    if not isinstance(value, origin) or isinstance(value, str | bytes):
        return False
    if origin is tuple and parts[-1:] != (Ellipsis,):
        return len(value) == len(parts) and all(map(_is, value, parts))
    return not parts or all(_is(each, parts[0]) for each in value)


def _words(kind: Any) -> str:
    """Describe a type for an error message."""
    origin = typing.get_origin(kind)
    parts = typing.get_args(kind)
    if kind is None:
        return "None"
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_words(part) for part in parts))
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if origin is collections.abc.Callable:
        return "a function"
    if origin is type:
        return "a class"
    if origin in _MANY:
        inner = [_words(part) for part in parts if part is not Ellipsis]
        return f"{_MANY[origin]} of {', '.join(inner)}" if inner else _MANY[origin]
    runtime_type = origin or kind
    name = getattr(runtime_type, "__name__", str(runtime_type))
    if getattr(runtime_type, "_is_protocol", False):
        return f"an object with {', '.join(_names_in(runtime_type))}"
    return _WORDS.get(runtime_type, f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}")
