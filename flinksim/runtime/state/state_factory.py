"""Factory of keyed states from their descriptors.

Flink: ``HeapKeyedStateBackend.createOrUpdateInternalState``, ``TtlStateFactory``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flinksim.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from flinksim.runtime.state.heap_states import (
    HeapAggregatingState,
    HeapListState,
    HeapMapState,
    HeapReducingState,
    HeapState,
    HeapValueState,
)
from flinksim.runtime.state.ttl_state import TTL_STATE_CLASSES, TtlPolicy

if TYPE_CHECKING:
    from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend

STATE_CLASSES: dict[type[StateDescriptor], type[HeapState]] = {
    ValueStateDescriptor: HeapValueState,
    ListStateDescriptor: HeapListState,
    MapStateDescriptor: HeapMapState,
    ReducingStateDescriptor: HeapReducingState,
    AggregatingStateDescriptor: HeapAggregatingState,
}
"""For each kind of state descriptor, the class of its state without time to live."""


def create_heap_state(backend: HeapKeyedStateBackend, descriptor: StateDescriptor) -> HeapState:
    """Create the state of *descriptor*, on a table of *backend*.

    Raises:
        TypeError: If the descriptor is of an unknown kind.
    """
    for kind in STATE_CLASSES:
        if isinstance(descriptor, kind):
            break
    else:
        raise TypeError(f"{descriptor!r} is not a descriptor of keyed state")
    config = descriptor.ttl_config
    if config is None:
        return STATE_CLASSES[kind](backend, descriptor)
    state = TTL_STATE_CLASSES[kind](backend, descriptor)  # type: ignore[arg-type]
    state.set_ttl(TtlPolicy(config, backend.now_ms))
    return state
