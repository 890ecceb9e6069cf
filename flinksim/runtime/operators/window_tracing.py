"""The trace events of a window operator; used only while a run is traced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeAlias

from flinksim.core.ids import OperatorId
from flinksim.datastream.evictors import TimestampedValue
from flinksim.datastream.triggers import TriggerResult
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.window_contents import Pane, PaneStrategy
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend, StateTable
from flinksim.runtime.state.namespaces import freeze_namespace
from flinksim.trace.events import (
    ElementProcessed,
    ElementsEvicted,
    Emit,
    FiringClock,
    FiringKind,
    FiringSkipped,
    LateRecordDropped,
    SharedElementChanged,
    StateAppended,
    StateCleared,
    StateUpdated,
    TriggerCallback,
    TriggerCleared,
    TriggerEvaluated,
    TriggerResultName,
    WindowAssigned,
    WindowCleared,
    WindowFired,
    WindowSkippedAsLate,
    WindowsMerged,
)
from flinksim.trace.values import Value, freeze

WINDOW_CONTENTS = "window-contents"
"""Flink's name for the state that holds the contents of windows."""

_CONTINUE = TriggerResult.CONTINUE

FiringSkippedReason: TypeAlias = Literal["empty contents", "no state window"]


_VERDICTS: dict[tuple[bool, bool], TriggerResultName] = {
    (False, False): "CONTINUE",
    (True, False): "FIRE",
    (False, True): "PURGE",
    (True, True): "FIRE_AND_PURGE",
}

AddToPane: TypeAlias = Callable[[StreamRecord, Any, Any, Any], Pane]
OnElement: TypeAlias = Callable[[Any, int, Any, Any], TriggerResult]


class TriggerCaller(Protocol):
    """A window operator, as far as it calls a trigger for each record."""

    _on_element: OnElement


