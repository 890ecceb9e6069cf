"""Values of records, keys and states, as a trace keeps them.

A trace must not change when a user's object does, and must be written as text; so numbers, strings,
booleans, ``None`` and tuples of these are kept as they are, lists become tuples, and everything else
becomes the text that its ``str`` gives at that moment.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Value: TypeAlias = Any
"""``None``, bool, int, float, str, or a tuple of values."""

_ATOMS = frozenset({int, str, float, bool, type(None)})


def freeze(value: Any) -> Value:
    """*value* in the form in which a trace keeps it."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple or kind is list:
        for part in value:
            if type(part) not in _ATOMS:
                return tuple([freeze(part) for part in value])
        return value if kind is tuple else tuple(value)
    return str(value)
