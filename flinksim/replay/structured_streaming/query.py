"""Windows in Structured Streaming's own words: the query, and the rows that it puts out.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.expressions.record_shapes import ARROW_TYPES
from flinksim.replay.kernel.expression_eval import column_of
from flinksim.replay.kernel.record_columns import split_numbers
from flinksim.replay.kernel.row_group_parts import LogInParts, records_of
from flinksim.replay.logs.parquet_validation import JudgedColumns

if TYPE_CHECKING:
    from flinksim.replay.job import SparkJob

_AGGREGATES = ("sum", "min", "max")


@dataclass(frozen=True, slots=True)
class StreamedResult:
    """A row that a batch put out: ``values`` are the sums, least and greatest values of the window."""

    key: Any
    window: tuple[int, int]
    count: int
    values: tuple[int, ...]


def streamed_rows(job: SparkJob, plan: NativePlan) -> pa.Table:
    """The lines of the program's splits in the order in which they come into the run, by the kernel.

    ``arrival`` is each line's; ``_time`` and what windows are made of are empty for one that brings no
    record to the window.
    """
    values = [(f"v{place}", plan.aggregation.slots[place]) for place in places_of_values(plan)]
    types = [*plan.key_shape.fields, *((slot.expression, slot.kind) for _, slot in values)]
    names = [*_key_names(plan), *(name for name, _ in values)]
    schema = pa.schema([
        ("arrival", pa.int64()), ("code", pa.int64()), ("row", pa.int64()),
        ("_time", pa.timestamp("us", "UTC")),
        *((name, ARROW_TYPES[kind]) for name, (_, kind) in zip(names, types, strict=True)),
    ])  # fmt: skip

    def of_part(log: LogInParts, number: int) -> pa.Table:
        judged = JudgedColumns.of(log.table(number), log.first(number))
        splits = split_numbers(log.plan, judged)
        lines = np.flatnonzero(splits >= 0)
        arrivals = judged.arrivals[lines]
        codes = arrivals * len(log.plan.source.chain.split_names) + splits[lines]
        came = records_of(log, number)
        known = [pa.array(came.timestamps).cast(pa.timestamp("ms", "UTC"))]
        known += [column_of(expression, came.columns) for expression, _ in types]
        record = np.full(len(lines), -1)
        record[np.searchsorted(lines + judged.first, came.offsets)] = np.arange(len(came))
        of_line = pa.array(record, mask=record < 0)
        columns = [arrivals, codes, lines + judged.first, *(each.take(of_line) for each in known)]
        return pa.table(columns, names=schema.names).cast(schema)

    rows = job.looked_run(plan).of_parts(of_part, schema)
    return rows.sort_by([("code", "ascending"), ("row", "ascending")])


def windows_of(lines: DataFrame, plan: NativePlan, delay_ms: int) -> DataFrame:
    """The windows of such *lines*, a stream or a table."""
    keys, places = _key_names(plan), places_of_values(plan)
    return (
        lines.where("_time IS NOT NULL")
        .withWatermark("_time", f"{delay_ms} milliseconds")
        .groupBy(_window(plan), *keys)
        .agg(
            sql.count(sql.lit(1)).alias("n"),
            *[
                sql.expr(f"{plan.aggregation.slots[place].how}(v{place})").alias(f"r{place}")
                for place in places
            ],
        )
    )


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
    rows = windows_of(job.spark.createDataFrame(streamed_rows(job, plan)), plan, 0)
    return {(row.key, row.window): row.count for row in results_in(rows, plan)}
