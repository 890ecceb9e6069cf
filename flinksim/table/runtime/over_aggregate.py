"""OVER windows: each row is emitted with aggregates of the rows before it.

Flink: ``org.apache.flink.table.runtime.operators.over``.
"""

from __future__ import annotations

from flinksim.common.types import RowKind
from flinksim.core.java.timer_heap import InternalTimer
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.aggregates_handler import AggregatesHandler
from flinksim.table.runtime.change_rows import (
    DELETE,
    INSERT,
    UPDATE_AFTER,
    UPDATE_BEFORE,
    ChangeRow,
    Values,
)
from flinksim.table.runtime.row_ordering import RowOrdering
from flinksim.table.runtime.table_operators import KeyedTableOperator, RowKeySelector, StateTtl

_BIGINT = (LogicalType("BIGINT"),)


class _OverOperator(KeyedTableOperator):
    """Base class: ``constants`` are appended to the columns that the aggregates see."""

    __slots__ = ("_constants", "_handler")

    def __init__(
        self, key_selector: RowKeySelector, handler: AggregatesHandler, constants: Values
    ) -> None:
        super().__init__(key_selector)
        self._handler = handler
        self._constants = constants

    def accumulate(self, accumulators: list[object], row: Values) -> None:
        """Add a row to the accumulators."""
        self._handler.accumulate(accumulators, row + self._constants)


class _RowTimeOverOperator(_OverOperator):
    """Base class of windows in event time, whose rows wait for the watermark."""

    __slots__ = ("_accumulators", "_input", "_is_rows", "_rowtime")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        constants: Values,
        rowtime: int,
        is_rows: bool,
    ) -> None:
        super().__init__(key_selector, handler, constants)
        self._rowtime = rowtime
        self._is_rows = is_rows

    def open(self) -> None:
        self._accumulators = self.get_value_state("accState")
        self._input = self.get_map_state("inputState", _BIGINT)

    def is_late(self, time: int) -> bool:
        """Return whether a row comes too late."""
        return time <= self.current_watermark

    def process_row(self, row: ChangeRow) -> None:
        time = row.values[self._rowtime].millis
        if self.is_late(time):
            self.drop_late(row, time)
            return
        rows = self._input.get((time,))
        if rows is None:
            self.timer_service.register_event_time_timer(VOID_NAMESPACE, time)
        self._input.put((time,), (*(rows or ()), row.values))
        self.on_row_added(time)

    def on_row_added(self, time: int) -> None:
        """Handle a row that was added to the state."""


class RowTimeUnboundedOverOperator(_RowTimeOverOperator):
    """ROWS or RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW, ordered by time.

    Flink: ``RowTimeUnboundedPrecedingOverFunctionV2``.
    """

    __slots__ = ()

    def on_event_time(self, timer: InternalTimer) -> None:
        rows = self._input.get((timer.timestamp,))
        if rows is None:
            return
        handler = self._handler
        accumulators = self._accumulators.value() or handler.create_accumulators()
        if self._is_rows:
            for row in rows:
                self.accumulate(accumulators, row)
                self.emit_row(row + handler.get_values(accumulators))
        else:
            for row in rows:
                self.accumulate(accumulators, row)
            result = handler.get_values(accumulators)
            for row in rows:
                self.emit_row(row + result)
        self._input.remove((timer.timestamp,))
        self._accumulators.update(accumulators)


