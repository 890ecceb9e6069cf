"""Batch mode gives the batch answer: last results only, no late rows, any ORDER BY."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

TABLES = """
SET 'execution.runtime-mode' = 'batch';
CREATE TABLE o (k STRING, v INT, ts TIMESTAMP(3)) WITH
  ('connector'='kafka', 'topic'='o', 'properties.bootstrap.servers'='x', 'format'='json');
"""
ROWS = [("a", 1, 1), ("b", 2, 12), ("a", 3, 3), ("c", 9, 25)]
JSON = "\n".join(f'{{"k":"{k}","v":{v},"ts":"2024-01-01 00:00:{s:02}"}}' for k, v, s in ROWS)


def query(tmp_path: Path, capsys: pytest.CaptureFixture[str], sql: str) -> list[list[str]]:
    script = tmp_path / "query.sql"
    script.write_text(TABLES + sql)
    (tmp_path / "o.jsonl").write_text(JSON)
    assert main(["run", str(script), "--source", f"o={tmp_path}/o.jsonl"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_groups_have_one_row_each_in_the_order_of_the_query(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = "SELECT k, SUM(v) s FROM o GROUP BY k ORDER BY s DESC, k;"
    assert query(tmp_path, capsys, sql) == [["c", "9"], ["a", "4"], ["b", "2"]]


def test_the_first_rows_are_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert query(tmp_path, capsys, "SELECT v FROM o ORDER BY v DESC LIMIT 2;") == [["9"], ["3"]]


def test_windows_need_no_watermark_and_drop_no_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = """SELECT window_start, SUM(v) FROM TABLE(TUMBLE(TABLE o, DESCRIPTOR(ts),
             INTERVAL '10' SECOND)) GROUP BY window_start, window_end;"""
    assert [row[1] for row in sorted(query(tmp_path, capsys, sql))] == ["4", "2", "9"]


def test_no_rows_have_one_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = "SELECT COUNT(*), SUM(v) FROM o WHERE v > 100;"
    assert query(tmp_path, capsys, sql) == [["0", "<NULL>"]]


def test_a_sink_for_appends_takes_aggregates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = f"""CREATE TABLE out_file (k STRING, n BIGINT) WITH ('connector'='filesystem',
              'path'='{tmp_path}/out', 'format'='csv');
              INSERT INTO out_file SELECT k, COUNT(*) FROM o GROUP BY k;"""
    assert query(tmp_path, capsys, sql) == []
    parts = [part for part in (tmp_path / "out").iterdir() if not part.name.startswith(".")]
    lines = [line for part in parts for line in part.read_text().splitlines()]
    assert sorted(lines) == ["a,2", "b,1", "c,1"]


@pytest.mark.parametrize(
    ("call", "values"),
    [
        ("SUM(v) OVER (PARTITION BY k)", ["4", "4", "2", "9"]),
        ("MAX(v) OVER ()", ["9", "9", "9", "9"]),
        ("SUM(v) OVER (PARTITION BY k ORDER BY v)", ["1", "4", "2", "9"]),
        (
            "SUM(v) OVER (ORDER BY v ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING)",
            ["3", "12", "5", "9"],
        ),
        (
            "COUNT(*) OVER (ORDER BY v RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
            ["2", "2", "3", "1"],
        ),
        ("LEAD(v) OVER (PARTITION BY k ORDER BY v)", ["3", "<NULL>", "<NULL>", "<NULL>"]),
        ("NTILE(2) OVER (ORDER BY v)", ["1", "2", "1", "2"]),
        ("PERCENT_RANK() OVER (ORDER BY v DESC)", ["1.0", "0.3333333333333333", "0.6666666666666666", "0.0"]),
        ("CUME_DIST() OVER (ORDER BY k)", ["0.5", "0.5", "0.75", "1.0"]),
    ],
)  # fmt: skip
def test_over_windows_see_rows_before_and_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], call: str, values: list[str]
) -> None:
    rows = query(tmp_path, capsys, f"SELECT k, v, {call} FROM o;")
    assert sorted(rows) == [
        [k, v, value]
        for (k, v), value in zip(
            [("a", "1"), ("a", "3"), ("b", "2"), ("c", "9")], values, strict=True
        )
    ]


def test_ranks_with_ties_can_be_filtered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = """SELECT k, r FROM (SELECT k, RANK() OVER (ORDER BY k) AS r FROM o) WHERE r <= 3;"""
    assert sorted(query(tmp_path, capsys, sql)) == [["a", "1"], ["a", "1"], ["b", "3"]]
