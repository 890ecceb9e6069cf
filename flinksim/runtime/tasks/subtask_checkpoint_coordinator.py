"""What one subtask does for a checkpoint: barrier, snapshot, acknowledgement; and what it is told.

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
    """What one subtask adds to a checkpoint. Flink: ``TaskStateSnapshot``.

    ``operators`` are their states; ``input_data`` and ``output_data`` what an unaligned checkpoint
    caught in flight, by channel; ``is_finished`` says that the subtask was FINISHED before.
    """

    operators: dict[OperatorId, OperatorSnapshot] = field(default_factory=dict)
    input_data: dict[ChannelId, InFlightData] = field(default_factory=dict)
    output_data: dict[ChannelId, InFlightData] = field(default_factory=dict)
    is_finished: bool = False

    @property
    def bytes(self) -> int:
        """The size of the operators' states."""
        return sum(snapshot.bytes for snapshot in self.operators.values())

    @property
    def persisted_bytes(self) -> int:
        """The size of what was in flight."""
        return sum(one.bytes for one in (*self.input_data.values(), *self.output_data.values()))


@dataclass(frozen=True, slots=True)
class SubtaskStatistics:
    """What Flink's checkpoint page shows of one subtask; times in ms. Flink: ``SubtaskStateStats``.

    ``start_delay_ms`` is the time from the trigger to the first barrier, ``alignment_ms`` from there to
    the last, while ``processed_bytes`` were read; ``persisted_bytes`` were in flight. ``bytes`` had to
    be written, of ``full_bytes`` of state: less where checkpoints are incremental.
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
    """What a job's checkpoints are like, for its tasks.

    ``acknowledge``, ``decline`` and ``data_has_ended`` tell the coordinator. With ``has_final`` a task
    that has ended waits for a checkpoint of what it put out at its end. A snapshot takes ``sync_ms`` in
    the task and then ``async_ms`` beside it, by its bytes; if ``is_incremental``, by those that are new
    since the last one that has completed. Where they may be unaligned, what is in flight is kept, in a
    file that as many as ``subtasks_per_file`` share.
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

    A task that has seen all its input may finish only when a checkpoint that it took after that has
    completed: what it put out at its end would never be committed otherwise.
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
        """What its job has for it; none in a worker of Spark's, whose jobs have no checkpoints."""
        self._writer: ChannelStateWriter | None = None
        """Where what is in flight goes, where checkpoints may be unaligned."""
        self.handler: CheckpointBarrierHandler | None = None
        """What its inputs hand barriers to; none for a task without inputs."""
        self.restored = TaskSnapshot()
        """What the task begins with."""
        self.restored_from = 0
        """The checkpoint that has it; 0 if there is none."""
        self.last_barrier = 0
        """The checkpoint whose barrier was the last to go out; 0 before the first."""
        self._last = 0
        self._given_up: set[int] = set()
        """Those that came to nothing before their barrier was here."""
        self._asynchronous: set[int] = set()
        """Those whose snapshot is taken, and being written."""
        self._triggered: list[int] = []
        self._final_from: int | None = None
        self._final_completed = False
        self._stopping: CheckpointBarrier | None = None
        self._taken: dict[int, TaskSnapshot] = {}
        self._confirmed = TaskSnapshot()

    def begin(self, support: CheckpointSupport, files: ChannelStateFiles) -> None:
        """Heed barriers from now on; called once, when the task is wired.

        What is in flight goes into one of *files*, those of its TaskManager.
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
        """The task is over."""
        if self.handler is not None:
            self.handler.close()
        if self._writer is not None:
            self._writer.close()

    # --- begun with --------------------------------------------------------------------------------

    def restore(self, snapshot: TaskSnapshot, checkpoint: int) -> None:
        """Begin with what *checkpoint* has of the subtask; before anything of its region runs."""
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
        """What was in flight in the outputs waits there again, behind what the receivers have."""
        for name, data in self.restored.output_data.items():
            for writer in self._task.writers:
                if writer.recover(name, data.copy()):
                    break
            if self._emit is not None:
                self._emit((OutputRecovered, name, self.restored_from, len(data.elements)))

    @property
    def allow_finish(self) -> bool:
        """Whether a task that has ended need not wait any more: neither for its final checkpoint, nor
        for those who read its results, from which an unaligned one may have kept records back.

        Flink: ``PipelinedResultPartition.getAllDataProcessedFuture``.
        Differs: snapshots that are still written are not waited for, but acknowledged afterwards.
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

    # --- begun -------------------------------------------------------------------------------------

    def trigger(self, barrier: CheckpointBarrier) -> None:
        """The coordinator wants a checkpoint to begin here. Flink: ``triggerCheckpointAsync``."""
        self._triggered.append(barrier.checkpoint_id)
        self._task.put_mail(f"checkpoint {barrier.checkpoint_id}", lambda: self._begin(barrier))

    def stop_with_savepoint(self, barrier: CheckpointBarrier) -> None:
        """The task of a source is to end with the savepoint of *barrier*.

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
        """The task of a source reads nothing more."""
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
        elif support.has_final:  # so nothing but its end is left in such a channel
            for channel in unfinished:
                handler.process_barrier(barrier, channel, is_rpc_triggered=True)
        else:
            not_ready = CheckpointFailureReason.CHECKPOINT_DECLINED_TASK_NOT_READY
            self.abort_checkpoint_on_barrier(barrier.checkpoint_id, not_ready)

    def init_inputs_checkpoint(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """What is in flight at the inputs may become part of the checkpoint, from now on."""
        if not options.needs_channel_state:
            return
        writer = self._writer
        assert writer is not None
        writer.start(checkpoint_id, options)
        if not options.is_unaligned_checkpoint:
            writer.finish_input(checkpoint_id)
            return
        prepare_input_snapshot(self._task.inputs, checkpoint_id, writer)

        def all_are_there(completed: bool) -> None:
            if completed:
                writer.finish_input(checkpoint_id)
            else:
                writer.abort(checkpoint_id)

        if self.handler is None or all(one.has_end_of_partition for one in self._task.inputs):
            all_are_there(True)
        else:
            self.handler.when_all_barriers_received(checkpoint_id, all_are_there)

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        """Hand the barrier on, take a snapshot, acknowledge it. Flink: ``checkpointState``."""
        task, support = self._task, self._support
        assert support is not None
        checkpoint = barrier.checkpoint_id
        if checkpoint <= self._last:
            self._abort_writing(checkpoint)  # it was given up before, and all were told
            return
        self._last = checkpoint
        was_given_up = checkpoint in self._given_up
        self._given_up = {one for one in self._given_up if one > checkpoint}
        if was_given_up:
            self._broadcast_cancellation(checkpoint)
            self._abort_writing(checkpoint)
            return
        self.last_barrier = checkpoint
        if task.data_ended and self._final_from is None:
            self._final_from = checkpoint
        options = barrier.options
        if options.alignment is AlignmentType.FORCED_ALIGNED:
            # on a pointwise edge it could not overtake, but it may in this task's outputs
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
        begun_ms = task.current_processing_time()
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
        self._report_asynchronously(barrier, snapshot, size, metrics, begun_ms)

    def _register_alignment_timer(self, barrier: CheckpointBarrier) -> None:
        """A barrier that is still in an output when its time is up overtakes there, too."""
        task = self._task

        def timed_out() -> None:
            for writer in task.writers:
                writer.aligned_barrier_timeout(barrier.checkpoint_id)

        delay = timer_delay_ms(task.clock.now_ms, barrier)
        task.clock.schedule(
            task.clock.now_ms + delay + 1, lambda _: task.put_late_mail(ALIGNMENT_TIMER, timed_out)
        )

    def _report_asynchronously(
        self,
        barrier: CheckpointBarrier,
        snapshot: TaskSnapshot,
        size: int,
        metrics: CheckpointMetrics,
        begun_ms: int,
    ) -> None:
        """Flink: ``AsyncCheckpointRunnable``, which writes the snapshot on a thread of its own."""
        task, support, checkpoint = self._task, self._support, barrier.checkpoint_id
        assert support is not None
        taken_ms = task.current_processing_time()  # a user's function may have slept, too
        sync_ms = taken_ms - begun_ms
        writing_ms = support.async_ms(size)

        def acknowledge(_: int = 0) -> None:
            if checkpoint not in self._asynchronous or task.execution.state in (
                "CANCELED",
                "FAILED",
            ):
                return
            self._asynchronous.discard(checkpoint)
            async_ms = task.clock.now_ms - taken_ms
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

        def in_flight_is_known() -> None:
            if self._writer is not None and in_flight is not None:
                if in_flight.failed:
                    self._asynchronous.discard(checkpoint)
                    return
                snapshot.input_data, snapshot.output_data = in_flight.inputs, in_flight.outputs
                self._writer.forget_up_to(checkpoint)
            written_ms = max(taken_ms, task.clock.now_ms) + writing_ms
            if written_ms > task.clock.now_ms:
                task.clock.schedule(written_ms, acknowledge)
            else:
                acknowledge()

        self._asynchronous.add(checkpoint)
        in_flight = None if self._writer is None else self._writer.write_result(checkpoint)
        if in_flight is None:
            in_flight_is_known()
        else:
            in_flight.when_done(in_flight_is_known)

    # --- given up ----------------------------------------------------------------------------------

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        """A barrier will not come any more. Flink: ``abortCheckpointOnBarrier``."""
        assert self._support is not None
        self._last = max(self._last, checkpoint_id)
        self._abort_writing(checkpoint_id)
        self._support.decline(self._task.subtask, checkpoint_id, reason)
        self._abort_outputs(checkpoint_id)
        self._broadcast_cancellation(checkpoint_id)

    def end_data(self) -> None:
        """The task has seen all its input. Flink: ``TaskManagerActions.notifyEndOfData``."""
        if self._support is not None and self._support.has_final:
            self._support.data_has_ended()

    def finish(self) -> None:
        """The task ends: checkpoints that were to begin here cannot. Flink: ``performCheckpoint`` of a
        task that does not run any more.
        """
        failure = CheckpointFailureReason.TASK_CHECKPOINT_FAILURE
        for checkpoint in self._triggered:
            assert self._support is not None
            self._broadcast_cancellation(checkpoint)
            self._support.decline(self._task.subtask, checkpoint, failure)

    def _abort_outputs(self, checkpoint_id: int) -> None:
        """Flink: ``OperatorChain.abortCheckpoint``."""
        for writer in self._task.writers:
            writer.abort_checkpoint(checkpoint_id)

    def _abort_writing(self, checkpoint_id: int) -> None:
        if self._writer is not None:
            self._writer.abort(checkpoint_id)

    def _broadcast_cancellation(self, checkpoint_id: int) -> None:
        for writer in self._task.writers:
            writer.broadcast_event(CancelCheckpointMarker(checkpoint_id))

    # --- told --------------------------------------------------------------------------------------

    def notify_complete(self, checkpoint: int) -> None:
        """The checkpoint has completed. Flink: ``notifyCheckpointCompleteAsync``."""
        self._task.put_mail(
            f"checkpoint {checkpoint} complete", lambda: self._completed(checkpoint)
        )

    def notify_aborted(self, checkpoint: int) -> None:
        """The checkpoint came to nothing. Flink: ``notifyCheckpointAbortAsync``."""
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
