"""GROUP BY without windows: a result per group that is updated with each row.

Flink: ``GroupAggFunction``, ``MiniBatchGroupAggFunction``, ``MiniBatchLocalGroupAggFunction``,
``MiniBatchGlobalGroupAggFunction``, ``GroupTableAggFunction``.
"""

from __future__ import annotations

from flinksim.common.types import RowKind
from flinksim.table.runtime.aggregates_handler import AggregatesHandler
from flinksim.table.runtime.change_rows import (
    DELETE,
    INSERT,
    UPDATE_AFTER,
    UPDATE_BEFORE,
    ChangeRow,
    Values,
)
from flinksim.table.runtime.table_operators import KeyedTableOperator, RowKeySelector, StateTtl


class _GroupOperator(KeyedTableOperator):
    """Operator that keeps the accumulators of each group."""

    __slots__ = ("_accumulators", "_handler", "_has_update_before", "_is_counting", "_ttl")

    def __init__(
        self,
        key_selector: RowKeySelector,
        handler: AggregatesHandler,
        generate_update_before: bool,
        needs_retraction: bool,
        ttl: StateTtl,
    ) -> None:
        super().__init__(key_selector)
        self._handler = handler
        self._has_update_before = generate_update_before
        self._is_counting = needs_retraction
        self._ttl = ttl

    def open(self) -> None:
        self._accumulators = self.get_value_state("accState", self._ttl)


class GroupAggregateOperator(_GroupOperator):
    """Operator that keeps the accumulators of each group, and emits each change of its result.

    * The first row of a group gives ``+I``, another one ``-U`` and ``+U``.
    * Nothing is emitted if the result stays the same, unless state has a time to live.
    * When the last row of a group is retracted, the result is deleted with ``-D``.
    * A retraction for a group without state is ignored.

    Flink: ``GroupAggFunction``.
    """

    __slots__ = ()

    def process_row(self, row: ChangeRow) -> None:
        handler = self._handler
        accumulators = self._accumulators.value()
        is_first = accumulators is None
        if is_first:
            if not row.is_accumulate:
                return
            accumulators = handler.create_accumulators()
        before = handler.get_values(accumulators)
        if row.is_accumulate:
            handler.accumulate(accumulators, row.values)
        else:
            handler.retract(accumulators, row.values)
        self.update_group(accumulators, before, is_first)

    def update_group(self, accumulators: list[object], before: Values, is_first: bool) -> None:
        """Store the accumulators of the current group and emit the change of its result."""
        handler = self._handler
        key = self.backend.current_key
        if self._is_counting and handler.count_rows(accumulators) == 0:
            if not is_first:
                self.emit_row(key + before, DELETE)
            self._accumulators.clear()
            return
        self._accumulators.update(accumulators)
        after = handler.get_values(accumulators)
        if is_first:
            self.emit_row(key + after, INSERT)
        elif self._ttl.millis > 0 or before != after:
            if self._has_update_before:
                self.emit_row(key + before, UPDATE_BEFORE)
            self.emit_row(key + after, UPDATE_AFTER)


class GroupTableAggregateOperator(_GroupOperator):
    """Operator of a function that returns several rows for a group.

    Each row of the input retracts all rows of its group with ``-D``, and emits the new ones with ``+I``.
    The rows to retract are those that the function returns before it gets the row.

    Flink: ``GroupTableAggFunction``.
    """

    __slots__ = ()

    def process_row(self, row: ChangeRow) -> None:
        handler = self._handler
        accumulators = self._accumulators.value()
        if accumulators is None:
            if not row.is_accumulate:
                return
            accumulators = handler.create_accumulators()
        elif self._has_update_before:
            self._emit_results(accumulators, DELETE)
        if row.is_accumulate:
            handler.accumulate(accumulators, row.values)
        else:
            handler.retract(accumulators, row.values)
        if self._is_counting and handler.count_rows(accumulators) == 0:
            self._accumulators.clear()
            return
        self._accumulators.update(accumulators)
        self._emit_results(accumulators, INSERT)

    def _emit_results(self, accumulators: list[object], kind: RowKind) -> None:
        key = self.backend.current_key
        for values in self._handler.get_values(accumulators)[0]:
            self.emit_row(key + values, kind)
