"""Reasons for the changelog mode of each operator of a physical plan. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.messages import Message, translate_text
from flinksim.table.planner.changelog_modes import FORWARDING
from flinksim.table.planner.explain_writer import describe
from flinksim.table.planner.physical_nodes import INSERT_ONLY, PhysicalNode
from flinksim.table.planner.upsert_keys import find_upsert_keys

_UPDATING = {
    "group_aggregate": "aggregate", "global_group_aggregate": "aggregate",
    "local_group_aggregate": "aggregate", "incremental_group_aggregate": "aggregate",
    "group_window_aggregate": "aggregate", "rank": "rank", "sort_limit": "rank", "limit": "rank",
    "deduplicate": "deduplicate", "normalize": "deduplicate", "join": "join", "over_aggregate": "over",
    "scan": "scan",
}  # fmt: skip
"""Operators that make changes, by the reason for which they do."""


def format_reasons(root: PhysicalNode, language: Language = "en") -> str:
    """Format a plan as a tree with the changelog mode of each operator and the reasons for it."""
    return "\n".join(_format_node(root, "", "", language))


def _format_node(node: PhysicalNode, first: str, rest: str, language: Language) -> Iterator[str]:
    mode = "" if node.op == "sink" else f"  [{node.changelog}]"
    yield f"{first}{_shorten(describe(node))}{mode}"
    bar = ":  " if len(node.inputs) > 1 else "|  " if node.inputs else "   "
    for reason in list_reasons(node):
        yield f"{rest}{bar}  {translate_text(reason, language)}"
    for number, child in enumerate(node.inputs):
        is_last = number == len(node.inputs) - 1
        branch, space = ("+- ", "   ") if is_last else (":- ", ":  ")
        yield from _format_node(child, rest + branch, rest + space, language)


def _shorten(text: str, limit: int = 150) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def list_reasons(node: PhysicalNode) -> list[str]:
    """List the reasons for the changelog mode of *node*; none if it only inserts or passes changes on."""
    if node.op == "sink":
        message = "sink_materializes" if node.data.get("materialize") else ""
        return [Message(f"changelog.{message}")] if message else []
    if node.op in FORWARDING:
        return []
    if node.kinds == INSERT_ONLY:
        changes_input = any(child.kinds != INSERT_ONLY for child in node.inputs)
        return [Message("changelog.only_inserts")] if changes_input else []
    found: list[str] = []
    input_kinds = frozenset().union(*(child.kinds for child in node.inputs))
    if node.op in _UPDATING:
        found.append(Message(f"changelog.from_{_UPDATING[node.op]}"))
    if "D" in node.kinds - input_kinds and node.op in ("join", "rank", "sort_limit"):
        found.append(Message(f"changelog.deletes_{_UPDATING[node.op]}"))
    if "U" in node.kinds and node.update == "BOTH":
        reason = node.update_reason or Message("changelog.reason_output")
        found.append(Message("changelog.needs_before", reason))
    elif "U" in node.kinds:
        found.append(Message("changelog.no_before", node.update_reason))
    keys = sorted(tuple(sorted(node.names[i] for i in key)) for key in find_upsert_keys(node))
    names = ", ".join(f"[{', '.join(key)}]" for key in keys if key)
    if "U" in node.kinds and names:
        found.append(Message("changelog.upsert_key", names))
    if strategy := node.data.get("strategy"):
        found.append(Message(f"changelog.strategy_{strategy['type']}"))
    return found
