"""Model of a plan diagram: one job in all its layers, ready to be drawn, stored or viewed.

The layers are transformations, stream graph, job graph, execution graph and slots, in this order. Those
of SQL are before them: the lines of the statement, what it says, and Flink's operators. The
model has everything that is drawn: positions, labels, and the chaining decision of each edge. A
renderer derives nothing. Not in Flink.

As JSON (:meth:`PlanDiagram.to_data`, read back by :func:`parse_diagram`)::

    {
      "version": 1,
      "job_name": "...",
      "layers": [{
        "name": "sql" | "abstract" | "physical" | "transformations" | "stream" | "job" | "execution" | "slots",
        "title": "...", "width": 640.0, "height": 200.0,
        "nodes": [{"id": "o3", "label": "Filter", "kind": "operator", "parent": "v3" | null,
                   "origin": "o3" | null, "lands_on": [], "place": [x, y, width, height],
                   "caption": "parallelism 4", "details": [["uid", "f"], ...]}, ...],
        "edges": [{"id": "o1>o3", "source": "o1", "target": "o3", "label": "REBALANCE",
                   "kind": "exchange", "origin": "t1>t3" | null, "points": [[x, y], ...],
                   "count": 1, "details": [...]}, ...]}, ...],
      "verdicts": [{"edge": "o1>o3", "source": "...", "target": "...", "chained": false,
                    "sentence": "not chained: ...",
                    "verdicts": [{"condition": "...", "holds": true, "reason": "", "flink": "...",
                                  "found": "...", "known": true}, ...],
                    "change": {...} | null}, ...],
      "walk": [{"number": 0, "depth": 0, "action": "enter", "transformation": 4, "node": null,
                "edge": null, "sentence": "..."}, ...],
      "notes": ["..."], "history": ["..."]
    }

**Identity.** An ``id`` is unique in its layer and has the same meaning in all layers: ``q2`` is a line of
SQL, ``a2`` a logical and ``p2`` a physical operator of its plan. ``t2`` is a transformation, ``o3`` an
operator, ``v3`` a chain (job vertex), ``v3/1`` a subtask, ``o3/1`` an operator of a subtask, ``tm0/1`` a
slot, ``o1>o3`` an edge and ``v1/0>v3/1`` a channel. Traces use the same ids. ``origin`` is the id of the
element in the previous layer from which this one is derived: a subtask comes from its chain, a channel
from its edge. A virtual transformation becomes no node; its ``lands_on`` lists the edges of the next
layer that carry its setting.

**Positions** are in pixels from the upper left corner of the layer, for a font size of 12. A node
with children (``parent``) is a frame around them and precedes them. ``points`` of an edge are the
corners of its path; exchanges are drawn as a smooth curve through them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal, TypeAlias, get_args

from flinksim.graph.chaining_model import Change, ConditionVerdict, EdgeVerdict

VERSION = 1

LayerName: TypeAlias = Literal[
    "sql", "abstract", "physical", "transformations", "stream", "job", "execution", "slots"
]
"""Names of the layers, from the declared program to the deployed tasks."""

QUERY_LAYER_NAMES: tuple[LayerName, ...] = get_args(LayerName)[:3]
"""Layers that only a plan of SQL has."""

LAYER_NAMES: tuple[LayerName, ...] = get_args(LayerName)[3:]
"""Layers that the plan of every program has."""

NodeKind: TypeAlias = Literal[
    "line",  # a line of SQL
    "source", "operator", "sink",  # nodes with an operator
    "partition", "union", "side output",  # virtual transformations
    "chain", "subtask", "slot", "task manager", "job manager", "resource manager", "vertex",
]  # fmt: skip

EdgeKind: TypeAlias = Literal[
    "input", "forward", "exchange", "chained", "local", "remote", "control"
]
"""How values travel along an edge.

