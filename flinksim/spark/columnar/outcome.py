"""What came of a run on columns, for who iterates over it and for tables.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from flinksim.datastream.transformations import WindowSpec
from flinksim.java.key_groups import assign_key_to_parallel_operator
from flinksim.spark.columnar.behind import work_behind
from flinksim.spark.columnar.firings import KINDS
from flinksim.spark.columnar.records import keys_of
from flinksim.spark.columnar.run import ColumnarRun
from flinksim.spark.expressions.shaped_values import unpacker
from flinksim.spark.failures import told_by_us
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
            keys = map(unpacker(self._plan.key_shape), columns["key"])
            contents = map(self._plan.contents_unpacker, columns["contents"])
            names = ("window_start", "window_end", "kind", "count", "watermark", "time")
            rest = (columns[name] for name in names)
            for key, value, start, end, kind, count, watermark, time in zip(
                keys, contents, *rest, strict=True
            ):
                yield Firing(node, key, (start, end), KINDS[kind], count, value, watermark, time)

    def iterate_dropped(self) -> Iterator[Drop]:
        """All records that came too late, in any order."""
        plan = self._plan
        node, aside = plan.window.vertex.head.id, plan.has_late_output
        for columns in _cells(self._run.dropped):
            keys = map(unpacker(plan.key_shape), columns["key"])
            values = map(unpacker(plan.event_shape), columns["value"])
            rest = (columns[name] for name in ("timestamp", "watermark", "time"))
            for key, value, timestamp, watermark, time in zip(keys, values, *rest, strict=True):
                yield Drop(node, key, value, timestamp, watermark, aside, time)

    def iterate_results(self) -> Iterator[Result]:
        """What the sinks behind the window were given, by time."""
        spec = self._plan.window.vertex.head.spec
        assert isinstance(spec, WindowSpec)
        rows = list(self._behind(self._run.fired, None))
        if spec.late_output_tag is not None:
            rows += self._behind(self._run.dropped, spec.late_output_tag)
        rows.sort(key=lambda row: (row[3], row[4] is not None, row[4] or 0, row[2]))
        for _, node, subtask, position, timestamp, payload in rows:
            yield Result(node, subtask, unpack(payload), timestamp, positions.time_of(position))

    def _behind(self, table: pa.Table, tag: Any) -> Iterable[Any]:
        with told_by_us():
            for batch in work_behind(self._plan, tag)(table.to_batches()):
                for row in rows_in(batch):
                    yield from (thing for thing in things_in(row) if thing[0] == "result")

    # --- tables --------------------------------------------------------------------------------------

    def firings(self) -> ArrowTable:
        """All firings, by their times."""
        table = self._run.fired
        columns = self._of_key(table) | {
            "window_start": times(_one(table, "window_start")),
            "window_end": times(_one(table, "window_end")),
            "kind": pa.array(KINDS).take(_one(table, "kind")),
            "count": _one(table, "count"),
            "contents": _one(table, "contents"),
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
            "value": _one(table, "value"),
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
        shape, key = plan.key_shape, _one(table, "key")
        fields = [key] if shape.form == "single" else key.flatten()
        keys = keys_of(shape, fields, table.num_rows)
        firsts = key.take(pa.array(keys.firsts)).to_pylist()
        subtasks = [
            assign_key_to_parallel_operator(
                key, chain.max_parallelism, chain.parallelism, chain.key_hash
            )
            for key in map(unpacker(shape), firsts)
        ]
        own = np.array(subtasks, np.int32)[keys.numbers]
        node = pa.repeat(pa.scalar(plan.window.vertex.head.id, pa.int32()), table.num_rows)
        return {"operator": node, "subtask": pa.array(own, pa.int32()), "key": _one(table, "key")}

    def close(self) -> None:
        """There is nothing to let go of."""


def _one(table: pa.Table, name: str) -> pa.Array:
    column = table.column(name).combine_chunks()
    return column if isinstance(column, pa.Array) else pa.concat_arrays(column.chunks)


def _cells(table: pa.Table) -> Iterator[dict[str, list[Any]]]:
    for begin in range(0, table.num_rows, _ROWS_AT_ONCE):
        yield table.slice(begin, _ROWS_AT_ONCE).to_pydict()


__all__ = ["ColumnarOutcome"]
