"""The part of the window operator for merging assigners.

Flink: the ``MergingWindowSet`` branches of ``WindowOperator``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.triggers import Trigger, TriggerResult
from flinksim.datastream.window_assigners import MergingWindowAssigner
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.runtime.operators.merging_window_set import MergingWindowSet
from flinksim.runtime.operators.window_contents import PaneContents, merge_panes
from flinksim.runtime.operators.window_contexts import WindowTriggerContext
from flinksim.runtime.operators.window_tracing import WindowFacts
from flinksim.runtime.state.heap_keyed_state_backend import StateTable
from flinksim.runtime.state.namespaces import VOID_NAMESPACE


class WindowMerging:
    """The in-flight windows of every key; merges panes when windows merge.

    Raises:
        NotImplementedError: If the result of a merge is in the past; the text is Flink's.
    """

    __slots__ = (
        "_assigner", "_contents", "_context", "_facts", "_is_event_time", "_lateness", "_panes",
        "_timers", "_trigger", "sets",
    )  # fmt: skip

    IN_ORDER: Callable[[Collection[Any]], list[Any]] = list
    """Puts the windows that merge into the order in which they are iterated."""

    def __init__(
        self,
        assigner: MergingWindowAssigner[Any, Any],
        trigger: Trigger[Any, Any],
        lateness: int,
        context: WindowTriggerContext,
        timers: InternalTimerService,
        panes: StateTable,
        sets: StateTable,
        contents: PaneContents,
        facts: WindowFacts | None,
    ) -> None:
        self._assigner = assigner
        self._trigger = trigger
        self._is_event_time = assigner.is_event_time()
        self._lateness = lateness
        self._context = context
        self._timers = timers
        self._panes = panes
        self._contents = contents
        self._facts = facts
        self.sets = sets
        sets.serialize = _mapping_of
        sets.deserialize = self._windows_in_flight

    def of_current_key(self) -> MergingWindowSet:
        """Return the in-flight windows of the current key."""
        found: MergingWindowSet | None = self.sets.get(VOID_NAMESPACE)
        return self._windows_in_flight({}) if found is None else found

    def _windows_in_flight(self, mapping: dict[Any, Any]) -> MergingWindowSet:
        return MergingWindowSet(self._assigner, self.IN_ORDER, mapping)

    def persist(self, windows: MergingWindowSet) -> None:
        """Store *windows* for the current key."""
        if windows.mapping:
            self.sets.put(VOID_NAMESPACE, windows)
        else:
            self.sets.remove(VOID_NAMESPACE)

    def merge(
        self,
        new_window: Any,
        result: Any,
        merged: list[Any],
        state_window: Any,
        merged_state_windows: list[Any],
    ) -> None:
        """Combine triggers, timers and contents of the windows that became *result*."""
        self._check_still_open(result)
        facts = self._facts
        if facts is not None:
            panes = [self._panes.get(window) for window in (state_window, *merged_state_windows)]
            count = sum(pane.count for pane in panes if pane is not None)
            facts.merged(new_window, merged, result, count, state_window)
        context = self._context
        context.window = result
        context.merged_windows = merged
        self._trigger.on_merge(result, context)
        if facts is not None:
            facts.trigger_evaluated(result, "onMerge", TriggerResult.CONTINUE)
        for window in merged:
            context.window = window
            if facts is not None:
                facts.trigger_cleared(window)
            self._trigger.clear(window, context)
            self._delete_cleanup_timer(window)
        self._merge_panes(result.max_timestamp(), state_window, merged_state_windows)

    def _merge_panes(self, end: int, state_window: Any, merged_state_windows: list[Any]) -> None:
        panes, contents = self._panes, self._contents
        merge_panes(panes, contents, end, state_window, merged_state_windows, self._facts)

    def _cleanup_time(self, window: Any) -> int:
        return min(int(window.max_timestamp()) + self._lateness, MAX_TIMESTAMP)

    def _check_still_open(self, result: Any) -> None:
        if self._is_event_time:
            watermark = self._timers.current_watermark
            if to_long(int(result.max_timestamp()) + self._lateness) <= watermark:
                raise NotImplementedError(
                    "The end timestamp of an event-time window cannot become earlier than the "
                    f"current watermark by merging. Current watermark: {watermark} window: {result}"
                )
            return
        now = self._timers.current_processing_time()
        if result.max_timestamp() <= now:
            raise NotImplementedError(
                "The end timestamp of a processing-time window cannot become earlier than the "
                f"current processing time by merging. Current processing time: {now} "
                f"window: {result}"
            )

    def _delete_cleanup_timer(self, window: Any) -> None:
        cleanup_time = self._cleanup_time(window)
        if cleanup_time == MAX_TIMESTAMP:
            return
        if self._is_event_time:
            self._timers.delete_event_time_timer(window, cleanup_time)
        else:
            self._timers.delete_processing_time_timer(window, cleanup_time)


def _mapping_of(windows: MergingWindowSet) -> dict[Any, Any]:
    """Extract what a snapshot stores: the state window of each window."""
    return dict(windows.mapping)
