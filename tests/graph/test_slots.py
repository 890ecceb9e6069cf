"""Who shares a slot with whom; placements were read from the REST API of a real Flink 2.3.0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from flinksim.common import Configuration
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.execution_graph import (
    ExecutionGraph,
    NoResourceAvailableException,
    create_execution_graph,
)
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph


def job_graph(build: Callable[[Any], Any], parallelism: int = 2, **options: str) -> JobGraph:
    configuration = Configuration.from_dict(options)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    build(env)
    return create_job_graph(generate_stream_graph(env.pipeline()))


def managers_of(graph: ExecutionGraph) -> dict[str, list[int]]:
    """For each vertex the TaskManagers of its subtasks, which have one slot each."""
    return {
        vertex.name: [
            int(graph.get_location(vertex.key, index)[0][2:]) for index in range(vertex.parallelism)
        ]
        for vertex in graph.job_graph.vertices
    }


def real_job(env: Any) -> None:
    source = env.from_sequence(1, 10).name("S").set_parallelism(2)
    source.rescale().sink_to(CollectSink()).name("A").set_parallelism(4)
    source.rebalance().sink_to(CollectSink()).name("B").set_parallelism(3)
    source.rescale().sink_to(CollectSink()).name("D").set_parallelism(1)
    other = env.from_sequence(1, 10).name("S2").set_parallelism(3).slot_sharing_group("other")
    other.rescale().sink_to(CollectSink()).name("E").set_parallelism(5)
    last = other.rebalance().sink_to(CollectSink()).name("F").set_parallelism(2)
    last.slot_sharing_group("default")


REAL_PLACES = {
    # what Flink 2.3.0 answered, TaskManagers numbered in the order of its answer
    "Source: S2": [0, 1, 2],
    "A: Writer": [3, 4, 5, 6],
    "B: Writer": [3, 5, 4],
    "D: Writer": [3],
    "E: Writer": [0, 7, 1, 8, 2],
    "F: Writer": [3, 5],
}


def test_subtasks_share_slots_as_on_a_real_cluster() -> None:
    ours = managers_of(create_execution_graph(job_graph(real_job, 4)))
    same = {theirs: mine for name in REAL_PLACES for theirs, mine in zip(
        REAL_PLACES[name], ours[name], strict=True)}  # fmt: skip
    assert {name: [same[n] for n in places] for name, places in REAL_PLACES.items()} == {
        name: ours[name] for name in REAL_PLACES
    }
    assert len(set(same.values())) == len(same) == 9
    assert ours["Source: S"] == [same[3], same[5]], "A0 and A2 are beside their producers"


def test_a_subtask_stands_beside_one_that_it_reads_from() -> None:
    def build(env: Any) -> None:
        env.from_sequence(1, 9).set_parallelism(2).rescale().map(lambda v: v).set_parallelism(4)

    graph = create_execution_graph(job_graph(build))
    assert managers_of(graph) == {"Source: Sequence Source": [0, 1], "Map": [0, 2, 1, 3]}
    local = [(edge.source, edge.target) for edge in graph.edges if graph.is_local(edge)]
    assert local == [("v1/0", "v3/0"), ("v1/1", "v3/2")]


def test_too_few_slots_are_refused_in_flinks_words_with_what_to_change() -> None:
    def build(env: Any) -> None:
        mapped = env.from_sequence(1, 9).map(lambda v: v).slot_sharing_group("side")
        mapped.set_parallelism(3).print()

    options = {"minicluster.number-of-taskmanagers": "1", "taskmanager.numberOfTaskSlots": "2"}
    graph = job_graph(build, **options)
    with pytest.raises(NoResourceAvailableException) as refusal:
        create_execution_graph(graph)
    assert str(refusal.value) == (
        "Could not acquire the minimum required resources.\n"
        "The job needs 5 slots, but the cluster has 2 (TaskManagers: 1, slots per TaskManager: 2):\n"
        "  2 for slot sharing group 'default': 'Source: Sequence Source' has parallelism 2\n"
        "  3 for slot sharing group 'side': 'Map' has parallelism 3\n"
        "Raise minicluster.number-of-taskmanagers to 3, raise taskmanager.numberOfTaskSlots to 5, "
        "lower the parallelism, or use fewer slot sharing groups: each has its own slots."
    )
    assert (refusal.value.required_slots, refusal.value.available_slots) == (5, 2)
    waiting = create_execution_graph(graph, require_slots=False)
    assert waiting.waiting_subtasks == ("v2/0", "v2/1", "v2/2", "v3/0", "v3/1")
    states = {vertex.id: vertex.current_attempt.state for vertex in waiting.vertices}
    assert {states[name] for name in waiting.waiting_subtasks} == {"SCHEDULED"}
    assert states["v1/0"] == "CREATED"
    assert waiting.task_managers == ("tm0",)


@pytest.mark.parametrize("change", ["managers", "slots"])
def test_the_advice_helps(change: str) -> None:
    def build(env: Any) -> None:
        env.from_sequence(1, 9).print()

    managers, slots = ("3", "2") if change == "managers" else ("1", "5")
    options = {
        "minicluster.number-of-taskmanagers": managers,
        "taskmanager.numberOfTaskSlots": slots,
    }
    graph = create_execution_graph(job_graph(build, 5, **options))
    assert graph.waiting_subtasks == ()
    free = [slot for slot in graph.slots if not slot.group]
    assert len(free) == int(managers) * int(slots) - 5


def test_a_cluster_without_task_managers_is_refused() -> None:
    graph = job_graph(
        lambda env: env.from_sequence(1, 9).print(), **{"minicluster.number-of-taskmanagers": "0"}
    )
    with pytest.raises(ValueError, match=r"minicluster\.number-of-taskmanagers.*found 0"):
        create_execution_graph(graph)


def test_partitions_have_a_subpartition_for_each_reader() -> None:
    def build(env: Any) -> None:
        stream = env.from_sequence(1, 9)
        stream.rebalance().map(lambda v: v).set_parallelism(3)
        stream.broadcast().print()

    parts = create_execution_graph(job_graph(build)).result_partitions
    assert [(p.id, p.subpartitions, len(p.consumers)) for p in parts] == [
        ("v1/0.0", 3, 3),
        ("v1/0.1", 2, 2),
        ("v1/1.0", 3, 3),
        ("v1/1.1", 2, 2),
    ]
    assert {part.result_type for part in parts} == {"PIPELINED_BOUNDED"}


def test_what_pipelined_channels_join_starts_together_from_the_sources() -> None:
    def build(env: Any) -> None:
        env.from_sequence(1, 9).rebalance().map(lambda v: v)
        env.from_sequence(1, 9).print()

    regions = create_execution_graph(job_graph(build)).scheduling_order
    assert sorted(regions) == [("v1/0", "v1/1", "v3/0", "v3/1"), ("v4/0", "v4/1")]


def test_behind_a_stored_result_another_region_starts() -> None:
    def build(env: Any) -> None:
        partitions = env.from_sequence(1, 9).full_window_partition()
        partitions.map_partition(lambda values: values).rebalance().print()

    regions = create_execution_graph(job_graph(build)).scheduling_order
    assert regions == (("v1/0", "v1/1", "v2/0", "v2/1"), ("v4/0", "v4/1"))


# --- co-location ------------------------------------------------------------------------------------

CO_LOCATED = {"B": "near", "D": "near", "E": "near", "F": "far", "A": "far"}


def co_located_job(keys: dict[str, str]) -> Callable[[Any], None]:
    def build(env: Any) -> None:
        env.disable_operator_chaining()

        def after(stream: Any, name: str, parallelism: int) -> Any:
            made = stream.filter(lambda value: True).name(name).set_parallelism(parallelism)
            made.transformation.set_co_location_group_key(keys.get(name))
            return made

        source = env.from_sequence(1, 10).name("S").set_parallelism(2)
        a, b = after(source.rescale(), "A", 4), after(source.rebalance(), "B", 3)
        c, _ = after(b.rescale(), "C", 4), after(a.rebalance(), "D", 2)
        after(c.rescale(), "E", 5)
        after(source.rescale(), "F", 4)

    return build


def slots_in_order(graph: ExecutionGraph) -> dict[str, list[int]]:
    """:func:`managers_of`, numbered as they are first met."""
    seen: dict[int, int] = {}
    places = managers_of(graph)
    return {
        vertex.name: [seen.setdefault(place, len(seen)) for place in places[vertex.name]]
        for vertex in graph.job_graph.vertices
    }


def test_co_located_subtasks_share_slots_as_in_a_real_job() -> None:
    graph = create_execution_graph(job_graph(co_located_job(CO_LOCATED)))
    assert slots_in_order(graph) == {
        # where a MiniCluster of Flink 2.3.0 put the same job
        "Source: S": [0, 1],
        "A": [0, 2, 1, 3],
        "D": [0, 2],
        "B": [0, 2, 1],
        "C": [0, 3, 2, 1],
        "E": [0, 2, 1, 3, 4],
        "F": [0, 2, 1, 3],
    }
    free = create_execution_graph(job_graph(co_located_job({})))
    assert slots_in_order(free) != slots_in_order(graph)


def test_what_must_share_a_slot_may_be_in_one_slot_sharing_group_only() -> None:
    def build(env: Any) -> None:
        source = env.from_sequence(1, 10).name("S")
        source.transformation.set_co_location_group_key("near")
        other = source.rebalance().map(lambda value: value).slot_sharing_group("other").name("M")
        other.transformation.set_co_location_group_key("near")

    with pytest.raises(RuntimeError, match="Cannot co-locate operators from different") as refusal:
        job_graph(build)
    assert "'M' in slot sharing group 'other' and 'Source: S' in 'default'" in str(refusal.value)
