"""Window table functions without an aggregation: rows get the columns of their windows.

Flink: ``AlignedWindowTableFunctionOperator``, ``UnalignedWindowTableFunctionOperator``.
"""

from __future__ import annotations

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.datastream.window_types import TimeWindow
from flinksim.runtime.elements import StreamRecord
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.slice_assigners import (
    SliceAssigner,
    SliceSelector,
    WindowProperties,
    WindowTimers,
)
from flinksim.table.runtime.table_operators import (
    KeyedTableOperator,
    RowKeySelector,
    TableOperator,
)
from flinksim.table.runtime.window_aggregate import merge_session


class AlignedWindowTableFunctionOperator(TableOperator):
    """Operator that emits each row once for each of its windows (TUMBLE, HOP, CUMULATE).

    It drops no late rows, only those whose time is null. Flink: ``AlignedWindowTableFunctionOperator``.
    """

    __slots__ = ("_assigner", "_get_time", "_properties")

    FLINK_CLASS = "AlignedWindowTableFunctionOperator"

    def __init__(
        self, assigner: SliceAssigner, get_time: SliceSelector, properties: WindowProperties
    ) -> None:
        self._assigner = assigner
        self._get_time = get_time
        self._properties = properties

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row: ChangeRow = record.value
        clock = self.context.processing_time.current_processing_time
        time = self._get_time(row.values, clock)
        if time is None:
            return
        for window in self._assigner.assign_windows(time):
            self.emit_row(row.values + self._properties.build(window), row.kind)


class SessionWindowTableFunctionOperator(KeyedTableOperator):
    """Operator that emits the rows of a session window when the window ends.

    Flink: ``UnalignedWindowTableFunctionOperator``.
    """

    __slots__ = ("_counter", "_gap", "_get_time", "_properties", "_rows", "_timers", "_windows")

    FLINK_CLASS = "UnalignedWindowTableFunctionOperator"

    def __init__(
        self,
        key_selector: RowKeySelector,
        gap: int,
        get_time: SliceSelector,
        properties: WindowProperties,
    ) -> None:
        super().__init__(key_selector)
        self._gap = gap
        self._get_time = get_time
        self._properties = properties

    def open(self) -> None:
        self._counter = self.get_value_state("session-window-tvf-counter")
        self._windows = self.get_value_state("session-windows")
        self._rows = self.get_value_state("session-window-tvf-acc")
        self._timers = WindowTimers(self.timer_service, self._properties.time)

    def process_row(self, row: ChangeRow) -> None:
        time = self._get_time(row.values, self.timer_service.current_processing_time)
        if time is None:
            return
        order = self._counter.value() or 0
        self._counter.update(order + 1)
        window = TimeWindow(time, time + self._gap)
        open_windows: tuple[TimeWindow, ...] = self._windows.value() or ()
        merged, rest = merge_session(window, open_windows)
        if self._timers.is_fired(merged.end):
            self.drop_late(row, None, [(merged.start, merged.end)])
            return
        rows = [(order, row)]
        for absorbed in open_windows:
            if absorbed in rest:
                continue
            self._rows.namespace = absorbed
            rows += self._rows.value()
            if absorbed != merged:
                self._rows.clear()
                self._timers.delete(absorbed)
        self._rows.namespace = merged
        self._rows.update(tuple(sorted(rows, key=lambda entry: entry[0])))
        self._windows.update((*rest, merged))
        self._timers.register(merged)

    def on_event_time(self, timer: InternalTimer) -> None:
        window: TimeWindow = timer.namespace
        self._rows.namespace = window
        for _, row in self._rows.value() or ():
            self.emit_row(row.values + self._properties.build(window), row.kind)
        self._rows.clear()
        rest = tuple(one for one in self._windows.value() or () if one != window)
        if rest:
            self._windows.update(rest)
        else:
            self._windows.clear()

    on_processing_time = on_event_time
