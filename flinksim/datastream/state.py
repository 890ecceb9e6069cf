"""State descriptors and the state interfaces for user functions.

Flink: ``org.apache.flink.api.common.state``. The implementations are in
:mod:`flinksim.runtime.state`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from flinksim.common.typeinfo import TypeInformation, Types, check_type_info
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.pyflink_errors import raise_or_warn
from flinksim.core.validation import validate_arguments
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
    """State of one key."""

    @abstractmethod
    def clear(self) -> None:
        """Clear the state of the current key."""


class ValueState(State, Generic[T]):
    """One value per key."""

    @abstractmethod
    def value(self) -> T | None:
        """Return the value of the current key, or ``None``."""

    @abstractmethod
    def update(self, value: T | None) -> None:
        """Set the value of the current key; ``None`` clears it."""


class AppendingState(State, Generic[IN, OUT]):
    """State to which values are added and that returns one result."""

    @abstractmethod
    def get(self) -> OUT | None:
        """Return the result for the current key, or ``None`` if nothing was added."""

    @abstractmethod
    def add(self, value: IN) -> None:
        """Add *value* for the current key."""


class MergingState(AppendingState[IN, OUT]):
    """Appending state that can be merged with another one, as merging windows require."""


class ReducingState(MergingState[T, T]):
    """The running reduction of all values added for a key."""


class AggregatingState(MergingState[IN, OUT]):
    """The running aggregate of all values added for a key; the accumulator is stored."""


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


class _MapReadAccess(Generic[K, V]):
    """Read access to a map by its own keys."""

    @abstractmethod
    def get(self, key: K) -> V | None:
        """Return the value of *key*, or ``None``."""

    @abstractmethod
    def contains(self, key: K) -> bool:
        """Return whether *key* has a value."""

    @abstractmethod
    def items(self) -> Iterable[tuple[K, V]]:
        """Return all pairs of key and value."""

    @abstractmethod
    def keys(self) -> Iterable[K]:
        """Return all keys of the map."""

    @abstractmethod
    def values(self) -> Iterable[V]:
        """Return all values of the map."""

    @abstractmethod
    def is_empty(self) -> bool:
        """Return whether the map is empty."""

    def __getitem__(self, key: K) -> V | None:
        return self.get(key)

    def __contains__(self, key: K) -> bool:
        return self.contains(key)

    def __iter__(self) -> Iterator[K]:
        return iter(self.keys())


class _MapWriteAccess(Generic[K, V]):
    """Write access to a map by its own keys."""

    @abstractmethod
    def put(self, key: K, value: V) -> None:
        """Set the value of *key*."""

    @abstractmethod
    def put_all(self, dict_value: Mapping[K, V] | Iterable[tuple[K, V]]) -> None:
        """Put all pairs of *dict_value*: a mapping or, as in PyFlink, an iterable of pairs."""

    @abstractmethod
    def remove(self, key: K) -> None:
        """Remove *key* and its value, if it exists."""

    def __setitem__(self, key: K, value: V) -> None:
        self.put(key, value)

    def __delitem__(self, key: K) -> None:
        self.remove(key)


class MapState(_MapReadAccess[K, V], _MapWriteAccess[K, V], State):
    """A map per key."""


class ReadOnlyBroadcastState(_MapReadAccess[K, V], State):
    """A map shared by all keys of an operator, which the non-broadcast side may read."""


class BroadcastState(_MapWriteAccess[K, V], ReadOnlyBroadcastState[K, V]):
    """A map shared by all keys of an operator, which the broadcast side may change.

    Every parallel instance has its own copy, and the program must change all copies in the same way.
    """


class OperatorStateStore(ABC):
    """Access of a function to operator state, which is not keyed."""

    @abstractmethod
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        """Return the broadcast state that *state_descriptor* names."""


# --- descriptors ---------------------------------------------------------------------------------


class StateDescriptor(ABC):
    """The name of a state, the type of its values, and when they expire.

    Errors: ``TypeError`` if the name is no string, or the type no ``TypeInformation``.
    """

    def __init__(self, name: str, type_info: TypeInformation) -> None:
        if not isinstance(name, str):
            raise_or_warn(TypeError(f"{type(self).__name__}(name): expected text, found {name!r}"))
        if type_info is not None:
            type_info = check_type_info(type_info, f"{type(self).__name__}({name!r})")
        self.name = name
        self.type_info = type_info
        self._ttl_config: StateTtlConfig | None = None

    def get_name(self) -> str:
        return self.name

    @validate_arguments
    def enable_time_to_live(self, ttl_config: StateTtlConfig) -> None:
        """Let values of this state expire."""
        self._ttl_config = ttl_config

    def check(self) -> None:
        """Check what PyFlink checks only when a function requests the state. Not in PyFlink.

        Raises:
            TypeError: If the name is no string, or if the type is invalid.
        """
        if not isinstance(self.name, str):
            raise TypeError(f"name is not a string: {type(self).__name__}({self.name!r})")
        if self.type_info is not None:
            self.type_info.validate()

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
    """Wraps a plain callable as a ``ReduceFunction``."""

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


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "common.time": "Duration Time",
    },
)
