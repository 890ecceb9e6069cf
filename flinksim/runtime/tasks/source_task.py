"""The tasks of sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from flinksim.runtime.elements import CheckpointBarrier
from flinksim.runtime.operators.source_operator import SPLITS_STATE, SourceOperator
from flinksim.runtime.operators.split_reader import SplitReader
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.tasks.latency_markers import LatencyMarkerEmitter
from flinksim.runtime.tasks.mailbox import Suspension
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import TaskSnapshot
from flinksim.runtime.virtual_clock import DirectTurn, ScheduledCallback


class SourceOperatorStreamTask(StreamTask):
    """A source task: each turn reads one record; between records it waits for the next arrival time.

    Flink: ``SourceOperatorStreamTask``.
    """

    __slots__ = (
        "_arrival_call",
        "_has_more_available",
        "_source",
        "latency_interval_ms",
        "vertex_index",
    )

    READS_IN_TURNS: ClassVar[bool] = True
    """Whether each record is a turn of the mailbox loop, so that mails run between records."""

    _arrival_call: ScheduledCallback | None
    _source: SourceOperator
    """The value of :attr:`source`, cached because every turn uses it."""
    vertex_index: int
    """Index of the source among the job's vertices; set by the deployment."""
    latency_interval_ms: int
    """Milliseconds between two latency markers, 0 for none; set by the deployment."""

    def deploy(self) -> None:
        self._arrival_call = None
        self._has_more_available = False
        self._source = self.source
        self._source.on_resumed = self.on_input_available
        super().deploy()

    @property
    def source(self) -> SourceOperator:
        """The source operator at the head of this task's chain."""
        return cast(SourceOperator, self.operators[0])

    def peek_next_arrival(self) -> tuple[int, int] | None:
        """Return the arrival time (ms) and split of the next record; ``None`` if other work comes first."""
        mailbox = self.mailbox
        if mailbox.mailbox.needs_attention and mailbox.next_mail() is not None:
            return None
        if self._deferred_writes is not None:
            return None
        if self.chain.is_finished_on_restore:
            return None
        return self._source.find_next_arrival_at(self.clock.now_ms)  # the source is not sleeping

    # --- live input (used by the clock) -----------------------------------------------------------

    @property
    def has_ended(self) -> bool:
        """Whether no more input can arrive."""
        return self.is_over

    def wait_for_input(self, timeout_s: float | None) -> None:
        """Wait in real time, at most *timeout_s* seconds, for live input."""
        self.source.wait_for_live_input(timeout_s)

    def check_input(self) -> None:
        """Check for new input, because the clock has moved or a mail was processed."""
        if self.is_input_available():
            self._resume_unless_mails_wait()

    # --- turns -----------------------------------------------------------------------------------

    def _read_arrival(self, timestamp: int) -> None:
        """Read the record that arrives now, as one turn of this waiting task.

        If it waits for another record afterwards, it is neither resumed nor suspended in between.
        """
        suspension = self.mailbox.begin_turn()
        self.process_input()
        self.finish_arrival(timestamp, suspension)

    def finish_record(self, reader: SplitReader, now: int) -> None:
        """Find what to read next, after a compiled chain has read a record of *reader* at time *now*."""
        status = self._source.finish_item(reader, now)
        self._has_more_available = status == "MORE_AVAILABLE" and self._source.is_driven_by_splits

    def finish_arrival(self, timestamp: int, suspension: Suspension | None) -> None:
        """End the turn of a record that arrived at *timestamp*, and wait for the next.

        Args:
            timestamp: The time of the record.
            suspension: The suspension of the task before the turn.
        """
        mailbox = self.mailbox
        if (
            self._deferred_writes is None
            and not self._has_more_available
            and not self._is_finish_pending
            and not mailbox.mailbox.has_mail
            and not self.is_over
            and self._has_output_buffers()
        ):
            arrival = self._source.find_next_arrival_at(timestamp)
            if arrival is not None and arrival[0] > timestamp:
                assert self._arrival_call is not None
                mailbox.restore_suspension(suspension)
                self.clock.reschedule_arrival(self._arrival_call, arrival[0])
                return
        self._runnable.mask |= self.bit
        self.end_turn()

    def _open(self) -> None:
        super()._open()
        if self.source.has_live_splits:
            self.clock.add_live_input(self)
        if self.latency_interval_ms > 0:
            LatencyMarkerEmitter(self.source, self.latency_interval_ms).start()

    def _clear_runnable_if_idle(self) -> None:
        # check for a record that arrived while mails waited
        if self.suspend_reason == "no input" and not self.is_over:
            self.check_input()
        super()._clear_runnable_if_idle()

    def create_finished_snapshot(self) -> TaskSnapshot:
        snapshot = OperatorSnapshot()
        snapshot.add_list(SPLITS_STATE, ())
        return TaskSnapshot({self.source.id: snapshot}, is_finished=True)

    def process_input(self) -> None:
        if self.data_ended:
            return  # the source was stopped
        if self.chain.is_finished_on_restore:
            self.end_data()
            return
        status = self._source.emit_next()
        if status == "END_OF_INPUT":
            self.end_data()
        self._has_more_available = status == "MORE_AVAILABLE" and self._source.is_driven_by_splits

    def _suspend_if_waiting(self) -> None:
        if self._has_more_available:  # emit_next has reported more input
            self._has_more_available = False
            if self._has_output_buffers() and not self._async_operators:
                return
        super()._suspend_if_waiting()

    def end_data(self, drain: bool = True) -> None:
        if drain:
            self.advance_to_end_of_event_time()
        super().end_data(drain)

    def stop_with_savepoint(self, barrier: CheckpointBarrier) -> None:
        """Stop reading, then begin the savepoint of *barrier*."""
        self.checkpoint_coordinator.stop_with_savepoint(barrier)

    def advance_to_end_of_event_time(self) -> None:
        """Emit the maximum watermark, which fires all event-time timers, before the job terminates."""
        if self.chain.is_finished_on_restore:
            self.broadcast_max_watermark()
        else:
            self.source.end_input()

    def _do_end_data(self, drain: bool = True) -> None:
        super()._do_end_data(drain)
        self.checkpoint_coordinator.on_source_ended()
        self.finish()

    def _terminate(self) -> None:
        super()._terminate()
        if self._arrival_call is not None:
            self._arrival_call.cancel()

    def is_input_available(self) -> bool:
        if self.chain.is_finished_on_restore:
            return not self.data_ended
        source = self._source
        arrival = source.find_next_arrival()
        if arrival is None:
            return source.has_input_ended  # the end of input is not emitted yet
        if arrival[0] <= self.clock.now_ms:
            return True
        waiting = self._arrival_call
        if waiting is not None and not waiting.cancelled and waiting.timestamp > arrival[0]:
            waiting.cancel()  # a split paused by watermark alignment may be read again
        if waiting is None or waiting.cancelled:
            call = self._arrival_call = self.clock.schedule(
                arrival[0], lambda _: self._resume_unless_mails_wait(), after_timers=True
            )
            if self.READS_IN_TURNS and source.is_driven_by_splits:
                call.turn = DirectTurn(self, self._read_arrival, reads_record=True)
        return False

    def _resume_unless_mails_wait(self) -> None:
        """Continue to read, unless mails wait; these may be timers due in the same millisecond."""
        if not self.mailbox.mailbox.has_mail:
            self.on_input_available()


