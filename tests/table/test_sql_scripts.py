"""Files of SQL statements: those of the SQL client, ALTER, compiled plans, and what is not supported."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

TABLES = """
CREATE TABLE t (a INT) WITH ('connector' = 'datagen', 'fields.a.kind' = 'sequence',
  'fields.a.start' = '1', 'fields.a.end' = '2');
CREATE TABLE p (a INT) WITH ('connector' = 'print');
"""


def run(folder: Path, text: str) -> int:
    script = folder / "query.sql"
    script.write_text(TABLES + text, encoding="utf-8")
    return main(["run", str(script)])


def test_alter_table_renames_and_changes_options_and_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
ALTER TABLE p RENAME TO shown;
ALTER TABLE shown SET ('print-identifier' = 'id');
ALTER TABLE shown ADD (b STRING, c INT);
ALTER TABLE shown DROP (c);
INSERT INTO shown SELECT a, 'x' FROM t;
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "id> +I[1, x]\nid> +I[2, x]\n"


def test_a_plan_is_compiled_to_a_file_and_executed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.json"
    assert run(tmp_path, f"COMPILE PLAN 'file://{plan}' FOR INSERT INTO p SELECT a FROM t;") == 0
    assert capsys.readouterr().out == ""
    assert run(tmp_path, f"EXECUTE PLAN 'file://{plan}';") == 0
    assert capsys.readouterr().out == "+I[1]\n+I[2]\n"
    assert run(tmp_path, f"COMPILE PLAN '{plan}' FOR INSERT INTO p SELECT a FROM t;") == 1
    assert "Cannot overwrite the plan file" in capsys.readouterr().err


def test_statements_of_the_client_have_no_effect_or_end_the_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
ADD JAR '/opt/own-connector.jar';
LOAD MODULE hive WITH ('hive-version' = '3.1.3');
USE MODULES hive, core;
ANALYZE TABLE t COMPUTE STATISTICS;
CREATE TABLE own (a INT) WITH ('connector' = 'of-the-jar');
INSERT INTO own SELECT a FROM t;
QUIT;
SELECT a FROM missing;
"""
    assert run(tmp_path, text) == 0
    assert "of-the-jar table own: 2 messages" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM t WHERE a = 1", "flinksim does not support DELETE (line 5)"),
        ("ALTER TABLE t COMPACT", "flinksim does not support ALTER TABLE COMPACT"),
        ("ALTER DATABASE d SET ('a' = 'b')", "flinksim does not support ALTER DATABASE"),
        ("ALTER TABLE u RENAME TO v", "`u` doesn't exist"),
        ("ALTER TABLE t DROP b", "The column `b` does not exist"),
        ("EXECUTE PLAN 'missing.json'", "Cannot find the plan file 'missing.json'"),
        ("UNLOAD MODULE hive", "No module with name 'hive' exists"),
    ],
)
def test_an_error_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, message: str
) -> None:
    assert run(tmp_path, f"{statement};") == 1
    assert message in capsys.readouterr().err


def test_a_query_may_be_a_column_beside_an_aggregation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "count.sql"
    script.write_text(
        "CREATE TABLE t (v INT) WITH ('connector' = 'datagen', 'number-of-rows' = '3', "
        "'fields.v.kind' = 'sequence', 'fields.v.start' = '1', 'fields.v.end' = '3');\n"
        "SELECT MAX(v) AS m, (SELECT COUNT(*) FROM t) AS c FROM t;\n"
    )
    assert main(["run", str(script)]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert rows[-1].split() == ["|", "+I", "|", "3", "|", "3", "|"]  # as on Flink 2.3.0
