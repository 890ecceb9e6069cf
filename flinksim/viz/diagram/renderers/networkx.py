"""A layer as a networkx graph, for whoever wants to compute with it."""

from __future__ import annotations

from typing import Any

from flinksim.viz.diagram.model import LayerDocument


def networkx_graph(document: LayerDocument, layer_name: str) -> Any:
    """One layer of *document* as a ``networkx.MultiDiGraph``.

    Nodes and edges are keyed by their ids and have what the document says of them as attributes
    (``label``, ``kind``, ``parent``, ``place``, the details by name ...); an edge of the stream graph
    also ``chained`` and ``reason``. Frames are nodes too; an edge never ends at an empty one.

    Raises: ModuleNotFoundError that says what to install, if there is no networkx.
    """
    try:
        import networkx
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "networkx is not installed here; run: python -m pip install 'flinksim[notebook]'"
        ) from error
    layer = document.layer(layer_name)
    verdicts = {verdict.edge: verdict for verdict in document.verdicts}
    graph = networkx.MultiDiGraph(name=document.job_name, layer=layer.name, title=layer.title)
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
