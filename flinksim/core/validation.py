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

from flinksim.core.pyflink_errors import PythonTypeMismatchError, raise_or_warn
from flinksim.core.safe_repr import format_repr
from flinksim.core.source_locations import shorten_in_notebook

_F = TypeVar("_F", bound=Callable[..., Any])

_TYPE_DESCRIPTIONS: dict[Any, str] = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bytes: "bytes",
    bool: "True or False",
    type(None): "None",
    dict: "a dict",
    os.PathLike: "a path",
    collections.abc.Mapping: "a mapping",
    collections.abc.Iterable: "an iterable",
}
_COLLECTION_DESCRIPTIONS = {list: "a list", tuple: "a tuple", set: "a set", frozenset: "a set",
         collections.abc.Sequence: "a list", collections.abc.Collection: "a list"}  # fmt: skip


def validate_arguments_like_flink(function: _F) -> _F:
    """Check arguments as :func:`validate_arguments` does, but only warn under PyFlink's semantics."""
    return _wrap_with_checks(function, raise_or_warn)


def validate_arguments(function: _F) -> _F:
    """Wrap *function* so that it checks its arguments against its annotations.

    Names that exist only for type checkers, and types that cannot be checked at run time, are
    ignored.

    Raises:
        TypeError: if an argument has the wrong type; the message names function, argument, expected
            type and value.
        ValueError: if an argument is not one of the values of a ``Literal``.
    """
    return _wrap_with_checks(function, _raise)


def _raise(error: TypeError | ValueError) -> None:
    raise shorten_in_notebook(error)


def _wrap_with_checks(function: _F, on_error: Callable[[TypeError | ValueError], None]) -> _F:
    @functools.cache  # resolved on the first call, as most functions are never called
    def load_annotations() -> tuple[inspect.Signature, dict[str, Any]]:
        signature = inspect.signature(function)
        annotations = {name: each.annotation for name, each in signature.parameters.items()}
        return signature, _resolve_annotations(annotations, getattr(function, "__globals__", {}))

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
                for each in _list_argument_values(signature.parameters[name], value):
                    if error := _find_error(get_callee_name(arguments), name, each, kinds[name]):
                        on_error(error)
        return function(*args, **words)

    return typing.cast(_F, call)


def validate_fields(instance: Any) -> None:
    """Check the fields of a dataclass instance; call it in ``__post_init__``.

    Raises:
        TypeError: if a field has the wrong type.
        ValueError: if a field is not one of the values of a ``Literal``.
    """
    cls = type(instance)
    names = vars(sys.modules[cls.__module__])
    kinds = _resolve_annotations(
        {each.name: each.type for each in dataclasses.fields(instance)}, names
    )
    for name, kind in kinds.items():
        if error := _find_error(cls.__name__, name, getattr(instance, name), kind):
            raise error


def _resolve_annotations(annotations: dict[str, Any], namespace: dict[str, Any]) -> dict[str, Any]:
    resolved: dict[str, Any] = {}
    for name, annotation in annotations.items():
        if isinstance(annotation, str):
            try:
                annotation = eval(annotation, namespace)
            except (NameError, TypeError):
                continue
        if annotation is not inspect.Parameter.empty:
            resolved[name] = annotation
    return resolved


def _list_argument_values(parameter: inspect.Parameter, value: Any) -> list[Any]:
    """List the values passed for *parameter*, several for ``*args`` and ``**kwargs``."""
    if parameter.kind is parameter.VAR_KEYWORD:
        return list(value.values())
    return list(value) if parameter.kind is parameter.VAR_POSITIONAL else [value]


def _find_error(
    function_name: str, argument_name: str, value: Any, expected_type: Any
) -> TypeError | ValueError | None:
    if _is_instance(value, expected_type):
        return None
    found = f"{format_repr(value, 80)} ({type(value).__name__})"
    if isinstance(value, type):
        found = f"the class {value.__name__} itself"
    error_class = (
        ValueError if _is_unknown_literal(value, expected_type) else PythonTypeMismatchError
    )
    return error_class(
        f"{function_name}({argument_name}): expected {_describe_type(expected_type)}, found {found}."
    )


def _is_unknown_literal(value: Any, expected_type: Any) -> bool:
    """Return whether *value* has the type of a ``Literal`` but is none of its values."""
    origin, parts = typing.get_origin(expected_type), typing.get_args(expected_type)
    if origin in (typing.Union, types.UnionType):
        return any(_is_unknown_literal(value, part) for part in parts)
    return origin is Literal and any(type(value) is type(word) for word in parts)


def _is_instance(value: Any, expected_type: Any) -> bool:
    origin = typing.get_origin(expected_type)
    parts = typing.get_args(expected_type)
    if expected_type is None:
        return value is None
    if origin in (typing.Union, types.UnionType):
        return any(_is_instance(value, part) for part in parts)
    if origin is Literal:
        return any(value == part and type(value) is type(part) for part in parts)
    if origin is collections.abc.Callable:
        return callable(value)
    if origin is type:
        return isinstance(value, type)
    if origin in _COLLECTION_DESCRIPTIONS:
        return _is_collection(value, origin, parts)
    runtime_type = origin or expected_type
    if not isinstance(runtime_type, type) or runtime_type is Any:
        return True
    if getattr(runtime_type, "_is_protocol", False):
        return all(hasattr(value, name) for name in _list_protocol_members(runtime_type))
    if runtime_type in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, (int, float) if runtime_type is float else runtime_type)


def _list_protocol_members(protocol: type) -> list[str]:
    """List the public members that *protocol*, a ``typing.Protocol``, requires."""
    declared = [*vars(protocol).get("__annotations__", ()), *vars(protocol)]
    return [name for name in dict.fromkeys(declared) if not name.startswith("_")]


def _is_collection(value: Any, origin: Any, parts: tuple[Any, ...]) -> bool:
    if not isinstance(value, origin) or isinstance(value, str | bytes):
        return False
    if origin is tuple and parts[-1:] != (Ellipsis,):
        return len(value) == len(parts) and all(map(_is_instance, value, parts))
    return not parts or all(_is_instance(each, parts[0]) for each in value)


def _describe_type(expected_type: Any) -> str:
    """Describe a type for an error message."""
    origin = typing.get_origin(expected_type)
    parts = typing.get_args(expected_type)
    if expected_type is None:
        return "None"
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_describe_type(part) for part in parts))
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if origin is collections.abc.Callable:
        return "a function"
    if origin is type:
        return "a class"
    if origin in _COLLECTION_DESCRIPTIONS:
        inner = [_describe_type(part) for part in parts if part is not Ellipsis]
        return (
            f"{_COLLECTION_DESCRIPTIONS[origin]} of {', '.join(inner)}"
            if inner
            else _COLLECTION_DESCRIPTIONS[origin]
        )
    runtime_type = origin or expected_type
    name = getattr(runtime_type, "__name__", str(runtime_type))
    if getattr(runtime_type, "_is_protocol", False):
        return f"an object with {', '.join(_list_protocol_members(runtime_type))}"
    return _TYPE_DESCRIPTIONS.get(runtime_type, f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}")
