"""The base class of barrier handlers: measures alignments and notifies the task."""

from __future__ import annotations

from collections.abc import Callable

from flinksim.runtime.checkpoint.barriers.protocols import BarrierListener, CheckpointableTask
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.checkpoint.checkpoint_metrics import Alignment, CheckpointMetrics
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier


class CheckpointBarrierHandler:
    """Handles the barriers, cancellations and channel ends of a task, and notifies the task.

    ``now_ms`` is the clock. Without *checkpoints_after_tasks_finish*, the end of a channel aborts the
    checkpoint that waits for it.

    Flink: ``CheckpointBarrierHandler``.
    Differs: times are in milliseconds of the virtual clock.
    """

    __slots__ = (
        "_alignment",
        "_alignment_id",
        "_alignment_start_ms",
        "_bytes_during_alignment",
        "_listener",
        "_now_ms",
        "_start_delay_ms",
        "_task",
        "checkpoints_after_tasks_finish",
    )  # fmt: skip

    def __init__(
        self,
        task: CheckpointableTask,
        now_ms: Callable[[], int],
        checkpoints_after_tasks_finish: bool,
        listener: BarrierListener | None = None,
    ) -> None:
        self._task = task
        self._now_ms = now_ms
        self._listener = listener
        self.checkpoints_after_tasks_finish = checkpoints_after_tasks_finish
        self._alignment = Alignment()
        self._alignment_id = -1
        self._alignment_start_ms: int | None = None
        self._start_delay_ms = 0
        self._bytes_during_alignment = 0

    # --- incoming events -------------------------------------------------------------------------

    def process_barrier(
        self, barrier: CheckpointBarrier, channel: int, is_rpc_triggered: bool = False
    ) -> None:
        """Process a *barrier* that has arrived in *channel*.

        With *is_rpc_triggered* it stands for a barrier that the finished sender cannot send.
        """
        raise NotImplementedError  # each kind has its own

    def process_barrier_announcement(
        self, barrier: CheckpointBarrier, sequence_number: int, channel: int
    ) -> None:
        """Process the announcement that *barrier* is queued in *channel*.

        Args:
            barrier: The queued barrier.
            sequence_number: The sequence number of its buffer.
            channel: Index of the channel.
        """
        raise NotImplementedError  # each kind has its own

    def process_cancellation_barrier(self, marker: CancelCheckpointMarker, channel: int) -> None:
        """Process the cancellation of a checkpoint from *channel*."""
        raise NotImplementedError  # each kind has its own

    def process_end_of_partition(self, channel: int) -> None:
        """Process the end of *channel*."""
        raise NotImplementedError  # each kind has its own

    def close(self) -> None:
        """Release resources: the task has ended."""

    @property
    def latest_checkpoint_id(self) -> int:
        """The newest known checkpoint, -1 if there is none."""
        raise NotImplementedError  # each kind has its own

    @property
    def blocked_channels(self) -> frozenset[int]:
        """The channels that are not read, because their barrier has arrived and others have not."""
        return frozenset()

    def add_all_barriers_received_callback(
        self, checkpoint_id: int, callback: Callable[[bool], None]
    ) -> None:
        """Run *callback* when the last barrier arrives: with ``True``, or ``False`` if it is aborted.

        It runs immediately if no barrier is missing. Flink: ``getAllBarriersReceivedFuture``.
        """
        callback(True)

    # --- alignment metrics -----------------------------------------------------------------------

    @property
    def aligning_checkpoint_id(self) -> int | None:
        """The checkpoint whose alignment is being measured."""
        return None if self._alignment_start_ms is None else self._alignment_id

    @property
    def alignment_duration_ms(self) -> int:
        """Duration of the latest alignment, up to now if it has not ended. Flink: in nanoseconds."""
        if self._alignment_start_ms is not None:
            return self._now_ms() - self._alignment_start_ms
        return self._alignment.duration_ms or 0

    @property
    def checkpoint_start_delay_ms(self) -> int:
        """Time from the trigger of the latest checkpoint to its first barrier here."""
        return self._start_delay_ms

    def add_processed_bytes(self, count: int) -> None:
        """Count a buffer of *count* bytes that was read."""
        if self._alignment_start_ms is not None:
            self._bytes_during_alignment += count

    def _mark_alignment_start_and_end(self, barrier: CheckpointBarrier) -> None:
        self._mark_alignment_start(barrier)
        self._end_alignment(0)

    def _mark_alignment_start(self, barrier: CheckpointBarrier) -> None:
        self._start_delay_ms = max(0, self._now_ms() - barrier.timestamp)
        self._reset_alignment()
        self._alignment_start_ms = self._now_ms()
        self._alignment_id = barrier.checkpoint_id
        if self._listener is not None:
            self._listener.on_alignment_started(barrier.checkpoint_id, self._start_delay_ms)

    def _mark_alignment_end(self) -> None:
        assert self._alignment_start_ms is not None, "an alignment ended that had not started"
        self._end_alignment(self._now_ms() - self._alignment_start_ms)

    def _reset_alignment(self) -> None:
        self._end_alignment(0)
        self._alignment = Alignment()

    def _end_alignment(self, duration_ms: int) -> None:
        bytes_processed = self._bytes_during_alignment
        self._alignment.end(duration_ms, bytes_processed)
        was_aligning = self._alignment_start_ms is not None
        self._alignment_start_ms = None
        self._bytes_during_alignment = 0
        if was_aligning and self._listener is not None:
            self._listener.on_alignment_ended(self._alignment_id, duration_ms, bytes_processed)

    # --- notifying the task ----------------------------------------------------------------------

    def _notify_checkpoint(self, barrier: CheckpointBarrier) -> None:
        if barrier.checkpoint_id == self._alignment_id:
            metrics = CheckpointMetrics(self._alignment, self._start_delay_ms)
        else:
            metrics = CheckpointMetrics(Alignment(0, 0), 0)
        self._task.trigger_checkpoint_on_barrier(barrier, metrics)

    def _notify_abort(self, checkpoint_id: int, reason: CheckpointFailureReason) -> None:
        self._task.abort_checkpoint_on_barrier(checkpoint_id, reason)
