"""Formats layers, chaining decisions, generation steps and stream configs as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.plans_zh import translate, translate_diagram, translate_word
from flinksim.core.i18n.messages import Message
from flinksim.graph.chaining_model import EdgeVerdict, describe_change
from flinksim.viz.diagram.model import DiagramEdge, DiagramNode, GraphLayer, PlanDiagram


def format_heading(diagram: PlanDiagram, layer: GraphLayer, language: Language) -> str:
    """Format the heading of a layer, such as ``JobGraph of 'words'``."""
    return translate(
        Message("{0} of {1!r}", translate_word(layer.title, language), diagram.job_name), language
    )


def format_layer(diagram: PlanDiagram, layer_name: str, language: Language = "en") -> str:
    """Format a layer as text: one indented node per line, with its outgoing edges below."""
    diagram = translate_diagram(diagram, language)
    layer = diagram.layer(layer_name)
    leaving: dict[str, list[DiagramEdge]] = {}
    for edge in layer.edges:
        leaving.setdefault(edge.source, []).append(edge)
    depths = _compute_depths(layer)
    labels = {node.id: node.label or node.caption for node in layer.nodes}
    lines = [format_heading(diagram, layer, language), ""]
    for node in layer.nodes:
        indent = "  " * depths[node.id]
        lines.append(indent + _format_node(node, language))
        for edge in leaving.get(node.id, ()):
            how = _format_edge_kind(edge, language)
            lines.append(f"{indent}    -> {edge.target} {labels[edge.target]}{how}")
    lines += ["\n" + translate(Message("Note: {0}", note), language) for note in diagram.notes]
    return "\n".join(lines) + "\n"


def _format_node(node: DiagramNode, language: Language) -> str:
    details = dict(node.details)
    name = details.get("name", node.label)
    line = f"{node.id} {name}" if name else node.id
    if node.kind in ("partition", "union", "side output"):
        line = f"{node.id} ({node.label})"
        edges = ", ".join(node.lands_on) or Message("nothing")
        return f"{line} {translate(Message('virtual: lands on {0}', edges), language)}"
    more = [node.caption] if node.caption else []
    more += [
        f"{translate_word(key, language)} {details[key]}"
        for key in ("slot", "state")
        if key in details
    ]
    return f"{line} [{', '.join(more)}]" if more else line


def _format_edge_kind(edge: DiagramEdge, language: Language) -> str:
    words = [edge.label] if edge.label else []
    if edge.kind in ("chained", "local", "remote"):
        words.append(translate_word(edge.kind, language))
    elif dict(edge.details).get("chained"):
        words.append(translate_word("chained", language))
    return f" ({', '.join(words)})" if words else ""


def _compute_depths(layer: GraphLayer) -> dict[str, int]:
    depths: dict[str, int] = {}
    for node in layer.nodes:  # a frame precedes its children
        depths[node.id] = 0 if node.parent is None else depths[node.parent] + 1
    return depths


def format_chaining_decisions(
    verdicts: Iterable[EdgeVerdict], include_conditions: bool = True, language: Language = "en"
) -> str:
    """Format, for each edge, whether it is chained and why: each of Flink's conditions.

    Also format the smallest change of the program that would reverse the decision.
    """
    lines = []
    for verdict in verdicts:
        lines.append(f"{verdict.source} -> {verdict.target}  [{verdict.edge}]")
        lines.append(f"  {translate(verdict.sentence, language)}")
        change = describe_change(verdict)
        if change:
            lines.append(f"  {translate(change, language)}")
        for condition in verdict.verdicts if include_conditions else ():
            mark = translate(Message("yes" if condition.holds else "NO"), language)
            name, found = (
                translate_word(condition.condition, language),
                translate(condition.found, language),
            )
            lines.append(f"    {mark if condition.known else '?':3} {name}: {found}")
            lines.append(f"        {condition.flink}")
        lines.append("")
    return "\n".join(lines)


def format_generation_steps(diagram: PlanDiagram, language: Language = "en") -> str:
    """Format the steps from transformations to deployed tasks, one per line."""
    diagram = translate_diagram(diagram, language)
    lines = [f"{s.number:>4}  {'  ' * s.depth}{s.sentence}" for s in diagram.walk]
    past = [
        "",
        translate(Message("What the generator met in older programs:"), language),
        *(f"  {text}" for text in diagram.history),
    ]
    heading = translate(Message("StreamGraphGenerator on {0!r}", diagram.job_name), language)
    return "\n".join([heading, "", *lines, *past]) + "\n"


def format_stream_configs(diagram: PlanDiagram, language: Language = "en") -> str:
    """Format the ``StreamConfig`` of each task from the job graph layer."""
    diagram = translate_diagram(diagram, language)
    layer = diagram.layer("job")
    lines = [translate(Message("Stream configs of {0!r}", diagram.job_name), language)]
    for node in layer.nodes:
        details = dict(node.details)
        lines.append("")
        lines.append(
            f"{'' if node.parent is None else '  '}{node.id} {details.get('name', node.label)}"
        )
        indent = "  " if node.parent is None else "    "
        shown = [(name, value) for name, value in node.details if name != "name"]
        lines += [
            f"{indent}{translate_word(name, language)}: {_format_value(value, language)}"
            for name, value in shown
            if value not in (None, "")
        ]
    return "\n".join(lines) + "\n"


def _format_value(value: Any, language: Language) -> str:
    return translate_word(str(value), language) if isinstance(value, bool) else str(value)
