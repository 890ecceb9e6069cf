"""The parts of a job graph: chains of operators and the edges between them.

Flink: ``JobVertex``, ``JobEdge`` and ``JobGraph`` in ``org.apache.flink.runtime.jobgraph``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from flinksim.core.ids import VertexId
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.graph.stream_graph_model import StreamEdge, StreamGraph, StreamNode

DistributionPattern = Literal["POINTWISE", "ALL_TO_ALL"]
ResultPartitionType = Literal["PIPELINED_BOUNDED", "BLOCKING", "HYBRID_FULL", "HYBRID_SELECTIVE"]


@dataclass(frozen=True, slots=True)
class ChainedOperator:
    """One operator of a chain, with its output edges: those inside the chain and those that leave it."""

    node: StreamNode
    chained_outputs: tuple[StreamEdge, ...]
    non_chained_outputs: tuple[StreamEdge, ...]


@dataclass(frozen=True, slots=True)
class JobEdge:
    """The channels from the subtasks of one vertex to those of another.

    ``data_set`` is the index of its input among the intermediate data sets of ``source``.
    ``number`` is its own index among all edges from there.
    """

    source: VertexId
    target: VertexId
    stream_edge: StreamEdge
    distribution_pattern: DistributionPattern
    result_type: ResultPartitionType
    data_set: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class JobVertex:
    """One chain, run by ``parallelism`` subtasks.

    ``operators`` are in depth-first order, the head first. ``inputs`` are in the order of the input
    gates, which is the order in which Flink connects vertices. ``stream_edge.type_number`` is the
    input of the head. ``max_parallelism`` is the number of key groups;
    ``configured_max_parallelism`` is -1 if it was derived. ``planned_parallelism`` is -1 if a batch
    job decides it when the vertex starts; ``parallelism`` is then the one for little data.
    ``resources`` of its slots are ``None`` unless its slot sharing group declares some.
    """

    key: VertexId
    id: str
    name: str
    description: str
    operators: tuple[ChainedOperator, ...]
    parallelism: int
    max_parallelism: int
    configured_max_parallelism: int
    planned_parallelism: int
    slot_sharing_group: str
    invokable: str
    inputs: tuple[JobEdge, ...]
    produced_data_sets: int
    co_location_group: str | None = None
    resources: SlotSharingGroup | None = None

    @property
    def head(self) -> StreamNode:
        """The first operator of the chain."""
        return self.operators[0].node

    def is_co_located_with(self, other: JobVertex) -> bool:
        """Return whether subtasks with the same index must share a slot. Flink: ``CoLocationGroup``."""
        return self.co_location_group is not None and (
            self.co_location_group == other.co_location_group
        )


@dataclass(frozen=True, slots=True)
class JobGraph:
    """All vertices, in topological order from the sources.

    ``operator_ids`` are the ids of all operators, by node id. The id of a head is also the id of its
    vertex.
    """

    name: str
    vertices: tuple[JobVertex, ...]
    stream_graph: StreamGraph = field(repr=False)
    creation_order: tuple[VertexId, ...] = ()
    operator_ids: Mapping[int, str] = field(default_factory=dict, repr=False)

    @property
    def settings(self) -> Pipeline:
        """The program, with its settings."""
        return self.stream_graph.settings

    def find_vertex(self, key: VertexId) -> JobVertex:
        """Return the vertex with this *key*."""
        return next(vertex for vertex in self.vertices if vertex.key == key)


def sort_topologically_from_sources(vertices: list[JobVertex]) -> tuple[JobVertex, ...]:
    """Return *vertices* in topological order, in exactly the order of Flink.

    Flink: ``JobGraph.getVerticesSortedTopologicallyFromSources``.
    """
    by_key = {vertex.key: vertex for vertex in vertices}
    consumers: dict[VertexId, list[JobEdge]] = {vertex.key: [] for vertex in vertices}
    for vertex in vertices:
        for edge in vertex.inputs:
            consumers[edge.source].append(edge)
    for edges in consumers.values():
        edges.sort(key=lambda edge: (edge.data_set, edge.number))
    ordered = [vertex for vertex in vertices if not vertex.inputs]
    remaining = {vertex.key for vertex in vertices if vertex.inputs}

    def add_consumers(start: JobVertex) -> None:
        for edge in consumers[start.key]:
            if edge.target not in remaining:
                continue
            target = by_key[edge.target]
            if any(other is not edge and other.source in remaining for other in target.inputs):
                continue
            ordered.append(target)
            remaining.remove(target.key)
            add_consumers(target)

    position = 0
    while remaining:
        add_consumers(ordered[position])
        position += 1
    return tuple(ordered)
