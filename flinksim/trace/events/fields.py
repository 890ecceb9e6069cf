"""What the fields of facts hold, and what many facts can lie within."""

from __future__ import annotations

from typing import Literal, TypeAlias

Timestamp: TypeAlias = int
"""Epoch milliseconds; ``MIN_TIMESTAMP`` and ``MAX_TIMESTAMP`` are written "MIN" and "MAX"."""
Count: TypeAlias = int
"""A number of things, never negative."""
ElementKind: TypeAlias = Literal[
    "record",
    "watermark",
    "idle",
    "active",
    "endOfData",
    "endOfPartition",
    "barrier",
    "cancelMarker",
    "latency",
]
TimeDomain: TypeAlias = Literal["event", "processing"]
RECEIVED = ("ElementReceived", "ElementProcessed")
READS = ("StateRead", "StateEntryRead")
USER_CODE = ("ElementProcessed", "TimerFired", "WindowFired", *READS)
"""A function does what it does for what it was called with, and for what it has read since."""
WRITERS = (
    *RECEIVED,
    *READS,
    "StateUpdated",
    "WatermarkEmitted",
    "StatusEmitted",
    "WindowFired",
    "TimerFired",
    "SourceRecordRead",
    "SourceFinished",
    "MailTaken",
)
"""What makes an operator put something out."""
