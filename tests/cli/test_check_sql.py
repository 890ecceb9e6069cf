"""``flinksim check`` on SQL files and compiled plans, and what flinksim does not support in SQL."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flinksim.cli import main

ORDERS = """
CREATE TABLE o (k STRING, v INT, pt AS PROCTIME(), ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
  WITH ('connector'='datagen', 'number-of-rows'='3');
CREATE TABLE d (k STRING, name STRING)
  WITH ('connector'='jdbc', 'url'='jdbc:x', 'table-name'='d');
"""


def check(tmp_path: Path, sql: str) -> int:
    script = tmp_path / "query.sql"
    script.write_text(ORDERS + sql)
    return main(["check", str(script)])


def test_a_valid_file_has_no_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path, "SELECT k, v FROM o;") == 0
    assert "0 rejected by Flink, 0 not supported by flinksim" in capsys.readouterr().out


def test_an_error_of_flink_is_a_rejection(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(tmp_path, "SELECT nothing FROM o;") == 1
    assert "Flink rejects this: ValidationError" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("sql", "feature"),
    [
        (
            """SELECT * FROM o MATCH_RECOGNIZE (ORDER BY ts MEASURES A.v AS x
               PATTERN (A B) DEFINE A AS v > 1);""",
            "MATCH_RECOGNIZE",
        ),
    ],
)
def test_what_flinksim_lacks_is_named_and_is_no_rejection(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sql: str, feature: str
) -> None:
    assert check(tmp_path, sql) == 0
    out = capsys.readouterr().out
    assert "flinksim does not support this: " in out
    assert feature in out


def test_a_plan_that_cannot_be_read_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps({"flinkVersion": "2.3", "nodes": [{"id": 1, "type": "x_1"}]}))
    main(["check", str(plan)])
    out = capsys.readouterr().out
    assert "SyntaxError" not in out
    assert "NameError" not in out
    assert "1 not supported by flinksim" in out


def test_a_reserved_word_is_reported_at_the_line_of_the_program(tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text(
        "from pyflink.table import EnvironmentSettings, TableEnvironment\n"
        "t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())\n"
        "t_env.execute_sql(\"SELECT normalize(a) FROM (VALUES ('x')) AS t(a)\").print()\n"
    )
    assert main(["check", str(path)]) == 1
    found = capsys.readouterr().out
    assert f"{path}:3: Flink rejects this: SqlParserError: SQL parse failed. Encountered" in found
