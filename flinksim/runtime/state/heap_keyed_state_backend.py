"""Keyed state in memory: tables by key group, and the current key.

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
from flinksim.runtime.state.key_equality import from_key_identity, to_key_identity
from flinksim.runtime.state.namespaces import VOID_NAMESPACE, freeze_namespace
from flinksim.runtime.state.pickle_check import is_pickled
from flinksim.runtime.state.snapshot_model import (
    OperatorSnapshot,
    compute_entry_size,
    copy_stored_value,
)
from flinksim.runtime.state.state_factory import create_heap_state
from flinksim.runtime.state.ttl_state import migrate_ttl
from flinksim.trace.event_switch import call_on_attach, link_emit
from flinksim.trace.events import (
    Emit,
    KeySelected,
    ListRestored,
    StateEntryRestored,
    StateRestored,
)
from flinksim.trace.events.event import Row
from flinksim.trace.values import Value, freeze

NO_KEY_MESSAGE = "No key set. This method should not be called outside of a keyed context."

_MAX_CACHED_KEYS = 1 << 16

StateSignature: TypeAlias = tuple[str, str, bool]
"""What a snapshot stores about a state: its kind, the type of its values, and whether they expire."""


def get_state_signature(descriptor: StateDescriptor) -> StateSignature:
    """Return what a snapshot stores about the state of *descriptor*, to check it at a restore.

    Flink: ``StateDescriptor.Type``.
    """
    kind = type(descriptor).__name__.removesuffix("StateDescriptor").upper()
    return kind, get_type_name(descriptor.type_info), descriptor.ttl_config is not None


def get_type_name(type_info: TypeInformation | None) -> str:
    """Return the name of a type for a snapshot; all pickled types have the same name."""
    return str(Types.PICKLED_BYTE_ARRAY() if is_pickled(type_info) else type_info)


class StateTable:
    """The values of one state, for every key and namespace of this subtask.

    ``maps[i]`` holds key group ``key_group_range.start + i``, from (key identity, namespace) to the
    value. So a snapshot can be partitioned by key group. ``serialize`` converts a value for a
    snapshot, and ``deserialize`` converts it back; both return objects that share nothing with
    their argument.
    """

    __slots__ = ("backend", "deserialize", "maps", "name", "serialize")

    def __init__(self, name: str, backend: HeapKeyedStateBackend) -> None:
        self.name = name
        self.backend = backend
        self.serialize: Callable[[Any], Any] = copy_stored_value
        self.deserialize: Callable[[Any], Any] = copy_stored_value
        self.maps: list[dict[tuple[Any, Any], Any]] = [{} for _ in backend.key_group_range]

    def get(self, namespace: Any) -> Any:
        """Return the value of the current key in *namespace*, or ``None``."""
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
        """Yield all (key identity, namespace, value), by key group and then in order of insertion."""
        for entries in self.maps:
            for (identity, namespace), value in entries.items():
                yield identity, namespace, value

    def __len__(self) -> int:
        return sum(len(entries) for entries in self.maps)


class _MissingKey:
    """Stands for the key group index while no key is set; raises an error when it is used."""

    def __index__(self) -> int:
        raise RuntimeError(NO_KEY_MESSAGE)


class HeapKeyedStateBackend:
    """All keyed state of one operator instance.

    ``set_current_key`` selects the key for every other call. A key must belong to a key group of
    this subtask; it does unless its hash code changed on the way.

    Flink: ``HeapKeyedStateBackend``.

    Raises:
        ValueError: For a key of another subtask; the text is Flink's, with an explanation.
    """

    __slots__ = (
        "_key_events",
        "_key_group_indexes",
        "_signatures",
        "_states",
        "current_key",
        "current_key_group",
        "emit",
        "event_sink",
        "frozen_key",
        "key_group_index",
        "key_group_range",
        "key_hash",
        "key_identity",
        "key_type",
        "max_parallelism",
        "now_ms",
        "operator",
        "tables",
    )

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
        self.event_sink = emit
        """Emit function of the run, for parts that are created later."""
        self.emit = link_emit(self, emit, "emit")
        call_on_attach(emit, self._update_frozen_key)
        self.now_ms = now_ms
        self.key_hash = key_hash
        self.key_type = get_type_name(key_type)
        self.tables: dict[str, StateTable] = {}
        self.current_key: Any = None
        self.current_key_group = -1
        self.frozen_key: Value = None
        """The current key as trace events show it; only in a traced run."""
        self.key_group_index: Any = _MissingKey()
        self.key_identity: Any = None
        self._states: dict[str, HeapState] = {}
        self._key_group_indexes: dict[Any, int] = {}
        self._key_events: dict[str | int, Row] = {}
        self._signatures: dict[str, StateSignature] = {}

    def set_current_key(self, key: Any) -> None:
        """Select *key* for all following accesses, and emit a trace event."""
        kind = type(key)
        is_plain = kind is str or kind is int
        identity = key if is_plain else to_key_identity(key)
        index = self._key_group_indexes.get(identity)
        if index is None:
            index = self._compute_key_group_index(key, identity)
        self.current_key = key
        self.key_identity = identity
        self.key_group_index = index
        self.current_key_group = index + self.key_group_range.start
        if self.emit is not None:
            event = self._key_events.get(key) if is_plain else None
            if event is None:
                event = (KeySelected, self.operator, freeze(key), self.current_key_group)
                if is_plain:  # cached, because it is always the same
                    self._key_events[key] = event
            self.frozen_key = event[2]
            self.emit(event)

    def _update_frozen_key(self) -> None:
        self.frozen_key = freeze(self.current_key)

    def get_key_group(self, key: Any) -> int:
        """Return the key group of *key*."""
        return assign_to_key_group(key, self.max_parallelism, self.key_hash)

    def _compute_key_group_index(self, key: Any, identity: Any) -> int:
        key_group = self.get_key_group(key)
        if key_group not in self.key_group_range:
            raise ValueError(
                f"Key group {key_group} is not in {self.key_group_range}. Unless "
                "you're directly using low level state access APIs, this is most "
                "likely caused by non-deterministic shuffle key (hashCode and "
                f"equals implementation). (The key is {key!r}. The record was "
                "sent to this subtask for its key, but the key selector now "
                "returns a key of another subtask. The selector must always "
                "return the same key for the same record.)"
            )
        if len(self._key_group_indexes) >= _MAX_CACHED_KEYS:
            self._key_group_indexes.clear()
            self._key_events.clear()
        index = key_group - self.key_group_range.start
        self._key_group_indexes[identity] = index
        return index

    def get_table(self, name: str) -> StateTable:
        """Return the table with the values of state *name*; the first call creates it."""
        table = self.tables.get(name)
        if table is None:
            table = self.tables[name] = StateTable(name, self)
        return table

    def get_partitioned_state(self, namespace: Any, descriptor: StateDescriptor) -> HeapState:
        """Return the state of *descriptor*, with *namespace* selected.

        As in Flink there is one state object per name, and it uses the namespace of the last call.

        Raises:
            ValueError: If the name is in use for a state of another kind.
        """
        state = self._states.get(descriptor.name)
        if state is None:
            descriptor.check()
            had_ttl = self._signatures.get(descriptor.name, get_state_signature(descriptor))[2]
            self._check_signature(descriptor)
            state = self.create_state(descriptor)
            if had_ttl != (descriptor.ttl_config is not None):
                migrate_ttl(state, descriptor.ttl_config, self.now_ms)
            self._states[descriptor.name] = state
            if self.emit is not None:
                self._report_restored(state)
        elif not state.matches(descriptor):
            raise ValueError(
                f"State {descriptor.name!r} already exists as "
                f"{type(state).__name__}, so a {type(descriptor).__name__} cannot "
                "be used for it. Give each state its own name"
            )
        state.namespace = namespace
        return state

    def create_state(self, descriptor: StateDescriptor) -> HeapState:
        """Create the state of *descriptor*."""
        return create_heap_state(self, descriptor)

    def keys(self, name: str, namespace: Any = VOID_NAMESPACE) -> list[Any]:
        """Return the keys that have a value in state *name* and *namespace*."""
        table = self.tables.get(name)
        if table is None:
            return []
        return [
            from_key_identity(identity)
            for identity, where, _ in table.entries()
            if where == namespace
        ]

    # --- checkpoints -----------------------------------------------------------------------------

    def _check_signature(self, descriptor: StateDescriptor) -> None:
        """Check *descriptor* against the restored state of its name, and store its signature.

        A change of the time to live is allowed.

        Flink: ``RegisteredKeyValueStateBackendMetaInfo.checkStateMetaInfo``,
        ``HeapKeyedStateBackend.tryRegisterStateTable``.
        Differs: PyFlink does not check the types of its states, and reads wrong values.
        """
        kind, name = get_state_signature(descriptor), descriptor.name
        before = self._signatures.get(name, kind)
        suffix = f"(State {name!r} of a snapshot.)"
        if before[0] != kind[0]:
            raise RuntimeError(
                f"Incompatible key/value state types. Was [{before[0]}], registered with [{kind[0]}]. "
                + suffix
            )
        if before[1] != kind[1]:
            raise RuntimeError(
                f"For heap backends, the new state serializer ({kind[1]}) must not be incompatible "
                f"with the old state serializer ({before[1]}). {suffix}"
            )
        self._signatures[name] = kind

    def snapshot(self, snapshot: OperatorSnapshot) -> None:
        """Add the contents of all states to *snapshot*. Flink: ``HeapSnapshotStrategy``."""
        snapshot.key_type = self.key_type
        snapshot.state_signatures.update(self._signatures)
        for name, table in self.tables.items():
            serialize = table.serialize
            for key_group, entries in zip(self.key_group_range, table.maps, strict=True):
                if not entries:
                    continue
                group = snapshot.get_key_group(key_group)
                group.entries[name] = [
                    (identity, namespace, serialize(value))
                    for (identity, namespace), value in entries.items()
                ]
                group.bytes += sum(compute_entry_size(*entry) for entry in group.entries[name])

    def restore(self, snapshot: OperatorSnapshot) -> None:
        """Restore the key groups of this subtask from *snapshot*.

        Flink: ``HeapRestoreOperation``.

        Raises:
            RuntimeError: If the keys of the snapshot are of another type.
        """
        if snapshot.key_type not in ("", self.key_type):
            raise RuntimeError(
                f"The new key serializer ({self.key_type}) must be compatible "
                f"with the previous key serializer ({snapshot.key_type}). (The "
                "previous serializer is that of a snapshot.)"
            )
        self._signatures.update(snapshot.state_signatures)
        for index, key_group in enumerate(self.key_group_range):
            group = snapshot.key_groups.get(key_group)
            if group is None:
                continue
            for name, entries in group.entries.items():
                table = self.get_table(name)
                for identity, namespace, value in entries:
                    table.maps[index][identity, namespace] = table.deserialize(value)

    def _report_restored(self, state: HeapState) -> None:
        """Emit trace events with the restored contents of *state*, when it is used for the first time."""
        assert self.emit is not None
        name = state.descriptor.name
        for key_group, entries in zip(self.key_group_range, state.table.maps, strict=True):
            for (identity, namespace), stored in entries.items():
                self.report_restored(name, key_group, identity, namespace, state.freeze(stored))

    def report_restored(
        self, name: str, key_group: int, identity: Any, namespace: Any, contents: Any
    ) -> None:
        """Emit a trace event with the restored contents of state *name*, for one key and namespace.

        A list has the elements of a list state, a dict the entries of a map state.
        """
        assert self.emit is not None
        address = (
            self.operator,
            name,
            freeze(from_key_identity(identity)),
            freeze_namespace(namespace),
        )
        if isinstance(contents, dict):
            for entry, value in contents.items():
                self.emit((StateEntryRestored, *address, entry, value, key_group))
        elif isinstance(contents, list):
            self.emit((ListRestored, *address, tuple(contents), key_group))
        else:
            self.emit((StateRestored, *address, contents, key_group))

    def freeze_states(self) -> dict[tuple[int, str, Value, Value], Value]:
        """Return a copy of all contents in the form of trace events.

        The result maps (key group, state, key, namespace) to a value. A list has the elements of a list
        state, each of which has an event of its own.
        """
        return {
            (key_group, name, freeze(from_key_identity(identity)), freeze_namespace(namespace)): (
                state.freeze(value)
            )
            for name, state in self._states.items()
            for key_group, entries in zip(self.key_group_range, state.table.maps, strict=True)
            for (identity, namespace), value in entries.items()
        }
