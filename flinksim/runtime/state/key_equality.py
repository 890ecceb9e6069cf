"""Equality of keys as in Java.

In Python ``1``, ``1.0`` and ``True`` are equal, and ``0.0`` and ``-0.0``; in Java they are
different keys. So keyed state and timers are not looked up by the key itself but by its *identity*:
the key if it is a plain ``str`` or ``int`` (or a tuple of those), else a :class:`TypedKey` with it.

Not in Flink.
"""

from __future__ import annotations

import struct
from typing import Any

_PLAIN_TYPES = frozenset({str, int})


class TypedKey:
    """Wrapper of a key that equals another one only if the keys are equal in Java."""

    __slots__ = ("comparison_key", "key")

    def __init__(self, key: Any, comparison_key: tuple[Any, ...]) -> None:
        self.key = key
        self.comparison_key = comparison_key

    def __eq__(self, other: object) -> bool:
        return type(other) is TypedKey and self.comparison_key == other.comparison_key

    def __hash__(self) -> int:
        return self.comparison_key.__hash__()

    def __repr__(self) -> str:
        return f"TypedKey({self.key!r})"


def to_key_identity(key: Any) -> Any:
    """Convert *key* to an object that is equal only to those of keys that are equal in Java.

    >>> to_key_identity("a"), to_key_identity(1.0) == to_key_identity(1)
    ('a', False)

    Raises:
        TypeError: If the key has no hash value, such as a list.
    """
    kind = type(key)
    if kind in _PLAIN_TYPES:
        return key
    if kind is tuple and all(type(part) in _PLAIN_TYPES for part in key):
        return key
    identity = TypedKey(key, _build_comparison_key(key))
    try:
        identity.__hash__()
    except TypeError:
        raise TypeError(
            f"{kind.__name__} {key!r} cannot be used as a key, because it is "
            "mutable and has no hash value. Use a string, a number or a tuple of "
            "these"
        ) from None
    return identity


def from_key_identity(identity: Any) -> Any:
    """Return the key from which :func:`to_key_identity` made *identity*."""
    return identity.key if type(identity) is TypedKey else identity


def _build_comparison_key(key: Any) -> tuple[Any, ...]:
    kind = type(key)
    if kind is float:
        # NaN is equal to itself as a key in Java, and the two zeros are not equal.
        return (kind, b"NaN" if key != key else struct.pack(">d", key))
    if kind is tuple or kind is list:
        return (kind, *(_build_comparison_key(part) for part in key))
    return (kind, key)
