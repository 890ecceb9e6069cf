"""One callable for the four kinds of window function: with or without key, context or aggregation.

Flink: ``InternalWindowFunction`` and its many subclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from flinksim.datastream.functions import (
    AggregateFunction,
    AllWindowFunction,
    KeyedStateStore,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    ReduceFunction,
    WindowFunction,
)
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.runtime.operators.runtime_context import PartitionedStateStore
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.namespaces import VOID_NAMESPACE

WindowEvaluator: TypeAlias = Callable[[Any, Any, Iterable[Any]], "Iterable[Any] | None"]
"""Function that computes the results of a window from its key, the window and its elements."""


class WindowContext(ProcessWindowFunction.Context[Any], ProcessAllWindowFunction.Context[Any]):
    """Context for the process functions of keyed and of non-keyed windows.

    ``current_window`` is set before each call.

    Raises:
        NotImplementedError: For per-window state of merging windows; the text is Flink's.
    """

    def __init__(
        self, backend: HeapKeyedStateBackend, timers: InternalTimerService, is_merging: bool
    ) -> None:
        self.current_window: Any = None
        self._backend = backend
        self._timers = timers
        self._is_merging = is_merging
        self._window_state = PartitionedStateStore(self._find_window_state)
        self._global_state = PartitionedStateStore(self._find_global_state)

    def _find_window_state(self, descriptor: Any) -> Any:
        if self._is_merging:
            raise NotImplementedError("Per-window state is not allowed when using merging windows.")
        return self._backend.get_partitioned_state(self.current_window, descriptor)

    def _find_global_state(self, descriptor: Any) -> Any:
        return self._backend.get_partitioned_state(VOID_NAMESPACE, descriptor)

    def window(self) -> Any:
        return self.current_window

    def current_processing_time(self) -> int:
        return self._timers.current_processing_time()

    def current_watermark(self) -> int:
        return self._timers.current_watermark

    def window_state(self) -> KeyedStateStore:
        return self._window_state

    def global_state(self) -> KeyedStateStore:
        return self._global_state


def create_evaluator(function: Any, context: WindowContext) -> WindowEvaluator:
    """Create one callable for any kind of window function; ``None`` passes the elements through.

    Raises:
        TypeError: If *function* is not a window function.
    """
    if function is None:
        return lambda key, window, elements: elements
    if isinstance(function, ProcessWindowFunction):
        process = function.process
        return lambda key, window, elements: process(key, context, elements)
    if isinstance(function, ProcessAllWindowFunction):
        process_all = function.process
        return lambda key, window, elements: process_all(context, elements)
    if isinstance(function, WindowFunction):
        apply = function.apply
        return lambda key, window, elements: apply(key, window, elements)
    if isinstance(function, AllWindowFunction):
        apply_all = function.apply
        return lambda key, window, elements: apply_all(window, elements)
    raise TypeError(
        "expected a ProcessWindowFunction, WindowFunction, "
        "ProcessAllWindowFunction or AllWindowFunction, found "
        f"{type(function).__name__}"
    )


def get_internal_window_function(function: Any, is_aggregated: bool, has_keys: bool) -> str:
    """Return Flink's stack frames for a call of a window function: Flink's wrapper, the user's method.

    Flink: ``InternalSingleValueWindowFunction``, ``InternalSingleValueAllWindowFunction``,
    ``InternalSingleValueProcessWindowFunction``, ``InternalSingleValueProcessAllWindowFunction``,
    ``InternalIterableWindowFunction``, ``InternalIterableAllWindowFunction``,
    ``InternalIterableProcessWindowFunction``, ``InternalIterableProcessAllWindowFunction``.
    """
    contents = "SingleValue" if is_aggregated else "Iterable"
    scope = "" if has_keys else "All"
    if isinstance(function, (ProcessWindowFunction, ProcessAllWindowFunction)):
        called = f"Process{scope}WindowFunction.process"
        return f"Internal{contents}Process{scope}WindowFunction.process > {called}"
    called = "PassThrough" if function is None else ""
    called += f"{scope}WindowFunction.apply"
    return f"Internal{contents}{scope}WindowFunction.process > {called}"


def create_list_aggregator(function: Any) -> Callable[[list[Any]], Any]:
    """Create a function that reduces or aggregates the list of elements that an evictor has left.

    Flink: ``ReduceApplyWindowFunction``, ``AggregateApplyWindowFunction``.
    """
    if isinstance(function, AggregateFunction):
        return lambda elements: _aggregate(function, elements)
    assert isinstance(function, ReduceFunction)
    return lambda elements: _reduce(function, elements)


def _aggregate(function: AggregateFunction, elements: list[Any]) -> Any:
    accumulator = function.create_accumulator()
    for element in elements:
        accumulator = function.add(element, accumulator)
    return function.get_result(accumulator)


def _reduce(function: ReduceFunction, elements: list[Any]) -> Any:
    current: Any = None
    for element in elements:
        current = element if current is None else function.reduce(current, element)
    return current
