"""Session windows by sorting: records sorted by key and timestamp, split at gaps.

Records of one key whose timestamps are at most the gap apart form an *island* (as in the SQL
problem "gaps and islands"). An island is *simple* if it is one session that fires once. For that,
whenever the watermark reaches the end of a part of it, a record that extends the part must have
arrived, and no record may arrive after the end of the island. Nearly all islands are simple, and
comparing neighbors decides it. The records of other islands go through the simulator's operator,
one by one. Islands are independent.

A record that arrives when its whole island would have been cleaned up is always dropped, so it is
removed first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flinksim.replay.operators.watermark_positions import Longs

Flags = NDArray[np.bool_]

LOOKAHEAD_RECORDS = 3
"""Number of following records searched, for all records at once, for one that extends the session."""


@dataclass(slots=True)
class Islands:
    """The records of some keys, sorted by key and timestamp and split into islands.

    ``order`` has the indices of the records, without those that are certainly dropped. ``starts`` has
    the position in ``order`` of each island's first record. ``is_simple`` marks islands that are one
    session that fires once.
    """

    order: Longs
    starts: Longs
    is_simple: Flags
    dropped: Longs

    @property
    def last_indices(self) -> Longs:
        """Position in ``order`` of each island's last record."""
        ends: Longs = np.append(self.starts[1:], len(self.order)) - 1
        return ends

    @property
    def sizes(self) -> Longs:
        """Number of records of each island."""
        return np.diff(np.append(self.starts, len(self.order)))


def sort_by_key_and_time(keys: Longs, timestamps: Longs) -> Longs:
    """Return the indices that sort records by key, then timestamp."""
    if not len(keys):
        return np.empty(0, np.int64)
    least = int(timestamps.min())
    span = int(timestamps.max()) - least + 1
    low = int(keys.min())
    order: Longs
    if (int(keys.max()) - low + 1) * span < 1 << 63:
        order = np.argsort(
            (keys - low) * span + (timestamps - least)
        )  # Sorting one combined number is faster than a lexical sort.
    else:
        order = np.lexsort((timestamps, keys))
    return order


def find_islands(
    keys: Longs,
    timestamps: Longs,
    watermarks: Longs,
    positions: tuple[Longs, Longs] | None,
    gap: int,
    lateness: int,
) -> Islands:
    """Split records into islands and decide which of them are simple.

    Args:
        keys: Key numbers.
        timestamps: Timestamps in milliseconds.
        watermarks: The watermark at the arrival of each record.
        positions: Codes and offsets of the records, which order them as the job processes them. If
            given, only islands whose records arrive in timestamp order are simple.
        gap: Session gap in milliseconds.
        lateness: Allowed lateness in milliseconds.
    """
    order = sort_by_key_and_time(keys, timestamps)
    dropped: list[Longs] = []
    key, time, watermark = keys[order], timestamps[order], watermarks[order]
    may_be_dropped = watermark >= time + (
        gap - 1 + lateness
    )  # Necessary for a record to be dropped.
    while True:
        starts, ends = split_islands(key, time, gap)
        dropped_indices = np.flatnonzero(may_be_dropped)
        dropped_indices = dropped_indices[
            watermark[dropped_indices] >= ends[dropped_indices] + (gap - 1 + lateness)
        ]
        if not len(dropped_indices):
            break
        dropped.append(order[dropped_indices])
        remains = np.ones(len(order), bool)
        remains[dropped_indices] = False
        order, may_be_dropped = order[remains], may_be_dropped[remains]
        key, time, watermark = key[remains], time[remains], watermark[remains]
    is_in_order = None
    if positions is not None:
        is_in_order = _check_order(positions[0][order], positions[1][order], starts)
    is_simple = _check_simple(key, time, watermark, (starts, ends), gap, is_in_order)
    dropped_rows = np.concatenate(dropped) if dropped else np.empty(0, np.int64)
    return Islands(order, starts, is_simple, dropped_rows)


