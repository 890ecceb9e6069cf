"""Calls of built-in functions with wrong arguments: flinksim's planner says what Flink's says."""

from __future__ import annotations

import gzip
import json
import re

from tests.conformance.judge.function_probes import RECORDED, write_probes
from tests.conformance.sql_cases import Case
from tests.conformance.sql_planning import check_planned, check_rejected

PROBES = json.loads(gzip.decompress(RECORDED.read_bytes()))
DECLARED = {
    r"JSON_(QUERY|VALUE)\(": "Flink accepts other types than texts and fails to compile the code it generates",
    r"(CEIL|FLOOR|SUBSTRING|TRANSLATE)\(.*,.*,.*,": "the parser of sqlglot reads all arguments first",
    r"TRANSLATE\(\)": "sqlglot reads a call without arguments",
    r"ARRAY_JOIN\(ARRAY\[1, 2\]": "the elements of the array are not checked",
    r"SELECT NULL( AS x, 1)?$": "flinksim shows a column of nulls",
}  # fmt: skip
"""Probes whose answers differ, and why."""


def make_case(query: str, error: dict[str, str] | None) -> Case:
    case = {"name": query, "mode": "streaming", "config": {}, "setup": [], "inputs": {}}
    return {**case, "query": query, **({"error": error} if error else {})}


def find_difference(query: str, error: dict[str, str] | None) -> list[str]:
    """Return how flinksim's answer differs; an exception that is no error of SQL is a difference."""
    case = make_case(query, error)
    try:
        return (check_rejected(case) if error else check_planned(case)) or []
    except Exception as problem:
        return [f"{type(problem).__name__}: {problem}"]


def test_wrong_arguments_are_rejected_as_in_flink() -> None:
    differing = [
        (probe["query"], found)
        for probe in PROBES
        if (found := find_difference(probe["query"], probe["error"]))
        and not any(re.search(pattern, probe["query"]) for pattern in DECLARED)
    ]
    assert differing == []


def test_all_probes_are_recorded() -> None:
    assert [probe["query"] for probe in PROBES] == list(write_probes())
    assert sum(probe["error"] is not None for probe in PROBES) > 1200


def test_another_message_is_found() -> None:
    probe = next(probe for probe in PROBES if probe["error"])
    error = dict.fromkeys(probe["error"], "another message")
    assert find_difference(probe["query"], error)
