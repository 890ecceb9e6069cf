"""The job graph generator: chains operators into vertices and connects them with edges.

Flink: ``StreamingJobGraphGenerator``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from flinksim.core.ids import build_vertex_id
from flinksim.datastream.partitioner import (
    CustomPartitionerWrapper,
    ForwardForUnspecifiedPartitioner,
    KeyGroupStreamPartitioner,
    RescalePartitioner,
    StreamPartitioner,
)
from flinksim.datastream.transformations import SourceSpec
from flinksim.graph.batch_mode import (
    AUTO_PARALLELISM,
    determine_exchange_type,
    is_batch_job,
    is_dynamic_graph,
)
from flinksim.graph.chaining import is_chainable
from flinksim.graph.forward_groups import ForwardGroupParallelism
from flinksim.graph.job_graph_checks import (
    check_buffer_timeout,
    check_co_location,
    check_names,
    check_slot_sharing,
    check_unaligned_checkpoints,
)
from flinksim.graph.job_graph_model import ChainedOperator as ChainedOperator
from flinksim.graph.job_graph_model import DistributionPattern as DistributionPattern
from flinksim.graph.job_graph_model import JobEdge as JobEdge
from flinksim.graph.job_graph_model import JobGraph as JobGraph
from flinksim.graph.job_graph_model import JobVertex as JobVertex
from flinksim.graph.job_graph_model import ResultPartitionType as ResultPartitionType
from flinksim.graph.job_graph_model import (
    sort_topologically_from_sources as sort_topologically_from_sources,
)
from flinksim.graph.stream_graph_generator import (
    StreamEdge,
    StreamGraph,
    StreamNode,
    get_effective_max_parallelism,
)
from flinksim.graph.stream_graph_hasher import generate_hashes
from flinksim.graph.vertex_descriptions import add_index_prefix, describe_vertex


def create_job_graph(stream_graph: StreamGraph) -> JobGraph:
    """Create the job graph of *stream_graph*.

    Raises:
        ValueError: If two operators have the same uid, a name or uid is empty, a buffer timeout is
            set for a blocking exchange, or unaligned checkpoints meet a custom partitioner.
        RuntimeError: If co-located operators are in different slot sharing groups, or if hybrid
            exchanges are combined with named slot sharing groups.
    """
    check_unaligned_checkpoints(stream_graph)
    return _JobGraphGenerator(stream_graph).create()


@dataclass(slots=True)
class _Chain:
    """A chain of operators under construction: its nodes in depth-first order, and the edges leaving it."""

    head: StreamNode
    nodes: list[StreamNode] = field(default_factory=list)
    out_edges: list[StreamEdge] = field(default_factory=list)


@dataclass(slots=True)
class _DataSet:
    """An intermediate data set of a vertex, with all edges that read it."""

    result_type: ResultPartitionType
    edges: list[StreamEdge]


class _JobGraphGenerator:
    def __init__(self, stream_graph: StreamGraph) -> None:
        self._graph = stream_graph
        self._settings = stream_graph.settings
        self._hashes = generate_hashes(stream_graph)
        self._chains: dict[int, _Chain] = {}
        self._visited_heads: set[int] = set()
        self._blocking_nodes: set[int] = set()
        self._exchange_type = determine_exchange_type(
            self._settings, has_slot_resources=bool(stream_graph.slot_resources)
        )
        self._chainable = {
            edge.edge_id: is_chainable(edge, stream_graph) for edge in stream_graph.edges()
        }
        dynamic = is_dynamic_graph(self._settings)
        self._outputs = {
            node.id: self._split_outputs(node, dynamic) for node in stream_graph.nodes.values()
        }
        self._parallelism_undecided = dynamic and self._settings.configuration.get_boolean(
            AUTO_PARALLELISM, True
        )
        self._forward_groups = ForwardGroupParallelism()

    def create(self) -> JobGraph:
        for source in self._graph.sources:
            self._build_chain(source)
        self._determine_parallelism()
        inputs, produced = self._create_job_edges()
        vertices = {
            chain.head.id: self._create_vertex(chain, inputs[chain.head.id], produced)
            for chain in self._chains.values()
        }
        created = [vertices[head] for head in self._chains]
        check_slot_sharing(created)
        check_co_location(created, is_batch_job(self._settings))
        return JobGraph(
            name=self._graph.job_name,
            vertices=add_index_prefix(sort_topologically_from_sources(created), self._settings),
            stream_graph=self._graph,
            creation_order=tuple(vertex.key for vertex in created),
            operator_ids=self._hashes,
        )

    def _split_outputs(
        self, node: StreamNode, dynamic: bool
    ) -> tuple[tuple[StreamEdge, ...], tuple[StreamEdge, ...]]:
        """Return the chained and the non-chained output edges of *node*."""
        chained = tuple(edge for edge in node.out_edges if self._chainable[edge.edge_id])
        others = tuple(edge for edge in node.out_edges if not self._chainable[edge.edge_id])
        if dynamic:
            others = tuple(_replace_unspecified_forward(edge) for edge in others)
        return chained, others

    # --- chains -----------------------------------------------------------------------------------

    def _build_chain(self, head: StreamNode) -> None:
        if head.id in self._visited_heads:
            return
        self._visited_heads.add(head.id)
        chain = _Chain(head)
        chain.out_edges = self._extend_chain(head, chain)
        # As in Flink, a chain is added only after all chains downstream of it.
        self._chains[head.id] = chain

    def _extend_chain(self, node: StreamNode, chain: _Chain) -> list[StreamEdge]:
        """Add *node* and all nodes chained to it; return the edges that leave the chain."""
        check_names(node)
        chain.nodes.append(node)
        if node.is_output_only_after_end_of_stream:
            self._blocking_nodes.add(node.id)
        is_blocking = (
            node.id in self._blocking_nodes
        )  # a later branch does not make earlier ones blocking
        leaving_edges: list[StreamEdge] = []
        chained, non_chained = self._outputs[node.id]
        for edge in chained:
            if is_blocking:
                self._blocking_nodes.add(edge.target_id)
            leaving_edges.extend(self._extend_chain(self._graph.nodes[edge.target_id], chain))
            if edge.target_id in self._blocking_nodes:
                self._blocking_nodes.add(node.id)
        for edge in non_chained:
            leaving_edges.append(edge)
            self._build_chain(self._graph.nodes[edge.target_id])
        return leaving_edges

    # --- parallelism ------------------------------------------------------------------------------

    def _determine_parallelism(self) -> None:
        """Determine the parallelism of each chain that is known before the job starts.

        The scheduler decides the rest by the amount of data: one subtask up to 16 MB. A source
        keeps the parallelism that it would have otherwise.
        """
        for head, chain in self._chains.items():
            is_undecided = self._parallelism_undecided and not any(
                n.is_parallelism_configured for n in chain.nodes
            )
            parallelism = -1 if is_undecided else chain.head.parallelism
            nodes = [node.id for node in chain.nodes]
            at_runtime = chain.head.parallelism if isinstance(chain.head.spec, SourceSpec) else 1
            self._forward_groups.add_chain(
                head, nodes, parallelism, chain.head.max_parallelism, at_runtime
            )
        if self._parallelism_undecided:
            self._forward_groups.merge_groups(
                edge for chain in self._chains.values() for edge in chain.out_edges
            )

    # --- edges ------------------------------------------------------------------------------------

    def _create_job_edges(self) -> tuple[dict[int, list[JobEdge]], dict[int, int]]:
        """Return the input edges of each chain and the number of data sets that it produces."""
        inputs: dict[int, list[JobEdge]] = {head: [] for head in self._chains}
        produced: dict[int, int] = {}
        for head, chain in self._chains.items():
            data_sets = self._create_data_sets(chain)
            data_set_indexes = {
                e.edge_id: n for n, data in enumerate(data_sets) for e in data.edges
            }
            for number, edge in enumerate(chain.out_edges):
                data_set_index = data_set_indexes[edge.edge_id]
                pattern: DistributionPattern = (
                    "POINTWISE" if edge.partitioner.is_pointwise else "ALL_TO_ALL"
                )
                inputs[edge.target_id].append(
                    JobEdge(
                        source=build_vertex_id(head),
                        target=build_vertex_id(edge.target_id),
                        stream_edge=edge,
                        distribution_pattern=pattern,
                        result_type=data_sets[data_set_index].result_type,
                        data_set=data_set_index,
                        number=number,
                    )
                )
            produced[head] = len(data_sets)
        return inputs, produced

    def _create_data_sets(self, chain: _Chain) -> list[_DataSet]:
        """Create the data sets of *chain*; several edges may read one stored result."""
        data_sets: list[_DataSet] = []
        for edge in chain.out_edges:
            result_type = self._determine_result_type(edge)
            if edge.source_id not in self._blocking_nodes:
                check_buffer_timeout(edge, self._graph, result_type)
            shared = next(
                (data for data in data_sets if self._can_share_data_set(data, edge, result_type)),
                None,
            )
            if shared is None:
                data_sets.append(_DataSet(result_type, [edge]))
                continue
            shared.edges.append(edge)
            if shared.result_type == "HYBRID_SELECTIVE":
                shared.result_type = "HYBRID_FULL"  # a selective result cannot be shared
        return data_sets

    def _can_share_data_set(
        self, data_set: _DataSet, edge: StreamEdge, result_type: ResultPartitionType
    ) -> bool:
        other = data_set.edges[0]
        hybrid = result_type.startswith("HYBRID") and data_set.result_type.startswith("HYBRID")
        return (
            result_type != "PIPELINED_BOUNDED"
            and (hybrid or result_type == data_set.result_type)
            and edge.source_id == other.source_id
            and _is_same_partitioner(edge.partitioner, other.partitioner)
            and self._forward_groups.get_parallelism(edge.target_id)
            == self._forward_groups.get_parallelism(other.target_id)
            and edge.output_tag == other.output_tag
        )

    def _determine_result_type(self, edge: StreamEdge) -> ResultPartitionType:
        if edge.source_id in self._blocking_nodes or edge.exchange_mode == "BATCH":
            return "BLOCKING"
        if edge.partitioner.is_broadcast and self._exchange_type == "HYBRID_SELECTIVE":
            return "HYBRID_FULL"
        return self._exchange_type

    # --- vertices -----------------------------------------------------------------------------------

    def _create_vertex(
        self, chain: _Chain, inputs: list[JobEdge], produced: dict[int, int]
    ) -> JobVertex:
        head = chain.head
        operators = tuple(ChainedOperator(node, *self._outputs[node.id]) for node in chain.nodes)
        name, description = describe_vertex(operators, self._settings)
        planned, max_parallelism = self._forward_groups.get_parallelism(head.id)
        return JobVertex(
            key=build_vertex_id(head.id),
            id=self._hashes[head.id],
            name=name,
            description=description,
            operators=operators,
            parallelism=self._forward_groups.get_runtime_parallelism(head.id),
            max_parallelism=get_effective_max_parallelism(head),
            configured_max_parallelism=max_parallelism,
            planned_parallelism=planned,
            slot_sharing_group=head.slot_sharing_group,
            invokable=get_invokable_class(head),
            inputs=tuple(inputs),
            produced_data_sets=produced[head.id],
            co_location_group=head.co_location_group,
            resources=self._graph.slot_resources.get(head.slot_sharing_group),
        )


def _replace_unspecified_forward(edge: StreamEdge) -> StreamEdge:
    """Return *edge* with an unspecified forward partitioner replaced by rescale.

    In a dynamic graph the two operators may get different parallelism.
    """
    if isinstance(edge.partitioner, ForwardForUnspecifiedPartitioner):
        return replace(edge, partitioner=RescalePartitioner())
    return edge


def _is_same_partitioner(first: StreamPartitioner, second: StreamPartitioner) -> bool:
    if isinstance(first, KeyGroupStreamPartitioner) and isinstance(
        second, KeyGroupStreamPartitioner
    ):
        return (
            first.key_selector is second.key_selector
            and first.max_parallelism == second.max_parallelism
        )
    if isinstance(first, CustomPartitionerWrapper):
        return first is second
    return type(first) is type(second)


def get_invokable_class(head: StreamNode) -> str:
    """Return the name of Flink's task class that runs the chain."""
    if isinstance(head.spec, SourceSpec):
        return "SourceStreamTask" if head.spec.legacy else "SourceOperatorStreamTask"
    two_inputs = any(edge.type_number for edge in head.in_edges)
    return "TwoInputStreamTask" if two_inputs else "OneInputStreamTask"
