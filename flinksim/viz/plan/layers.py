"""Builds the plan diagram of a program: all layers in one model. Not in Flink.

:mod:`flinksim.viz.diagram.model` describes the layers and their ids. This module combines them and
builds the first two; :mod:`flinksim.viz.plan.task_layers` builds the layers of tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flinksim.analysis.whatif.chaining_counterfactuals import verdicts_of_edges
from flinksim.core.i18n.messages import Said
from flinksim.datastream.api_flavor import dialect_of
from flinksim.datastream.partitioner import ForwardPartitioner
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import (
    PartitionSpec,
    SideOutputSpec,
    SinkSpec,
    SourceSpec,
    Transformation,
    UnionSpec,
)
from flinksim.graph.chaining import PARTITIONER_CALLS
from flinksim.graph.chaining_model import EdgeVerdict
from flinksim.graph.execution_graph import (
    ExecutionGraph,
    NoResourceAvailableException,
    create_execution_graph,
)
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.stream_graph_generator import (
    StreamEdge,
    StreamGraph,
    StreamNode,
    generate_stream_graph,
)
from flinksim.viz.diagram.geometry import (
    CAPTION_SIZE,
    MARGIN,
    NODE_HEIGHT,
    PILL_HEIGHT,
    box_width,
    cut,
    spread,
    text_width,
)
from flinksim.viz.diagram.layered_layout import arrange
from flinksim.viz.diagram.model import (
    Details,
    EdgeKind,
    Layer,
    LayerDocument,
    LayerEdge,
    LayerName,
    LayerNode,
    NodeKind,
)
from flinksim.viz.plan.deployment_steps import walk_on_of
from flinksim.viz.plan.generation_steps import RecordedWalk
from flinksim.viz.plan.removed_transformations import BYGONES
from flinksim.viz.plan.slot_layer import slots_layer
from flinksim.viz.plan.task_layers import execution_layer, job_layer

_PYTHON_OPERATORS = Said(
    "These are the operators that PyFlink makes: key_by is one of its own, and Python functions in a "
    "row are one, whose name has all of theirs. The dialect java has one for each."
)


def document_of(pipeline: Pipeline, with_changes: bool = True) -> LayerDocument:
    """Build the diagram of *pipeline* in all layers, with chaining decisions and generation steps.

    If the cluster has too few slots, the diagram says so in its ``notes``.

    Args:
        pipeline: The program.
        include_changes: Whether each decision has the change that flips it. Without changes a plan with
            hundreds of edges takes a fraction of the time.

    Raises:
        RuntimeError: The graphs cannot be derived; also other errors of the generators.
    """
    recorder = RecordedWalk()
    stream_graph = generate_stream_graph(pipeline, recorder)
    job_graph = create_job_graph(stream_graph)
    verdicts = verdicts_of(stream_graph, with_changes)
    execution_graph, shortage = _unfolded(job_graph)
    document = _document_of(execution_graph, verdicts, shortage)
    reasons = {one.edge: reason_of(one) for one in verdicts if not one.chained}
    deployment_steps = walk_on_of(execution_graph, reasons, len(recorder.steps))
    first_layer = transformation_layer(pipeline, stream_graph)
    history = tuple(bygone.said() for bygone in BYGONES)
    layers = (first_layer, *document.layers)
    notes = document.notes
    if dialect_of(pipeline.configuration).operators_are_pythons:
        notes = (_PYTHON_OPERATORS, *notes)
    return replace(
        document,
        layers=layers,
        walk=(*recorder.steps, *deployment_steps),
        history=history,
        notes=notes,
    )


def document_of_job(job_graph: JobGraph, verdicts: Sequence[EdgeVerdict]) -> LayerDocument:
    """Build the diagram of *job_graph* in all layers except transformations."""
    execution_graph, shortage = _unfolded(job_graph)
    return _document_of(execution_graph, verdicts, shortage)


def _unfolded(job_graph: JobGraph) -> tuple[ExecutionGraph, tuple[str, ...]]:
    """Create the execution graph; return it with the messages about missing slots."""
    try:
        return create_execution_graph(job_graph), ()
    except NoResourceAvailableException as error:
        return create_execution_graph(job_graph, must_fit=False), (error.args[0],)


def _document_of(
    execution_graph: ExecutionGraph, verdicts: Sequence[EdgeVerdict], notes: tuple[str, ...]
) -> LayerDocument:
    job_graph = execution_graph.job_graph
    return LayerDocument(
        job_name=job_graph.name,
        layers=(
            stream_layer(job_graph.stream_graph, job_graph),
            job_layer(job_graph),
            execution_layer(execution_graph),
            slots_layer(execution_graph),
        ),
        verdicts=tuple(verdicts),
        notes=notes,
    )


def reason_of(verdict: EdgeVerdict) -> str:
    """Return why an edge is not chained: the reason of the first condition that does not hold."""
    return next(
        (one.reason for one in verdict.verdicts if not one.holds),
        Said("its ends are in other chains"),
    )


def verdicts_of(stream_graph: StreamGraph, with_changes: bool = True) -> tuple[EdgeVerdict, ...]:
    """Compute the chaining decision of every edge of *stream_graph*."""
    return tuple(verdicts_of_edges(stream_graph, with_changes))


# --- transformations ------------------------------------------------------------------------------


def transformation_layer(pipeline: Pipeline, stream_graph: StreamGraph) -> Layer:
    """Build the layer of the declared transformations, physical and virtual."""
    lands_on: dict[int, list[str]] = {}
    for edge in stream_graph.edges():
        for number in edge.through:
            lands_on.setdefault(number, []).append(edge.name)
    nodes = [
        _transformation_node(transformation, tuple(lands_on.get(transformation.id, ())))
        for transformation in pipeline.transformations
    ]
    edges = [
        _edge(f"t{source.id}>t{t.id}" + (f"#{n}" if source in t.inputs[:n] else ""), source, t)
        for t in pipeline.transformations
        for n, source in enumerate(t.inputs)
    ]
    return _laid_out("transformations", "Transformations", nodes, edges)


def _transformation_node(transformation: Transformation, lands_on: tuple[str, ...]) -> LayerNode:
    spec = transformation.spec
    kind: NodeKind = "operator"
    label = transformation.name
    caption: str = Said("parallelism {0}", transformation.parallelism)
    match spec:
        case PartitionSpec(partitioner):
            kind, caption = "partition", ""
            label = PARTITIONER_CALLS.get(partitioner.name, partitioner.name)
        case UnionSpec():
            kind, label, caption = "union", "union", ""
        case SideOutputSpec(tag):
            kind, label, caption = "side output", Said("side output {0!r}", tag.tag_id), ""
        case SourceSpec():
            kind = "source"
        case SinkSpec():
            kind = "sink"
    functions = transformation.functions
    details: Details = (
        ("id", transformation.id),
        ("name", transformation.name),
        ("description", transformation.description or None),
        ("first function", functions[0].name if len(functions) > 1 else None),
        ("becomes", "edges" if kind in _VIRTUAL else "a node"),
        ("uid", transformation.uid),
        ("chaining strategy", transformation.chaining_strategy),
        ("slot sharing group", transformation.slot_sharing_group),
    )
    return LayerNode(
        id=f"t{transformation.id}",
        label=cut(label),
        kind=kind,
        place=(0.0, 0.0, box_width(cut(label), caption), _height(kind)),
        caption=caption,
        lands_on=lands_on,
        details=_told(details),
    )


_VIRTUAL = ("partition", "union", "side output")


def _height(kind: NodeKind) -> float:
    return PILL_HEIGHT if kind in _VIRTUAL else NODE_HEIGHT


def _edge(name: str, source: Transformation, target: Transformation) -> LayerEdge:
    return LayerEdge(name, f"t{source.id}", f"t{target.id}", "", "input", ())


# --- stream graph ---------------------------------------------------------------------------------


def stream_layer(stream_graph: StreamGraph, job_graph: JobGraph) -> Layer:
    """Build the layer of operators and their edges with partitioners."""
    nodes = [_stream_node(node) for node in stream_graph.nodes.values()]
    chained = {
        edge.edge_id
        for vertex in job_graph.vertices
        for operator in vertex.operators
        for edge in operator.chained_outputs
    }
    edges = [
        stream_edge(edge, chained=edge.edge_id in chained, origin=f"t{edge.target_id}")
        for edge in stream_graph.edges()
    ]
    return _laid_out("stream", "StreamGraph", nodes, edges)


def _stream_node(node: StreamNode) -> LayerNode:
    kind: NodeKind = "operator"
    if isinstance(node.spec, SourceSpec):
        kind = "source"
    elif isinstance(node.spec, SinkSpec):
        kind = "sink"
    caption = Said("parallelism {0}", node.parallelism)
    return LayerNode(
        id=f"o{node.id}",
        label=cut(node.name),
        kind=kind,
        place=(0.0, 0.0, box_width(cut(node.name), caption), NODE_HEIGHT),
        caption=caption,
        origin=f"t{node.transformation_id}",
        details=_told(
            (
                ("id", node.id),
                ("name", node.name),
                ("description", node.description),
                ("added by", "PyFlink" if node.added_by_pyflink else None),
                ("slot sharing group", node.slot_sharing_group),
                ("co-location group", node.co_location_group),
                ("chaining strategy", node.chaining_strategy),
                ("buffer timeout ms", node.buffer_timeout_ms),
                ("max parallelism", node.max_parallelism if node.max_parallelism > 0 else None),
                ("uid", node.uid),
                ("uid hash", node.uid_hash),
            )
        ),
    )


def stream_edge(edge: StreamEdge, chained: bool, origin: str | None) -> LayerEdge:
    """Build the diagram edge of a stream edge, without a path."""
    kind: EdgeKind = "forward" if isinstance(edge.partitioner, ForwardPartitioner) else "exchange"
    tag = None if edge.output_tag is None else edge.output_tag.tag_id
    return LayerEdge(
        id=edge.name,
        source=f"o{edge.source_id}",
        target=f"o{edge.target_id}",
        label=edge.partitioner.name if tag is None else f"{edge.partitioner.name} [{tag}]",
        kind=kind,
        points=(),
        origin=origin,
        details=_told(
            (
                ("partitioner", edge.partitioner.name),
                ("chained", chained),
                ("side output", tag),
                ("exchange mode", edge.exchange_mode),
                ("input", edge.type_number or None),
                ("buffer timeout ms", edge.buffer_timeout_ms),
            )
        ),
    )


def _laid_out(
    name: LayerName, title: str, nodes: Sequence[LayerNode], edges: Sequence[LayerEdge]
) -> Layer:
    sizes = {node.id: node.place[2:] for node in nodes}
    max_label_width = max((text_width(edge.label, CAPTION_SIZE) for edge in edges), default=0.0)
    pairs = [(edge.source, edge.target) for edge in edges]
    layout = arrange(sizes, pairs, gap_x=max(56.0, max_label_width + 40.0))
    placed = {}
    for node in nodes:
        x, y = layout.places[node.id]
        width, height = node.place[2:]
        placed[node.id] = replace(node, place=(x + MARGIN, y + MARGIN, width, height))
    routed = [
        replace(edge, points=tuple((x + MARGIN, y + MARGIN) for x, y in route))
        for edge, route in zip(edges, layout.routes, strict=True)
    ]
    width, height = layout.width + 2 * MARGIN, layout.height + 2 * MARGIN
    return Layer(name, title, width, height, tuple(placed.values()), tuple(spread(routed, placed)))


def _told(details: Details) -> Details:
    """Remove the details without a value."""
    return tuple((name, value) for name, value in details if value is not None)
