"""The walk behind the stream graph: ids, chains from the back, edges, subtasks, deployment."""

from __future__ import annotations

from flinksim.common import Types
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.execution_graph import create_execution_graph
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.viz.diagram.model import GenerationStep
from flinksim.viz.plan.layers import build_plan_diagram


def program() -> StreamExecutionEnvironment:
    """A diamond: two branches of one source, one with a uid, joined in a union."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    numbers = env.from_sequence(1, 9)
    left = numbers.map(lambda v: v, Types.LONG()).uid("left").filter(lambda v: True)
    right = numbers.rebalance().map(lambda v: v, Types.LONG())
    left.union(right).key_by(lambda v: v).reduce(lambda a, b: a).print()
    return env


def walked() -> tuple[JobGraph, list[GenerationStep]]:
    pipeline = program().pipeline()
    job_graph = create_job_graph(generate_stream_graph(pipeline))
    return job_graph, [
        step for step in build_plan_diagram(pipeline).walk if step.transformation < 0
    ]


def test_ids_come_breadth_first_and_say_what_goes_into_them() -> None:
    job_graph, steps = walked()
    hashed = [step for step in steps if step.action == "hash"]
    assert [step.node for step in hashed] == list(job_graph.operator_ids)
    assert all(job_graph.operator_ids[s.node][:8] in s.sentence for s in hashed if s.node)
    uid = next(step for step in hashed if "'left'" in step.sentence)
    assert "A change of the graph does not change it" in uid.sentence
    assert sum("from its position" in step.sentence for step in hashed) == len(hashed) - 1


def test_chains_are_complete_from_the_back_in_the_order_of_the_job_graph() -> None:
    job_graph, steps = walked()
    heads = {vertex.head.id: vertex.key for vertex in job_graph.vertices}
    made = [heads[step.node] for step in steps if step.action == "vertex" and step.node]
    assert made == list(job_graph.creation_order)
    begun = [step.node for step in steps if step.action == "chain"]
    assert sorted(begun) == sorted(job_graph.stream_graph.nodes), "each node once"
    for vertex in job_graph.vertices:
        for chained in vertex.operators[1:]:
            assert any(s.action == "config" and s.node == chained.node.id for s in steps)
    told = "\n".join(step.sentence for step in steps)
    assert "is a non-chainable output: the partitioner is REBALANCE" in told


def test_every_edge_subtask_and_slot_is_told() -> None:
    job_graph, steps = walked()
    executions = create_execution_graph(job_graph)
    connected = [step.edge for step in steps if step.action == "connect"]
    edges = [edge.stream_edge.name for vertex in job_graph.vertices for edge in vertex.inputs]
    assert sorted(map(str, connected)) == sorted(edges)
    told = "\n".join(step.sentence for step in steps)
    for vertex in executions.vertices:
        assert f"TaskDeploymentDescriptor of {vertex.name}: " in told
    assert told.index("createJobGraph") < told.index("setPhysicalEdges")
    assert told.index("setPhysicalEdges") < told.index("setSlotSharingAndCoLocation")
    assert told.index("DefaultExecutionGraphBuilder") < told.index("TaskExecutor.submitTask")
    assert [step.number for step in steps] == list(
        range(steps[0].number, steps[0].number + len(steps))
    )