class RowTimeBoundedOverOperator(_RowTimeOverOperator):
    """ROWS n PRECEDING or RANGE INTERVAL n PRECEDING, ordered by time.

    A row is late only if the timer of its own key for that time has fired.

    Flink: ``RowTimeRowsBoundedPrecedingFunction``, ``RowTimeRangeBoundedPrecedingFunction``.
    """

    __slots__ = ("_cleanup", "_count", "_last_fired", "_preceding")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        constants: Values,
        rowtime: int,
        is_rows: bool,
        preceding: int,
    ) -> None:
        super().__init__(key_selector, handler, constants, rowtime, is_rows)
        # The current row counts too.
        self._preceding = preceding + 1 if is_rows else preceding

    def open(self) -> None:
        super().open()
        self._last_fired = self.get_value_state("lastTriggeringTsState")
        self._count = self.get_value_state("processedCountState")
        self._cleanup = self.get_value_state("cleanupTsState")

    def is_late(self, time: int) -> bool:
        return bool(time <= (self._last_fired.value() or 0))

    def on_row_added(self, time: int) -> None:
        if self._is_rows:
            return
        registered = self._cleanup.value()
        if registered is None or registered < time + self._preceding + 1:
            cleanup = time + int(self._preceding * 1.5) + 1
            self.timer_service.register_event_time_timer(VOID_NAMESPACE, cleanup)
            self._cleanup.update(cleanup)

    def on_event_time(self, timer: InternalTimer) -> None:
        time = timer.timestamp
        cleanup = self._cleanup.value()
        if cleanup is not None and cleanup <= time:
            for state in (self._input, self._accumulators, self._last_fired, self._cleanup):
                state.clear()
            return
        rows = self._input.get((time,))
        if rows is not None:
            accumulators = self._accumulators.value() or self._handler.create_accumulators()
            if self._is_rows:
                self._emit_rows(rows, accumulators)
            else:
                self._emit_range(rows, accumulators, time)
            self._accumulators.update(accumulators)
        self._last_fired.update(time)

    def _emit_range(self, rows: tuple[Values, ...], accumulators: list[object], time: int) -> None:
        for key, expired in self._input.items():
            if time - key[0] > self._preceding:
                for row in expired:
                    self._handler.retract(accumulators, row + self._constants)
                self._input.remove(key)
        for row in rows:
            self.accumulate(accumulators, row)
        result = self._handler.get_values(accumulators)
        for row in rows:
            self.emit_row(row + result)

    def _emit_rows(self, rows: tuple[Values, ...], accumulators: list[object]) -> None:
        count = self._count.value() or 0
        for row in rows:
            if count >= self._preceding:
                self._retract_oldest(accumulators)
            else:
                count += 1
            self.accumulate(accumulators, row)
            self.emit_row(row + self._handler.get_values(accumulators))
        self._count.update(count)

    def _retract_oldest(self, accumulators: list[object]) -> None:
        key = min(self._input.keys())
        oldest, *rest = self._input.get(key)
        self._handler.retract(accumulators, oldest + self._constants)
        if rest:
            self._input.put(key, tuple(rest))
        else:
            self._input.remove(key)


class ProcTimeOverOperator(_OverOperator):
    """Windows in processing time: each row is emitted at once.

    *preceding_rows* and *preceding_ms* bound the window, ``None`` if it is unbounded.

    Flink: ``ProcTimeUnboundedPrecedingFunction``, ``ProcTimeRowsBoundedPrecedingFunction``,
    ``ProcTimeRangeBoundedPrecedingFunction``.
    Differs: rows of a RANGE window that arrive in the same millisecond see only those before them.
    """

    __slots__ = ("_accumulators", "_preceding_ms", "_preceding_rows", "_rows")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        constants: Values,
        preceding_rows: int | None,
        preceding_ms: int | None,
    ) -> None:
        super().__init__(key_selector, handler, constants)
        self._preceding_rows = preceding_rows
        self._preceding_ms = preceding_ms

    def open(self) -> None:
        self._accumulators = self.get_value_state("accState")
        self._rows = self.get_value_state("inputState")

    def process_row(self, row: ChangeRow) -> None:
        accumulators = self._accumulators.value() or self._handler.create_accumulators()
        if self._preceding_rows is not None or self._preceding_ms is not None:
            self._expire(row.values, accumulators)
        self.accumulate(accumulators, row.values)
        self.emit_row(row.values + self._handler.get_values(accumulators))
        self._accumulators.update(accumulators)

    def _expire(self, row: Values, accumulators: list[object]) -> None:
        now = self.timer_service.current_processing_time()
        kept = [*(self._rows.value() or ()), (now, row)]
        limit = self._preceding_rows
        while (limit is not None and len(kept) > limit + 1) or (
            self._preceding_ms is not None and kept[0][0] < now - self._preceding_ms
        ):
            _, expired = kept.pop(0)
            self._handler.retract(accumulators, expired + self._constants)
        self._rows.update(tuple(kept))


