"""Counters of a subtask, a channel and an operator, from which metrics are computed. Not in Flink."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.trace.plan import PlanChannel

IDLE, SOFT_BACKPRESSURE, HARD_BACKPRESSURE, BUSY = "idle", "soft", "hard", "busy"
CONDITIONS_BY_REASON = {
    "no input": IDLE,
    "no output buffer": SOFT_BACKPRESSURE,
    "blocked": HARD_BACKPRESSURE,
    "busy": BUSY,
    # as in Flink, where the task is neither idle nor backpressured then
    "final checkpoint": BUSY,
}


@dataclass(slots=True)
class CumulativeCounter:
    """A total that grows over time, with its earlier values."""

    total: float = 0
    times: list[int] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)

    def add(self, time_ms: int, amount: float) -> None:
        self.total += amount
        if self.times and self.times[-1] == time_ms:
            self.totals[-1] = self.total
        else:
            self.times.append(time_ms)
            self.totals.append(self.total)

    def get_total_at(self, time_ms: int) -> float:
        """Return the total at *time_ms*."""
        place = bisect_right(self.times, time_ms)
        if not place:
            return 0
        return self.totals[place - 1]


@dataclass(slots=True)
class TaskCounts:
    """Counters of one subtask.

    ``periods`` are (from, to, condition) in ms of virtual time: when it was idle, backpressured ...
    """

    state: str = "CREATED"
    condition: str = BUSY
    condition_since_ms: int = 0
    spent_ms: dict[str, float] = field(default_factory=dict)
    periods: deque[tuple[int, int, str]] = field(default_factory=deque)
    counts: dict[str, CumulativeCounter] = field(default_factory=dict)
    mail_count: int = 0
    output_in_use: int = 0
    floating_free: int = 0
    event_time_lag_ms: int | None = None
    running_since_ms: int | None = None

    def increment(self, name: str, time_ms: int, amount: int = 1) -> None:
        self.counts.setdefault(name, CumulativeCounter()).add(time_ms, amount)


@dataclass(slots=True)
class ChannelCounts:
    """Counters of one channel, the connection from one subtask to another."""

    plan_channel: PlanChannel
    counts_records_out: bool
    queued: int = 0
    queued_bytes: int = 0
    received: int = 0
    exclusive_empty: int = 0
    received_bytes: int = 0
    bytes_in_transit: deque[int] = field(default_factory=deque)

    def reset(self) -> None:
        """Reset the channel: it is empty, and nothing is in transit."""
        self.queued = self.queued_bytes = self.received = self.received_bytes = 0
        self.exclusive_empty = self.plan_channel.initial_credit
        self.bytes_in_transit.clear()


@dataclass(slots=True)
class OperatorWatermarks:
    """Input and output watermarks of one operator instance; ``downstream`` are the operators after it."""

    inputs: dict[int, int] = field(default_factory=dict)
    output: int = MIN_TIMESTAMP
    downstream: list[OperatorWatermarks] = field(default_factory=list)

    def reset(self) -> None:
        """Reset all watermarks to the minimum."""
        self.inputs = dict.fromkeys(self.inputs, MIN_TIMESTAMP)
        self.output = MIN_TIMESTAMP

    def input_metrics(self) -> Iterator[tuple[str, int]]:
        """Yield the name and value of each input watermark metric of the operator."""
        if self.inputs:
            yield "currentInputWatermark", min(self.inputs.values())
        if len(self.inputs) > 1:
            for number, watermark in sorted(self.inputs.items()):
                yield f"currentInput{number + 1}Watermark", watermark


ZERO_COUNTER = CumulativeCounter()
"""Counter that stands for something that has not happened yet; its total is always 0."""
