"""Builds the plan diagram of a program: all layers in one model. Not in Flink.

:mod:`flinksim.viz.diagram.model` describes the layers and their ids. This module combines them and
builds the first two; :mod:`flinksim.viz.plan.task_layers` builds the layers of tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flinksim.analysis.whatif.chaining_counterfactuals import compute_edge_verdicts
from flinksim.core.i18n.messages import Message
from flinksim.datastream.api_flavor import get_api_flavor
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
from flinksim.graph.chaining import PARTITIONER_METHODS
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
    compute_box_width,
    distribute_edge_ends,
    measure_text,
    truncate_text,
)
from flinksim.viz.diagram.layered_layout import compute_layout
from flinksim.viz.diagram.model import (
    Details,
    DiagramEdge,
    DiagramNode,
    EdgeKind,
    GraphLayer,
    LayerName,
    NodeKind,
    PlanDiagram,
)
from flinksim.viz.plan.deployment_steps import record_deployment
from flinksim.viz.plan.generation_steps import GenerationRecorder
from flinksim.viz.plan.slot_layer import build_slot_layer
from flinksim.viz.plan.task_layers import build_execution_layer, build_job_layer

_PYTHON_OPERATORS_NOTE = Message("plan.pyflink_note")


def build_plan_diagram(pipeline: Pipeline, include_changes: bool = True) -> PlanDiagram:
    """Build the diagram of *pipeline* in all layers, with chaining decisions and generation steps.

    If the cluster has too few slots, the diagram says so in its ``notes``.

    Args:
        pipeline: The program.
        include_changes: Whether each decision has the change that flips it. Without changes a plan with
            hundreds of edges takes a fraction of the time.

    Raises:
        RuntimeError: The graphs cannot be derived; also other errors of the generators.
    """
    recorder = GenerationRecorder()
    stream_graph = generate_stream_graph(pipeline, recorder)
    job_graph = create_job_graph(stream_graph)
    verdicts = compute_chaining_decisions(stream_graph, include_changes)
    execution_graph, shortage = _expand_job_graph(job_graph)
    document = _build_diagram(execution_graph, verdicts, shortage)
    reasons = {one.edge: find_reason(one) for one in verdicts if not one.chained}
    deployment_steps = record_deployment(execution_graph, reasons, len(recorder.steps))
    first_layer = build_transformation_layer(pipeline, stream_graph)
    history = (Message("plan.iterations"), Message("plan.split_select"))
    layers = (first_layer, *document.layers)
    notes = document.notes
    if get_api_flavor(pipeline.configuration).uses_python_operators:
        notes = (_PYTHON_OPERATORS_NOTE, *notes)
    return replace(
        document,
        layers=layers,
        walk=(*recorder.steps, *deployment_steps),
        history=history,
        notes=notes,
    )


def build_job_diagram(job_graph: JobGraph, verdicts: Sequence[EdgeVerdict]) -> PlanDiagram:
    """Build the diagram of *job_graph* in all layers except transformations."""
    execution_graph, shortage = _expand_job_graph(job_graph)
    return _build_diagram(execution_graph, verdicts, shortage)


def _expand_job_graph(job_graph: JobGraph) -> tuple[ExecutionGraph, tuple[str, ...]]:
    """Create the execution graph; return it with the messages about missing slots."""
    try:
        return create_execution_graph(job_graph), ()
    except NoResourceAvailableException as error:
        return create_execution_graph(job_graph, require_slots=False), (error.args[0],)


def _build_diagram(
    execution_graph: ExecutionGraph, verdicts: Sequence[EdgeVerdict], notes: tuple[str, ...]
) -> PlanDiagram:
    job_graph = execution_graph.job_graph
    return PlanDiagram(
        job_name=job_graph.name,
        layers=(
            build_stream_layer(job_graph.stream_graph, job_graph),
            build_job_layer(job_graph),
            build_execution_layer(execution_graph),
            build_slot_layer(execution_graph),
        ),
        verdicts=tuple(verdicts),
        notes=notes,
    )


def find_reason(verdict: EdgeVerdict) -> str:
    """Return why an edge is not chained: the reason of the first condition that does not hold."""
    return next(
        (one.reason for one in verdict.verdicts if not one.holds),
        Message("plan.in_other_chains"),
    )


def compute_chaining_decisions(
    stream_graph: StreamGraph, include_changes: bool = True
) -> tuple[EdgeVerdict, ...]:
    """Compute the chaining decision of every edge of *stream_graph*."""
    return tuple(compute_edge_verdicts(stream_graph, include_changes))


# --- transformations ------------------------------------------------------------------------------


def build_transformation_layer(pipeline: Pipeline, stream_graph: StreamGraph) -> GraphLayer:
    """Build the layer of the declared transformations, physical and virtual."""
    lands_on: dict[int, list[str]] = {}
    for edge in stream_graph.edges():
        for number in edge.virtual_transformation_ids:
            lands_on.setdefault(number, []).append(edge.name)
    nodes = [
        _build_transformation_node(transformation, tuple(lands_on.get(transformation.id, ())))
        for transformation in pipeline.transformations
    ]
    edges = [
        _build_input_edge(
            f"t{source.id}>t{t.id}" + (f"#{n}" if source in t.inputs[:n] else ""), source, t
        )
        for t in pipeline.transformations
        for n, source in enumerate(t.inputs)
    ]
    return lay_out_layer("transformations", "Transformations", nodes, edges)


def _build_transformation_node(
    transformation: Transformation, lands_on: tuple[str, ...]
) -> DiagramNode:
    spec = transformation.spec
    kind: NodeKind = "operator"
    label = transformation.name
    caption: str = Message("plan.parallelism", transformation.parallelism)
    match spec:
        case PartitionSpec(partitioner):
            kind, caption = "partition", ""
            label = PARTITIONER_METHODS.get(partitioner.name, partitioner.name)
        case UnionSpec():
            kind, label, caption = "union", "union", ""
        case SideOutputSpec(tag):
            kind, label, caption = "side output", Message("plan.side_output", tag.tag_id), ""
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
        ("becomes", "edges" if kind in _VIRTUAL_KINDS else "a node"),
        ("uid", transformation.uid),
        ("chaining strategy", transformation.chaining_strategy),
        ("slot sharing group", transformation.slot_sharing_group),
    )
    return DiagramNode(
        id=f"t{transformation.id}",
        label=truncate_text(label),
        kind=kind,
        place=(0.0, 0.0, compute_box_width(truncate_text(label), caption), _get_node_height(kind)),
        caption=caption,
        lands_on=lands_on,
        details=_drop_empty_details(details),
    )


_VIRTUAL_KINDS = ("partition", "union", "side output")


def _get_node_height(kind: NodeKind) -> float:
    return PILL_HEIGHT if kind in _VIRTUAL_KINDS else NODE_HEIGHT


def _build_input_edge(name: str, source: Transformation, target: Transformation) -> DiagramEdge:
    return DiagramEdge(name, f"t{source.id}", f"t{target.id}", "", "input", ())


# --- stream graph ---------------------------------------------------------------------------------


def build_stream_layer(stream_graph: StreamGraph, job_graph: JobGraph) -> GraphLayer:
    """Build the layer of operators and their edges with partitioners."""
    nodes = [_build_stream_node(node) for node in stream_graph.nodes.values()]
    chained = {
        edge.edge_id
        for vertex in job_graph.vertices
        for operator in vertex.operators
        for edge in operator.chained_outputs
    }
    edges = [
        build_stream_edge(edge, chained=edge.edge_id in chained, origin=f"t{edge.target_id}")
        for edge in stream_graph.edges()
    ]
    return lay_out_layer("stream", "StreamGraph", nodes, edges)


def _build_stream_node(node: StreamNode) -> DiagramNode:
    kind: NodeKind = "operator"
    if isinstance(node.spec, SourceSpec):
        kind = "source"
    elif isinstance(node.spec, SinkSpec):
        kind = "sink"
    caption = Message("plan.parallelism", node.parallelism)
    return DiagramNode(
        id=f"o{node.id}",
        label=truncate_text(node.name),
        kind=kind,
        place=(0.0, 0.0, compute_box_width(truncate_text(node.name), caption), NODE_HEIGHT),
        caption=caption,
        origin=f"t{node.transformation_id}",
        details=_drop_empty_details(
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


def build_stream_edge(edge: StreamEdge, chained: bool, origin: str | None) -> DiagramEdge:
    """Build the diagram edge of a stream edge, without a path."""
    kind: EdgeKind = "forward" if isinstance(edge.partitioner, ForwardPartitioner) else "exchange"
    tag = None if edge.output_tag is None else edge.output_tag.tag_id
    return DiagramEdge(
        id=edge.name,
        source=f"o{edge.source_id}",
        target=f"o{edge.target_id}",
        label=edge.partitioner.name if tag is None else f"{edge.partitioner.name} [{tag}]",
        kind=kind,
        points=(),
        origin=origin,
        details=_drop_empty_details(
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


def lay_out_layer(
    name: LayerName, title: str, nodes: Sequence[DiagramNode], edges: Sequence[DiagramEdge]
) -> GraphLayer:
    """Place the nodes of a layer in columns, and route its edges."""
    sizes = {node.id: node.place[2:] for node in nodes}
    max_label_width = max((measure_text(edge.label, CAPTION_SIZE) for edge in edges), default=0.0)
    pairs = [(edge.source, edge.target) for edge in edges]
    layout = compute_layout(sizes, pairs, gap_x=max(56.0, max_label_width + 40.0))
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
    return GraphLayer(
        name,
        title,
        width,
        height,
        tuple(placed.values()),
        tuple(distribute_edge_ends(routed, placed)),
    )


def _drop_empty_details(details: Details) -> Details:
    """Remove the attributes that have no value."""
    return tuple((name, value) for name, value in details if value is not None)
