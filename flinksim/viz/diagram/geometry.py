"""The sizes of boxes, and the ways of arrows between them, in pixels for a type size of 12.

Text is measured by a table of widths, so that every renderer gets the same places. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from flinksim.viz.diagram.model import LayerEdge, LayerNode

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
NARROWEST = 84.0
LONGEST_LABEL = 36

_NARROW = frozenset("fijlrtI.,:;'|()[]{}!- ")
_WIDE = frozenset("mwMWQO@%&>-<+=~")


def text_width(text: str, size: float = LABEL_SIZE) -> float:
    """About how wide *text* is in a plain sans serif face."""
    units = 0.0
    for letter in text:
        if letter in _NARROW:
            units += 0.36
        elif letter in _WIDE:
            units += 0.82
        elif letter.isupper():
            units += 0.68
        elif ord(letter) > 0x2E80:
            units += 1.0
        else:
            units += 0.56
    return units * size


def cut(text: str, longest: int = LONGEST_LABEL) -> str:
    """*text* on one line, cut to a length that a box bears."""
    line = " ".join(text.split())
    return (
        line if len(line) <= longest else f"{line[: longest - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
    )


def box_width(label: str, caption: str = "") -> float:
    """The width of a box with these two lines."""
    widest = max(text_width(label), text_width(caption, CAPTION_SIZE))
    return max(NARROWEST, round(widest + 2 * PADDING + 4))


def right_of(place: Place) -> Point:
    """The middle of the right side."""
    return place[0] + place[2], place[1] + place[3] / 2


def left_of(place: Place) -> Point:
    """The middle of the left side."""
    return place[0], place[1] + place[3] / 2


def shifted(nodes: Iterable[LayerNode], dx: float, dy: float) -> list[LayerNode]:
    """*nodes* moved by so many pixels."""
    return [
        replace(node, place=(node.place[0] + dx, node.place[1] + dy, node.place[2], node.place[3]))
        for node in nodes
    ]


def spread(edges: Sequence[LayerEdge], nodes: Mapping[str, LayerNode]) -> list[LayerEdge]:
    """*edges* with the ends that meet at one side of a box moved apart, so that each can be seen."""
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
