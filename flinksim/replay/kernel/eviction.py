"""Eviction: compute which records an evictor leaves in a window.

A record that was evicted once would be evicted again, because the youngest record never gets older.
So the remaining records depend only on the records that have arrived, not on earlier evictions.

Not in Flink.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from flinksim.replay.compile.columnar_plan import Eviction
from flinksim.replay.kernel.firings import RaggedRows
from flinksim.replay.operators.watermark_positions import Longs

FiringRanges: TypeAlias = tuple[Longs, Longs, Longs]
"""Ranges in an array of records, one per firing.

Start of its records, end of the records that an earlier firing has evaluated, end of its records.
"""


def select_surviving_rows(
    eviction: Eviction | None, rows: Longs, firing_ranges: FiringRanges, timestamps: Longs
) -> RaggedRows:
    """Select the records that the window function gets in each firing.

    These are the firing's range of *rows*, without the records that the evictor removes.
    """
    begins, seen_ends, ends = firing_ranges
    evaluated_ends = ends if eviction is None or not eviction.evicts_after else seen_ends
    if eviction is not None and eviction.count:
        begins = np.maximum(begins, evaluated_ends - eviction.count)
    indices, bounds = _expand_ranges(begins, ends)
    if eviction is not None and eviction.size and len(indices):
        record_timestamps = timestamps[rows[indices]]
        firing = np.repeat(np.arange(len(begins)), ends - begins)
        is_evaluated = indices < evaluated_ends[firing]
        youngest = np.full(len(begins), np.iinfo(np.int64).min // 2)
        np.maximum.at(youngest, firing[is_evaluated], record_timestamps[is_evaluated])
        survives = ~is_evaluated | (record_timestamps > (youngest - eviction.size)[firing])
        indices, firing = indices[survives], firing[survives]
        bounds = np.append(0, np.cumsum(np.bincount(firing, minlength=len(begins))))
    return RaggedRows(rows[indices], bounds)


def _expand_ranges(begins: Longs, ends: Longs) -> tuple[Longs, Longs]:
    """List all integers in the given ranges, and where each range begins in that list."""
    sizes = ends - begins
    bounds = np.append(0, np.cumsum(sizes))
    return np.arange(int(bounds[-1])) - np.repeat(bounds[:-1] - begins, sizes), bounds


__all__ = ["select_surviving_rows"]
