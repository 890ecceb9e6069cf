"""Eviction: the records of a window that its evictor leaves.

A record that was evicted once would be evicted again, because the youngest record never gets older.
So the survivors depend only on the records that have arrived.

Not in Flink.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from flinksim.replay.compile.columnar_plan import Eviction
from flinksim.replay.kernel.firings import RaggedRows
from flinksim.replay.operators.watermark_positions import Longs

FiringRanges: TypeAlias = tuple[Longs, Longs, Longs]
"""Per firing: start of its records, end of those that an earlier firing has seen, end of all."""


def select_surviving_rows(
    eviction: Eviction | None, rows: Longs, firing_ranges: FiringRanges, timestamps: Longs
) -> RaggedRows:
    """Select the records of each firing: its range of *rows*, or what the evictor leaves of it."""
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
    """Expand ranges to their numbers, and return where each range begins among them."""
    sizes = ends - begins
    bounds = np.append(0, np.cumsum(sizes))
    return np.arange(int(bounds[-1])) - np.repeat(bounds[:-1] - begins, sizes), bounds


__all__ = ["select_surviving_rows"]
