"""What becomes of sessions, record by record: counted, without their contents.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

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


class _Session(NamedTuple):
    start: int
    end: int
    is_due: bool
    """Whether it is still to fire."""


def course_of(
    sizes: Iterable[int],
    timestamps: Longs,
    watermarks: Longs,
    places: Places,
    gap: int,
    lateness_ms: int,
) -> Course:
    """Of islands of so many records each, in the order of the run; with the *watermarks* they met.

    By the rules of Flink's ``WindowOperator`` with sessions: a session is forgotten once the watermark
    is at its cleanup time, a record makes one of all sessions that it touches, and it is lost if even
    that is over. A session that the watermark has passed when a record comes fires at once.
    """
    walk = _Walk(gap, lateness_ms)
    every = zip(timestamps.tolist(), watermarks.tolist(), strict=True)
    for size in sizes:
        walk.island(every, size)
    changes = np.array(walk.changes, np.int64)
    moved = np.flatnonzero(changes)
    return Course(
        walk.on_time,
        walk.late,
        walk.lost,
        np.array(walk.fired, np.int64),
        np.array(walk.over, np.int64),
        Places(places.codes[moved], places.offsets[moved]),
        changes[moved],
    )


class _Walk:
    """Counts what happens, island after island."""

    def __init__(self, gap: int, lateness: int) -> None:
        self._gap = gap
        self._lateness = lateness
        self.on_time = self.late = self.lost = 0
        self.fired: list[int] = []
        self.over: list[int] = []
        self.changes: list[int] = []

    def island(self, records: Iterator[tuple[int, int]], size: int) -> None:
        """The next *size* of the *records*, (timestamp, watermark)."""
        live: list[_Session] = []
        for timestamp, watermark in islice(records, size):
            live = self._record(live, timestamp, watermark)
        for session in live:
            self._forget(session)

    def _record(self, live: list[_Session], timestamp: int, watermark: int) -> list[_Session]:
        """The sessions that there are after a record."""
        start, end = timestamp, timestamp + self._gap
        passed = watermark + 1  # whoever ends there or before has been passed
        apart: list[_Session] = []
        joined = 0
        for session in live:
            if session.end + self._lateness <= passed:
                self._forget(session)
            elif session.start > timestamp + self._gap or session.end < timestamp:
                apart.append(session)
            else:
                joined += 1
                start, end = min(start, session.start), max(end, session.end)
                if session.is_due and session.end <= passed:
                    self.fired.append(session.end)
        if end + self._lateness <= passed:
            self.lost += 1
            self.changes.append(0)
            return apart
        self.changes.append(1 - joined)
        if end > passed:
            self.on_time += 1
        else:
            self.late += 1
        apart.append(_Session(start, end, end > passed))
        return apart

    def _forget(self, session: _Session) -> None:
        self.over.append(session.end)
        if session.is_due:
            self.fired.append(session.end)
