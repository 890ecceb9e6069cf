"""Merging of session windows, record by record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

Values = tuple[int, ...]
Record = tuple[int, int, int, Values]
"""A record: number, timestamp, watermark on arrival, and its values for the slots."""


class SessionFiring(NamedTuple):
    """State of a session when it fired; ``record`` is the number of one of its records.

    ``is_first`` is false if the session fired before with the same end.
    """

    record: int
    start: int
    end: int
    records: int
    values: Values
    is_first: bool = True


class _Session:
    """An open session; ``fired_end`` is the end with which it fired last."""

    __slots__ = ("end", "fired_end", "record", "records", "start", "values")

    def __init__(self, record: int, start: int, end: int, values: Values) -> None:
        self.record = record
        self.start = start
        self.end = end
        self.fired_end: int | None = None
        self.records = 1
        self.values = values

    def as_firing(self) -> SessionFiring:
        is_first = self.fired_end != self.end
        return SessionFiring(self.record, self.start, self.end, self.records, self.values, is_first)


class SessionMerging:
    """Processes records, island after island, by the rules of Flink's ``WindowOperator``.

    A session is removed when the watermark reaches its cleanup time. A record merges all sessions
    that it touches, and is lost if even the merged session is past cleanup. A session that the
    watermark has passed when a record arrives fires immediately. *merges* combine the slot values
    of records in any order.

    ``by_timer`` are the sessions that a timer fires, if the watermark gets there. ``at_once`` are
    the sessions that fired because of a record. ``lost`` are dropped records, ``over`` the final
    ends of all sessions. ``changes`` is, for each record, the change of the number of sessions
    without cleanups.
    """

    def __init__(
        self, gap: int, lateness: int, merges: Sequence[Callable[[int, int], int]] = ()
    ) -> None:
        self._gap = gap
        self._lateness = lateness
        self._merges = merges
        self.by_timer: list[SessionFiring] = []
        self.at_once: list[SessionFiring] = []
        self.lost: list[int] = []
        self.over: list[int] = []
        self.changes: list[int] = []

    def follow(self, sizes: Iterable[int], records: Iterator[Record]) -> None:
        """Process islands of the given sizes, whose *records* are in the order of the run."""
        for size in sizes:
            open_sessions: list[_Session] = []
            for record in islice(records, size):
                open_sessions = self._take(open_sessions, *record)
            for session in open_sessions:
                self._forget(session)

    def _take(
        self, live: list[_Session], record: int, timestamp: int, watermark: int, values: Values
    ) -> list[_Session]:
        """Process a record and return the open sessions."""
        own_end = timestamp + self._gap
        passed = watermark + 1  # Sessions that end there or before have been passed.
        untouched: list[_Session] = []
        touched: list[_Session] = []
        for session in live:
            if session.end + self._lateness <= passed:
                self._forget(session)
            elif session.start > own_end or session.end < timestamp:
                untouched.append(session)
            else:
                if session.end <= passed and session.fired_end != session.end:
                    self._fire(session)
                touched.append(session)
        if not touched and own_end + self._lateness <= passed:
            self.lost.append(record)
            self.changes.append(0)
            return untouched
        merged = _Session(record, timestamp, own_end, values)
        for session in touched:
            self._join(merged, session)
        if merged.end <= passed:
            self.at_once.append(merged.as_firing())
            merged.fired_end = merged.end
        self.changes.append(1 - len(touched))
        untouched.append(merged)
        return untouched

    def _join(self, joined: _Session, session: _Session) -> None:
        """Merge *session* into *joined*."""
        if session.end >= joined.end:
            joined.end = session.end
            joined.fired_end = session.fired_end
        joined.start = min(joined.start, session.start)
        joined.records += session.records
        if self._merges:
            each = zip(self._merges, session.values, joined.values, strict=True)
            joined.values = tuple([merge(a, b) for merge, a, b in each])

    def _fire(self, session: _Session) -> None:
        self.by_timer.append(session.as_firing())
        session.fired_end = session.end

    def _forget(self, session: _Session) -> None:
        self.over.append(session.end)
        if session.fired_end != session.end:
            self._fire(session)
