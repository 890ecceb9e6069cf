"""The part of one subtask in a checkpoint: barrier, snapshot, acknowledgement, notifications.

Flink: ``SubtaskCheckpointCoordinatorImpl``, ``AsyncCheckpointRunnable``, and the checkpoint methods of
``StreamTask``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flinksim.core.ids import ChannelId, OperatorId, SubtaskId
from flinksim.runtime.checkpoint.barriers.barrier_alignment_util import (
    ALIGNMENT_TIMER,
    timer_delay_ms,
)
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_handler import (
    CheckpointBarrierHandler,
)
from flinksim.runtime.checkpoint.channel_state_writer import (
    ChannelStateFiles,
    ChannelStateWriter,
    InFlightData,
)
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.checkpoint.checkpoint_metrics import Alignment, CheckpointMetrics
from flinksim.runtime.checkpoint.checkpoint_options import AlignmentType, CheckpointOptions
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier
from flinksim.runtime.state.incremental_size import changed_bytes
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.tasks.input_processor_util import (
    create_checkpoint_barrier_handler,
    persist_outputs,
    prepare_input_snapshot,
)
from flinksim.trace.events import (
    BarrierEmitted,
    CheckpointNotified,
    Emit,
    InputRecovered,
    OutputRecovered,
    SnapshotWritten,
)

if TYPE_CHECKING:
    from flinksim.runtime.tasks.stream_task import StreamTask


@dataclass(slots=True)
class TaskSnapshot:
    """The part of one subtask in a checkpoint. Flink: ``TaskStateSnapshot``.

    ``operators`` has the operator states. ``input_data`` and ``output_data`` are the in-flight data of
    an unaligned checkpoint, by channel. ``is_finished`` tells that the subtask was FINISHED before.
    """

    operators: dict[OperatorId, OperatorSnapshot] = field(default_factory=dict)
    input_data: dict[ChannelId, InFlightData] = field(default_factory=dict)
    output_data: dict[ChannelId, InFlightData] = field(default_factory=dict)
    is_finished: bool = False

    @property
    def bytes(self) -> int:
        """The size of the operator states, in bytes."""
        return sum(snapshot.bytes for snapshot in self.operators.values())

    @property
    def persisted_bytes(self) -> int:
        """The size of the in-flight data, in bytes."""
        return sum(one.bytes for one in (*self.input_data.values(), *self.output_data.values()))


@dataclass(frozen=True, slots=True)
class SubtaskStatistics:
    """The row of one subtask on Flink's checkpoint page; times in ms. Flink: ``SubtaskStateStats``.

    ``start_delay_ms`` is the time from the trigger to the first barrier. ``alignment_ms`` is the time
    from there to the last barrier, while ``processed_bytes`` were read. ``persisted_bytes`` were in
    flight. ``bytes`` were written, of ``full_bytes`` of state; incremental checkpoints write less.
    """

    start_delay_ms: int
    alignment_ms: int
    processed_bytes: int
    persisted_bytes: int
    sync_ms: int
    async_ms: int
    bytes: int
    full_bytes: int
    is_unaligned: bool


@dataclass(frozen=True, slots=True)
class CheckpointSupport:
    """The checkpoint settings and coordinator callbacks of a job, for its tasks.

    - ``acknowledge``, ``decline`` and ``data_has_ended`` notify the coordinator.
    - ``has_final``: a task that has ended waits for a checkpoint that contains its final output.
    - A snapshot takes ``sync_ms`` in the task and then ``async_ms`` in the background, both functions
      of its bytes. If ``is_incremental``, only bytes changed since the last completed checkpoint count.
    - ``may_be_unaligned``: in-flight data is persisted. Up to ``subtasks_per_file`` subtasks share a
      file.
    """

    acknowledge: Callable[[SubtaskId, int, TaskSnapshot, SubtaskStatistics], None]
    decline: Callable[[SubtaskId, int, CheckpointFailureReason], None]
    data_has_ended: Callable[[], None]
    has_final: bool
    is_exactly_once: bool
    may_be_unaligned: bool
    after_tasks_finish: bool
    is_incremental: bool
    subtasks_per_file: int
    sync_ms: Callable[[int], int]
    async_ms: Callable[[int], int]


class SubtaskCheckpointCoordinator:
    """Takes the checkpoints of one subtask.

    A task that has read all its input may finish only after a later checkpoint has completed. Otherwise
    its final output would never be committed.
    """

    __slots__ = (
        "_asynchronous",
        "_confirmed",
        "_emit",
        "_final_completed",
        "_final_from",
        "_given_up",
        "_last",
        "_stopping",
        "_support",
        "_taken",
        "_task",
        "_triggered",
        "_writer",
        "handler",
        "last_barrier",
        "restored",
        "restored_from",
    )  # fmt: skip

    def __init__(self, task: StreamTask, emit: Emit | None) -> None:
        self._task = task
        self._emit = emit
        self._support: CheckpointSupport | None = None
        """The services of its job; ``None`` in a Spark worker, whose jobs have no checkpoints."""
        self._writer: ChannelStateWriter | None = None
        """Receives in-flight data, if checkpoints may be unaligned."""
        self.handler: CheckpointBarrierHandler | None = None
        """The barrier handler of its inputs; ``None`` for a task without inputs."""
        self.restored = TaskSnapshot()
        """The snapshot that the task starts from."""
        self.restored_from = 0
        """The checkpoint of that snapshot; 0 if there is none."""
        self.last_barrier = 0
        """The checkpoint whose barrier was emitted last; 0 before the first."""
        self._last = 0
        self._given_up: set[int] = set()
        """Checkpoints that were aborted before their barrier arrived."""
        self._asynchronous: set[int] = set()
        """Checkpoints whose snapshot is taken and is being written."""
        self._triggered: list[int] = []
        self._final_from: int | None = None
        self._final_completed = False
        self._stopping: CheckpointBarrier | None = None
        self._taken: dict[int, TaskSnapshot] = {}
        self._confirmed = TaskSnapshot()

    def begin(self, support: CheckpointSupport, files: ChannelStateFiles) -> None:
        """Enable checkpoints; called once, when the task is wired.

        Args:
            support: The checkpoint services of the job.
            files: The channel state files of the TaskManager, for in-flight data.
        """
        task = self._task
        self._support = support
        if support.may_be_unaligned:
            self._writer = files.writer(support.subtasks_per_file)
            persist_outputs(task.writers, self._writer)
        if support.has_final:
            for writer in task.writers:
                for subpartition in writer.subpartitions:
                    subpartition.on_data_processed = self._data_is_processed
        if task.inputs:
            self.handler = create_checkpoint_barrier_handler(
                self, task.subtask, task.inputs, task.clock, task.put_late_mail, self._emit,
                is_exactly_once=support.is_exactly_once,
                writer=self._writer,
                checkpoints_after_tasks_finish=support.after_tasks_finish,
            )  # fmt: skip

    def close(self) -> None:
        """Release resources: the task has ended."""
        if self.handler is not None:
            self.handler.close()
        if self._writer is not None:
            self._writer.close()

    # --- restoring ---------------------------------------------------------------------------------

    def restore(self, snapshot: TaskSnapshot, checkpoint: int) -> None:
        """Start from the snapshot of *checkpoint*; before any task of the region runs."""
        self.restored = self._confirmed = snapshot
        self.restored_from = checkpoint
        channels = {
            channel.id: (task_input, channel)
            for task_input in self._task.inputs
            for channel in task_input.gate.channels
        }
        for name, data in snapshot.input_data.items():
            task_input, channel = channels[name]
            task_input.recover(channel, data.copy())
            if self._emit is not None:
                self._emit((InputRecovered, name, checkpoint, len(data.elements)))

    def restore_outputs(self) -> None:
        """Put recovered in-flight data back into the outputs, after the receivers' own."""
        for name, data in self.restored.output_data.items():
            for writer in self._task.writers:
                if writer.recover(name, data.copy()):
                    break
            if self._emit is not None:
                self._emit((OutputRecovered, name, self.restored_from, len(data.elements)))

    @property
    def allow_finish(self) -> bool:
        """Whether a task that has ended may finish.

        It waits for its final checkpoint, and for the readers of its results: an unaligned checkpoint
        may still contain records for them. Flink:
        ``PipelinedResultPartition.getAllDataProcessedFuture``.

        Differs: snapshots that are still being written are not waited for; they are acknowledged
        afterwards.
        """
        support = self._support
        if support is None or not support.has_final:
            return self._stopping is None or self._final_completed
        return self._final_completed and all(
            subpartition.data_is_processed
            for writer in self._task.writers
            for subpartition in writer.subpartitions
        )

    def _data_is_processed(self) -> None:
        if self.allow_finish and not self._task.execution_is_over:
            self._task.put_mail("all data processed", self._task.finish_if_allowed)

    # --- taking checkpoints ------------------------------------------------------------------------

    def trigger(self, barrier: CheckpointBarrier) -> None:
        """Begin the checkpoint of *barrier* at this task. Flink: ``triggerCheckpointAsync``."""
        self._triggered.append(barrier.checkpoint_id)
        self._task.put_mail(f"checkpoint {barrier.checkpoint_id}", lambda: self._begin(barrier))

    def stop_with_savepoint(self, barrier: CheckpointBarrier) -> None:
        """End the task of a source with the savepoint of *barrier*.

        Flink: ``SourceOperatorStreamTask.triggerStopWithSavepointAsync``.
        """
        checkpoint = barrier.checkpoint_id
        self._triggered.append(checkpoint)
        self._task.put_mail(f"stop with savepoint {checkpoint}", lambda: self._stop_with(barrier))

    def _stop_with(self, barrier: CheckpointBarrier) -> None:
        self._stopping = barrier
        if self._task.data_ended:
            self._begin(barrier)
        else:
            self._task.end_data(barrier.options.checkpoint_type.should_advance_to_end_of_time)

    def data_has_ended(self) -> None:
        """Begin the pending savepoint, if any: the source has stopped reading."""
        if self._stopping is not None:
            self._begin(self._stopping)

    def _begin(self, barrier: CheckpointBarrier) -> None:
        self._triggered.remove(barrier.checkpoint_id)
        support, handler = self._support, self.handler
        assert support is not None
        unfinished = [
            channel.index
            for task_input in self._task.inputs
            for channel in task_input.gate.channels
            if not channel.is_finished
        ]
        if not unfinished or handler is None:
            delay = self._task.clock.now_ms - barrier.timestamp
            self.init_inputs_checkpoint(barrier.checkpoint_id, barrier.options)
            self.trigger_checkpoint_on_barrier(barrier, CheckpointMetrics(Alignment(0, 0), delay))
        elif support.has_final:  # then only the end of the partition is left in such a channel
            for channel in unfinished:
                handler.process_barrier(barrier, channel, is_rpc_triggered=True)
        else:
            not_ready = CheckpointFailureReason.CHECKPOINT_DECLINED_TASK_NOT_READY
            self.abort_checkpoint_on_barrier(barrier.checkpoint_id, not_ready)

    def init_inputs_checkpoint(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """Start to persist in-flight data at the inputs, if the checkpoint may need it."""
        if not options.needs_channel_state:
            return
        writer = self._writer
        assert writer is not None
        writer.start(checkpoint_id, options)
        if not options.is_unaligned_checkpoint:
            writer.finish_input(checkpoint_id)
            return
        prepare_input_snapshot(self._task.inputs, checkpoint_id, writer)

        def on_all_barriers_received(completed: bool) -> None:
            if completed:
                writer.finish_input(checkpoint_id)
            else:
                writer.abort(checkpoint_id)

        if self.handler is None or all(one.has_end_of_partition for one in self._task.inputs):
            on_all_barriers_received(True)
        else:
            self.handler.when_all_barriers_received(checkpoint_id, on_all_barriers_received)

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        """Forward the barrier, take a snapshot and acknowledge it. Flink: ``checkpointState``."""
        task, support = self._task, self._support
        assert support is not None
        checkpoint = barrier.checkpoint_id
        if checkpoint <= self._last:
            self._abort_writing(checkpoint)  # it was aborted before, and all tasks were notified
            return
        self._last = checkpoint
        was_aborted = checkpoint in self._given_up
        self._given_up = {one for one in self._given_up if one > checkpoint}
        if was_aborted:
            self._broadcast_cancellation(checkpoint)
            self._abort_writing(checkpoint)
            return
        self.last_barrier = checkpoint
        if task.data_ended and self._final_from is None:
            self._final_from = checkpoint
        options = barrier.options
        if options.alignment is AlignmentType.FORCED_ALIGNED:
            # it could not overtake on a pointwise edge, but it can in this task's outputs
            options = options.with_unaligned_supported()
            barrier = barrier.with_options(options)
            self.init_inputs_checkpoint(checkpoint, options)
        task.chain.prepare_snapshot_pre_barrier(checkpoint)
        if self._emit is not None:
            self._emit((BarrierEmitted, task.subtask, checkpoint))
        for writer in task.writers:
            writer.broadcast_event(barrier)
        if options.is_timeoutable:
            self._register_alignment_timer(barrier)
        if self._writer is not None and options.needs_channel_state:
            self._writer.finish_output(checkpoint)
        started_ms = task.current_processing_time()
        snapshot = TaskSnapshot(
            task.chain.snapshot_state(checkpoint), is_finished=task.chain.is_finished_on_restore
        )
        size = snapshot.bytes
        if support.is_incremental and not options.checkpoint_type.is_savepoint:
            size = changed_bytes(snapshot.operators, self._confirmed.operators)
            self._taken[checkpoint] = snapshot
        sync_ms = support.sync_ms(size)
        if sync_ms:
            task.user_sleeps(sync_ms / 1000)
        self._report_asynchronously(barrier, snapshot, size, metrics, started_ms)

    def _register_alignment_timer(self, barrier: CheckpointBarrier) -> None:
        """Let a barrier that is still in an output after its timeout become unaligned there."""
        task = self._task

        def on_timeout() -> None:
            for writer in task.writers:
                writer.aligned_barrier_timeout(barrier.checkpoint_id)

        delay = timer_delay_ms(task.clock.now_ms, barrier)
        task.clock.schedule(
            task.clock.now_ms + delay + 1, lambda _: task.put_late_mail(ALIGNMENT_TIMER, on_timeout)
        )

    def _report_asynchronously(
        self,
        barrier: CheckpointBarrier,
        snapshot: TaskSnapshot,
        size: int,
        metrics: CheckpointMetrics,
        begun_ms: int,
    ) -> None:
        """Write the snapshot in the background, then acknowledge.

        Flink: ``AsyncCheckpointRunnable``, which uses a thread of its own.
        """
        task, support, checkpoint = self._task, self._support, barrier.checkpoint_id
        assert support is not None
        finished_ms = task.current_processing_time()  # includes time.sleep() in user functions
        sync_ms = finished_ms - begun_ms
        writing_ms = support.async_ms(size)

        def acknowledge(_: int = 0) -> None:
            if checkpoint not in self._asynchronous or task.execution.state in (
                "CANCELED",
                "FAILED",
            ):
                return
            self._asynchronous.discard(checkpoint)
            async_ms = task.clock.now_ms - finished_ms
            in_flight_bytes = snapshot.persisted_bytes
            if self._emit is not None:
                self._emit(
                    (SnapshotWritten, task.subtask, checkpoint, async_ms, size, in_flight_bytes)
                )
            alignment = metrics.alignment
            statistics = SubtaskStatistics(
                metrics.start_delay_ms, alignment.duration_ms or 0, alignment.bytes_processed or 0,
                in_flight_bytes, sync_ms, async_ms, size,
                snapshot.bytes, barrier.options.is_unaligned_checkpoint,
            )  # fmt: skip
            support.acknowledge(task.subtask, checkpoint, snapshot, statistics)

        def on_channel_state_written() -> None:
            if self._writer is not None and in_flight is not None:
                if in_flight.failed:
                    self._asynchronous.discard(checkpoint)
                    return
                snapshot.input_data, snapshot.output_data = in_flight.inputs, in_flight.outputs
                self._writer.forget_up_to(checkpoint)
            written_ms = max(finished_ms, task.clock.now_ms) + writing_ms
            if written_ms > task.clock.now_ms:
                task.clock.schedule(written_ms, acknowledge)
            else:
                acknowledge()

        self._asynchronous.add(checkpoint)
        in_flight = None if self._writer is None else self._writer.write_result(checkpoint)
        if in_flight is None:
            on_channel_state_written()
        else:
            in_flight.when_done(on_channel_state_written)

    # --- aborting ----------------------------------------------------------------------------------

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        """Decline the checkpoint: a barrier will not arrive. Flink: ``abortCheckpointOnBarrier``."""
        assert self._support is not None
        self._last = max(self._last, checkpoint_id)
        self._abort_writing(checkpoint_id)
        self._support.decline(self._task.subtask, checkpoint_id, reason)
        self._abort_outputs(checkpoint_id)
        self._broadcast_cancellation(checkpoint_id)

    def end_data(self) -> None:
        """Notify the coordinator that the task has read all input.

        Flink: ``TaskManagerActions.notifyEndOfData``.
        """
        if self._support is not None and self._support.has_final:
            self._support.data_has_ended()

    def finish(self) -> None:
        """Decline the checkpoints that were to begin at this task, which ends now.

        Flink: ``performCheckpoint`` of a task that is not running any more.
        """
        failure = CheckpointFailureReason.TASK_CHECKPOINT_FAILURE
        for checkpoint in self._triggered:
            assert self._support is not None
            self._broadcast_cancellation(checkpoint)
            self._support.decline(self._task.subtask, checkpoint, failure)

    def _abort_outputs(self, checkpoint_id: int) -> None:
        """Discard pending output state. Flink: ``OperatorChain.abortCheckpoint``."""
        for writer in self._task.writers:
            writer.abort_checkpoint(checkpoint_id)

    def _abort_writing(self, checkpoint_id: int) -> None:
        if self._writer is not None:
            self._writer.abort(checkpoint_id)

    def _broadcast_cancellation(self, checkpoint_id: int) -> None:
        for writer in self._task.writers:
            writer.broadcast_event(CancelCheckpointMarker(checkpoint_id))

    # --- notifications -----------------------------------------------------------------------------

    def notify_complete(self, checkpoint: int) -> None:
        """Notify the task of the completed checkpoint. Flink: ``notifyCheckpointCompleteAsync``."""
        self._task.put_mail(
            f"checkpoint {checkpoint} complete", lambda: self._completed(checkpoint)
        )

    def notify_aborted(self, checkpoint: int) -> None:
        """Notify the task of the aborted checkpoint. Flink: ``notifyCheckpointAbortAsync``."""
        self._task.put_mail(f"checkpoint {checkpoint} aborted", lambda: self._aborted(checkpoint))

    def _completed(self, checkpoint: int) -> None:
        if self._emit is not None:
            self._emit((CheckpointNotified, self._task.subtask, checkpoint, True))
        if checkpoint in self._taken:
            self._confirmed = self._taken[checkpoint]
        self._taken = {number: one for number, one in self._taken.items() if number > checkpoint}
        self._task.chain.notify_checkpoint_complete(checkpoint)
        if self._final_from is not None and checkpoint >= self._final_from:
            self._final_completed = True
            self._task.finish_if_allowed()

    def _aborted(self, checkpoint: int) -> None:
        if self._emit is not None:
            self._emit((CheckpointNotified, self._task.subtask, checkpoint, False))
        self._asynchronous.discard(checkpoint)
        if checkpoint > self._last:
            self._given_up.add(checkpoint)
        self._abort_writing(checkpoint)
        self._abort_outputs(checkpoint)
        self._task.chain.notify_checkpoint_aborted(checkpoint)
        if self._stopping is not None and self._stopping.checkpoint_id == checkpoint:
            raise RuntimeError("Stop-with-savepoint failed.")
