"""What becomes of sessions, record by record, in numbers.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import NamedTuple

import numpy as np

from flinksim.spark.columnar.session_merging import SessionMerging
from flinksim.spark.generic.cuts import Longs


class Places(NamedTuple):
    """Where records stand in the run."""

    codes: Longs
    offsets: Longs


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """What became of some islands.

    ``fired`` are the ends of sessions that a timer was left to fire (it does if the watermark gets
    there), ``over`` the last ends of all sessions. ``changes`` is by how many there were more sessions
    from each of ``places`` on, cleanups left out.
    """

    on_time: int
    late: int
    lost: int
    fired: Longs
    over: Longs
    places: Places
    changes: Longs


def totals_of(
    sizes: Sequence[int],
    timestamps: Longs,
    watermarks: Longs,
    places: Places,
    gap: int,
    lateness_ms: int,
) -> SessionTotals:
    """Of islands of so many records each, in the order of the run; with the *watermarks* they met."""
    merging = SessionMerging(gap, lateness_ms)
    merging.follow(sizes, zip(count(), timestamps.tolist(), watermarks.tolist(), repeat(())))
    changes = np.array(merging.changes, np.int64)
    moved = np.flatnonzero(changes)
    late, lost = len(merging.at_once), len(merging.lost)
    return SessionTotals(
        len(changes) - late - lost,
        late,
        lost,
        np.array([firing.end for firing in merging.by_timer], np.int64),
        np.array(merging.over, np.int64),
        Places(places.codes[moved], places.offsets[moved]),
        changes[moved],
    )
