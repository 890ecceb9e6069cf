"""Slot sharing: which subtasks share a slot.

A slot holds at most one subtask of each vertex, and only vertices of one slot sharing group.
Subtasks with the same index in one co-location group share a slot. Otherwise a subtask shares the
slot of one of its producers, if there is room. The remaining subtasks fill free slots, and then new
slots. So subtask 1 of a vertex is not always in the slot of subtask 1 of another.

Flink: ``LocalInputPreferredSlotSharingStrategy``.
Differs: the regions of a batch job, which run one after another, share slots like those of a
streaming job; in Flink each region has a slot sharing group of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from flinksim.core.ids import VertexId
from flinksim.graph.job_graph_generator import DistributionPattern, JobGraph, JobVertex

ConnectionFunction = Callable[[DistributionPattern, int, int], list[list[tuple[int, int]]]]


@dataclass(slots=True, eq=False)
class SharedSlot:
    """The subtasks that share one slot, at most one of each vertex.

    Flink: ``ExecutionSlotSharingGroup``.
    """

    group: str
    subtasks: dict[VertexId, int] = field(default_factory=dict)


def assign_shared_slots(
    job_graph: JobGraph, compute_connections: ConnectionFunction
) -> list[SharedSlot]:
    """Return all slots that *job_graph* needs, by slot sharing group, in creation order.

    Args:
        job_graph: The job graph.
        compute_connections: Returns which upstream subtasks each subtask reads, such as
            :func:`flinksim.graph.execution_graph.compute_connections`.
    """
    sharing = _SlotSharingStrategy(job_graph, compute_connections)
    for vertex in job_graph.vertices:
        sharing.assign_slots(vertex)
    return [slot for slots in sharing.slots_by_group.values() for slot in slots]


class _SlotSharingStrategy:
    def __init__(self, job_graph: JobGraph, compute_connections: ConnectionFunction) -> None:
        self.slots_by_group: dict[str, list[SharedSlot]] = {}
        self._vertices = {vertex.key: vertex for vertex in job_graph.vertices}
        self._compute_connections = compute_connections
        self._slots_by_subtask: dict[tuple[VertexId, int], SharedSlot] = {}
        self._co_location_slots: dict[tuple[str, int], SharedSlot] = {}

    def assign_slots(self, vertex: JobVertex) -> None:
        """Assign the subtasks of *vertex* to slots, first those that fit into the slot of a producer."""
        remaining = []
        for index, candidates in enumerate(self._find_producer_slots(vertex)):
            free = (slot for slot in candidates if vertex.key not in slot.subtasks)
            slot = self._find_co_located_slot(vertex, index) or next(free, None)
            if slot is None:
                remaining.append(index)
            else:
                self._assign_slot(vertex, index, slot)
        for index in remaining:
            self._assign_slot(vertex, index, self._get_or_create_slot(vertex))

    def _find_co_located_slot(self, vertex: JobVertex, index: int) -> SharedSlot | None:
        """Return the slot that subtask *index* of *vertex* must share because of its co-location group."""
        if vertex.co_location_group is None:
            return None
        return self._co_location_slots.get((vertex.co_location_group, index))

    def _find_producer_slots(self, vertex: JobVertex) -> list[list[SharedSlot]]:
        """Return, for each subtask, the slots of its producers in the order of its channels."""
        candidates: list[list[SharedSlot]] = [[] for _ in range(vertex.parallelism)]
        for edge in vertex.inputs:
            source = self._vertices[edge.source]
            if source.slot_sharing_group != vertex.slot_sharing_group:
                continue
            connected = self._compute_connections(
                edge.distribution_pattern, source.parallelism, vertex.parallelism
            )
            for index, incoming in enumerate(connected):
                candidates[index] += [
                    self._slots_by_subtask[source.key, other] for other, _ in incoming
                ]
        return candidates

    def _get_or_create_slot(self, vertex: JobVertex) -> SharedSlot:
        slots = self.slots_by_group.setdefault(vertex.slot_sharing_group, [])
        for slot in slots:
            if vertex.key not in slot.subtasks:
                return slot
        slots.append(SharedSlot(vertex.slot_sharing_group))
        return slots[-1]

    def _assign_slot(self, vertex: JobVertex, index: int, slot: SharedSlot) -> None:
        slot.subtasks[vertex.key] = index
        self._slots_by_subtask[vertex.key, index] = slot
        if vertex.co_location_group is not None:
            self._co_location_slots.setdefault((vertex.co_location_group, index), slot)
