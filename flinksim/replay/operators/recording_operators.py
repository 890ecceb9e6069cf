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
from flinksim.runtime.operators.co_operators import TwoInputs
from flinksim.runtime.operators.combined_watermark_status import CombinedWatermarkStatus
from flinksim.runtime.operators.evicting_window_operator import EvictingWindowOperator
from flinksim.runtime.operators.interval_join import IntervalJoinOperator
from flinksim.runtime.operators.operator_factory import create_operator, number_of_inputs
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.runtime.operators.stream_operator import OperatorContext, Output, StreamOperator
from flinksim.runtime.operators.timestamps_and_watermarks import TimestampsAndWatermarksOperator
from flinksim.runtime.operators.window_contents import Pane
from flinksim.runtime.operators.window_functions import aggregate_all
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.runtime.state.namespaces import freeze_namespace


class Notes(Protocol):
    """Log of the decisions of a unit's operators."""

    def fired(self, node: int, firing: tuple[Any, ...]) -> None:
        """Record a firing: (key, window, kind, count, contents, watermark)."""

    def dropped(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        """Record a drop: (key, value, watermark, whether it went to a side output)."""

    def written(self, node: int, value: Any, timestamp: int | None) -> None:
        """Record that a sink received a result."""


class _NotedWindows(WindowOperator):
    notes: Notes
    node: int

    def _report_fired(self, window: Any, pane: Pane, contents: Any) -> None:
        self.notes.fired(
            self.node,
            (
                self.backend.current_key,
                freeze_namespace(window),
                self._firing_kind(window, pane),
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
        self.notes.dropped(self.node, record.timestamp, drop)
        super()._drop_late(record)


def elements_of(spec: WindowSpec) -> Callable[[Any], list[Any]]:
    """Create a function from recorded contents to the elements for the window function."""
    if spec.pre_aggregation is None:
        return list
    if spec.evictor is None:
        return lambda contents: [contents]
    aggregate = aggregate_all(spec.pre_aggregation)
    return lambda contents: [aggregate(contents)]


class WindowFunctionOperator(WindowOperator):
    """Window function of an operator whose windows were computed elsewhere."""

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        self._elements_of = elements_of(spec)

    def evaluate(self, key: Any, window: Any, contents: Any, watermark: int) -> None:
        """Call the window function for a firing of *key* with these *contents*."""
        self.backend.set_current_key(key)
        self.timer_service.current_watermark = watermark
        self._window_context.current_window = window
        self._call_window_function(window, self._elements_of(contents))


class NotedWindowOperator(_NotedWindows):
    """Window operator that records firings and drops."""


class Contents(NamedTuple):
    """Contents of a window when it fires, with the watermark and time of the firing."""

    key: Any
    window: tuple[int, int]
    watermark: int
    time: int
    records: int
    value: Any


class GivenWindowOperator(NotedWindowOperator):
    """Window operator with precomputed contents.

    It gets only the records that open a window or are late. So timers, and the order in which
    windows of different keys fire, are unchanged.
    """

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        self._elements_of = elements_of(spec)
        self._given: dict[tuple[Any, tuple[int, int]], deque[Contents]] = {}

    def give(self, contents: Contents) -> None:
        """Add the contents of a later firing; firings of one window come in order."""
        self._given.setdefault((contents.key, contents.window), deque()).append(contents)

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
        precomputed = self._given.get(address)
        current = self.current_watermark, self.timer_service.current_processing_time()
        if precomputed is None or (precomputed[0].watermark, precomputed[0].time) != current:
            return False  # No record has arrived since the window was purged.
        contents = precomputed.popleft()
        if not precomputed:
            del self._given[address]
        pane.count = contents.records
        self._window_context.current_window = window
        self._report_fired(window, pane, contents.value)
        self._call_window_function(window, self._elements_of(contents.value))
        return True


class NotedEvictingWindowOperator(_NotedWindows, EvictingWindowOperator):
    """Window operator with an evictor that records firings and drops."""


class NotedIntervalJoinOperator(IntervalJoinOperator):
    """Interval join that records drops."""

    notes: Notes
    node: int

    def _drop_late(self, record: StreamRecord, tag: Any) -> None:
        drop = (self.backend.current_key, record.value, self.current_watermark, tag is not None)
        self.notes.dropped(self.node, record.timestamp, drop)
        super()._drop_late(record, tag)


class NotedSink(StreamOperator):
    """Sink that records results; the job writes them at the end."""

    notes: Notes
    node: int

    def process_element(self, record: StreamRecord) -> None:
        self.notes.written(self.node, record.value, record.timestamp)


class TimestampedSource(SourceOperator):
    """Source that only assigns timestamps, in any order; reading and watermarks are elsewhere.

    *reached* is called with each record's timestamp.
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
    """``assign_timestamps_and_watermarks`` that only assigns timestamps, in any order.

    *reached* is called with each timestamp.
    """

    reached: Callable[[int], None] | None = None

    def open(self) -> None:
        interval = self.context.auto_watermark_interval_ms
        self.context.auto_watermark_interval_ms = 0
        super().open()
        self.context.auto_watermark_interval_ms = interval
        self._on_event = self._tell  # type: ignore[assignment]  # called in its place

    def _tell(self, value: Any, timestamp: int, output: Any) -> None:
        if self.reached is not None:
            self.reached(timestamp)

    def finish(self) -> None:
        pass


# --- event time of an operator, without its function ----------------------------------------------


class Relay(StreamOperator):
    """Forwards watermarks and statuses as an operator with one input does."""


class TwoInputRelay(TwoInputs, StreamOperator):
    """Combines watermarks and statuses as an operator with two inputs does."""

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.combined = CombinedWatermarkStatus(2)

    def advance_to(self, timestamp: int) -> None:
        pass


def noted_operator(
    spec: OperatorSpec, node: int, notes: Notes, is_given: bool = False
) -> StreamOperator:
    """Create the operator of *spec*, which records its decisions in *notes*.

    Args:
        spec: The operator; its functions must not be shared.
        node: Number of the stream node.
        notes: The decision log.
        is_given: Whether a window operator gets precomputed contents.
    """
    operator: Any
    match spec:
        case SinkSpec():
            operator = NotedSink()
        case WindowSpec() if is_given:
            operator = GivenWindowOperator(spec)
        case WindowSpec(evictor=None):
            operator = NotedWindowOperator(spec)
        case WindowSpec():
            operator = NotedEvictingWindowOperator(spec)
        case IntervalJoinSpec():
            operator = NotedIntervalJoinOperator(spec)
        case _:
            return create_operator(spec)
    operator.node = node
    operator.notes = notes
    return operator  # type: ignore[no-any-return]


def relay_of(spec: OperatorSpec) -> StreamOperator:
    """Create an operator that only processes watermarks in place of *spec*."""
    if isinstance(spec, TimestampsAndWatermarksSpec):
        operator = TimestampsAndWatermarksOperator(without_assigner(spec.strategy))
        return operator
    return TwoInputRelay() if number_of_inputs(spec) == 2 else Relay()


def without_assigner(strategy: Any) -> Any:
    """Return a copy of *strategy* for records that have timestamps."""
    bare = copy.copy(strategy)
    bare._timestamp_assigner = None
    return bare


__all__ = [
    "Contents", "Notes", "TimestampedSource", "TimestampsOperator", "WindowFunctionOperator",
    "noted_operator", "relay_of", "without_assigner",
]  # fmt: skip
