"""Provenance: the earlier events that an event follows from, across steps and tasks.

Each pair is found by identity, never by nearness. An element is identified by channel and sequence
number, a timer by operator, key, namespace and time, a pane by operator, key and window. A buffer
or credit is identified by its position in the order of its channel, a mail by its position among
those of its name.

A watermark of a periodic call originates from the first record with the greatest timestamp so far.
The watermark of a source originates from the split that stopped limiting it, and from those that
limit it now.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any, TypeAlias

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.events.base import Fact, Row, fact_of, fields_of
from flinksim.trace.plan import Plan

Origins: TypeAlias = tuple[int, ...]
_Find: TypeAlias = Callable[[int, Any], Origins]

_FindOfRow: TypeAlias = Callable[[int, Row], Origins]

_NONE: Origins = ()

_WRITTEN = fields_of(e.ElementWritten, "channel", "sequence")
_RECEIVED = fields_of(e.ElementReceived, "channel", "sequence")
_READ = fields_of(e.SourceRecordRead, "operator", "split", "timestamp")
_PROCESSED = fields_of(e.ElementProcessed, "operator", "element")
_ASSIGNED = fields_of(e.TimestampAssigned, "operator", "after")
_ARRIVED = fields_of(e.BufferArrived, "channel")
_CONSUMED = fields_of(e.BufferConsumed, "channel", "overtaken")
_SUSPENDED = fields_of(e.DefaultActionSuspended, "subtask", "reason")
_RESUMED = fields_of(e.DefaultActionResumed, "subtask")
_IN_WINDOW = fields_of(e.WindowAssigned, "operator", "key", "window")
_UPDATED = fields_of(e.StateUpdated, "operator", "state", "key", "namespace", "folded")
_FOR_TIMERS = "-timers"
"""Suffix of the names of Flink's timer services: user-timers, window-timers."""


