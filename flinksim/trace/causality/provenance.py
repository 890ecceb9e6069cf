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
from flinksim.trace.events.event import Event, Row, build_field_getter, event_from_row
from flinksim.trace.plan import Plan

Origins: TypeAlias = tuple[int, ...]
_OriginFinder: TypeAlias = Callable[[int, Any], Origins]

_RowOriginFinder: TypeAlias = Callable[[int, Row], Origins]

_NO_ORIGINS: Origins = ()

_WRITTEN_FIELDS = build_field_getter(e.ElementWritten, "channel", "sequence")
_RECEIVED_FIELDS = build_field_getter(e.ElementReceived, "channel", "sequence")
_READ_FIELDS = build_field_getter(e.SourceRecordRead, "operator", "split", "timestamp")
_PROCESSED_FIELDS = build_field_getter(e.ElementProcessed, "operator", "element")
_ASSIGNED_FIELDS = build_field_getter(e.TimestampAssigned, "operator", "after")
_ARRIVED_FIELDS = build_field_getter(e.BufferArrived, "channel")
_CONSUMED_FIELDS = build_field_getter(e.BufferConsumed, "channel", "overtaken")
_SUSPENDED_FIELDS = build_field_getter(e.DefaultActionSuspended, "subtask", "reason")
_RESUMED_FIELDS = build_field_getter(e.DefaultActionResumed, "subtask")
_WINDOW_ASSIGNED_FIELDS = build_field_getter(e.WindowAssigned, "operator", "key", "window")
_UPDATED_FIELDS = build_field_getter(
    e.StateUpdated, "operator", "state", "key", "namespace", "folded"
)
_TIMER_MAIL_SUFFIX = "-timers"
"""Suffix of the names of Flink's timer services: user-timers, window-timers."""


