"""State hash of a running job: two runs with the same hash continue in the same ways.

The hash covers everything that the tasks, the connections, the clock and the JobMaster hold,
including fields and closures of user functions. It leaves out history: the trace, and counters that
only the trace reads. Global variables of user functions are not covered. Not in Flink.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import blake2b
from types import (
    BuiltinFunctionType,
    BuiltinMethodType,
    CellType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
)
from typing import Any, TypeVar

from flinksim.runtime.clock_actor import ClockActor
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.network.connection import Connection
from flinksim.runtime.tasks.task_input import TaskInput
from flinksim.runtime.virtual_clock import SimulatedClock

_T = TypeVar("_T")
_PLAIN = frozenset([int, str, bytes, type(None)])
_TOLD = ("flinksim.trace.", "flinksim.graph.", "flinksim.runtime.tracing.instrumentation")
"""Modules whose objects describe a run and never affect its next step."""
_WHERE_READ = "_buffer", "_channel", "_elements", "_position", "_count"
"""Fields of a task input with its position in a buffer; ignored once the buffer is read."""


def _per_kind(make: Callable[[type], _T]) -> Callable[[type], _T]:
    """Cache the result of *make* for each class."""
    cached: dict[type, _T] = {}

    def get(class_: type) -> _T:
        found = cached.get(class_)
        if found is None:
            found = cached[class_] = make(class_)
        return found

    return get


def number_of(*parts: Any) -> int:
    """Hash plain values; the hash of equal values is equal in every process."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


class Unreadable(Exception):
    """State that cannot be read, such as a native iterator in progress."""


def fingerprint(cluster: MiniCluster) -> int:
    """Hash the state of *cluster* between two steps.

    Raises:
        Unreadable: A part of the state cannot be read.
    """
    reader = _Reading()
    log = cluster.trace.calls
    for number, history in enumerate((cluster.trace.events.open, log, log.marks, log.calls)):
        reader.known[id(history)] = -1 - number  # these objects do not affect the run
    roots = [*cluster.tasks, *cluster.connections, cluster.job_master]
    for number, root in enumerate(roots):
        reader.known[id(root)] = number
    try:
        parts = [reader.fields(root) for root in roots]
        return number_of(cluster.runnable.mask, parts, reader.of(cluster.clock))
    except RecursionError:
        raise Unreadable("something holds something that holds something, without end") from None


