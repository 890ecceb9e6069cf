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
    BATCH_SOURCE_PLACEHOLDERS,
    BLOCKING_RESULT_CLASS,
    BOUND_FUNCTIONS,
    BOUND_PART_METHODS,
    CHAINED_BROADCAST_OUTPUT,
    CHAINED_OUTPUT,
    FACTORY_METHODS,
    LEGACY_SOURCE_PLACEHOLDERS,
    METHODS,
    MULTI_SORTED_INPUT,
    NETWORK_BROADCAST_OUTPUT,
    NETWORK_OUTPUT,
    PIPELINED_RESULT,
    SORTED_INPUT,
    SOURCE_PLACEHOLDERS,
    UNSORTED_INPUT,
    UNSORTED_INPUT_WATERMARK,
)
from flinksim.trace.causality.spans import SpanLog
from flinksim.trace.causality.stack_frames import build_placeholder_values

_Task = TypeVar("_Task", bound=StreamTask)
_Placeholders = Mapping[str, str]


class SpanInstrumentation:
    """Wraps the objects of one run so that their calls are recorded; without a log it changes nothing."""

    def __init__(self, log: SpanLog | None, in_batch: bool) -> None:
        self._log = log
        self._in_batch = in_batch
        self._classes: dict[tuple[Any, ...], type[Any]] = {}
        self._instrumented_classes: set[type[Any]] = set()

    # --- called by the deployment ----------------------------------------------------------------

    def instrument_operator(self, operator: StreamOperator) -> StreamOperator:
        """Record the method calls of *operator* from now on; call this before the operator's ``setup``."""
        if self._log is None:
            return operator
        self._instrument(
            operator, build_operator_placeholders(operator, self._in_batch), opens=True
        )
        return operator

    def instrument_bound_parts(self, operator: StreamOperator) -> None:
        """Record calls of the helper objects and stored functions of *operator*, after its ``setup``."""
        if self._log is not None:
            self._instrument_parts(operator, build_operator_placeholders(operator, self._in_batch))

    def instrument_task(self, task: _Task) -> _Task:
        if self._log is not None:
            self._instrument(task, {})
            task.continue_later = partial(self._log.continue_later, in_place=True)
        return task

    def follows_from(self, function: Callable[..., None]) -> Callable[..., None]:
        """Wrap *function*, which runs later, so that the trace shows the current call as its cause."""
        return function if self._log is None else self._log.continue_later(function, in_place=False)

    def instrument_writer(
        self, writer: RecordWriter, result_type: str, is_dynamic: bool
    ) -> RecordWriter:
        """Record the calls of the record writer of a result partition.

        Args:
            writer: The writer.
            result_type: Flink's result type, such as ``"BLOCKING"``.
            is_dynamic: Whether the parallelism of the consumers is decided later.
        """
        if self._log is not None:
            self._instrument(writer, _build_result_placeholders(result_type, is_dynamic))
        return writer

    def instrument_input(self, task_input: TaskInput, input_count: int) -> None:
        """Record the calls of one input of a task; *input_count* is the number of inputs of that task."""
        if self._log is None:
            return
        placeholders = {
            "processor": "StreamMultipleInputProcessor.processInput > " if input_count > 1 else "",
            "output": "StreamTwoInputProcessorFactory$StreamTaskNetworkOutput"
            if input_count > 1
            else "OneInputStreamTask$StreamTaskNetworkOutput",
        }
        if isinstance(task_input, BatchTaskInput):
            placeholders |= _build_batch_input_placeholders(task_input, input_count)
        self._instrument(task_input, placeholders)
        self._instrument(task_input.valve, placeholders)
        for channel in task_input.gate.channels:
            self._instrument(channel, {})
        self._wrap_bound_functions(task_input, placeholders)

    def instrument_target(
        self, target: OutputTarget, is_chained: bool, copies: bool, is_one_of_several: bool
    ) -> OutputTarget:
        """Record the calls of an output: to the next operator of the chain, or to the network."""
        log = self._log
        if log is None:
            return target
        placeholders = {
            "output": "CopyingChainingOutput" if copies else "ChainingOutput",
            "all": "BroadcastingOutputCollector"
            if copies
            else "CopyingBroadcastingOutputCollector",
        }
        frame_table = CHAINED_OUTPUT if is_chained else NETWORK_OUTPUT
        if is_one_of_several:
            frame_table = CHAINED_BROADCAST_OUTPUT if is_chained else NETWORK_BROADCAST_OUTPUT
        frames = {name: _fill_placeholders(one, placeholders) for name, one in frame_table.items()}
        return replace(
            target,
            record=log.wrap_in_span(frames["record"], target.record),
            watermark=log.wrap_in_span(frames["watermark"], target.watermark),
            status=log.wrap_in_span(frames["status"], target.status),
            latency=log.wrap_in_span(frames["latency"], target.latency),
        )

    # --- wrapping --------------------------------------------------------------------------------

    def _instrument(self, thing: Any, placeholders: _Placeholders, opens: bool = False) -> Any:
        cls = type(thing)
        if cls in self._instrumented_classes:
            return thing
        key = (cls, *placeholders.items())
        instrumented = self._classes.get(key)
        if instrumented is None:
            instrumented = self._classes[key] = self._create_class(cls, placeholders, opens)
            self._instrumented_classes.add(instrumented)
        thing.__class__ = instrumented
        return thing

    def _create_class(self, cls: type[Any], placeholders: _Placeholders, opens: bool) -> type[Any]:
        assert self._log is not None
        body: dict[str, Any] = {"__slots__": (), "__module__": cls.__module__}
        for name, frames in _collect_entries(METHODS, cls).items():
            body[name] = self._log.wrap_in_span(
                _fill_placeholders(frames, placeholders), getattr(cls, name)
            )
        for name, product_placeholders in FACTORY_METHODS.get(cls.__name__, {}).items():
            body[name] = self._wrap_factory(getattr(cls, name), product_placeholders)
        if opens:
            body["open"] = self._wrap_open(body["open"], placeholders)
        return type(cls.__name__, (cls,), body)

    def _wrap_open(
        self, open_method: Callable[[Any], None], placeholders: _Placeholders
    ) -> Callable[[Any], None]:
        def open_and_wrap(operator: Any) -> None:
            open_method(operator)
            self._instrument_parts(operator, placeholders)

        return open_and_wrap

    def _instrument_parts(self, operator: StreamOperator, placeholders: _Placeholders) -> None:
        for part in operator.parts():
            self._instrument(part, placeholders)
            self._wrap_bound_functions(part, placeholders)
        for cls in type(operator).__mro__:
            for name in BOUND_PART_METHODS.get(cls.__name__, ()):
                method = getattr(operator, name)
                setattr(operator, name, getattr(method.__self__, method.__name__))
        self._wrap_bound_functions(operator, placeholders)

    def _wrap_factory(
        self, factory: Callable[..., Any], placeholders: _Placeholders
    ) -> Callable[..., Any]:
        """Wrap a factory method so that its results are instrumented too."""

        def make_and_instrument(*args: Any) -> Any:
            return self._instrument(factory(*args), placeholders)

        return make_and_instrument

    def _wrap_bound_functions(self, thing: Any, placeholders: _Placeholders) -> None:
        assert self._log is not None
        for name, frames in _collect_entries(BOUND_FUNCTIONS, type(thing)).items():
            function = getattr(thing, name, None)
            is_wrapped = isinstance(function, FunctionType) and hasattr(function, "wrapped_span")
            if function is not None and not is_wrapped:
                setattr(
                    thing,
                    name,
                    self._log.wrap_in_span(_fill_placeholders(frames, placeholders), function),
                )


