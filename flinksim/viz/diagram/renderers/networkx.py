"""Converts a layer to a networkx graph for analysis."""

from __future__ import annotations

from typing import Any

from flinksim.viz.diagram.model import PlanDiagram


def build_networkx_graph(diagram: PlanDiagram, layer_name: str) -> Any:
    """Convert one layer to a ``networkx.MultiDiGraph``.

    Nodes and edges are keyed by id. Their attributes are those of the model (``label``, ``kind``,
    ``parent``, ``place``, the details by name ...). Edges of the stream graph also have ``chained`` and
    ``reason``. Frames are nodes, too; an edge never ends at an empty one.

    Raises:
        ModuleNotFoundError: networkx is missing; the message says what to install.
    """
    try:
        import networkx
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "networkx is not installed here; run: python -m pip install 'flinksim[notebook]'"
        ) from error
    layer = diagram.layer(layer_name)
    verdicts = {verdict.edge: verdict for verdict in diagram.verdicts}
    graph = networkx.MultiDiGraph(name=diagram.job_name, layer=layer.name, title=layer.title)
    for node in layer.nodes:
        graph.add_node(
            node.id,
            **{
                **dict(node.details),
                "label": node.label,
                "kind": node.kind,
                "caption": node.caption,
                "parent": node.parent,
                "origin": node.origin,
                "place": node.place,
            },
        )
    for edge in layer.edges:
        attributes: dict[str, Any] = {
            **dict(edge.details),
            "label": edge.label,
            "kind": edge.kind,
            "count": edge.count,
        }
        verdict = verdicts.get(edge.id) or verdicts.get(edge.origin or "")
        if verdict is not None:
            attributes["chained"] = verdict.chained
            attributes["reason"] = verdict.sentence
        graph.add_edge(edge.source, edge.target, key=edge.id, **attributes)
    return graph
