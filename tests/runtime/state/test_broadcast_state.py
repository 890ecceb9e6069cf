"""Order of iteration of broadcast state, as recorded from the real class of Flink 2.3.0."""

from __future__ import annotations

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.ids import OperatorId
from flinksim.datastream.state import MapStateDescriptor
from flinksim.runtime.state.broadcast_state import HeapBroadcastState


def create_state(key_type: TypeInformation) -> HeapBroadcastState:
    descriptor = MapStateDescriptor("rules", key_type, Types.INT())
    state = HeapBroadcastState(descriptor, OperatorId("o1/0"), None)
    state.is_writable = True
    return state


def put_keys(state: HeapBroadcastState, keys: str) -> None:
    for key in keys.split():
        state.put(key, 1)


def list_keys(state: HeapBroadcastState) -> str:
    return " ".join(state.keys())


def test_keys_come_in_the_order_of_a_hash_map() -> None:
    state = create_state(Types.STRING())
    put_keys(state, "zeta alpha key.5 key.6 b a mm x1 x0")
    assert list_keys(state) == "zeta mm a b key.6 key.5 alpha x0 x1"
    state.remove("alpha")
    put_keys(state, "alpha b")
    assert list_keys(state) == "zeta mm a b key.6 key.5 alpha x0 x1"


def test_a_cleared_state_keeps_the_size_of_its_table() -> None:
    state = create_state(Types.STRING())
    put_keys(state, "zeta alpha key.5 key.6 b a mm x1 x0")
    put_keys(state, " ".join(f"n{number}" for number in range(30)))
    assert list_keys(state) == (
        "n0 n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n12 n11 n14 n13 n16 n15 n18 n17 alpha n19 zeta mm a b "
        "n21 n20 n23 n22 n25 n24 n27 n26 key.6 n29 key.5 n28 x0 x1"
    )
    state.clear()
    assert state.is_empty()
    put_keys(state, "zeta n3 alpha b a mm")
    assert list_keys(state) == "n3 alpha zeta mm a b"


def test_whole_numbers_are_their_own_hash_code() -> None:
    numbers = (40, 3, 17, 1, 16, 0, 33)
    one_by_one, together = create_state(Types.INT()), create_state(Types.INT())
    for number in numbers:
        one_by_one.put(number, number)
    together.put_all({number: number for number in numbers})
    assert one_by_one.keys() == together.keys() == [16, 0, 17, 1, 33, 3, 40]


def test_a_restored_state_has_the_order_of_a_new_table() -> None:
    state = create_state(Types.INT())
    state.restore([(40, 1), (3, 1), (17, 1), (1, 1)])
    assert state.items() == [(17, 1), (1, 1), (3, 1), (40, 1)]
