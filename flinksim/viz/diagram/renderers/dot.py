"""Formats a layer in Graphviz's DOT language, with frames as clusters, and runs ``dot`` on it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate_plan_word
from flinksim.core.i18n.messages import translate_fields
from flinksim.viz.diagram.model import DiagramEdge, DiagramNode, GraphLayer, PlanDiagram
from flinksim.viz.diagram.renderers.text import format_heading
from flinksim.viz.diagram.renderers.theme import LIGHT, Theme


def format_dot(
    diagram: PlanDiagram, layer_name: str, theme: Theme = LIGHT, language: Language = "en"
) -> str:
    """Format one layer as a ``digraph``."""
    diagram = translate_fields(diagram, language)
    layer = diagram.layer(layer_name)
    chained = {verdict.edge for verdict in diagram.verdicts if verdict.chained}
    children: dict[str | None, list[DiagramNode]] = {}
    for node in layer.nodes:
        children.setdefault(node.parent, []).append(node)
    lines = [
        f"digraph {_quote(translate_plan_word(language, layer.title))} {{",
        f"  label={_quote(format_heading(diagram, layer, language))}; labelloc=t; labeljust=l;",
        "  rankdir=LR; compound=true; newrank=true;",
        f"  bgcolor={_quote(theme.background)}; fontcolor={_quote(theme.ink)};",
        '  fontname="Helvetica"; fontsize=14;',
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11,',
        f"        fontcolor={_quote(theme.ink)}];",
        '  edge [fontname="Helvetica", fontsize=9];',
    ]
    lines += _format_nodes(children, None, theme, "  ")
    lines += [f"  {_format_edge(edge, layer, children, chained, theme)}" for edge in layer.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _format_nodes(
    children: dict[str | None, list[DiagramNode]], parent: str | None, theme: Theme, indent: str
) -> Iterator[str]:
    for node in children.get(parent, ()):
        fill, stroke = theme.fill_colour(node.kind), theme.stroke_colour(node.kind)
        colours = f"fillcolor={_quote(fill)}, color={_quote(stroke)}"
        if node.id in children:
            yield f"{indent}subgraph {_quote(f'cluster {node.id}')} {{"
            label = " ".join(part for part in (node.id, node.label, node.caption) if part)
            yield (
                f'{indent}  label={_quote(label)}; style="rounded,filled"; fontsize=10; '
                f"fillcolor={_quote(fill)}; color={_quote(stroke)}; "
                f"fontcolor={_quote(theme.muted)};"
            )
            yield from _format_nodes(children, node.id, theme, f"{indent}  ")
            yield f"{indent}}}"
            continue
        label = "\n".join(part for part in (node.label, node.caption) if part) or node.id
        shape = ', shape=oval, style="filled,dashed"' if node.lands_on else ""
        yield f"{indent}{_quote(node.id)} [label={_quote(label)}, {colours}{shape}];"


def _format_edge(
    edge: DiagramEdge,
    layer: GraphLayer,
    children: dict[str | None, list[DiagramNode]],
    chained: set[str],
    theme: Theme,
) -> str:
    kind = "chained" if layer.name == "stream" and edge.id in chained else edge.kind
    colour = _quote(theme.edge_colour(kind))
    parts = [f"color={colour}", f"fontcolor={colour}"]
    if edge.label and kind != "chained":
        parts.append(f"label={_quote(edge.label)}")
    if kind == "chained":
        parts.append("penwidth=2.4")
    if kind in ("remote", "control"):
        parts.append("style=dashed")
    # DOT has no edges to clusters: the edge ends at a node inside and is clipped at the frame.
    source, target = _find_leaf(edge.source, children), _find_leaf(edge.target, children)
    if source != edge.source:
        parts.append(f"ltail={_quote(f'cluster {edge.source}')}")
    if target != edge.target:
        parts.append(f"lhead={_quote(f'cluster {edge.target}')}")
    return f"{_quote(source)} -> {_quote(target)} [{', '.join(parts)}];"


def _find_leaf(node_id: str, children: dict[str | None, list[DiagramNode]]) -> str:
    while node_id in children:
        node_id = children[node_id][0].id
    return node_id


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def render_with_graphviz(dot_source: str, output_format: str) -> bytes:
    """Render DOT source (see :func:`format_dot`) as ``svg`` or ``png`` with Graphviz.

    Raises:
        FileNotFoundError: There is no ``dot``; the message says what to install.
        RuntimeError: ``dot`` fails; the message is its own.
    """
    program = shutil.which("dot")
    if program is None:
        raise FileNotFoundError(
            "The program dot was not found. Install the package graphviz, or leave out --engine dot: "
            "the default engine does not need it."
        )
    done = subprocess.run(
        [program, f"-T{output_format}"], input=dot_source.encode(), capture_output=True
    )
    if done.returncode != 0:
        raise RuntimeError(f"dot could not draw the graph: {done.stderr.decode().strip()}")
    return done.stdout
