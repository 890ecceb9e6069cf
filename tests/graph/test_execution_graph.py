from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Configuration
from flinksim.core.ids import VertexId
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.execution_graph import (
    ExecutionGraph,
    compute_connections,
    create_execution_graph,
)
from flinksim.graph.job_graph_generator import create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph
from tests.conformance.fact_files import cases_of


def execution_graph(env: StreamExecutionEnvironment) -> ExecutionGraph:
    return create_execution_graph(create_job_graph(generate_stream_graph(env.pipeline())))


def environment(**options: str) -> StreamExecutionEnvironment:
    configuration = Configuration.from_dict(
        {key.replace("__", "."): value for key, value in options.items()}
    )
    return StreamExecutionEnvironment.get_execution_environment(configuration)


@pytest.mark.parametrize("case", cases_of("partitioners", "connections"))
def test_channels_are_wired_as_flink_wires_them(case: dict[str, Any]) -> None:
    wiring = compute_connections(case["pattern"], case["upstream"], case["downstream"])
    assert len(wiring) == case["downstream"]
    readers: list[dict[int, int]] = [{} for _ in range(case["upstream"])]
    for target, incoming in enumerate(wiring):
        (first, last), (first_sub, last_sub) = case["consumers"][target]
        assert [source for source, _ in incoming] == list(range(first, last + 1))
        assert {sub for _, sub in incoming} == set(range(first_sub, last_sub + 1))
        for source, subpartition in incoming:
            assert subpartition not in readers[source], "a subpartition has one reader"
            readers[source][subpartition] = target
    assert [[by_sub[i] for i in range(len(by_sub))] for by_sub in readers] == case["channelsOf"]


def test_subtask_i_of_every_vertex_of_a_group_shares_slot_i() -> None:
    env = environment(taskmanager__numberOfTaskSlots="2")
    env.set_parallelism(3)
    env.from_sequence(1, 10).rebalance().map(lambda value: value).print()
    graph = execution_graph(env)
    for vertex in (VertexId("v1"), VertexId("v3")):
        assert [graph.get_location(vertex, i) for i in range(3)] == [
            ("tm0", 0),
            ("tm0", 1),
            ("tm1", 0),
        ]
    assert graph.task_managers == ("tm0", "tm1")


def test_a_second_slot_sharing_group_gets_slots_of_its_own() -> None:
    env = environment()
    env.set_parallelism(2)
    mapped = env.from_sequence(1, 10).map(lambda value: value).slot_sharing_group("other")
    mapped.print()
    graph = execution_graph(env)
    assert [graph.get_location(VertexId("v1"), i)[0] for i in range(2)] == ["tm0", "tm1"]
    assert [graph.get_location(VertexId("v2"), i)[0] for i in range(2)] == ["tm2", "tm3"]


def test_key_groups_are_divided_among_the_subtasks_without_gap() -> None:
    env = environment()
    env.set_parallelism(3)
    counted = env.from_sequence(1, 10).key_by(lambda value: value % 2).sum()
    counted.set_max_parallelism(100)
    graph = execution_graph(env)
    ranges = [graph.get_execution_vertex(VertexId("v3"), i).key_group_range for i in range(3)]
    assert [(r.start, r.end) for r in ranges] == [(0, 33), (34, 66), (67, 99)]


def test_a_task_manager_without_slots_is_refused_by_the_name_of_the_option() -> None:
    env = environment(taskmanager__numberOfTaskSlots="0")
    env.from_sequence(1, 10).print()
    with pytest.raises(ValueError, match=r"taskmanager\.numberOfTaskSlots.*found 0"):
        execution_graph(env)


def test_every_channel_of_an_all_to_all_edge_is_listed_by_target() -> None:
    env = environment()
    env.set_parallelism(2)
    env.from_sequence(1, 10).rebalance().print()
    edges = execution_graph(env).edges
    assert [(edge.source, edge.target, edge.subpartition) for edge in edges] == [
        ("v1/0", "v3/0", 0),
        ("v1/1", "v3/0", 0),
        ("v1/0", "v3/1", 1),
        ("v1/1", "v3/1", 1),
    ]
