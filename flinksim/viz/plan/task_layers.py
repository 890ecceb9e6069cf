"""Builds the job graph layer (chains) and the execution graph layer (subtasks). Not in Flink."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flinksim.core.ids import SubtaskId, VertexId, channel_id
from flinksim.graph.execution_graph import ExecutionEdge, ExecutionGraph
from flinksim.graph.job_graph_generator import JobEdge, JobGraph, JobVertex
from flinksim.graph.stream_config import stream_configs
from flinksim.viz.diagram.geometry import (
    CAPTION_SIZE,
    HEADER_HEIGHT,
    MARGIN,
    PADDING,
    Place,
    Point,
    cut,
    left_of,
    right_of,
    shifted,
    spread,
    text_width,
)
from flinksim.viz.diagram.layered_layout import Arrangement, arrange
from flinksim.viz.diagram.model import Details, EdgeKind, Layer, LayerEdge, LayerName, LayerNode
from flinksim.viz.plan.chain_nodes import (
    Drawing,
    calls_of,
    chain_box,
    subtask_box,
    vertex_caption,
    vertex_details,
)

MOST_CHANNELS = 64
"""An edge with more channels is drawn as one arrow with their count."""

MOST_ROWS = 600
"""With more operators in all subtasks, the subtasks are drawn without operators."""

SUBTASK_GAP = 10.0


# --- chains ---------------------------------------------------------------------------------------


def job_layer(job_graph: JobGraph) -> Layer:
    """Build the layer of chains: each is a frame with its operators in depth-first order."""
    builder = Drawing()
    configs = stream_configs(job_graph) if job_graph.operator_ids else {}
    frames = {
        vertex.key: chain_box(
            vertex,
            vertex.key,
            vertex_caption(vertex),
            "",
            vertex_details(vertex),
            config=configs.get(vertex.key),
        )
        for vertex in job_graph.vertices
    }
    layout = _arranged(job_graph, {key: nodes[0].place for key, nodes in frames.items()})
    for vertex in job_graph.vertices:
        x, y = layout.places[vertex.key]
        builder.add(*shifted(frames[vertex.key], x + MARGIN, y + MARGIN))
        builder.edges += calls_of(vertex, "", builder.nodes)
    for job_edge, path in _job_edges(job_graph, layout):
        edge = job_edge.stream_edge
        source = builder.nodes[f"o{edge.source_id}"]
        target = builder.nodes[f"o{edge.target_id}"]
        builder.edges.append(
            LayerEdge(
                id=edge.name,
                source=source.id,
                target=target.id,
                label=_label(job_edge),
                kind=_kind(job_edge),
                points=(right_of(source.place), *path, left_of(target.place)),
                origin=edge.name,
                details=_edge_details(job_edge),
            )
        )
    return _layer("job", "JobGraph", builder, layout)


def _arranged(job_graph: JobGraph, places: dict[VertexId, Place]) -> Arrangement[VertexId]:
    sizes = {key: (place[2], place[3]) for key, place in places.items()}
    pairs = [(edge.source, edge.target) for v in job_graph.vertices for edge in v.inputs]
    return arrange(sizes, pairs, gap_x=84.0, gap_y=24.0)


def _job_edges(
    job_graph: JobGraph, arrangement: Arrangement[VertexId]
) -> list[tuple[JobEdge, list[Point]]]:
    """Return each job edge with the corners of its path between the layers."""
    edges = [edge for vertex in job_graph.vertices for edge in vertex.inputs]
    return [
        (edge, [(x + MARGIN, y + MARGIN) for x, y in route[1:-1]])
        for edge, route in zip(edges, arrangement.routes, strict=True)
    ]


def _label(job_edge: JobEdge) -> str:
    tag = job_edge.stream_edge.output_tag
    name = job_edge.stream_edge.partitioner.name
    return name if tag is None else f"{name} [{cut(tag.tag_id, 16)}]"


def _kind(job_edge: JobEdge) -> EdgeKind:
    return "forward" if job_edge.stream_edge.partitioner.name == "FORWARD" else "exchange"


def _edge_details(job_edge: JobEdge) -> Details:
    return (
        ("partitioner", job_edge.stream_edge.partitioner.name),
        ("distribution pattern", job_edge.distribution_pattern),
        ("result type", job_edge.result_type),
        ("data set", job_edge.data_set),
    )


# --- subtasks -------------------------------------------------------------------------------------


def execution_layer(graph: ExecutionGraph) -> Layer:
    """Build the layer of subtasks, stacked by chain, with every channel."""
    builder = Drawing()
    rows = draws_rows(graph)
    stacks = {vertex.key: _stack(vertex, graph, rows) for vertex in graph.job_graph.vertices}
    layout = _arranged(graph.job_graph, {key: s[0].place for key, s in stacks.items()})
    for vertex in graph.job_graph.vertices:
        x, y = layout.places[vertex.key]
        builder.add(*shifted(stacks[vertex.key], x + MARGIN, y + MARGIN))
        for index in range(vertex.parallelism if rows else 0):
            builder.edges += calls_of(vertex, f"/{index}", builder.nodes)
    paths = {id(edge): path for edge, path in _job_edges(graph.job_graph, layout)}
    builder.edges += channels_of(graph, builder, rows, lambda edge: paths[id(edge.job_edge)])
    return _layer("execution", "ExecutionGraph", builder, layout)


def draws_rows(graph: ExecutionGraph) -> bool:
    """Return whether there is room for the operators of all subtasks."""
    vertices = graph.job_graph.vertices
    return sum(len(vertex.operators) * vertex.parallelism for vertex in vertices) <= MOST_ROWS


def _stack(vertex: JobVertex, graph: ExecutionGraph, rows: bool) -> list[LayerNode]:
    frame = LayerNode(
        id=vertex.key,
        label="",
        kind="vertex",
        place=(0.0, 0.0, 0.0, 0.0),
        caption=vertex_caption(vertex),
        origin=vertex.key,
        details=vertex_details(vertex),
    )
    nodes: list[LayerNode] = []
    y, width = HEADER_HEIGHT, text_width(frame.caption, CAPTION_SIZE) + 2 * PADDING
    for index in range(vertex.parallelism):
        box = subtask_box(vertex, graph.execution_vertex(vertex.key, index), vertex.key, rows)
        nodes += shifted(box, PADDING, y)
        y += box[0].place[3] + SUBTASK_GAP
        width = max(width, box[0].place[2] + 2 * PADDING)
    height = y - SUBTASK_GAP + PADDING
    return [replace(frame, place=(0.0, 0.0, width, height)), *nodes]


def channels_of(
    graph: ExecutionGraph,
    drawing: Drawing,
    rows: bool,
    way: Callable[[ExecutionEdge], list[Point]],
    locality: bool = False,
) -> list[LayerEdge]:
    """Build the edges of all channels, between operators if *with_operators*, else between subtasks.

    An edge with more than :data:`MOST_CHANNELS` channels is one arrow between its vertices. With
    *shows_locality*, where vertices have no frames, such an edge is left out, and all others are
    local or remote.
    """
    by_edge: dict[int, list[ExecutionEdge]] = {}
    for edge in graph.edges:
        by_edge.setdefault(id(edge.job_edge), []).append(edge)
    occurrences: dict[tuple[SubtaskId, SubtaskId], int] = {}
    edges = []
    for channels in by_edge.values():
        job_edge = channels[0].job_edge
        if len(channels) > MOST_CHANNELS:
            if not locality:
                edges.append(_bundle(job_edge, len(channels), drawing, way(channels[0])))
            continue
        for edge in channels:
            pair = (edge.source, edge.target)
            occurrence = occurrences[pair] = occurrences.get(pair, -1) + 1
            name = channel_id(*pair, occurrence)
            kind = _kind(job_edge)
            if locality:
                kind = "local" if graph.is_local(edge) else "remote"
            source, target = (drawing.nodes[end] for end in (_ends(edge) if rows else pair))
            edges.append(
                LayerEdge(
                    id=name,
                    source=source.id,
                    target=target.id,
                    label=_label(job_edge),
                    kind=kind,
                    points=(right_of(source.place), *way(edge), left_of(target.place)),
                    origin=name if locality else job_edge.stream_edge.name,
                    details=(("subpartition", edge.subpartition), *_edge_details(job_edge)),
                )
            )
    return edges


def _bundle(job_edge: JobEdge, count: int, drawing: Drawing, way: list[Point]) -> LayerEdge:
    source, target = drawing.nodes[job_edge.source], drawing.nodes[job_edge.target]
    return LayerEdge(
        id=job_edge.stream_edge.name,
        source=source.id,
        target=target.id,
        label=f"{_label(job_edge)} \N{MULTIPLICATION SIGN}{count}",
        kind=_kind(job_edge),
        points=(right_of(source.place), *way, left_of(target.place)),
        origin=job_edge.stream_edge.name,
        count=count,
        details=_edge_details(job_edge),
    )


def _ends(edge: ExecutionEdge) -> tuple[str, str]:
    """Return the ids of the writing and the reading operator in their subtasks."""
    stream_edge = edge.job_edge.stream_edge
    source, target = edge.source.partition("/")[2], edge.target.partition("/")[2]
    return f"o{stream_edge.source_id}/{source}", f"o{stream_edge.target_id}/{target}"


def _layer(
    name: LayerName, title: str, drawing: Drawing, arrangement: Arrangement[VertexId]
) -> Layer:
    return Layer(
        name=name,
        title=title,
        width=arrangement.width + 2 * MARGIN,
        height=arrangement.height + 2 * MARGIN,
        nodes=tuple(drawing.nodes.values()),
        edges=tuple(spread(drawing.edges, drawing.nodes)),
    )
