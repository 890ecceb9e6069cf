"""The processing-time service of a task."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flinksim.runtime.tasks.task_mailbox import MIN_PRIORITY, Mail
from flinksim.runtime.virtual_clock import (
    DirectTurn,
    ScheduledCallback,
    compute_timer_due_ms,
)

if TYPE_CHECKING:
    from flinksim.runtime.tasks.stream_task import StreamTask


class TaskProcessingTime:
    """The processing-time service of a task or operator; callbacks run as mails of *priority*.

    * A *registered* callback runs one millisecond after its time, a *scheduled* one on time.
    * A periodic callback repeats by the clock, not by the task: while a task is busy its mails queue
      up.
    * After ``quiesce`` no callback runs, nor those of the services of operators.

    Flink: ``ProcessingTimeServiceImpl`` over ``SystemProcessingTimeService``.
    """

    __slots__ = ("_calls", "_operator_services", "_priority", "_task", "is_quiesced")

    def __init__(self, task: StreamTask, priority: int = MIN_PRIORITY) -> None:
        self._task = task
        self._priority = priority
        self._calls: dict[int, ScheduledCallback] = {}
        self._operator_services: list[TaskProcessingTime] = []
        self.is_quiesced = False

    def create_operator_service(self, priority: int) -> TaskProcessingTime:
        """Create the processing-time service of an operator, whose mails have *priority*."""
        service = TaskProcessingTime(self._task, priority)
        self._operator_services.append(service)
        return service

    def current_processing_time(self) -> int:
        return self._task.current_processing_time()

    def register_timer(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCallback:
        """Run ``callback(timestamp)`` as a mail once the clock is past *timestamp*."""
        due = compute_timer_due_ms(timestamp, self.current_processing_time())
        return self._schedule(due, callback, name, callback_timestamp=timestamp)

    def schedule_at(
        self, timestamp: int, callback: Callable[[int], None], name: str
    ) -> ScheduledCallback:
        """Run ``callback(timestamp)`` as a mail once the clock is at or past *timestamp*."""
        return self._schedule(timestamp, callback, name)

    def schedule_with_fixed_delay(
        self, callback: Callable[[int], None], initial_delay_ms: int, period_ms: int, name: str
    ) -> ScheduledCallback:
        """Run *callback* as a mail after the initial delay, and again after each period."""
        due = self._task.clock.now_ms + initial_delay_ms
        return self._schedule(due, callback, name, period_ms)

    def _schedule(
        self,
        timestamp: int,
        callback: Callable[[int], None],
        name: str,
        period_ms: int = 0,
        callback_timestamp: int | None = None,
    ) -> ScheduledCallback:
        task = self._task
        calls = self._calls

        mail: Mail | None = None

        def due(at: int) -> None:
            nonlocal mail
            if not period_ms:
                calls.pop(id(call), None)
            time = at if callback_timestamp is None else callback_timestamp
            mail = task.defer_callback_to_mailbox(name, callback, time, self._priority)

        def run_directly(at: int) -> None:
            if not period_ms:
                calls.pop(id(call), None)
            task.process_timer(callback, at if callback_timestamp is None else callback_timestamp)

        call = task.clock.schedule(timestamp, due, period_ms=period_ms)
        call.turn = DirectTurn(task, run_directly, reads_record=False)
        call.is_handled_immediately = lambda: (
            task.accepts_mails
            or (mail is not None and task.mailbox.mailbox.is_queued_after_batch(mail))
        )
        if self.is_quiesced:
            call.cancel()
        else:
            calls[id(call)] = call
        return call

    def quiesce(self) -> None:
        """Cancel all registered callbacks and run none any more."""
        self.is_quiesced = True
        for call in self._calls.values():
            call.cancel()
        self._calls.clear()
        for service in self._operator_services:
            service.quiesce()
