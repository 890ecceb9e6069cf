"""Outcome of a kernel run, in this process or on Spark: as tables and as Python values.

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

from flinksim.common.typeutils.conversion import converter_for
from flinksim.common.typeutils.to_string import format_value
from flinksim.datastream.transformations import SinkSpec, WindowSpec
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.engines.local import Batches, Engine
from flinksim.replay.expressions.record_shapes import unpacker
from flinksim.replay.kernel.downstream import DROPPED, FIRED, work_behind
from flinksim.replay.kernel.kernel import dropped_schema, fired_schema
from flinksim.replay.kernel.run import KernelRun
from flinksim.replay.operators.row_schema import SCHEMA
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.results.outcome import Drop, Firing, Result, WorkerTables, results_in
from flinksim.replay.results.schemas import RESULTS, worker_schema
from flinksim.replay.spark.job_monitor import StageWatch


class KernelOutcome:
    """Outcome of a kernel run; on Spark its tables are computed when they are used.

    *run* has the kernel's tables ``fired`` and ``dropped``. *folder* is shared by driver and
    workers.
    """

    def __init__(
        self, run: KernelRun, plan: NativePlan, engine: Engine, watch: StageWatch, folder: Path
    ) -> None:
        self._run, self._plan, self._engine, self._folder = run, plan, engine, folder
        self._watched: Any = partial(watch.run, plan.window.vertex.name)
        self.timelines = run.timelines
        self.reached: dict[str, SourceReach] = {plan.source.vertex.key: run.reach.reached}
        self._tables = WorkerTables(engine, lambda _: self._results, self._watched)

    @cached_property
    def _results(self) -> Any:
        """Records that the sinks after the window receive, as worker rows."""
        rows = self._behind(self._run.fired, None)
        tag = _spec_of(self._plan).late_output_tag
        if tag is None:
            return rows
        return self._engine.union([rows, self._behind(self._run.dropped, tag)])

    def _behind(self, table: Any, tag: Any) -> Any:
        columns = list(FIRED if tag is None else DROPPED)
        return self._engine.mapped(table.select(columns), work_behind(self._plan, tag), SCHEMA)

    # --- tables -----------------------------------------------------------------------------------

    def table(self, kind: str, as_text: bool) -> Any:
        plan = self._plan
        contents, value = plan.contents_unpacker, unpacker(plan.event_shape)
        if kind == "result":
            sinks = sinks_alone(plan)
            late_values = {} if sinks is None else dict.fromkeys(sinks.of_late, value)
            if sinks is None or (late_values and not (as_text or _is_same_type(plan))):
                return self._tables.table(kind, as_text)
            rows = self._given(self._run.fired, sinks.of_results, "contents", contents, as_text)
            if not late_values:
                return rows
            late = self._given(self._run.dropped, sinks.of_late, "value", value, as_text)
            return self._engine.union([rows, late])
        key = unpacker(plan.key_shape)
        if kind == "firing":
            table, values, schema = (
                self._run.fired,
                {"key": key, "contents": contents},
                fired_schema,
            )
        else:
            table, values, schema = self._run.dropped, {"key": key, "value": value}, dropped_schema
        if not as_text:
            return table
        return self._engine.mapped(
            table, partial(printed, values=values), _with_texts(schema(plan), values)
        )

    def _given(self, table: Any, sinks: list[int], value: str, unpacked: Any, as_text: bool) -> Any:
        """Build the table of records that *sinks* receive; *value* names their column."""
        plan = self._plan
        schema = fired_schema(plan) if value == "contents" else dropped_schema(plan)
        result_schema = worker_schema(RESULTS, {"value": schema.field(value).type})
        rows = self._engine.mapped(
            table, partial(given_to, sinks=sinks, value=value), result_schema
        )
        if not as_text:
            return rows
        values = {"value": unpacked}
        return self._engine.mapped(
            rows, partial(printed, values=values), _with_texts(result_schema, values)
        )

    def kept(self) -> AbstractContextManager[Any]:
        return self._engine.keeping(self._run.fired)

    # --- Python values ----------------------------------------------------------------------------

    def _columns(self, table: Any) -> Iterator[dict[str, list[Any]]]:
        most = self._run.most_rows
        for batch in self._engine.batches(table, most, self._folder, self._watched):
            yield batch.to_pydict()

    def iterate_results(self) -> Iterator[Result]:
        """Iterate over the records that the sinks received, by time."""
        with self._engine.keeping(self._results):
            yield from results_in(self._engine.of_kind(self._results, "result", self._watched))

    def iterate_firings(self) -> Iterator[Firing]:
        """Iterate over all firings, in any order."""
        key_of, value_of = unpacker(self._plan.key_shape), self._plan.contents_unpacker
        names = ("window_start", "window_end", "kind", "count", "watermark", "time")
        for columns in self._columns(self._run.fired):
            keys, contents = map(key_of, columns["key"]), map(value_of, columns["contents"])
            rest = (columns[name] for name in names)
            for key, value, start, end, kind, count, *when in zip(
                keys, contents, *rest, strict=True
            ):
                yield Firing(self._plan.node, key, (start, end), kind, count, value, *when)

    def iterate_dropped(self) -> Iterator[Drop]:
        """Iterate over all dropped records, in any order."""
        key_of, value_of = unpacker(self._plan.key_shape), unpacker(self._plan.event_shape)
        names = ("timestamp", "watermark", "side_output", "time")
        for columns in self._columns(self._run.dropped):
            keys, values = map(key_of, columns["key"]), map(value_of, columns["value"])
            rest = (columns[name] for name in names)
            for key, value, *others in zip(keys, values, *rest, strict=True):
                yield Drop(self._plan.node, key, value, *others)

    def close(self) -> None:
        """Do nothing: nothing is held."""


# --- sinks directly after the window --------------------------------------------------------------


class Sinks(NamedTuple):
    """Nodes of the sinks after a window: of its results, and of its late output."""

    of_results: list[int]
    of_late: list[int]


def _spec_of(plan: NativePlan) -> WindowSpec:
    spec = plan.window.vertex.head.spec
    assert isinstance(spec, WindowSpec)
    return spec


def sinks_alone(plan: NativePlan) -> Sinks | None:
    """Find the sinks that receive the window's output unchanged; ``None`` if a function is between."""
    head, *behind = plan.window.vertex.operators
    spec = _spec_of(plan)
    is_made_of = spec.window_function is not None or plan.eviction is not None
    if is_made_of or not all(isinstance(chained.node.spec, SinkSpec) for chained in behind):
        return None
    sinks = Sinks([], [])
    for edge in head.chained_outputs:
        tag, late = edge.output_tag, spec.late_output_tag
        if converter_for(head.node.output_type if tag is None else tag.type_info) is not None:
            return None
        if tag is None:
            sinks.of_results.append(edge.target_id)
        elif late is not None and tag.tag_id == late.tag_id:
            sinks.of_late.append(edge.target_id)
    return sinks


def _is_same_type(plan: NativePlan) -> bool:
    """Return whether late records have the type of the results."""
    contents = fired_schema(plan).field("contents").type
    return bool(contents == dropped_schema(plan).field("value").type)


def given_to(batches: Batches, sinks: list[int], value: str) -> Iterator[pa.RecordBatch]:
    """Build rows of :data:`~flinksim.replay.results.schemas.RESULTS` for each sink from *value*."""
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


def _with_texts(schema: pa.Schema, names: Iterable[str]) -> pa.Schema:
    for name in names:
        schema = schema.set(schema.get_field_index(name), pa.field(name, pa.string()))
    return schema


def printed(batches: Batches, values: dict[str, Callable[[Any], Any]]) -> Iterator[pa.RecordBatch]:
    """Format the columns of *values* as Flink prints them."""
    for batch in batches:
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        for name, value_of in values.items():
            texts = [
                None if cell is None else format_value(value_of(cell))
                for cell in columns[name].to_pylist()
            ]
            columns[name] = pa.array(texts, pa.string())
        yield pa.record_batch(columns)


__all__ = ["KernelOutcome", "given_to", "printed", "sinks_alone"]
