"""The types of event fields, and groups of event types that share their parents."""

from __future__ import annotations

from typing import Literal, TypeAlias

Timestamp: TypeAlias = int
"""Epoch milliseconds. ``MIN_TIMESTAMP`` and ``MAX_TIMESTAMP`` are written as "MIN" and "MAX"."""
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
RECEIVE_KINDS = ("ElementReceived", "ElementProcessed")
STATE_READ_KINDS = ("StateRead", "StateEntryRead")
USER_CODE_KINDS = ("ElementProcessed", "TimerFired", "WindowFired", *STATE_READ_KINDS)
"""Event types that can cause user code to act: a call of the function, and its reads of state."""
OUTPUT_PARENT_KINDS = (
    *RECEIVE_KINDS,
    *STATE_READ_KINDS,
    "StateUpdated",
    "WatermarkEmitted",
    "StatusEmitted",
    "WindowFired",
    "PartialResultEmitted",
    "TimerFired",
    "SourceRecordRead",
    "SourceFinished",
    "MailTaken",
)
"""Event types that can cause an operator to emit something."""
