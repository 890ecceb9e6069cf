"""Search for the records that belong to one window or advance its watermarks, in columns.

For logs of many million records. Finds what
:class:`~flinksim.replay.extract.record_lookup.RecordLookup` finds, for programs with a columnar plan.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.expressions.symbolic_values import Kind, RecordShape
from flinksim.replay.extract.record_lookup import (
    FULL_RANGE,
    KeyFilter,
    SelectedItem,
    TimestampRange,
    WatermarkMakers,
)
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.row_group_parts import (
    PartitionedLog,
    read_timed_records,
    read_window_records,
)
from flinksim.replay.kernel.window_aggregates import evaluate_fields
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators import positions
from flinksim.replay.operators.watermark_positions import Longs

_PYTHON_TYPES: dict[Kind, type] = {"int": Integral, "str": str, "bool": bool, "float": float}
_POSITION_FIELDS = [pa.field(name, pa.int64()) for name in ("_row", "_ts", "_tick")]


class ColumnarLookup:
    """Search for records in a log that the columnar kernel reads; each window needs one pass."""

    def __init__(
        self, run: KernelRun, plan: ColumnarPlan, path: Path, source: ParquetLogSource
    ) -> None:
        """Create a lookup.

        Args:
            run: The run of the columnar kernel on the log.
            plan: The columnar plan.
            path: The log as Parquet.
            source: Converts lines of the log to records.
        """
        self._run, self._plan, self._source = run, plan, source
        log = pq.read_schema(path).remove_metadata()
        self._schema = pa.schema([*_POSITION_FIELDS, *log])

    def find_records(self, key_filter: KeyFilter, max_records: int) -> list[SelectedItem]:
        """Find the key's records that the window operator receives in a time range, in arrival order.

        Args:
            key_filter: The key, the unit of work that reads it, and the range of timestamps.
            max_records: Maximum number of records; one more is returned if there are more.
        """
        shape = self._plan.key_shape
        key = key_filter.key if shape.form == "tuple" else (key_filter.key,)
        if not _is_valid_key(key, shape):
            return []
        work = RecordsOfKey(key, key_filter.span, self._schema, max_records + 1)
        items = self._create_items(self._run.fetch_from_parts(work, self._schema))
        return sorted(items, key=lambda each: each.position)[: max_records + 1]

    @cached_property
    def watermark_makers(self) -> WatermarkMakers:
        """Records of the whole log that can advance watermarks: per split and tick the latest timestamp."""
        plan, makers = self._plan, WatermarkMakers()
        if plan.tick_interval_ms <= 0:
            return makers
        found = self._run.fetch_from_parts(MaxPerTick(self._schema), self._schema)
        ticks = found.column("_tick").to_pylist()
        for item, tick in zip(self._create_items(found), ticks, strict=True):
            unit = (
                item.split
                if plan.has_split_watermarks
                else item.split % plan.source.chain.parallelism
            )
            address = (plan.watermark_node, unit, tick)
            current = makers.get(address)
            if current is None or _is_better_maximum(item, current):
                makers[address] = item
        return makers

    def _create_items(self, rows: pa.Table) -> list[SelectedItem]:
        first_split = self._plan.source.chain.first_split
        items = self._source.create_items(rows, rows.column("_row").to_pylist())
        return [
            SelectedItem(
                positions.from_record(item.arrival_ms or 0, first_split + split, row),
                split, timestamp, item,
            )
            for ((split, row), item), timestamp in zip(
                items, rows.column("_ts").to_pylist(), strict=True
            )
        ]  # fmt: skip


# --- in workers -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordsOfKey:
    """Worker function that finds the records of a key, at most ``max_records`` per part of the log."""

    key: tuple[Any, ...]
    span: TimestampRange
    schema: pa.Schema
    max_records: int

    def __call__(self, log: PartitionedLog, number: int) -> pa.Table:
        """Return the key's records in part *number* of the log, with their lines."""
        records = read_window_records(log, number)
        is_selected = np.ones(len(records), bool)
        if self.span != FULL_RANGE:
            first, last = self.span
            is_selected &= (records.timestamps >= first) & (records.timestamps <= last)
        for cells, cell in zip(
            evaluate_fields(log.plan.key_shape, records.columns), self.key, strict=True
        ):
            same = pc.fill_null(pc.equal(cells, pa.scalar(cell, cells.type)), False)
            is_selected &= same.to_numpy(zero_copy_only=False)
        own = records.take(np.flatnonzero(is_selected))
        rows = np.lexsort((own.offsets, own.codes))[: self.max_records]
        return _build_lookup_table(log, number, own.take(rows), self.schema)


@dataclass(frozen=True, slots=True)
class MaxPerTick:
    """Worker function that finds, per split and tick, the record with the maximum timestamp.

    A tick is a periodic emission of watermarks. Of equal timestamps it takes the first record.
    """

    schema: pa.Schema

    def __call__(self, log: PartitionedLog, number: int) -> pa.Table:
        """Return the records with the maximum timestamps in part *number* of the log, with their lines."""
        timed = read_timed_records(log, number)
        tick = _compute_ticks(log, timed)
        split = timed.codes % len(log.plan.source.chain.split_names)
        order = np.lexsort((timed.offsets, timed.arrivals, -timed.timestamps, split, tick))
        split, tick = split[order], tick[order]
        begins = np.append(True, (split[1:] != split[:-1]) | (tick[1:] != tick[:-1]))[: len(order)]
        return _build_lookup_table(log, number, timed.take(order[begins]), self.schema)


def _compute_ticks(log: PartitionedLog, records: Records) -> Longs:
    interval = log.plan.tick_interval_ms
    if interval <= 0:
        return np.zeros(len(records), np.int64)
    return (records.arrivals - log.plan.source.chain.start_ms) // interval + 1


def _build_lookup_table(
    log: PartitionedLog, number: int, records: Records, schema: pa.Schema
) -> pa.Table:
    """Build a table of some records of a part: their positions in the run, and all columns of the log."""
    lines = pa.array(records.offsets - log.get_first_row(number))
    own = schema.names[len(_POSITION_FIELDS) :]
    columns = log.read_part(number, own).select(own).take(lines).columns
    found = map(pa.array, (records.offsets, records.timestamps, _compute_ticks(log, records)))
    return pa.table([*found, *columns], names=schema.names).cast(schema)


def _is_valid_key(key: Any, shape: RecordShape) -> bool:
    """Return whether *key* has the number and types of fields of the program's keys."""
    return (
        isinstance(key, tuple)
        and len(key) == len(shape.fields)
        and all(
            isinstance(cell, _PYTHON_TYPES[kind]) and isinstance(cell, bool) == (kind == "bool")
            for cell, (_, kind) in zip(key, shape.fields, strict=True)
        )
    )


def _is_better_maximum(item: SelectedItem, other: SelectedItem) -> bool:
    return (-item.timestamp, item.position) < (-other.timestamp, other.position)


__all__ = ["ColumnarLookup"]
