"""The simulator's operators, as a unit of work on Spark runs them: what they decide is written down.

Each is the operator that the simulator runs, not a second version of it; only firings, drops and
written results are noted, for a worker has neither a trace nor the sinks.
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
    """Where a unit's operators note what they decided."""

    def fired(self, node: int, firing: tuple[Any, ...]) -> None:
        """A window fired: (key, window, kind, count, contents, watermark)."""

    def dropped(self, node: int, timestamp: int | None, drop: tuple[Any, ...]) -> None:
        """A record came too late: (key, value, watermark, whether it went to a side output)."""

    def written(self, node: int, value: Any, timestamp: int | None) -> None:
        """A sink was given a result."""


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
    """What the window function is given, from the contents of a firing as they are told."""
    if spec.pre_aggregation is None:
        return list
    if spec.evictor is None:
        return lambda contents: [contents]
    whole = aggregate_all(spec.pre_aggregation)
    return lambda contents: [whole(contents)]


class WindowFunctionOperator(WindowOperator):
    """The function of a window operator whose windows were worked out elsewhere."""

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        self._elements_of = elements_of(spec)

    def evaluate(self, key: Any, window: Any, contents: Any, watermark: int) -> None:
        """A window of *key* has fired with these *contents*."""
        self.backend.set_current_key(key)
        self.timer_service.current_watermark = watermark
        self._window_context.current_window = window
        self._call_window_function(window, self._elements_of(contents))


class NotedWindowOperator(_NotedWindows):
    """A window operator that notes firings and drops."""


class Contents(NamedTuple):
    """What a window holds when it fires, and when that is."""

    key: Any
    window: tuple[int, int]
    watermark: int
    time: int
    records: int
    value: Any


class GivenWindowOperator(NotedWindowOperator):
    """A window operator that is told beforehand what windows hold when they fire.

    It is given the records alone that open a window or come late. So timers, and the order in which
    windows of different keys fire, are as ever.
    """

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec)
        self._elements_of = elements_of(spec)
        self._given: dict[tuple[Any, tuple[int, int]], deque[Contents]] = {}

    def give(self, contents: Contents) -> None:
        """Those of a firing to come, in the order of firings of the same window."""
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
        given = self._given.get(address)
        now = self.current_watermark, self.timer_service.current_processing_time()
        if given is None or (given[0].watermark, given[0].time) != now:
            return False  # nothing has come since the window was purged
        contents = given.popleft()
        if not given:
            del self._given[address]
        pane.count = contents.records
        self._window_context.current_window = window
        self._report_fired(window, pane, contents.value)
        self._call_window_function(window, self._elements_of(contents.value))
        return True


class NotedEvictingWindowOperator(_NotedWindows, EvictingWindowOperator):
    """The same with an evictor."""


class NotedIntervalJoinOperator(IntervalJoinOperator):
    """An interval join that notes drops."""

    notes: Notes
    node: int

    def _drop_late(self, record: StreamRecord, tag: Any) -> None:
        drop = (self.backend.current_key, record.value, self.current_watermark, tag is not None)
        self.notes.dropped(self.node, record.timestamp, drop)
        super()._drop_late(record, tag)


class NotedSink(StreamOperator):
    """Notes what a sink would write; the job writes it when all is done."""

    notes: Notes
    node: int

    def process_element(self, record: StreamRecord) -> None:
        self.notes.written(self.node, record.value, record.timestamp)


class TimestampedSource(SourceOperator):
    """Gives records their timestamps, in any order; they are read, and watermarks made, elsewhere.

    *reached* is told each record's timestamp.
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
    """``assign_timestamps_and_watermarks`` in any order: timestamps alone; *reached* is told them."""

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


# --- an operator's part in event time, without its function ---------------------------------------


class Relay(StreamOperator):
    """Passes watermarks and statuses on as an operator with one input does."""


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
    """The operator of *spec*, whose functions belong to it alone, telling *notes* what it decides.

    A window operator *is_given* its contents if it is said.
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
    """What stands for *spec* where only watermarks go through."""
    if isinstance(spec, TimestampsAndWatermarksSpec):
        operator = TimestampsAndWatermarksOperator(without_assigner(spec.strategy))
        return operator
    return TwoInputRelay() if number_of_inputs(spec) == 2 else Relay()


def without_assigner(strategy: Any) -> Any:
    """*strategy* for records that have their timestamps."""
    bare = copy.copy(strategy)
    bare._timestamp_assigner = None
    return bare


__all__ = [
    "Contents", "Notes", "TimestampedSource", "TimestampsOperator", "WindowFunctionOperator",
    "noted_operator", "relay_of", "without_assigner",
]  # fmt: skip
