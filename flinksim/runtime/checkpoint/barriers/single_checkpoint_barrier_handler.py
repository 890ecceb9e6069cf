"""The barrier handler of exactly-once mode: aligned, unaligned, or aligned until a timeout."""

from __future__ import annotations

from collections.abc import Callable

from flinksim.runtime.checkpoint.barriers.barrier_alignment_util import (
    Cancellable,
    DelayableTimer,
    compute_timer_delay_ms,
)
from flinksim.runtime.checkpoint.barriers.barrier_handler_states import (
    Action,
    Condition,
    HandlerEvent,
    Phase,
    find_transition,
)
from flinksim.runtime.checkpoint.barriers.channel_barrier_state import ChannelBarrierState
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_handler import (
    CheckpointBarrierHandler,
)
from flinksim.runtime.checkpoint.barriers.protocols import (
    BarrierListener,
    CheckpointableInput,
    CheckpointableTask,
)
from flinksim.runtime.checkpoint.checkpoint_exception import (
    CheckpointException,
    CheckpointFailureReason,
)
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier


class SingleCheckpointBarrierHandler(CheckpointBarrierHandler):
    """Tracks one checkpoint at a time; a barrier of a newer checkpoint ends it.

    When the snapshot is taken, and what happens to the channels, is defined in
    :data:`~flinksim.runtime.checkpoint.barriers.barrier_handler_states.TRANSITIONS`. With a
    *register_timer* it may become unaligned (*alternating*), otherwise it is always aligned.

    Flink: ``SingleCheckpointBarrierHandler``, as ``InputProcessorUtil`` creates it.
    """

    __slots__ = (
        "_actions",
        "_aligned_channels",
        "_alignment_timer",
        "_announced_sequence_number",
        "_barrier",
        "_barriers_received_callbacks",
        "_channel",
        "_channels",
        "_checkpoint_id",
        "_current_checkpoint_id",
        "_is_sender_blocked",
        "_last_ended_id",
        "_open_channels",
        "_pending_barrier",
        "_register_timer",
        "_target_count",
        "phase",
    )  # fmt: skip

    def __init__(
        self,
        task: CheckpointableTask,
        inputs: CheckpointableInput,
        open_channels: int,
        now_ms: Callable[[], int],
        *,
        register_timer: DelayableTimer | None = None,
        checkpoints_after_tasks_finish: bool = True,
        listener: BarrierListener | None = None,
    ) -> None:
        super().__init__(task, now_ms, checkpoints_after_tasks_finish, listener)
        self._register_timer = register_timer
        self._channels = ChannelBarrierState(inputs)
        self._open_channels = open_channels
        self.phase = Phase.WAITING if register_timer is None else Phase.ALTERNATING_WAITING
        self._current_checkpoint_id = -1
        self._last_ended_id = -1
        self._pending_barrier: CheckpointBarrier | None = None
        self._aligned_channels: set[int] = set()
        self._target_count = 0
        self._alignment_timer: Cancellable | None = None
        self._barriers_received_callbacks: list[Callable[[bool], None]] = []
        # arguments of the actions of a transition
        self._barrier: CheckpointBarrier | None = None
        self._checkpoint_id = -1
        self._channel = -1
        self._announced_sequence_number = -1
        self._is_sender_blocked = True
        """Whether the sender of the current barrier pauses until it is resumed, as after an aligned one."""
        self._actions: dict[Action, Callable[[], None]] = {
            "block": self._block,
            "block if aligned": self._block_if_aligned,
            "forget announcement": self._forget_announcement,
            "remember announcement": self._remember_announcement,
            "prioritize announcement": self._prioritize_announcement,
            "prioritize all": self._channels.prioritize_all_announcements,
            "turn unaligned": self._turn_unaligned,
            "init inputs": self._init_inputs,
            "start persisting": self._start_persisting,
            "trigger": self._trigger,
            "stop persisting": self._stop_persisting,
            "unblock all": self._unblock_all,
            "forget channel": self._forget_channel,
        }

    @property
    def latest_checkpoint_id(self) -> int:
        return self._current_checkpoint_id

    @property
    def blocked_channels(self) -> frozenset[int]:
        return frozenset(self._channels.blocked_channels)

    @property
    def is_checkpoint_pending(self) -> bool:
        """Whether some but not all barriers of a checkpoint have arrived."""
        return (
            self._current_checkpoint_id != self._last_ended_id and self._current_checkpoint_id >= 0
        )

    def add_all_barriers_received_callback(
        self, checkpoint_id: int, callback: Callable[[bool], None]
    ) -> None:
        """Run *callback* when the last barrier arrives, as in the base class.

        Raises:
            RuntimeError: If the checkpoint has not been started.
        """
        if checkpoint_id > self._current_checkpoint_id:
            raise RuntimeError(f"Checkpoint {checkpoint_id} has not been started at all")
        if checkpoint_id == self._current_checkpoint_id and self.is_checkpoint_pending:
            self._barriers_received_callbacks.append(callback)
        else:
            callback(True)

    def _run_barriers_received_callbacks(self, all_received: bool) -> None:
        waiting, self._barriers_received_callbacks = self._barriers_received_callbacks, []
        for call in waiting:
            call(all_received)

    # --- incoming events -------------------------------------------------------------------------

    def process_barrier(
        self, barrier: CheckpointBarrier, channel: int, is_rpc_triggered: bool = False
    ) -> None:
        if self._is_obsolete(barrier.checkpoint_id):
            if not barrier.is_unaligned and not is_rpc_triggered:
                self._channels.inputs.resume_consumption(channel)
            return
        self._check_new_checkpoint(barrier)
        self._is_sender_blocked = not is_rpc_triggered
        self._mark_aligned_and_handle_event("barrier", barrier, channel)
        self._is_sender_blocked = True

    def process_barrier_announcement(
        self, barrier: CheckpointBarrier, sequence_number: int, channel: int
    ) -> None:
        self._check_new_checkpoint(barrier)
        if self._is_obsolete(barrier.checkpoint_id):
            return
        self._announced_sequence_number = sequence_number
        self._handle_event("announcement", barrier, channel)

    def process_cancellation_barrier(self, marker: CancelCheckpointMarker, channel: int) -> None:
        cancelled_id = marker.checkpoint_id
        is_newer = cancelled_id > self._current_checkpoint_id
        if is_newer or (cancelled_id == self._current_checkpoint_id and self._aligned_channels):
            self._abort(
                cancelled_id, CheckpointFailureReason.CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER
            )

    def process_end_of_partition(self, channel: int) -> None:
        self._open_channels -= 1
        if not self.is_checkpoint_pending:
            return
        if not self.checkpoints_after_tasks_finish:
            self._abort(
                self._current_checkpoint_id,
                CheckpointFailureReason.CHECKPOINT_DECLINED_INPUT_END_OF_STREAM,
            )
            return
        assert self._pending_barrier is not None, "a checkpoint is pending without a barrier"
        self._mark_aligned_and_handle_event("end of partition", self._pending_barrier, channel)

    def close(self) -> None:
        self._reset_alignment_timer()

    # --- tracking a checkpoint -------------------------------------------------------------------

    def _is_obsolete(self, checkpoint_id: int) -> bool:
        is_current = self._current_checkpoint_id == checkpoint_id
        return self._current_checkpoint_id > checkpoint_id or (
            is_current and not self.is_checkpoint_pending
        )

    def _check_new_checkpoint(self, barrier: CheckpointBarrier) -> None:
        if self._current_checkpoint_id >= barrier.checkpoint_id:
            return
        if self.is_checkpoint_pending:
            self._abort(
                self._current_checkpoint_id, CheckpointFailureReason.CHECKPOINT_DECLINED_SUBSUMED
            )
        self._current_checkpoint_id = barrier.checkpoint_id
        self._pending_barrier = barrier
        self._aligned_channels.clear()
        self._target_count = self._open_channels
        if self._register_timer is not None and barrier.options.is_timeoutable:
            self._alignment_timer = self._register_timer(
                lambda: self._on_alignment_timeout(barrier),
                compute_timer_delay_ms(self._now_ms(), barrier),
            )

    def _mark_aligned_and_handle_event(
        self, event: HandlerEvent, barrier: CheckpointBarrier, channel: int
    ) -> None:
        aligned = self._aligned_channels
        aligned.add(channel)
        if len(aligned) == 1:
            if self._target_count == 1:
                self._mark_alignment_start_and_end(barrier)
            else:
                self._mark_alignment_start(barrier)
        if len(aligned) == self._target_count > 1:
            self._mark_alignment_end()  # before the task is notified, which needs the duration
        try:
            self._handle_event(event, barrier, channel)
        except CheckpointException as exception:
            self._abort(self._current_checkpoint_id, exception.reason)
        if len(aligned) == self._target_count:
            aligned.clear()
            self._last_ended_id = self._current_checkpoint_id
            self._reset_alignment_timer()
            self._run_barriers_received_callbacks(True)

    def _on_alignment_timeout(self, barrier: CheckpointBarrier) -> None:
        if self._current_checkpoint_id == barrier.checkpoint_id and self.is_checkpoint_pending:
            try:
                self._handle_event("timeout", barrier, -1)
            except CheckpointException as exception:
                self._abort(barrier.checkpoint_id, exception.reason)
        self._alignment_timer = None

    def _abort(self, cancelled_id: int, reason: CheckpointFailureReason) -> None:
        self._current_checkpoint_id = max(cancelled_id, self._current_checkpoint_id)
        self._last_ended_id = max(self._last_ended_id, cancelled_id)
        self._pending_barrier = None
        self._aligned_channels.clear()
        self._target_count = 0
        self._reset_alignment_timer()
        self._checkpoint_id = cancelled_id
        self._handle_event("abort", None, -1)
        if cancelled_id == self._current_checkpoint_id:
            self._reset_alignment()
        self._notify_abort(cancelled_id, reason)
        self._run_barriers_received_callbacks(False)

    def _reset_alignment_timer(self) -> None:
        if self._alignment_timer is not None:
            self._alignment_timer.cancel()
            self._alignment_timer = None

    # --- transition table ------------------------------------------------------------------------

    def _handle_event(
        self, event: HandlerEvent, barrier: CheckpointBarrier | None, channel: int
    ) -> None:
        self._channel = channel
        self._barrier = barrier
        if barrier is not None:
            self._checkpoint_id = barrier.checkpoint_id
        while True:
            row = find_transition(self.phase, event, self._evaluate_conditions())
            for action in row.actions:
                self._actions[action]()
            self.phase = row.next_phase
            if not row.is_repeated:
                return

    def _evaluate_conditions(self) -> frozenset[Condition]:
        conditions: set[Condition] = set()
        barrier = self._barrier
        if len(self._aligned_channels) == self._target_count:
            conditions.add("all received")
        if barrier is not None:
            if barrier.is_unaligned:
                conditions.add("barrier is unaligned")
            passed_ms = self._now_ms() - barrier.timestamp
            options = barrier.options
            if options.is_timeoutable and options.aligned_checkpoint_timeout_ms < passed_ms:
                conditions.add("timed out")
        return frozenset(conditions)

    # --- actions ---------------------------------------------------------------------------------

    def _block(self) -> None:
        if not self._is_sender_blocked:
            return
        assert self._barrier is not None
        if self._barrier.is_unaligned:
            raise RuntimeError(
                f"the unaligned barrier of checkpoint {self._checkpoint_id} "
                "reached a task whose checkpoints are always aligned"
            )
        self._channels.block_channel(self._channel)

    def _block_if_aligned(self) -> None:
        """Block the channel of an aligned barrier that was read ahead: its sender has paused."""
        assert self._barrier is not None
        if not self._barrier.is_unaligned:
            self._block()

    def _forget_announcement(self) -> None:
        self._channels.announced_sequence_numbers.pop(self._channel, None)

    def _remember_announcement(self) -> None:
        self._channels.announced_sequence_numbers[self._channel] = self._announced_sequence_number

    def _prioritize_announcement(self) -> None:
        self._channels.inputs.convert_to_priority_event(
            self._channel, self._announced_sequence_number
        )

    def _turn_unaligned(self) -> None:
        assert self._barrier is not None
        if not self._barrier.is_unaligned and self._listener is not None:
            self._listener.on_alignment_timed_out(self._barrier.checkpoint_id)
        self._barrier = self._barrier.as_unaligned()

    def _init_inputs(self) -> None:
        assert self._barrier is not None
        self._task.init_inputs_checkpoint(self._checkpoint_id, self._barrier.options)

    def _start_persisting(self) -> None:
        assert self._barrier is not None
        self._channels.checkpoint_started(self._barrier)

    def _trigger(self) -> None:
        assert self._barrier is not None
        self._notify_checkpoint(self._barrier)

    def _stop_persisting(self) -> None:
        self._channels.checkpoint_stopped(self._checkpoint_id)

    def _unblock_all(self) -> None:
        self._channels.unblock_all_channels()
        self._channels.announced_sequence_numbers.clear()

    def _forget_channel(self) -> None:
        self._channels.channel_finished(self._channel)
