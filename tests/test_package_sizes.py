"""Each package stays within its budget of lines; one that needs more states a new one, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "flinksim"
MAX_LINES = {
    "analysis": 20_190,  # with answers about timers, one checkpoint, expired state and changes
    "cli": 6_200,  # with raw lines of logs, recorded Kafka topics, and missing inputs explained
    "clinic": 1_500,
    "common": 4_500,
    "connectors": 5_500,
    "core": 5_000,
    "course": 16_200,  # a lesson has a module with its program, and its solution another one
    "datastream": 15_000,
    "external_data": 1_630,  # generated text that a function parses as JSON, and times in its unit
    "graph": 4_400,  # with the state that functions keep in Python, moved from replay
    "metrics": 100,
    "pyflink_compat": 4_700,  # with checks of the values that a worker writes to state
    "recording": 3_000,
    "replay": 19_600,
    "runtime": 30_000,
    "simulation": 2_500,
    "table": 33_000,  # Flink SQL: planner, runtime and the Table API of PyFlink
    "testing": 1_700,
    "trace": 12_000,
    "util": 200,
    "viz": 7_000,
}
"""Lines of Python in each package, with empty lines and comments."""


def count_lines(package: Path) -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in package.rglob("*.py"))


def test_every_package_has_a_budget() -> None:
    assert sorted(MAX_LINES) == sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


@pytest.mark.parametrize("name", MAX_LINES)
def test_a_package_stays_within_its_budget(name: str) -> None:
    count = count_lines(PACKAGE / name)
    assert count <= MAX_LINES[name], (
        f"{name} has {count:,} lines; its budget is {MAX_LINES[name]:,}"
    )


def test_lines_of_all_modules_are_counted(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "one.py").write_text("a\n\nb\n")
    (tmp_path / "inner/two.py").write_text("# c\n")
    assert count_lines(tmp_path) == 4
