"""User functions and the contexts that they receive.

A function is a subclass of one of these classes. ``map``, ``filter``, ``reduce`` and similar methods
also accept a lambda, which :mod:`flinksim.datastream.lambda_functions` wraps. ``open`` is called once
before the first element, ``close`` once after the last. Contexts and the runtime context are abstract
here and implemented by the runtime.

A function that may emit several values either yields them or returns an iterable. ``None`` means no
result. A yielded ``(OutputTag, value)`` goes to that side output.

Flink: ``org.apache.flink.api.common.functions`` and ``org.apache.flink.streaming.api.functions``, by
the names of ``pyflink.datastream.functions``.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr
from flinksim.datastream.time_domain import TimeDomain
from flinksim.datastream.timerservice import TimerService

if TYPE_CHECKING:
    from flinksim.datastream.state import (
        AggregatingState,
        AggregatingStateDescriptor,
        BroadcastState,
        ListState,
        ListStateDescriptor,
        MapState,
        MapStateDescriptor,
        ReadOnlyBroadcastState,
        ReducingState,
        ReducingStateDescriptor,
        ValueState,
        ValueStateDescriptor,
    )

__all__ = [
    "AggregateFunction",
    "AllWindowFunction",
    "AsyncFunction",
    "AsyncFunctionDescriptor",
    "AsyncRetryPredicate",
    "AsyncRetryStrategy",
    "BaseBroadcastProcessFunction",
    "BroadcastProcessFunction",
    "CoFlatMapFunction",
    "CoMapFunction",
    "CoProcessFunction",
    "FilterFunction",
    "FlatMapFunction",
    "Function",
    "KeySelector",
    "KeyedBroadcastProcessFunction",
    "KeyedCoProcessFunction",
    "KeyedProcessFunction",
    "KeyedStateStore",
    "MapFunction",
    "Partitioner",
    "ProcessAllWindowFunction",
    "ProcessFunction",
    "ProcessWindowFunction",
    "ReduceFunction",
    "RuntimeContext",
    "SinkFunction",
    "SourceFunction",
    "TimerService",
    "WindowFunction",
]

W = TypeVar("W")
W2 = TypeVar("W2")
IN = TypeVar("IN")
IN1 = TypeVar("IN1")
IN2 = TypeVar("IN2")
OUT = TypeVar("OUT")
KEY = TypeVar("KEY")


class KeyedStateStore(ABC):
    """Access of a function to the state of the current key."""

    @abstractmethod
    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]:
        """Return the value state of this descriptor."""

    @abstractmethod
    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """Return the list state of this descriptor."""

    @abstractmethod
    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        """Return the map state of this descriptor."""

    @abstractmethod
    def get_reducing_state(self, state_descriptor: ReducingStateDescriptor) -> ReducingState[Any]:
        """Return the reducing state of this descriptor."""

    @abstractmethod
    def get_aggregating_state(
        self, state_descriptor: AggregatingStateDescriptor
    ) -> AggregatingState[Any, Any]:
        """Return the aggregating state of this descriptor."""


class RuntimeContext(KeyedStateStore):
    """The context of one parallel instance of a function; passed to ``open``."""

    @abstractmethod
    def get_task_name(self) -> str:
        """Return the name of the task, which is the name of its chain."""

    @abstractmethod
    def get_number_of_parallel_subtasks(self) -> int:
        """Return the operator's parallelism."""

    @abstractmethod
    def get_max_number_of_parallel_subtasks(self) -> int:
        """Return the operator's maximum parallelism, which is the number of key groups."""

    @abstractmethod
    def get_index_of_this_subtask(self) -> int:
        """Return the index of this subtask, from 0."""

    @abstractmethod
    def get_attempt_number(self) -> int:
        """Return how often the subtask was restarted, from 0."""

    @abstractmethod
    def get_task_name_with_subtasks(self) -> str:
        """Return the task's name with ``(index+1/parallelism)#attempt``."""

    @abstractmethod
    def get_job_parameter(self, key: str, default_value: str) -> str:
        """Return a global job parameter."""

    @abstractmethod
    def get_metrics_group(self) -> Any:
        """Return the group in which the function registers metrics."""


class Function(ABC):
    """Base class of all functions. Flink: ``RichFunction``, ``AbstractRichFunction``."""

    def open(self, runtime_context: RuntimeContext) -> None:
        """Initialize the function; called once before the first element."""

    def close(self) -> None:
        """Release resources; called once at the end, also after a failure."""


# --- one value at a time --------------------------------------------------------------------------


class MapFunction(Function):
    """Emits one value for each input value."""

    @abstractmethod
    def map(self, value: Any) -> Any:
        """Return the result for *value*."""


