"""The part of the window operator for merging window assigners, such as session windows.

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
from flinksim.runtime.operators.window_contents import PaneStrategy, merge_panes
from flinksim.runtime.operators.window_contexts import WindowTriggerContext
from flinksim.runtime.operators.window_tracing import WindowTracer
from flinksim.runtime.state.heap_keyed_state_backend import StateTable
from flinksim.runtime.state.namespaces import VOID_NAMESPACE


class MergingWindows:
    """The windows of every key that are not cleaned up yet; merges their contents when they merge.

    Raises:
        NotImplementedError: If the result of a merge is in the past; the text is Flink's.
    """

    __slots__ = (
        "_assigner",
        "_context",
        "_is_event_time",
        "_lateness",
        "_panes",
        "_strategy",
        "_timers",
        "_tracer",
        "_trigger",
        "window_sets",
    )  # fmt: skip

    ORDER_WINDOWS: Callable[[Collection[Any]], list[Any]] = list
    """Function that sorts windows to be merged into the order in which Flink iterates over them."""

    def __init__(
        self,
        assigner: MergingWindowAssigner[Any, Any],
        trigger: Trigger[Any, Any],
        lateness: int,
        context: WindowTriggerContext,
        timers: InternalTimerService,
        panes: StateTable,
        window_sets: StateTable,
        strategy: PaneStrategy,
        tracer: WindowTracer | None,
    ) -> None:
        self._assigner = assigner
        self._trigger = trigger
        self._is_event_time = assigner.is_event_time()
        self._lateness = lateness
        self._context = context
        self._timers = timers
        self._panes = panes
        self._strategy = strategy
        self._tracer = tracer
        self.window_sets = window_sets
        window_sets.serialize = _extract_mapping
        window_sets.deserialize = self._create_window_set

    def get_current_window_set(self) -> MergingWindowSet:
        """Return the windows of the current key that are not cleaned up yet."""
        found: MergingWindowSet | None = self.window_sets.get(VOID_NAMESPACE)
        return self._create_window_set({}) if found is None else found

    def _create_window_set(self, mapping: dict[Any, Any]) -> MergingWindowSet:
        return MergingWindowSet(self._assigner, self.ORDER_WINDOWS, mapping)

    def persist(self, windows: MergingWindowSet) -> None:
        """Store *windows* as the state of the current key."""
        if windows.mapping:
            self.window_sets.put(VOID_NAMESPACE, windows)
        else:
            self.window_sets.remove(VOID_NAMESPACE)

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
        events = self._tracer
        if events is not None:
            panes = [self._panes.get(window) for window in (state_window, *merged_state_windows)]
            count = sum(pane.count for pane in panes if pane is not None)
            events.report_merged(new_window, merged, result, count, state_window)
        context = self._context
        context.window = result
        context.merged_windows = merged
        self._trigger.on_merge(result, context)
        if events is not None:
            events.report_trigger_evaluated(result, "onMerge", TriggerResult.CONTINUE)
        for window in merged:
            context.window = window
            if events is not None:
                events.report_trigger_cleared(window)
            self._trigger.clear(window, context)
            self._delete_cleanup_timer(window)
        self._merge_panes(result.max_timestamp(), state_window, merged_state_windows)

    def _merge_panes(self, end: int, state_window: Any, merged_state_windows: list[Any]) -> None:
        panes, contents = self._panes, self._strategy
        merge_panes(panes, contents, end, state_window, merged_state_windows, self._tracer)

    def _compute_cleanup_time(self, window: Any) -> int:
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
        cleanup_time = self._compute_cleanup_time(window)
        if cleanup_time == MAX_TIMESTAMP:
            return
        if self._is_event_time:
            self._timers.delete_event_time_timer(window, cleanup_time)
        else:
            self._timers.delete_processing_time_timer(window, cleanup_time)


def _extract_mapping(windows: MergingWindowSet) -> dict[Any, Any]:
    """Return for each window the state window under which its contents are stored, for a snapshot."""
    return dict(windows.mapping)
