"""Scan of the maximum timestamps of a log, in parts that are merged.

For each part, the maximum timestamp per tick and split is kept. The watermarks of the whole run
need nothing else. Parts also keep their first and last arrivals, so that the order of rows can be
validated across parts.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from flinksim.connectors.event_log.row_parser import RowOrder
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.kernel.record_columns import (
    ROWS_AT_ONCE,
    SPARSE,
    Records,
    split_numbers,
    timed_records,
)
from flinksim.replay.logs.parquet_validation import JudgedColumns, last_places
from flinksim.replay.operators import positions
from flinksim.replay.operators.source_watermarks import SourceReach, keep_greatest
from flinksim.replay.operators.watermark_positions import Longs

_NO_TIME = np.int64(MIN_TIMESTAMP)


@dataclass(slots=True)
class Reach:
    """Result of scanning a part of a log.

    ``least`` and ``greatest`` are timestamps, ``earliest`` is an arrival, ``rows`` counts all rows.
    ``order`` is what the part requires of later rows. If not ``is_good``, some row is bad and the
    other fields are undefined.
    """

    reached: SourceReach = field(default_factory=SourceReach)
    rows: int = 0
    least: int | None = None
    greatest: int | None = None
    earliest: int | None = None
    is_good: bool = True
    order: RowOrder = field(default_factory=RowOrder)
    firsts: dict[str, int] = field(default_factory=dict)
    """Arrival of the first row of each split."""

    def add(self, later: Reach) -> None:
        """Merge the scan of the part that follows this one."""
        last, ended = self.order.last, self.order.ended
        fits = all(
            split not in ended and last.get(split, (arrival, 0))[0] <= arrival
            for split, arrival in later.firsts.items()
        )
        self.is_good &= later.is_good and fits
        self.order.add(later.order)
        self.firsts = later.firsts | self.firsts
        self.reached.merge(later.reached)
        self.rows += later.rows
        self.least = _chosen(min, self.least, later.least)
        self.greatest = _chosen(max, self.greatest, later.greatest)
        self.earliest = _chosen(min, self.earliest, later.earliest)


def _chosen(choose: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return choose(one, other)


def reach_of(plan: NativePlan, table: pa.Table, first: int) -> Reach:
    """Scan the rows of *table*; *first* is the number of its first row in the log."""
    validated, scan = JudgedColumns.of(table, first), Reach(rows=table.num_rows)
    scan.firsts = validated.first_arrivals()
    if len(validated.judge(scan.order)):
        scan.is_good = False
        return scan
    splits = split_numbers(plan, validated)
    _note_ends(plan, scan.reached, splits, validated)
    timed = timed_records(plan, table, validated, splits)
    if len(timed):
        scan.least, scan.greatest = int(timed.timestamps.min()), int(timed.timestamps.max())
        scan.earliest = int(timed.arrivals.min())
        _note_times(plan, scan.reached, timed)
    return scan


def whole(parts: Iterable[Reach]) -> Reach:
    """Merge the scans of all parts, in their order."""
    merged = Reach()
    for part in parts:
        merged.add(part)
    return merged


def _note_ends(
    plan: NativePlan, reached: SourceReach, splits: Longs, judged: JudgedColumns
) -> None:
    chain = plan.source.chain
    count = len(chain.split_names)
    unread = bool(len(splits)) and int(splits.min()) < 0  # -1 indexes the last element.
    for number, row in enumerate(last_places(splits, count + unread)[:count].tolist()):
        if row >= 0:
            unit = chain.first_split + number
            arrival = int(judged.arrivals[row])
            reached.last_items[unit] = positions.of_record(arrival, unit, judged.first + row)


def _note_times(plan: NativePlan, reached: SourceReach, timed: Records) -> None:
    """Record the maximum timestamp of each unit of the watermark generator, by tick."""
    chain = plan.source.chain
    interval, by_split = plan.ticks_every_ms, plan.makes_by_split
    splits = len(chain.split_names)
    width = chain.first_split + splits if by_split else chain.parallelism
    first = chain.start_ms - interval  # The first tick is number 1.

    def ticks(arrivals: Longs) -> Longs:
        """Return the number of the tick after each arrival."""
        return (arrivals - first) // interval if interval > 0 else np.ones_like(arrivals)

    bounds = np.array([timed.arrivals.min(), timed.arrivals.max()])
    low, high = ticks(bounds).tolist()
    size = (high - low + 1) * width
    is_dense = size <= SPARSE * len(timed) + 1_000
    table = np.full(size if is_dense else 0, _NO_TIME)
    sparse: dict[int, int] = {}
    for begin in range(0, len(timed), ROWS_AT_ONCE):
        rows = slice(begin, begin + ROWS_AT_ONCE)
        arrivals, stamps = timed.arrivals[rows], timed.timestamps[rows]
        split = timed.codes[rows] - arrivals * splits
        unit = split + chain.first_split if by_split else split % chain.parallelism
        place = (ticks(arrivals) - low) * width + unit
        if is_dense:
            np.maximum.at(table, place, stamps)
            continue
        cells, at = np.unique(place, return_inverse=True)
        maxima = np.full(len(cells), _NO_TIME)
        np.maximum.at(maxima, at, stamps)
        keep_greatest(sparse, dict(zip(cells.tolist(), maxima.tolist(), strict=True)))
    if is_dense:
        used_cells = np.flatnonzero(table > _NO_TIME)
        greatest = table[used_cells]
    else:
        used_cells = np.array(sorted(sparse), np.int64)
        greatest = np.array([sparse[place] for place in used_cells.tolist()], np.int64)
    used_cells = used_cells + low * width
    for number in range(width):
        cells = used_cells % width == number
        if cells.any():
            by_tick = zip(
                (used_cells[cells] // width).tolist(), greatest[cells].tolist(), strict=True
            )
            reached.note(plan.maker, number, dict(by_tick))


__all__ = ["Reach", "reach_of", "whole"]
