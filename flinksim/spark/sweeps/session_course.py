"""What becomes of sessions, record by record, in numbers.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import NamedTuple

import numpy as np

from flinksim.spark.columnar.session_course import SessionCourse
from flinksim.spark.generic.cuts import Longs


class Places(NamedTuple):
    """Where records stand in the run."""

    codes: Longs
    offsets: Longs


@dataclass(frozen=True, slots=True)
class Course:
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


def course_of(
    sizes: Sequence[int],
    timestamps: Longs,
    watermarks: Longs,
    places: Places,
    gap: int,
    lateness_ms: int,
) -> Course:
    """Of islands of so many records each, in the order of the run; with the *watermarks* they met."""
    course = SessionCourse(gap, lateness_ms)
    course.follow(sizes, zip(count(), timestamps.tolist(), watermarks.tolist(), repeat(())))
    changes = np.array(course.changes, np.int64)
    moved = np.flatnonzero(changes)
    late, lost = len(course.at_once), len(course.lost)
    return Course(
        len(changes) - late - lost,
        late,
        lost,
        np.array([firing.end for firing in course.by_timer], np.int64),
        np.array(course.over, np.int64),
        Places(places.codes[moved], places.offsets[moved]),
        changes[moved],
    )
