"""Builds the slot layer: the TaskManager and slot of every subtask. Not in Flink."""

from __future__ import annotations

from dataclasses import replace

from flinksim.core.i18n.messages import Said
from flinksim.graph.execution_graph import WAITING, ExecutionGraph, ExecutionVertex, Slot
from flinksim.viz.diagram.geometry import (
    HEADER_HEIGHT,
    MARGIN,
    NODE_HEIGHT,
    PADDING,
    box_width,
    cut,
    left_of,
    right_of,
    shifted,
    spread,
)
from flinksim.viz.diagram.layered_layout import layers
from flinksim.viz.diagram.model import Layer, LayerEdge, LayerNode
from flinksim.viz.plan.chain_nodes import Drawing, calls_of, subtask_box
from flinksim.viz.plan.task_layers import SUBTASK_GAP, channels_of, draws_rows

COLUMN_GAP = 72.0
EMPTY_WIDTH = 180.0


def slots_layer(graph: ExecutionGraph) -> Layer:
    """Build the slot layer: a frame per TaskManager, a row per slot, subtasks in columns by vertex.

    Edges that other layers draw as one arrow for many channels are left out.
    """
    builder = Drawing()
    slot_rows = _Lines(graph)
    y = _masters(graph, builder)
    by_manager: dict[str, list[Slot]] = {}
    for slot in graph.slots:
        by_manager.setdefault(slot.task_manager, []).append(slot)
    for manager, slots in by_manager.items():
        nodes = _manager(manager, slots, slot_rows)
        builder.add(*shifted(nodes, MARGIN + PADDING, y))
        y += nodes[0].place[3] + 2 * SUBTASK_GAP
    for vertex in graph.job_graph.vertices:
        for index in range(vertex.parallelism if slot_rows.rows else 0):
            calls = calls_of(vertex, f"/{index}", builder.nodes)
            builder.edges += [replace(call, origin=call.id) for call in calls]
    builder.edges += channels_of(graph, builder, slot_rows.rows, lambda edge: [], locality=True)
    builder.edges += _orders(builder)
    return Layer(
        name="slots",
        title="Tasks in slots",
        width=max(node.place[0] + node.place[2] for node in builder.nodes.values()) + MARGIN,
        height=y - 2 * SUBTASK_GAP + MARGIN,
        nodes=tuple(builder.nodes.values()),
        edges=tuple(spread(builder.edges, builder.nodes)),
    )


class _Lines:
    """Builds the rows of slots: subtasks side by side, each in the column of its vertex."""

    def __init__(self, graph: ExecutionGraph) -> None:
        self.rows = draws_rows(graph)
        self._subtasks = {subtask.id: subtask for subtask in graph.vertices}
        self._vertices = {vertex.key: vertex for vertex in graph.job_graph.vertices}
        numbers = {key: number for number, key in enumerate(self._vertices)}
        edges = [edge for vertex in graph.job_graph.vertices for edge in vertex.inputs]
        pairs = [(numbers[edge.source], numbers[edge.target]) for edge in edges]
        self._column = dict(zip(numbers, layers(len(numbers), pairs), strict=True))
        widths: dict[int, float] = {}
        for subtask in graph.vertices:
            column = self._column[subtask.vertex]
            widths[column] = max(widths.get(column, 0.0), self._box(subtask, "")[0].place[2])
        self._lefts, x = {}, PADDING
        for column in sorted(widths):
            self._lefts[column] = x
            x += widths[column] + COLUMN_GAP

    def _box(self, subtask: ExecutionVertex, parent: str) -> list[LayerNode]:
        return subtask_box(self._vertices[subtask.vertex], subtask, parent, self.rows)

    def line(self, slot: Slot) -> list[LayerNode]:
        """Build the row of *slot* at (0, 0); subtasks of one column are stacked."""
        slot_id = f"{slot.task_manager}/{slot.number}"
        heights: dict[int, float] = {}
        nodes: list[LayerNode] = []
        for name in slot.subtasks:
            subtask = self._subtasks[name]
            column = self._column[subtask.vertex]
            y = heights.get(column, HEADER_HEIGHT)
            box = [replace(node, origin=node.id) for node in self._box(subtask, slot_id)]
            nodes += shifted(box, self._lefts[column], y)
            heights[column] = y + box[0].place[3] + SUBTASK_GAP
        width = max((n.place[0] + n.place[2] for n in nodes), default=EMPTY_WIDTH) + PADDING
        height = max(heights.values(), default=HEADER_HEIGHT + PADDING) - SUBTASK_GAP + PADDING
        place = (0.0, 0.0, width, height)
        frame = LayerNode(slot_id, "", "slot", place, _caption(slot), slot.task_manager)
        return [frame, *nodes]