class CoMapFunction(Function):
    """A map over two connected streams."""

    @abstractmethod
    def map1(self, value: Any) -> Any:
        """Return the result for *value* of the first stream; ``None`` emits nothing."""

    @abstractmethod
    def map2(self, value: Any) -> Any:
        """Return the result for *value* of the second stream; ``None`` emits nothing."""


class FlatMapFunction(Function):
    """Emits any number of values for each input value."""

    @abstractmethod
    def flat_map(self, value: Any) -> Any:
        """Yield or return the results for *value*."""


class CoFlatMapFunction(Function):
    """A flat map over two connected streams."""

    @abstractmethod
    def flat_map1(self, value: Any) -> Any:
        """Yield or return the results for *value* of the first stream."""

    @abstractmethod
    def flat_map2(self, value: Any) -> Any:
        """Yield or return the results for *value* of the second stream."""


class ReduceFunction(Function):
    """Combines two values into one of the same type."""

    @abstractmethod
    def reduce(self, value1: Any, value2: Any) -> Any:
        """Combine *value1* (the result so far) and *value2* (the next value)."""


class AggregateFunction(Function):
    """Adds values to an accumulator and computes a result from it."""

    @abstractmethod
    def create_accumulator(self) -> Any:
        """Create a new, empty accumulator."""

    @abstractmethod
    def add(self, value: Any, accumulator: Any) -> Any:
        """Return the accumulator with *value* added; it may be the same object."""

    @abstractmethod
    def get_result(self, accumulator: Any) -> Any:
        """Return the result of *accumulator*."""

    @abstractmethod
    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        """Merge two accumulators into one; required by merging windows."""


class KeySelector(Function):
    """Extracts the key of a value."""

    @abstractmethod
    def get_key(self, value: Any) -> Any:
        """Return the key of *value*, which must always be the same for equal values."""


class NullByteKeySelector(KeySelector):
    """Returns the same key for every value; ``window_all`` uses it."""

    def get_key(self, value: Any) -> int:
        return 0


class FilterFunction(Function):
    """Keeps or drops a value."""

    @abstractmethod
    def filter(self, value: Any) -> bool:
        """Return whether to keep *value*."""


class Partitioner(Function):
    """Selects the downstream subtask for a key."""

    @abstractmethod
    def partition(self, key: Any, num_partitions: int) -> int:
        """Return a number from 0 to ``num_partitions - 1``."""


class SourceFunction:
    """A legacy source: a wrapper of a source of flinksim, or a source of the program.

    A subclass with ``run(ctx)`` and ``cancel()`` emits values through its context
    (:class:`~flinksim.connectors.source_function.SourceContext`), may sleep, and ends when ``run``
    returns. It may have ``open(runtime_context)`` and ``close()``. With the class attribute
    ``parallel = True`` it runs in every subtask. Such subclasses are not in PyFlink.

    Flink: ``org.apache.flink.streaming.api.functions.source.legacy.SourceFunction``.
    Differs: PyFlink names a Java class here; flinksim takes a ``flinksim.connectors.source.Source``.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__init__ is SourceFunction.__init__ and hasattr(cls, "run"):
            cls.__init__ = object.__init__  # type: ignore[assignment,method-assign]

    def __init__(self, source_func: Any) -> None:
        if isinstance(source_func, str):
            source_func = pkgutil.resolve_name(
                "flinksim.pyflink_compat.java_object_stubs:create_java_object"
            )(source_func)
        self.source = source_func

    def get_java_function(self) -> Any:
        """Return the wrapped source; PyFlink returns the Java object."""
        return self.source


class SinkFunction:
    """A legacy sink: a wrapper of a sink of flinksim.

    Flink: ``org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction``.
    Differs: PyFlink names a Java class here; flinksim takes a ``flinksim.connectors.sink.Sink``, or
    an object with ``write(value, timestamp)``.
    """

    def __init__(self, sink_func: Any) -> None:
        self.sink = sink_func

    def get_java_function(self) -> Any:
        """Return the wrapped sink; PyFlink returns the Java object."""
        return self.sink


# --- process functions: values, time and timers -----------------------------------------------


class _Context(ABC):
    """Base of the contexts of functions, with a hint for programs that call ``ctx.collect``."""

    def __getattr__(self, name: str) -> Any:
        message = f"'{type(self).__name__}' object has no attribute '{name}'"
        if name in ("output", "collect"):
            message += (
                '. Python functions yield their results: "yield value", or for a '
                'side output "yield output_tag, value".'
            )
        raise AttributeError(message, name=name, obj=self)


class ProcessFunction(Function):
    """Emits any number of values for each input value, with access to time."""

    class Context(_Context):
        """The context of ``process_element``."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """Return the timer service; without keys it rejects timers."""

        @abstractmethod
        def timestamp(self) -> int:
            """Return the element's timestamp, or ``Long.MIN_VALUE`` if it has none."""

    @abstractmethod
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Any:
        """Yield or return the results for *value*."""


