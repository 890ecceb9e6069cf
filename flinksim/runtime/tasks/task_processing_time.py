"""Processing time as one task has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flinksim.runtime.clock import ScheduledCall, timer_due_ms

if TYPE_CHECKING:
    from flinksim.runtime.tasks.stream_task import StreamTask


class TaskProcessingTime:
    """The processing-time service of one task: callbacks come as mails.

    * What is *registered* for a time runs one millisecond later; what is *scheduled*, on time.
    * A scheduled call repeats by the clock, not by the task: while a task is busy its mails pile up.
    * After ``quiesce`` no callback runs any more.

    Flink: ``ProcessingTimeServiceImpl`` over ``SystemProcessingTimeService``.
    """

    __slots__ = ("_calls", "_task", "quiesced")

    def __init__(self, task: StreamTask) -> None:
        self._task = task
        self._calls: dict[int, ScheduledCall] = {}
        self.quiesced = False

    def current_processing_time(self) -> int:
        return self._task.current_processing_time()

    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCall:
        """Have ``callback(timestamp)`` run as a mail once the clock is past *timestamp*."""
        due = timer_due_ms(timestamp, self.current_processing_time())
        return self._schedule(due, callback, name, told=timestamp)

    def schedule_at(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCall:
        """Have ``callback(timestamp)`` run as a mail once the clock is at or past *timestamp*."""
        return self._schedule(timestamp, callback, name)

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> ScheduledCall:
        """Have *callback* run as a mail after the delay, and again after each period."""
        due = self._task.clock.now_ms + initial_delay_ms
        return self._schedule(due, callback, name, period_ms)

    def _schedule(
        self,
        timestamp: int,
        callback: Callable[[int], None],
        name: str,
        period_ms: int = 0,
        told: int | None = None,
    ) -> ScheduledCall:
        task = self._task
        calls = self._calls

        def due(at: int) -> None:
            if not period_ms:
                calls.pop(id(call), None)
            task.defer_callback_to_mailbox(name, callback, at if told is None else told)

        call = task.clock.schedule(timestamp, due, period_ms=period_ms)
        if self.quiesced:
            call.cancel()
        else:
            calls[id(call)] = call
        return call

    def quiesce(self) -> None:
        """Drop what is registered and run nothing any more."""
        self.quiesced = True
        for call in self._calls.values():
            call.cancel()
        self._calls.clear()
