"""The job graph: chains of operators as vertices, and the edges between them.

Flink: ``StreamingJobGraphGenerator`` and ``org.apache.flink.runtime.jobgraph``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from flinksim.common.ids import VertexId, vertex_id
from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import SourceSpec
from flinksim.graph.chaining import is_chainable, verdicts
from flinksim.graph.counterfactual import explanation
from flinksim.graph.stream_graph import (
    StreamEdge,
    StreamGraph,
    StreamNode,
    effective_max_parallelism,
)
from flinksim.graph.stream_graph_hasher import generate_hashes
from flinksim.trace.layers import EdgeVerdict, Verdict

DistributionPattern = Literal["POINTWISE", "ALL_TO_ALL"]
ResultPartitionType = Literal["PIPELINED_BOUNDED", "BLOCKING"]


@dataclass(frozen=True, slots=True)
class ChainedOperator:
    """One operator of a chain: what it calls directly, and what it writes to channels."""

    node: StreamNode
    chained_outputs: tuple[StreamEdge, ...]
    non_chained_outputs: tuple[StreamEdge, ...]


@dataclass(frozen=True, slots=True)
class JobEdge:
    """Channels from the subtasks of one vertex to those of another.

    ``data_set`` is the place of what it reads among the intermediate data sets of ``source``.
    """

    source: VertexId
    target: VertexId
    stream_edge: StreamEdge
    distribution_pattern: DistributionPattern
    result_type: ResultPartitionType
    data_set: int


@dataclass(frozen=True, slots=True)
class JobVertex:
    """One chain, run by ``parallelism`` subtasks.

    ``operators`` are in depth-first order, the head first. ``inputs`` are in the order of the input
    gates, which is that in which Flink connects vertices; ``stream_edge.type_number`` tells the input
    of the head. ``max_parallelism`` is the number of key groups, ``configured_max_parallelism`` is -1
    where it was derived.
    """

    key: VertexId
    id: str
    name: str
    description: str
    operators: tuple[ChainedOperator, ...]
    parallelism: int
    max_parallelism: int
    configured_max_parallelism: int
    slot_sharing_group: str
    invokable: str
    inputs: tuple[JobEdge, ...]
    produced_data_sets: int

    @property
    def head(self) -> StreamNode:
        """The first operator of the chain."""
        return self.operators[0].node


@dataclass(frozen=True, slots=True)
class JobGraph:
    """All vertices, in topological order from the sources."""

    name: str
    vertices: tuple[JobVertex, ...]
    stream_graph: StreamGraph = field(repr=False)
    creation_order: tuple[VertexId, ...] = ()

    @property
    def settings(self) -> Pipeline:
        """The program's settings."""
        return self.stream_graph.settings

    def vertex(self, key: VertexId) -> JobVertex:
        """The vertex called *key*."""
        return next(vertex for vertex in self.vertices if vertex.key == key)

    def explain(self, edge: StreamEdge) -> EdgeVerdict:
        """Why *edge* is chained or is not, and what would turn it; as text, one sentence."""
        return explanation(edge, self.stream_graph)

    def verdicts(self, edge: StreamEdge) -> tuple[Verdict, ...]:
        """What each chaining condition says about *edge*."""
        return verdicts(edge, self.stream_graph)


def create_job_graph(stream_graph: StreamGraph) -> JobGraph:
    """The job graph of *stream_graph*. Raises ``ValueError`` if two operators have the same uid."""
    return _Generator(stream_graph).create()


@dataclass(slots=True)
class _Chain:
    """A chain as it is built: its nodes in depth-first order, the edges that leave it."""

    head: StreamNode
    nodes: list[StreamNode] = field(default_factory=list)
    out_edges: list[StreamEdge] = field(default_factory=list)


