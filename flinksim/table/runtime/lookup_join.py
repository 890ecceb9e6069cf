"""Lookup join: each row asks an external table for the rows with its keys.

Flink: ``LookupJoinRunner``, ``LookupJoinWithCalcRunner``.
Differs: the external table is read once, when the operator opens; it does not change during a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flinksim.connectors.source import Source, SourceRecord
from flinksim.runtime.elements import StreamRecord
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.table_operators import TableOperator

Condition = Callable[[Values], bool]


@dataclass(frozen=True, slots=True)
class LookupSettings:
    """What a lookup join reads, and how it joins.

    ``columns`` has, for each key column of the table, a column of the input; ``constants`` has values.
    ``project`` and ``keeps`` are the projection and the filter of the table's rows, and ``joins`` is the
    condition over both sides. With ``is_outer`` a row without a match is padded with *width* nulls.
    """

    columns: Mapping[int, int]
    constants: Mapping[int, Any]
    project: Callable[[Values], Values] | None
    keeps: Condition | None
    joins: Condition | None
    is_outer: bool
    width: int


class LookupJoinOperator(TableOperator):
    """Operator that joins a row with what the table has for its keys. A null finds nothing."""

    __slots__ = ("_rows", "_settings", "_source")

    FLINK_CLASS = "ProcessOperator"

    def __init__(self, settings: LookupSettings, source: Source) -> None:
        self._settings = settings
        self._source = source

    def open(self) -> None:
        self._rows: dict[Values, list[Values]] = {}
        positions = (*self._settings.columns, *self._settings.constants)
        for row in read_table_rows(self._source):
            key = tuple([row[position] for position in positions])
            self._rows.setdefault(key, []).append(row)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row: ChangeRow = record.value
        settings = self._settings
        found = False
        for values in self._find(row.values):
            if settings.keeps is not None and not settings.keeps(values):
                continue
            joined = row.values + (values if settings.project is None else settings.project(values))
            if settings.joins is None or settings.joins(joined):
                found = True
                self.emit_row(joined, row.kind)
        if settings.is_outer and not found:
            self.emit_row(row.values + (None,) * settings.width, row.kind)

    def _find(self, values: Values) -> Sequence[Values]:
        settings = self._settings
        key = (*(values[at] for at in settings.columns.values()), *settings.constants.values())
        return () if None in key else self._rows.get(key, ())


def read_table_rows(source: Source) -> list[Values]:
    """Read the rows that a table has after all its changes, one for each primary key."""
    rows: list[Values] = []
    by_key: dict[Values, Values] = {}
    positions: Sequence[int] = getattr(source, "key_positions", ())
    for split in source.splits(1):
        for item in source.open_split(split):  # type: ignore[union-attr]  # no live source is a table
            if not isinstance(item, SourceRecord):
                continue
            row: ChangeRow = item.value
            key = tuple([row.values[position] for position in positions])
            if row.is_accumulate:
                rows.append(row.values)
                by_key[key] = row.values
            elif row.values in rows:
                rows.remove(row.values)
                by_key.pop(key, None)
    return list(by_key.values()) if positions else rows
