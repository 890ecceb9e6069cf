"""Aggregation by the windows of a window table function: local, global, and for sessions.

Flink: ``LocalSlicingWindowAggOperator``, ``WindowAggOperator`` with ``SliceUnsharedWindowAggProcessor``,
``SliceSharedWindowAggProcessor`` and ``UnsliceWindowAggProcessor``.
"""

from __future__ import annotations

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.window_types import TimeWindow
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.table.runtime.aggregate_functions import Accumulator
from flinksim.table.runtime.aggregates_handler import AggregatesHandler
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.slice_assigners import (
    SliceAssigner,
    SliceSelector,
    WindowProperties,
    WindowTime,
    WindowTimers,
    compute_window_start,
)
from flinksim.table.runtime.table_operators import (
    RowKeySelector,
    TableOperator,
    WindowProgressOperator,
)
from flinksim.table.runtime.window_reporter import WindowReporter
from flinksim.trace.events import FiringClock


class LocalWindowAggregateOperator(TableOperator):
    """Operator that aggregates the rows of each key and slice until a watermark closes a slice.

    It never drops a row, and emits everything before a checkpoint. A result has the key, the
    accumulators and the slice end.

    Flink: ``LocalSlicingWindowAggOperator``.
    """

    __slots__ = (
        "_assigner",
        "_buffer",
        "_get_slice_end",
        "_handler",
        "_key_selector",
        "_next_trigger",
        "_reporter",
        "_time",
    )

    FLINK_CLASS = "LocalSlicingWindowAggOperator"

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        assigner: SliceAssigner,
        get_slice_end: SliceSelector,
        time: WindowTime,
    ) -> None:
        self._key_selector = key_selector
        self._handler = handler
        self._assigner = assigner
        self._get_slice_end = get_slice_end
        self._time = time

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._buffer: dict[tuple[Values, int], Accumulator] = {}
        self._next_trigger = 0
        self._reporter = None if self.emit is None else WindowReporter(self.id, self.emit)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row: ChangeRow = record.value
        clock = self.context.processing_time.current_processing_time
        slice_end = self._get_slice_end(row.values, clock)
        if slice_end is None:
            return
        place = (self._key_selector(row), slice_end)
        accumulators = self._buffer.get(place)
        if accumulators is None:
            accumulators = self._buffer[place] = self._handler.create_accumulators()
        if row.is_accumulate:
            self._handler.accumulate(accumulators, row.values)
        else:
            self._handler.retract(accumulators, row.values)
        if self._reporter is not None:
            count = self._handler.count_rows(accumulators)
            window = self._assigner.get_slice(slice_end)
            self._reporter.report_assigned(place[0], row, [(window, count)])

    def process_watermark(self, watermark: Watermark) -> None:
        timestamp = watermark.timestamp
        if timestamp > self.current_watermark and timestamp >= self._next_trigger:
            if any(self._time.is_fired(end, timestamp) for _, end in self._buffer):
                self._flush()
            self._next_trigger = compute_next_trigger(timestamp, self._assigner, self._time)
        super().process_watermark(watermark)

    def prepare_snapshot_pre_barrier(self, checkpoint_id: int) -> None:
        super().prepare_snapshot_pre_barrier(checkpoint_id)
        self._flush()

    def finish(self) -> None:
        self._flush()

    def _flush(self) -> None:
        for (key, slice_end), accumulators in self._buffer.items():
            row = (*key, *self._handler.flatten(accumulators), slice_end)
            if self._reporter is not None:
                window = self._assigner.get_slice(slice_end)
                count = self._handler.count_rows(accumulators)
                self._reporter.report_partial_result(key, window, count, row)
            self.emit_row(row)
        self._buffer.clear()


def compute_next_trigger(watermark: int, assigner: SliceAssigner, time: WindowTime) -> int:
    """Compute the next watermark that can close a slice. Flink: ``getNextTriggerWatermark``.

    As in Flink, the time zone counts only if it has daylight saving time. So slices of days end late
    in other zones, and windows can lose rows.
    """
    if watermark == MAX_TIMESTAMP:
        return watermark
    interval = assigner.interval
    if time.has_daylight_saving:
        start = compute_window_start(time.to_local(watermark), assigner.offset, interval)
        trigger = time.to_timer(start + interval - 1)
    else:
        trigger = compute_window_start(watermark, assigner.offset, interval) + interval - 1
    return trigger if trigger > watermark else trigger + interval


