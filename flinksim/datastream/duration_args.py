"""Durations as arguments of the windowing API."""

from __future__ import annotations

from datetime import timedelta
from typing import TypeAlias

from flinksim.common.time import Duration, Time
from flinksim.core.pyflink_errors import PythonTypeMismatchError

DurationLike: TypeAlias = Time | Duration | timedelta


def to_milliseconds(duration: DurationLike, argument: str) -> int:
    """Convert *duration* to whole milliseconds.

    Raises:
        TypeError: If it is no duration; the message contains *argument*.
    """
    if isinstance(duration, Time):
        return duration.to_milliseconds()
    if isinstance(duration, Duration):
        return duration.to_millis()
    if isinstance(duration, timedelta):
        return duration // timedelta(milliseconds=1)
    raise PythonTypeMismatchError(
        f"{argument}: expected a duration such as Time.seconds(10) or "
        f"Duration.of_seconds(10), found {duration!r}"
    )
