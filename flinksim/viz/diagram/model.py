"""One job in all its layers, as one document: what a picture, a file and a lens read.

Transformations, stream graph, job graph, execution graph and slots, in this order, each with
everything that is drawn: where it stands, what it is called, why its edges are as they are. Nothing
has to be derived again to draw it. Not in Flink.

As JSON (:meth:`LayerDocument.to_data`, read back by :func:`document_from_data`)::

    {
      "version": 1,
      "job_name": "...",
      "layers": [{
        "name": "transformations" | "stream" | "job" | "execution" | "slots",
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

**Identity.** ``id`` is unique in a layer and means the same thing in every layer that has it:
``t2`` a transformation, ``o3`` an operator, ``v3`` a chain (the job vertex), ``v3/1`` a subtask,
``o3/1`` an operator in it, ``tm0/1`` a slot, ``o1>o3`` an edge, ``v1/0>v3/1`` a channel: these are
the names that a trace uses. ``origin`` is the id, in the layer before, of what something comes from:
a subtask from its chain, a channel from its edge. A transformation that becomes no node of its own
has in ``lands_on`` the edges of the next layer that carry what it says.

**Places** are in pixels from the upper left corner of the layer, for a type size of 12. A node with
children (``parent``) is a frame around them and stands before them. ``points`` of an edge are the
corners of its way; exchanges are drawn as a smooth curve through them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal, TypeAlias, get_args

from flinksim.graph.chaining_model import Change, ConditionVerdict, EdgeVerdict

VERSION = 1

LayerName: TypeAlias = Literal["transformations", "stream", "job", "execution", "slots"]
"""The layers, from what the program says to where it runs."""

LAYER_NAMES: tuple[LayerName, ...] = get_args(LayerName)

NodeKind: TypeAlias = Literal[
    "source", "operator", "sink",  # what has an operator of its own
    "partition", "union", "side output",  # virtual transformations
    "chain", "subtask", "slot", "task manager", "job manager", "resource manager", "vertex",
]  # fmt: skip

EdgeKind: TypeAlias = Literal[
    "input", "forward", "exchange", "chained", "local", "remote", "control"
]
"""How values go: into a virtual transformation or from one, to the same subtask only, to others, by a
call; in slots through memory or over the network; or (control) no values at all."""

WalkAction: TypeAlias = Literal[
    "enter", "known", "node", "partition", "side output", "union", "edge", "phase", "hash", "chain",
    "vertex", "config", "connect", "share", "expand", "deploy", "task",
]  # fmt: skip

Details: TypeAlias = tuple[tuple[str, Any], ...]
"""More to know about something, as pairs of a name and a text, number, flag or ``None``."""


@dataclass(frozen=True, slots=True)
class WalkStep:
    """One step of the generator on its way from the operators to their inputs.

    From the first step on that is about no ``transformation`` (-1) the graphs behind it come about.
    ``depth`` counts how far it is from the operator that it began with. ``node`` is the number of the
    node that came into being, virtual or not; ``edge`` the id of the edge that did.
    """

    number: int
    depth: int
    action: WalkAction
    transformation: int
    node: int | None
    edge: str | None
    sentence: str


@dataclass(frozen=True, slots=True)
class LayerNode:
    """One box: an operator, or a frame around others. ``place`` is (x, y, width, height)."""

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
class LayerEdge:
    """One arrow between boxes; ``count`` is how many channels it stands for."""

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
class Layer:
    """One of the graphs. Frames stand before what they hold."""

    name: LayerName
    title: str
    width: float
    height: float
    nodes: tuple[LayerNode, ...]
    edges: tuple[LayerEdge, ...]

    def node(self, node_id: str) -> LayerNode:
        """The node called *node_id*. Raises ``KeyError``."""
        for node in self.nodes:
            if node.id == node_id:
                return node
        raise KeyError(node_id)


@dataclass(frozen=True, slots=True)
class LayerDocument:
    """A job in all its layers.

    ``notes`` say what the document takes for granted, ``history`` what programs had once that is in no
    layer any more.
    """

    job_name: str
    layers: tuple[Layer, ...]
    verdicts: tuple[EdgeVerdict, ...] = ()
    walk: tuple[WalkStep, ...] = ()
    notes: tuple[str, ...] = field(default=())
    history: tuple[str, ...] = field(default=())

    def layer(self, name: str) -> Layer:
        """The layer called *name*.

        Raises: ValueError with the layers that there are.
        """
        for layer in self.layers:
            if layer.name == name:
                return layer
        there = ", ".join(layer.name for layer in self.layers)
        raise ValueError(f"there is no layer {name!r}; there are: {there}")

    def to_data(self) -> dict[str, Any]:
        """The document as lists, dicts, texts and numbers, ready for JSON."""
        return {"version": VERSION, **_data_of(self)}


def _data_of(value: Any) -> Any:
    if is_dataclass(value):
        return {part.name: _data_of(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {name: _data_of(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_data_of(item) for item in value]
    return value


def document_from_data(data: Mapping[str, Any]) -> LayerDocument:
    """The document that :meth:`LayerDocument.to_data` wrote.

    Raises: ValueError for another version, or for what is no such document.
    """
    if data.get("version") != VERSION:
        raise ValueError(
            f"expected a document of layers of version {VERSION}, found {data.get('version')!r}"
        )
    try:
        return LayerDocument(
            job_name=data["job_name"],
            layers=tuple(_layer(layer) for layer in data["layers"]),
            verdicts=tuple(_edge_verdict(verdict) for verdict in data["verdicts"]),
            walk=tuple(WalkStep(**step) for step in data["walk"]),
            notes=tuple(data["notes"]),
            history=tuple(data["history"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no document of layers: {error}") from error


def _layer(data: Mapping[str, Any]) -> Layer:
    parts = dict(data)
    parts["nodes"] = tuple(_node(node) for node in data["nodes"])
    parts["edges"] = tuple(_edge(edge) for edge in data["edges"])
    return Layer(**parts)


def _node(data: Mapping[str, Any]) -> LayerNode:
    x, y, width, height = data["place"]
    parts = {**data, "place": (x, y, width, height), "lands_on": tuple(data["lands_on"])}
    return LayerNode(**{**parts, "details": _pairs(data["details"])})


def _edge(data: Mapping[str, Any]) -> LayerEdge:
    points = tuple((x, y) for x, y in data["points"])
    return LayerEdge(**{**data, "points": points, "details": _pairs(data["details"])})


def _pairs(data: list[list[Any]]) -> Details:
    return tuple((name, value) for name, value in data)


def _edge_verdict(data: Mapping[str, Any]) -> EdgeVerdict:
    change = data["change"]
    parts = {**data, "verdicts": tuple(ConditionVerdict(**verdict) for verdict in data["verdicts"])}
    return EdgeVerdict(**{**parts, "change": None if change is None else _change(change)})


def _change(data: Mapping[str, Any]) -> Change:
    effects = tuple(data["side_effects"])
    return Change(**{**data, "edits": tuple(data["edits"]), "side_effects": effects})
