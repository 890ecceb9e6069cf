"""What one subtask does for a checkpoint: barrier, snapshot, acknowledgement; and what it is told.

Flink: ``SubtaskCheckpointCoordinatorImpl``, ``AsyncCheckpointRunnable``, and the checkpoint methods of
``StreamTask``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flinksim.common.ids import ChannelId, OperatorId, SubtaskId
from flinksim.runtime.elements import CheckpointBarrier, Element
from flinksim.runtime.state.snapshots import OperatorSnapshot
from flinksim.trace.events import BarrierEmitted, CheckpointNotified, Emit

if TYPE_CHECKING:
    from flinksim.runtime.tasks.stream_task import StreamTask


@dataclass(slots=True)
class CheckpointMetrics:
    """What Flink's checkpoint page shows of one subtask; times in ms. Flink: ``CheckpointMetrics``."""

    start_delay_ms: int = 0
    """From the trigger to the first barrier's arrival."""
    alignment_ms: int = 0
    processed_bytes: int = 0
    """Read while barriers were being aligned."""
    persisted_bytes: int = 0
    """In-flight data that became part of the checkpoint."""
    sync_ms: int = 0
    async_ms: int = 0
    is_unaligned: bool = False


@dataclass(slots=True)
class TaskSnapshot:
    """What one subtask adds to a checkpoint. Flink: ``TaskStateSnapshot``.

    ``operators`` are their states; ``input_data`` and ``output_data`` what an unaligned checkpoint
    caught in flight, by channel; ``is_finished`` says that all records had been seen.
    """

    operators: dict[OperatorId, OperatorSnapshot] = field(default_factory=dict)
    input_data: dict[ChannelId, list[Element]] = field(default_factory=dict)
    output_data: dict[ChannelId, list[Element]] = field(default_factory=dict)
    is_finished: bool = False

    @property
    def bytes(self) -> int:
        """The size of the operators' states."""
        return sum(snapshot.bytes for snapshot in self.operators.values())


@dataclass(frozen=True, slots=True)
class CheckpointSupport:
    """What a job's checkpoints are like, for its tasks.

    ``acknowledge`` and ``decline`` tell the coordinator. With ``has_final`` a task that has ended
    waits for a checkpoint of what it put out at its end. A snapshot takes ``sync_ms`` in the task and
    then ``async_ms`` beside it, by its bytes.
    """

    acknowledge: Callable[[SubtaskId, int, TaskSnapshot, CheckpointMetrics], None]
    decline: Callable[[SubtaskId, int, str], None]
    has_final: bool
    sync_ms: Callable[[int], int]
    async_ms: Callable[[int], int]


class SubtaskCheckpointCoordinator:
    """Takes the checkpoints of one subtask.

    A task that has seen all its input may finish only when a checkpoint that it took after that has
    completed: what it put out at its end would never be committed otherwise.
    """

    __slots__ = ("_emit", "_final_completed", "_final_from", "_last", "_task", "last_barrier",
                 "restored", "restored_from", "support")  # fmt: skip

    def __init__(self, task: StreamTask, emit: Emit | None) -> None:
        self._task = task
        self._emit = emit
        self.support: CheckpointSupport | None = None
        self.restored: Mapping[OperatorId, OperatorSnapshot] = {}
        self.restored_from = 0
        """The checkpoint that the task begins with; 0 if it begins with nothing."""
        self.last_barrier = 0
        """The checkpoint whose barrier was the last to go out; 0 before the first."""
        self._last = 0
        self._final_from: int | None = None
        self._final_completed = False

    @property
    def final_is_missing(self) -> bool:
        """Whether the task still has to wait for its final checkpoint."""
        support = self.support
        return support is not None and support.has_final and not self._final_completed

    # --- triggered ---------------------------------------------------------------------------------

    def trigger(self, barrier: CheckpointBarrier) -> None:
        """The coordinator wants a checkpoint to begin here. Flink: ``triggerCheckpointAsync``."""
        self._task.put_mail(
            f"checkpoint {barrier.checkpoint_id}",
            lambda: self.checkpoint_state(
                barrier,
                CheckpointMetrics(self._task.clock.now_ms - barrier.timestamp),
            ),
        )

    def checkpoint_state(self, barrier: CheckpointBarrier, metrics: CheckpointMetrics) -> None:
        """Hand the barrier on, take a snapshot, acknowledge it. Flink: ``checkpointState``."""
        task, support = self._task, self.support
        assert support is not None
        checkpoint = barrier.checkpoint_id
        if checkpoint <= self._last:
            return  # it was aborted before
        self._last = checkpoint
        if task.data_ended and self._final_from is None:
            self._final_from = checkpoint
        task.chain.prepare_snapshot_pre_barrier(checkpoint)
        self.last_barrier = checkpoint
        if self._emit is not None:
            self._emit(BarrierEmitted(task.subtask, checkpoint))
        for writer in task.writers:
            writer.broadcast_event(barrier)
        snapshot = TaskSnapshot(task.chain.snapshot_state(checkpoint), is_finished=task.data_ended)
        size = snapshot.bytes
        metrics.sync_ms, metrics.async_ms = support.sync_ms(size), support.async_ms(size)
        if metrics.sync_ms:
            task.user_sleeps(metrics.sync_ms / 1000)
        self._report_asynchronously(checkpoint, snapshot, metrics)

    def _report_asynchronously(
        self, checkpoint: int, snapshot: TaskSnapshot, metrics: CheckpointMetrics
    ) -> None:
        """Flink: ``AsyncCheckpointRunnable``, which writes the snapshot on a thread of its own."""
        task, support = self._task, self.support
        assert support is not None

        def done(_: int = 0) -> None:
            if not task.execution.is_over or task.execution.state == "FINISHED":
                support.acknowledge(task.subtask, checkpoint, snapshot, metrics)

        takes = metrics.sync_ms + metrics.async_ms
        if takes:
            task.clock.schedule(task.clock.now_ms + takes, done)
        else:
            done()

    def abort(self, checkpoint: int, reason: str) -> None:
        """A barrier will not come any more. Flink: ``abortCheckpointOnBarrier``."""
        assert self.support is not None
        self._last = max(self._last, checkpoint)
        self._task.chain.notify_checkpoint_aborted(checkpoint)
        self.support.decline(self._task.subtask, checkpoint, reason)

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
            self._emit(CheckpointNotified(self._task.subtask, checkpoint, True))
        self._task.chain.notify_checkpoint_complete(checkpoint)
        if self._final_from is not None and checkpoint >= self._final_from:
            self._final_completed = True
            self._task.final_checkpoint_completed()

    def _aborted(self, checkpoint: int) -> None:
        if self._emit is not None:
            self._emit(CheckpointNotified(self._task.subtask, checkpoint, False))
        self._last = max(self._last, checkpoint)
        self._task.chain.notify_checkpoint_aborted(checkpoint)
