"""OVER windows in batch mode: all rows of a partition are there before the first one is emitted.

Flink: ``org.apache.flink.table.runtime.operators.over.BufferDataOverWindowOperator`` and its frames.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.table.runtime.aggregates_handler import AggregatesHandler
from flinksim.table.runtime.change_rows import Values
from flinksim.table.runtime.row_ordering import RowOrdering
from flinksim.table.runtime.table_operators import TableOperator


@dataclass(frozen=True, slots=True)
class BatchFrame:
    """A window frame. A bound is ``None`` if there is none, else an offset: negative for PRECEDING.

    In a frame of ROWS an offset counts rows; else it is a difference of sort keys, 0 for peers.
    """

    is_rows: bool
    lower: Any
    upper: Any


WindowFunction = Callable[[Sequence[Values], int, RowOrdering], Any]
"""Computes the value of one row of a sorted partition, without a frame."""


class BatchOverOperator(TableOperator):
    """Operator that sorts its rows by partition and order, and emits each with its window's results.

    *functions* are calls that need no frame, such as ``NTILE``; *handler* has the aggregates of the frame.
    """

    __slots__ = (
        "_constants",
        "_frame",
        "_functions",
        "_handler",
        "_ordering",
        "_partition",
        "_rows",
    )

    FLINK_CLASS = "BufferDataOverWindowOperator"

    def __init__(
        self,
        partition: RowOrdering,
        ordering: RowOrdering,
        frame: BatchFrame,
        functions: Sequence[WindowFunction | None],
        handler: AggregatesHandler,
        constants: Values,
    ) -> None:
        super().__init__()
        self._partition = partition
        self._ordering = ordering
        self._frame = frame
        self._functions = functions
        self._handler = handler
        self._constants = constants
        self._rows: list[Values] = []

    def process_element(self, record: StreamRecord) -> None:
        self._rows.append(record.value.values)

    def process_watermark(self, watermark: Watermark) -> None:
        if watermark.timestamp >= MAX_TIMESTAMP:
            self._emit_partitions()
        super().process_watermark(watermark)

    def finish(self) -> None:
        self._emit_partitions()
        super().finish()

    def _emit_partitions(self) -> None:
        rows, self._rows = self._rows, []
        whole = RowOrdering([*self._partition.fields, *self._ordering.fields])
        start = 0
        ordered = whole.sort(rows)
        for end in range(1, len(ordered) + 1):
            keys = [self._partition.get_sort_key(row) for row in ordered[end - 1 : end + 1]]
            if len(keys) == 1 or keys[0] != keys[1]:
                self._emit_partition(ordered[start:end])
                start = end

    def _emit_partition(self, rows: Sequence[Values]) -> None:
        extended = [row + self._constants for row in rows]
        aggregated = self._aggregate(extended)
        for index, row in enumerate(rows):
            values = iter(aggregated[index])
            results = [
                next(values) if function is None else function(extended, index, self._ordering)
                for function in self._functions
            ]
            self.emit_row(row + tuple(results))

    def _aggregate(self, rows: Sequence[Values]) -> list[Values]:
        """Return the aggregates of the frame of each row; a frame that only grows is not read again."""
        results = []
        handler = self._handler
        start, end, added = 0, 0, 0
        accumulators = handler.create_accumulators()
        for index in range(len(rows)):
            before = start
            start, end = self._move_bounds(rows, index, start, end)
            if start != before:
                accumulators, added = handler.create_accumulators(), start
            for row in rows[added:end]:
                handler.accumulate(accumulators, row)
            added = max(added, end)
            results.append(handler.get_values(accumulators))
        return results

    def _move_bounds(
        self, rows: Sequence[Values], index: int, start: int, end: int
    ) -> tuple[int, int]:
        """Return the range of the frame: the first row, and the one behind the last.

        Both only move forward from *start* and *end*, those of the row before. As in Flink, a null
        beyond the upper bound of RANGE therefore keeps the rows behind it out of all frames.
        """
        frame, count = self._frame, len(rows)
        if frame.is_rows:
            start = 0 if frame.lower is None else index + int(frame.lower)
            end = count if frame.upper is None else index + int(frame.upper) + 1
            return min(max(start, 0), count), min(max(end, 0), count)
        while end < count and self._is_within(rows[end], rows[index], frame.upper, -1):
            end += 1
        while start < end and not self._is_within(rows[start], rows[index], frame.lower, 1):
            start += 1
        return start, end

    def _is_within(self, row: Values, current: Values, bound: Any, sign: int) -> bool:
        """Tell whether a row is on the inner side of a bound of RANGE: the lower (1) or upper (-1) one."""
        if bound is None:
            return True
        if bound == 0:
            key, own = self._ordering.get_sort_key(row), self._ordering.get_sort_key(current)
            return self._ordering.compare(key, own) * sign >= 0
        field = self._ordering.fields[0]
        value, center = row[field.position], current[field.position]
        if value is None or center is None:
            return value is center and bound * sign <= 0
        difference = value - center if field.is_ascending else center - value
        return bool((difference - bound) * sign >= 0)


def _find_peers(rows: Sequence[Values], index: int, ordering: RowOrdering) -> tuple[int, int]:
    key = ordering.get_sort_key(rows[index])
    first, last = index, index + 1
    while first > 0 and ordering.compare(ordering.get_sort_key(rows[first - 1]), key) == 0:
        first -= 1
    while last < len(rows) and ordering.compare(ordering.get_sort_key(rows[last]), key) == 0:
        last += 1
    return first, last


def compute_percent_rank(rows: Sequence[Values], index: int, ordering: RowOrdering) -> float:
    """Return ``PERCENT_RANK()``."""
    first, _ = _find_peers(rows, index, ordering)
    return 0.0 if len(rows) == 1 else first / (len(rows) - 1)


def compute_cume_dist(rows: Sequence[Values], index: int, ordering: RowOrdering) -> float:
    """Return ``CUME_DIST()``."""
    _, last = _find_peers(rows, index, ordering)
    return last / len(rows)


def build_ntile(argument: int) -> WindowFunction:
    """Return the function ``NTILE(n)``; *argument* is the column of n."""

    def compute(rows: Sequence[Values], index: int, ordering: RowOrdering) -> int:
        size, larger = divmod(len(rows), rows[index][argument])
        limit = larger * (size + 1)
        if index < limit:
            return int(index // (size + 1) + 1)
        return int(larger + (index - limit) // size + 1)

    return compute


def build_offset_function(arguments: Sequence[int], sign: int) -> WindowFunction:
    """Return the function ``LAG`` (*sign* -1) or ``LEAD`` (1) of the columns *arguments*."""

    def compute(rows: Sequence[Values], index: int, ordering: RowOrdering) -> Any:
        row = rows[index]
        offset = row[arguments[1]] if len(arguments) > 1 else 1
        wanted = index + sign * offset
        if 0 <= wanted < len(rows):
            return rows[wanted][arguments[0]]
        return row[arguments[2]] if len(arguments) > 2 else None

    return compute
