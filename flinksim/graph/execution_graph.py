"""The execution graph: subtasks and attempts, result partitions, channels and slots.

Flink: ``org.apache.flink.runtime.executiongraph`` and ``VertexInputInfoComputationUtils``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from flinksim.core.ids import SubtaskId, VertexId, build_subtask_id
from flinksim.core.java.key_groups import (
    KeyGroupRange,
    compute_key_group_range_for_operator_index,
)
from flinksim.graph.job_graph_generator import (
    DistributionPattern,
    JobEdge,
    JobGraph,
    JobVertex,
    ResultPartitionType,
)
from flinksim.graph.pipelined_regions import compute_pipelined_regions
from flinksim.graph.slot_sharing import assign_shared_slots
from flinksim.graph.slots import WAITING_FOR_SLOT as WAITING_FOR_SLOT
from flinksim.graph.slots import NoResourceAvailableException as NoResourceAvailableException
from flinksim.graph.slots import Slot as Slot
from flinksim.graph.slots import create_cluster

ExecutionState: TypeAlias = Literal[
    "CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELED", "FAILED"
]


@dataclass(frozen=True, slots=True)
class ExecutionAttempt:
    """One attempt to run a subtask; a restart creates another one. Flink: ``Execution``."""

    number: int
    state: ExecutionState


@dataclass(frozen=True, slots=True)
class ExecutionVertex:
    """One subtask: its key groups, its slot and its attempts."""

    id: SubtaskId
    vertex: VertexId
    index: int
    name: str
    key_group_range: KeyGroupRange
    task_manager: str
    slot: int
    attempts: tuple[ExecutionAttempt, ...] = (ExecutionAttempt(0, "CREATED"),)

    @property
    def current_attempt(self) -> ExecutionAttempt:
        """The latest attempt to run this subtask."""
        return self.attempts[-1]


@dataclass(frozen=True, slots=True)
class IntermediateResultPartition:
    """The output of one subtask to one intermediate data set, with a subpartition for each reader.

    ``id`` is ``v1/0.2`` for data set 2 of subtask ``v1/0``.
    """

    id: str
    producer: SubtaskId
    data_set: int
    result_type: ResultPartitionType
    subpartitions: int
    consumers: tuple[SubtaskId, ...]


@dataclass(frozen=True, slots=True)
class ExecutionEdge:
    """One channel: ``target`` reads subpartition ``subpartition`` of ``source``."""

    source: SubtaskId
    target: SubtaskId
    subpartition: int
    job_edge: JobEdge


@dataclass(frozen=True, slots=True)
class ExecutionGraph:
    """All subtasks by vertex and index, and all channels by target in channel order.

    ``slots`` are all slots of the cluster. They are followed by the missing ones, whose TaskManager
    is :data:`WAITING_FOR_SLOT`.
    """

    job_graph: JobGraph
    vertices: tuple[ExecutionVertex, ...]
    edges: tuple[ExecutionEdge, ...]
    slots: tuple[Slot, ...]
    slots_per_task_manager: int
    _vertices_by_subtask: dict[tuple[VertexId, int], ExecutionVertex] = field(repr=False)

    def get_execution_vertex(self, vertex: VertexId, subtask_index: int) -> ExecutionVertex:
        """Return subtask *subtask_index* of *vertex*."""
        return self._vertices_by_subtask[vertex, subtask_index]

    def get_location(self, vertex: VertexId, subtask_index: int) -> tuple[str, int]:
        """Return the TaskManager and the slot number of a subtask."""
        execution_vertex = self._vertices_by_subtask[vertex, subtask_index]
        return execution_vertex.task_manager, execution_vertex.slot

    @property
    def task_managers(self) -> tuple[str, ...]:
        """The TaskManagers, in order."""
        names = (slot.task_manager for slot in self.slots)
        return tuple(dict.fromkeys(name for name in names if name != WAITING_FOR_SLOT))

    @property
    def waiting_subtasks(self) -> tuple[SubtaskId, ...]:
        """The subtasks for which there is no slot."""
        return tuple(
            vertex.id for vertex in self.vertices if vertex.task_manager == WAITING_FOR_SLOT
        )

    @property
    def result_partitions(self) -> tuple[IntermediateResultPartition, ...]:
        """The result partitions of all subtasks, by producer and data set."""
        found: dict[str, IntermediateResultPartition] = {}
        readers: dict[str, dict[SubtaskId, int]] = {}
        for edge in self.edges:
            name = f"{edge.source}.{edge.job_edge.data_set}"
            readers.setdefault(name, {})[edge.target] = edge.subpartition
            consumers = tuple(readers[name])
            found[name] = IntermediateResultPartition(
                id=name,
                producer=edge.source,
                data_set=edge.job_edge.data_set,
                result_type=edge.job_edge.result_type,
                subpartitions=1 + max(readers[name].values()),
                consumers=consumers,
            )
        order = {vertex.id: number for number, vertex in enumerate(self.vertices)}
        ordered = sorted(found.values(), key=lambda part: (order[part.producer], part.data_set))
        return tuple(ordered)

    def is_local(self, edge: ExecutionEdge) -> bool:
        """Return whether the two subtasks of *edge* run on the same TaskManager."""
        source, target = self._get_task_manager(edge.source), self._get_task_manager(edge.target)
        return source == target != WAITING_FOR_SLOT

    def _get_task_manager(self, subtask: SubtaskId) -> str:
        vertex, _, index = subtask.partition("/")
        return self._vertices_by_subtask[VertexId(vertex), int(index)].task_manager

    @property
    def scheduling_order(self) -> tuple[tuple[SubtaskId, ...], ...]:
        """The subtasks of each pipelined region, in the order in which the regions start.

        Subtasks of a region start together, in the order of the vertices from the sources. A region
        that reads stored results starts when they are complete.

        Flink: ``PipelinedRegionSchedulingStrategy``.
        """
        region = compute_pipelined_regions(self.job_graph.vertices)
        regions: dict[VertexId, list[SubtaskId]] = {}
        for execution_vertex in self.vertices:
            regions.setdefault(region[execution_vertex.vertex], []).append(execution_vertex.id)
        return tuple(tuple(subtasks) for subtasks in regions.values())


def create_execution_graph(
    job_graph: JobGraph, require_slots: bool = True, first_slot: int = 0
) -> ExecutionGraph:
    """Expand *job_graph* into subtasks, channels and slots.

    Args:
        job_graph: The job graph.
        require_slots: Whether to fail if the cluster has too few slots. If false, subtasks without a
            slot get the TaskManager :data:`WAITING_FOR_SLOT`.
        first_slot: Number of slots that other jobs occupy.

    Raises:
        ValueError: If a TaskManager has no slot, or if there is no TaskManager.
        NoResourceAvailableException: If the cluster has too few slots.
    """
    cluster = create_cluster(
        job_graph, assign_shared_slots(job_graph, compute_connections), first_slot
    )
    if require_slots:
        cluster.check_capacity()
    places = cluster.get_locations()
    vertices = tuple(
        _create_execution_vertex(vertex, index, places[vertex.key, index])
        for vertex in job_graph.vertices
        for index in range(vertex.parallelism)
    )
    by_place = {(vertex.vertex, vertex.index): vertex for vertex in vertices}
    edges, per_manager = _create_edges(job_graph), cluster.slots_per_task_manager
    return ExecutionGraph(job_graph, vertices, edges, cluster.list_slots(), per_manager, by_place)


# --- subtasks and channels ------------------------------------------------------------------------


def _create_execution_vertex(
    vertex: JobVertex, index: int, location: tuple[str, int]
) -> ExecutionVertex:
    manager, slot = location
    return ExecutionVertex(
        id=build_subtask_id(vertex.key, index),
        vertex=vertex.key,
        index=index,
        name=f"{vertex.name} ({index + 1}/{vertex.parallelism})",
        key_group_range=compute_key_group_range_for_operator_index(
            vertex.max_parallelism, vertex.parallelism, index
        ),
        task_manager=manager,
        slot=slot,
        attempts=(ExecutionAttempt(0, "SCHEDULED" if manager == WAITING_FOR_SLOT else "CREATED"),),
    )


def _create_edges(job_graph: JobGraph) -> tuple[ExecutionEdge, ...]:
    vertices = {vertex.key: vertex for vertex in job_graph.vertices}
    edges = []
    for vertex in job_graph.vertices:
        for job_edge in vertex.inputs:
            upstream = vertices[job_edge.source].parallelism
            connected = compute_connections(
                job_edge.distribution_pattern, upstream, vertex.parallelism
            )
            for index, incoming in enumerate(connected):
                target = build_subtask_id(vertex.key, index)
                for source_index, subpartition in incoming:
                    source = build_subtask_id(job_edge.source, source_index)
                    edges.append(ExecutionEdge(source, target, subpartition, job_edge))
    return tuple(edges)


def compute_connections(
    pattern: DistributionPattern, upstream_parallelism: int, downstream_parallelism: int
) -> list[list[tuple[int, int]]]:
    """Return which upstream subtasks each downstream subtask reads.

    All to all: every subtask reads the subpartition with its own index from all upstream subtasks.
    Pointwise: a subtask reads a contiguous range of upstream subtasks, or shares one with its
    neighbors. In the second case its subpartition is its index modulo the number of sharing
    subtasks.

    Args:
        pattern: The distribution pattern of the edge.
        upstream_parallelism: The parallelism of the producer.
        downstream_parallelism: The parallelism of the consumer.

    Returns:
        For each downstream subtask its channels in order, as pairs of upstream subtask and
        subpartition.
    """
    if pattern == "ALL_TO_ALL":
        return [
            [(source, target) for source in range(upstream_parallelism)]
            for target in range(downstream_parallelism)
        ]
    if upstream_parallelism >= downstream_parallelism:
        return [
            [
                (source, 0)
                for source in range(
                    target * upstream_parallelism // downstream_parallelism,
                    (target + 1) * upstream_parallelism // downstream_parallelism,
                )
            ]
            for target in range(downstream_parallelism)
        ]
    result: list[list[tuple[int, int]]] = [[] for _ in range(downstream_parallelism)]
    for source in range(upstream_parallelism):
        start = (source * downstream_parallelism + upstream_parallelism - 1) // upstream_parallelism
        end = (
            (source + 1) * downstream_parallelism + upstream_parallelism - 1
        ) // upstream_parallelism
        for target in range(start, end):
            result[target].append((source, target % (end - start)))
    return result
