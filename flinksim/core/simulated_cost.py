"""Virtual time that a user function takes: its task is busy for that long.

::

    stream.map(flinksim.cost(parse, ms=5))
    stream.map(flinksim.cost(parse, ms=lambda value: 20 if value.is_large else 1))

Not in Flink, where functions take real time. As with ``time.sleep`` in a user function, no real
time passes, and the results are emitted after the cost. Unlike ``time.sleep``, a cost has no effect
outside of the simulator.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

F = TypeVar("F")

Milliseconds = float | Callable[[Any], float]
"""Cost per call: a number, or a function from the first argument of the call to a number."""

PER_RECORD_METHODS = (
    "map", "flat_map", "filter", "reduce", "add", "process_element", "process_element1",
    "process_element2", "process_broadcast_element", "map1", "map2", "flat_map1", "flat_map2",
    "process", "process_left", "process_right", "apply", "join", "co_group", "invoke",
)  # fmt: skip
"""Names of the methods of user function objects that Flink calls for each record or window."""


class CostMeter:
    """Process-wide hook through which user functions charge virtual time to the running task.

    ``spend`` takes seconds while a run takes steps, and is ``None`` otherwise. ``scale`` is the
    factor for costs and sleeps; it is less than 1 for a function that is tried as if it were faster
    (:func:`scale_cost`).
    """

    spend: Callable[[float], None] | None = None
    scale: float = 1.0


class _CostAccumulator:
    """Adds up costs with fractions of a millisecond, because virtual time counts whole milliseconds."""

    def __init__(self, ms: Milliseconds) -> None:
        self._ms = ms
        self._accumulated_ms = 0.0

    def charge(self, arguments: tuple[Any, ...]) -> None:
        """Charge the cost of one call of the user function with *arguments* to the running task."""
        spend = CostMeter.spend
        if spend is None:
            return
        ms = self._ms
        cost_ms = ms(arguments[0]) if callable(ms) else ms
        if cost_ms < 0:
            raise ValueError(f"cost(..., ms=...) returned {cost_ms!r} ms; expected 0 or more")
        self._accumulated_ms += cost_ms
        whole_ms = int(self._accumulated_ms)
        if whole_ms:
            self._accumulated_ms -= whole_ms
            spend(whole_ms / 1000)


class TimedCallable:
    """A user function that takes virtual time for each call."""

    def __init__(self, function: Callable[..., Any], ms: Milliseconds) -> None:
        self._function = function
        self._accumulator = _CostAccumulator(ms)
        self.__wrapped__ = function
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.__qualname__ = getattr(function, "__qualname__", self.__name__)

    def __call__(self, *arguments: Any) -> Any:
        self._accumulator.charge(arguments)
        return self._function(*arguments)


def cost(function: F, ms: Milliseconds) -> F:
    """Make *function* take virtual time for each call.

    The time passes before the function is called. Fractions of a millisecond add up.

    >>> double = cost(lambda value: 2 * value, ms=5)
    >>> double(21)
    42

    Args:
        function: a callable or a function object.
        ms: milliseconds per call, or a function from the first argument to milliseconds.

    Returns:
        A callable or function object of the same kind.

    Raises:
        TypeError: if *function* has no method that is called for each record.
        ValueError: if *ms* is negative.
    """
    if not callable(ms) and not isinstance(ms, int | float):
        raise TypeError(
            f"cost(..., ms={ms!r}): expected a number of milliseconds, or a "
            "function that returns it for each value"
        )
    if not callable(ms) and ms < 0:
        raise ValueError(f"cost(..., ms={ms!r}): expected 0 or more milliseconds")
    methods = [name for name in PER_RECORD_METHODS if callable(getattr(function, name, None))]
    if not methods:
        if callable(function):
            return TimedCallable(function, ms)  # type: ignore[return-value]  # called in its place
        raise TypeError(
            f"cost({function!r}): expected a callable, or a function object with "
            f"one of the methods {', '.join(PER_RECORD_METHODS)}"
        )
    meter = _CostAccumulator(ms)
    return _replace_methods(function, lambda owner, name: _TimedMethod(owner, name, meter))


def scale_cost(function: F, scale: float) -> F:
    """Scale all costs and ``time.sleep`` calls of a function object by *scale*.

    Args:
        function: a function object.
        scale: the factor, less than 1 to make the function faster.
    """
    return _replace_methods(function, lambda owner, name: _ScaledMethod(owner, name, scale))


def _replace_methods(function: F, build_method: Callable[[Any, str], _MethodWrapper]) -> F:
    """Copy a function object and replace its methods that are called for each record or window."""
    made = copy.copy(function)
    for name in PER_RECORD_METHODS:
        if callable(getattr(function, name, None)):
            setattr(made, name, build_method(made, name))
    return made


class _MethodWrapper:
    """Replacement for a method of a function object; it finds the original in the class."""

    def __init__(self, owner: Any, name: str) -> None:
        self._owner = owner
        self._name = name
        self._instance_method = vars(owner).get(
            name
        )  # a function that was assigned to the object itself

    def _call(self, *arguments: Any) -> Any:
        if self._instance_method is not None:
            return self._instance_method(*arguments)
        return getattr(type(self._owner), self._name)(self._owner, *arguments)


class _TimedMethod(_MethodWrapper):
    """A method of a function object that takes virtual time for each call."""

    def __init__(self, owner: Any, name: str, accumulator: _CostAccumulator) -> None:
        super().__init__(owner, name)
        self._accumulator = accumulator

    def __call__(self, *arguments: Any) -> Any:
        self._accumulator.charge(arguments)
        return self._call(*arguments)


class _ScaledMethod(_MethodWrapper):
    """A method of a function object whose costs and sleeps are multiplied by a factor.

    This includes a generator method, whose body runs only when its results are taken.
    """

    def __init__(self, owner: Any, name: str, scale: float) -> None:
        super().__init__(owner, name)
        self._scale = scale

    def __call__(self, *arguments: Any) -> Any:
        found = self._call_scaled(self._call, *arguments)
        return self._iterate_scaled(found) if isinstance(found, Generator) else found

    def _call_scaled(self, function: Callable[..., Any], *arguments: Any) -> Any:
        before = CostMeter.scale
        CostMeter.scale = before * self._scale
        try:
            return function(*arguments)
        finally:
            CostMeter.scale = before

    def _iterate_scaled(self, values: Generator[Any, None, None]) -> Iterator[Any]:
        end = object()
        while (value := self._call_scaled(next, values, end)) is not end:
            yield value
