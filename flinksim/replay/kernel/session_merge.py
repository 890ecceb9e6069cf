"""What becomes of sessions, record by record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

Values = tuple[int, ...]
Record = tuple[int, int, int, Values]
"""A record's number, its timestamp, the watermark that it met, and what is added up of it."""


class SessionFiring(NamedTuple):
    """What a session of so many ``records`` was when it fired; ``record`` is the number of one of them.

    ``is_first`` is false where it had fired before with the same end.
    """

    record: int
    start: int
    end: int
    records: int
    values: Values
    is_first: bool = True


class _Session:
    """A session that is kept; ``fired_end`` is the end with which it fired last."""

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
    """Follows records, island after island, by the rules of Flink's ``WindowOperator``.

    A session is forgotten once the watermark is at its cleanup time, a record makes one of all sessions
    that it touches, and it is lost if even that is over. A session that the watermark has passed when a
    record comes fires at once. *merges* add up what records bring, in any order.

    ``by_timer`` are the sessions that a timer was left to fire (it does if the watermark gets there),
    ``at_once`` those that fired because of the record that they tell. ``lost`` are records, ``over``
    the ends of all sessions in the end. ``changes`` has for each record by how many there were more
    sessions, cleanups left out.
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
        """Islands of so many *records* each, in the order of the run."""
        for size in sizes:
            live: list[_Session] = []
            for record in islice(records, size):
                live = self._take(live, *record)
            for session in live:
                self._forget(session)

    def _take(
        self, live: list[_Session], record: int, timestamp: int, watermark: int, values: Values
    ) -> list[_Session]:
        """The sessions that there are after a record."""
        own_end = timestamp + self._gap
        passed = watermark + 1  # whoever ends there or before has been passed
        apart: list[_Session] = []
        touched: list[_Session] = []
        for session in live:
            if session.end + self._lateness <= passed:
                self._forget(session)
            elif session.start > own_end or session.end < timestamp:
                apart.append(session)
            else:
                if session.end <= passed and session.fired_end != session.end:
                    self._fire(session)
                touched.append(session)
        if not touched and own_end + self._lateness <= passed:
            self.lost.append(record)
            self.changes.append(0)
            return apart
        joined = _Session(record, timestamp, own_end, values)
        for session in touched:
            self._join(joined, session)
        if joined.end <= passed:
            self.at_once.append(joined.as_firing())
            joined.fired_end = joined.end
        self.changes.append(1 - len(touched))
        apart.append(joined)
        return apart

    def _join(self, joined: _Session, session: _Session) -> None:
        """Make *session* a part of *joined*."""
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
