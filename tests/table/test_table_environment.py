"""The Table API and SQL: programs run, and their results are those of Flink."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flinksim.common.typeinfo import Types
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.table import (
    AggregateFunction,
    DataTypes,
    EnvironmentSettings,
    Over,
    Schema,
    StreamTableEnvironment,
    Table,
    TableDescriptor,
    TableEnvironment,
    Tumble,
)
from flinksim.table.expressions import call, col, lit, row_interval
from flinksim.table.sql_script import explain_script, run_script
from flinksim.table.udf import udaf, udf, udtf

CLICKS = """CREATE TABLE clicks (
  id BIGINT, ts AS TO_TIMESTAMP_LTZ(id * 1000, 3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH ('connector' = 'datagen', 'fields.id.kind' = 'sequence', 'fields.id.start' = '1',
  'fields.id.end' = '6')"""


def make_environment() -> TableEnvironment:
    return TableEnvironment.create(EnvironmentSettings.in_streaming_mode())


def read_changes(table: Table) -> list[str]:
    return [f"{row.get_row_kind()}{list(row)}" for row in table.execute().collect()]


def make_words(environment: TableEnvironment) -> Table:
    return environment.from_elements([(1, "a b"), (2, "c"), (1, "d")], ["id", "words"])


def test_a_grouped_table_updates() -> None:
    words = make_words(make_environment())
    counted = words.group_by(col("id")).select(col("id"), col("words").count.alias("n"))
    assert read_changes(counted) == ["+I[1, 1]", "+I[2, 1]", "-U[1, 1]", "+U[1, 2]"]
    assert counted.get_schema().get_field_names() == ["id", "n"]


def test_a_window_is_a_group_window() -> None:
    environment = make_environment()
    environment.execute_sql(CLICKS)
    window = Tumble.over(lit(2).seconds).on(col("ts")).alias("w")
    table = environment.from_path("clicks").window(window).group_by(col("w"))
    summed = table.select(col("id").sum.alias("total"))
    assert "GroupWindowAggregate(window=[TumblingGroupWindow('w$, ts, 2000)]" in summed.explain()
    assert read_changes(summed) == ["+I[1]", "+I[5]", "+I[9]", "+I[6]"]


def test_an_over_window_sees_the_rows_before() -> None:
    environment = make_environment()
    environment.execute_sql(CLICKS)
    window = Over.order_by(col("ts")).preceding(row_interval(1)).alias("w")
    table = environment.from_path("clicks").over_window(window)
    summed = table.select(col("id").sum.over(col("w")).alias("s"))
    assert read_changes(summed) == [f"+I[{n}]" for n in (1, 3, 5, 7, 9, 11)]


def test_user_defined_functions_run() -> None:
    @udf(result_type=DataTypes.STRING())
    def upper(text: str) -> str:
        return text.upper()

    @udtf(result_types=[DataTypes.STRING(), DataTypes.INT()])
    def split(text: str) -> Iterator[tuple[str, int]]:
        for word in text.split():
            yield word, len(word)

    class Mean(AggregateFunction):
        def create_accumulator(self) -> Any:
            return [0, 0]

        def accumulate(self, accumulator: Any, *args: Any) -> None:
            accumulator[0] += args[0]
            accumulator[1] += 1

        def get_value(self, accumulator: Any) -> Any:
            return accumulator[0] / accumulator[1] if accumulator[1] else None

    mean = udaf(Mean(), result_type=DataTypes.DOUBLE())
    environment = make_environment()
    words = make_words(environment)
    assert read_changes(words.select(upper(col("words")))) == ["+I['A B']", "+I['C']", "+I['D']"]
    joined = words.join_lateral(call(split, col("words")).alias("word", "size"))
    assert read_changes(joined.select(col("id"), col("word")))[:2] == ["+I[1, 'a']", "+I[1, 'b']"]
    environment.create_temporary_function("mean", mean)
    environment.create_temporary_view("words", words)
    assert read_changes(environment.sql_query("SELECT mean(id) FROM words")) == [
        "+I[1.0]",
        "-U[1.0]",
        "+U[1.5]",
        "-U[1.5]",
        "+U[1.3333333333333333]",
    ]


def test_a_stream_becomes_a_table_and_back(capsys: pytest.CaptureFixture[str]) -> None:
    environment = StreamExecutionEnvironment.get_execution_environment()
    tables = StreamTableEnvironment.create(environment)
    kind = Types.ROW_NAMED(["id", "name"], [Types.INT(), Types.STRING()])
    stream = environment.from_collection([(1, "a"), (2, "b"), (1, "c")], type_info=kind)
    tables.create_temporary_view("T", tables.from_data_stream(stream))
    counted = tables.sql_query("SELECT id, COUNT(*) AS c FROM T GROUP BY id")
    tables.to_changelog_stream(counted).map(lambda row: (row[0], row[1])).print()
    environment.execute()
    assert capsys.readouterr().out.splitlines() == ["(1, 1)", "(2, 1)", "(1, 1)", "(1, 2)"]


def test_a_descriptor_declares_a_table() -> None:
    environment = make_environment()
    schema = Schema.new_builder().column("id", DataTypes.BIGINT()).build()
    generated = TableDescriptor.for_connector("datagen").schema(schema).option("number-of-rows", 3)
    environment.create_temporary_table("t", generated.build())
    rows = list(environment.from_path("t").execute().collect())
    again = list(environment.from_path("t").execute().collect())
    assert len(rows) == 3
    assert rows == again
    assert environment.list_tables() == ["t"]


def test_a_script_runs_and_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "query.sql"
    script.write_text(
        f"{CLICKS};\nCREATE TABLE out_ (n BIGINT) WITH ('connector' = 'print');\n"
        "INSERT INTO out_ SELECT MOD(id, 2) FROM clicks WHERE id < 3;\nSELECT 1 AS n1;"
    )
    run_script(script)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["+I[1]", "+I[0]"]
    assert lines[-1] == "1 row in set"
    explain_script(script)
    assert (
        "Calc(select=[CAST(MOD(id, 2) AS BIGINT) AS EXPR$0], where=[<(id, 3)]"
        in capsys.readouterr().out
    )
