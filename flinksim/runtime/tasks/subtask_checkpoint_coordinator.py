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
    ALIGNMENT_TIMER_MAIL,
    compute_timer_delay_ms,
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
from flinksim.runtime.state.incremental_size import compute_changed_bytes
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.tasks.input_processor_util import (
    create_checkpoint_barrier_handler,
    prepare_input_snapshot,
    set_channel_state_writer,
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
    """What one subtask contributes to a checkpoint. Flink: ``TaskStateSnapshot``.

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
class CheckpointServices:
    """The checkpoint settings and coordinator callbacks of a job, for its tasks.

    - ``acknowledge``, ``decline`` and ``data_has_ended`` notify the coordinator.
    - ``has_final_checkpoint``: a task that has ended waits for a checkpoint that contains its final
      output.
    - A snapshot takes ``sync_ms`` in the task and then ``async_ms`` in the background, both functions
      of its bytes. If ``is_incremental``, only bytes changed since the last completed checkpoint count.
    - ``can_be_unaligned``: in-flight data is persisted. Up to ``subtasks_per_file`` subtasks share a
      file.
    """

    acknowledge: Callable[[SubtaskId, int, TaskSnapshot, SubtaskStatistics], None]
    decline: Callable[[SubtaskId, int, CheckpointFailureReason], None]
    notify_end_of_data: Callable[[], None]
    has_final_checkpoint: bool
    is_exactly_once: bool
    can_be_unaligned: bool
    checkpoints_after_tasks_finish: bool
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
        "_aborted_checkpoint_ids",
        "_async_checkpoint_ids",
        "_confirmed_snapshot",
        "_emit",
        "_final_checkpoint_min_id",
        "_is_final_checkpoint_completed",
        "_last_checkpoint_id",
        "_services",
        "_snapshots",
        "_stop_barrier",
        "_task",
        "_triggered_checkpoint_ids",
        "_writer",
        "barrier_handler",
        "last_barrier_id",
        "restored_checkpoint_id",
        "restored_snapshot",
    )  # fmt: skip

    def __init__(self, task: StreamTask, emit: Emit | None) -> None:
        self._task = task
        self._emit = emit
        self._services: CheckpointServices | None = None
        """The services of its job; ``None`` in a Spark worker, whose jobs have no checkpoints."""
        self._writer: ChannelStateWriter | None = None
        """Stores the in-flight data, if checkpoints may be unaligned."""
        self.barrier_handler: CheckpointBarrierHandler | None = None
        """The barrier handler of its inputs; ``None`` for a task without inputs."""
        self.restored_snapshot = TaskSnapshot()
        """The snapshot that the task starts from."""
        self.restored_checkpoint_id = 0
        """The checkpoint that the restored snapshot is from; 0 if there is none."""
        self.last_barrier_id = 0
        """The id of the checkpoint whose barrier was emitted last; 0 before the first."""
        self._last_checkpoint_id = 0
        self._aborted_checkpoint_ids: set[int] = set()
        """Checkpoints that were aborted before their barrier arrived."""
        self._async_checkpoint_ids: set[int] = set()
        """Checkpoints whose synchronous part is done and that are being written in the background."""
        self._triggered_checkpoint_ids: list[int] = []
        self._final_checkpoint_min_id: int | None = None
        self._is_final_checkpoint_completed = False
        self._stop_barrier: CheckpointBarrier | None = None
        self._snapshots: dict[int, TaskSnapshot] = {}
        self._confirmed_snapshot = TaskSnapshot()

    def initialize(self, services: CheckpointServices, files: ChannelStateFiles) -> None:
        """Enable checkpoints; called once, when the task is wired.

        Args:
            services: The checkpoint services of the job.
            files: The channel state files of the TaskManager, for in-flight data.
        """
        task = self._task
        self._services = services
        if services.can_be_unaligned:
            self._writer = files.create_writer(services.subtasks_per_file)
            set_channel_state_writer(task.writers, self._writer)
        if services.has_final_checkpoint:
            for writer in task.writers:
                for subpartition in writer.subpartitions:
                    subpartition.on_data_processed = self._on_data_processed
        if task.inputs:
            self.barrier_handler = create_checkpoint_barrier_handler(
                self, task.subtask, task.inputs, task.clock, task.put_mail_if_open, self._emit,
                is_exactly_once=services.is_exactly_once,
                writer=self._writer,
                checkpoints_after_tasks_finish=services.checkpoints_after_tasks_finish,
            )  # fmt: skip

    def close(self) -> None:
        """Release resources: the task has ended."""
        if self.barrier_handler is not None:
            self.barrier_handler.close()
        if self._writer is not None:
            self._writer.close()

    # --- restoring ---------------------------------------------------------------------------------

    def restore(self, snapshot: TaskSnapshot, checkpoint_id: int) -> None:
        """Start the subtask from *snapshot*, which is from checkpoint *checkpoint_id*.

        Called before any task of its failover region runs.
        """
        self.restored_snapshot = self._confirmed_snapshot = snapshot
        self.restored_checkpoint_id = checkpoint_id
        channels = {
            channel.id: (task_input, channel)
            for task_input in self._task.inputs
            for channel in task_input.gate.channels
        }
        for name, data in snapshot.input_data.items():
            task_input, channel = channels[name]
            task_input.recover(channel, data.copy())
            if self._emit is not None:
                self._emit((InputRecovered, name, checkpoint_id, len(data.elements)))

    def restore_outputs(self) -> None:
        """Put in-flight data restored from a checkpoint back into the outputs of the task.

        The restored data of the receivers' inputs comes first.
        """
        for name, data in self.restored_snapshot.output_data.items():
            for writer in self._task.writers:
                if writer.recover(name, data.copy()):
                    break
            if self._emit is not None:
                self._emit((OutputRecovered, name, self.restored_checkpoint_id, len(data.elements)))

    @property
    def can_finish(self) -> bool:
        """Whether a task that has ended may finish.

        It waits for its final checkpoint, and for the readers of its results: an unaligned checkpoint
        may still contain records for them. Flink:
        ``PipelinedResultPartition.getAllDataProcessedFuture``.

        Differs: snapshots that are still being written are not waited for; they are acknowledged
        afterwards.
        """
        support = self._services
        if support is None or not support.has_final_checkpoint:
            return self._stop_barrier is None or self._is_final_checkpoint_completed
        return self._is_final_checkpoint_completed and all(
            subpartition.is_data_processed
            for writer in self._task.writers
            for subpartition in writer.subpartitions
        )

    def _on_data_processed(self) -> None:
        if self.can_finish and not self._task.is_over:
            self._task.put_mail("all data processed", self._task.finish_if_allowed)

    # --- taking checkpoints ------------------------------------------------------------------------

    def trigger(self, barrier: CheckpointBarrier) -> None:
        """Begin the checkpoint of *barrier* at this task. Flink: ``triggerCheckpointAsync``."""
        self._triggered_checkpoint_ids.append(barrier.checkpoint_id)
        self._task.put_mail(
            f"checkpoint {barrier.checkpoint_id}", lambda: self._start_checkpoint(barrier)
        )

    def stop_with_savepoint(self, barrier: CheckpointBarrier) -> None:
        """Take the savepoint of *barrier* at a source task, then end the task.

        Flink: ``SourceOperatorStreamTask.triggerStopWithSavepointAsync``.
        """
        checkpoint = barrier.checkpoint_id
        self._triggered_checkpoint_ids.append(checkpoint)
        self._task.put_mail(
            f"stop with savepoint {checkpoint}", lambda: self._perform_stop_with_savepoint(barrier)
        )

    def _perform_stop_with_savepoint(self, barrier: CheckpointBarrier) -> None:
        self._stop_barrier = barrier
        if self._task.data_ended:
            self._start_checkpoint(barrier)
        else:
            self._task.end_data(barrier.options.checkpoint_type.should_advance_to_end_of_time)

    def on_source_ended(self) -> None:
        """Begin the savepoint that stops the job, if one is requested, now that the source reads no more."""
        if self._stop_barrier is not None:
            self._start_checkpoint(self._stop_barrier)

    def _start_checkpoint(self, barrier: CheckpointBarrier) -> None:
        self._triggered_checkpoint_ids.remove(barrier.checkpoint_id)
        support, handler = self._services, self.barrier_handler
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
        elif (
            support.has_final_checkpoint
        ):  # then only the end of the partition is left in such a channel
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

        if self.barrier_handler is None or all(
            one.has_end_of_partition for one in self._task.inputs
        ):
            on_all_barriers_received(True)
        else:
            self.barrier_handler.add_all_barriers_received_callback(
                checkpoint_id, on_all_barriers_received
            )

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        """Forward the barrier, take a snapshot and acknowledge it. Flink: ``checkpointState``."""
        task, support = self._task, self._services
        assert support is not None
        checkpoint = barrier.checkpoint_id
        if checkpoint <= self._last_checkpoint_id:
            self._abort_channel_state(
                checkpoint
            )  # it was aborted before, and all tasks were notified
            return
        self._last_checkpoint_id = checkpoint
        was_aborted = checkpoint in self._aborted_checkpoint_ids
        self._aborted_checkpoint_ids = {
            one for one in self._aborted_checkpoint_ids if one > checkpoint
        }
        if was_aborted:
            self._broadcast_cancellation(checkpoint)
            self._abort_channel_state(checkpoint)
            return
        self.last_barrier_id = checkpoint
        if task.data_ended and self._final_checkpoint_min_id is None:
            self._final_checkpoint_min_id = checkpoint
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
            size = compute_changed_bytes(snapshot.operators, self._confirmed_snapshot.operators)
            self._snapshots[checkpoint] = snapshot
        sync_ms = support.sync_ms(size)
        if sync_ms:
            task.user_sleeps(sync_ms / 1000)
        self._finish_and_report_async(barrier, snapshot, size, metrics, started_ms)

    def _register_alignment_timer(self, barrier: CheckpointBarrier) -> None:
        """Start a timer that makes a barrier unaligned if it still waits in an output after its timeout."""
        task = self._task

        def on_timeout() -> None:
            for writer in task.writers:
                writer.aligned_barrier_timeout(barrier.checkpoint_id)

        delay = compute_timer_delay_ms(task.clock.now_ms, barrier)
        task.clock.schedule(
            task.clock.now_ms + delay + 1,
            lambda _: task.put_mail_if_open(ALIGNMENT_TIMER_MAIL, on_timeout),
        )

    def _finish_and_report_async(
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
        task, support, checkpoint = self._task, self._services, barrier.checkpoint_id
        assert support is not None
        finished_ms = task.current_processing_time()  # includes time.sleep() in user functions
        sync_ms = finished_ms - begun_ms
        writing_ms = support.async_ms(size)

        def acknowledge(_: int = 0) -> None:
            if checkpoint not in self._async_checkpoint_ids or task.execution.state in (
                "CANCELED",
                "FAILED",
            ):
                return
            self._async_checkpoint_ids.discard(checkpoint)
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
                    self._async_checkpoint_ids.discard(checkpoint)
                    return
                snapshot.input_data, snapshot.output_data = in_flight.inputs, in_flight.outputs
                self._writer.discard_up_to(checkpoint)
            written_ms = max(finished_ms, task.clock.now_ms) + writing_ms
            if written_ms > task.clock.now_ms:
                task.clock.schedule(written_ms, acknowledge)
            else:
                acknowledge()

        self._async_checkpoint_ids.add(checkpoint)
        in_flight = None if self._writer is None else self._writer.write_result(checkpoint)
        if in_flight is None:
            on_channel_state_written()
        else:
            in_flight.add_done_callback(on_channel_state_written)

    # --- aborting ----------------------------------------------------------------------------------

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        """Decline the checkpoint: a barrier will not arrive. Flink: ``abortCheckpointOnBarrier``."""
        assert self._services is not None
        self._last_checkpoint_id = max(self._last_checkpoint_id, checkpoint_id)
        self._abort_channel_state(checkpoint_id)
        self._services.decline(self._task.subtask, checkpoint_id, reason)
        self._abort_outputs(checkpoint_id)
        self._broadcast_cancellation(checkpoint_id)

    def end_data(self) -> None:
        """Notify the coordinator that the task has read all input.

        Flink: ``TaskManagerActions.notifyEndOfData``.
        """
        if self._services is not None and self._services.has_final_checkpoint:
            self._services.notify_end_of_data()

    def finish(self) -> None:
        """Decline the checkpoints that the coordinator has requested from this task, which ends now.

        Flink: ``performCheckpoint`` of a task that is not running any more.
        """
        failure = CheckpointFailureReason.TASK_CHECKPOINT_FAILURE
        for checkpoint in self._triggered_checkpoint_ids:
            assert self._services is not None
            self._broadcast_cancellation(checkpoint)
            self._services.decline(self._task.subtask, checkpoint, failure)

    def _abort_outputs(self, checkpoint_id: int) -> None:
        """Discard in-flight data of the outputs that was to be stored in the aborted checkpoint.

        Flink: ``OperatorChain.abortCheckpoint``.
        """
        for writer in self._task.writers:
            writer.abort_checkpoint(checkpoint_id)

    def _abort_channel_state(self, checkpoint_id: int) -> None:
        if self._writer is not None:
            self._writer.abort(checkpoint_id)

    def _broadcast_cancellation(self, checkpoint_id: int) -> None:
        for writer in self._task.writers:
            writer.broadcast_event(CancelCheckpointMarker(checkpoint_id))

    # --- notifications -----------------------------------------------------------------------------

    def notify_complete(self, checkpoint_id: int) -> None:
        """Notify the task of the completed checkpoint. Flink: ``notifyCheckpointCompleteAsync``."""
        self._task.put_mail(
            f"checkpoint {checkpoint_id} complete", lambda: self._on_complete(checkpoint_id)
        )

    def notify_aborted(self, checkpoint_id: int) -> None:
        """Notify the task of the aborted checkpoint. Flink: ``notifyCheckpointAbortAsync``."""
        self._task.put_mail(
            f"checkpoint {checkpoint_id} aborted", lambda: self._on_aborted(checkpoint_id)
        )

    def _on_complete(self, checkpoint_id: int) -> None:
        if self._emit is not None:
            self._emit((CheckpointNotified, self._task.subtask, checkpoint_id, True))
        if checkpoint_id in self._snapshots:
            self._confirmed_snapshot = self._snapshots[checkpoint_id]
        self._snapshots = {
            number: one for number, one in self._snapshots.items() if number > checkpoint_id
        }
        self._task.chain.notify_checkpoint_complete(checkpoint_id)
        if (
            self._final_checkpoint_min_id is not None
            and checkpoint_id >= self._final_checkpoint_min_id
        ):
            self._is_final_checkpoint_completed = True
            self._task.finish_if_allowed()

    def _on_aborted(self, checkpoint_id: int) -> None:
        if self._emit is not None:
            self._emit((CheckpointNotified, self._task.subtask, checkpoint_id, False))
        self._async_checkpoint_ids.discard(checkpoint_id)
        if checkpoint_id > self._last_checkpoint_id:
            self._aborted_checkpoint_ids.add(checkpoint_id)
        self._abort_channel_state(checkpoint_id)
        self._abort_outputs(checkpoint_id)
        self._task.chain.notify_checkpoint_aborted(checkpoint_id)
        if self._stop_barrier is not None and self._stop_barrier.checkpoint_id == checkpoint_id:
            raise RuntimeError("Stop-with-savepoint failed.")
