"""Converts the values that learners compute into plain values of exact types.

A number may come from numpy or from a division, and a duration may be an object. These are the same
answers as an int. Anything else is left as it is, so that a parser can reject it. Not in Flink.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from datetime import time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any

from flinksim.common import Duration, Time

_NANOS_PER_MS = 1_000_000
_MAX_DIGITS = 20
"""A longer Decimal of a few characters may have a million digits."""

_LISTS: tuple[type[Any], ...] = (range, deque, type({}.keys()), type({}.values()), type({}.items()))
_DICTS = (dict, Counter, OrderedDict, defaultdict)


def simplify_value(value: Any) -> Any:
    """Convert numbers, durations and times of day, also inside of lists, sets and dicts.

    >>> simplify_value([86.0, Duration.of_seconds(2)])
    [86, '2000 ms']
    >>> simplify_value(Counter("aab").values())
    [2, 1]
    """
    kind = type(value)
    if kind in (list, tuple, set, frozenset):
        return kind(map(simplify_value, value))
    if kind in _LISTS:
        return [simplify_value(one) for one in value]
    if kind in _DICTS:
        return {simplify_value(key): simplify_value(one) for key, one in value.items()}
    if kind.__module__ == "numpy" and hasattr(value, "tolist"):
        return simplify_value(value.tolist()) if value is not value.tolist() else value
    if isinstance(value, Enum) and type(value.value) in (int, str):
        return value.value
    if kind is float and value.is_integer():
        return int(value)
    if kind is Decimal and value.is_finite() and abs(value.adjusted()) < _MAX_DIGITS:
        return int(value) if value == int(value) else value
    if kind is Duration:
        return _format_ms(value.to_nanos(), _NANOS_PER_MS)
    if kind is Time:
        return f"{value.to_milliseconds()} ms"
    if kind is timedelta:
        return _format_ms(value // timedelta(microseconds=1), 1_000)
    if kind is time:
        return value.strftime("%H:%M")
    return value


def _format_ms(amount: int, per_ms: int) -> str:
    """Format an amount as milliseconds with its exact fraction, which a parser may reject."""
    sign, (whole, rest) = "-" * (amount < 0), divmod(abs(amount), per_ms)
    fraction = f".{rest:0{len(str(per_ms)) - 1}}" if rest else ""
    return f"{sign}{whole}{fraction} ms"
