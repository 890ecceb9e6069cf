"""Plans of SQL jobs from the REST API, against the edges of the same jobs in explain().

``plans/sql_jobs/`` was recorded on Flink 2.3.0: ``rest`` is the response of ``/jobs/<id>/plan``, ``edges``
are those of ``JSON_EXECUTION_PLAN``, by the numbers of the operators. The two explanations number the
operators of the same job from different starts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from flinksim.graph.plan_import.job_graph_json import parse_job_graph
from flinksim.graph.plan_import.sql_producers import find_producers

PLANS = sorted((Path(__file__).parent / "plans" / "sql_jobs").glob("*.json"))


def _load(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


def _parse_number(description: str) -> int:
    found = re.search(r"\[(\d+)\]:", description)
    assert found is not None
    return int(found[1])


def list_edges(plan: dict[str, Any]) -> list[tuple[int, int]]:
    """List the edges of an imported plan in the order of the inputs; the first operator is number 1."""
    graph = parse_job_graph(plan["plan"], {}).stream_graph
    numbers = {node.id: _parse_number(node.description) for node in graph.nodes.values()}
    first = min(numbers.values()) - 1
    return [
        (numbers[edge.source_id] - first, numbers[edge.target_id] - first)
        for node in graph.nodes.values()
        for edge in node.in_edges
    ]


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_each_edge_starts_at_the_operator_that_writes_to_it(path: Path) -> None:
    content = _load(path)
    expected: dict[int, list[int]] = {}
    for source, target in content["edges"]:
        expected.setdefault(target, []).append(source)
    found: dict[int, list[int]] = {}
    for source, target in list_edges(content["rest"]):
        found.setdefault(target, []).append(source)
    assert found == expected


def test_the_plans_need_more_than_the_last_operator() -> None:
    """With the last operator of each chain, the plans of several jobs would be wrong."""
    wrong = 0
    for path in PLANS:
        content = _load(path)
        graph = parse_job_graph(content["rest"]["plan"], {}).stream_graph
        tails = {edge.source_id for node in graph.nodes.values() for edge in node.in_edges}
        wrong += any(len(graph.nodes[source].out_edges) > 1 for source in tails)
    assert wrong >= 4


def test_without_numbers_the_last_operator_is_taken() -> None:
    nodes = list(parse_job_graph(_load(PLANS[0])["rest"]["plan"], {}).stream_graph.nodes.values())
    consumer = nodes[-1]
    consumer.description = "Map"
    assert find_producers(consumer, [nodes[:2], nodes[:1]]) == [nodes[1], nodes[0]]
