"""Map state with the iteration order of PyFlink's worker.

Entries written in the current bundle come first. All others follow: in the worker's cache order once it
has iterated over all items or values, before that in Java's order.

Flink: ``InternalSynchronousMapRuntimeState`` and ``CachingMapStateHandler`` in
``pyflink.fn_execution.state_impl``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from typing import TYPE_CHECKING, Any
from warnings import warn

from flinksim.common.typeinfo import MapTypeInfo
from flinksim.datastream.state import MapStateDescriptor, StateDescriptor
from flinksim.pyflink_compat.bundles import Bundle
from flinksim.pyflink_compat.worker_serialization import (
    JavaHashMapOrder,
    create_worker_encoder,
    hash_bytes,
)
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.heap_states import HeapMapState, HeapState, to_pairs
from flinksim.runtime.state.key_equality import to_key_identity

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
    def bundle_number(self) -> int:
        """The number of the open bundle."""
        return self._bundle.number

    def create_state(self, descriptor: StateDescriptor) -> HeapState:
        if isinstance(descriptor, MapStateDescriptor) and descriptor.ttl_config is None:
            state: HeapState = WorkerMapState(self, descriptor)
        else:
            state = super().create_state(descriptor)
        state.__class__ = _build_worker_class(type(state))
        return state


_WRITES = ("add", "add_all", "clear", "put", "put_all", "remove", "update")


@cache
def _build_worker_class(state_class: type[HeapState]) -> type[HeapState]:
    """Build the subclass of *state_class* whose writes without a key are lost, as in PyFlink's worker.

    ``open()`` has no key. There PyFlink puts a write into the cache of a key that no record has.
    """
    members: dict[str, Any] = {
        name: _ignore_without_key(getattr(state_class, name))
        for name in _WRITES
        if hasattr(state_class, name)
    }
    members |= {"get_internal_state": lambda self: self, "__module__": state_class.__module__}
    return type(state_class.__name__, (state_class,), members)


def _ignore_without_key(write: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(write)
    def write_or_ignore(self: HeapState, *args: Any) -> Any:
        if self.backend.current_key_group < 0:
            warn(
                f"{write.__name__}() of the state {self.descriptor.name!r} has no effect: no key is set in "
                "open(). Write it in the method for a record",
                stacklevel=2,
            )
            return None
        return write(self, *args)

    return write_or_ignore


class _WorkerCache:
    """The worker's cache of the map of one key: identities of map keys, in order."""

    __slots__ = ("bundle", "entries", "is_cleared", "is_complete", "is_empty", "java", "written")

    def __init__(self, bundle: int) -> None:
        self.bundle = bundle
        self.written: dict[Any, bool] = {}
        """Changes within the current bundle, by map key: whether the entry was written, or else removed."""
        self.is_cleared = False
        self.is_empty: bool | None = None
        self.entries: dict[Any, bool] | None = None
        """By map key, whether Java has an entry, as far as the worker knows; least recently used first."""
        self.is_complete = False
        self.java = JavaHashMapOrder()


