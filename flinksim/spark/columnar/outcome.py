"""What came of a run on columns, for who iterates over it and for tables.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from flinksim.datastream.transformations import WindowSpec
from flinksim.java.key_groups import assign_key_to_parallel_operator
from flinksim.spark.columnar.behind import run_behind
from flinksim.spark.columnar.records import keys_of
from flinksim.spark.columnar.run import ColumnarRun
from flinksim.spark.expressions.shaped_values import maker, names_of
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic import positions
from flinksim.spark.generic.blocks import things_in
from flinksim.spark.generic.rows import rows_in, unpack
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.outcomes import Drop, Firing, Result
from flinksim.spark.typed_tables import ArrowTable, times

_ROWS_AT_ONCE = 20_000


class ColumnarOutcome:
    """Of the tables that a run made."""

    def __init__(self, run: ColumnarRun, plan: NativePlan) -> None:
        self._run, self._plan = run, plan
        self.timelines = run.timelines

    def iterate_firings(self) -> Iterator[Firing]:
        """All firings, in any order."""
        node = self._plan.window.vertex.head.id
        for columns in _cells(self._run.fired):
            keys = _values(self._plan.key_shape, columns, "_k")
            contents = _values(self._plan.aggregation.shape, columns, "v")
            names = ("window_start", "window_end", "is_late", "count", "watermark", "time")
            rest = (columns[name] for name in names)
            for key, value, start, end, is_late, count, watermark, time in zip(
                keys, contents, *rest, strict=True
            ):
                kind = "late" if is_late else "on time"
                yield Firing(node, key, (start, end), kind, count, value, watermark, time)

    def iterate_dropped(self) -> Iterator[Drop]:
        """All records that came too late, in any order."""
        plan = self._plan
        node, aside = plan.window.vertex.head.id, plan.has_late_output
        for columns in _cells(self._run.dropped):
            keys = _values(plan.key_shape, columns, "_k")
            values = _values(plan.event_shape, columns, "v")
            rest = (columns[name] for name in ("timestamp", "watermark", "time"))
            for key, value, timestamp, watermark, time in zip(keys, values, *rest, strict=True):
                yield Drop(node, key, value, timestamp, watermark, aside, time)

    def iterate_results(self) -> Iterator[Result]:
        """What the sinks behind the window were given, by time."""
        spec = self._plan.window.vertex.head.spec
        assert isinstance(spec, WindowSpec)
        rows = list(self._behind(self._run.fired, self._plan.aggregation.shape, None))
        if spec.late_output_tag is not None:
            rows += self._behind(self._run.dropped, self._plan.event_shape, spec.late_output_tag)
        rows.sort(key=lambda row: (row[3], row[4] is not None, row[4] or 0, row[2]))
        for _, node, subtask, position, timestamp, payload in rows:
            yield Result(node, subtask, unpack(payload), timestamp, positions.time_of(position))

    def _behind(self, table: pa.Table, shape: Shape, tag: Any) -> Iterable[Any]:
        plan = self._plan
        if not table.num_rows:
            return
        stamps = "window_end" if tag is None else "timestamp"
        minus = 1 if tag is None else 0
        given = pa.table({
            "key": _packed(plan.key_shape, table, "_k"), "value": _packed(shape, table, "v"),
            "timestamp": pc.subtract(table.column(stamps), minus), "time": table.column("time"),
        })  # fmt: skip
        batches = run_behind(given.to_batches(), plan.window.chain, plan.key_shape, shape, tag)
        for batch in batches:
            for row in rows_in(batch):
                yield from (thing for thing in things_in(row) if thing[0] == "result")

    # --- tables --------------------------------------------------------------------------------------

    def firings(self) -> ArrowTable:
        """All firings, by their times."""
        plan, table = self._plan, self._run.fired
        columns = self._of_key(table) | {
            "window_start": times(_one(table, "window_start")),
            "window_end": times(_one(table, "window_end")),
            "kind": pc.if_else(_one(table, "is_late"), "late", "on time"),
            "count": _one(table, "count"),
            "contents": _packed(plan.aggregation.shape, table, "v"),
            "watermark": times(_one(table, "watermark")), "time": times(_one(table, "time")),
        }  # fmt: skip

        def values() -> list[list[Any]]:
            firings = list(self.iterate_firings())
            return [[f.key for f in firings], [f.contents for f in firings]]

        return ArrowTable(pa.table(columns), ["key", "contents"], values)

    def dropped(self) -> ArrowTable:
        """All records that came too late."""
        plan, table = self._plan, self._run.dropped
        columns = self._of_key(table) | {
            "value": _packed(plan.event_shape, table, "v"),
            "timestamp": times(_one(table, "timestamp")),
            "watermark": times(_one(table, "watermark")),
            "side_output": pa.repeat(plan.has_late_output, table.num_rows),
            "time": times(_one(table, "time")),
        }  # fmt: skip

        def values() -> list[list[Any]]:
            drops = list(self.iterate_dropped())
            return [[d.key for d in drops], [d.value for d in drops]]

        return ArrowTable(pa.table(columns), ["key", "value"], values)

    def _of_key(self, table: pa.Table) -> dict[str, Any]:
        """Operator, subtask and key; what is hashed is each key once."""
        plan, chain = self._plan, self._plan.window.chain
        shape = plan.key_shape
        fields = [_one(table, f"_k{i}") for i in range(len(shape.fields))]
        keys = keys_of(shape, fields, table.num_rows)
        firsts = table.take(pa.array(keys.firsts)).to_pydict()
        subtasks = [
            assign_key_to_parallel_operator(
                key, chain.max_parallelism, chain.parallelism, chain.key_hash
            )
            for key in _values(shape, firsts, "_k")
        ]
        own = np.array(subtasks, np.int32)[keys.numbers]
        node = pa.repeat(pa.scalar(plan.window.vertex.head.id, pa.int32()), table.num_rows)
        key = _packed(shape, table, "_k")
        return {"operator": node, "subtask": pa.array(own, pa.int32()), "key": key}

    def close(self) -> None:
        """There is nothing to let go of."""


def _one(table: pa.Table, name: str) -> pa.Array:
    column = table.column(name).combine_chunks()
    return column if isinstance(column, pa.Array) else pa.concat_arrays(column.chunks)


def _cells(table: pa.Table) -> Iterator[dict[str, list[Any]]]:
    for begin in range(0, table.num_rows, _ROWS_AT_ONCE):
        yield table.slice(begin, _ROWS_AT_ONCE).to_pydict()


def _values(shape: Shape, columns: dict[str, list[Any]], prefix: str) -> Iterator[Any]:
    """The program's values of *shape*, whose fields are columns."""
    cells = [columns[f"{prefix}{i}"] for i in range(len(shape.fields))]
    return map(maker(shape), zip(*cells, strict=True))


def _packed(shape: Shape, table: pa.Table, prefix: str) -> Any:
    """The fields of a value in one column: a struct, or the one field itself."""
    columns = [_one(table, f"{prefix}{i}") for i in range(len(shape.fields))]
    if shape.form == "single":
        return columns[0]
    return pa.StructArray.from_arrays(columns, names=list(names_of(shape)))


__all__ = ["ColumnarOutcome"]