class _WindowAggregateBase(WindowProgressOperator):
    """Base class: emits the results of windows with their window columns."""

    __slots__ = ("_accumulators", "_handler", "_properties", "_reporter", "_time", "_timers")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        properties: WindowProperties,
    ) -> None:
        super().__init__(key_selector)
        self._handler = handler
        self._properties = properties
        self._time = properties.time

    def open(self) -> None:
        self._accumulators = self.get_value_state("window-aggs")
        self._timers = WindowTimers(self.timer_service, self._time, self.restored_watermark)
        self._reporter = None if self.emit is None else WindowReporter(self.id, self.emit)

    def change(self, accumulators: Accumulator, row: ChangeRow) -> None:
        """Add or retract a row."""
        if row.is_accumulate:
            self._handler.accumulate(accumulators, row.values)
        else:
            self._handler.retract(accumulators, row.values)

    def emit_window(self, window: TimeWindow, accumulators: Accumulator) -> None:
        """Emit the result of a window for the current key."""
        key = self.backend.current_key
        result = (
            *key,
            *self._handler.get_values(accumulators),
            *self._properties.build(window),
        )
        if self._reporter is not None:
            clock: FiringClock = "watermark" if self._time.is_event_time else "processing time"
            count = self._handler.count_rows(accumulators)
            self._reporter.report_fired(
                key, window, count, result, self.current_watermark, clock=clock
            )
        self.emit_row(result)

    def is_empty(self, accumulators: Accumulator) -> bool:
        """Return whether all rows have been retracted, or there are none."""
        return self._handler.count_rows(accumulators) == 0


class SlicingWindowAggregateOperator(_WindowAggregateBase):
    """Operator that keeps the accumulators of each slice, and merges them when a window fires.

    A row is late, and dropped, if the last window of its slice has fired. A late row of a slice with
    open windows still counts for those. With ``merges`` the input has accumulators instead of rows.

    Flink: ``WindowAggOperator``. Differs: rows are added to the state immediately; Flink buffers them
    until a watermark closes a slice.
    """

    __slots__ = ("_assigner", "_get_slice_end", "_key_width", "_merges")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        properties: WindowProperties,
        assigner: SliceAssigner,
        get_slice_end: SliceSelector,
        merges: bool,
        key_width: int,
    ) -> None:
        super().__init__(key_selector, handler, properties)
        self._assigner = assigner
        self._get_slice_end = get_slice_end
        self._merges = merges
        self._key_width = key_width

    def process_row(self, row: ChangeRow) -> None:
        slice_end = self._get_slice_end(row.values, self.timer_service.current_processing_time)
        if slice_end is None:
            return
        assigner, timers = self._assigner, self._timers
        window_end = slice_end
        target = slice_end
        if timers.is_fired(slice_end):
            last_end = assigner.get_last_window_end(slice_end)
            if timers.is_fired(last_end):
                window = assigner.get_window(last_end)
                self.drop_late(row, None, [(window.start, window.end)])
                return
            target = assigner.get_merge_target(slice_end)
            while timers.is_fired(window_end):
                window_end += assigner.interval
        self._add(row, target)
        timers.register(assigner.get_window(window_end))
        if self._reporter is not None:
            ends = range(window_end, assigner.get_last_window_end(slice_end) + 1, assigner.interval)
            counts = [(assigner.get_window(end), self._count_rows(end)) for end in ends]
            self._reporter.report_assigned(self.backend.current_key, row, counts)

    def _count_rows(self, window_end: int) -> int:
        """Count the rows of a window without reporting that its state is read."""
        slices = map(self._assigner.get_slice, self._assigner.list_open_slices(window_end))
        stored = [self._accumulators.table.get(one) for one in slices]
        return sum(self._handler.count_rows(one) for one in stored if one is not None)

    def _add(self, row: ChangeRow, slice_end: int) -> None:
        state = self._accumulators
        state.namespace = self._assigner.get_slice(slice_end)
        accumulators = state.value() or self._handler.create_accumulators()
        if self._merges:
            added = self._handler.restore(row.values[self._key_width : -1])
            self._handler.merge(accumulators, added)
        else:
            self.change(accumulators, row)
        state.update(accumulators)

    def on_event_time(self, timer: InternalTimer) -> None:
        window: TimeWindow = timer.namespace
        accumulators = self._merge_slices(window.end)
        is_empty = self.is_empty(accumulators)
        if not is_empty:
            self.emit_window(window, accumulators)
            if self._reporter is not None:
                self._reporter.report_cleared(self.backend.current_key, window)
        following = self._assigner.get_next_window_end(window.end, is_empty)
        if following is not None:
            self._timers.register(self._assigner.get_window(following))
        for slice_end in self._assigner.list_expired_slices(window.end):
            self._accumulators.namespace = self._assigner.get_slice(slice_end)
            self._accumulators.clear()

    on_processing_time = on_event_time

    def _merge_slices(self, window_end: int) -> Accumulator:
        """Merge the slices of a window; a CUMULATE window stores the result in its first slice."""
        state, assigner = self._accumulators, self._assigner
        slices = assigner.list_slices(window_end)
        merged = self._handler.create_accumulators()
        for slice_end in slices:
            state.namespace = assigner.get_slice(slice_end)
            accumulators = state.value()
            if accumulators is not None:
                self._handler.merge(merged, accumulators)
        target = assigner.get_merge_target(window_end)
        if target != window_end:
            state.namespace = assigner.get_slice(target)
            state.update(merged)
        return merged