def _caption(slot: Slot) -> str:
    template = "no slot" if slot.task_manager == WAITING else "slot {0}"
    if not slot.subtasks:
        template += " \N{MIDDLE DOT} free"
    elif slot.group != "default":
        template += " \N{MIDDLE DOT} group {1}"
    return Said(template, slot.number, cut(slot.group, 16))


def _manager(name: str, slots: list[Slot], lines: _Lines) -> list[LayerNode]:
    """Build a TaskManager at (0, 0) with its slots stacked, all of the same width."""
    slot_nodes = [lines.line(slot) for slot in slots]
    width = max(line[0].place[2] for line in slot_nodes)
    nodes: list[LayerNode] = []
    y = HEADER_HEIGHT
    for frame, *inner in slot_nodes:
        height = frame.place[3]
        widened = replace(frame, place=(0.0, 0.0, width, height))
        nodes += shifted([widened, *inner], PADDING, y)
        y += height + SUBTASK_GAP
    caption = Said("waiting for a slot") if name == WAITING else f"TaskManager {name}"
    place = (0.0, 0.0, width + 2 * PADDING, y - SUBTASK_GAP + PADDING)
    details = (("slots", len(slots)), ("free", sum(not slot.subtasks for slot in slots)))
    return [LayerNode(name, "", "task manager", place, caption, details=details), *nodes]


def _masters(graph: ExecutionGraph, drawing: Drawing) -> float:
    """Add the JobManager and ResourceManager at the top; return the y of the first TaskManager."""
    needed = sum(1 for slot in graph.slots if slot.subtasks)
    there = sum(1 for slot in graph.slots if slot.task_manager != WAITING)
    job = Said("{0} vertices, {1} subtasks", len(graph.job_graph.vertices), len(graph.vertices))
    slots = Said("{0} slots asked for, {1} there", needed, there)
    jm_place = (MARGIN + PADDING, MARGIN, box_width("JobManager", job), NODE_HEIGHT)
    rm_left = right_of(jm_place)[0] + 110.0
    rm_place = (rm_left, MARGIN, box_width("ResourceManager", slots), NODE_HEIGHT)
    drawing.add(LayerNode("jm", "JobManager", "job manager", jm_place, job))
    drawing.add(LayerNode("rm", "ResourceManager", "resource manager", rm_place, slots))
    return MARGIN + NODE_HEIGHT + 28.0


def _orders(drawing: Drawing) -> list[LayerEdge]:
    """Build the control edges: slot requests to the ResourceManager and deployment to TaskManagers."""
    jm, rm = drawing.nodes["jm"], drawing.nodes["rm"]
    edges = [
        LayerEdge(
            "jm>rm", "jm", "rm", Said("asks for slots"), "control",
            (right_of(jm.place), left_of(rm.place)),
        )
    ]  # fmt: skip
    x = MARGIN - 6.0
    start = left_of(jm.place)
    for node in drawing.nodes.values():
        if node.kind == "task manager" and node.id != WAITING:
            y = node.place[1] + HEADER_HEIGHT / 2
            path = (start, (x, start[1]), (x, y), (node.place[0], y))
            edges.append(LayerEdge(f"jm>{node.id}", "jm", node.id, "", "control", path))
    return edges
