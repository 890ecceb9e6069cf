"""The two timestamps with a special meaning, and conversion of a program's timestamps.

All timestamps are epoch milliseconds in a signed 64-bit range, as in Flink.
"""

from __future__ import annotations

from operator import index
from typing import Any

from flinksim.core.java.int64 import to_long

MIN_TIMESTAMP = -(1 << 63)
"""``Long.MIN_VALUE``: the watermark before the first one, and Flink's "no timestamp"."""

MAX_TIMESTAMP = (1 << 63) - 1
"""``Long.MAX_VALUE``: the watermark at the end of input (Flink: ``Watermark.MAX_WATERMARK``)."""


def to_timestamp(number: Any, context: str) -> int:
    """Convert a program's *number* to a Java ``long``: the low 64 bits.

    All timestamps, timers and watermarks of a program pass through here, so all later times fit.

    Args:
        number: the number.
        context: where it comes from, for the error message.

    Raises:
        TypeError: if *number* is not a whole number; the message names *context*.
    """
    if number.__class__ is int and MIN_TIMESTAMP <= number <= MAX_TIMESTAMP:
        return number
    try:
        return to_long(index(number))
    except TypeError:
        raise TypeError(
            f"{context}: expected the time in milliseconds since the epoch, as int, found "
            f"{number!r} ({type(number).__name__})"
        ) from None


def to_user_timestamp(timestamp: int | None) -> int:
    """Return *timestamp* as user functions see it: ``MIN_TIMESTAMP`` if there is none."""
    return MIN_TIMESTAMP if timestamp is None else timestamp


def format_timestamp(timestamp: int | None) -> str:
    """Format *timestamp* for display: ``MIN``, ``MAX``, ``none`` or the number."""
    if timestamp is None:
        return "none"
    if timestamp == MIN_TIMESTAMP:
        return "MIN"
    if timestamp == MAX_TIMESTAMP:
        return "MAX"
    return str(timestamp)
