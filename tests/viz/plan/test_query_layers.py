"""The stages of a SQL statement as layers of the plan."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.viz.diagram.model import LAYER_NAMES, QUERY_LAYER_NAMES, PlanDiagram, parse_diagram

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def draw(capsys: pytest.CaptureFixture[str], name: str, *options: str) -> PlanDiagram:
    assert main(["plan", f"examples/sql/{name}.sql", "--format", "json", *options]) == 0
    return parse_diagram(json.loads(capsys.readouterr().out))


def test_the_stages_come_before_the_layers_of_the_job(capsys: pytest.CaptureFixture[str]) -> None:
    plan = draw(capsys, "left_join_retracts_null")
    assert tuple(layer.name for layer in plan.layers) == (*QUERY_LAYER_NAMES, *LAYER_NAMES)
    assert [node.label for node in plan.layer("sql").nodes] == [
        "SELECT o.id, p.`method`", "FROM orders AS o", "LEFT JOIN payments AS p ON o.id = p.id;",
    ]  # fmt: skip


def test_an_operator_has_its_changes_and_the_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    plan = draw(capsys, "left_join_retracts_null")
    (join,) = [node for node in plan.layer("physical").nodes if node.label == "Join"]
    details = dict(join.details)
    assert join.caption == "+I -U +U -D"
    assert details["changelog mode"] == "[I,UB,UA,D]"
    assert details["reason 3"] == (
        "needs UPDATE_BEFORE because of the sink *collect*: the old row must be retracted there"
    )
    inputs = [edge.source for edge in plan.layer("physical").edges if edge.target == join.id]
    assert len(inputs) == 2


def test_an_operator_comes_from_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    plan = draw(capsys, "left_join_retracts_null")
    abstract = {node.label: node for node in plan.layer("abstract").nodes}
    assert abstract["LogicalJoin"].origin == "q3"
    physical = {node.label: node for node in plan.layer("physical").nodes}
    assert physical["Join"].origin == abstract["LogicalJoin"].id
    transformations = [node for node in plan.layer("transformations").nodes if node.label == "Join"]
    assert [node.origin for node in transformations] == [physical["Join"].id]


def test_reasons_are_chinese_on_a_chinese_page(tmp_path: Path) -> None:
    page = tmp_path / "plan.html"
    script = "examples/sql/left_join_retracts_null.sql"
    assert main(["plan", script, "--html", str(page), "--language", "zh"]) == 0
    assert page.stat().st_size > 100_000


def test_a_layer_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    script = "examples/sql/group_by_updates_for_ever.sql"
    assert main(["plan", script, "--layer", "physical"]) == 0
    assert "GroupAggregate [+I -U +U]" in capsys.readouterr().out
