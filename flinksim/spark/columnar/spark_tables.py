"""The tables of a native job: what its expressions give, and the same with texts for values.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import StringType, StructField, StructType

from flinksim.datastream.transformations import SinkSpec, WindowSpec
from flinksim.spark.expressions.shaped_values import unpacker
from flinksim.spark.expressions.subtasks import subtask_of
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.result_tables import DROPPED, FIRINGS, RESULTS, Kinds
from flinksim.typeutils.printing import format_value
from flinksim.typeutils.type_conversion import converter_for


def firing_table(firings: DataFrame, plan: NativePlan, as_text: bool) -> DataFrame:
    """Rows of :data:`~flinksim.spark.result_tables.FIRINGS`, from a native run's firings."""
    values = {"key": unpacker(plan.key_shape), "contents": plan.contents_unpacker}
    return _texts(_of_kinds(FIRINGS, firings, {"subtask": _subtask(plan)}), values, as_text)


def dropped_table(dropped: DataFrame, plan: NativePlan, as_text: bool) -> DataFrame:
    """Rows of :data:`~flinksim.spark.result_tables.DROPPED`, from a native run's drops."""
    values = {"key": unpacker(plan.key_shape), "value": unpacker(plan.event_shape)}
    return _texts(_of_kinds(DROPPED, dropped, {"subtask": _subtask(plan)}), values, as_text)


class Sinks(NamedTuple):
    """The nodes of the sinks behind a window: of its results, and of the records that came too late."""

    of_results: list[int]
    of_late: list[int]


def sinks_alone(plan: NativePlan) -> Sinks | None:
    """The sinks, if the window's output goes to them as it is; ``None`` if a function is between."""
    head, *behind = plan.window.vertex.operators
    assert isinstance(head.node.spec, WindowSpec)
    is_made_of = head.node.spec.window_function is not None
    if is_made_of or not all(isinstance(chained.node.spec, SinkSpec) for chained in behind):
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
    firings: DataFrame, dropped: DataFrame, plan: NativePlan, as_text: bool
) -> DataFrame | None:
    """Rows of :data:`~flinksim.spark.result_tables.RESULTS`, where sinks are all there is.

    ``None`` if a function is between, or late records of another type stand beside the results.
    """
    sinks = sinks_alone(plan)
    if sinks is None:
        return None
    of_results = _given(firings, sinks.of_results, "contents", sql.col("window_end") - 1, plan)
    results = _texts(of_results, {"value": plan.contents_unpacker}, as_text)
    if not sinks.of_late:
        return results
    of_late = _given(dropped, sinks.of_late, "value", sql.col("timestamp"), plan)
    late = _texts(of_late, {"value": unpacker(plan.event_shape)}, as_text)
    is_same = results.schema["value"].dataType == late.schema["value"].dataType
    return results.union(late) if is_same else None


def _given(
    rows: DataFrame, nodes: list[int], value: str, timestamp: Column, plan: NativePlan
) -> DataFrame:
    """What each of some sinks is given."""
    each = sql.explode(sql.array(*[sql.lit(node) for node in nodes]).cast("array<int>"))
    changed = {
        "operator": sql.col("sink"), "subtask": _subtask(plan), "value": sql.col(value),
        "timestamp": timestamp,
    }  # fmt: skip
    return _of_kinds(RESULTS, rows.withColumn("sink", each), changed)


def _subtask(plan: NativePlan) -> Column:
    chain = plan.window.chain
    key = sql.col("key")
    return subtask_of(plan.key_shape, key, chain.max_parallelism, chain.parallelism, plan.key_kinds)


def _of_kinds(kinds: Kinds, rows: DataFrame, changed: dict[str, Column]) -> DataFrame:
    """The columns of *kinds*, those that are *changed* and the others as they are.

    All may be empty, as in the tables that workers write; Spark takes the comparison out again.
    """
    columns = {name: changed.get(name, sql.col(name)) for name in kinds}
    return rows.select(
        *[sql.nullif(column, sql.lit(None)).alias(name) for name, column in columns.items()]
    )


def _texts(rows: DataFrame, values: Mapping[str, Callable[[Any], Any]], as_text: bool) -> DataFrame:
    """*rows*, where the columns of *values* are what Flink prints if *as_text* is said."""
    if not as_text:
        return rows
    fields = [
        StructField(field.name, StringType()) if field.name in values else field
        for field in rows.schema.fields
    ]
    return rows.mapInArrow(partial(printed, values=values), StructType(fields))


def printed(
    batches: Iterable[pa.RecordBatch], values: Mapping[str, Callable[[Any], Any]]
) -> Iterator[pa.RecordBatch]:
    """*batches* with texts in the columns of *values*."""
    for batch in batches:
        columns = {}
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            if name in values:
                value_of = values[name]
                texts = [
                    None if v is None else format_value(value_of(v)) for v in column.to_pylist()
                ]
                column = pa.array(texts, pa.string())
            columns[name] = column
        yield pa.record_batch(columns)
