"""Keyed state in memory: tables by key group, and the key that is current.

Flink: ``HeapKeyedStateBackend``, ``StateTable``, ``InternalKeyContextImpl``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import KeyGroupRange, KeyHash, assign_to_key_group
from flinksim.datastream.state import StateDescriptor
from flinksim.runtime.state.heap_states import HeapState
from flinksim.runtime.state.key_equality import identity_of, key_of
from flinksim.runtime.state.namespaces import VOID_NAMESPACE, freeze_namespace
from flinksim.runtime.state.pickle_check import is_pickled
from flinksim.runtime.state.snapshot_model import OperatorSnapshot, entry_size, stored_copy
from flinksim.runtime.state.state_factory import create_heap_state
from flinksim.runtime.state.ttl_state import migrate
from flinksim.trace.events import (
    Emit,
    KeySelected,
    ListRestored,
    StateEntryRestored,
    StateRestored,
)
from flinksim.trace.events.base import Row
from flinksim.trace.values import Value, freeze

NO_KEY_MESSAGE = "No key set. This method should not be called outside of a keyed context."

_KNOWN_KEYS_LIMIT = 1 << 16

StateKind: TypeAlias = tuple[str, str, bool]
"""The kind of a state, the type of its values, and whether they expire."""


def kind_of(descriptor: StateDescriptor) -> StateKind:
    """What a snapshot says of the state of *descriptor*. Flink: ``StateDescriptor.Type``."""
    kind = type(descriptor).__name__.removesuffix("StateDescriptor").upper()
    return kind, name_of_type(descriptor.type_info), descriptor.ttl_config is not None


def name_of_type(type_info: TypeInformation | None) -> str:
    """What a snapshot says of values of that type; one for all that are pickled."""
    return str(Types.PICKLED_BYTE_ARRAY() if is_pickled(type_info) else type_info)


class StateTable:
    """The values of one state, for every key and namespace of this subtask.

    ``maps[i]`` holds key group ``key_group_range.start + i``, from (key identity, namespace) to the
    value; so a snapshot can be cut by key group. ``serialize`` makes of a value what a snapshot keeps,
    and ``deserialize`` the value again; neither has anything in common with what it was given.
    """

    __slots__ = ("backend", "deserialize", "maps", "name", "serialize")

    def __init__(self, name: str, backend: HeapKeyedStateBackend) -> None:
        self.name = name
        self.backend = backend
        self.serialize: Callable[[Any], Any] = stored_copy
        self.deserialize: Callable[[Any], Any] = stored_copy
        self.maps: list[dict[tuple[Any, Any], Any]] = [{} for _ in backend.key_group_range]

    def get(self, namespace: Any) -> Any:
        """The value of the current key in *namespace*, or ``None``."""
        backend = self.backend
        return self.maps[backend.key_group_index].get((backend.key_identity, namespace))

    def put(self, namespace: Any, value: Any) -> None:
        """Set the value of the current key in *namespace*."""
        backend = self.backend
        self.maps[backend.key_group_index][backend.key_identity, namespace] = value

    def remove(self, namespace: Any) -> Any:
        """Remove and return the value of the current key in *namespace*, or ``None``."""
        backend = self.backend
        return self.maps[backend.key_group_index].pop((backend.key_identity, namespace), None)

    def entries(self) -> Iterator[tuple[Any, Any, Any]]:
        """All (key identity, namespace, value), by key group and then in order of insertion."""
        for entries in self.maps:
            for (identity, namespace), value in entries.items():
                yield identity, namespace, value

    def __len__(self) -> int:
        return sum(len(entries) for entries in self.maps)


class _NoKey:
    """Stands where no key is set; used as an index it says so."""

    def __index__(self) -> int:
        raise RuntimeError(NO_KEY_MESSAGE)


class HeapKeyedStateBackend:
    """All keyed state of one operator instance.

    ``set_current_key`` decides whose state every other call means. A key must hash to a key group of
    this subtask; it does unless its hash code changed on the way.

    Flink: ``HeapKeyedStateBackend``.
    Errors: ``ValueError`` with Flink's words, and more of them, for a key of another subtask.
    """

    __slots__ = (
        "_kinds", "_known", "_states", "_told", "current_key", "current_key_group", "emit",
        "frozen_key", "key_group_index",
        "key_group_range", "key_hash", "key_identity", "key_type", "max_parallelism", "now_ms",
        "operator", "tables",
    )  # fmt: skip

    def __init__(
        self,
        key_group_range: KeyGroupRange,
        max_parallelism: int,
        operator: OperatorId,
        emit: Emit | None,
        now_ms: Callable[[], int],
        key_hash: KeyHash | None = None,
        key_type: TypeInformation | None = None,
    ) -> None:
        self.key_group_range = key_group_range
        self.max_parallelism = max_parallelism
        self.operator = operator
        self.emit = emit
        self.now_ms = now_ms
        self.key_hash = key_hash
        self.key_type = name_of_type(key_type)
        self.tables: dict[str, StateTable] = {}
        self.current_key: Any = None
        self.current_key_group = -1
        self.frozen_key: Value = None
        """The current key as a trace keeps it, while one is kept."""
        self.key_group_index: Any = _NoKey()
        self.key_identity: Any = None
        self._states: dict[str, HeapState] = {}
        self._known: dict[Any, int] = {}
        self._told: dict[str | int, Row] = {}
        self._kinds: dict[str, StateKind] = {}

    def set_current_key(self, key: Any) -> None:
        """Make *key* the one whose state is read and changed, and report it."""
        kind = type(key)
        is_plain = kind is str or kind is int
        identity = key if is_plain else identity_of(key)
        index = self._known.get(identity)
        if index is None:
            index = self._key_group_index_of(key, identity)
        self.current_key = key
        self.key_identity = identity
        self.key_group_index = index
        self.current_key_group = index + self.key_group_range.start
        if self.emit is not None:
            told = self._told.get(key) if is_plain else None
            if told is None:
                told = (KeySelected, self.operator, freeze(key), self.current_key_group)
                if is_plain:  # made once, for it is always the same
                    self._told[key] = told
            self.frozen_key = told[2]
            self.emit(told)

    def key_group_of(self, key: Any) -> int:
        """The key group that *key* belongs to."""
        return assign_to_key_group(key, self.max_parallelism, self.key_hash)

    def _key_group_index_of(self, key: Any, identity: Any) -> int:
        key_group = self.key_group_of(key)
        if key_group not in self.key_group_range:
            raise ValueError(
                f"Key group {key_group} is not in {self.key_group_range}. Unless you're directly "
                "using low level state access APIs, this is most likely caused by "
                "non-deterministic shuffle key (hashCode and equals implementation). "
                f"(The key here is {key!r}. The record was sent to this subtask for its key, but now "
                "the key selector gives a key that another subtask owns: the selector must return "
                "the same key for the same record every time.)"
            )
        if len(self._known) >= _KNOWN_KEYS_LIMIT:
            self._known.clear()
            self._told.clear()
        index = key_group - self.key_group_range.start
        self._known[identity] = index
        return index

    def table(self, name: str) -> StateTable:
        """The table called *name*; made when first asked for."""
        table = self.tables.get(name)
        if table is None:
            table = self.tables[name] = StateTable(name, self)
        return table

    def get_partitioned_state(self, namespace: Any, descriptor: StateDescriptor) -> HeapState:
        """The state that *descriptor* names, looking at *namespace*.

        As in Flink there is one state object per name, and it looks at the namespace of the last
        call.
        Errors: ``ValueError`` if the name is taken by a state of another kind.
        """
        state = self._states.get(descriptor.name)
        if state is None:
            descriptor.check()
            expired = self._kinds.get(descriptor.name, kind_of(descriptor))[2]
            self._check_kind(descriptor)
            state = self.create_state(descriptor)
            if expired != (descriptor.ttl_config is not None):
                migrate(state, descriptor.ttl_config, self.now_ms)
            self._states[descriptor.name] = state
            if self.emit is not None:
                self._tell_restored(state)
        elif not state.serves(descriptor):
            raise ValueError(
                f"State {descriptor.name!r} exists already as {type(state).__name__}, so it cannot "
                f"be used with a {type(descriptor).__name__}; give each state its own name"
            )
        state.namespace = namespace
        return state

    def create_state(self, descriptor: StateDescriptor) -> HeapState:
        """The state that *descriptor* describes, for the first time."""
        return create_heap_state(self, descriptor)

    def keys(self, name: str, namespace: Any = VOID_NAMESPACE) -> list[Any]:
        """The keys that have a value in state *name* and *namespace*."""
        table = self.tables.get(name)
        if table is None:
            return []
        return [key_of(identity) for identity, where, _ in table.entries() if where == namespace]

    # --- checkpoints -----------------------------------------------------------------------------

    def _check_kind(self, descriptor: StateDescriptor) -> None:
        """See that *descriptor* describes what is restored under its name, and remember it; whether it
        expires may have changed.

        Flink: ``RegisteredKeyValueStateBackendMetaInfo.checkStateMetaInfo``,
        ``HeapKeyedStateBackend.tryRegisterStateTable``.
        Differs: PyFlink does not look at the types of its states, and reads something else.
        """
        kind, name = kind_of(descriptor), descriptor.name
        was = self._kinds.get(name, kind)
        which = f"(It is the state {name!r} of a snapshot.)"
        if was[0] != kind[0]:
            raise RuntimeError(
                f"Incompatible key/value state types. Was [{was[0]}], registered with [{kind[0]}]. "
                + which
            )
        if was[1] != kind[1]:
            raise RuntimeError(
                f"For heap backends, the new state serializer ({kind[1]}) must not be incompatible "
                f"with the old state serializer ({was[1]}). {which}"
            )
        self._kinds[name] = kind

    def snapshot(self, snapshot: OperatorSnapshot) -> None:
        """Put what all states hold into *snapshot*. Flink: ``HeapSnapshotStrategy``."""
        snapshot.key_type = self.key_type
        snapshot.kinds.update(self._kinds)
        for name, table in self.tables.items():
            serialize = table.serialize
            for key_group, entries in zip(self.key_group_range, table.maps, strict=True):
                if not entries:
                    continue
                group = snapshot.key_group(key_group)
                group.entries[name] = [
                    (identity, namespace, serialize(value))
                    for (identity, namespace), value in entries.items()
                ]
                group.bytes += sum(entry_size(*entry) for entry in group.entries[name])

    def restore(self, snapshot: OperatorSnapshot) -> None:
        """Begin with what *snapshot* has of the key groups of this subtask.

        Flink: ``HeapRestoreOperation``.
        Raises: RuntimeError if its keys are of another type.
        """
        if snapshot.key_type not in ("", self.key_type):
            raise RuntimeError(
                f"The new key serializer ({self.key_type}) must be compatible with the previous key "
                f"serializer ({snapshot.key_type}). (It is the type of the keys of a snapshot.)"
            )
        self._kinds.update(snapshot.kinds)
        for index, key_group in enumerate(self.key_group_range):
            group = snapshot.key_groups.get(key_group)
            if group is None:
                continue
            for name, entries in group.entries.items():
                table = self.table(name)
                for identity, namespace, value in entries:
                    table.maps[index][identity, namespace] = table.deserialize(value)

    def _tell_restored(self, state: HeapState) -> None:
        """What *state*, which is used for the first time, holds from before."""
        assert self.emit is not None
        name = state.descriptor.name
        for key_group, entries in zip(self.key_group_range, state.table.maps, strict=True):
            for (identity, namespace), stored in entries.items():
                self.tell_restored(name, key_group, identity, namespace, state.freeze(stored))

    def tell_restored(
        self, name: str, key_group: int, identity: Any, namespace: Any, told: Any
    ) -> None:
        """The state *name* holds what is *told* from before; a list stands for its elements, a dict for
        its entries.
        """
        assert self.emit is not None
        whose = (self.operator, name, freeze(key_of(identity)), freeze_namespace(namespace))
        if isinstance(told, dict):
            for entry, value in told.items():
                self.emit((StateEntryRestored, *whose, entry, value, key_group))
        elif isinstance(told, list):
            self.emit((ListRestored, *whose, tuple(told), key_group))
        else:
            self.emit((StateRestored, *whose, told, key_group))

    def frozen_states(self) -> dict[tuple[int, str, Value, Value], Value]:
        """What the states hold, as their facts tell it: (key group, state, key, namespace) to value.

        A list stands for the elements of a list state, each of which has a fact of its own.
        """
        return {
            (key_group, name, freeze(key_of(identity)), freeze_namespace(namespace)): (
                state.freeze(value)
            )
            for name, state in self._states.items()
            for key_group, entries in zip(self.key_group_range, state.table.maps, strict=True)
            for (identity, namespace), value in entries.items()
        }
