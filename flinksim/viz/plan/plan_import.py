"""Imports the plan of a real Flink job as a plan diagram.

Three kinds of JSON are accepted: the text of ``getExecutionPlan()``, which is a stream graph, and the
REST responses of ``/jobs/<id>/plan`` and ``/jobs/<id>``, which are job graphs. The text of
``explain(JSON_EXECUTION_PLAN)`` ends with a stream graph. The module builds the
graphs of flinksim from them and draws these like any other job. Information that the plan lacks gets
its default and is named in the notes. Unknown fields are kept and shown. Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flinksim.core.i18n.messages import Message
from flinksim.core.validation import validate_arguments
from flinksim.graph.chaining import explain_verdicts
from flinksim.graph.chaining_model import ConditionVerdict, EdgeVerdict
from flinksim.graph.job_graph_generator import create_job_graph
from flinksim.graph.plan_import.job_graph_json import parse_job_graph
from flinksim.graph.plan_import.stream_graph_json import UNKNOWN_CONDITIONS, parse_stream_graph
from flinksim.graph.stream_graph_model import StreamEdge
from flinksim.viz.diagram.model import DiagramNode, GraphLayer, PlanDiagram
from flinksim.viz.plan.layers import build_job_diagram, compute_chaining_decisions

ACCEPTED_PLANS = (
    "the text of getExecutionPlan(), or the REST response of /jobs/<id>/plan or /jobs/<id>"
)
_EXPLAIN_HEADING = "== Physical Execution Plan =="
"""Heading in the text of ``explain(JSON_EXECUTION_PLAN)`` before the stream graph."""

MAX_CHARACTERS = 50_000_000


class InvalidPlanError(ValueError):
    """The text is not a Flink plan; the message says what was expected and what was found."""


@validate_arguments
def read_plan(text: str, source_name: str = "the file") -> PlanDiagram:
    """Parse the plan in *text* and build its diagram; *source_name* is used in error messages.

    Raises:
        InvalidPlanError: The text is no plan that is understood.
    """
    if len(text) > MAX_CHARACTERS:
        raise InvalidPlanError(
            f"{source_name} has {len(text):,} characters. The maximum for a plan is {MAX_CHARACTERS:,}; "
            f"expected {ACCEPTED_PLANS}"
        )
    text = text.removeprefix("\ufeff")  # a byte order mark, which some editors and shells write
    if text.lstrip().startswith("== "):
        text = _extract_stream_graph(text, source_name)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidPlanError(
            f"{source_name} is not valid JSON ({error}); expected {ACCEPTED_PLANS}"
        ) from None
    if not isinstance(data, dict):
        raise InvalidPlanError(
            f"{source_name}: expected a JSON object, {ACCEPTED_PLANS}; found {_describe_value(data)}"
        )
    try:
        if isinstance(data.get("plan"), dict):
            return _convert_job_graph(data["plan"], data)
        nodes = data.get("nodes")
        if not isinstance(nodes, list) or not nodes or not isinstance(nodes[0], dict):
            if nodes:
                raise InvalidPlanError(
                    f'{source_name}: expected "nodes" to be a list of objects, found '
                    f"{_describe_value(nodes)}; "
                    f"the file should be {ACCEPTED_PLANS}"
                )
            keys = ", ".join(list(data)[:8]) or "nothing"
            raise InvalidPlanError(
                f'{source_name} has no "nodes" or "plan": expected {ACCEPTED_PLANS}; found {keys}'
            )
        if "pact" in nodes[0] or "contents" in nodes[0]:
            return _convert_stream_graph(data)
        return _convert_job_graph(data, {})
    except (LookupError, TypeError, AttributeError, RecursionError, ArithmeticError) as error:
        what = f"the field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise InvalidPlanError(f"{source_name} cannot be read as a plan: {what}") from error
    except InvalidPlanError as error:
        raise InvalidPlanError(str(error)) from None
    except ValueError as error:
        raise InvalidPlanError(f"{source_name} cannot be read as a plan: {error}") from error


def _extract_stream_graph(text: str, source_name: str) -> str:
    """Extract the stream graph from the text of a table's ``explain``."""
    _, heading, graph = text.rpartition(_EXPLAIN_HEADING)
    if not heading:
        raise InvalidPlanError(
            f"{source_name} is the text of explain() without an execution plan. Call "
            "explain(ExplainDetail.JSON_EXECUTION_PLAN), which adds it"
        )
    return graph


def _describe_value(data: Any) -> str:
    return f"{type(data).__name__} {json.dumps(data)[:60]}"


# --- a stream graph -------------------------------------------------------------------------------


