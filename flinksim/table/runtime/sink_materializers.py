"""Operators before an upsert sink whose key is not the key of its input.

Flink: ``SinkUpsertMaterializer``, ``WatermarkCompactingSinkMaterializer``.
"""

from __future__ import annotations

from collections.abc import Callable

from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.table.runtime.change_rows import (
    DELETE,
    INSERT,
    UPDATE_AFTER,
    ChangeRow,
    Values,
)
from flinksim.table.runtime.expressions.function_registry import SqlRuntimeError
from flinksim.table.runtime.table_operators import (
    KeyedTableOperator,
    RowKeySelector,
    StateTtl,
    TableOperator,
)


def _change_rows(
    rows: list[Values], row: ChangeRow, get_key: Callable[[Values], Values]
) -> int | None:
    """Apply a change to the *rows* of a key; return the index of the removed row, ``None`` if there is none.

    A row replaces one with the same upsert key.
    """
    key = get_key(row.values)
    index = next((at for at, each in enumerate(rows) if get_key(each) == key), None)
    if not row.is_accumulate:
        if index is not None:
            del rows[index]
        return index
    if index is None or get_key is _return_row:
        rows.append(row.values)
    else:
        rows[index] = row.values
    return None


def _return_row(row: Values) -> Values:
    return row


class SinkUpsertMaterializer(KeyedTableOperator):
    """Operator that shows the latest row of each sink key. Flink: ``SinkUpsertMaterializer``."""

    __slots__ = ("_get_key", "_rows", "_ttl")

    FLINK_CLASS = "SinkUpsertMaterializer"

    def __init__(
        self,
        key_selector: RowKeySelector,
        get_upsert_key: Callable[[Values], Values] | None,
        ttl: StateTtl,
    ) -> None:
        super().__init__(key_selector)
        self._get_key = get_upsert_key or _return_row
        self._ttl = ttl

    def open(self) -> None:
        self._rows = self.get_value_state("values", self._ttl)

    def process_row(self, row: ChangeRow) -> None:
        rows = list(self._rows.value() or ())
        last_index = len(rows) - 1
        if row.is_accumulate:
            kind = UPDATE_AFTER if rows else INSERT
            _change_rows(rows, row, self._get_key)
            self.emit_row(row.values, kind)
        else:
            index = _change_rows(rows, row, self._get_key)
            if index is None:
                return
            if not rows:
                self.emit_row(row.values, DELETE)
            elif index == last_index:
                self.emit_row(rows[-1], UPDATE_AFTER)
        if rows:
            self._rows.update(tuple(rows))
        else:
            self._rows.clear()


class WatermarkTimestampAssigner(TableOperator):
    """Operator that stamps each row with the current watermark. Flink: ``WatermarkTimestampAssigner``."""

    __slots__ = ()

    FLINK_CLASS = "WatermarkTimestampAssigner"

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        record.timestamp = self.current_watermark
        self.collect(record)


class WatermarkCompactingMaterializer(KeyedTableOperator):
    """Operator that buffers changes until the watermark passes them, and then emits one per sink key.

    If several rows remain for a key, the first one is kept, or the job fails (``raises_conflicts``).

    Flink: ``WatermarkCompactingSinkMaterializer``.
    """

    __slots__ = ("_buffer", "_current", "_get_key", "_raises")

    FLINK_CLASS = "WatermarkCompactingSinkMaterializer"

    def __init__(
        self,
        key_selector: RowKeySelector,
        get_upsert_key: Callable[[Values], Values] | None,
        raises_conflicts: bool,
    ) -> None:
        super().__init__(key_selector)
        self._get_key = get_upsert_key or _return_row
        self._raises = raises_conflicts

    def open(self) -> None:
        self._buffer = self.get_value_state("watermark-buffer")
        self._current = self.get_value_state("current-value")

    def process_row(self, row: ChangeRow) -> None:
        # A row belongs to the watermark that follows, so each one empties the whole buffer.
        self._buffer.update((*(self._buffer.value() or ()), row))

    def process_watermark(self, watermark: Watermark) -> None:
        for key in self.backend.keys("watermark-buffer"):
            self.set_current_key(key)
            self._compact()
        super().process_watermark(watermark)

    def _compact(self) -> None:
        before = self._current.value()
        rows = [] if before is None else [before]
        for row in self._buffer.value() or ():
            _change_rows(rows, row, self._get_key)
        self._buffer.clear()
        if len(rows) > 1 and self._raises:
            raise SqlRuntimeError(
                "Primary key constraint violation: multiple distinct records with the same primary "
                "key detected. Use ON CONFLICT DO NOTHING to keep the first record."
            )
        if not rows:
            if before is not None:
                self.emit_row(before, DELETE)
                self._current.clear()
        elif before is None:
            self.emit_row(rows[0], INSERT)
            self._current.update(rows[0])
        elif len(rows) == 1 and rows[0] != before:
            self.emit_row(rows[0], UPDATE_AFTER)
            self._current.update(rows[0])
