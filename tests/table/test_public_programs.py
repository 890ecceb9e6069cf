"""What public programs of PyFlink's Table API use: module names, catalogs, rows as arguments, exchanges."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

HEAD = """
from pyflink.table import *
from pyflink.table.expressions import col, lit
env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
"""


def run(folder: Path, text: str, *options: str) -> int:
    program = folder / "program.py"
    program.write_text(text, encoding="utf-8")
    return main(["run", str(program), *options])


def test_the_print_connector_prints_as_java(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line was recorded from Flink 2.3.0."""
    values = (
        "TRUE, CAST(0.1 AS FLOAT), 1e10, TIMESTAMP '2020-01-01 00:00:00', "
        "CAST(TIMESTAMP '2020-01-01 00:00:05.120' AS TIMESTAMP_LTZ(3)), TIME '10:00:00', "
        "CAST(X'01FF' AS BYTES), MAP['k', 1], "
        "ROW(1, CAST('2020-01-01 00:00:01.000100' AS TIMESTAMP(6))), CAST(NULL AS STRING)"
    )
    text = f"""{HEAD}
env.execute_sql('''CREATE TABLE p (a BOOLEAN, b FLOAT, c DOUBLE, d TIMESTAMP(3), e TIMESTAMP_LTZ(3),
  f TIME, g BYTES, h MAP<STRING, INT>, i ROW<x INT, y TIMESTAMP(6)>, j STRING)
  WITH ('connector' = 'print')''')
env.execute_sql("INSERT INTO p SELECT {values}").wait()
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "+I[true, 0.1, 1.0E10, 2020-01-01T00:00, 2020-01-01T00:00:05.120Z, 10:00, [1, -1], {k=1}, "
        "+I[1, 2020-01-01T00:00:01.000100], null]"
    )


def test_exchanges_of_a_pyflink_program_are_those_of_java(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""{HEAD}
env.get_config().set("parallelism.default", "4")
t = env.from_elements([(n % 5, n) for n in range(20)], ["a", "b"])
result = t.group_by(col("a")).select(col("a"), col("b").sum)
print(sorted(tuple(row) for row in result.execute().collect() if str(row.get_row_kind()) == "+U")[-1])
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out.splitlines()[0] == "(4, 46)"
    assert main(["plan", str(tmp_path / "program.py")]) == 0
    assert "_stream_key_by_map_operator" not in capsys.readouterr().out


def test_functions_without_arguments_take_the_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""{HEAD}
from pyflink.common import Row
from pyflink.table.udf import udf, udtf, udaf, AggregateFunction
t = env.from_elements([(1, "a,b"), (2, "c")], ["id", "data"])
double = udf(lambda row: Row(row.id * 2, row[1]), result_type="ROW<id BIGINT, data STRING>")
@udtf(result_types=[DataTypes.BIGINT(), DataTypes.STRING()])
def split(row):
    for part in row.data.split(","):
        yield row.id, part
class Total(AggregateFunction):
    def create_accumulator(self): return [0]
    def accumulate(self, accumulator, row): accumulator[0] += row.id
    def get_value(self, accumulator): return Row(accumulator[0])
    def get_accumulator_type(self): return DataTypes.ARRAY(DataTypes.BIGINT())
    def get_result_type(self): return DataTypes.ROW([DataTypes.FIELD("total", DataTypes.BIGINT())])
def show(table):
    print([tuple(row) for row in table.execute().collect()])
show(t.map(double))
show(t.flat_map(split))
show(t.join_lateral(split.alias("x", "y")))
show(t.aggregate(udaf(Total())).select(col("total")))
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out.splitlines() == [
        "[(2, 'a,b'), (4, 'c')]",
        "[(1, 'a'), (1, 'b'), (2, 'c')]",
        "[(1, 'a,b', 1, 'a'), (1, 'a,b', 1, 'b'), (2, 'c', 2, 'c')]",
        "[(1,), (1,), (3,)]",
    ]


def test_a_stream_schema_may_hide_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """PyFlink's own example of a sliding window: ``f0`` is used, but is no column."""
    text = """
from pyflink.common import Instant, Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import DataTypes, Schema, StreamTableEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
tables = StreamTableEnvironment.create(env)
stream = env.from_collection([(Instant.of_epoch_milli(1000), "a")],
                             type_info=Types.ROW([Types.INSTANT(), Types.STRING()]))
table = tables.from_data_stream(stream, Schema.new_builder()
    .column_by_expression("ts", "CAST(f0 AS TIMESTAMP(3))").column("f1", DataTypes.STRING())
    .watermark("ts", "ts - INTERVAL '3' SECOND").build()).alias("ts", "name")
print([tuple(row) for row in table.execute().collect()])
"""
    assert run(tmp_path, text) == 0
    assert "[(datetime.datetime(1970, 1, 1, 0, 0, 1), 'a')]" in capsys.readouterr().out


