"""Imports the plan of a real Flink job as a plan diagram.

Three kinds of JSON are accepted: the text of ``getExecutionPlan()``, which is a stream graph, and the
REST responses of ``/jobs/<id>/plan`` and ``/jobs/<id>``, which are job graphs. The module builds the
graphs of flinksim from them and draws these like any other job. Information that the plan lacks gets
its default and is named in the notes. Unknown fields are kept and shown. Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flinksim.core.i18n.messages import Said
from flinksim.core.validation import checked
from flinksim.graph.chaining import sentence_of
from flinksim.graph.chaining_model import ConditionVerdict, EdgeVerdict
from flinksim.graph.job_graph_generator import create_job_graph
from flinksim.graph.plan_import.job_graph_json import job_graph_from_plan
from flinksim.graph.plan_import.stream_graph_json import UNTOLD, stream_graph_from_plan
from flinksim.graph.stream_graph_model import StreamEdge
from flinksim.viz.diagram.model import Layer, LayerDocument, LayerNode
from flinksim.viz.plan.layers import document_of_job, verdicts_of

KINDS = (
    "the text of getExecutionPlan(), or what the REST API answers to /jobs/<id>/plan or /jobs/<id>"
)

MOST_CHARACTERS = 50_000_000


class NotAPlanError(ValueError):
    """The text is no Flink plan; the message says what was expected and what was found."""


@checked
def read_plan(text: str, name: str = "the file") -> LayerDocument:
    """Parse the plan in *text* and build its diagram; *source_name* is used in error messages.

    Raises:
        NotAPlanError: The text is no plan that is understood.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotAPlanError(
            f"{name} has {len(text):,} characters, and a plan at most {MOST_CHARACTERS:,}; "
            f"expected {KINDS}"
        )
    try:
        data = json.loads(
            text.removeprefix("\ufeff")
        )  # a byte order mark, which some editors and shells write
    except (ValueError, RecursionError) as error:
        raise NotAPlanError(f"{name} is no JSON ({error}); expected {KINDS}") from None
    if not isinstance(data, dict):
        raise NotAPlanError(f"{name}: expected a JSON object, {KINDS}; found {_found(data)}")
    try:
        if isinstance(data.get("plan"), dict):
            return _of_job(data["plan"], data)
        nodes = data.get("nodes")
        if not isinstance(nodes, list) or not nodes or not isinstance(nodes[0], dict):
            if nodes:
                raise NotAPlanError(
                    f'{name}: expected "nodes" to be a list of objects, found {_found(nodes)}; '
                    f"the file should be {KINDS}"
                )
            keys = ", ".join(list(data)[:8]) or "nothing"
            raise NotAPlanError(f'{name} has no "nodes" or "plan": expected {KINDS}; found {keys}')
        if "pact" in nodes[0] or "contents" in nodes[0]:
            return _of_stream_graph(data)
        return _of_job(data, {})
    except (LookupError, TypeError, AttributeError, RecursionError, ArithmeticError) as error:
        what = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise NotAPlanError(f"{name} looks like a plan, but cannot be read: {what}") from error
    except NotAPlanError as error:
        raise NotAPlanError(str(error)) from None
    except ValueError as error:
        raise NotAPlanError(f"{name} looks like a plan, but cannot be read: {error}") from error


def _found(data: Any) -> str:
    return f"{type(data).__name__} {json.dumps(data)[:60]}"


# --- a stream graph -------------------------------------------------------------------------------


def _of_stream_graph(data: Mapping[str, Any]) -> LayerDocument:
    graph = stream_graph_from_plan(data)
    edges = {edge.name: edge for edge in graph.edges()}
    verdicts = [
        _as_told(verdict, edges[verdict.edge]) for verdict in verdicts_of(graph, with_changes=False)
    ]
    document = document_of_job(create_job_graph(graph), verdicts)
    unknown = {f"o{node['id']}": _unknown(node, _STREAM_FIELDS) for node in data["nodes"]}
    layers = tuple(_without_origin(_annotated(layer, unknown)) for layer in document.layers)
    notes = (
        Said(
            "A plan of getExecutionPlan() does not tell slot sharing groups, chaining strategies, "
            "maximum parallelism or whether chaining is on; they are taken at their defaults, so real "
            "chains may be shorter than these."
        ),
        *_left_over(data),
        *document.notes,
    )
    return replace(document, layers=layers, notes=notes)


