"""Deduplication by a key, and normalization of an upsert changelog.

Flink: ``org.apache.flink.table.runtime.operators.deduplicate``.
"""

from __future__ import annotations

from collections.abc import Callable

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.table.runtime.change_rows import (
    DELETE,
    INSERT,
    UPDATE_AFTER,
    UPDATE_BEFORE,
    ChangeRow,
    Values,
)
from flinksim.table.runtime.table_operators import KeyedTableOperator, RowKeySelector, StateTtl


class ChangelogNormalizeOperator(KeyedTableOperator):
    """Operator that completes an upsert changelog: inserts and updates are told apart, with ``-U``.

    With a *condition* only rows that satisfy it are visible downstream.

    Flink: ``ProcTimeDeduplicateKeepLastRowFunction``, ``processLastRowOnChangelog``.
    """

    __slots__ = ("_condition", "_has_update_before", "_last", "_ttl")

    def __init__(
        self,
        key_selector: RowKeySelector,
        generate_update_before: bool,
        ttl: StateTtl,
        condition: Callable[[Values], bool] | None = None,
    ) -> None:
        super().__init__(key_selector)
        self._has_update_before = generate_update_before
        self._ttl = ttl
        self._condition = condition

    def open(self) -> None:
        self._last = self.get_value_state("deduplicate-state", self._ttl)

    def process_row(self, row: ChangeRow) -> None:
        before: Values | None = self._last.value()
        is_kept = row.is_accumulate and (self._condition is None or self._condition(row.values))
        if not is_kept:
            if before is not None:
                self.emit_row(before, DELETE)
                self._last.clear()
            return
        if before is None:
            self.emit_row(row.values, INSERT)
        else:
            if self._ttl.millis == 0 and before == row.values:
                return
            if self._has_update_before:
                self.emit_row(before, UPDATE_BEFORE)
            self.emit_row(row.values, UPDATE_AFTER)
        self._last.update(row.values)


class ProcTimeFirstRowOperator(KeyedTableOperator):
    """Operator that emits the first row of each key. Flink: ``ProcTimeDeduplicateKeepFirstRowFunction``."""

    __slots__ = ("_seen", "_ttl")

    def __init__(self, key_selector: RowKeySelector, ttl: StateTtl) -> None:
        super().__init__(key_selector)
        self._ttl = ttl

    def open(self) -> None:
        self._seen = self.get_value_state("existsState", self._ttl)

    def process_row(self, row: ChangeRow) -> None:
        if self._seen.value() is None:
            self._seen.update(True)
            self.emit_row(row.values)


class LastRowOperator(KeyedTableOperator):
    """Operator that keeps the last, or the first, row of each key, and updates its result.

    With a *rowtime* column a row replaces the stored one if it is not older (or, for the first row,
    if it is older); without one each row replaces it.

    Flink: ``RowTimeDeduplicateFunction``, ``ProcTimeDeduplicateKeepLastRowFunction``.
    """

    __slots__ = ("_has_insert", "_has_update_before", "_keeps_last", "_last", "_rowtime", "_ttl")

    def __init__(
        self,
        key_selector: RowKeySelector,
        rowtime: int | None,
        keeps_last: bool,
        generate_update_before: bool,
        generate_insert: bool,
        ttl: StateTtl,
    ) -> None:
        super().__init__(key_selector)
        self._rowtime = rowtime
        self._keeps_last = keeps_last
        self._has_update_before = generate_update_before
        self._has_insert = generate_insert
        self._ttl = ttl

    def open(self) -> None:
        self._last = self.get_value_state("deduplicate-state", self._ttl)

    def process_row(self, row: ChangeRow) -> None:
        before: Values | None = self._last.value()
        if before is not None and not self._is_replaced(before, row.values):
            return
        if not self._has_update_before and not self._has_insert:
            self.emit_row(row.values, UPDATE_AFTER)
        elif before is None:
            self.emit_row(row.values, INSERT)
        else:
            if self._has_update_before:
                self.emit_row(before, UPDATE_BEFORE)
            self.emit_row(row.values, UPDATE_AFTER)
        self._last.update(row.values)

    def _is_replaced(self, before: Values, after: Values) -> bool:
        if self._rowtime is None:
            return self._ttl.millis > 0 or before != after
        if self._keeps_last:
            return bool(before[self._rowtime] <= after[self._rowtime])
        return bool(after[self._rowtime] < before[self._rowtime])


class RowTimeFirstRowOperator(KeyedTableOperator):
    """Operator that emits the oldest row of each key when the watermark passes it.

    Flink: ``RowTimeDeduplicateKeepFirstRowFunction``.
    """

    __slots__ = ("_emitted", "_rowtime", "_ttl", "_waiting")

    def __init__(self, key_selector: RowKeySelector, rowtime: int, ttl: StateTtl) -> None:
        super().__init__(key_selector)
        self._rowtime = rowtime
        self._ttl = ttl

    def open(self) -> None:
        self._waiting = self.get_value_state("waiting-to-emit-on-timer")
        self._emitted = self.get_value_state("already-emitted-state-boolean", self._ttl)

    def process_row(self, row: ChangeRow) -> None:
        rowtime = row.values[self._rowtime].millis
        if rowtime < self.current_watermark:
            self.drop_late(row, rowtime)
            return
        if self._emitted.value():
            return
        before = self._waiting.value()
        if before is not None:
            if rowtime >= before[self._rowtime].millis:
                return
            self.timer_service.delete_event_time_timer(VOID_NAMESPACE, before[self._rowtime].millis)
        self.timer_service.register_event_time_timer(VOID_NAMESPACE, rowtime)
        self._waiting.update(row.values)

    def on_event_time(self, timer: InternalTimer) -> None:
        self.emit_row(self._waiting.value())
        self._waiting.clear()
        self._emitted.update(True)
