"""One pass over a log for sessions at any settings: what workers keep of it.

Records of one key whose timestamps are no more than the gap apart make an *island*. A smaller
watermark leaves more of an island together; so an island that is one session without any delay is the
same session at every delay and lateness, and of its records only those are kept with which the number
of sessions changes. Of the other islands all records are kept.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from flinksim.spark.columnar.contents import field_columns
from flinksim.spark.columnar.records import Records, keys_of
from flinksim.spark.columnar.session_cutting import (
    Flags,
    cut_islands,
    simple_islands,
    sorted_by,
)
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic.cuts import Longs, Steps

KEPT_SCHEMA = pa.schema([
    ("island", pa.int64()), ("settled", pa.bool_()),
    *((name, pa.int64()) for name in ("records", "ts", "last", "code", "offset", "change")),
])  # fmt: skip
"""What is kept: ``records`` is how many a row stands for, ``last`` the island's greatest timestamp,
``change`` by how many there are more sessions from the record on, if none is over yet."""


@dataclass(frozen=True, slots=True)
class SessionPass:
    """All that a worker has to know; ``steps`` are the watermarks without delay, one or more."""

    gap: int
    key_shape: Shape
    steps: tuple[Steps, ...]

    def __call__(self, records: Records, number: int) -> pa.Table:
        """What is kept of some keys, which have the *number*: a table of :data:`KEPT_SCHEMA`."""
        return _kept(records, number, self)


def _kept(came: Records, number: int, work: SessionPass) -> pa.Table:
    columns = field_columns(work.key_shape, came.columns)
    keys, stamps = keys_of(work.key_shape, columns, len(came)).numbers, came.timestamps
    order = sorted_by(keys, stamps)
    keys, stamps = keys[order], stamps[order]
    codes, offsets = came.codes[order], came.offsets[order]
    starts, lasts = cut_islands(keys, stamps, work.gap)
    sizes = np.diff(np.append(starts, len(keys)))
    settled = np.ones(len(starts), bool)
    for steps in work.steps:
        settled &= simple_islands(keys, stamps, steps.watermark_at(codes, offsets), work.gap)
    islands = np.repeat(np.arange(len(starts)), sizes)
    changes = session_changes(islands, stamps, ranks_of(codes, offsets), work.gap)
    records = np.where(settled[islands], 0, 1)
    born = _firsts(islands, changes, settled[islands])
    records[born] = sizes[islands[born]]
    kept = ~settled[islands] | (changes != 0)
    chosen = [
        islands + (number << 40), settled[islands], records, stamps, lasts, codes, offsets, changes,
    ]  # fmt: skip
    return pa.Table.from_arrays([pa.array(column[kept]) for column in chosen], schema=KEPT_SCHEMA)


def _firsts(islands: Longs, changes: Longs, settled: Flags) -> Longs:
    """Of each settled island one record with which there is a session more."""
    places: Any = np.flatnonzero(settled & (changes > 0))
    _, first = np.unique(islands[places], return_index=True)
    found: Longs = places[first]
    return found


def ranks_of(codes: Longs, offsets: Longs) -> Longs:
    """The place of each record in the run."""
    ranks = np.empty(len(codes), np.int64)
    ranks[np.lexsort((offsets, codes))] = np.arange(len(codes))
    return ranks


def session_changes(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """By how many there are more sessions from each record on, if none of them is over yet.

    The records are sorted by island and timestamp. One that comes alone makes a session more, one
    between two sessions makes them one.
    """
    left = _came_before(islands, timestamps, ranks, gap)
    # the same, seen from the other end
    mirrored = _came_before(-islands[::-1], -timestamps[::-1], ranks[::-1], gap)[::-1]
    right = np.where(mirrored < 0, -1, len(ranks) - 1 - mirrored)
    has_left, has_right = left >= 0, right >= 0
    were_one = has_left & has_right & (timestamps[right] - timestamps[left] <= gap)
    changes: Longs = 1 - has_left.astype(np.int64) - has_right + were_one
    return changes


def _came_before(islands: Longs, timestamps: Longs, ranks: Longs, gap: int) -> Longs:
    """The nearest record before each that had come already, if it is no more than the gap away.

    Else -1. All look at once: whoever finds one that came later goes on from where that one is.
    """
    found = np.arange(-1, len(ranks) - 1)
    ranks = np.append(ranks, -1)  # of the place -1
    looking = np.arange(len(found))
    while True:
        near = (islands[found[looking]] == islands[looking]) & (
            timestamps[looking] - timestamps[found[looking]] <= gap
        )
        near &= found[looking] >= 0
        found[looking[~near]] = -1
        looking = looking[near]
        looking = looking[ranks[found[looking]] > ranks[looking]]
        if not len(looking):
            return found
        found[looking] = found[found[looking]]


__all__ = ["KEPT_SCHEMA", "SessionPass", "ranks_of", "session_changes"]
