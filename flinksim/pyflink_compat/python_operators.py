"""Operators of PyFlink that differ from those of Java.

Flink: ``pyflink.fn_execution.datastream.operations`` and ``window.window_operator``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.datastream.time_domain import TimeDomain
from flinksim.datastream.transformations import (
    AsyncSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    OperatorSpec,
    ReduceSpec,
    WindowSpec,
)
from flinksim.datastream.triggers import TriggerResult
from flinksim.pyflink_compat.coder_checks import create_state_check
from flinksim.pyflink_compat.merging_window_order import (
    sort_like_pyflink_state,
    sort_like_python_set,
)
from flinksim.pyflink_compat.worker_map_state import WorkerKeyedStateBackend
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.async_wait_operator import AsyncWaitOperator
from flinksim.runtime.operators.co_operators import KeyedCoProcessOperator
from flinksim.runtime.operators.evicting_window_operator import EvictingWindowOperator
from flinksim.runtime.operators.one_input_operators import StreamGroupedReduce
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.runtime.operators.process_operators import KeyedProcessOperator, TimerFunctionOperator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.operators.window_contents import Pane, PaneStrategy
from flinksim.runtime.operators.window_contexts import WindowTriggerContext
from flinksim.runtime.operators.window_merging import MergingWindows
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.runtime.state.heap_states import HeapListState, HeapMergingState
from flinksim.trace.events import TriggerCallback

_NONE_RESULT_ERROR = (
    "'NoneType' object is not iterable: {} returned None, which PyFlink does not "
    "accept. Yield the results or return a list; for no result, return an empty "
    "list."
)


def create_python_operator(spec: OperatorSpec) -> StreamOperator:
    """Create PyFlink's operator for *spec*."""
    match spec:
        case AsyncSpec():
            return PythonAsyncWaitOperator(spec)
        case KeyedProcessSpec():
            return PythonKeyedProcessOperator(spec.function, spec.key_selector)
        case KeyedCoProcessSpec():
            return PythonKeyedCoProcessOperator(
                spec.function, spec.key_selector1, spec.key_selector2
            )
        case ReduceSpec(final_only=False):
            return PythonGroupedReduce(spec.function, spec.key_selector)
        case WindowSpec(evictor=None):
            return PythonWindowOperator(spec)
        case WindowSpec():
            return PythonEvictingWindowOperator(spec)
        case _:
            return create_operator(spec)


class PythonAsyncWaitOperator(AsyncWaitOperator):
    """Asynchronous operator of PyFlink, which retries calls even after the end of input."""

    __slots__ = ()

    def _end_retries(self) -> None:
        pass


class PythonGroupedReduce(StreamGroupedReduce):
    """Rolling reduction of PyFlink, whose values are never restored.

    Each attempt keeps them in a state of another, random name.
    """

    __slots__ = ()

    def open(self) -> None:
        super().open()
        for entries in self._values.table.maps:
            entries.clear()


# --- process functions ------------------------------------------------------------------------------


class _PythonTimerOperator(TimerFunctionOperator):
    """Process operator whose ``on_timer`` must return an iterable, as in PyFlink.

    Its results have the timer's timestamp.
    """

    __slots__ = ()

    def on_processing_time(self, timer: InternalTimer) -> None:
        self._on_timer(timer, TimeDomain.PROCESSING_TIME, timer.timestamp)

    def _call_on_timer(self, timer: InternalTimer) -> Any:
        return _require_results(super()._call_on_timer(timer), "on_timer")


class PythonKeyedProcessOperator(_PythonTimerOperator, KeyedProcessOperator):
    """Runs a ``KeyedProcessFunction`` as PyFlink's operator does."""

    __slots__ = ()


class PythonKeyedCoProcessOperator(_PythonTimerOperator, KeyedCoProcessOperator):
    """Runs a ``KeyedCoProcessFunction`` as PyFlink's operator does."""

    __slots__ = ()


def _require_results(results: Any, what: str) -> Any:
    if results is None:
        raise TypeError(_NONE_RESULT_ERROR.format(what))
    return results


