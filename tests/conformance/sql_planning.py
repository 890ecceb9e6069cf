"""Parts of the SQL comparison that plan from SQL text: ``sql_cases`` prints them.

Plans are compared by meaning: operators, exchanges, keys, aggregate calls, windows, bounds, ranks,
strategies and changelog modes. Names of intermediate columns and ids are not compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flinksim.table.planner.planner_errors import SqlError
from flinksim.table.planner.session_catalog import CatalogColumn, TableEntry
from flinksim.table.planner.sql_ast import Insert, QueryStatement
from flinksim.table.planner.sql_parser import parse_statement
from flinksim.table.planner.statement_planner import Planner, StatementPlan

Case = Mapping[str, Any]
NOT_COMPARED = frozenset(
    (
        "id",
        "description",
        "inputProperties",
        "configuration",
        "outputType",
        "localAggInputRowType",
        "name",
        "fieldName",
        "type_",
        "projection",
        "condition",
        "projects",
        "constants",
        "tuples",
        "scanTableSource",
        "dynamicTableSink",
        "watermarkExpr",
        "nonEquiCondition",
        "functionCall",
        "filterCondition",
    )
)
"""Attributes that hold names, expressions or schemas."""


def plan_case(case: Case) -> StatementPlan:
    """Plan the statements of a case as the recorder does; a query goes to a sink that takes all."""
    planner = Planner(dict(case.get("config") or {}))
    if case["mode"] == "batch":
        planner.config["execution.runtime-mode"] = "batch"
    for text in case["setup"]:
        planner.execute(parse_statement(text))
    if "query" not in case:
        inserts = [parse_statement(text) for text in case["statements"]]
        assert all(isinstance(insert, Insert) for insert in inserts)
        return planner.plan(inserts)  # type: ignore[arg-type]
    statement = parse_statement(case["query"])
    assert isinstance(statement, QueryStatement)
    rel = planner.translate(statement.query)
    columns = [
        CatalogColumn(field.name, field.type.as_plain().with_nullable(True)) for field in rel.fields
    ]
    path = planner.catalog.resolve(("out",))
    return planner.plan_query(rel, TableEntry(path, columns, {"connector": "script"}))


def _is_rejected(case: Case) -> bool:
    return "error" in case and case["error"]["phase"] != "run"


def check_planned(case: Case) -> list[str] | None:
    """Check that a statement that Flink accepts is planned."""
    if _is_rejected(case):
        return None
    try:
        plan_case(case)
    except SqlError as error:
        return [f"{type(error).__name__}: {error}"]
    return []


def check_rejected(case: Case) -> list[str] | None:
    """Check that a statement that Flink rejects is rejected with the same message."""
    if not _is_rejected(case):
        return None
    try:
        plan_case(case)
    except SqlError as error:
        wanted = case["error"]["root_message"].splitlines()[0]
        if wanted in str(error) or case["error"]["message"].splitlines()[0] in str(error):
            return []
        return [f"other message: {error}\n  Flink: {wanted}"]
    return [f"accepted; Flink: {case['error']['message']}"]


def describe_operators(plan: Mapping[str, Any]) -> list[str]:
    """Return the operators of a plan, the sinks first, each with what is compared of it."""
    nodes = {node["id"]: node for node in plan["nodes"]}
    inputs: dict[int, list[int]] = {}
    for edge in plan["edges"]:
        inputs.setdefault(edge["target"], []).append(edge["source"])
    lines: list[str] = []

    def add(number: int, depth: int) -> None:
        lines.append(" " * depth + _describe_node(nodes[number]))
        for source in inputs.get(number, []):
            add(source, depth + 1)

    for node in plan["nodes"]:
        if node["type"].startswith("stream-exec-sink"):
            add(node["id"], 0)
    return lines


def _describe_node(node: Mapping[str, Any]) -> str:
    kept = _strip(node)
    if "exchange" in node["type"]:
        kept["distribution"] = node["inputProperties"][0]["requiredDistribution"]
    if "calc" in node["type"]:
        kept["columns"] = len(node["projection"])
        kept["filters"] = node.get("condition") is not None
    for key in ("scanTableSource", "dynamicTableSink"):
        if key in node:
            kept["table"] = node[key]["table"]["identifier"]
    return json.dumps(kept, sort_keys=True)


def _strip(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _strip(item) for key, item in value.items() if key not in NOT_COMPARED}
    if isinstance(value, list):
        return [_strip(item) for item in value]
    return value


def compare_plans(case: Case) -> list[str] | None:
    """Compare the plan of a case with the recorded one."""
    recorded = case.get("compiled_plan")
    if recorded is None:
        return None
    try:
        found = describe_operators(plan_case(case).compiled)
    except SqlError as error:
        return [f"{type(error).__name__}: {error}"]
    wanted = describe_operators(recorded)
    if wanted == found:
        return []
    return ["\n".join(["plan", "  Flink:", *wanted, "  flinksim:", *found])]


def extract_physical_plan(text: str) -> str:
    """Return the optimized physical plan of EXPLAIN."""
    start = text.index("== Optimized Physical Plan ==") + len("== Optimized Physical Plan ==")
    return text[start : text.index("== Optimized Execution Plan ==")].strip()


def compare_explain(case: Case) -> list[str] | None:
    """Compare the text of the physical plan, to the character."""
    text = case.get("explain")
    if text is None or case["mode"] == "batch" or _is_rejected(case):
        return None
    if isinstance(text, dict):
        text = "\n".join(f"{key}\n{value}" for key, value in text.items())
    try:
        found = extract_physical_plan(plan_case(case).explain(changelog=True))
    except SqlError as error:
        return [f"{type(error).__name__}: {error}"]
    wanted = extract_physical_plan(text)
    return [] if found == wanted else [f"text\n  Flink:\n{wanted}\n  flinksim:\n{found}"]
