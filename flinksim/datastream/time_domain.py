"""The clock of a timer."""

from __future__ import annotations

from enum import Enum

__all__ = ["TimeDomain"]


class TimeDomain(Enum):
    """Event time, driven by watermarks, or processing time, driven by the clock.

    Flink: ``org.apache.flink.streaming.api.TimeDomain``.
    """

    EVENT_TIME = 0
    PROCESSING_TIME = 1