class SourceStreamTask(SourceOperatorStreamTask):
    """The task of a legacy source function, which holds the checkpoint lock while it emits.

    While records are available, mails wait: no periodic watermark is emitted before the source pauses
    or ends.

    Flink: ``SourceStreamTask``.
    """

    __slots__ = ()

    READS_IN_TURNS = False

    def step(self) -> None:
        if not self._holds_checkpoint_lock():
            super().step()
            return
        self._default_action()
        if self.mailbox.is_yielding:
            self._yield()
        elif self.mailbox.suspension is not None or self.is_over:
            self._clear_runnable_if_idle()
        if self._deferred_writes is not None:
            self._suspend_mid_turn()

    def describe(self) -> str:
        return "processInput" if self._holds_checkpoint_lock() else super().describe()

    def _holds_checkpoint_lock(self) -> bool:
        return (
            self._deferred_writes is None
            and self.mailbox.suspension is None
            and not self.mailbox.is_yielding
            and self.execution.state == "RUNNING"
        )


def find_next_in_arrival_order(tasks: Sequence[StreamTask], mask: int) -> int | None:
    """Find the runnable source task whose next record arrives first.

    A source with something else to do goes before all records.

    Args:
        tasks: All tasks; task i is actor i + 1.
        mask: Bits of the runnable source actors.

    Returns:
        The actor index, or ``None`` if *mask* is empty.
    """
    first: int | None = None
    first_key = (0, 0, 0)
    while mask:
        index = (mask & -mask).bit_length() - 1
        mask &= mask - 1
        task = tasks[index - 1]
        assert isinstance(task, SourceOperatorStreamTask)
        arrival = task.peek_next_arrival()
        if arrival is None:
            return index
        key = (arrival[0], task.vertex_index, arrival[1])
        if first is None or key < first_key:
            first, first_key = index, key
    return first
