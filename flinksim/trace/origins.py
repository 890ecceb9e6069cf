"""Which earlier facts a fact goes on from, also across steps and tasks.

Each pair is found by what makes the thing one and the same, never by nearness: an element by its
channel and number, a timer by operator, key, namespace and time, a pane by operator, key and window, a
buffer or credit by its place in the order of its channel, a mail by its place among those of its name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

from flinksim.trace import events as e

Origins: TypeAlias = tuple[int, ...]
_Find: TypeAlias = Callable[[int, Any], Origins]

_NONE: Origins = ()


class OriginFinder:
    """Is told the facts of a run in order, and says of each which earlier ones it goes on from."""

    def __init__(self) -> None:
        self._last: dict[Any, int] = {}
        self._waiting: dict[Any, deque[int]] = {}
        self._panes: dict[Any, Origins] = {}
        self._finders: dict[type[Any], _Find] = {
            e.ElementWritten: lambda i, f: self._begins(i, ("element", f.channel, f.sequence)),
            e.ElementReceived: lambda i, f: self._ends(("element", f.channel, f.sequence)),
            e.MailEnqueued: lambda i, f: self._joins(i, ("mail", f.subtask, f.mail)),
            e.MailTaken: lambda i, f: self._leaves(("mail", f.subtask, f.mail)),
            e.BufferSent: lambda i, f: self._joins(i, ("buffer", f.channel)),
            e.BufferArrived: self._buffer_arrived,
            e.BufferConsumed: lambda i, f: self._leaves(("arrived", f.channel)),
            e.CreditAnnounced: lambda i, f: self._joins(i, ("credit", f.channel)),
            e.CreditChanged: lambda i, f: self._leaves(("credit", f.channel)),
            e.TimerRegistered: lambda i, f: self._begins(i, _timer(f)),
            e.TimerFired: lambda i, f: self._ends(_timer(f)),
            e.TimerDeleted: lambda i, f: self._ends(_timer(f)),
            e.StateUpdated: lambda i, f: self._goes_on(i, _state(f)),
            e.StateCleared: lambda i, f: self._ends(_state(f)),
            e.ChannelWatermarkChanged: lambda i, f: self._goes_on(i, ("channel", f.channel)),
            e.InputWatermarkAdvanced: lambda i, f: self._seen(("channel", f.held_by)),
            e.OperatorWatermarkAdvanced: lambda i, f: self._goes_on(i, ("clock", f.operator)),
            e.WindowAssigned: self._pane_grows,
            e.ElementsEvicted: self._pane_grows,
            e.WindowsMerged: self._panes_merge,
            e.WindowFired: lambda i, f: self._panes.get(_pane(f, f.window), _NONE),
            e.WindowCleared: lambda i, f: self._panes.pop(_pane(f, f.window), _NONE),
            e.WindowSkippedAsLate: lambda i, f: self._seen(("clock", f.operator)),
            e.LateRecordDropped: lambda i, f: self._seen(("clock", f.operator)),
        }

    def of(self, index: int, fact: e.TraceEvent) -> Origins:
        """The origins of *fact*, which stands at *index*; the nearest first."""
        find = self._finders.get(type(fact))
        return _NONE if find is None else find(index, fact)

    # --- one thing at a time ---------------------------------------------------------------------

    def _begins(self, index: int, thing: Any) -> Origins:
        self._last[thing] = index
        return _NONE

    def _goes_on(self, index: int, thing: Any) -> Origins:
        before = self._last.get(thing, -1)
        self._last[thing] = index
        return _NONE if before < 0 else (before,)

    def _seen(self, thing: Any) -> Origins:
        before = self._last.get(thing, -1)
        return _NONE if before < 0 else (before,)

    def _ends(self, thing: Any) -> Origins:
        before = self._last.pop(thing, -1)
        return _NONE if before < 0 else (before,)

    # --- first come, first served ----------------------------------------------------------------

    def _joins(self, index: int, queue: Any) -> Origins:
        self._waiting.setdefault(queue, deque()).append(index)
        return _NONE

    def _leaves(self, queue: Any) -> Origins:
        waiting = self._waiting.get(queue)
        return (waiting.popleft(),) if waiting else _NONE

    def _buffer_arrived(self, index: int, fact: e.BufferArrived) -> Origins:
        self._joins(index, ("arrived", fact.channel))
        return self._leaves(("buffer", fact.channel))

    # --- panes -----------------------------------------------------------------------------------

    def _pane_grows(self, index: int, fact: e.WindowAssigned | e.ElementsEvicted) -> Origins:
        pane = _pane(fact, fact.window)
        before = self._panes.get(pane, _NONE)
        self._panes[pane] = (index,)
        return before

    def _panes_merge(self, index: int, fact: e.WindowsMerged) -> Origins:
        merged = fact.merged if isinstance(fact.merged, tuple) else (fact.merged,)
        windows = [*merged, fact.result]
        before = [
            earlier
            for pane in dict.fromkeys(_pane(fact, window) for window in windows)
            for earlier in self._panes.pop(pane, _NONE)
        ]
        self._panes[_pane(fact, fact.result)] = (index,)
        return tuple(sorted(before, reverse=True))


# as text, for 1, 1.0 and True are different keys


def _timer(fact: e.TimerRegistered | e.TimerFired | e.TimerDeleted) -> Any:
    return fact.operator, fact.domain, repr(fact.key), repr(fact.namespace), fact.timestamp


def _state(fact: e.StateUpdated | e.StateCleared) -> Any:
    return fact.operator, fact.state, repr(fact.key), repr(fact.namespace)


def _pane(fact: Any, window: Any) -> Any:
    return fact.operator, repr(fact.key), repr(window)
