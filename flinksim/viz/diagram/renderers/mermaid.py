"""Formats a layer as Mermaid text, which Markdown renderers draw."""

from __future__ import annotations

from collections.abc import Iterator

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.messages import translate_fields
from flinksim.viz.diagram.model import DiagramEdge, DiagramNode, PlanDiagram
from flinksim.viz.diagram.renderers.text import format_heading


def format_mermaid(diagram: PlanDiagram, layer_name: str, language: Language = "en") -> str:
    """Format one layer as a ``flowchart``; frames are subgraphs."""
    diagram = translate_fields(diagram, language)
    layer = diagram.layer(layer_name)
    chained = {verdict.edge for verdict in diagram.verdicts if verdict.chained}
    children: dict[str | None, list[DiagramNode]] = {}
    names = {node.id: f"n{number}" for number, node in enumerate(layer.nodes)}
    for node in layer.nodes:
        children.setdefault(node.parent, []).append(node)
    lines = ["---", f"title: {_quote(format_heading(diagram, layer, language))}", "---"]
    lines.append("flowchart LR")
    lines += _format_nodes(children, None, names, "  ")
    for edge in layer.edges:
        is_chained = edge.kind == "chained" or (layer.name == "stream" and edge.id in chained)
        lines.append(f"  {_format_edge(edge, names, is_chained)}")
    return "\n".join(lines) + "\n"


def _format_nodes(
    children: dict[str | None, list[DiagramNode]],
    parent: str | None,
    names: dict[str, str],
    indent: str,
) -> Iterator[str]:
    for node in children.get(parent, ()):
        name = names[node.id]
        label = " ".join(part for part in (node.label, node.caption) if part) or node.id
        if node.id in children:
            yield f"{indent}subgraph {name} [{_quote(f'{node.id}: {label}')}]"
            yield f"{indent}  direction {'TB' if node.kind in ('chain', 'subtask') else 'LR'}"
            yield from _format_nodes(children, node.id, names, f"{indent}  ")
            yield f"{indent}end"
        elif node.kind in ("partition", "union", "side output"):
            yield f"{indent}{name}([{_quote(label)}])"
        else:
            text = "<br/>".join(_escape(p) for p in (node.label, node.caption) if p)
            yield f'{indent}{name}["{text or _escape(node.id)}"]'


def _format_edge(edge: DiagramEdge, names: dict[str, str], chained: bool) -> str:
    source, target = names[edge.source], names[edge.target]
    if chained:
        return f"{source} ==> {target}"
    arrow = "-.->" if edge.kind in ("remote", "control") else "-->"
    label = f"|{_quote(edge.label)}|" if edge.label else ""
    return f"{source} {arrow}{label} {target}"


def _quote(text: str) -> str:
    return f'"{_escape(text)}"'


def _escape(text: str) -> str:
    replaced = {"&": "#amp;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "\n": " "}
    return "".join(replaced.get(letter, letter) for letter in text)
