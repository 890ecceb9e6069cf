"""Outcome of a job that the kernel ran, here or on Spark: as tables and as Python values.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from flinksim.common.typeutils.conversion import build_converter
from flinksim.common.typeutils.to_string import format_value
from flinksim.datastream.transformations import SinkSpec, WindowSpec
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.engines.local import Batches, ExecutionEngine
from flinksim.replay.expressions.record_shapes import create_unpacker
from flinksim.replay.kernel.downstream import (
    DROPPED_INPUT_COLUMNS,
    FIRING_INPUT_COLUMNS,
    create_downstream_task,
)
from flinksim.replay.kernel.kernel import build_dropped_schema, build_firing_schema
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.operators.row_schema import SCHEMA
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.results.outcome import (
    DroppedRecord,
    Firing,
    Result,
    WorkerTables,
    iterate_results,
)
from flinksim.replay.results.schemas import RESULTS, build_schema
from flinksim.replay.spark.job_monitor import SparkJobMonitor


class KernelOutcome:
    """Outcome of a job that the kernel ran; on Spark its tables are computed when they are used.

    *run* has the kernel's tables of firings and dropped records. *folder* is shared by driver and
    workers.
    """

    def __init__(
        self,
        run: KernelRun,
        plan: ColumnarPlan,
        engine: ExecutionEngine,
        monitor: SparkJobMonitor,
        folder: Path,
    ) -> None:
        self._run, self._plan, self._engine, self._folder = run, plan, engine, folder
        self._run_action: Any = partial(monitor.run, plan.window.vertex.name)
        self.timelines = run.timelines
        self.source_scans: dict[str, SourceTimestampScan] = {
            plan.source.vertex.key: run.timestamp_scan.source_scan
        }
        self._tables = WorkerTables(engine, lambda _: self._result_rows, self._run_action)

    @cached_property
    def _result_rows(self) -> Any:
        """Records that the sinks after the window receive, as rows emitted by workers."""
        rows = self._run_downstream(self._run.firings, None)
        tag = _get_window_spec(self._plan).late_output_tag
        if tag is None:
            return rows
        return self._engine.union([rows, self._run_downstream(self._run.dropped, tag)])

    def _run_downstream(self, table: Any, tag: Any) -> Any:
        columns = list(FIRING_INPUT_COLUMNS if tag is None else DROPPED_INPUT_COLUMNS)
        return self._engine.map_batches(
            table.select(columns), create_downstream_task(self._plan, tag), SCHEMA
        )

    # --- tables -----------------------------------------------------------------------------------

    def build_table(self, kind: str, as_text: bool) -> Any:
        plan = self._plan
        contents, value = plan.contents_unpacker, create_unpacker(plan.event_shape)
        if kind == "result":
            sinks = find_direct_sinks(plan)
            late_values = {} if sinks is None else dict.fromkeys(sinks.late_sinks, value)
            if sinks is None or (late_values and not (as_text or _has_same_type(plan))):
                return self._tables.build_table(kind, as_text)
            rows = self._build_sink_table(
                self._run.firings, sinks.result_sinks, "contents", contents, as_text
            )
            if not late_values:
                return rows
            late = self._build_sink_table(
                self._run.dropped, sinks.late_sinks, "value", value, as_text
            )
            return self._engine.union([rows, late])
        key = create_unpacker(plan.key_shape)
        if kind == "firing":
            table, values, schema = (
                self._run.firings,
                {"key": key, "contents": contents},
                build_firing_schema,
            )
        else:
            table, values, schema = (
                self._run.dropped,
                {"key": key, "value": value},
                build_dropped_schema,
            )
        if not as_text:
            return table
        return self._engine.map_batches(
            table, partial(format_columns, values=values), _replace_with_text(schema(plan), values)
        )

    def _build_sink_table(
        self, table: Any, sinks: list[int], value: str, unpack: Any, as_text: bool
    ) -> Any:
        """Build the table of records that *sinks* receive, taken from the column *value* of *table*."""
        plan = self._plan
        schema = build_firing_schema(plan) if value == "contents" else build_dropped_schema(plan)
        result_schema = build_schema(RESULTS, {"value": schema.field(value).type})
        rows = self._engine.map_batches(
            table, partial(build_result_rows, sinks=sinks, value=value), result_schema
        )
        if not as_text:
            return rows
        values = {"value": unpack}
        return self._engine.map_batches(
            rows, partial(format_columns, values=values), _replace_with_text(result_schema, values)
        )

    def cache(self) -> AbstractContextManager[Any]:
        return self._engine.cache(self._run.firings)

    # --- Python values ----------------------------------------------------------------------------

    def _iterate_columns(self, table: Any) -> Iterator[dict[str, list[Any]]]:
        most = self._run.max_rows
        for batch in self._engine.iterate_batches(table, most, self._folder, self._run_action):
            yield batch.to_pydict()

    def iterate_results(self) -> Iterator[Result]:
        """Iterate over the records that the sinks received, by processing time."""
        with self._engine.cache(self._result_rows):
            yield from iterate_results(
                self._engine.iterate_kind(self._result_rows, "result", self._run_action)
            )

    def iterate_firings(self) -> Iterator[Firing]:
        """Iterate over all firings, in any order."""
        key_of, value_of = create_unpacker(self._plan.key_shape), self._plan.contents_unpacker
        names = ("window_start", "window_end", "kind", "count", "watermark", "time")
        for columns in self._iterate_columns(self._run.firings):
            keys, contents = map(key_of, columns["key"]), map(value_of, columns["contents"])
            rest = (columns[name] for name in names)
            for key, value, start, end, kind, count, *when in zip(
                keys, contents, *rest, strict=True
            ):
                yield Firing(self._plan.window_node, key, (start, end), kind, count, value, *when)

    def iterate_dropped(self) -> Iterator[DroppedRecord]:
        """Iterate over all dropped records, in any order."""
        key_of, value_of = (
            create_unpacker(self._plan.key_shape),
            create_unpacker(self._plan.event_shape),
        )
        names = ("timestamp", "watermark", "side_output", "time")
        for columns in self._iterate_columns(self._run.dropped):
            keys, values = map(key_of, columns["key"]), map(value_of, columns["value"])
            rest = (columns[name] for name in names)
            for key, value, *others in zip(keys, values, *rest, strict=True):
                yield DroppedRecord(self._plan.window_node, key, value, *others)

    def close(self) -> None:
        """Do nothing: this outcome holds no cached data."""


# --- sinks directly after the window --------------------------------------------------------------


class Sinks(NamedTuple):
    """Node numbers of the sinks that receive a window's results, and its late side output."""

    result_sinks: list[int]
    late_sinks: list[int]


