"""Map state with the iteration order of PyFlink's worker.

Entries written in the current bundle come first. All others follow: in the worker's cache order once it
has iterated over all items or values, before that in Java's order.

Flink: ``InternalSynchronousMapRuntimeState`` and ``CachingMapStateHandler`` in
``pyflink.fn_execution.state_impl``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial, wraps
from typing import Any
from warnings import warn

from flinksim.common.typeinfo import MapTypeInfo, TypeInformation
from flinksim.core.java.key_groups import KeyGroupRange
from flinksim.datastream.state import (
    ListState,
    MapState,
    MapStateDescriptor,
    StateDescriptor,
    ValueState,
)
from flinksim.pyflink_compat.bundles import Bundle
from flinksim.pyflink_compat.coder_checks import create_state_check
from flinksim.pyflink_compat.worker_serialization import (
    JavaHashMapOrder,
    create_worker_encoder,
    hash_bytes,
)
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.heap_states import HeapMapState, HeapState, to_pairs
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.state_factory import create_heap_state


class WorkerKeyedStateBackend(HeapKeyedStateBackend):
    """State backend that knows the worker's open *bundle*, and for which the key -0.0 is 0.0."""

    __slots__ = ("_bundle", "caches", "open_caches")

    def __init__(
        self, key_group_range: KeyGroupRange, *surroundings: Any, bundle: Bundle, caches: bool
    ) -> None:
        super().__init__(key_group_range, *surroundings)
        self._bundle = bundle
        self.caches = caches
        self.open_caches: dict[str, _OpenCache] = {}

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
        state.set_value_check(partial(self._create_check, state))
        return state

    def _create_check(
        self, state: HeapState, type_info: TypeInformation | None, name: str
    ) -> Callable[[Any], None] | None:
        """Create the check of values of *state*, which runs when the bundle ends."""
        check = create_state_check(type_info, name)
        if check is None:
            return None
        keeps_several = isinstance(state, ListState | MapState)

        def check_at_end(value: Any) -> None:
            self._bundle.check_at_end(
                self._get_address(state), partial(check, value), is_added=keeps_several
            )

        return check_at_end

    def check_at_end(self, address: Any, check: Callable[[], None]) -> None:
        """Call *check* of what is at *address* when the open bundle ends."""
        self._bundle.check_at_end(address, check)

    def drop_checks(self, state: HeapState) -> None:
        """Forget the checks of the values of *state* that are cleared in the open bundle."""
        self._bundle.drop_checks(self._get_address(state))

    def _get_address(self, state: HeapState) -> tuple[Any, ...]:
        return state.descriptor.name, self.key_identity, state.namespace


class _OpenCache:
    """What ``open()`` wrote to a state without a key: it can be read there, and no record sees it."""

    __slots__ = ("is_cleared", "keys", "state")

    def __init__(self, backend: WorkerKeyedStateBackend, descriptor: StateDescriptor) -> None:
        own = HeapKeyedStateBackend(KeyGroupRange(0, 0), 1, backend.operator, None, backend.now_ms)
        own.set_current_key("")
        self.state = create_heap_state(own, descriptor)
        self.is_cleared = False
        """Whether nothing of Java's state is visible any more, so that all of it can be read."""
        self.keys: set[Any] = set()
        """The map keys that were written or removed."""

    def write(self, name: str, args: tuple[Any, ...]) -> Any:
        """Write to the state, and note what can be read since then."""
        if name in ("clear", "update"):
            self.is_cleared = True
        elif isinstance(self.state, MapState):
            pairs = to_pairs(args[0]) if name == "put_all" else [args]
            self.keys.update(to_key_identity(pair[0]) for pair in pairs)
        return getattr(self.state, name)(*args)

    def can_read(self, name: str, args: tuple[Any, ...]) -> bool:
        """Return whether a read needs nothing of Java's state, which has no value without a key."""
        if self.is_cleared:
            return True
        if name == "is_empty":
            return bool(self.keys)
        return bool(args) and to_key_identity(args[0]) in self.keys


_READS = ("contains", "get", "is_empty", "items", "keys", "value", "values")
_REPLACING_WRITES = frozenset(("clear", "update"))
_WRITES = ("add", "add_all", "clear", "put", "put_all", "remove", "update")


@cache
def _build_worker_class(state_class: type[HeapState]) -> type[HeapState]:
    """Build the subclass of *state_class* whose writes without a key are lost, as in PyFlink's worker.

    ``open()`` has no key. There PyFlink puts a write into the cache of a key that no record has.
    """
    members: dict[str, Any] = {
        name: wrap(getattr(state_class, name))
        for names, wrap in ((_WRITES, _cache_without_key), (_READS, _read_cache_without_key))
        for name in names
        if hasattr(state_class, name)
    }
    members |= {"get_internal_state": lambda self: self, "__module__": state_class.__module__}
    return type(state_class.__name__, (state_class,), members)


def _cache_without_key(write: Callable[..., Any]) -> Callable[..., Any]:
    name = write.__name__

    @wraps(write)
    def write_or_cache(self: HeapState, *args: Any) -> Any:
        backend = self.backend
        if backend.current_key_group >= 0:
            if name in _REPLACING_WRITES and isinstance(backend, WorkerKeyedStateBackend):
                backend.drop_checks(self)
            return write(self, *args)
        warn(
            f"{name}() of the state {self.descriptor.name!r} has no effect on records: no key is set in "
            "open(). Write it in the method for a record",
            stacklevel=2,
        )
        assert isinstance(backend, WorkerKeyedStateBackend)
        if not isinstance(self, ValueState | ListState | MapState):
            return None
        caches = backend.open_caches
        if self.descriptor.name not in caches:
            caches[self.descriptor.name] = _OpenCache(backend, self.descriptor)
        return caches[self.descriptor.name].write(name, args)

    return write_or_cache


def _read_cache_without_key(read: Callable[..., Any]) -> Callable[..., Any]:
    name = read.__name__

    @wraps(read)
    def read_or_cache(self: HeapState, *args: Any) -> Any:
        backend = self.backend
        if backend.current_key_group < 0:
            assert isinstance(backend, WorkerKeyedStateBackend)
            cache = backend.open_caches.get(self.descriptor.name)
            if cache is not None and cache.can_read(name, args):
                return getattr(cache.state, name)(*args)
        return read(self, *args)

    return read_or_cache


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
            restored = self._get_stored_map()
            for identity in restored:
                cache.java.add(identity, self._compute_hash(identity))
            if restored:
                cache.java.restore()
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
