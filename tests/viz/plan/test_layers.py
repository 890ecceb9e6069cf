"""The document of all layers: what a file promises, and what must hold for every program."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.job_graph_generator import create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.runtime.minicluster import MiniCluster
from flinksim.trace.events import JobSubmitted
from flinksim.viz.diagram.model import (
    LAYER_NAMES,
    VERSION,
    DiagramNode,
    EdgeKind,
    GraphLayer,
    NodeKind,
    PlanDiagram,
    parse_diagram,
)
from flinksim.viz.plan.layers import build_plan_diagram
from tests.conformance.fact_files import cases_of
from tests.conformance.plan_programs import Interpreter

DRAWN = [
    case
    for case in cases_of("plans")
    if "streamGraph" in case.values[0] and "message" not in case.values[0]
]


def document(case: dict[str, Any]) -> PlanDiagram:
    return build_plan_diagram(Interpreter(case).environment.pipeline(), include_changes=False)


def inside(inner: DiagramNode, outer: DiagramNode) -> bool:
    x, y, width, height = inner.place
    left, top, outer_width, outer_height = outer.place
    return (
        left - 0.01 <= x
        and top - 0.01 <= y
        and x + width <= left + outer_width + 0.01
        and y + height <= top + outer_height + 0.01
    )


def apart(one: DiagramNode, other: DiagramNode) -> bool:
    x, y, width, height = one.place
    other_x, other_y, other_width, other_height = other.place
    return (
        x + width <= other_x + 0.01
        or other_x + other_width <= x + 0.01
        or y + height <= other_y + 0.01
        or other_y + other_height <= y + 0.01
    )


def check_layer(layer: GraphLayer) -> None:
    nodes = {node.id: node for node in layer.nodes}
    assert len(nodes) == len(layer.nodes), "ids are unique in a layer"
    assert len({edge.id for edge in layer.edges}) == len(layer.edges)
    siblings: dict[str | None, list[DiagramNode]] = {}
    seen: set[str] = set()
    for node in layer.nodes:
        if node.parent is not None:
            assert node.parent in seen, "frames stand before what they hold"
            assert inside(node, nodes[node.parent])
        assert 0 <= node.place[0] <= layer.width - node.place[2]
        assert 0 <= node.place[1] <= layer.height - node.place[3]
        assert node.kind in NodeKind.__args__
        seen.add(node.id)
        siblings.setdefault(node.parent, []).append(node)
    for group in siblings.values():
        for number, one in enumerate(group):
            assert all(apart(one, other) for other in group[number + 1 :])
    for edge in layer.edges:
        assert edge.kind in EdgeKind.__args__
        assert edge.count >= 1
        for (x, y), end in ((edge.points[0], edge.source), (edge.points[-1], edge.target)):
            left, top, width, height = nodes[end].place
            assert left - 0.01 <= x <= left + width + 0.01
            assert top - 0.01 <= y <= top + height + 0.01


def check_identities(layers: tuple[GraphLayer, ...]) -> None:
    for before, layer in pairwise(layers):
        there = {node.id for node in before.nodes}
        edges_there = {edge.id for edge in before.edges}
        for node in layer.nodes:
            if node.kind not in (
                "chain",
                "slot",
                "task manager",
                "job manager",
                "resource manager",
            ):
                assert node.origin in there, (layer.name, node)
        if layer.name in ("job", "execution", "slots"):
            for edge in layer.edges:
                assert edge.kind == "control" or edge.origin in edges_there, (layer.name, edge)
        landed = {edge.id for edge in layer.edges}
        for node in before.nodes:
            assert set(node.lands_on) <= landed


@pytest.mark.parametrize("case", DRAWN)
def test_in_every_layer_everything_has_its_place_and_comes_from_the_layer_before(
    case: dict[str, Any],
) -> None:
    drawn = document(case)
    assert tuple(layer.name for layer in drawn.layers) == LAYER_NAMES
    for layer in drawn.layers:
        check_layer(layer)
    check_identities(drawn.layers)
    assert {verdict.edge for verdict in drawn.verdicts} == {
        edge.id for edge in drawn.layer("stream").edges
    }


@pytest.mark.parametrize("case", DRAWN)
def test_a_document_is_read_back_as_it_was_written(case: dict[str, Any]) -> None:
    data = json.loads(json.dumps(document(case).to_data()))
    assert data["version"] == VERSION
    again = parse_diagram(data)
    assert again.to_data() == document(case).to_data()
    assert hash(again.layers[0]) == hash(parse_diagram(data).layers[0])


def environment(parallelism: int, **options: str) -> StreamExecutionEnvironment:
    configuration = Configuration.from_dict(options)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    return env


def test_an_operator_is_followed_from_the_program_into_its_slot() -> None:
    env = environment(2)
    env.from_sequence(1, 9).shuffle().map(lambda v: v).print()
    drawn = build_plan_diagram(env.pipeline())
    assert drawn.layer("transformations").node("t2").lands_on == ("o1>o3",)
    assert drawn.layer("stream").node("o3").origin == "t3"
    assert drawn.layer("job").node("o3").parent == "v3"
    assert drawn.layer("execution").node("o3/1").parent == "v3/1"
    assert drawn.layer("execution").node("v3/1").origin == "v3"
    slots = drawn.layer("slots")
    assert slots.node("o3/1").origin == "o3/1"
    assert slots.node("v3/1").parent == "tm1/0"
    assert slots.node("tm1/0").parent == "tm1"


def test_names_are_those_of_a_trace() -> None:
    env = environment(2)
    env.from_sequence(1, 9).rebalance().map(lambda v: v).print()
    graph = create_job_graph(generate_stream_graph(env.pipeline()))
    submitted = MiniCluster(graph).trace.events[0]
    assert isinstance(submitted, JobSubmitted)
    plan = submitted.plan
    slots = build_plan_diagram(env.pipeline()).layer("slots")
    channels = {edge.id: edge.kind for edge in slots.edges if edge.kind in ("local", "remote")}
    assert channels == {c.id: "local" if c.local else "remote" for c in plan.channels}
    for subtask in plan.subtasks:
        assert slots.node(subtask.id).parent == f"{subtask.task_manager}/{subtask.slot}"


def test_many_channels_are_one_arrow_that_says_how_many() -> None:
    env = environment(9)
    env.from_sequence(1, 9).rebalance().map(lambda v: v).print()
    [bundle] = [
        e for e in build_plan_diagram(env.pipeline()).layer("execution").edges if e.count > 1
    ]
    assert (bundle.id, bundle.count, bundle.label) == (
        "o1>o3",
        81,
        "REBALANCE \N{MULTIPLICATION SIGN}81",
    )
    check_layer(build_plan_diagram(env.pipeline()).layer("execution"))


def test_where_operators_would_be_too_many_subtasks_are_drawn_without_them() -> None:
    env = environment(250)
    env.from_sequence(1, 9).map(lambda v: v).print()
    drawn = build_plan_diagram(env.pipeline())
    assert {node.kind for node in drawn.layer("execution").nodes} == {"vertex", "subtask"}
    assert len(drawn.layer("slots").nodes) == 2 + 3 * 250
    check_layer(drawn.layer("slots"))


def test_a_job_that_waits_for_slots_is_drawn_and_says_so() -> None:
    env = environment(3, **{"minicluster.number-of-taskmanagers": "2"})
    env.from_sequence(1, 9).print()
    drawn = build_plan_diagram(env.pipeline())
    assert drawn.notes[0].startswith("Could not acquire the minimum required resources.")
    assert drawn.layer("slots").node("v1/2").parent == "waiting/0"
    assert drawn.layer("slots").node("waiting").caption == "waiting for a slot"
    check_layer(drawn.layer("slots"))


def test_an_unknown_layer_is_refused_with_those_that_there_are() -> None:
    env = environment(1)
    env.from_sequence(1, 9).print()
    with pytest.raises(
        ValueError,
        match=r"the plan has no layer 'tasks'\. Layers of this plan: transformations, stream",
    ):
        build_plan_diagram(env.pipeline()).layer("tasks")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "version 1, found version None"),
        ({"version": 2}, "version 1, found version 2"),
        ({"version": 1}, "its data is incomplete or invalid"),
        (
            {"version": 1, "job_name": "j", "layers": [{"nodes": [{}]}]},
            "its data is incomplete or invalid",
        ),
    ],
)
def test_what_is_no_document_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_diagram(data)


def test_in_the_dialect_of_pyflink_a_note_says_whose_operators_these_are() -> None:
    for dialect, notes in (("java", 0), ("pyflink", 1)):
        options = Configuration().set_string("flinksim.dialect", dialect)
        env = StreamExecutionEnvironment.get_execution_environment(options)
        env.from_collection([1]).map(str).filter(bool).print()
        assert len(build_plan_diagram(env.pipeline()).notes) == notes, dialect
