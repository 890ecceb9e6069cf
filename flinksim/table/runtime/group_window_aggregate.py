"""Legacy group windows: ``GROUP BY TUMBLE(ts, INTERVAL ...)``, HOP and SESSION.

Windows of HOP share panes: each row is in one of them, and a window that fires merges its panes.

Flink: ``AggregateWindowOperator`` of ``window.groupwindow.operator``, ``EventTimeTriggers``,
``PanedWindowProcessFunction``.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.datastream.window_types import TimeWindow
from flinksim.table.runtime.aggregate_functions import Accumulator
from flinksim.table.runtime.aggregates_handler import AggregatesHandler
from flinksim.table.runtime.change_rows import (
    DELETE,
    INSERT,
    UPDATE_AFTER,
    UPDATE_BEFORE,
    ChangeRow,
    Values,
)
from flinksim.table.runtime.slice_assigners import (
    HoppingSlices,
    SliceAssigner,
    SliceSelector,
    WindowProperties,
)
from flinksim.table.runtime.table_operators import KeyedTableOperator, RowKeySelector
from flinksim.table.runtime.window_aggregate import merge_session
from flinksim.table.runtime.window_reporter import WindowReporter
from flinksim.trace.events import FiringClock, FiringKind


@dataclass(frozen=True, slots=True)
class EmitStrategy:
    """When a window emits results besides its end. Flink: ``WindowEmitStrategy``.

    A delay of 0 means with each row, ``None`` never.
    """

    early_delay_ms: int | None = None
    late_delay_ms: int | None = None
    allowed_lateness_ms: int = 0

    @property
    def produces_updates(self) -> bool:
        """Whether a window can emit several results, which update one another."""
        return self.early_delay_ms is not None or self.late_delay_ms is not None


class GroupWindowAggregateOperator(KeyedTableOperator):
    """Operator that aggregates the rows of each key and group window.

    Flink: ``AggregateWindowOperator``.
    """

    __slots__ = (
        "_accumulators",
        "_assigner",
        "_emit_strategy",
        "_gap",
        "_get_time",
        "_handler",
        "_is_event_time",
        "_previous",
        "_properties",
        "_reporter",
        "_time",
        "_windows",
    )

    FLINK_CLASS = "AggregateWindowOperator"

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        properties: WindowProperties,
        assigner: SliceAssigner | None,
        gap: int,
        get_time: SliceSelector,
        is_event_time: bool,
        emit_strategy: EmitStrategy,
    ) -> None:
        """Create the operator; *assigner* is ``None`` for session windows with this *gap*."""
        super().__init__(key_selector)
        self._handler = handler
        self._properties = properties
        self._time = properties.time
        self._assigner = assigner
        self._gap = gap
        self._get_time = get_time
        self._is_event_time = is_event_time
        self._emit_strategy = emit_strategy

    def open(self) -> None:
        self._accumulators = self.get_value_state("window-aggs")
        self._previous = self.get_value_state("previous-aggs")
        self._reporter = None if self.emit is None else WindowReporter(self.id, self.emit)
        if self._assigner is None:
            self._windows = self.get_value_state("session-windows")

    def process_row(self, row: ChangeRow) -> None:
        if self._is_event_time:
            time = self._get_time(row.values, self.timer_service.current_processing_time)
            if time is None:
                return
        else:
            time = self._time.to_local(self.timer_service.current_processing_time())
        windows = self._assign_windows(time, row)
        if not windows:
            late = self._assigner.assign_windows(time) if self._assigner is not None else []
            self.drop_late(row, time, [(window.start, window.end) for window in late])
        parts = windows
        if windows and isinstance(self._assigner, HoppingSlices):
            parts = [self._assigner.get_pane(time)]
        for part in parts:
            self._accumulators.namespace = part
            accumulators = self._accumulators.value() or self._handler.create_accumulators()
            if row.is_accumulate:
                self._handler.accumulate(accumulators, row.values)
            else:
                self._handler.retract(accumulators, row.values)
            self._accumulators.update(accumulators)
        if self._reporter is not None:
            for window in windows:
                accumulators = self._read_accumulators(window)
                assert accumulators is not None, "the row has just been added"
                count = self._handler.count_rows(accumulators)
                self._reporter.report_assigned(self.backend.current_key, row, [(window, count)])
        for window in windows:
            self._trigger_on_row(window)
            self._register(window, self._get_cleanup_time(window))

    def _assign_windows(self, time: int, row: ChangeRow) -> list[TimeWindow]:
        """Return the windows of a row that are not late."""
        if self._assigner is None:
            window = self._merge_into_session(TimeWindow(time, time + self._gap), row)
            return [] if window is None else [window]
        return [
            window for window in self._assigner.assign_windows(time) if not self._is_late(window)
        ]

    def _merge_into_session(self, window: TimeWindow, row: ChangeRow) -> TimeWindow | None:
        open_windows: tuple[TimeWindow, ...] = self._windows.value() or ()
        merged, rest = merge_session(window, open_windows)
        if self._is_late(merged):
            return None
        combined = self._handler.create_accumulators()
        for absorbed in sorted(open_windows, key=lambda one: one.start):
            if absorbed in rest:
                continue
            self._accumulators.namespace = absorbed
            self._handler.merge(combined, self._accumulators.value())
            if absorbed != merged:
                self._accumulators.clear()
                self._delete(absorbed, self._get_fire_time(absorbed))
                self._delete(absorbed, self._get_cleanup_time(absorbed))
        if self._handler.count_rows(combined):
            self._accumulators.namespace = merged
            self._accumulators.update(combined)
        self._windows.update((*rest, merged))
        absorbed_windows = [one for one in open_windows if one not in rest]
        if self._reporter is not None and absorbed_windows not in ([], [merged]):
            key, count = self.backend.current_key, self._handler.count_rows(combined)
            self._reporter.report_merged(key, row, window, absorbed_windows, merged, count)
        return merged

    def _read_accumulators(self, window: TimeWindow) -> Accumulator | None:
        """Return what a window has aggregated, ``None`` if it has no rows."""
        if not isinstance(self._assigner, HoppingSlices):
            self._accumulators.namespace = window
            known: Accumulator | None = self._accumulators.value()
            return known
        merged: Accumulator | None = None
        for pane in self._assigner.split_into_panes(window):
            self._accumulators.namespace = pane
            accumulators = self._accumulators.value()
            if accumulators is not None:
                merged = merged or self._handler.create_accumulators()
                self._handler.merge(merged, accumulators)
        return merged

    def _clear_accumulators(self, window: TimeWindow) -> None:
        """Clear the state of a window; of HOP, the panes that no later window has."""
        parts = [window]
        if isinstance(self._assigner, HoppingSlices):
            panes = self._assigner.split_into_panes(window)
            parts = [one for one in panes if self._assigner.assign_windows(one.start)[0] == window]
        for part in parts:
            self._accumulators.namespace = part
            self._accumulators.clear()

    # --- time ----------------------------------------------------------------------------------------

    def _get_now(self) -> int:
        if self._is_event_time:
            return self.current_watermark
        return self.timer_service.current_processing_time()

    def _get_fire_time(self, window: TimeWindow) -> int:
        return self._time.to_timer(window.end - 1)

    def _get_cleanup_time(self, window: TimeWindow) -> int:
        lateness = self._emit_strategy.allowed_lateness_ms if self._is_event_time else 0
        return self._time.to_timer(max(window.end - 1 + lateness, 0))

    def _is_late(self, window: TimeWindow) -> bool:
        return self._is_event_time and self._get_cleanup_time(window) <= self.current_watermark

    def _register(self, window: TimeWindow, timestamp: int) -> None:
        if self._is_event_time:
            self.timer_service.register_event_time_timer(window, timestamp)
        else:
            self.timer_service.register_processing_time_timer(window, timestamp)

    def _delete(self, window: TimeWindow, timestamp: int) -> None:
        if self._is_event_time:
            self.timer_service.delete_event_time_timer(window, timestamp)
        else:
            self.timer_service.delete_processing_time_timer(window, timestamp)

    # --- firing --------------------------------------------------------------------------------------

    def _trigger_on_row(self, window: TimeWindow) -> None:
        strategy = self._emit_strategy
        if self._get_fire_time(window) > self._get_now():
            self._register(window, self._get_fire_time(window))
            delay = strategy.early_delay_ms
        elif strategy.late_delay_ms is None:
            delay = 0  # a window that has ended fires with each row
        else:
            delay = strategy.late_delay_ms
        if delay == 0:
            self._fire(window)
        elif delay is not None:
            now = self.timer_service.current_processing_time()
            self.timer_service.register_processing_time_timer(window, now - now % delay + delay)

    def on_event_time(self, timer: InternalTimer) -> None:
        self._on_timer(timer)

    def on_processing_time(self, timer: InternalTimer) -> None:
        if self._is_event_time:
            self._fire(timer.namespace)  # an early or late firing
        else:
            self._on_timer(timer)

    def _on_timer(self, timer: InternalTimer) -> None:
        window: TimeWindow = timer.namespace
        if timer.timestamp == self._get_fire_time(window):
            self._fire(window)
        if timer.timestamp == self._get_cleanup_time(window):
            self._clear_accumulators(window)
            self._previous.namespace = window
            self._previous.clear()
            if self._reporter is not None:
                self._reporter.report_cleared(self.backend.current_key, window)
            if self._assigner is None:
                rest = tuple(one for one in self._windows.value() or () if one != window)
                self._windows.update(rest or None)

    def _fire(self, window: TimeWindow) -> None:
        accumulators = self._read_accumulators(window)
        if accumulators is None:
            return
        is_empty = self._handler.count_rows(accumulators) == 0
        result = (
            *self.backend.current_key,
            *self._handler.get_values(accumulators),
            *self._properties.build(window),
        )
        if self._reporter is not None and not is_empty:
            self._report_fired(window, self._handler.count_rows(accumulators), result)
        if not self._emit_strategy.produces_updates:
            if not is_empty:
                self.emit_row(result)
            return
        self._previous.namespace = window
        before = self._previous.value()
        if is_empty:
            if before is not None:
                self.emit_row(before, DELETE)
                self._previous.clear()
        elif before is None:
            self.emit_row(result, INSERT)
            self._previous.update(result)
        elif before != result:
            self.emit_row(before, UPDATE_BEFORE)
            self.emit_row(result, UPDATE_AFTER)
            self._previous.update(result)

    def _report_fired(self, window: TimeWindow, count: int, result: Values) -> None:
        assert self._reporter is not None
        due, now = self._get_fire_time(window), self._get_now()
        kind: FiringKind = "early" if due > now else "on time"
        clock: FiringClock = (
            "watermark" if self._is_event_time and due <= now else "processing time"
        )
        self._reporter.report_fired(
            self.backend.current_key, window, count, result, self.current_watermark, kind, clock
        )
