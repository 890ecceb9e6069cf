"""Batch mode; ``facts/plans_random.json`` compares whole plans with Flink 2.3.0."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph


def job_graph(**options: str) -> JobGraph:
    given = {
        "execution.runtime-mode": "BATCH",
        **{k.replace("__", "-"): v for k, v in options.items()},
    }
    configuration = Configuration.from_dict(given)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(2)
    numbers = env.from_sequence(1, 9).map(lambda v: v)
    numbers.key_by(lambda v: v).reduce(lambda a, b: a).set_parallelism(3).print()
    numbers.rebalance().filter(lambda v: True).forward().map(lambda v: v).set_parallelism(2).print()
    return create_job_graph(generate_stream_graph(env.pipeline()))


def results_of(graph: JobGraph) -> set[str]:
    return {edge.result_type for vertex in graph.vertices for edge in vertex.inputs}


def test_exchanges_are_stored_and_open_parallelism_is_decided_late() -> None:
    graph = job_graph()
    assert graph.name == "Flink Batch Job"
    assert results_of(graph) == {"BLOCKING"}
    planned = {vertex.name: vertex.planned_parallelism for vertex in graph.vertices}
    assert planned == {
        "Source: Sequence Source -> Map": -1,
        "Keyed Reduce": 3,
        "Sink: Print to Std. Out": -1,
        "Filter -> Map -> Sink: Print to Std. Out": 2,
    }
    assert [vertex.parallelism for vertex in graph.vertices] == [2, 3, 1, 2]


def test_the_old_scheduler_decides_all_parallelism_before_the_job_starts() -> None:
    graph = job_graph(**{"jobmanager.scheduler": "Default"})
    assert [vertex.planned_parallelism for vertex in graph.vertices] == [2, 3, 2, 2]


@pytest.mark.parametrize(
    ("mode", "results"),
    [
        ("ALL_EXCHANGES_PIPELINED", {"PIPELINED_BOUNDED"}),
        ("ALL_EXCHANGES_HYBRID_FULL", {"HYBRID_FULL"}),
        ("ALL_EXCHANGES_HYBRID_SELECTIVE", {"HYBRID_SELECTIVE"}),
    ],
)
def test_the_shuffle_mode_decides_on_all_exchanges(mode: str, results: set[str]) -> None:
    assert results_of(job_graph(**{"execution.batch-shuffle-mode": mode})) == results


def test_an_unknown_shuffle_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of ALL_EXCHANGES_BLOCKING"):
        job_graph(**{"execution.batch-shuffle-mode": "ALL_EDGES"})


def test_two_readers_of_the_same_stored_result_share_it() -> None:
    def shared(mode: str) -> list[Any]:
        configuration = Configuration.from_dict(
            {"execution.runtime-mode": "BATCH", "execution.batch-shuffle-mode": mode}
        )
        env = StreamExecutionEnvironment.get_execution_environment(configuration)
        env.set_parallelism(2)
        numbers = env.from_sequence(1, 9).rebalance()
        numbers.map(lambda v: v).print()
        numbers.filter(lambda v: True).print()
        graph = create_job_graph(generate_stream_graph(env.pipeline()))
        edges = [edge for vertex in graph.vertices for edge in vertex.inputs]
        return [(edge.data_set, edge.result_type) for edge in edges]

    assert shared("ALL_EXCHANGES_BLOCKING") == [(0, "BLOCKING"), (0, "BLOCKING")]
    assert shared("ALL_EXCHANGES_PIPELINED") == [(0, "PIPELINED_BOUNDED"), (1, "PIPELINED_BOUNDED")]
    # what one has read, the other still needs
    assert shared("ALL_EXCHANGES_HYBRID_SELECTIVE") == [(0, "HYBRID_FULL"), (0, "HYBRID_FULL")]
