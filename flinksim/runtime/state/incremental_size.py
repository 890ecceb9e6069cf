"""The size of an incremental checkpoint: how much of a snapshot is new since the one before.

Flink: ``ChangelogKeyedStateBackend``, ``RocksIncrementalSnapshotStrategy``.
Differs: changes are counted once per key. A changelog has each write, RocksDB whole files. Snapshot
folders always have the whole state, as a savepoint does.
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
    """Compute the bytes of everything that an incremental checkpoint writes.

    These are the entries of keyed states and the timers that are new, changed or removed, and all
    state without a key.
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
        old_values = {entry[:2]: entry[2] for entry in before.entries.get(state, ())}
        for identity, namespace, value in now.entries.get(state, ()):
            address = (identity, namespace)
            if address not in old_values or not _same(old_values.pop(address), value):
                size += entry_size(identity, namespace, value)
        size += sum(entry_size(*address, _GONE) for address in old_values)
    timers = Counter(map(_timer, now.timers))
    previous_timers = Counter(map(_timer, before.timers))
    for timestamp, key, namespace in (
        (timers - previous_timers) + (previous_timers - timers)
    ).elements():
        size += entry_size(key, namespace, timestamp)
    return size


def _timer(timer: tuple[str, int, Any, Any]) -> tuple[int, Any, Any]:
    _, timestamp, key, namespace = timer
    return timestamp, identity_of(key), namespace


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are pickled to the same bytes; false if they cannot be pickled."""
    try:
        return pickle.dumps(one) == pickle.dumps(other)
    except Exception:  # a class defined in a function
        return False