class WorkerMapState(HeapMapState):
    """Map state of the current key, iterated in the order of PyFlink's worker."""

    backend: WorkerKeyedStateBackend

    def __init__(self, backend: WorkerKeyedStateBackend, descriptor: MapStateDescriptor) -> None:
        super().__init__(backend, descriptor)
        self._worker_caches: dict[tuple[Any, Any], _WorkerCache] = {}
        assert isinstance(descriptor.type_info, MapTypeInfo)
        self._to_bytes = create_worker_encoder(descriptor.type_info.key_type)

    def _get_cache(self) -> _WorkerCache:
        cache_key = (self.backend.key_identity, self.namespace)
        cache = self._worker_caches.get(cache_key)
        if cache is None:
            cache = self._worker_caches[cache_key] = _WorkerCache(self.backend.bundle_number)
        elif cache.bundle != self.backend.bundle_number:
            self._commit(cache)
            cache.bundle = self.backend.bundle_number
        return cache

    def _commit(self, cache: _WorkerCache) -> None:
        if cache.is_cleared:
            cache.java, cache.entries, cache.is_complete = JavaHashMapOrder(), None, False
            cache.is_cleared = False
        if cache.written:
            if cache.entries is None:
                cache.entries = {}
            for identity, is_there in cache.written.items():
                cache.entries[identity] = is_there
                if is_there:
                    cache.java.add(identity, self._compute_hash(identity))
                else:
                    cache.java.remove(identity)
            cache.written = {}

    def _compute_hash(self, identity: Any) -> int:
        entry = self._get_stored_map().get(identity)
        try:
            return 0 if entry is None else hash_bytes(self._to_bytes(entry[0]))
        except (AttributeError, TypeError, struct.error):  # the key is not of the declared type
            return 0

    # --- reading -----------------------------------------------------------------------------------

    def _get(self, key: Any) -> Any:
        cache, identity = self._get_cache(), to_key_identity(key)
        if not cache.is_empty and identity not in cache.written and not cache.is_cleared:
            self._look_up(cache, identity)
        return super()._get(key)

    def _look_up(self, cache: _WorkerCache, identity: Any) -> None:
        entries = cache.entries
        if entries is None:
            entries = cache.entries = {}
        if identity in entries:
            entries[identity] = entries.pop(identity)
        elif not cache.is_complete:
            entries[identity] = identity in self._get_stored_map()

    def _contains(self, key: Any) -> bool:
        return self._get(key) is not None

    def _is_empty(self) -> bool:
        cache = self._get_cache()
        if cache.is_empty is None:
            self._commit(cache)
            cache.is_empty = len(cache.java) == 0
        return super()._is_empty()

    def _items(self) -> list[tuple[Any, Any]]:
        stored = self._get_stored_map()
        return [stored[identity] for identity in self._list_identities(fills_cache=True)]

    def _keys(self) -> list[Any]:
        stored = self._get_stored_map()
        return [stored[identity][0] for identity in self._list_identities(fills_cache=False)]

    def _list_identities(self, fills_cache: bool) -> list[Any]:
        cache = self._get_cache()
        written = [identity for identity, is_there in cache.written.items() if is_there]
        if cache.is_cleared or cache.is_empty:
            return written
        return written + [
            one
            for one in self._list_java_identities(cache, fills_cache)
            if one not in cache.written
        ]

    def _list_java_identities(self, cache: _WorkerCache, fills_cache: bool) -> list[Any]:
        if cache.is_complete and cache.entries is not None and self.backend.caches:
            return [identity for identity, is_there in cache.entries.items() if is_there]
        found = list(cache.java.keys())
        if fills_cache:
            cache.entries, cache.is_complete = dict.fromkeys(found, True), True
        return found

    # --- writing -----------------------------------------------------------------------------------

    def put(self, key: Any, value: Any) -> None:
        self.put_all([(key, value)])

    def put_all(self, dict_value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        pairs = to_pairs(dict_value)
        cache = self._get_cache()
        for key, _ in pairs:
            cache.written[to_key_identity(key)] = True
        cache.is_empty = False
        super().put_all(pairs)

    def remove(self, key: Any) -> None:
        cache = self._get_cache()
        if not cache.is_empty:
            if cache.is_cleared:
                identity = to_key_identity(key)
                if identity not in cache.written:
                    raise KeyError(key)  # as in PyFlink, which looks only at the written entries
                del cache.written[identity]
                cache.is_empty = True if not cache.written else cache.is_empty
            else:
                cache.written[to_key_identity(key)] = False
                cache.is_empty = None
        super().remove(key)

    def clear(self) -> None:
        cache = self._get_cache()
        cache.is_cleared = cache.is_empty = True
        cache.written = {}
        super().clear()
