"""Converts a layer to shapes, the common input of the SVG and matplotlib renderers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate_plan_word
from flinksim.core.i18n.messages import Message, translate_fields, translate_text
from flinksim.viz.diagram.geometry import CAPTION_SIZE, LABEL_SIZE, PADDING, measure_text
from flinksim.viz.diagram.model import DiagramEdge, DiagramNode, EdgeKind, GraphLayer, PlanDiagram
from flinksim.viz.diagram.renderers.text import format_heading
from flinksim.viz.diagram.renderers.theme import Theme

TITLE_HEIGHT = 34.0
LEGEND_HEIGHT = 30.0
MAX_LABELLED_EDGES = 120
"""Maximum number of edges of a layer up to which its edges have labels.

With more edges, the labels are in the tooltips and in the other formats.
"""

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str
    radius: float = 6.0
    thickness: float = 1.2
    dashed: bool = False
    title: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; ``y`` is its vertical middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow through *points*: straight lines, or cubic curves if ``curved``.

    A curve has one start point, then two control points and an end point for each segment.
    """

    points: tuple[Point, ...]
    colour: str
    thickness: float
    curved: bool
    dashed: bool = False
    title: str = ""
    id: str = ""


Shape: TypeAlias = Rect | Label | Arrow


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes from back to front, in pixels from the upper left corner."""

    width: float
    height: float
    background: str
    title: str
    shapes: tuple[Shape, ...]


def build_drawing(
    diagram: PlanDiagram, layer_name: str, theme: Theme, language: Language = "en"
) -> Drawing:
    """Build the drawing of one layer, with a title above and a legend below."""
    diagram = translate_fields(diagram, language)
    layer = diagram.layer(layer_name)
    reasons = {verdict.edge: verdict.sentence for verdict in diagram.verdicts}
    chained = {verdict.edge for verdict in diagram.verdicts if verdict.chained}
    frames = {node.parent for node in layer.nodes if node.parent is not None}
    kinds = {edge.id: _find_edge_kind(edge, layer, chained) for edge in layer.edges}
    shapes: list[Shape] = []
    inner: list[Shape] = []
    for node in layer.nodes:
        is_frame = node.id in frames or node.kind in ("task manager", "slot", "subtask", "chain")
        (shapes if is_frame else inner).extend(_draw_node(node, theme, is_frame, language))
    for edge in layer.edges:
        kind = kinds[edge.id]
        reason = reasons.get(edge.id) or reasons.get(edge.origin or "", "")
        shapes.append(_draw_edge(edge, kind, theme, reason, language))
    shapes += inner
    if len(layer.edges) <= MAX_LABELLED_EDGES:
        shapes += _draw_labels(layer, kinds, theme)
    heading = format_heading(diagram, layer, language)
    legend = _draw_legend(list(dict.fromkeys(kinds.values())), layer, theme, language)
    min_width = (
        max(measure_text(heading, 14.0), *(_compute_right_side(shape) for shape in legend), 0.0)
        + 40.0
    )
    width = max(layer.width, min_width)
    title = Label(20.0, 20.0, heading, 14.0, theme.ink, "start", bold=True)
    return Drawing(
        width=width,
        height=layer.height + TITLE_HEIGHT + LEGEND_HEIGHT * bool(legend),
        background=theme.background,
        title=heading,
        shapes=(title, *shapes, *legend),
    )


def _compute_right_side(shape: Shape) -> float:
    return shape.x + measure_text(shape.text, shape.size) if isinstance(shape, Label) else 0.0


def _find_edge_kind(edge: DiagramEdge, layer: GraphLayer, chained: set[str]) -> EdgeKind:
    if layer.name == "stream" and edge.id in chained:
        return "chained"
    return edge.kind


# --- boxes ----------------------------------------------------------------------------------------


def _draw_node(node: DiagramNode, theme: Theme, is_frame: bool, language: Language) -> list[Shape]:
    x, y, width, height = node.place
    y += TITLE_HEIGHT
    virtual = node.kind in ("partition", "union", "side output")
    details = (f"{translate_plan_word(language, name)}: {value}" for name, value in node.details)
    title = "\n".join([node.label or node.caption, *details])
    box = Rect(
        x, y, width, height, theme.fill_colour(node.kind), theme.stroke_colour(node.kind),
        radius=height / 2 if virtual else 8.0 if is_frame else 5.0,
        dashed=virtual or node.kind in ("vertex", "slot"),
        title=title, id=node.id,
    )  # fmt: skip
    middle = x + width / 2
    if is_frame:
        shapes: list[Shape] = [box]
        if node.caption:
            caption = Label(x + PADDING, y + 12.5, node.caption, CAPTION_SIZE, theme.muted, "start")
            shapes.append(caption)
        if node.label:
            shapes.append(Label(middle, y + height - 18, node.label, LABEL_SIZE, theme.ink))
        return shapes
    if not node.caption:
        return [box, Label(middle, y + height / 2, node.label, LABEL_SIZE, theme.ink)]
    return [
        box,
        Label(middle, y + height / 2 - 8, node.label, LABEL_SIZE, theme.ink),
        Label(middle, y + height / 2 + 9, node.caption, CAPTION_SIZE, theme.muted),
    ]


# --- arrows ---------------------------------------------------------------------------------------


def _draw_edge(
    edge: DiagramEdge, kind: EdgeKind, theme: Theme, reason: str, language: Language
) -> Arrow:
    straight = edge.kind in ("chained", "control")
    points = tuple((x, y + TITLE_HEIGHT) for x, y in edge.points)
    many = edge.count > 1
    thickness = {"chained": 2.4, "control": 1.0, "input": 1.3}.get(kind, 1.5)
    title = translate_text(Message("plan.from_to", edge.source, edge.target), language)
    title += f": {edge.label}" if edge.label else ""
    return Arrow(
        points=points if straight else build_curve(points),
        colour=theme.edge_colour(kind),
        thickness=thickness * (2.2 if many else 1.0),
        curved=not straight,
        dashed=kind in ("remote", "control"),
        title=f"{title}\n{reason}" if reason else title,
        id=edge.id,
    )


def build_curve(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Build a curve through all *points* that is horizontal at each of them.

    The result is a start point, then two control points and an end point for each segment.
    """
    curve = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        bend = (x1 - x0) / 2
        if x1 <= x0:  # an edge to an earlier column, only in the slot layer
            bend = 40.0
        curve += [(x0 + bend, y0), (x1 - bend, y1), (x1, y1)]
    return tuple(curve)


