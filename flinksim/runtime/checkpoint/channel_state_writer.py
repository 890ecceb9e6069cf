"""Collects what is in flight, for the snapshots of one task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flinksim.base.ids import ChannelId
from flinksim.base.value_copies import copy_value
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import Element, StreamRecord


@dataclass(slots=True)
class InFlightData:
    """The elements of one channel in their order, and the bytes of the buffers that they end in.

    Flink: ``InputChannelStateHandle``, ``ResultSubpartitionStateHandle``.
    """

    elements: list[Element] = field(default_factory=list)
    buffers: int = 0
    bytes: int = 0

    def copy(self) -> list[Any]:
        """Copies of the elements, for a task that begins with them."""
        return [_copy(element) for element in self.elements]


@dataclass(slots=True)
class ChannelStateWriteResult:
    """What was in flight at one checkpoint, by channel.

    It is ``done`` when inputs and outputs are; ``on_done`` is called then, or at once. It ``failed``
    if there will be no such checkpoint.

    Flink: ``ChannelStateWriter.ChannelStateWriteResult``.
    """

    inputs: dict[ChannelId, InFlightData] = field(default_factory=dict)
    outputs: dict[ChannelId, InFlightData] = field(default_factory=dict)
    input_finished: bool = False
    output_finished: bool = False
    promised: int = 0
    failed: bool = False
    _on_done: Callable[[], None] | None = None

    @property
    def done(self) -> bool:
        """Whether nothing comes any more."""
        return self.failed or (self.input_finished and self.output_finished and not self.promised)

    @property
    def bytes(self) -> int:
        """All bytes that were in flight. Flink: ``bytesPersistedDuringAlignment``."""
        return sum(one.bytes for one in (*self.inputs.values(), *self.outputs.values()))

    def when_done(self, call: Callable[[], None]) -> None:
        """Have *call* called when it is done."""
        if self.done:
            call()
        else:
            self._on_done = call

    def settle(self) -> None:
        """Something has changed."""
        if self.done and self._on_done is not None:
            call, self._on_done = self._on_done, None
            call()


class ChannelStateWriter:
    """Keeps copies of what is in flight in the channels of one task, by checkpoint.

    What is told of a checkpoint that was not started, or that was aborted, is dropped.

    Flink: ``ChannelStateWriterImpl``.
    """

    __slots__ = ("_results",)

    def __init__(self) -> None:
        self._results: dict[int, ChannelStateWriteResult] = {}

    def start(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """The task begins its part in a checkpoint that may need what is in flight."""
        self._results[checkpoint_id] = ChannelStateWriteResult()

    def add_input_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        result = self._results.get(checkpoint_id)
        if result is not None:
            _add(result.inputs, channel, elements, sizes)

    def add_output_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        result = self._results.get(checkpoint_id)
        if result is not None:
            _add(result.outputs, channel, elements, sizes)

    def add_output_data_future(
        self, checkpoint_id: int, channel: ChannelId
    ) -> Callable[[list[Element] | None, list[int]], None]:
        result = self._results.get(checkpoint_id)
        if result is None:
            return _nobody_waits
        result.promised += 1

        def settle(elements: list[Element] | None, sizes: list[int]) -> None:
            result.promised -= 1
            if elements is None:
                result.failed = True
            else:
                _add(result.outputs, channel, elements, sizes)
            result.settle()

        return settle

    def finish_input(self, checkpoint_id: int) -> None:
        """The barriers of all inputs are there."""
        result = self._results.get(checkpoint_id)
        if result is not None:
            result.input_finished = True
            result.settle()

    def finish_output(self, checkpoint_id: int) -> None:
        """The barrier is in all outputs."""
        result = self._results.get(checkpoint_id)
        if result is not None:
            result.output_finished = True
            result.settle()

    def abort(self, checkpoint_id: int) -> None:
        """There will be no such checkpoint."""
        result = self._results.pop(checkpoint_id, None)
        if result is not None:
            result.failed = True
            result.settle()

    def write_result(self, checkpoint_id: int) -> ChannelStateWriteResult | None:
        """The result of that checkpoint; ``None`` if it was not started, or was aborted.

        It may not be done yet. Flink: ``getAndRemoveWriteResult``.
        """
        return self._results.get(checkpoint_id)

    def forget_up_to(self, checkpoint_id: int) -> None:
        """Checkpoints up to that one are over."""
        for known in [known for known in self._results if known <= checkpoint_id]:
            del self._results[known]


def _add(
    known: dict[ChannelId, InFlightData],
    channel: ChannelId,
    elements: list[Element],
    sizes: list[int],
) -> None:
    if not sizes:
        return
    data = known.setdefault(channel, InFlightData())
    data.elements.extend(_copy(element) for element in elements)
    data.buffers += len(sizes)
    data.bytes += sum(sizes)


def _copy(element: Element) -> Element:
    """*element* as it is now: the task that reads it may change it."""
    if isinstance(element, StreamRecord):
        return StreamRecord(copy_value(element.value), element.timestamp)
    return element


def _nobody_waits(elements: list[Element] | None, sizes: list[int]) -> None:
    """The checkpoint is over already."""
