"""What a user function costs: a task that calls it is busy for that long, in virtual time.

::

    stream.map(flinksim.cost(parse, ms=5))
    stream.map(flinksim.cost(parse, ms=lambda value: 20 if value.is_large else 1))

Not in Flink, where functions take the time that they take. Like ``time.sleep`` in a user function it
takes no real time, and its results come out after the cost; other than ``time.sleep`` it is nothing at
all where the simulator does not run the program.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

F = TypeVar("F")

Milliseconds = float | Callable[[Any], float]
"""A number, or a function of the first thing that the user function is called with."""

PER_RECORD_METHODS = (
    "map", "flat_map", "filter", "reduce", "add", "process_element", "process_element1",
    "process_element2", "process_broadcast_element", "map1", "map2", "flat_map1", "flat_map2",
    "process", "process_left", "process_right", "apply", "join", "co_group", "invoke",
)  # fmt: skip
"""The methods of function objects that are called for each record or window."""


class Expenses:
    """Where costs go: ``spend`` takes seconds while a run takes steps, and is ``None`` otherwise.

    ``share`` is how much of what functions cost and sleep counts: less than all for one that is tried
    as if it were faster (:func:`faster`).
    """

    spend: Callable[[float], None] | None = None
    share: float = 1.0


class _Meter:
    """Adds a cost up, for virtual time counts in whole milliseconds."""

    def __init__(self, ms: Milliseconds) -> None:
        self._ms = ms
        self._owed_ms = 0.0

    def charge(self, arguments: tuple[Any, ...]) -> None:
        spend = Expenses.spend
        if spend is None:
            return
        ms = self._ms
        found = ms(arguments[0]) if callable(ms) else ms
        if found < 0:
            raise ValueError(f"cost(..., ms=...) gave {found!r} ms; a cost is 0 or more")
        self._owed_ms += found
        whole = int(self._owed_ms)
        if whole:
            self._owed_ms -= whole
            spend(whole / 1000)


class CostlyCallable:
    """A callable that costs something each time."""

    def __init__(self, function: Callable[..., Any], ms: Milliseconds) -> None:
        self._function = function
        self._meter = _Meter(ms)
        self.__wrapped__ = function
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.__qualname__ = getattr(function, "__qualname__", self.__name__)

    def __call__(self, *arguments: Any) -> Any:
        self._meter.charge(arguments)
        return self._function(*arguments)


def cost(function: F, ms: Milliseconds) -> F:
    """*function* (a callable or a function object), which costs *ms* milliseconds for each call.

    The time passes before the function is called. Fractions add up.

    Raises: TypeError if *function* has no method that is called for each record; ValueError if *ms*
    is negative.
    """
    if not callable(ms) and not isinstance(ms, int | float):
        raise TypeError(
            f"cost(..., ms={ms!r}): expected a number of milliseconds, or a function that gives it for "
            "each value"
        )
    if not callable(ms) and ms < 0:
        raise ValueError(f"cost(..., ms={ms!r}): a cost is 0 or more milliseconds")
    methods = [name for name in PER_RECORD_METHODS if callable(getattr(function, name, None))]
    if not methods:
        if callable(function):
            return CostlyCallable(function, ms)  # type: ignore[return-value]  # called in its place
        raise TypeError(
            f"cost({function!r}) needs a callable, or a function object with one of the methods "
            f"{', '.join(PER_RECORD_METHODS)}"
        )
    meter = _Meter(ms)
    return _with_methods(function, lambda owner, name: _CostlyMethod(owner, name, meter))


def faster(function: F, share: float) -> F:
    """*function* (a function object), of whose costs and ``time.sleep`` only a *share* counts."""
    return _with_methods(function, lambda owner, name: _FasterMethod(owner, name, share))


def _with_methods(function: F, make: Callable[[Any, str], _Method]) -> F:
    """A copy of a function object with other methods in the place of those for each record."""
    made = copy.copy(function)
    for name in PER_RECORD_METHODS:
        if callable(getattr(function, name, None)):
            setattr(made, name, make(made, name))
    return made


class _Method:
    """In the place of one method of a function object; it finds the object's own by its class."""

    def __init__(self, owner: Any, name: str) -> None:
        self._owner = owner
        self._name = name
        self._own = vars(owner).get(name)  # where a lambda was put on the object

    def _call(self, *arguments: Any) -> Any:
        if self._own is not None:
            return self._own(*arguments)
        return getattr(type(self._owner), self._name)(self._owner, *arguments)


class _CostlyMethod(_Method):
    """One that costs."""

    def __init__(self, owner: Any, name: str, meter: _Meter) -> None:
        super().__init__(owner, name)
        self._meter = meter

    def __call__(self, *arguments: Any) -> Any:
        self._meter.charge(arguments)
        return self._call(*arguments)


class _FasterMethod(_Method):
    """One that costs a share, also where it is a generator, whose body runs later."""

    def __init__(self, owner: Any, name: str, share: float) -> None:
        super().__init__(owner, name)
        self._share = share

    def __call__(self, *arguments: Any) -> Any:
        found = self._shared(self._call, *arguments)
        return self._each(found) if isinstance(found, Generator) else found

    def _shared(self, function: Callable[..., Any], *arguments: Any) -> Any:
        before = Expenses.share
        Expenses.share = before * self._share
        try:
            return function(*arguments)
        finally:
            Expenses.share = before

    def _each(self, found: Generator[Any, None, None]) -> Iterator[Any]:
        end = object()
        while (value := self._shared(next, found, end)) is not end:
            yield value
