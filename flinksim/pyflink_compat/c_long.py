"""Timestamps as PyFlink's worker accepts them: as a C ``long``."""

from __future__ import annotations

from typing import Any

from flinksim.core.java.timestamps import to_timestamp


def to_c_long(number: Any, found_in: str) -> int:
    """Convert a timestamp of a user's program to a C ``long``; the fraction of a float is truncated.

    *found_in* names its place in the error.

    Raises:
        OverflowError: The value does not fit into 64 bits, where Java would wrap around.
    """
    time = int(number) if isinstance(number, float) else number
    if to_timestamp(time, found_in) != time:
        raise OverflowError("Python int too large to convert to C long")
    return int(time)