def _draw_labels(layer: GraphLayer, kinds: dict[str, EdgeKind], theme: Theme) -> list[Shape]:
    shapes: list[Shape] = []
    labelled: set[tuple[str, str]] = set()
    for edge in layer.edges:
        kind = kinds[edge.id]
        origin = edge.origin or edge.id
        if layer.name == "slots" and kind != "control":
            continue
        if not edge.label or (kind == "chained" and layer.name == "stream"):
            continue
        if layer.name == "execution" and kind != "chained":
            if (origin, edge.label) in labelled:
                continue
            labelled.add((origin, edge.label))
        x, y = _find_label_position(edge, kind)
        shapes += _draw_label(
            x, y + TITLE_HEIGHT, edge.label, theme.edge_colour(kind), theme.background
        )
    return shapes


def _draw_label(x: float, y: float, text: str, colour: str, background: str) -> list[Shape]:
    """Draw a label on a background box, so that the arrow does not cross the text."""
    width = measure_text(text, CAPTION_SIZE) + 6
    background_box = Rect(x - width / 2, y - 7, width, 14, background, background, 3.0, 0.0)
    return [background_box, Label(x, y, text, CAPTION_SIZE, colour)]


def _find_label_position(edge: DiagramEdge, kind: EdgeKind) -> Point:
    first = len(edge.points) // 2 - 1
    (x0, y0), (x1, y1) = edge.points[first], edge.points[first + 1]
    if kind == "chained":
        return (x0 + x1) / 2 + 4 + measure_text(edge.label, CAPTION_SIZE) / 2, (y0 + y1) / 2
    return (x0 + x1) / 2, (y0 + y1) / 2


_EDGE_MEANINGS: dict[EdgeKind, str] = {
    "chained": "plan.method_call",
    "exchange": "plan.through_channels",
    "forward": "plan.to_same_subtask",
    "local": "plan.local_channel",
    "remote": "plan.remote_channel",
}


def _draw_legend(
    kinds: list[EdgeKind], layer: GraphLayer, theme: Theme, language: Language
) -> list[Shape]:
    shapes: list[Shape] = []
    x, y = 20.0, TITLE_HEIGHT + layer.height + LEGEND_HEIGHT / 2 - 4
    for kind, means in _EDGE_MEANINGS.items():
        if kind in kinds:
            meaning = translate_text(Message(means), language)
            thickness = 2.4 if kind == "chained" else 1.5
            ends = ((x, y), (x + 28, y))
            shapes.append(Arrow(ends, theme.edge_colour(kind), thickness, False, kind == "remote"))
            shapes.append(Label(x + 36, y, meaning, CAPTION_SIZE, theme.muted, "start"))
            x += 36 + measure_text(meaning, CAPTION_SIZE) + 24
    return shapes
