"""Top-N: the first rows of each partition in an order.

The state of a partition is the tuple of its rows in their order; rows of equal sort keys are in the
order of arrival.

Flink: ``AppendOnlyTopNFunction``, ``UpdatableTopNFunction``, ``RetractableTopNFunction``.
Differs: Flink keeps the rows in a map state by sort key, and a cache of the sorted rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flinksim.common.types import RowKind
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

_Rows: TypeAlias = tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class RankSettings:
    """The settings of a Top-N: ranks *start* to *end* (from 1) are emitted, with the rank if wanted.

    ``end_column`` is the column with the end instead, if it is not constant.
    """

    ordering: RowOrdering
    start: int
    end: int
    outputs_rank: bool
    generate_update_before: bool
    ttl: StateTtl = StateTtl()  # noqa: RUF009
    end_column: int | None = None

    @property
    def uses_ranks(self) -> bool:
        """Whether the algorithm with ranks runs; an offset needs it too."""
        return self.outputs_rank or self.start > 1


class _RankOperator(KeyedTableOperator):
    __slots__ = ("_end", "_end_state", "_rows", "_settings")

    def __init__(self, key_selector: RowKeySelector, settings: RankSettings) -> None:
        super().__init__(key_selector)
        self._settings = settings
        self._end = settings.end

    def open(self) -> None:
        self._rows = self.get_value_state("data-state", self._settings.ttl)
        if self._settings.end_column is not None:
            self._end_state = self.get_value_state("rankEnd", self._settings.ttl)

    def process_row(self, row: ChangeRow) -> None:
        column = self._settings.end_column
        if column is not None:
            self._end = self._end_state.value()
            if self._end is None:
                self._end = row.values[column]
                self._end_state.update(self._end)
        self.process_ranked(row, self._rows.value() or ())

    def process_ranked(self, row: ChangeRow, rows: _Rows) -> None:
        raise NotImplementedError

    def store(self, rows: Sequence[Values]) -> None:
        """Store the rows of the current partition."""
        if rows:
            self._rows.update(tuple(rows))
        else:
            self._rows.clear()

    def emit_ranked(self, values: Values, rank: int, kind: RowKind) -> None:
        """Emit a row with its rank, if that is in the range."""
        settings = self._settings
        if kind is UPDATE_BEFORE and not settings.generate_update_before:
            return
        if settings.start <= rank <= self._end:
            self.emit_row((*values, rank) if settings.outputs_rank else values, kind)

    def emit_insertion(self, rows: Sequence[Values], index: int) -> None:
        """Emit the changes of ranks after the row at *index* was inserted into *rows*."""
        rank = index + 1
        for shifted, replaced in zip(rows[index:], rows[index + 1 :], strict=False):
            if rank > self._end:
                return
            self.emit_ranked(replaced, rank, UPDATE_BEFORE)
            self.emit_ranked(shifted, rank, UPDATE_AFTER)
            rank += 1
        if rank <= self._end:
            self.emit_ranked(rows[-1], rank, INSERT)


class AppendOnlyTopNOperator(_RankOperator):
    """Top-N of rows that are only inserted; keeps N rows. Flink: ``AppendOnlyTopNFunction``."""

    __slots__ = ()

    def process_ranked(self, row: ChangeRow, rows: _Rows) -> None:
        values = row.values
        index = self._settings.ordering.find_insertion(rows, values)
        if index >= self._end:
            return
        after = (*rows[:index], values, *rows[index:])
        self.store(after[: self._end])
        if self._settings.uses_ranks:
            self.emit_insertion(after, index)
            return
        if len(after) > self._end:
            self.emit_row(after[-1], DELETE)
        self.emit_row(values)


class FastTop1Operator(_RankOperator):
    """Top-1: a row replaces the stored one only if it comes before it. Flink: ``FastTop1Function``."""

    __slots__ = ()

    def process_ranked(self, row: ChangeRow, rows: _Rows) -> None:
        if not rows:
            self.emit_ranked(row.values, 1, INSERT)
        else:
            ordering = self._settings.ordering
            if ordering.find_insertion(rows, row.values) > 0:
                return
            self.emit_ranked(rows[0], 1, UPDATE_BEFORE)
            self.emit_ranked(row.values, 1, UPDATE_AFTER)
        self.store((row.values,))


class UpdatableTopNOperator(_RankOperator):
    """Top-N of rows with a unique key whose rank can only rise. Flink: ``UpdatableTopNFunction``."""

    __slots__ = ("_row_key",)

    def __init__(
        self,
        key_selector: RowKeySelector,
        settings: RankSettings,
        row_key: Callable[[Values], Values],
    ) -> None:
        super().__init__(key_selector, settings)
        self._row_key = row_key

    def process_ranked(self, row: ChangeRow, rows: _Rows) -> None:
        values, ordering = row.values, self._settings.ordering
        key = self._row_key(values)
        old_index = next(
            (index for index, each in enumerate(rows) if self._row_key(each) == key), None
        )
        if old_index is None:
            self._insert(values, rows)
            return
        old = rows[old_index]
        rest = rows[:old_index] + rows[old_index + 1 :]
        is_same = ordering.get_sort_key(old) == ordering.get_sort_key(values)
        index = old_index if is_same else ordering.find_insertion(rest, values)
        after = (*rest[:index], values, *rest[index:])
        self.store(after)
        if not self._settings.uses_ranks:
            if self._settings.generate_update_before:
                self.emit_row(old, UPDATE_BEFORE)
            self.emit_row(values, UPDATE_AFTER)
            return
        self._emit_move(rows, after, index, old_index)

    def _emit_move(self, rows: _Rows, after: _Rows, index: int, old_index: int) -> None:
        old_rank = old_index + 1
        if index == old_index:
            self.emit_ranked(rows[old_index], old_rank, UPDATE_BEFORE)
            self.emit_ranked(after[index], old_rank, UPDATE_AFTER)
            return
        if index > old_index:  # only after state of the input has expired
            for position in range(old_index, index + 1):
                self.emit_ranked(rows[position], position + 1, UPDATE_BEFORE)
                self.emit_ranked(after[position], position + 1, UPDATE_AFTER)
            return
        for position in range(index, old_index):
            self.emit_ranked(rows[position], position + 1, UPDATE_BEFORE)
            if position == index:  # the same unique key is retracted first
                self.emit_ranked(rows[old_index], old_rank, UPDATE_BEFORE)
            self.emit_ranked(after[position], position + 1, UPDATE_AFTER)
        self.emit_ranked(after[old_index], old_rank, UPDATE_AFTER)

    def _insert(self, values: Values, rows: _Rows) -> None:
        index = self._settings.ordering.find_insertion(rows, values)
        if index >= self._end:
            return
        after = (*rows[:index], values, *rows[index:])
        self.store(after[: self._end])
        if self._settings.uses_ranks:
            self.emit_insertion(after, index)
            return
        if len(after) > self._end:
            self.emit_row(after[-1], DELETE)
        self.emit_row(values)


class RetractableTopNOperator(_RankOperator):
    """Top-N of rows that can be retracted; keeps all rows. Flink: ``RetractableTopNFunction``."""

    __slots__ = ()

    def process_ranked(self, row: ChangeRow, rows: _Rows) -> None:
        if row.is_accumulate:
            self._add(row.values, rows)
        else:
            self._remove(row.values, rows)

    def _add(self, values: Values, rows: _Rows) -> None:
        index = self._settings.ordering.find_insertion(rows, values)
        after = (*rows[:index], values, *rows[index:])
        if self._settings.uses_ranks:
            self.emit_insertion(after, index)
        elif index < self._end:
            if len(after) > self._end:
                self.emit_row(after[self._end], DELETE)
            self.emit_row(values)
        self.store(after)

    def _remove(self, values: Values, rows: _Rows) -> None:
        if values not in rows:
            return
        index = rows.index(values)
        after = rows[:index] + rows[index + 1 :]
        if self._settings.uses_ranks:
            rank = index + 1
            for removed, moved in zip(rows[index:], after[index:], strict=False):
                if rank > self._end:
                    break
                self.emit_ranked(removed, rank, UPDATE_BEFORE)
                self.emit_ranked(moved, rank, UPDATE_AFTER)
                rank += 1
            if rank <= self._end:
                self.emit_ranked(rows[-1], rank, DELETE)
        elif index < self._end:
            self.emit_row(values, DELETE)
            if len(after) >= self._end:
                self.emit_row(after[self._end - 1])
        self.store(after)
