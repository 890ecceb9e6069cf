"""Builds the job graph layer (chains) and the execution graph layer (subtasks). Not in Flink."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flinksim.core.ids import SubtaskId, VertexId, build_channel_id
from flinksim.graph.execution_graph import ExecutionEdge, ExecutionGraph
from flinksim.graph.job_graph_generator import JobEdge, JobGraph, JobVertex
from flinksim.graph.stream_config import create_stream_configs
from flinksim.viz.diagram.geometry import (
    CAPTION_SIZE,
    HEADER_HEIGHT,
    MARGIN,
    PADDING,
    Place,
    Point,
    distribute_edge_ends,
    find_left_centre,
    find_right_centre,
    measure_text,
    move_nodes,
    truncate_text,
)
from flinksim.viz.diagram.layered_layout import Layout, compute_layout
from flinksim.viz.diagram.model import (
    Details,
    DiagramEdge,
    DiagramNode,
    EdgeKind,
    GraphLayer,
    LayerName,
)
from flinksim.viz.plan.chain_nodes import (
    LayerBuilder,
    build_call_edges,
    build_chain_nodes,
    build_subtask_nodes,
    build_vertex_details,
    format_vertex_caption,
)

MAX_CHANNELS = 64
"""Maximum number of channels of a job edge that are drawn one by one.

An edge with more channels is one arrow with their number.
"""

MAX_OPERATOR_ROWS = 600
"""Maximum number of operators in all subtasks together that are drawn.

With more of them, the subtasks are drawn without operators.
"""

SUBTASK_GAP = 10.0


# --- chains ---------------------------------------------------------------------------------------


def build_job_layer(job_graph: JobGraph) -> GraphLayer:
    """Build the layer of chains: each is a frame with its operators in depth-first order."""
    builder = LayerBuilder()
    configs = create_stream_configs(job_graph) if job_graph.operator_ids else {}
    frames = {
        vertex.key: build_chain_nodes(
            vertex,
            vertex.key,
            format_vertex_caption(vertex),
            "",
            build_vertex_details(vertex),
            config=configs.get(vertex.key),
        )
        for vertex in job_graph.vertices
    }
    layout = _lay_out_vertices(job_graph, {key: nodes[0].place for key, nodes in frames.items()})
    for vertex in job_graph.vertices:
        x, y = layout.places[vertex.key]
        builder.add(*move_nodes(frames[vertex.key], x + MARGIN, y + MARGIN))
        builder.edges += build_call_edges(vertex, "", builder.nodes)
    for job_edge, path in _route_job_edges(job_graph, layout):
        edge = job_edge.stream_edge
        source = builder.nodes[f"o{edge.source_id}"]
        target = builder.nodes[f"o{edge.target_id}"]
        builder.edges.append(
            DiagramEdge(
                id=edge.name,
                source=source.id,
                target=target.id,
                label=_format_edge_label(job_edge),
                kind=_find_edge_kind(job_edge),
                points=(find_right_centre(source.place), *path, find_left_centre(target.place)),
                origin=edge.name,
                details=_build_edge_details(job_edge),
            )
        )
    return _build_layer("job", "JobGraph", builder, layout)


def _lay_out_vertices(job_graph: JobGraph, places: dict[VertexId, Place]) -> Layout[VertexId]:
    sizes = {key: (place[2], place[3]) for key, place in places.items()}
    pairs = [(edge.source, edge.target) for v in job_graph.vertices for edge in v.inputs]
    return compute_layout(sizes, pairs, gap_x=84.0, gap_y=24.0)


def _route_job_edges(
    job_graph: JobGraph, layout: Layout[VertexId]
) -> list[tuple[JobEdge, list[Point]]]:
    """Return each job edge with the corners of its path between the layers."""
    edges = [edge for vertex in job_graph.vertices for edge in vertex.inputs]
    return [
        (edge, [(x + MARGIN, y + MARGIN) for x, y in route[1:-1]])
        for edge, route in zip(edges, layout.routes, strict=True)
    ]


def _format_edge_label(job_edge: JobEdge) -> str:
    tag = job_edge.stream_edge.output_tag
    name = job_edge.stream_edge.partitioner.name
    return name if tag is None else f"{name} [{truncate_text(tag.tag_id, 16)}]"


def _find_edge_kind(job_edge: JobEdge) -> EdgeKind:
    return "forward" if job_edge.stream_edge.partitioner.name == "FORWARD" else "exchange"


def _build_edge_details(job_edge: JobEdge) -> Details:
    return (
        ("partitioner", job_edge.stream_edge.partitioner.name),
        ("distribution pattern", job_edge.distribution_pattern),
        ("result type", job_edge.result_type),
        ("data set", job_edge.data_set),
    )


# --- subtasks -------------------------------------------------------------------------------------


def build_execution_layer(graph: ExecutionGraph) -> GraphLayer:
    """Build the layer of subtasks, stacked by chain, with every channel."""
    builder = LayerBuilder()
    rows = has_room_for_operators(graph)
    stacks = {
        vertex.key: _build_vertex_nodes(vertex, graph, rows) for vertex in graph.job_graph.vertices
    }
    layout = _lay_out_vertices(graph.job_graph, {key: s[0].place for key, s in stacks.items()})
    for vertex in graph.job_graph.vertices:
        x, y = layout.places[vertex.key]
        builder.add(*move_nodes(stacks[vertex.key], x + MARGIN, y + MARGIN))
        for index in range(vertex.parallelism if rows else 0):
            builder.edges += build_call_edges(vertex, f"/{index}", builder.nodes)
    paths = {id(edge): path for edge, path in _route_job_edges(graph.job_graph, layout)}
    builder.edges += build_channel_edges(
        graph, builder, rows, lambda edge: paths[id(edge.job_edge)]
    )
    return _build_layer("execution", "ExecutionGraph", builder, layout)


def has_room_for_operators(graph: ExecutionGraph) -> bool:
    """Return whether the operators of all subtasks are few enough to be drawn."""
    vertices = graph.job_graph.vertices
    return (
        sum(len(vertex.operators) * vertex.parallelism for vertex in vertices) <= MAX_OPERATOR_ROWS
    )


def _build_vertex_nodes(
    vertex: JobVertex, graph: ExecutionGraph, with_operators: bool
) -> list[DiagramNode]:
    frame = DiagramNode(
        id=vertex.key,
        label="",
        kind="vertex",
        place=(0.0, 0.0, 0.0, 0.0),
        caption=format_vertex_caption(vertex),
        origin=vertex.key,
        details=build_vertex_details(vertex),
    )
    nodes: list[DiagramNode] = []
    y, width = HEADER_HEIGHT, measure_text(frame.caption, CAPTION_SIZE) + 2 * PADDING
    for index in range(vertex.parallelism):
        box = build_subtask_nodes(
            vertex, graph.get_execution_vertex(vertex.key, index), vertex.key, with_operators
        )
        nodes += move_nodes(box, PADDING, y)
        y += box[0].place[3] + SUBTASK_GAP
        width = max(width, box[0].place[2] + 2 * PADDING)
    height = y - SUBTASK_GAP + PADDING
    return [replace(frame, place=(0.0, 0.0, width, height)), *nodes]


def build_channel_edges(
    graph: ExecutionGraph,
    builder: LayerBuilder,
    with_operators: bool,
    find_path: Callable[[ExecutionEdge], list[Point]],
    shows_locality: bool = False,
) -> list[DiagramEdge]:
    """Build the edges of all channels, between operators if *with_operators*, else between subtasks.

    An edge with more than :data:`MAX_CHANNELS` channels is one arrow between its vertices. With
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
        if len(channels) > MAX_CHANNELS:
            if not shows_locality:
                edges.append(
                    _build_aggregated_edge(job_edge, len(channels), builder, find_path(channels[0]))
                )
            continue
        for edge in channels:
            pair = (edge.source, edge.target)
            occurrence = occurrences[pair] = occurrences.get(pair, -1) + 1
            name = build_channel_id(*pair, occurrence)
            kind = _find_edge_kind(job_edge)
            if shows_locality:
                kind = "local" if graph.is_local(edge) else "remote"
            source, target = (
                builder.nodes[end]
                for end in (_find_operator_ends(edge) if with_operators else pair)
            )
            edges.append(
                DiagramEdge(
                    id=name,
                    source=source.id,
                    target=target.id,
                    label=_format_edge_label(job_edge),
                    kind=kind,
                    points=(
                        find_right_centre(source.place),
                        *find_path(edge),
                        find_left_centre(target.place),
                    ),
                    origin=name if shows_locality else job_edge.stream_edge.name,
                    details=(("subpartition", edge.subpartition), *_build_edge_details(job_edge)),
                )
            )
    return edges