def _collect_entries(table: dict[str, dict[str, str]], cls: type[Any]) -> dict[str, str]:
    """Collect the entries of *table* for *cls* and its base classes; entries of *cls* win."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        found.update(table.get(base.__name__, {}))
    return found


def _fill_placeholders(frames: str, placeholders: _Placeholders) -> str:
    for word, text in placeholders.items():
        frames = frames.replace(f"{{{word}}}", text)
    return frames


def _build_batch_input_placeholders(task_input: BatchTaskInput, input_count: int) -> dict[str, str]:
    if task_input.is_sorted:
        frames = MULTI_SORTED_INPUT if input_count > 1 else SORTED_INPUT
        return {"hand on": frames, "hand watermark on": frames}
    observed = "ObservableStreamTaskInput.emitNext > " if task_input.has_sorted_sibling else ""
    return {
        "hand on": observed + UNSORTED_INPUT,
        "hand watermark on": observed + UNSORTED_INPUT_WATERMARK,
    }


def _build_result_placeholders(result_type: str, is_dynamic: bool) -> Mapping[str, str]:
    if result_type != "BLOCKING":
        return PIPELINED_RESULT
    # while the consumers are not known yet, a watermark shows which method wrote it
    each = "RecordWriter.emit"
    one = each if is_dynamic else "ChannelSelectorRecordWriter.broadcastEmit"
    every = each if is_dynamic else "BroadcastRecordWriter.broadcastEmit"
    return {
        "to channel": f" > {BLOCKING_RESULT_CLASS}.emitRecord",
        "to all channels": f" > {BLOCKING_RESULT_CLASS}.broadcastRecord",
        "broadcast": f"{one} > {BLOCKING_RESULT_CLASS}.emitRecord",
        "broadcast to all": f"{every} > "
        f"{BLOCKING_RESULT_CLASS}.{'emit' if is_dynamic else 'broadcast'}Record",
        "end of data": f"{BLOCKING_RESULT_CLASS}.notifyEndOfData > "
        f"{BLOCKING_RESULT_CLASS}.broadcastEvent",
        "finish": f"{BLOCKING_RESULT_CLASS}.finish > {BLOCKING_RESULT_CLASS}.broadcastEvent",
    }


def build_operator_placeholders(operator: StreamOperator, in_batch: bool) -> dict[str, str]:
    """Create the values of the placeholders, such as ``{operator}``, in the frames of *operator*."""
    placeholders = build_placeholder_values(operator.FLINK_CLASS)
    emitter, mark_active = "WatermarkToDataOutput", "markActiveInternally"
    if isinstance(operator, TimestampsAndWatermarksOperator):
        emitter, mark_active = "TimestampsAndWatermarksOperator$WatermarkEmitter", "markActive"
    placeholders["emit watermark"] = f"{emitter}.emitWatermark"
    placeholders["mark idle"] = f"{emitter}.markIdle"
    placeholders["mark active"] = f"{emitter}.{mark_active}"
    if isinstance(operator, SourceOperator):
        source = BATCH_SOURCE_PLACEHOLDERS if in_batch else SOURCE_PLACEHOLDERS
        placeholders |= LEGACY_SOURCE_PLACEHOLDERS if operator.is_legacy else source
    elif isinstance(operator, WindowOperator):
        placeholders["window function"] = operator.internal_window_function
    return placeholders
