"""Distributes the state of an operator to another number of subtasks.

Flink: ``RoundRobinOperatorStateRepartitioner``, ``StateAssignmentOperation.reDistributeKeyedStates``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flinksim.core.java.key_groups import compute_key_group_range_for_operator_index
from flinksim.runtime.checkpoint.metadata import OperatorState
from flinksim.runtime.state.snapshot_model import ListState, OperatorSnapshot


def repartition(state: OperatorState, parallelism: int) -> list[OperatorSnapshot]:
    """Distribute *state* to *parallelism* subtasks; return the snapshot of each.

    Key groups, with their timers, go to the subtask that owns them. At the same parallelism, list
    states stay in place, except union and broadcast states. At another parallelism, the items of each
    list are distributed in order.

    Differs: the lists of several subtasks are joined in the order of the subtasks.
    In Flink the order is that of a ``HashMap`` by handles, whose names are random.
    """
    old_snapshots = [state.subtasks.get(number) for number in range(state.parallelism)]
    new_snapshots = [OperatorSnapshot() for _ in range(parallelism)]
    _distribute_key_groups(old_snapshots, new_snapshots, state.max_parallelism)
    modes = {name: one.mode for each in old_snapshots if each for name, one in each.lists.items()}
    start = 0
    for name, mode in modes.items():
        list_states = [each.lists[name] for each in old_snapshots if each and name in each.lists]
        if mode == "UNION":
            union_items = [item for one in list_states for item in one.items]
            for each in new_snapshots:
                each.lists[name] = ListState(mode, list(union_items))
        elif mode == "BROADCAST":
            for number, each in enumerate(new_snapshots):
                each.lists[name] = ListState(mode, list_states[number % len(list_states)].items)
        elif parallelism == state.parallelism:
            for old, each in zip(old_snapshots, new_snapshots, strict=True):
                if old is not None and name in old.lists:
                    each.lists[name] = old.lists[name]
        else:
            start = _distribute_items(
                [item for one in list_states for item in one.items], name, start, new_snapshots
            )
    for old_snapshot in old_snapshots:
        for each in new_snapshots:
            if old_snapshot is not None:
                each.state_signatures.update(old_snapshot.state_signatures)
                each.key_type = old_snapshot.key_type
    return new_snapshots


def _distribute_key_groups(
    old_snapshots: Sequence[OperatorSnapshot | None],
    new_snapshots: Sequence[OperatorSnapshot],
    max_parallelism: int,
) -> None:
    groups: Mapping[int, int] = {
        group: number
        for number in range(len(new_snapshots))
        for group in compute_key_group_range_for_operator_index(
            max_parallelism, len(new_snapshots), number
        )
    }
    for each in old_snapshots:
        for group, content in (each.key_groups if each else {}).items():
            new_snapshots[groups[group]].key_groups[group] = content


def _distribute_items(
    items: Sequence[object], name: str, start: int, new_snapshots: Sequence[OperatorSnapshot]
) -> int:
    """Distribute *items* evenly; subtasks from *start* on receive the remainder.

    Flink: ``repartitionSplitState``.

    Returns:
        The subtask at which the next list begins.
    """
    size, left = divmod(len(items), len(new_snapshots))
    position = 0
    for turn in range(len(new_snapshots)):
        number = (turn + start) % len(new_snapshots)
        end = position + size + (turn < left)
        new_snapshots[number].lists[name] = ListState("SPLIT_DISTRIBUTE", list(items[position:end]))
        position = end
    return (start + left) % len(new_snapshots)
