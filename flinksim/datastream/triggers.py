"""Triggers, which decide when a pane is evaluated and when its contents are removed.

A trigger object serves all keys and windows, so it keeps data in partitioned state.

Flink: ``org.apache.flink.streaming.api.windowing.triggers``. Programs import these names from
:mod:`flinksim.datastream.window`. ``str()`` of a trigger is its ``toString()``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from typing import Any, Generic, TypeVar, cast

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.java.int64 import compute_long_remainder, to_long
from flinksim.core.pyflink_errors import raise_or_warn
from flinksim.core.validation import validate_arguments
from flinksim.datastream.duration_args import DurationLike, to_milliseconds
from flinksim.datastream.state import (
    ReducingState,
    ReducingStateDescriptor,
    State,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)

T = TypeVar("T")
W = TypeVar("W")


class TriggerResult(Enum):
    """Action on a pane: (evaluate it, remove its contents)."""

    CONTINUE = (False, False)
    FIRE_AND_PURGE = (True, True)
    FIRE = (True, False)
    PURGE = (False, True)

    def is_fire(self) -> bool:
        return self.value[0]

    def is_purge(self) -> bool:
        return self.value[1]


CONTINUE = TriggerResult.CONTINUE
FIRE = TriggerResult.FIRE


class Trigger(ABC, Generic[T, W]):
    """Decides when the panes of a window operator fire.

    A pane holds the elements of one key in one window. With a merging assigner ``can_merge`` must
    return true and ``on_merge`` must merge the state of the merged windows.
    """

    class TriggerContext(ABC):
        """Time, timers and state of the current pane."""

        @abstractmethod
        def get_current_processing_time(self) -> int:
            """Return the processing time, in epoch milliseconds."""

        @abstractmethod
        def get_metric_group(self) -> Any:
            """Return the metrics of the window operator."""

        @abstractmethod
        def get_current_watermark(self) -> int:
            """Return the operator's watermark, in epoch milliseconds."""

        @abstractmethod
        def register_processing_time_timer(self, time: int) -> None:
            """Call ``on_processing_time`` for this pane when the clock reaches *time*."""

        @abstractmethod
        def register_event_time_timer(self, time: int) -> None:
            """Call ``on_event_time`` for this pane when the watermark reaches *time*."""

        @abstractmethod
        def delete_processing_time_timer(self, time: int) -> None:
            """Delete a processing-time timer of this pane."""

        @abstractmethod
        def delete_event_time_timer(self, time: int) -> None:
            """Delete an event-time timer of this pane."""

        @abstractmethod
        def get_partitioned_state(self, state_descriptor: StateDescriptor) -> State:
            """Return state of this pane."""

    class OnMergeContext(TriggerContext):
        """The context of ``on_merge``, whose pane is the result of the merge."""

        @abstractmethod
        def merge_partitioned_state(self, state_descriptor: StateDescriptor) -> None:
            """Merge the state of the merged windows into the result window."""

    @abstractmethod
    def on_element(
        self, element: T, timestamp: int, window: W, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        """Handle an *element* that was added to the pane."""

    @abstractmethod
    def on_processing_time(
        self, time: int, window: W, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        """Handle a processing-time timer of the pane."""

    @abstractmethod
    def on_event_time(self, time: int, window: W, ctx: Trigger.TriggerContext) -> TriggerResult:
        """Handle an event-time timer of the pane."""

    def can_merge(self) -> bool:
        """Return whether ``on_merge`` is implemented, as merging assigners require."""
        return False

    def on_merge(self, window: W, ctx: Trigger.OnMergeContext) -> None:
        """Handle the merge of several windows into *window*."""
        raise NotImplementedError("This trigger does not support merging.")

    @abstractmethod
    def clear(self, window: W, ctx: Trigger.TriggerContext) -> None:
        """Delete state and timers of the pane; called when the pane is removed."""

    def __str__(self) -> str:
        return f"{type(self).__name__}()"

    def __repr__(self) -> str:
        return str(self)


class _PassiveTrigger(Trigger[T, W]):
    """Base of triggers, which never fires by itself."""

    def on_element(
        self, element: T, timestamp: int, window: W, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        return CONTINUE

    def on_processing_time(
        self, time: int, window: W, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        return CONTINUE

    def on_event_time(self, time: int, window: W, ctx: Trigger.TriggerContext) -> TriggerResult:
        return CONTINUE

    def clear(self, window: W, ctx: Trigger.TriggerContext) -> None:
        pass


class EventTimeTrigger(_PassiveTrigger[Any, Any]):
    """Fires when the watermark reaches the end of the window, and for every late element."""

    @staticmethod
    def create() -> EventTimeTrigger:
        return EventTimeTrigger()

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        end = window.max_timestamp()
        if end <= ctx.get_current_watermark():
            return FIRE
        ctx.register_event_time_timer(end)
        return CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return FIRE if time == window.max_timestamp() else CONTINUE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        end = window.max_timestamp()
        if end > ctx.get_current_watermark():
            ctx.register_event_time_timer(end)

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        ctx.delete_event_time_timer(window.max_timestamp())


class ProcessingTimeTrigger(_PassiveTrigger[Any, Any]):
    """Fires when processing time reaches the end of the window."""

    @staticmethod
    def create() -> ProcessingTimeTrigger:
        return ProcessingTimeTrigger()

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        ctx.register_processing_time_timer(window.max_timestamp())
        return CONTINUE

    def on_processing_time(
        self, time: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        return FIRE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        end = window.max_timestamp()
        if end > ctx.get_current_processing_time():
            ctx.register_processing_time_timer(end)

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        ctx.delete_processing_time_timer(window.max_timestamp())


class _ContinuousTrigger(_PassiveTrigger[Any, Any]):
    """Base of the continuous triggers: keeps the next firing time of a pane in state."""

    def __init__(self, interval: int) -> None:
        self.interval = interval
        self.state_desc = ReducingStateDescriptor("fire-time", min, Types.LONG())

    def _get_fire_time_state(self, ctx: Trigger.TriggerContext) -> ReducingState[int]:
        return cast("ReducingState[int]", ctx.get_partitioned_state(self.state_desc))

    def _schedule(
        self, after: int, window: Any, state: ReducingState[int], register: Callable[[int], None]
    ) -> None:
        next_fire_time = min(to_long(after + self.interval), window.max_timestamp())
        state.add(next_fire_time)
        register(next_fire_time)

    def _schedule_first(
        self, time: int, window: Any, ctx: Trigger.TriggerContext, register: Callable[[int], None]
    ) -> None:
        state = self._get_fire_time_state(ctx)
        if state.get() is None:
            # With Java's remainder, the first firing before 1970 is one interval later.
            self._schedule(
                time - compute_long_remainder(time, self.interval), window, state, register
            )

    def _fire_if_due(
        self, time: int, window: Any, ctx: Trigger.TriggerContext, register: Callable[[int], None]
    ) -> TriggerResult:
        if time == window.max_timestamp():
            return FIRE
        state = self._get_fire_time_state(ctx)
        if state.get() != time:
            return CONTINUE
        state.clear()
        self._schedule(time, window, state, register)
        return FIRE

    def can_merge(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"{type(self).__name__}({self.interval})"


class ContinuousEventTimeTrigger(_ContinuousTrigger):
    """Fires each time the watermark passes another *interval*, and at the end of the window."""

    @staticmethod
    @validate_arguments
    def of(interval: DurationLike) -> ContinuousEventTimeTrigger:
        return ContinuousEventTimeTrigger(to_milliseconds(interval, "interval"))

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        end = window.max_timestamp()
        if end <= ctx.get_current_watermark():
            return FIRE
        ctx.register_event_time_timer(end)
        self._schedule_first(timestamp, window, ctx, ctx.register_event_time_timer)
        return CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return self._fire_if_due(time, window, ctx, ctx.register_event_time_timer)

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        ctx.merge_partitioned_state(self.state_desc)
        next_fire_time = self._get_fire_time_state(ctx).get()
        if next_fire_time is not None:
            ctx.register_event_time_timer(next_fire_time)

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        state = self._get_fire_time_state(ctx)
        next_fire_time = state.get()
        if next_fire_time is not None:
            ctx.delete_event_time_timer(next_fire_time)
            state.clear()


class ContinuousProcessingTimeTrigger(_ContinuousTrigger):
    """Fires each time processing time passes another *interval*, and at the end of the window."""

    @staticmethod
    @validate_arguments
    def of(interval: DurationLike) -> ContinuousProcessingTimeTrigger:
        return ContinuousProcessingTimeTrigger(to_milliseconds(interval, "interval"))

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        now = ctx.get_current_processing_time()
        self._schedule_first(now, window, ctx, ctx.register_processing_time_timer)
        return CONTINUE

    def on_processing_time(
        self, time: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        return self._fire_if_due(time, window, ctx, ctx.register_processing_time_timer)

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        ctx.merge_partitioned_state(self.state_desc)
        next_fire_time = self._get_fire_time_state(ctx).get()
        if next_fire_time is not None:
            ctx.register_processing_time_timer(next_fire_time)

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        state = self._get_fire_time_state(ctx)
        next_fire_time = state.get()
        if next_fire_time is not None:
            ctx.delete_processing_time_timer(next_fire_time)
            state.clear()


class CountTrigger(_PassiveTrigger[Any, Any]):
    """Fires at every *window_size*-th element of the pane, and never at the end of the window.

    The count restarts after each firing. A merge adds the counts but does not fire.
    """

    def __init__(self, window_size: int) -> None:
        if isinstance(window_size, bool) or not isinstance(window_size, int):
            raise_or_warn(
                TypeError(f"CountTrigger.of(window_size): expected a number, found {window_size!r}")
            )
        self._window_size = window_size
        self._count_state_descriptor = ReducingStateDescriptor("count", _add, Types.LONG())

    @staticmethod
    def of(window_size: int) -> CountTrigger:
        return CountTrigger(window_size)

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        count = cast("ReducingState[int]", ctx.get_partitioned_state(self._count_state_descriptor))
        count.add(1)
        if cast(int, count.get()) < self._window_size:
            return CONTINUE
        count.clear()
        return FIRE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        ctx.merge_partitioned_state(self._count_state_descriptor)

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        ctx.get_partitioned_state(self._count_state_descriptor).clear()

    def __str__(self) -> str:
        return f"CountTrigger({self._window_size})"


def _add(a: int, b: int) -> int:
    return a + b


class PurgingTrigger(Trigger[Any, Any]):
    """Fires with the nested trigger and then also removes the contents of the pane."""

    def __init__(self, nested_trigger: Trigger[Any, Any]) -> None:
        self.nested_trigger = nested_trigger

    @staticmethod
    def of(nested_trigger: Trigger[Any, Any]) -> PurgingTrigger:
        return PurgingTrigger(nested_trigger)

    @staticmethod
    def _to_purging(result: TriggerResult) -> TriggerResult:
        return TriggerResult.FIRE_AND_PURGE if result.is_fire() else result

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        return self._to_purging(self.nested_trigger.on_element(element, timestamp, window, ctx))

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return self._to_purging(self.nested_trigger.on_event_time(time, window, ctx))

    def on_processing_time(
        self, time: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        return self._to_purging(self.nested_trigger.on_processing_time(time, window, ctx))

    def can_merge(self) -> bool:
        return self.nested_trigger.can_merge()

    def on_merge(self, window: Any, ctx: Trigger.OnMergeContext) -> None:
        self.nested_trigger.on_merge(window, ctx)

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        self.nested_trigger.clear(window, ctx)

    def __str__(self) -> str:
        return f"PurgingTrigger({self.nested_trigger})"


class DeltaTrigger(_PassiveTrigger[Any, Any]):
    """Fires when an element differs from that of the last firing by more than *threshold*.

    The first element of a pane is only stored. ``delta_function`` has ``get_delta(old, new) ->
    float`` or is a plain callable. Its result is compared with its sign. Not in PyFlink.
    """

    @validate_arguments
    def __init__(
        self, threshold: float, delta_function: Any, state_type: TypeInformation | None = None
    ) -> None:
        self.threshold = float(threshold)
        self.delta_function = delta_function
        self._get_delta = as_delta_callable(delta_function)
        self._last_element_descriptor = ValueStateDescriptor(
            "delta-state", state_type or Types.PICKLED_BYTE_ARRAY()
        )

    @staticmethod
    @validate_arguments
    def of(
        threshold: float, delta_function: Any, state_type: TypeInformation | None = None
    ) -> DeltaTrigger:
        return DeltaTrigger(threshold, delta_function, state_type)

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        last = cast("ValueState[Any]", ctx.get_partitioned_state(self._last_element_descriptor))
        last_element = last.value()
        if last_element is None:
            last.update(element)
            return CONTINUE
        if self._get_delta(last_element, element) > self.threshold:
            last.update(element)
            return FIRE
        return CONTINUE

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        ctx.get_partitioned_state(self._last_element_descriptor).clear()

    def __str__(self) -> str:
        return f"DeltaTrigger({format_function_name(self.delta_function)}, {self.threshold})"


def find_element_state(trigger: Trigger[Any, Any]) -> ValueStateDescriptor | None:
    """Return the state in which *trigger* stores an element itself, or ``None``."""
    while (nested := getattr(trigger, "nested_trigger", None)) is not None:
        trigger = nested
    return trigger._last_element_descriptor if isinstance(trigger, DeltaTrigger) else None


def as_delta_callable(delta_function: Any) -> Callable[[Any, Any], float]:
    """Return *delta_function*, which may be an object with ``get_delta``, as a plain callable.

    Raises:
        TypeError: If it is neither.
    """
    get_delta = getattr(delta_function, "get_delta", delta_function)
    if not callable(get_delta):
        raise TypeError(
            "A delta function is a callable with two arguments, or has a method "
            f"get_delta(old, new). {type(delta_function).__name__} has neither "
            "form"
        )
    return cast("Callable[[Any, Any], float]", get_delta)


def format_function_name(function: Any) -> str:
    """Return a name that is the same in every process: the function's own ``str`` or its class name."""
    kind = type(function)
    has_own_text = any("__str__" in base.__dict__ for base in kind.__mro__[:-1])
    if has_own_text and not isinstance(function, type):
        return str(function)
    return str(getattr(function, "__name__", kind.__name__))


class ProcessingTimeoutTrigger(Trigger[Any, Any]):
    """Fires with the nested trigger, and *timeout* after the first (or last) element of the pane.

    With *reset_timer_on_new_record* each element restarts the timeout. With
    *should_clear_on_timeout* a timeout also clears the nested trigger. Not in PyFlink.
    """

    @validate_arguments
    def __init__(
        self,
        nested_trigger: Trigger[Any, Any],
        interval: int,
        reset_timer_on_new_record: bool,
        should_clear_on_timeout: bool,
    ) -> None:
        self.nested_trigger = nested_trigger
        self.interval = interval
        self.reset_timer_on_new_record = reset_timer_on_new_record
        self.should_clear_on_timeout = should_clear_on_timeout
        self._timeout_descriptor = ValueStateDescriptor("timeout", Types.LONG())

    @staticmethod
    @validate_arguments
    def of(
        nested_trigger: Trigger[Any, Any],
        timeout: DurationLike,
        reset_timer_on_new_record: bool = False,
        should_clear_on_timeout: bool = True,
    ) -> ProcessingTimeoutTrigger:
        return ProcessingTimeoutTrigger(
            nested_trigger,
            to_milliseconds(timeout, "timeout"),
            reset_timer_on_new_record,
            should_clear_on_timeout,
        )

    def _get_timeout_state(self, ctx: Trigger.TriggerContext) -> ValueState[int]:
        return cast("ValueState[int]", ctx.get_partitioned_state(self._timeout_descriptor))

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        result = self.nested_trigger.on_element(element, timestamp, window, ctx)
        if result.is_fire():
            self.clear(window, ctx)
            return result
        state = self._get_timeout_state(ctx)
        next_fire_time = to_long(ctx.get_current_processing_time() + self.interval)
        timeout = state.value()
        if timeout is not None and self.reset_timer_on_new_record:
            ctx.delete_processing_time_timer(timeout)
            state.clear()
            timeout = None
        if timeout is None:
            state.update(next_fire_time)
            ctx.register_processing_time_timer(next_fire_time)
        return result

    def on_processing_time(
        self, time: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        return self._fire(self.nested_trigger.on_processing_time(time, window, ctx), window, ctx)

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return self._fire(self.nested_trigger.on_event_time(time, window, ctx), window, ctx)

    def _fire(
        self, nested_result: TriggerResult, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        if self.should_clear_on_timeout:
            self.clear(window, ctx)
        return TriggerResult.FIRE_AND_PURGE if nested_result.is_purge() else FIRE

    def clear(self, window: Any, ctx: Trigger.TriggerContext) -> None:
        state = self._get_timeout_state(ctx)
        timeout = state.value()
        if timeout is not None:
            ctx.delete_processing_time_timer(timeout)
            state.clear()
        self.nested_trigger.clear(window, ctx)

    def __str__(self) -> str:
        return f"TimeoutTrigger({self.nested_trigger})"


class NeverTrigger(_PassiveTrigger[Any, Any]):
    """Never fires; the default of :class:`GlobalWindows`."""

    def __str__(self) -> str:
        # Flink prints class and address; the address is masked, it differs from run to run.
        return f"{_GLOBAL_WINDOWS_CLASS}$NeverTrigger@<identityHash>"


class EndOfStreamTrigger(_PassiveTrigger[Any, Any]):
    """Fires once, at the end of the input. Not in PyFlink."""

    def on_element(
        self, element: Any, timestamp: int, window: Any, ctx: Trigger.TriggerContext
    ) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        return CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Trigger.TriggerContext) -> TriggerResult:
        return FIRE if time == window.max_timestamp() else CONTINUE

    def __str__(self) -> str:
        return f"{_GLOBAL_WINDOWS_CLASS}$EndOfStreamTrigger@<identityHash>"


_GLOBAL_WINDOWS_CLASS = "org.apache.flink.streaming.api.windowing.assigners.GlobalWindows"
