"""The barrier handler of at-least-once mode: it counts barriers, and no channel waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_handler import (
    CheckpointBarrierHandler,
)
from flinksim.runtime.checkpoint.barriers.protocols import (
    BarrierListener,
    CheckpointableTask,
)
from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.elements import CancelCheckpointMarker, CheckpointBarrier

MAX_CHECKPOINTS_TO_TRACK = 50


class CheckpointBarrierCount:
    """The channels that have delivered the barrier of a checkpoint, or its cancellation.

    *barrier* is ``None`` after a cancellation.

    Flink: ``CheckpointBarrierTracker.CheckpointBarrierCount``.
    """

    __slots__ = ("_aligned", "_target_count", "barrier", "checkpoint_id", "is_aborted")

    def __init__(
        self,
        checkpoint_id: int,
        barrier: CheckpointBarrier | None,
        channel: int,
        target_count: int,
    ) -> None:
        self.checkpoint_id = checkpoint_id
        self.barrier = barrier
        self.is_aborted = barrier is None
        self._aligned = {channel}
        self._target_count = target_count

    def mark_channel_aligned(self, channel: int) -> bool:
        """Record that the barrier of *channel* has arrived; return whether it was the last."""
        self._aligned.add(channel)
        return len(self._aligned) == self._target_count

    def mark_aborted(self) -> bool:
        """Mark the checkpoint as aborted; return ``False`` if it already was."""
        is_new = not self.is_aborted
        self.is_aborted = True
        return is_new


class CheckpointBarrierTracker(CheckpointBarrierHandler):
    """Takes the snapshot when the last barrier of a checkpoint arrives, and drops older checkpoints.

    Flink: ``CheckpointBarrierTracker``.
    Differs: if a barrier arrives after one was triggered for its channel, whose task had finished, it
    ends no alignment. Flink 2.3.0 fails in this case ("Alignment time is less than zero").
    """

    __slots__ = ("_latest_pending_id", "_open_channels", "_pending")

    def __init__(
        self,
        task: CheckpointableTask,
        open_channels: int,
        now_ms: Callable[[], int],
        *,
        checkpoints_after_tasks_finish: bool = True,
        listener: BarrierListener | None = None,
    ) -> None:
        super().__init__(task, now_ms, checkpoints_after_tasks_finish, listener)
        self._open_channels = open_channels
        self._pending: deque[CheckpointBarrierCount] = deque()
        self._latest_pending_id = -1

    @property
    def latest_checkpoint_id(self) -> int:
        return self._pending[-1].checkpoint_id if self._pending else -1

    def process_barrier(
        self, barrier: CheckpointBarrier, channel: int, is_rpc_triggered: bool = False
    ) -> None:
        checkpoint_id = barrier.checkpoint_id
        is_new = checkpoint_id > self._latest_pending_id
        if is_new and self._open_channels == 1:
            self._mark_alignment_start_and_end(barrier)
            self._notify_checkpoint(barrier)
            return
        for place, count in enumerate(self._pending):
            if count.checkpoint_id == checkpoint_id:
                if count.mark_channel_aligned(channel):
                    self._complete(place, count)
                return
        if is_new:
            self._mark_alignment_start(barrier)
            self._latest_pending_id = checkpoint_id
            self._pending.append(
                CheckpointBarrierCount(checkpoint_id, barrier, channel, self._open_channels)
            )
            if len(self._pending) > MAX_CHECKPOINTS_TO_TRACK:
                self._pending.popleft()

    def process_barrier_announcement(
        self, barrier: CheckpointBarrier, sequence_number: int, channel: int
    ) -> None:
        """Ignore the announcement: nothing is overtaken in this mode."""

    def process_cancellation_barrier(self, marker: CancelCheckpointMarker, channel: int) -> None:
        checkpoint_id = marker.checkpoint_id
        if checkpoint_id > self._latest_pending_id and self._open_channels == 1:
            self._reset_alignment()
            self._notify_cancelled(checkpoint_id)
            return
        while self._pending and self._pending[0].checkpoint_id < checkpoint_id:
            older = self._pending.popleft()
            if older.mark_aborted():
                self._notify_cancelled(older.checkpoint_id)
        if self._pending and self._pending[0].checkpoint_id == checkpoint_id:
            count = self._pending[0]
            if count.mark_aborted():
                self._notify_cancelled(checkpoint_id)
            if count.mark_channel_aligned(channel):
                self._pending.popleft()
        elif checkpoint_id > self._latest_pending_id:
            self._notify_cancelled(checkpoint_id)
            self._latest_pending_id = checkpoint_id
            self._pending.appendleft(
                CheckpointBarrierCount(checkpoint_id, None, channel, self._open_channels)
            )

    def process_end_of_partition(self, channel: int) -> None:
        self._open_channels -= 1
        if not self.checkpoints_after_tasks_finish:
            while self._pending:
                count = self._pending.popleft()
                if count.mark_aborted():
                    self._notify_abort(
                        count.checkpoint_id,
                        CheckpointFailureReason.CHECKPOINT_DECLINED_INPUT_END_OF_STREAM,
                    )
            self._reset_alignment()
            return
        for place in range(len(self._pending) - 1, -1, -1):
            count = self._pending[place]
            if count.mark_channel_aligned(channel):
                self._complete(place, count)
                return

    def _complete(self, place: int, count: CheckpointBarrierCount) -> None:
        """Take the snapshot of the checkpoint *count*, whose barriers have all arrived; drop older ones."""
        for _ in range(place + 1):
            self._pending.popleft()
        if count.is_aborted:
            return
        if (
            count.checkpoint_id == self._latest_pending_id
            and self.aligning_checkpoint_id is not None
        ):
            self._mark_alignment_end()
        assert count.barrier is not None, "only an aborted checkpoint has no barrier"
        self._notify_checkpoint(count.barrier)

    def _notify_cancelled(self, checkpoint_id: int) -> None:
        self._notify_abort(
            checkpoint_id, CheckpointFailureReason.CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER
        )
