"""The window operator: assigns records to panes, asks triggers, evaluates and cleans up.

Flink: ``WindowOperator``, ``EvictingWindowOperator``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flinksim.common.java_long import to_long
from flinksim.common.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.functions import (
    AggregateFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
)
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.triggers import Trigger, TriggerResult
from flinksim.datastream.window_assigners import MergingWindowAssigner
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.internal_timer_service import InternalTimer
from flinksim.runtime.operators.keyed import TimerOperator
from flinksim.runtime.operators.merging_window_set import MergingWindowSet
from flinksim.runtime.operators.pane import (
    Pane,
    PaneContents,
    aggregated_contents,
    evictable_contents,
    listed_contents,
    reduced_contents,
)
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.runtime.operators.window_contexts import (
    AssignerContext,
    EvictorContext,
    WindowTriggerContext,
)
from flinksim.runtime.operators.window_facts import WINDOW_CONTENTS, WindowFacts
from flinksim.runtime.operators.window_functions import (
    WindowContext,
    aggregate_all,
    evaluator_of,
)
from flinksim.runtime.state.key_identity import key_of
from flinksim.runtime.state.namespaces import VOID_NAMESPACE, freeze_namespace
from flinksim.trace.events import FiringKind, TriggerCallback
from flinksim.trace.values import Value, freeze

MERGING_WINDOW_SET = "merging-window-set"

NO_MERGING_TRIGGER_MESSAGE = (
    "A merging window assigner cannot be used with a trigger that does not support merging."
)

_CONTINUE = TriggerResult.CONTINUE


class WindowOperator(TimerOperator):
    """Windows of keyed records (all records have the key 0 if there is no key selector).

    * A window is late once the watermark is at its cleanup time, ``max_timestamp + lateness``
      (``MAX_TIMESTAMP`` if that overflows). At exactly that time a timer removes the pane.
    * A record is dropped, or goes to the late output, if no window took it *and* its own
      ``timestamp + lateness`` is not after the watermark.
    * Results have the timestamp ``max_timestamp`` of their window.
    * With a merging assigner a pane's contents stay under a *state window*
      (:class:`MergingWindowSet`); everything else goes the same way.
    * With an evictor the pane keeps all elements, and the evicted ones are gone for good.
    * Processing-time windows are never late, and have no lateness.

    Flink: ``WindowOperator``, ``EvictingWindowOperator``.
    Errors: ``NotImplementedError`` with Flink's words for a merging assigner whose trigger cannot
    merge, and for a merge whose result is already in the past.
    """

    __slots__ = (
        "_aggregate_all", "_assign", "_assigner", "_assigner_context", "_clears_function",
        "_contents", "_evaluate", "_evictor", "_evictor_context", "_facts", "_is_event_time",
        "_key_selector", "_late", "_late_output_tag", "_lateness", "_merges", "_merging_sets", "_on_element",
        "_panes", "_register_cleanup", "_trigger", "_trigger_context", "_window_context", "spec",
    )  # fmt: skip

    FLINK_CLASS = "WindowOperator"
    TIMER_SERVICE_NAME = "window-timers"

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec.window_function)
        self.spec = spec
        self._assigner: Any = spec.assigner
        self._trigger: Trigger[Any, Any] = spec.trigger or spec.assigner.get_default_trigger(None)
        self._merges = isinstance(spec.assigner, MergingWindowAssigner)
        if self._merges and not self._trigger.can_merge():
            raise NotImplementedError(NO_MERGING_TRIGGER_MESSAGE)
        self._is_event_time = spec.assigner.is_event_time()
        self._lateness = spec.allowed_lateness_ms if self._is_event_time else 0
        self._late_output_tag = spec.late_output_tag
        self._key_selector = spec.key_selector or _one_key_for_all
        self._evictor = spec.evictor
        self._contents = _contents_of(spec)
        self._aggregate_all = (
            aggregate_all(spec.pre_aggregation)
            if spec.evictor is not None and spec.pre_aggregation is not None
            else None
        )
        self._clears_function = isinstance(
            spec.window_function, (ProcessWindowFunction, ProcessAllWindowFunction)
        )

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        timers = self.timer_service
        self._late = 0
        self._facts = (
            None
            if context.emit is None
            else WindowFacts(self.id, self.backend, context.emit, self._contents.is_aggregated)
        )
        self._panes = self.backend.table(WINDOW_CONTENTS)
        self._merging_sets = self.backend.table(MERGING_WINDOW_SET)
        self._window_context = WindowContext(self.backend, timers, self._merges)
        self._evaluate = evaluator_of(self.function, self._window_context)
        runtime_context = self.runtime_context()
        metrics = runtime_context.get_metrics_group()
        self._trigger_context = WindowTriggerContext(self.backend, timers, metrics)
        self._assigner_context = AssignerContext(timers, runtime_context)
        self._evictor_context = EvictorContext(timers, metrics)
        # bound once: they are called for every record
        self._assign = self._assigner.assign_windows
        self._on_element = self._trigger.on_element
        self._register_cleanup = (
            timers.register_event_time_timer
            if self._is_event_time
            else timers.register_processing_time_timer
        )

    def open(self) -> None:
        if self.function is not None:
            super().open()

    def close(self) -> None:
        if self.function is not None:
            super().close()

    # --- a record ------------------------------------------------------------------------------

    def process_element(self, record: StreamRecord) -> None:
        value = record.value
        timestamp = MIN_TIMESTAMP if record.timestamp is None else record.timestamp
        facts = self._facts
        backend = self.backend
        if facts is not None:
            self.trace_element(record)
        backend.set_current_key(self._key_selector(value))
        if facts is not None:
            facts.key_selected()
        watermark = self.timer_service.current_watermark
        lateness = self._lateness
        is_event_time = self._is_event_time
        merging = self._merging_set() if self._merges else None
        skipped = True
        for window in self._assign(value, timestamp, self._assigner_context):
            state_window = window
            if merging is not None:
                window = merging.add_window(window, self._merge_panes)
                state_window = merging.state_window(window)
            cleanup_time = window.max_timestamp() + lateness
            if cleanup_time <= watermark and is_event_time:
                if merging is not None:
                    merging.retire_window(window)
                if facts is not None:
                    facts.skipped_as_late(window, cleanup_time, watermark)
                continue
            skipped = False
            panes = self._panes.maps[backend.key_group_index]
            address = (backend.key_identity, state_window)
            pane = panes.get(address)
            if pane is None:
                pane = panes[address] = Pane()
            pane.contents = self._contents.add(pane.contents, value, record.timestamp)
            pane.count += 1
            if facts is not None:
                facts.assigned(record, window, state_window, pane)
            self._trigger_context.window = window
            result = self._on_element(value, timestamp, window, self._trigger_context)
            if facts is not None:
                facts.trigger_evaluated(window, "onElement", result)
            if result is not _CONTINUE:
                if result.is_fire() and not self._fire(window, pane):
                    continue
                if result.is_purge():
                    self._purge(window, state_window, pane)
            if cleanup_time < MAX_TIMESTAMP:
                self._register_cleanup(window, cleanup_time)
        if merging is not None:
            self._persist(merging)
        if skipped and is_event_time and to_long(timestamp + lateness) <= watermark:
            self._drop_late(record)

    def _drop_late(self, record: StreamRecord) -> None:
        """No window took *record*, and its time is over."""
        self._late += 1
        tag = self._late_output_tag
        if self._facts is not None:
            self._facts.late_record_dropped(record, self.current_watermark, tag is not None)
        if tag is not None:
            self.output.collect_side_output(tag, record)

    # --- a timer -------------------------------------------------------------------------------

    def on_event_time(self, timer: InternalTimer) -> None:
        self._on_timer(timer, "onEventTime", self._is_event_time)

    def on_processing_time(self, timer: InternalTimer) -> None:
        self._on_timer(timer, "onProcessingTime", not self._is_event_time)

    def _on_timer(
        self, timer: InternalTimer, callback: TriggerCallback, may_clean_up: bool
    ) -> None:
        window = state_window = timer.namespace
        merging = None
        if self._merges:
            merging = self._merging_set()
            state_window = merging.state_window(window)
            if state_window is None:
                return  # the trigger left a timer of a window that has gone
        pane = self._panes.get(state_window)
        context = self._trigger_context
        context.window = window
        if callback == "onEventTime":
            result = self._trigger.on_event_time(timer.timestamp, window, context)
        else:
            result = self._trigger.on_processing_time(timer.timestamp, window, context)
        if self._facts is not None:
            self._facts.trigger_evaluated(window, callback, result)
        if result is not _CONTINUE and pane is not None:
            if result.is_fire():
                self._fire(window, pane)
            if result.is_purge():
                self._purge(window, state_window, pane)
        if may_clean_up and timer.timestamp == self._cleanup_time(window):
            self._clear_all(window, state_window, merging)

    def _cleanup_time(self, window: Any) -> int:
        cleanup_time: int = window.max_timestamp() + self._lateness
        return min(cleanup_time, MAX_TIMESTAMP)

    def _clear_all(
        self, window: Any, state_window: Any, merging: MergingWindowSet | None
    ) -> None:
        """The window is over: its contents, its trigger and the function's state for it go."""
        pane = self._panes.remove(state_window)
        if self._facts is not None:
            self._facts.cleaned_up(window)
            self._facts.contents_cleared(pane, state_window)
        self._trigger_context.window = window
        self._trigger.clear(window, self._trigger_context)
        if self._clears_function:
            self._window_context.current_window = window
            self.function.clear(self._window_context)
        if merging is not None:
            merging.retire_window(window)
            self._persist(merging)

    # --- what a trigger decided ------------------------------------------------------------------

    def _purge(self, window: Any, state_window: Any, pane: Pane) -> None:
        """Drop the contents; the pane stays open, and its timers and trigger state stay."""
        if self._facts is not None:
            self._facts.purged(window)
            self._facts.contents_cleared(pane, state_window)
        pane.contents = None
        pane.count = 0

    def _fire(self, window: Any, pane: Pane) -> bool:
        """Hand the contents to the window function, if there are any; whether there were."""
        if pane.contents is None:
            return False
        contents = self._contents.result(pane.contents)
        if contents is None:
            return False
        self._window_context.current_window = window
        if self._evictor is None:
            self._report_fired(window, pane, contents)
            elements = [contents] if self._contents.is_aggregated else contents
            self._emit_window_contents(window, elements)
        else:
            self._fire_evicting(window, pane, contents)
        return True

    def _report_fired(self, window: Any, pane: Pane, contents: Any) -> None:
        if self._facts is not None:
            kind = self._firing_kind(window, pane)
            self._facts.fired(window, kind, pane.count, contents, self.current_watermark)

    def _firing_kind(self, window: Any, pane: Pane) -> FiringKind:
        end = window.max_timestamp()
        timers = self.timer_service
        now = (
            timers.current_watermark if self._is_event_time else timers.current_processing_time()
        )
        if now < end:
            return "early"
        if pane.fired_end == end:
            return "late"
        pane.fired_end = end
        return "on time"

    def _fire_evicting(self, window: Any, pane: Pane, elements: list[Any]) -> None:
        evictor = self._evictor
        assert evictor is not None
        evictor.evict_before(elements, len(elements), window, self._evictor_context)
        self._keep(window, pane, elements)
        values = [element.value for element in elements]
        self._report_fired(window, pane, values)
        if self._aggregate_all is not None:
            values = [self._aggregate_all(values)]
        self._emit_window_contents(window, values)
        evictor.evict_after(elements, len(elements), window, self._evictor_context)
        self._keep(window, pane, elements)

    def _keep(self, window: Any, pane: Pane, elements: list[Any]) -> None:
        """Of the pane's elements, only *elements* are left."""
        evicted = pane.count - len(elements)
        pane.contents = list(elements) or None
        pane.count = len(elements)
        if self._facts is not None and evicted:
            self._facts.evicted(window, evicted, pane)

    def _emit_window_contents(self, window: Any, elements: list[Any]) -> None:
        results = self._evaluate(self.backend.current_key, window, elements)
        self.put_out(results, window.max_timestamp())

    # --- merging -------------------------------------------------------------------------------

    def _merging_set(self) -> MergingWindowSet:
        """The windows in flight of the current key."""
        found: MergingWindowSet | None = self._merging_sets.get(VOID_NAMESPACE)
        return MergingWindowSet(self._assigner) if found is None else found

    def _persist(self, merging: MergingWindowSet) -> None:
        if merging.mapping:
            self._merging_sets.put(VOID_NAMESPACE, merging)
        else:
            self._merging_sets.remove(VOID_NAMESPACE)

    def _merge_panes(
        self, result: Any, merged: list[Any], state_window: Any, merged_state_windows: list[Any]
    ) -> None:
        """Several windows became *result*: combine triggers, timers and contents."""
        self._check_still_open(result)
        panes = [self._panes.get(window) for window in (state_window, *merged_state_windows)]
        if self._facts is not None:
            count = sum(pane.count for pane in panes if pane is not None)
            self._facts.merged(merged, result, count)
        context = self._trigger_context
        context.window = result
        context.merged_windows = merged
        self._trigger.on_merge(result, context)
        if self._facts is not None:
            self._facts.trigger_evaluated(result, "onMerge", _CONTINUE)
        for window in merged:
            context.window = window
            self._trigger.clear(window, context)
            self._delete_cleanup_timer(window)
        self._merge_contents(result, state_window, merged_state_windows)

    def _check_still_open(self, result: Any) -> None:
        timers = self.timer_service
        if self._is_event_time:
            if self._cleanup_time(result) <= timers.current_watermark:
                raise NotImplementedError(
                    "The end timestamp of an event-time window cannot become earlier than the "
                    "current watermark by merging. Current watermark: "
                    f"{timers.current_watermark} window: {result}"
                )
        elif result.max_timestamp() <= timers.current_processing_time():
            raise NotImplementedError(
                "The end timestamp of a processing-time window cannot become earlier than the "
                "current processing time by merging. Current processing time: "
                f"{timers.current_processing_time()} window: {result}"
            )

    def _delete_cleanup_timer(self, window: Any) -> None:
        cleanup_time = self._cleanup_time(window)
        if cleanup_time == MAX_TIMESTAMP:
            return
        if self._is_event_time:
            self.timer_service.delete_event_time_timer(window, cleanup_time)
        else:
            self.timer_service.delete_processing_time_timer(window, cleanup_time)

    def _merge_contents(self, result: Any, state_window: Any, sources: list[Any]) -> None:
        """Flink merges the sources first, and then puts what they give behind the target's."""
        end = result.max_timestamp()
        target = self._panes.get(state_window)
        if target is None:
            target = Pane()
            self._panes.put(state_window, target)
        fired = target.fired_end == end
        merged: Any = None
        for source in sources:
            pane = self._panes.remove(source)
            if pane is None:
                continue
            if self._facts is not None:
                self._facts.contents_cleared(pane, source)
            fired = fired or pane.fired_end == end
            target.count += pane.count
            if pane.contents is not None:
                merged = (
                    pane.contents if merged is None else self._contents.merge(merged, pane.contents)
                )
        target.fired_end = end if fired else None
        if merged is not None:
            target.contents = (
                merged if target.contents is None else self._contents.merge(target.contents, merged)
            )
            if self._facts is not None:
                self._facts.contents_merged(target, state_window)

    # --- looking -------------------------------------------------------------------------------

    @property
    def late_records(self) -> int:
        return self._late

    def panes(self) -> Mapping[tuple[Value, Value], int]:
        if not self._merges:
            return {
                (freeze(key_of(identity)), freeze_namespace(window)): pane.count
                for identity, window, pane in self._panes.entries()
            }
        return {
            (freeze(key_of(identity)), freeze_namespace(window)): panes[
                identity, state_window
            ].count
            for panes, sets in zip(self._panes.maps, self._merging_sets.maps, strict=True)
            for (identity, _), merging in sets.items()
            for window, state_window in merging.mapping.items()
        }

    def keyed_states(self) -> dict[tuple[str, Value, Value], Value]:
        states = super().keyed_states()
        if self._contents.is_aggregated:
            for identity, window, pane in self._panes.entries():
                if pane.contents is not None:
                    address = (WINDOW_CONTENTS, freeze(key_of(identity)), freeze_namespace(window))
                    states[address] = freeze(pane.contents)
        return states


class EvictingWindowOperator(WindowOperator):
    """A window operator with an evictor; a class of its own as in Flink, for its name's sake."""

    __slots__ = ()

    FLINK_CLASS = "EvictingWindowOperator"


def _one_key_for_all(value: Any) -> int:
    return 0


def _contents_of(spec: WindowSpec) -> PaneContents:
    if spec.evictor is not None:
        return evictable_contents()
    if spec.pre_aggregation is None:
        return listed_contents()
    if isinstance(spec.pre_aggregation, AggregateFunction):
        return aggregated_contents(spec.pre_aggregation)
    return reduced_contents(spec.pre_aggregation)
