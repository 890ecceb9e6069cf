"""The input channels of a task for its barrier handler, and trace events of alignments."""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.core.ids import SubtaskId
from flinksim.runtime.elements import CheckpointBarrier
from flinksim.runtime.network.channel_state_persister import ChannelStatePersister
from flinksim.runtime.network.channel_state_protocol import ChannelStateSink
from flinksim.runtime.network.input_channels import InputChannel
from flinksim.trace.events import (
    AlignmentEnded,
    AlignmentStarted,
    AlignmentTimedOut,
    ChannelBlocked,
    ChannelUnblocked,
    Emit,
)


class CheckpointableInputs:
    """All input channels of a task, by their index in the task.

    With a *writer*, each channel persists its in-flight data, for checkpoints that are or may become
    unaligned.

    Flink: ``SingleInputGate`` as ``CheckpointableInput``.
    """

    __slots__ = ("_channels", "_emit")

    def __init__(
        self,
        channels: Sequence[InputChannel],
        emit: Emit | None,
        writer: ChannelStateSink | None = None,
    ) -> None:
        self._channels = {channel.index: channel for channel in channels}
        self._emit = emit
        if writer is not None:
            for channel in channels:
                channel.persister = ChannelStatePersister(channel.id, writer, emit)

    def block_consumption(self, channel: int) -> None:
        """Report in the trace that *channel* is blocked; its sender pauses by itself after the barrier."""
        if self._emit is not None:
            self._emit((ChannelBlocked, self._channels[channel].id))

    def resume_consumption(self, channel: int) -> None:
        resumed = self._channels[channel]
        if self._emit is not None:
            self._emit((ChannelUnblocked, resumed.id))
        resumed.resume_consumption()

    def convert_to_priority_event(self, channel: int, sequence_number: int) -> None:
        self._channels[channel].convert_to_priority_event(sequence_number)

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        for channel in self._channels.values():
            channel.checkpoint_started(barrier)

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        for channel in self._channels.values():
            channel.checkpoint_stopped(checkpoint_id)


class AlignmentTracer:
    """Emits trace events about the alignment of barriers at a task. Not in Flink."""

    __slots__ = ("_emit", "_subtask")

    def __init__(self, subtask: SubtaskId, emit: Emit) -> None:
        self._subtask = subtask
        self._emit = emit

    def on_alignment_started(self, checkpoint_id: int, delay_ms: int) -> None:
        self._emit((AlignmentStarted, self._subtask, checkpoint_id, delay_ms))

    def on_alignment_ended(
        self, checkpoint_id: int, duration_ms: int, bytes_processed: int
    ) -> None:
        self._emit((AlignmentEnded, self._subtask, checkpoint_id, duration_ms, bytes_processed))

    def on_alignment_timed_out(self, checkpoint_id: int) -> None:
        self._emit((AlignmentTimedOut, self._subtask, checkpoint_id))
