"""Tables of external systems: files and generated records in, kept messages out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flinksim.cli import main

KAFKA = "'connector'='kafka', 'topic'='orders', 'properties.bootstrap.servers'='x'"


def run_sql(tmp_path: Path, text: str, *options: str) -> int:
    script = tmp_path / "query.sql"
    script.write_text(text)
    return main(["run", str(script), *options])


def test_a_table_without_a_file_is_named_with_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = f"CREATE TABLE o (id BIGINT) WITH ({KAFKA}, 'format'='json'); SELECT id FROM o;"
    assert run_sql(tmp_path, sql) != 0
    err = capsys.readouterr().err
    assert "kafka table o, orders" in err
    assert "--source o=FILE" in err
    assert "--sample 200" in err


def test_a_topic_is_read_through_the_format_and_a_sink_keeps_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "orders.jsonl"
    rows.write_text('{"id": 1, "item": "a"}\n{"id": 2, "item": "a"}\n{"id": 3, "item": "b"}\n')
    out = tmp_path / "out.jsonl"
    sql = f"""
        CREATE TABLE o (id BIGINT, item STRING, off BIGINT METADATA FROM 'offset')
          WITH ({KAFKA}, 'format'='json');
        CREATE TABLE totals (item STRING, n BIGINT, last_offset BIGINT, PRIMARY KEY (item) NOT ENFORCED)
          WITH ('connector'='upsert-kafka', 'topic'='totals', 'key.format'='json',
                'value.format'='json');
        INSERT INTO totals SELECT item, COUNT(*), MAX(off) FROM o GROUP BY item;
    """
    options = ("--source", f"orders={rows}", "--sink", f"totals={out}")
    assert run_sql(tmp_path, sql, *options) == 0
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(one["key"], one["payload"]) for one in written] == [
        ('{"item":"a"}', '{"item":"a","n":1,"last_offset":0}'),
        ('{"item":"a"}', '{"item":"a","n":2,"last_offset":1}'),
        ('{"item":"b"}', '{"item":"b","n":1,"last_offset":2}'),
    ]
    assert f"3 messages written to {out}" in capsys.readouterr().err


def test_rows_are_looked_up_in_a_file_bound_to_an_external_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orders, customers, out = (tmp_path / f"{name}.jsonl" for name in ("orders", "customers", "out"))
    orders.write_text("".join(f'{{"oid": {n}, "cid": {n + 6}}}\n' for n in (1, 2, 3)))
    customers.write_text('{"id": 7, "name": "ann"}\n{"id": 8, "name": "bob"}\n')
    sql = f"""
        CREATE TABLE o (oid INT, cid INT, pt AS PROCTIME()) WITH ({KAFKA}, 'format'='json');
        CREATE TABLE customers (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED)
          WITH ('connector'='jdbc', 'url'='jdbc:x', 'table-name'='people');
        CREATE TABLE named (oid INT, name STRING) WITH ('connector'='kafka', 'topic'='named', 'format'='json');
        INSERT INTO named SELECT o.oid, c.name FROM o
          LEFT JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.cid = c.id;
    """
    bound = ("--source", f"orders={orders}", "--sink", f"named={out}")
    assert run_sql(tmp_path, sql, *bound) != 0
    assert "--source customers=FILE" in capsys.readouterr().err
    assert run_sql(tmp_path, sql, *bound, "--source", f"people={customers}") == 0
    rows = [json.loads(json.loads(line)["payload"]) for line in out.read_text().splitlines()]
    assert [(row["oid"], row["name"]) for row in rows] == [(1, "ann"), (2, "bob"), (3, None)]


def test_changes_of_debezium_become_updates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "changes.jsonl"
    changes = [
        {"op": "c", "before": None, "after": {"id": 1, "v": "x"}},
        {"op": "u", "before": {"id": 1, "v": "x"}, "after": {"id": 1, "v": "y"}},
        {"op": "d", "before": {"id": 1, "v": "y"}, "after": None},
    ]
    rows.write_text("".join(json.dumps(change) + "\n" for change in changes))
    sql = f"""CREATE TABLE o (id BIGINT, v STRING) WITH ({KAFKA}, 'format'='debezium-json');
        SELECT id, v FROM o;"""
    assert run_sql(tmp_path, sql, "--source", f"o={rows}") == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert [line.split()[1] for line in lines[1:]] == ["+I", "-U", "+U", "-D"]


def test_generated_records_have_the_times_that_computed_columns_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = f"""
        CREATE TABLE o (a STRING, b BIGINT, at_a AS TO_TIMESTAMP(a, 'dd.MM.yyyy HH:mm'),
          at_b AS TO_TIMESTAMP_LTZ(b, 0)) WITH ({KAFKA}, 'format'='json');
        SELECT COUNT(*) n FROM o WHERE at_a IS NULL OR YEAR(CAST(at_b AS TIMESTAMP(3))) < 2023;
        SELECT a FROM o;
    """
    assert run_sql(tmp_path, sql, "--sample", "5") == 0
    out = capsys.readouterr().out
    assert "01.01.2024 00:00" in out
    assert "Empty set" in out


def test_generated_records_have_times_also_in_rows_of_a_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = f"""
        CREATE TABLE o (x ROW<tr TIMESTAMP(3), inside ARRAY<ROW<born TIMESTAMP(3)>>>)
          WITH ({KAFKA}, 'format'='json');
        SELECT x.tr, x.inside[1].born FROM o;
    """
    assert run_sql(tmp_path, sql, "--sample", "3") == 0
    out = capsys.readouterr().out
    assert out.count("| +I | 202") == 3, out


def test_a_file_that_is_missing_is_generated_and_a_file_sink_writes_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    sql = f"""
        CREATE TABLE i (id BIGINT, name STRING)
          WITH ('connector'='filesystem', 'path'='{tmp_path}/none.csv', 'format'='csv');
        CREATE TABLE o (id BIGINT, name STRING)
          WITH ('connector'='filesystem', 'path'='{folder}', 'format'='csv');
        INSERT INTO o SELECT * FROM i;
        SELECT name FROM o;
    """
    assert run_sql(tmp_path, sql) != 0
    assert "filesystem table i" in capsys.readouterr().err
    assert run_sql(tmp_path, sql, "--sample", "4") == 0
    parts = [part for part in folder.iterdir() if not part.name.startswith(".")]
    assert sum(len(part.read_text().splitlines()) for part in parts) == 4
    assert "4 rows in set" in capsys.readouterr().out


def test_sample_limits_a_generated_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = """CREATE TABLE g (n BIGINT) WITH ('connector'='datagen', 'number-of-rows'='1000000');
        SELECT n FROM g;"""
    assert run_sql(tmp_path, sql, "--sample", "3") == 0
    assert "3 rows in set" in capsys.readouterr().out


UPSERT = """
    CREATE TABLE g (k INT, v INT) WITH ('connector'='datagen', 'number-of-rows'='5');
    CREATE TABLE o (k INT, v INT, PRIMARY KEY (k) NOT ENFORCED)
      WITH ('connector'='jdbc', 'url'='jdbc:x', 'table-name'='t');
    INSERT INTO o SELECT k, v FROM g;
