"""The configuration of each task: its chained operators, its outputs and their serializers.

Flink: ``StreamConfig`` and ``NonChainedOutput``, which are part of each vertex's configuration.
Differs: serializers are names, not objects; a Python type without a Java class is serialized as
bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flinksim.datastream.transformations import SinkSpec
from flinksim.datastream.window_description import get_java_serializer
from flinksim.graph.batch_mode import is_batch_job, is_input_sorting_enabled
from flinksim.graph.job_graph_model import ChainedOperator, JobEdge, JobGraph, JobVertex
from flinksim.graph.stream_graph_model import StreamEdge, StreamGraph, StreamNode

InputRequirement = Literal["PASS_THROUGH", "SORTED"]


@dataclass(frozen=True, slots=True)
class NetworkInput:
    """One input of an operator; ``requirement`` SORTED means sorted by key before the first record."""

    gate: int
    serializer: str
    requirement: InputRequirement


@dataclass(frozen=True, slots=True)
class NonChainedOutput:
    """An output that an operator writes to channels once for all its readers.

    ``consumer_parallelism`` and ``consumer_max_parallelism`` are -1 if they are undecided. Times
    are in ms. ``edges`` are the ids of the edges that read it.
    """

    source_node: int
    partitioner: str
    consumer_parallelism: int
    consumer_max_parallelism: int
    output_tag: str | None
    buffer_timeout_ms: int
    result_type: str
    supports_unaligned_checkpoints: bool
    data_set: int
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StreamConfig:
    """The configuration of one operator of a chain, as Flink passes it to the task.

    ``chain_index`` is 1 for the head and grows by one per chained call. ``network_inputs`` counts the
    edges from channels, ``outputs`` the outputs that the operator itself writes to channels.
    """

    operator_id: str
    node: int
    operator_name: str
    chain_index: int
    chain_start: bool
    chain_end: bool
    network_inputs: int
    outputs: int
    inputs: tuple[NetworkInput, ...]
    type_serializer_out: str | None
    type_serializer_side_out: tuple[tuple[str, str], ...]
    state_key_serializer: str | None
    chained_outputs: tuple[str, ...]
    non_chained_outputs: tuple[NonChainedOutput, ...]


@dataclass(frozen=True, slots=True)
class VertexConfig:
    """The configuration of a vertex: its operators, the head first, and its inputs and outputs.

    ``in_physical_edges`` are the edges from other vertices, in the order of the channels.
    """

    in_physical_edges: tuple[str, ...]
    non_chained_outputs: tuple[NonChainedOutput, ...]
    operators: tuple[StreamConfig, ...]


def compute_chain_indexes(operators: Sequence[ChainedOperator]) -> dict[int, int]:
    """Return the chain index of each operator by node id; the head has 1.

    Args:
        operators: The operators of a chain, the head first.

    The chain index is the priority of the operator's mails. Flink: ``StreamConfig.getChainIndex``.
    """
    indexes = {operators[0].node.id: 1}
    for operator in operators:
        for edge in operator.chained_outputs:
            indexes[edge.target_id] = indexes[operator.node.id] + 1
    return indexes


def create_stream_configs(job_graph: JobGraph) -> dict[str, VertexConfig]:
    """Create the configuration of each vertex of *job_graph*, by vertex key."""
    return {
        vertex.key: _VertexConfigBuilder(job_graph, vertex).build() for vertex in job_graph.vertices
    }


class _VertexConfigBuilder:
    def __init__(self, job_graph: JobGraph, vertex: JobVertex) -> None:
        self._graph: StreamGraph = job_graph.stream_graph
        self._job_graph = job_graph
        self._vertex = vertex
        self._consumer_edges = {
            edge.stream_edge.edge_id: edge
            for other in job_graph.vertices
            for edge in other.inputs
            if edge.source == vertex.key
        }
        self._is_batch = is_batch_job(job_graph.settings)
        self._is_sorting_enabled = is_input_sorting_enabled(job_graph.settings)

    def build(self) -> VertexConfig:
        vertex = self._vertex
        depths = compute_chain_indexes(vertex.operators)
        operators = tuple(
            self._build_operator_config(o, depths[o.node.id]) for o in vertex.operators
        )
        outputs = [output for operator in operators for output in operator.non_chained_outputs]
        return VertexConfig(
            in_physical_edges=tuple(edge.stream_edge.edge_id for edge in vertex.inputs),
            non_chained_outputs=tuple(sorted(outputs, key=lambda output: output.data_set)),
            operators=operators,
        )

    def _build_operator_config(self, operator: ChainedOperator, depth: int) -> StreamConfig:
        node, outputs = operator.node, self._build_outputs(operator)
        edges = (*operator.chained_outputs, *operator.non_chained_outputs)
        tags = {edge.output_tag.tag_id: edge.output_tag for edge in edges if edge.output_tag}
        head = node is self._vertex.head
        return StreamConfig(
            operator_id=self._job_graph.operator_ids[node.id],
            node=node.id,
            operator_name=node.name,
            chain_index=depth,
            chain_start=head,
            chain_end=not operator.chained_outputs,
            network_inputs=len(node.in_edges) if head else 0,
            outputs=len(outputs),
            inputs=self._build_inputs(node),
            type_serializer_out=_get_output_serializer(node),
            type_serializer_side_out=tuple(
                (name, _get_serializer_name(tag.type_info)) for name, tag in tags.items()
            ),
            state_key_serializer=_get_serializer_name(node.key_type)
            if node.has_keyed_state
            else None,
            chained_outputs=tuple(edge.edge_id for edge in operator.chained_outputs),
            non_chained_outputs=outputs,
        )

    def _build_inputs(self, node: StreamNode) -> tuple[NetworkInput, ...]:
        """Return the inputs of operator *node*; all edges of a union belong to one input."""
        firsts: dict[int, StreamEdge] = {}
        for edge in node.in_edges:
            firsts.setdefault(edge.type_number, edge)
        return tuple(
            NetworkInput(
                gate, self._determine_serializer(edge), self._determine_requirement(node, gate)
            )
            for gate, edge in enumerate(firsts.values())
        )

    def _determine_serializer(self, edge: StreamEdge) -> str:
        if edge.output_tag is not None:
            return _get_serializer_name(edge.output_tag.type_info)
        return _get_output_serializer(self._graph.nodes[edge.source_id]) or _get_serializer_name(
            None
        )

    def _determine_requirement(self, node: StreamNode, gate: int) -> InputRequirement:
        sorts = self._is_sorting_enabled and (
            self._is_batch or node.is_output_only_after_end_of_stream
        )
        keyed = node.requires_sorted_input and node.keyed_inputs[gate]
        return "SORTED" if sorts and keyed else "PASS_THROUGH"

    def _build_outputs(self, operator: ChainedOperator) -> tuple[NonChainedOutput, ...]:
        by_data_set: dict[int, list[JobEdge]] = {}
        for edge in operator.non_chained_outputs:
            job_edge = self._consumer_edges[edge.edge_id]
            by_data_set.setdefault(job_edge.data_set, []).append(job_edge)
        return tuple(self._build_output(edges) for edges in by_data_set.values())

    def _build_output(self, edges: list[JobEdge]) -> NonChainedOutput:
        first = edges[0]
        edge = first.stream_edge
        consumer = self._job_graph.find_vertex(first.target)
        blocking = first.result_type == "BLOCKING"
        return NonChainedOutput(
            source_node=edge.source_id,
            partitioner=edge.partitioner.name,
            consumer_parallelism=consumer.planned_parallelism,
            consumer_max_parallelism=consumer.configured_max_parallelism,
            output_tag=None if edge.output_tag is None else edge.output_tag.tag_id,
            buffer_timeout_ms=-1 if blocking else edge.buffer_timeout_ms,
            result_type=first.result_type,
            supports_unaligned_checkpoints=can_use_unaligned_checkpoints(edge, self._graph),
            data_set=first.data_set,
            edges=tuple(each.stream_edge.edge_id for each in edges),
        )


def can_use_unaligned_checkpoints(edge: StreamEdge, graph: StreamGraph) -> bool:
    """Return whether barriers may overtake records on *edge*.

    They may only if all input edges of its target support it.
    """
    return all(
        other.partitioner.supports_unaligned_checkpoint
        for other in graph.nodes[edge.target_id].in_edges
    )


def _get_output_serializer(node: StreamNode) -> str | None:
    if isinstance(node.spec, SinkSpec):
        return None if node.spec.legacy else "SimpleVersionedSerializerTypeSerializerProxy"
    return node.serializer or _get_serializer_name(node.output_type)


def _get_serializer_name(type_info: Any) -> str:
    return get_java_serializer(type_info).rpartition(".")[2]