class _Reading:
    """Reader of live objects; an object that occurs again is replaced by its first number."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def of(self, thing: Any) -> Any:
        """Convert *thing* to plain values, which are equal for equal objects."""
        class_ = type(thing)
        if class_ in _PLAIN:
            return thing
        if class_ is tuple:
            return ("()", *map(self.of, thing))
        if class_ is bool or class_ is float or class_ is complex:
            return class_.__name__, thing
        if _only_tells(class_):
            return class_.__qualname__
        if isinstance(thing, frozenset):
            return self._in_any_order(thing)
        if (number := self.known.get(id(thing))) is not None:
            return "known", number
        self.known[id(thing)] = len(self.known)
        return self.fields(thing)

    def fields(self, thing: Any) -> tuple[Any, ...]:
        """Convert the fields of *thing* to plain values."""
        class_ = type(thing)
        if (reader := _SPECIAL.get(class_)) is not None:
            return (class_.__qualname__, *map(self.of, reader(thing)))
        if class_ is list or class_ is deque:
            return (class_.__qualname__, *map(self.of, thing))
        if isinstance(thing, dict):
            read = self.of
            # the key is the id() of its value, which differs between processes
            parts: Any = [(None if k == id(v) else read(k), read(v)) for k, v in thing.items()]
            if class_ is dict:
                return ("dict", *parts)
            return (class_.__qualname__, *parts, *self._attributes(thing))
        if isinstance(thing, list | deque | tuple):
            parts = thing
        elif isinstance(thing, set):
            return self._in_any_order(thing)
        else:
            return (class_.__qualname__, *self._attributes(thing))
        return (class_.__qualname__, *map(self.of, parts), *self._attributes(thing))

    def _in_any_order(self, things: Iterable[Any]) -> tuple[Any, ...]:
        return ("{}", *sorted(map(number_of, map(self.of, things))))

    def _attributes(self, thing: Any) -> list[Any]:
        class_ = type(thing)
        values = []
        ignored = _left_out(thing)
        for name in _slots_of(class_):
            if name not in ignored and hasattr(thing, name):
                values += [name, self.of(getattr(thing, name))]
        attributes = getattr(thing, "__dict__", None)
        if attributes:
            for name in attributes:
                if name not in ignored:
                    values += [name, self.of(attributes[name])]
        if not values and attributes is None and not _is_known_to_be_empty(thing):
            values = [self.of(_reduced(thing))]
        return values


@_per_kind
def _only_tells(kind: type) -> bool:
    """Return whether objects of this class never affect the next step of a run."""
    return issubclass(kind, type | ModuleType) or kind.__module__.startswith(_TOLD)


@_per_kind
def _slots_of(kind: type) -> tuple[str, ...]:
    names: list[str] = []
    for one in kind.__mro__:
        slots = one.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


def _is_known_to_be_empty(thing: Any) -> bool:
    return type(thing) is object or bool(_slots_of(type(thing))) or isinstance(
        thing, dict | list | deque | set | tuple
    )  # fmt: skip


def _reduced(thing: Any) -> Any:
    """Return the pickle state of an object of a class implemented in C."""
    try:
        return thing.__reduce_ex__(4)[1:]
    except Exception as error:
        raise Unreadable(f"{type(thing).__qualname__}: {error}") from None


# --- classes with their own reader ------------------------------------------------------------------


def _function(thing: FunctionType) -> Iterable[Any]:
    cells = [content for cell in thing.__closure__ or () for content in _held(cell)]
    return thing.__qualname__, thing.__code__.co_firstlineno, *cells, thing.__defaults__


def _held(cell: CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _generator(thing: GeneratorType[Any, Any, Any]) -> Iterable[Any]:
    frame = thing.gi_frame
    if frame is None:
        return ("over",)
    return thing.__qualname__, frame.f_lasti, frame.f_locals, thing.gi_yieldfrom


def _clock(thing: SimulatedClock) -> Iterable[Any]:
    """Return the pending calls in their order, without the sequence numbers of that order."""
    calls = sorted(entry for entry in thing._calls if not entry[3].cancelled)
    return thing.now_ms, *((at, rank, call) for at, rank, _, call in calls)


_SPECIAL: dict[type, Callable[[Any], Iterable[Any]]] = {
    FunctionType: _function,
    MethodType: lambda thing: (thing.__func__.__qualname__, thing.__self__),
    BuiltinFunctionType: lambda thing: (thing.__name__, _self_of(thing)),
    BuiltinMethodType: lambda thing: (thing.__name__, _self_of(thing)),
    partial: lambda thing: (thing.func, thing.args, thing.keywords),
    GeneratorType: _generator,
    SimulatedClock: _clock,
    MiniCluster: lambda thing: (),
}


def _self_of(thing: Any) -> Any:
    owner = getattr(thing, "__self__", None)
    return None if isinstance(owner, ModuleType) else owner


def _left_out(thing: Any) -> tuple[str, ...]:
    """Return the fields of *thing* that only describe the past."""
    names = _always_left_out(type(thing))
    if names is _WHERE_READ:
        return names if thing._position == thing._count else ()
    return names


@_per_kind
def _always_left_out(kind: type) -> tuple[str, ...]:
    if issubclass(kind, ClockActor):
        return "_real_start_s", "_skipped", "turns"
    if issubclass(kind, Connection | SimulatedClock):
        return ("turns",)
    return _WHERE_READ if issubclass(kind, TaskInput) else ()
