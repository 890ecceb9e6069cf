"""The execution graph: subtasks, the channels between them, their key groups and their slots.

Flink: ``org.apache.flink.runtime.executiongraph``, ``VertexInputInfoComputationUtils`` and the slot
sharing of ``org.apache.flink.runtime.scheduler``.
Differs: there are as many TaskManagers as the slots need (Flink's ResourceManager in active mode);
slots are filled in the order of the vertices.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.common.ids import SubtaskId, VertexId, subtask_id
from flinksim.common.key_groups import (
    KeyGroupRange,
    compute_key_group_range_for_operator_index,
)
from flinksim.graph.job_graph import DistributionPattern, JobEdge, JobGraph, JobVertex

NUMBER_OF_TASK_SLOTS = "taskmanager.numberOfTaskSlots"


@dataclass(frozen=True, slots=True)
class ExecutionVertex:
    """One subtask: what it owns and where it runs."""

    id: SubtaskId
    vertex: VertexId
    index: int
    key_group_range: KeyGroupRange
    task_manager: str
    slot: int


@dataclass(frozen=True, slots=True)
class ExecutionEdge:
    """One channel: subpartition ``subpartition`` of ``source`` is read by ``target``."""

    source: SubtaskId
    target: SubtaskId
    subpartition: int
    job_edge: JobEdge


@dataclass(frozen=True, slots=True)
class ExecutionGraph:
    """All subtasks, by vertex and index, and all channels, by target in channel order."""

    job_graph: JobGraph
    vertices: tuple[ExecutionVertex, ...]
    edges: tuple[ExecutionEdge, ...]
    slots_per_task_manager: int
    _places: dict[tuple[VertexId, int], ExecutionVertex]

    def execution_vertex(self, vertex: VertexId, subtask_index: int) -> ExecutionVertex:
        """Subtask *subtask_index* of *vertex*."""
        return self._places[vertex, subtask_index]

    def location(self, vertex: VertexId, subtask_index: int) -> tuple[str, int]:
        """The TaskManager and the slot of a subtask."""
        place = self._places[vertex, subtask_index]
        return place.task_manager, place.slot

    @property
    def task_managers(self) -> tuple[str, ...]:
        """The TaskManagers, in order."""
        return tuple(dict.fromkeys(vertex.task_manager for vertex in self._by_slot()))

    def _by_slot(self) -> list[ExecutionVertex]:
        return sorted(self.vertices, key=lambda vertex: (int(vertex.task_manager[2:]), vertex.slot))


def create_execution_graph(job_graph: JobGraph) -> ExecutionGraph:
    """Unfolds *job_graph* into subtasks, channels and slots.

    Raises ``ValueError`` if ``taskmanager.numberOfTaskSlots`` is below 1.
    """
    per_manager = job_graph.settings.configuration.get_integer(NUMBER_OF_TASK_SLOTS, 1)
    if per_manager < 1:
        raise ValueError(
            f"option {NUMBER_OF_TASK_SLOTS!r}: a TaskManager needs at least one slot, found "
            f"{per_manager}."
        )
    first_slot = _first_slots(job_graph)
    vertices = tuple(
        _execution_vertex(vertex, index, first_slot[vertex.slot_sharing_group] + index, per_manager)
        for vertex in job_graph.vertices
        for index in range(vertex.parallelism)
    )
    places = {(vertex.vertex, vertex.index): vertex for vertex in vertices}
    return ExecutionGraph(job_graph, vertices, _edges(job_graph), per_manager, places)


def _first_slots(job_graph: JobGraph) -> dict[str, int]:
    """The number of the first slot of each sharing group.

    A group needs as many slots as its most parallel vertex has subtasks: subtask i of every vertex of
    the group runs in the group's slot i.
    """
    widths: dict[str, int] = {}
    for vertex in job_graph.vertices:
        group = vertex.slot_sharing_group
        widths[group] = max(widths.get(group, 0), vertex.parallelism)
    first: dict[str, int] = {}
    taken = 0
    for group, width in widths.items():
        first[group] = taken
        taken += width
    return first


def _execution_vertex(
    vertex: JobVertex, index: int, slot_number: int, slots_per_manager: int
) -> ExecutionVertex:
    manager, slot = divmod(slot_number, slots_per_manager)
    return ExecutionVertex(
        id=subtask_id(vertex.key, index),
        vertex=vertex.key,
        index=index,
        key_group_range=compute_key_group_range_for_operator_index(
            vertex.max_parallelism, vertex.parallelism, index
        ),
        task_manager=f"tm{manager}",
        slot=slot,
    )


def _edges(job_graph: JobGraph) -> tuple[ExecutionEdge, ...]:
    edges = []
    for vertex in job_graph.vertices:
        for job_edge in vertex.inputs:
            upstream = job_graph.vertex(job_edge.source).parallelism
            wiring = connections(job_edge.distribution_pattern, upstream, vertex.parallelism)
            for index, incoming in enumerate(wiring):
                target = subtask_id(vertex.key, index)
                for source_index, subpartition in incoming:
                    source = subtask_id(job_edge.source, source_index)
                    edges.append(ExecutionEdge(source, target, subpartition, job_edge))
    return tuple(edges)


def connections(
    pattern: DistributionPattern, upstream: int, downstream: int
) -> list[list[tuple[int, int]]]:
    """Who reads from whom.

    For each of *downstream* subtasks, in channel order, the upstream subtask and the subpartition in
    it. All to all: everyone reads the subpartition with its own index from everyone. Pointwise: a
    subtask reads a contiguous range of upstream subtasks, or shares one with its neighbours; then its
    subpartition is its index modulo the number of sharers.
    """
    if pattern == "ALL_TO_ALL":
        return [[(source, target) for source in range(upstream)] for target in range(downstream)]
    if upstream >= downstream:
        return [
            [
                (source, 0)
                for source in range(
                    target * upstream // downstream, (target + 1) * upstream // downstream
                )
            ]
            for target in range(downstream)
        ]
    result: list[list[tuple[int, int]]] = [[] for _ in range(downstream)]
    for source in range(upstream):
        start = (source * downstream + upstream - 1) // upstream
        end = ((source + 1) * downstream + upstream - 1) // upstream
        for target in range(start, end):
            result[target].append((source, target % (end - start)))
    return result