``input`` belongs to a virtual transformation, ``forward`` stays in the same subtask, ``exchange`` goes
to other subtasks, ``chained`` is a method call. In the slot layer an edge is ``local`` (memory) or
``remote`` (network). ``control`` edges carry no values.
"""

GenerationAction: TypeAlias = Literal[
    "enter", "known", "node", "partition", "side output", "union", "edge", "phase", "hash", "chain",
    "vertex", "config", "connect", "share", "expand", "deploy", "task",
]  # fmt: skip

Details: TypeAlias = tuple[tuple[str, Any], ...]
"""Further attributes of a node or edge: pairs of a name and a text, number, flag or ``None``."""


@dataclass(frozen=True, slots=True)
class GenerationStep:
    """One step of graph generation or deployment.

    Steps of ``StreamGraphGenerator`` have a ``transformation``; steps of the later graphs have -1.
    ``depth`` is the recursion depth. ``node`` is the number of the node that the step creates,
    virtual or not, and ``edge`` the id of the edge that it creates.
    """

    number: int
    depth: int
    action: GenerationAction
    transformation: int
    node: int | None
    edge: str | None
    sentence: str


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """A node of a layer: an operator, or a frame around others; ``place`` is (x, y, width, height)."""

    id: str
    label: str
    kind: NodeKind
    place: tuple[float, float, float, float]
    caption: str = ""
    parent: str | None = None
    origin: str | None = None
    lands_on: tuple[str, ...] = ()
    details: Details = ()


@dataclass(frozen=True, slots=True)
class DiagramEdge:
    """An edge between two nodes of a layer.

    ``count`` is the number of channels (from subtask to subtask) that it stands for.
    """

    id: str
    source: str
    target: str
    label: str
    kind: EdgeKind
    points: tuple[tuple[float, float], ...]
    origin: str | None = None
    count: int = 1
    details: Details = ()


@dataclass(frozen=True, slots=True)
class GraphLayer:
    """One graph of the diagram; a frame precedes its children."""

    name: LayerName
    title: str
    width: float
    height: float
    nodes: tuple[DiagramNode, ...]
    edges: tuple[DiagramEdge, ...]

    def node(self, node_id: str) -> DiagramNode:
        """Return the node with the id *node_id*.

        Raises:
            KeyError: The layer has no such node.
        """
        for node in self.nodes:
            if node.id == node_id:
                return node
        raise KeyError(node_id)


@dataclass(frozen=True, slots=True)
class PlanDiagram:
    """A job in all its layers.

    ``notes`` list the assumptions of the diagram. ``history`` describes features of older Flink
    versions that no layer has any more.
    """

    job_name: str
    layers: tuple[GraphLayer, ...]
    verdicts: tuple[EdgeVerdict, ...] = ()
    walk: tuple[GenerationStep, ...] = ()
    notes: tuple[str, ...] = field(default=())
    history: tuple[str, ...] = field(default=())

    def layer(self, name: str) -> GraphLayer:
        """Return the layer called *name*.

        Raises:
            ValueError: There is no such layer; the message lists the layers.
        """
        for layer in self.layers:
            if layer.name == name:
                return layer
        there = ", ".join(layer.name for layer in self.layers)
        raise ValueError(f"the plan has no layer {name!r}. Layers of this plan: {there}")

    def to_data(self) -> dict[str, Any]:
        """Convert the diagram to lists, dicts, strings and numbers, ready for JSON."""
        return {"version": VERSION, **_to_data(self)}


def _to_data(value: Any) -> Any:
    if is_dataclass(value):
        return {part.name: _to_data(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {name: _to_data(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_to_data(item) for item in value]
    return value


def parse_diagram(data: Mapping[str, Any]) -> PlanDiagram:
    """Parse a diagram that :meth:`PlanDiagram.to_data` wrote.

    Raises:
        ValueError: The data has another version or is no diagram.
    """
    if data.get("version") != VERSION:
        raise ValueError(
            f"expected a plan diagram of version {VERSION}, found version {data.get('version')!r}. "
            "Export the plan again with this version of flinksim"
        )
    try:
        return PlanDiagram(
            job_name=data["job_name"],
            layers=tuple(_parse_layer(layer) for layer in data["layers"]),
            verdicts=tuple(_parse_chaining_decision(verdict) for verdict in data["verdicts"]),
            walk=tuple(GenerationStep(**step) for step in data["walk"]),
            notes=tuple(data["notes"]),
            history=tuple(data["history"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(
            f"expected a plan diagram, but its data is incomplete or invalid: {error}"
        ) from error


def _parse_layer(data: Mapping[str, Any]) -> GraphLayer:
    parts = dict(data)
    parts["nodes"] = tuple(_parse_node(node) for node in data["nodes"])
    parts["edges"] = tuple(_parse_edge(edge) for edge in data["edges"])
    return GraphLayer(**parts)


def _parse_node(data: Mapping[str, Any]) -> DiagramNode:
    x, y, width, height = data["place"]
    parts = {**data, "place": (x, y, width, height), "lands_on": tuple(data["lands_on"])}
    return DiagramNode(**{**parts, "details": _parse_details(data["details"])})


def _parse_edge(data: Mapping[str, Any]) -> DiagramEdge:
    points = tuple((x, y) for x, y in data["points"])
    return DiagramEdge(**{**data, "points": points, "details": _parse_details(data["details"])})


def _parse_details(data: list[list[Any]]) -> Details:
    return tuple((name, value) for name, value in data)


def _parse_chaining_decision(data: Mapping[str, Any]) -> EdgeVerdict:
    change = data["change"]
    parts = {**data, "verdicts": tuple(ConditionVerdict(**verdict) for verdict in data["verdicts"])}
    return EdgeVerdict(**{**parts, "change": None if change is None else _parse_change(change)})


def _parse_change(data: Mapping[str, Any]) -> Change:
    effects = tuple(data["side_effects"])
    return Change(**{**data, "edits": tuple(data["edits"]), "side_effects": effects})
