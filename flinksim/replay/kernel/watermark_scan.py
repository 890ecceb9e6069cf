"""Scan of the maximum timestamps of a log, part by part; the results are merged.

The scan of a part has the maximum timestamp per watermark interval and split: the watermarks of
the whole run need nothing else. It also has the first and last arrivals per split, so that the
order of rows can be validated across parts.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from flinksim.connectors.event_log.row_parser import ArrivalOrderCheck
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.kernel.record_columns import (
    ROWS_PER_BLOCK,
    SPARSE_FACTOR,
    Records,
    compute_split_numbers,
    select_timed_records,
)
from flinksim.replay.logs.parquet_validation import ValidatedColumns, find_last_indices
from flinksim.replay.operators import positions
from flinksim.replay.operators.source_watermarks import SourceTimestampScan, update_maxima
from flinksim.replay.operators.watermark_positions import Longs

_NO_TIMESTAMP = np.int64(MIN_TIMESTAMP)


@dataclass(slots=True)
class TimestampScan:
    """Result of scanning a part of a log, or merged result of several.

    ``source_scan`` has the maximum timestamps. ``first_arrival`` is the minimum arrival in
    milliseconds, ``row_count`` counts all rows. ``order`` has the last arrivals and the ended splits,
    against which later rows are checked. If not ``is_valid``, some row is bad and the other fields are
    undefined.
    """

    source_scan: SourceTimestampScan = field(default_factory=SourceTimestampScan)
    row_count: int = 0
    min_timestamp: int | None = None
    max_timestamp: int | None = None
    first_arrival: int | None = None
    is_valid: bool = True
    order: ArrivalOrderCheck = field(default_factory=ArrivalOrderCheck)
    first_arrivals: dict[str, int] = field(default_factory=dict)
    """Arrival of the first row of each split."""

    def append(self, following: TimestampScan) -> None:
        """Merge the scan of the following part into this one."""
        last, ended = self.order.last_arrivals, self.order.end_lines
        fits = all(
            split not in ended and last.get(split, (arrival, 0))[0] <= arrival
            for split, arrival in following.first_arrivals.items()
        )
        self.is_valid &= following.is_valid and fits
        self.order.merge(following.order)
        self.first_arrivals = following.first_arrivals | self.first_arrivals
        self.source_scan.merge(following.source_scan)
        self.row_count += following.row_count
        self.min_timestamp = _combine_optional(min, self.min_timestamp, following.min_timestamp)
        self.max_timestamp = _combine_optional(max, self.max_timestamp, following.max_timestamp)
        self.first_arrival = _combine_optional(min, self.first_arrival, following.first_arrival)


def _combine_optional(
    choose: Callable[[int, int], int], first: int | None, second: int | None
) -> int | None:
    if first is None or second is None:
        return second if first is None else first
    return choose(first, second)


def scan_table(plan: ColumnarPlan, table: pa.Table, first_row: int) -> TimestampScan:
    """Validate the rows of *table* and find its maximum timestamps.

    *first_row* is the number of its first row in the log.
    """
    validated, scan = (
        ValidatedColumns.from_table(table, first_row),
        TimestampScan(row_count=table.num_rows),
    )
    scan.first_arrivals = validated.find_first_arrivals()
    if len(validated.validate(scan.order)):
        scan.is_valid = False
        return scan
    splits = compute_split_numbers(plan, validated)
    _record_split_ends(plan, scan.source_scan, splits, validated)
    timed = select_timed_records(plan, table, validated, splits)
    if len(timed):
        scan.min_timestamp, scan.max_timestamp = (
            int(timed.timestamps.min()),
            int(timed.timestamps.max()),
        )
        scan.first_arrival = int(timed.arrivals.min())
        _record_tick_maxima(plan, scan.source_scan, timed)
    return scan


def merge_scans(parts: Iterable[TimestampScan]) -> TimestampScan:
    """Merge the scans of all parts of a log, in their order."""
    merged = TimestampScan()
    for part in parts:
        merged.append(part)
    return merged


def _record_split_ends(
    plan: ColumnarPlan, source_scan: SourceTimestampScan, splits: Longs, validated: ValidatedColumns
) -> None:
    chain = plan.source.chain
    count = len(chain.split_names)
    unread = bool(len(splits)) and int(splits.min()) < 0  # -1 indexes the last element.
    for number, row in enumerate(find_last_indices(splits, count + unread)[:count].tolist()):
        if row >= 0:
            unit = chain.first_split + number
            arrival = int(validated.arrivals[row])
            source_scan.last_items[unit] = positions.from_record(
                arrival, unit, validated.first_row + row
            )


def _record_tick_maxima(
    plan: ColumnarPlan, source_scan: SourceTimestampScan, records: Records
) -> None:
    """Record the maximum timestamp per watermark interval and watermark generator.

    There is a generator per split or per subtask. Intervals end with a tick, the periodic emission.
    """
    chain = plan.source.chain
    interval, by_split = plan.tick_interval_ms, plan.has_split_watermarks
    splits = len(chain.split_names)
    width = chain.first_split + splits if by_split else chain.parallelism
    first = chain.start_ms - interval  # The first tick is number 1.

    def ticks(arrivals: Longs) -> Longs:
        """Return the number of the first watermark emission (tick) after each arrival."""
        return (arrivals - first) // interval if interval > 0 else np.ones_like(arrivals)

    bounds = np.array([records.arrivals.min(), records.arrivals.max()])
    low, high = ticks(bounds).tolist()
    size = (high - low + 1) * width
    is_dense = size <= SPARSE_FACTOR * len(records) + 1_000
    table = np.full(size if is_dense else 0, _NO_TIMESTAMP)
    sparse: dict[int, int] = {}
    for begin in range(0, len(records), ROWS_PER_BLOCK):
        rows = slice(begin, begin + ROWS_PER_BLOCK)
        arrivals, stamps = records.arrivals[rows], records.timestamps[rows]
        split = records.codes[rows] - arrivals * splits
        unit = split + chain.first_split if by_split else split % chain.parallelism
        place = (ticks(arrivals) - low) * width + unit
        if is_dense:
            np.maximum.at(table, place, stamps)
            continue
        cells, at = np.unique(place, return_inverse=True)
        maxima = np.full(len(cells), _NO_TIMESTAMP)
        np.maximum.at(maxima, at, stamps)
        update_maxima(sparse, dict(zip(cells.tolist(), maxima.tolist(), strict=True)))
    if is_dense:
        used_cells = np.flatnonzero(table > _NO_TIMESTAMP)
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
            source_scan.update(plan.watermark_node, number, dict(by_tick))


__all__ = ["TimestampScan", "merge_scans", "scan_table"]
