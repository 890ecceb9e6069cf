"""Results in batch mode: the last rows of a changelog, in order if the query says so.

Flink: ``SortOperator``, and the operators of batch plans, which emit at the end of their input.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.row_ordering import RowOrdering
from flinksim.table.runtime.table_operators import TableOperator


class BatchResultOperator(TableOperator):
    """Operator that keeps the rows that remain, and emits them before the last watermark.

    A row that replaces another one with the same first ``key_count`` values takes its place.
    """

    __slots__ = ("_empty_row", "_key_count", "_ordering", "_places", "_rows")

    FLINK_CLASS = "SortOperator"

    def __init__(
        self,
        ordering: RowOrdering | None,
        empty_row: Sequence[Any] | None = None,
        key_count: int = 0,
    ) -> None:
        super().__init__()
        self._empty_row = None if empty_row is None else tuple(empty_row)
        self._ordering = ordering
        self._key_count = key_count
        self._rows: dict[Values, list[int]] = {}
        self._places: dict[Values, int] = {}

    def process_element(self, record: StreamRecord) -> None:
        row: ChangeRow = record.value
        places = self._rows.setdefault(row.values, [])
        if row.is_accumulate:
            key = row.values[: self._key_count] if self._key_count else (len(self._places),)
            places.append(self._places.setdefault(key, len(self._places)))
        elif places:
            places.pop()

    def process_watermark(self, watermark: Watermark) -> None:
        if watermark.timestamp >= MAX_TIMESTAMP:
            self._emit_rows()
        super().process_watermark(watermark)

    def finish(self) -> None:
        self._emit_rows()
        super().finish()

    def _emit_rows(self) -> None:
        found = [(place, values) for values, places in self._rows.items() for place in places]
        rows = [values for _, values in sorted(found, key=lambda one: one[0])]
        self._rows.clear()
        if not rows and self._empty_row is not None:
            rows = [self._empty_row]
        self._empty_row = None
        for values in rows if self._ordering is None else self._ordering.sort_quickly(rows):
            self.emit_row(values)