_STREAM_FIELDS = {"id", "type", "pact", "contents", "parallelism", "predecessors"}


def _as_told(verdict: EdgeVerdict, edge: StreamEdge) -> EdgeVerdict:
    """Mark the conditions of the decision on *edge* that the plan has no information about."""
    verdicts = tuple(_finding_as_told(found) for found in verdict.verdicts)
    sentence = sentence_of(verdicts, edge)
    if verdict.chained:
        template = "chained, as far as the plan tells: every condition that it tells holds"
        sentence = Said(template)
    return replace(verdict, verdicts=verdicts, sentence=sentence)


def _finding_as_told(found: ConditionVerdict) -> ConditionVerdict:
    if found.condition == "no union" and not found.holds:
        # In a plan an operator that reads a union looks like an operator with two inputs.
        found = replace(found, holds=True, reason="")
    elif found.condition not in UNTOLD:
        return found
    return replace(found, known=False, found=Said("not told by the plan"))


def _without_origin(layer: Layer) -> Layer:
    """Remove the origins of the stream layer, which is the first layer of a plan."""
    if layer.name != "stream":
        return layer
    nodes = tuple(replace(node, origin=None) for node in layer.nodes)
    edges = tuple(replace(edge, origin=None) for edge in layer.edges)
    return replace(layer, nodes=nodes, edges=edges)


# --- a job graph ----------------------------------------------------------------------------------


def _of_job(plan: Mapping[str, Any], answer: Mapping[str, Any]) -> LayerDocument:
    job_graph = job_graph_from_plan(plan, answer)
    document = document_of_job(job_graph, ())
    details: dict[str, list[tuple[str, Any]]] = {}
    by_id = {node["id"]: node for node in plan["nodes"]}
    answers = {vertex["id"]: vertex for vertex in answer.get("vertices", ())}
    for vertex in job_graph.vertices:
        details[vertex.key] = [
            *_unknown(by_id[vertex.id], _JOB_FIELDS),
            *_unknown(answers.get(vertex.id, {}), _VERTEX_FIELDS),
        ]
    layers = tuple(
        _annotated(layer, details) for layer in document.layers if layer.name != "stream"
    )
    notes = [
        Said(
            "A plan of a job graph tells the chains, not which operator of a chain writes to another: "
            "the last one is shown to. Slots are as flinksim would give them."
        ),
        *_left_over(plan, answer),
    ]
    return replace(document, layers=layers, notes=(*notes, *document.notes))


_JOB_FIELDS = {"id", "parallelism", "description", "inputs", "optimizer_properties"}
_VERTEX_FIELDS = {"id", "parallelism", "maxParallelism", "name"}


# --- unknown fields -------------------------------------------------------------------------------


def _unknown(data: Mapping[str, Any], known: Iterable[str]) -> list[tuple[str, Any]]:
    """Return the fields of *data* that are not in *known*, as details."""
    return [
        (name, _flat(value)) for name, value in data.items() if name not in known and value != ""
    ]


def _flat(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool)) else json.dumps(value)


def _left_over(*parts: Mapping[str, Any]) -> list[str]:
    """Describe the unknown top-level fields of a plan in one note, if there are any."""
    rest = dict(pair for data in parts for pair in _unknown(data, _GRAPH_FIELDS))
    if not rest:
        return []
    text = ", ".join(f"{name}: {value}" for name, value in rest.items())
    return [Said("The plan also says {0}", text)]


_GRAPH_FIELDS = {"nodes", "name", "plan", "vertices"}


def _annotated(layer: Layer, told: Mapping[str, Sequence[tuple[str, Any]]]) -> Layer:
    def with_details(node: LayerNode) -> LayerNode:
        more = tuple(told.get(node.id, ()))
        return replace(node, details=(*node.details, *more)) if more else node

    return replace(layer, nodes=tuple(with_details(node) for node in layer.nodes))
