"""Operators on rows that have window columns: join, Top-N and deduplication per window.

Rows are kept until the watermark closes their window; a row of a closed window is late.

Flink: ``WindowJoinOperator``, ``WindowRankProcessor``, ``RowTimeWindowDeduplicateProcessor``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream.window_types import TimeWindow
from flinksim.runtime.state.heap_states import HeapValueState
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.row_ordering import RowOrdering
from flinksim.table.runtime.slice_assigners import AttachedWindows, WindowTime, WindowTimers
from flinksim.table.runtime.table_operators import (
    KeyedTableOperator,
    RowKeySelector,
    TwoInputTableOperator,
    WindowProgressOperator,
)
from flinksim.table.runtime.window_reporter import WindowReporter


class _WindowedRows(KeyedTableOperator):
    """Base class: collects the rows of each window in states by window."""

    __slots__ = ()

    restored_watermark = MIN_TIMESTAMP
    """A join does not keep its watermark."""

    def report_added(self, row: ChangeRow, window: TimeWindow, count: int) -> None:
        """Report that a row entered a window, which keeps *count* rows now."""
        if self.emit is not None:
            reporter = WindowReporter(self.id, self.emit)
            reporter.report_assigned(self.backend.current_key, row, [(window, count)])

    def report_fired(self, window: TimeWindow, rows: Sequence[Values]) -> None:
        """Report that a window with *rows* has ended."""
        if self.emit is not None and rows:
            reporter = WindowReporter(self.id, self.emit)
            key = self.backend.current_key
            reporter.report_fired(key, window, len(rows), rows, self.current_watermark)

    def report_cleared(self, window: TimeWindow) -> None:
        """Report that the rows of a window were deleted."""
        if self.emit is not None:
            WindowReporter(self.id, self.emit).report_cleared(self.backend.current_key, window)

    def on_processing_time(self, timer: InternalTimer) -> None:
        self.on_event_time(timer)

    def add_row(
        self,
        state: HeapValueState,
        row: ChangeRow,
        window_end: Any,
        windows: AttachedWindows,
        time: WindowTime,
    ) -> tuple[Values, ...] | None:
        """Register the window of a row; return its rows so far, ``None`` if the row is late."""
        end = window_end.millis
        window = windows.get_window(end)
        timers = WindowTimers(self.timer_service, time, self.restored_watermark)
        if timers.is_fired(end):
            self.drop_late(row, None, [(window.start, window.end)])
            return None
        timers.register(window)
        state.namespace = window
        return state.value() or ()


class WindowRankOperator(WindowProgressOperator, _WindowedRows):
    """Top-N of each window. Flink: ``WindowRankProcessor`` in ``WindowAggOperator``."""

    __slots__ = ("_end", "_ordering", "_outputs_rank", "_rows", "_start", "_time", "_window_end",
                 "_windows")  # fmt: skip

    def __init__(
        self,
        key_selector: RowKeySelector,
        windows: AttachedWindows,
        time: WindowTime,
        window_end: int,
        ordering: RowOrdering,
        bounds: tuple[int, int],
        outputs_rank: bool,
    ) -> None:
        super().__init__(key_selector)
        self._windows = windows
        self._time = time
        self._window_end = window_end
        self._ordering = ordering
        self._start, self._end = bounds
        self._outputs_rank = outputs_rank

    def open(self) -> None:
        self._rows = self.get_value_state("window_rank")

    def process_row(self, row: ChangeRow) -> None:
        end = row.values[self._window_end]
        rows = self.add_row(self._rows, row, end, self._windows, self._time)
        if rows is not None:
            index = self._ordering.find_insertion(rows, row.values)
            kept = (*rows[:index], row.values, *rows[index:])[: self._end]
            self._rows.update(kept)
            self.report_added(row, self._rows.namespace, len(kept))

    def on_event_time(self, timer: InternalTimer) -> None:
        self._rows.namespace = timer.namespace
        rows = self._rows.value() or ()
        self.report_fired(timer.namespace, rows)
        for rank, row in enumerate(rows, start=1):
            if rank >= self._start:
                self.emit_row((*row, rank) if self._outputs_rank else row)
        self._rows.clear()
        self.report_cleared(timer.namespace)


class WindowDeduplicateOperator(WindowProgressOperator, _WindowedRows):
    """The first or last row of each window. Flink: ``RowTimeWindowDeduplicateProcessor``."""

    __slots__ = ("_keeps_last", "_order", "_rows", "_time", "_window_end", "_windows")

    def __init__(
        self,
        key_selector: RowKeySelector,
        windows: AttachedWindows,
        time: WindowTime,
        window_end: int,
        order: int,
        keeps_last: bool,
    ) -> None:
        super().__init__(key_selector)
        self._windows = windows
        self._time = time
        self._window_end = window_end
        self._order = order
        self._keeps_last = keeps_last

    def open(self) -> None:
        self._rows = self.get_value_state("window_deduplicate")

    def process_row(self, row: ChangeRow) -> None:
        end = row.values[self._window_end]
        rows = self.add_row(self._rows, row, end, self._windows, self._time)
        if rows is not None and (not rows or self._is_replaced(rows[0], row.values)):
            self._rows.update((row.values,))
        if rows is not None:
            self.report_added(row, self._rows.namespace, 1)

    def _is_replaced(self, before: Values, after: Values) -> bool:
        if self._keeps_last:
            return bool(before[self._order] <= after[self._order])
        return bool(after[self._order] < before[self._order])

    def on_event_time(self, timer: InternalTimer) -> None:
        self._rows.namespace = timer.namespace
        rows = self._rows.value() or ()
        self.report_fired(timer.namespace, rows)
        for row in rows:
            self.emit_row(row)
        self._rows.clear()
        self.report_cleared(timer.namespace)


class WindowJoinOperator(TwoInputTableOperator, _WindowedRows):
    """Join of the rows of two inputs with equal windows. Flink: ``WindowJoinOperator``.

    *kind* is ``INNER``, ``LEFT``, ``RIGHT``, ``FULL``, ``SEMI`` or ``ANTI``.
    """

    __slots__ = (
        "_condition",
        "_filters_nulls",
        "_kind",
        "_states",
        "_time",
        "_widths",
        "_window_ends",
        "_windows",
    )

    FLINK_CLASS = "WindowJoinOperator"

    def __init__(
        self,
        left_key: RowKeySelector,
        right_key: RowKeySelector,
        windows: tuple[AttachedWindows, AttachedWindows],
        time: WindowTime,
        window_ends: tuple[int, int],
        widths: tuple[int, int],
        condition: Callable[[Values], bool] | None,
        filters_nulls: tuple[bool, ...],
        kind: str,
    ) -> None:
        super().__init__(left_key, right_key)
        self._windows = windows
        self._time = time
        self._window_ends = window_ends
        self._widths = widths
        self._condition = condition
        self._filters_nulls = filters_nulls
        self._kind = kind

    def open(self) -> None:
        self._states = [self.get_value_state(name) for name in ("left-records", "right-records")]

    def process_side(self, row: ChangeRow, side: int) -> None:
        state = self._states[side]
        end = row.values[self._window_ends[side]]
        rows = self.add_row(state, row, end, self._windows[side], self._time)
        if rows is not None:
            state.update((*rows, row.values))
            self.report_added(row, state.namespace, len(rows) + 1)

    def on_event_time(self, timer: InternalTimer) -> None:
        sides = []
        for state in self._states:
            state.namespace = timer.namespace
            sides.append(state.value() or ())
            state.clear()
        self.report_fired(timer.namespace, (*sides[0], *sides[1]))
        self._join(*sides)
        self.report_cleared(timer.namespace)

    def _join(self, left_rows: tuple[Values, ...], right_rows: tuple[Values, ...]) -> None:
        matched: set[int] = set()
        for left in left_rows:
            matches = [
                index for index, right in enumerate(right_rows) if self._is_match(left, right)
            ]
            matched.update(matches)
            if self._kind in ("SEMI", "ANTI"):
                if bool(matches) == (self._kind == "SEMI"):
                    self.emit_row(left)
                continue
            for index in matches:
                self.emit_row(left + right_rows[index])
            if not matches and self._kind in ("LEFT", "FULL"):
                self.emit_row(left + (None,) * self._widths[1])
        if self._kind in ("RIGHT", "FULL"):
            for index, right in enumerate(right_rows):
                if index not in matched:
                    self.emit_row((None,) * self._widths[0] + right)

    def _is_match(self, left: Values, right: Values) -> bool:
        key: Any = self.backend.current_key
        for part, filters_null in zip(key, self._filters_nulls, strict=True):
            if part is None and filters_null:
                return False
        return self._condition is None or self._condition(left + right)
