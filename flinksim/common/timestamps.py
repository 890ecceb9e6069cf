"""The two timestamps with a meaning of their own.

All timestamps are epoch milliseconds in a signed 64-bit range, as in Flink.
"""

from __future__ import annotations

MIN_TIMESTAMP = -(1 << 63)
"""``Long.MIN_VALUE``: the watermark before the first one, and Flink's "no timestamp"."""

MAX_TIMESTAMP = (1 << 63) - 1
"""``Long.MAX_VALUE``: the watermark at the end of input (Flink: ``Watermark.MAX_WATERMARK``)."""


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
