"""The functions that a program hands to its operators, and what they see of their surroundings.

A function is a subclass of one of these classes; ``map``, ``filter``, ``reduce`` and the like also take
a lambda, which :mod:`flinksim.datastream.lambda_functions` wraps. ``open`` is called once before the
first element, ``close`` once after the last. Contexts and the runtime context are abstract here; the
runtime supplies them.

A function that may put out several values either yields them or returns an iterable; ``None`` means
nothing. A yielded ``(OutputTag, value)`` goes to that side output.

Flink: ``org.apache.flink.api.common.functions`` and ``org.apache.flink.streaming.api.functions``, by
the names of ``pyflink.datastream.functions``.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from flinksim.core.lazy_reexports import found_elsewhere
from flinksim.core.unsupported import Absence, absent_names
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
    """Where a function finds the state of the current key."""

    @abstractmethod
    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]:
        """The value state of that descriptor."""

    @abstractmethod
    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        """The list state of that descriptor."""

    @abstractmethod
    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        """The map state of that descriptor."""

    @abstractmethod
    def get_reducing_state(self, state_descriptor: ReducingStateDescriptor) -> ReducingState[Any]:
        """The reducing state of that descriptor."""

    @abstractmethod
    def get_aggregating_state(
        self, state_descriptor: AggregatingStateDescriptor
    ) -> AggregatingState[Any, Any]:
        """The aggregating state of that descriptor."""


class RuntimeContext(KeyedStateStore):
    """Where one parallel instance of a function runs; handed to ``open``."""

    @abstractmethod
    def get_task_name(self) -> str:
        """The name of the task, which is that of its chain."""

    @abstractmethod
    def get_number_of_parallel_subtasks(self) -> int:
        """The operator's parallelism."""

    @abstractmethod
    def get_max_number_of_parallel_subtasks(self) -> int:
        """The operator's maximum parallelism: the number of key groups."""

    @abstractmethod
    def get_index_of_this_subtask(self) -> int:
        """Which subtask this is, from 0."""

    @abstractmethod
    def get_attempt_number(self) -> int:
        """How often the subtask was restarted, from 0."""

    @abstractmethod
    def get_task_name_with_subtasks(self) -> str:
        """The task's name with ``(index+1/parallelism)#attempt``."""

    @abstractmethod
    def get_job_parameter(self, key: str, default_value: str) -> str:
        """A global job parameter."""

    @abstractmethod
    def get_metrics_group(self) -> Any:
        """Where metrics are registered."""


class Function(ABC):
    """The base of all functions. Flink: ``RichFunction``, ``AbstractRichFunction``."""

    def open(self, runtime_context: RuntimeContext) -> None:
        """Get ready; called once before the first element."""

    def close(self) -> None:
        """Release what ``open`` took; called once at the end, also after a failure."""


# --- one value at a time --------------------------------------------------------------------------


class MapFunction(Function):
    """One value in, one value out."""

    @abstractmethod
    def map(self, value: Any) -> Any:
        """What *value* becomes."""


class CoMapFunction(Function):
    """A map over two connected streams."""

    @abstractmethod
    def map1(self, value: Any) -> Any:
        """What *value* of the first stream becomes; ``None`` puts out nothing."""

    @abstractmethod
    def map2(self, value: Any) -> Any:
        """What *value* of the second stream becomes; ``None`` puts out nothing."""


class FlatMapFunction(Function):
    """One value in, any number out."""

    @abstractmethod
    def flat_map(self, value: Any) -> Any:
        """Yield or return what *value* becomes."""


class CoFlatMapFunction(Function):
    """A flat map over two connected streams."""

    @abstractmethod
    def flat_map1(self, value: Any) -> Any:
        """Yield or return what *value* of the first stream becomes."""

    @abstractmethod
    def flat_map2(self, value: Any) -> Any:
        """Yield or return what *value* of the second stream becomes."""


class ReduceFunction(Function):
    """Combines two values into one of the same type."""

    @abstractmethod
    def reduce(self, value1: Any, value2: Any) -> Any:
        """*value1* (the result so far) and *value2* (the next value) combined."""


class AggregateFunction(Function):
    """Adds values to an accumulator and makes a result from it."""

    @abstractmethod
    def create_accumulator(self) -> Any:
        """A new, empty accumulator."""

    @abstractmethod
    def add(self, value: Any, accumulator: Any) -> Any:
        """The accumulator with *value* added; may be the same object."""

    @abstractmethod
    def get_result(self, accumulator: Any) -> Any:
        """The result of *accumulator*."""

    @abstractmethod
    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        """One accumulator of two; needed by windows that merge."""


