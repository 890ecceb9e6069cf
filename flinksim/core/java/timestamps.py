"""The two timestamps with a meaning of their own.

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


def timestamp_from(number: Any, found_in: str) -> int:
    """A program's *number* as the time that Flink's ``long`` makes of it: the low 64 bits.

    The one door for timestamps, timers and watermarks of a program; behind it all times fit.

    Errors: ``TypeError`` that names *found_in* unless it is a whole number.
    """
    if number.__class__ is int and MIN_TIMESTAMP <= number <= MAX_TIMESTAMP:
        return number
    try:
        return to_long(index(number))
    except TypeError:
        raise TypeError(
            f"{found_in}: expected the time in milliseconds since the epoch, as int, found "
            f"{number!r} ({type(number).__name__})"
        ) from None


def told_timestamp(timestamp: int | None) -> int:
    """*timestamp* as a user function is told it: ``MIN_TIMESTAMP`` if there is none."""
    return MIN_TIMESTAMP if timestamp is None else timestamp


def format_timestamp(timestamp: int | None) -> str:
    """*timestamp* as a person reads it: ``MIN``, ``MAX``, ``none`` or the number."""
    if timestamp is None:
        return "none"
    if timestamp == MIN_TIMESTAMP:
        return "MIN"
    if timestamp == MAX_TIMESTAMP:
        return "MAX"
    return str(timestamp)
