"""The channels of a task that are blocked, or have a queued barrier that may time out."""

from __future__ import annotations

from flinksim.runtime.checkpoint.barriers.protocols import CheckpointableInput
from flinksim.runtime.elements import CheckpointBarrier


class ChannelBarrierState:
    """The state of a task's channels while barriers are being aligned.

    ``blocked_channels`` have delivered their barrier. ``announced_sequence_numbers`` has the channels
    in whose queue the barrier still waits, with the sequence number of its buffer.

    Flink: ``ChannelBarrierState``.
    Differs: channels are processed in order; in Flink in the order of a hash table.
    """

    __slots__ = ("announced_sequence_numbers", "blocked_channels", "inputs")

    def __init__(self, inputs: CheckpointableInput) -> None:
        self.inputs = inputs
        self.blocked_channels: set[int] = set()
        self.announced_sequence_numbers: dict[int, int] = {}

    def block_channel(self, channel: int) -> None:
        self.inputs.block_consumption(channel)
        self.blocked_channels.add(channel)

    def unblock_all_channels(self) -> None:
        """Resume all blocked channels."""
        for channel in sorted(self.blocked_channels):
            self.inputs.resume_consumption(channel)
        self.blocked_channels.clear()

    def channel_finished(self, channel: int) -> None:
        """Remove *channel*, which delivers no more barriers."""
        self.blocked_channels.discard(channel)
        self.announced_sequence_numbers.pop(channel, None)

    def prioritize_all_announcements(self) -> None:
        """Let all announced barriers, which are still queued, overtake the buffers before them."""
        for channel, sequence_number in sorted(self.announced_sequence_numbers.items()):
            self.inputs.convert_to_priority_event(channel, sequence_number)
        self.announced_sequence_numbers.clear()

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        self.inputs.checkpoint_started(barrier)

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        self.inputs.checkpoint_stopped(checkpoint_id)
