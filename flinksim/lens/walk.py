"""The generator's walk over a program, kept step by step and told in sentences.

Flink: ``StreamGraphGenerator.transform`` and the ``TransformationTranslator`` of each kind. The walk
does not begin at the sinks alone, as is often said: Flink goes through all operators in the order in
which the program made them, and from each to its inputs first. Sources and virtual transformations
are met only on the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import PartitionSpec, SideOutputSpec, Transformation
from flinksim.drawing.document import WalkAction, WalkStep
from flinksim.graph.chaining import PARTITIONER_CALLS
from flinksim.graph.stream_graph import StreamEdge, StreamNode, generate_stream_graph


def walk_of(pipeline: Pipeline) -> tuple[WalkStep, ...]:
    """What the generator does with *pipeline*, in its order. Raises what the generator raises."""
    walk = RecordedWalk()
    generate_stream_graph(pipeline, walk)
    return tuple(walk.steps)


class RecordedWalk:
    """Keeps what a generator tells (:class:`flinksim.graph.stream_graph.Walk`) as ``steps``."""

    def __init__(self) -> None:
        self.steps: list[WalkStep] = []
        self._path: list[int] = []
        self._virtual: dict[int, Transformation] = {}

    def enter(self, transformation: Transformation) -> None:
        """It begins with *transformation*, and goes to its inputs first."""
        self._path.append(transformation.id)
        inputs = [_named(given) for given in transformation.inputs]
        whither = f"; first its input{'s' * (len(inputs) > 1)} {', '.join(inputs)}" * bool(inputs)
        self._add("enter", transformation.id, f"transform({_named(transformation)}){whither}")

    def known(self, transformation: Transformation) -> None:
        """It has met *transformation* before."""
        self._path.append(transformation.id)
        sentence = f"{_named(transformation)} was transformed before; what it became is reused"
        self._add("known", transformation.id, sentence)
        self._path.pop()

    def leave(self) -> None:
        """It is done with the transformation that it entered last."""
        self._path.pop()

    def union(self, transformation: Transformation, origins: Sequence[int]) -> None:
        """A union only gathers the ids of its inputs."""
        ids = ", ".join(str(number) for number in origins)
        sentence = f"a union becomes no node: who reads it reads {ids}"
        self._add("union", transformation.id, sentence)

    def virtual(self, transformation: Transformation, number: int, origin: int) -> None:
        """Virtual node *number* remembers what a partition or a side output says."""
        self._virtual[number] = transformation
        spec = transformation.spec
        action: WalkAction = "partition"
        if isinstance(spec, SideOutputSpec):
            action = "side output"
            what = f"the side output {spec.tag.tag_id!r}"
        else:
            assert isinstance(spec, PartitionSpec)
            what = f"the partitioner {spec.partitioner.name}"
        sentence = (
            f"{_named(transformation)} stays virtual: node {number} only remembers {what} for those "
            f"who read {origin} through it"
        )
        self._add(action, transformation.id, sentence, number)

    def node(self, transformation: Transformation, node: StreamNode) -> None:
        """A physical transformation became *node*."""
        sentence = (
            f"{_named(transformation)} becomes node {node.id}, parallelism {node.parallelism}"
        )
        if node.id != transformation.id:
            sentence += ": a sink of the newer kind unfolds into operators with ids of their own"
        self._add("node", transformation.id, sentence, node.id)

    def edge(self, edge: StreamEdge, origin: int) -> None:
        """An edge was added for input *origin*, which may be a virtual node."""
        name = edge.partitioner.name
        sentence = f"edge {edge.source_id} to {edge.target_id}: {name}"
        if edge.partitioned_by is not None:
            call = PARTITIONER_CALLS.get(name, name)
            sentence += f", which {call} left at virtual node {self._node_of(edge, origin)}"
        elif name == "FORWARD":
            sentence += ", as the program names none and parallelism is the same"
        else:
            sentence += ", as the program names none and parallelism differs"
        if edge.output_tag is not None:
            sentence += f"; only the side output {edge.output_tag.tag_id!r}"
        self._add("edge", self._path[-1], sentence, edge=edge.name)

    def _node_of(self, edge: StreamEdge, origin: int) -> int:
        """The virtual node that remembers the partitioner of *edge*."""
        own = [number for number, t in self._virtual.items() if t.id == edge.partitioned_by]
        return origin if origin in own else own[-1]

    def _add(
        self,
        action: WalkAction,
        transformation: int,
        sentence: str,
        node: int | None = None,
        edge: str | None = None,
    ) -> None:
        depth = len(self._path) - 1
        number = len(self.steps)
        self.steps.append(WalkStep(number, depth, action, transformation, node, edge, sentence))


def _named(transformation: Transformation) -> str:
    spec = transformation.spec
    name = transformation.name
    if isinstance(spec, PartitionSpec):
        name = PARTITIONER_CALLS.get(spec.partitioner.name, spec.partitioner.name)
    return f"{name} [{transformation.id}]"
