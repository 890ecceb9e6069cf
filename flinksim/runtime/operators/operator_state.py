"""Operator state of user functions, and their contexts for checkpoints.

Flink: ``StreamingFunctionUtils``, ``DefaultOperatorStateBackend``, ``PartitionableListState``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.datastream.checkpointed_function import (
    FunctionInitializationContext,
    FunctionSnapshotContext,
    ListOperatorStateStore,
)
from flinksim.datastream.functions import KeyedStateStore
from flinksim.datastream.state import (
    BroadcastState,
    ListState,
    ListStateDescriptor,
    MapStateDescriptor,
)
from flinksim.runtime.state.broadcast_state import HeapBroadcastState
from flinksim.runtime.state.snapshot_model import Mode, OperatorSnapshot
from flinksim.trace.events import Emit, ListRestored, StateAppended, StateCleared
from flinksim.trace.values import Value, freeze


class PartitionableListState(ListState[Any]):
    """A list state of one operator instance; it emits the trace events of a keyed list, without a key."""

    def __init__(self, name: str, mode: Mode, operator: OperatorId, emit: Emit | None) -> None:
        self.name = name
        self.mode = mode
        self._operator = operator
        self._emit = emit
        self._items: list[Any] = []

    def get(self) -> Iterable[Any]:
        return list(self._items)

    def add(self, value: Any) -> None:
        self.add_all([value])

    def add_all(self, values: list[Any]) -> None:
        self._items.extend(values)
        if self._emit is not None:
            for value in values:
                self._emit((StateAppended, self._operator, self.name, None, "", freeze(value), 0))

    def update(self, values: list[Any]) -> None:
        self.clear()
        self.add_all(list(values))

    def clear(self) -> None:
        if self._items and self._emit is not None:
            self._emit((StateCleared, self._operator, self.name, None, "", 0))
        self._items = []

    def restore(self, items: Iterable[Any]) -> None:
        """Restore the list to *items*, which the state may keep."""
        self._items = list(items)
        if self._emit is not None and self._items:
            items = tuple(self.freeze())
            self._emit((ListRestored, self._operator, self.name, None, "", items, 0))

    def freeze(self) -> list[Value]:
        """Return a copy of the items in the form of trace events."""
        return [freeze(item) for item in self._items]


class OperatorStates(ListOperatorStateStore):
    """The operator states of one user function, restored from a snapshot.

    Raises:
        ValueError: If a name is used for states of two redistribution modes; the text is Flink's.
    """

    def __init__(self, operator: OperatorId, snapshot: OperatorSnapshot, emit: Emit | None) -> None:
        self._operator = operator
        self._restored_snapshot = snapshot
        self._emit = emit
        self._list_states: dict[str, PartitionableListState] = {}
        self._broadcast_states: dict[str, HeapBroadcastState] = {}

    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._get_list(state_descriptor, "SPLIT_DISTRIBUTE")

    def get_union_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._get_list(state_descriptor, "UNION")

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        name = state_descriptor.name
        if name in self._list_states:
            raise ValueError(_format_mode_conflict(name, "BROADCAST", self._list_states[name].mode))
        if name not in self._broadcast_states:
            state = HeapBroadcastState(state_descriptor, self._operator, self._emit)
            state.is_writable = True
            state.restore(self._restored_snapshot.items(name))
            self._broadcast_states[name] = state
        return self._broadcast_states[name]

    def _get_list(self, descriptor: ListStateDescriptor, mode: Mode) -> PartitionableListState:
        name = descriptor.name
        actual_mode = "BROADCAST" if name in self._broadcast_states else mode
        if name in self._list_states:
            actual_mode = self._list_states[name].mode
        if actual_mode != mode:
            raise ValueError(_format_mode_conflict(name, mode, actual_mode))
        if name not in self._list_states:
            state = PartitionableListState(name, mode, self._operator, self._emit)
            state.restore(self._restored_snapshot.items(name))
            self._list_states[name] = state
        return self._list_states[name]

    def snapshot(self, snapshot: OperatorSnapshot) -> None:
        """Add copies of all states to *snapshot*."""
        for name, state in self._list_states.items():
            snapshot.add_list(name, state.get(), state.mode)
        for name, broadcast in self._broadcast_states.items():
            snapshot.add_list(name, broadcast.items(), "BROADCAST")

    def freeze_all(self) -> tuple[dict[str, list[Value]], dict[str, dict[Value, Value]]]:
        """Return copies of the non-empty lists and of the maps, in the form of trace events."""
        lists = {name: state.freeze() for name, state in self._list_states.items() if state.get()}
        return lists, {name: state.freeze() for name, state in self._broadcast_states.items()}


def _format_mode_conflict(name: str, requested_mode: str, actual_mode: str) -> str:
    return (
        f"State {name!r} was requested with the mode {requested_mode}, but it was "
        f"created with {actual_mode}: incompatible redistribution modes. Give one "
        "of the two states another name."
    )


class SnapshotContext(FunctionSnapshotContext):
    """Context that a user function gets in ``snapshot_state``.

    Flink: ``StateSnapshotContextSynchronousImpl``.
    """

    def __init__(self, checkpoint_id: int) -> None:
        self._checkpoint_id = checkpoint_id

    def get_checkpoint_id(self) -> int:
        return self._checkpoint_id


class InitializationContext(FunctionInitializationContext):
    """Context that a user function gets in ``initialize_state``; checkpoint id 0 means no restore.

    Flink: ``StateInitializationContextImpl``.
    """

    def __init__(
        self,
        checkpoint_id: int,
        states: OperatorStates,
        create_keyed_store: Callable[[], KeyedStateStore],
    ) -> None:
        self._checkpoint_id = checkpoint_id
        self._states = states
        self._create_keyed_store = create_keyed_store

    def is_restored(self) -> bool:
        return self._checkpoint_id > 0

    def get_restored_checkpoint_id(self) -> int | None:
        return self._checkpoint_id or None

    def get_operator_state_store(self) -> ListOperatorStateStore:
        return self._states

    def get_keyed_state_store(self) -> KeyedStateStore:
        return self._create_keyed_store()