def find_simple_islands(keys: Longs, timestamps: Longs, watermarks: Longs, gap: int) -> Flags:
    """Return which islands of records sorted by key and timestamp are simple.

    Unlike :func:`find_islands`, no dropped record is removed first. With smaller watermarks these
    islands stay simple, and others may become simple.
    """
    return _check_simple(keys, timestamps, watermarks, split_islands(keys, timestamps, gap), gap)


def _check_simple(
    keys: Longs, timestamps: Longs, watermarks: Longs, islands: tuple[Longs, Longs], gap: int,
    condition: Flags | None = None,
) -> Flags:  # fmt: skip
    """Return which islands are one session that fires once.

    *islands* are the results of :func:`split_islands`. If given, *condition* must hold for all their
    records.
    """
    starts, ends = islands
    is_good = _find_extended(keys, timestamps, watermarks, ends, gap) & (
        watermarks < ends + (gap - 1)
    )
    if condition is not None:
        is_good &= condition
    bad_counts = np.add.reduceat(~is_good, starts) if len(starts) else np.empty(0, np.int64)
    is_simple: Flags = bad_counts == 0
    return is_simple


def split_islands(keys: Longs, timestamps: Longs, gap: int) -> tuple[Longs, Longs]:
    """Return the index of each island's first record, and for each record its island's last timestamp."""
    if not len(keys):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    begins = np.empty(len(keys), bool)
    begins[0] = True
    begins[1:] = (keys[1:] != keys[:-1]) | (timestamps[1:] - timestamps[:-1] > gap)
    starts: Any = np.flatnonzero(begins)
    bounds = np.append(starts, len(keys))
    return starts, np.repeat(timestamps[bounds[1:] - 1], np.diff(bounds))


def _find_extended(
    keys: Longs, timestamps: Longs, watermarks: Longs, ends: Longs, gap: int
) -> Flags:
    """Return for each record whether a session that ends with it is extended before it fires.

    *ends* are the last timestamps of the records' islands; at the end of an island the result is true.
    """
    is_extended = timestamps == ends
    for ahead in range(1, LOOKAHEAD_RECORDS + 1):
        here, there = slice(None, -ahead), slice(ahead, None)
        if len(timestamps) <= ahead:
            break
        distance = timestamps[there] - timestamps[here]
        follows = (keys[there] == keys[here]) & (distance <= gap)
        comes_in_time = watermarks[there] < timestamps[here] + (gap - 1)
        # Of equal timestamps the last one decides.
        is_extended[here] |= follows & ((distance == 0) | comes_in_time)
    _find_extended_further(is_extended, keys, timestamps, watermarks, gap)
    result: Flags = is_extended
    return result


def _find_extended_further(
    leads: Flags, keys: Longs, timestamps: Longs, watermarks: Longs, gap: int
) -> None:
    """Search beyond the lookahead for records that extend the few sessions still not known to be.

    Sets the flags of the extended ones in *leads*.
    """
    rows, ahead, comparisons = np.flatnonzero(~leads), LOOKAHEAD_RECORDS, 0
    while len(rows) and comparisons < len(leads):
        ahead += 1
        comparisons += len(rows)
        rows = rows[rows + ahead < len(leads)]
        there = rows + ahead
        follows = keys[there] == keys[rows]
        follows &= timestamps[there] - timestamps[rows] <= gap
        comes_in_time = watermarks[there] < timestamps[rows] + (gap - 1)
        leads[rows[follows & comes_in_time]] = True
        rows = rows[follows & ~comes_in_time]


def _check_order(codes: Longs, offsets: Longs, starts: Longs) -> Flags:
    """Return whether each record is processed after its predecessor in the island."""
    result = np.ones(len(codes), bool)
    result[1:] = (codes[1:] > codes[:-1]) | (
        (codes[1:] == codes[:-1]) & (offsets[1:] > offsets[:-1])
    )
    result[starts] = True
    return result
