"""Formats a layer as Mermaid text, which Markdown renderers draw."""

from __future__ import annotations

from collections.abc import Iterator

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.plans_zh import document_in
from flinksim.viz.diagram.model import LayerDocument, LayerEdge, LayerNode
from flinksim.viz.diagram.renderers.text import heading_of


def mermaid_text(document: LayerDocument, layer_name: str, language: Language = "en") -> str:
    """Format one layer as a ``flowchart``; frames are subgraphs."""
    document = document_in(document, language)
    layer = document.layer(layer_name)
    chained = {verdict.edge for verdict in document.verdicts if verdict.chained}
    children: dict[str | None, list[LayerNode]] = {}
    names = {node.id: f"n{number}" for number, node in enumerate(layer.nodes)}
    for node in layer.nodes:
        children.setdefault(node.parent, []).append(node)
    lines = ["---", f"title: {_quoted(heading_of(document, layer, language))}", "---"]
    lines.append("flowchart LR")
    lines += _nodes(children, None, names, "  ")
    for edge in layer.edges:
        is_chained = edge.kind == "chained" or (layer.name == "stream" and edge.id in chained)
        lines.append(f"  {_edge(edge, names, is_chained)}")
    return "\n".join(lines) + "\n"


def _nodes(
    children: dict[str | None, list[LayerNode]],
    parent: str | None,
    names: dict[str, str],
    indent: str,
) -> Iterator[str]:
    for node in children.get(parent, ()):
        name = names[node.id]
        label = " ".join(part for part in (node.label, node.caption) if part) or node.id
        if node.id in children:
            yield f"{indent}subgraph {name} [{_quoted(f'{node.id}: {label}')}]"
            yield f"{indent}  direction {'TB' if node.kind in ('chain', 'subtask') else 'LR'}"
            yield from _nodes(children, node.id, names, f"{indent}  ")
            yield f"{indent}end"
        elif node.kind in ("partition", "union", "side output"):
            yield f"{indent}{name}([{_quoted(label)}])"
        else:
            text = "<br/>".join(_escaped(p) for p in (node.label, node.caption) if p)
            yield f'{indent}{name}["{text or _escaped(node.id)}"]'


def _edge(edge: LayerEdge, names: dict[str, str], chained: bool) -> str:
    source, target = names[edge.source], names[edge.target]
    if chained:
        return f"{source} ==> {target}"
    arrow = "-.->" if edge.kind in ("remote", "control") else "-->"
    label = f"|{_quoted(edge.label)}|" if edge.label else ""
    return f"{source} {arrow}{label} {target}"


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    replaced = {"&": "#amp;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "\n": " "}
    return "".join(replaced.get(letter, letter) for letter in text)
