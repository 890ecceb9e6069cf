"""A layer as text, for terminals and for those who cannot see a picture."""

from __future__ import annotations

from collections.abc import Iterable

from flinksim.drawing.document import (
    EdgeVerdict,
    Layer,
    LayerDocument,
    LayerEdge,
    LayerNode,
    change_sentence,
)


def layer_text(document: LayerDocument, layer_name: str) -> str:
    """Boxes, one to a line, indented by the frames around them; below each, what leaves it."""
    layer = document.layer(layer_name)
    leaving: dict[str, list[LayerEdge]] = {}
    for edge in layer.edges:
        leaving.setdefault(edge.source, []).append(edge)
    depths = _depths(layer)
    labels = {node.id: node.label or node.caption for node in layer.nodes}
    lines = [f"{layer.title} of {document.job_name!r}", ""]
    for node in layer.nodes:
        indent = "  " * depths[node.id]
        lines.append(indent + _node_line(node))
        for edge in leaving.get(node.id, ()):
            lines.append(f"{indent}    -> {edge.target} {labels[edge.target]}{_how(edge)}")
    lines += [f"\nNote: {note}" for note in document.notes]
    return "\n".join(lines) + "\n"


def _node_line(node: LayerNode) -> str:
    details = dict(node.details)
    name = details.get("name", node.label)
    line = f"{node.id} {name}" if name else node.id
    if node.kind in ("partition", "union", "side output"):
        line = f"{node.id} ({node.label})"
        return f"{line} virtual: lands on {', '.join(node.lands_on) or 'nothing'}"
    told = [node.caption] if node.caption else []
    told += [f"{key} {details[key]}" for key in ("slot", "state") if key in details]
    return f"{line} [{', '.join(told)}]" if told else line


def _how(edge: LayerEdge) -> str:
    words = [edge.label] if edge.label else []
    if edge.kind in ("chained", "local", "remote"):
        words.append(edge.kind)
    elif dict(edge.details).get("chained"):
        words.append("chained")
    return f" ({', '.join(words)})" if words else ""


def _depths(layer: Layer) -> dict[str, int]:
    depths: dict[str, int] = {}
    for node in layer.nodes:  # frames stand before what they hold
        depths[node.id] = 0 if node.parent is None else depths[node.parent] + 1
    return depths


def explanations_text(verdicts: Iterable[EdgeVerdict], every_condition: bool = True) -> str:
    """Why each edge is chained or is not, in sentences and by condition, and what would turn it."""
    lines = []
    for verdict in verdicts:
        lines.append(f"{verdict.source} -> {verdict.target}  [{verdict.edge}]")
        lines.append(f"  {verdict.sentence}")
        change = change_sentence(verdict)
        if change:
            lines.append(f"  {change}")
        for condition in verdict.verdicts if every_condition else ():
            mark = "yes" if condition.holds else "NO "
            if not condition.known:
                mark = "?  "
            lines.append(f"    {mark} {condition.condition}: {condition.found}")
            lines.append(f"        {condition.flink}")
        lines.append("")
    return "\n".join(lines)


def walk_text(document: LayerDocument) -> str:
    """The generator's walk, and how it goes on to tasks: one step to a line."""
    lines = [f"{s.number:>4}  {'  ' * s.depth}{s.sentence}" for s in document.walk]
    past = [
        "",
        "What the generator met in older programs:",
        *(f"  {text}" for text in document.history),
    ]
    return "\n".join([f"StreamGraphGenerator on {document.job_name!r}", "", *lines, *past]) + "\n"


def configs_text(document: LayerDocument) -> str:
    """What each task is told about its operators, from the layer of chains."""
    layer = document.layer("job")
    lines = [f"Stream configs of {document.job_name!r}"]
    for node in layer.nodes:
        details = dict(node.details)
        lines.append("")
        lines.append(
            f"{'' if node.parent is None else '  '}{node.id} {details.get('name', node.label)}"
        )
        indent = "  " if node.parent is None else "    "
        shown = [(name, value) for name, value in node.details if name != "name"]
        lines += [f"{indent}{name}: {value}" for name, value in shown if value not in (None, "")]
    return "\n".join(lines) + "\n"