class KeySelector(Function):
    """Finds the key in a value."""

    @abstractmethod
    def get_key(self, value: Any) -> Any:
        """The key of *value*; the same for equal values, always."""


class NullByteKeySelector(KeySelector):
    """The same key for every value; what ``window_all`` keys by."""

    def get_key(self, value: Any) -> int:
        return 0


class FilterFunction(Function):
    """Keeps or drops a value."""

    @abstractmethod
    def filter(self, value: Any) -> bool:
        """Whether to keep *value*."""


class Partitioner(Function):
    """Chooses the subtask downstream that gets a key."""

    @abstractmethod
    def partition(self, key: Any, num_partitions: int) -> int:
        """A number from 0 to ``num_partitions - 1``."""


class SourceFunction:
    """A source of the old kind: around one of flinksim's sources, or of a program's own.

    A subclass with ``run(ctx)`` and ``cancel()`` collects by its context what it likes, sleeps as it
    likes (:class:`~flinksim.connectors.source_function.SourceContext`), and ends when ``run`` returns;
    it may have ``open(runtime_context)`` and ``close()``. With ``parallel = True`` in the class it runs
    in every subtask. Such a one is not in PyFlink.

    Flink: ``org.apache.flink.streaming.api.functions.source.legacy.SourceFunction``.
    Differs: PyFlink names a Java class here; flinksim takes a ``flinksim.connectors.source.Source``.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__init__ is SourceFunction.__init__ and hasattr(cls, "run"):
            cls.__init__ = object.__init__  # type: ignore[assignment,method-assign]

    def __init__(self, source_func: Any) -> None:
        if isinstance(source_func, str):
            source_func = pkgutil.resolve_name("flinksim.pyflink_compat.java_object_stubs:new")(
                source_func
            )
        self.source = source_func

    def get_java_function(self) -> Any:
        """The source inside, where PyFlink has the Java object."""
        return self.source


class SinkFunction:
    """A sink of the old kind around one of flinksim's sinks.

    Flink: ``org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction``.
    Differs: PyFlink names a Java class here; flinksim takes a ``flinksim.connectors.sink.Sink``, or an
    object with ``write(value, timestamp)``.
    """

    def __init__(self, sink_func: Any) -> None:
        self.sink = sink_func

    def get_java_function(self) -> Any:
        """The sink inside, where PyFlink has the Java object."""
        return self.sink


# --- process functions: values, time and timers -----------------------------------------------


class _Context(ABC):
    """What the contexts of functions have in common: results do not go through them."""

    def __getattr__(self, name: str) -> Any:
        message = f"'{type(self).__name__}' object has no attribute '{name}'"
        if name in ("output", "collect"):
            message += (
                ". Python's functions yield their results: yield value, or, to a side output, "
                "yield output_tag, value."
            )
        raise AttributeError(message, name=name, obj=self)


class ProcessFunction(Function):
    """Any number of values out for each value in, with a view of time."""

    class Context(_Context):
        """What ``process_element`` sees besides the value."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """The current times; on a stream without keys it refuses timers."""

        @abstractmethod
        def timestamp(self) -> int:
            """The element's timestamp; ``Long.MIN_VALUE`` if it has none."""

    @abstractmethod
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Any:
        """Yield or return what *value* becomes."""


class KeyedProcessFunction(Function):
    """A process function on a keyed stream, with keyed state and timers."""

    class Context(_Context):
        """What ``process_element`` sees besides the value."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """The key of the element or timer."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """The current times, and timers of the current key."""

        @abstractmethod
        def timestamp(self) -> int:
            """The timestamp of the element or timer; ``Long.MIN_VALUE`` if it has none."""

    class OnTimerContext(Context):
        """What ``on_timer`` sees."""

        @abstractmethod
        def time_domain(self) -> TimeDomain:
            """Whether an event-time or a processing-time timer fires."""

    @abstractmethod
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        """Yield or return what *value* becomes."""

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        """A timer of the current key fires; yield or return values as for an element."""


class CoProcessFunction(Function):
    """A process function over two connected streams."""

    class Context(_Context):
        """What ``process_element1`` and ``process_element2`` see besides the value."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """The current times; on streams without keys it refuses timers."""

        @abstractmethod
        def timestamp(self) -> int:
            """The element's timestamp; ``Long.MIN_VALUE`` if it has none."""

    @abstractmethod
    def process_element1(self, value: Any, ctx: CoProcessFunction.Context) -> Any:
        """Yield or return what *value* of the first stream becomes."""

    @abstractmethod
    def process_element2(self, value: Any, ctx: CoProcessFunction.Context) -> Any:
        """Yield or return what *value* of the second stream becomes."""


