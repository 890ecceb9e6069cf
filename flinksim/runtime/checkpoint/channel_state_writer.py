"""Collects the in-flight data of one task for its snapshots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flinksim.core.ids import ChannelId
from flinksim.core.value_copy import copy_value
from flinksim.runtime.checkpoint.checkpoint_options import CheckpointOptions
from flinksim.runtime.elements import Element, StreamRecord


@dataclass(slots=True)
class InFlightData:
    """The elements of one channel in order, and the bytes of the buffers that they end in.

    Flink: ``InputChannelStateHandle``, ``ResultSubpartitionStateHandle``.
    """

    elements: list[Element] = field(default_factory=list)
    buffers: int = 0
    bytes: int = 0

    def copy(self) -> list[Any]:
        """Copy the elements, for a task that starts from them."""
        return [_copy(element) for element in self.elements]


@dataclass(eq=False, slots=True)
class ChannelStateWriteResult:
    """The in-flight data of one subtask at one checkpoint, by channel.

    It is complete (``is_there``) when inputs and outputs are finished and no result is ``promised``. It
    is ``done`` when its file is written; callbacks run then. It has ``failed`` if the checkpoint is
    aborted.

    Flink: ``ChannelStateWriter.ChannelStateWriteResult``.
    """

    inputs: dict[ChannelId, InFlightData] = field(default_factory=dict)
    outputs: dict[ChannelId, InFlightData] = field(default_factory=dict)
    input_finished: bool = False
    output_finished: bool = False
    promised: int = 0
    done: bool = False
    failed: bool = False
    _on_done: Callable[[], None] | None = None

    @property
    def is_there(self) -> bool:
        """Whether all data has been added."""
        return self.input_finished and self.output_finished and not self.promised

    @property
    def bytes(self) -> int:
        """All in-flight bytes. Flink: ``bytesPersistedDuringAlignment``."""
        return sum(one.bytes for one in (*self.inputs.values(), *self.outputs.values()))

    def when_done(self, call: Callable[[], None]) -> None:
        """Run *call* when the result is done, or immediately if it is."""
        if self.done:
            call()
        else:
            self._on_done = call

    def end(self, *, failed: bool = False) -> None:
        """Mark the result as written or *failed*; only the first call has an effect."""
        if self.done:
            return
        self.done, self.failed = True, failed
        call, self._on_done = self._on_done, None
        if call is not None:
            call()


class ChannelStateFile:
    """The file into which some subtasks of one TaskManager write their in-flight data.

    * It accepts subtasks until it has the maximum number, or until one of them begins a checkpoint or
      ends.
    * The data of each subtask is written when the data of all is complete; none acknowledges before. A
      subtask that has ended is not waited for.
    * If one subtask aborts a checkpoint or begins a newer one, the older one fails for all.

    Flink: ``ChannelStateWriteRequestExecutorImpl``, ``ChannelStateWriteRequestDispatcherImpl`` and
    ``ChannelStateCheckpointWriter``.
    Differs: in Flink subtasks that share a failed file also decline, which has no effect any more.
    """

    __slots__ = ("_aborted", "_checkpoint", "_missing", "_results", "_subtasks", "takes_more")

    def __init__(self) -> None:
        self.takes_more = True
        """Whether more subtasks may share it."""
        self._subtasks: dict[ChannelStateWriter, None] = {}
        self._checkpoint = -1
        self._aborted = -1
        self._missing: set[ChannelStateWriter] = set()
        self._results: list[ChannelStateWriteResult] = []
        """Results of the current checkpoint; empty once it is written or has failed."""

    def register(self, subtask: ChannelStateWriter, most: int) -> None:
        """Add a subtask's writer; at most *most* subtasks share the file."""
        self._subtasks[subtask] = None
        self.takes_more = len(self._subtasks) < most

    def release(self, subtask: ChannelStateWriter) -> None:
        """Remove the writer of a subtask that has ended."""
        self.takes_more = False
        self._subtasks.pop(subtask, None)
        if subtask in self._missing:
            self._missing.discard(subtask)
            self.write_if_all_is_there()

    def start(
        self, subtask: ChannelStateWriter, checkpoint_id: int, result: ChannelStateWriteResult
    ) -> None:
        """Begin the part of one subtask in a checkpoint, which fills *result*."""
        self.takes_more = False
        if checkpoint_id < self._checkpoint or checkpoint_id <= self._aborted:
            result.end(failed=True)
            return
        if checkpoint_id > self._checkpoint:
            self._fail()
        if not self._results:
            self._checkpoint = checkpoint_id
            self._missing = set(self._subtasks)
        self._missing.discard(subtask)
        self._results.append(result)

    def write_if_all_is_there(self) -> None:
        """Write the file if all data is complete."""
        if not self._missing and all(result.is_there for result in self._results):
            results, self._results = self._results, []
            for result in results:
                result.end()

    def abort(self, checkpoint_id: int) -> None:
        """Abort the checkpoint."""
        self._aborted = max(self._aborted, checkpoint_id)
        if checkpoint_id >= self._checkpoint:
            self._fail()

    def _fail(self) -> None:
        results, self._results = self._results, []
        self._missing.clear()
        for result in results:
            result.end(failed=True)


