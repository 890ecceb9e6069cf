"""How much of a snapshot is new since the one before: what an incremental checkpoint has to write.

Flink: ``ChangelogKeyedStateBackend``, ``RocksIncrementalSnapshotStrategy``.
Differs: the changes are told key by key, each once; a changelog has each write, RocksDB whole files.
What is written into a snapshot's folder is all of it, as a savepoint has it.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Mapping
from typing import Any

from flinksim.core.ids import OperatorId
from flinksim.runtime.state.key_equality import identity_of
from flinksim.runtime.state.snapshot_model import KeyGroupState, OperatorSnapshot, entry_size

_EMPTY = KeyGroupState()
_GONE = None


def changed_bytes(
    now: Mapping[OperatorId, OperatorSnapshot], before: Mapping[OperatorId, OperatorSnapshot]
) -> int:
    """The bytes of the entries of keyed states and the timers that are new, have changed or have gone,
    and of all state that belongs to no key.
    """
    return sum(_changed(one, before.get(name, OperatorSnapshot())) for name, one in now.items())


def _changed(now: OperatorSnapshot, before: OperatorSnapshot) -> int:
    groups = now.key_groups.keys() | before.key_groups.keys()
    keyed = sum(
        _changed_entries(now.key_groups.get(number, _EMPTY), before.key_groups.get(number, _EMPTY))
        for number in groups
    )
    return keyed + sum(state.bytes for state in now.lists.values())


def _changed_entries(now: KeyGroupState, before: KeyGroupState) -> int:
    size = 0
    for state in now.entries.keys() | before.entries.keys():
        known = {entry[:2]: entry[2] for entry in before.entries.get(state, ())}
        for identity, namespace, value in now.entries.get(state, ()):
            place = (identity, namespace)
            if place not in known or not _same(known.pop(place), value):
                size += entry_size(identity, namespace, value)
        size += sum(entry_size(*place, _GONE) for place in known)
    timers = Counter(map(_timer, now.timers))
    timers_before = Counter(map(_timer, before.timers))
    for timestamp, key, namespace in (
        (timers - timers_before) + (timers_before - timers)
    ).elements():
        size += entry_size(key, namespace, timestamp)
    return size


def _timer(timer: tuple[str, int, Any, Any]) -> tuple[int, Any, Any]:
    _, timestamp, key, namespace = timer
    return timestamp, identity_of(key), namespace


def _same(one: Any, other: Any) -> bool:
    """Whether two values are written alike; those of which it cannot be known are not."""
    try:
        return pickle.dumps(one) == pickle.dumps(other)
    except Exception:  # a class defined in a function
        return False
