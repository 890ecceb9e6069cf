"""Programs with the Table API of Flink 1.x run, and say what is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

BATCH = """
from pyflink.dataset import ExecutionEnvironment
from pyflink.table import *

env = ExecutionEnvironment.get_execution_environment()
t_env = BatchTableEnvironment.create(env)
t_env.register_table_source("Orders", CsvTableSource(
    r"{folder}/in.csv", ["a", "b"], [DataTypes.STRING(), DataTypes.INT()], ignore_first_line=True))
t_env.register_table_sink("sink", CsvTableSink(
    ["a", "b"], [DataTypes.STRING(), DataTypes.INT()], r"{folder}/out.csv"))
orders = t_env.scan("Orders")
orders.filter("b > 1").select("a, b * 10 as c").alias("x, y").insert_into("sink")
t_env.execute("job")
"""

CONNECT = """
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment, TableConfig, DataTypes
from pyflink.table.descriptors import FileSystem, Json, Kafka, OldCsv, Rowtime, Schema
from pyflink.table.window import Tumble

env = StreamExecutionEnvironment.get_execution_environment()
t_env = StreamTableEnvironment.create(env, TableConfig())
t_env.connect(Kafka().version("universal").topic("clicks").start_from_earliest()
              .property("bootstrap.servers", "x")) \\
    .with_format(Json().fail_on_missing_field(True).schema(DataTypes.ROW([
        DataTypes.FIELD("user", DataTypes.STRING()), DataTypes.FIELD("at", DataTypes.TIMESTAMP(3))]))) \\
    .with_schema(Schema().field("user", DataTypes.STRING()).field("rowtime", DataTypes.TIMESTAMP(3))
        .rowtime(Rowtime().timestamps_from_field("at").watermarks_periodic_bounded(1000))) \\
    .in_append_mode().create_temporary_table("clicks")
t_env.connect(FileSystem().path(r"{folder}/out.csv")).with_format(OldCsv().field_delimiter(";")) \\
    .with_schema(Schema().field("user", DataTypes.STRING()).field("n", DataTypes.BIGINT())) \\
    .create_temporary_table("sink")
t_env.scan("clicks").window(Tumble.over("10.seconds").on("rowtime").alias("w")) \\
    .group_by("w, user").select("user, user.count as n").insert_into("sink")
t_env.execute("job")
"""


def run(tmp_path: Path, text: str, *options: str) -> int:
    program = tmp_path / "job.py"
    program.write_text(text.replace("{folder}", str(tmp_path)))
    return main(["run", str(program), *options])


def test_a_batch_program_writes_one_csv_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.csv").write_text("a,b\np,1\nq,2\nr,3\n")
    assert run(tmp_path, BATCH) == 0
    assert (tmp_path / "out.csv").read_text() == "q,20\nr,30\n"
    err = capsys.readouterr().err
    assert "expressions as text: gone since Flink 1.16" in err
    assert "execute(): gone since Flink 1.14; use Table.execute_insert()" in err


def test_connect_declares_tables(tmp_path: Path) -> None:
    lines = [f'{{"user": "{u}", "at": "2024-01-01 00:00:{s:02}"}}' for u, s in
             (("a", 1), ("a", 2), ("b", 3), ("a", 30))]  # fmt: skip
    (tmp_path / "clicks.jsonl").write_text("\n".join(lines))
    assert run(tmp_path, CONNECT, "--source", f"clicks={tmp_path}/clicks.jsonl") == 0
    assert sorted((tmp_path / "out.csv").read_text().split()) == ["a;2", "b;1"]


def test_text_in_a_program_for_flink_2_is_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, BATCH, "--flink", "2.3") != 0
    text = """
from pyflink.table import EnvironmentSettings, TableEnvironment
t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
t_env.from_elements([(1,)], ["a"]).select("a").execute().print()
"""
    assert run(tmp_path, text, "--flink", "2.3") != 0
    assert "run with --flink 1.15" in capsys.readouterr().err.replace("runs with", "run with")