def _convert_stream_graph(data: Mapping[str, Any]) -> PlanDiagram:
    graph = parse_stream_graph(data)
    edges = {edge.name: edge for edge in graph.edges()}
    verdicts = [
        _mark_unknown_conditions(verdict, edges[verdict.edge])
        for verdict in compute_chaining_decisions(graph, include_changes=False)
    ]
    document = build_job_diagram(create_job_graph(graph), verdicts)
    unknown = {
        f"o{node['id']}": _collect_unknown_fields(node, _STREAM_FIELDS) for node in data["nodes"]
    }
    layers = tuple(_remove_origins(_add_details(layer, unknown)) for layer in document.layers)
    notes = (
        Message("plan.execution_plan_note"),
        *_describe_unknown_fields(data),
        *document.notes,
    )
    return replace(document, layers=layers, notes=notes)


_STREAM_FIELDS = {"id", "type", "pact", "contents", "parallelism", "predecessors"}


def _mark_unknown_conditions(verdict: EdgeVerdict, edge: StreamEdge) -> EdgeVerdict:
    """Mark the chaining conditions of *edge* that cannot be decided from the imported plan."""
    verdicts = tuple(_mark_unknown_condition(found) for found in verdict.verdicts)
    sentence = explain_verdicts(verdicts, edge)
    if verdict.chained:
        template = "plan.chained_as_known"
        sentence = Message(template)
    return replace(verdict, verdicts=verdicts, sentence=sentence)


def _mark_unknown_condition(condition: ConditionVerdict) -> ConditionVerdict:
    if condition.condition == "no union" and not condition.holds:
        # In a plan an operator that reads a union looks like an operator with two inputs.
        condition = replace(condition, holds=True, reason="")
    elif condition.condition not in UNKNOWN_CONDITIONS:
        return condition
    return replace(condition, known=False, found=Message("plan.not_in_plan"))


def _remove_origins(layer: GraphLayer) -> GraphLayer:
    """Remove the references to transformations, which an imported plan does not have.

    The stream layer is then the first layer of the diagram.
    """
    if layer.name != "stream":
        return layer
    nodes = tuple(replace(node, origin=None) for node in layer.nodes)
    edges = tuple(replace(edge, origin=None) for edge in layer.edges)
    return replace(layer, nodes=nodes, edges=edges)


# --- a job graph ----------------------------------------------------------------------------------


def _convert_job_graph(plan: Mapping[str, Any], response: Mapping[str, Any]) -> PlanDiagram:
    job_graph = parse_job_graph(plan, response)
    document = build_job_diagram(job_graph, ())
    details: dict[str, list[tuple[str, Any]]] = {}
    by_id = {node["id"]: node for node in plan["nodes"]}
    answers = {vertex["id"]: vertex for vertex in response.get("vertices", ())}
    for vertex in job_graph.vertices:
        details[vertex.key] = [
            *_collect_unknown_fields(by_id[vertex.id], _JOB_FIELDS),
            *_collect_unknown_fields(answers.get(vertex.id, {}), _VERTEX_FIELDS),
        ]
    layers = tuple(
        _add_details(layer, details) for layer in document.layers if layer.name != "stream"
    )
    notes = [
        Message("plan.job_graph_note"),
        *_describe_unknown_fields(plan, response),
    ]
    return replace(document, layers=layers, notes=(*notes, *document.notes))


_JOB_FIELDS = {"id", "parallelism", "description", "inputs", "optimizer_properties"}
_VERTEX_FIELDS = {"id", "parallelism", "maxParallelism", "name"}


# --- unknown fields -------------------------------------------------------------------------------


def _collect_unknown_fields(data: Mapping[str, Any], known: Iterable[str]) -> list[tuple[str, Any]]:
    """Return the fields of *data* that are not in *known*, as attributes to show in the diagram."""
    return [
        (name, _flatten_value(value))
        for name, value in data.items()
        if name not in known and value != ""
    ]


def _flatten_value(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool)) else json.dumps(value)


def _describe_unknown_fields(*parts: Mapping[str, Any]) -> list[str]:
    """Describe the unknown top-level fields of a plan in one note, if there are any."""
    rest = dict(pair for data in parts for pair in _collect_unknown_fields(data, _GRAPH_FIELDS))
    if not rest:
        return []
    text = ", ".join(f"{name}: {value}" for name, value in rest.items())
    return [Message("plan.unknown_fields", text)]


_GRAPH_FIELDS = {"nodes", "name", "plan", "vertices"}


def _add_details(layer: GraphLayer, details: Mapping[str, Sequence[tuple[str, Any]]]) -> GraphLayer:
    def with_details(node: DiagramNode) -> DiagramNode:
        more = tuple(details.get(node.id, ()))
        return replace(node, details=(*node.details, *more)) if more else node

    return replace(layer, nodes=tuple(with_details(node) for node in layer.nodes))
