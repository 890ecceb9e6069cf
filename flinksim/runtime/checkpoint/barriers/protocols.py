"""What barrier handlers ask of the inputs of a task, and of the task itself."""

from __future__ import annotations

from typing import Protocol

from flinksim.runtime.checkpoint.checkpoint_exception import CheckpointFailureReason
from flinksim.runtime.checkpoint.checkpoint_metrics import CheckpointMetrics
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import CheckpointBarrier


class CheckpointableInput(Protocol):
    """All inputs of a task; a channel is named by its number among all channels of the task.

    Flink: ``CheckpointableInput``, of which a task has one for each gate.
    """

    def block_consumption(self, channel: int) -> None:
        """Nothing more is read of *channel*."""

    def resume_consumption(self, channel: int) -> None:
        """The sender of *channel*, which stopped after an aligned barrier, may go on."""

    def convert_to_priority_event(self, channel: int, sequence_number: int) -> None:
        """The barrier that waits in *channel* as its *sequence_number*th buffer overtakes the rest."""

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        """Keep what is in flight, up to the barrier of each channel.

        Raises: CheckpointException if a newer barrier has come in already.
        """

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        """Keep nothing more of what is in flight."""


class CheckpointableTask(Protocol):
    """The task that takes part in checkpoints.

    Flink: ``CheckpointableTask``; the input side of ``SubtaskCheckpointCoordinator``.
    """

    def init_inputs_checkpoint(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """A checkpoint begins that may need what is in flight; before it is triggered.

        Not called where nothing can ever turn unaligned.
        Flink: ``SubtaskCheckpointCoordinator.initInputsCheckpoint``.
        """

    def trigger_checkpoint_on_barrier(
        self, barrier: CheckpointBarrier, metrics: CheckpointMetrics
    ) -> None:
        """Take the snapshot now, and pass *barrier* on.

        Flink: ``triggerCheckpointOnBarrier``.
        """

    def abort_checkpoint_on_barrier(
        self, checkpoint_id: int, reason: CheckpointFailureReason
    ) -> None:
        """There will be no snapshot: decline it, and tell those downstream.

        Flink: ``abortCheckpointOnBarrier``.
        """


class BarrierListener(Protocol):
    """Whoever is told what a handler does: the trace. Not in Flink."""

    def alignment_started(self, checkpoint_id: int, delay_ms: int) -> None:
        """The first barrier has come, *delay_ms* after the checkpoint was triggered."""

    def alignment_ended(self, checkpoint_id: int, duration_ms: int, bytes_processed: int) -> None:
        """The last barrier has come, or none is waited for any more."""

    def timed_out(self, checkpoint_id: int) -> None:
        """An aligned checkpoint goes on unaligned."""
