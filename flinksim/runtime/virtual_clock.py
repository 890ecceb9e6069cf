"""The virtual processing-time clock of a run, and the timer of backpressure."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import NamedTuple, Protocol

from flinksim.common.watermark_generators import PausableRelativeClock
from flinksim.core.java.timestamps import MAX_TIMESTAMP


def compute_timer_due_ms(timestamp: int, now_ms: int) -> int:
    """Compute when a processing-time timer fires: 1 ms after its timestamp, or now if that is past.

    So no record of the millisecond *timestamp* itself comes after its timer; a watermark guarantees
    the same.

    Flink: ``ProcessingTimeServiceUtil.getProcessingTimeDelay``.
    """
    return max(timestamp + 1, now_ms)


class ScheduledCallback:
    """A callback that runs when the clock reaches ``timestamp``, unless it is cancelled before.

    With a ``period_ms`` it runs again that long after each call, until it is cancelled.

    A *tick* is a callback that repeats every ``tick_interval_ms``, such as a periodic watermark. It
    has no effect before the time that ``compute_next_effect_ms`` returns, so the clock may skip it.
    It is not skipped unless ``is_handled_immediately`` holds: if its task is busy, it may have an effect
    by the time the task handles it.
    """

    __slots__ = (
        "callback",
        "cancelled",
        "compute_next_effect_ms",
        "is_checkpoint_trigger",
        "is_handled_immediately",
        "period_ms",
        "tick_interval_ms",
        "timestamp",
        "turn",
    )

    def __init__(self, timestamp: int, callback: Callable[[int], None], period_ms: int = 0) -> None:
        self.timestamp = timestamp
        self.callback = callback
        self.period_ms = period_ms
        self.cancelled = False
        self.turn: DirectTurn | None = None
        """The turn of a task that this callback causes, if it causes nothing else."""
        self.is_checkpoint_trigger = False
        self.tick_interval_ms = 0
        self.compute_next_effect_ms: Callable[[], int] | None = None
        self.is_handled_immediately: Callable[[], bool] = lambda: True

    def cancel(self) -> None:
        """Cancel the callback; no effect if it has run."""
        self.cancelled = True


def mark_as_tick(
    callback: object, tick_interval_ms: int, compute_next_effect_ms: Callable[[], int]
) -> None:
    """Mark a callback as a tick, which the clock may skip while it has no effect.

    Nothing happens in a test harness, whose timers are not those of :class:`SimulatedClock`.
    """
    if isinstance(callback, ScheduledCallback):
        callback.tick_interval_ms = tick_interval_ms
        callback.compute_next_effect_ms = compute_next_effect_ms


def _is_idle_tick(call: ScheduledCallback) -> bool:
    """Return whether *call* is a tick that has no effect until a record comes."""
    compute = call.compute_next_effect_ms
    return compute is not None and call.is_handled_immediately() and compute() >= MAX_TIMESTAMP


class WaitingTask(Protocol):
    """A task that waits for a callback of the clock."""

    @property
    def bit(self) -> int: ...

    @property
    def is_waiting_for_mail(self) -> bool:
        """Whether the task does nothing but wait, so that a mail would run next."""


class DirectTurn(NamedTuple):
    """A turn of a task that a callback causes: ``run`` takes it now, without waking the task.

    A turn that reads an arriving record comes after everything else that is due in its millisecond.
    """

    task: WaitingTask
    run: Callable[[int], None]
    reads_record: bool


class LiveInput(Protocol):
    """A reader of input that is not known in advance, such as a socket."""

    @property
    def has_ended(self) -> bool: ...

    def wait_for_input(self, timeout_s: float | None) -> None:
        """Wait until input is available, or for *timeout_s* seconds."""

    def check_input(self) -> None:
        """Check whether input has arrived; called after the clock has moved."""


class SimulatedClock:
    """Processing time, in epoch milliseconds, that advances only on request.

    Callbacks of the same millisecond run in the order in which they were scheduled. Not in Flink;
    it models the wall clock and ``SystemProcessingTimeService``.
    """

    __slots__ = ("_callbacks", "_sequence", "live_inputs", "now_ms", "on_scheduled")

    def __init__(self, start_ms: int = 0) -> None:
        self.now_ms = start_ms
        self._callbacks: list[tuple[int, bool, int, ScheduledCallback]] = []
        self._sequence = 0
        self.on_scheduled: Callable[[], None] | None = None
        self.live_inputs: list[LiveInput] = []

    def add_live_input(self, live_input: LiveInput) -> None:
        """Add a live input; from now on the clock does not run ahead of real time."""
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
    ) -> ScheduledCallback:
        """Schedule *callback*; it is called with *timestamp* when the clock is at or past it.

        A callback whose time does not fit into 64 bits never runs.

        Args:
            timestamp: The time in epoch milliseconds.
            callback: The function to call.
            after_timers: Run after all other callbacks of the same millisecond, as records do.
            period_ms: Run again that long after each call; 0 means once.
        """
        call = ScheduledCallback(timestamp, callback, period_ms)
        self._push(call, after_timers)
        if self.on_scheduled is not None:
            self.on_scheduled()
        return call

    def find_next_reader(self) -> int:
        """Return the bit of the task for which the next callback reads a record, or 0."""
        turn = self._callbacks[0][3].turn if self._callbacks else None
        return turn.task.bit if turn is not None and turn.reads_record else 0

    def take_arrival(self) -> tuple[int, DirectTurn] | None:
        """Advance to the next callback and take it out, if it reads a record and nothing else is due.

        Returns:
            Its time and turn; ``None``, and nothing changes, if something else has to happen.
        """
        calls = self._callbacks
        if not calls or self.live_inputs:
            return None
        at, _, _, call = calls[0]
        turn = call.turn
        if turn is None or not turn.reads_record:
            return None
        if call.cancelled or not turn.task.is_waiting_for_mail:
            return None
        # The second smallest entry of a heap is one of these two.
        if (len(calls) > 1 and calls[1][0] <= at) or (len(calls) > 2 and calls[2][0] <= at):
            return None
        heapq.heappop(calls)
        call.cancelled = True
        if at > self.now_ms:
            self.now_ms = at
        return at, turn

    def take_timer(self) -> tuple[int, DirectTurn] | None:
        """Advance to the next callback and take it out, if it runs a timer and no other task has work then.

        A record that arrives for the same task at the same time is available afterwards.

        Returns:
            Its time and turn; ``None``, and nothing changes, if something else has to happen.
        """
        calls = self._callbacks
        first = calls[0]
        at, call = first[0], first[3]
        turn = call.turn
        if turn is None or turn.reads_record or call.cancelled or self.live_inputs:
            return None
        if not turn.task.is_waiting_for_mail:
            return None
        heapq.heappop(calls)
        if calls and calls[0][0] <= at:
            second = heapq.heappop(calls)
            other = second[3].turn
            is_same_task = other is not None and other.task is turn.task and other.reads_record
            if not is_same_task or (calls and calls[0][0] <= at):
                heapq.heappush(calls, second)
                heapq.heappush(calls, first)
                return None
            second[3].cancelled = True
        if at > self.now_ms:
            self.now_ms = at
        if call.period_ms:
            call.timestamp = self.now_ms + call.period_ms
            self._push(call)
        else:
            call.cancelled = True
        return at, turn

    def reschedule_arrival(self, call: ScheduledCallback, timestamp: int) -> None:
        """Let *call*, which :meth:`take_arrival` took out, wait for the record that arrives next."""
        call.timestamp = timestamp
        call.cancelled = False
        self._push(call, after_timers=True)

    def _push(self, callback: ScheduledCallback, after_timers: bool = False) -> None:
        if callback.timestamp <= MAX_TIMESTAMP:
            heapq.heappush(
                self._callbacks, (callback.timestamp, after_timers, self._sequence, callback)
            )
            self._sequence += 1

    def next_due_ms(self) -> int | None:
        """Return when the next callback is due, or ``None`` if nothing is scheduled."""
        while self._callbacks and self._callbacks[0][3].cancelled:
            heapq.heappop(self._callbacks)
        return self._callbacks[0][0] if self._callbacks else None

    def has_nothing_due(self) -> bool:
        """Return whether nothing can happen at the current time: no callback is due, no live input waits."""
        calls = self._callbacks
        return not self.live_inputs and (not calls or calls[0][0] > self.now_ms)

    def list_effective(self) -> list[ScheduledCallback]:
        """List the callbacks that can have an effect although no record comes."""
        calls = [entry[3] for entry in self._callbacks if not entry[3].cancelled]
        return [call for call in calls if not _is_idle_tick(call)]

    def skip_idle_ticks(self) -> int:
        """Postpone ticks without effect until another callback is due; return how many were skipped.

        If only ticks are scheduled, nothing is skipped. Callbacks of the same time keep the order that
        they would have had without skipping: a tick is scheduled one interval before it runs.
        """
        if self.next_due_ms() is None:
            return 0
        first = self._callbacks[0][3]
        if first.compute_next_effect_ms is None or not first.is_handled_immediately():
            return 0
        if first.compute_next_effect_ms() <= first.timestamp:
            return 0
        limit: int | None = None
        ticks = []
        for entry in self._callbacks:
            call = entry[3]
            if call.cancelled:
                continue
            is_tick = call.compute_next_effect_ms is not None and call.is_handled_immediately()
            quiet_until = (
                call.compute_next_effect_ms() if call.compute_next_effect_ms and is_tick else None
            )
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
            count = (
                -((call.timestamp - limit) // call.tick_interval_ms)
                if call.timestamp < limit
                else 0
            )
            if count:
                skipped += count
                moved.append((call.timestamp + (count - 1) * call.tick_interval_ms, entry))
        if skipped < 2:
            return 0
        for last, entry in sorted(moved, key=lambda one: (one[0], one[1][2])):
            call = entry[3]
            self._callbacks.remove(entry)
            call.timestamp = last + call.tick_interval_ms
            self._callbacks.append((call.timestamp, entry[1], self._sequence, call))
            self._sequence += 1
        heapq.heapify(self._callbacks)
        return skipped

    def advance_to(self, timestamp: int) -> None:
        """Advance the clock to *timestamp* and run all callbacks that are due by then.

        An earlier *timestamp* does not move the clock back.

        Callbacks that these schedule for a time already reached run too.
        """
        self.now_ms = max(self.now_ms, timestamp)
        while self._callbacks and self._callbacks[0][0] <= self.now_ms:
            _, _, _, call = heapq.heappop(self._callbacks)
            if call.cancelled:
                continue
            due = call.timestamp
            if call.period_ms:
                call.timestamp = self.now_ms + call.period_ms
                self._push(call)
            else:
                call.cancelled = True
            call.callback(due)


class BackpressureTimer:
    """Pauses the input activity clocks of a task while its output is blocked by backpressure.

    Flink: ``TaskIOMetricGroup.registerBackPressureListener``, ``TimerGauge`` (of soft and hard
    backpressure).
    """

    __slots__ = ("_clocks", "_now_ms", "is_running")

    def __init__(self, now_ms: Callable[[], int] = lambda: 0) -> None:
        self._now_ms = now_ms
        self._clocks: list[PausableRelativeClock] = []
        self.is_running = False

    def create_clock(self, clock_ms: Callable[[], int]) -> PausableRelativeClock:
        """Create a clock that stands still while this timer runs."""
        clock = PausableRelativeClock(clock_ms)
        if self.is_running:
            clock.pause(self._now_ms())
        self._clocks.append(clock)
        return clock

    def release_clock(self, clock: PausableRelativeClock) -> None:
        """Leave *clock* alone from now on."""
        self._clocks.remove(clock)

    def start(self) -> None:
        """Note that the output is blocked; no effect if it already was."""
        if not self.is_running:
            self.is_running = True
            for clock in self._clocks:
                clock.pause(self._now_ms())

    def stop(self) -> None:
        """Note that the output is no longer blocked; no effect if it was not."""
        if self.is_running:
            self.is_running = False
            for clock in self._clocks:
                clock.unpause(self._now_ms())
