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
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.snapshot_model import (
    KeyGroupState,
    OperatorSnapshot,
    compute_entry_size,
)

_EMPTY_KEY_GROUP = KeyGroupState()
_REMOVED_VALUE = None


def compute_changed_bytes(
    current: Mapping[OperatorId, OperatorSnapshot], previous: Mapping[OperatorId, OperatorSnapshot]
) -> int:
    """Compute the bytes of everything that an incremental checkpoint writes.

    These are the entries of keyed states and the timers that are new, changed or removed, and all
    state without a key.
    """
    return sum(
        _compute_operator_bytes(one, previous.get(name, OperatorSnapshot()))
        for name, one in current.items()
    )


def _compute_operator_bytes(current: OperatorSnapshot, previous: OperatorSnapshot) -> int:
    groups = current.key_groups.keys() | previous.key_groups.keys()
    keyed = sum(
        _compute_key_group_bytes(
            current.key_groups.get(number, _EMPTY_KEY_GROUP),
            previous.key_groups.get(number, _EMPTY_KEY_GROUP),
        )
        for number in groups
    )
    return keyed + sum(state.bytes for state in current.lists.values())


def _compute_key_group_bytes(current: KeyGroupState, previous: KeyGroupState) -> int:
    size = 0
    for state in current.entries.keys() | previous.entries.keys():
        old_values = {entry[:2]: entry[2] for entry in previous.entries.get(state, ())}
        for identity, namespace, value in current.entries.get(state, ()):
            address = (identity, namespace)
            if address not in old_values or not _is_same_value(old_values.pop(address), value):
                size += compute_entry_size(identity, namespace, value)
        size += sum(compute_entry_size(*address, _REMOVED_VALUE) for address in old_values)
    timers = Counter(map(_extract_timer_key, current.timers))
    previous_timers = Counter(map(_extract_timer_key, previous.timers))
    for timestamp, key, namespace in (
        (timers - previous_timers) + (previous_timers - timers)
    ).elements():
        size += compute_entry_size(key, namespace, timestamp)
    return size


def _extract_timer_key(timer: tuple[str, int, Any, Any]) -> tuple[int, Any, Any]:
    _, timestamp, key, namespace = timer
    return timestamp, to_key_identity(key), namespace


def _is_same_value(one: Any, other: Any) -> bool:
    """Return whether two values are pickled to the same bytes; false if they cannot be pickled."""
    try:
        return pickle.dumps(one) == pickle.dumps(other)
    except Exception:  # a class defined in a function
        return False
