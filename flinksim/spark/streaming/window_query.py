"""Windows in Structured Streaming's own words: the query, and the rows that it puts out.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema

from flinksim.spark.columnar.values import column_of, flags_of
from flinksim.spark.expressions.shaped_values import ARROW_TYPES
from flinksim.spark.expressions.symbolic import Expression
from flinksim.spark.failures import tells_failures
from flinksim.spark.logs.parquet_log import SPLIT, SPLIT_END
from flinksim.spark.native.plan import NativePlan

if TYPE_CHECKING:
    from flinksim.spark.job import SparkJob

_AGGREGATES = ("sum", "min", "max")


@dataclass(frozen=True, slots=True)
class StreamedResult:
    """A row that a batch put out: ``values`` are the sums, least and greatest values of the window."""

    key: Any
    window: tuple[int, int]
    count: int
    values: tuple[int, ...]


def windows_of(lines: DataFrame, plan: NativePlan, delay_ms: int) -> DataFrame:
    """The windows of the log's *lines*, a stream or a table; of the program's splits alone."""
    slots = plan.aggregation.slots
    own = [("_time", plan.timestamp, pa.timestamp("us", "UTC"))]
    own += [
        (name, expression, ARROW_TYPES[kind])
        for name, (expression, kind) in zip(_key_names(plan), plan.key_shape.fields, strict=True)
    ]
    values = [
        (f"v{p}", slots[p].expression, ARROW_TYPES[slots[p].kind]) for p in places_of_values(plan)
    ]
    work = partial(
        _events_in, native=plan.for_workers(), columns=[*own, *values],
        folder=plan.source.chain.folder,
    )  # fmt: skip
    schema = from_arrow_schema(pa.schema([(name, kind) for name, _, kind in (*own, *values)]))
    return (
        lines.mapInArrow(work, schema)
        .withWatermark("_time", f"{delay_ms} milliseconds")
        .groupBy(_window(plan), *_key_names(plan))
        .agg(
            sql.count(sql.lit(1)).alias("n"),
            *[
                sql.expr(f"{slots[place].how}(v{place})").alias(f"r{place}")
                for place in places_of_values(plan)
            ],
        )
    )


@tells_failures
def _events_in(
    batches: Iterable[pa.RecordBatch],
    native: NativePlan,
    columns: list[tuple[str, Expression, pa.DataType]],
    folder: str,
) -> Iterator[pa.RecordBatch]:
    """What comes to the windows, in workers; *columns* by name, with what each holds."""
    splits = pa.array(native.source.chain.split_names, pa.string())
    for batch in batches:
        own = pc.is_in(batch.column(SPLIT), value_set=splits)
        if SPLIT_END in batch.schema.names:
            own = pc.and_(own, pc.invert(pc.fill_null(batch.column(SPLIT_END), False)))
        lines = pa.Table.from_batches([batch]).filter(own)
        lines = lines.filter(pa.array(flags_of(native.keep, lines)))
        arrays = [column_of(expression, lines).cast(kind) for _, expression, kind in columns]
        yield pa.record_batch(arrays, names=[name for name, _, _ in columns])


def _window(plan: NativePlan) -> Column:
    if plan.is_session:
        return sql.session_window("_time", f"{plan.gap} milliseconds").alias("window")
    panes = plan.panes
    slide = panes.step * panes.every
    offset = panes.offset % slide
    times = [panes.size, slide] + ([offset] if offset else [])
    return sql.window("_time", *[f"{ms} milliseconds" for ms in times])


def results_in(rows: DataFrame, plan: NativePlan) -> Iterator[StreamedResult]:
    """The *rows* that a query put out, by window and key."""
    keys = _key_names(plan)
    start, end = sql.unix_millis("window.start"), sql.unix_millis("window.end")
    values = [f"r{place}" for place in places_of_values(plan)]
    chosen = rows.select(start.alias("s"), end.alias("e"), "n", *keys, *values)
    for row in chosen.sort("s", *keys).collect():
        key = tuple(row[name] for name in keys)
        yield StreamedResult(
            key if plan.key_shape.form == "tuple" else key[0],
            (row["s"], row["e"]),
            row["n"],
            tuple(row[name] for name in values),
        )


def _key_names(plan: NativePlan) -> list[str]:
    return [f"k{place}" for place in range(len(plan.key_shape.fields))]


def places_of_values(plan: NativePlan) -> tuple[int, ...]:
    """The fields of a window's result that are a sum, a least or a greatest value.

    What an ``AggregateFunction`` accumulates begins with a value of its own, for which Spark has no
    word.
    """
    slots = enumerate(plan.aggregation.slots)
    return tuple(place for place, slot in slots if slot.how in _AGGREGATES and slot.initial is None)


def undisturbed_sessions(job: SparkJob) -> dict[tuple[Any, tuple[int, int]], int]:
    """Which sessions there would be if nothing came too late, and how many records each had."""
    plan = job.native_plan
    assert plan is not None
    rows = windows_of(job.spark.read.parquet(str(job._parquet(plan))), plan, 0)
    return {(row.key, row.window): row.count for row in results_in(rows, plan)}
