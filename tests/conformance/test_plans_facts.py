"""The plans of Flink 2.3.0: stream graph, job graph, chains, names, ids, slot groups and edges."""

from __future__ import annotations

import re
from typing import Any

import pytest

from flinksim.graph.job_graph_generator import JobGraph, JobVertex, create_job_graph
from flinksim.graph.plan_json import build_job_graph_plan, build_stream_graph_plan
from flinksim.graph.resource_profile import format_resource_profile
from flinksim.graph.stream_config import (
    NonChainedOutput,
    StreamConfig,
    VertexConfig,
    can_use_unaligned_checkpoints,
    create_stream_configs,
)
from flinksim.graph.stream_graph_generator import StreamGraph, generate_stream_graph
from tests.conformance.fact_files import cases_of
from tests.conformance.plan_programs import Interpreter

KNOWN_DIFFERENCES: frozenset[str] = frozenset()
"""Cases that do not hold yet. They must fail, so that the list cannot rot."""


def vertices_of(job_graph: JobGraph) -> list[dict[str, Any]]:
    """The vertices in the form of the facts."""
    positions = {vertex.key: number for number, vertex in enumerate(job_graph.vertices)}
    configs = create_stream_configs(job_graph)
    return [_vertex(v, configs[v.key], job_graph, positions) for v in job_graph.vertices]


def _vertex(
    vertex: JobVertex, config: VertexConfig, job_graph: JobGraph, positions: dict[Any, int]
) -> dict[str, Any]:
    by_data_set = {
        edge.data_set: edge.result_type
        for other in job_graph.vertices
        for edge in other.inputs
        if edge.source == vertex.key
    }
    return {
        "id": vertex.id,
        "name": vertex.name,
        "parallelism": vertex.planned_parallelism,
        "maxParallelism": vertex.configured_max_parallelism,
        "slotSharingGroup": vertex.slot_sharing_group,
        "invokable": vertex.invokable,
        "chain": [
            {
                "node": operator.node.id,
                "name": operator.node.name,
                "chainedTo": [edge.target_id for edge in operator.chained_outputs],
                "nonChainedOutputs": [
                    [o.partitioner, o.consumer_parallelism, o.output_tag, o.result_type]
                    for o in told.non_chained_outputs
                ],
            }
            for operator, told in zip(vertex.operators, config.operators, strict=True)
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


def nodes_of(graph: StreamGraph) -> list[dict[str, Any]]:
    """The nodes of a stream graph in the form of the facts."""
    return [
        {
            "id": node.id,
            "parallelism": node.parallelism,
            "maxParallelism": node.max_parallelism,
            "slotSharingGroup": node.slot_sharing_group,
            "coLocationGroup": node.co_location_group,
            "bufferTimeout": node.buffer_timeout_ms,
            "chainingStrategy": node.chaining_strategy,
            "minResources": "ResourceSpec{UNKNOWN}",
            "inEdges": [
                [
                    edge.source_id,
                    edge.type_number,
                    edge.partitioner.name,
                    None if edge.output_tag is None else edge.output_tag.tag_id,
                    edge.exchange_mode,
                    edge.buffer_timeout_ms,
                    can_use_unaligned_checkpoints(edge, graph),
                ]
                for edge in node.in_edges
            ],
        }
        for node in sorted(graph.nodes.values(), key=lambda node: node.id)
    ]


def configs_of(job_graph: JobGraph) -> list[dict[str, Any]]:
    """What the tasks are told, in the form of the facts."""
    configs = create_stream_configs(job_graph)
    return [_config(vertex, configs[vertex.key], job_graph) for vertex in job_graph.vertices]


def _config(vertex: JobVertex, config: VertexConfig, job_graph: JobGraph) -> dict[str, Any]:
    return {
        "minResources": "ResourceSpec{UNKNOWN}",
        "slotResources": format_resource_profile(vertex.resources),
        "coLocatedWith": [
            place
            for place, other in enumerate(job_graph.vertices)
            if other is not vertex and other.is_co_located_with(vertex)
        ],
        "inPhysicalEdges": list(config.in_physical_edges),
        "vertexNonChainedOutputs": [_output(output) for output in config.non_chained_outputs],
        "chain": [_operator_config(operator) for operator in config.operators],
    }


def _operator_config(config: StreamConfig) -> dict[str, Any]:
    return {
        "operatorId": config.operator_id,
        "node": config.node,
        "operatorName": config.operator_name,
        "chainIndex": config.chain_index,
        "chainStart": config.chain_start,
        "chainEnd": config.chain_end,
        "numberOfNetworkInputs": config.network_inputs,
        "numberOfOutputs": config.outputs,
        "inputs": [[one.gate, one.serializer, one.requirement] for one in config.inputs],
        "typeSerializerOut": config.type_serializer_out,
        "stateKeySerializer": config.state_key_serializer,
        "chainedOutputs": list(config.chained_outputs),
        "typeSerializerSideOut": dict(config.type_serializer_side_out),
        "nonChainedOutputs": [_output(output) for output in config.non_chained_outputs],
    }


def _output(output: NonChainedOutput) -> list[Any]:
    return [
        output.source_node,
        output.partitioner,
        output.consumer_parallelism,
        output.consumer_max_parallelism,
        output.output_tag,
        output.buffer_timeout_ms,
        output.result_type,
        output.supports_unaligned_checkpoints,
    ]


def check(case: dict[str, Any]) -> None:
    if "exception" in case:
        _check_refusal(case)
        return
    stream_graph = generate_stream_graph(Interpreter(case).environment.pipeline())
    job_graph = create_job_graph(stream_graph)
    assert build_stream_graph_plan(stream_graph) == case["streamGraph"]
    assert vertices_of(job_graph) == case["vertices"]
    assert build_job_graph_plan(job_graph) == case["jobPlan"]
    if "configs" in case:
        assert nodes_of(stream_graph) == case["streamNodes"]
        assert configs_of(job_graph) == case["configs"]


def _check_refusal(case: dict[str, Any]) -> None:
    """Refused in Flink's words; with a stream graph in the case, only when chains are built."""
    if "streamGraph" in case:
        stream_graph = generate_stream_graph(Interpreter(case).environment.pipeline())
        assert build_stream_graph_plan(stream_graph) == case["streamGraph"]
        with pytest.raises((ValueError, RuntimeError), match=re.escape(case["message"])):
            create_job_graph(stream_graph)
    else:
        with pytest.raises((ValueError, TypeError, RuntimeError)) as refusal:
            generate_stream_graph(Interpreter(case).environment.pipeline())
        assert str(refusal.value).startswith(case["message"])


@pytest.mark.parametrize("case", [*cases_of("plans"), *cases_of("plans_random")])
def test_a_program_has_flinks_plans(case: dict[str, Any]) -> None:
    if case["id"] in KNOWN_DIFFERENCES:
        with pytest.raises(AssertionError):
            check(case)
    else:
        check(case)


def test_a_known_difference_is_a_case() -> None:
    known = {parameter.id for parameter in (*cases_of("plans"), *cases_of("plans_random"))}
    assert known >= KNOWN_DIFFERENCES
