"""Formats a layer in Graphviz's DOT language, with frames as clusters, and runs ``dot`` on it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.plans_zh import document_in, word
from flinksim.viz.diagram.model import Layer, LayerDocument, LayerEdge, LayerNode
from flinksim.viz.diagram.renderers.text import heading_of
from flinksim.viz.diagram.renderers.theme import LIGHT, Theme


def dot_text(
    document: LayerDocument, layer_name: str, theme: Theme = LIGHT, language: Language = "en"
) -> str:
    """Format one layer as a ``digraph``."""
    document = document_in(document, language)
    layer = document.layer(layer_name)
    chained = {verdict.edge for verdict in document.verdicts if verdict.chained}
    children: dict[str | None, list[LayerNode]] = {}
    for node in layer.nodes:
        children.setdefault(node.parent, []).append(node)
    lines = [
        f"digraph {_quoted(word(layer.title, language))} {{",
        f"  label={_quoted(heading_of(document, layer, language))}; labelloc=t; labeljust=l;",
        "  rankdir=LR; compound=true; newrank=true;",
        f"  bgcolor={_quoted(theme.background)}; fontcolor={_quoted(theme.ink)};",
        '  fontname="Helvetica"; fontsize=14;',
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11,',
        f"        fontcolor={_quoted(theme.ink)}];",
        '  edge [fontname="Helvetica", fontsize=9];',
    ]
    lines += _nodes(children, None, theme, "  ")
    lines += [f"  {_edge(edge, layer, children, chained, theme)}" for edge in layer.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _nodes(
    children: dict[str | None, list[LayerNode]], parent: str | None, theme: Theme, indent: str
) -> Iterator[str]:
    for node in children.get(parent, ()):
        fill, stroke = theme.fill(node.kind), theme.stroke(node.kind)
        colours = f"fillcolor={_quoted(fill)}, color={_quoted(stroke)}"
        if node.id in children:
            yield f"{indent}subgraph {_quoted(f'cluster {node.id}')} {{"
            label = " ".join(part for part in (node.id, node.label, node.caption) if part)
            yield (
                f'{indent}  label={_quoted(label)}; style="rounded,filled"; fontsize=10; '
                f"fillcolor={_quoted(fill)}; color={_quoted(stroke)}; "
                f"fontcolor={_quoted(theme.muted)};"
            )
            yield from _nodes(children, node.id, theme, f"{indent}  ")
            yield f"{indent}}}"
            continue
        label = "\n".join(part for part in (node.label, node.caption) if part) or node.id
        shape = ', shape=oval, style="filled,dashed"' if node.lands_on else ""
        yield f"{indent}{_quoted(node.id)} [label={_quoted(label)}, {colours}{shape}];"


def _edge(
    edge: LayerEdge,
    layer: Layer,
    children: dict[str | None, list[LayerNode]],
    chained: set[str],
    theme: Theme,
) -> str:
    kind = "chained" if layer.name == "stream" and edge.id in chained else edge.kind
    colour = _quoted(theme.way(kind))
    parts = [f"color={colour}", f"fontcolor={colour}"]
    if edge.label and kind != "chained":
        parts.append(f"label={_quoted(edge.label)}")
    if kind == "chained":
        parts.append("penwidth=2.4")
    if kind in ("remote", "control"):
        parts.append("style=dashed")
    # DOT has no edges to clusters: the edge ends at a node inside and is clipped at the frame.
    source, target = _leaf(edge.source, children), _leaf(edge.target, children)
    if source != edge.source:
        parts.append(f"ltail={_quoted(f'cluster {edge.source}')}")
    if target != edge.target:
        parts.append(f"lhead={_quoted(f'cluster {edge.target}')}")
    return f"{_quoted(source)} -> {_quoted(target)} [{', '.join(parts)}];"


def _leaf(node_id: str, children: dict[str | None, list[LayerNode]]) -> str:
    while node_id in children:
        node_id = children[node_id][0].id
    return node_id


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def drawn_by_dot(text: str, form: str) -> bytes:
    """Render DOT source (see :func:`dot_text`) as ``svg`` or ``png`` with Graphviz.

    Raises:
        FileNotFoundError: There is no ``dot``; the message says what to install.
        RuntimeError: ``dot`` fails; the message is its own.
    """
    program = shutil.which("dot")
    if program is None:
        raise FileNotFoundError(
            "Graphviz's program dot is not installed here (package graphviz of conda-forge or of the "
            "system). Pictures need it only with --engine dot; the default draws without it."
        )
    done = subprocess.run([program, f"-T{form}"], input=text.encode(), capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"dot could not draw the graph: {done.stderr.decode().strip()}")
    return done.stdout
