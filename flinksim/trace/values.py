"""Values of records, keys and states, as a trace keeps them.

A trace must not change when a user's object does, and must be written as text; so numbers, strings,
booleans, ``None`` and tuples of these are kept as they are, lists become tuples, and everything else
becomes a text: the one that its ``str`` gives at that moment, but sets and mappings in an order that no
hash seed decides, and objects whose text has their address without it.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

Value: TypeAlias = Any
"""``None``, bool, int, float, str, or a tuple of values."""

_ADDRESS = re.compile(r"(?<=[\w>]) at 0x[0-9a-fA-F]+>")

_ATOMS = frozenset({str, float, bool, type(None)})

DEEPEST = 100
"""What is nested deeper in a value is kept as a text, which a reader need not follow."""

LARGEST_NUMBER = 1 << 4096
"""Whole numbers beyond it are kept as a text of hexadecimal digits; Python writes no longer ones."""
_LEAST_NUMBER = -LARGEST_NUMBER


_last: Value = None
"""The tuple that was the form of itself last: a record is the value of several facts in a row."""


def freeze(value: Any) -> Value:
    """*value* in the form in which a trace keeps it."""
    global _last
    if value is _last:
        return value
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is int:
        return value if _LEAST_NUMBER < value < LARGEST_NUMBER else hex(value)
    if kind is tuple or kind is list:
        for part in value:
            kind_of_part = type(part)
            if kind_of_part not in _ATOMS and not (
                kind_of_part is int and _LEAST_NUMBER < part < LARGEST_NUMBER
            ):
                return _frozen_parts(value, DEEPEST - 4)
        if kind is list:
            return tuple(value)
        _last = value
        return value
    return text_of(value)


def _frozen_parts(value: tuple[Any, ...] | list[Any], deepest: int) -> Value:
    return tuple(
        [
            (_frozen_parts(part, deepest - 1) if deepest else text_of(part))
            if type(part) in (tuple, list)
            else freeze(part)
            for part in value
        ]
    )


def text_of(value: Any) -> str:
    """The text that stands for an object: the same in every process.

    Not ``str(value)`` alone: that of a set depends on the hash seed, that of an object without one on
    where it lies in memory, and that of a number with thousands of digits is an error.
    """
    kind: Any = type(value)
    try:
        if kind.__str__ is object.__str__ and kind.__repr__ in _CONTAINERS:
            return _part(value)
        if _has_no_text(kind):
            return f"<{kind.__qualname__} object>"
        if is_dataclass(value) and _reprs_fields(kind) and kind.__str__ is object.__str__:
            return _part(value)
        return _without_addresses(str(value))
    except Exception as error:  # a text that fails is the program's affair, and no reason to stop
        return f"<{kind.__qualname__} object: {type(error).__name__} in its text>"


_CONTAINERS = {each.__repr__ for each in (set, frozenset, dict, list, tuple)}


def _has_no_text(kind: Any) -> bool:
    return kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__


def _reprs_fields(kind: Any) -> bool:
    return getattr(kind.__repr__, "__wrapped__", None) is not None  # as dataclasses make it


def _part(value: Any) -> str:
    """*value* as it stands within the text of a container."""
    kind: Any = type(value)
    if kind is int:
        return repr(freeze(value))
    if kind is tuple:
        parts = [_part(part) for part in value]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if kind is list:
        return f"[{', '.join(map(_part, value))}]"
    if kind is dict:
        return "{" + ", ".join(f"{_part(key)}: {_part(part)}" for key, part in value.items()) + "}"
    if kind.__repr__ in (set.__repr__, frozenset.__repr__):
        inside = "{" + ", ".join(sorted(map(_part, value))) + "}" if value else ""
        return inside if kind is set and value else f"{kind.__name__}({inside})"
    if is_dataclass(value) and _reprs_fields(kind):
        shown = [each.name for each in fields(value) if each.repr]
        inside = ", ".join(f"{name}={_part(getattr(value, name))}" for name in shown)
        return f"{type(value).__qualname__}({inside})"
    if _has_no_text(kind):
        return f"<{kind.__qualname__} object>"
    return _without_addresses(repr(value))


def _without_addresses(text: str) -> str:
    """*text* of an object that may hold functions, generators and the like, which Python tells with
    their place in memory.
    """
    return _ADDRESS.sub(">", text) if " at 0x" in text else text