class WindowTracer:
    """Emits trace events about the panes of the current key.

    The contents of a pane are reported as the state that they are in Flink: each new value of an
    accumulator, each element that is added to a list.
    """

    __slots__ = (
        "_backend",
        "_emit",
        "_freeze_contents",
        "_has_shared_elements",
        "_is_aggregated",
        "_operator",
        "_record_value",
        "_skipped_windows",
    )

    def __init__(
        self,
        operator: OperatorId,
        backend: HeapKeyedStateBackend,
        emit: Emit,
        contents: PaneStrategy,
    ) -> None:
        self._operator = operator
        self._backend = backend
        self._emit = emit
        self._is_aggregated = contents.is_aggregated
        self._has_shared_elements = contents.has_shared_elements
        self._freeze_contents = contents.freeze
        self._record_value: Value = None
        self._skipped_windows: list[tuple[Value, int]] = []
        """Windows that are too late for the current record, with their cleanup times."""

    def report_element_processed(self, record: StreamRecord) -> None:
        value = self._record_value = freeze(record.value)
        if self._skipped_windows:
            self._skipped_windows.clear()
        self._emit((ElementProcessed, self._operator, "record", value, record.timestamp))

    def with_pane_events(self, add: AddToPane, panes: StateTable) -> AddToPane:
        """Wrap *add*, which adds a record to a pane, to also emit an event with the pane's new contents."""
        assigned = self.report_assigned

        def add_and_report(
            record: StreamRecord, element: Any, window: Any, state_window: Any
        ) -> Pane:
            pane = add(record, element, window, state_window)
            assigned(record, window, state_window, pane)
            return pane

        def add_and_report_changes(
            record: StreamRecord, element: Any, window: Any, state_window: Any
        ) -> Pane:
            found = panes.get(state_window)
            old_value = None if found is None else found.accumulator
            pane = add(record, element, window, state_window)
            assigned(record, window, state_window, pane)
            if old_value is not None and type(pane.contents) is TimestampedValue:
                group = panes.maps[self._backend.key_group_index]
                self.report_element_changed(window, state_window, pane.contents, old_value, group)
            return pane

        return add_and_report_changes if self._has_shared_elements else add_and_report

    def with_trigger_events(self, operator: TriggerCaller) -> OnElement:
        """Wrap the trigger call of *operator* to also emit an event with the trigger's result."""
        id_, backend, emit = self._operator, self._backend, self._emit

        def evaluate_and_report(
            value: Any, timestamp: int, window: Any, context: Any
        ) -> TriggerResult:
            result = operator._on_element(value, timestamp, window, context)
            verdict: TriggerResultName = "CONTINUE"
            if result is not _CONTINUE:
                verdict = _VERDICTS[result._value_]
            name = freeze_namespace(window)
            emit((TriggerEvaluated, id_, backend.frozen_key, name, "onElement", verdict))
            return result

        return evaluate_and_report

    def report_assigned(
        self, record: StreamRecord, window: Any, state_window: Any, pane: Pane
    ) -> None:
        backend = self._backend
        key, name = backend.frozen_key, freeze_namespace(window)
        where = name if state_window is window else freeze_namespace(state_window)
        self._emit(
            (
                WindowAssigned,
                self._operator,
                key,
                name,
                self._record_value,
                record.timestamp,
                pane.count,
                where,
            )
        )
        if self._is_aggregated:
            value = self._freeze_contents(pane.contents)
            self._emit(
                (StateUpdated,
                    self._operator, WINDOW_CONTENTS, key, where, value, backend.current_key_group, True
                )
            )  # fmt: skip
        else:
            (value,) = self._freeze_contents(pane.contents[-1:])
            self._emit(
                (
                    StateAppended,
                    self._operator,
                    WINDOW_CONTENTS,
                    key,
                    where,
                    value,
                    backend.current_key_group,
                )
            )

    def report_element_changed(
        self,
        window: Any,
        state_window: Any,
        element: TimestampedValue,
        before: Any,
        panes: Mapping[tuple[Any, Any], Pane],
    ) -> None:
        """Emit an event that an aggregate changed *element* in place; other panes may contain it as well."""
        old_value, value = freeze(before), freeze(element.value)
        if old_value == value:
            return
        backend = self._backend
        key, name, identity = backend.frozen_key, freeze_namespace(window), backend.key_identity
        holders = [
            (where, pane)
            for (pane_identity, where), pane in panes.items()
            if pane_identity == identity and pane.contains(element)
        ]
        others = tuple([freeze_namespace(where) for where, _ in holders if where != state_window])
        if others:
            self._emit((SharedElementChanged, self._operator, key, name, others, old_value, value))
        for where, pane in holders:
            if where == state_window and self._is_aggregated:
                continue  # already reported with the record
            place = self._operator, WINDOW_CONTENTS, key, freeze_namespace(where)
            contents = self._freeze_contents(pane.contents)
            if self._is_aggregated:
                self._emit((StateUpdated, *place, contents, backend.current_key_group, True))
                continue
            self._emit((StateCleared, *place, backend.current_key_group))
            for one in contents:
                self._emit((StateAppended, *place, one, backend.current_key_group))

    def report_contents_merged(self, pane: Pane, before: int, state_window: Any) -> None:
        """Emit an event that *pane* got the contents of merged panes.

        For a list, *before* is the number of elements that it had itself.
        """
        backend = self._backend
        key, name = backend.frozen_key, freeze_namespace(state_window)
        where = self._operator, WINDOW_CONTENTS, key, name
        if self._is_aggregated:
            value = self._freeze_contents(pane.contents)
            self._emit((StateUpdated, *where, value, backend.current_key_group, True))
            return
        for value in self._freeze_contents(pane.contents[before:]):
            self._emit((StateAppended, *where, value, backend.current_key_group))

    def report_contents_cleared(self, pane: Pane | None, state_window: Any) -> None:
        if pane is not None and pane.contents is not None:
            backend = self._backend
            name = freeze_namespace(state_window)
            self._emit(
                (StateCleared,
                    self._operator, WINDOW_CONTENTS, backend.frozen_key, name,
                    backend.current_key_group,
                )
            )  # fmt: skip

    def report_trigger_evaluated(
        self, window: Any, callback: TriggerCallback, result: TriggerResult
    ) -> None:
        name = freeze_namespace(window)
        self._emit(
            (
                TriggerEvaluated,
                self._operator,
                self._backend.frozen_key,
                name,
                callback,
                _VERDICTS[result._value_],
            )
        )

    def report_fired(
        self,
        window: Any,
        kind: FiringKind,
        clock: FiringClock,
        count: int,
        contents: Any,
        watermark: int,
    ) -> None:
        self._emit(
            (WindowFired,
                self._operator, self._backend.frozen_key, freeze_namespace(window), kind, clock,
                count, freeze(contents), watermark,
            )
        )  # fmt: skip

    def report_firing_skipped(self, window: Any, pane: Pane | None) -> None:
        """Emit an event that a firing had no effect: the pane is empty or the window no longer exists."""
        name = freeze_namespace(window)
        reason: FiringSkippedReason = "no state window" if pane is None else "empty contents"
        self._emit((FiringSkipped, self._operator, self._backend.frozen_key, name, reason))

    def report_trigger_cleared(self, window: Any) -> None:
        name = freeze_namespace(window)
        self._emit((TriggerCleared, self._operator, self._backend.frozen_key, name))

    def report_evicted(self, window: Any, state_window: Any, evicted: int, pane: Pane) -> None:
        contents = tuple(self._freeze_contents(pane.contents or []))
        self._emit(
            (ElementsEvicted,
                self._operator, self._backend.frozen_key, freeze_namespace(window), evicted, pane.count,
                freeze_namespace(state_window), contents, self._backend.current_key_group,
            )
        )  # fmt: skip

    def report_cleared(
        self, window: Any, state_window: Any, reason: Literal["purged", "cleanup"]
    ) -> None:
        name, where = freeze_namespace(window), freeze_namespace(state_window)
        self._emit((WindowCleared, self._operator, self._backend.frozen_key, name, reason, where))

    def report_merged(
        self, new_window: Any, windows: list[Any], result: Any, count: int, state_window: Any
    ) -> None:
        names = tuple([freeze_namespace(window) for window in windows])
        name = None if new_window is None else freeze_namespace(new_window)
        self._emit(
            (WindowsMerged,
                self._operator, self._backend.frozen_key, self._record_value, name, names,
                freeze_namespace(result), count, freeze_namespace(state_window),
            )
        )  # fmt: skip

    def report_skipped_as_late(self, window: Any, cleanup_time: int, watermark: int) -> None:
        name = freeze_namespace(window)
        self._skipped_windows.append((name, cleanup_time))
        self._emit(
            (
                WindowSkippedAsLate,
                self._operator,
                self._backend.frozen_key,
                name,
                cleanup_time,
                watermark,
            )
        )

    def report_late_record_dropped(
        self, record: StreamRecord, watermark: int, to_side_output: bool
    ) -> None:
        windows = tuple([window for window, _ in self._skipped_windows])
        cleanup_time = max([time for _, time in self._skipped_windows], default=None)
        self._emit(
            (LateRecordDropped,
                self._operator, self._backend.frozen_key, self._record_value, record.timestamp, windows,
                cleanup_time, watermark, to_side_output,
            )
        )  # fmt: skip