class OriginFinder:
    """Receives the events of a run in order and finds the origins of each."""

    def __init__(self, plan: Plan | None) -> None:
        instances = list(plan.instances()) if plan else []
        self._evicting = {
            one.id for one in instances if one.operator.operator_class == "EvictingWindowOperator"
        }
        self._subtask_of = {one.id: one.subtask.id for one in instances}
        self._parts: dict[str, set[str]] = {}
        """By subtask, its own id and those of its operators and input channels."""
        for one in instances:
            self._parts.setdefault(one.subtask.id, {one.subtask.id}).add(one.id)
        for channel in plan.channels if plan else ():
            self._parts[channel.target].add(channel.id)
        self._elements: dict[Any, list[tuple[int, e.WindowAssigned]]] = {}
        """Contents of the panes from which elements can be evicted."""
        self._last: dict[Any, int] = {}
        self._waiting: dict[Any, deque[int]] = {}
        self._clock = (-1, 0)
        """The last event that advanced the clock, and the time."""
        self._due: dict[str, tuple[dict[int, dict[int, None]], list[int]]] = {}
        """By subtask, its processing-time timers by timestamp, and a heap of the timestamps."""
        self._panes: dict[Any, Origins] = {}
        self._entries: dict[Any, dict[str, int]] = {}
        """By map state, the last change of each of its entries."""
        self._at_hand: dict[str, tuple[str, int]] = {}
        """By source or generator, the split and the current record."""
        self._greatest: dict[tuple[str, str], tuple[int, int]] = {}
        """By generator, the greatest timestamp so far and the first record that had it."""
        self._said: dict[tuple[str, str], int] = {}
        """By generator, its last watermark."""
        self._holders: dict[str, dict[str, None]] = {}
        """By source, the splits that limit its watermark."""
        self._let_go: dict[str, list[int]] = {}
        """By source, the changes of splits that limited its watermark, since its last watermark."""
        self._finders: dict[type[Any], _Find] = {
            e.ProcessingTimeAdvanced: self._clock_advanced,
            e.MailEnqueued: self._mail_enqueued,
            e.MailTaken: self._mail_taken,
            e.BarrierReceived: lambda i, f: self._ends((f.channel, f.sequence)),
            e.ResumptionSent: lambda i, f: self._joins(i, ("resumption", f.channel)),
            e.ConsumptionResumed: lambda i, f: self._leaves(("resumption", f.channel)),
            e.TimerRegistered: self._timer_registered,
            e.TimerRestored: self._timer_registered,
            e.TimerFired: self._timer_gone,
            e.TimerDeleted: self._timer_gone,
            e.StateRestored: lambda i, f: self._begins(i, _state(f)),
            e.ListRestored: lambda i, f: self._begins(i, _state(f)),
            e.StateEntryRestored: self._entry_put,
            e.PaneRestored: self._pane_restored,
            e.StateAppended: lambda i, f: self._goes_on(i, _state(f)),
            e.StateCleared: lambda i, f: self._ends(_state(f)),
            e.StateEntryPut: self._entry_put,
            e.StateEntryRemoved: self._entry_removed,
            e.StateRead: self._state_read,
            e.StateEntryRead: lambda i, f: self._of_entry(f),
            e.ChannelWatermarkChanged: lambda i, f: self._goes_on(i, ("channel", f.channel)),
            e.InputWatermarkAdvanced: lambda i, f: self._all_of("channel", f.held_by),
            e.WatermarkGenerated: self._watermark_generated,
            e.SplitStatusChanged: self._holders_change,
            e.SplitAssigned: self._holders_change,
            e.SplitReleased: self._holders_change,
            e.WatermarkEmitted: self._watermark_emitted,
            e.OperatorWatermarkAdvanced: lambda i, f: self._goes_on(i, ("clock", f.operator)),
            e.ElementsEvicted: self._elements_evicted,
            e.WindowsMerged: self._panes_merge,
            e.SharedElementChanged: self._shared_element_changes,
            e.WindowFired: lambda i, f: self._panes.get(_pane(f, f.window), _NONE),
            e.WindowCleared: self._window_cleared,
            e.WindowSkippedAsLate: lambda i, f: self._seen(("clock", f.operator)),
            e.LateRecordDropped: lambda i, f: self._seen(("clock", f.operator)),
            e.ExecutionReset: self._forget,
        }
        self._of_rows: dict[type[Any], _FindOfRow] = {
            e.ElementWritten: lambda i, row: self._begins(i, _WRITTEN(row)),
            e.ElementReceived: lambda i, row: self._ends(_RECEIVED(row)),
            e.DefaultActionSuspended: self._suspended,
            e.DefaultActionResumed: self._resumed,
            e.BufferSent: self._joining("buffer", e.BufferSent),
            e.BufferArrived: self._buffer_arrived,
            e.BufferConsumed: self._buffer_consumed,
            e.CreditAnnounced: self._joining("credit", e.CreditAnnounced),
            e.CreditChanged: self._leaving("credit", e.CreditChanged),
            e.SourceRecordRead: self._record_read,
            e.ElementProcessed: self._element_processed,
            e.TimestampAssigned: self._timestamp_assigned,
            e.WindowAssigned: self._pane_grows,
            e.StateUpdated: self._state_updated,
        }
        """Finders of frequent event types (one per record or buffer), which need no event object."""

    def finder_of(self, cls: type[Any]) -> _FindOfRow | None:
        """Return a function that finds the origins of an event of type *cls* from its index and row.

        The event that triggered it comes first. ``None`` for a type without origins. The functions
        of all other types have to be called for every event in order.
        """
        if cls in self._of_rows:
            return self._of_rows[cls]
        find = self._finders.get(cls)
        return None if find is None else lambda index, row: find(index, fact_of(row))

    # --- objects with a lifetime -----------------------------------------------------------------

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

    def _forget(self, index: int, fact: e.ExecutionReset) -> Origins:
        """Discard what is known of a subtask, and what waits for it."""
        parts = self._parts.get(fact.subtask, set())
        maps: tuple[dict[Any, Any], ...] = (
            self._elements, self._last, self._waiting, self._due, self._panes, self._entries,
            self._at_hand, self._greatest, self._said, self._holders, self._let_go,
        )  # fmt: skip
        for known in maps:
            for thing in [thing for thing in known if _is_of(thing, parts)]:
                del known[thing]
        return _NONE

    # --- time and mails --------------------------------------------------------------------------

    def _clock_advanced(self, index: int, fact: e.ProcessingTimeAdvanced) -> Origins:
        self._clock = (index, fact.after)
        return _NONE

    def _timer_registered(self, index: int, fact: e.TimerRegistered) -> Origins:
        if fact.domain == "processing":
            subtask = self._subtask_of.get(fact.operator, "")
            due, order = self._due.setdefault(subtask, ({}, []))
            if fact.timestamp not in due:
                heappush(order, fact.timestamp)
            due.setdefault(fact.timestamp, {})[index] = None
        return self._begins(index, _timer(fact))

    def _timer_gone(self, index: int, fact: e.TimerFired | e.TimerDeleted) -> Origins:
        registered = self._ends(_timer(fact))
        if registered and fact.domain == "processing":
            due, _ = self._due[self._subtask_of.get(fact.operator, "")]
            of_that_time = due[fact.timestamp]
            del of_that_time[registered[0]]
            if not of_that_time:
                del due[fact.timestamp]
        return registered

    def _mail_enqueued(self, index: int, fact: e.MailEnqueued) -> Origins:
        """Find the first due timers, which caused a mail for timers."""
        self._joins(index, ("mail", fact.subtask, fact.mail))
        if not fact.mail.endswith(_FOR_TIMERS):
            return _NONE
        due, order = self._due.get(fact.subtask, ({}, []))
        while order and order[0] not in due:
            heappop(order)
        if not order or order[0] >= self._clock[1]:
            return _NONE  # deleted meanwhile
        return tuple(sorted(due[order[0]], reverse=True))

    def _mail_taken(self, index: int, fact: e.MailTaken) -> Origins:
        self._last["at work", fact.subtask] = index
        return self._leaves(("mail", fact.subtask, fact.mail))

    def _suspended(self, index: int, row: Row) -> Origins:
        subtask, reason = _SUSPENDED(row)
        if reason == "busy":
            self._last["suspended", subtask] = index
        return _NONE

    def _resumed(self, index: int, row: Row) -> Origins:
        """Find the clock event that resumed a sleeping task, if it has taken no mail since."""
        subtask = _RESUMED(row)
        suspended = self._last.pop(("suspended", subtask), -1)
        at_work = self._last.get(("at work", subtask), -1)
        return (self._clock[0],) if at_work < suspended < self._clock[0] else _NONE

    # --- state -----------------------------------------------------------------------------------

    def _state_updated(self, index: int, row: Row) -> Origins:
        operator, state, key, namespace, folded = _UPDATED(row)
        before = self._goes_on(index, (operator, state, repr(key), repr(namespace)))
        return before if folded else _NONE

    def _entry_put(self, index: int, fact: e.StateEntryPut) -> Origins:
        self._entries.setdefault(_state(fact), {})[repr(fact.entry)] = index
        return _NONE

    def _entry_removed(self, index: int, fact: e.StateEntryRemoved) -> Origins:
        before = self._of_entry(fact)
        self._entries.get(_state(fact), {}).pop(repr(fact.entry), None)
        return before

    def _of_entry(self, fact: e.StateEntryRemoved | e.StateEntryRead) -> Origins:
        before = self._entries.get(_state(fact), {}).get(repr(fact.entry), -1)
        return _NONE if before < 0 else (before,)

    def _state_read(self, index: int, fact: e.StateRead) -> Origins:
        """Find the last change of a value, the last element of a list, or all entries of a map."""
        entries = self._entries.get(_state(fact))
        return (
            tuple(sorted(entries.values(), reverse=True)) if entries else self._seen(_state(fact))
        )

    # --- queues ----------------------------------------------------------------------------------

    def _joins(self, index: int, queue: Any) -> Origins:
        self._waiting.setdefault(queue, deque()).append(index)
        return _NONE

    def _leaves(self, queue: Any) -> Origins:
        waiting = self._waiting.get(queue)
        return (waiting.popleft(),) if waiting else _NONE

    def _joining(self, what: str, kind: type[Fact]) -> _FindOfRow:
        channel = fields_of(kind, "channel")
        return lambda index, row: self._joins(index, (what, channel(row)))

    def _leaving(self, what: str, kind: type[Fact]) -> _FindOfRow:
        channel = fields_of(kind, "channel")
        return lambda index, row: self._leaves((what, channel(row)))

    def _buffer_arrived(self, index: int, row: Row) -> Origins:
        channel = _ARRIVED(row)
        self._joins(index, ("arrived", channel))
        return self._leaves(("buffer", channel))

    def _buffer_consumed(self, index: int, row: Row) -> Origins:
        channel, overtaken = _CONSUMED(row)
        waiting = self._waiting.get(("arrived", channel))
        if not waiting or overtaken >= len(waiting):  # possible in traces not recorded by flinksim
            return _NONE
        arrived = waiting[overtaken]
        del waiting[overtaken]
        return (arrived,)

    # --- watermarks ------------------------------------------------------------------------------

    def _record_read(self, index: int, row: Row) -> Origins:
        operator, split, timestamp = _READ(row)
        self._at_hand[operator] = split, index
        if timestamp is not None:
            self._keep_greatest(operator, timestamp)
        return _NONE

    def _element_processed(self, index: int, row: Row) -> Origins:
        operator, element = _PROCESSED(row)
        if element == "record":
            self._at_hand[operator] = "", index
        return _NONE

    def _timestamp_assigned(self, index: int, row: Row) -> Origins:
        self._keep_greatest(*_ASSIGNED(row))
        return _NONE

    def _keep_greatest(self, operator: str, timestamp: int) -> None:
        split, record = self._at_hand.get(operator, ("", -1))
        known = self._greatest.get((operator, split))
        if known is None or timestamp > known[0] or known[1] == record:
            self._greatest[operator, split] = timestamp, record

    def _watermark_generated(self, index: int, fact: e.WatermarkGenerated) -> Origins:
        # Flink's own generators use only the greatest timestamp so far.
        self._holders_change(index, fact)
        self._last["generated", fact.operator, fact.split] = index
        self._said[fact.operator, fact.split] = fact.timestamp
        greatest = self._greatest.get((fact.operator, fact.split))
        return (greatest[1],) if greatest is not None and fact.by == "tick" else _NONE

    def _holders_change(self, index: int, fact: Any) -> Origins:
        holders = self._holders.setdefault(fact.operator, {})
        if fact.split in holders:
            self._let_go.setdefault(fact.operator, []).append(index)
        for split in getattr(fact, "lost", ()):
            holders.pop(split, None)
        for split in getattr(fact, "gained", ()):
            holders[split] = None
        if getattr(fact, "holds", type(fact) is e.SplitAssigned):
            holders[fact.split] = None
        else:
            holders.pop(fact.split, None)
        return _NONE

    def _watermark_emitted(self, index: int, fact: e.WatermarkEmitted) -> Origins:
        holders = self._holders.get(fact.operator)
        if holders is None:
            return _NONE
        released = self._let_go.pop(fact.operator, [])
        watermarks = {self._said.get((fact.operator, split)) for split in holders}
        if fact.timestamp == MAX_TIMESTAMP and MAX_TIMESTAMP not in watermarks:
            return _NONE  # the input has ended
        held_by = self._all_of("generated", [(fact.operator, split) for split in holders])
        return tuple(dict.fromkeys([*reversed(released), *held_by]))

    def _all_of(self, what: str, names: Iterable[Any]) -> Origins:
        keys = [(what, *name) if isinstance(name, tuple) else (what, name) for name in names]
        return tuple(sorted((self._last[key] for key in keys if key in self._last), reverse=True))

    # --- panes -----------------------------------------------------------------------------------

    def _pane_restored(self, index: int, fact: e.PaneRestored) -> Origins:
        """Record the restored pane; the events that added its contents are unknown."""
        self._panes[_pane(fact, fact.window)] = (index,)
        return _NONE

    def _pane_grows(self, index: int, row: Row) -> Origins:
        operator, key, window = _IN_WINDOW(row)
        pane = operator, repr(key), repr(window)
        if operator in self._evicting:
            self._elements.setdefault(pane, []).append((index, fact_of(row)))
            self._panes[pane] = (index, *self._panes.get(pane, _NONE))
            return _NONE
        before = self._panes.get(pane, _NONE)
        self._panes[pane] = (index,)
        return before

    def _shared_element_changes(self, index: int, fact: e.SharedElementChanged) -> Origins:
        before = self._panes.get(_pane(fact, fact.window), _NONE)
        for window in fact.others if isinstance(fact.others, tuple) else ():
            pane = _pane(fact, window)
            self._panes[pane] = (index, *self._panes.get(pane, _NONE))
        return before

    def _window_cleared(self, index: int, fact: e.WindowCleared) -> Origins:
        pane = _pane(fact, fact.window)
        self._elements.pop(pane, None)
        return self._panes.pop(pane, _NONE)

    def _elements_evicted(self, index: int, fact: e.ElementsEvicted) -> Origins:
        """Find the origins of an eviction, and match the remaining elements to their events.

        The remaining elements are the same ones in the same order; they are matched from the newest
        on.
        """
        pane = _pane(fact, fact.window)
        before = self._panes.get(pane, _NONE)
        elements = self._elements.get(pane, [])
        remaining: list[tuple[int, e.WindowAssigned]] = []
        left = list(fact.contents) if isinstance(fact.contents, tuple) else []
        for one in reversed(elements):
            if left and (one[1].value, one[1].timestamp) == tuple(left[-1]):
                left.pop()
                remaining.append(one)
        self._elements[pane] = remaining[::-1]
        self._panes[pane] = tuple([number for number, _ in remaining])
        return before

    def _panes_merge(self, index: int, fact: e.WindowsMerged) -> Origins:
        merged = fact.merged if isinstance(fact.merged, tuple) else (fact.merged,)
        windows = [*merged, fact.result]
        if fact.operator in self._evicting:
            parts = [self._elements.pop(_pane(fact, window), []) for window in windows]
            elements = [one for part in parts for one in part]
            self._elements[_pane(fact, fact.result)] = elements
        before = [
            earlier
            for pane in dict.fromkeys(_pane(fact, window) for window in windows)
            for earlier in self._panes.pop(pane, _NONE)
        ]
        if fact.operator in self._evicting:
            self._panes[_pane(fact, fact.result)] = tuple(before)
            return _NONE
        self._panes[_pane(fact, fact.result)] = (index,)
        return tuple(sorted(before, reverse=True))


def _is_of(thing: Any, parts: set[str]) -> bool:
    """Return whether *thing* belongs to a subtask with the ids *parts*.

    Keys of a subtask have one of these ids as their first or second part.
    """
    return thing in parts if isinstance(thing, str) else not parts.isdisjoint(thing[:2])


# As text, because 1, 1.0 and True are different keys.


def _timer(fact: e.TimerRegistered | e.TimerFired | e.TimerDeleted) -> Any:
    return fact.operator, fact.domain, repr(fact.key), repr(fact.namespace), fact.timestamp


def _state(fact: Any) -> Any:
    return fact.operator, fact.state, repr(fact.key), repr(fact.namespace)


def _pane(fact: Any, window: Any) -> Any:
    return fact.operator, repr(fact.key), repr(window)
