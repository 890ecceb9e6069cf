"""Builds the nodes of chains and subtasks: a frame with a row for each operator. Not in Flink."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from flinksim.core.i18n.messages import Message, join_messages
from flinksim.datastream.transformations import SinkSpec, SourceSpec
from flinksim.graph.execution_graph import WAITING_FOR_SLOT, ExecutionVertex
from flinksim.graph.job_graph_generator import ChainedOperator, JobVertex
from flinksim.graph.resource_profile import format_resource_profile
from flinksim.graph.stream_config import NonChainedOutput, StreamConfig, VertexConfig
from flinksim.viz.diagram.geometry import (
    CAPTION_SIZE,
    HEADER_HEIGHT,
    INDENT,
    PADDING,
    ROW_GAP,
    ROW_HEIGHT,
    compute_box_width,
    find_left_centre,
    measure_text,
    truncate_text,
)
from flinksim.viz.diagram.model import Details, DiagramEdge, DiagramNode, NodeKind


@dataclass(slots=True)
class LayerBuilder:
    """Collects the nodes and edges of one layer of a plan diagram.

    A frame has to be added before the nodes in it.
    """

    nodes: dict[str, DiagramNode] = field(default_factory=dict)
    edges: list[DiagramEdge] = field(default_factory=list)

    def add(self, *nodes: DiagramNode) -> None:
        """Append *nodes* to the layer."""
        for node in nodes:
            self.nodes[node.id] = node


def build_chain_nodes(
    vertex: JobVertex,
    frame_id: str,
    caption: str,
    suffix: str,
    details: Details,
    with_operators: bool = True,
    config: VertexConfig | None = None,
) -> list[DiagramNode]:
    """Build a frame at (0, 0) with one row for each operator of a chain.

    Args:
        vertex: The job vertex.
        frame_id: Id of the frame.
        caption: Text in the frame.
        suffix: Suffix of the operator ids that distinguishes subtasks; empty for the chain itself.
        details: Details of the frame.
        with_operators: Whether there are rows; otherwise the frame has the name of the chain.
        config: The configuration of the vertex; its values are added to the details of the rows.
    """
    configs = {one.node: build_config_details(one) for one in config.operators} if config else {}
    depths = _compute_depths(vertex)
    label = truncate_text(vertex.name, 44) if not with_operators else ""
    width = measure_text(caption, CAPTION_SIZE) + 2 * PADDING
    if not with_operators:
        width = max(width, measure_text(label) + 2 * PADDING)
    nodes = []
    y = HEADER_HEIGHT
    for chained in vertex.operators if with_operators else ():
        x = PADDING + INDENT * depths[chained.node.id]
        row_width = compute_box_width(truncate_text(chained.node.name))
        width = max(width, x + row_width + PADDING)
        row = _build_operator_row(chained, frame_id, suffix, (x, y, row_width, ROW_HEIGHT))
        nodes.append(replace(row, details=(*row.details, *configs.get(chained.node.id, ()))))
        y += ROW_HEIGHT + ROW_GAP
    inner = width - PADDING
    nodes = [
        replace(row, place=(row.place[0], row.place[1], inner - row.place[0], ROW_HEIGHT))
        for row in nodes
    ]
    height = y - ROW_GAP + PADDING if with_operators else HEADER_HEIGHT + ROW_HEIGHT
    kind: NodeKind = "subtask" if suffix else "chain"
    frame = DiagramNode(
        id=frame_id,
        label=label,
        kind=kind,
        place=(0.0, 0.0, width, height),
        caption=caption,
        origin=vertex.key if suffix else None,
        details=details,
    )
    return [frame, *nodes]


def _build_operator_row(
    chained: ChainedOperator, parent: str, suffix: str, place: tuple[float, float, float, float]
) -> DiagramNode:
    node = chained.node
    kind: NodeKind = "operator"
    if isinstance(node.spec, SourceSpec):
        kind = "source"
    elif isinstance(node.spec, SinkSpec):
        kind = "sink"
    return DiagramNode(
        id=f"o{node.id}{suffix}",
        label=truncate_text(node.name),
        kind=kind,
        place=place,
        parent=parent,
        origin=f"o{node.id}",
        details=(("name", node.name), ("description", node.description)),
    )


def _compute_depths(vertex: JobVertex) -> dict[int, int]:
    """Compute the indentation of each operator: one more after each fork of the chain."""
    depths = {vertex.head.id: 0}
    for chained in vertex.operators:
        forks = len(chained.chained_outputs) > 1
        for edge in chained.chained_outputs:
            depths[edge.target_id] = depths[chained.node.id] + forks
    return depths


def build_call_edges(
    vertex: JobVertex, suffix: str, nodes: dict[str, DiagramNode]
) -> list[DiagramEdge]:
    """Build the edges between chained operators, which call each other directly.

    They go straight down, or down and right after a fork.
    """
    edges = []
    for chained in vertex.operators:
        for edge in chained.chained_outputs:
            source, target = (
                nodes[f"o{edge.source_id}{suffix}"],
                nodes[f"o{edge.target_id}{suffix}"],
            )
            x = source.place[0] + INDENT / 2
            start = (x, source.place[1] + source.place[3])
            corner, end = (x, find_left_centre(target.place)[1]), find_left_centre(target.place)
            below = (x, target.place[1])
            path = (start, below) if target.place[0] <= x else (start, corner, end)
            tag = "" if edge.output_tag is None else f"[{edge.output_tag.tag_id}]"
            name = f"{source.id}>{target.id}" if suffix else edge.name
            edges.append(
                DiagramEdge(name, source.id, target.id, tag, "chained", path, origin=edge.name)
            )
    return edges


def format_vertex_caption(vertex: JobVertex) -> str:
    """Format the caption of the frame of *vertex*."""
    template = "plan.parallelism"
    if vertex.slot_sharing_group != "default":
        template = "plan.parallelism_group"
    return Message(template, vertex.parallelism, truncate_text(vertex.slot_sharing_group, 16))


def build_vertex_details(vertex: JobVertex) -> Details:
    """Build the attributes of a job vertex that a diagram shows on request."""
    return (
        ("vertex", vertex.key),
        ("id", vertex.id),
        ("name", vertex.name),
        ("parallelism", vertex.parallelism),
        ("planned parallelism", _describe_planned_parallelism(vertex)),
        ("max parallelism", vertex.max_parallelism),
        ("slot sharing group", vertex.slot_sharing_group),
        ("co-location group", vertex.co_location_group),
        ("resources", format_resource_profile(vertex.resources)),
        ("invokable", vertex.invokable),
        ("produced data sets", vertex.produced_data_sets),
    )


def _describe_planned_parallelism(vertex: JobVertex) -> str | None:
    if vertex.planned_parallelism > 0:
        return None
    return Message("plan.undecided_until_start", vertex.parallelism)


def build_config_details(config: StreamConfig) -> Details:
    """Build the attributes that a diagram shows for an operator from its ``StreamConfig``."""
    inputs = [
        Message("plan.input_at_gate", one.serializer, one.gate, one.requirement)
        for one in config.inputs
    ]
    side = [f"{tag}: {serializer}" for tag, serializer in config.type_serializer_side_out]
    return (
        ("operator id", config.operator_id),
        ("chain index", config.chain_index),
        ("chain start", config.chain_start),
        ("chain end", config.chain_end),
        ("network inputs", config.network_inputs),
        ("inputs", join_messages(inputs) or None),
        ("type serializer out", config.type_serializer_out),
        ("type serializers of side outputs", "; ".join(side) or None),
        ("state key serializer", config.state_key_serializer),
        ("chained outputs", "; ".join(config.chained_outputs) or None),
        (
            "non-chained outputs",
            join_messages(map(_describe_output, config.non_chained_outputs)) or None,
        ),
    )


def _describe_output(output: NonChainedOutput) -> str:
    if output.supports_unaligned_checkpoints:
        template = "plan.data_set" if output.output_tag is None else "plan.data_set_side"
    else:
        is_main = output.output_tag is None
        template = "plan.data_set_aligned" if is_main else "plan.data_set_side_aligned"
    consumers = (
        output.consumer_parallelism
        if output.consumer_parallelism > 0
        else Message("plan.undecided")
    )
    flush = {-1: Message("plan.when_full"), 0: Message("plan.after_each_value")}.get(
        output.buffer_timeout_ms, Message("plan.every_ms", output.buffer_timeout_ms)
    )
    values = output.data_set, output.output_tag, output.partitioner
    return Message(template, *values, consumers, output.result_type, flush)


def build_subtask_nodes(
    vertex: JobVertex, subtask: ExecutionVertex, parent: str, with_operators: bool
) -> list[DiagramNode]:
    """Build *subtask* of *vertex* as a frame at (0, 0), with its operators if *with_operators*."""
    keys = subtask.key_group_range
    caption = f"{subtask.index + 1}/{vertex.parallelism}"
    if vertex.parallelism > 1 and _has_keys(vertex):
        template = "plan.key_groups"
        caption = Message(template, caption, f"{keys.start}\N{EN DASH}{keys.end}")
    attempt = subtask.current_attempt
    task_manager = subtask.task_manager
    details: Details = (
        ("subtask", subtask.id),
        ("name", subtask.name),
        ("attempt", attempt.number),
        ("state", attempt.state),
        ("key groups", Message("plan.range_of", keys.start, keys.end, vertex.max_parallelism)),
        (
            "slot",
            Message("plan.none")
            if task_manager == WAITING_FOR_SLOT
            else f"{task_manager}/{subtask.slot}",
        ),
    )
    box = build_chain_nodes(
        vertex, subtask.id, caption, f"/{subtask.index}", details, with_operators
    )
    return [replace(box[0], parent=parent), *box[1:]]


def _has_keys(vertex: JobVertex) -> bool:
    """Return whether *vertex* has an operator with keyed state, so that its key groups matter."""
    specs = [chained.node.spec for chained in vertex.operators]
    return any(getattr(s, "key_selector", None) or hasattr(s, "key_selector1") for s in specs)
