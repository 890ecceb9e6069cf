"""Names of columns without an alias, and timestamps of streams; recorded with PyFlink 2.3.0."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.table import DataTypes, Schema, StreamTableEnvironment
from flinksim.table.expressions import col, lit, row
from flinksim.table.planner.planner_errors import ValidationError
from flinksim.table.window import Tumble


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def make_stream(env: StreamExecutionEnvironment) -> Any:
    kind = Types.ROW_NAMED(["k", "t", "v"], [Types.STRING(), Types.LONG(), Types.DOUBLE()])
    stream = env.from_collection([("a", 1000, 1.5), ("b", 3000, 2.5)], kind)
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    return stream.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(SecondField()))


def make_table() -> Any:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = make_stream(env)
    fields = (col("k"), col("t"), col("v"), col("ts").rowtime, col("p").proctime)
    return StreamTableEnvironment.create(env).from_data_stream(stream, *fields)


def get_names(table: Any) -> list[str]:
    return list(table.get_schema().get_field_names())


def test_an_expression_is_named_by_its_position() -> None:
    t = make_table()
    cast = col("v").cast(DataTypes.INT())
    fields = (col("k"), col("v") + 1, col("k").upper_case, lit(5), cast)
    assert get_names(t.select(*fields)) == ["k", "_c1", "_c2", "_c3", "v-INT"]
    assert get_names(t.add_columns(col("v") * 2)) == ["k", "t", "v", "ts", "p", "_c5"]
    assert get_names(t.select(row(col("k"), col("v")))) == ["_c0"]


def test_aggregates_and_window_properties_are_counted() -> None:
    t = make_table()
    keyed = t.group_by(col("k"))
    assert get_names(keyed.select(col("v").sum, col("k").upper_case, col("k"))) == [
        "EXPR$0", "_c1", "k",
    ]  # fmt: skip
    assert get_names(t.select(col("v").sum.alias("a"), col("v").min)) == ["a", "EXPR$1"]
    window = t.window(Tumble.over(lit(2).seconds).on(col("ts")).alias("w"))
    grouped = window.group_by(col("w"), col("k"))
    start, end = col("w").start, col("w").end
    shown = grouped.select(col("v").sum, start, end, col("k"), col("v").max)
    assert get_names(shown) == ["EXPR$0", "EXPR$1", "EXPR$2", "k", "EXPR$3"]
    assert get_names(grouped.select(end, col("v").sum + 1, col("w").rowtime)) == [
        "EXPR$0", "_c1", "EXPR$2",
    ]  # fmt: skip
    assert get_names(grouped.select(start, start.alias("z"), end)) == ["EXPR$0", "z", "EXPR$1"]


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ((col("k"), col("v").alias("k")), "k"),
        ((col("v").sum, col("v").sum.alias("s"), col("v").sum), r"EXPR\$0"),
    ],
)
def test_two_columns_cannot_have_one_name(fields: tuple[Any, ...], name: str) -> None:
    with pytest.raises(ValidationError, match=f"Ambiguous column name: {name}"):
        make_table().select(*fields)


def test_the_timestamps_of_a_stream_become_a_time_attribute(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = make_table()
    table.print_schema()
    assert "`ts` TIMESTAMP(3) *ROWTIME*" in capsys.readouterr().out
    window = Tumble.over(lit(2).seconds).on(col("ts")).alias("w")
    sums = table.window(window).group_by(col("w"), col("k")).select(col("k"), col("v").sum)
    sums.execute().print()
    assert [line.split("|")[2:4] for line in capsys.readouterr().out.splitlines()[3:5]] == [
        ["a".rjust(31) + " ", "1.5".rjust(31) + " "],
        ["b".rjust(31) + " ", "2.5".rjust(31) + " "],
    ]


def test_a_schema_reads_the_timestamps_as_metadata() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    builder = Schema.new_builder().column("k", DataTypes.STRING()).column("t", DataTypes.BIGINT())
    builder.column_by_metadata("rowtime", DataTypes.TIMESTAMP_LTZ(3))
    schema = builder.watermark("rowtime", "SOURCE_WATERMARK()").build()
    t_env = StreamTableEnvironment.create(env)
    table = t_env.from_data_stream(make_stream(env), schema).select(col("rowtime"), col("k"))
    with table.execute().collect() as rows:
        found = [(str(one[0]), one[1]) for one in rows]
    assert found == [("1970-01-01 00:00:01", "a"), ("1970-01-01 00:00:03", "b")]