def _build_aggregated_edge(
    job_edge: JobEdge, count: int, builder: LayerBuilder, path: list[Point]
) -> DiagramEdge:
    source, target = builder.nodes[job_edge.source], builder.nodes[job_edge.target]
    return DiagramEdge(
        id=job_edge.stream_edge.name,
        source=source.id,
        target=target.id,
        label=f"{_format_edge_label(job_edge)} \N{MULTIPLICATION SIGN}{count}",
        kind=_find_edge_kind(job_edge),
        points=(find_right_centre(source.place), *path, find_left_centre(target.place)),
        origin=job_edge.stream_edge.name,
        count=count,
        details=_build_edge_details(job_edge),
    )


def _find_operator_ends(edge: ExecutionEdge) -> tuple[str, str]:
    """Return the ids of the operator instances that write to and read from a channel."""
    stream_edge = edge.job_edge.stream_edge
    source, target = edge.source.partition("/")[2], edge.target.partition("/")[2]
    return f"o{stream_edge.source_id}/{source}", f"o{stream_edge.target_id}/{target}"


def _build_layer(
    name: LayerName, title: str, builder: LayerBuilder, layout: Layout[VertexId]
) -> GraphLayer:
    return GraphLayer(
        name=name,
        title=title,
        width=layout.width + 2 * MARGIN,
        height=layout.height + 2 * MARGIN,
        nodes=tuple(builder.nodes.values()),
        edges=tuple(distribute_edge_ends(builder.edges, builder.nodes)),
    )
