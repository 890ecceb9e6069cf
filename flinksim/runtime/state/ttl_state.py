"""State that expires.

A value is stored with the processing time at which it was last touched, and is expired once that time
plus the time to live is not after now. Lists expire element by element, maps entry by entry.
Expired state is removed when it is read; nothing looks for it in the background.

Flink: ``TtlStateFactory``, ``TtlValueState``, ``TtlListState``, ``TtlMapState``.
Differs: no clean-up in the background, and none in snapshots. In Flink each access also looks at five
places of its hash table; if it comes by an expired value before that is read for the first time,
``ReturnExpiredIfNotCleanedUp`` has nothing to return. All else of it changes memory, not results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from flinksim.core.java.hash_code import in_java_hash_order
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
    pairs_of,
)
from flinksim.runtime.state.key_equality import identity_of
from flinksim.trace.values import Value, freeze


class Stamped:
    """A value and when it was last touched. Flink: ``TtlValue``."""

    __slots__ = ("touched_ms", "value")

    def __init__(self, value: Any, touched_ms: int) -> None:
        self.value = value
        self.touched_ms = touched_ms


class TimeToLive:
    """The rules of one ``StateTtlConfig``, with the clock that they need."""

    def __init__(self, config: StateTtlConfig, now_ms: Callable[[], int]) -> None:
        self.ttl_ms = config.get_ttl().to_milliseconds()
        self.touched_by_reading = (
            config.get_update_type() is StateTtlConfig.UpdateType.OnReadAndWrite
        )
        self.shows_expired = (
            config.get_state_visibility()
            is StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp
        )
        self._now_ms = now_ms

    def stamp(self, value: Any) -> Stamped:
        """*value*, touched now."""
        return Stamped(value, self._now_ms())

    def is_expired(self, stamped: Stamped) -> bool:
        return stamped.touched_ms + self.ttl_ms <= self._now_ms()

    def touch_by_reading(self, stamped: Stamped) -> None:
        """It was read, which may count."""
        if self.touched_by_reading:
            stamped.touched_ms = self._now_ms()


def migrate(state: HeapState, config: StateTtlConfig | None, now_ms: Callable[[], int]) -> None:
    """Let what *state* holds from a snapshot in which it did not expire do so, from now on; or, without
    a *config*, keep what is there, however old.

    Flink: ``TtlAwareSerializer.migrateValueFromPriorSerializer``.
    """
    change = attrgetter("value") if config is None else TimeToLive(config, now_ms).stamp
    for entries in state.table.maps:
        for where, stored in entries.items():
            entries[where] = state.changed(stored, change)


class ExpiringTable:
    """A table whose values expire as a whole; ``on_expired`` is told when one has gone."""

    def __init__(self, table: KeyedStateTable, ttl: TimeToLive) -> None:
        self.maps = table.maps
        self.entries = table.entries
        self._table = table
        self._ttl = ttl
        self.on_expired: Callable[[Any], None] | None = None

    def get(self, namespace: Any) -> Any:
        stamped: Stamped | None = self._table.get(namespace)
        if stamped is None:
            return None
        if self._ttl.is_expired(stamped):
            self._table.remove(namespace)
            if self.on_expired is not None:
                self.on_expired(namespace)
            return stamped.value if self._ttl.shows_expired else None
        self._ttl.touch_by_reading(stamped)
        return stamped.value

    def put(self, namespace: Any, value: Any) -> None:
        self._table.put(namespace, self._ttl.stamp(value))

    def remove(self, namespace: Any) -> Any:
        stamped: Stamped | None = self._table.remove(namespace)
        return None if stamped is None else stamped.value


class _ExpiresAsAWhole(HeapState):
    """Mixed in where one value is stored per key and namespace."""

    def expire(self, ttl: TimeToLive) -> None:
        """Let what is stored expire by *ttl*."""
        table = ExpiringTable(self.table, ttl)
        table.on_expired = self._report_cleared
        self.table = table

    def freeze(self, stored: Any) -> Value:
        return super().freeze(stored.value if isinstance(stored, Stamped) else stored)


class TtlValueState(_ExpiresAsAWhole, HeapValueState):
    """One value per key, which expires."""


class TtlReducingState(_ExpiresAsAWhole, HeapReducingState):
    """The reduction of a key, which expires."""


class TtlAggregatingState(_ExpiresAsAWhole, HeapAggregatingState):
    """The aggregate of a key, which expires."""


class TtlListState(HeapListState):
    """A list per key, of which each element expires."""

    _ttl: TimeToLive

    def expire(self, ttl: TimeToLive) -> None:
        """Let the elements expire by *ttl*."""
        self._ttl = ttl

    def _check(self, value: Stamped) -> None:
        super()._check(value.value)

    def _get(self) -> list[Any]:
        ttl = self._ttl
        stored: list[Stamped] = self.table.get(self.namespace) or []
        left = [element for element in stored if not ttl.is_expired(element)]
        if len(left) < len(stored):
            if left:
                self._replace(left)
            else:
                self.clear()
        shown = stored if ttl.shows_expired else left
        for element in left:
            ttl.touch_by_reading(element)
        return [element.value for element in shown]

    def _add_values(self, values: list[Any]) -> None:
        super()._add_values([self._ttl.stamp(value) for value in values])

    def update(self, values: list[Any]) -> None:
        super().update([self._ttl.stamp(value) for value in values])

    def freeze(self, stored: list[Stamped]) -> list[Value]:
        return [freeze(element.value) for element in stored]


class TtlMapState(HeapMapState):
    """A map per key, of which each entry expires."""

    _ttl: TimeToLive

    def expire(self, ttl: TimeToLive) -> None:
        """Let the entries expire by *ttl*."""
        self._ttl = ttl

    def _check(self, value: Stamped) -> None:
        super()._check(value.value)

    def put_all(self, dict_value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        pairs = dict(pairs_of(dict_value))
        # Flink puts the stamped values into a map made for so many, and that one into the state.
        ordered = (
            in_java_hash_order(pairs, len(pairs), self._hash_of_key) if len(pairs) > 1 else pairs
        )
        super().put_all([(key, self._ttl.stamp(value)) for key, value in ordered.items()])

    def put(self, key: Any, value: Any) -> None:
        self._put([(key, self._ttl.stamp(value))])

    def _get(self, key: Any) -> Any:
        entry = self._stored().get(identity_of(key))
        if entry is None:
            return None
        stamped: Stamped = entry[1]
        if self._ttl.is_expired(stamped):
            self.remove(key)
            return stamped.value if self._ttl.shows_expired else None
        self._ttl.touch_by_reading(stamped)
        return stamped.value

    def _contains(self, key: Any) -> bool:
        return self._get(key) is not None

    def _items(self) -> list[tuple[Any, Any]]:
        keys = [key for key, _ in super()._items()]
        return [(key, value) for key in keys if (value := self._get(key)) is not None]

    def _is_empty(self) -> bool:
        return not self._items()

    def _freeze_value(self, stored: Stamped) -> Value:
        return freeze(stored.value)


ExpiringState = TtlValueState | TtlListState | TtlMapState | TtlReducingState | TtlAggregatingState

EXPIRING: dict[type[StateDescriptor], type[ExpiringState]] = {
    ValueStateDescriptor: TtlValueState,
    ListStateDescriptor: TtlListState,
    MapStateDescriptor: TtlMapState,
    ReducingStateDescriptor: TtlReducingState,
    AggregatingStateDescriptor: TtlAggregatingState,
}
"""The kind of expiring state for each kind of descriptor."""