def test_tables_of_an_external_catalog_are_those_of_its_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""{HEAD}
from pyflink.table.catalog import HiveCatalog, ObjectPath
env.execute_sql("CREATE CATALOG lake WITH ('type' = 'iceberg', 'warehouse' = 's3://x')")
env.execute_sql("CREATE DATABASE lake.db")
env.execute_sql("CREATE TABLE lake.db.t (a INT, b STRING)")
env.register_catalog("hive", HiveCatalog("hive", "mine"))
env.use_catalog("hive")
print(env.get_current_database(), env.list_catalogs())
print(env.get_catalog("lake").table_exists(ObjectPath("db", "t")))
env.execute_sql("INSERT INTO lake.db.t VALUES (1, 'x')").wait()
"""
    assert run(tmp_path, text) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines()[:2] == ["mine ['default_catalog', 'hive', 'lake']", "True"]
    assert "iceberg table t: 1 messages" in shown.err


def test_types_are_classes_of_pyflink_table_types(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""{HEAD}
from pyflink.table.types import DataTypes, RowField, RowType, TimestampType
kind = RowType([RowField("t", TimestampType(3)), DataTypes.FIELD("n", DataTypes.INT())])
print(kind, isinstance(kind, RowType), isinstance(kind, TimestampType), kind.field_names())
"""
    assert run(tmp_path, text) == 0  # it runs no job, which is no mistake
    shown = capsys.readouterr()
    assert shown.out == "ROW<`t` TIMESTAMP(3), `n` INT> True False ['t', 'n']\n"
    assert "ran no job: it declared or explained tables only" in shown.err


def test_sql_registers_functions_of_python_modules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own_functions.py").write_text(
        "from pyflink.table.udf import udf\n"
        "shout = udf(lambda text: text.upper(), result_type='STRING')\n",
        encoding="utf-8",
    )
    text = f"""{HEAD}
env.execute_sql("CREATE TEMPORARY FUNCTION shout AS 'own_functions.shout' LANGUAGE PYTHON")
print([tuple(row) for row in env.sql_query("SELECT shout('a')").execute().collect()])
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "[('A',)]\n"


def test_a_table_aggregate_function_returns_rows_of_a_group(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The changes were recorded from PyFlink 2.3.0, with bundles of one record."""
    text = f"""{HEAD}
from pyflink.common import Row
from pyflink.table.udf import TableAggregateFunction, udtaf
class Top2(TableAggregateFunction):
    def create_accumulator(self): return [None, None]
    def accumulate(self, accumulator, row):
        found = sorted([row.a, *(n for n in accumulator if n is not None)], reverse=True)
        accumulator[:] = (found + [None])[:2]
    def emit_value(self, accumulator):
        yield Row(accumulator[0])
        yield Row(accumulator[1])
    def get_accumulator_type(self): return DataTypes.ARRAY(DataTypes.BIGINT())
    def get_result_type(self): return DataTypes.ROW([DataTypes.FIELD("a", DataTypes.BIGINT())])
t = env.from_elements([(1, "Hi"), (3, "Hi"), (5, "Hi2"), (7, "Hi"), (2, "Hi")], ["a", "b"])
top = udtaf(Top2())
result = t.group_by(col("b")).flat_aggregate(top).select(col("*"))
print(*(f"{{row.get_row_kind()}}[{{row[0]}}, {{row[1]}}]" for row in result.execute().collect()))
print([line for line in result.explain().splitlines() if "TableAggregate" in line][1].split("$")[0])
print([list(row) for row in t.flat_aggregate(top.alias("z")).select(col("z")).execute().collect()][-1])
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out.splitlines() == [
        "+I[Hi, 1] +I[Hi, None] -D[Hi, 1] -D[Hi, None] +I[Hi, 3] +I[Hi, 1] +I[Hi2, 5] +I[Hi2, None] "
        "-D[Hi, 3] -D[Hi, 1] +I[Hi, 7] +I[Hi, 3] -D[Hi, 7] -D[Hi, 3] +I[Hi, 7] +I[Hi, 3]",
        "GroupTableAggregate(groupBy=[b], select=[b, Top2",
        "[5]",
    ]


def test_names_of_flink_1_in_imported_files_are_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own_base.py").write_text(
        "from pyflink.table import BatchTableEnvironment, EnvironmentSettings\n"
        "settings = EnvironmentSettings.new_instance().use_blink_planner().in_batch_mode().build()\n"
        "env = BatchTableEnvironment.create(environment_settings=settings)\n",
        encoding="utf-8",
    )
    text = """
