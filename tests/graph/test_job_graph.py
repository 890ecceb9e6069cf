from __future__ import annotations

import json
from typing import Any

import pytest

from flinksim.analysis.whatif.chaining_counterfactuals import compute_edge_verdict
from flinksim.core.java.murmur3 import hash_murmur3_128
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.chaining import evaluate_conditions
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.plan_json import build_job_graph_plan, build_stream_graph_plan, to_flink_json
from flinksim.graph.stream_graph_generator import generate_stream_graph


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment.get_execution_environment()


def job_graph_of(env: StreamExecutionEnvironment) -> JobGraph:
    return create_job_graph(generate_stream_graph(env.pipeline("job")))


def fan_out(env: StreamExecutionEnvironment) -> None:
    env.set_parallelism(2)
    mapped = env.from_sequence(1, 9).map(lambda v: v)
    mapped.filter(lambda v: True).name("F1").print()
    mapped.filter(lambda v: True).name("F2").key_by(lambda v: v).sum().print()


def test_chains_are_named_in_depth_first_order(env: StreamExecutionEnvironment) -> None:
    fan_out(env)
    graph = job_graph_of(env)
    assert graph.name == "job"
    assert [vertex.name for vertex in graph.vertices] == [
        "Source: Sequence Source -> Map -> (F1 -> Sink: Print to Std. Out, F2)",
        "Keyed Aggregation -> Sink: Print to Std. Out",
    ]
    head = graph.vertices[0]
    assert [operator.node.id for operator in head.operators] == [1, 2, 3, 4, 5]
    assert head.description.split("\n") == [
        "Source: Sequence Source",
        "+- Map",
        "   :- F1",
        "   :  +- Sink: Print to Std. Out",
        "   +- F2",
        "",
    ]


def test_every_edge_is_either_inside_a_chain_or_a_job_edge(env: StreamExecutionEnvironment) -> None:
    fan_out(env)
    graph = job_graph_of(env)
    inside = [
        edge
        for v in graph.vertices
        for operator in v.operators
        for edge in operator.chained_outputs
    ]
    between = [edge.stream_edge for vertex in graph.vertices for edge in vertex.inputs]
    written = [
        edge
        for v in graph.vertices
        for operator in v.operators
        for edge in operator.non_chained_outputs
    ]
    assert {edge.edge_id for edge in between} == {edge.edge_id for edge in written}
    assert len(inside) + len(between) == len(graph.stream_graph.edges())
    assert [str(compute_edge_verdict(edge, graph.stream_graph)) for edge in inside] == [
        "Chained: all conditions hold"
    ] * len(inside)
    assert compute_edge_verdict(between[0], graph.stream_graph).sentence.startswith(
        "Not chained: key_by(...) sets the partitioner HASH"
    )
    assert {
        v.condition for v in evaluate_conditions(between[0], graph.stream_graph) if not v.holds
    } == {"forward partitioner"}


def test_a_vertex_has_as_many_key_groups_as_were_set_or_derived(
    env: StreamExecutionEnvironment,
) -> None:
    keyed = env.from_sequence(1, 9).key_by(lambda v: v)
    keyed.sum().set_max_parallelism(7)
    keyed.max()
    told = [(v.max_parallelism, v.configured_max_parallelism) for v in job_graph_of(env).vertices]
    assert told == [(128, -1), (7, 7), (128, -1)]


def test_two_operators_with_one_uid_are_refused_in_flinks_words(
    env: StreamExecutionEnvironment,
) -> None:
    env.from_sequence(1, 9).uid("x").map(lambda v: v).uid("x").print()
    with pytest.raises(ValueError, match='Hash collision on user-specified ID "x"'):
        job_graph_of(env)


def test_an_id_is_that_of_the_uid_or_of_the_place_in_the_graph() -> None:
    def ids(build: Any) -> list[str]:
        env = StreamExecutionEnvironment.get_execution_environment()
        build(env)
        return [vertex.id for vertex in job_graph_of(env).vertices]

    def program(uid: str, rename: bool) -> Any:
        def build(env: StreamExecutionEnvironment) -> None:
            mapped = env.from_sequence(1, 9).shuffle().map(lambda v: v).uid(uid)
            if rename:
                mapped.name("another name")

        return build

    assert ids(program("u", False)) == ids(program("u", True))
    assert ids(program("u", False))[0] == ids(program("w", False))[0]
    assert ids(program("u", False))[1] != ids(program("w", False))[1]
    assert ids(program("u", False))[1] == hash_murmur3_128(b"u").hex()


@pytest.mark.parametrize(
    ("data", "digits"),
    [
        (b"", "00000000000000000000000000000000"),
        (b"The quick brown fox jumps over the lazy dog", "6c1b07bc7bbc4be347939ac4a93c437a"),
    ],
)
def test_murmur_gives_guavas_digits(data: bytes, digits: str) -> None:
    assert hash_murmur3_128(data).hex() == digits


def test_plans_are_written_as_flink_writes_them(env: StreamExecutionEnvironment) -> None:
    fan_out(env)
    graph = job_graph_of(env)
    for plan in (build_stream_graph_plan(graph.stream_graph), build_job_graph_plan(graph)):
        assert json.loads(to_flink_json(plan)) == plan
    assert to_flink_json({"a": [], "b": {}, "c": [1, "ä"]}) == (
        '{\n  "a" : [ ],\n  "b" : { },\n  "c" : [ 1, "ä" ]\n}'
    )


def test_a_stored_result_is_shared_by_consumers_that_read_it_alike(
    env: StreamExecutionEnvironment,
) -> None:
    collected = env.from_sequence(1, 9).full_window_partition().map_partition(lambda values: values)
    collected.print()
    collected.map(lambda v: v)
    graph = job_graph_of(env)
    producer = next(vertex for vertex in graph.vertices if vertex.name == "MapPartition")
    assert producer.produced_data_sets == 1
    readers = [edge for v in graph.vertices for edge in v.inputs if edge.source == producer.key]
    assert [(edge.data_set, edge.result_type) for edge in readers] == [(0, "BLOCKING")] * 2
