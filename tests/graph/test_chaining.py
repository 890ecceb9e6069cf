from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flinksim.common import Configuration, Time
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.chaining import (
    CHAINING_CONDITIONS,
    evaluate_conditions,
    explain_edge,
    find_chain_head,
    is_chainable,
)
from flinksim.graph.stream_graph_generator import StreamEdge, StreamGraph, generate_stream_graph

Build = Callable[[StreamExecutionEnvironment], Any]


def last_edge(build: Build, **options: str) -> tuple[StreamEdge, StreamGraph]:
    """The edge into the operator that *build* made last."""
    configuration = Configuration.from_dict({k.replace("__", "."): v for k, v in options.items()})
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(2)
    build(env)
    graph = generate_stream_graph(env.pipeline())
    edge: StreamEdge = graph.nodes[max(graph.nodes)].in_edges[0]
    return edge, graph


def sequence(env: StreamExecutionEnvironment) -> Any:
    return env.from_sequence(1, 10)


def test_an_edge_on_which_every_condition_holds_is_chained() -> None:
    edge, graph = last_edge(lambda env: sequence(env).map(lambda v: v))
    assert is_chainable(edge, graph)
    assert explain_edge(edge, graph) == "Chained: all conditions hold"
    assert [verdict.condition for verdict in evaluate_conditions(edge, graph)] == [
        c.name for c in CHAINING_CONDITIONS
    ]
    assert {verdict.reason for verdict in evaluate_conditions(edge, graph)} == {""}


BREAKS: list[tuple[Build, set[str], str]] = [
    (
        lambda env: sequence(env).connect(sequence(env)).process(_co_process()),
        {"one input"},
        "Co-Process has 2 input edges",
    ),
    (
        lambda env: sequence(env).union(sequence(env)).map(lambda v: v),
        {"one input", "no union"},
        "reads a union",
    ),
    (
        lambda env: (env.disable_operator_chaining(), sequence(env).map(lambda v: v)),
        {"chaining enabled"},
        "operator chaining is disabled in the environment",
    ),
    (
        lambda env: sequence(env).map(lambda v: v).slot_sharing_group("g"),
        {"same slot sharing group"},
        "slot sharing groups 'default' and 'g' differ",
    ),
    (
        lambda env: env.from_collection([1]).sink_to(CollectSink()).set_parallelism(1),
        {"no yielding operator after a legacy source"},
        "the thread of the legacy source Source: Collection Source",
    ),
    (
        lambda env: sequence(env).disable_chaining().map(lambda v: v),
        {"upstream may have a successor"},
        "Source: Sequence Source never chains (chaining strategy NEVER)",
    ),
    (
        lambda env: sequence(env).map(lambda v: v).start_new_chain(),
        {"downstream may have a predecessor"},
        "Map always starts a new chain (chaining strategy HEAD)",
    ),
    (
        lambda env: sequence(env).map(lambda v: v).set_parallelism(3),
        {"same parallelism", "forward partitioner"},
        "parallelism 2 and 3 differ, so the partitioner is REBALANCE, not FORWARD",
    ),
    (
        lambda env: sequence(env).shuffle().map(lambda v: v),
        {"forward partitioner"},
        "shuffle() sets the partitioner SHUFFLE, not FORWARD",
    ),
]


def _co_process() -> Any:
    from tests.conformance.plan_programs import MyCoProcess

    return MyCoProcess()


@pytest.mark.parametrize(
    ("build", "broken", "sentence"), BREAKS, ids=[sentence for _, _, sentence in BREAKS]
)
def test_an_edge_that_is_not_chained_says_every_reason(
    build: Build, broken: set[str], sentence: str
) -> None:
    edge, graph = last_edge(build)
    assert not is_chainable(edge, graph)
    assert {
        verdict.condition for verdict in evaluate_conditions(edge, graph) if not verdict.holds
    } == broken
    assert explain_edge(edge, graph).startswith("Not chained: ")
    assert sentence in explain_edge(edge, graph)


def test_a_different_maximum_parallelism_breaks_the_chain_only_if_the_option_says_so() -> None:
    def build(env: StreamExecutionEnvironment) -> Any:
        return sequence(env).map(lambda v: v).set_max_parallelism(5)

    edge, graph = last_edge(build)
    assert is_chainable(edge, graph)
    option = "pipeline.operator-chaining.chain-operators-with-different-max-parallelism"
    edge, graph = last_edge(build, **{option: "false"})
    assert not is_chainable(edge, graph)
    assert "maximum parallelism unset and 5 differ" in explain_edge(edge, graph)


def test_a_maximum_parallelism_of_1_is_one() -> None:
    def build(env: StreamExecutionEnvironment) -> Any:
        return (
            sequence(env)
            .set_parallelism(1)
            .map(lambda v: v)
            .set_parallelism(1)
            .set_max_parallelism(1)
        )

    found = found_of(build)["same maximum parallelism"]
    assert found.startswith("maximum parallelism unset and 1; ")


def test_a_batch_exchange_is_not_chained() -> None:
    import dataclasses

    edge, graph = last_edge(lambda env: sequence(env).map(lambda v: v))
    batch = dataclasses.replace(edge, exchange_mode="BATCH")
    graph.nodes[edge.target_id].in_edges[:] = [batch]
    assert "batch exchange" in explain_edge(batch, graph)


def test_a_yielding_operator_is_chained_behind_a_source_of_the_newer_kind() -> None:
    edge, graph = last_edge(lambda env: sequence(env).map(lambda v: v).sink_to(CollectSink()))
    assert is_chainable(edge, graph)