class ProvenanceTracker:
    """Finds, for each event of a run, the events of earlier steps that it follows from (its origins).

    It takes the events in the order in which they were recorded.
    """

    def __init__(self, plan: Plan | None) -> None:
        instances = list(plan.instances()) if plan else []
        self._evicting_operators = {
            one.id for one in instances if one.operator.operator_class == "EvictingWindowOperator"
        }
        self._subtask_of = {one.id: one.subtask.id for one in instances}
        self._subtask_ids: dict[str, set[str]] = {}
        """For each subtask, its id and the ids of its operators and input channels."""
        for one in instances:
            self._subtask_ids.setdefault(one.subtask.id, {one.subtask.id}).add(one.id)
        for channel in plan.channels if plan else ():
            self._subtask_ids[channel.target].add(channel.id)
        self._elements: dict[Any, list[tuple[int, e.WindowAssigned]]] = {}
        """For windows with an evictor, the events that added the elements a pane contains now."""
        self._last_events: dict[Any, int] = {}
        self._queues: dict[Any, deque[int]] = {}
        self._clock = (-1, 0)
        """The last event that advanced processing time, and the time it reached."""
        self._due_timers: dict[str, tuple[dict[int, dict[int, None]], list[int]]] = {}
        """For each subtask, its processing-time timers by timestamp, and a heap of these timestamps."""
        self._panes: dict[Any, Origins] = {}
        self._entries: dict[Any, dict[str, int]] = {}
        """For each map state, the last event that changed each of its entries."""
        self._current_records: dict[str, tuple[str, int]] = {}
        """For each source or watermark generator, the split and the event of the record it works on."""
        self._max_timestamps: dict[tuple[str, str], tuple[int, int]] = {}
        """For each watermark generator, the greatest timestamp so far and the first record that had it."""
        self._last_watermarks: dict[tuple[str, str], int] = {}
        """For each watermark generator, the event of its last watermark."""
        self._blockers: dict[str, dict[str, None]] = {}
        """For each source, the splits with the lowest watermark, which limit the watermark of the source."""
        self._former_blockers: dict[str, list[int]] = {}
        """For each source, the events by which splits stopped limiting its watermark.

        Only those since the last watermark of the source.
        """
        self._finders: dict[type[Any], _OriginFinder] = {
            e.ProcessingTimeAdvanced: self._on_clock_advanced,
            e.MailEnqueued: self._on_mail_enqueued,
            e.MailTaken: self._on_mail_taken,
            e.BarrierReceived: lambda i, f: self._end((f.channel, f.sequence)),
            e.ResumptionSent: lambda i, f: self._enqueue(i, ("resumption", f.channel)),
            e.ConsumptionResumed: lambda i, f: self._dequeue(("resumption", f.channel)),
            e.TimerRegistered: self._on_timer_registered,
            e.TimerRestored: self._on_timer_registered,
            e.TimerFired: self._on_timer_removed,
            e.TimerDeleted: self._on_timer_removed,
            e.StateRestored: lambda i, f: self._start(i, _build_state_key(f)),
            e.ListRestored: lambda i, f: self._start(i, _build_state_key(f)),
            e.StateEntryRestored: self._on_entry_put,
            e.PaneRestored: self._on_pane_restored,
            e.StateAppended: lambda i, f: self._continue(i, _build_state_key(f)),
            e.StateCleared: lambda i, f: self._end(_build_state_key(f)),
            e.StateEntryPut: self._on_entry_put,
            e.StateEntryRemoved: self._on_entry_removed,
            e.StateRead: self._on_state_read,
            e.StateEntryRead: lambda i, f: self._find_entry_origin(f),
            e.ChannelWatermarkChanged: lambda i, f: self._continue(i, ("channel", f.channel)),
            e.InputWatermarkAdvanced: lambda i, f: self._find_all("channel", f.held_by),
            e.WatermarkGenerated: self._on_watermark_generated,
            e.SplitStatusChanged: self._on_blockers_changed,
            e.SplitAssigned: self._on_blockers_changed,
            e.SplitReleased: self._on_blockers_changed,
            e.WatermarkEmitted: self._on_watermark_emitted,
            e.OperatorWatermarkAdvanced: lambda i, f: self._continue(i, ("clock", f.operator)),
            e.ElementsEvicted: self._on_elements_evicted,
            e.WindowsMerged: self._on_windows_merged,
            e.SharedElementChanged: self._on_shared_element_changed,
            e.WindowFired: lambda i, f: self._panes.get(_build_pane_key(f, f.window), _NO_ORIGINS),
            e.WindowCleared: self._on_window_cleared,
            e.PartialResultEmitted: self._on_window_cleared,
            e.WindowSkippedAsLate: lambda i, f: self._find_last(("clock", f.operator)),
            e.LateRecordDropped: lambda i, f: self._find_last(("clock", f.operator)),
            e.ExecutionReset: self._on_execution_reset,
        }
        self._row_finders: dict[type[Any], _RowOriginFinder] = {
            e.ElementWritten: lambda i, row: self._start(i, _WRITTEN_FIELDS(row)),
            e.ElementReceived: lambda i, row: self._end(_RECEIVED_FIELDS(row)),
            e.DefaultActionSuspended: self._on_suspended,
            e.DefaultActionResumed: self._on_resumed,
            e.BufferSent: self._build_enqueue("buffer", e.BufferSent),
            e.BufferArrived: self._on_buffer_arrived,
            e.BufferConsumed: self._on_buffer_consumed,
            e.CreditAnnounced: self._build_enqueue("credit", e.CreditAnnounced),
            e.CreditChanged: self._build_dequeue("credit", e.CreditChanged),
            e.SourceRecordRead: self._on_record_read,
            e.ElementProcessed: self._on_element_processed,
            e.TimestampAssigned: self._on_timestamp_assigned,
            e.WindowAssigned: self._on_window_assigned,
            e.StateUpdated: self._on_state_updated,
        }
        """Functions that find the origins of frequent event types (one or more per record or buffer).

        They work on the raw row and need no event object.
        """

    def get_finder(self, cls: type[Any]) -> _RowOriginFinder | None:
        """Return a function that finds the origins of an event of type *cls* from its index and row.

        In its result, the event that triggered the given one comes first. ``None`` for a type without
        origins. The returned functions update what is known of the run, so that each has to be called for
        every event of its type, in the order of the trace.
        """
        if cls in self._row_finders:
            return self._row_finders[cls]
        find = self._finders.get(cls)
        return None if find is None else lambda index, row: find(index, event_from_row(row))

    # --- objects with a lifetime -----------------------------------------------------------------

    def _start(self, index: int, key: Any) -> Origins:
        self._last_events[key] = index
        return _NO_ORIGINS

    def _continue(self, index: int, key: Any) -> Origins:
        before = self._last_events.get(key, -1)
        self._last_events[key] = index
        return _NO_ORIGINS if before < 0 else (before,)

    def _find_last(self, key: Any) -> Origins:
        before = self._last_events.get(key, -1)
        return _NO_ORIGINS if before < 0 else (before,)

    def _end(self, key: Any) -> Origins:
        before = self._last_events.pop(key, -1)
        return _NO_ORIGINS if before < 0 else (before,)

    def _on_execution_reset(self, index: int, event: e.ExecutionReset) -> Origins:
        """Forget everything about a subtask that restarts, including what is still on its way to it."""
        parts = self._subtask_ids.get(event.subtask, set())
        maps: tuple[dict[Any, Any], ...] = (
            self._elements,
            self._last_events,
            self._queues,
            self._due_timers,
            self._panes,
            self._entries,
            self._current_records,
            self._max_timestamps,
            self._last_watermarks,
            self._blockers,
            self._former_blockers,
        )
        for known in maps:
            for thing in [thing for thing in known if _is_part_of(thing, parts)]:
                del known[thing]
        return _NO_ORIGINS

    # --- time and mails --------------------------------------------------------------------------

    def _on_clock_advanced(self, index: int, event: e.ProcessingTimeAdvanced) -> Origins:
        self._clock = (index, event.after)
        return _NO_ORIGINS

    def _on_timer_registered(self, index: int, event: e.TimerRegistered) -> Origins:
        if event.domain == "processing":
            subtask = self._subtask_of.get(event.operator, "")
            due, order = self._due_timers.setdefault(subtask, ({}, []))
            if event.timestamp not in due:
                heappush(order, event.timestamp)
            due.setdefault(event.timestamp, {})[index] = None
        return self._start(index, _build_timer_key(event))

    def _on_timer_removed(self, index: int, event: e.TimerFired | e.TimerDeleted) -> Origins:
        registered = self._end(_build_timer_key(event))
        if registered and event.domain == "processing":
            due, _ = self._due_timers[self._subtask_of.get(event.operator, "")]
            of_that_time = due[event.timestamp]
            del of_that_time[registered[0]]
            if not of_that_time:
                del due[event.timestamp]
        return registered

    def _on_mail_enqueued(self, index: int, event: e.MailEnqueued) -> Origins:
        """Find the registrations of the first due timers, if the mail fires processing-time timers."""
        self._enqueue(index, ("mail", event.subtask, event.mail))
        if not event.mail.endswith(_TIMER_MAIL_SUFFIX):
            return _NO_ORIGINS
        due, order = self._due_timers.get(event.subtask, ({}, []))
        while order and order[0] not in due:
            heappop(order)
        if not order or order[0] >= self._clock[1]:
            return _NO_ORIGINS  # deleted meanwhile
        return tuple(sorted(due[order[0]], reverse=True))

    def _on_mail_taken(self, index: int, event: e.MailTaken) -> Origins:
        self._last_events["at work", event.subtask] = index
        return self._dequeue(("mail", event.subtask, event.mail))

    def _on_suspended(self, index: int, row: Row) -> Origins:
        subtask, reason = _SUSPENDED_FIELDS(row)
        if reason == "busy":
            self._last_events["suspended", subtask] = index
        return _NO_ORIGINS

    def _on_resumed(self, index: int, row: Row) -> Origins:
        """Find the advance of processing time that woke a sleeping task.

        There is none if the task has taken a mail from its mailbox since then.
        """
        subtask = _RESUMED_FIELDS(row)
        suspended = self._last_events.pop(("suspended", subtask), -1)
        at_work = self._last_events.get(("at work", subtask), -1)
        return (self._clock[0],) if at_work < suspended < self._clock[0] else _NO_ORIGINS

    # --- state -----------------------------------------------------------------------------------

    def _on_state_updated(self, index: int, row: Row) -> Origins:
        operator, state, key, namespace, folded = _UPDATED_FIELDS(row)
        before = self._continue(index, (operator, state, repr(key), repr(namespace)))
        return before if folded else _NO_ORIGINS

    def _on_entry_put(self, index: int, event: e.StateEntryPut) -> Origins:
        self._entries.setdefault(_build_state_key(event), {})[repr(event.entry)] = index
        return _NO_ORIGINS

    def _on_entry_removed(self, index: int, event: e.StateEntryRemoved) -> Origins:
        before = self._find_entry_origin(event)
        self._entries.get(_build_state_key(event), {}).pop(repr(event.entry), None)
        return before

    def _find_entry_origin(self, event: e.StateEntryRemoved | e.StateEntryRead) -> Origins:
        before = self._entries.get(_build_state_key(event), {}).get(repr(event.entry), -1)
        return _NO_ORIGINS if before < 0 else (before,)

    def _on_state_read(self, index: int, event: e.StateRead) -> Origins:
        """Find the events that wrote the state which is read.

        These are the last change of a value, the last addition to a list, or the last change of each entry
        of a map.
        """
        entries = self._entries.get(_build_state_key(event))
        return (
            tuple(sorted(entries.values(), reverse=True))
            if entries
            else self._find_last(_build_state_key(event))
        )

    # --- queues ----------------------------------------------------------------------------------

    def _enqueue(self, index: int, queue: Any) -> Origins:
        self._queues.setdefault(queue, deque()).append(index)
        return _NO_ORIGINS

    def _dequeue(self, queue: Any) -> Origins:
        waiting = self._queues.get(queue)
        return (waiting.popleft(),) if waiting else _NO_ORIGINS

    def _build_enqueue(self, queue: str, kind: type[Event]) -> _RowOriginFinder:
        channel = build_field_getter(kind, "channel")
        return lambda index, row: self._enqueue(index, (queue, channel(row)))

    def _build_dequeue(self, queue: str, kind: type[Event]) -> _RowOriginFinder:
        channel = build_field_getter(kind, "channel")
        return lambda index, row: self._dequeue((queue, channel(row)))

    def _on_buffer_arrived(self, index: int, row: Row) -> Origins:
        channel = _ARRIVED_FIELDS(row)
        self._enqueue(index, ("arrived", channel))
        return self._dequeue(("buffer", channel))

    def _on_buffer_consumed(self, index: int, row: Row) -> Origins:
        channel, overtaken = _CONSUMED_FIELDS(row)
        waiting = self._queues.get(("arrived", channel))
        if not waiting or overtaken >= len(waiting):  # possible in traces not recorded by flinksim
            return _NO_ORIGINS
        arrived = waiting[overtaken]
        del waiting[overtaken]
        return (arrived,)

    # --- watermarks ------------------------------------------------------------------------------

    def _on_record_read(self, index: int, row: Row) -> Origins:
        operator, split, timestamp = _READ_FIELDS(row)
        self._current_records[operator] = split, index
        if timestamp is not None:
            self._update_max_timestamp(operator, timestamp)
        return _NO_ORIGINS

    def _on_element_processed(self, index: int, row: Row) -> Origins:
        operator, element = _PROCESSED_FIELDS(row)
        if element == "record":
            self._current_records[operator] = "", index
        return _NO_ORIGINS

    def _on_timestamp_assigned(self, index: int, row: Row) -> Origins:
        self._update_max_timestamp(*_ASSIGNED_FIELDS(row))
        return _NO_ORIGINS

    def _update_max_timestamp(self, operator: str, timestamp: int) -> None:
        split, record = self._current_records.get(operator, ("", -1))
        known = self._max_timestamps.get((operator, split))
        if known is None or timestamp > known[0] or known[1] == record:
            self._max_timestamps[operator, split] = timestamp, record

    def _on_watermark_generated(self, index: int, event: e.WatermarkGenerated) -> Origins:
        # Flink's own generators use only the greatest timestamp so far.
        self._on_blockers_changed(index, event)
        self._last_events["generated", event.operator, event.split] = index
        self._last_watermarks[event.operator, event.split] = event.timestamp
        greatest = self._max_timestamps.get((event.operator, event.split))
        return (greatest[1],) if greatest is not None and event.by == "tick" else _NO_ORIGINS

    def _on_blockers_changed(self, index: int, event: Any) -> Origins:
        holders = self._blockers.setdefault(event.operator, {})
        if event.split in holders:
            self._former_blockers.setdefault(event.operator, []).append(index)
        for split in getattr(event, "lost", ()):
            holders.pop(split, None)
        for split in getattr(event, "gained", ()):
            holders[split] = None
        if getattr(event, "holds", type(event) is e.SplitAssigned):
            holders[event.split] = None
        else:
            holders.pop(event.split, None)
        return _NO_ORIGINS

    def _on_watermark_emitted(self, index: int, event: e.WatermarkEmitted) -> Origins:
        holders = self._blockers.get(event.operator)
        if holders is None:
            return _NO_ORIGINS
        released = self._former_blockers.pop(event.operator, [])
        watermarks = {self._last_watermarks.get((event.operator, split)) for split in holders}
        if event.timestamp == MAX_TIMESTAMP and MAX_TIMESTAMP not in watermarks:
            return _NO_ORIGINS  # the input has ended
        held_by = self._find_all("generated", [(event.operator, split) for split in holders])
        return tuple(dict.fromkeys([*reversed(released), *held_by]))

    def _find_all(self, prefix: str, names: Iterable[Any]) -> Origins:
        keys = [(prefix, *name) if isinstance(name, tuple) else (prefix, name) for name in names]
        return tuple(
            sorted(
                (self._last_events[key] for key in keys if key in self._last_events), reverse=True
            )
        )

    # --- panes -----------------------------------------------------------------------------------

    def _on_pane_restored(self, index: int, event: e.PaneRestored) -> Origins:
        """Remember a window pane restored from a checkpoint; the events that filled it are unknown."""
        self._panes[_build_pane_key(event, event.window)] = (index,)
        return _NO_ORIGINS

    def _on_window_assigned(self, index: int, row: Row) -> Origins:
        operator, key, window = _WINDOW_ASSIGNED_FIELDS(row)
        pane = operator, repr(key), repr(window)
        if operator in self._evicting_operators:
            self._elements.setdefault(pane, []).append((index, event_from_row(row)))
            self._panes[pane] = (index, *self._panes.get(pane, _NO_ORIGINS))
            return _NO_ORIGINS
        before = self._panes.get(pane, _NO_ORIGINS)
        self._panes[pane] = (index,)
        return before

    def _on_shared_element_changed(self, index: int, event: e.SharedElementChanged) -> Origins:
        before = self._panes.get(_build_pane_key(event, event.window), _NO_ORIGINS)
        for window in event.others if isinstance(event.others, tuple) else ():
            pane = _build_pane_key(event, window)
            self._panes[pane] = (index, *self._panes.get(pane, _NO_ORIGINS))
        return before

    def _on_window_cleared(
        self, index: int, event: e.WindowCleared | e.PartialResultEmitted
    ) -> Origins:
        pane = _build_pane_key(event, event.window)
        self._elements.pop(pane, None)
        return self._panes.pop(pane, _NO_ORIGINS)

    def _on_elements_evicted(self, index: int, event: e.ElementsEvicted) -> Origins:
        """Find the origins of an eviction, and find out which added elements remain in the pane.

        The evictor leaves the remaining elements in the same order. They are matched to the events that
        added them, starting with the newest.
        """
        pane = _build_pane_key(event, event.window)
        before = self._panes.get(pane, _NO_ORIGINS)
        elements = self._elements.get(pane, [])
        remaining: list[tuple[int, e.WindowAssigned]] = []
        left = list(event.contents) if isinstance(event.contents, tuple) else []
        for one in reversed(elements):
            if left and (one[1].value, one[1].timestamp) == tuple(left[-1]):
                left.pop()
                remaining.append(one)
        self._elements[pane] = remaining[::-1]
        self._panes[pane] = tuple([number for number, _ in remaining])
        return before

    def _on_windows_merged(self, index: int, event: e.WindowsMerged) -> Origins:
        merged = event.merged if isinstance(event.merged, tuple) else (event.merged,)
        windows = [*merged, event.result]
        if event.operator in self._evicting_operators:
            parts = [self._elements.pop(_build_pane_key(event, window), []) for window in windows]
            elements = [one for part in parts for one in part]
            self._elements[_build_pane_key(event, event.result)] = elements
        before = [
            earlier
            for pane in dict.fromkeys(_build_pane_key(event, window) for window in windows)
            for earlier in self._panes.pop(pane, _NO_ORIGINS)
        ]
        if event.operator in self._evicting_operators:
            self._panes[_build_pane_key(event, event.result)] = tuple(before)
            return _NO_ORIGINS
        self._panes[_build_pane_key(event, event.result)] = (index,)
        return tuple(sorted(before, reverse=True))


def _is_part_of(key: Any, ids: set[str]) -> bool:
    """Return whether *key*, a key of one of the tracker's tables, belongs to the subtask with *ids*.

    Such a key has an id of the subtask, of one of its operators or of a channel as its first or second
    part.
    """
    return key in ids if isinstance(key, str) else not ids.isdisjoint(key[:2])


# As text, because 1, 1.0 and True are different keys.


def _build_timer_key(event: e.TimerRegistered | e.TimerFired | e.TimerDeleted) -> Any:
    return event.operator, event.domain, repr(event.key), repr(event.namespace), event.timestamp


def _build_state_key(event: Any) -> Any:
    return event.operator, event.state, repr(event.key), repr(event.namespace)


def _build_pane_key(event: Any, window: Any) -> Any:
    return event.operator, repr(event.key), repr(window)
