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
    """The in-flight elements of one channel, and the size in bytes of each buffer in which they end.

    Flink: ``InputChannelStateHandle``, ``ResultSubpartitionStateHandle``.
    """

    elements: list[Element] = field(default_factory=list)
    buffers: int = 0
    bytes: int = 0

    def copy(self) -> list[Any]:
        """Return copies of the elements for a task that restores them."""
        return [_copy_element(element) for element in self.elements]


@dataclass(eq=False, slots=True)
class ChannelStateWriteResult:
    """The in-flight data of one subtask at one checkpoint, by channel.

    It is complete (``is_complete``) when inputs and outputs are finished and no result is
    ``pending_futures``. It is ``done`` when its file is written; callbacks run then. It has ``failed``
    if the checkpoint is aborted.

    Flink: ``ChannelStateWriter.ChannelStateWriteResult``.
    """

    inputs: dict[ChannelId, InFlightData] = field(default_factory=dict)
    outputs: dict[ChannelId, InFlightData] = field(default_factory=dict)
    is_input_finished: bool = False
    is_output_finished: bool = False
    pending_futures: int = 0
    done: bool = False
    failed: bool = False
    _on_done: Callable[[], None] | None = None

    @property
    def is_complete(self) -> bool:
        """Whether all in-flight data of inputs and outputs has been added."""
        return self.is_input_finished and self.is_output_finished and not self.pending_futures

    @property
    def bytes(self) -> int:
        """The size of all in-flight data. Flink: ``bytesPersistedDuringAlignment``."""
        return sum(one.bytes for one in (*self.inputs.values(), *self.outputs.values()))

    def add_done_callback(self, callback: Callable[[], None]) -> None:
        """Run *callback* when the result is done, or immediately if it is."""
        if self.done:
            callback()
        else:
            self._on_done = callback

    def finish(self, *, failed: bool = False) -> None:
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

    __slots__ = (
        "_checkpoint_id",
        "_max_aborted_id",
        "_missing_writers",
        "_results",
        "_writers",
        "accepts_subtasks",
    )

    def __init__(self) -> None:
        self.accepts_subtasks = True
        """Whether more subtasks may share it."""
        self._writers: dict[ChannelStateWriter, None] = {}
        self._checkpoint_id = -1
        self._max_aborted_id = -1
        self._missing_writers: set[ChannelStateWriter] = set()
        self._results: list[ChannelStateWriteResult] = []
        """Results of the current checkpoint; empty once it is written or has failed."""

    def register(self, writer: ChannelStateWriter, max_subtasks: int) -> None:
        """Add a subtask's writer; at most *max_subtasks* subtasks share the file."""
        self._writers[writer] = None
        self.accepts_subtasks = len(self._writers) < max_subtasks

    def release(self, writer: ChannelStateWriter) -> None:
        """Remove the writer of a subtask that has ended."""
        self.accepts_subtasks = False
        self._writers.pop(writer, None)
        if writer in self._missing_writers:
            self._missing_writers.discard(writer)
            self.write_if_complete()

    def start(
        self, writer: ChannelStateWriter, checkpoint_id: int, result: ChannelStateWriteResult
    ) -> None:
        """Begin the checkpoint for one subtask; *result* will receive its in-flight data."""
        self.accepts_subtasks = False
        if checkpoint_id < self._checkpoint_id or checkpoint_id <= self._max_aborted_id:
            result.finish(failed=True)
            return
        if checkpoint_id > self._checkpoint_id:
            self._fail()
        if not self._results:
            self._checkpoint_id = checkpoint_id
            self._missing_writers = set(self._writers)
        self._missing_writers.discard(writer)
        self._results.append(result)

    def write_if_complete(self) -> None:
        """Write the file if all data is complete."""
        if not self._missing_writers and all(result.is_complete for result in self._results):
            results, self._results = self._results, []
            for result in results:
                result.finish()

    def abort(self, checkpoint_id: int) -> None:
        """Abort the checkpoint."""
        self._max_aborted_id = max(self._max_aborted_id, checkpoint_id)
        if checkpoint_id >= self._checkpoint_id:
            self._fail()

    def _fail(self) -> None:
        results, self._results = self._results, []
        self._missing_writers.clear()
        for result in results:
            result.finish(failed=True)


