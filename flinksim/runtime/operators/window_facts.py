"""The facts that a window operator reports; made only while a run is traced."""

from __future__ import annotations

from typing import Any

from flinksim.common.ids import OperatorId
from flinksim.datastream.triggers import TriggerResult
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.pane import Pane
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.namespaces import freeze_namespace
from flinksim.trace.events import (
    ElementProcessed,
    ElementsEvicted,
    Emit,
    FiringKind,
    KeySelected,
    LateRecordDropped,
    StateCleared,
    StateUpdated,
    TriggerCallback,
    TriggerEvaluated,
    TriggerVerdict,
    WindowAssigned,
    WindowCleared,
    WindowFired,
    WindowSkippedAsLate,
    WindowsMerged,
)
from flinksim.trace.values import Value, freeze

WINDOW_CONTENTS = "window-contents"
"""Flink's name for the state that holds a pane."""


_NAMES: dict[tuple[bool, bool], TriggerVerdict] = {
    (False, False): "CONTINUE",
    (True, False): "FIRE",
    (False, True): "PURGE",
    (True, True): "FIRE_AND_PURGE",
}


class WindowFacts:
    """Reports what happens to the panes of the current key.

    An accumulator is told by ``StateUpdated`` as well; what a list of elements holds is told by the
    assignments.
    """

    __slots__ = ("_backend", "_emit", "_key", "_key_of", "_operator", "_tells_contents", "_value")

    def __init__(
        self, operator: OperatorId, backend: HeapKeyedStateBackend, emit: Emit, tells_contents: bool
    ) -> None:
        self._operator = operator
        self._backend = backend
        self._emit = emit
        self._tells_contents = tells_contents
        self._key_of: Any = self  # no key is this object
        self._key: Value = None
        self._value: Value = None

    def _frozen_key(self) -> Value:
        """The current key as a trace keeps it; made once per key, for a record has many facts."""
        key = self._backend.current_key
        if key is not self._key_of:
            self._key_of = key
            self._key = freeze(key)
        return self._key

    def element_processed(self, record: StreamRecord) -> None:
        value = self._value = freeze(record.value)
        self._emit(ElementProcessed(self._operator, "record", value, record.timestamp))

    def key_selected(self) -> None:
        self._key_of = self  # an equal key may be another object, and a mutable one may change
        self._emit(KeySelected(self._operator, self._frozen_key(), self._backend.current_key_group))

    def assigned(self, record: StreamRecord, window: Any, state_window: Any, pane: Pane) -> None:
        key, name = self._frozen_key(), freeze_namespace(window)
        self._emit(
            WindowAssigned(self._operator, key, name, self._value, record.timestamp, pane.count)
        )
        if self._tells_contents:
            if state_window is not window:
                name = freeze_namespace(state_window)
            self._emit(
                StateUpdated(self._operator, WINDOW_CONTENTS, key, name, freeze(pane.contents))
            )

    def contents_merged(self, pane: Pane, state_window: Any) -> None:
        if self._tells_contents:
            name = freeze_namespace(state_window)
            value = freeze(pane.contents)
            self._emit(
                StateUpdated(self._operator, WINDOW_CONTENTS, self._frozen_key(), name, value)
            )

    def contents_cleared(self, pane: Pane | None, state_window: Any) -> None:
        if self._tells_contents and pane is not None and pane.contents is not None:
            name = freeze_namespace(state_window)
            self._emit(StateCleared(self._operator, WINDOW_CONTENTS, self._frozen_key(), name))

    def trigger_evaluated(
        self, window: Any, callback: TriggerCallback, result: TriggerResult
    ) -> None:
        name = freeze_namespace(window)
        self._emit(
            TriggerEvaluated(
                self._operator, self._frozen_key(), name, callback, _NAMES[result._value_]
            )
        )

    def fired(
        self, window: Any, kind: FiringKind, count: int, contents: Any, watermark: int
    ) -> None:
        self._emit(
            WindowFired(
                self._operator, self._frozen_key(), freeze_namespace(window), kind, count,
                freeze(contents), watermark,
            )
        )  # fmt: skip

    def evicted(self, window: Any, evicted: int, pane: Pane) -> None:
        name = freeze_namespace(window)
        self._emit(ElementsEvicted(self._operator, self._frozen_key(), name, evicted, pane.count))

    def purged(self, window: Any) -> None:
        name = freeze_namespace(window)
        self._emit(WindowCleared(self._operator, self._frozen_key(), name, "purged"))

    def cleaned_up(self, window: Any) -> None:
        name = freeze_namespace(window)
        self._emit(WindowCleared(self._operator, self._frozen_key(), name, "cleanup"))

    def merged(self, windows: list[Any], result: Any, count: int) -> None:
        names = tuple([freeze_namespace(window) for window in windows])
        self._emit(
            WindowsMerged(
                self._operator, self._frozen_key(), names, freeze_namespace(result), count
            )
        )

    def skipped_as_late(self, window: Any, cleanup_time: int, watermark: int) -> None:
        name = freeze_namespace(window)
        self._emit(
            WindowSkippedAsLate(self._operator, self._frozen_key(), name, cleanup_time, watermark)
        )

    def late_record_dropped(
        self, record: StreamRecord, watermark: int, to_side_output: bool
    ) -> None:
        self._emit(
            LateRecordDropped(
                self._operator, self._frozen_key(), self._value, record.timestamp, watermark,
                to_side_output,
            )
        )  # fmt: skip
