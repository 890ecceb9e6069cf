"""The layers of tasks for drawing: chains, subtasks, and subtasks in their slots. Not in Flink."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from flinksim.common.ids import SubtaskId, VertexId, channel_id, subtask_id
from flinksim.datastream.transformations import SinkSpec, SourceSpec
from flinksim.graph.arrange import Arrangement, arrange
from flinksim.graph.boxes import (
    CAPTION_SIZE,
    HEADER_HEIGHT,
    INDENT,
    MARGIN,
    PADDING,
    ROW_GAP,
    ROW_HEIGHT,
    Point,
    box_width,
    cut,
    left_of,
    right_of,
    shifted,
    spread,
    text_width,
)
from flinksim.graph.execution_graph import WAITING, ExecutionEdge, ExecutionGraph, ExecutionVertex
from flinksim.graph.job_graph import ChainedOperator, JobEdge, JobGraph, JobVertex
from flinksim.graph.layout import layered_layout
from flinksim.trace.layers import Details, EdgeKind, Layer, LayerEdge, LayerNode, NodeKind

MOST_CHANNELS = 64
"""An edge of more channels is drawn as one arrow that says how many it stands for."""

MOST_ROWS = 600
"""Where there would be more operators in all subtasks, a subtask is drawn without them."""

SUBTASK_GAP = 10.0


@dataclass(slots=True)
class _Drawing:
    """Nodes and edges as they gather, frames before what they hold."""

    nodes: dict[str, LayerNode] = field(default_factory=dict)
    edges: list[LayerEdge] = field(default_factory=list)

    def add(self, *nodes: LayerNode) -> None:
        for node in nodes:
            self.nodes[node.id] = node


# --- chains ---------------------------------------------------------------------------------------


def job_layer(job_graph: JobGraph) -> Layer:
    """The chains: each a frame with its operators in depth-first order, the head first."""
    drawing = _Drawing()
    frames = {
        vertex.key: _chain(vertex, vertex.key, _vertex_caption(vertex), "", _vertex_details(vertex))
        for vertex in job_graph.vertices
    }
    arrangement = _arranged(job_graph, {key: nodes[0].place for key, nodes in frames.items()})
    for vertex in job_graph.vertices:
        x, y = arrangement.places[vertex.key]
        drawing.add(*shifted(frames[vertex.key], x + MARGIN, y + MARGIN))
        drawing.edges += _calls(vertex, "", drawing.nodes)
    for job_edge, way in _job_edges(job_graph, arrangement):
        edge = job_edge.stream_edge
        source = drawing.nodes[f"o{edge.source_id}"]
        target = drawing.nodes[f"o{edge.target_id}"]
        drawing.edges.append(
            LayerEdge(
                id=edge.name,
                source=source.id,
                target=target.id,
                label=_label(job_edge),
                kind=_kind(job_edge),
                points=(right_of(source.place), *way, left_of(target.place)),
                origin=edge.name,
                details=_edge_details(job_edge),
            )
        )
    return _layer("job", "JobGraph", drawing, arrangement)


def _chain(
    vertex: JobVertex, frame_id: str, caption: str, suffix: str, details: Details, rows: bool = True
) -> list[LayerNode]:
    """A frame at (0, 0) with one row for each operator; *suffix* tells instances apart."""
    depths = _depths(vertex)
    label = cut(vertex.name, 44) if not rows else ""
    width = text_width(caption, CAPTION_SIZE) + 2 * PADDING
    if not rows:
        width = max(width, text_width(label) + 2 * PADDING)
    nodes = []
    y = HEADER_HEIGHT
    for chained in vertex.operators if rows else ():
        x = PADDING + INDENT * depths[chained.node.id]
        row_width = box_width(cut(chained.node.name))
        width = max(width, x + row_width + PADDING)
        nodes.append(_row(chained, frame_id, suffix, (x, y, row_width, ROW_HEIGHT)))
        y += ROW_HEIGHT + ROW_GAP
    inner = width - PADDING
    nodes = [
        replace(row, place=(row.place[0], row.place[1], inner - row.place[0], ROW_HEIGHT))
        for row in nodes
    ]
    height = y - ROW_GAP + PADDING if rows else HEADER_HEIGHT + ROW_HEIGHT
    kind: NodeKind = "subtask" if suffix else "chain"
    frame = LayerNode(
        id=frame_id,
        label=label,
        kind=kind,
        place=(0.0, 0.0, width, height),
        caption=caption,
        origin=vertex.key if suffix else None,
        details=details,
    )
    return [frame, *nodes]


def _row(
    chained: ChainedOperator, parent: str, suffix: str, place: tuple[float, float, float, float]
) -> LayerNode:
    node = chained.node
    kind: NodeKind = "operator"
    if isinstance(node.spec, SourceSpec):
        kind = "source"
    elif isinstance(node.spec, SinkSpec):
        kind = "sink"
    return LayerNode(
        id=f"o{node.id}{suffix}",
        label=cut(node.name),
        kind=kind,
        place=place,
        parent=parent,
        origin=f"o{node.id}",
        details=(("name", node.name), ("description", node.description)),
    )


def _depths(vertex: JobVertex) -> dict[int, int]:
    """How far each operator is indented: one more behind each fork of the chain."""
    depths = {vertex.head.id: 0}
    for chained in vertex.operators:
        forks = len(chained.chained_outputs) > 1
        for edge in chained.chained_outputs:
            depths[edge.target_id] = depths[chained.node.id] + forks
    return depths


def _calls(vertex: JobVertex, suffix: str, nodes: dict[str, LayerNode]) -> list[LayerEdge]:
    """The calls inside a chain: straight down, or down and then to the right behind a fork."""
    edges = []
    for chained in vertex.operators:
        for edge in chained.chained_outputs:
            source, target = (
                nodes[f"o{edge.source_id}{suffix}"],
                nodes[f"o{edge.target_id}{suffix}"],
            )
            x = source.place[0] + INDENT / 2
            start = (x, source.place[1] + source.place[3])
            corner, end = (x, left_of(target.place)[1]), left_of(target.place)
            below = (x, target.place[1])
            way = (start, below) if target.place[0] <= x else (start, corner, end)
            tag = "" if edge.output_tag is None else f"[{edge.output_tag.tag_id}]"
            name = f"{source.id}>{target.id}" if suffix else edge.name
            edges.append(
                LayerEdge(name, source.id, target.id, tag, "chained", way, origin=edge.name)
            )
    return edges


def _vertex_caption(vertex: JobVertex) -> str:
    caption = f"parallelism {vertex.parallelism}"
    if vertex.slot_sharing_group != "default":
        caption += f" \N{MIDDLE DOT} group {cut(vertex.slot_sharing_group, 16)}"
    return caption


def _vertex_details(vertex: JobVertex) -> Details:
    return (
        ("vertex", vertex.key),
        ("id", vertex.id),
        ("name", vertex.name),
        ("parallelism", vertex.parallelism),
        ("max parallelism", vertex.max_parallelism),
        ("slot sharing group", vertex.slot_sharing_group),
        ("invokable", vertex.invokable),
        ("produced data sets", vertex.produced_data_sets),
    )


def _arranged(
    job_graph: JobGraph, places: dict[VertexId, tuple[float, float, float, float]]
) -> Arrangement[VertexId]:
    sizes = {key: (place[2], place[3]) for key, place in places.items()}
    pairs = [(edge.source, edge.target) for v in job_graph.vertices for edge in v.inputs]
    return arrange(sizes, pairs, gap_x=84.0, gap_y=24.0)


def _job_edges(
    job_graph: JobGraph, arrangement: Arrangement[VertexId]
) -> list[tuple[JobEdge, list[Point]]]:
    """Each job edge with the corners of its way between the layers."""
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
    """The subtasks of each chain, one below the other, and every channel."""
    drawing = _Drawing()
    rows = _draws_rows(graph)
    stacks = {vertex.key: _stack(vertex, graph, rows) for vertex in graph.job_graph.vertices}
    arrangement = _arranged(graph.job_graph, {key: s[0].place for key, s in stacks.items()})
    for vertex in graph.job_graph.vertices:
        x, y = arrangement.places[vertex.key]
        drawing.add(*shifted(stacks[vertex.key], x + MARGIN, y + MARGIN))
        for index in range(vertex.parallelism if rows else 0):
            drawing.edges += _calls(vertex, f"/{index}", drawing.nodes)
    ways = {id(edge): way for edge, way in _job_edges(graph.job_graph, arrangement)}
    drawing.edges += _channels(graph, drawing, rows, lambda edge: ways[id(edge.job_edge)])
    return _layer("execution", "ExecutionGraph", drawing, arrangement)


def _draws_rows(graph: ExecutionGraph) -> bool:
    vertices = graph.job_graph.vertices
    return sum(len(vertex.operators) * vertex.parallelism for vertex in vertices) <= MOST_ROWS


def _stack(vertex: JobVertex, graph: ExecutionGraph, rows: bool) -> list[LayerNode]:
    frame = LayerNode(
        id=vertex.key,
        label="",
        kind="vertex",
        place=(0.0, 0.0, 0.0, 0.0),
        caption=_vertex_caption(vertex),
        origin=vertex.key,
        details=_vertex_details(vertex),
    )
    nodes: list[LayerNode] = []
    y, width = HEADER_HEIGHT, text_width(frame.caption, CAPTION_SIZE) + 2 * PADDING
    for index in range(vertex.parallelism):
        box = _subtask(vertex, graph.execution_vertex(vertex.key, index), vertex.key, rows)
        nodes += shifted(box, PADDING, y)
        y += box[0].place[3] + SUBTASK_GAP
        width = max(width, box[0].place[2] + 2 * PADDING)
    height = y - SUBTASK_GAP + PADDING
    return [replace(frame, place=(0.0, 0.0, width, height)), *nodes]


def _subtask(
    vertex: JobVertex, subtask: ExecutionVertex, parent: str, rows: bool
) -> list[LayerNode]:
    keys = subtask.key_group_range
    caption = f"{subtask.index + 1}/{vertex.parallelism}"
    if vertex.parallelism > 1 and _has_keys(vertex):
        caption += f" \N{MIDDLE DOT} key groups {keys.start}\N{EN DASH}{keys.end}"
    attempt = subtask.current_attempt
    where = subtask.task_manager
    details: Details = (
        ("subtask", subtask.id),
        ("name", subtask.name),
        ("attempt", attempt.number),
        ("state", attempt.state),
        ("key groups", f"{keys.start} to {keys.end} of {vertex.max_parallelism}"),
        ("slot", "none" if where == WAITING else f"{where}/{subtask.slot}"),
    )
    box = _chain(vertex, subtask.id, caption, f"/{subtask.index}", details, rows)
    return [replace(box[0], parent=parent), *box[1:]]


def _has_keys(vertex: JobVertex) -> bool:
    """Whether its key groups hold anything."""
    specs = [chained.node.spec for chained in vertex.operators]
    return any(getattr(s, "key_selector", None) or hasattr(s, "key_selector1") for s in specs)


def _channels(
    graph: ExecutionGraph,
    drawing: _Drawing,
    rows: bool,
    way: Callable[[ExecutionEdge], list[Point]],
    locality: bool = False,
) -> list[LayerEdge]:
    counts: dict[int, int] = {}
    for edge in graph.edges:
        counts[id(edge.job_edge)] = counts.get(id(edge.job_edge), 0) + 1
    bundled: set[int] = set()
    occurrences: dict[tuple[SubtaskId, SubtaskId], int] = {}
    edges = []
    for edge in graph.edges:
        job_edge, count = edge.job_edge, counts[id(edge.job_edge)]
        pair = (edge.source, edge.target)
        occurrence = occurrences[pair] = occurrences.get(pair, -1) + 1
        kind = _kind(job_edge)
        if locality:
            kind = "local" if graph.is_local(edge) else "remote"
        ends: tuple[str, str] = pair
        name: str = channel_id(*pair, occurrence)
        if count > MOST_CHANNELS:
            if locality or id(job_edge) in bundled:
                continue
            bundled.add(id(job_edge))
            name, ends = job_edge.stream_edge.name, (job_edge.source, job_edge.target)
        elif rows:
            ends = _ends(edge)
        source, target = drawing.nodes[ends[0]], drawing.nodes[ends[1]]
        points = (right_of(source.place), *way(edge), left_of(target.place))
        bundle = count > MOST_CHANNELS
        edges.append(
            LayerEdge(
                id=name,
                source=ends[0],
                target=ends[1],
                label=f"{_label(job_edge)} \N{MULTIPLICATION SIGN}{count}"
                if bundle
                else _label(job_edge),
                kind=kind,
                points=points,
                origin=name if locality else job_edge.stream_edge.name,
                count=count if bundle else 1,
                details=(("subpartition", edge.subpartition), *_edge_details(job_edge)),
            )
        )
    return edges


def _ends(edge: ExecutionEdge) -> tuple[str, str]:
    """The operator that writes and the one that reads, in their subtasks."""
    stream_edge = edge.job_edge.stream_edge
    source, target = edge.source.partition("/")[2], edge.target.partition("/")[2]
    return f"o{stream_edge.source_id}/{source}", f"o{stream_edge.target_id}/{target}"


# --- slots ----------------------------------------------------------------------------------------


def slots_layer(graph: ExecutionGraph) -> Layer:
    """A frame for each TaskManager, a line for each slot, subtasks in the columns of the job graph."""
    drawing = _Drawing()
    rows = _draws_rows(graph)
    columns = _slot_columns(graph, rows)
    y = _masters(graph, drawing)
    left = MARGIN + PADDING
    managers: dict[str, list[LayerNode]] = {}
    for slot in graph.slots:
        managers.setdefault(slot.task_manager, [])
    for manager, nodes in managers.items():
        own = [slot for slot in graph.slots if slot.task_manager == manager]
        waits = manager == WAITING
        inner = y + HEADER_HEIGHT
        for slot in own:
            line = _slot_line(slot.subtasks, f"{manager}/{slot.number}", graph, columns, rows)
            caption = f"slot {slot.number}" if not waits else "no slot"
            if slot.group and slot.group != "default":
                caption += f" \N{MIDDLE DOT} group {cut(slot.group, 16)}"
            if not slot.group:
                caption += " \N{MIDDLE DOT} free"
            frame = replace(line[0], caption=caption, parent=manager)
            nodes += shifted([frame, *line[1:]], left + PADDING, inner)
            inner += line[0].place[3] + SUBTASK_GAP
        width = max(node.place[2] for node in nodes if node.kind == "slot") + 2 * PADDING
        height = inner - SUBTASK_GAP + PADDING - y
        caption = "waiting for a slot" if waits else f"TaskManager {manager}"
        frame = LayerNode(
            manager, "", "task manager", (left, y, width, height), caption,
            details=(("slots", len(own)), ("free", sum(not slot.group for slot in own))),
        )  # fmt: skip
        drawing.add(frame, *nodes)
        y += height + 2 * SUBTASK_GAP
    if rows:
        for vertex in graph.job_graph.vertices:
            for index in range(vertex.parallelism):
                drawing.edges += _calls(vertex, f"/{index}", drawing.nodes)
    drawing.edges += _channels(graph, drawing, rows, lambda edge: [], locality=True)
    drawing.edges += _orders(drawing)
    width = max(node.place[0] + node.place[2] for node in drawing.nodes.values()) + MARGIN
    edges = spread(drawing.edges, drawing.nodes)
    height = y - 2 * SUBTASK_GAP + MARGIN
    return Layer(
        "slots", "Tasks in slots", width, height, tuple(drawing.nodes.values()), tuple(edges)
    )


def _slot_columns(graph: ExecutionGraph, rows: bool) -> dict[VertexId, tuple[int, float]]:
    """The column of each vertex and where that begins."""
    places = layered_layout(graph.job_graph)
    widths: dict[int, float] = {}
    for vertex in graph.job_graph.vertices:
        box = _subtask(vertex, graph.execution_vertex(vertex.key, 0), "", rows)
        widest = max(box[0].place[2], 0.0)
        last = graph.execution_vertex(vertex.key, vertex.parallelism - 1)
        widest = max(widest, _subtask(vertex, last, "", rows)[0].place[2])
        column = places[vertex.key][0]
        widths[column] = max(widths.get(column, 0.0), widest)
    lefts, x = {}, PADDING
    for column in sorted(widths):
        lefts[column] = x
        x += widths[column] + 72.0
    return {key: (column, lefts[column]) for key, (column, _) in places.items()}


def _slot_line(
    subtasks: tuple[SubtaskId, ...],
    slot_id: str,
    graph: ExecutionGraph,
    columns: dict[VertexId, tuple[int, float]],
    rows: bool,
) -> list[LayerNode]:
    """A slot at (0, 0) with its subtasks; those of one column stand below one another."""
    places = {subtask_id(v.vertex, v.index): v for v in graph.vertices if v.id in subtasks}
    vertices = {vertex.key: vertex for vertex in graph.job_graph.vertices}
    heights: dict[int, float] = {}
    nodes: list[LayerNode] = []
    for name in subtasks:
        subtask = places[name]
        column, x = columns[subtask.vertex]
        y = heights.get(column, HEADER_HEIGHT)
        box = _subtask(vertices[subtask.vertex], subtask, slot_id, rows)
        nodes += shifted([replace(box[0], origin=name), *box[1:]], x, y)
        heights[column] = y + box[0].place[3] + SUBTASK_GAP
    nodes = [
        replace(node, origin=node.id) if node.kind not in ("subtask",) else node for node in nodes
    ]
    width = max((node.place[0] + node.place[2] for node in nodes), default=180.0) + PADDING
    height = max(heights.values(), default=HEADER_HEIGHT + PADDING) - SUBTASK_GAP + PADDING
    return [LayerNode(slot_id, "", "slot", (0.0, 0.0, width, height)), *nodes]


def _masters(graph: ExecutionGraph, drawing: _Drawing) -> float:
    """The JobManager and the ResourceManager, above; gives where the TaskManagers begin."""
    needed = sum(1 for slot in graph.slots if slot.group)
    there = sum(1 for slot in graph.slots if slot.task_manager != WAITING)
    job = f"{len(graph.job_graph.vertices)} vertices, {len(graph.vertices)} subtasks"
    slots = f"{needed} slots asked for, {there} there"
    x = MARGIN + PADDING
    for name, label, caption, kind in (
        ("jm", "JobManager", job, "job manager"),
        ("rm", "ResourceManager", slots, "resource manager"),
    ):
        width = box_width(label, caption)
        place = (x, MARGIN, width, 42.0)
        drawing.add(LayerNode(name, label, kind, place, caption))  # type: ignore[arg-type]
        x += width + 110.0
    return MARGIN + 42.0 + 28.0


def _orders(drawing: _Drawing) -> list[LayerEdge]:
    """The JobManager asks for slots and deploys into TaskManagers."""
    jm, rm = drawing.nodes["jm"], drawing.nodes["rm"]
    edges = [
        LayerEdge(
            "jm>rm", "jm", "rm", "asks for slots", "control",
            (right_of(jm.place), left_of(rm.place)),
        )
    ]  # fmt: skip
    x = MARGIN - 6.0
    start = left_of(jm.place)
    for node in drawing.nodes.values():
        if node.kind == "task manager" and node.id != WAITING:
            y = node.place[1] + HEADER_HEIGHT / 2
            way = (start, (x, start[1]), (x, y), (node.place[0], y))
            edges.append(LayerEdge(f"jm>{node.id}", "jm", node.id, "", "control", way))
    return edges


def _layer(name: str, title: str, drawing: _Drawing, arrangement: Arrangement[VertexId]) -> Layer:
    return Layer(
        name=name,  # type: ignore[arg-type]
        title=title,
        width=arrangement.width + 2 * MARGIN,
        height=arrangement.height + 2 * MARGIN,
        nodes=tuple(drawing.nodes.values()),
        edges=tuple(spread(drawing.edges, drawing.nodes)),
    )
