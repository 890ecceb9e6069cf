"""What of a snapshot is new."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.core.ids import OperatorId
from flinksim.runtime.state.incremental_size import compute_changed_bytes
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.runtime.state.snapshot_model import (
    OperatorSnapshot,
    compute_entry_size,
    compute_stored_size,
)

OP = OperatorId("o1/0")


def snapshot(values: dict[str, Any], group: int = 0, items: tuple[Any, ...] = ()) -> Any:
    made = OperatorSnapshot()
    if values:
        made.get_key_group(group).entries["sum"] = [
            (to_key_identity(key), VOID_NAMESPACE, value) for key, value in values.items()
        ]
    if items:
        made.add_list("seen", items)
    return {OP: made}


def timers(*timestamps: int) -> Any:
    made = OperatorSnapshot()
    made.get_key_group(1).timers += [("event", time, "a", VOID_NAMESPACE) for time in timestamps]
    return {OP: made}


def size(key: str, value: Any) -> int:
    return compute_entry_size(to_key_identity(key), VOID_NAMESPACE, value)


class Plain:
    def __init__(self, number: int) -> None:
        self.number = number


@pytest.mark.parametrize(
    ("now", "before", "expected"),
    [
        (snapshot({"a": 1, "b": 2}), {}, size("a", 1) + size("b", 2)),
        (snapshot({"a": 1, "b": 2}), snapshot({"a": 1, "b": 2}), 0),
        (snapshot({"a": 1, "b": 3}), snapshot({"a": 1, "b": 2}), size("b", 3)),
        (snapshot({"a": 1}), snapshot({"a": 1, "b": 2}), size("b", None)),
        (snapshot({}), snapshot({"a": 1}, 5), size("a", None)),
        (snapshot({"a": 1}), snapshot({"a": True}), size("a", 1)),
        (snapshot({"a": 1}, 3), snapshot({"a": 1}, 4), size("a", 1) + size("a", None)),
        (snapshot({"a": Plain(1)}), snapshot({"a": Plain(1)}), 0),
        (timers(5, 7), timers(5, 6), size("a", 7) + size("a", 6)),
        (snapshot({}, items=(7,)), snapshot({}, items=(7,)), compute_stored_size(7)),
    ],
)
def test_the_bytes_of_what_has_changed(now: Any, before: Any, expected: int) -> None:
    assert compute_changed_bytes(now, before) == expected