# --- windows ----------------------------------------------------------------------------------------


class PythonTriggerContext(WindowTriggerContext):
    """Trigger context that keeps only one trigger state when windows merge, as PyFlink does.

    This concerns reducing and aggregating state.
    """

    def _merge(self, state: HeapMergingState) -> None:
        merge_values = None if isinstance(state, HeapListState) else _keep_first
        windows = sort_like_pyflink_state(self.merged_windows)
        state.merge_namespaces(self.window, windows, merge_values)


class PythonWindowMerging(MergingWindows):
    """Window merging in PyFlink: the order of a Python set selects the window whose state is reused.

    The states of the other windows are merged into it in the order of a Java set.
    """

    __slots__ = ()

    ORDER_WINDOWS = staticmethod(sort_like_python_set)

    def _merge_panes(self, end: int, state_window: Any, merged_state_windows: list[Any]) -> None:
        windows = sort_like_pyflink_state(merged_state_windows)
        super()._merge_panes(end, state_window, windows)


class _BasePythonWindowOperator(WindowOperator):
    """PyFlink's window operator.

    * Results have the timestamp of the element or timer that fired the window, and the window function
      must return an iterable.
    * When accumulators merge, the first one is kept: both are in one bag, and only its first element is
      read. Lists are joined.
    * If a window fires for an element without a result, it is not purged, and no cleanup timer is set.
    """

    __slots__ = ()

    TRIGGER_CONTEXT_CLASS = PythonTriggerContext
    MERGING_WINDOWS_CLASS = PythonWindowMerging

    def _create_strategy(self, spec: WindowSpec) -> PaneStrategy:
        contents = super()._create_strategy(spec)
        if contents.is_aggregated:
            contents.merge = _keep_first
        check = create_state_check(spec.accumulator_type, "window-contents")
        if check is not None:
            contents.add = self._check_at_end_of_bundle(contents.add, check)
        return contents

    def _check_at_end_of_bundle(
        self, add: Callable[[Any, Any], Any], check: Callable[[Any], None]
    ) -> Callable[[Any, Any], Any]:
        """Wrap *add* so that the accumulators that remain at the end of a bundle are checked then."""
        changed: set[tuple[int, Any]] = set()

        def check_changed() -> None:
            for group, key in changed:
                for (owner, _), pane in self._panes.maps[group].items():
                    if owner == key and pane.contents is not None:
                        check(pane.contents)
            changed.clear()

        def add_and_remember(contents: Any, element: Any) -> Any:
            backend = self.backend
            if isinstance(backend, WorkerKeyedStateBackend):
                changed.add((backend.key_group_index, backend.key_identity))
                backend.check_at_end(self, check_changed)
            return add(contents, element)

        return add_and_remember

    def _apply_trigger_result(
        self,
        result: TriggerResult,
        window: Any,
        state_window: Any,
        pane: Pane,
        record: StreamRecord,
    ) -> bool:
        self._firing_time, self._firing_callback = record.timestamp, "onElement"
        if result.is_fire() and not self._fire(window, state_window, pane):
            return False
        if result.is_purge():
            self._purge(window, state_window, pane)
        return True

    def _on_timer(
        self, timer: InternalTimer, callback: TriggerCallback, may_clean_up: bool
    ) -> None:
        self._firing_time = timer.timestamp
        super()._on_timer(timer, callback, may_clean_up)

    def _call_window_function(self, window: Any, elements: list[Any]) -> None:
        results = self._window_function(self.backend.current_key, window, elements)
        self.emit_results(_require_results(results, "the window's function"), self._firing_time)


class PythonWindowOperator(_BasePythonWindowOperator):
    """Window operator of PyFlink, without an evictor."""

    __slots__ = ()


class PythonEvictingWindowOperator(_BasePythonWindowOperator, EvictingWindowOperator):
    """Window operator of PyFlink with an evictor."""

    __slots__ = ()


def _keep_first(first: Any, second: Any) -> Any:
    return first
