"""Processing time as one task has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flinksim.runtime.clock import ScheduledCall

if TYPE_CHECKING:
    from flinksim.runtime.tasks.stream_task import StreamTask


class TaskProcessingTime:
    """The processing-time service of one task: callbacks come as mails.

    After ``quiesce`` no callback runs any more.

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
        """Have ``callback(timestamp)`` run as a mail once the clock is at or past *timestamp*."""
        task = self._task
        calls = self._calls

        def due(at: int) -> None:
            calls.pop(id(call), None)
            task.defer_callback_to_mailbox(name, callback, at)

        call = task.clock.schedule(timestamp, due)
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
