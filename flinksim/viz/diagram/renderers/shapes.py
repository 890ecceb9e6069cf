"""Converts a layer to shapes, the common input of the SVG and matplotlib renderers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.plans_zh import document_in, told, word
from flinksim.core.i18n.messages import Said
from flinksim.viz.diagram.geometry import CAPTION_SIZE, LABEL_SIZE, PADDING, text_width
from flinksim.viz.diagram.model import EdgeKind, Layer, LayerDocument, LayerEdge, LayerNode
from flinksim.viz.diagram.renderers.text import heading_of
from flinksim.viz.diagram.renderers.theme import Theme

TITLE_HEIGHT = 34.0
LEGEND_HEIGHT = 30.0
MOST_LABELS = 120
"""A layer with more edges has no edge labels; they are in the tooltips and in the other formats."""

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
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
class Text:
    """One line of text; ``y`` is its vertical middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Way:
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


Shape: TypeAlias = Box | Text | Way


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes from back to front, in pixels from the upper left corner."""

    width: float
    height: float
    background: str
    title: str
    shapes: tuple[Shape, ...]


def picture_of(
    document: LayerDocument, layer_name: str, theme: Theme, language: Language = "en"
) -> Picture:
    """Build the drawing of one layer, with a title above and a legend below."""
    document = document_in(document, language)
    layer = document.layer(layer_name)
    reasons = {verdict.edge: verdict.sentence for verdict in document.verdicts}
    chained = {verdict.edge for verdict in document.verdicts if verdict.chained}
    frames = {node.parent for node in layer.nodes if node.parent is not None}
    kinds = {edge.id: _kind(edge, layer, chained) for edge in layer.edges}
    shapes: list[Shape] = []
    inner: list[Shape] = []
    for node in layer.nodes:
        is_frame = node.id in frames or node.kind in ("task manager", "slot", "subtask", "chain")
        (shapes if is_frame else inner).extend(_node(node, theme, is_frame, language))
    for edge in layer.edges:
        kind = kinds[edge.id]
        reason = reasons.get(edge.id) or reasons.get(edge.origin or "", "")
        shapes.append(_way(edge, kind, theme, reason, language))
    shapes += inner
    if len(layer.edges) <= MOST_LABELS:
        shapes += _labels(layer, kinds, theme)
    heading = heading_of(document, layer, language)
    legend = _legend(list(dict.fromkeys(kinds.values())), layer, theme, language)
    min_width = max(text_width(heading, 14.0), *(_right_end(shape) for shape in legend), 0.0) + 40.0
    width = max(layer.width, min_width)
    title = Text(20.0, 20.0, heading, 14.0, theme.ink, "start", bold=True)
    return Picture(
        width=width,
        height=layer.height + TITLE_HEIGHT + LEGEND_HEIGHT * bool(legend),
        background=theme.background,
        title=heading,
        shapes=(title, *shapes, *legend),
    )


def _right_end(shape: Shape) -> float:
    return shape.x + text_width(shape.text, shape.size) if isinstance(shape, Text) else 0.0


def _kind(edge: LayerEdge, layer: Layer, chained: set[str]) -> EdgeKind:
    if layer.name == "stream" and edge.id in chained:
        return "chained"
    return edge.kind


# --- boxes ----------------------------------------------------------------------------------------


def _node(node: LayerNode, theme: Theme, is_frame: bool, language: Language) -> list[Shape]:
    x, y, width, height = node.place
    y += TITLE_HEIGHT
    virtual = node.kind in ("partition", "union", "side output")
    details = (f"{word(name, language)}: {value}" for name, value in node.details)
    title = "\n".join([node.label or node.caption, *details])
    box = Box(
        x, y, width, height, theme.fill(node.kind), theme.stroke(node.kind),
        radius=height / 2 if virtual else 8.0 if is_frame else 5.0,
        dashed=virtual or node.kind in ("vertex", "slot"),
        title=title, id=node.id,
    )  # fmt: skip
    middle = x + width / 2
    if is_frame:
        shapes: list[Shape] = [box]
        if node.caption:
            caption = Text(x + PADDING, y + 12.5, node.caption, CAPTION_SIZE, theme.muted, "start")
            shapes.append(caption)
        if node.label:
            shapes.append(Text(middle, y + height - 18, node.label, LABEL_SIZE, theme.ink))
        return shapes
    if not node.caption:
        return [box, Text(middle, y + height / 2, node.label, LABEL_SIZE, theme.ink)]
    return [
        box,
        Text(middle, y + height / 2 - 8, node.label, LABEL_SIZE, theme.ink),
        Text(middle, y + height / 2 + 9, node.caption, CAPTION_SIZE, theme.muted),
    ]


# --- arrows ---------------------------------------------------------------------------------------


def _way(edge: LayerEdge, kind: EdgeKind, theme: Theme, reason: str, language: Language) -> Way:
    straight = edge.kind in ("chained", "control")
    points = tuple((x, y + TITLE_HEIGHT) for x, y in edge.points)
    many = edge.count > 1
    thickness = {"chained": 2.4, "control": 1.0, "input": 1.3}.get(kind, 1.5)
    title = told(Said("{0} to {1}", edge.source, edge.target), language)
    title += f": {edge.label}" if edge.label else ""
    return Way(
        points=points if straight else smooth(points),
        colour=theme.way(kind),
        thickness=thickness * (2.2 if many else 1.0),
        curved=not straight,
        dashed=kind in ("remote", "control"),
        title=f"{title}\n{reason}" if reason else title,
        id=edge.id,
    )


def smooth(points: tuple[Point, ...]) -> tuple[Point, ...]:
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


def _labels(layer: Layer, kinds: dict[str, EdgeKind], theme: Theme) -> list[Shape]:
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
        x, y = _middle(edge, kind)
        shapes += _label(x, y + TITLE_HEIGHT, edge.label, theme.way(kind), theme.background)
    return shapes


def _label(x: float, y: float, text: str, colour: str, background: str) -> list[Shape]:
    """Draw a label on a background box, so that the arrow does not cross the text."""
    width = text_width(text, CAPTION_SIZE) + 6
    background_box = Box(x - width / 2, y - 7, width, 14, background, background, 3.0, 0.0)
    return [background_box, Text(x, y, text, CAPTION_SIZE, colour)]


def _middle(edge: LayerEdge, kind: EdgeKind) -> Point:
    first = len(edge.points) // 2 - 1
    (x0, y0), (x1, y1) = edge.points[first], edge.points[first + 1]
    if kind == "chained":
        return (x0 + x1) / 2 + 4 + text_width(edge.label, CAPTION_SIZE) / 2, (y0 + y1) / 2
    return (x0 + x1) / 2, (y0 + y1) / 2


_MEANINGS: dict[EdgeKind, str] = {
    "chained": "chained: a method call",
    "exchange": "through channels",
    "forward": "through channels, to the same subtask",
    "local": "channel inside a TaskManager",
    "remote": "channel over the network",
}


def _legend(kinds: list[EdgeKind], layer: Layer, theme: Theme, language: Language) -> list[Shape]:
    shapes: list[Shape] = []
    x, y = 20.0, TITLE_HEIGHT + layer.height + LEGEND_HEIGHT / 2 - 4
    for kind, means in _MEANINGS.items():
        if kind in kinds:
            meaning = told(Said(means), language)
            thickness = 2.4 if kind == "chained" else 1.5
            ends = ((x, y), (x + 28, y))
            shapes.append(Way(ends, theme.way(kind), thickness, False, kind == "remote"))
            shapes.append(Text(x + 36, y, meaning, CAPTION_SIZE, theme.muted, "start"))
            x += 36 + text_width(meaning, CAPTION_SIZE) + 24
    return shapes
