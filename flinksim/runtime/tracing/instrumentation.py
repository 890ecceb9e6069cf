"""Instrument runtime objects so that a traced run records its call stack.

An instrumented object gets a class of its own, whose methods record a span in the log around those
of the original class. Functions that an object bound once are wrapped where they are stored. Which
methods, and what they are in Flink, is data (:mod:`flinksim.runtime.tracing.flink_frame_table`).
The classes themselves contain nothing of it, and an untraced run has no overhead. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any, TypeVar

from flinksim.runtime.network.result_partition import RecordWriter
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.operators.timestamps_and_watermarks import TimestampsAndWatermarksOperator
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.runtime.tasks.batch_inputs import BatchTaskInput
from flinksim.runtime.tasks.outputs import OutputTarget
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.runtime.tracing.flink_frame_table import (
    AS_IT_COMES,
    BLOCKING,
    BOUND,
    BOUND_OF_PARTS,
    CHAINED,
    CHAINED_AMONG_OTHERS,
    LEGACY_SOURCE,
    MAKES,
    METHODS,
    PIPELINED,
    SORTING,
    SORTING_OF_SEVERAL,
    SOURCE,
    SOURCE_IN_BATCH,
    TO_NETWORK,
    TO_NETWORK_AMONG_OTHERS,
    WATERMARK_AS_IT_COMES,
)
from flinksim.trace.causality.spans import CallLog
from flinksim.trace.causality.stack_frames import words_of_class

_Task = TypeVar("_Task", bound=StreamTask)
_Words = Mapping[str, str]


class ToldCalls:
    """Instruments the objects of one run; without a log it returns them unchanged."""

    def __init__(self, log: CallLog | None, in_batch: bool) -> None:
        self._log = log
        self._in_batch = in_batch
        self._classes: dict[tuple[Any, ...], type[Any]] = {}
        self._told_classes: set[type[Any]] = set()

    # --- called by the deployment ----------------------------------------------------------------

    def operator(self, operator: StreamOperator) -> StreamOperator:
        """Instrument *operator*, before it is set up."""
        if self._log is None:
            return operator
        self._told(operator, words_of_operator(operator, self._in_batch), opens=True)
        return operator

    def set_up(self, operator: StreamOperator) -> None:
        """Instrument the parts and bound functions of *operator*, after it was set up."""
        if self._log is not None:
            self._tell_of_parts(operator, words_of_operator(operator, self._in_batch))

    def task(self, task: _Task) -> _Task:
        if self._log is not None:
            self._told(task, {})
            task.going_on = partial(self._log.going_on, in_place=True)
        return task

    def coming_of(self, function: Callable[..., None]) -> Callable[..., None]:
        """Wrap *function*, which is called later and from elsewhere, as caused by the current call."""
        return function if self._log is None else self._log.going_on(function, in_place=False)

    def writer(self, writer: RecordWriter, result_type: str, is_dynamic: bool) -> RecordWriter:
        """Instrument the writer of a result.

        Args:
            writer: The writer.
            result_type: Flink's result type, such as ``"BLOCKING"``.
            is_dynamic: Whether the parallelism of the consumers is decided later.
        """
        if self._log is not None:
            self._told(writer, _words_of_result(result_type, is_dynamic))
        return writer

    def task_input(self, task_input: TaskInput, inputs: int) -> None:
        """Instrument one input of a task, given the number of inputs of that task."""
        if self._log is None:
            return
        placeholders = {
            "processor": "StreamMultipleInputProcessor.processInput > " if inputs > 1 else "",
            "output": "StreamTwoInputProcessorFactory$StreamTaskNetworkOutput"
            if inputs > 1
            else "OneInputStreamTask$StreamTaskNetworkOutput",
        }
        if isinstance(task_input, BatchTaskInput):
            placeholders |= _words_of_batch_input(task_input, inputs)
        self._told(task_input, placeholders)
        self._told(task_input.valve, placeholders)
        for channel in task_input.gate.channels:
            self._told(channel, {})
        self._wrap_bound(task_input, placeholders)

    def target(
        self, target: OutputTarget, chained: bool, copies: bool, one_of_several: bool
    ) -> OutputTarget:
        """Instrument an output target of an operator: along the chain, or to the network."""
        log = self._log
        if log is None:
            return target
        placeholders = {
            "output": "CopyingChainingOutput" if copies else "ChainingOutput",
            "all": "BroadcastingOutputCollector"
            if copies
            else "CopyingBroadcastingOutputCollector",
        }
        frame_table = CHAINED if chained else TO_NETWORK
        if one_of_several:
            frame_table = CHAINED_AMONG_OTHERS if chained else TO_NETWORK_AMONG_OTHERS
        frames = {name: _fill(one, placeholders) for name, one in frame_table.items()}
        return replace(
            target,
            record=log.around(frames["record"], target.record),
            watermark=log.around(frames["watermark"], target.watermark),
            status=log.around(frames["status"], target.status),
            latency=log.around(frames["latency"], target.latency),
        )

    # --- wrapping --------------------------------------------------------------------------------

    def _told(self, thing: Any, words: _Words, opens: bool = False) -> Any:
        cls = type(thing)
        if cls in self._told_classes:
            return thing
        key = (cls, *words.items())
        instrumented = self._classes.get(key)
        if instrumented is None:
            instrumented = self._classes[key] = self._class(cls, words, opens)
            self._told_classes.add(instrumented)
        thing.__class__ = instrumented
        return thing

    def _class(self, cls: type[Any], words: _Words, opens: bool) -> type[Any]:
        assert self._log is not None
        body: dict[str, Any] = {"__slots__": (), "__module__": cls.__module__}
        for name, frames in _entries(METHODS, cls).items():
            body[name] = self._log.around(_fill(frames, words), getattr(cls, name))
        for name, product_placeholders in MAKES.get(cls.__name__, {}).items():
            body[name] = self._making(getattr(cls, name), product_placeholders)
        if opens:
            body["open"] = self._opening(body["open"], words)
        return type(cls.__name__, (cls,), body)

    def _opening(self, opened: Callable[[Any], None], words: _Words) -> Callable[[Any], None]:
        def open_and_wrap(operator: Any) -> None:
            opened(operator)
            self._tell_of_parts(operator, words)

        return open_and_wrap

    def _tell_of_parts(self, operator: StreamOperator, words: _Words) -> None:
        for part in operator.parts():
            self._told(part, words)
            self._wrap_bound(part, words)
        for cls in type(operator).__mro__:
            for name in BOUND_OF_PARTS.get(cls.__name__, ()):
                method = getattr(operator, name)
                setattr(operator, name, getattr(method.__self__, method.__name__))
        self._wrap_bound(operator, words)

    def _making(self, make: Callable[..., Any], words: _Words) -> Callable[..., Any]:
        """Wrap a factory method so that its results are instrumented too."""

        def make_and_instrument(*args: Any) -> Any:
            return self._told(make(*args), words)

        return make_and_instrument

    def _wrap_bound(self, thing: Any, words: _Words) -> None:
        assert self._log is not None
        for name, frames in _entries(BOUND, type(thing)).items():
            function = getattr(thing, name, None)
            is_wrapped = isinstance(function, FunctionType) and hasattr(function, "told")
            if function is not None and not is_wrapped:
                setattr(thing, name, self._log.around(_fill(frames, words), function))


def _entries(table: dict[str, dict[str, str]], cls: type[Any]) -> dict[str, str]:
    """Collect the entries of *table* for *cls* and its bases; the class overrides its bases."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        found.update(table.get(base.__name__, {}))
    return found


