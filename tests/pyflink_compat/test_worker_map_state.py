"""Maps of PyFlink's worker: orders as Flink 2.3.0 printed them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import KeyGroupRange
from flinksim.datastream.state import MapStateDescriptor
from flinksim.pyflink_compat.bundles import Bundle, BundleLimits
from flinksim.pyflink_compat.worker_map_state import WorkerKeyedStateBackend
from flinksim.pyflink_compat.worker_serialization import (
    JavaHashMapOrder,
    create_worker_encoder,
    hash_bytes,
)
from flinksim.testing.manual_clock import TestProcessingTimeService

WORDS = [
    "pear", "apple", "fig", "zoo", "kiwi", "b", "a", "banana", "cherry", "date", "elderberry", "grape",
    "lemon",
]  # fmt: skip


def in_java(keys: list[Any], to_bytes: Callable[[Any], bytes]) -> list[Any]:
    order = JavaHashMapOrder()
    for key in keys:
        order.add(key, hash_bytes(to_bytes(key)))
    return list(order.keys())


def test_java_keeps_keys_by_the_hash_of_their_bytes() -> None:
    assert in_java(WORDS[:10], create_worker_encoder(Types.STRING())) == [
        "zoo", "a", "date", "kiwi", "b", "pear", "banana", "apple", "fig", "cherry",
    ]  # fmt: skip
    assert in_java(WORDS, create_worker_encoder(Types.PICKLED_BYTE_ARRAY())) == [
        "fig", "banana", "elderberry", "pear", "cherry", "b", "a", "date", "apple", "kiwi", "lemon",
        "zoo", "grape",
    ]  # fmt: skip
    shorts = [number * 300 for number in range(13)]
    assert in_java(shorts, create_worker_encoder(Types.SHORT())) == [
        1800, 2700, 0, 3300, 1200, 2400, 600, 3000, 1500, 2100, 300, 900, 3600,
    ]  # fmt: skip
    pairs = [(word[:3], number) for number, word in enumerate(WORDS[:10])]
    to_bytes = create_worker_encoder(Types.TUPLE([Types.STRING(), Types.INT()]))
    assert [text for text, _ in in_java(pairs, to_bytes)] == [
        "b", "kiw", "app", "fig", "pea", "dat", "zoo", "che", "a", "ban",
    ]  # fmt: skip


class Backend(WorkerKeyedStateBackend):
    """Each element begins with its key, and ends where the next one begins."""

    has_begun = False

    def set_current_key(self, key: Any) -> None:
        if self.has_begun:
            self._bundle.guard(lambda element: None)(None)
        self.has_begun = True
        super().set_current_key(key)


def map_state(
    key_type: TypeInformation, bundle_size: int = 1, caches: bool = True
) -> tuple[WorkerKeyedStateBackend, Any]:
    bundle = Bundle(
        BundleLimits(bundle_size, 1000), TestProcessingTimeService(), lambda function: function
    )
    backend = Backend(
        KeyGroupRange(0, 127), 128, OperatorId("o1/0"), None, lambda: 0, None,
        bundle=bundle, caches=caches,
    )  # fmt: skip
    backend.set_current_key("k")
    state = backend.get_partitioned_state((), MapStateDescriptor("m", key_type, Types.INT()))
    return backend, state


def test_what_the_bundle_wrote_comes_first_and_then_what_was_used_least() -> None:
    backend, state = map_state(Types.STRING())
    seen = []
    for word in ("pear", "apple", "fig", "zoo", "apple", "-fig", "kiwi", "fig"):
        backend.set_current_key("k")
        if word.startswith("-"):
            state.remove(word[1:])
        else:
            state.put(word, (state.get(word) or 0) + 1)
        seen.append(" ".join(key for key, _ in state.items()))
    assert seen == [
        "pear", "apple pear", "fig pear apple", "zoo pear apple fig", "apple pear fig zoo",
        "pear zoo apple", "kiwi pear zoo apple", "fig pear zoo apple kiwi",
    ]  # fmt: skip


def test_who_asks_for_keys_alone_gets_them_as_java_has_them() -> None:
    backend, state = map_state(Types.INT())
    for number in (33, 16, 1, 0):
        backend.set_current_key("k")
        state.put(number, number)
    backend.set_current_key("k")
    assert state.keys() == [16, 33, 1, 0]
    for number in (17, 15, 32, 8):
        state.remove(17)
        state.put(number, number)
    backend.set_current_key("k")
    state.remove(17)
    backend.set_current_key("k")
    assert state.keys() == [16, 15, 8, 33, 32, 1, 0]


def test_in_one_bundle_a_key_keeps_the_place_in_which_it_was_removed() -> None:
    backend, state = map_state(Types.STRING(), bundle_size=1000)
    for word in ("b", "a", "c"):
        backend.set_current_key("k")
        state.put(word, 1)
    state.remove("b")
    state.remove("a")
    assert state.keys() == ["c"]
    state.put_all([("a", 5), ("q", 6)])
    assert state.items() == [("a", 5), ("c", 1), ("q", 6)]
    state.clear()
    assert state.is_empty()
    state.put("z", 1)
    state.put("y", 2)
    assert state.values() == [1, 2]


def test_keys_have_maps_of_their_own_and_without_a_memory_java_is_asked_each_time() -> None:
    backend, state = map_state(Types.INT(), caches=False)
    for number in (33, 16, 1, 0):
        backend.set_current_key("k")
        state.put(number, number)
        backend.set_current_key("j")
        assert state.items() == []
    backend.set_current_key("k")
    assert [key for key, _ in state.items()] == [16, 33, 1, 0]
    backend.set_current_key("k")
    state.put(8, 8)
    backend.set_current_key("k")
    assert [key for key, _ in state.items()] == [16, 8, 33, 1, 0]


def test_a_bundle_ends_after_so_many_elements() -> None:
    backend, state = map_state(Types.STRING(), bundle_size=3)
    seen = []
    for word in ("c", "b", "a", "d"):
        state.put(word, 1)
        seen.append(state.keys())
        backend.set_current_key("k")
    assert seen[:3] == [["c"], ["c", "b"], ["c", "b", "a"]]
    assert seen[3][0] == "d"  # and behind it those of the bundle before, as Java keeps them
    assert sorted(seen[3]) == ["a", "b", "c", "d"]
