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
from flinksim.core.i18n.messages import Message
from flinksim.core.pyflink_errors import JavaIllegalArgumentError, JavaRuntimeError
from flinksim.core.recursion_limit import allow_chain_of
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
    ADDED_BY_PYFLINK,
    BroadcastProcessSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    FactorySpec,
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
    is_batch_job,
    is_batch_state_backend_enabled,
    is_dynamic_graph,
    resolve_job_name,
)
from flinksim.graph.stream_graph_model import (
    DEFAULT_SLOT_SHARING_GROUP as DEFAULT_SLOT_SHARING_GROUP,
)
from flinksim.graph.stream_graph_model import NodeKind as NodeKind
from flinksim.graph.stream_graph_model import StreamEdge as StreamEdge
from flinksim.graph.stream_graph_model import StreamGraph as StreamGraph
from flinksim.graph.stream_graph_model import StreamNode as StreamNode
from flinksim.graph.stream_graph_model import (
    get_effective_max_parallelism as get_effective_max_parallelism,
)

_TWO_INPUT_SPECS = (
    CoMapSpec,
    CoFlatMapSpec,
    CoProcessSpec,
    KeyedCoProcessSpec,
    BroadcastProcessSpec,
    KeyedBroadcastProcessSpec,
    IntervalJoinSpec,
)


class GenerationListener(Protocol):
    """Callbacks for each step of the generator (see :mod:`flinksim.viz.plan.generation_steps`)."""

    def on_transformation_entered(self, transformation: Transformation) -> None:
        """Handle the beginning of *transformation*; its inputs are visited first."""

    def on_transformation_reused(self, transformation: Transformation) -> None:
        """Handle a *transformation* that was visited before, so that its result is used again."""

    def on_transformation_left(self) -> None:
        """Handle the end of the visit that was begun last."""

    def on_union(self, transformation: Transformation, origins: Sequence[int]) -> None:
        """Handle a union, which only collects the node ids of its inputs."""

    def on_virtual_node(self, transformation: Transformation, number: int, origin: int) -> None:
        """Handle a new virtual node that keeps the partitioner or the side output for later edges."""

    def on_node(self, transformation: Transformation, node: StreamNode) -> None:
        """Handle a physical transformation that became *node*."""

    def on_edge(self, edge: StreamEdge, origin: int) -> None:
        """Handle a new edge for the input *origin*, which may be a virtual node."""


@dataclass(frozen=True, slots=True)
class _Output:
    """The node that produces the output of a transformation, and virtual transformations after it.

    Virtual transformations (partitions, side outputs) become no node of their own. ``id`` is the id of
    the node, or of the last virtual one.
    """

    id: int
    node: StreamNode
    partitioner: StreamPartitioner | None = None
    partitioned_by: int | None = None
    output_tag: OutputTag | None = None
    virtual_transformation_ids: tuple[int, ...] = ()


def generate_stream_graph(
    pipeline: Pipeline, listener: GenerationListener | None = None
) -> StreamGraph:
    """Generate the stream graph of *pipeline*.

    Args:
        pipeline: The program.
        listener: Receives each step of the generator.

    Raises:
        ValueError: If the program calls ``forward()`` between operators of different parallelism, or
            has more operators than can run.
        RuntimeError: If an operator has no uid although automatic uids are disabled.

    Other errors of Flink's generator are raised as well.

    >>> from flinksim.datastream import StreamExecutionEnvironment
    >>> env = StreamExecutionEnvironment.get_execution_environment()
    >>> _ = env.from_collection([1, 2]).print()
    >>> [node.name for node in generate_stream_graph(env.pipeline()).nodes.values()]
    ['Source: Collection Source', 'Sink: Print to Std. Out']
    """
    allow_chain_of(len(pipeline.transformations))
    return _StreamGraphGenerator(pipeline, listener).generate()