class ChannelStateFiles:
    """The files of one TaskManager and job, each shared by a limited number of subtasks.

    Flink: ``ChannelStateWriteRequestExecutorFactory``.
    Differs: subtasks are assigned in the order of deployment; in Flink in the order of their threads.
    """

    __slots__ = ("_newest",)

    def __init__(self) -> None:
        self._newest = ChannelStateFile()

    def writer(self, most: int) -> ChannelStateWriter:
        """Create the writer of another subtask; *most* subtasks share a file."""
        if not self._newest.takes_more:
            self._newest = ChannelStateFile()
        return ChannelStateWriter(self._newest, most)


class ChannelStateWriter:
    """Keeps copies of the in-flight data of one task, by checkpoint.

    At most *most* subtasks share the *file*. Data for a checkpoint that was not started, or was
    aborted, is dropped.

    Flink: ``ChannelStateWriterImpl``.
    """

    __slots__ = ("_file", "_results")

    def __init__(self, file: ChannelStateFile, most: int) -> None:
        self._results: dict[int, ChannelStateWriteResult] = {}
        self._file = file
        file.register(self, most)

    def start(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """Start the task's part in a checkpoint that may need in-flight data."""
        result = self._results[checkpoint_id] = ChannelStateWriteResult()
        self._file.start(self, checkpoint_id, result)

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

        def resolve(elements: list[Element] | None, sizes: list[int]) -> None:
            result.promised -= 1
            if elements is None:
                self._file.abort(checkpoint_id)
                return
            _add(result.outputs, channel, elements, sizes)
            self._file.write_if_all_is_there()

        return resolve

    def finish_input(self, checkpoint_id: int) -> None:
        """Finish the input data: the barriers of all inputs have arrived."""
        result = self._results.get(checkpoint_id)
        if result is not None:
            result.input_finished = True
            self._file.write_if_all_is_there()

    def finish_output(self, checkpoint_id: int) -> None:
        """Finish the output data: the barrier is in all outputs."""
        result = self._results.get(checkpoint_id)
        if result is not None:
            result.output_finished = True
            self._file.write_if_all_is_there()

    def abort(self, checkpoint_id: int) -> None:
        """Discard the data of an aborted checkpoint."""
        self._results.pop(checkpoint_id, None)
        self._file.abort(checkpoint_id)

    def close(self) -> None:
        """Release the file: the task has ended."""
        self._results.clear()
        self._file.release(self)

    def write_result(self, checkpoint_id: int) -> ChannelStateWriteResult | None:
        """Return the result of that checkpoint; ``None`` if it was not started, or was aborted.

        The result may not be done yet. Flink: ``getAndRemoveWriteResult``.
        """
        return self._results.get(checkpoint_id)

    def forget_up_to(self, checkpoint_id: int) -> None:
        """Discard the results of all checkpoints up to that one."""
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
    """Copy *element* as it is now, because the task that reads it may change it."""
    if isinstance(element, StreamRecord):
        return StreamRecord(copy_value(element.value), element.timestamp)
    return element


def _nobody_waits(elements: list[Element] | None, sizes: list[int]) -> None:
    """Ignore the result: the checkpoint is over."""