def test_windows_that_wait_for_the_end_of_the_stream_head_their_chain() -> None:
    from flinksim.datastream.keyed_stream import reinterpret_as_keyed_stream
    from flinksim.datastream.window import GlobalWindows, TumblingEventTimeWindows

    def windowed(env: StreamExecutionEnvironment, assigner: Any) -> Any:
        return reinterpret_as_keyed_stream(sequence(env), lambda v: v).window(assigner).sum()

    edge, graph = last_edge(
        lambda env: windowed(env, GlobalWindows.create_with_end_of_stream_trigger())
    )
    assert not is_chainable(edge, graph)
    edge, graph = last_edge(lambda env: windowed(env, TumblingEventTimeWindows.of(Time.seconds(1))))
    assert is_chainable(edge, graph)


# --- what each condition looked at -------------------------------------------------------------------


def found_of(build: Build, **options: str) -> dict[str, str]:
    edge, graph = last_edge(build, **options)
    return {verdict.condition: verdict.found for verdict in evaluate_conditions(edge, graph)}


def test_every_condition_says_what_it_looked_at_where_all_hold() -> None:
    assert found_of(lambda env: sequence(env).map(lambda v: v)) == {
        "one input": "Map has 1 input edge",
        "chaining enabled": "on",
        "same slot sharing group": "'default' and 'default'",
        "no yielding operator after a legacy source": "Map does not yield to the mailbox",
        "upstream may have a successor": "Source: Sequence Source: ALWAYS",
        "downstream may have a predecessor": "Map: ALWAYS",
        "same parallelism": "2 and 2",
        "same maximum parallelism": (
            "maximum parallelism unset and unset; the environment allows chaining if they differ"
        ),
        "forward partitioner": "FORWARD, chosen by Flink because the program sets none",
        "pipelined exchange": "UNDEFINED",
        "no union": "this input of Map has 1 edge",
    }


def test_every_condition_says_what_it_looked_at_where_much_is_different() -> None:
    def build(env: StreamExecutionEnvironment) -> Any:
        env.disable_operator_chaining()
        both = sequence(env).union(sequence(env)).rescale().map(lambda v: v)
        return both.set_parallelism(3).set_max_parallelism(7).slot_sharing_group("g")

    option = "pipeline.operator-chaining.chain-operators-with-different-max-parallelism"
    found = found_of(build, **{option: "false"})
    assert found == found | {
        "one input": "Map has 2 input edges",
        "chaining enabled": "off",
        "same slot sharing group": "'default' and 'g'",
        "same parallelism": "2 and 3",
        "same maximum parallelism": (
            "maximum parallelism unset and 7; the environment does not allow chaining if they differ"
        ),
        "forward partitioner": "RESCALE, from rescale()",
        "no union": "this input of Map has 2 edges",
    }


def test_two_inputs_are_no_union() -> None:
    edge, graph = last_edge(lambda env: sequence(env).connect(sequence(env)).process(_co_process()))
    found = {verdict.condition: verdict for verdict in evaluate_conditions(edge, graph)}
    assert found["no union"].holds
    assert found["no union"].found == "this input of Co-Process has 1 edge"


def test_the_head_of_the_chain_is_named_beside_an_operator_that_yields() -> None:
    legacy = found_of(
        lambda env: env.from_collection([1]).sink_to(CollectSink()).set_parallelism(1)
    )
    newer = found_of(lambda env: sequence(env).map(lambda v: v).sink_to(CollectSink()))
    condition = "no yielding operator after a legacy source"
    assert legacy[condition].endswith(
        " the head of the chain, Source: Collection Source, is a legacy source"
    )
    assert newer[condition].endswith(
        " the head of the chain, Source: Sequence Source, is not a legacy source"
    )


def test_the_head_is_the_first_operator_that_nothing_is_chained_to() -> None:
    def build(env: StreamExecutionEnvironment) -> Any:
        numbers = sequence(env).map(lambda v: v).name("one")
        return numbers.map(lambda v: v).name("two").start_new_chain().map(lambda v: v).name("three")

    edge, graph = last_edge(build)
    nodes = {node.short_name: node for node in graph.nodes.values()}
    heads = {name: find_chain_head(node, graph).short_name for name, node in nodes.items()}
    assert heads == {
        "Source: Sequence Source": "Source: Sequence Source",
        "one": "Source: Sequence Source",
        "two": "two",
        "three": "two",
    }
    assert edge.target_id == nodes["three"].id


def test_the_head_of_a_union_is_itself() -> None:
    edge, graph = last_edge(lambda env: sequence(env).union(sequence(env)).map(lambda v: v))
    target = graph.nodes[edge.target_id]
    assert find_chain_head(target, graph) is target


def test_a_yielding_operator_behind_a_broken_chain_has_another_head() -> None:
    def build(env: StreamExecutionEnvironment) -> Any:
        numbers = env.from_collection([1]).map(lambda v: v).set_parallelism(1)
        return numbers.start_new_chain().sink_to(CollectSink()).set_parallelism(1)

    edge, graph = last_edge(build)
    assert is_chainable(edge, graph)


def test_reasons_come_in_the_order_of_the_conditions_and_all_of_them() -> None:
    def build(env: StreamExecutionEnvironment) -> Any:
        return sequence(env).shuffle().map(lambda v: v).set_parallelism(3).start_new_chain()

    assert explain_edge(*last_edge(build)) == (
        "Not chained: Map always starts a new chain (chaining strategy HEAD); parallelism 2 and 3 "
        "differ; shuffle() sets the partitioner SHUFFLE, not FORWARD"
    )


def test_of_a_union_the_many_inputs_are_no_reason_of_their_own() -> None:
    def build(env: StreamExecutionEnvironment) -> Any:
        return sequence(env).union(sequence(env)).map(lambda v: v)

    assert explain_edge(*last_edge(build)) == (
        "Not chained: Map reads a union, which requires channels"
    )