class KeyedCoProcessFunction(Function):
    """A process function over two connected streams with the same keys."""

    class Context(_Context):
        """What ``process_element1`` and ``process_element2`` see besides the value."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """The key of the element or timer."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """The current times, and timers of the current key."""

        @abstractmethod
        def timestamp(self) -> int:
            """The timestamp of the element or timer; ``Long.MIN_VALUE`` if it has none."""

    class OnTimerContext(Context):
        """What ``on_timer`` sees."""

        @abstractmethod
        def time_domain(self) -> TimeDomain:
            """Whether an event-time or a processing-time timer fires."""

    @abstractmethod
    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Any:
        """Yield or return what *value* of the first stream becomes."""

    @abstractmethod
    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Any:
        """Yield or return what *value* of the second stream becomes."""

    def on_timer(self, timestamp: int, ctx: KeyedCoProcessFunction.OnTimerContext) -> Any:
        """A timer of the current key fires; yield or return values as for an element."""


# --- broadcast state ------------------------------------------------------------------------------


class BaseBroadcastProcessFunction(Function):
    """What the two kinds of broadcast functions have in common."""

    class BaseContext(_Context):
        """Time as a broadcast function sees it."""

        @abstractmethod
        def timestamp(self) -> int:
            """The element's timestamp."""

        @abstractmethod
        def current_processing_time(self) -> int:
            """The processing time, in epoch milliseconds."""

        @abstractmethod
        def current_watermark(self) -> int:
            """The event time that has been reached."""

    class Context(BaseContext):
        """The broadcast side: may write the broadcast state."""

        @abstractmethod
        def get_broadcast_state(
            self, state_descriptor: MapStateDescriptor
        ) -> BroadcastState[Any, Any]:
            """The broadcast state of that descriptor."""

    class ReadOnlyContext(BaseContext):
        """The other side: may read the broadcast state."""

        @abstractmethod
        def get_broadcast_state(
            self, state_descriptor: MapStateDescriptor
        ) -> ReadOnlyBroadcastState[Any, Any]:
            """The broadcast state of that descriptor."""


class BroadcastProcessFunction(BaseBroadcastProcessFunction, Generic[IN1, IN2, OUT]):
    """Joins a stream with a broadcast stream."""

    class Context(BaseBroadcastProcessFunction.Context, ABC):
        """See the base class."""

    class ReadOnlyContext(BaseBroadcastProcessFunction.ReadOnlyContext, ABC):
        """See the base class."""

    @abstractmethod
    def process_element(self, value: Any, ctx: BroadcastProcessFunction.ReadOnlyContext) -> Any:
        """Yield or return what *value* of the stream becomes."""

    @abstractmethod
    def process_broadcast_element(self, value: Any, ctx: BroadcastProcessFunction.Context) -> Any:
        """Take in *value* of the broadcast stream; runs alike in every subtask."""


class KeyedBroadcastProcessFunction(BaseBroadcastProcessFunction, Generic[KEY, IN1, IN2, OUT]):
    """Joins a keyed stream with a broadcast stream."""

    class Context(BaseBroadcastProcessFunction.Context, ABC):
        """See the base class."""

    class ReadOnlyContext(BaseBroadcastProcessFunction.ReadOnlyContext, ABC):
        """The keyed side."""

        @abstractmethod
        def timer_service(self) -> TimerService:
            """The current times, and timers of the current key."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """The key of the element or timer."""

    class OnTimerContext(ReadOnlyContext, ABC):
        """What ``on_timer`` sees."""

        @abstractmethod
        def time_domain(self) -> TimeDomain:
            """Whether an event-time or a processing-time timer fires."""

        @abstractmethod
        def get_current_key(self) -> Any:
            """The key of the timer."""

    @abstractmethod
    def process_element(
        self, value: Any, ctx: KeyedBroadcastProcessFunction.ReadOnlyContext
    ) -> Any:
        """Yield or return what *value* of the keyed stream becomes."""

    @abstractmethod
    def process_broadcast_element(
        self, value: Any, ctx: KeyedBroadcastProcessFunction.Context
    ) -> Any:
        """Take in *value* of the broadcast stream; runs alike in every subtask."""

    def on_timer(self, timestamp: int, ctx: KeyedBroadcastProcessFunction.OnTimerContext) -> Any:
        """A timer of the current key fires; yield or return values as for an element."""


# --- windows --------------------------------------------------------------------------------------


class WindowFunction(Function, Generic[IN, OUT, KEY, W]):
    """Makes results of a keyed window's contents."""

    @abstractmethod
    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Any:
        """Yield or return the results of *window* for *key*."""


