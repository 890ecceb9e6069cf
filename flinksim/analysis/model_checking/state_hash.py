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
_PLAIN_TYPES = frozenset([int, str, bytes, type(None)])
_HISTORY_MODULES = (
    "flinksim.trace.",
    "flinksim.graph.",
    "flinksim.runtime.tracing.instrumentation",
)
"""Modules whose objects only record a run, such as its trace; the state hash leaves them out."""
_READ_POSITION_FIELDS = "_buffer", "_channel", "_elements", "_position", "_element_count"
"""Fields of a task input that hold its read position in the current buffer.

The state hash leaves them out when the buffer is fully read, because they have no effect then.
"""


def _cache_by_type(compute: Callable[[type], _T]) -> Callable[[type], _T]:
    """Cache the result of *compute* for each class."""
    cached: dict[type, _T] = {}

    def get(class_: type) -> _T:
        found = cached.get(class_)
        if found is None:
            found = cached[class_] = compute(class_)
        return found

    return get


def hash_values(*parts: Any) -> int:
    """Hash plain values; the hash of equal values is equal in every process."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


class UnhashableState(Exception):
    """Raised for state that cannot be hashed, such as a partly consumed iterator of a C class."""


def hash_state(cluster: MiniCluster) -> int:
    """Hash the state of *cluster* between two steps.

    Raises:
        UnhashableState: A part of the state cannot be read.
    """
    reader = _StateReader()
    log = cluster.trace.calls
    for number, history in enumerate(
        (cluster.trace.events.open_rows, log, log.marks, log.span_frames)
    ):
        reader.visited[id(history)] = -1 - number  # these objects do not affect the run
    roots = [*cluster.tasks, *cluster.connections, cluster.job_master]
    for number, root in enumerate(roots):
        reader.visited[id(root)] = number
    try:
        parts = [reader.read_fields(root) for root in roots]
        return hash_values(cluster.runnable.mask, parts, reader.read(cluster.clock))
    except RecursionError:
        raise UnhashableState("the state contains itself") from None


class _StateReader:
    """Converts the live objects of a cluster to plain values that can be hashed.

    An object that occurs again is replaced by the number it got at its first occurrence, so that
    shared and cyclic references are kept.
    """

    def __init__(self) -> None:
        self.visited: dict[int, int] = {}

    def read(self, obj: Any) -> Any:
        """Convert *obj* to plain values, which are equal for equal objects."""
        class_ = type(obj)
        if class_ in _PLAIN_TYPES:
            return obj
        if class_ is tuple:
            return ("()", *map(self.read, obj))
        if class_ is bool or class_ is float or class_ is complex:
            return class_.__name__, obj
        if _is_history(class_):
            return class_.__qualname__
        if isinstance(obj, frozenset):
            return self._read_unordered(obj)
        if (number := self.visited.get(id(obj))) is not None:
            return "known", number
        self.visited[id(obj)] = len(self.visited)
        return self.read_fields(obj)

    def read_fields(self, obj: Any) -> tuple[Any, ...]:
        """Convert the fields of *obj* to plain values."""
        class_ = type(obj)
        if (reader := _READERS.get(class_)) is not None:
            return (class_.__qualname__, *map(self.read, reader(obj)))
        if class_ is list or class_ is deque:
            return (class_.__qualname__, *map(self.read, obj))
        if isinstance(obj, dict):
            read = self.read
            # the key is the id() of its value, which differs between processes
            parts: Any = [(None if k == id(v) else read(k), read(v)) for k, v in obj.items()]
            if class_ is dict:
                return ("dict", *parts)
            return (class_.__qualname__, *parts, *self._read_attributes(obj))
        if isinstance(obj, list | deque | tuple):
            parts = obj
        elif isinstance(obj, set):
            return self._read_unordered(obj)
        else:
            return (class_.__qualname__, *self._read_attributes(obj))
        return (class_.__qualname__, *map(self.read, parts), *self._read_attributes(obj))

    def _read_unordered(self, items: Iterable[Any]) -> tuple[Any, ...]:
        return ("{}", *sorted(map(hash_values, map(self.read, items))))

    def _read_attributes(self, obj: Any) -> list[Any]:
        class_ = type(obj)
        values = []
        ignored = _find_ignored_fields(obj)
        for name in _list_slots(class_):
            if name not in ignored and hasattr(obj, name):
                values += [name, self.read(getattr(obj, name))]
        attributes = getattr(obj, "__dict__", None)
        if attributes:
            for name in attributes:
                if name not in ignored:
                    values += [name, self.read(attributes[name])]
        if not values and attributes is None and not _is_without_state(obj):
            values = [self.read(_reduce_object(obj))]
        return values


@_cache_by_type
def _is_history(class_: type) -> bool:
    """Return whether objects of this class never affect the next step of a run."""
    return issubclass(class_, type | ModuleType) or class_.__module__.startswith(_HISTORY_MODULES)


@_cache_by_type
def _list_slots(class_: type) -> tuple[str, ...]:
    names: list[str] = []
    for one in class_.__mro__:
        slots = one.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


def _is_without_state(obj: Any) -> bool:
    return type(obj) is object or bool(_list_slots(type(obj))) or isinstance(
        obj, dict | list | deque | set | tuple
    )  # fmt: skip


def _reduce_object(obj: Any) -> Any:
    """Return the state of an object of a C class, as ``pickle`` would store it."""
    try:
        return obj.__reduce_ex__(4)[1:]
    except Exception as error:
        raise UnhashableState(f"{type(obj).__qualname__}: {error}") from None


# --- classes with their own reader ------------------------------------------------------------------


def _read_function(function: FunctionType) -> Iterable[Any]:
    cells = [content for cell in function.__closure__ or () for content in _read_cell(cell)]
    return function.__qualname__, function.__code__.co_firstlineno, *cells, function.__defaults__


def _read_cell(cell: CellType) -> tuple[Any, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _read_generator(generator: GeneratorType[Any, Any, Any]) -> Iterable[Any]:
    frame = generator.gi_frame
    if frame is None:
        return ("over",)
    return generator.__qualname__, frame.f_lasti, frame.f_locals, generator.gi_yieldfrom


def _read_clock(clock: SimulatedClock) -> Iterable[Any]:
    """Return the pending calls of the simulated clock in their order.

    Their sequence numbers are left out, because they depend on the past of the run.
    """
    calls = sorted(entry for entry in clock._callbacks if not entry[3].cancelled)
    return clock.now_ms, *((at, rank, call) for at, rank, _, call in calls)


_READERS: dict[type, Callable[[Any], Iterable[Any]]] = {
    FunctionType: _read_function,
    MethodType: lambda thing: (thing.__func__.__qualname__, thing.__self__),
    BuiltinFunctionType: lambda thing: (thing.__name__, _find_owner(thing)),
    BuiltinMethodType: lambda thing: (thing.__name__, _find_owner(thing)),
    partial: lambda thing: (thing.func, thing.args, thing.keywords),
    GeneratorType: _read_generator,
    SimulatedClock: _read_clock,
    MiniCluster: lambda thing: (),
}


def _find_owner(method: Any) -> Any:
    owner = getattr(method, "__self__", None)
    return None if isinstance(owner, ModuleType) else owner


def _find_ignored_fields(obj: Any) -> tuple[str, ...]:
    """Return the fields of *obj* that only describe the past, and so do not belong to its state hash."""
    names = _list_ignored_fields(type(obj))
    if names is _READ_POSITION_FIELDS:
        return names if obj._position == obj._element_count else ()
    return names


@_cache_by_type
def _list_ignored_fields(class_: type) -> tuple[str, ...]:
    if issubclass(class_, ClockActor):
        return "_real_start_s", "_skipped_ticks", "turns"
    if issubclass(class_, Connection | SimulatedClock):
        return ("turns",)
    return _READ_POSITION_FIELDS if issubclass(class_, TaskInput) else ()
