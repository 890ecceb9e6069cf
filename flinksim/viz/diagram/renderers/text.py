"""Formats layers, chaining decisions, generation steps and stream configs as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate_plan_word
from flinksim.core.i18n.messages import Message, translate_fields, translate_text
from flinksim.graph.chaining_model import EdgeVerdict, describe_change
from flinksim.viz.diagram.model import DiagramEdge, DiagramNode, GraphLayer, PlanDiagram


def format_heading(diagram: PlanDiagram, layer: GraphLayer, language: Language) -> str:
    """Format the heading of a layer, such as ``JobGraph of 'words'``."""
    return translate_text(
        Message("plan.layer_of_job", translate_plan_word(language, layer.title), diagram.job_name),
        language,
    )


def format_layer(diagram: PlanDiagram, layer_name: str, language: Language = "en") -> str:
    """Format a layer as text: one indented node per line, with its outgoing edges below."""
    diagram = translate_fields(diagram, language)
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
    lines += ["\n" + translate_text(Message("plan.note", note), language) for note in diagram.notes]
    return "\n".join(lines) + "\n"


def _format_node(node: DiagramNode, language: Language) -> str:
    details = dict(node.details)
    name = details.get("name", node.label)
    line = f"{node.id} {name}" if name else node.id
    if node.kind in ("partition", "union", "side output"):
        line = f"{node.id} ({node.label})"
        edges = ", ".join(node.lands_on) or Message("plan.nothing")
        return f"{line} {translate_text(Message('plan.virtual', edges), language)}"
    more = [node.caption] if node.caption else []
    more += [
        f"{translate_plan_word(language, key)} {details[key]}"
        for key in ("slot", "state")
        if key in details
    ]
    return f"{line} [{', '.join(more)}]" if more else line


def _format_edge_kind(edge: DiagramEdge, language: Language) -> str:
    words = [edge.label] if edge.label else []
    if edge.kind in ("chained", "local", "remote"):
        words.append(translate_plan_word(language, edge.kind))
    elif dict(edge.details).get("chained"):
        words.append(translate_plan_word(language, "chained"))
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
        lines.append(f"  {translate_text(verdict.sentence, language)}")
        change = describe_change(verdict)
        if change:
            lines.append(f"  {translate_text(change, language)}")
        for condition in verdict.verdicts if include_conditions else ():
            mark = translate_text(Message("plan.yes" if condition.holds else "plan.no"), language)
            name, found = (
                translate_plan_word(language, condition.condition),
                translate_text(condition.found, language),
            )
            lines.append(f"    {mark if condition.known else '?':3} {name}: {found}")
            lines.append(f"        {condition.flink}")
        lines.append("")
    return "\n".join(lines)


def format_generation_steps(diagram: PlanDiagram, language: Language = "en") -> str:
    """Format the steps from transformations to deployed tasks, one per line."""
    diagram = translate_fields(diagram, language)
    lines = [f"{s.number:>4}  {'  ' * s.depth}{s.sentence}" for s in diagram.walk]
    past = [
        "",
        translate_text(Message("plan.older_programs"), language),
        *(f"  {text}" for text in diagram.history),
    ]
    heading = translate_text(Message("plan.generator_of_job", diagram.job_name), language)
    return "\n".join([heading, "", *lines, *past]) + "\n"


def format_stream_configs(diagram: PlanDiagram, language: Language = "en") -> str:
    """Format the ``StreamConfig`` of each task from the job graph layer."""
    diagram = translate_fields(diagram, language)
    layer = diagram.layer("job")
    lines = [translate_text(Message("plan.stream_configs", diagram.job_name), language)]
    for node in layer.nodes:
        details = dict(node.details)
        lines.append("")
        lines.append(
            f"{'' if node.parent is None else '  '}{node.id} {details.get('name', node.label)}"
        )
        indent = "  " if node.parent is None else "    "
        shown = [(name, value) for name, value in node.details if name != "name"]
        lines += [
            f"{indent}{translate_plan_word(language, name)}: {_format_value(value, language)}"
            for name, value in shown
            if value not in (None, "")
        ]
    return "\n".join(lines) + "\n"


def _format_value(value: Any, language: Language) -> str:
    return translate_plan_word(language, str(value)) if isinstance(value, bool) else str(value)
