"""The scenarios of ``examples/sql``: each answer is the one that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.course.scenarios import read_scenarios

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = {one.name: one for one in read_scenarios(ROOT / "examples" / "sql")}


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_there_are_seven() -> None:
    assert sorted(SCENARIOS) == [
        "group_by_updates_for_ever", "interval_join_forgets", "late_row_of_a_window",
        "left_join_retracts_null", "regular_join_keeps_everything", "temporal_join_waits", "top_order",
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


def test_a_window_without_a_time_attribute_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "examples/sql/tumble_without_watermark.sql"]) != 0
    assert "time attribute type, but is TIMESTAMP(3)" in capsys.readouterr().err
