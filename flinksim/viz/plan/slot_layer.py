"""Builds the slot layer: the TaskManager and slot of every subtask. Not in Flink."""

from __future__ import annotations

from dataclasses import replace

from flinksim.core.i18n.messages import Message
from flinksim.graph.execution_graph import WAITING_FOR_SLOT, ExecutionGraph, ExecutionVertex, Slot
from flinksim.viz.diagram.geometry import (
    HEADER_HEIGHT,
    MARGIN,
    NODE_HEIGHT,
    PADDING,
    compute_box_width,
    distribute_edge_ends,
    find_left_centre,
    find_right_centre,
    move_nodes,
    truncate_text,
)
from flinksim.viz.diagram.layered_layout import assign_layers
from flinksim.viz.diagram.model import DiagramEdge, DiagramNode, GraphLayer
from flinksim.viz.plan.chain_nodes import LayerBuilder, build_call_edges, build_subtask_nodes
from flinksim.viz.plan.task_layers import SUBTASK_GAP, build_channel_edges, has_room_for_operators

COLUMN_GAP = 72.0
EMPTY_WIDTH = 180.0


def build_slot_layer(graph: ExecutionGraph) -> GraphLayer:
    """Build the slot layer: a frame per TaskManager, a row per slot, subtasks in columns by vertex.

    Edges that other layers draw as one arrow for many channels are left out.
    """
    builder = LayerBuilder()
    slot_rows = _SlotRows(graph)
    y = _add_masters(graph, builder)
    by_manager: dict[str, list[Slot]] = {}
    for slot in graph.slots:
        by_manager.setdefault(slot.task_manager, []).append(slot)
    for manager, slots in by_manager.items():
        nodes = _build_task_manager(manager, slots, slot_rows)
        builder.add(*move_nodes(nodes, MARGIN + PADDING, y))
        y += nodes[0].place[3] + 2 * SUBTASK_GAP
    for vertex in graph.job_graph.vertices:
        for index in range(vertex.parallelism if slot_rows.with_operators else 0):
            calls = build_call_edges(vertex, f"/{index}", builder.nodes)
            builder.edges += [replace(call, origin=call.id) for call in calls]
    builder.edges += build_channel_edges(
        graph, builder, slot_rows.with_operators, lambda edge: [], shows_locality=True
    )
    builder.edges += _build_control_edges(builder)
    return GraphLayer(
        name="slots",
        title="Tasks in slots",
        width=max(node.place[0] + node.place[2] for node in builder.nodes.values()) + MARGIN,
        height=y - 2 * SUBTASK_GAP + MARGIN,
        nodes=tuple(builder.nodes.values()),
        edges=tuple(distribute_edge_ends(builder.edges, builder.nodes)),
    )


