"""The kinds of keyed state, on top of a table in memory.

Flink: ``HeapValueState``, ``HeapListState``, ``HeapMapState``, ``HeapReducingState``,
``HeapAggregatingState``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from flinksim.common.typeinfo import ListTypeInfo, MapTypeInfo, TypeInformation
from flinksim.common.typeutils.hashing import find_hash_function
from flinksim.core.java.hash_map import JavaHashMap
from flinksim.datastream.state import (
    AggregatingState,
    AggregatingStateDescriptor,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ReducingState,
    ReducingStateDescriptor,
    State,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.namespaces import VOID_NAMESPACE, freeze_namespace
from flinksim.runtime.state.pickle_check import check_picklable, is_pickled
from flinksim.trace.events import (
    StateAppended,
    StateCleared,
    StateEntryPut,
    StateEntryRead,
    StateEntryRemoved,
    StateRead,
    StateUpdated,
)
from flinksim.trace.values import Value, freeze

if TYPE_CHECKING:
    from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend


class KeyedStateTable(Protocol):
    """The values of one state; ``get``, ``put`` and ``remove`` use the current key."""

    maps: list[dict[tuple[Any, Any], Any]]

    def get(self, namespace: Any) -> Any: ...
    def put(self, namespace: Any, value: Any) -> None: ...
    def remove(self, namespace: Any) -> Any: ...
    def entries(self) -> Iterator[tuple[Any, Any, Any]]: ...


class HeapState(State):
    """The state of the current key in one namespace; emits trace events for each change and read.

    Flink: ``AbstractHeapState``.
    """

    DESCRIPTOR: type[StateDescriptor] = StateDescriptor
    IS_ACCUMULATING = False
    """Whether a value that is added is combined with the stored value, as in reducing state."""

    def __init__(self, backend: HeapKeyedStateBackend, descriptor: StateDescriptor) -> None:
        self.backend = backend
        self.descriptor = descriptor
        self.table: KeyedStateTable = backend.get_table(descriptor.name)
        self.namespace: Any = VOID_NAMESPACE
        self._is_checked = is_pickled(self._get_value_type())
        self._value_check: Callable[[Any], None] | None = None

    def _get_value_type(self) -> TypeInformation | None:
        return self.descriptor.type_info

    def set_value_check(
        self, create: Callable[[TypeInformation | None, str], Callable[[Any], None] | None]
    ) -> None:
        """Check each value with the function that *create* returns for the type and name of the state."""
        self._value_check = create(self._get_value_type(), self.descriptor.name)
        self._is_checked = self._is_checked or self._value_check is not None

    def _check_value(self, value: Any) -> None:
        """Reject a value that the state cannot store; called only if the state ``_is_checked``."""
        if self._value_check is not None:
            self._value_check(value)
        else:
            check_picklable(value, self.descriptor.name)

    def matches(self, descriptor: StateDescriptor) -> bool:
        """Return whether *descriptor* describes this kind of state."""
        return isinstance(descriptor, self.DESCRIPTOR)

    def clear(self) -> None:
        if self.table.remove(self.namespace) is not None:
            self._report_cleared(self.namespace)

    def freeze(self, stored: Any) -> Value:
        """Return a copy of the stored value as trace events show it."""
        return freeze(stored)

    def map_values(self, stored: Any, transform: Callable[[Any], Any]) -> Any:
        """Return *stored* with *transform* applied to each value of the user in it."""
        return transform(stored)

    def _store(self, stored: Any) -> None:
        self.table.put(self.namespace, stored)
        self._report_stored(stored)

    def _report_stored(self, stored: Any) -> None:
        backend = self.backend
        if backend.emit is not None:
            backend.emit(
                (StateUpdated,
                    backend.operator, self.descriptor.name, backend.frozen_key,
                    freeze_namespace(self.namespace), self.freeze(stored),
                    backend.current_key_group, self.IS_ACCUMULATING,
                )
            )  # fmt: skip

    def _report_read(self, value: Any, count: int) -> None:
        """Emit a trace event for a read of one *value*, or of all *count* values if *value* is ``None``."""
        backend = self.backend
        if backend.emit is not None:
            backend.emit(
                (StateRead,
                    backend.operator, self.descriptor.name, backend.frozen_key,
                    freeze_namespace(self.namespace), freeze(value), count,
                    backend.current_key_group,
                )
            )  # fmt: skip

    def _report_cleared(self, namespace: Any) -> None:
        backend = self.backend
        if backend.emit is not None:
            backend.emit(
                (StateCleared,
                    backend.operator, self.descriptor.name, backend.frozen_key,
                    freeze_namespace(namespace), backend.current_key_group,
                )
            )  # fmt: skip


class HeapMergingState(HeapState):
    """A state whose values can be merged.

    Flink: ``AbstractHeapMergingState``.
    """

    IS_ACCUMULATING = True

    def merge_namespaces(
        self,
        target: Any,
        sources: Iterable[Any],
        merge: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        """Merge the values of the current key in *sources* into *target*.

        Args:
            target: The namespace that gets the result; its own value comes first.
            sources: The namespaces that are removed.
            merge: Combines two values, if it is not as in Flink.
        """
        merge = merge or self._merge
        merged: Any = None
        for source in sources:
            stored = self.table.remove(source)
            if stored is None:
                continue
            self._report_cleared(source)
            merged = stored if merged is None else merge(merged, stored)
        if merged is not None:
            before = self.table.get(target)
            self.namespace = target
            if isinstance(self, HeapListState):
                self._append(before, merged)
            else:
                self._store(merged if before is None else merge(before, merged))

    @abstractmethod
    def _merge(self, first: Any, second: Any) -> Any:
        """Merge two values; may change and return *first*."""


class HeapValueState(HeapState, ValueState[Any]):
    """Value state: one value per key."""

    DESCRIPTOR = ValueStateDescriptor

    def value(self) -> Any:
        value = self.table.get(self.namespace)
        self._report_read(value, 0 if value is None else 1)
        return value

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
            if self._value_check is not None:
                self._value_check(None)
        else:
            if self._is_checked:
                self._check_value(value)
            self._store(value)


class HeapListState(HeapMergingState, ListState[Any]):
    """List state: a list per key."""

    DESCRIPTOR = ListStateDescriptor

    def _get_value_type(self) -> TypeInformation | None:
        declared = self.descriptor.type_info
        return declared.element_type if isinstance(declared, ListTypeInfo) else declared

    def get(self) -> list[Any]:
        values = self._get()
        self._report_read(None, len(values))
        return values

    def _get(self) -> list[Any]:
        return list(self.table.get(self.namespace) or ())

    def add(self, value: Any) -> None:
        if value is None:
            raise ValueError("You cannot add null to a ListState.")
        self._add_values([value])

    def add_all(self, values: list[Any]) -> None:
        self._add_values(values)

    def _add_values(self, values: list[Any]) -> None:
        if values:
            added = self._check_values(values)
            stored = self.table.get(self.namespace)
            self._append(stored, added)

    def update(self, values: list[Any]) -> None:
        if values:
            self._replace(self._check_values(values))
        else:
            self.clear()

    def _replace(self, stored: list[Any]) -> None:
        if self.table.get(self.namespace) is not None:
            self._report_cleared(self.namespace)
        self._store(stored)

    def _append(self, before: list[Any] | None, added: list[Any]) -> None:
        """Append *added* to the stored list."""
        self.table.put(self.namespace, added if before is None else self._merge(before, added))
        self._report_stored(added)

    def _report_stored(self, added: list[Any]) -> None:
        backend = self.backend
        if backend.emit is not None:
            namespace = freeze_namespace(self.namespace)
            for value in self.freeze(added):
                backend.emit(
                    (StateAppended,
                        backend.operator, self.descriptor.name, backend.frozen_key, namespace,
                        value, backend.current_key_group,
                    )
                )  # fmt: skip

    def freeze(self, stored: list[Any]) -> list[Value]:
        return [freeze(value) for value in stored]

    def map_values(self, stored: list[Any], transform: Callable[[Any], Any]) -> list[Any]:
        return [transform(value) for value in stored]

    def _check_values(self, values: Iterable[Any]) -> list[Any]:
        checked = list(values)
        if self._is_checked:
            for value in checked:
                self._check_value(value)
        return checked

    def _merge(self, first: list[Any], second: list[Any]) -> list[Any]:
        first.extend(second)
        return first


class HeapReducingState(HeapMergingState, ReducingState[Any]):
    """Reducing state: the rolling reduction of the added values, per key."""

    DESCRIPTOR = ReducingStateDescriptor

    def __init__(self, backend: HeapKeyedStateBackend, descriptor: ReducingStateDescriptor) -> None:
        super().__init__(backend, descriptor)
        self._merge = descriptor.get_reduce_function().reduce  # type: ignore[method-assign]

    def get(self) -> Any:
        value = self.table.get(self.namespace)
        self._report_read(value, 0 if value is None else 1)
        return value

    def add(self, value: Any) -> None:
        if value is None:
            self.clear()
            return
        stored = self.table.get(self.namespace)
        reduced = value if stored is None else self._merge(stored, value)
        if self._is_checked:
            self._check_value(reduced)
        self._store(reduced)

    def _merge(self, first: Any, second: Any) -> Any:
        raise AssertionError("replaced by the reduce function")


class HeapAggregatingState(HeapMergingState, AggregatingState[Any, Any]):
    """Aggregating state: the accumulator of the added values, per key."""

    DESCRIPTOR = AggregatingStateDescriptor

    def __init__(
        self, backend: HeapKeyedStateBackend, descriptor: AggregatingStateDescriptor
    ) -> None:
        super().__init__(backend, descriptor)
        self._function = descriptor.get_agg_function()

    def get(self) -> Any:
        stored = self.table.get(self.namespace)
        value = None if stored is None else self._function.get_result(stored)
        self._report_read(value, 0 if stored is None else 1)
        return value

    def add(self, value: Any) -> None:
        if value is None:
            self.clear()
            return
        stored = self.table.get(self.namespace)
        if stored is None:
            stored = self._function.create_accumulator()
        accumulator = self._function.add(value, stored)
        if self._is_checked:
            self._check_value(accumulator)
        self._store(accumulator)

    def _merge(self, first: Any, second: Any) -> Any:
        return self._function.merge(first, second)


def to_pairs(entries: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Convert the argument of ``put_all`` to pairs."""
    return list(entries.items() if isinstance(entries, Mapping) else entries)


