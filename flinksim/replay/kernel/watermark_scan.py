"""How far the timestamps of a log came, found in parts that are merged.

Of each part of a log the greatest timestamp for each tick and split is kept, which is all that the
watermarks of the whole run need. Parts also say which arrivals they begin and end with: so that no
row is bad is found out in parts as well.

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
    """What a part of a log came to.

    ``least`` and ``greatest`` are timestamps, ``earliest`` is an arrival, ``rows`` counts all rows.
    ``order`` is what the part demands of the rows behind it; where it is not ``is_good`` some row is
    bad, and the rest says nothing.
    """

    reached: SourceReach = field(default_factory=SourceReach)
    rows: int = 0
    least: int | None = None
    greatest: int | None = None
    earliest: int | None = None
    is_good: bool = True
    order: RowOrder = field(default_factory=RowOrder)
    firsts: dict[str, int] = field(default_factory=dict)
    """When the first row of each split came."""

    def add(self, later: Reach) -> None:
        """Take in the part behind this one."""
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
    """What the rows of *table* came to, the first of which is row *first* of the log."""
    judged, reach = JudgedColumns.of(table, first), Reach(rows=table.num_rows)
    reach.firsts = judged.first_arrivals()
    if len(judged.judge(reach.order)):
        reach.is_good = False
        return reach
    splits = split_numbers(plan, judged)
    _note_ends(plan, reach.reached, splits, judged)
    timed = timed_records(plan, table, judged, splits)
    if len(timed):
        reach.least, reach.greatest = int(timed.timestamps.min()), int(timed.timestamps.max())
        reach.earliest = int(timed.arrivals.min())
        _note_times(plan, reach.reached, timed)
    return reach


def whole(parts: Iterable[Reach]) -> Reach:
    """Of the whole log, from its parts in their order."""
    found = Reach()
    for part in parts:
        found.add(part)
    return found


def _note_ends(
    plan: NativePlan, reached: SourceReach, splits: Longs, judged: JudgedColumns
) -> None:
    chain = plan.source.chain
    count = len(chain.split_names)
    unread = bool(len(splits)) and int(splits.min()) < 0  # -1 is behind all splits
    for number, row in enumerate(last_places(splits, count + unread)[:count].tolist()):
        if row >= 0:
            unit = chain.first_split + number
            arrival = int(judged.arrivals[row])
            reached.last_items[unit] = positions.of_record(arrival, unit, judged.first + row)


def _note_times(plan: NativePlan, reached: SourceReach, timed: Records) -> None:
    """How far each unit of the watermark maker had come by each tick."""
    chain = plan.source.chain
    interval, by_split = plan.ticks_every_ms, plan.makes_by_split
    splits = len(chain.split_names)
    width = chain.first_split + splits if by_split else chain.parallelism
    first = chain.start_ms - interval  # the first tick is number 1

    def ticks(arrivals: Longs) -> Longs:
        """The number of the tick behind each of some arrivals."""
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
        own, at = np.unique(place, return_inverse=True)
        most = np.full(len(own), _NO_TIME)
        np.maximum.at(most, at, stamps)
        keep_greatest(sparse, dict(zip(own.tolist(), most.tolist(), strict=True)))
    if is_dense:
        held = np.flatnonzero(table > _NO_TIME)
        greatest = table[held]
    else:
        held = np.array(sorted(sparse), np.int64)
        greatest = np.array([sparse[place] for place in held.tolist()], np.int64)
    held = held + low * width
    for number in range(width):
        own = held % width == number
        if own.any():
            by_tick = zip((held[own] // width).tolist(), greatest[own].tolist(), strict=True)
            reached.note(plan.maker, number, dict(by_tick))


__all__ = ["Reach", "reach_of", "whole"]
