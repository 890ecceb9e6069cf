"""Conversion of records, keys and states into the immutable values that a trace stores.

A trace must not change when a user's object does, and must be writable as text. Numbers, strings,
booleans, ``None`` and tuples of these are stored as they are. Lists become tuples.

All other objects are stored as the text that their ``str`` returns at that time, with two changes.
The elements of sets and mappings have an order that is independent of the hash seed. The text of an
object that contains its memory address is stored without it.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

Value: TypeAlias = Any
"""``None``, bool, int, float, str, or a tuple of values."""

_ADDRESS = re.compile(r"(?<=[\w>]) at 0x[0-9a-fA-F]+>")

_ATOMIC_TYPES = frozenset({str, float, bool, type(None)})

MAX_DEPTH = 100
"""Maximum nesting depth of a value. Deeper parts are stored as text."""

MAX_INTEGER = 1 << 4096
"""Integers beyond it are stored as hexadecimal text; Python refuses to write longer decimals."""
_MIN_INTEGER = -MAX_INTEGER


_last_frozen: Value = None
"""The last tuple that needed no conversion, so that it is not checked again.

The same record is often the value of several events in a row.
"""


def freeze(value: Any) -> Value:
    """Return *value* in the form in which a trace stores it.

    >>> freeze(["a", 1, {"b": 2}])
    ('a', 1, "{'b': 2}")
    """
    global _last_frozen
    if value is _last_frozen:
        return value
    kind = type(value)
    if kind in _ATOMIC_TYPES:
        return value
    if kind is int:
        return value if _MIN_INTEGER < value < MAX_INTEGER else hex(value)
    if kind is tuple or kind is list:
        for part in value:
            kind_of_part = type(part)
            if kind_of_part not in _ATOMIC_TYPES and not (
                kind_of_part is int and _MIN_INTEGER < part < MAX_INTEGER
            ):
                return _freeze_parts(value, MAX_DEPTH - 4)
        if kind is list:
            return tuple(value)
        _last_frozen = value
        return value
    return to_stable_text(value)


def _freeze_parts(value: tuple[Any, ...] | list[Any], remaining_depth: int) -> Value:
    return tuple(
        [
            (_freeze_parts(part, remaining_depth - 1) if remaining_depth else to_stable_text(part))
            if type(part) in (tuple, list)
            else freeze(part)
            for part in value
        ]
    )


def to_stable_text(value: Any) -> str:
    """Return a text for an object that is the same in every process.

    ``str(value)`` alone is not enough. That of a set depends on the hash seed, that of an object
    without ``__str__`` on its memory address, and that of a number with thousands of digits is an
    error.
    """
    kind: Any = type(value)
    try:
        if kind.__str__ is object.__str__ and kind.__repr__ in _CONTAINER_REPRS:
            return _format_part(value)
        if _has_default_repr(kind):
            return f"<{kind.__qualname__} object>"
        if is_dataclass(value) and _has_dataclass_repr(kind) and kind.__str__ is object.__str__:
            return _format_part(value)
        return _remove_addresses(str(value))
    except Exception as error:  # must not stop the run
        return f"<{kind.__qualname__} object: {type(error).__name__} in its text>"


_CONTAINER_REPRS = {each.__repr__ for each in (set, frozenset, dict, list, tuple)}


def _has_default_repr(kind: Any) -> bool:
    return kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__


def _has_dataclass_repr(kind: Any) -> bool:
    return getattr(kind.__repr__, "__wrapped__", None) is not None  # made by dataclass


def _format_part(value: Any) -> str:
    """Format *value* as it appears within the text of a container."""
    kind: Any = type(value)
    if kind is int:
        return repr(freeze(value))
    if kind is tuple:
        parts = [_format_part(part) for part in value]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if kind is list:
        return f"[{', '.join(map(_format_part, value))}]"
    if kind is dict:
        return (
            "{"
            + ", ".join(f"{_format_part(key)}: {_format_part(part)}" for key, part in value.items())
            + "}"
        )
    if kind.__repr__ in (set.__repr__, frozenset.__repr__):
        inside = "{" + ", ".join(sorted(map(_format_part, value))) + "}" if value else ""
        return inside if kind is set and value else f"{kind.__name__}({inside})"
    if is_dataclass(value) and _has_dataclass_repr(kind):
        shown = [each.name for each in fields(value) if each.repr]
        inside = ", ".join(f"{name}={_format_part(getattr(value, name))}" for name in shown)
        return f"{type(value).__qualname__}({inside})"
    if _has_default_repr(kind):
        return f"<{kind.__qualname__} object>"
    return _remove_addresses(repr(value))


def _remove_addresses(text: str) -> str:
    """Remove the memory addresses that Python shows for functions, generators and the like."""
    return _ADDRESS.sub(">", text) if " at 0x" in text else text
