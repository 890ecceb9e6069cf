"""Turns of a task that stop in their middle, and go on later.

A turn cannot stop in the middle of a Python call, as Flink's thread does when a user function sleeps,
or when a record needs a buffer and none is left (hard backpressure). So the call goes on, the task
takes no further turn until it would have returned, and what it writes after it stopped is withheld
from the network until then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flinksim.core.ids import SubtaskId
from flinksim.runtime.network.result_partition import RecordWriter, Withheld
from flinksim.runtime.operators.stream_operator import GoingOn
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.execution_state import Execution
from flinksim.runtime.tasks.mailbox import MailboxProcessor
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import DefaultActionResumed, DefaultActionSuspended, Emit, SuspendReason


class StoppableTask:
    """What of a task knows that its turn has stopped: it is busy, or blocked.

    Not in Flink, where the thread waits.
    """

    __slots__ = ("_blocked_writer", "_emit", "_runnable", "_withheld", "bit", "busy_until_ms", "clock",
                 "execution", "going_on", "local_ms", "mailbox", "writers")  # fmt: skip

    def __init__(
        self, subtask: SubtaskId, runnable: RunnableSet, clock: SimulatedClock, emit: Emit | None
    ) -> None:
        self.bit = 0
        self._runnable = runnable
        self.clock = clock
        self._emit = emit
        self.execution = Execution(subtask, emit)
        self.mailbox = MailboxProcessor(self._default_action, emit=emit, subtask=subtask)
        self.writers: Sequence[RecordWriter] = ()
        self.going_on: GoingOn = lambda write: write
        self.local_ms = clock.now_ms
        self.busy_until_ms: int | None = None
        self._blocked_writer: RecordWriter | None = None
        self._withheld: Withheld | None = None

    # --- what the whole task does ----------------------------------------------------------------

    def _default_action(self) -> None:
        raise NotImplementedError  # each kind of task has its own

    def _rest(self) -> None:
        """Take no turn while there is nothing to do."""
        raise NotImplementedError  # each kind of task has its own

    def _suspend_if_waiting(self) -> None:
        """Decide, after a turn, whether the default action can go on."""
        raise NotImplementedError  # each kind of task has its own

    def _has(self, reason: SuspendReason) -> bool:
        """Whether that for which the default action was suspended is there."""
        raise NotImplementedError  # each kind of task has its own

    # --- stopping and going on -------------------------------------------------------------------

    @property
    def subtask(self) -> SubtaskId:
        return self.execution.subtask

    @property
    def suspended(self) -> SuspendReason | None:
        """Why the default action is suspended; ``None`` while it is not."""
        if self.busy_until_ms is not None:
            return "busy"
        if self._blocked_writer is not None:
            return "blocked"
        if self.mailbox.yields:
            return "busy"
        suspension = self.mailbox.suspension
        return None if suspension is None else suspension.reason

    def current_processing_time(self) -> int:
        """Processing time as this task sees it: later than the clock while it sleeps."""
        return max(self.clock.now_ms, self.local_ms)

    def _resume(self) -> None:
        self.mailbox.resume_default_action()
        self._runnable.mask |= self.bit

    def user_sleeps(self, seconds: float) -> None:
        """A user function called ``time.sleep``: what it puts out from here on comes later."""
        self.local_ms = self.current_processing_time() + round(seconds * 1000)
        self._withhold()

    def _block(self, writer: RecordWriter, go_on: Callable[[], None]) -> None:
        """*writer* needs a buffer, and not even an overdraft buffer is left.

        Differs: if the user function sleeps after this, its sleep runs while it is blocked.
        """
        self._blocked_writer = writer
        self._withhold().append(go_on)  # nothing waits yet, or it would not have been written

    def _withhold(self) -> Withheld:
        if self._withheld is None:
            self._set_withheld(Withheld(self.going_on))
        assert self._withheld is not None
        return self._withheld

    def _set_withheld(self, queue: Withheld | None) -> None:
        self._withheld = queue
        for writer in self.writers:
            writer.withhold(queue)

    def _stop_in_the_middle(self) -> None:
        """Take no turn before the sleep is over or there is a buffer, whatever comes in.

        The mailbox knows nothing of it: to Flink the thread is still in the turn, and what it waits
        for next is decided after it.
        """
        if self.local_ms > self.clock.now_ms:
            self.busy_until_ms = self.local_ms
            self.clock.schedule(self.local_ms, self._sleep_is_over)
        elif self._blocked_writer is None:  # it slept for no time at all
            self._go_on()
            if self.mailbox.suspension is not None:
                self._rest()
            if self._blocked_writer is None:
                return
        self._report_suspension()
        self._runnable.mask &= ~self.bit

    def _sleep_is_over(self, timestamp: int) -> None:
        self._can_go_on()

    def _can_go_on(self) -> None:
        if self.execution.state in ("CANCELED", "FAILED"):
            return
        sleeps = self.busy_until_ms is not None and self.busy_until_ms > self.clock.now_ms
        if not sleeps and (self._blocked_writer is None or self._blocked_writer.pool.available):
            self._runnable.mask |= self.bit
        elif self.busy_until_ms is not None and not sleeps:
            self._runnable.mask |= self.bit  # to say that it sleeps no more, but is blocked

    def _go_on(self) -> None:
        """Do what the turn had left to do, as far as buffers go; then decide what to wait for."""
        was_told = self.busy_until_ms is not None or self._blocked_writer is not None
        self.busy_until_ms = None
        if was_told and self._emit is not None:
            self._emit((DefaultActionResumed, self.subtask))
        if self._blocked_writer is None or self._blocked_writer.pool.available:
            self._release()
        if self._blocked_writer is not None:
            return
        suspension = self.mailbox.suspension
        if suspension is None:
            self._suspend_if_waiting()
            return
        if was_told:
            self._report_suspension()
        if self._has(suspension.reason):
            self._resume()

    def _release(self) -> None:
        """Write what was withheld, up to where the buffers are used up again."""
        pending = self._withheld
        self._blocked_writer = None
        self._set_withheld(None)
        while pending:
            pending.popleft()()
            if self._blocked_writer is not None:
                self._withhold().extend(pending)
                return

    def _report_suspension(self) -> None:
        reason = self.suspended
        if self._emit is not None and reason is not None:
            self._emit((DefaultActionSuspended, self.subtask, reason))
