"""Where what is in flight goes, if it becomes part of a checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from flinksim.core.ids import ChannelId
from flinksim.runtime.elements import CheckpointBarrier, Element


class ChannelStateWriter(Protocol):
    """Where what is in flight goes: elements, and the bytes of each buffer that they end in.

    Flink: ``ChannelStateWriter``.
    """

    def add_input_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        """These were before the barrier of *channel*, and the task had not processed them."""

    def add_output_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        """These were overtaken by the barrier of *channel* at the sender."""

    def add_output_data_future(
        self, checkpoint_id: int, channel: ChannelId
    ) -> Callable[[list[Element] | None, list[int]], None]:
        """The barrier of *channel* waits at the sender, and may yet overtake.

        What is returned is called when that is known, with what was overtaken, or with ``None`` if
        there will be no checkpoint.
        """


class OutputPromise:
    """*barrier* waits in a sender's queue, and what it will have overtaken is not known yet.

    Flink: ``PipelinedSubpartition.channelStateFuture``.
    """

    __slots__ = ("_settle", "barrier")

    def __init__(
        self, barrier: CheckpointBarrier, writer: ChannelStateWriter, channel: ChannelId
    ) -> None:
        self.barrier = barrier
        self._settle = writer.add_output_data_future(barrier.checkpoint_id, channel)

    def keep(self, elements: list[Element], sizes: list[int]) -> None:
        """The barrier is gone; these were overtaken."""
        self._settle(elements, sizes)

    def break_off(self) -> None:
        """There will be no checkpoint."""
        self._settle(None, [])
