"""The virtual processing-time clock of a run."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Protocol

from flinksim.core.java.timestamps import MAX_TIMESTAMP


def timer_due_ms(timestamp: int, now_ms: int) -> int:
    """When a registered timer of *timestamp* is called: one millisecond late, or at once if past.

    So no record of the millisecond *timestamp* itself comes behind its timer; a watermark promises
    the same.

    Flink: ``ProcessingTimeServiceUtil.getProcessingTimeDelay``.
    """
    return max(timestamp + 1, now_ms)


class ScheduledCall:
    """Something that happens when the clock reaches ``timestamp``, unless cancelled before.

    With a ``period_ms`` it happens again that long after, until it is cancelled. A *tick*, which
    happens every ``tick_ms`` in one way or another, brings nothing new before ``quiet_until``, if it
    ``is_taken_up`` at once: one that would have to wait may come too late to be of no account.
    """

    __slots__ = ("callback", "cancelled", "is_taken_up", "period_ms", "quiet_until", "tick_ms",
                 "timestamp")  # fmt: skip

    def __init__(self, timestamp: int, callback: Callable[[int], None], period_ms: int = 0) -> None:
        self.timestamp = timestamp
        self.callback = callback
        self.period_ms = period_ms
        self.cancelled = False
        self.tick_ms = 0
        self.quiet_until: Callable[[], int] | None = None
        self.is_taken_up: Callable[[], bool] = lambda: True

    def cancel(self) -> None:
        """It will not happen; no effect if it has."""
        self.cancelled = True


def is_tick(call: object, tick_ms: int, quiet_until: Callable[[], int]) -> None:
    """Say of *call* that it is a tick, which the clock may skip; of no account in a test harness."""
    if isinstance(call, ScheduledCall):
        call.tick_ms = tick_ms
        call.quiet_until = quiet_until


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

    def is_ahead(self) -> bool:
        """Whether nothing is due before the clock moves on, and nothing live keeps it."""
        calls = self._calls
        return not self.live_inputs and (not calls or calls[0][0] > self.now_ms)

    def skip_quiet_ticks(self) -> int:
        """Put ticks that bring nothing new off until something else is due; how many were skipped.

        Only if there is something else. What is due together then comes in the order in which it would
        have come: a tick had been scheduled anew one tick before.
        """
        if self.next_due_ms() is None or self._calls[0][3].quiet_until is None:
            return 0
        limit: int | None = None
        ticks = []
        for entry in self._calls:
            call = entry[3]
            if call.cancelled:
                continue
            is_tick = call.quiet_until is not None and call.is_taken_up()
            quiet_until = call.quiet_until() if call.quiet_until and is_tick else None
            if quiet_until is None or quiet_until <= call.timestamp:
                ends = call.timestamp
            else:
                ticks.append(entry)
                ends = quiet_until
            if ends < MAX_TIMESTAMP and (limit is None or ends < limit):
                limit = ends
        if limit is None:
            return 0
        skipped = 0
        moved = []
        for entry in ticks:
            call = entry[3]
            count = -((call.timestamp - limit) // call.tick_ms) if call.timestamp < limit else 0
            if count:
                skipped += count
                moved.append((call.timestamp + (count - 1) * call.tick_ms, entry))
        if skipped < 2:
            return 0
        for last, entry in sorted(moved, key=lambda one: (one[0], one[1][2])):
            call = entry[3]
            self._calls.remove(entry)
            call.timestamp = last + call.tick_ms
            self._calls.append((call.timestamp, entry[1], self._sequence, call))
            self._sequence += 1
        heapq.heapify(self._calls)
        return skipped

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