class AllWindowFunction(Function, Generic[IN, OUT, W]):
    """Makes results of a window's contents, without keys."""

    @abstractmethod
    def apply(self, window: Any, inputs: Iterable[Any]) -> Any:
        """Yield or return the results of *window*."""


class ProcessWindowFunction(Function, Generic[IN, OUT, KEY, W]):
    """Makes results of a keyed window's contents, with a view of time and state."""

    class Context(_Context, Generic[W2]):
        """What ``process`` sees besides the elements."""

        @abstractmethod
        def window(self) -> Any:
            """The window that fires."""

        @abstractmethod
        def current_processing_time(self) -> int:
            """The processing time, in epoch milliseconds."""

        @abstractmethod
        def current_watermark(self) -> int:
            """The event time that has been reached."""

        @abstractmethod
        def window_state(self) -> KeyedStateStore:
            """State of this key and window."""

        @abstractmethod
        def global_state(self) -> KeyedStateStore:
            """State of this key, across windows."""

    @abstractmethod
    def process(
        self, key: Any, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]
    ) -> Any:
        """Yield or return the results of the window for *key*."""

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        """The window is disposed of; clear its per-window state."""


class ProcessAllWindowFunction(Function, Generic[IN, OUT, W]):
    """Makes results of a window's contents, without keys, with a view of state."""

    class Context(_Context, Generic[W2]):
        """What ``process`` sees besides the elements."""

        @abstractmethod
        def window(self) -> Any:
            """The window that fires."""

        @abstractmethod
        def window_state(self) -> KeyedStateStore:
            """State of this window."""

        @abstractmethod
        def global_state(self) -> KeyedStateStore:
            """State across windows."""

    @abstractmethod
    def process(
        self, context: ProcessAllWindowFunction.Context[Any], elements: Iterable[Any]
    ) -> Any:
        """Yield or return the results of the window."""

    def clear(self, context: ProcessAllWindowFunction.Context[Any]) -> None:
        """The window is disposed of; clear its per-window state."""


class PassThroughWindowFunction(WindowFunction[IN, IN, KEY, W]):
    """Puts a window's contents out as they are."""

    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Iterable[Any]:
        yield from inputs


class PassThroughAllWindowFunction(AllWindowFunction[IN, IN, W]):
    """Puts a window's contents out as they are, without keys."""

    def apply(self, window: Any, inputs: Iterable[Any]) -> Iterable[Any]:
        yield from inputs


# --- asynchronous calls ---------------------------------------------------------------------------


class AsyncRetryPredicate(ABC, Generic[OUT]):
    """Says which outcomes of an asynchronous call are tried again."""

    @abstractmethod
    def result_predicate(self) -> Callable[[list[Any]], bool] | None:
        """Whether a result is tried again; ``None``: never."""

    @abstractmethod
    def exception_predicate(self) -> Callable[[Exception], bool] | None:
        """Whether an exception is tried again; ``None``: never."""


class AsyncRetryStrategy(ABC, Generic[OUT]):
    """Says when and how often an asynchronous call is tried again."""

    @abstractmethod
    def can_retry(self, current_attempts: int) -> bool:
        """Whether another attempt is allowed after *current_attempts*."""

    @abstractmethod
    def get_backoff_time_millis(self, current_attempts: int) -> int:
        """The pause before the next attempt, in milliseconds."""

    @abstractmethod
    def get_retry_predicate(self) -> AsyncRetryPredicate[Any]:
        """Which outcomes are tried again."""

    @staticmethod
    def no_restart() -> AsyncRetryStrategy[Any]:
        """One attempt only."""
        from flinksim.datastream import async_retry_strategies

        return async_retry_strategies.NO_RETRY_STRATEGY

    @staticmethod
    def fixed_delay(
        max_attempts: int,
        backoff_time_millis: int,
        result_predicate: Callable[[list[Any]], bool] | None,
        exception_predicate: Callable[[Exception], bool] | None,
    ) -> AsyncRetryStrategy[Any]:
        """The same pause before each further attempt."""
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
        """A pause that grows by *multiplier* up to *max_retry_delay* ms."""
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
    """Calls something outside without waiting for it."""

    @abstractmethod
    async def async_invoke(self, value: Any) -> list[Any]:
        """The results for *value*."""

    def timeout(self, value: Any) -> list[Any]:
        """The results for *value* whose call took too long; by default an error."""
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


_WORKER = Absence(
    "it is a part of how PyFlink's Python worker talks to Java",
    "the function classes of flinksim.datastream.functions that a program inherits from",
)

__getattr__ = absent_names(
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
        _WORKER,
    ),
)


__getattr__ = found_elsewhere(
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
