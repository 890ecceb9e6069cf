"""Window queries in Structured Streaming, and the rows that they emit.

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

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.expressions.record_shapes import ARROW_TYPES
from flinksim.replay.kernel.expression_eval import evaluate_column
from flinksim.replay.kernel.record_columns import compute_split_numbers
from flinksim.replay.kernel.row_group_parts import PartitionedLog, read_window_records
from flinksim.replay.logs.parquet_validation import ValidatedColumns

if TYPE_CHECKING:
    from flinksim.replay.replay_job import SparkJob

_AGGREGATES = ("sum", "min", "max")


@dataclass(frozen=True, slots=True)
class StreamedResult:
    """Result of a window in one micro-batch; ``values`` are its sums, minima and maxima."""

    key: Any
    window: tuple[int, int]
    count: int
    values: tuple[int, ...]


def build_streamed_rows(job: SparkJob, plan: ColumnarPlan) -> pa.Table:
    """Build a table with one row per line of the log, in arrival order, as input of the query.

    ``arrival`` is the arrival of each line. ``_time`` (the event timestamp), keys and values are null for
    a line that gives no record for the window.
    """
    values = [(f"v{place}", plan.aggregation.slots[place]) for place in find_value_indices(plan)]
    types = [*plan.key_shape.fields, *((slot.expression, slot.kind) for _, slot in values)]
    names = [*_list_key_columns(plan), *(name for name, _ in values)]
    schema = pa.schema([
        ("arrival", pa.int64()), ("code", pa.int64()), ("row", pa.int64()),
        ("_time", pa.timestamp("us", "UTC")),
        *((name, ARROW_TYPES[kind]) for name, (_, kind) in zip(names, types, strict=True)),
    ])  # fmt: skip

    def of_part(log: PartitionedLog, number: int) -> pa.Table:
        validated = ValidatedColumns.from_table(log.read_part(number), log.get_first_row(number))
        splits = compute_split_numbers(log.plan, validated)
        lines = np.flatnonzero(splits >= 0)
        arrivals = validated.arrivals[lines]
        codes = arrivals * len(log.plan.source.chain.split_names) + splits[lines]
        records = read_window_records(log, number)
        record_columns = [pa.array(records.timestamps).cast(pa.timestamp("ms", "UTC"))]
        record_columns += [evaluate_column(expression, records.columns) for expression, _ in types]
        record_of_line = np.full(len(lines), -1)
        record_of_line[np.searchsorted(lines + validated.first_row, records.offsets)] = np.arange(
            len(records)
        )
        record_indices = pa.array(record_of_line, mask=record_of_line < 0)
        columns = [
            arrivals,
            codes,
            lines + validated.first_row,
            *(each.take(record_indices) for each in record_columns),
        ]
        return pa.table(columns, names=schema.names).cast(schema)

    rows = job.create_kernel_run(plan).fetch_from_parts(of_part, schema)
    return rows.sort_by([("code", "ascending"), ("row", "ascending")])


def build_window_query(lines: DataFrame, plan: ColumnarPlan, delay_ms: int) -> DataFrame:
    """Build the window query over *lines* (see :func:`build_streamed_rows`), a stream or a table."""
    keys, places = _list_key_columns(plan), find_value_indices(plan)
    return (
        lines.where("_time IS NOT NULL")
        .withWatermark("_time", f"{delay_ms} milliseconds")
        .groupBy(_build_window_column(plan), *keys)
        .agg(
            sql.count(sql.lit(1)).alias("n"),
            *[
                sql.expr(f"{plan.aggregation.slots[place].aggregate}(v{place})").alias(f"r{place}")
                for place in places
            ],
        )
    )


def _build_window_column(plan: ColumnarPlan) -> Column:
    if plan.is_session:
        return sql.session_window("_time", f"{plan.gap} milliseconds").alias("window")
    panes = plan.panes
    slide = panes.step * panes.panes_per_slide
    offset = panes.offset % slide
    times = [panes.size, slide] + ([offset] if offset else [])
    return sql.window("_time", *[f"{ms} milliseconds" for ms in times])


def collect_results(rows: DataFrame, plan: ColumnarPlan) -> Iterator[StreamedResult]:
    """Collect the *rows* that a window query emitted, sorted by window and key."""
    keys = _list_key_columns(plan)
    start, end = sql.unix_millis("window.start"), sql.unix_millis("window.end")
    values = [f"r{place}" for place in find_value_indices(plan)]
    chosen = rows.select(start.alias("s"), end.alias("e"), "n", *keys, *values)
    for row in chosen.sort("s", *keys).collect():
        key = tuple(row[name] for name in keys)
        yield StreamedResult(
            key if plan.key_shape.form == "tuple" else key[0],
            (row["s"], row["e"]),
            row["n"],
            tuple(row[name] for name in values),
        )


def _list_key_columns(plan: ColumnarPlan) -> list[str]:
    return [f"k{place}" for place in range(len(plan.key_shape.fields))]


def find_value_indices(plan: ColumnarPlan) -> tuple[int, ...]:
    """Return the indices of a window's result fields that are a sum, minimum or maximum.

    The accumulator of an ``AggregateFunction`` may have an initial value, which Spark cannot
    express.
    """
    slots = enumerate(plan.aggregation.slots)
    return tuple(
        place for place, slot in slots if slot.aggregate in _AGGREGATES and slot.initial is None
    )


def compute_ideal_sessions(job: SparkJob) -> dict[tuple[Any, tuple[int, int]], int]:
    """Compute the sessions that would exist if no record were late, with their record counts."""
    plan = job.columnar_plan
    assert plan is not None
    rows = build_window_query(job.spark.createDataFrame(build_streamed_rows(job, plan)), plan, 0)
    return {(row.key, row.window): row.count for row in collect_results(rows, plan)}
