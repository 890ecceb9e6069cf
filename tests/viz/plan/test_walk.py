from __future__ import annotations

from flinksim.common import Types
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.viz.plan.generation_steps import record_generation


def test_the_walk_goes_from_each_operator_to_its_inputs_and_tells_what_becomes_of_them() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.from_sequence(1, 9).shuffle().map(lambda v: v).print()
    steps = record_generation(env.pipeline())
    assert [(step.depth, step.action, step.transformation) for step in steps] == [
        (0, "enter", 3),
        (1, "enter", 2),
        (2, "enter", 1),
        (2, "node", 1),
        (1, "partition", 2),
        (0, "node", 3),
        (0, "edge", 3),
        (0, "enter", 4),
        (1, "known", 3),
        (0, "node", 4),
        (0, "edge", 4),
    ]
    assert [step.number for step in steps] == list(range(len(steps)))
    sentences = [step.sentence for step in steps]
    assert sentences[4] == (
        "shuffle() [2] becomes virtual node 5. It keeps the partitioner SHUFFLE for the readers of 1"
    )
    assert sentences[6] == "edge 1 to 3: SHUFFLE, set by shuffle() at virtual node 5"
    assert (steps[6].edge, steps[4].node) == ("o1>o3", 5)
    assert sentences[10].endswith(
        "FORWARD, because the program sets none and the parallelism is equal"
    )


def test_unions_side_outputs_and_sinks_of_the_newer_kind_are_told() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    tag = OutputTag("late", Types.LONG())
    first = env.from_sequence(1, 9).set_parallelism(1)
    first.union(first.get_side_output(tag)).sink_to(CollectSink())
    steps = record_generation(env.pipeline())
    told = "\n".join(step.sentence for step in steps)
    assert "A union becomes no node. Its readers read 1, 5 directly" in told
    assert "becomes virtual node 5. It keeps the side output 'late'" in told
    assert "becomes node 6, parallelism 2. A sink added with sink_to() expands" in told
    assert (
        "edge 1 to 6: REBALANCE, because the program sets none and the parallelism differs;" in told
    )
    assert [step.edge for step in steps if step.action == "edge"] == ["o1>o6", "o1>o6#1"]


def test_every_node_and_every_edge_has_its_step() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_sequence(1, 9)
    stream.union(stream.rebalance()).key_by(lambda v: v).reduce(lambda a, b: a).print()
    graph = generate_stream_graph(env.pipeline())
    steps = record_generation(env.pipeline())
    assert {step.node for step in steps if step.action == "node"} == set(graph.nodes)
    assert [s.edge for s in steps if s.action == "edge"] == [
        edge.name for node in graph.nodes.values() for edge in node.in_edges
    ]
