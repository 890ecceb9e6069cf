"""How the state of an operator is dealt out to another number of subtasks.

Flink: ``RoundRobinOperatorStateRepartitioner``, ``StateAssignmentOperation.reDistributeKeyedStates``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flinksim.core.java.key_groups import compute_key_group_range_for_operator_index
from flinksim.runtime.checkpoint.metadata import OperatorState
from flinksim.runtime.state.snapshot_model import ListState, OperatorSnapshot


def repartition(state: OperatorState, parallelism: int) -> list[OperatorSnapshot]:
    """What each of *parallelism* subtasks begins with.

    Key groups, with their timers, go where they belong. At the same parallelism lists stay where they
    are, save those of which everybody gets all; at another the items of each are dealt out in order.

    Differs: what several subtasks kept comes in the order of the subtasks; in Flink in that of a
    ``HashMap`` by handles, whose names are random.
    """
    before = [state.subtasks.get(number) for number in range(state.parallelism)]
    dealt = [OperatorSnapshot() for _ in range(parallelism)]
    _deal_key_groups(before, dealt, state.max_parallelism)
    modes = {name: one.mode for each in before if each for name, one in each.lists.items()}
    start = 0
    for name, mode in modes.items():
        having = [each.lists[name] for each in before if each and name in each.lists]
        if mode == "UNION":
            everything = [item for one in having for item in one.items]
            for each in dealt:
                each.lists[name] = ListState(mode, list(everything))
        elif mode == "BROADCAST":
            for number, each in enumerate(dealt):
                each.lists[name] = ListState(mode, having[number % len(having)].items)
        elif parallelism == state.parallelism:
            for old, each in zip(before, dealt, strict=True):
                if old is not None and name in old.lists:
                    each.lists[name] = old.lists[name]
        else:
            start = _deal([item for one in having for item in one.items], name, start, dealt)
    for was in before:
        for each in dealt:
            if was is not None:
                each.kinds.update(was.kinds)
                each.key_type = was.key_type
    return dealt


def _deal_key_groups(
    before: Sequence[OperatorSnapshot | None],
    dealt: Sequence[OperatorSnapshot],
    max_parallelism: int,
) -> None:
    groups: Mapping[int, int] = {
        group: number
        for number in range(len(dealt))
        for group in compute_key_group_range_for_operator_index(max_parallelism, len(dealt), number)
    }
    for each in before:
        for group, content in (each.key_groups if each else {}).items():
            dealt[groups[group]].key_groups[group] = content


def _deal(items: Sequence[object], name: str, start: int, dealt: Sequence[OperatorSnapshot]) -> int:
    """Give each of *dealt* as many as the others, those from *start* on one of what is left over; gives
    where the next list begins. Flink: ``repartitionSplitState``.
    """
    size, left = divmod(len(items), len(dealt))
    position = 0
    for turn in range(len(dealt)):
        number = (turn + start) % len(dealt)
        end = position + size + (turn < left)
        dealt[number].lists[name] = ListState("SPLIT_DISTRIBUTE", list(items[position:end]))
        position = end
    return (start + left) % len(dealt)