"""


def test_programs_before_flink_2_3_need_no_conflict_clause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_sql(tmp_path, UPSERT, "--flink", "2.3") != 0
    assert "--flink 2.2" in capsys.readouterr().err
    assert run_sql(tmp_path, UPSERT, "--flink", "2.2") == 0
    err = capsys.readouterr().err
    assert "jdbc table o: 5 messages" in err
    assert "before Flink 2.3" not in err


@pytest.mark.parametrize("options", [["run"], ["plan"], ["plan", "--layer", "job"]])
def test_a_rule_of_flink_2_3_is_reported_and_the_program_goes_on(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "query.sql"
    script.write_text(UPSERT)
    assert main([options[0], str(script), *options[1:]]) == 0
    assert "this runs as before Flink 2.3. The query has an upsert key" in capsys.readouterr().err


def test_check_reports_a_rule_of_flink_2_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "job.py"
    statements = [text for text in UPSERT.split(";") if text.strip()]
    program.write_text(
        "from pyflink.table import EnvironmentSettings, TableEnvironment\n"
        "t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())\n"
        + "".join(f"t_env.execute_sql({' '.join(text.split())!r})\n" for text in statements)
    )
    assert main(["check", str(program)]) == 1
    out = capsys.readouterr().out
    assert f"{program}:5: Flink rejects this: The query has an upsert key" in out
    assert main(["check", str(program), "--flink", "1.18"]) == 0


@pytest.mark.parametrize(
    "computed",
    [
        "TO_TIMESTAMP(REPLACE(t, 'T', ' '))",
        "TO_TIMESTAMP(TRIM(t), 'yyyy-MM-dd HH:mm')",
        "TO_TIMESTAMP(t)",
    ],
)
def test_generated_times_have_the_form_that_a_computed_column_reads(
    computed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = f"""CREATE TABLE o (t STRING, ts AS {computed}, WATERMARK FOR ts AS ts)
        WITH ({KAFKA}, 'format'='json');
        SELECT COUNT(ts), COUNT(t) FROM o HAVING COUNT(ts) = 5;"""
    assert run_sql(tmp_path, sql, "--sample", "5") == 0
    assert " |                    5 |                    5 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("declared", "shown"),
    [
        ("DOUBLE PRECISION", "DOUBLE"),
        ("CHAR VARYING(3)", "VARCHAR(3)"),
        ("CHARACTER VARYING(4)", "VARCHAR(4)"),
        ("BINARY VARYING(5)", "VARBINARY(5)"),
    ],
)
def test_types_of_two_words(
    declared: str, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = f"CREATE TABLE g (a {declared}, b INT) WITH ('connector'='datagen'); DESCRIBE g;"
    assert run_sql(tmp_path, sql) == 0
    assert f" {shown} | TRUE |" in capsys.readouterr().out


def test_statements_about_tables_print_what_flink_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = "CREATE TABLE g (a INT) WITH ('connector'='datagen'); DESCRIBE g; SHOW CREATE TABLE g;"
    assert run_sql(tmp_path, f"{sql} EXPLAIN PLAN FOR SELECT a FROM g;") == 0
    out = capsys.readouterr().out
    assert "|    a |  INT | TRUE |     |        |           |" in out
    assert "  `a` INT\n" in out
    assert "..." not in out
    assert "== Optimized Execution Plan ==\nTableSourceScan" in out


EVERY_TYPE = """
    CREATE TABLE t (
      a TIMESTAMP_LTZ(3), b TIMESTAMP(6), c DATE, d TIME, e DECIMAL(5,1), f MAP<STRING, INT>,
      g ARRAY<TIMESTAMP_LTZ(3)>, h ROW<x TIMESTAMP_LTZ(3), y BOOLEAN>, i BYTES, j SMALLINT, k TINYINT,
      l BIGINT, m FLOAT, n DOUBLE, o CHAR(3), p VARCHAR(4), q VARBINARY(10), r MULTISET<STRING>,
      WATERMARK FOR a AS a - INTERVAL '5' SECOND
    ) WITH ('connector'='kafka', 'topic'='t', 'format'='%s');
    SELECT COUNT(a), COUNT(h.x), COUNT(i), COUNT(r), COUNT(g[1]) FROM t;
