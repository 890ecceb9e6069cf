"""``flinksim plan query.sql --stages``: from SQL to the job graph, with reasons for changelog modes."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

TABLES = """CREATE TABLE clicks (k STRING, v INT) WITH ('connector' = 'filesystem',
  'path' = 'clicks.csv', 'format' = 'csv');
CREATE TABLE totals (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED)
  WITH ('connector' = 'upsert-kafka', 'topic' = 't', 'key.format' = 'json', 'value.format' = 'json');
"""
TOP = (
    "SELECT k, total FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY total DESC) AS rn\n"
    "FROM (SELECT k, SUM(v) AS total FROM clicks GROUP BY k)) WHERE rn <= 2;"
)
UPSERT = "INSERT INTO totals SELECT k, COUNT(*) FROM clicks GROUP BY k;"


def print_stages(
    folder: Path, script: str, capsys: pytest.CaptureFixture[str], *options: str
) -> str:
    program = folder / "query.sql"
    program.write_text(TABLES + script)
    assert main(["plan", str(program), "--stages", *options]) == 0
    return capsys.readouterr().out


def test_the_stages_follow_one_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = print_stages(tmp_path, TOP, capsys)
    titles = [line for line in text.splitlines() if line.startswith("== ")]
    assert [title[3:15] for title in titles] == [
        "SQL ==", "Abstract syn", "Optimized ph", "Changelog mo", "Transformati", "Job graph ==",
    ]  # fmt: skip
    assert "FROM (SELECT k, SUM(v) AS total FROM clicks GROUP BY k)) WHERE rn <= 2;" in text
    assert "LogicalAggregate(group=[{0}], total=[SUM($1)])" in text
    assert "v5 Rank -> Sink: *collect*" in text


def test_each_update_has_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = print_stages(tmp_path, TOP, capsys)
    assert "GroupAggregate(groupBy=[k], select=[k, SUM(v) AS total])  [I,UB,UA]" in text
    assert "updates: each row may change the result of its group" in text
    assert "needs UPDATE_BEFORE because of Rank: the old row must be retracted there" in text
    assert "keeps all rows, because any of them may be retracted" in text
    assert "需要 UPDATE_BEFORE" in print_stages(tmp_path, TOP, capsys, "--language", "zh")


def test_an_upsert_sink_needs_no_old_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = print_stages(tmp_path, UPSERT, capsys)
    assert "[I,UA]" in text
    assert "no UPDATE_BEFORE: an upsert sink with the same key finds the old row by its key" in text
    assert "upsert key: [k]" in text


def test_a_python_program_has_no_stages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", str(tmp_path / "job.py"), "--stages"]) != 0
    assert "--stages needs a file of SQL statements" in capsys.readouterr().err
