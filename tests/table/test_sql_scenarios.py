"""The scenarios of ``examples/sql``: each answer is the one that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.course.scenarios import Scenario, read_scenario, read_scenarios
from flinksim.simulation.simulation import Simulation
from flinksim.trace.changelog import read_changelogs
from flinksim.trace.events import ResultWritten

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = {one.name: one for one in read_scenarios(ROOT / "examples" / "sql")}


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_there_are_nine() -> None:
    assert sorted(SCENARIOS) == [
        "duplicate_key_at_the_sink", "group_by_updates_for_ever", "idle_partition", "interval_join_forgets",
        "late_row_of_a_window", "left_join_retracts_null", "regular_join_keeps_everything",
        "temporal_join_waits", "top_order",
    ]  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_answer_is_the_one_that_is_kept(name: str) -> None:
    scenario = SCENARIOS[name]
    assert scenario.format_answer() == scenario.answer_file.read_text(encoding="utf-8"), (
        "python tools/situations.py --write"
    )


def test_a_regular_join_keeps_more_than_an_interval_join() -> None:
    kept = {
        name: sum(
            len(one.map_entries) + len(one.states) + len(one.lists)
            for one in SCENARIOS[name].run().view().operators.values()
        )
        for name in ("regular_join_keeps_everything", "interval_join_forgets")
    }
    assert kept == {"regular_join_keeps_everything": 10, "interval_join_forgets": 0}


def change_scenario(folder: Path, name: str, old: str, new: str) -> Scenario:
    """Return a scenario whose script has other text."""
    scenario = SCENARIOS[name]
    text = scenario.path.read_text(encoding="utf-8")
    assert old in text
    changed = folder / scenario.path.name
    changed.write_text(text.replace(old, new), encoding="utf-8")
    return read_scenario(changed)


def list_results(simulation: Simulation) -> list[str]:
    return [event.text for event in simulation.trace.get_events(ResultWritten)]


def list_table(simulation: Simulation) -> list[str]:
    (log,) = read_changelogs(simulation.trace)
    return [change.values for change in log.list_rows()]


def test_an_idle_timeout_in_the_ddl_lets_the_window_fire(tmp_path: Path) -> None:
    assert list_results(SCENARIOS["idle_partition"].run()) == []
    option = "'format' = 'json', 'scan.watermark.idle-timeout' = '5 s'"
    changed = change_scenario(tmp_path, "idle_partition", "'format' = 'json'", option)
    assert "+I[2026-01-01 12:00:00, ann, 5]" in list_results(changed.run())


def test_the_proposed_delay_in_the_ddl_keeps_the_late_row(tmp_path: Path) -> None:
    change = SCENARIOS["late_row_of_a_window"].compute_answer().counterfactual.changes[0]
    assert (change.old, change.new) == ("2000 ms", "6000 ms")
    for delay, bob in (("5.002", 2), ("5.001", 1)):
        changed = change_scenario(
            tmp_path, "late_row_of_a_window", "'2' SECOND", f"'{delay}' SECOND"
        )
        assert f"+I[2026-01-01 12:00:00, bob, {bob}]" in list_results(changed.run())


def test_the_sink_loses_a_row_without_a_materializer(tmp_path: Path) -> None:
    # Recorded on Flink 2.3.0 with a sink that takes upserts: the same changes, in this order.
    without = SCENARIOS["duplicate_key_at_the_sink"].run()
    assert list_results(without) == [
        "+I[ann, o1, 10]", "+I[bob, o2, 30]", "+I[ann, o3, 40]", "-D[ann, o1, 10]", "+I[cid, o4, 20]",
    ]  # fmt: skip
    assert list_table(without) == ["bob, o2, 30", "cid, o4, 20"]
    name = "duplicate_key_at_the_sink"
    conflict = change_scenario(
        tmp_path, name, "WHERE place <= 3", "WHERE place <= 3\nON CONFLICT DO DEDUPLICATE"
    )
    text = conflict.path.read_text(encoding="utf-8").replace(
        "SET 'table.exec", "-- SET 'table.exec"
    )
    conflict.path.write_text(text, encoding="utf-8")
    materialized = conflict.run()
    assert list_results(materialized) == [
        "+I[ann, o1, 10]", "+I[bob, o2, 30]", "+U[ann, o3, 40]", "+I[cid, o4, 20]",
    ]  # fmt: skip
    assert list_table(materialized) == ["bob, o2, 30", "ann, o3, 40", "cid, o4, 20"]


def test_a_window_without_a_time_attribute_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "examples/sql/tumble_without_watermark.sql"]) != 0
    assert "time attribute type, but is TIMESTAMP(3)" in capsys.readouterr().err
