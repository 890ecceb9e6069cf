"""Which records of a window its evictor leaves.

Whatever was evicted once would be again: the youngest record is never older than before. So what is
left depends on the records that had come alone.

Not in Flink.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from flinksim.replay.compile.columnar_plan import Eviction
from flinksim.replay.kernel.firings import Lists
from flinksim.replay.operators.watermark_positions import Longs

Ranges: TypeAlias = tuple[Longs, Longs, Longs]
"""Where the records of each firing begin, where those end that an earlier firing has seen, and where
all end.
"""


def left_by(eviction: Eviction | None, rows: Longs, ranges: Ranges, timestamps: Longs) -> Lists:
    """The records of each firing: its range of *rows*, or what is left of it."""
    begins, seen, ends = ranges
    judged = ends if eviction is None or not eviction.after else seen
    if eviction is not None and eviction.count:
        begins = np.maximum(begins, judged - eviction.count)
    places, bounds = _places(begins, ends)
    if eviction is not None and eviction.size and len(places):
        stamps = timestamps[rows[places]]
        firing = np.repeat(np.arange(len(begins)), ends - begins)
        is_judged = places < judged[firing]
        youngest = np.full(len(begins), np.iinfo(np.int64).min // 2)
        np.maximum.at(youngest, firing[is_judged], stamps[is_judged])
        stays = ~is_judged | (stamps > (youngest - eviction.size)[firing])
        places, firing = places[stays], firing[stays]
        bounds = np.append(0, np.cumsum(np.bincount(firing, minlength=len(begins))))
    return Lists(rows[places], bounds)


def _places(begins: Longs, ends: Longs) -> tuple[Longs, Longs]:
    """The numbers of all ranges, and where each range begins among them."""
    sizes = ends - begins
    bounds = np.append(0, np.cumsum(sizes))
    return np.arange(int(bounds[-1])) - np.repeat(bounds[:-1] - begins, sizes), bounds


__all__ = ["left_by"]