class KeyedProcessFunction(Function):
    """A process function on a keyed stream, with keyed state and timers."""

    class Context(_Context):
        """The context of ``process_element``."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """Return the key of the element or timer."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """Return the current times and the timers of the current key."""

        @abstractmethod
        def timestamp(self) -> int:
            """Return the timestamp of the element or timer, or ``Long.MIN_VALUE`` if it has none."""

    class OnTimerContext(Context):
        """The context of ``on_timer``."""

        @abstractmethod
        def time_domain(self) -> TimeDomain:
            """Return whether an event-time or a processing-time timer fires."""

    @abstractmethod
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        """Yield or return the results for *value*."""

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        """Handle a timer of the current key; yield or return results as for an element."""


class CoProcessFunction(Function):
    """A process function over two connected streams."""

    class Context(_Context):
        """The context of ``process_element1`` and ``process_element2``."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """Return the timer service; without keys it rejects timers."""

        @abstractmethod
        def timestamp(self) -> int:
            """Return the element's timestamp, or ``Long.MIN_VALUE`` if it has none."""

    @abstractmethod
    def process_element1(self, value: Any, ctx: CoProcessFunction.Context) -> Any:
        """Yield or return the results for *value* of the first stream."""

    @abstractmethod
    def process_element2(self, value: Any, ctx: CoProcessFunction.Context) -> Any:
        """Yield or return the results for *value* of the second stream."""


class KeyedCoProcessFunction(Function):
    """A process function over two connected streams with the same keys."""

    class Context(_Context):
        """The context of ``process_element1`` and ``process_element2``."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """Return the key of the element or timer."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """Return the current times and the timers of the current key."""

        @abstractmethod
        def timestamp(self) -> int:
            """Return the timestamp of the element or timer, or ``Long.MIN_VALUE`` if it has none."""

    class OnTimerContext(Context):
        """The context of ``on_timer``."""

        @abstractmethod
        def time_domain(self) -> TimeDomain:
            """Return whether an event-time or a processing-time timer fires."""

    @abstractmethod
    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Any:
        """Yield or return the results for *value* of the first stream."""

    @abstractmethod
    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Any:
        """Yield or return the results for *value* of the second stream."""

    def on_timer(self, timestamp: int, ctx: KeyedCoProcessFunction.OnTimerContext) -> Any:
        """Handle a timer of the current key; yield or return results as for an element."""


# --- broadcast state ------------------------------------------------------------------------------


class BaseBroadcastProcessFunction(Function):
    """Base of the keyed and the non-keyed broadcast function."""

    class BaseContext(_Context):
        """Time for a broadcast function."""

        @abstractmethod
        def timestamp(self) -> int:
            """Return the element's timestamp."""

        @abstractmethod
        def current_processing_time(self) -> int:
            """Return the processing time, in epoch milliseconds."""

        @abstractmethod
        def current_watermark(self) -> int:
            """Return the current watermark, in epoch milliseconds."""

    class Context(BaseContext):
        """The context of the broadcast side, which may write the broadcast state."""

        @abstractmethod
        def get_broadcast_state(
            self, state_descriptor: MapStateDescriptor
        ) -> BroadcastState[Any, Any]:
            """Return the broadcast state of this descriptor."""

    class ReadOnlyContext(BaseContext):
        """The context of the other side, which may only read the broadcast state."""

        @abstractmethod
        def get_broadcast_state(
            self, state_descriptor: MapStateDescriptor
        ) -> ReadOnlyBroadcastState[Any, Any]:
            """Return the broadcast state of this descriptor."""


class BroadcastProcessFunction(BaseBroadcastProcessFunction, Generic[IN1, IN2, OUT]):
    """Processes a stream together with a broadcast stream."""

    class Context(BaseBroadcastProcessFunction.Context, ABC):
        """See the base class."""

    class ReadOnlyContext(BaseBroadcastProcessFunction.ReadOnlyContext, ABC):
        """See the base class."""

    @abstractmethod
    def process_element(self, value: Any, ctx: BroadcastProcessFunction.ReadOnlyContext) -> Any:
        """Yield or return the results for *value* of the stream."""

    @abstractmethod
    def process_broadcast_element(self, value: Any, ctx: BroadcastProcessFunction.Context) -> Any:
        """Handle *value* of the broadcast stream; it must do the same in every subtask."""


