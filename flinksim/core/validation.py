"""Arguments that are checked by the kinds that a function's own annotations name.

For functions that one calls while a program is declared, or on what it left; not for what runs once for
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
    """As :func:`checked`, but where PyFlink is followed the argument is let through with a warning."""
    return _checked(function, refuse_or_warn)


def checked(function: _F) -> _F:
    """*function*, which tells of an argument that is not of the kind that it is annotated with.

    A name that stands only for the type checker, and a type of which one cannot ask, are left alone.

    Raises: TypeError, or ValueError for none of several words; it names function, argument, what was
    expected and what was found.
    """
    return _checked(function, _refuse)


def _refuse(error: TypeError | ValueError) -> None:
    raise error


def _checked(function: _F, refuse: Callable[[TypeError | ValueError], None]) -> _F:
    @functools.cache  # when it is first called: most are not, in most programs
    def declared() -> tuple[inspect.Signature, dict[str, Any]]:
        signature = inspect.signature(function)
        annotations = {name: each.annotation for name, each in signature.parameters.items()}
        return signature, _kinds_of(annotations, getattr(function, "__globals__", {}))

    def own_name(given: dict[str, Any]) -> str:
        """What the caller called: the class that is made, or the function."""
        if function.__name__ == "__init__":
            return type(given["self"]).__name__
        if "self" in given:
            return function.__name__
        return function.__qualname__.rpartition("<locals>.")[
            2
        ]  # Class.method if it is a static one

    @functools.wraps(function)
    def call(*args: Any, **words: Any) -> Any:
        signature, kinds = declared()
        try:
            given = signature.bind(*args, **words).arguments
        except TypeError:
            return function(*args, **words)  # which says it in Python's own words
        for name, value in given.items():
            if name in kinds:
                for each in _values_of(signature.parameters[name], value):
                    if error := _wrong(own_name(given), name, each, kinds[name]):
                        refuse(error)
        return function(*args, **words)

    return typing.cast(_F, call)


def check_fields(made: Any) -> None:
    """The same for the fields of a dataclass; call it in ``__post_init__``."""
    cls = type(made)
    names = vars(sys.modules[cls.__module__])
    kinds = _kinds_of({each.name: each.type for each in dataclasses.fields(made)}, names)
    for name, kind in kinds.items():
        if error := _wrong(cls.__name__, name, getattr(made, name), kind):
            raise error


def _kinds_of(annotations: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, kind in annotations.items():
        if isinstance(kind, str):
            try:
                kind = eval(kind, names)
            except (NameError, TypeError):
                continue
        if kind is not inspect.Parameter.empty:
            found[name] = kind
    return found


def _values_of(parameter: inspect.Parameter, value: Any) -> list[Any]:
    """What was given for *parameter*: several things, if it takes them."""
    if parameter.kind is parameter.VAR_KEYWORD:
        return list(value.values())
    return list(value) if parameter.kind is parameter.VAR_POSITIONAL else [value]


def _wrong(called: str, name: str, value: Any, kind: Any) -> TypeError | ValueError | None:
    if _is(value, kind):
        return None
    found = f"{told_value(value, 80)} ({type(value).__name__})"
    if isinstance(value, type):
        found = f"the class {value.__name__} itself"
    wrong = ValueError if _is_another_word(value, kind) else KindRefusedByPython
    return wrong(f"{called}({name}): expected {_words(kind)}, found {found}.")


def _is_another_word(value: Any, kind: Any) -> bool:
    """Whether *value* is of the kind of the words of a ``Literal``, and none of them."""
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
    asked = origin or kind
    if not isinstance(asked, type) or asked is Any:
        return True
    if getattr(asked, "_is_protocol", False):
        return all(hasattr(value, name) for name in _names_in(asked))
    if asked in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, (int, float) if asked is float else asked)


def _names_in(protocol: type) -> list[str]:
    """What an object of *protocol* has."""
    declared = [*vars(protocol).get("__annotations__", ()), *vars(protocol)]
    return [name for name in dict.fromkeys(declared) if not name.startswith("_")]


def _is_many(value: Any, origin: Any, parts: tuple[Any, ...]) -> bool:
    if not isinstance(value, origin) or isinstance(value, str | bytes):
        return False
    if origin is tuple and parts[-1:] != (Ellipsis,):
        return len(value) == len(parts) and all(map(_is, value, parts))
    return not parts or all(_is(each, parts[0]) for each in value)


def _words(kind: Any) -> str:
    """What stands in an error for *kind*."""
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
    asked = origin or kind
    name = getattr(asked, "__name__", str(asked))
    if getattr(asked, "_is_protocol", False):
        return f"an object with {', '.join(_names_in(asked))}"
    return _WORDS.get(asked, f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}")
