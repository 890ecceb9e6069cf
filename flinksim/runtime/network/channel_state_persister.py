"""Stores the in-flight data of one input channel during an unaligned checkpoint."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from flinksim.core.ids import ChannelId
from flinksim.runtime.checkpoint.checkpoint_exception import (
    CheckpointException,
    CheckpointFailureReason,
)
from flinksim.runtime.elements import CheckpointBarrier
from flinksim.runtime.network.channel_state_protocol import ChannelStateSink
from flinksim.runtime.network.input_channels import ReceivedBuffer
from flinksim.trace.events import Emit, InputPersisted


class CheckpointStatus(Enum):
    """Progress of a channel in a checkpoint. Flink: ``ChannelStatePersister.CheckpointStatus``."""

    COMPLETED = "COMPLETED"
    BARRIER_PENDING = "BARRIER_PENDING"
    BARRIER_RECEIVED = "BARRIER_RECEIVED"


class ChannelStatePersister:
    """Passes in-flight data of one input channel to the checkpoint's *writer*, up to the barrier.

    Flink: ``ChannelStatePersister``.
    """

    __slots__ = ("_channel", "_emit", "_last_seen_barrier", "_writer", "status")

    def __init__(self, channel: ChannelId, writer: ChannelStateSink, emit: Emit | None) -> None:
        self._channel = channel
        self._writer = writer
        self._emit = emit
        self._last_seen_barrier = -1
        self.status = CheckpointStatus.COMPLETED

    def start_persisting(self, checkpoint_id: int, known_buffers: Sequence[ReceivedBuffer]) -> None:
        """Start persisting for a checkpoint, beginning with the buffers that are already queued.

        Args:
            checkpoint_id: The checkpoint.
            known_buffers: Queued buffers that precede the barrier.

        Raises:
            CheckpointException: If the barrier of a newer checkpoint was already received.
        """
        last = self._last_seen_barrier
        if self.status is CheckpointStatus.BARRIER_RECEIVED and last > checkpoint_id:
            raise CheckpointException(
                CheckpointFailureReason.CHECKPOINT_SUBSUMED,
                f"Barrier for newer checkpoint {last} has already been received compared to the "
                f"requested checkpoint {checkpoint_id}",
            )
        if last < checkpoint_id:
            self.status = CheckpointStatus.BARRIER_PENDING
            self._last_seen_barrier = checkpoint_id
        if known_buffers:
            self._persist(checkpoint_id, known_buffers)

    def stop_persisting(self, checkpoint_id: int) -> None:
        if checkpoint_id >= self._last_seen_barrier:
            self.status = CheckpointStatus.COMPLETED
            self._last_seen_barrier = checkpoint_id

    def on_buffer(self, buffer: ReceivedBuffer) -> int | None:
        """Handle a received *buffer*; return the checkpoint id if it holds a new barrier.

        Flink: ``checkForBarrier`` and ``maybePersist``.
        """
        if not buffer.is_event:
            if self.status is CheckpointStatus.BARRIER_PENDING:
                self._persist(self._last_seen_barrier, [buffer])
            return None
        event = buffer.elements[0]
        if not isinstance(event, CheckpointBarrier):
            return None
        is_over = self.status is CheckpointStatus.COMPLETED
        if event.checkpoint_id < self._last_seen_barrier + is_over:
            return None
        self.status = CheckpointStatus.BARRIER_RECEIVED
        self._last_seen_barrier = event.checkpoint_id
        return event.checkpoint_id

    def _persist(self, checkpoint_id: int, buffers: Sequence[ReceivedBuffer]) -> None:
        sizes = [buffer.bytes for buffer in buffers]
        elements = [element for buffer in buffers for element in buffer.elements]
        self._writer.add_input_data(checkpoint_id, self._channel, elements, sizes)
        if self._emit is not None:
            self._emit((InputPersisted, self._channel, checkpoint_id, len(sizes), sum(sizes)))
