"""The simulator's operators, extended to record their decisions in a unit of work.

Each class is a subclass of the operator that the simulator runs. It only records firings, drops and
results, because a worker has neither a trace nor the sinks.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from flinksim.datastream.transformations import (
    IntervalJoinSpec,
    OperatorSpec,
    SinkSpec,
    TimestampsAndWatermarksSpec,
    WindowSpec,
)
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.co_operators import TwoInputWatermarks
from flinksim.runtime.operators.combined_watermark_status import CombinedWatermarkStatus
from flinksim.runtime.operators.evicting_window_operator import EvictingWindowOperator
from flinksim.runtime.operators.interval_join import IntervalJoinOperator
from flinksim.runtime.operators.operator_factory import count_inputs, create_operator
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import OperatorContext, Output, StreamOperator
from flinksim.runtime.operators.timestamps_and_watermarks import TimestampsAndWatermarksOperator
from flinksim.runtime.operators.window_contents import Pane
from flinksim.runtime.operators.window_functions import create_list_aggregator
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.runtime.state.namespaces import freeze_namespace


class DecisionLog(Protocol):
    """Receiver of what the operators of a unit of work decide: firings, drops and results."""

    def record_firing(self, node: int, firing: tuple[Any, ...]) -> None:
        """Record a window firing: (key, window, kind, count, contents, watermark)."""

    def record_drop(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        """Record a dropped late record: (key, value, watermark, whether it went to a side output)."""

    def record_result(self, node: int, value: Any, timestamp: int | None) -> None:
        """Record that a sink received a result."""


class _RecordingWindows(WindowOperator):
    notes: DecisionLog
    node: int

    def _report_firing(self, window: Any, pane: Pane, contents: Any) -> None:
        self.notes.record_firing(
            self.node,
            (
                self.backend.current_key,
                freeze_namespace(window),
                self._classify_firing(window, pane),
                pane.count,
                contents,
                self.current_watermark,
            ),
        )

    def _drop_late(self, record: StreamRecord) -> None:
        drop = (
            self.backend.current_key,
            record.value,
            self.current_watermark,
            self._late_output_tag is not None,
        )
        self.notes.record_drop(self.node, record.timestamp, drop)
        super()._drop_late(record)


def create_element_getter(spec: WindowSpec) -> Callable[[Any], list[Any]]:
    """Create a function that turns a window's contents into the elements for the window function.

    With a pre-aggregation (``reduce`` or ``aggregate``) this is one element, else every record.
    """
    if spec.pre_aggregation is None:
        return list
    if spec.evictor is None:
        return lambda contents: [contents]
    aggregate = create_list_aggregator(spec.pre_aggregation)
    return lambda contents: [aggregate(contents)]


class WindowFunctionOperator(WindowOperator):
    """Window operator that only calls its window function, for windows that the kernel computed."""

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        self._get_elements = create_element_getter(spec)

    def evaluate(self, key: Any, window: Any, contents: Any, watermark: int) -> None:
        """Call the window function for a firing of *key* with these *contents*."""
        self.backend.set_current_key(key)
        self.timer_service.current_watermark = watermark
        self._window_context.current_window = window
        self._call_window_function(window, self._get_elements(contents))


class RecordingWindowOperator(_RecordingWindows):
    """Window operator that records firings and drops."""


class PrecomputedContents(NamedTuple):
    """Contents of a window at one firing, with the watermark and processing time of the firing."""

    key: Any
    window: tuple[int, int]
    watermark: int
    time: int
    records: int
    value: Any


class PrecomputedWindowOperator(RecordingWindowOperator):
    """Window operator whose window contents the columnar kernel has computed.

    It gets only the records that open a window or are late. So timers, and the order in which
    windows of different keys fire, are unchanged.
    """

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        self._get_elements = create_element_getter(spec)
        self._precomputed: dict[tuple[Any, tuple[int, int]], deque[PrecomputedContents]] = {}

    def add_contents(self, contents: PrecomputedContents) -> None:
        """Add the contents of a firing to come; add those of one window in the order of its firings."""
        self._precomputed.setdefault((contents.key, contents.window), deque()).append(contents)

    def _add_to_pane(
        self, record: StreamRecord, element: Any, window: Any, state_window: Any
    ) -> Pane:
        pane: Pane | None = self._panes.get(window)
        if pane is None:
            pane = Pane()
            self._panes.put(window, pane)
        return pane

    def _fire(self, window: Any, state_window: Any, pane: Pane) -> bool:
        address = self.backend.current_key, (window.start, window.end)
        precomputed = self._precomputed.get(address)
        current = self.current_watermark, self.timer_service.current_processing_time()
        if precomputed is None or (precomputed[0].watermark, precomputed[0].time) != current:
            return False  # No record has arrived since the window was purged.
        contents = precomputed.popleft()
        if not precomputed:
            del self._precomputed[address]
        pane.count = contents.records
        self._window_context.current_window = window
        self._report_firing(window, pane, contents.value)
        self._call_window_function(window, self._get_elements(contents.value))
        return True


class RecordingEvictingWindowOperator(_RecordingWindows, EvictingWindowOperator):
    """Window operator with an evictor that records firings and drops."""


class RecordingIntervalJoinOperator(IntervalJoinOperator):
    """Interval join that records drops."""

    notes: DecisionLog
    node: int

    def _drop_late(self, record: StreamRecord, tag: Any) -> None:
        drop = (self.backend.current_key, record.value, self.current_watermark, tag is not None)
        self.notes.record_drop(self.node, record.timestamp, drop)
        super()._drop_late(record, tag)


class RecordingSink(StreamOperator):
    """Sink that records results; the job writes them at the end."""

    notes: DecisionLog
    node: int

    def process_element(self, record: StreamRecord) -> None:
        self.notes.record_result(self.node, record.value, record.timestamp)


class TimestampedSource(SourceOperator):
    """Source operator that only assigns timestamps, to records in any order.

    Reading the log and generating watermarks happen elsewhere. *reached* is a callback that gets the
    timestamp of each record.
    """

    reached: Callable[[int], None] | None = None

    def _open_splits(self) -> None:
        pass

    def process_element(self, record: StreamRecord) -> None:
        if self._strategy is not None:
            record.timestamp = timestamp = self._assign_timestamp(record)
            if self.reached is not None:
                self.reached(timestamp)
        self.collect(record)


class TimestampsOperator(TimestampsAndWatermarksOperator):
    """``assign_timestamps_and_watermarks`` that only assigns timestamps, to records in any order.

    *reached* is a callback that gets the timestamp of each record.
    """

    reached: Callable[[int], None] | None = None

    def open(self) -> None:
        interval = self.context.auto_watermark_interval_ms
        self.context.auto_watermark_interval_ms = 0
        super().open()
        self.context.auto_watermark_interval_ms = interval
        self._on_event = self._report_timestamp  # type: ignore[assignment]  # called in its place

    def _report_timestamp(self, value: Any, timestamp: int, output: Any) -> None:
        if self.reached is not None:
            self.reached(timestamp)

    def finish(self) -> None:
        pass


# --- event time of an operator, without its function ----------------------------------------------


class WatermarkForwarder(StreamOperator):
    """Stand-in for an operator with one input, which forwards its watermarks and statuses."""


class TwoInputWatermarkForwarder(TwoInputWatermarks, StreamOperator):
    """Stand-in for an operator with two inputs, which combines their watermarks and statuses."""

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.combined = CombinedWatermarkStatus(2)

    def advance_to(self, timestamp: int) -> None:
        pass


def create_recording_operator(
    spec: OperatorSpec, node: int, decision_log: DecisionLog, has_precomputed_contents: bool = False
) -> StreamOperator:
    """Create the operator of *spec*, which records its decisions in *decision_log*.

    Args:
        spec: The operator; its functions must not be shared.
        node: Number of the stream node.
        decision_log: The decision log.
        has_precomputed_contents: Whether the columnar kernel computes the contents of the windows.
    """
    operator: Any
    match spec:
        case SinkSpec():
            operator = RecordingSink()
        case WindowSpec() if has_precomputed_contents:
            operator = PrecomputedWindowOperator(spec)
        case WindowSpec(evictor=None):
            operator = RecordingWindowOperator(spec)
        case WindowSpec():
            operator = RecordingEvictingWindowOperator(spec)
        case IntervalJoinSpec():
            operator = RecordingIntervalJoinOperator(spec)
        case _:
            return create_operator(spec)
    operator.node = node
    operator.notes = decision_log
    return operator  # type: ignore[no-any-return]


def create_watermark_forwarder(spec: OperatorSpec) -> StreamOperator:
    """Create a stand-in for the operator of *spec* that processes only watermarks and statuses."""
    if isinstance(spec, TimestampsAndWatermarksSpec):
        operator = TimestampsAndWatermarksOperator(remove_timestamp_assigner(spec.strategy))
        return operator
    return TwoInputWatermarkForwarder() if count_inputs(spec) == 2 else WatermarkForwarder()


def remove_timestamp_assigner(strategy: Any) -> Any:
    """Return a copy of the watermark strategy without assigner, for records that have timestamps."""
    bare = copy.copy(strategy)
    bare._timestamp_assigner = None
    return bare


__all__ = [
    "DecisionLog",
    "PrecomputedContents",
    "TimestampedSource",
    "TimestampsOperator",
    "WindowFunctionOperator",
    "create_recording_operator",
    "create_watermark_forwarder",
    "remove_timestamp_assigner",
]  # fmt: skip