class HeapMapState(HeapState, MapState[Any, Any]):
    """Map state; it iterates in the order of a Java ``HashMap``.

    Public methods emit trace events. Subclasses override the methods with an underscore.
    """

    DESCRIPTOR = MapStateDescriptor

    def _get_value_type(self) -> TypeInformation | None:
        return _get_map_type(self.descriptor).value_type

    def __init__(self, backend: HeapKeyedStateBackend, descriptor: StateDescriptor) -> None:
        super().__init__(backend, descriptor)
        self._key_hash = find_hash_function(_get_map_type(descriptor).key_type)

    def _get_stored_map(self) -> JavaHashMap:
        stored: JavaHashMap | None = self.table.get(self.namespace)
        return JavaHashMap() if stored is None else stored

    # --- reading -----------------------------------------------------------------------------------

    def get(self, key: Any) -> Any:
        value = self._get(key)
        if self.backend.emit is not None:
            self.report_entry_read(key, value is not None, value)
        return value

    def contains(self, key: Any) -> bool:
        found = self._contains(key)
        if self.backend.emit is not None:
            self.report_entry_read(key, found, None)
        return found

    def items(self) -> list[tuple[Any, Any]]:
        items = self._items()
        self._report_read(None, len(items))
        return items

    def keys(self) -> list[Any]:
        keys = self._keys()
        self._report_read(None, len(keys))
        return keys

    def values(self) -> list[Any]:
        values = [value for _, value in self._items()]
        self._report_read(None, len(values))
        return values

    def is_empty(self) -> bool:
        is_empty = self._is_empty()
        self._report_read(None, 0 if is_empty else len(self._get_stored_map()))
        return is_empty

    def _get(self, key: Any) -> Any:
        entry = self._get_stored_map().get(to_key_identity(key))
        return None if entry is None else entry[1]

    def _contains(self, key: Any) -> bool:
        return to_key_identity(key) in self._get_stored_map()

    def _items(self) -> list[tuple[Any, Any]]:
        return self._get_stored_map().ordered_entries()

    def _keys(self) -> list[Any]:
        return [key for key, _ in self._items()]

    def _is_empty(self) -> bool:
        return not self._get_stored_map()

    def get_ordered_entries(self) -> list[tuple[Any, Any]]:
        """Return the same as :meth:`items`, for an operator that emits the trace events of reads itself."""
        return self._items()

    # --- writing -----------------------------------------------------------------------------------

    def put(self, key: Any, value: Any) -> None:
        self._put([(key, value)])

    def put_all(self, dict_value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        pairs = to_pairs(dict_value)
        if pairs:
            self._put(pairs, reserves_capacity=True)

    def _put(self, pairs: list[tuple[Any, Any]], reserves_capacity: bool = False) -> None:
        if self._is_checked:
            for _, value in pairs:
                if value is not None:
                    self._check_value(value)
        stored = self._get_stored_map()
        if reserves_capacity:
            stored.reserve(len(pairs))
        for key, value in pairs:
            stored.put(to_key_identity(key), (key, value), self._key_hash)
        self.table.put(self.namespace, stored)
        backend = self.backend
        if backend.emit is not None:
            namespace = freeze_namespace(self.namespace)
            for key, value in pairs:
                backend.emit(
                    (StateEntryPut,
                        backend.operator, self.descriptor.name, backend.frozen_key, namespace,
                        freeze(key), self._freeze_value(value), backend.current_key_group,
                    )
                )  # fmt: skip

    def remove(self, key: Any) -> None:
        stored = self._get_stored_map()
        if not stored.remove(to_key_identity(key)):
            return
        if not stored:
            self.table.remove(self.namespace)
        if self.backend.emit is not None:
            self._report_removed(key)

    def clear(self) -> None:
        stored = self.table.remove(self.namespace)
        if stored is not None and self.backend.emit is not None:
            for key, _ in stored.ordered_entries():
                self._report_removed(key)

    # --- reporting ---------------------------------------------------------------------------------

    def report_entry_read(self, key: Any, is_present: bool, value: Any) -> None:
        """Emit a trace event for a read of the entry of *key*.

        *value* is ``None`` if only the presence of the entry was read.
        """
        backend = self.backend
        if backend.emit is not None:
            backend.emit(
                (StateEntryRead,
                    backend.operator, self.descriptor.name, backend.frozen_key,
                    freeze_namespace(self.namespace), freeze(key), is_present, freeze(value),
                    backend.current_key_group,
                )
            )  # fmt: skip

    def _report_removed(self, key: Any) -> None:
        backend = self.backend
        assert backend.emit is not None
        backend.emit(
            (StateEntryRemoved,
                backend.operator, self.descriptor.name, backend.frozen_key,
                freeze_namespace(self.namespace), freeze(key), backend.current_key_group,
            )
        )  # fmt: skip

    def _freeze_value(self, stored: Any) -> Value:
        return freeze(stored)

    def freeze(self, stored: dict[Any, tuple[Any, Any]]) -> dict[Value, Value]:
        """Return a copy of the entries as trace events show them."""
        return {freeze(key): self._freeze_value(value) for key, value in stored.values()}

    def map_values(self, stored: JavaHashMap, transform: Callable[[Any], Any]) -> JavaHashMap:
        for identity, (key, value) in list(stored.items()):
            stored.put(identity, (key, transform(value)), self._key_hash)
        return stored


def _get_map_type(descriptor: StateDescriptor) -> MapTypeInfo:
    assert isinstance(descriptor.type_info, MapTypeInfo)
    return descriptor.type_info
