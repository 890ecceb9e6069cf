"""Lookup of the records that decide one window, in columns: for logs of many million records.

Finds what :class:`~flinksim.replay.extract.record_lookup.LogCuts` finds, for programs with a
columnar plan.

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

from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.expressions.symbolic_values import Kind, Shape
from flinksim.replay.extract.record_lookup import WHOLE, Kept, Makers, Span, Wanted
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.row_group_parts import LogInParts, records_of, timed_of
from flinksim.replay.kernel.run import KernelRun
from flinksim.replay.kernel.window_aggregates import field_columns
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.operators import positions
from flinksim.replay.operators.watermark_positions import Longs

_TYPES: dict[Kind, type] = {"int": Integral, "str": str, "bool": bool, "float": float}
_FOUND = [pa.field(name, pa.int64()) for name in ("_row", "_ts", "_tick")]


class KernelCuts:
    """Lookup of records in a log that the kernel reads; one scan per window."""

    def __init__(
        self, run: KernelRun, plan: NativePlan, path: Path, source: ParquetLogSource
    ) -> None:
        """Create a lookup.

        Args:
            run: The kernel run.
            plan: The columnar plan.
            path: The log as Parquet.
            source: Converts lines of the log to records.
        """
        self._run, self._plan, self._source = run, plan, source
        log = pq.read_schema(path).remove_metadata()
        self._schema = pa.schema([*_FOUND, *log])

    def records_of(self, wanted: Wanted, most: int) -> list[Kept]:
        """Find the records that reach the window with the key, in the order of the run.

        Args:
            wanted: The key, the unit and the range of timestamps.
            most: Maximum number of records; one more is returned if there are more.
        """
        shape = self._plan.key_shape
        key = wanted.key if shape.form == "tuple" else (wanted.key,)
        if not _may_be(key, shape):
            return []
        work = RecordsOfKey(key, wanted.span, self._schema, most + 1)
        items = self._kept(self._run.of_parts(work, self._schema))
        return sorted(items, key=lambda each: each.position)[: most + 1]

    @cached_property
    def makers(self) -> Makers:
        """Records that can advance the watermarks: the maximum per tick and split, of the whole log."""
        plan, makers = self._plan, Makers()
        if plan.ticks_every_ms <= 0:
            return makers
        found = self._run.of_parts(GreatestOfTicks(self._schema), self._schema)
        ticks = found.column("_tick").to_pylist()
        for item, tick in zip(self._kept(found), ticks, strict=True):
            unit = item.split if plan.makes_by_split else item.split % plan.source.chain.parallelism
            address = (plan.maker, unit, tick)
            current = makers.get(address)
            if current is None or _better(item, current):
                makers[address] = item
        return makers

    def _kept(self, found: pa.Table) -> list[Kept]:
        first_split = self._plan.source.chain.first_split
        items = self._source.items_of(found, found.column("_row").to_pylist())
        return [
            Kept(
                positions.of_record(item.arrival_ms or 0, first_split + split, row),
                split, timestamp, item,
            )
            for ((split, row), item), timestamp in zip(
                items, found.column("_ts").to_pylist(), strict=True
            )
        ]  # fmt: skip


# --- in workers -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordsOfKey:
    """Worker function that finds the records of a key, at most *most* per part."""

    key: tuple[Any, ...]
    span: Span
    schema: pa.Schema
    most: int

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """Return the records of the key in part *number*, with their lines."""
        records = records_of(log, number)
        is_selected = np.ones(len(records), bool)
        if self.span != WHOLE:
            first, last = self.span
            is_selected &= (records.timestamps >= first) & (records.timestamps <= last)
        for cells, cell in zip(
            field_columns(log.plan.key_shape, records.columns), self.key, strict=True
        ):
            same = pc.fill_null(pc.equal(cells, pa.scalar(cell, cells.type)), False)
            is_selected &= same.to_numpy(zero_copy_only=False)
        own = records.take(np.flatnonzero(is_selected))
        rows = np.lexsort((own.offsets, own.codes))[: self.most]
        return _with_lines(log, number, own.take(rows), self.schema)


@dataclass(frozen=True, slots=True)
class GreatestOfTicks:
    """Worker function that finds the record with the maximum timestamp per split and tick.

    Of equal timestamps it takes the first record.
    """

    schema: pa.Schema

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """Return the maximum records of part *number*, with their lines."""
        timed = timed_of(log, number)
        tick = _ticks(log, timed)
        split = timed.codes % len(log.plan.source.chain.split_names)
        order = np.lexsort((timed.offsets, timed.arrivals, -timed.timestamps, split, tick))
        split, tick = split[order], tick[order]
        begins = np.append(True, (split[1:] != split[:-1]) | (tick[1:] != tick[:-1]))[: len(order)]
        return _with_lines(log, number, timed.take(order[begins]), self.schema)


def _ticks(log: LogInParts, records: Records) -> Longs:
    interval = log.plan.ticks_every_ms
    if interval <= 0:
        return np.zeros(len(records), np.int64)
    return (records.arrivals - log.plan.source.chain.start_ms) // interval + 1


def _with_lines(log: LogInParts, number: int, records: Records, schema: pa.Schema) -> pa.Table:
    """Build a table of records of a part: their positions, and all columns of the log."""
    lines = pa.array(records.offsets - log.first(number))
    own = schema.names[len(_FOUND) :]
    columns = log.table(number, own).select(own).take(lines).columns
    found = map(pa.array, (records.offsets, records.timestamps, _ticks(log, records)))
    return pa.table([*found, *columns], names=schema.names).cast(schema)


def _may_be(key: Any, shape: Shape) -> bool:
    """Return whether keys of *shape* can be tuples such as *key*."""
    return (
        isinstance(key, tuple)
        and len(key) == len(shape.fields)
        and all(
            isinstance(cell, _TYPES[kind]) and isinstance(cell, bool) == (kind == "bool")
            for cell, (_, kind) in zip(key, shape.fields, strict=True)
        )
    )


def _better(kept: Kept, other: Kept) -> bool:
    return (-kept.timestamp, kept.position) < (-other.timestamp, other.position)


__all__ = ["KernelCuts"]
