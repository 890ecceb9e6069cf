"""The Results panel of a SQL run: the table and its changelog at each step, as Python computes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.trace.changelog import Changelog, read_changelogs
from tests.table.sql_runs import run_file, run_script
from tests.viz.widgets.test_page import Open

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "sql"
ROWS = (("a", 1, 1), ("b", 2, 2), ("a", 3, 3), ("a", 5, 14), ("b", 4, 4))
COUNTS = "SELECT k, COUNT(*) AS n, SUM(v) AS total FROM clicks GROUP BY k;"
TOP = (
    "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY total DESC) AS rn\n"
    "FROM (SELECT k, SUM(v) AS total FROM clicks GROUP BY k)) WHERE rn <= 1;"
)
APPENDS = "SELECT k, v FROM clicks;"


def list_expected(log: Changelog, step: int) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the rows of the table, and each change with the numbers of those that it is linked to."""
    count = sum(change.step <= step for change in log.changes)
    changes = []
    for change in reversed(log.changes[:count]):
        pairs = [one for one in (change.retracts, change.retracted_by) if one is not None]
        linked = " ".join(str(one) for one in pairs if one < count)
        changes.append((str(change), linked))
    return [row.values for row in log.list_rows(step)], changes


@pytest.mark.parametrize("script", [COUNTS, TOP])
def test_the_table_and_the_changes_are_shown_at_each_step(
    exported: Open, tmp_path: Path, script: str
) -> None:
    trace = run_script(tmp_path, script, *ROWS)
    (log,) = read_changelogs(trace)
    shown = exported(trace)
    for step in sorted({change.step for change in log.changes}):
        shown.scrub(trace.event_range(step)[1])
        table, changes = shown.page.evaluate(
            """() => [...document.querySelectorAll(".changelog > div")].map((part) =>
                [...part.querySelectorAll(".change")].map((row) =>
                    part.previousElementSibling.textContent.startsWith("Table")
                        ? row.querySelector("span").textContent
                        : [`${row.querySelector("b").textContent}[${row.querySelector("span").textContent}]`,
                           row.dataset.pairs]))"""
        )
        expected_table, expected_changes = list_expected(log, step)
        assert table == expected_table
        assert [tuple(change) for change in changes] == expected_changes
    assert shown.complaints == []


def test_no_input_limits_a_watermark_that_there_is_not(exported: Open) -> None:
    shown = exported(run_file(EXAMPLES / "group_by_updates_for_ever.sql"), position=None)
    assert "result -U" in shown.text("sentence")  # what the question is about
    assert shown.page.locator(".stripTask").count() >= 2
    assert shown.page.locator(".stripTask.holds").count() == 0
    assert "limits" not in shown.page.inner_text(".jobStrip")


def test_a_pointer_marks_the_rows_that_retract_each_other(exported: Open, tmp_path: Path) -> None:
    trace = run_script(tmp_path, COUNTS, *ROWS)
    shown = exported(trace)
    shown.scrub(len(trace.events))
    shown.page.hover('.change[data-number="2"]')
    marked = shown.page.evaluate(
        '() => [...document.querySelectorAll(".change.pair")].map((row) => row.title)'
    )
    assert marked == ["-U[a, 1, 1]: retracts #1", "+I[a, 1, 1]: retracted by #3"]


def test_a_click_goes_to_the_change(exported: Open, tmp_path: Path) -> None:
    trace = run_script(tmp_path, COUNTS, *ROWS)
    (log,) = read_changelogs(trace)
    shown = exported(trace)
    shown.scrub(len(trace.events))
    shown.page.click('.change[data-number="2"]')
    assert shown.position == log.changes[2].event_index + 1


def test_a_run_that_only_appends_keeps_the_list_of_results(exported: Open, tmp_path: Path) -> None:
    shown = exported(run_script(tmp_path, APPENDS, *ROWS))
    shown.press("last")
    assert shown.page.locator(".changelog").is_hidden()
    assert shown.page.locator(".resultRow").count() == len(ROWS)


def test_a_query_without_event_time_opens_at_its_changelog(exported: Open, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "clicks.csv").write_text("a,1\na,2\n")
    program = folder / "query.sql"
    program.write_text(
        "CREATE TABLE clicks (k STRING, v INT) WITH ('connector' = 'filesystem', "
        f"'path' = '{folder / 'clicks.csv'}', 'format' = 'csv');\n" + COUNTS
    )
    shown = exported(run_file(program))
    shown.press("last")
    assert shown.page.locator(".changelog .change").count() == 1 + 3
    assert shown.page.locator(".planePanel").is_hidden()  # the chart of event time would be empty
    assert shown.page.locator('[data-view="chart"]').inner_text() == "Table"
