"""Layered layout of a directed acyclic graph, from left to right with few crossings.

The algorithm has four steps (Sugiyama's framework):

1. Assign a layer to each box: one more than its furthest input.
2. Replace each edge that spans several layers with a chain of dummy boxes.
3. Order the boxes in each layer: move each box to the mean of its neighbours, in alternating sweeps,
   and keep the order with the fewest crossings.
4. Assign coordinates: the same means in pixels, subject to order and distance.

The layout is deterministic. Not in Flink.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Generic, Literal, TypeAlias, TypeVar

BoxId = TypeVar("BoxId", bound=Hashable)

_NeighbourSide: TypeAlias = Literal["before", "after", "both"]

SWEEPS = 12
DUMMY_HEIGHT = 4.0
LONG_EDGE_WEIGHT = 6.0
"""Relative weight of an edge segment between two dummies; it keeps long edges straight."""


@dataclass(frozen=True, slots=True)
class Layout(Generic[BoxId]):
    """The upper left corner of each box, the corners of each edge, and the total size."""

    places: dict[BoxId, tuple[float, float]]
    routes: list[list[tuple[float, float]]]
    width: float
    height: float


@dataclass(slots=True)
class _Item:
    """A box, or a placeholder ("dummy") where an edge crosses a layer between its ends.

    Inputs and outputs are (item, weight) pairs.
    """

    layer: int
    width: float
    height: float
    inputs: list[tuple[int, float]] = field(default_factory=list)
    outputs: list[tuple[int, float]] = field(default_factory=list)
    y: float = 0.0


def compute_layout(
    sizes: Mapping[BoxId, tuple[float, float]],
    edges: Sequence[tuple[BoxId, BoxId]],
    gap_x: float = 56.0,
    gap_y: float = 18.0,
    max_extra_gap: float = 90.0,
) -> Layout[BoxId]:
    """Compute positions for boxes that are connected by acyclic *edges*.

    Args:
        sizes: Width and height of each box. Unconstrained boxes keep this order.
        edges: Pairs of a source and a target box.
        gap_x: Horizontal distance between two layers.
        gap_y: Vertical distance between two boxes.
        max_extra_gap: Extra horizontal distance where many edges run.

    Raises:
        ValueError: The edges form a cycle.
    """
    ids = list(sizes)
    numbers = {box: number for number, box in enumerate(ids)}
    pairs = [(numbers[source], numbers[target]) for source, target in edges]
    layer_of = assign_layers(len(ids), pairs)
    items = [_Item(layer_of[n], *sizes[box]) for n, box in enumerate(ids)]
    paths = [_insert_dummies(items, source, target) for source, target in pairs]
    ordered = _order_layers(items)
    _assign_y(items, ordered, gap_y)
    _close_gaps(items, 2 * gap_y)
    lefts, rights = _compute_column_sides(items, ordered, pairs, layer_of, gap_x, max_extra_gap)
    top = min((item.y for item in items), default=0.0)
    for item in items:
        item.y = round(item.y - top, 1)
    height = max((item.y + item.height for item in items), default=0.0)
    places = {box: (lefts[items[n].layer], items[n].y) for n, box in enumerate(ids)}
    routes = [_route_edge(items, path, lefts, rights) for path in paths]
    return Layout(places, routes, rights[-1] if rights else 0.0, height)


# --- layers ---------------------------------------------------------------------------------------


def assign_layers(count: int, pairs: list[tuple[int, int]]) -> list[int]:
    """Assign a layer to each box: one more than its furthest input.

    A box without inputs is placed directly before its nearest output.

    Raises:
        ValueError: The edges form a cycle.
    """
    inputs: list[list[int]] = [[] for _ in range(count)]
    outputs: list[list[int]] = [[] for _ in range(count)]
    for source, target in pairs:
        inputs[target].append(source)
        outputs[source].append(target)
    missing = [len(sources) for sources in inputs]
    ready = [number for number in range(count) if missing[number] == 0]
    layer_of = [0] * count
    for number in ready:  # the list grows in the loop
        for target in outputs[number]:
            layer_of[target] = max(layer_of[target], layer_of[number] + 1)
            missing[target] -= 1
            if missing[target] == 0:
                ready.append(target)
    if len(ready) < count:
        raise ValueError(
            "the edges form a cycle, but a layered layout needs a graph without cycles"
        )
    for number in range(count):
        if not inputs[number] and outputs[number]:
            layer_of[number] = min(layer_of[target] for target in outputs[number]) - 1
    return layer_of


def _insert_dummies(items: list[_Item], source: int, target: int) -> list[int]:
    """Insert a placeholder in each layer that the edge from *source* to *target* crosses.

    Return the path of the edge.
    """
    path = [source]
    for layer in range(items[source].layer + 1, items[target].layer):
        path.append(len(items))
        items.append(_Item(layer, 0.0, DUMMY_HEIGHT))
    path.append(target)
    for first, second in pairwise(path):
        pull = 1.0 if first == source or second == target else LONG_EDGE_WEIGHT
        items[first].outputs.append((second, pull))
        items[second].inputs.append((first, pull))
    return path


# --- order ----------------------------------------------------------------------------------------


def _order_layers(items: list[_Item]) -> list[list[int]]:
    """Order the items of each layer from top to bottom."""
    layers: list[list[int]] = [[] for _ in range(max((i.layer for i in items), default=-1) + 1)]
    for number in _order_depth_first(items):
        layers[items[number].layer].append(number)
    best, fewest = [list(layer) for layer in layers], _count_crossings(items, layers)
    for sweep in range(SWEEPS):
        if fewest == 0:
            break
        forwards = sweep % 2 == 0
        for layer in layers[1:] if forwards else layers[-2::-1]:
            _sort_by_neighbours(items, layers, layer, forwards)
        _swap_neighbours(items, layers)
        crossings = _count_crossings(items, layers)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in layers], crossings
    return best


def _order_depth_first(items: list[_Item]) -> list[int]:
    """List the items depth first, so that connected items start next to each other."""
    order: list[int] = []
    visited: set[int] = set()
    for root, item in enumerate(items):
        if item.inputs:
            continue
        waiting = [root]
        while waiting:
            number = waiting.pop()
            if number not in visited:
                visited.add(number)
                order.append(number)
                waiting.extend(other for other, _ in reversed(items[number].outputs))
    return order


def _sort_by_neighbours(
    items: list[_Item], layers: list[list[int]], layer: list[int], forwards: bool
) -> None:
    if not layer:
        return
    adjacent = items[layer[0]].layer + (-1 if forwards else 1)
    rows = {number: row for row, number in enumerate(layers[adjacent])}
    means = {}
    for row, number in enumerate(layer):
        near = items[number].inputs if forwards else items[number].outputs
        neighbour_rows = [rows[other] for other, _ in near]
        means[number] = sum(neighbour_rows) / len(neighbour_rows) if neighbour_rows else float(row)
    layer.sort(key=lambda number: means[number])


def _swap_neighbours(items: list[_Item], layers: list[list[int]]) -> None:
    """Swap adjacent boxes of a layer where this removes a crossing."""
    for index, layer in enumerate(layers):
        rows = [
            {number: row for row, number in enumerate(layers[other])}
            for other in (index - 1, index + 1)
            if 0 <= other < len(layers)
        ]
        near = {
            n: [_find_neighbour_rows(items[n], other_rows) for other_rows in rows] for n in layer
        }
        for row in range(len(layer) - 1):
            upper, lower = layer[row], layer[row + 1]
            crossings = sum(map(_count_pair_crossings, near[upper], near[lower]))
            if crossings > sum(map(_count_pair_crossings, near[lower], near[upper])):
                layer[row], layer[row + 1] = lower, upper


def _find_neighbour_rows(item: _Item, rows: dict[int, int]) -> list[int]:
    near = [other for other, _ in (*item.inputs, *item.outputs)]
    return sorted(rows[other] for other in near if other in rows)


def _count_pair_crossings(upper: list[int], lower: list[int]) -> int:
    """Count how often the edges of two boxes, one above the other, cross.

    *upper* and *lower* are the sorted rows of the boxes at the other ends of their edges.
    """
    return sum(len(upper) - bisect_left(upper, row + 1) for row in lower)


def _count_crossings(items: list[_Item], layers: list[list[int]]) -> int:
    count = 0
    for layer, following in pairwise(layers):
        rows = {number: row for row, number in enumerate(following)}
        so_far: list[int] = []
        for number in layer:
            targets = sorted(rows[other] for other, _ in items[number].outputs)
            count += sum(len(so_far) - bisect_left(so_far, row + 1) for row in targets)
            for row in targets:
                insort(so_far, row)
    return count


# --- coordinates ----------------------------------------------------------------------------------


def _assign_y(items: list[_Item], layers: list[list[int]], gap: float) -> None:
    for layer in layers:
        y = 0.0
        for number in layer:
            items[number].y = y
            y += items[number].height + gap
    for sweep in range(SWEEPS):
        forwards, late = sweep % 2 == 0, sweep >= SWEEPS // 2
        for layer in layers if forwards else reversed(layers):
            _align_to_neighbours(
                items, layer, gap, "both" if late else "before" if forwards else "after"
            )


def _close_gaps(items: list[_Item], max_gap: float) -> None:
    """Move items up to close empty horizontal bands, such as those between unconnected parts."""
    bottom, shift = None, 0.0
    for item in sorted(items, key=lambda item: item.y):
        if bottom is not None and item.y - bottom > max_gap:
            shift += item.y - bottom - max_gap
            bottom = item.y
        bottom = max(bottom or item.y, item.y + item.height)
        item.y -= shift


def _align_to_neighbours(
    items: list[_Item], layer: list[int], gap: float, sides: _NeighbourSide
) -> None:
    """Move the boxes of a layer close to the boxes they are connected to.

    Their order and minimum distance are kept (isotonic regression).
    """
    blocks: list[tuple[float, float, int]] = []  # (sum of weighted preferences, weight, item count)
    offsets, offset = [], 0.0
    for number in layer:
        item = items[number]
        offsets.append(offset)
        preferred, weight = _compute_preferred_y(items, item, sides)
        blocks.append(((preferred - offset) * weight, weight, 1))
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            last, previous = blocks.pop(), blocks.pop()
            blocks.append(tuple(a + b for a, b in zip(previous, last, strict=True)))  # type: ignore[arg-type]
        offset += item.height + gap
    position = 0
    for total, weight, size in blocks:
        for _ in range(size):
            items[layer[position]].y = total / weight + offsets[position]
            position += 1


def _compute_preferred_y(
    items: list[_Item], item: _Item, sides: _NeighbourSide
) -> tuple[float, float]:
    """Return where the top of *item* would be best for its neighbours, and the weight of this wish."""
    if sides == "both":
        near = [*item.inputs, *item.outputs]
    else:
        near = (item.inputs or item.outputs) if sides == "before" else (item.outputs or item.inputs)
    pull = sum(weight for _, weight in near)
    if not pull:
        return item.y, 0.1
    middle = sum((items[other].y + items[other].height / 2) * weight for other, weight in near)
    return middle / pull - item.height / 2, pull


def _compute_column_sides(
    items: list[_Item],
    layers: list[list[int]],
    pairs: list[tuple[int, int]],
    layer_of: list[int],
    gap: float,
    max_extra_gap: float,
) -> tuple[list[float], list[float]]:
    """Compute the left and right side of each layer; a gap with more edges in it is wider."""
    busy = [0] * len(layers)
    for source, target in pairs:
        for layer in range(layer_of[source], layer_of[target]):
            busy[layer] += 1
    lefts: list[float] = []
    rights: list[float] = []
    for layer, numbers in enumerate(layers):
        room = gap + min(3.0 * busy[layer - 1], max_extra_gap)
        lefts.append(rights[-1] + room if rights else 0.0)
        rights.append(lefts[-1] + max(items[number].width for number in numbers))
    return lefts, rights


def _route_edge(
    items: list[_Item], path: list[int], lefts: list[float], rights: list[float]
) -> list[tuple[float, float]]:
    source, target = items[path[0]], items[path[-1]]
    points = [(lefts[source.layer] + source.width, source.y + source.height / 2)]
    for number in path[1:-1]:
        dummy = items[number]
        y = dummy.y + dummy.height / 2
        points += [
            (lefts[dummy.layer], y),
            (rights[dummy.layer], y),
        ]  # horizontal next to the boxes
    points.append((lefts[target.layer], target.y + target.height / 2))
    return points
