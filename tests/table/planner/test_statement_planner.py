"""The planner: names, types, operators and errors, as Flink 2.3.0 has them."""

from __future__ import annotations

import re

import pytest

from flinksim.table.planner.planner_errors import SqlError
from flinksim.table.planner.sql_ast import Insert, QueryStatement
from flinksim.table.planner.sql_parser import parse_statement, parse_statements
from flinksim.table.planner.statement_planner import Planner

BID = """CREATE TABLE bid (
  k STRING, v INT, p DECIMAL(10, 2), ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '2' SECOND
) WITH ('connector' = 'datagen')"""
SINK = "CREATE TABLE out_ ({}) WITH ('connector' = '{}')"


def make_planner(*statements: str) -> Planner:
    planner = Planner()
    for statement in (BID, *statements):
        planner.execute(parse_statement(statement))
    return planner


def plan_insert(columns: str, query: str, connector: str = "blackhole") -> str:
    planner = make_planner(SINK.format(columns, connector))
    statement = parse_statement(f"INSERT INTO out_ {query}")
    assert isinstance(statement, Insert)
    text = planner.plan([statement]).explain(changelog=True)
    return text.split("== Optimized Physical Plan ==\n")[1].split("\n\n")[0]


def infer_schema(query: str) -> list[str]:
    planner = make_planner()
    statement = parse_statement(query)
    assert isinstance(statement, QueryStatement)
    return [f"{f.name} {f.type.to_summary()}" for f in planner.translate(statement.query).fields]


def test_a_group_by_updates() -> None:
    assert plan_insert("k STRING, c BIGINT", "SELECT k, COUNT(*) FROM bid GROUP BY k") == (
        "Sink(table=[default_catalog.default_database.out_], fields=[k, EXPR$1], "
        "changelogMode=[NONE])\n"
        "+- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS EXPR$1], changelogMode=[I,UB,UA])\n"
        "   +- Exchange(distribution=[hash[k]], changelogMode=[I])\n"
        "      +- Calc(select=[k], changelogMode=[I])\n"
        "         +- WatermarkAssigner(rowtime=[ts], watermark=[-(ts, 2000:INTERVAL SECOND)], "
        "changelogMode=[I])\n"
        "            +- TableSourceScan(table=[[default_catalog, default_database, bid]], "
        "fields=[k, v, p, ts], changelogMode=[I])"
    )


def test_an_upsert_sink_with_the_same_key_needs_no_update_before() -> None:
    text = plan_insert(
        "k STRING, c BIGINT, PRIMARY KEY (k) NOT ENFORCED",
        "SELECT k, COUNT(*) FROM bid GROUP BY k",
        "upsert-kafka",
    )
    assert "COUNT(*) AS EXPR$1], changelogMode=[I,UA])" in text


def test_types_follow_flink() -> None:
    assert infer_schema(
        "SELECT v + 1 AS a, p * 2 AS b, p / 3 AS c, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS d, "
        "CAST(NULL AS BIGINT) AS e, 'x' || k AS f FROM bid"
    ) == [
        "a INT",
        "b DECIMAL(21, 2)",
        "c DECIMAL(21, 13)",
        "d INT",
        "e BIGINT",
        "f STRING",
    ]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT nope FROM bid", "From line 1, column 8 to line 1, column 11: Column 'nope' not"),
        (
            "SELECT\n  x.k FROM bid",
            "From line 2, column 3 to line 2, column 5: Table 'x' not found",
        ),
        ("SELECT k, v FROM bid GROUP BY k", "At line 1, column 11: Expression 'v' is not being gr"),
        ("SELECT UPPER(k, k) FROM bid", "Invalid number of arguments to function 'UPPER'"),
        ("SELECT (k FROM bid", 'Encountered "FROM" at line 1, column 11. Was expecting: ).'),
        ("SELECT * FROM bid ORDER BY", "SQL parse failed."),
    ],
)
def test_an_error_says_where(query: str, message: str) -> None:
    with pytest.raises(SqlError, match=re.escape(message)):
        infer_schema(query)


def test_sorting_an_unbounded_table_is_rejected() -> None:
    with pytest.raises(SqlError, match="Sort on a non-time-attribute field is not supported"):
        plan_insert("k STRING", "SELECT k FROM bid ORDER BY k")


def test_an_append_only_sink_rejects_updates() -> None:
    with pytest.raises(
        SqlError, match="doesn't support consuming update changes which is produced"
    ):
        plan_insert("k STRING, c BIGINT", "SELECT k, COUNT(*) FROM bid GROUP BY k", "kafka")


def test_equal_branches_become_one_node() -> None:
    planner = make_planner(SINK.format("k STRING", "print"))
    statement = parse_statement("INSERT INTO out_ SELECT a.k FROM bid a JOIN bid b ON a.k = b.k")
    assert isinstance(statement, Insert)
    types = [node["type"] for node in planner.plan([statement]).compiled["nodes"]]
    assert types.count("stream-exec-table-source-scan_2") == 1


def test_a_script_is_split_at_semicolons() -> None:
    script = f"{BID};\nSET 'a.b' = 'c';\nEXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; END;"
    kinds = [type(statement).__name__ for statement in parse_statements(script)]
    assert kinds == ["CreateTable", "SetOption", "StatementGroup"]
