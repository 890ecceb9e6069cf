"""Merging of session windows record by record, as Flink's ``WindowOperator`` does.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

SlotValues = tuple[int, ...]
SessionRecord = tuple[int, int, int, SlotValues]
"""A record: its index, timestamp, the watermark on arrival, and the values to aggregate."""


class SessionFiring(NamedTuple):
    """State of a session when it fired: bounds, number of records, and aggregated values.

    ``record`` is the index of any of its records. ``is_first`` is false if the session fired before
    with the same end.
    """

    record: int
    start: int
    end: int
    records: int
    values: SlotValues
    is_first: bool = True


class _Session:
    """An open session; ``fired_end`` is its end when it fired last, ``None`` if it has not fired."""

    __slots__ = ("end", "fired_end", "record", "records", "start", "values")

    def __init__(self, record: int, start: int, end: int, values: SlotValues) -> None:
        self.record = record
        self.start = start
        self.end = end
        self.fired_end: int | None = None
        self.records = 1
        self.values = values

    def to_firing(self) -> SessionFiring:
        is_first = self.fired_end != self.end
        return SessionFiring(self.record, self.start, self.end, self.records, self.values, is_first)


class SessionMerger:
    """Merges records into sessions by the rules of Flink's ``WindowOperator``.

    Records come island by island: an island is a set of records of one key that no other record of the
    key can join. A session is removed when the watermark reaches its cleanup time. A record merges all
    sessions that it touches, and is dropped if even the merged session is past its cleanup time. A
    session that the watermark has passed when a record arrives fires immediately. *merge_functions*
    combine aggregated values of records in any order.

    ``timer_firings`` are the sessions that a timer fires, provided that the watermark ever reaches
    their end. ``record_firings`` are the sessions that fired because a record arrived. ``lost_records``
    are the dropped records, ``session_ends`` the final ends of all sessions. ``session_count_changes``
    has, for each record, by how much it changes the number of sessions; cleanups are not counted.
    """

    def __init__(
        self, gap: int, lateness: int, merge_functions: Sequence[Callable[[int, int], int]] = ()
    ) -> None:
        self._gap = gap
        self._lateness = lateness
        self._merge_functions = merge_functions
        self.timer_firings: list[SessionFiring] = []
        self.record_firings: list[SessionFiring] = []
        self.lost_records: list[int] = []
        self.session_ends: list[int] = []
        self.session_count_changes: list[int] = []

    def process(self, sizes: Iterable[int], records: Iterator[SessionRecord]) -> None:
        """Process one island after the other, given their sizes.

        *records* are all their records, in each island in the order in which the job processes them.
        """
        for size in sizes:
            open_sessions: list[_Session] = []
            for record in islice(records, size):
                open_sessions = self._process_record(open_sessions, *record)
            for session in open_sessions:
                self._remove_session(session)

    def _process_record(
        self,
        open_sessions: list[_Session],
        record: int,
        timestamp: int,
        watermark: int,
        values: SlotValues,
    ) -> list[_Session]:
        """Merge a record into its key's *open_sessions* and return those that are open afterwards."""
        own_end = timestamp + self._gap
        passed = watermark + 1  # Sessions that end there or before have been passed.
        untouched: list[_Session] = []
        touched: list[_Session] = []
        for session in open_sessions:
            if session.end + self._lateness <= passed:
                self._remove_session(session)
            elif session.start > own_end or session.end < timestamp:
                untouched.append(session)
            else:
                if session.end <= passed and session.fired_end != session.end:
                    self._fire(session)
                touched.append(session)
        if not touched and own_end + self._lateness <= passed:
            self.lost_records.append(record)
            self.session_count_changes.append(0)
            return untouched
        merged = _Session(record, timestamp, own_end, values)
        for session in touched:
            self._merge_session(merged, session)
        if merged.end <= passed:
            self.record_firings.append(merged.to_firing())
            merged.fired_end = merged.end
        self.session_count_changes.append(1 - len(touched))
        untouched.append(merged)
        return untouched

    def _merge_session(self, merged: _Session, session: _Session) -> None:
        """Merge *session* into *merged*."""
        if session.end >= merged.end:
            merged.end = session.end
            merged.fired_end = session.fired_end
        merged.start = min(merged.start, session.start)
        merged.records += session.records
        if self._merge_functions:
            each = zip(self._merge_functions, session.values, merged.values, strict=True)
            merged.values = tuple([merge(a, b) for merge, a, b in each])

    def _fire(self, session: _Session) -> None:
        self.timer_firings.append(session.to_firing())
        session.fired_end = session.end

    def _remove_session(self, session: _Session) -> None:
        self.session_ends.append(session.end)
        if session.fired_end != session.end:
            self._fire(session)
