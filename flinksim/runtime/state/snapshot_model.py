"""Snapshot of an operator: its state, in parts that another parallelism can redistribute.

Flink: ``OperatorSubtaskState``, with ``KeyGroupsStateHandle`` and ``OperatorStateHandle``.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from flinksim.core.value_copy import MutableValueError, compute_value_size, copy_value
from flinksim.runtime.state.key_equality import from_key_identity

Mode: TypeAlias = Literal["SPLIT_DISTRIBUTE", "UNION", "BROADCAST"]
"""How operator state is redistributed to subtasks.

Each item goes to one subtask, all items go to all, or all have equal copies of which each gets one.

Flink: ``OperatorStateHandle.Mode``.
"""

_KEY_GROUP_BYTES = 2
_WINDOW_BYTES = 16


@dataclass(slots=True)
class KeyGroupState:
    """The keyed state and the timers of one key group.

    ``entries`` has the entries of each state as (key identity, namespace, value). ``timers`` are
    (domain, timestamp, key, namespace), each domain in the order of its heap.
    """

    entries: dict[str, list[tuple[Any, Any, Any]]] = field(default_factory=dict)
    timers: list[tuple[str, int, Any, Any]] = field(default_factory=list)
    bytes: int = 0

    @property
    def is_empty(self) -> bool:
        return not self.entries and not self.timers


@dataclass(slots=True)
class ListState:
    """The items of an operator list state in a snapshot. Flink: ``PartitionableListState``."""

    mode: Mode
    items: list[Any]

    @property
    def bytes(self) -> int:
        """The size of the items in bytes."""
        return sum(compute_stored_size(item) for item in self.items)


@dataclass(slots=True)
class OperatorSnapshot:
    """The state of one operator of one subtask. Flink: ``OperatorSubtaskState``.

    ``state_signatures`` has the declaration of each keyed state: the kind, the type of its values, and
    whether they expire. ``key_type`` is the type of the keys, "" without keyed state. Flink:
    ``StateMetaInfoSnapshot``, ``KeyedBackendSerializationProxy``.
    """

    key_groups: dict[int, KeyGroupState] = field(default_factory=dict)
    lists: dict[str, ListState] = field(default_factory=dict)
    state_signatures: dict[str, tuple[str, str, bool]] = field(default_factory=dict)
    key_type: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the operator has no state at all."""
        return not self.key_groups and not self.lists

    @property
    def bytes(self) -> int:
        """The size of the snapshot in bytes."""
        keyed = sum(group.bytes for group in self.key_groups.values())
        return keyed + sum(state.bytes for state in self.lists.values())

    @property
    def timers(self) -> list[tuple[str, int, Any, Any]]:
        """All timers, as (domain, timestamp, key, namespace)."""
        return [timer for group in self.key_groups.values() for timer in group.timers]

    def __add__(self, other: OperatorSnapshot) -> OperatorSnapshot:
        """Combine the states of two subtasks of the operator.

        Flink: ``repackageState`` of the test harnesses.
        """
        lists = dict(self.lists)
        for name, state in other.lists.items():
            own_state = lists.get(name)
            items = state.items if own_state is None else [*own_state.items, *state.items]
            lists[name] = ListState(state.mode, items)
        return OperatorSnapshot(
            {**self.key_groups, **other.key_groups},
            lists,
            {**self.state_signatures, **other.state_signatures},
            self.key_type or other.key_type,
        )

    @property
    def has_union(self) -> bool:
        """Whether there is a union list state: at a restore, every subtask gets the items of all subtasks."""
        return any(state.mode == "UNION" for state in self.lists.values())

    @property
    def without_unions(self) -> OperatorSnapshot:
        """The same snapshot with empty union list states."""
        lists = {
            name: ListState("UNION", []) if state.mode == "UNION" else state
            for name, state in self.lists.items()
        }
        return replace(self, lists=lists)

    def with_unions_from(self, subtasks: Sequence[OperatorSnapshot]) -> OperatorSnapshot:
        """Return the same snapshot with the union list items of all *subtasks*, including this one."""
        lists = dict(self.lists)
        for name, state in self.lists.items():
            if state.mode == "UNION":
                parts = [one.lists[name].items for one in subtasks if name in one.lists]
                lists[name] = ListState("UNION", [item for part in parts for item in part])
        return replace(self, lists=lists)

    def get_key_group(self, number: int) -> KeyGroupState:
        """Return the state of key group *number*; the first call creates it."""
        return self.key_groups.setdefault(number, KeyGroupState())

    def add_list(self, name: str, items: Iterable[Any], mode: Mode = "SPLIT_DISTRIBUTE") -> None:
        """Add copies of *items* as an operator state."""
        self.lists[name] = ListState(mode, [copy_stored_value(item) for item in items])

    def items(self, name: str) -> Sequence[Any]:
        """Return copies of the items of the operator state *name*, or none if it does not exist."""
        state = self.lists.get(name)
        return () if state is None else [copy_stored_value(item) for item in state.items]


def copy_stored_value(value: Any) -> Any:
    """Copy *value* as a serializer would: it shares nothing with an object that may change.

    Raises:
        TypeError: If the value cannot be copied; the text names its type.
    """
    return copy_value(value)


def compute_stored_size(value: Any) -> int:
    """Compute the pickled size of *value* in bytes; if it cannot be pickled, the size of its text."""
    try:
        return compute_value_size(value)
    except MutableValueError:
        pass
    try:
        return len(pickle.dumps(value))
    except Exception:  # a class defined in a function can be copied, but its size is unknown
        return len(repr(value))


def compute_entry_size(identity: Any, namespace: Any, value: Any) -> int:
    """Compute the bytes of an entry of a keyed state: key, namespace and value."""
    namespace_bytes = _WINDOW_BYTES if isinstance(namespace, tuple) else len(str(namespace)) + 1
    return (
        _KEY_GROUP_BYTES
        + compute_stored_size(from_key_identity(identity))
        + namespace_bytes
        + compute_stored_size(value)
    )
