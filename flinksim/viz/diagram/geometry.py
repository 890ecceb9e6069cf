"""Box sizes and edge ends, in pixels for a font size of 12.

Text is measured with a table of letter widths, so that all renderers get the same layout. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from flinksim.viz.diagram.model import DiagramEdge, DiagramNode

Place = tuple[float, float, float, float]
Point = tuple[float, float]

LABEL_SIZE = 12.0
CAPTION_SIZE = 10.0
NODE_HEIGHT = 42.0
PILL_HEIGHT = 28.0
ROW_HEIGHT = 26.0
ROW_GAP = 8.0
HEADER_HEIGHT = 24.0
PADDING = 10.0
INDENT = 18.0
MARGIN = 20.0
MIN_BOX_WIDTH = 84.0
MAX_LABEL_CHARS = 36

_NARROW_LETTERS = frozenset("fijlrtI.,:;'|()[]{}!- ")
_WIDE_LETTERS = frozenset("mwMWQO@%&>-<+=~")


def measure_text(text: str, size: float = LABEL_SIZE) -> float:
    """Estimate the width of *text* in a plain sans serif font."""
    units = 0.0
    for letter in text:
        if letter in _NARROW_LETTERS:
            units += 0.36
        elif letter in _WIDE_LETTERS:
            units += 0.82
        elif letter.isupper():
            units += 0.68
        elif ord(letter) > 0x2E80:
            units += 1.0
        else:
            units += 0.56
    return units * size


def truncate_text(text: str, max_chars: int = MAX_LABEL_CHARS) -> str:
    """Truncate *text* to one line that fits into a box."""
    line = " ".join(text.split())
    return (
        line
        if len(line) <= max_chars
        else f"{line[: max_chars - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
    )


def compute_box_width(label: str, caption: str = "") -> float:
    """Compute the width that a box needs for its label and, below it, its caption."""
    widest = max(measure_text(label), measure_text(caption, CAPTION_SIZE))
    return max(MIN_BOX_WIDTH, round(widest + 2 * PADDING + 4))


def find_right_centre(place: Place) -> Point:
    """Return the middle of the right side of a box, where its outgoing edges start."""
    return place[0] + place[2], place[1] + place[3] / 2


def find_left_centre(place: Place) -> Point:
    """Return the middle of the left side of a box, where its incoming edges end."""
    return place[0], place[1] + place[3] / 2


def move_nodes(nodes: Iterable[DiagramNode], dx: float, dy: float) -> list[DiagramNode]:
    """Move *nodes* by *dx* and *dy* pixels."""
    return [
        replace(node, place=(node.place[0] + dx, node.place[1] + dy, node.place[2], node.place[3]))
        for node in nodes
    ]


def distribute_edge_ends(
    edges: Sequence[DiagramEdge], nodes: Mapping[str, DiagramNode]
) -> list[DiagramEdge]:
    """Move edge ends that meet at one side of a box apart, so that each is visible."""
    starts: dict[str, list[int]] = {}
    ends: dict[str, list[int]] = {}
    for number, edge in enumerate(edges):
        if edge.kind not in ("chained", "control"):
            starts.setdefault(edge.source, []).append(number)
            ends.setdefault(edge.target, []).append(number)
    points = [list(edge.points) for edge in edges]
    for at_node, index, other in ((starts, 0, 1), (ends, -1, -2)):
        for node_id, numbers in at_node.items():
            numbers.sort(key=lambda n: (points[n][other][1], n))
            room = nodes[node_id].place[3] * 0.6
            for position, number in enumerate(numbers):
                offset = ((position + 1) / (len(numbers) + 1) - 0.5) * room
                x, y = points[number][index]
                if len(numbers) > 1:
                    points[number][index] = (x, y + offset)
    return [replace(edge, points=tuple(points[n])) for n, edge in enumerate(edges)]
