"""Map state with the iteration order of PyFlink's worker.

Entries written in the current bundle come first. All others follow: in the worker's cache order once it
has iterated over all items or values, before that in Java's order.

Flink: ``InternalSynchronousMapRuntimeState`` and ``CachingMapStateHandler`` in
``pyflink.fn_execution.state_impl``.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from flinksim.common.typeinfo import MapTypeInfo
from flinksim.datastream.state import MapStateDescriptor, StateDescriptor
from flinksim.pyflink_compat.bundles import Bundle
from flinksim.pyflink_compat.worker_serialization import (
    HashMapOrder,
    hash_of_bytes,
    worker_bytes_for,
)
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.heap_states import HeapMapState, HeapState, pairs_of
from flinksim.runtime.state.key_equality import identity_of

if TYPE_CHECKING:
    from flinksim.core.java.key_groups import KeyGroupRange


class WorkerKeyedStateBackend(HeapKeyedStateBackend):
    """State backend that knows the worker's open *bundle*, and for which the key -0.0 is 0.0."""

    __slots__ = ("_bundle", "caches")

    def __init__(
        self, key_group_range: KeyGroupRange, *surroundings: Any, bundle: Bundle, caches: bool
    ) -> None:
        super().__init__(key_group_range, *surroundings)
        self._bundle = bundle
        self.caches = caches

    def set_current_key(self, key: Any) -> None:
        if key.__class__ is float:
            key += 0.0  # a Python worker treats the key -0.0 as 0.0
        super().set_current_key(key)

    @property
    def bundle(self) -> int:
        """The number of the open bundle."""
        return self._bundle.number

    def create_state(self, descriptor: StateDescriptor) -> HeapState:
        if isinstance(descriptor, MapStateDescriptor) and descriptor.ttl_config is None:
            return WorkerMapState(self, descriptor)
        return super().create_state(descriptor)


class _View:
    """The worker's cache of the map of one key: identities of map keys, in order."""

    __slots__ = ("all_remembered", "bundle", "cleared", "empty", "java", "remembered", "written")

    def __init__(self, bundle: int) -> None:
        self.bundle = bundle
        self.written: dict[Any, bool] = {}
        """Changes of the bundle: whether the entry was written (or removed)."""
        self.cleared = False
        self.empty: bool | None = None
        self.remembered: dict[Any, bool] | None = None
        """Whether entries exist in Java, as far as known; least recently used first."""
        self.all_remembered = False
        self.java = HashMapOrder()


class WorkerMapState(HeapMapState):
    """A map per key in the iteration order of PyFlink's worker."""

    backend: WorkerKeyedStateBackend

    def __init__(self, backend: WorkerKeyedStateBackend, descriptor: MapStateDescriptor) -> None:
        super().__init__(backend, descriptor)
        self._views: dict[tuple[Any, Any], _View] = {}
        assert isinstance(descriptor.type_info, MapTypeInfo)
        self._to_bytes = worker_bytes_for(descriptor.type_info.key_type)

    def _view(self) -> _View:
        cache_key = (self.backend.key_identity, self.namespace)
        cache = self._views.get(cache_key)
        if cache is None:
            cache = self._views[cache_key] = _View(self.backend.bundle)
        elif cache.bundle != self.backend.bundle:
            self._commit(cache)
            cache.bundle = self.backend.bundle
        return cache

    def _commit(self, view: _View) -> None:
        if view.cleared:
            view.java, view.remembered, view.all_remembered = HashMapOrder(), None, False
            view.cleared = False
        if view.written:
            if view.remembered is None:
                view.remembered = {}
            for identity, is_there in view.written.items():
                view.remembered[identity] = is_there
                if is_there:
                    view.java.add(identity, self._hash_of(identity))
                else:
                    view.java.remove(identity)
            view.written = {}

    def _hash_of(self, identity: Any) -> int:
        entry = self._stored().get(identity)
        try:
            return 0 if entry is None else hash_of_bytes(self._to_bytes(entry[0]))
        except (AttributeError, TypeError, struct.error):  # the key is not of the declared type
            return 0

    # --- reading -----------------------------------------------------------------------------------

    def _get(self, key: Any) -> Any:
        cache, identity = self._view(), identity_of(key)
        if not cache.empty and identity not in cache.written and not cache.cleared:
            self._look_up(cache, identity)
        return super()._get(key)

    def _look_up(self, view: _View, identity: Any) -> None:
        entries = view.remembered
        if entries is None:
            entries = view.remembered = {}
        if identity in entries:
            entries[identity] = entries.pop(identity)
        elif not view.all_remembered:
            entries[identity] = identity in self._stored()

    def _contains(self, key: Any) -> bool:
        return self._get(key) is not None

    def _is_empty(self) -> bool:
        cache = self._view()
        if cache.empty is None:
            self._commit(cache)
            cache.empty = len(cache.java) == 0
        return super()._is_empty()

    def _items(self) -> list[tuple[Any, Any]]:
        stored = self._stored()
        return [stored[identity] for identity in self._order(remembers=True)]

    def _keys(self) -> list[Any]:
        stored = self._stored()
        return [stored[identity][0] for identity in self._order(remembers=False)]

    def _order(self, remembers: bool) -> list[Any]:
        cache = self._view()
        written = [identity for identity, is_there in cache.written.items() if is_there]
        if cache.cleared or cache.empty:
            return written
        return written + [
            one for one in self._in_java(cache, remembers) if one not in cache.written
        ]

    def _in_java(self, view: _View, remembers: bool) -> list[Any]:
        if view.all_remembered and view.remembered is not None and self.backend.caches:
            return [identity for identity, is_there in view.remembered.items() if is_there]
        found = list(view.java.keys())
        if remembers:
            view.remembered, view.all_remembered = dict.fromkeys(found, True), True
        return found

    # --- writing -----------------------------------------------------------------------------------

    def put(self, key: Any, value: Any) -> None:
        self.put_all([(key, value)])

    def put_all(self, dict_value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        pairs = pairs_of(dict_value)
        cache = self._view()
        for key, _ in pairs:
            cache.written[identity_of(key)] = True
        cache.empty = False
        super().put_all(pairs)

    def remove(self, key: Any) -> None:
        cache = self._view()
        if not cache.empty:
            if cache.cleared:
                identity = identity_of(key)
                if identity not in cache.written:
                    raise KeyError(key)  # as in PyFlink, which looks only at the written entries
                del cache.written[identity]
                cache.empty = True if not cache.written else cache.empty
            else:
                cache.written[identity_of(key)] = False
                cache.empty = None
        super().remove(key)

    def clear(self) -> None:
        cache = self._view()
        cache.cleared = cache.empty = True
        cache.written = {}
        super().clear()
