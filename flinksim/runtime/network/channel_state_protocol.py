"""The interface to which the network stack hands in-flight data of a checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from flinksim.core.ids import ChannelId
from flinksim.runtime.elements import CheckpointBarrier, Element


class ChannelStateSink(Protocol):
    """Receives the in-flight data of an unaligned checkpoint.

    The data of a channel are its elements, and the size in bytes of each buffer in which they end.

    Flink: ``ChannelStateSink``.
    """

    def add_input_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        """Add elements that precede the barrier of *channel* and that the task has not processed."""

    def add_output_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        """Add elements that the barrier of *channel* has overtaken at the sender."""

    def add_output_data_future(
        self, checkpoint_id: int, channel: ChannelId
    ) -> Callable[[list[Element] | None, list[int]], None]:
        """Announce that the barrier of *channel* is queued at the sender and may still overtake.

        Returns: A function to call when the result is known: with the overtaken elements, or with
        ``None`` if the checkpoint is aborted.
        """


class PendingOutputState:
    """The in-flight data of an output channel, not known yet because its *barrier* may still overtake.

    Flink: ``PipelinedSubpartition.channelStateFuture``.
    """

    __slots__ = ("_resolve", "barrier")

    def __init__(
        self, barrier: CheckpointBarrier, writer: ChannelStateSink, channel: ChannelId
    ) -> None:
        self.barrier = barrier
        self._resolve = writer.add_output_data_future(barrier.checkpoint_id, channel)

    def complete(self, elements: list[Element], sizes: list[int]) -> None:
        """Report the elements that the barrier has overtaken, now that it has left the queue."""
        self._resolve(elements, sizes)

    def cancel(self) -> None:
        """Report that there is no in-flight data, because the checkpoint is aborted."""
        self._resolve(None, [])
