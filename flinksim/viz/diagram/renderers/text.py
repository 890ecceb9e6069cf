"""Formats layers, chaining decisions, generation steps and stream configs as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.plans_zh import document_in, told, word
from flinksim.core.i18n.messages import Said
from flinksim.graph.chaining_model import EdgeVerdict, change_sentence
from flinksim.viz.diagram.model import Layer, LayerDocument, LayerEdge, LayerNode


def heading_of(document: LayerDocument, layer: Layer, language: Language) -> str:
    """Format the heading of a layer, such as ``JobGraph of 'words'``."""
    return told(Said("{0} of {1!r}", word(layer.title, language), document.job_name), language)


def layer_text(document: LayerDocument, layer_name: str, language: Language = "en") -> str:
    """Format a layer as text: one indented node per line, with its outgoing edges below."""
    document = document_in(document, language)
    layer = document.layer(layer_name)
    leaving: dict[str, list[LayerEdge]] = {}
    for edge in layer.edges:
        leaving.setdefault(edge.source, []).append(edge)
    depths = _depths(layer)
    labels = {node.id: node.label or node.caption for node in layer.nodes}
    lines = [heading_of(document, layer, language), ""]
    for node in layer.nodes:
        indent = "  " * depths[node.id]
        lines.append(indent + _node_line(node, language))
        for edge in leaving.get(node.id, ()):
            how = _how(edge, language)
            lines.append(f"{indent}    -> {edge.target} {labels[edge.target]}{how}")
    lines += ["\n" + told(Said("Note: {0}", note), language) for note in document.notes]
    return "\n".join(lines) + "\n"


def _node_line(node: LayerNode, language: Language) -> str:
    details = dict(node.details)
    name = details.get("name", node.label)
    line = f"{node.id} {name}" if name else node.id
    if node.kind in ("partition", "union", "side output"):
        line = f"{node.id} ({node.label})"
        edges = ", ".join(node.lands_on) or Said("nothing")
        return f"{line} {told(Said('virtual: lands on {0}', edges), language)}"
    more = [node.caption] if node.caption else []
    more += [f"{word(key, language)} {details[key]}" for key in ("slot", "state") if key in details]
    return f"{line} [{', '.join(more)}]" if more else line


def _how(edge: LayerEdge, language: Language) -> str:
    words = [edge.label] if edge.label else []
    if edge.kind in ("chained", "local", "remote"):
        words.append(word(edge.kind, language))
    elif dict(edge.details).get("chained"):
        words.append(word("chained", language))
    return f" ({', '.join(words)})" if words else ""


def _depths(layer: Layer) -> dict[str, int]:
    depths: dict[str, int] = {}
    for node in layer.nodes:  # a frame precedes its children
        depths[node.id] = 0 if node.parent is None else depths[node.parent] + 1
    return depths


def explanations_text(
    verdicts: Iterable[EdgeVerdict], every_condition: bool = True, language: Language = "en"
) -> str:
    """Format why each edge is chained or not, by condition, and which change flips this."""
    lines = []
    for verdict in verdicts:
        lines.append(f"{verdict.source} -> {verdict.target}  [{verdict.edge}]")
        lines.append(f"  {told(verdict.sentence, language)}")
        change = change_sentence(verdict)
        if change:
            lines.append(f"  {told(change, language)}")
        for condition in verdict.verdicts if every_condition else ():
            mark = told(Said("yes" if condition.holds else "NO"), language)
            name, found = word(condition.condition, language), told(condition.found, language)
            lines.append(f"    {mark if condition.known else '?':3} {name}: {found}")
            lines.append(f"        {condition.flink}")
        lines.append("")
    return "\n".join(lines)


def walk_text(document: LayerDocument, language: Language = "en") -> str:
    """Format the steps from transformations to deployed tasks, one per line."""
    document = document_in(document, language)
    lines = [f"{s.number:>4}  {'  ' * s.depth}{s.sentence}" for s in document.walk]
    past = [
        "",
        told(Said("What the generator met in older programs:"), language),
        *(f"  {text}" for text in document.history),
    ]
    heading = told(Said("StreamGraphGenerator on {0!r}", document.job_name), language)
    return "\n".join([heading, "", *lines, *past]) + "\n"


def configs_text(document: LayerDocument, language: Language = "en") -> str:
    """Format the ``StreamConfig`` of each task from the job graph layer."""
    document = document_in(document, language)
    layer = document.layer("job")
    lines = [told(Said("Stream configs of {0!r}", document.job_name), language)]
    for node in layer.nodes:
        details = dict(node.details)
        lines.append("")
        lines.append(
            f"{'' if node.parent is None else '  '}{node.id} {details.get('name', node.label)}"
        )
        indent = "  " if node.parent is None else "    "
        shown = [(name, value) for name, value in node.details if name != "name"]
        lines += [
            f"{indent}{word(name, language)}: {_value(value, language)}"
            for name, value in shown
            if value not in (None, "")
        ]
    return "\n".join(lines) + "\n"


def _value(value: Any, language: Language) -> str:
    return word(str(value), language) if isinstance(value, bool) else str(value)
