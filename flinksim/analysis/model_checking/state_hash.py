"""What a run will do from here on, as a number: two runs with the same one go on in the same ways.

All that the tasks, the connections, the clock and the JobMaster hold is read, fields of the user's
functions and what they closed over included, and only what tells of the past is left out: the
trace, and counters that nothing but the trace reads. What a user's function keeps in a global
variable is not seen. Not in Flink.
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
"""Modules whose objects say what a run is or was, and never what it does next."""
_WHERE_READ = "_buffer", "_channel", "_elements", "_position", "_count"
"""Where a task's input is in a buffer: left out once all of it is read."""


def _per_kind(make: Callable[[type], _T]) -> Callable[[type], _T]:
    """*make*, asked once for each kind."""
    known: dict[type, _T] = {}

    def get(kind: type) -> _T:
        found = known.get(kind)
        if found is None:
            found = known[kind] = make(kind)
        return found

    return get


def number_of(*parts: Any) -> int:
    """A number for *parts*, which are plain values: equal for equal ones, in any process."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


class Unreadable(Exception):
    """Something that holds what nobody can read, such as a native iterator half way."""


def fingerprint(cluster: MiniCluster) -> int:
    """The number of what *cluster* is now, between two steps.

    Raises: Unreadable if something in it cannot be read.
    """
    reading = _Reading()
    log = cluster.trace.calls
    for number, told in enumerate((cluster.trace.events.open, log, log.marks, log.calls)):
        reading.known[id(told)] = -1 - number  # nobody who runs reads them
    roots = [*cluster.tasks, *cluster.connections, cluster.job_master]
    for number, root in enumerate(roots):
        reading.known[id(root)] = number
    try:
        parts = [reading.fields(root) for root in roots]
        return number_of(cluster.runnable.mask, parts, reading.of(cluster.clock))
    except RecursionError:
        raise Unreadable("something holds something that holds something, without end") from None


class _Reading:
    """One walk over live objects; what is met again is told by the number at which it was met first."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def of(self, thing: Any) -> Any:
        """What *thing* is, in plain values: equal for what is equal, whichever objects it is made
        of.
        """
        kind = type(thing)
        if kind in _PLAIN:
            return thing
        if kind is tuple:
            return ("()", *map(self.of, thing))
        if kind is bool or kind is float or kind is complex:
            return kind.__name__, thing
        if _only_tells(kind):
            return kind.__qualname__
        if isinstance(thing, frozenset):
            return self._in_any_order(thing)
        if (known := self.known.get(id(thing))) is not None:
            return "known", known
        self.known[id(thing)] = len(self.known)
        return self.fields(thing)

    def fields(self, thing: Any) -> tuple[Any, ...]:
        """What *thing* holds, in plain values."""
        kind = type(thing)
        if (special := _SPECIAL.get(kind)) is not None:
            return (kind.__qualname__, *map(self.of, special(thing)))
        if kind is list or kind is deque:
            return (kind.__qualname__, *map(self.of, thing))
        if isinstance(thing, dict):
            of = self.of
            # a key that is the identity of its value says nothing
            parts: Any = [(None if k == id(v) else of(k), of(v)) for k, v in thing.items()]
            if kind is dict:
                return ("dict", *parts)
            return (kind.__qualname__, *parts, *self._attributes(thing))
        if isinstance(thing, list | deque | tuple):
            parts = thing
        elif isinstance(thing, set):
            return self._in_any_order(thing)
        else:
            return (kind.__qualname__, *self._attributes(thing))
        return (kind.__qualname__, *map(self.of, parts), *self._attributes(thing))

    def _in_any_order(self, things: Iterable[Any]) -> tuple[Any, ...]:
        return ("{}", *sorted(map(number_of, map(self.of, things))))

    def _attributes(self, thing: Any) -> list[Any]:
        kind = type(thing)
        told = []
        left_out = _left_out(thing)
        for name in _slots_of(kind):
            if name not in left_out and hasattr(thing, name):
                told += [name, self.of(getattr(thing, name))]
        own = getattr(thing, "__dict__", None)
        if own:
            for name in own:
                if name not in left_out:
                    told += [name, self.of(own[name])]
        if not told and own is None and not _is_known_to_be_empty(thing):
            told = [self.of(_reduced(thing))]
        return told


@_per_kind
def _only_tells(kind: type) -> bool:
    """Whether what is of that kind is never what a run does next."""
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
    """What *thing*, of a kind made in C, says of itself to who copies it."""
    try:
        return thing.__reduce_ex__(4)[1:]
    except Exception as error:
        raise Unreadable(f"{type(thing).__qualname__}: {error}") from None


# --- kinds with a reading of their own --------------------------------------------------------------


def _function(thing: FunctionType) -> Iterable[Any]:
    cells = [held for cell in thing.__closure__ or () for held in _held(cell)]
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
    """What is due, in the order in which it comes; the numbers that say so are left out."""
    calls = sorted(entry for entry in thing._calls if not entry[3].cancelled)
    return thing.now_ms, *((at, behind, call) for at, behind, _, call in calls)


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
    """The fields of *thing* that only tell of the past."""
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
