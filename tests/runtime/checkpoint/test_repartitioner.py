"""Which subtask gets which part of an operator's state."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.core.java.key_groups import compute_key_group_range_for_operator_index
from flinksim.runtime.checkpoint.metadata import OperatorState
from flinksim.runtime.checkpoint.repartitioner import repartition
from flinksim.runtime.state.snapshot_model import KeyGroupState, ListState, Mode, OperatorSnapshot


def lists_of(*subtasks: list[Any] | None, mode: Mode = "SPLIT_DISTRIBUTE") -> OperatorState:
    """An operator whose subtasks had these items in state "one"; ``None`` had no state at all."""
    snapshots = {
        number: OperatorSnapshot(lists={"one": ListState(mode, items)})
        for number, items in enumerate(subtasks)
        if items is not None
    }
    return OperatorState("id", "name", None, len(subtasks), 128, snapshots)


def dealt(state: OperatorState, parallelism: int, name: str = "one") -> list[Any]:
    return [
        each.lists[name].items if name in each.lists else None
        for each in repartition(state, parallelism)
    ]


@pytest.mark.parametrize(
    ("before", "parallelism", "after"),
    [
        (([1, 2], [3], [4, 5]), 3, [[1, 2], [3], [4, 5]]),
        (([1, 2], None, [4, 5]), 3, [[1, 2], None, [4, 5]]),
        (([1, 2], [3], [4, 5]), 2, [[1, 2, 3], [4, 5]]),
        (([1, 2], None, [4, 5]), 1, [[1, 2, 4, 5]]),
        (([1, 2], [3]), 4, [[1], [2], [3], []]),
    ],
)
def test_items_of_a_list_are_dealt_out_in_order(
    before: tuple[Any, ...], parallelism: int, after: list[Any]
) -> None:
    assert dealt(lists_of(*before), parallelism) == after


def test_what_is_left_over_of_one_list_goes_on_where_that_of_the_last_ended() -> None:
    state = lists_of([1, 2, 3, 4, 5], [6, 7])
    state.subtasks[0].lists["two"] = ListState("SPLIT_DISTRIBUTE", ["a", "b", "c", "d"])
    state.subtasks[1].lists["three"] = ListState("SPLIT_DISTRIBUTE", ["x", "y"])
    assert dealt(state, 3) == [[1, 2, 3], [4, 5], [6, 7]]
    assert dealt(state, 3, "two") == [["d"], ["a", "b"], ["c"]]
    assert dealt(state, 3, "three") == [["y"], [], ["x"]]
    assert {each.lists["two"].mode for each in repartition(state, 3)} == {"SPLIT_DISTRIBUTE"}


@pytest.mark.parametrize("parallelism", [1, 2, 3])
def test_of_a_union_everybody_gets_all_and_a_list_of_its_own(parallelism: int) -> None:
    state = lists_of([1, 2], [3], mode="UNION")
    assert dealt(state, parallelism) == [[1, 2, 3]] * parallelism
    first = repartition(state, 2)
    first[0].lists["one"].items.append(4)
    assert first[1].lists["one"].items == [1, 2, 3]
    assert {each.lists["one"].mode for each in first} == {"UNION"}


def test_broadcast_state_goes_in_turn_to_more_subtasks() -> None:
    state = lists_of(["a"], ["b"], mode="BROADCAST")
    assert dealt(state, 3) == [["a"], ["b"], ["a"]]
    assert dealt(state, 1) == [["a"]]
    assert {each.lists["one"].mode for each in repartition(state, 3)} == {"BROADCAST"}


@pytest.mark.parametrize("parallelism", [1, 2, 3, 5])
def test_key_groups_go_where_they_belong_with_their_timers(parallelism: int) -> None:
    groups = {
        number: KeyGroupState({"count": [(number, None, 1)]}, [("event", 5, number, None)])
        for number in range(128)
    }
    state = lists_of([], None, [])
    for number, group in groups.items():
        state.subtasks[2 * (number % 2)].key_groups[number] = group
    after = repartition(state, parallelism)
    for number, each in enumerate(after):
        mine = compute_key_group_range_for_operator_index(128, parallelism, number)
        assert each.key_groups == {group: groups[group] for group in mine}


def test_all_know_what_the_states_were_declared_as() -> None:
    state = lists_of([1], None, [2])
    state.subtasks[0].state_signatures["a"] = ("value", "LONG", False)
    state.subtasks[2].state_signatures["b"] = ("list", "STRING", True)
    kinds = {"a": ("value", "LONG", False), "b": ("list", "STRING", True)}
    assert [each.state_signatures for each in repartition(state, 2)] == [kinds, kinds]
