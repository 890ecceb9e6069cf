"""The tables of a native job, for people and for SQL: what its expressions give, with texts for values.

Not in Flink.
"""

from __future__ import annotations

from typing import NamedTuple

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql

from flinksim.datastream.transformations import SinkSpec, WindowSpec
from flinksim.spark.expressions.subtasks import subtask_of
from flinksim.spark.expressions.texts import frozen_text_of, text_of
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.result_tables import (
    DROPPED_SCHEMA,
    FIRING_SCHEMA,
    RESULT_SCHEMA,
    names_in,
)
from flinksim.typeutils.type_conversion import converter_for


def firing_table(firings: DataFrame, plan: NativePlan) -> DataFrame:
    """Rows of :data:`~flinksim.spark.result_tables.FIRING_SCHEMA`, from a native run's firings."""
    contents = sql.col("contents")
    text = sql.when(contents.isNotNull(), frozen_text_of(plan.aggregation.shape, contents))
    return _of_schema(FIRING_SCHEMA, firings, {**_of_key(plan), "contents": text})


def dropped_table(dropped: DataFrame, plan: NativePlan) -> DataFrame:
    """Rows of :data:`~flinksim.spark.result_tables.DROPPED_SCHEMA`, from a native run's drops."""
    value = text_of(plan.event_shape, sql.col("value"))
    return _of_schema(DROPPED_SCHEMA, dropped, {**_of_key(plan), "value": value})


class Sinks(NamedTuple):
    """The nodes of the sinks behind a window: of its results, and of the records that came too late."""

    of_results: list[int]
    of_late: list[int]


def sinks_alone(plan: NativePlan) -> Sinks | None:
    """The sinks, if the window's output goes to them as it is; ``None`` if a function is between."""
    head, *behind = plan.window.vertex.operators
    assert isinstance(head.node.spec, WindowSpec)
    if not all(isinstance(chained.node.spec, SinkSpec) for chained in behind):
        return None
    late = head.node.spec.late_output_tag
    sinks = Sinks([], [])
    for edge in head.chained_outputs:
        tag = edge.output_tag
        if converter_for(head.node.output_type if tag is None else tag.type_info) is not None:
            return None
        if tag is None:
            sinks.of_results.append(edge.target_id)
        elif late is not None and tag.tag_id == late.tag_id:
            sinks.of_late.append(edge.target_id)
    return sinks


def result_table(
    firings: DataFrame, dropped: DataFrame, sinks: Sinks, plan: NativePlan
) -> DataFrame:
    """Rows of :data:`~flinksim.spark.result_tables.RESULT_SCHEMA`, where sinks are all there is."""
    contents = text_of(plan.aggregation.shape, sql.col("contents"))
    results = _given(firings, sinks.of_results, contents, sql.col("window_end") - 1, plan)
    if not sinks.of_late:
        return results
    value = text_of(plan.event_shape, sql.col("value"))
    return results.union(_given(dropped, sinks.of_late, value, sql.col("timestamp"), plan))


def _given(
    rows: DataFrame, nodes: list[int], value: Column, timestamp: Column, plan: NativePlan
) -> DataFrame:
    """What each of some sinks is given."""
    each = sql.explode(sql.array(*[sql.lit(node) for node in nodes]).cast("array<int>"))
    changed = {
        "operator": sql.col("sink"), "subtask": _subtask(plan), "value": value,
        "timestamp": timestamp,
    }  # fmt: skip
    return _of_schema(RESULT_SCHEMA, rows.withColumn("sink", each), changed)


def _of_key(plan: NativePlan) -> dict[str, Column]:
    return {"subtask": _subtask(plan), "key": text_of(plan.key_shape, sql.col("key"))}


def _subtask(plan: NativePlan) -> Column:
    chain = plan.window.chain
    key = sql.col("key")
    return subtask_of(plan.key_shape, key, chain.max_parallelism, chain.parallelism, plan.key_kinds)


def _of_schema(schema: str, rows: DataFrame, changed: dict[str, Column]) -> DataFrame:
    """The columns of *schema*, those that are *changed* and the others as they are.

    All may be empty, as in the tables that workers write; Spark takes the comparison out again.
    """
    columns = {name: changed.get(name, sql.col(name)) for name in names_in(schema)}
    return rows.select(
        *[sql.nullif(column, sql.lit(None)).alias(name) for name, column in columns.items()]
    )