"""


@pytest.mark.parametrize("form", ["json", "csv", "avro", "debezium-json"])
def test_a_sample_has_a_value_of_every_type(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_sql(tmp_path, EVERY_TYPE % form, "--sample", "6") == 0
    last = capsys.readouterr().out.splitlines()[-3]
    assert last.split("|")[2:-1] == ["6".rjust(21) + " "] * 5


LOOKUP = """
    CREATE TABLE orders (order_id STRING, customer_id STRING, pt AS PROCTIME())
      WITH ('connector'='kafka', 'topic'='orders', 'format'='json');
    CREATE TABLE customers (id STRING, city STRING, PRIMARY KEY (id) NOT ENFORCED)
      WITH ('connector'='jdbc', 'url'='jdbc:x', 'table-name'='customers');
    SELECT order_id, city FROM orders AS o
      JOIN customers FOR SYSTEM_TIME AS OF o.pt AS c ON o.customer_id = c.id;
"""


def test_samples_of_two_tables_can_be_joined_by_their_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_sql(tmp_path, LOOKUP, "--sample", "40") == 0
    out = capsys.readouterr().out
    assert out.count("+I") == 40  # each order once, although 40 rows of 5 customers were generated


def test_what_is_not_bound_is_described_as_it_was_declared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_sql(tmp_path, LOOKUP) == 1
    err = capsys.readouterr().err
    assert "jdbc table customers, jdbc:x (id STRING NOT NULL, city STRING)" in err
    assert run_sql(tmp_path, EVERY_TYPE % "json") == 1
    assert "(a TIMESTAMP_LTZ(3), b TIMESTAMP(6), c DATE" in capsys.readouterr().err
