"""Plans in the JSON format of Flink.

Flink: ``JSONGenerator`` (``getExecutionPlan``) and ``JsonPlanGenerator`` (the plan of a job graph).
"""

from __future__ import annotations

import json
import re
from html.entities import codepoint2name
from typing import Any

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.graph.batch_mode import is_batch_job
from flinksim.graph.job_graph_generator import JobEdge, JobGraph, JobVertex
from flinksim.graph.stream_graph_generator import StreamGraph, StreamNode, generate_stream_graph

_PACT = {"SOURCE": "Data Source", "SINK": "Data Sink", "OPERATOR": "Operator"}


def build_execution_plan(pipeline: Pipeline) -> str:
    """Build the text that ``env.get_execution_plan()`` returns."""
    return to_flink_json(build_stream_graph_plan(generate_stream_graph(pipeline)))


def build_stream_graph_plan(graph: StreamGraph) -> dict[str, Any]:
    """Convert the stream graph to a JSON object like Flink's: nodes by id, legacy sinks last."""
    nodes = sorted(graph.nodes.values(), key=lambda node: (node.kind == "SINK", node.id))
    return {"nodes": [_build_stream_node(node) for node in nodes]}


def _build_stream_node(node: StreamNode) -> dict[str, Any]:
    plan: dict[str, Any] = {
        "id": node.id,
        "type": node.name,
        "pact": _PACT[node.kind],
        "contents": node.description,
        "parallelism": node.parallelism,
    }
    if node.in_edges:
        plan["predecessors"] = [
            {
                "id": edge.source_id,
                "ship_strategy": edge.partitioner.name,
                "side": "second",  # Flink never writes anything else
            }
            for edge in node.in_edges
        ]
    return plan


def build_job_graph_plan(job_graph: JobGraph) -> dict[str, Any]:
    """Convert the job graph to a JSON object like Flink's; vertices in creation order (sinks first)."""
    return {
        "name": job_graph.name,
        "type": "BATCH" if is_batch_job(job_graph.settings) else "STREAMING",
        "nodes": [
            _build_job_vertex(job_graph.find_vertex(key), job_graph)
            for key in job_graph.creation_order
        ],
    }


def _build_job_vertex(vertex: JobVertex, job_graph: JobGraph) -> dict[str, Any]:
    plan: dict[str, Any] = {
        "id": vertex.id,
        "operator": "",
        "parallelism": vertex.planned_parallelism,
        "operator_strategy": "",
        "description": _as_html(vertex.description),
    }
    if vertex.inputs:
        plan["inputs"] = [
            _build_job_input(number, edge, job_graph) for number, edge in enumerate(vertex.inputs)
        ]
    plan["optimizer_properties"] = {}
    return plan


_HTML_ENTITIES = {code: f"&{name};" for code, name in codepoint2name.items()} | {ord("\\"): "&#92;"}
"""Characters that Flink escapes in descriptions: the named entities of HTML 4, and the backslash."""


_PLACEHOLDERS = re.compile("&lt;(hash|method|file|line)&gt;")
"""Parts of a description that differ from run to run, and the fixed texts that replace them."""


def _as_html(description: str) -> str:
    escaped = _PLACEHOLDERS.sub(r"<\1>", description.translate(_HTML_ENTITIES))
    return escaped.replace("\n", "<br/>")


def _build_job_input(number: int, edge: JobEdge, job_graph: JobGraph) -> dict[str, Any]:
    return {
        "num": number,
        "id": job_graph.find_vertex(edge.source).id,
        "ship_strategy": edge.stream_edge.partitioner.name,
        "exchange": edge.result_type.lower(),
    }


def to_flink_json(value: Any, indent: int = 0) -> str:
    """Format *value* like Jackson's pretty printer, which Flink uses to print plans."""
    inner = "  " * (indent + 1)
    match value:
        case dict() if value:
            lines = [
                f"{inner}{json.dumps(key, ensure_ascii=False)} : {to_flink_json(item, indent + 1)}"
                for key, item in value.items()
            ]
            return "{\n" + ",\n".join(lines) + "\n" + "  " * indent + "}"
        case list() if value:
            return "[ " + ", ".join(to_flink_json(item, indent) for item in value) + " ]"
        case dict():
            return "{ }"
        case list():
            return "[ ]"
        case _:
            return json.dumps(value, ensure_ascii=False)
