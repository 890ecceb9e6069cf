from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from flinksim.common import Types
from flinksim.connectors.sinks import CollectSink
from flinksim.core import recursion_limit
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.partitioner import KeyGroupStreamPartitioner
from flinksim.graph.stream_graph_generator import StreamGraph, generate_stream_graph


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment.get_execution_environment()


def graph_of(env: StreamExecutionEnvironment) -> StreamGraph:
    return generate_stream_graph(env.pipeline())


def edges(graph: StreamGraph) -> list[tuple[int, int, str]]:
    return [(edge.source_id, edge.target_id, edge.partitioner.name) for edge in graph.edges()]


def test_virtual_transformations_become_no_nodes_but_land_on_edges(
    env: StreamExecutionEnvironment,
) -> None:
    tag = OutputTag("late", Types.INT())
    mapped = env.from_collection([1]).rebalance().map(lambda v: v)
    mapped.get_side_output(tag).shuffle().print()
    graph = graph_of(env)
    assert sorted(graph.nodes) == [1, 3, 6]
    assert edges(graph) == [(1, 3, "REBALANCE"), (3, 6, "SHUFFLE")]
    assert graph.nodes[6].in_edges[0].output_tag is tag
    assert graph.nodes[3].in_edges[0].output_tag is None


def test_of_several_partitionings_the_last_holds(env: StreamExecutionEnvironment) -> None:
    env.from_collection([1]).rebalance().shuffle().broadcast().print()
    assert edges(graph_of(env)) == [(1, 5, "BROADCAST")]


def test_a_partitioning_of_a_union_holds_for_every_stream_in_it(
    env: StreamExecutionEnvironment,
) -> None:
    first, second = env.from_collection([1]), env.from_collection([2])
    first.rebalance().union(second).broadcast().print()
    assert edges(graph_of(env)) == [(1, 6, "BROADCAST"), (2, 6, "BROADCAST")]


def test_without_a_partitioning_equal_parallelism_forwards_and_other_rebalances(
    env: StreamExecutionEnvironment,
) -> None:
    env.set_parallelism(2)
    env.from_collection([1]).map(lambda v: v).print()
    assert edges(graph_of(env)) == [(1, 2, "REBALANCE"), (2, 3, "FORWARD")]


def test_edges_between_the_same_two_operators_are_told_apart(
    env: StreamExecutionEnvironment,
) -> None:
    stream = env.from_collection([1])
    stream.union(stream).print()
    made = graph_of(env).edges()
    assert len(made) == 2
    assert len({edge.edge_id for edge in made}) == 2


def test_inputs_of_a_two_input_operator_are_numbered_from_one(
    env: StreamExecutionEnvironment,
) -> None:
    from tests.conformance.plan_programs import MyCoMap

    first, second = env.from_collection([1]), env.from_collection([2])
    second.connect(first.union(second)).map(MyCoMap()).print()
    node = graph_of(env).nodes[4]
    assert [(edge.source_id, edge.type_number) for edge in node.in_edges] == [
        (2, 1),
        (1, 2),
        (2, 2),
    ]


def test_a_hash_edge_knows_the_key_groups_of_its_target(env: StreamExecutionEnvironment) -> None:
    env.set_parallelism(100)
    keyed = env.from_sequence(1, 5).key_by(lambda v: v)
    keyed.sum().set_max_parallelism(300)
    keyed.max()
    partitioners: list[Any] = [edge.partitioner for edge in graph_of(env).edges()]
    assert all(isinstance(one, KeyGroupStreamPartitioner) for one in partitioners)
    assert [one.max_parallelism for one in partitioners] == [300, 256]


def test_a_slot_sharing_group_is_inherited_if_all_inputs_agree(
    env: StreamExecutionEnvironment,
) -> None:
    first = env.from_sequence(1, 5).slot_sharing_group("g")
    second = env.from_sequence(1, 5)
    first.rebalance().map(lambda v: v)
    first.union(second).map(lambda v: v)
    groups = {number: node.slot_sharing_group for number, node in graph_of(env).nodes.items()}
    assert groups == {1: "g", 2: "default", 4: "g", 6: "default"}


