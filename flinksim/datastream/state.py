"""Keyed and broadcast state, as a user's function sees it: descriptors and interfaces.

Flink: ``org.apache.flink.api.common.state``. The implementations are in
:mod:`flinksim.runtime.state`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from flinksim.common.typeinfo import TypeInformation, Types, type_or_warning
from flinksim.core.lazy_reexports import found_elsewhere
from flinksim.core.pyflink_errors import refuse_or_warn
from flinksim.core.validation import checked
from flinksim.datastream.state_ttl import StateTtlConfig

__all__ = [
    "AggregatingState",
    "AggregatingStateDescriptor",
    "AppendingState",
    "BroadcastState",
    "ListState",
    "ListStateDescriptor",
    "MapState",
    "MapStateDescriptor",
    "MergingState",
    "OperatorStateStore",
    "ReadOnlyBroadcastState",
    "ReducingState",
    "ReducingStateDescriptor",
    "State",
    "StateDescriptor",
    "StateTtlConfig",
    "ValueState",
    "ValueStateDescriptor",
]

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
IN = TypeVar("IN")
OUT = TypeVar("OUT")


# --- interfaces ----------------------------------------------------------------------------------


class State(ABC):
    """Something remembered per key."""

    @abstractmethod
    def clear(self) -> None:
        """Forget what is remembered for the current key."""


class ValueState(State, Generic[T]):
    """One value per key."""

    @abstractmethod
    def value(self) -> T | None:
        """The value of the current key, or ``None``."""

    @abstractmethod
    def update(self, value: T | None) -> None:
        """Set the value of the current key; ``None`` clears it."""


class AppendingState(State, Generic[IN, OUT]):
    """State to which values are added, and which gives one result."""

    @abstractmethod
    def get(self) -> OUT | None:
        """What has been added for the current key, or ``None`` if nothing has."""

    @abstractmethod
    def add(self, value: IN) -> None:
        """Add *value* for the current key."""


class MergingState(AppendingState[IN, OUT]):
    """Appending state of which two can be made one; what merging windows need."""


class ReducingState(MergingState[T, T]):
    """The running reduction of all values added for a key."""


class AggregatingState(MergingState[IN, OUT]):
    """The running aggregate of all values added for a key; the accumulator is what is stored."""


class ListState(MergingState[T, Iterable[T]]):
    """A list per key, in the order of adding."""

    @abstractmethod
    def update(self, values: list[T]) -> None:
        """Replace the list of the current key; an empty one clears it."""

    @abstractmethod
    def add_all(self, values: list[T]) -> None:
        """Append all *values* for the current key."""

    def __iter__(self) -> Iterator[T]:
        return iter(self.get() or ())


class _Lookup(Generic[K, V]):
    """Reading access by a key of the map's own."""

    @abstractmethod
    def get(self, key: K) -> V | None:
        """The value at *key*, or ``None``."""

    @abstractmethod
    def contains(self, key: K) -> bool:
        """Whether there is a value at *key*."""

    @abstractmethod
    def items(self) -> Iterable[tuple[K, V]]:
        """All pairs."""

    @abstractmethod
    def keys(self) -> Iterable[K]:
        """All keys of the map."""

    @abstractmethod
    def values(self) -> Iterable[V]:
        """All values of the map."""

    @abstractmethod
    def is_empty(self) -> bool:
        """Whether the map holds nothing."""

    def __getitem__(self, key: K) -> V | None:
        return self.get(key)

    def __contains__(self, key: K) -> bool:
        return self.contains(key)

    def __iter__(self) -> Iterator[K]:
        return iter(self.keys())


class _Change(Generic[K, V]):
    """Writing access by a key of the map's own."""

    @abstractmethod
    def put(self, key: K, value: V) -> None:
        """Put *value* at *key*."""

    @abstractmethod
    def put_all(self, dict_value: Mapping[K, V] | Iterable[tuple[K, V]]) -> None:
        """Put all pairs of *dict_value*, a mapping or, as PyFlink takes them, an iterable of pairs."""

    @abstractmethod
    def remove(self, key: K) -> None:
        """Remove what is at *key*, if anything is."""

    def __setitem__(self, key: K, value: V) -> None:
        self.put(key, value)

    def __delitem__(self, key: K) -> None:
        self.remove(key)


class MapState(_Lookup[K, V], _Change[K, V], State):
    """A map per key."""


