"""Windows in Structured Streaming's own words: the query, and the rows that it puts out.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from flinksim.spark.logs.parquet_log import SPLIT, SPLIT_END
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.streaming.as_sql import to_sql

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
    own = sql.col(SPLIT).isin(*plan.source.chain.split_names)
    ended = f"NOT coalesce({SPLIT_END}, false) AND " if SPLIT_END in lines.columns else ""
    keys, places = _key_names(plan), places_of_values(plan)
    events = (
        lines.where(own)
        .where(f"{ended}{to_sql(plan.keep)}")
        .select(
            sql.expr(f"timestamp_millis({to_sql(plan.timestamp)})").alias("_time"),
            *[
                sql.expr(to_sql(expression)).alias(name)
                for name, (expression, _) in zip(keys, plan.key_shape.fields, strict=True)
            ],
            *[
                sql.expr(to_sql(plan.aggregation.slots[place].expression)).alias(f"v{place}")
                for place in places
            ],
        )
    )
    return (
        events.withWatermark("_time", f"{delay_ms} milliseconds")
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
    rows = windows_of(job.spark.read.parquet(str(job._parquet(plan))), plan, 0)
    return {(row.key, row.window): row.count for row in results_in(rows, plan)}
