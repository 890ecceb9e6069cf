"""What a checkpoint keeps of an operator: its sizes, what is put together, what all are given."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.datastream.window_types import TimeWindow
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.runtime.state.snapshot_model import (
    KeyGroupState,
    ListState,
    OperatorSnapshot,
    compute_entry_size,
    compute_stored_size,
)


def with_lists(**lists: tuple[Any, list[Any]]) -> OperatorSnapshot:
    snapshot = OperatorSnapshot()
    for name, (mode, items) in lists.items():
        snapshot.add_list(name, items, mode)
    return snapshot


def told(snapshot: OperatorSnapshot) -> dict[str, tuple[str, list[Any]]]:
    return {name: (state.mode, state.items) for name, state in snapshot.lists.items()}


def test_an_entry_takes_the_bytes_of_its_group_key_namespace_and_value() -> None:
    key, value = to_key_identity("a longer key"), [1, 2, 3]
    bare = 2 + compute_stored_size("a longer key") + compute_stored_size(value)
    assert compute_stored_size("a longer key") > compute_stored_size("")
    assert compute_entry_size(key, VOID_NAMESPACE, value) == bare + len(str(VOID_NAMESPACE)) + 1
    assert compute_entry_size(key, "name", value) == bare + 5
    assert compute_entry_size(key, TimeWindow(3, 9), value) == bare + 16
    assert compute_entry_size(to_key_identity(1), "", 2) == 2 + compute_stored_size(
        1
    ) + 1 + compute_stored_size(2)


def test_what_cannot_be_pickled_is_as_large_as_its_text() -> None:
    class Local:
        def __repr__(self) -> str:
            return "eleven char"

    assert compute_stored_size(Local()) == 11


def test_the_snapshots_of_two_subtasks_are_put_together() -> None:
    one = with_lists(both=("UNION", [1]), first=("SPLIT_DISTRIBUTE", [2]))
    two = with_lists(both=("UNION", [3]), second=("BROADCAST", [4]))
    one.key_groups[0] = KeyGroupState({"sum": [("a", "", 1)]}, [], 5)
    two.key_groups[7] = KeyGroupState({}, [("event", 9, "b", "")], 3)
    one.state_signatures["sum"] = ("VALUE", "LONG", False)
    two.state_signatures["last"] = ("LIST", "LONG", True)
    two.key_type = "STRING"
    both = one + two
    assert told(both) == {
        "both": ("UNION", [1, 3]), "first": ("SPLIT_DISTRIBUTE", [2]), "second": ("BROADCAST", [4]),
    }  # fmt: skip
    assert both.key_groups == {**one.key_groups, **two.key_groups}
    assert both.state_signatures == {
        "sum": ("VALUE", "LONG", False),
        "last": ("LIST", "LONG", True),
    }
    assert (both.key_type, (two + one).key_type) == ("STRING", "STRING")
    assert both.timers == [("event", 9, "b", "")]
    assert both.bytes == 8 + sum(compute_stored_size(number) for number in (1, 2, 3, 4))
    assert told(one) == {"both": ("UNION", [1]), "first": ("SPLIT_DISTRIBUTE", [2])}, "as it was"


def test_of_union_states_every_subtask_gets_the_items_of_all() -> None:
    subtasks = [
        with_lists(all=("UNION", [1, 2]), own=("SPLIT_DISTRIBUTE", [3])),
        with_lists(own=("SPLIT_DISTRIBUTE", [4])),
        with_lists(all=("UNION", [5]), own=("SPLIT_DISTRIBUTE", [])),
    ]
    assert [one.has_union for one in subtasks] == [True, False, True]
    assert [told(one.with_unions_from(subtasks)) for one in subtasks] == [
        {"all": ("UNION", [1, 2, 5]), "own": ("SPLIT_DISTRIBUTE", [3])},
        {"own": ("SPLIT_DISTRIBUTE", [4])},
        {"all": ("UNION", [1, 2, 5]), "own": ("SPLIT_DISTRIBUTE", [])},
    ]
    assert [told(one.without_unions) for one in subtasks] == [
        {"all": ("UNION", []), "own": ("SPLIT_DISTRIBUTE", [3])},
        {"own": ("SPLIT_DISTRIBUTE", [4])},
        {"all": ("UNION", []), "own": ("SPLIT_DISTRIBUTE", [])},
    ]


@pytest.mark.parametrize(
    ("snapshot", "empty"),
    [
        (OperatorSnapshot(), True),
        (OperatorSnapshot(lists={"a": ListState("UNION", [])}), False),
        (OperatorSnapshot({3: KeyGroupState()}), False),
    ],
)
def test_a_snapshot_is_empty_if_there_is_no_state_at_all(
    snapshot: OperatorSnapshot, empty: bool
) -> None:
    assert snapshot.is_empty is empty


def test_items_are_copies_on_both_ways_and_groups_are_made_when_asked_for() -> None:
    item = [1]
    snapshot = with_lists(list=("SPLIT_DISTRIBUTE", [item]))
    item.append(2)
    (given,) = snapshot.items("list")
    assert given == [1]
    given.append(3)
    assert list(snapshot.items("list")) == [[1]]
    assert snapshot.items("other") == ()
    group = snapshot.get_key_group(5)
    assert group.is_empty
    assert snapshot.get_key_group(5) is group
    group.timers.append(("event", 1, "a", ""))
    assert not group.is_empty
    assert not KeyGroupState({"a": []}).is_empty