class KeyedBroadcastProcessFunction(BaseBroadcastProcessFunction, Generic[KEY, IN1, IN2, OUT]):
    """Processes a keyed stream together with a broadcast stream."""

    class Context(BaseBroadcastProcessFunction.Context, ABC):
        """See the base class."""

    class ReadOnlyContext(BaseBroadcastProcessFunction.ReadOnlyContext, ABC):
        """The context of the keyed side."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """Return the current times and the timers of the current key."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """Return the key of the element or timer."""

    class OnTimerContext(ReadOnlyContext, ABC):
        """The context of ``on_timer``."""

        @abstractmethod
        def time_domain(self) -> TimeDomain:
            """Return whether an event-time or a processing-time timer fires."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """Return the key of the timer."""

    @abstractmethod
    def process_element(
        self, value: Any, ctx: KeyedBroadcastProcessFunction.ReadOnlyContext
    ) -> Any:
        """Yield or return the results for *value* of the keyed stream."""

    @abstractmethod
    def process_broadcast_element(
        self, value: Any, ctx: KeyedBroadcastProcessFunction.Context
    ) -> Any:
        """Handle *value* of the broadcast stream; it must do the same in every subtask."""

    def on_timer(self, timestamp: int, ctx: KeyedBroadcastProcessFunction.OnTimerContext) -> Any:
        """Handle a timer of the current key; yield or return results as for an element."""


# --- windows --------------------------------------------------------------------------------------


class WindowFunction(Function, Generic[IN, OUT, KEY, W]):
    """Computes results from the contents of a keyed window."""

    @abstractmethod
    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Any:
        """Yield or return the results of *window* for *key*."""


class AllWindowFunction(Function, Generic[IN, OUT, W]):
    """Computes results from the contents of a non-keyed window."""

    @abstractmethod
    def apply(self, window: Any, inputs: Iterable[Any]) -> Any:
        """Yield or return the results of *window*."""


class ProcessWindowFunction(Function, Generic[IN, OUT, KEY, W]):
    """Computes results from the contents of a keyed window, with access to time and state."""

    class Context(_Context, Generic[W2]):
        """The context of ``process``."""

        @abstractmethod
        def window(self) -> Any:
            """Return the window that fires."""

        @abstractmethod
        def current_processing_time(self) -> int:
            """Return the processing time, in epoch milliseconds."""

        @abstractmethod
        def current_watermark(self) -> int:
            """Return the current watermark, in epoch milliseconds."""

        @abstractmethod
        def window_state(self) -> KeyedStateStore:
            """Return the state of this key and window."""

        @abstractmethod
        def global_state(self) -> KeyedStateStore:
            """Return the state of this key, shared by its windows."""

    @abstractmethod
    def process(
        self, key: Any, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]
    ) -> Any:
        """Yield or return the results of the window for *key*."""

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        """Clear the per-window state; called when the window is removed."""


class ProcessAllWindowFunction(Function, Generic[IN, OUT, W]):
    """Computes results from the contents of a non-keyed window, with access to state."""

    class Context(_Context, Generic[W2]):
        """The context of ``process``."""

        @abstractmethod
        def window(self) -> Any:
            """Return the window that fires."""

        @abstractmethod
        def window_state(self) -> KeyedStateStore:
            """Return the state of this window."""

        @abstractmethod
        def global_state(self) -> KeyedStateStore:
            """Return the state shared by all windows."""

    @abstractmethod
    def process(
        self, context: ProcessAllWindowFunction.Context[Any], elements: Iterable[Any]
    ) -> Any:
        """Yield or return the results of the window."""

    def clear(self, context: ProcessAllWindowFunction.Context[Any]) -> None:
        """Clear the per-window state; called when the window is removed."""


class PassThroughWindowFunction(WindowFunction[IN, IN, KEY, W]):
    """Emits the contents of a window unchanged."""

    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Iterable[Any]:
        yield from inputs


class PassThroughAllWindowFunction(AllWindowFunction[IN, IN, W]):
    """Emits the contents of a non-keyed window unchanged."""

    def apply(self, window: Any, inputs: Iterable[Any]) -> Iterable[Any]:
        yield from inputs


# --- asynchronous calls ---------------------------------------------------------------------------


class AsyncRetryPredicate(ABC, Generic[OUT]):
    """Decides which outcomes of an asynchronous call are retried."""

    @abstractmethod
    def result_predicate(self) -> Callable[[list[Any]], bool] | None:
        """Return a predicate for results to retry; ``None`` retries none."""

    @abstractmethod
    def exception_predicate(self) -> Callable[[Exception], bool] | None:
        """Return a predicate for exceptions to retry; ``None`` retries none."""


class AsyncRetryStrategy(ABC, Generic[OUT]):
    """Decides when and how often an asynchronous call is retried."""

    @abstractmethod
    def can_retry(self, current_attempts: int) -> bool:
        """Return whether another attempt is allowed after *current_attempts*."""

    @abstractmethod
    def get_backoff_time_millis(self, current_attempts: int) -> int:
        """Return the delay before the next attempt, in milliseconds."""

    @abstractmethod
    def get_retry_predicate(self) -> AsyncRetryPredicate[Any]:
        """Return which outcomes are retried."""

    @staticmethod
    def no_restart() -> AsyncRetryStrategy[Any]:
        """Return the strategy with a single attempt."""
        from flinksim.datastream import async_retry_strategies

        return async_retry_strategies.NO_RETRY_STRATEGY

    @staticmethod
    def fixed_delay(
        max_attempts: int,
        backoff_time_millis: int,
        result_predicate: Callable[[list[Any]], bool] | None,
        exception_predicate: Callable[[Exception], bool] | None,
    ) -> AsyncRetryStrategy[Any]:
        """Return a strategy with the same delay before each further attempt."""
        from flinksim.datastream.async_retry_strategies import FixedDelayRetryStrategy

        return FixedDelayRetryStrategy(
            max_attempts, backoff_time_millis, result_predicate, exception_predicate
        )

    @staticmethod
    def exponential_backoff(
        max_attempts: int,
        initial_delay: int,
        max_retry_delay: int,
        multiplier: float,
        result_predicate: Callable[[list[Any]], bool] | None,
        exception_predicate: Callable[[Exception], bool] | None,
    ) -> AsyncRetryStrategy[Any]:
        """Return a strategy with a delay that grows by *multiplier* up to *max_retry_delay* ms."""
        from flinksim.datastream.async_retry_strategies import (
            ExponentialBackoffDelayRetryStrategy,
        )

        return ExponentialBackoffDelayRetryStrategy(
            max_attempts,
            initial_delay,
            max_retry_delay,
            multiplier,
            result_predicate,
            exception_predicate,
        )


class AsyncFunction(Function, Generic[IN, OUT]):
    """Makes asynchronous calls."""

    @abstractmethod
    async def async_invoke(self, value: Any) -> list[Any]:
        """Return the results for *value*."""

    def timeout(self, value: Any) -> list[Any]:
        """Return the results for a *value* whose call timed out; by default raise an error."""
        raise TimeoutError(f"Async function call has timed out for input: {value}")


class AsyncFunctionDescriptor:
    """An asynchronous function with its settings."""

    class OutputMode(Enum):
        """Whether results keep the order of the values."""

        ORDERED = 0
        UNORDERED = 1

    def __init__(
        self,
        async_function: AsyncFunction[Any, Any],
        timeout: Any,
        capacity: int,
        async_retry_strategy: AsyncRetryStrategy[Any],
        output_mode: AsyncFunctionDescriptor.OutputMode,
    ) -> None:
        self.async_function = async_function
        self.timeout = timeout
        self.capacity = capacity
        self.async_retry_strategy = async_retry_strategy
        self.output_mode = output_mode


_PYTHON_WORKER_INTERNAL = UnsupportedFeature(
    "it is part of the communication between PyFlink's Python worker and Java",
    "the function classes of flinksim.datastream.functions, as base classes of your functions",
)

__getattr__ = build_unsupported_getattr(
    __name__,
    dict.fromkeys(
        (
            "FunctionWrapper",
            "InternalIterableAllWindowFunction",
            "InternalIterableProcessAllWindowFunction",
            "InternalIterableProcessWindowFunction",
            "InternalIterableWindowFunction",
            "InternalProcessAllWindowContext",
            "InternalProcessWindowContext",
            "InternalSingleValueAllWindowFunction",
            "InternalSingleValueProcessAllWindowFunction",
            "InternalSingleValueProcessWindowFunction",
            "InternalSingleValueWindowFunction",
            "InternalWindowFunction",
            "JavaFunctionWrapper",
            "ReduceFunctionWrapper",
        ),
        _PYTHON_WORKER_INTERNAL,
    ),
)


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "datastream.state": (
            "AggregatingState AggregatingStateDescriptor BroadcastState ListState "
            "ListStateDescriptor MapState MapStateDescriptor ReadOnlyBroadcastState "
            "ReducingState ReducingStateDescriptor ValueState ValueStateDescriptor"
        ),
        "metrics": "MetricGroup",
    },
    __getattr__,
)
