"""What a checkpoint keeps of an operator: its state, in pieces that another parallelism can deal out.

Flink: ``OperatorSubtaskState``, with ``KeyGroupsStateHandle`` and ``OperatorStateHandle``.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from flinksim.core.value_copy import NotImmutableError, copy_value, value_size
from flinksim.runtime.state.key_equality import key_of

Mode: TypeAlias = Literal["SPLIT_DISTRIBUTE", "UNION", "BROADCAST"]
"""How the items of an operator's state are dealt out: each to one subtask, all to all, or all alike.

Flink: ``OperatorStateHandle.Mode``.
"""

_KEY_GROUP_BYTES = 2
_WINDOW_BYTES = 16


@dataclass(slots=True)
class KeyGroupState:
    """The keyed state and the timers of one key group.

    ``entries`` are those of each state, as (key identity, namespace, value); ``timers`` are (domain,
    timestamp, key, namespace), each domain in the order of its heap.
    """

    entries: dict[str, list[tuple[Any, Any, Any]]] = field(default_factory=dict)
    timers: list[tuple[str, int, Any, Any]] = field(default_factory=list)
    bytes: int = 0

    @property
    def is_empty(self) -> bool:
        return not self.entries and not self.timers


@dataclass(slots=True)
class ListState:
    """The items of a state that belongs to no key. Flink: ``PartitionableListState``."""

    mode: Mode
    items: list[Any]

    @property
    def bytes(self) -> int:
        """The size of the items."""
        return sum(stored_size(item) for item in self.items)


@dataclass(slots=True)
class OperatorSnapshot:
    """The state of one operator of one subtask. Flink: ``OperatorSubtaskState``.

    ``kinds`` says of each keyed state what it was declared as: the kind, the type of its values, and
    whether they expire; ``key_type`` is the type of the keys, "" without keyed state. Flink:
    ``StateMetaInfoSnapshot``, ``KeyedBackendSerializationProxy``.
    """

    key_groups: dict[int, KeyGroupState] = field(default_factory=dict)
    lists: dict[str, ListState] = field(default_factory=dict)
    kinds: dict[str, tuple[str, str, bool]] = field(default_factory=dict)
    key_type: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the operator has no state at all."""
        return not self.key_groups and not self.lists

    @property
    def bytes(self) -> int:
        """The size of all of it."""
        keyed = sum(group.bytes for group in self.key_groups.values())
        return keyed + sum(state.bytes for state in self.lists.values())

    @property
    def timers(self) -> list[tuple[str, int, Any, Any]]:
        """All timers, as (domain, timestamp, key, namespace)."""
        return [timer for group in self.key_groups.values() for timer in group.timers]

    def __add__(self, other: OperatorSnapshot) -> OperatorSnapshot:
        """What two subtasks had together. Flink: ``repackageState`` of the test harnesses."""
        lists = dict(self.lists)
        for name, state in other.lists.items():
            mine = lists.get(name)
            items = state.items if mine is None else [*mine.items, *state.items]
            lists[name] = ListState(state.mode, items)
        return OperatorSnapshot(
            {**self.key_groups, **other.key_groups}, lists, {**self.kinds, **other.kinds},
            self.key_type or other.key_type,
        )  # fmt: skip

    @property
    def has_union(self) -> bool:
        """Whether there is a state of which every subtask gets the items of all."""
        return any(state.mode == "UNION" for state in self.lists.values())

    @property
    def without_unions(self) -> OperatorSnapshot:
        """The same, with no items in union states."""
        lists = {
            name: ListState("UNION", []) if state.mode == "UNION" else state
            for name, state in self.lists.items()
        }
        return replace(self, lists=lists)

    def with_unions_of(self, subtasks: Sequence[OperatorSnapshot]) -> OperatorSnapshot:
        """The same, with the items that all *subtasks*, this one among them, have in union states."""
        lists = dict(self.lists)
        for name, state in self.lists.items():
            if state.mode == "UNION":
                parts = [one.lists[name].items for one in subtasks if name in one.lists]
                lists[name] = ListState("UNION", [item for part in parts for item in part])
        return replace(self, lists=lists)

    def key_group(self, number: int) -> KeyGroupState:
        """What belongs to key group *number*; made when first asked for."""
        return self.key_groups.setdefault(number, KeyGroupState())

    def add_list(self, name: str, items: Iterable[Any], mode: Mode = "SPLIT_DISTRIBUTE") -> None:
        """Keep copies of *items*, a state that belongs to no key."""
        self.lists[name] = ListState(mode, [stored_copy(item) for item in items])

    def items(self, name: str) -> Sequence[Any]:
        """Copies of the items of the state *name*; none if there is no such state."""
        state = self.lists.get(name)
        return () if state is None else [stored_copy(item) for item in state.items]


def stored_copy(value: Any) -> Any:
    """*value* as a serializer would give it back: nothing in common with what goes on changing.

    Raises: TypeError naming the value's type if it cannot be copied.
    """
    return copy_value(value)


def stored_size(value: Any) -> int:
    """How many bytes *value* takes; what cannot be pickled counts as its text."""
    try:
        return value_size(value)
    except NotImmutableError:
        pass
    try:
        return len(pickle.dumps(value))
    except Exception:  # a class defined in a function: copied, but of no known size
        return len(repr(value))


def entry_size(identity: Any, namespace: Any, value: Any) -> int:
    """The bytes of one entry of a keyed state, with its address."""
    where = _WINDOW_BYTES if isinstance(namespace, tuple) else len(str(namespace)) + 1
    return _KEY_GROUP_BYTES + stored_size(key_of(identity)) + where + stored_size(value)