class NonTimeOverOperator(_OverOperator):
    """UNBOUNDED PRECEDING windows ordered by other columns; a row changes the results of later rows.

    The state of a key is the tuple of its rows in order, each with its last result.

    Flink: ``NonTimeRowsUnboundedPrecedingFunction``, ``NonTimeRangeUnboundedPrecedingFunction``.
    """

    __slots__ = ("_has_update_before", "_is_rows", "_ordering", "_rows", "_ttl")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        constants: Values,
        ordering: RowOrdering,
        is_rows: bool,
        ttl: StateTtl,
    ) -> None:
        super().__init__(key_selector, handler, constants)
        self._ordering = ordering
        self._is_rows = is_rows
        self._ttl = ttl

    def open(self) -> None:
        self._rows = self.get_value_state("sortedListState", self._ttl)

    def process_row(self, row: ChangeRow) -> None:
        stored: list[tuple[Values, Values | None]] = list(self._rows.value() or ())
        rows = [values for values, _ in stored]
        changed: int | None = None
        if row.is_accumulate:
            changed = self._ordering.find_insertion(rows, row.values)
            stored.insert(changed, (row.values, None))
        else:
            if row.values not in rows:
                return
            _, result = stored.pop(rows.index(row.values))
            assert result is not None
            self.emit_row(row.values + result, DELETE)
        self._rows.update(tuple(self._update_results(stored, changed, row.kind)))

    def _update_results(
        self, stored: list[tuple[Values, Values | None]], new_index: int | None, kind: RowKind
    ) -> list[tuple[Values, Values]]:
        """Compute all results and emit those that changed."""
        updated = [
            (row, result)
            for (row, _), result in zip(stored, self._compute_results(stored), strict=True)
        ]
        order = (
            range(len(updated)) if new_index is None else self._list_emissions(updated, new_index)
        )
        for index in order:
            row, result = updated[index]
            before = stored[index][1]
            if index == new_index:
                self.emit_row(row + result, INSERT if kind is INSERT else UPDATE_AFTER)
            elif before != result and before is not None:
                self.emit_row(row + before, UPDATE_BEFORE)
                self.emit_row(row + result, UPDATE_AFTER)
        return updated

    def _list_emissions(self, updated: list[tuple[Values, Values]], new_index: int) -> list[int]:
        """List the rows in the order in which they are emitted: peers of the new row first."""
        key = self._ordering.get_sort_key(updated[new_index][0])
        peers = [
            index
            for index in range(new_index)
            if self._ordering.compare(self._ordering.get_sort_key(updated[index][0]), key) == 0
        ]
        first = [*peers, new_index] if not self._is_rows else [new_index]
        return first + [index for index in range(len(updated)) if index not in first]

    def _compute_results(self, stored: list[tuple[Values, Values | None]]) -> list[Values]:
        accumulators = self._handler.create_accumulators()
        results: list[Values] = []
        position = 0
        while position < len(stored):
            end = position + 1
            if not self._is_rows:
                key = self._ordering.get_sort_key(stored[position][0])
                while end < len(stored) and (
                    self._ordering.compare(self._ordering.get_sort_key(stored[end][0]), key) == 0
                ):
                    end += 1
            for row, _ in stored[position:end]:
                self.accumulate(accumulators, row)
            results += [self._handler.get_values(accumulators)] * (end - position)
            position = end
        return results