def _get_window_spec(plan: ColumnarPlan) -> WindowSpec:
    spec = plan.window.vertex.head.spec
    assert isinstance(spec, WindowSpec)
    return spec


def find_direct_sinks(plan: ColumnarPlan) -> Sinks | None:
    """Find the sinks that receive the window's output unchanged.

    ``None`` if a function is between the window and a sink.
    """
    head, *behind = plan.window.vertex.operators
    spec = _get_window_spec(plan)
    is_made_of = spec.window_function is not None or plan.eviction is not None
    if is_made_of or not all(isinstance(chained.node.spec, SinkSpec) for chained in behind):
        return None
    sinks = Sinks([], [])
    for edge in head.chained_outputs:
        tag, late = edge.output_tag, spec.late_output_tag
        if build_converter(head.node.output_type if tag is None else tag.type_info) is not None:
            return None
        if tag is None:
            sinks.result_sinks.append(edge.target_id)
        elif late is not None and tag.tag_id == late.tag_id:
            sinks.late_sinks.append(edge.target_id)
    return sinks


def _has_same_type(plan: ColumnarPlan) -> bool:
    """Return whether late records and window results have the same type, so that they fit one column."""
    contents = build_firing_schema(plan).field("contents").type
    return bool(contents == build_dropped_schema(plan).field("value").type)


def build_result_rows(batches: Batches, sinks: list[int], value: str) -> Iterator[pa.RecordBatch]:
    """Build a row of :data:`~flinksim.replay.results.schemas.RESULTS` per record and sink.

    The record's value is in the column *value* of *batches*.
    """
    nodes = np.array(sinks, np.int32)
    for batch in batches:
        rows = pa.array(np.tile(np.arange(len(batch)), len(nodes)))
        times = batch.column("time")
        stamps = (
            batch.column("timestamp")
            if value == "value"
            else pc.subtract(batch.column("window_end"), 1)
        )
        columns = [batch.column("subtask"), batch.column(value), stamps, times]
        operator = pa.array(np.repeat(nodes, len(batch)))
        yield pa.record_batch([operator, *(c.take(rows) for c in columns)], names=list(RESULTS))


# --- texts ----------------------------------------------------------------------------------------


def _replace_with_text(schema: pa.Schema, names: Iterable[str]) -> pa.Schema:
    for name in names:
        schema = schema.set(schema.get_field_index(name), pa.field(name, pa.string()))
    return schema


def format_columns(
    batches: Batches, values: dict[str, Callable[[Any], Any]]
) -> Iterator[pa.RecordBatch]:
    """Replace columns by the texts that Flink prints for their cells.

    Args:
        batches: The rows.
        values: For each column to replace, a function from a cell to the program's value.
    """
    for batch in batches:
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        for name, value_of in values.items():
            texts = [
                None if cell is None else format_value(value_of(cell))
                for cell in columns[name].to_pylist()
            ]
            columns[name] = pa.array(texts, pa.string())
        yield pa.record_batch(columns)


__all__ = ["KernelOutcome", "build_result_rows", "find_direct_sinks", "format_columns"]
