"""The job graph: chains of operators as vertices, and the edges between them.

Flink: ``StreamingJobGraphGenerator``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from flinksim.core.ids import vertex_id
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
    exchange_type,
    executes_in_batch,
    leaves_parallelism_open,
)
from flinksim.graph.chaining import is_chainable
from flinksim.graph.forward_groups import ForwardGroups
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
from flinksim.graph.job_graph_model import sorted_from_sources as sorted_from_sources
from flinksim.graph.stream_graph_generator import (
    StreamEdge,
    StreamGraph,
    StreamNode,
    effective_max_parallelism,
)
from flinksim.graph.stream_graph_hasher import generate_hashes
from flinksim.graph.vertex_descriptions import vertex_descriptions, with_index


def create_job_graph(stream_graph: StreamGraph) -> JobGraph:
    """The job graph of *stream_graph*.

    Raises ``ValueError`` if two operators have the same uid, if a name or uid is empty, if a buffer
    timeout is set before a blocking exchange, or if barriers may overtake although a partitioner is the
    user's own; ``RuntimeError`` if operators that must share a slot may not, or have a slot sharing
    group although exchanges are hybrid.
    """
    check_unaligned_checkpoints(stream_graph)
    return _Generator(stream_graph).create()


@dataclass(slots=True)
class _Chain:
    """A chain as it is built: its nodes in depth-first order, the edges that leave it."""

    head: StreamNode
    nodes: list[StreamNode] = field(default_factory=list)
    out_edges: list[StreamEdge] = field(default_factory=list)


@dataclass(slots=True)
class _DataSet:
    """What a chain writes, once for all edges that may read the same."""

    result_type: ResultPartitionType
    edges: list[StreamEdge]


class _Generator:
    def __init__(self, stream_graph: StreamGraph) -> None:
        self._graph = stream_graph
        self._settings = stream_graph.settings
        self._hashes = generate_hashes(stream_graph)
        self._chains: dict[int, _Chain] = {}
        self._begun: set[int] = set()
        self._blocking: set[int] = set()
        self._exchange_type = exchange_type(
            self._settings, fine_grained=bool(stream_graph.slot_resources)
        )
        self._chainable = {
            edge.edge_id: is_chainable(edge, stream_graph) for edge in stream_graph.edges()
        }
        dynamic = leaves_parallelism_open(self._settings)
        self._outputs = {
            node.id: self._outputs_of(node, dynamic) for node in stream_graph.nodes.values()
        }
        self._open = dynamic and self._settings.configuration.get_boolean(AUTO_PARALLELISM, True)
        self._groups = ForwardGroups()

    def create(self) -> JobGraph:
        for source in self._graph.sources:
            self._build_chain(source)
        self._decide_parallelism()
        inputs, produced = self._connect()
        vertices = {
            chain.head.id: self._create_vertex(chain, inputs[chain.head.id], produced)
            for chain in self._chains.values()
        }
        created = [vertices[head] for head in self._chains]
        check_slot_sharing(created)
        check_co_location(created, executes_in_batch(self._settings))
        return JobGraph(
            name=self._graph.job_name,
            vertices=with_index(sorted_from_sources(created), self._settings),
            stream_graph=self._graph,
            creation_order=tuple(vertex.key for vertex in created),
            operator_ids=self._hashes,
        )

    def _outputs_of(
        self, node: StreamNode, dynamic: bool
    ) -> tuple[tuple[StreamEdge, ...], tuple[StreamEdge, ...]]:
        """What *node* calls directly, and what it writes to channels."""
        chained = tuple(edge for edge in node.out_edges if self._chainable[edge.edge_id])
        others = tuple(edge for edge in node.out_edges if not self._chainable[edge.edge_id])
        if dynamic:
            others = tuple(_without_guess(edge) for edge in others)
        return chained, others

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
        check_names(node)
        chain.nodes.append(node)
        if node.outputs_only_after_end_of_stream:
            self._blocking.add(node.id)
        at_the_end = node.id in self._blocking  # a later branch does not make those before it wait
        leaving: list[StreamEdge] = []
        chained, others = self._outputs[node.id]
        for edge in chained:
            if at_the_end:
                self._blocking.add(edge.target_id)
            leaving.extend(self._extend_chain(self._graph.nodes[edge.target_id], chain))
            if edge.target_id in self._blocking:
                self._blocking.add(node.id)
        for edge in others:
            leaving.append(edge)
            self._build_chain(self._graph.nodes[edge.target_id])
        return leaving

    # --- parallelism ------------------------------------------------------------------------------

    def _decide_parallelism(self) -> None:
        """What is known before the job starts, for each head of a chain: all, unless left open.

        What is open is decided by the amount of data: one subtask up to 16 MB, but of a source as many
        as it would have otherwise.
        """
        for head, chain in self._chains.items():
            is_open = self._open and not any(n.parallelism_is_configured for n in chain.nodes)
            parallelism = -1 if is_open else chain.head.parallelism
            nodes = [node.id for node in chain.nodes]
            run = chain.head.parallelism if isinstance(chain.head.spec, SourceSpec) else 1
            self._groups.add(head, nodes, parallelism, chain.head.max_parallelism, run)
        if self._open:
            self._groups.join(edge for chain in self._chains.values() for edge in chain.out_edges)

    # --- edges ------------------------------------------------------------------------------------

    def _connect(self) -> tuple[dict[int, list[JobEdge]], dict[int, int]]:
        """The input edges of each chain, and how many data sets each chain produces."""
        inputs: dict[int, list[JobEdge]] = {head: [] for head in self._chains}
        produced: dict[int, int] = {}
        for head, chain in self._chains.items():
            data_sets = self._data_sets(chain)
            places = {e.edge_id: n for n, data in enumerate(data_sets) for e in data.edges}
            for number, edge in enumerate(chain.out_edges):
                place = places[edge.edge_id]
                pattern: DistributionPattern = (
                    "POINTWISE" if edge.partitioner.is_pointwise else "ALL_TO_ALL"
                )
                inputs[edge.target_id].append(
                    JobEdge(
                        source=vertex_id(head),
                        target=vertex_id(edge.target_id),
                        stream_edge=edge,
                        distribution_pattern=pattern,
                        result_type=data_sets[place].result_type,
                        data_set=place,
                        number=number,
                    )
                )
            produced[head] = len(data_sets)
        return inputs, produced

    def _data_sets(self, chain: _Chain) -> list[_DataSet]:
        """What *chain* writes; a stored result may be read by several edges."""
        data_sets: list[_DataSet] = []
        for edge in chain.out_edges:
            kind = self._result_type(edge)
            if edge.source_id not in self._blocking:
                check_buffer_timeout(edge, self._graph, kind)
            shared = next((data for data in data_sets if self._is_shared(data, edge, kind)), None)
            if shared is None:
                data_sets.append(_DataSet(kind, [edge]))
                continue
            shared.edges.append(edge)
            if shared.result_type == "HYBRID_SELECTIVE":
                shared.result_type = "HYBRID_FULL"  # what one has read, another still needs
        return data_sets

    def _is_shared(self, data: _DataSet, edge: StreamEdge, kind: ResultPartitionType) -> bool:
        other = data.edges[0]
        hybrid = kind.startswith("HYBRID") and data.result_type.startswith("HYBRID")
        return (
            kind != "PIPELINED_BOUNDED"
            and (hybrid or kind == data.result_type)
            and edge.source_id == other.source_id
            and _choose_alike(edge.partitioner, other.partitioner)
            and self._groups.decided(edge.target_id) == self._groups.decided(other.target_id)
            and edge.output_tag == other.output_tag
        )

    def _result_type(self, edge: StreamEdge) -> ResultPartitionType:
        if edge.source_id in self._blocking or edge.exchange_mode == "BATCH":
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
        name, description = vertex_descriptions(operators, self._settings)
        planned, max_parallelism = self._groups.decided(head.id)
        return JobVertex(
            key=vertex_id(head.id),
            id=self._hashes[head.id],
            name=name,
            description=description,
            operators=operators,
            parallelism=self._groups.at_run(head.id),
            max_parallelism=effective_max_parallelism(head),
            configured_max_parallelism=max_parallelism,
            planned_parallelism=planned,
            slot_sharing_group=head.slot_sharing_group,
            invokable=invokable_of(head),
            inputs=tuple(inputs),
            produced_data_sets=produced[head.id],
            co_location_group=head.co_location_group,
            resources=self._graph.slot_resources.get(head.slot_sharing_group),
        )


def _without_guess(edge: StreamEdge) -> StreamEdge:
    """*edge* where its ends may differ in parallelism: what was forward only because they did not."""
    if isinstance(edge.partitioner, ForwardForUnspecifiedPartitioner):
        return replace(edge, partitioner=RescalePartitioner())
    return edge


def _choose_alike(one: StreamPartitioner, other: StreamPartitioner) -> bool:
    if isinstance(one, KeyGroupStreamPartitioner) and isinstance(other, KeyGroupStreamPartitioner):
        return (
            one.key_selector is other.key_selector and one.max_parallelism == other.max_parallelism
        )
    if isinstance(one, CustomPartitionerWrapper):
        return one is other
    return type(one) is type(other)


def invokable_of(head: StreamNode) -> str:
    """The class of the task that runs the chain."""
    if isinstance(head.spec, SourceSpec):
        return "SourceStreamTask" if head.spec.legacy else "SourceOperatorStreamTask"
    two_inputs = any(edge.type_number for edge in head.in_edges)
    return "TwoInputStreamTask" if two_inputs else "OneInputStreamTask"
