"""State with time to live (TTL).

A value is stored with the processing time of its last access. It is expired when that time plus the
time to live is not after now. Lists expire element by element, maps entry by entry. Expired state
is removed when it is read; there is no cleanup in the background.

Flink: ``TtlStateFactory``, ``TtlValueState``, ``TtlListState``, ``TtlMapState``.
Differs: no cleanup in the background, and none in snapshots. In Flink each access also checks five
places of its hash table. If that finds an expired value before its first read,
``ReturnExpiredIfNotCleanedUp`` has nothing to return. All other cleanup changes memory, not
results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from flinksim.core.java.hash_code import sort_by_java_hash
from flinksim.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    StateTtlConfig,
    ValueStateDescriptor,
)
from flinksim.runtime.state.heap_states import (
    HeapAggregatingState,
    HeapListState,
    HeapMapState,
    HeapReducingState,
    HeapState,
    HeapValueState,
    KeyedStateTable,
    to_pairs,
)
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.namespaces import freeze_namespace
from flinksim.trace.events import StateExpired
from flinksim.trace.values import Value, freeze


class TtlValue:
    """A value with the time of its last access. Flink: ``TtlValue``."""

    __slots__ = ("last_access_timestamp", "value")

    def __init__(self, value: Any, last_access_timestamp: int) -> None:
        self.value = value
        self.last_access_timestamp = last_access_timestamp


class TtlPolicy:
    """The rules of one ``StateTtlConfig`` (when a value expires and is visible), and the clock."""

    def __init__(self, config: StateTtlConfig, now_ms: Callable[[], int]) -> None:
        self.ttl_ms = config.get_ttl().to_milliseconds()
        self.updates_on_read = config.get_update_type() is StateTtlConfig.UpdateType.OnReadAndWrite
        self.returns_expired = (
            config.get_state_visibility()
            is StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp
        )
        self._now_ms = now_ms

    def wrap(self, value: Any) -> TtlValue:
        """Store *value* together with the current time as its last access."""
        return TtlValue(value, self._now_ms())

    def is_expired(self, wrapped: TtlValue) -> bool:
        return wrapped.last_access_timestamp + self.ttl_ms <= self._now_ms()

    def compute_age(self, wrapped: TtlValue) -> int:
        """Return the time since the last access of a value, in ms of processing time."""
        return self._now_ms() - wrapped.last_access_timestamp

    def touch_on_read(self, wrapped: TtlValue) -> None:
        """Set the last access of a value to now after a read, if the configuration says so."""
        if self.updates_on_read:
            wrapped.last_access_timestamp = self._now_ms()


def migrate_ttl(state: HeapState, config: StateTtlConfig | None, now_ms: Callable[[], int]) -> None:
    """Convert restored values if the program has added or removed the time to live of a state.

    With a *config* the time to live starts now. Without one the values stay, however old they are.

    Flink: ``TtlAwareSerializer.migrateValueFromPriorSerializer``.
    """
    convert = attrgetter("value") if config is None else TtlPolicy(config, now_ms).wrap
    for entries in state.table.maps:
        for address, stored in entries.items():
            entries[address] = state.map_values(stored, convert)


def _report_expired(state: HeapState, ttl: TtlPolicy, namespace: Any, wrapped: TtlValue) -> None:
    """Emit a trace event for a value that a read found expired."""
    backend = state.backend
    if backend.emit is not None:
        backend.emit(
            (StateExpired,
                backend.operator, state.descriptor.name, backend.frozen_key,
                freeze_namespace(namespace), ttl.compute_age(wrapped), ttl.ttl_ms,
                backend.current_key_group,
            )
        )  # fmt: skip


class TtlTable:
    """A table of values that each expire as a whole; calls ``on_expired`` when one is removed."""

    def __init__(self, table: KeyedStateTable, ttl: TtlPolicy) -> None:
        self.maps = table.maps
        self.entries = table.entries
        self._table = table
        self._ttl = ttl
        self.on_expired: Callable[[Any, TtlValue], None] | None = None

    def get(self, namespace: Any) -> Any:
        stamped: TtlValue | None = self._table.get(namespace)
        if stamped is None:
            return None
        if self._ttl.is_expired(stamped):
            self._table.remove(namespace)
            if self.on_expired is not None:
                self.on_expired(namespace, stamped)
            return stamped.value if self._ttl.returns_expired else None
        self._ttl.touch_on_read(stamped)
        return stamped.value

    def put(self, namespace: Any, value: Any) -> None:
        self._table.put(namespace, self._ttl.wrap(value))

    def remove(self, namespace: Any) -> Any:
        stamped: TtlValue | None = self._table.remove(namespace)
        return None if stamped is None else stamped.value


class _WholeValueTtl(HeapState):
    """Mixin of states that store one value per key and namespace."""

    def set_ttl(self, ttl: TtlPolicy) -> None:
        """Set the time to live of the stored values."""
        table = TtlTable(self.table, ttl)

        def report(namespace: Any, wrapped: TtlValue) -> None:
            _report_expired(self, ttl, namespace, wrapped)
            self._report_cleared(namespace)

        table.on_expired = report
        self.table = table

    def freeze(self, stored: Any) -> Value:
        return super().freeze(stored.value if isinstance(stored, TtlValue) else stored)


class TtlValueState(_WholeValueTtl, HeapValueState):
    """Value state with time to live."""


class TtlReducingState(_WholeValueTtl, HeapReducingState):
    """Reducing state with time to live."""


class TtlAggregatingState(_WholeValueTtl, HeapAggregatingState):
    """Aggregating state with time to live."""


class TtlListState(HeapListState):
    """List state whose elements have a time to live each."""

    _ttl: TtlPolicy

    def set_ttl(self, ttl: TtlPolicy) -> None:
        """Set the time to live of the elements."""
        self._ttl = ttl

    def _check_value(self, value: TtlValue) -> None:
        super()._check_value(value.value)

    def _get(self) -> list[Any]:
        ttl = self._ttl
        stored: list[TtlValue] = self.table.get(self.namespace) or []
        unexpired = [element for element in stored if not ttl.is_expired(element)]
        if len(unexpired) < len(stored):
            expired = [element for element in stored if ttl.is_expired(element)]
            _report_expired(self, ttl, self.namespace, max(expired, key=ttl.compute_age))
            if unexpired:
                self._replace(unexpired)
            else:
                self.clear()
        returned = stored if ttl.returns_expired else unexpired
        for element in unexpired:
            ttl.touch_on_read(element)
        return [element.value for element in returned]

    def _add_values(self, values: list[Any]) -> None:
        super()._add_values([self._ttl.wrap(value) for value in values])

    def update(self, values: list[Any]) -> None:
        super().update([self._ttl.wrap(value) for value in values])

    def freeze(self, stored: list[TtlValue]) -> list[Value]:
        return [freeze(element.value) for element in stored]


class TtlMapState(HeapMapState):
    """Map state whose entries have a time to live each."""

    _ttl: TtlPolicy

    def set_ttl(self, ttl: TtlPolicy) -> None:
        """Set the time to live of the entries."""
        self._ttl = ttl

    def _check_value(self, value: TtlValue) -> None:
        if value.value is not None:  # a map can have null as a value
            super()._check_value(value.value)

    def put_all(self, dict_value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        pairs = dict(to_pairs(dict_value))
        # Flink puts the wrapped values into a new map of this size, and then that map into the state.
        ordered = sort_by_java_hash(pairs, len(pairs), self._key_hash) if len(pairs) > 1 else pairs
        super().put_all([(key, self._ttl.wrap(value)) for key, value in ordered.items()])

    def put(self, key: Any, value: Any) -> None:
        self._put([(key, self._ttl.wrap(value))])

    def _get(self, key: Any) -> Any:
        entry = self._get_stored_map().get(to_key_identity(key))
        if entry is None:
            return None
        stamped: TtlValue = entry[1]
        if self._ttl.is_expired(stamped):
            _report_expired(self, self._ttl, self.namespace, stamped)
            self.remove(key)
            return stamped.value if self._ttl.returns_expired else None
        self._ttl.touch_on_read(stamped)
        return stamped.value

    def _contains(self, key: Any) -> bool:
        return self._get(key) is not None

    def _items(self) -> list[tuple[Any, Any]]:
        keys = [key for key, _ in super()._items()]
        return [(key, value) for key in keys if (value := self._get(key)) is not None]

    def _is_empty(self) -> bool:
        return not self._items()

    def _freeze_value(self, stored: TtlValue) -> Value:
        return freeze(stored.value)


TtlState = TtlValueState | TtlListState | TtlMapState | TtlReducingState | TtlAggregatingState

TTL_STATE_CLASSES: dict[type[StateDescriptor], type[TtlState]] = {
    ValueStateDescriptor: TtlValueState,
    ListStateDescriptor: TtlListState,
    MapStateDescriptor: TtlMapState,
    ReducingStateDescriptor: TtlReducingState,
    AggregatingStateDescriptor: TtlAggregatingState,
}
"""For each kind of state descriptor, the class of its state with time to live."""