class SessionWindowAggregateOperator(_WindowAggregateBase):
    """Operator that aggregates the rows of each session window.

    A row is dropped only if its window, merged with the open ones, ends before the watermark.

    Flink: ``WindowAggOperator`` with ``UnsliceWindowAggProcessor``.
    """

    __slots__ = ("_gap", "_get_time", "_windows")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        properties: WindowProperties,
        gap: int,
        get_time: SliceSelector,
    ) -> None:
        super().__init__(key_selector, handler, properties)
        self._gap = gap
        self._get_time = get_time

    def open(self) -> None:
        super().open()
        self._windows = self.get_value_state("session-windows")

    def process_row(self, row: ChangeRow) -> None:
        time = self._get_time(row.values, self.timer_service.current_processing_time)
        if time is None:
            return
        window = TimeWindow(time, time + self._gap)
        open_windows: tuple[TimeWindow, ...] = self._windows.value() or ()
        merged, rest = merge_session(window, open_windows)
        if self._timers.is_fired(merged.end):
            self.drop_late(row, None, [(merged.start, merged.end)])
            return
        accumulators = self._take_accumulators(
            [one for one in open_windows if one not in rest], merged
        )
        before = self._handler.count_rows(accumulators)
        self.change(accumulators, row)
        self._accumulators.namespace = merged
        self._accumulators.update(accumulators)
        self._windows.update((*rest, merged))
        self._timers.register(merged)
        if self._reporter is not None:
            key = self.backend.current_key
            absorbed = [one for one in open_windows if one not in rest]
            if absorbed and absorbed != [merged]:
                self._reporter.report_merged(key, row, window, absorbed, merged, before)
            count = self._handler.count_rows(accumulators)
            self._reporter.report_assigned(key, row, [(merged, count)])

    def _take_accumulators(self, absorbed: list[TimeWindow], merged: TimeWindow) -> Accumulator:
        """Remove the windows that were *absorbed*, and return their merged accumulators."""
        accumulators = self._handler.create_accumulators()
        for window in sorted(absorbed, key=lambda one: one.start):
            self._accumulators.namespace = window
            self._handler.merge(accumulators, self._accumulators.value())
            if window != merged:
                self._accumulators.clear()
                self._timers.delete(window)
        return accumulators

    def on_event_time(self, timer: InternalTimer) -> None:
        window: TimeWindow = timer.namespace
        self._accumulators.namespace = window
        accumulators = self._accumulators.value()
        if accumulators is not None and not self.is_empty(accumulators):
            self.emit_window(window, accumulators)
            if self._reporter is not None:
                self._reporter.report_cleared(self.backend.current_key, window)
        self._accumulators.clear()
        rest = tuple(one for one in self._windows.value() or () if one != window)
        if rest:
            self._windows.update(rest)
        else:
            self._windows.clear()

    on_processing_time = on_event_time


def merge_session(
    window: TimeWindow, open_windows: tuple[TimeWindow, ...]
) -> tuple[TimeWindow, tuple[TimeWindow, ...]]:
    """Merge a window with all open ones that it touches; return the result and the others."""
    start, end = window.start, window.end
    rest = []
    for other in sorted(open_windows, key=lambda one: one.start):
        if other.start <= end and other.end >= start:
            start, end = min(start, other.start), max(end, other.end)
        else:
            rest.append(other)
    return TimeWindow(start, end), tuple(rest)
