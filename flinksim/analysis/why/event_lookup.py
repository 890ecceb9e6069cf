"""Events of a trace by their type, of which only the types that are asked for are read.

A long trace is stored as columns, by type. A question needs few types, and some single events. Not in
Flink.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, overload

from flinksim.trace.events.event import event_from_row
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS


class EventLookup(Sequence[Any]):
    """The events of a trace up to *end*, by index and by type; in other respects a list."""

    def __init__(self, trace: Trace, end: int | None = None) -> None:
        """Look up the events of *trace*, which must not grow meanwhile."""
        self._trace = trace
        self._end = len(trace.events) if end is None else end
        self._kinds: array[int] = array("H")
        for chunk in trace.chunks:
            self._kinds.extend(iter(chunk.kinds()))
        self._rows: dict[int, list[Any]] = {}
        """The rows that are not stored as columns, by the number of their type."""
        for row in trace.events.iterate_uncompacted():
            number = KINDS_BY_CLASS[row[0]].number
            self._kinds.append(number)
            self._rows.setdefault(number, []).append(row)
        self._indices: dict[int, array[int]] = {}
        for number in sorted(set(self._kinds)):
            self._indices[number] = array("q")
        appends = {number: found.append for number, found in self._indices.items()}
        for index, number in enumerate(self._kinds):
            appends[number](index)
        self._events: dict[int, list[Any]] = {}

    def truncate(self, end: int) -> EventLookup:
        """Return the events before *end*; what was read is shared."""
        other = EventLookup.__new__(EventLookup)
        other._trace, other._kinds, other._rows = self._trace, self._kinds, self._rows
        other._indices, other._events = self._indices, self._events
        other._end = min(end, self._end)
        return other

    def __len__(self) -> int:
        return self._end

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            first, last, step = index.indices(self._end)
            return self._trace.events[first:last:step]
        if index < 0:
            index += self._end
        if not 0 <= index < self._end:
            raise IndexError(f"there is no event {index}: the run has {self._end} events")
        number = self._kinds[index]
        events = self._events.get(number)
        if events is None:
            events = self._events[number] = self._read_events(number)
        return events[bisect_left(self._indices[number], index)]

    def __iter__(self) -> Iterator[Any]:
        for index, event in enumerate(self._trace.events):
            if index == self._end:
                return
            yield event

    def find(self, kind: type[Any]) -> Sequence[int]:
        """Return the indices of the events of one type."""
        declared = KINDS_BY_CLASS.get(kind)
        found = None if declared is None else self._indices.get(declared.number)
        return () if found is None else found[: bisect_left(found, self._end)]

    def _read_events(self, number: int) -> list[Any]:
        found: list[Any] = []
        for chunk in self._trace.chunks:
            found += chunk.get_events(number)
        return found + list(map(event_from_row, self._rows.get(number, ())))
