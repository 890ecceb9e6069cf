"""Function objects that wrap lambdas, and keyed functions that wrap rich functions.

Flink: its API wraps Java lambdas in the same way; PyFlink has ``FunctionWrapper``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flinksim.datastream.functions import (
    CoFlatMapFunction,
    CoMapFunction,
    FilterFunction,
    FlatMapFunction,
    Function,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    MapFunction,
    Partitioner,
    ReduceFunction,
    RuntimeContext,
)


class FunctionWrapper(Function):
    """A function object whose only method is a callable of the user."""

    def __init__(self, func: Callable[..., Any]) -> None:
        self._func = func

    @property
    def wrapped_function(self) -> Callable[..., Any]:
        """The callable."""
        return self._func

    def __repr__(self) -> str:
        return f"{type(self).__name__}({getattr(self._func, '__qualname__', self._func)})"


class LambdaMapFunction(FunctionWrapper, MapFunction):
    """``map`` calls the callable."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        super().__init__(func)
        # Bound to the object, so that each record costs one call instead of two.
        self.map = func  # type: ignore[method-assign, assignment]

    def map(self, value: Any) -> Any:
        return self._func(value)


class ProjectFunction(LambdaMapFunction):
    """Returns the fields at these positions. Flink: ``StreamProject``."""

    def __init__(self, indexes: tuple[int, ...]) -> None:
        super().__init__(lambda value: tuple(value[index] for index in indexes))


class LambdaFlatMapFunction(FunctionWrapper, FlatMapFunction):
    """``flat_map`` calls the callable."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        super().__init__(func)
        self.flat_map = func  # type: ignore[method-assign, assignment]

    def flat_map(self, value: Any) -> Any:
        return self._func(value)


class LambdaFilterFunction(FunctionWrapper, FilterFunction):
    """``filter`` calls the callable."""

    def __init__(self, func: Callable[[Any], bool]) -> None:
        super().__init__(func)
        self.filter = func  # type: ignore[method-assign, assignment]

    def filter(self, value: Any) -> bool:
        return self._func(value)  # type: ignore[no-any-return]


class LambdaReduceFunction(FunctionWrapper, ReduceFunction):
    """``reduce`` calls the callable."""

    def __init__(self, func: Callable[[Any, Any], Any]) -> None:
        super().__init__(func)
        self.reduce = func  # type: ignore[method-assign, assignment]

    def reduce(self, value1: Any, value2: Any) -> Any:
        return self._func(value1, value2)


class LambdaPartitioner(FunctionWrapper, Partitioner):
    """``partition`` calls the callable."""

    def __init__(self, func: Callable[[Any, int], int]) -> None:
        super().__init__(func)
        self.partition = func  # type: ignore[method-assign, assignment]

    def partition(self, key: Any, num_partitions: int) -> int:
        return self._func(key, num_partitions)  # type: ignore[no-any-return]


def is_rich(function: Any) -> bool:
    """Return whether *function* overrides ``open``, so that it may use keyed state."""
    return isinstance(function, Function) and type(function).open is not Function.open


class _KeyedFunctionAdapter(KeyedProcessFunction):
    """Runs a rich function on a keyed stream as a keyed process function, with keyed state."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def open(self, runtime_context: RuntimeContext) -> None:
        self.function.open(runtime_context)

    def close(self) -> None:
        self.function.close()


class KeyedMap(_KeyedFunctionAdapter):
    """``map`` on a keyed stream."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> tuple[Any]:
        return (self.function.map(value),)


FLAT_MAP_NONE_ERROR = (
    "'NoneType' object is not iterable: flat_map returned None. Yield the results or return a list; "
    "an empty list stands for no result."
)
"""Error message that starts like PyFlink's, which also rejects ``None`` here."""


class KeyedFlatMap(_KeyedFunctionAdapter):
    """``flat_map`` on a keyed stream."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        results = self.function.flat_map(value)
        if results is None:
            raise TypeError(FLAT_MAP_NONE_ERROR)
        return results


class KeyedFilter(_KeyedFunctionAdapter):
    """``filter`` on a keyed stream."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> tuple[Any, ...]:
        return (value,) if self.function.filter(value) else ()


class _KeyedCoFunctionAdapter(KeyedCoProcessFunction):
    """Runs a rich function on two keyed streams as a keyed co-process function."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def open(self, runtime_context: RuntimeContext) -> None:
        self.function.open(runtime_context)

    def close(self) -> None:
        self.function.close()


class KeyedCoMap(_KeyedCoFunctionAdapter):
    """A ``CoMapFunction`` on keyed streams."""

    function: CoMapFunction

    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        result = self.function.map1(value)
        if result is not None:
            yield result

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        result = self.function.map2(value)
        if result is not None:
            yield result


class KeyedCoFlatMap(_KeyedCoFunctionAdapter):
    """A ``CoFlatMapFunction`` on keyed streams."""

    function: CoFlatMapFunction

    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterable[Any]:
        return self.function.flat_map1(value)  # type: ignore[no-any-return]

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterable[Any]:
        return self.function.flat_map2(value)  # type: ignore[no-any-return]
