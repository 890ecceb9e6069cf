"""The contexts that triggers, window assigners and evictors get; one object serves all calls.

Flink: ``WindowOperator.Context``, ``WindowAssignerContext``,
``EvictingWindowOperator.EvictorContext``.
"""

from __future__ import annotations

from typing import Any

from flinksim.core.java.timestamps import to_timestamp
from flinksim.datastream.evictors import Evictor
from flinksim.datastream.state import State, StateDescriptor
from flinksim.datastream.triggers import Trigger
from flinksim.datastream.window_assigners import WindowAssigner
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.heap_states import HeapMergingState


class WindowTriggerContext(Trigger.OnMergeContext):
    """Context of a trigger; ``window`` (and ``merged_windows``) are set before each call."""

    def __init__(
        self, backend: HeapKeyedStateBackend, timers: InternalTimerService, metrics: Any
    ) -> None:
        self.window: Any = None
        self.merged_windows: list[Any] = []
        self._backend = backend
        self._timers = timers
        self._metrics = metrics

    def get_current_processing_time(self) -> int:
        return self._timers.current_processing_time()

    def get_metric_group(self) -> Any:
        return self._metrics

    def get_current_watermark(self) -> int:
        return self._timers.current_watermark

    def register_processing_time_timer(self, time: int) -> None:
        timestamp = to_timestamp(time, "register_processing_time_timer(time)")
        self._timers.register_processing_time_timer(self.window, timestamp)

    def register_event_time_timer(self, time: int) -> None:
        timestamp = to_timestamp(time, "register_event_time_timer(time)")
        self._timers.register_event_time_timer(self.window, timestamp)

    def delete_processing_time_timer(self, time: int) -> None:
        timestamp = to_timestamp(time, "delete_processing_time_timer(time)")
        self._timers.delete_processing_time_timer(self.window, timestamp)

    def delete_event_time_timer(self, time: int) -> None:
        timestamp = to_timestamp(time, "delete_event_time_timer(time)")
        self._timers.delete_event_time_timer(self.window, timestamp)

    def get_partitioned_state(self, state_descriptor: StateDescriptor) -> State:
        return self._backend.get_partitioned_state(self.window, state_descriptor)

    def merge_partitioned_state(self, state_descriptor: StateDescriptor) -> None:
        """Merge the state of the merged windows.

        Raises:
            ValueError: If the state cannot be merged; the text is Flink's.
        """
        state = self._backend.get_partitioned_state(self.window, state_descriptor)
        if not isinstance(state, HeapMergingState):
            raise ValueError(
                "The given state descriptor does not refer to a mergeable state (MergingState)"
            )
        self._merge(state)

    def _merge(self, state: HeapMergingState) -> None:
        state.merge_namespaces(self.window, self.merged_windows)


class AssignerContext(WindowAssigner.WindowAssignerContext):
    """Context that a window assigner gets."""

    def __init__(
        self, timers: InternalTimerService, runtime_context: StreamingRuntimeContext
    ) -> None:
        self._runtime_context = runtime_context
        self.get_current_processing_time = timers.current_processing_time  # type: ignore[method-assign]

    def get_current_processing_time(self) -> int:
        raise AssertionError("replaced by the timer service's")

    def get_runtime_context(self) -> StreamingRuntimeContext:
        return self._runtime_context


class EvictorContext(Evictor.EvictorContext):
    """Context that an evictor gets."""

    def __init__(self, timers: InternalTimerService, metrics: Any) -> None:
        self._timers = timers
        self._metrics = metrics

    def get_current_processing_time(self) -> int:
        return self._timers.current_processing_time()

    def get_metric_group(self) -> Any:
        return self._metrics

    def get_current_watermark(self) -> int:
        return self._timers.current_watermark