class ReadOnlyBroadcastState(_Lookup[K, V], State):
    """A map that is the same for all keys of an operator; the non-broadcast side may read it."""


class BroadcastState(_Change[K, V], ReadOnlyBroadcastState[K, V]):
    """A map that is the same for all keys of an operator; the broadcast side may change it.

    Every parallel instance has its own, and the program has to change all of them alike.
    """


class OperatorStateStore(ABC):
    """Where a function gets state that is not keyed."""

    @abstractmethod
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        """The broadcast state that *state_descriptor* names."""


# --- descriptors ---------------------------------------------------------------------------------


class StateDescriptor(ABC):
    """The name of a state, the type of what it holds, and when it expires.

    Errors: ``TypeError`` for a name that is no text, or a type that is no ``TypeInformation``.
    """

    def __init__(self, name: str, type_info: TypeInformation) -> None:
        if not isinstance(name, str):
            refuse_or_warn(TypeError(f"{type(self).__name__}(name): expected text, found {name!r}"))
        if type_info is not None:
            type_info = type_or_warning(type_info, f"{type(self).__name__}({name!r})")
        self.name = name
        self.type_info = type_info
        self._ttl_config: StateTtlConfig | None = None

    def get_name(self) -> str:
        return self.name

    @checked
    def enable_time_to_live(self, ttl_config: StateTtlConfig) -> None:
        """Let values of this state expire."""
        self._ttl_config = ttl_config

    def check(self) -> None:
        """Refuse what PyFlink lets through until a function asks for the state. Not in PyFlink.

        Errors: TypeError.
        """
        if not isinstance(self.name, str):
            raise TypeError(f"name is not a string: {type(self).__name__}({self.name!r})")
        if self.type_info is not None:
            self.type_info.check()

    @property
    def ttl_config(self) -> StateTtlConfig | None:
        """When values expire, or ``None`` if they do not. Not in PyFlink."""
        config = self._ttl_config
        return config if config is not None and config.is_enabled() else None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class ValueStateDescriptor(StateDescriptor):
    """Describes a :class:`ValueState`."""

    def __init__(self, name: str, value_type_info: TypeInformation) -> None:
        super().__init__(name, value_type_info)


class ListStateDescriptor(StateDescriptor):
    """Describes a :class:`ListState`."""

    def __init__(self, name: str, elem_type_info: TypeInformation) -> None:
        super().__init__(name, Types.LIST(elem_type_info))


class MapStateDescriptor(StateDescriptor):
    """Describes a :class:`MapState` or a :class:`BroadcastState`."""

    def __init__(
        self, name: str, key_type_info: TypeInformation, value_type_info: TypeInformation
    ) -> None:
        super().__init__(name, Types.MAP(key_type_info, value_type_info))


class _CallableReduceFunction:
    """A plain callable in the form of a ``ReduceFunction``."""

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        self.reduce = function


class ReducingStateDescriptor(StateDescriptor):
    """Describes a :class:`ReducingState`.

    Errors: ``TypeError`` unless *reduce_function* is a ``ReduceFunction`` or a callable.
    """

    def __init__(self, name: str, reduce_function: Any, type_info: TypeInformation) -> None:
        super().__init__(name, type_info)
        if not hasattr(reduce_function, "reduce"):
            if not callable(reduce_function):
                raise TypeError(
                    f"Reducing state {name!r} needs a ReduceFunction or a callable of two values, "
                    f"not {type(reduce_function).__name__}"
                )
            reduce_function = _CallableReduceFunction(reduce_function)
        self._reduce_function = reduce_function

    def get_reduce_function(self) -> Any:
        return self._reduce_function


class AggregatingStateDescriptor(StateDescriptor):
    """Describes an :class:`AggregatingState`; *state_type_info* is the accumulator's type.

    Errors: ``TypeError`` unless *agg_function* is an ``AggregateFunction``.
    """

    def __init__(self, name: str, agg_function: Any, state_type_info: TypeInformation) -> None:
        super().__init__(name, state_type_info)
        if not hasattr(agg_function, "create_accumulator"):
            raise TypeError(
                f"Aggregating state {name!r} needs an AggregateFunction, "
                f"not {type(agg_function).__name__}"
            )
        self._agg_function = agg_function

    def get_agg_function(self) -> Any:
        return self._agg_function


__getattr__ = found_elsewhere(
    __name__,
    {
        "common.time": "Duration Time",
    },
)
