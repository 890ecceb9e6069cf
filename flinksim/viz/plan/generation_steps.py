"""Records the steps of stream graph generation as sentences.

Flink: ``StreamGraphGenerator.transform`` and the ``TransformationTranslator`` of each kind. The
generator does not start at the sinks alone. It iterates over all operators in declaration order and
transforms the inputs of each one first. It reaches sources and virtual transformations only as
inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.core.i18n.messages import Message, join_messages
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import PartitionSpec, SideOutputSpec, Transformation
from flinksim.graph.chaining import PARTITIONER_METHODS
from flinksim.graph.stream_graph_generator import StreamEdge, StreamNode, generate_stream_graph
from flinksim.viz.diagram.model import GenerationAction, GenerationStep


def record_generation(pipeline: Pipeline) -> tuple[GenerationStep, ...]:
    """Record the steps of the generator for *pipeline*, in Flink's order.

    Raises:
        RuntimeError: The generator fails; also its other errors.
    """
    recorder = GenerationRecorder()
    generate_stream_graph(pipeline, recorder)
    return tuple(recorder.steps)


class GenerationRecorder:
    """Observer of the stream graph generator that records what it does in ``steps``.

    Implements :class:`flinksim.graph.stream_graph_generator.GenerationListener`.
    """

    def __init__(self) -> None:
        self.steps: list[GenerationStep] = []
        self._path: list[int] = []
        self._virtual_nodes: dict[int, Transformation] = {}

    def on_transformation_entered(self, transformation: Transformation) -> None:
        """Record that the generator starts *transformation* and transforms its inputs first."""
        self._path.append(transformation.id)
        inputs = [_format_name(source) for source in transformation.inputs]
        templates = (
            "plan.transform",
            "plan.transform_input",
            "plan.transform_inputs",
        )
        sentence = Message(
            templates[min(len(inputs), 2)], _format_name(transformation), ", ".join(inputs)
        )
        self._add_step("enter", transformation.id, sentence)

    def on_transformation_reused(self, transformation: Transformation) -> None:
        """Record that the generator meets *transformation* again and reuses its result."""
        self._path.append(transformation.id)
        template = "plan.transformed_before"
        sentence = Message(template, _format_name(transformation))
        self._add_step("known", transformation.id, sentence)
        self._path.pop()

    def on_transformation_left(self) -> None:
        """Record that the generator has finished the current transformation."""
        self._path.pop()

    def on_union(self, transformation: Transformation, origins: Sequence[int]) -> None:
        """Record that a union only collects the ids of its inputs."""
        ids = ", ".join(str(number) for number in origins)
        sentence = Message("plan.union_no_node", ids)
        self._add_step("union", transformation.id, sentence)

    def on_virtual_node(self, transformation: Transformation, number: int, origin: int) -> None:
        """Record that the generator creates the virtual node *number* for *transformation*.

        A virtual node stores a partitioner or a side output, and is read from the node *origin*.
        """
        self._virtual_nodes[number] = transformation
        spec = transformation.spec
        action: GenerationAction = "partition"
        if isinstance(spec, SideOutputSpec):
            action = "side output"
            setting = Message("plan.the_side_output", spec.tag.tag_id)
        else:
            assert isinstance(spec, PartitionSpec)
            setting = Message("plan.the_partitioner", spec.partitioner.name)
        template = "plan.stays_virtual"
        sentence = Message(template, _format_name(transformation), number, setting, origin)
        self._add_step(action, transformation.id, sentence, number)

    def on_node(self, transformation: Transformation, node: StreamNode) -> None:
        """Record that a physical transformation became *node*."""
        is_expanded_sink = node.id != transformation.id
        template = "plan.becomes_sink_node" if is_expanded_sink else "plan.becomes_node"
        sentence = Message(template, _format_name(transformation), node.id, node.parallelism)
        self._add_step("node", transformation.id, sentence, node.id)

    def on_edge(self, edge: StreamEdge, origin: int) -> None:
        """Record that the generator adds *edge* for the input node *origin*, which may be virtual."""
        name = edge.partitioner.name
        values: tuple[Any, ...] = edge.source_id, edge.target_id, name
        if edge.partitioned_by is not None:
            template = "plan.edge_virtual"
            values += PARTITIONER_METHODS.get(name, name), self._find_virtual_node(edge, origin)
        elif name == "FORWARD":
            template = "plan.edge_same_parallelism"
        else:
            template = "plan.edge_other_parallelism"
        sentence: str = Message(template, *values)
        if edge.output_tag is not None:
            restriction = Message("plan.only_side_output", edge.output_tag.tag_id)
            sentence = join_messages((sentence, restriction))
        self._add_step("edge", self._path[-1], sentence, edge=edge.name)

    def _find_virtual_node(self, edge: StreamEdge, origin: int) -> int:
        """Return the virtual node that stores the partitioner of *edge*."""
        own = [number for number, t in self._virtual_nodes.items() if t.id == edge.partitioned_by]
        return origin if origin in own else own[-1]

    def _add_step(
        self,
        action: GenerationAction,
        transformation: int,
        sentence: str,
        node: int | None = None,
        edge: str | None = None,
    ) -> None:
        depth = len(self._path) - 1
        number = len(self.steps)
        self.steps.append(
            GenerationStep(number, depth, action, transformation, node, edge, sentence)
        )


def _format_name(transformation: Transformation) -> str:
    spec = transformation.spec
    name = transformation.name
    if isinstance(spec, PartitionSpec):
        name = PARTITIONER_METHODS.get(spec.partitioner.name, spec.partitioner.name)
    return f"{name} [{transformation.id}]"
