"""Layers of a SQL statement: its lines, what it says, and Flink's operators with their changes.

Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.table.planner.changelog_reasons import list_reasons
from flinksim.table.planner.explain_writer import describe
from flinksim.table.planner.logical_plan_writer import describe_logical
from flinksim.table.planner.statement_planner import StatementPlan
from flinksim.viz.diagram.geometry import NODE_HEIGHT, compute_box_width, truncate_text
from flinksim.viz.diagram.model import (
    Details,
    DiagramEdge,
    DiagramNode,
    GraphLayer,
    LayerName,
    NodeKind,
    PlanDiagram,
)
from flinksim.viz.plan.layers import lay_out_layer

MAX_LINE_CHARS = 84

_CLAUSES = (
    ("LogicalSink", r"\bINSERT\b|\bSELECT\b"),
    ("LogicalAggregate", r"\bGROUP\s+BY\b|\bDISTINCT\b|\bCOUNT\b|\bSUM\b"),
    ("LogicalJoin", r"\bJOIN\b|\bEXISTS\b|\bIN\s*\("),
    ("LogicalFilter", r"\bWHERE\b|\bHAVING\b"),
    ("LogicalTableFunctionScan", r"\b(TUMBLE|HOP|CUMULATE|SESSION)\s*\("),
    ("LogicalSort", r"\bORDER\s+BY\b|\bLIMIT\b"),
    ("LogicalUnion", r"\bUNION\b"),
    ("LogicalProject", r"\bSELECT\b"),
)  # fmt: skip
"""Operators of a logical plan, and the clauses of SQL that they come from."""

_LOGICAL_OPERATORS = (
    ("Sink", "LogicalSink"), ("TableSourceScan", "LogicalTableScan"),
    ("WatermarkAssigner", "LogicalWatermarkAssigner"), ("Aggregate", "LogicalAggregate"),
    ("Join", "LogicalJoin"), ("Limit", "LogicalSort"), ("Sort", "LogicalSort"),
    ("WindowTableFunction", "LogicalTableFunctionScan"), ("Union", "LogicalUnion"),
    ("Rank", "LogicalFilter"), ("Deduplicate", "LogicalFilter"), ("Calc", "LogicalProject"),
)  # fmt: skip
"""Physical operators by a part of their names, and the logical ones that they implement."""

_CHANGES = {"I": "+I", "UB": "-U", "UA": "+U", "D": "-D"}
"""Kinds of changes as a plan writes them, and as they are written in a changelog."""


@dataclass(frozen=True, slots=True)
class StatementLayers:
    """The text of a statement of SQL with its plan."""

    text: str
    plan: StatementPlan


def add_query_layers(
    diagram: PlanDiagram, statement: StatementLayers, pipeline: Pipeline
) -> PlanDiagram:
    """Put the layers of a statement before those of its job."""
    lines = statement.text.splitlines()
    abstract = _build_tree_layer(
        "abstract", "Abstract syntax tree", "a", statement.plan.logical, _get_logical_inputs,
        lambda rel, text: _build_logical_node(rel, text, lines), describe_logical,
    )  # fmt: skip
    physical = _build_tree_layer(
        "physical", "Physical plan", "p", statement.plan.sinks, lambda node: node.inputs,
        lambda node, text: _build_physical_node(node, text, abstract), describe,
    )  # fmt: skip
    layers = (_build_text_layer(lines), abstract, physical)
    return replace(
        diagram, layers=(*layers, *_link_transformations(diagram.layers, pipeline, physical))
    )


def _build_text_layer(lines: Sequence[str]) -> GraphLayer:
    nodes = [
        _build_node(
            f"q{number}", truncate_text(line, MAX_LINE_CHARS), "line", details=(("name", line),)
        )
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    return lay_out_layer("sql", "SQL", nodes, ())


def _build_tree_layer(
    name: LayerName,
    title: str,
    prefix: str,
    roots: Sequence[Any],
    get_inputs: Callable[[Any], Sequence[Any]],
    build_node: Callable[[Any, str], DiagramNode],
    describe_operator: Callable[[Any], str],
) -> GraphLayer:
    """Build the layer of operator trees; an operator that several others read is drawn once."""
    ids: dict[int, str] = {}
    nodes: list[DiagramNode] = []
    edges: list[DiagramEdge] = []
    for operator in _iterate_trees(roots, get_inputs):
        node_id = ids[id(operator)] = f"{prefix}{len(ids) + 1}"
        nodes.append(replace(build_node(operator, describe_operator(operator)), id=node_id))
        for number, source in enumerate(get_inputs(operator)):
            source_id = ids[id(source)]
            edge_id = f"{source_id}>{node_id}" + (f"#{number}" if number else "")
            edges.append(DiagramEdge(edge_id, source_id, node_id, "", "input", ()))
    return lay_out_layer(name, title, nodes, edges)


def _iterate_trees(
    roots: Sequence[Any], get_inputs: Callable[[Any], Sequence[Any]]
) -> Iterator[Any]:
    """Yield each operator once, after its inputs."""
    seen: set[int] = set()

    def visit(operator: Any) -> Iterator[Any]:
        if id(operator) in seen:
            return
        seen.add(id(operator))
        for source in get_inputs(operator):
            yield from visit(source)
        yield operator

    for root in roots:
        yield from visit(root)


def _get_logical_inputs(rel: Any) -> Sequence[Any]:
    return list(rel.inputs)


def _build_logical_node(rel: Any, text: str, lines: Sequence[str]) -> DiagramNode:
    name = text.partition("(")[0]
    kind: NodeKind = "source" if name == "LogicalTableScan" else "operator"
    kind = "sink" if name == "LogicalSink" else kind
    details = (("name", name), ("description", text))
    return _build_node("", name, kind, origin=_find_line(name, text, lines), details=details)


def _find_line(name: str, text: str, lines: Sequence[str]) -> str | None:
    """Return the id of the line from which an operator of a logical plan comes."""
    pattern = dict(_CLAUSES).get(name)
    if table := re.search(r"table=\[\[(?:[^,\]]+, )*([^,\]]+)\]\]", text):
        pattern = rf"\b{re.escape(table[1])}\b"
    for number, line in enumerate(lines, 1):
        if pattern is not None and re.search(pattern, line, re.IGNORECASE):
            return f"q{number}"
    return None


def _build_physical_node(node: Any, text: str, abstract: GraphLayer) -> DiagramNode:
    name = text.partition("(")[0]
    kinds: dict[str, NodeKind] = {"scan": "source", "values": "source", "sink": "sink"}
    mode = "" if node.op == "sink" else node.changelog
    changes = " ".join(_CHANGES[kind] for kind in mode.split(",") if kind in _CHANGES)
    details: list[tuple[str, Any]] = [("name", name), ("changelog mode", f"[{mode}]")]
    details += [(_number("reason", number), each) for number, each in enumerate(list_reasons(node))]
    details.append(("description", text))
    return _build_node(
        "", name, kinds.get(node.op, "operator"), changes,
        _find_logical(name, text, abstract), tuple(details),
    )  # fmt: skip


def _number(name: str, number: int) -> str:
    return f"{name} {number + 1}" if number else name


def _find_logical(name: str, text: str, abstract: GraphLayer) -> str | None:
    """Return the id of the logical operator that a physical one implements, if one clearly does."""
    wanted = next((logical for part, logical in _LOGICAL_OPERATORS if part in name), None)
    found = [node for node in abstract.nodes if node.label == wanted]
    if name == "TableSourceScan":
        table = re.search(r"table=\[\[(?:[^,\]=]+, )*([^,\]=]+)(?=[,\]])", text)
        found = [node for node in found if table and f"{table[1]}]]" in str(dict(node.details))]
    return found[-1].id if found else None


def _link_transformations(
    layers: Sequence[GraphLayer], pipeline: Pipeline, physical: GraphLayer
) -> Iterator[GraphLayer]:
    """Yield the layers of the job; each transformation has the operator of the plan as its origin."""
    names = {one.id: (one.description or "").partition(":")[2] for one in pipeline.transformations}
    left = list(physical.nodes)
    for layer in layers:
        if layer.name != "transformations":
            yield layer
            continue
        nodes = []
        for node in layer.nodes:
            name = names.get(int(node.id[1:]), "").partition("(")[0]
            origin = next((one for one in left if name and one.label == name), None)
            if origin is not None:
                left.remove(origin)
            nodes.append(replace(node, origin=None if origin is None else origin.id))
        yield replace(layer, nodes=tuple(nodes))


def _build_node(
    node_id: str,
    label: str,
    kind: NodeKind,
    caption: str = "",
    origin: str | None = None,
    details: Details = (),
) -> DiagramNode:
    place = (0.0, 0.0, compute_box_width(label, caption), NODE_HEIGHT)
    return DiagramNode(node_id, label, kind, place, caption, origin=origin, details=details)
