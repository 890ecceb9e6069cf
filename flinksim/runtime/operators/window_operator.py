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
    find_element_state,
)
from flinksim.datastream.window_assigners import MergingWindowAssigner
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.merging_window_set import MergingWindowSet
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.runtime.operators.window_contents import (
    Pane,
    PaneStrategy,
    copy_object,
    copy_pane,
    create_aggregating_strategy,
    create_list_strategy,
    create_reducing_strategy,
)
from flinksim.runtime.operators.window_contexts import AssignerContext, WindowTriggerContext
from flinksim.runtime.operators.window_functions import (
    WindowContext,
    create_evaluator,
    get_internal_window_function,
)
from flinksim.runtime.operators.window_merging import MergingWindows
from flinksim.runtime.operators.window_tracing import (
    WINDOW_CONTENTS,
    AddToPane,
    OnElement,
    WindowTracer,
)
from flinksim.runtime.state.key_equality import from_key_identity
from flinksim.runtime.state.namespaces import freeze_namespace
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.event_switch import select_variant
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
        "_add_element",
        "_assign_windows",
        "_assigner",
        "_assigner_context",
        "_clears_function",
        "_element_state",
        "_evaluate_trigger",
        "_firing_callback",
        "_firing_time",
        "_is_event_time",
        "_key_selector",
        "_late_count",
        "_late_output_tag",
        "_lateness",
        "_merging",
        "_on_element",
        "_panes",
        "_register_cleanup",
        "_strategy",
        "_tracer",
        "_trigger",
        "_trigger_context",
        "_window_context",
        "_window_function",
    )

    _firing_time: int | None
    """The time of the element or timer that fires a window, for subclasses that set it on results.

    It is a field of this class, because PyFlink's subclasses have two bases and cannot add a slot.
    """

    TRIGGER_CONTEXT_CLASS: type[WindowTriggerContext] = WindowTriggerContext
    MERGING_WINDOWS_CLASS: type[MergingWindows] = MergingWindows

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
        self._key_selector = spec.key_selector or _get_single_key
        self._strategy = self._create_strategy(spec)
        self._clears_function = isinstance(
            spec.window_function, (ProcessWindowFunction, ProcessAllWindowFunction)
        )

    def _create_strategy(self, spec: WindowSpec) -> PaneStrategy:
        if spec.pre_aggregation is None:
            return create_list_strategy()
        if isinstance(spec.pre_aggregation, AggregateFunction):
            return create_aggregating_strategy(spec.pre_aggregation)
        return create_reducing_strategy(spec.pre_aggregation)

    @property
    def internal_window_function(self) -> str:
        """Flink's stack frames for a call of the window function."""
        has_keys = self._key_selector is not _get_single_key
        return get_internal_window_function(self.function, self._strategy.is_aggregated, has_keys)

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        backend, timers, assigner = self.backend, self.timer_service, self._assigner
        self._firing_callback: TriggerCallback = "onElement"
        self._late_count = 0
        tracer = (
            None
            if context.emit is None
            else WindowTracer(self.id, backend, context.emit, self._strategy)
        )
        self._tracer = select_variant(self, "_tracer", context.emit, tracer, None)
        self._panes = backend.get_table(WINDOW_CONTENTS)
        self._panes.serialize = self._panes.deserialize = copy_pane
        self._element_state = (
            find_element_state(self._trigger) if self._strategy.has_shared_elements else None
        )
        runtime_context = self.runtime_context()
        self._assigner_context = AssignerContext(timers, runtime_context)
        self._trigger_context = self.TRIGGER_CONTEXT_CLASS(
            backend, timers, runtime_context.get_metrics_group()
        )
        self._merging: MergingWindows | None = None
        if isinstance(assigner, MergingWindowAssigner):
            self._merging = self.MERGING_WINDOWS_CLASS(
                assigner, self._trigger, self._lateness, self._trigger_context, timers,
                self._panes, backend.get_table(MERGING_WINDOW_SET), self._strategy, tracer,
            )  # fmt: skip
        self._window_context = WindowContext(backend, timers, self._merging is not None)
        self._window_function = create_evaluator(self.function, self._window_context)
        # bound once, because they are called for every record
        self._assign_windows = assigner.assign_windows
        self._on_element: OnElement = self._trigger.on_element
        self._evaluate_trigger: OnElement = self._on_element
        self._add_element: AddToPane = self._add_to_pane
        if self._element_state is not None:
            self._add_element = self._add_to_traced_pane
        if tracer is not None:
            plain_add, plain_evaluate = self._add_element, self._evaluate_trigger
            self._add_element = select_variant(
                self,
                "_add_element",
                context.emit,
                tracer.with_pane_events(plain_add, self._panes),
                plain_add,
            )
            self._evaluate_trigger = select_variant(
                self,
                "_evaluate_trigger",
                context.emit,
                tracer.with_trigger_events(self),
                plain_evaluate,
            )
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
        state_windows = self.freeze_state_windows()
        for (key, window), count in self.panes().items():
            self.emit((PaneRestored, self.id, key, window, count, state_windows[key, window]))
        for key_group, identity, window, contents in self._freeze_contents():
            self.backend.report_restored(WINDOW_CONTENTS, key_group, identity, window, contents)

    def open(self) -> None:
        if self.function is not None:
            super().open()

    def close(self) -> None:
        if self.function is not None:
            super().close()

    # --- a record ------------------------------------------------------------------------------

    def process_element(self, record: StreamRecord) -> None:
        value = record.value if self._element_state is None else copy_object(record.value)
        timestamp = MIN_TIMESTAMP if record.timestamp is None else record.timestamp
        if self._tracer is not None:
            self._tracer.report_element_processed(record)
        self.backend.set_current_key(self._key_selector(value))
        windows = self._assign_windows(value, timestamp, self._assigner_context)
        if self._merging is None:
            skipped = self._process_in_windows(windows, record, value, timestamp)
        else:
            skipped = self._process_in_merging_windows(
                self._merging, windows, record, value, timestamp
            )
        if skipped and self._is_event_time:
            if to_long(timestamp + self._lateness) <= self.timer_service.current_watermark:
                self._drop_late(record)

    def _process_in_windows(
        self, windows: Iterable[Any], record: StreamRecord, value: Any, timestamp: int
    ) -> bool:
        """Add *record* to the panes of *windows*; return whether all windows were late."""
        element = (
            TimestampedValue(value, record.timestamp)
            if self._strategy.has_shared_elements
            else value
        )
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
            pane = self._add_element(record, element, window, window)
            context.window = window
            result = self._evaluate_trigger(value, timestamp, window, context)
            if result is not _CONTINUE:
                if not self._apply_trigger_result(result, window, window, pane, record):
                    continue
            if cleanup_time < MAX_TIMESTAMP:
                self._register_cleanup(window, cleanup_time)
        return skipped

    def _process_in_merging_windows(
        self,
        merging: MergingWindows,
        windows: Iterable[Any],
        record: StreamRecord,
        value: Any,
        timestamp: int,
    ) -> bool:
        """Add *record* to *windows* and merge them with existing ones; return whether all were late."""
        in_flight = merging.get_current_window_set()
        element = (
            TimestampedValue(value, record.timestamp)
            if self._strategy.has_shared_elements
            else value
        )
        context = self._trigger_context
        is_event_time, watermark = self._is_event_time, self.timer_service.current_watermark
        skipped = True
        for new_window in windows:
            window = in_flight.add_window(new_window, merging.merge)
            cleanup_time = self._compute_cleanup_time(window)
            if cleanup_time <= watermark and is_event_time:
                in_flight.retire_window(window)
                self._skip_as_late(window, cleanup_time)
                continue
            skipped = False
            state_window = in_flight.get_state_window(window)
            pane = self._add_element(record, element, window, state_window)
            context.window = window
            result = self._evaluate_trigger(value, timestamp, window, context)
            if result is not _CONTINUE:
                if not self._apply_trigger_result(result, window, state_window, pane, record):
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
        pane.contents = self._strategy.add(pane.contents, element)
        pane.count += 1
        return pane

    def _add_to_traced_pane(
        self, record: StreamRecord, element: Any, window: Any, state_window: Any
    ) -> Pane:
        """Add *element* to a pane, if the trigger keeps elements in a state of its own.

        Adding may change an element in place; then the element in the trigger's state is replaced.
        """
        backend = self.backend
        address = (backend.key_identity, state_window)
        pane = self._panes.maps[backend.key_group_index].get(address)
        if pane is None:
            return self._add_to_pane(record, element, window, state_window)
        old_contents, old_value = pane.contents, pane.accumulator
        same = self._add_to_pane(record, element, window, state_window)
        if old_contents is same.contents:
            self._update_trigger_element(old_value, same.accumulator)
        return same

    def _update_trigger_element(self, before: Any, after: Any) -> None:
        """Replace the element *before* by *after* in the trigger's state; in Flink it is the same object."""
        backend, descriptor = self.backend, self._element_state
        if descriptor is None or descriptor.name not in backend.tables:
            return
        entries = backend.tables[descriptor.name].maps[backend.key_group_index]
        for (identity, window), value in [*entries.items()]:
            if value is before and identity == backend.key_identity:
                state = backend.get_partitioned_state(window, descriptor)
                cast("ValueState[Any]", state).update(after)

    def _apply_trigger_result(
        self,
        result: TriggerResult,
        window: Any,
        state_window: Any,
        pane: Pane,
        record: StreamRecord,
    ) -> bool:
        """Fire or purge *window* as the trigger decided; return whether it needs a cleanup timer."""
        self._firing_callback = "onElement"
        if result.is_fire():
            self._fire(window, state_window, pane)
        if result.is_purge():
            self._purge(window, state_window, pane)
        return True

    def _skip_as_late(self, window: Any, cleanup_time: int) -> None:
        if self._tracer is not None:
            self._tracer.report_skipped_as_late(window, cleanup_time, self.current_watermark)

    def _drop_late(self, record: StreamRecord) -> None:
        """Drop a late *record* that belongs to no open window, or send it to the late side output."""
        self._late_count += 1
        tag = self._late_output_tag
        if self._tracer is not None:
            self._tracer.report_late_record_dropped(record, self.current_watermark, tag is not None)
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
            in_flight = self._merging.get_current_window_set()
            state_window = in_flight.get_state_window(window)
            if state_window is None:  # the trigger left a timer of a removed window
                if self._tracer is not None:
                    self._tracer.report_firing_skipped(window, None)
                return
        pane = self._panes.get(state_window)
        context = self._trigger_context
        context.window = window
        if callback == "onEventTime":
            result = self._trigger.on_event_time(timer.timestamp, window, context)
        else:
            result = self._trigger.on_processing_time(timer.timestamp, window, context)
        if self._tracer is not None:
            self._tracer.report_trigger_evaluated(window, callback, result)
        if result is not _CONTINUE and pane is not None:
            self._firing_callback = callback
            if result.is_fire():
                self._fire(window, state_window, pane)
            if result.is_purge():
                self._purge(window, state_window, pane)
        if may_clean_up and timer.timestamp == self._compute_cleanup_time(window):
            self._clear_all(window, state_window, in_flight)

    def _compute_cleanup_time(self, window: Any) -> int:
        return min(int(window.max_timestamp()) + self._lateness, MAX_TIMESTAMP)

    def _clear_all(
        self, window: Any, state_window: Any, in_flight: MergingWindowSet | None
    ) -> None:
        """Remove contents, trigger state and per-window state of a window at its cleanup time."""
        pane = self._panes.remove(state_window)
        if self._tracer is not None:
            self._tracer.report_cleared(window, state_window, "cleanup")
            self._tracer.report_contents_cleared(pane, state_window)
            self._tracer.report_trigger_cleared(window)
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
        """Pass the contents of a pane to the window function; return whether there were any."""
        contents = None if pane.contents is None else self._strategy.result(pane.contents)
        if contents is None:
            if self._tracer is not None:
                self._tracer.report_firing_skipped(window, pane)
            return False
        self._window_context.current_window = window
        self._emit_window_contents(window, state_window, pane, contents)
        return True

    def _emit_window_contents(
        self, window: Any, state_window: Any, pane: Pane, contents: Any
    ) -> None:
        self._report_firing(window, pane, contents)
        elements = [contents] if self._strategy.is_aggregated else contents
        self._call_window_function(window, elements)

    def _call_window_function(self, window: Any, elements: list[Any]) -> None:
        results = self._window_function(self.backend.current_key, window, elements)
        self.emit_results(results, window.max_timestamp())

    def _purge(self, window: Any, state_window: Any, pane: Pane) -> None:
        """Remove the contents of a pane; its timers and trigger state stay."""
        if self._tracer is not None:
            self._tracer.report_cleared(window, state_window, "purged")
            self._tracer.report_contents_cleared(pane, state_window)
        pane.contents = None
        pane.count = 0

    def _report_firing(self, window: Any, pane: Pane, contents: Any) -> None:
        if self.context.emit is None:
            return
        kind = self._classify_firing(window, pane)  # the pane has to know its first firing
        if self._tracer is not None:
            watermark = self.current_watermark
            clock = self._determine_firing_clock(watermark)
            self._tracer.report_fired(window, kind, clock, pane.count, contents, watermark)

    def _classify_firing(self, window: Any, pane: Pane) -> FiringKind:
        end = window.max_timestamp()
        timers = self.timer_service
        now = timers.current_watermark if self._is_event_time else timers.current_processing_time()
        if now < end:
            return "early"
        if pane.fired_end == end:
            return "late"
        pane.fired_end = end
        return "on time"

    def _determine_firing_clock(self, watermark: int) -> FiringClock:
        if self._firing_callback == "onProcessingTime":
            return "processing time"
        if self._firing_callback == "onEventTime":
            return "end of input" if watermark == MAX_TIMESTAMP else "watermark"
        trigger = self._trigger
        while isinstance(trigger, PurgingTrigger):
            trigger = trigger.nested_trigger
        return "count" if isinstance(trigger, CountTrigger) else "record"

    # --- inspection ----------------------------------------------------------------------------

    @property
    def late_records(self) -> int:
        return self._late_count

    def panes(self) -> Mapping[tuple[Value, Value], int]:
        if self._merging is None:
            return {
                (freeze(from_key_identity(identity)), freeze_namespace(window)): pane.count
                for identity, window, pane in self._panes.entries()
            }
        return {
            (freeze(from_key_identity(identity)), freeze_namespace(window)): panes[
                identity, state_window
            ].count
            for panes, sets in zip(self._panes.maps, self._merging.window_sets.maps, strict=True)
            for (identity, _), in_flight in sets.items()
            for window, state_window in in_flight.mapping.items()
        }

    def freeze_state_windows(self) -> dict[tuple[Value, Value], Value]:
        """Return, for each open ``(key, window)``, the window under which its contents are stored."""
        if self._merging is None:
            return {pane: pane[1] for pane in self.panes()}
        return {
            (freeze(from_key_identity(identity)), freeze_namespace(window)): freeze_namespace(
                state_window
            )
            for sets in self._merging.window_sets.maps
            for (identity, _), in_flight in sets.items()
            for window, state_window in in_flight.mapping.items()
        }

    def freeze_keyed_states(self) -> dict[tuple[int, str, Value, Value], Value]:
        states = super().freeze_keyed_states()
        for key_group, identity, window, contents in self._freeze_contents():
            key, name = freeze(from_key_identity(identity)), freeze_namespace(window)
            states[key_group, WINDOW_CONTENTS, key, name] = contents
        return states

    def _freeze_contents(self) -> Iterator[tuple[int, Any, Any, Value]]:
        """Yield the non-empty panes as trace events show them.

        Each is a tuple of key group, key identity, state window and contents.
        """
        for key_group, panes in zip(self.backend.key_group_range, self._panes.maps, strict=True):
            for (identity, window), pane in panes.items():
                if pane.contents is not None:
                    yield key_group, identity, window, self._strategy.freeze(pane.contents)


def _get_single_key(value: Any) -> int:
    return 0