from own_base import env
left = env.from_elements([(1, "x"), (2, "y")], ["a", "b"])
right = env.from_elements([(2,)], ["c"])
print([tuple(row) for row in left.where("a.in(%s)" % right).execute().collect()])
"""
    assert run(tmp_path, text) == 0
    shown = capsys.readouterr()
    assert shown.out == "[(2, 'y')]\n"
    assert "own_base.py:1: BatchTableEnvironment: gone since Flink 1.14" in shown.err


def test_a_sink_without_a_schema_has_the_columns_of_the_query(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""{HEAD}
sink = TableDescriptor.for_connector("print").build()
env.from_elements([(1, "x")], ["a", "b"]).execute_insert(sink).wait()
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "+I[1, x]\n"


def test_a_retract_stream_has_the_names_of_its_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment
from pyflink.table.expressions import col
env = StreamExecutionEnvironment.get_execution_environment()
tables = StreamTableEnvironment.create(env)
counted = tables.from_elements([("a",)], ["k"]).group_by(col("k")).select(col("k"), col("k").count)
kind = Types.ROW_NAMED(["key", "n"], [Types.STRING(), Types.LONG()])
tables.to_retract_stream(counted, kind).map(lambda pair: (pair[0], pair[1].n)).print()
env.execute()
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "(True, 1)\n"


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (
            "SELECT k, COUNT(*) FROM t GROUP BY k LIMIT 1",  # LIMIT takes updates back
            "[('a', 1), ('a', 1), ('a', 2)]",
        ),
        ("SELECT ROUND(-0.4e0), ROUND(2.5e0) FROM t LIMIT 1", "[(0.0, 3.0)]"),
        ("SELECT x FROM t CROSS JOIN UNNEST(ARRAY[n]) AS x LIMIT 1", "[(1,)]"),
        ("SELECT k, COLLECT(CAST(NULL AS INT)) FROM t WHERE n = 1 GROUP BY k", "[('a', {})]"),
        ("VALUES (1, 'x')", "[(1, 'x')]"),
    ],
)
def test_results_are_those_of_flink(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], query: str, rows: str
) -> None:
    text = f"""{HEAD}
t = env.from_elements([("a", 1), ("a", 2), ("b", 3)], ["k", "n"])
env.create_temporary_view("t", t)
print([tuple(row) for row in env.sql_query("{query}").execute().collect()])
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == f"{rows}\n"


def test_expressions_add_texts_and_take_columns_as_arguments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""{HEAD}
from pyflink.table.expressions import range_, with_columns
from pyflink.table.udf import udf
t = env.from_elements([(1, 2, "x")], ["a", "b", "c"])
total = udf(lambda *numbers: sum(numbers), result_type=DataTypes.BIGINT())
columns = with_columns(range_("a", "b"))
result = t.select(col("c") + "y", col("c") + col("a"), col("a") + col("b"), total(columns).alias("n"))
print([tuple(row) for row in result.execute().collect()])
options = env.get_config().get_configuration()
options.set_integer("parallelism.default", 2)
print(options.contains_key("parallelism.default"), options.get_integer("parallelism.default", 1))
"""
    assert run(tmp_path, text) == 0
    assert capsys.readouterr().out == "[('xy', 'x1', 3, 3)]\nTrue 2\n"


def test_an_alias_of_several_columns_in_one_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "job.py"
    program.write_text(
        "from pyflink.table import EnvironmentSettings, TableEnvironment\n"
        "from pyflink.table.expressions import col\n"
        "t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())\n"
        "t = t_env.from_elements([(1, 'x')], ['a', 'b']).alias('c, d')\n"
        "t.select(col('d')).execute().print()\n"
    )
    assert main(["run", str(program)]) == 0
    assert (
        f"{program}:4: this runs as before Flink 2.3. In Flink 2 alias" in capsys.readouterr().err
    )
    assert main(["run", str(program), "--flink", "2.3"]) == 1
    assert main(["check", str(program)]) == 1
    assert f"{program}:5: Flink rejects this" in capsys.readouterr().out


@pytest.mark.parametrize(
    "made", ["TableEnvironment.create(settings)", "StreamTableEnvironment.create()"]
)
def test_the_parallelism_set_through_java_objects(
    made: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "job.py"
    program.write_text(
        "from pyflink.table import EnvironmentSettings, StreamTableEnvironment, TableEnvironment\n"
        "settings = EnvironmentSettings.in_streaming_mode()\n"
        f"t_env = {made}\n"
        "t_env._j_tenv.getPlanner().getExecEnv().setParallelism(3)\n"
        "t_env.execute_sql(\"CREATE TABLE g (a INT) WITH ('connector'='datagen')\")\n"
        "t_env.execute_sql(\"CREATE TABLE o (a INT) WITH ('connector'='print')\")\n"
        "t_env.execute_sql('INSERT INTO o SELECT a FROM g GROUP BY a')\n"
    )
    assert main(["plan", str(program)]) == 0
    assert "[parallelism 3]" in capsys.readouterr().out


def test_a_table_config_given_to_create_is_one_of_flink_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "job.py"
    program.write_text(
        "from pyflink.datastream import StreamExecutionEnvironment\n"
        "from pyflink.table import StreamTableEnvironment, TableConfig\n"
        "config = TableConfig()\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "t_env = StreamTableEnvironment.create(env, config)\n"
        "t_env.from_elements([(1, 'x')], ['a', 'b']).execute().print()\n"
    )
    assert main(["run", str(program)]) == 0
    assert f"{program}:5: create(): gone since" in capsys.readouterr().err
    assert main(["check", str(program)]) == 1
    assert f"{program}:5: Flink rejects this: create(): gone since" in capsys.readouterr().out
