"""Keyed state by key group: whose state is it, and which keys are the same."""

from __future__ import annotations

import math
from typing import Any

import pytest

from flinksim.common.typeinfo import Types
from flinksim.core.ids import OperatorId
from flinksim.core.java.key_groups import (
    KeyGroupRange,
    assign_to_key_group,
    compute_key_group_range_for_operator_index,
)
from flinksim.datastream.state import ListStateDescriptor, ValueStateDescriptor
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.heap_states import HeapValueState
from flinksim.runtime.state.namespaces import VOID_NAMESPACE

DESCRIPTOR = ValueStateDescriptor("last", Types.LONG())


def new_backend(key_groups: KeyGroupRange | None = None) -> HeapKeyedStateBackend:
    return HeapKeyedStateBackend(
        key_groups or KeyGroupRange(0, 127), 128, OperatorId("o1/0"), None, lambda: 0
    )


def value_state(backend: HeapKeyedStateBackend, namespace: Any = VOID_NAMESPACE) -> HeapValueState:
    state = backend.get_partitioned_state(namespace, DESCRIPTOR)
    assert isinstance(state, HeapValueState)
    return state


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (1, True), (0, False), (1.0, True), (0.0, -0.0), ((1, "a"), (True, "a")),
     ((1,), (1.0,)), (((1,), 2), ((True,), 2)), ("1", 1)],
)  # fmt: skip
def test_keys_of_different_java_types_have_state_of_their_own(one: Any, other: Any) -> None:
    backend = new_backend()
    backend.set_current_key(one)
    value_state(backend).update("one")
    backend.set_current_key(other)
    assert value_state(backend).value() is None
    value_state(backend).update("other")
    backend.set_current_key(one)
    assert value_state(backend).value() == "one"


@pytest.mark.parametrize("key", ["a", 7, -1, 2.5, math.nan, True, ("a", 1), ("a", (1.5, None))])
def test_an_equal_key_finds_the_state_again(key: Any) -> None:
    backend = new_backend()
    backend.set_current_key(key)
    value_state(backend).update("here")
    backend.set_current_key("somebody else")
    again = eval(repr(key), {"nan": float("nan")})  # another object
    backend.set_current_key(again)
    assert value_state(backend).value() == "here"


def test_a_key_that_can_change_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be"):
        new_backend().set_current_key({"a"})


def test_no_key_is_refused_with_flinks_words() -> None:
    with pytest.raises(TypeError, match="Assigned key must not be null!"):
        new_backend().set_current_key(None)


def test_state_without_a_key_is_refused_with_flinks_words() -> None:
    state = value_state(new_backend())
    with pytest.raises(RuntimeError, match=r"No key set. This method should not be called outside"):
        state.value()
    with pytest.raises(RuntimeError, match=r"No key set."):
        state.update(1)


def test_the_key_of_another_subtask_is_refused_and_explained() -> None:
    own = compute_key_group_range_for_operator_index(128, 2, 0)
    backend = new_backend(own)
    foreign = next(f"k{i}" for i in range(100) if assign_to_key_group(f"k{i}", 128) not in own)
    with pytest.raises(ValueError) as raised:
        backend.set_current_key(foreign)
    message = str(raised.value)
    assert message.startswith(
        f"Key group {assign_to_key_group(foreign, 128)} is not in "
        "KeyGroupRange{startKeyGroup=0, endKeyGroup=63}. Unless you're directly using low level state "
        "access APIs, this is most likely caused by non-deterministic shuffle key (hashCode and "
        "equals implementation)."
    )
    assert repr(foreign) in message


def test_state_lies_in_the_map_of_its_key_group() -> None:
    backend = new_backend(KeyGroupRange(64, 127))
    key = next(f"k{i}" for i in range(100) if assign_to_key_group(f"k{i}", 128) >= 64)
    backend.set_current_key(key)
    value_state(backend).update(1)
    filled = [i for i, entries in enumerate(backend.get_table("last").maps) if entries]
    assert filled == [assign_to_key_group(key, 128) - 64]
    assert backend.current_key_group == assign_to_key_group(key, 128)


def test_namespaces_are_apart() -> None:
    backend = new_backend()
    backend.set_current_key("a")
    value_state(backend, "w1").update(1)
    value_state(backend, "w2").update(2)
    assert value_state(backend, "w1").value() == 1
    assert value_state(backend).value() is None
    assert len(backend.get_table("last")) == 2


def test_one_name_for_two_kinds_of_state_is_refused() -> None:
    backend = new_backend()
    backend.get_partitioned_state(VOID_NAMESPACE, DESCRIPTOR)
    with pytest.raises(ValueError, match="'last' already exists as HeapValueState"):
        backend.get_partitioned_state(VOID_NAMESPACE, ListStateDescriptor("last", Types.LONG()))


def test_the_keys_of_a_state_can_be_listed() -> None:
    backend = new_backend()
    for key in ("a", 1, True):
        backend.set_current_key(key)
        value_state(backend).update("x")
    assert sorted(map(repr, backend.keys("last"))) == ["'a'", "1", "True"]
    assert backend.keys("unknown") == []
