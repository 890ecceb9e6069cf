"""The stream graph generator: creates a node for each operator and the edges between them.

:func:`generate_stream_graph` visits each operator after its inputs. Physical transformations become
nodes. Partitions, unions and side outputs stay virtual: their settings become part of the edges.

Flink: ``StreamGraphGenerator`` in ``org.apache.flink.streaming.api.graph``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from flinksim.connectors.sink import Sink
from flinksim.core.i18n.messages import Said
from flinksim.core.pyflink_errors import FailedInJava, RefusedByJava
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.partitioner import (
    ForwardForUnspecifiedPartitioner,
    ForwardPartitioner,
    KeyGroupStreamPartitioner,
    RebalancePartitioner,
    StreamPartitioner,
)
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.datastream.transformations import (
    ADDED,
    BroadcastProcessSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    IntervalJoinSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    PartitionSpec,
    SideOutputSpec,
    SinkSpec,
    SourceSpec,
    Transformation,
    UnionSpec,
)
from flinksim.graph.batch_mode import (
    executes_in_batch,
    has_batch_state_backend,
    job_name_of,
    leaves_parallelism_open,
)
from flinksim.graph.stream_graph_model import (
    DEFAULT_SLOT_SHARING_GROUP as DEFAULT_SLOT_SHARING_GROUP,
)
from flinksim.graph.stream_graph_model import NodeKind as NodeKind
from flinksim.graph.stream_graph_model import StreamEdge as StreamEdge
from flinksim.graph.stream_graph_model import StreamGraph as StreamGraph
from flinksim.graph.stream_graph_model import StreamNode as StreamNode
from flinksim.graph.stream_graph_model import effective_max_parallelism as effective_max_parallelism

_TWO_INPUTS = (
    CoMapSpec,
    CoFlatMapSpec,
    CoProcessSpec,
    KeyedCoProcessSpec,
    BroadcastProcessSpec,
    KeyedBroadcastProcessSpec,
    IntervalJoinSpec,
)


class Walk(Protocol):
    """Callbacks for each step of the generator (see :mod:`flinksim.viz.plan.generation_steps`)."""

    def enter(self, transformation: Transformation) -> None:
        """Handle the start of *transformation*, whose inputs are transformed first."""

    def known(self, transformation: Transformation) -> None:
        """Handle a *transformation* that was already transformed."""

    def leave(self) -> None:
        """Handle the end of the transformation that was entered last."""

    def union(self, transformation: Transformation, origins: Sequence[int]) -> None:
        """Handle a union, which only collects the node ids of its inputs."""

    def virtual(self, transformation: Transformation, number: int, origin: int) -> None:
        """Handle a new virtual node that keeps the partitioner or the side output for later edges."""

    def node(self, transformation: Transformation, node: StreamNode) -> None:
        """Handle a physical transformation that became *node*."""

    def edge(self, edge: StreamEdge, origin: int) -> None:
        """Handle a new edge for the input *origin*, which may be a virtual node."""


@dataclass(frozen=True, slots=True)
class _Outlet:
    """The node that produces the output of a transformation, and the virtual nodes after it.

    ``number`` is the id of the node, or of the last virtual node.
    """

    number: int
    node: StreamNode
    partitioner: StreamPartitioner | None = None
    partitioned_by: int | None = None
    output_tag: OutputTag | None = None
    through: tuple[int, ...] = ()


def generate_stream_graph(pipeline: Pipeline, walk: Walk | None = None) -> StreamGraph:
    """Generate the stream graph of *pipeline*.

    Args:
        pipeline: The program.
        walk: Receives each step of the generator.

    Raises:
        ValueError: If the program calls ``forward()`` between operators of different parallelism.
        RuntimeError: If an operator has no uid although automatic uids are disabled.

    Other errors of Flink's generator are raised as well.

    >>> from flinksim.datastream import StreamExecutionEnvironment
    >>> env = StreamExecutionEnvironment.get_execution_environment()
    >>> _ = env.from_collection([1, 2]).print()
    >>> [node.name for node in generate_stream_graph(env.pipeline()).nodes.values()]
    ['Source: Collection Source', 'Sink: Print to Std. Out']
    """
    return _Generator(pipeline, walk).generate()


class _Generator:
    def __init__(self, pipeline: Pipeline, walk: Walk | None) -> None:
        self._pipeline = pipeline
        self._walk = walk
        self._graph = StreamGraph(job_name_of(pipeline), pipeline)
        self._graph.slot_resources = {
            group.get_name(): group for group in pipeline.slot_sharing_groups if group.has_resources
        }
        self._done: dict[int, tuple[_Outlet, ...]] = {}
        self._batch = executes_in_batch(pipeline)
        has_batch_state_backend(pipeline)  # for its error
        self._buffer_timeout_ms = -1 if self._batch else pipeline.buffer_timeout_ms
        self._guessed: type[ForwardPartitioner] = (
            ForwardForUnspecifiedPartitioner
            if leaves_parallelism_open(pipeline)
            else ForwardPartitioner
        )
        # Nodes that the generator adds, virtual ones too, get ids after those of the program.
        self._next_id = pipeline.next_transformation_id

    def generate(self) -> StreamGraph:
        for transformation in self._pipeline.operators:
            self._transform(transformation)
        return self._graph

    def _transform(self, transformation: Transformation) -> tuple[_Outlet, ...]:
        """Return the outputs of *transformation*, which is transformed first if necessary."""
        listener = self._walk
        outputs = self._done.get(transformation.id)
        if outputs is not None:
            if listener is not None:
                listener.known(transformation)
            return outputs
        if listener is not None:
            listener.enter(transformation)
        self._add_resources(transformation.slot_resources)
        inputs = [self._transform(upstream) for upstream in transformation.inputs]
        # Transforming an input may have transformed this one as well.
        outputs = self._done.get(transformation.id)
        if outputs is None:
            outputs = self._done[transformation.id] = self._translate(transformation, inputs)
        if listener is not None:
            listener.leave()
        return outputs

    def _add_resources(self, group: SlotSharingGroup | None) -> None:
        if group is None or not group.has_resources:
            return
        if self._graph.slot_resources.setdefault(group.get_name(), group) != group:
            raise RefusedByJava(
                f"The slot sharing group {group.get_name()} has been configured with two different "
                "resource spec. Give all its operators one SlotSharingGroup."
            )

    def _translate(
        self, transformation: Transformation, inputs: list[tuple[_Outlet, ...]]
    ) -> tuple[_Outlet, ...]:
        match transformation.spec:
            case UnionSpec():
                return self._unite(transformation, inputs)
            case PartitionSpec() | SideOutputSpec():
                return tuple(self._add_virtual(transformation, outlet) for outlet in inputs[0])
            case _:
                node = self._add_node(transformation, inputs)
                if isinstance(node.spec, SinkSpec) and node.spec.sink.commits:
                    self._add_committer(transformation, node, node.spec.sink)
                return (_Outlet(node.id, node),)

    def _unite(
        self, transformation: Transformation, inputs: list[tuple[_Outlet, ...]]
    ) -> tuple[_Outlet, ...]:
        united = tuple(
            replace(outlet, through=(*outlet.through, transformation.id))
            for group in inputs
            for outlet in group
        )
        if self._walk is not None:
            self._walk.union(transformation, [outlet.number for outlet in united])
        return united

    def _add_virtual(self, transformation: Transformation, outlet: _Outlet) -> _Outlet:
        number, self._next_id = self._next_id, self._next_id + 1
        virtual = replace(outlet, number=number, through=(*outlet.through, transformation.id))
        # The last of several partitioners wins, and the last of several tags.
        if isinstance(transformation.spec, PartitionSpec):
            partitioner = transformation.spec.partitioner
            virtual = replace(virtual, partitioner=partitioner, partitioned_by=transformation.id)
        elif isinstance(transformation.spec, SideOutputSpec):
            virtual = replace(virtual, output_tag=transformation.spec.tag)
        if self._walk is not None:
            self._walk.virtual(transformation, number, outlet.number)
        return virtual

    def _add_node(
        self, transformation: Transformation, inputs: list[tuple[_Outlet, ...]]
    ) -> StreamNode:
        node = self._create_node(transformation, inputs)
        self._graph.nodes[node.id] = node
        if self._walk is not None:
            self._walk.node(transformation, node)
        two_inputs = isinstance(node.spec, _TWO_INPUTS)
        for number, group in enumerate(inputs):
            for outlet in group:
                self._add_edge(outlet, node, number + 1 if two_inputs else 0)
        return node

    def _add_committer(
        self, transformation: Transformation, writer: StreamNode, sink: Sink
    ) -> None:
        """Add the committer of a sink that commits, after its *writer*."""
        name = f"{transformation.name}: Committer"
        committer = replace(
            writer,
            id=self._next_id + 1,  # Flink adds a partition and its virtual node in between
            name=name,
            description=name,
            spec=SinkSpec(sink, is_committer=True),
            uid=None if writer.uid is None else f"Sink Committer: {writer.uid}",
            in_edges=[],
            out_edges=[],
        )
        self._next_id += 3
        self._graph.nodes[committer.id] = committer
        if self._walk is not None:
            self._walk.node(transformation, committer)
        output = _Outlet(writer.id, writer, ForwardPartitioner())
        # A batch job commits when all output is written.
        self._add_edge(output, committer, 0, "BATCH" if self._batch else "UNDEFINED")

    def _create_node(
        self, transformation: Transformation, inputs: list[tuple[_Outlet, ...]]
    ) -> StreamNode:
        spec = transformation.spec
        assert not isinstance(spec, (PartitionSpec, UnionSpec, SideOutputSpec))
        if not self._pipeline.auto_generated_uids and not (
            transformation.uid is not None or transformation.uid_hash
        ):
            raise FailedInJava(
                "Auto generated UIDs have been disabled but no UID or hash has been assigned to "
                f"operator {transformation.name}. Call uid(...) on it."
            )
        node_id, name, kind = self._naming(transformation)
        timeout = transformation.buffer_timeout_ms
        node = StreamNode(
            id=node_id,
            name=name,
            description=_description(transformation, name),
            spec=spec,
            kind=kind,
            parallelism=_positive(transformation.parallelism, self._pipeline.parallelism),
            max_parallelism=_positive(
                transformation.max_parallelism, self._pipeline.max_parallelism
            ),
            slot_sharing_group=self._slot_sharing_group(transformation, inputs),
            chaining_strategy=transformation.chaining_strategy,
            buffer_timeout_ms=timeout if timeout >= 0 else self._buffer_timeout_ms,
            uid=transformation.uid,
            uid_hash=transformation.uid_hash,
            output_type=transformation.output_type,
            key_selector=transformation.key_selector,
            key_type=transformation.key_type,
            serializer=transformation.extra.get("serializer"),
            keyed_inputs=transformation.extra.get("keyed_inputs", (True,)),
            transformation_id=transformation.id,
            co_location_group=transformation.co_location_group_key,
            parallelism_is_configured=transformation.parallelism_is_fixed,
            functions=transformation.functions,
            added_by_pyflink=bool(transformation.extra.get(ADDED)),
            declared_at=transformation.declared_at,
        )
        self._adjust_chaining(node)
        return node

    def _naming(self, transformation: Transformation) -> tuple[int, str, NodeKind]:
        match transformation.spec:
            case SourceSpec():
                return transformation.id, f"Source: {transformation.name}", "SOURCE"
            case SinkSpec(legacy=True):
                return transformation.id, f"Sink: {transformation.name}", "SINK"
            case SinkSpec():
                # A sink of the new API is expanded into several operators.
                self._next_id += 1
                return self._next_id - 1, f"{transformation.name}: Writer", "OPERATOR"
            case _:
                return transformation.id, transformation.name, "OPERATOR"

    def _slot_sharing_group(
        self, transformation: Transformation, inputs: list[tuple[_Outlet, ...]]
    ) -> str:
        """Return the group that is set, else the common group of all inputs, else the default."""
        if transformation.slot_sharing_group is not None:
            return transformation.slot_sharing_group
        groups = [outlet.node.slot_sharing_group for group in inputs for outlet in group]
        if groups and all(group == groups[0] for group in groups):
            return groups[0]
        return DEFAULT_SLOT_SHARING_GROUP

    def _add_edge(
        self,
        outlet: _Outlet,
        target: StreamNode,
        type_number: int,
        exchange_mode: str = "UNDEFINED",
    ) -> None:
        edge = replace(self._create_edge(outlet, target, type_number), exchange_mode=exchange_mode)
        outlet.node.out_edges.append(edge)
        target.in_edges.append(edge)
        if self._walk is not None:
            self._walk.edge(edge, outlet.number)

    def _create_edge(self, outlet: _Outlet, target: StreamNode, type_number: int) -> StreamEdge:
        source = outlet.node
        partitioner = outlet.partitioner
        if partitioner is None:
            same_parallelism = source.parallelism == target.parallelism
            partitioner = self._guessed() if same_parallelism else RebalancePartitioner()
        if isinstance(partitioner, ForwardPartitioner):
            _check_forward(source, target)
        if isinstance(partitioner, KeyGroupStreamPartitioner):
            partitioner = KeyGroupStreamPartitioner(
                partitioner.key_selector, effective_max_parallelism(target), partitioner.key_hash
            )
        occurrence = sum(1 for edge in source.out_edges if edge.target_id == target.id)
        return StreamEdge(
            source_id=source.id,
            target_id=target.id,
            type_number=type_number,
            partitioner=partitioner,
            output_tag=outlet.output_tag,
            buffer_timeout_ms=source.buffer_timeout_ms,
            edge_id=f"{source}_{target}_{type_number}_{partitioner.name}_{occurrence}",
            partitioned_by=outlet.partitioned_by,
            through=outlet.through,
            occurrence=occurrence,
        )

    def _adjust_chaining(self, node: StreamNode) -> None:
        """Override the chaining strategy of *node* where Flink does."""
        if isinstance(node.spec, (BroadcastProcessSpec, KeyedBroadcastProcessSpec)):
            node.chaining_strategy = "ALWAYS"  # Flink ignores the configured strategy here
        if node.is_legacy_source and node.chaining_strategy == "ALWAYS":
            node.chaining_strategy = "HEAD"
        reads_to_the_end = self._batch or node.outputs_only_after_end_of_stream
        if node.chaining_strategy == "ALWAYS" and reads_to_the_end and node.wants_sorted_input:
            node.chaining_strategy = "HEAD"


def _description(transformation: Transformation, name: str) -> str:
    # The operators of an expanded sink do not inherit its description.
    inherits = not isinstance(transformation.spec, SinkSpec) or transformation.spec.legacy
    described = transformation.description if inherits else None
    return name if described is None else described


def _check_forward(source: StreamNode, target: StreamNode) -> None:
    if source.parallelism != target.parallelism:
        form = (
            "Forward partitioning does not allow change of parallelism. Upstream operation: {0} "
            "parallelism: {1}, downstream operation: {2} parallelism: {3} You must use another "
            "partitioning strategy, such as broadcast, rebalance, shuffle or global."
        )
        ends = source, source.parallelism, target, target.parallelism
        raise RefusedByJava(Said(form, *ends))


def _positive(value: int, otherwise: int) -> int:
    return value if value > 0 else otherwise
