"""The virtual processing-time clock of a run."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Protocol

from flinksim.common.timestamps import MAX_TIMESTAMP


def timer_due_ms(timestamp: int, now_ms: int) -> int:
    """When a registered timer of *timestamp* is called: one millisecond late, or at once if past.

    So no record of the millisecond *timestamp* itself comes behind its timer; a watermark promises
    the same.

    Flink: ``ProcessingTimeServiceUtil.getProcessingTimeDelay``.
    """
    return max(timestamp + 1, now_ms)


class ScheduledCall:
    """Something that happens when the clock reaches ``timestamp``, unless cancelled before.

    With a ``period_ms`` it happens again that long after, until it is cancelled.
    """

    __slots__ = ("callback", "cancelled", "period_ms", "timestamp")

    def __init__(self, timestamp: int, callback: Callable[[int], None], period_ms: int = 0) -> None:
        self.timestamp = timestamp
        self.callback = callback
        self.period_ms = period_ms
        self.cancelled = False

    def cancel(self) -> None:
        """It will not happen; no effect if it has."""
        self.cancelled = True


class LiveInput(Protocol):
    """Something that reads what nobody knows beforehand, such as a socket."""

    @property
    def has_ended(self) -> bool: ...

    def wait_for_input(self, timeout_s: float | None) -> None:
        """Return when something is there, or after *timeout_s* seconds."""

    def check_input(self) -> None:
        """Look whether something is there, now that the clock has moved."""


class SimulatedClock:
    """Processing time, in epoch milliseconds, that moves only when told to.

    What is due at the same millisecond happens in the order in which it was scheduled.
    Not in Flink; it stands for the wall clock and ``SystemProcessingTimeService``.
    """

    __slots__ = ("_calls", "_sequence", "live_inputs", "now_ms", "on_scheduled")

    def __init__(self, start_ms: int = 0) -> None:
        self.now_ms = start_ms
        self._calls: list[tuple[int, bool, int, ScheduledCall]] = []
        self._sequence = 0
        self.on_scheduled: Callable[[], None] | None = None
        self.live_inputs: list[LiveInput] = []

    def add_live_input(self, live_input: LiveInput) -> None:
        """From now on the clock does not run ahead of real time, for *live_input*'s sake."""
        self.live_inputs.append(live_input)
        if self.on_scheduled is not None:
            self.on_scheduled()

    def schedule(
        self,
        timestamp: int,
        callback: Callable[[int], None],
        *,
        after_timers: bool = False,
        period_ms: int = 0,
    ) -> ScheduledCall:
        """Call *callback* with *timestamp* as soon as the clock is at or past it.

        With *after_timers* it comes behind all else of the same millisecond: records do. With a
        *period_ms* it is called again that long after each call. What is scheduled for a time that
        64 bits do not hold never happens.
        """
        call = ScheduledCall(timestamp, callback, period_ms)
        self._push(call, after_timers)
        if self.on_scheduled is not None:
            self.on_scheduled()
        return call

    def _push(self, call: ScheduledCall, after_timers: bool = False) -> None:
        if call.timestamp <= MAX_TIMESTAMP:
            heapq.heappush(self._calls, (call.timestamp, after_timers, self._sequence, call))
            self._sequence += 1

    def next_due_ms(self) -> int | None:
        """When the next thing happens, or ``None`` if nothing is scheduled."""
        while self._calls and self._calls[0][3].cancelled:
            heapq.heappop(self._calls)
        return self._calls[0][0] if self._calls else None

    def advance_to(self, timestamp: int) -> None:
        """Move to *timestamp*, never back, and let everything happen that is due by then.

        What the calls schedule for a time already reached happens too.
        """
        self.now_ms = max(self.now_ms, timestamp)
        while self._calls and self._calls[0][0] <= self.now_ms:
            _, _, _, call = heapq.heappop(self._calls)
            if call.cancelled:
                continue
            due = call.timestamp
            if call.period_ms:
                call.timestamp = self.now_ms + call.period_ms
                self._push(call)
            else:
                call.cancelled = True
            call.callback(due)
