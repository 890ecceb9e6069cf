"""The tables of jobs: the same types, values and texts whichever way a job went; owners of keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyspark.sql import DataFrame, SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.types import Row
from flinksim.common.typeutils.to_string import format_value
from flinksim.connectors import EventLogSource
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import (
    SlidingEventTimeWindows,
    TimeWindow,
    TumblingEventTimeWindows,
    WindowAssigner,
)
from flinksim.replay import ReplaySettings, SparkJob, replay
from flinksim.replay.expressions.record_shapes import (
    create_unpacker,
    create_value_builder,
    get_field_names,
)
from flinksim.replay.expressions.symbolic_values import Kind, RecordShape
from flinksim.replay.kernel.kernel_outcome import format_columns
from flinksim.replay.results.result_types import (
    build_array,
    infer_common_type,
    join_types,
    to_arrow_type,
)
from flinksim.replay.results.tables import ResultTable, SparkTable
from tests.replay.random_programs import Average

LEAST, GREATEST = -(1 << 63), (1 << 63) - 1
WHOLE = st.one_of(
    st.integers(LEAST, GREATEST),
    st.integers(-(1 << 31) - 2, -(1 << 31) + 2),
    st.integers((1 << 31) - 2, (1 << 31) + 2),
    st.sampled_from([0, -1, LEAST, GREATEST]),
)
STRINGS = st.one_of(st.text(), st.text("a'\"\\\n\t\0 é€😀\U0010ffff\x7f", max_size=6))
VALUES: dict[Kind, st.SearchStrategy[Any]] = {
    "int": WHOLE, "str": STRINGS, "bool": st.booleans(), "float": st.floats(),
}  # fmt: skip
ARROW: dict[Kind, pa.DataType] = {
    "int": pa.int64(), "str": pa.string(), "bool": pa.bool_(), "float": pa.float64(),
}  # fmt: skip
NAMES = ("v", "größe", "a.b", "two words", "`")


@st.composite
def shaped_values(
    draw: st.DrawFn, forms: list[Any], kinds: list[Kind], missing: bool
) -> tuple[RecordShape, list[tuple[Any, ...]]]:
    """A shape, and the fields of some values of it."""
    form = draw(st.sampled_from(forms))
    most = 1 if form == "single" else len(NAMES)
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=most))
    fields = tuple((("column", f"c{place}"), kind) for place, kind in enumerate(chosen))
    names = draw(st.permutations(NAMES))[: len(fields)] if form == "row" else ()
    cells = [st.none() | VALUES[kind] if missing else VALUES[kind] for kind in chosen]
    values = draw(st.lists(st.tuples(*cells), min_size=1, max_size=20))
    return RecordShape(form, fields, tuple(names)), values


KINDS: list[Kind] = ["int", "str", "bool", "float"]


@settings(max_examples=40, deadline=None)
@given(shaped_values(["single", "tuple", "row"], KINDS, True))
def test_texts_are_those_that_flink_prints(
    shaped: tuple[RecordShape, list[tuple[Any, ...]]],
) -> None:
    shape, values = shaped
    arrays = [
        pa.array([value[place] for value in values], ARROW[kind])
        for place, (_, kind) in enumerate(shape.fields)
    ]
    column = (
        arrays[0]
        if shape.form == "single"
        else pa.StructArray.from_arrays(arrays, names=list(get_field_names(shape)))
    )
    (told,) = format_columns(
        [pa.record_batch({"value": column})], {"value": create_unpacker(shape)}
    )
    made = [create_value_builder(shape)(value) for value in values]
    expected = [None if value is None else format_value(value) for value in made]
    assert told.column("value").to_pylist() == expected


# --- the type of a column -------------------------------------------------------------------------

PROGRAM_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | WHOLE
    | st.just(1 << 70)
    | st.floats(allow_nan=False)
    | STRINGS
    | st.binary(max_size=3)
    | st.dates()
    | st.datetimes(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.tuples(inner, inner)
        | st.builds(Row, inner, inner)
    ),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PROGRAM_VALUES, max_size=6), st.integers(0, 6), st.randoms())
def test_the_type_of_a_column_is_that_of_its_parts_in_any_order(
    values: list[Any], cut: int, order: Any
) -> None:
    whole = infer_common_type(values)
    parts = [infer_common_type(values[:cut]), infer_common_type(values[cut:])]
    assert join_types(parts) == join_types(parts[::-1]) == whole
    mixed = list(values)
    order.shuffle(mixed)
    assert infer_common_type(mixed) == whole
    column = build_array(values, whole)
    assert len(column) == len(values)
    assert column.type == to_arrow_type(whole)
    assert [cell is None for cell in column.to_pylist()] == [value is None for value in values]


@pytest.mark.parametrize(
    ("values", "type_", "cells"),
    [
        ([1, None, 2.5], "double", [1.0, None, 2.5]),
        ([(1 << 60), 2], "int64", [1 << 60, 2]),
        ([(1 << 60), 2.5], "string", [str(1 << 60), "2.5"]),  # no double holds both
        ([1 << 70], "string", [str(1 << 70)]),
        ([True, 1], "string", ["true", "1"]),
        ([("a", 1), ("b", 2.5)], "struct<f0: string, f1: double>", [("a", 1.0), ("b", 2.5)]),
        ([("a", 1), ("b",)], "string", ["(a,1)", "(b)"]),
        ([[1], [], None], "list<item: int64>", [[1], [], None]),
        ([], "string", []),
    ],
)
def test_values_become_columns(values: list[Any], type_: str, cells: list[Any]) -> None:
    column = build_array(values, infer_common_type(values))
    assert str(column.type) == type_
    found = column.to_pylist()
    assert [tuple(c.values()) if isinstance(c, dict) else c for c in found] == cells


# --- in the tables of a job -----------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    lines = ["split,arrival,ts:timestamp,key,v:int,good:bool"]
    keys = ["a", "it's", '"q"', "é€", "😀", "", "back\\slash"]
    for i in range(120):
        late = 3_000 if i % 10 == 9 else 0
        key = keys[i % len(keys)].replace('"', '""')
        v = (-1) ** i * i * 10 ** (i % 9)
        lines.append(
            f'a,{1000 + 50 * i},{1000 + 50 * i - late},"{key}",{v},{str(i % 3 > 0).lower()}'
        )
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


# Workers know no function of this module by its name.
BY_TEXT = lambda v: v[1]  # noqa: E731
BY_NUMBER = lambda v: v[2]  # noqa: E731
BY_SEVERAL = lambda v: (v[1], v[3], v[2] % 5)  # noqa: E731

SLIDING = SlidingEventTimeWindows.of(Time.seconds(2), Time.seconds(1))
TUMBLING = TumblingEventTimeWindows.of(Time.seconds(1))


def declare(
    log: Path, form: Any, key: Any, aggregate: Any, windows: Any, parallelism: int
) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    source = EventLogSource(log, value=form)
    stream = env.from_source(
        source, strategy.with_timestamp_assigner(lambda value, ts: value[0]), "log"
    )
    tag = OutputTag("late")
    keyed = stream.key_by(key).window(windows).allowed_lateness(700).side_output_late_data(tag)
    result = aggregate(keyed)
    result.get_side_output(tag).print()
    result.print()
    return env


def content(table: ResultTable) -> tuple[Any, list[str], list[str]]:
    """Its columns, its rows and its texts."""
    typed, texts = table.to_arrow(), table.to_text().to_arrow()
    assert len(table) == typed.num_rows == texts.num_rows
    schema = typed.schema.remove_metadata()
    return schema, sorted(map(repr, typed.to_pylist())), sorted(map(repr, texts.to_pylist()))


NAMES_OF_TABLES = ("results", "firings", "dropped", "late", "watermarks", "rejects")


@pytest.mark.slow("runs each program three ways")
@pytest.mark.parametrize(
    ("form", "key", "windows", "aggregate", "parallelism"),
    [
        ("tuple", BY_TEXT, SLIDING, lambda windows: windows.sum(2), 3),
        ("tuple", BY_SEVERAL, SLIDING, lambda windows: windows.aggregate(Average()), 2),
        ("row", BY_NUMBER, SLIDING, lambda windows: windows.max_by(2), 4),
        ("row", BY_TEXT, TUMBLING, lambda windows: windows.min(2), 1),
    ],
)
def test_all_ways_show_the_same(
    log: Path,
    spark: SparkSession,
    form: Any,
    key: Any,
    windows: WindowAssigner[TimeWindow],
    aggregate: Any,
    parallelism: int,
) -> None:
    found = []
    for lowering, session in (("native", spark), ("generic", spark), ("native", None)):
        env = declare(log, form, key, aggregate, windows, parallelism)
        with replay(env, session, settings=ReplaySettings(backend=lowering)) as job:
            assert isinstance(job, SparkJob)
            found.append({name: content(getattr(job, name)) for name in NAMES_OF_TABLES})
    for name in NAMES_OF_TABLES:
        assert found[0][name] == found[1][name] == found[2][name], name
        assert found[0][name][1] or name == "rejects"
    assert len(found[0]["late"][1]) == len(found[0]["dropped"][1])


def test_a_table_on_spark_is_for_pandas_sql_and_parquet(
    log: Path, tmp_path: Path, spark: SparkSession
) -> None:
    with replay(declare_sums(log), spark) as job:
        frame = job.firings.to_pandas()
        assert str(frame["window_start"].dtype) == "datetime64[ms, UTC]"
        assert frame["contents"].iloc[0].keys() == frame["contents"].iloc[1].keys()
        job.firings.create_view("fired")
        rows = spark.sql("select kind, count(*), sum(contents.f2) from fired group by 1").collect()
        assert sum(row[1] for row in rows) == len(job.firings) == len(frame)
        written = pq.read_table(job.firings.write(tmp_path / "fired"))
        assert written.num_rows == len(frame)
        assert pa.types.is_struct(written.schema.field("contents").type)
        with pytest.raises(FileExistsError, match="already exists"):
            job.firings.write(tmp_path / "fired")
        assert f"{len(frame):,} rows" in job.firings._repr_html_()


def plan_of(table: DataFrame) -> str:
    """What Spark does for it."""
    return str(table._jdf.queryExecution().executedPlan().toString())


def declare_sums(log: Path) -> StreamExecutionEnvironment:
    windows = TumblingEventTimeWindows.of(Time.seconds(1))
    return declare(log, "tuple", BY_SEVERAL, lambda w: w.sum(2), windows, 2)


def test_what_is_written_is_computed_once(
    log: Path, tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[str] = []

    def noting(name: str) -> property:
        declared = getattr(SparkJob, name).fget

        def note(job: SparkJob) -> SparkTable:
            table: SparkTable = declared(job)
            plans.append(plan_of(table.to_spark()))
            return table

        return property(note)

    for name in ("results", "firings"):
        monkeypatch.setattr(SparkJob, name, noting(name))
    kept: Any = spark.sparkContext._jsc
    before = kept.getPersistentRDDs().size()
    with replay(declare_sums(log), spark, settings=ReplaySettings(backend="native")) as job:
        written = job.write(tmp_path / "out")
        assert kept.getPersistentRDDs().size() == before
    assert len(plans) == 2
    assert all("InMemoryTableScan" in plan for plan in plans)
    assert written.results == written.firings + written.dropped > 0
