"""Whatever change is offered turns the verdict when it is made; where none is, the reason is told."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.analysis.whatif.chaining_counterfactuals import (
    compute_edge_verdict,
    index_edges,
    make_edge_key,
)
from flinksim.analysis.whatif.plan_edits import StartNewChain, apply_edits, parse_edit
from flinksim.common import Configuration, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.chaining import is_chainable
from flinksim.graph.chaining_model import describe_change
from flinksim.graph.job_graph_generator import create_job_graph
from flinksim.graph.plan_json import build_stream_graph_plan
from flinksim.graph.stream_graph_generator import StreamGraph, generate_stream_graph
from flinksim.viz.plan.layers import build_plan_diagram
from tests.conformance.fact_files import cases_of, load
from tests.conformance.plan_programs import Interpreter


def graph_of(case: dict[str, Any]) -> StreamGraph:
    return generate_stream_graph(Interpreter(case).environment.pipeline())


def verdict_between(graph: StreamGraph, source: str, target: str) -> Any:
    for edge in graph.edges():
        names = (graph.nodes[edge.source_id].name, graph.nodes[edge.target_id].name)
        if names == (source, target):
            return compute_edge_verdict(edge, graph)
    raise AssertionError(f"no edge from {source} to {target}")


WITH_GRAPH = [case for case in cases_of("plans") if "streamGraph" in case.values[0]]


@pytest.mark.parametrize("case", WITH_GRAPH)
def test_a_change_that_is_offered_turns_the_verdict(case: dict[str, Any]) -> None:
    graph = graph_of(case)
    before = build_stream_graph_plan(graph)
    for edge in graph.edges():
        verdict = compute_edge_verdict(edge, graph)
        change = verdict.change
        assert verdict.chained == is_chainable(edge, graph)
        assert change is not None
        if not change.edits:
            assert not verdict.chained, "a chain can always be cut"
            assert change.impossible
            continue
        after = generate_stream_graph(apply_edits(graph.settings, map(parse_edit, change.edits)))
        changed = index_edges(after)[make_edge_key(edge, graph)]
        assert is_chainable(changed, after) is not verdict.chained
        assert change.words
        if "message" not in case:  # some programs are refused when chains are built
            tasks = (create_job_graph(graph), create_job_graph(after))
            counted = tuple(len(job_graph.vertices) for job_graph in tasks)
            assert counted == (change.tasks_before, change.tasks_after)
    assert build_stream_graph_plan(graph) == before, "the program itself is left as it is"


def test_of_the_edges_that_are_not_chained_most_could_be() -> None:
    offered = impossible = 0
    for case in load("plans")["cases"]:
        if "streamGraph" in case:
            graph = graph_of(case)
            for edge in graph.edges():
                if not is_chainable(edge, graph):
                    change = compute_edge_verdict(edge, graph).change
                    assert change is not None
                    offered += bool(change.edits)
                    impossible += bool(change.impossible)
    # unions, two inputs, windows over all values, partitions, ends of streams: nothing helps
    assert (offered, impossible) == (213, 78)


def test_the_textbook_edge_is_told_with_cause_and_cure() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(4)
    lines = env.socket_text_stream("localhost", 9999)
    lines.flat_map(lambda line: [line]).shuffle().filter(lambda line: True).print()
    graph = generate_stream_graph(env.pipeline())
    first = verdict_between(graph, "Source: Socket Stream", "Flat Map")
    assert first.sentence == (
        "Not chained: parallelism 1 and 4 differ, so the partitioner is REBALANCE, not FORWARD"
    )
    assert describe_change(first) == "set_parallelism(1) on Flat Map would chain these operators"
    assert first.change.after == "Chained: all conditions hold"
    second = verdict_between(graph, "Flat Map", "Filter")
    assert describe_change(second) == "removing shuffle() would chain these operators"
    third = verdict_between(graph, "Filter", "Sink: Print to Std. Out")
    assert (
        describe_change(third)
        == "disable_chaining() on Print to Std. Out would break the chain here"
    )


def test_of_two_ways_the_one_that_leaves_other_edges_alone_is_taken() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    first = env.from_sequence(1, 9).map(lambda v: v).name("a").set_parallelism(1)
    second = first.map(lambda v: v).name("b").set_parallelism(3)
    second.map(lambda v: v).name("c").set_parallelism(3)
    verdict = verdict_between(generate_stream_graph(env.pipeline()), "a", "b")
    assert describe_change(verdict) == "set_parallelism(3) on a would chain these operators"
    assert verdict.change.side_effects == ()


def test_what_else_changes_is_told() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.disable_operator_chaining()
    env.from_sequence(1, 9).map(lambda v: v).print()
    verdict = verdict_between(
        generate_stream_graph(env.pipeline()), "Source: Sequence Source", "Map"
    )
    assert verdict.change.side_effects == ("Map to Sink: Print to Std. Out would be chained",)
    assert (verdict.change.tasks_before, verdict.change.tasks_after) == (3, 1)


def test_behind_a_legacy_source_a_yielding_operator_needs_another_head_of_its_chain() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1]).map(lambda v: v).sink_to(CollectSink())
    verdict = verdict_between(generate_stream_graph(env.pipeline()), "Map", "Sink: Writer")
    assert describe_change(verdict) == (
        "start_new_chain() on Map would chain these operators (also: Source: Collection Source to Map "
        "would no longer be chained)"
    )
    env.from_collection([1]).sink_to(CollectSink())
    graph = generate_stream_graph(env.pipeline())
    verdict = verdict_between(graph, "Source: Collection Source", "Sink: Writer")
    assert describe_change(verdict) == (
        "a source with from_source() instead of Collection Source would chain these operators; this "
        "needs a from_source() source that reads the same data as Collection Source"
    )


def test_a_window_over_all_values_cannot_be_chained_and_says_why() -> None:
    from flinksim.common import Time
    from flinksim.datastream.window import TumblingEventTimeWindows

    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_sequence(1, 9).window_all(TumblingEventTimeWindows.of(Time.seconds(1))).sum()
    graph = generate_stream_graph(env.pipeline())
    verdict = compute_edge_verdict(graph.edges()[0], graph)
    assert verdict.change is not None
    assert verdict.change.edits == ()
    assert "a window over all records" in describe_change(verdict)


def test_a_long_chain_of_yielding_operators_is_judged_quickly() -> None:
    from flinksim.common import Time
    from flinksim.datastream import AsyncDataStream
    from tests.conformance.plan_programs import MyAsync

    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_sequence(1, 9)
    for _ in range(60):
        stream = AsyncDataStream.unordered_wait(stream, MyAsync(), Time.seconds(1))
    graph = generate_stream_graph(env.pipeline())
    assert all(is_chainable(edge, graph) for edge in graph.edges())


def test_a_partition_operator_can_be_told_to_head_a_chain() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    parts = env.from_sequence(1, 9).full_window_partition().map_partition(lambda values: values)
    parts.map(lambda value: value).print()
    graph = generate_stream_graph(env.pipeline())
    into, out = (compute_edge_verdict(edge, graph).change for edge in graph.edges()[:2])
    assert out is not None
    assert out.words == "start_new_chain() on MapPartition"
    assert out.after == "Chained: all conditions hold"
    assert into is not None
    assert into.impossible.startswith("MapPartition processes all records of a subtask together")


def in_pyflinks_dialect(build: Any) -> StreamGraph:
    configuration = Configuration().set_string("flinksim.dialect", "pyflink")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    build(env.from_collection([(1, "a"), (2, "b")]))
    return generate_stream_graph(env.pipeline())


def changes_of(graph: StreamGraph) -> list[str]:
    return [describe_change(compute_edge_verdict(edge, graph)) for edge in graph.edges()]


def test_of_pyflinks_own_operators_no_call_is_offered() -> None:
    graph = in_pyflinks_dialect(lambda pairs: pairs.key_by(lambda pair: pair[0]).print())
    assert [node.name for node in graph.nodes.values() if node.added_by_pyflink] == [
        "_stream_key_by_map_operator", "_keyed_stream_values_operator, Map",
    ]  # fmt: skip
    source, keys, values = changes_of(graph)
    assert source == "disable_chaining() on Collection Source would break the chain here"
    assert keys.startswith(
        "reinterpret_as_keyed_stream(...) instead of key_by(...) would chain these operators"
    )
    assert values == "disable_chaining() on Print to Std. Out would break the chain here"
    own = next(node for node in graph.nodes.values() if node.added_by_pyflink)
    with pytest.raises(ValueError, match=r"PyFlink added .* so the program cannot change it"):
        apply_edits(graph.settings, [StartNewChain(own.transformation_id)])


def test_of_functions_that_are_one_operator_the_users_first_one_is_named() -> None:
    graph = in_pyflinks_dialect(
        lambda pairs: pairs.map(lambda pair: pair).key_by(lambda pair: pair[0]).print()
    )
    assert changes_of(graph)[0] == "start_new_chain() on Map would break the chain here"


def test_between_two_operators_of_pyflinks_nothing_can_be_said() -> None:
    class Marks(TimestampAssigner):
        def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
            return 0

    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Marks())
    graph = in_pyflinks_dialect(
        lambda pairs: pairs.assign_timestamps_and_watermarks(strategy).print()
    )
    names = [node.name for node in graph.nodes.values() if node.added_by_pyflink]
    assert names == ["Extract-Timestamp", "Timestamps/Watermarks", "Map"]
    between = changes_of(graph)[1]
    assert (
        between
        == "No change would break this chain: PyFlink added Timestamps/Watermarks, not the program"
    )


def test_the_document_tells_the_first_function_of_an_operator_of_several() -> None:
    configuration = Configuration().set_string("flinksim.dialect", "pyflink")
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_collection([1]).map(lambda n: n).key_by(lambda n: n).print()
    nodes = build_plan_diagram(env.pipeline()).layer("transformations").nodes
    told = {node.label: dict(node.details).get("first function") for node in nodes}
    assert told["Map, _stream_key_by_map_operator"] == "Map"
    assert told["Collection Source"] is None