class _StreamGraphGenerator:
    def __init__(self, pipeline: Pipeline, listener: GenerationListener | None) -> None:
        self._pipeline = pipeline
        self._listener = listener
        self._graph = StreamGraph(resolve_job_name(pipeline), pipeline)
        self._graph.slot_resources = {
            group.get_name(): group for group in pipeline.slot_sharing_groups if group.has_resources
        }
        self._already_transformed: dict[int, tuple[_Output, ...]] = {}
        self._is_batch = is_batch_job(pipeline)
        is_batch_state_backend_enabled(pipeline)  # for its error
        self._buffer_timeout_ms = -1 if self._is_batch else pipeline.buffer_timeout_ms
        self._default_forward_class: type[ForwardPartitioner] = (
            ForwardForUnspecifiedPartitioner if is_dynamic_graph(pipeline) else ForwardPartitioner
        )
        # Nodes that the generator adds, virtual ones too, get ids after those of the program.
        self._next_id = pipeline.next_transformation_id

    def generate(self) -> StreamGraph:
        for transformation in self._pipeline.operators:
            self._transform(transformation)
        return self._graph

    def _transform(self, transformation: Transformation) -> tuple[_Output, ...]:
        """Return the outputs of *transformation*, after creating its nodes if that was not done before."""
        listener = self._listener
        outputs = self._already_transformed.get(transformation.id)
        if outputs is not None:
            if listener is not None:
                listener.on_transformation_reused(transformation)
            return outputs
        if listener is not None:
            listener.on_transformation_entered(transformation)
        self._register_slot_resources(transformation.slot_resources)
        inputs = [self._transform(upstream) for upstream in transformation.inputs]
        # Transforming an input may have transformed this one as well.
        outputs = self._already_transformed.get(transformation.id)
        if outputs is None:
            outputs = self._already_transformed[transformation.id] = self._translate(
                transformation, inputs
            )
        if listener is not None:
            listener.on_transformation_left()
        return outputs

    def _register_slot_resources(self, group: SlotSharingGroup | None) -> None:
        if group is None or not group.has_resources:
            return
        if self._graph.slot_resources.setdefault(group.get_name(), group) != group:
            raise JavaIllegalArgumentError(
                f"The slot sharing group {group.get_name()} has been configured with two different "
                "resource spec. Give all its operators one SlotSharingGroup."
            )

    def _translate(
        self, transformation: Transformation, inputs: list[tuple[_Output, ...]]
    ) -> tuple[_Output, ...]:
        match transformation.spec:
            case UnionSpec():
                return self._add_union(transformation, inputs)
            case PartitionSpec() | SideOutputSpec():
                return tuple(self._add_virtual_node(transformation, outlet) for outlet in inputs[0])
            case _:
                node = self._add_node(transformation, inputs)
                if isinstance(node.spec, SinkSpec) and node.spec.sink.has_committer:
                    self._add_committer(transformation, node, node.spec.sink)
                return (_Output(node.id, node),)

    def _add_union(
        self, transformation: Transformation, inputs: list[tuple[_Output, ...]]
    ) -> tuple[_Output, ...]:
        united = tuple(
            replace(
                outlet,
                virtual_transformation_ids=(*outlet.virtual_transformation_ids, transformation.id),
            )
            for group in inputs
            for outlet in group
        )
        if self._listener is not None:
            self._listener.on_union(transformation, [outlet.id for outlet in united])
        return united

    def _add_virtual_node(self, transformation: Transformation, output: _Output) -> _Output:
        number, self._next_id = self._next_id, self._next_id + 1
        virtual = replace(
            output,
            id=number,
            virtual_transformation_ids=(*output.virtual_transformation_ids, transformation.id),
        )
        # The last of several partitioners wins, and the last of several tags.
        if isinstance(transformation.spec, PartitionSpec):
            partitioner = transformation.spec.partitioner
            virtual = replace(virtual, partitioner=partitioner, partitioned_by=transformation.id)
        elif isinstance(transformation.spec, SideOutputSpec):
            virtual = replace(virtual, output_tag=transformation.spec.tag)
        if self._listener is not None:
            self._listener.on_virtual_node(transformation, number, output.id)
        return virtual

    def _add_node(
        self, transformation: Transformation, inputs: list[tuple[_Output, ...]]
    ) -> StreamNode:
        node = self._create_node(transformation, inputs)
        self._graph.nodes[node.id] = node
        if self._listener is not None:
            self._listener.on_node(transformation, node)
        two_inputs = isinstance(node.spec, _TWO_INPUT_SPECS) or (
            isinstance(node.spec, FactorySpec) and len(node.spec.key_selectors) == 2
        )
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
        if self._listener is not None:
            self._listener.on_node(transformation, committer)
        output = _Output(writer.id, writer, ForwardPartitioner())
        # A batch job commits when all output is written.
        self._add_edge(output, committer, 0, "BATCH" if self._is_batch else "UNDEFINED")

    def _create_node(
        self, transformation: Transformation, inputs: list[tuple[_Output, ...]]
    ) -> StreamNode:
        spec = transformation.spec
        assert not isinstance(spec, (PartitionSpec, UnionSpec, SideOutputSpec))
        if not self._pipeline.auto_generated_uids and not (
            transformation.uid is not None or transformation.uid_hash
        ):
            raise JavaRuntimeError(
                "Auto generated UIDs have been disabled but no UID or hash has been assigned to "
                f"operator {transformation.name}. Call uid(...) on it."
            )
        node_id, name, kind = self._assign_id_and_name(transformation)
        timeout = transformation.buffer_timeout_ms
        node = StreamNode(
            id=node_id,
            name=name,
            description=_determine_description(transformation, name),
            spec=spec,
            kind=kind,
            parallelism=_resolve_default(transformation.parallelism, self._pipeline.parallelism),
            max_parallelism=_resolve_default(
                transformation.max_parallelism, self._pipeline.max_parallelism
            ),
            slot_sharing_group=self._determine_slot_sharing_group(transformation, inputs),
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
            is_parallelism_configured=transformation.is_parallelism_configured,
            functions=transformation.functions,
            added_by_pyflink=bool(transformation.extra.get(ADDED_BY_PYFLINK)),
            declared_at=transformation.declared_at,
        )
        self._adjust_chaining(node)
        return node

    def _assign_id_and_name(self, transformation: Transformation) -> tuple[int, str, NodeKind]:
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

    def _determine_slot_sharing_group(
        self, transformation: Transformation, inputs: list[tuple[_Output, ...]]
    ) -> str:
        """Return the slot sharing group that is set, else the one that all inputs share, else "default"."""
        if transformation.slot_sharing_group is not None:
            return transformation.slot_sharing_group
        groups = [outlet.node.slot_sharing_group for group in inputs for outlet in group]
        if groups and all(group == groups[0] for group in groups):
            return groups[0]
        return DEFAULT_SLOT_SHARING_GROUP

    def _add_edge(
        self,
        output: _Output,
        target: StreamNode,
        type_number: int,
        exchange_mode: str = "UNDEFINED",
    ) -> None:
        edge = replace(self._create_edge(output, target, type_number), exchange_mode=exchange_mode)
        output.node.out_edges.append(edge)
        target.in_edges.append(edge)
        if self._listener is not None:
            self._listener.on_edge(edge, output.id)

    def _create_edge(self, output: _Output, target: StreamNode, type_number: int) -> StreamEdge:
        source = output.node
        partitioner = output.partitioner
        if partitioner is None:
            same_parallelism = source.parallelism == target.parallelism
            partitioner = (
                self._default_forward_class() if same_parallelism else RebalancePartitioner()
            )
        if isinstance(partitioner, ForwardPartitioner):
            _check_forward(source, target)
        if isinstance(partitioner, KeyGroupStreamPartitioner):
            partitioner = KeyGroupStreamPartitioner(
                partitioner.key_selector,
                get_effective_max_parallelism(target),
                partitioner.key_hash,
            )
        occurrence = sum(1 for edge in source.out_edges if edge.target_id == target.id)
        return StreamEdge(
            source_id=source.id,
            target_id=target.id,
            type_number=type_number,
            partitioner=partitioner,
            output_tag=output.output_tag,
            buffer_timeout_ms=source.buffer_timeout_ms,
            edge_id=f"{source}_{target}_{type_number}_{partitioner.name}_{occurrence}",
            partitioned_by=output.partitioned_by,
            virtual_transformation_ids=output.virtual_transformation_ids,
            occurrence=occurrence,
        )

    def _adjust_chaining(self, node: StreamNode) -> None:
        """Change the chaining strategy of *node* in those cases in which Flink does."""
        if isinstance(node.spec, (BroadcastProcessSpec, KeyedBroadcastProcessSpec)):
            node.chaining_strategy = "ALWAYS"  # Flink ignores the configured strategy here
        if node.is_legacy_source and node.chaining_strategy == "ALWAYS":
            node.chaining_strategy = "HEAD"
        reads_to_the_end = self._is_batch or node.is_output_only_after_end_of_stream
        if node.chaining_strategy == "ALWAYS" and reads_to_the_end and node.requires_sorted_input:
            node.chaining_strategy = "HEAD"


def _determine_description(transformation: Transformation, name: str) -> str:
    # The operators of an expanded sink do not inherit its description.
    inherits = not isinstance(transformation.spec, SinkSpec) or transformation.spec.legacy
    described = transformation.description if inherits else None
    return name if described is None else described


def _check_forward(source: StreamNode, target: StreamNode) -> None:
    if source.parallelism != target.parallelism:
        form = "plan.forward_parallelism"
        ends = source, source.parallelism, target, target.parallelism
        raise JavaIllegalArgumentError(Message(form, *ends))


def _resolve_default(value: int, default: int) -> int:
    return value if value > 0 else default
