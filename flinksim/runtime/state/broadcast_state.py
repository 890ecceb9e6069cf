"""Broadcast state: every parallel instance has the same contents.

Flink: ``HeapBroadcastState``, ``DefaultOperatorStateBackend``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flinksim.common.typeinfo import MapTypeInfo
from flinksim.common.typeutils.hashing import find_hash_function
from flinksim.core.ids import OperatorId
from flinksim.core.java.hash_map import JavaHashMap
from flinksim.datastream.state import (
    BroadcastState,
    MapStateDescriptor,
    ReadOnlyBroadcastState,
)
from flinksim.runtime.state.heap_states import to_pairs
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.pickle_check import check_picklable, is_pickled
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import (
    Emit,
    StateEntryPut,
    StateEntryRead,
    StateEntryRemoved,
    StateEntryRestored,
    StateRead,
)
from flinksim.trace.values import Value, freeze


class HeapBroadcastState(BroadcastState[Any, Any]):
    """A broadcast map state of one operator instance; it iterates in the order of a Java ``HashMap``.

    ``is_writable`` is false while the non-broadcast side uses it. Values of a pickled type are
    checked, see :mod:`flinksim.runtime.state.pickle_check`.

    Differs: PyFlink iterates in an order of its own, which also depends on its bundles.

    Raises:
        RuntimeError: If the non-broadcast side changes the state.
    """

    def __init__(
        self, descriptor: MapStateDescriptor, operator: OperatorId, emit: Emit | None
    ) -> None:
        self.name = descriptor.name
        self.is_writable = False
        declared = descriptor.type_info
        self._is_pickled = isinstance(declared, MapTypeInfo) and is_pickled(declared.value_type)
        self._key_hash = find_hash_function(
            declared.key_type if isinstance(declared, MapTypeInfo) else None
        )
        self._operator = operator
        self._emit = emit
        self._entries = JavaHashMap()

    # --- reading -----------------------------------------------------------------------------------

    def get(self, key: Any) -> Any:
        entry = self._entries.get(to_key_identity(key))
        value = None if entry is None else entry[1]
        if self._emit is not None:
            self._report_entry_read(key, entry is not None, freeze(value))
        return value

    def contains(self, key: Any) -> bool:
        found = to_key_identity(key) in self._entries
        if self._emit is not None:
            self._report_entry_read(key, found, None)
        return found

    def items(self) -> list[tuple[Any, Any]]:
        self._report_read()
        return self._entries.ordered_entries()

    def keys(self) -> list[Any]:
        return [key for key, _ in self.items()]

    def values(self) -> list[Any]:
        return [value for _, value in self.items()]

    def is_empty(self) -> bool:
        self._report_read()
        return not self._entries

    # --- writing -----------------------------------------------------------------------------------

    def put(self, key: Any, value: Any) -> None:
        self._check_writable()
        self._put([(key, value)])

    def put_all(self, dict_value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        self._check_writable()
        pairs = to_pairs(dict_value)
        if pairs:
            self._entries.reserve(len(pairs))
            self._put(pairs)

    def _put(self, pairs: list[tuple[Any, Any]]) -> None:
        if self._is_pickled:
            for _, value in pairs:
                check_picklable(value, self.name)
        for key, value in pairs:
            self._entries.put(to_key_identity(key), (key, value), self._key_hash)
            if self._emit is not None:
                self._emit(
                    (
                        StateEntryPut,
                        self._operator,
                        self.name,
                        None,
                        "",
                        freeze(key),
                        freeze(value),
                        0,
                    )
                )

    def remove(self, key: Any) -> None:
        self._check_writable()
        if self._entries.remove(to_key_identity(key)):
            self._report_removed(key)

    def clear(self) -> None:
        self._check_writable()
        keys = [key for key, _ in self._entries.ordered_entries()]
        self._entries.clear()
        for key in keys:
            self._report_removed(key)

    def _check_writable(self) -> None:
        if not self.is_writable:
            raise RuntimeError(
                f"Broadcast state {self.name!r} can be changed only in "
                "process_broadcast_element, because only broadcast elements "
                "reach all parallel instances"
            )

    # --- reporting ---------------------------------------------------------------------------------

    def restore(self, entries: Iterable[tuple[Any, Any]]) -> None:
        """Restore the state to *entries*, which it may keep."""
        self._entries = JavaHashMap()
        for key, value in entries:
            self._entries.put(to_key_identity(key), (key, value), self._key_hash)
        if self._emit is None:
            return
        for key, value in self.freeze().items():
            self._emit((StateEntryRestored, self._operator, self.name, None, "", key, value, 0))

    def _report_read(self) -> None:
        if self._emit is not None:
            self._emit(
                (StateRead, self._operator, self.name, None, "", None, len(self._entries), 0)
            )

    def _report_entry_read(self, key: Any, is_present: bool, value: Value) -> None:
        assert self._emit is not None
        self._emit(
            (StateEntryRead, self._operator, self.name, None, "", freeze(key), is_present, value, 0)
        )

    def _report_removed(self, key: Any) -> None:
        if self._emit is not None:
            self._emit((StateEntryRemoved, self._operator, self.name, None, "", freeze(key), 0))

    def freeze(self) -> dict[Value, Value]:
        """Return a copy of the entries in the form of trace events."""
        return {freeze(key): freeze(value) for key, value in self._entries.ordered_entries()}


class HeapReadOnlyBroadcastState(ReadOnlyBroadcastState[Any, Any]):
    """A broadcast state as the non-broadcast side gets it: it has no methods that change it.

    Flink: ``ReadOnlyBroadcastState``, which has no ``put``.
    """

    def __init__(self, state: HeapBroadcastState) -> None:
        self._state = state

    def get(self, key: Any) -> Any:
        return self._state.get(key)

    def contains(self, key: Any) -> bool:
        return self._state.contains(key)

    def items(self) -> list[tuple[Any, Any]]:
        return self._state.items()

    def keys(self) -> list[Any]:
        return self._state.keys()

    def values(self) -> list[Any]:
        return self._state.values()

    def is_empty(self) -> bool:
        return self._state.is_empty()

    def clear(self) -> None:
        self._state.clear()

    def __getattr__(self, name: str) -> Any:
        if name in ("put", "put_all", "remove"):
            raise AttributeError(
                f"broadcast state {self._state.name!r} is read-only in process_element and on_timer: "
                f"it has no {name}. Change it in process_broadcast_element, so that all parallel "
                "instances change it alike."
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class BroadcastStates:
    """The broadcast states of one operator instance, by name.

    Raises:
        ValueError: If a descriptor was not passed to ``broadcast()``; the text is Flink's.
    """

    def __init__(
        self, descriptors: tuple[MapStateDescriptor, ...], operator: OperatorId, emit: Emit | None
    ) -> None:
        self._states = {
            descriptor.name: HeapBroadcastState(descriptor, operator, emit)
            for descriptor in descriptors
        }

    def get_read_only(self, descriptor: MapStateDescriptor) -> HeapReadOnlyBroadcastState:
        """Return the state of *descriptor* for a caller that may only read it."""
        return HeapReadOnlyBroadcastState(self._get(descriptor, is_writable=False))

    def get_writable(self, descriptor: MapStateDescriptor) -> HeapBroadcastState:
        """Return the state of *descriptor* for a caller that may change it."""
        return self._get(descriptor, is_writable=True)

    def _get(self, descriptor: MapStateDescriptor, *, is_writable: bool) -> HeapBroadcastState:
        state = self._states.get(descriptor.name)
        if state is None:
            raise ValueError(
                "The requested state does not exist. Check for typos in your "
                "state descriptor, or specify the state descriptor in the "
                "datastream.broadcast(...) call if you forgot to register it. "
                f"(Requested: {descriptor.name!r}. Existing: "
                f"{sorted(self._states)}.)"
            )
        state.is_writable = is_writable
        return state

    def snapshot(self, snapshot: OperatorSnapshot) -> None:
        """Add copies of all broadcast states to *snapshot*; they are the same on every instance."""
        for name, state in self._states.items():
            snapshot.add_list(name, state.items(), "BROADCAST")

    def restore(self, snapshot: OperatorSnapshot) -> None:
        """Restore all states from *snapshot*."""
        for name, state in self._states.items():
            state.restore(snapshot.items(name))

    def freeze_all(self) -> dict[str, dict[Value, Value]]:
        """Return copies of all broadcast states, by name, in the form of trace events."""
        return {name: state.freeze() for name, state in self._states.items()}

    def forbid_changes(self) -> None:
        """Make all broadcast states read-only, including those to which a function has kept a reference."""
        for state in self._states.values():
            state.is_writable = False
