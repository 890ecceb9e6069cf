"""The plans of Flink 2.3.0: stream graph, job graph, chains, names, ids, slot groups and edges."""

from __future__ import annotations

import re
from typing import Any

import pytest

from flinksim.graph.job_graph import JobGraph, JobVertex, create_job_graph
from flinksim.graph.plan_json import job_graph_plan, stream_graph_plan
from flinksim.graph.stream_graph import StreamEdge, StreamGraph, generate_stream_graph
from tests.conformance.fact_files import cases_of
from tests.conformance.plan_programs import Interpreter

KNOWN_DIFFERENCES: frozenset[str] = frozenset()
"""Cases that do not hold yet. They must fail, so that the list cannot rot."""


def vertices_of(job_graph: JobGraph) -> list[dict[str, Any]]:
    """The vertices in the form of the facts."""
    positions = {vertex.key: number for number, vertex in enumerate(job_graph.vertices)}
    return [_vertex(vertex, job_graph, positions) for vertex in job_graph.vertices]


def _vertex(vertex: JobVertex, job_graph: JobGraph, positions: dict[Any, int]) -> dict[str, Any]:
    graph = job_graph.stream_graph
    result_types: dict[str, str] = {}
    by_data_set: dict[int, str] = {}
    for other in job_graph.vertices:
        for edge in other.inputs:
            if edge.source == vertex.key:
                result_types[edge.stream_edge.edge_id] = edge.result_type
                by_data_set[edge.data_set] = edge.result_type
    return {
        "id": vertex.id,
        "name": vertex.name,
        "parallelism": vertex.parallelism,
        "maxParallelism": vertex.configured_max_parallelism,
        "slotSharingGroup": vertex.slot_sharing_group,
        "invokable": vertex.invokable,
        "chain": [
            {
                "node": operator.node.id,
                "name": operator.node.name,
                "chainedTo": [edge.target_id for edge in operator.chained_outputs],
                "nonChainedOutputs": [
                    _output(edge, graph, result_types) for edge in operator.non_chained_outputs
                ],
            }
            for operator in vertex.operators
        ],
        "producedDataSets": vertex.produced_data_sets,
        "resultTypes": [by_data_set[number] for number in range(vertex.produced_data_sets)],
        "inputs": [
            {
                "from": positions[edge.source],
                "fromDataSet": edge.data_set,
                "shipStrategy": edge.stream_edge.partitioner.name,
                "distributionPattern": edge.distribution_pattern,
            }
            for edge in vertex.inputs
        ],
    }


def _output(edge: StreamEdge, graph: StreamGraph, result_types: dict[str, str]) -> list[Any]:
    tag = None if edge.output_tag is None else edge.output_tag.tag_id
    consumers = graph.nodes[edge.target_id].parallelism
    return [edge.partitioner.name, consumers, tag, result_types[edge.edge_id]]


def check(case: dict[str, Any]) -> None:
    if "exception" in case:
        _check_refusal(case)
        return
    stream_graph = generate_stream_graph(Interpreter(case).environment.pipeline())
    job_graph = create_job_graph(stream_graph)
    assert stream_graph_plan(stream_graph) == case["streamGraph"]
    assert vertices_of(job_graph) == case["vertices"]
    assert job_graph_plan(job_graph) == case["jobPlan"]


def _check_refusal(case: dict[str, Any]) -> None:
    """Refused in Flink's words; with a stream graph in the case, only when chains are built."""
    if "streamGraph" in case:
        stream_graph = generate_stream_graph(Interpreter(case).environment.pipeline())
        assert stream_graph_plan(stream_graph) == case["streamGraph"]
        with pytest.raises(ValueError, match=re.escape(case["message"])):
            create_job_graph(stream_graph)
    else:
        with pytest.raises((ValueError, TypeError, RuntimeError)) as refusal:
            generate_stream_graph(Interpreter(case).environment.pipeline())
        assert str(refusal.value).startswith(case["message"])


@pytest.mark.parametrize("case", cases_of("plans"))
def test_a_program_has_flinks_plans(case: dict[str, Any]) -> None:
    if case["id"] in KNOWN_DIFFERENCES:
        with pytest.raises(AssertionError):
            check(case)
    else:
        check(case)


def test_a_known_difference_is_a_case() -> None:
    known = {parameter.id for parameter in cases_of("plans")}
    assert known >= KNOWN_DIFFERENCES
