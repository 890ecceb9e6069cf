"""The document of a compiled plan, as typed objects.

Flink: ``ExecNodeGraphJsonDeserializer``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flinksim.table.logical_types import LogicalType, parse_logical_type


class CompiledPlanError(ValueError):
    """A compiled plan cannot be read or run; the message says which node and why."""


@dataclass(frozen=True, slots=True)
class PlanNode:
    """One exec node: ``type`` is its name without version, ``attributes`` is its JSON object.

    ``inputs`` are the ids of its inputs, in order.
    """

    id: int
    type: str
    attributes: Mapping[str, Any]
    inputs: tuple[int, ...]
    output_type: LogicalType

    @property
    def description(self) -> str:
        """The description of the node, as ``EXPLAIN`` shows it."""
        text: str = self.attributes.get("description", self.type)
        return text

    @property
    def operator_name(self) -> str:
        """The name of the operator: the description without its arguments."""
        return self.description.partition("(")[0]

    def get(self, name: str, default: Any = None) -> Any:
        """Return an attribute, or *default* if it is missing or null."""
        value = self.attributes.get(name)
        return default if value is None else value

    def require(self, name: str) -> Any:
        """Return an attribute.

        Raises:
            CompiledPlanError: If it is missing; names the node.
        """
        if name not in self.attributes:
            raise CompiledPlanError(f"node {self.id} ({self.type}) has no attribute {name!r}")
        return self.attributes[name]

    def option(self, name: str, default: str) -> str:
        """Return an option of the node's ``configuration``."""
        value: str = self.get("configuration", {}).get(name, default)
        return value


@dataclass(frozen=True, slots=True)
class CompiledPlan:
    """All nodes of a plan by id, inputs before the nodes that read them."""

    flink_version: str
    nodes: Mapping[int, PlanNode] = field(default_factory=dict)


_TYPE = re.compile(r"(?:stream|batch)-exec-(.+)_\d+\Z")


def load_compiled_plan(path: Path) -> CompiledPlan:
    """Read a compiled plan from a file.

    Raises:
        CompiledPlanError: If the file contains no compiled plan.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise CompiledPlanError(f"{path} is not valid JSON: {error}") from None
    if not is_compiled_plan(document):
        raise CompiledPlanError(
            f"{path} is not a compiled plan: expected an object with 'nodes' and 'edges', as COMPILE PLAN "
            "writes it"
        )
    return parse_compiled_plan(document)


def is_compiled_plan(document: Any) -> bool:
    """Return whether a JSON document looks like a compiled plan."""
    return (
        isinstance(document, dict)
        and isinstance(document.get("edges"), list)
        and isinstance(document.get("nodes"), list)
        and document["nodes"] != []
        and all(
            isinstance(node, dict) and _TYPE.match(str(node.get("type")))
            for node in document["nodes"]
        )
    )


def parse_compiled_plan(document: Mapping[str, Any]) -> CompiledPlan:
    """Parse the JSON of a compiled plan.

    Raises:
        CompiledPlanError: If a node or an edge is invalid.
    """
    try:
        return _parse_nodes(document)
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise CompiledPlanError(
            f"the plan does not have the structure that COMPILE PLAN writes: {error!r:.200}"
        ) from error


def _parse_nodes(document: Mapping[str, Any]) -> CompiledPlan:
    inputs: dict[int, list[int]] = {}
    for edge in document["edges"]:
        inputs.setdefault(edge["target"], []).append(edge["source"])
    unsorted: dict[int, PlanNode] = {}
    for attributes in document["nodes"]:
        number, name = attributes["id"], str(attributes["type"])
        match = _TYPE.match(name)
        if match is None:
            raise CompiledPlanError(
                f"node {number} has the type {name!r}; expected stream-exec-NAME_VERSION"
            )
        try:
            output_type = parse_logical_type(attributes.get("outputType", "ROW<>"))
        except ValueError as error:
            raise CompiledPlanError(f"node {number} ({name}): {error}") from None
        unsorted[number] = PlanNode(
            number, match[1], attributes, tuple(inputs.get(number, ())), output_type
        )
    return CompiledPlan(str(document.get("flinkVersion", "")), _sort_nodes(unsorted))


def _sort_nodes(nodes: Mapping[int, PlanNode]) -> dict[int, PlanNode]:
    """Order the nodes so that the inputs of a node come before it."""
    ordered: dict[int, PlanNode] = {}

    def visit(number: int, path: tuple[int, ...]) -> None:
        if number in ordered:
            return
        if number in path:
            raise CompiledPlanError(f"the edges of node {number} form a cycle")
        if number not in nodes:
            raise CompiledPlanError(f"an edge begins at node {number}, which does not exist")
        for source in nodes[number].inputs:
            visit(source, (*path, number))
        ordered[number] = nodes[number]

    for number in nodes:
        visit(number, ())
    return ordered
