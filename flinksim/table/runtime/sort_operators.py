"""ORDER BY time: rows wait for the watermark and are emitted in order.

Flink: ``RowTimeSortOperator``.
"""

from __future__ import annotations

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.row_ordering import RowOrdering
from flinksim.table.runtime.table_operators import KeyedTableOperator, RowKeySelector


class RowTimeSortOperator(KeyedTableOperator):
    """Operator that sorts rows by time, and rows of equal time by further columns.

    A row is late if a row of its time or a later one was emitted.

    Flink: ``RowTimeSortOperator``.
    """

    __slots__ = ("_input", "_last_emitted", "_ordering", "_rowtime")

    FLINK_CLASS = "RowTimeSortOperator"

    def __init__(
        self, key_selector: RowKeySelector, rowtime: int, ordering: RowOrdering | None
    ) -> None:
        super().__init__(key_selector)
        self._rowtime = rowtime
        self._ordering = ordering

    def open(self) -> None:
        self._input = self.get_map_state("dataState", (LogicalType("BIGINT"),))
        self._last_emitted = self.get_value_state("lastTriggeringTsState")

    def process_row(self, row: ChangeRow) -> None:
        time = row.values[self._rowtime].millis
        if time <= (self._last_emitted.value() or 0):
            self.drop_late(row, time)
            return
        rows = self._input.get((time,))
        if rows is None:
            self.timer_service.register_event_time_timer(VOID_NAMESPACE, time)
        self._input.put((time,), (*(rows or ()), row.values))

    def on_event_time(self, timer: InternalTimer) -> None:
        rows = self._input.get((timer.timestamp,)) or ()
        for row in rows if self._ordering is None else self._ordering.sort(rows):
            self.emit_row(row)
        self._input.remove((timer.timestamp,))
        self._last_emitted.update(timer.timestamp)