def _fill(frames: str, words: _Words) -> str:
    for word, text in words.items():
        frames = frames.replace(f"{{{word}}}", text)
    return frames


def _words_of_batch_input(task_input: BatchTaskInput, inputs: int) -> dict[str, str]:
    if task_input.is_sorted:
        frames = SORTING_OF_SEVERAL if inputs > 1 else SORTING
        return {"hand on": frames, "hand watermark on": frames}
    observed = "ObservableStreamTaskInput.emitNext > " if task_input.is_beside_sorted else ""
    return {
        "hand on": observed + AS_IT_COMES,
        "hand watermark on": observed + WATERMARK_AS_IT_COMES,
    }


def _words_of_result(result_type: str, is_dynamic: bool) -> Mapping[str, str]:
    if result_type != "BLOCKING":
        return PIPELINED
    # while the consumers are not known yet, a watermark shows which method wrote it
    each = "RecordWriter.emit"
    one = each if is_dynamic else "ChannelSelectorRecordWriter.broadcastEmit"
    every = each if is_dynamic else "BroadcastRecordWriter.broadcastEmit"
    return {
        "to channel": f" > {BLOCKING}.emitRecord",
        "to all channels": f" > {BLOCKING}.broadcastRecord",
        "broadcast": f"{one} > {BLOCKING}.emitRecord",
        "broadcast to all": f"{every} > {BLOCKING}.{'emit' if is_dynamic else 'broadcast'}Record",
        "end of data": f"{BLOCKING}.notifyEndOfData > {BLOCKING}.broadcastEvent",
        "finish": f"{BLOCKING}.finish > {BLOCKING}.broadcastEvent",
    }


def words_of_operator(operator: StreamOperator, in_batch: bool) -> dict[str, str]:
    """Create the placeholders for the frames of *operator*."""
    placeholders = words_of_class(operator.FLINK_CLASS)
    emitter, mark_active = "WatermarkToDataOutput", "markActiveInternally"
    if isinstance(operator, TimestampsAndWatermarksOperator):
        emitter, mark_active = "TimestampsAndWatermarksOperator$WatermarkEmitter", "markActive"
    placeholders["emit watermark"] = f"{emitter}.emitWatermark"
    placeholders["mark idle"] = f"{emitter}.markIdle"
    placeholders["mark active"] = f"{emitter}.{mark_active}"
    if isinstance(operator, SourceOperator):
        source = SOURCE_IN_BATCH if in_batch else SOURCE
        placeholders |= LEGACY_SOURCE if operator.is_legacy else source
    elif isinstance(operator, WindowOperator):
        placeholders["window function"] = operator.internal_window_function
    return placeholders
