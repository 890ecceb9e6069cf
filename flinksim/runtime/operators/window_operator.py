"""The window operator: assigns records to panes, calls triggers, evaluates windows and cleans up.

Flink: ``WindowOperator``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from flinksim.core.java.int64 import to_long
from flinksim.core.java.timer_heap import InternalTimer
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.evictors import TimestampedValue
from flinksim.datastream.functions import (
    AggregateFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
)
from flinksim.datastream.state import ValueState
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.triggers import (
    CountTrigger,
    PurgingTrigger,
    TriggerResult,
    element_state_of,
)
from flinksim.datastream.window_assigners import MergingWindowAssigner
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.merging_window_set import MergingWindowSet
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.runtime.operators.window_contents import (
    Pane,
    PaneContents,
    aggregated_contents,
    listed_contents,
    object_of_its_own,
    reduced_contents,
)
from flinksim.runtime.operators.window_contexts import AssignerContext, WindowTriggerContext
from flinksim.runtime.operators.window_functions import (
    WindowContext,
    evaluator_of,
    internal_window_function,
)
from flinksim.runtime.operators.window_merging import WindowMerging
from flinksim.runtime.operators.window_tracing import (
    WINDOW_CONTENTS,
    AddToPane,
    OnElement,
    WindowFacts,
)
from flinksim.runtime.state.key_equality import key_of
from flinksim.runtime.state.namespaces import freeze_namespace
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import FiringClock, FiringKind, PaneRestored, TriggerCallback
from flinksim.trace.values import Value, freeze

MERGING_WINDOW_SET = "merging-window-set"

NO_MERGING_TRIGGER_MESSAGE = (
    "A merging window assigner cannot be used with a trigger that does not support merging."
)

_CONTINUE = TriggerResult.CONTINUE


class WindowOperator(TimerOperator):
    """Operator for windows of keyed records; without a key selector all records have the key 0.

    * A window is late once the watermark is at its cleanup time, ``max_timestamp + lateness``
      (``MAX_TIMESTAMP`` if that overflows). At exactly that time a timer removes the pane.
    * A record is dropped, or goes to the late output, if no window took it *and* its own
      ``timestamp + lateness`` is not after the watermark.
    * Results have the timestamp ``max_timestamp`` of their window.
    * With a merging assigner the contents of a pane stay under a *state window*
      (:class:`MergingWindowSet`).
    * Processing-time windows are never late, and have no lateness.

    Flink: ``WindowOperator``.

    Raises:
        NotImplementedError: If the assigner merges and the trigger cannot; the text is Flink's.
    """

    __slots__ = (
        "_add", "_assign", "_assigner", "_assigner_context", "_clears_function", "_contents",
        "_evaluate", "_facts", "_fired_at", "_fired_by", "_is_event_time", "_key_selector", "_late",
        "_late_output_tag", "_lateness", "_merging", "_on_element", "_panes", "_register_cleanup",
        "_remembered",
        "_trigger", "_trigger_context", "_window_context", "_window_function",
    )  # fmt: skip

    _fired_at: int | None
    """The time of the element or timer that fires, for subclasses that set it on results. PyFlink's
    subclasses have two bases, so they cannot add a slot.
    """

    TRIGGER_CONTEXT: type[WindowTriggerContext] = WindowTriggerContext
    MERGING: type[WindowMerging] = WindowMerging

    FLINK_CLASS = "WindowOperator"
    TIMER_SERVICE_NAME = "window-timers"

    def __init__(self, spec: WindowSpec) -> None:
        super().__init__(spec.window_function)
        assigner = self._assigner = spec.assigner
        self._trigger = spec.effective_trigger
        if isinstance(assigner, MergingWindowAssigner) and not self._trigger.can_merge():
            raise NotImplementedError(NO_MERGING_TRIGGER_MESSAGE)
        self._is_event_time = assigner.is_event_time()
        self._lateness = spec.allowed_lateness_ms if self._is_event_time else 0
        self._late_output_tag = spec.late_output_tag
        self._key_selector = spec.key_selector or _one_key_for_all
        self._contents = self._contents_of(spec)
        self._clears_function = isinstance(
            spec.window_function, (ProcessWindowFunction, ProcessAllWindowFunction)
        )

    def _contents_of(self, spec: WindowSpec) -> PaneContents:
        if spec.pre_aggregation is None:
            return listed_contents()
        if isinstance(spec.pre_aggregation, AggregateFunction):
            return aggregated_contents(spec.pre_aggregation)
        return reduced_contents(spec.pre_aggregation)

    @property
    def internal_window_function(self) -> str:
        """Flink's frames for a call of the window function."""
        has_keys = self._key_selector is not _one_key_for_all
        return internal_window_function(self.function, self._contents.is_aggregated, has_keys)

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        backend, timers, assigner = self.backend, self.timer_service, self._assigner
        self._fired_by: TriggerCallback = "onElement"
        self._late = 0
        self._facts = (
            None
            if context.emit is None
            else WindowFacts(self.id, backend, context.emit, self._contents)
        )
        self._panes = backend.table(WINDOW_CONTENTS)
        self._remembered = element_state_of(self._trigger) if self._contents.are_shared else None
        runtime_context = self.runtime_context()
        self._assigner_context = AssignerContext(timers, runtime_context)
        self._trigger_context = self.TRIGGER_CONTEXT(
            backend, timers, runtime_context.get_metrics_group()
        )
        self._merging: WindowMerging | None = None
        if isinstance(assigner, MergingWindowAssigner):
            self._merging = self.MERGING(
                assigner, self._trigger, self._lateness, self._trigger_context, timers,
                self._panes, backend.table(MERGING_WINDOW_SET), self._contents, self._facts,
            )  # fmt: skip
        self._window_context = WindowContext(backend, timers, self._merging is not None)
        self._window_function = evaluator_of(self.function, self._window_context)
        # bound once, because they are called for every record
        self._assign = assigner.assign_windows
        self._on_element: OnElement = self._trigger.on_element
        self._evaluate: OnElement = self._on_element
        self._add: AddToPane = self._add_to_pane
        if self._remembered is not None:
            self._add = self._add_to_remembered_pane
        if self._facts is not None:
            self._add = self._facts.telling_of_panes(self._add, self._panes)
            self._evaluate = self._facts.telling_of_trigger(self)
        self._register_cleanup = (
            timers.register_event_time_timer
            if self._is_event_time
            else timers.register_processing_time_timer
        )

    def parts(self) -> Iterable[Any]:
        merging = () if self._merging is None else (self._merging,)
        return (*super().parts(), *merging)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        if self.emit is None:
            return
        state_windows = self.state_windows()
        for (key, window), count in self.panes().items():
            self.emit((PaneRestored, self.id, key, window, count, state_windows[key, window]))
        for key_group, identity, window, contents in self._frozen_contents():
            self.backend.tell_restored(WINDOW_CONTENTS, key_group, identity, window, contents)

    def open(self) -> None:
        if self.function is not None:
            super().open()

    def close(self) -> None:
        if self.function is not None:
            super().close()

    # --- a record ------------------------------------------------------------------------------

    def process_element(self, record: StreamRecord) -> None:
        value = record.value if self._remembered is None else object_of_its_own(record.value)
        timestamp = MIN_TIMESTAMP if record.timestamp is None else record.timestamp
        if self._facts is not None:
            self._facts.element_processed(record)
        self.backend.set_current_key(self._key_selector(value))
        windows = self._assign(value, timestamp, self._assigner_context)
        if self._merging is None:
            skipped = self._process_in_windows(windows, record, value, timestamp)
        else:
            skipped = self._process_merging(self._merging, windows, record, value, timestamp)
        if skipped and self._is_event_time:
            if to_long(timestamp + self._lateness) <= self.timer_service.current_watermark:
                self._drop_late(record)

    def _process_in_windows(
        self, windows: Iterable[Any], record: StreamRecord, value: Any, timestamp: int
    ) -> bool:
        """Add *record* to *windows*; return whether none took it."""
        element = TimestampedValue(value, record.timestamp) if self._contents.are_shared else value
        context, lateness = self._trigger_context, self._lateness
        is_event_time, watermark = self._is_event_time, self.timer_service.current_watermark
        skipped = True
        for window in windows:
            cleanup_time = window.max_timestamp() + lateness
            if cleanup_time > MAX_TIMESTAMP:
                cleanup_time = MAX_TIMESTAMP
            if cleanup_time <= watermark and is_event_time:
                self._skip_as_late(window, cleanup_time)
                continue
            skipped = False
            pane = self._add(record, element, window, window)
            context.window = window
            result = self._evaluate(value, timestamp, window, context)
            if result is not _CONTINUE:
                if not self._react(result, window, window, pane, record):
                    continue
            if cleanup_time < MAX_TIMESTAMP:
                self._register_cleanup(window, cleanup_time)
        return skipped

    def _process_merging(
        self,
        merging: WindowMerging,
        windows: Iterable[Any],
        record: StreamRecord,
        value: Any,
        timestamp: int,
    ) -> bool:
        """Add *record* to *windows*, which merge with those in flight; return whether none took it."""
        in_flight = merging.of_current_key()
        element = TimestampedValue(value, record.timestamp) if self._contents.are_shared else value
        context = self._trigger_context
        is_event_time, watermark = self._is_event_time, self.timer_service.current_watermark
        skipped = True
        for new_window in windows:
            window = in_flight.add_window(new_window, merging.merge)
            cleanup_time = self._cleanup_time(window)
            if cleanup_time <= watermark and is_event_time:
                in_flight.retire_window(window)
                self._skip_as_late(window, cleanup_time)
                continue
            skipped = False
            state_window = in_flight.state_window(window)
            pane = self._add(record, element, window, state_window)
            context.window = window
            result = self._evaluate(value, timestamp, window, context)
            if result is not _CONTINUE:
                if not self._react(result, window, state_window, pane, record):
                    continue
            if cleanup_time < MAX_TIMESTAMP:
                self._register_cleanup(window, cleanup_time)
        merging.persist(in_flight)
        return skipped

    def _add_to_pane(
        self, record: StreamRecord, element: Any, window: Any, state_window: Any
    ) -> Pane:
        """Add *element* to the pane of *window*, and return the pane. Flink: ``windowState.add``."""
        backend = self.backend
        panes = self._panes.maps[backend.key_group_index]
        address = (backend.key_identity, state_window)
        pane: Pane | None = panes.get(address)
        if pane is None:
            pane = panes[address] = Pane()
        pane.contents = self._contents.add(pane.contents, element)
        pane.count += 1
        return pane

    def _add_to_remembered_pane(
        self, record: StreamRecord, element: Any, window: Any, state_window: Any
    ) -> Pane:
        """Add *element* to a pane if the trigger stores elements, which this may change."""
        backend = self.backend
        address = (backend.key_identity, state_window)
        pane = self._panes.maps[backend.key_group_index].get(address)
        if pane is None:
            return self._add_to_pane(record, element, window, state_window)
        old_contents, old_value = pane.contents, pane.accumulator
        same = self._add_to_pane(record, element, window, state_window)
        if old_contents is same.contents:
            self._remember(old_value, same.accumulator)
        return same

    def _remember(self, before: Any, after: Any) -> None:
        """Replace a changed element in the trigger's state, where it is the same object in Flink."""
        backend, descriptor = self.backend, self._remembered
        if descriptor is None or descriptor.name not in backend.tables:
            return
        entries = backend.tables[descriptor.name].maps[backend.key_group_index]
        for (identity, window), value in [*entries.items()]:
            if value is before and identity == backend.key_identity:
                state = backend.get_partitioned_state(window, descriptor)
                cast("ValueState[Any]", state).update(after)

    def _react(
        self,
        result: TriggerResult,
        window: Any,
        state_window: Any,
        pane: Pane,
        record: StreamRecord,
    ) -> bool:
        """Apply the trigger's result for *record*; return whether a cleanup timer is needed."""
        self._fired_by = "onElement"
        if result.is_fire():
            self._fire(window, state_window, pane)
        if result.is_purge():
            self._purge(window, state_window, pane)
        return True

    def _skip_as_late(self, window: Any, cleanup_time: int) -> None:
        if self._facts is not None:
            self._facts.skipped_as_late(window, cleanup_time, self.current_watermark)

    def _drop_late(self, record: StreamRecord) -> None:
        """Drop *record*, which no window took and which is late, or send it to the late output."""
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
        in_flight: MergingWindowSet | None = None
        if self._merging is not None:
            in_flight = self._merging.of_current_key()
            state_window = in_flight.state_window(window)
            if state_window is None:  # the trigger left a timer of a removed window
                if self._facts is not None:
                    self._facts.skipped(window, None)
                return
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
            self._fired_by = callback
            if result.is_fire():
                self._fire(window, state_window, pane)
            if result.is_purge():
                self._purge(window, state_window, pane)
        if may_clean_up and timer.timestamp == self._cleanup_time(window):
            self._clear_all(window, state_window, in_flight)

    def _cleanup_time(self, window: Any) -> int:
        return min(int(window.max_timestamp()) + self._lateness, MAX_TIMESTAMP)

    def _clear_all(
        self, window: Any, state_window: Any, in_flight: MergingWindowSet | None
    ) -> None:
        """Remove contents, trigger state and per-window state of a window at its cleanup time."""
        pane = self._panes.remove(state_window)
        if self._facts is not None:
            self._facts.cleared(window, state_window, "cleanup")
            self._facts.contents_cleared(pane, state_window)
            self._facts.trigger_cleared(window)
        self._trigger_context.window = window
        self._trigger.clear(window, self._trigger_context)
        if self._clears_function:
            self._window_context.current_window = window
            self.function.clear(self._window_context)
        if in_flight is not None and self._merging is not None:
            in_flight.retire_window(window)
            self._merging.persist(in_flight)

    # --- trigger results -------------------------------------------------------------------------

    def _fire(self, window: Any, state_window: Any, pane: Pane) -> bool:
        """Pass the contents to the window function; return whether there were any."""
        contents = None if pane.contents is None else self._contents.result(pane.contents)
        if contents is None:
            if self._facts is not None:
                self._facts.skipped(window, pane)
            return False
        self._window_context.current_window = window
        self._emit_window_contents(window, state_window, pane, contents)
        return True

    def _emit_window_contents(
        self, window: Any, state_window: Any, pane: Pane, contents: Any
    ) -> None:
        self._report_fired(window, pane, contents)
        elements = [contents] if self._contents.is_aggregated else contents
        self._call_window_function(window, elements)

    def _call_window_function(self, window: Any, elements: list[Any]) -> None:
        results = self._window_function(self.backend.current_key, window, elements)
        self.put_out(results, window.max_timestamp())

    def _purge(self, window: Any, state_window: Any, pane: Pane) -> None:
        """Drop the contents; the pane stays open, with its timers and trigger state."""
        if self._facts is not None:
            self._facts.cleared(window, state_window, "purged")
            self._facts.contents_cleared(pane, state_window)
        pane.contents = None
        pane.count = 0

    def _report_fired(self, window: Any, pane: Pane, contents: Any) -> None:
        if self._facts is not None:
            watermark = self.current_watermark
            kind, clock = self._firing_kind(window, pane), self._firing_clock(watermark)
            self._facts.fired(window, kind, clock, pane.count, contents, watermark)

    def _firing_kind(self, window: Any, pane: Pane) -> FiringKind:
        end = window.max_timestamp()
        timers = self.timer_service
        now = timers.current_watermark if self._is_event_time else timers.current_processing_time()
        if now < end:
            return "early"
        if pane.fired_end == end:
            return "late"
        pane.fired_end = end
        return "on time"

    def _firing_clock(self, watermark: int) -> FiringClock:
        if self._fired_by == "onProcessingTime":
            return "processing time"
        if self._fired_by == "onEventTime":
            return "end of input" if watermark == MAX_TIMESTAMP else "watermark"
        trigger = self._trigger
        while isinstance(trigger, PurgingTrigger):
            trigger = trigger.nested_trigger
        return "count" if isinstance(trigger, CountTrigger) else "record"

    # --- inspection ----------------------------------------------------------------------------

    @property
    def late_records(self) -> int:
        return self._late

    def panes(self) -> Mapping[tuple[Value, Value], int]:
        if self._merging is None:
            return {
                (freeze(key_of(identity)), freeze_namespace(window)): pane.count
                for identity, window, pane in self._panes.entries()
            }
        return {
            (freeze(key_of(identity)), freeze_namespace(window)): panes[
                identity, state_window
            ].count
            for panes, sets in zip(self._panes.maps, self._merging.sets.maps, strict=True)
            for (identity, _), in_flight in sets.items()
            for window, state_window in in_flight.mapping.items()
        }

    def state_windows(self) -> dict[tuple[Value, Value], Value]:
        """Return the state window of each open pane, by ``(key, window)``."""
        if self._merging is None:
            return {pane: pane[1] for pane in self.panes()}
        return {
            (freeze(key_of(identity)), freeze_namespace(window)): freeze_namespace(state_window)
            for sets in self._merging.sets.maps
            for (identity, _), in_flight in sets.items()
            for window, state_window in in_flight.mapping.items()
        }

    def keyed_states(self) -> dict[tuple[int, str, Value, Value], Value]:
        states = super().keyed_states()
        for key_group, identity, window, contents in self._frozen_contents():
            key, name = freeze(key_of(identity)), freeze_namespace(window)
            states[key_group, WINDOW_CONTENTS, key, name] = contents
        return states

    def _frozen_contents(self) -> Iterator[tuple[int, Any, Any, Value]]:
        """Yield key group, key identity, state window and contents of each pane that has any."""
        for key_group, panes in zip(self.backend.key_group_range, self._panes.maps, strict=True):
            for (identity, window), pane in panes.items():
                if pane.contents is not None:
                    yield key_group, identity, window, self._contents.freeze(pane.contents)


def _one_key_for_all(value: Any) -> int:
    return 0