def test_a_sink_of_the_newer_kind_is_a_writer_with_an_id_behind_the_program(
    env: StreamExecutionEnvironment,
) -> None:
    stream = env.from_sequence(1, 5)
    stream.sink_to(CollectSink()).name("mine").set_description("not inherited")
    stream.print().set_description("shown")
    graph = graph_of(env)
    told = {number: (node.name, node.description) for number, node in graph.nodes.items()}
    assert told == {
        1: ("Source: Sequence Source",) * 2,
        4: ("mine: Writer",) * 2,
        3: ("Sink: Print to Std. Out", "shown"),
    }


def test_the_buffer_timeout_is_the_operators_or_the_environments(
    env: StreamExecutionEnvironment,
) -> None:
    env.from_sequence(1, 5).set_buffer_timeout(5).map(lambda v: v).print()
    assert [edge.buffer_timeout_ms for edge in graph_of(env).edges()] == [5, 100]


def test_forward_between_different_parallelism_is_refused(env: StreamExecutionEnvironment) -> None:
    env.from_sequence(1, 5).forward().map(lambda v: v).set_parallelism(3)
    with pytest.raises(ValueError, match="Forward partitioning does not allow change") as refusal:
        graph_of(env)
    assert "Source: Sequence Source-1 parallelism: 1" in str(refusal.value)


def test_an_operator_without_uid_is_refused_where_all_must_have_one(
    env: StreamExecutionEnvironment,
) -> None:
    env.get_config().disable_auto_generated_uids()
    stream = env.from_sequence(1, 5).uid("source")
    stream.print().uid("sink")
    assert len(graph_of(env).nodes) == 2
    stream.map(lambda v: v)
    with pytest.raises(RuntimeError, match="no UID or hash has been assigned to operator Map"):
        graph_of(env)


def test_a_diamond_makes_each_operator_once(env: StreamExecutionEnvironment) -> None:
    mapped = env.from_sequence(1, 5).map(lambda v: v)
    mapped.filter(lambda v: True).union(mapped.filter(lambda v: True)).print()
    assert sorted(graph_of(env).nodes) == [1, 2, 3, 4, 6]


def sequence_plan(env: StreamExecutionEnvironment) -> list[tuple[int, list[tuple[int, str]]]]:
    graph = graph_of(env)
    return sorted(
        (node.id, [(edge.source_id, edge.partitioner.name) for edge in node.in_edges])
        for node in graph.nodes.values()
    )


def test_virtual_nodes_take_ids_before_what_a_sink_unfolds_into(
    env: StreamExecutionEnvironment,
) -> None:
    # ids and edges as getExecutionPlan() of Flink 2.3.0 gives them for this program
    source = env.from_sequence(1, 10)
    source.rebalance().shuffle().sink_to(CollectSink())
    source.broadcast().print()
    source.sink_to(CollectSink())
    assert sequence_plan(env) == [
        (1, []),
        (6, [(1, "BROADCAST")]),
        (10, [(1, "SHUFFLE")]),
        (12, [(1, "FORWARD")]),
    ]


def test_a_union_takes_a_virtual_node_for_each_of_its_inputs(
    env: StreamExecutionEnvironment,
) -> None:
    # as Flink 2.3.0: shuffle takes 6, rebalance 7 and 8
    source = env.from_sequence(1, 10)
    source.union(source.shuffle()).rebalance().sink_to(CollectSink())
    assert sequence_plan(env) == [(1, []), (9, [(1, "REBALANCE"), (1, "REBALANCE")])]


@pytest.mark.parametrize("is_chained", [True, False])
def test_long_pipelines_run(is_chained: bool) -> None:
    """A record passes a chain by nested calls; Python's default limit was reached at 200 operators."""
    done = subprocess.run(
        [sys.executable, "-c", LONG_PIPELINE.format(count=700, is_chained=is_chained)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.split() == ["700", "701", "events", "700", "701"]


LONG_PIPELINE = """
import flinksim as fs
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
stream = env.from_collection([0, 1])
for _ in range({count}):
    stream = stream.map(lambda value: value + 1)
    if not {is_chained}:
        stream = stream.rebalance()
stream.print()
fs.simulate(env).run()
print("events")
env.execute()
"""


def test_more_operators_than_can_run_are_rejected_before_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recursion_limit, "MAX_CHAINED_OPERATORS", 2)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1]).map(str).print()
    with pytest.raises(ValueError, match=r"3 operators. The maximum for one job is 2"):
        generate_stream_graph(env.pipeline())
