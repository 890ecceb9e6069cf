"""Session windows of many records at once: sorted by key and timestamp, and cut where the gap is.

Records of one key whose timestamps are no more than the gap apart make an *island*. An island is one
session, which fires once, if whenever the watermark reaches the end of a part of it, a record that
leads on from there has come already, and no record comes after the end of the whole. That holds for
nearly all islands, and can be seen by comparing neighbours. The records of all other islands go
through the simulator's operator, one by one; islands know nothing of each other.

A record that comes when even the whole of its island would have been cleaned up is dropped whatever
else there is, and is left out before that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flinksim.replay.operators.watermark_positions import Longs

Flags = NDArray[np.bool_]

LOOK_AHEAD = 3
"""Among so many records the one that leads on is looked for."""


@dataclass(slots=True)
class Islands:
    """The records of some keys, sorted by key and timestamp, and what became of them.

    ``order`` are the places of the records that are left, ``starts`` those of the islands' first ones
    in ``order``. ``simple`` is true of islands that are one session.
    """

    order: Longs
    starts: Longs
    simple: Flags
    dropped: Longs

    @property
    def lasts(self) -> Longs:
        """The places in ``order`` of the islands' last records."""
        ends: Longs = np.append(self.starts[1:], len(self.order)) - 1
        return ends

    @property
    def sizes(self) -> Longs:
        """How many records each island has."""
        return np.diff(np.append(self.starts, len(self.order)))


def sorted_by(keys: Longs, timestamps: Longs) -> Longs:
    """The order by key, then timestamp."""
    if not len(keys):
        return np.empty(0, np.int64)
    least = int(timestamps.min())
    span = int(timestamps.max()) - least + 1
    low = int(keys.min())
    order: Longs
    if (int(keys.max()) - low + 1) * span < 1 << 63:
        order = np.argsort((keys - low) * span + (timestamps - least))  # one sort, of one number
    else:
        order = np.lexsort((timestamps, keys))
    return order


def find_islands(
    keys: Longs,
    timestamps: Longs,
    watermarks: Longs,
    places: tuple[Longs, Longs] | None,
    gap: int,
    lateness: int,
) -> Islands:
    """The islands; *watermarks* are those at the arrival of each record.

    *places* are codes and offsets, if islands are only simple whose records come in order.
    """
    order = sorted_by(keys, timestamps)
    dropped: list[Longs] = []
    key, time, watermark = keys[order], timestamps[order], watermarks[order]
    may_go = watermark >= time + (gap - 1 + lateness)  # of every record that is left out
    while True:
        starts, ends = cut_islands(key, time, gap)
        gone = np.flatnonzero(may_go)
        gone = gone[watermark[gone] >= ends[gone] + (gap - 1 + lateness)]
        if not len(gone):
            break
        dropped.append(order[gone])
        stays = np.ones(len(order), bool)
        stays[gone] = False
        order, may_go = order[stays], may_go[stays]
        key, time, watermark = key[stays], time[stays], watermark[stays]
    in_order = None
    if places is not None:
        in_order = _in_order(places[0][order], places[1][order], starts)
    simple = _are_simple(key, time, watermark, (starts, ends), gap, in_order)
    out = np.concatenate(dropped) if dropped else np.empty(0, np.int64)
    return Islands(order, starts, simple, out)


def simple_islands(keys: Longs, timestamps: Longs, watermarks: Longs, gap: int) -> Flags:
    """Which islands of records that are sorted by key and timestamp are one session.

    None is left out before. Of smaller watermarks the same islands are one session, and more.
    """
    return _are_simple(keys, timestamps, watermarks, cut_islands(keys, timestamps, gap), gap)


def _are_simple(
    keys: Longs, timestamps: Longs, watermarks: Longs, cut: tuple[Longs, Longs], gap: int,
    also: Flags | None = None,
) -> Flags:  # fmt: skip
    """Of which islands every record is as those of one session are, and as *also* says."""
    starts, ends = cut
    good = _leads_on(keys, timestamps, watermarks, ends, gap) & (watermarks < ends + (gap - 1))
    if also is not None:
        good &= also
    wrong = np.add.reduceat(~good, starts) if len(starts) else np.empty(0, np.int64)
    simple: Flags = wrong == 0
    return simple


def cut_islands(keys: Longs, timestamps: Longs, gap: int) -> tuple[Longs, Longs]:
    """Where islands begin, and for each record the last timestamp of its island."""
    if not len(keys):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    begins = np.empty(len(keys), bool)
    begins[0] = True
    begins[1:] = (keys[1:] != keys[:-1]) | (timestamps[1:] - timestamps[:-1] > gap)
    starts: Any = np.flatnonzero(begins)
    bounds = np.append(starts, len(keys))
    return starts, np.repeat(timestamps[bounds[1:] - 1], np.diff(bounds))


def _leads_on(keys: Longs, timestamps: Longs, watermarks: Longs, ends: Longs, gap: int) -> Flags:
    """Whether a session that ends with this record's timestamp never gets to fire."""
    leads = timestamps == ends
    for ahead in range(1, LOOK_AHEAD + 1):
        here, there = slice(None, -ahead), slice(ahead, None)
        if len(timestamps) <= ahead:
            break
        distance = timestamps[there] - timestamps[here]
        follows = (keys[there] == keys[here]) & (distance <= gap)
        comes_in_time = watermarks[there] < timestamps[here] + (gap - 1)
        # of equal timestamps the last one decides
        leads[here] |= follows & ((distance == 0) | comes_in_time)
    _look_further(leads, keys, timestamps, watermarks, gap)
    result: Flags = leads
    return result


def _look_further(
    leads: Flags, keys: Longs, timestamps: Longs, watermarks: Longs, gap: int
) -> None:
    """The same for the few that are left, with all that could lead on."""
    rows, ahead, looked = np.flatnonzero(~leads), LOOK_AHEAD, 0
    while len(rows) and looked < len(leads):
        ahead += 1
        looked += len(rows)
        rows = rows[rows + ahead < len(leads)]
        there = rows + ahead
        follows = keys[there] == keys[rows]
        follows &= timestamps[there] - timestamps[rows] <= gap
        comes_in_time = watermarks[there] < timestamps[rows] + (gap - 1)
        leads[rows[follows & comes_in_time]] = True
        rows = rows[follows & ~comes_in_time]


def _in_order(codes: Longs, offsets: Longs, starts: Longs) -> Flags:
    """Whether each record came after the one before it in its island."""
    result = np.ones(len(codes), bool)
    result[1:] = (codes[1:] > codes[:-1]) | (
        (codes[1:] == codes[:-1]) & (offsets[1:] > offsets[:-1])
    )
    result[starts] = True
    return result