class ChannelStateFiles:
    """The files of one TaskManager and job, each shared by a limited number of subtasks.

    Flink: ``ChannelStateWriteRequestExecutorFactory``.
    Differs: subtasks are assigned in the order of deployment; in Flink in the order of their threads.
    """

    __slots__ = ("_newest",)

    def __init__(self) -> None:
        self._newest = ChannelStateFile()

    def create_writer(self, max_subtasks: int) -> ChannelStateWriter:
        """Create the writer of another subtask; *max_subtasks* subtasks share a file."""
        if not self._newest.accepts_subtasks:
            self._newest = ChannelStateFile()
        return ChannelStateWriter(self._newest, max_subtasks)


class ChannelStateWriter:
    """Keeps copies of the in-flight data of one task, by checkpoint.

    At most *max_subtasks* subtasks share the *file*. Data for a checkpoint that was not started, or was
    aborted, is dropped.

    Flink: ``ChannelStateWriterImpl``.
    """

    __slots__ = ("_file", "_results")

    def __init__(self, file: ChannelStateFile, max_subtasks: int) -> None:
        self._results: dict[int, ChannelStateWriteResult] = {}
        self._file = file
        file.register(self, max_subtasks)

    def start(self, checkpoint_id: int, options: CheckpointOptions) -> None:
        """Start the task's part in a checkpoint that may need in-flight data."""
        result = self._results[checkpoint_id] = ChannelStateWriteResult()
        self._file.start(self, checkpoint_id, result)

    def add_input_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        result = self._results.get(checkpoint_id)
        if result is not None:
            _add_in_flight_data(result.inputs, channel, elements, sizes)

    def add_output_data(
        self, checkpoint_id: int, channel: ChannelId, elements: list[Element], sizes: list[int]
    ) -> None:
        result = self._results.get(checkpoint_id)
        if result is not None:
            _add_in_flight_data(result.outputs, channel, elements, sizes)

    def add_output_data_future(
        self, checkpoint_id: int, channel: ChannelId
    ) -> Callable[[list[Element] | None, list[int]], None]:
        result = self._results.get(checkpoint_id)
        if result is None:
            return _ignore_result
        result.pending_futures += 1

        def resolve(elements: list[Element] | None, sizes: list[int]) -> None:
            result.pending_futures -= 1
            if elements is None:
                self._file.abort(checkpoint_id)
                return
            _add_in_flight_data(result.outputs, channel, elements, sizes)
            self._file.write_if_complete()

        return resolve

    def finish_input(self, checkpoint_id: int) -> None:
        """Finish the input data: the barriers of all inputs have arrived."""
        result = self._results.get(checkpoint_id)
        if result is not None:
            result.is_input_finished = True
            self._file.write_if_complete()

    def finish_output(self, checkpoint_id: int) -> None:
        """Finish the output data: the barrier is in all outputs."""
        result = self._results.get(checkpoint_id)
        if result is not None:
            result.is_output_finished = True
            self._file.write_if_complete()

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

    def discard_up_to(self, checkpoint_id: int) -> None:
        """Discard the results of all checkpoints up to that one."""
        for known in [known for known in self._results if known <= checkpoint_id]:
            del self._results[known]


def _add_in_flight_data(
    data_by_channel: dict[ChannelId, InFlightData],
    channel: ChannelId,
    elements: list[Element],
    sizes: list[int],
) -> None:
    if not sizes:
        return
    data = data_by_channel.setdefault(channel, InFlightData())
    data.elements.extend(_copy_element(element) for element in elements)
    data.buffers += len(sizes)
    data.bytes += sum(sizes)


def _copy_element(element: Element) -> Element:
    """Copy *element* as it is now, because the task that reads it may change it."""
    if isinstance(element, StreamRecord):
        return StreamRecord(copy_value(element.value), element.timestamp)
    return element


def _ignore_result(elements: list[Element] | None, sizes: list[int]) -> None:
    """Ignore the in-flight data, because the checkpoint is over."""
