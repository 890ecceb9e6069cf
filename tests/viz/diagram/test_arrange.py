from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flinksim.viz.diagram.layered_layout import Layout, compute_layout

SIZE = (80.0, 40.0)


def arranged(edges: list[tuple[str, str]], *names: str) -> Layout[str]:
    boxes = dict.fromkeys([*(name for edge in edges for name in edge), *names], SIZE)
    return compute_layout(boxes, edges)


def column_of(arrangement: Layout[str]) -> dict[str, int]:
    lefts = sorted({x for x, _ in arrangement.places.values()})
    return {name: lefts.index(x) for name, (x, _) in arrangement.places.items()}


def test_a_box_stands_one_column_behind_its_furthest_input() -> None:
    columns = column_of(arranged([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")]))
    assert columns == {"a": 0, "b": 1, "c": 2, "d": 3}


def test_a_source_stands_right_before_what_reads_it() -> None:
    columns = column_of(arranged([("a", "b"), ("b", "c"), ("late", "c")]))
    assert columns == {"a": 0, "b": 1, "late": 1, "c": 2}


def test_what_can_be_drawn_without_crossings_is() -> None:
    edges = [("a1", "b1"), ("a2", "b2"), ("a3", "b3"), ("b3", "c1"), ("b1", "c3"), ("b2", "c2")]
    places = arranged(edges).places
    for (source, target), (other_source, other_target) in combinations(edges, 2):
        if source[0] == other_source[0]:
            above = places[source][1] - places[other_source][1]
            assert above * (places[target][1] - places[other_target][1]) > 0


def test_a_straight_line_is_straight() -> None:
    arrangement = arranged([("a", "b"), ("b", "c")])
    assert len({y for _, y in arrangement.places.values()}) == 1
    assert arrangement.height == 40


def test_a_long_edge_runs_beside_the_boxes_that_it_passes() -> None:
    arrangement = arranged([("a", "b"), ("b", "c"), ("a", "c")])
    way = arrangement.routes[2]
    left, top = arrangement.places["b"]
    assert len(way) == 4
    (x1, y1), (x2, y2) = way[1:3]
    assert (x1, x2, y1) == (left, left + 80, y2)
    assert not top < y1 < top + 40


def test_parts_that_nothing_joins_stand_close() -> None:
    arrangement = arranged([("a", "b"), ("c", "d")])
    assert arrangement.height < 150


def test_nothing_to_arrange_takes_no_room() -> None:
    assert compute_layout({}, []) == Layout({}, [], 0.0, 0.0)


def test_edges_in_a_circle_are_refused() -> None:
    with pytest.raises(ValueError, match="form a cycle"):
        arranged([("a", "b"), ("b", "a")])


graphs = st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=30).map(
    lambda pairs: [(f"n{min(p)}", f"n{max(p)}") for p in pairs if p[0] != p[1]]
)


@settings(deadline=None)  # how long it takes is the machine's
@given(graphs)
def test_boxes_never_lie_upon_each_other_and_every_way_joins_its_boxes(
    edges: list[tuple[str, str]],
) -> None:
    arrangement = arranged(edges, "alone")
    for (x1, y1), (x2, y2) in combinations(arrangement.places.values(), 2):
        assert x1 != x2 or abs(y1 - y2) >= 40
    for (source, target), way in zip(edges, arrangement.routes, strict=True):
        left, top = arrangement.places[source]
        assert way[0] == (left + 80, top + 20)
        left, top = arrangement.places[target]
        assert way[-1] == (left, top + 20)
        assert [x for x, _ in way] == sorted(x for x, _ in way)
    for x, y in arrangement.places.values():
        assert -1e-6 <= x <= arrangement.width - 80 + 1e-6
        assert -1e-6 <= y <= arrangement.height - 40 + 1e-6
    assert arranged(edges, "alone") == arrangement
