"""Turns of a task that stop in the middle and are continued later.

A turn is one mail or one default action of a task. In Flink the task's thread can stop in the middle of
it: when a user function sleeps, or when a record needs a buffer and none is left (hard backpressure).
Here a Python call cannot stop in the middle, so it runs on. But the task takes no further turn until the
call would have returned, and what the call writes after the stop is deferred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flinksim.core.ids import SubtaskId
from flinksim.runtime.network.result_partition import DeferredWrites, RecordWriter
from flinksim.runtime.operators.stream_operator import ContinuationWrapper
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.execution_state import Execution
from flinksim.runtime.tasks.mailbox import MailboxProcessor
from flinksim.runtime.virtual_clock import BackpressureTimer, SimulatedClock
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import DefaultActionResumed, DefaultActionSuspended, Emit, SuspendReason


class SuspendableTask:
    """A task whose turn can stop in the middle: it is busy (sleeping), or blocked on a buffer.

    Not in Flink, where the thread waits.
    """

    __slots__ = (
        "_blocked_writer",
        "_deferred_writes",
        "_emit",
        "_runnable",
        "backpressure",
        "bit",
        "busy_until_ms",
        "clock",
        "continue_later",
        "execution",
        "local_ms",
        "mailbox",
        "writers",
    )

    def __init__(
        self, subtask: SubtaskId, runnable: RunnableSet, clock: SimulatedClock, emit: Emit | None
    ) -> None:
        self.bit = 0
        self._runnable = runnable
        self.clock = clock
        self._emit = link_emit(self, emit)
        self.execution = Execution(subtask, emit)
        self.mailbox = MailboxProcessor(self._default_action, emit=emit, subtask=subtask)
        self.writers: Sequence[RecordWriter] = ()
        self.continue_later: ContinuationWrapper = lambda write: write
        self.local_ms = clock.now_ms
        self.busy_until_ms: int | None = None
        self._blocked_writer: RecordWriter | None = None
        self._deferred_writes: DeferredWrites | None = None
        self.backpressure = BackpressureTimer(lambda: clock.now_ms)

    # --- implemented by subclasses ---------------------------------------------------------------

    def _default_action(self) -> None:
        raise NotImplementedError  # each kind of task has its own

    def _clear_runnable_if_idle(self) -> None:
        """Tell the scheduler that this task cannot run, if it has nothing to do."""
        raise NotImplementedError  # each kind of task has its own

    def _suspend_if_waiting(self) -> None:
        """Suspend the default action after a turn if it has to wait for input or buffers."""
        raise NotImplementedError  # each kind of task has its own

    def _is_resumable(self, reason: SuspendReason) -> bool:
        """Return whether the task no longer has to wait for *reason*."""
        raise NotImplementedError  # each kind of task has its own

    # --- suspending and resuming -----------------------------------------------------------------

    @property
    def subtask(self) -> SubtaskId:
        return self.execution.subtask

    @property
    def suspend_reason(self) -> SuspendReason | None:
        """Why the default action is suspended; ``None`` while it is not."""
        if self.busy_until_ms is not None:
            return "busy"
        if self._blocked_writer is not None:
            return "blocked"
        if self.mailbox.is_yielding:
            return "busy"
        suspension = self.mailbox.suspension
        return None if suspension is None else suspension.reason

    def current_processing_time(self) -> int:
        """Return the processing time of this task in ms; while it sleeps, that is the end of the sleep."""
        return max(self.clock.now_ms, self.local_ms)

    def _suspend_for_output(self) -> None:
        self.mailbox.suspend_default_action("no output buffer")
        self.backpressure.start()

    def _resume(self) -> None:
        self.mailbox.resume_default_action()
        self.backpressure.stop()
        self._runnable.mask |= self.bit

    def user_sleeps(self, seconds: float) -> None:
        """Handle ``time.sleep`` in a user function: defer the output that follows."""
        self.local_ms = self.current_processing_time() + round(seconds * 1000)
        self._defer_writes()

    def _block_on_buffer(self, writer: RecordWriter, continuation: Callable[[], None]) -> None:
        """Block the turn: *writer* needs a buffer, and not even an overdraft buffer is left.

        Differs: if the user function sleeps after this, it sleeps while the task is blocked.
        """
        self._blocked_writer = writer
        self.backpressure.start()
        self._defer_writes().append(
            continuation
        )  # the queue is empty, else this element would have been deferred

    def _defer_writes(self) -> DeferredWrites:
        if self._deferred_writes is None:
            self._set_deferred_writes(DeferredWrites(self.continue_later))
        assert self._deferred_writes is not None
        return self._deferred_writes

    def _set_deferred_writes(self, queue: DeferredWrites | None) -> None:
        self._deferred_writes = queue
        for writer in self.writers:
            writer.set_deferred_writes(queue)

    def _suspend_mid_turn(self) -> None:
        """Take no further turn before the user function's sleep is over or a buffer is free.

        The mailbox does not know about this. In Flink the thread is still in the turn, and the decision
        what to wait for next follows the turn.
        """
        if self.local_ms > self.clock.now_ms:
            self.busy_until_ms = self.local_ms
            if self._blocked_writer is None:
                self.backpressure.stop()  # a mail sleeps while the default action waits for buffers
            self.clock.schedule(self.local_ms, self._on_sleep_over)
        elif self._blocked_writer is None:  # a sleep of zero milliseconds
            self._resume_turn()
            if self.mailbox.suspension is not None:
                self._clear_runnable_if_idle()
            if self._blocked_writer is None:
                return
        self._report_suspension()
        self._runnable.mask &= ~self.bit

    def _on_sleep_over(self, timestamp: int) -> None:
        self._wake_if_resumable()

    def _wake_if_resumable(self) -> None:
        if self.execution.state in ("CANCELED", "FAILED"):
            return
        sleeps = self.busy_until_ms is not None and self.busy_until_ms > self.clock.now_ms
        if not sleeps and (self._blocked_writer is None or self._blocked_writer.pool.is_available):
            self._runnable.mask |= self.bit
        elif self.busy_until_ms is not None and not sleeps:
            self._runnable.mask |= (
                self.bit
            )  # one turn, to report that it is blocked and not sleeping

    def _resume_turn(self) -> None:
        """Continue the stopped turn as far as buffers allow, then decide what to wait for."""
        was_reported = self.busy_until_ms is not None or self._blocked_writer is not None
        self.busy_until_ms = None
        if was_reported and self._emit is not None:
            self._emit((DefaultActionResumed, self.subtask))
        if self._blocked_writer is None or self._blocked_writer.pool.is_available:
            self._run_deferred_writes()
        if self._blocked_writer is not None:
            return
        suspension = self.mailbox.suspension
        if suspension is None:
            self._suspend_if_waiting()
            return
        if suspension.reason == "no output buffer":
            self.backpressure.start()
        if was_reported:
            self._report_suspension()
        if self._is_resumable(suspension.reason):
            self._resume()

    def _run_deferred_writes(self) -> None:
        """Execute the deferred writes, until buffers are used up again."""
        pending = self._deferred_writes
        self._blocked_writer = None
        self.backpressure.stop()
        self._set_deferred_writes(None)
        while pending:
            pending.popleft()()
            if self._blocked_writer is not None:
                self._defer_writes().extend(pending)
                return

    def _report_suspension(self) -> None:
        reason = self.suspend_reason
        if self._emit is not None and reason is not None:
            self._emit((DefaultActionSuspended, self.subtask, reason))