class _SlotRows:
    """Builds the rows of slots: subtasks side by side, each in the column of its vertex."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self.with_operators = has_room_for_operators(graph)
        self._subtasks = {subtask.id: subtask for subtask in graph.vertices}
        self._vertices = {vertex.key: vertex for vertex in graph.job_graph.vertices}
        numbers = {key: number for number, key in enumerate(self._vertices)}
        edges = [edge for vertex in graph.job_graph.vertices for edge in vertex.inputs]
        pairs = [(numbers[edge.source], numbers[edge.target]) for edge in edges]
        self._column_of_vertex = dict(zip(numbers, assign_layers(len(numbers), pairs), strict=True))
        widths: dict[int, float] = {}
        for subtask in graph.vertices:
            column = self._column_of_vertex[subtask.vertex]
            widths[column] = max(
                widths.get(column, 0.0), self._build_subtask(subtask, "")[0].place[2]
            )
        self._column_lefts, x = {}, PADDING
        for column in sorted(widths):
            self._column_lefts[column] = x
            x += widths[column] + COLUMN_GAP

    def _build_subtask(self, subtask: ExecutionVertex, parent: str) -> list[DiagramNode]:
        return build_subtask_nodes(
            self._vertices[subtask.vertex], subtask, parent, self.with_operators
        )

    def build_row(self, slot: Slot) -> list[DiagramNode]:
        """Build the row of *slot* at (0, 0); subtasks of one column are stacked."""
        slot_id = f"{slot.task_manager}/{slot.number}"
        heights: dict[int, float] = {}
        nodes: list[DiagramNode] = []
        for name in slot.subtasks:
            subtask = self._subtasks[name]
            column = self._column_of_vertex[subtask.vertex]
            y = heights.get(column, HEADER_HEIGHT)
            box = [replace(node, origin=node.id) for node in self._build_subtask(subtask, slot_id)]
            nodes += move_nodes(box, self._column_lefts[column], y)
            heights[column] = y + box[0].place[3] + SUBTASK_GAP
        width = max((n.place[0] + n.place[2] for n in nodes), default=EMPTY_WIDTH) + PADDING
        height = max(heights.values(), default=HEADER_HEIGHT + PADDING) - SUBTASK_GAP + PADDING
        place = (0.0, 0.0, width, height)
        frame = DiagramNode(
            slot_id, "", "slot", place, _format_slot_caption(slot), slot.task_manager
        )
        return [frame, *nodes]


def _format_slot_caption(slot: Slot) -> str:
    template = "plan.slot"
    if not slot.subtasks:
        template = "plan.slot_free"
    elif slot.group != "default":
        template = "plan.slot_group"
    if slot.task_manager == WAITING_FOR_SLOT:
        template = _CAPTIONS_WITHOUT_SLOT[template]
    return Message(template, slot.number, truncate_text(slot.group, 16))


_CAPTIONS_WITHOUT_SLOT = {
    "plan.slot": "plan.no_slot",
    "plan.slot_free": "plan.no_slot_free",
    "plan.slot_group": "plan.no_slot_group",
}


def _build_task_manager(name: str, slots: list[Slot], slot_rows: _SlotRows) -> list[DiagramNode]:
    """Build a TaskManager at (0, 0) with its slots stacked, all of the same width."""
    slot_nodes = [slot_rows.build_row(slot) for slot in slots]
    width = max(line[0].place[2] for line in slot_nodes)
    nodes: list[DiagramNode] = []
    y = HEADER_HEIGHT
    for frame, *inner in slot_nodes:
        height = frame.place[3]
        widened = replace(frame, place=(0.0, 0.0, width, height))
        nodes += move_nodes([widened, *inner], PADDING, y)
        y += height + SUBTASK_GAP
    caption = (
        Message("plan.waiting_for_slot") if name == WAITING_FOR_SLOT else f"TaskManager {name}"
    )
    place = (0.0, 0.0, width + 2 * PADDING, y - SUBTASK_GAP + PADDING)
    details = (("slots", len(slots)), ("free", sum(not slot.subtasks for slot in slots)))
    return [DiagramNode(name, "", "task manager", place, caption, details=details), *nodes]


def _add_masters(graph: ExecutionGraph, builder: LayerBuilder) -> float:
    """Add the JobManager and ResourceManager at the top; return the y of the first TaskManager."""
    needed = sum(1 for slot in graph.slots if slot.subtasks)
    there = sum(1 for slot in graph.slots if slot.task_manager != WAITING_FOR_SLOT)
    job = Message("plan.vertices_subtasks", len(graph.job_graph.vertices), len(graph.vertices))
    slots = Message("plan.slots_requested", needed, there)
    jm_place = (MARGIN + PADDING, MARGIN, compute_box_width("JobManager", job), NODE_HEIGHT)
    rm_left = find_right_centre(jm_place)[0] + 110.0
    rm_place = (rm_left, MARGIN, compute_box_width("ResourceManager", slots), NODE_HEIGHT)
    builder.add(DiagramNode("jm", "JobManager", "job manager", jm_place, job))
    builder.add(DiagramNode("rm", "ResourceManager", "resource manager", rm_place, slots))
    return MARGIN + NODE_HEIGHT + 28.0


def _build_control_edges(builder: LayerBuilder) -> list[DiagramEdge]:
    """Build the control edges: slot requests to the ResourceManager and deployment to TaskManagers."""
    jm, rm = builder.nodes["jm"], builder.nodes["rm"]
    edges = [
        DiagramEdge(
            "jm>rm", "jm", "rm", Message("plan.requests_slots"), "control",
            (find_right_centre(jm.place), find_left_centre(rm.place)),
        )
    ]  # fmt: skip
    x = MARGIN - 6.0
    start = find_left_centre(jm.place)
    for node in builder.nodes.values():
        if node.kind == "task manager" and node.id != WAITING_FOR_SLOT:
            y = node.place[1] + HEADER_HEIGHT / 2
            path = (start, (x, start[1]), (x, y), (node.place[0], y))
            edges.append(DiagramEdge(f"jm>{node.id}", "jm", node.id, "", "control", path))
    return edges