class _Generator:
    def __init__(self, stream_graph: StreamGraph) -> None:
        self._graph = stream_graph
        self._hashes = generate_hashes(stream_graph)
        self._chains: dict[int, _Chain] = {}
        self._begun: set[int] = set()
        self._names: dict[int, str] = {}
        self._blocking: set[int] = set()
        self._chainable = {
            edge.edge_id: is_chainable(edge, stream_graph) for edge in stream_graph.edges()
        }

    def create(self) -> JobGraph:
        for source in self._graph.sources:
            self._build_chain(source)
        inputs, produced = self._connect()
        vertices = {
            chain.head.id: self._create_vertex(chain, inputs[chain.head.id], produced)
            for chain in self._chains.values()
        }
        created = [vertices[head] for head in self._chains]
        return JobGraph(
            name=self._graph.job_name,
            vertices=sorted_from_sources(created),
            stream_graph=self._graph,
            creation_order=tuple(vertex.key for vertex in created),
        )

    # --- chains -----------------------------------------------------------------------------------

    def _build_chain(self, head: StreamNode) -> None:
        if head.id in self._begun:
            return
        self._begun.add(head.id)
        chain = _Chain(head)
        chain.out_edges = self._extend_chain(head, chain)
        # Chains come into being from the back: a chain is complete when all behind it are.
        self._chains[head.id] = chain

    def _extend_chain(self, node: StreamNode, chain: _Chain) -> list[StreamEdge]:
        """Adds *node* and all that is chained behind it; gives the edges that leave the chain."""
        chain.nodes.append(node)
        if node.outputs_only_after_end_of_stream:
            self._blocking.add(node.id)
        leaving: list[StreamEdge] = []
        chained, others = self._outputs(node)
        for edge in chained:
            if node.outputs_only_after_end_of_stream:
                self._blocking.add(edge.target_id)
            leaving.extend(self._extend_chain(self._graph.nodes[edge.target_id], chain))
            if edge.target_id in self._blocking:
                self._blocking.add(node.id)
        for edge in others:
            leaving.append(edge)
            self._build_chain(self._graph.nodes[edge.target_id])
        self._names[node.id] = self._chained_name(node, chained)
        return leaving

    def _outputs(self, node: StreamNode) -> tuple[list[StreamEdge], list[StreamEdge]]:
        chained = [edge for edge in node.out_edges if self._chainable[edge.edge_id]]
        others = [edge for edge in node.out_edges if not self._chainable[edge.edge_id]]
        return chained, others

    def _chained_name(self, node: StreamNode, chained: list[StreamEdge]) -> str:
        names = [self._names[edge.target_id] for edge in chained]
        match names:
            case []:
                return node.name
            case [only]:
                return f"{node.name} -> {only}"
            case _:
                return f"{node.name} -> ({', '.join(names)})"

    # --- edges ------------------------------------------------------------------------------------

    def _connect(self) -> tuple[dict[int, list[JobEdge]], dict[int, int]]:
        """The input edges of each chain, and how many data sets each chain produces."""
        inputs: dict[int, list[JobEdge]] = {head: [] for head in self._chains}
        produced: dict[int, int] = {}
        for head, chain in self._chains.items():
            data_sets: list[StreamEdge] = []
            for edge in chain.out_edges:
                number = self._data_set(edge, data_sets)
                pattern: DistributionPattern = (
                    "POINTWISE" if edge.partitioner.is_pointwise else "ALL_TO_ALL"
                )
                inputs[edge.target_id].append(
                    JobEdge(
                        source=vertex_id(head),
                        target=vertex_id(edge.target_id),
                        stream_edge=edge,
                        distribution_pattern=pattern,
                        result_type=self._result_type(edge),
                        data_set=number,
                    )
                )
            produced[head] = len(data_sets)
        return inputs, produced

    def _data_set(self, edge: StreamEdge, data_sets: list[StreamEdge]) -> int:
        """Which data set *edge* reads: one of its own, or a stored one that another edge reads too."""
        if self._result_type(edge) == "BLOCKING":
            for number, other in enumerate(data_sets):
                if self._same_data(edge, other):
                    return number
        data_sets.append(edge)
        return len(data_sets) - 1

    def _same_data(self, edge: StreamEdge, other: StreamEdge) -> bool:
        nodes = self._graph.nodes
        return (
            edge.source_id == other.source_id
            and self._result_type(other) == "BLOCKING"
            and type(edge.partitioner) is type(other.partitioner)
            and nodes[edge.target_id].parallelism == nodes[other.target_id].parallelism
            and edge.output_tag == other.output_tag
        )

    def _result_type(self, edge: StreamEdge) -> ResultPartitionType:
        return "BLOCKING" if edge.source_id in self._blocking else "PIPELINED_BOUNDED"

    # --- vertices -----------------------------------------------------------------------------------

    def _create_vertex(
        self, chain: _Chain, inputs: list[JobEdge], produced: dict[int, int]
    ) -> JobVertex:
        head = chain.head
        operators = []
        for node in chain.nodes:
            chained, others = self._outputs(node)
            operators.append(ChainedOperator(node, tuple(chained), tuple(others)))
        return JobVertex(
            key=vertex_id(head.id),
            id=self._hashes[head.id],
            name=self._names[head.id],
            description="\n".join(self._description(head, "", "")) + "\n",
            operators=tuple(operators),
            parallelism=head.parallelism,
            max_parallelism=effective_max_parallelism(head),
            configured_max_parallelism=head.max_parallelism,
            slot_sharing_group=head.slot_sharing_group,
            invokable=invokable_of(head),
            inputs=tuple(inputs),
            produced_data_sets=produced[head.id],
        )

    def _description(self, node: StreamNode, mark: str, indent: str) -> list[str]:
        """The chain as a tree, one line for each operator."""
        lines = [mark + node.description]
        chained, _ = self._outputs(node)
        for edge in chained:
            last = edge is chained[-1]
            child = self._graph.nodes[edge.target_id]
            child_mark, child_indent = ("+- ", "   ") if last else (":- ", ":  ")
            lines += self._description(child, indent + child_mark, indent + child_indent)
        return lines


def invokable_of(head: StreamNode) -> str:
    """The class of the task that runs the chain."""
    if isinstance(head.spec, SourceSpec):
        return "SourceStreamTask" if head.spec.legacy else "SourceOperatorStreamTask"
    two_inputs = any(edge.type_number for edge in head.in_edges)
    return "TwoInputStreamTask" if two_inputs else "OneInputStreamTask"


def sorted_from_sources(vertices: list[JobVertex]) -> tuple[JobVertex, ...]:
    """Topological order, exactly as ``JobGraph.getVerticesSortedTopologicallyFromSources`` finds it."""
    by_key = {vertex.key: vertex for vertex in vertices}
    consumers: dict[VertexId, list[JobEdge]] = {vertex.key: [] for vertex in vertices}
    for vertex in vertices:
        for edge in vertex.inputs:
            consumers[edge.source].append(edge)
    for edges in consumers.values():
        edges.sort(key=lambda edge: edge.data_set)
    ordered = [vertex for vertex in vertices if not vertex.inputs]
    remaining = {vertex.key for vertex in vertices if vertex.inputs}

    def add_behind(start: JobVertex) -> None:
        for edge in consumers[start.key]:
            if edge.target not in remaining:
                continue
            target = by_key[edge.target]
            if any(other is not edge and other.source in remaining for other in target.inputs):
                continue
            ordered.append(target)
            remaining.remove(target.key)
            add_behind(target)

    position = 0
    while remaining:
        add_behind(ordered[position])
        position += 1
    return tuple(ordered)
