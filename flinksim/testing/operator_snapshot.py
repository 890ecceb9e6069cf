"""The keyed state and the timers of one operator, apart from it: for tests of restarts and rescaling.

Flink: ``OperatorSubtaskState`` as the test harnesses hand it out.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from flinksim.common.key_groups import assign_to_key_group
from flinksim.runtime.operators.keyed import KeyedOperator, TimerOperator
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.state.key_identity import key_of


@dataclass(slots=True)
class OperatorSnapshot:
    """A copy: what happens later in the operator does not change it.

    ``values`` are (state name, key, namespace, value), ``timers`` (domain, key, namespace, timestamp).
    """

    values: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    timers: list[tuple[str, Any, Any, int]] = field(default_factory=list)

    def __add__(self, other: OperatorSnapshot) -> OperatorSnapshot:
        """What two subtasks had together. Flink: ``repackageState``."""
        return OperatorSnapshot(self.values + other.values, self.timers + other.timers)


def snapshot_of(operator: StreamOperator) -> OperatorSnapshot:
    """The keyed state and timers of *operator*.

    Differs: broadcast state, and records that an asynchronous operator has under way, are not in it.
    Raises ``TypeError`` for an operator without keys.
    """
    backend = _keyed(operator).backend
    values = [
        (name, key_of(identity), namespace, value)
        for name, table in backend.tables.items()
        for identity, namespace, value in table.entries()
    ]
    timers: list[tuple[str, Any, Any, int]] = []
    if isinstance(operator, TimerOperator):
        service = operator.timer_service
        for domain, queue in (
            ("event", service.event_time_timers),
            ("processing", service.processing_time_timers),
        ):
            timers += [(domain, t.key, t.namespace, t.timestamp) for t in queue]
    return copy.deepcopy(OperatorSnapshot(values, timers))


def restore(operator: StreamOperator, snapshot: OperatorSnapshot) -> None:
    """Put into *operator*, set up and not yet opened, what it owns of *snapshot*: by key group."""
    keyed = _keyed(operator)
    backend = keyed.backend
    mine = copy.deepcopy(snapshot)
    for name, key, namespace, value in _owned(keyed, mine.values):
        backend.set_current_key(key)
        backend.table(name).put(namespace, value)
    if not isinstance(operator, TimerOperator):
        return
    service = operator.timer_service
    for domain, key, namespace, timestamp in _owned(keyed, mine.timers):
        backend.set_current_key(key)
        if domain == "event":
            service.register_event_time_timer(namespace, timestamp)
        else:
            service.register_processing_time_timer(namespace, timestamp)


def _owned(operator: KeyedOperator, entries: Iterable[Any]) -> list[Any]:
    backend = operator.backend
    return [
        entry
        for entry in entries
        if assign_to_key_group(entry[1], backend.max_parallelism, backend.key_hash)
        in backend.key_group_range
    ]


def _keyed(operator: StreamOperator) -> KeyedOperator:
    if not isinstance(operator, KeyedOperator):
        raise TypeError(
            f"{type(operator).__name__} has no keyed state, so there is nothing to take a snapshot of"
        )
    return operator
