"""The interfaces through which barrier handlers use the inputs of a task, and the task."""

from __future__ import annotations

from typing import Protocol

from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.checkpoint.checkpoint_metrics import CheckpointMetrics
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CheckpointBarrier


class CheckpointableInput(Protocol):
    """All inputs of a task; a channel is identified by its index among all channels of the task.

    Flink: ``CheckpointableInput``, of which a task has one for each gate.
    """

    def block_consumption(self, channel: int) -> None:
        """Stop reading *channel*."""

    def resume_consumption(self, channel: int) -> None:
        """Let the sender of *channel*, which paused after an aligned barrier, resume."""

    def convert_to_priority_event(self, channel: int, sequence_number: int) -> None:
        """Let the barrier in the buffer *sequence_number* of *channel* overtake the buffers before it."""

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        """Start to persist in-flight data, up to the barrier of each channel.

        Raises:
            CheckpointException: If the barrier of a newer checkpoint was already received.
        """

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        """Stop persisting in-flight data."""


class CheckpointableTask(Protocol):
    """The task that takes part in checkpoints.

    Flink: ``CheckpointableTask``; the input side of ``SubtaskCheckpointCoordinator``.
    """

    def init_inputs_checkpoint(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """Prepare a checkpoint that may need in-flight data, before it is triggered.

        Not called if no checkpoint can become unaligned.

        Flink: ``SubtaskCheckpointCoordinator.initInputsCheckpoint``.
        """

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        """Take the snapshot now, and forward *barrier*.

        Flink: ``triggerCheckpointOnBarrier``.
        """

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        """Decline the checkpoint, and notify downstream tasks.

        Flink: ``abortCheckpointOnBarrier``.
        """


class BarrierListener(Protocol):
    """Is told what a barrier handler does, for the trace. Not in Flink."""

    def on_alignment_started(self, checkpoint_id: int, delay_ms: int) -> None:
        """Handle the first barrier, *delay_ms* after the checkpoint was triggered."""

    def on_alignment_ended(
        self, checkpoint_id: int, duration_ms: int, bytes_processed: int
    ) -> None:
        """Handle the end of an alignment: the last barrier has arrived, or is not waited for any more."""

    def on_alignment_timed_out(self, checkpoint_id: int) -> None:
        """Handle an aligned checkpoint that becomes unaligned."""
