"""Times as PyFlink's worker takes them: as a ``long`` of C."""

from __future__ import annotations

from typing import Any

from flinksim.core.java.timestamps import timestamp_from


def c_long_from(number: Any, found_in: str) -> int:
    """What a program gives as a time; what a float has behind its point is lost.

    Errors: ``OverflowError`` if 64 bits do not hold it, where Java's would wrap around.
    """
    time = int(number) if isinstance(number, float) else number
    if timestamp_from(time, found_in) != time:
        raise OverflowError("Python int too large to convert to C long")
    return int(time)
