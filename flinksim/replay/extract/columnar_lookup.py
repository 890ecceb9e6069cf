"""What decides one window, looked up in columns: for logs of many millions of records.

Finds what :class:`~flinksim.replay.extract.record_lookup.LogCuts` finds, for programs that run natively.

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
    """Looks records up in a log that a kernel reads; one look for each window."""

    def __init__(
        self, run: KernelRun, plan: NativePlan, path: Path, source: ParquetLogSource
    ) -> None:
        """The log is at *path*; *source* says which records its lines are."""
        self._run, self._plan, self._source = run, plan, source
        log = pq.read_schema(path).remove_metadata()
        self._schema = pa.schema([*_FOUND, *log])

    def records_of(self, wanted: Wanted, most: int) -> list[Kept]:
        """The records that come to the window with the key, in the order of the run.

        One more than *most*, if there are more.
        """
        shape = self._plan.key_shape
        key = wanted.key if shape.form == "tuple" else (wanted.key,)
        if not _may_be(key, shape):
            return []
        work = RecordsOfKey(key, wanted.span, self._schema, most + 1)
        kept = self._kept(self._run.of_parts(work, self._schema))
        return sorted(kept, key=lambda each: each.position)[: most + 1]

    @cached_property
    def makers(self) -> Makers:
        """What moved the watermarks, of the whole log: per tick and split the greatest record."""
        plan, makers = self._plan, Makers()
        if plan.ticks_every_ms <= 0:
            return makers
        found = self._run.of_parts(GreatestOfTicks(self._schema), self._schema)
        ticks = found.column("_tick").to_pylist()
        for kept, tick in zip(self._kept(found), ticks, strict=True):
            unit = kept.split if plan.makes_by_split else kept.split % plan.source.chain.parallelism
            address = (plan.maker, unit, tick)
            before = makers.get(address)
            if before is None or _better(kept, before):
                makers[address] = kept
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


# --- in workers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordsOfKey:
    """Looks for the records of a key, which are *most* at most in each part."""

    key: tuple[Any, ...]
    span: Span
    schema: pa.Schema
    most: int

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """Them with their lines."""
        records = records_of(log, number)
        wanted = np.ones(len(records), bool)
        if self.span != WHOLE:
            first, last = self.span
            wanted &= (records.timestamps >= first) & (records.timestamps <= last)
        for cells, cell in zip(
            field_columns(log.plan.key_shape, records.columns), self.key, strict=True
        ):
            same = pc.fill_null(pc.equal(cells, pa.scalar(cell, cells.type)), False)
            wanted &= same.to_numpy(zero_copy_only=False)
        own = records.take(np.flatnonzero(wanted))
        rows = np.lexsort((own.offsets, own.codes))[: self.most]
        return _with_lines(log, number, own.take(rows), self.schema)


@dataclass(frozen=True, slots=True)
class GreatestOfTicks:
    """The record with the greatest timestamp of each split and tick; of equals the first."""

    schema: pa.Schema

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """Them with their lines."""
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
    """Where some records of a part stand, and all that the log has of them."""
    lines = pa.array(records.offsets - log.first(number))
    own = schema.names[len(_FOUND) :]
    columns = log.table(number, own).select(own).take(lines).columns
    found = map(pa.array, (records.offsets, records.timestamps, _ticks(log, records)))
    return pa.table([*found, *columns], names=schema.names).cast(schema)


def _may_be(key: Any, shape: Shape) -> bool:
    """Whether keys of *shape* are such tuples."""
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
