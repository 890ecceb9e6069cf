"""What decides one window, looked up in columns: for logs of many millions of records.

Finds what :class:`~flinksim.spark.zooms.log_cuts.LogCuts` finds, for programs that run natively.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from flinksim.connectors.event_log import EventLogSource
from flinksim.connectors.source import SourceRecord
from flinksim.spark.columnar.contents import field_columns
from flinksim.spark.columnar.log_parts import LogInParts, records_of, timed_of
from flinksim.spark.columnar.records import Records, split_numbers
from flinksim.spark.columnar.run import KernelRun
from flinksim.spark.expressions.shaped_values import ARROW_TYPES
from flinksim.spark.expressions.symbolic import Kind, Shape
from flinksim.spark.generic import positions
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.logs.parquet_log import ParquetLogSource, columns_of_text, value_maker
from flinksim.spark.logs.parquet_rows import JudgedColumns
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.zooms.log_cuts import WHOLE, Kept, Makers, Span, Wanted

_TYPES: dict[Kind, type] = {"int": Integral, "str": str, "bool": bool, "float": float}
_PLACE = [(name, pa.int64()) for name in ("_split", "_arrival", "_offset", "_ts", "_tick")]
ENDS = pa.schema([("split", pa.int64()), ("last", pa.int64())])
COUNTS = pa.schema([("count", pa.int64())])


class KernelCuts:
    """Looks records up in a log that a kernel reads; one look for each window."""

    def __init__(self, run: KernelRun, plan: NativePlan) -> None:
        self._run, self._plan = run, plan
        spec: Any = plan.source.vertex.head.spec
        source: ParquetLogSource | EventLogSource = spec.source
        if isinstance(source, ParquetLogSource):
            self._payload, form = tuple(source.payload), source.value
            self._own_timestamp = source.timestamp
        else:
            self._payload, form = tuple(source.columns), source.value_form
            self._own_timestamp = source.timestamp_column
        self._types = column_types(source)
        self._make = value_maker(form, self._payload)
        self._makers: Makers | None = None

    def _columns(self) -> tuple[str, ...]:
        own = () if self._own_timestamp in (None, *self._payload) else (str(self._own_timestamp),)
        return (*self._payload, *own)

    def _schema(self) -> pa.Schema:
        return pa.schema([*_PLACE, *((name, self._types[name]) for name in self._columns())])

    def records_of(self, wanted: Wanted, most: int) -> list[Kept]:
        """The records that come to the window with the key, in the order of the run.

        One more than *most*, if there are more.
        """
        work = self._chosen(wanted, most + 1)
        if work is None:
            return []
        kept = self._kept(self._run.of_parts(work, self._schema()))
        return sorted(kept, key=lambda each: each.position)[: most + 1]

    def count_of(self, wanted: Wanted) -> int:
        """How many there are."""
        work = self._chosen(wanted, 0)
        if work is None:
            return 0
        counts = self._run.of_parts(CountIn(work), COUNTS)
        return int(pc.sum(counts.column("count")).as_py() or 0)

    def _chosen(self, wanted: Wanted, most: int) -> RecordsOfKey | None:
        """What looks for the records that are wanted; ``None`` for no key of that kind."""
        shape = self._plan.key_shape
        key = wanted.key if shape.form == "tuple" else (wanted.key,)
        if not _may_be(key, shape):
            return None
        return RecordsOfKey(key, wanted.span, self._schema(), most)

    def makers(self) -> Makers:
        """What moved the watermarks, of the whole log: per tick and split the greatest record."""
        if self._makers is None:
            self._makers = self._find_makers()
        return self._makers

    def _find_makers(self) -> Makers:
        plan, makers = self._plan, Makers()
        by_split = plan.maker == plan.source.chain.operators[0].node.id
        for split, last in zip(*self._run.of_parts(LastOfSplits(), ENDS).columns, strict=True):
            number = split.as_py()
            makers.ends[number] = max(makers.ends.get(number, last.as_py()), last.as_py())
        if plan.ticks_every_ms <= 0:
            return makers
        found = self._run.of_parts(GreatestOfTicks(self._schema()), self._schema())
        ticks = found.column("_tick").to_pylist()
        for kept, tick in zip(self._kept(found), ticks, strict=True):
            unit = kept.split if by_split else kept.split % plan.source.chain.parallelism
            address = (plan.maker, unit, tick)
            before = makers.by_tick.get(address)
            if before is None or _better(kept, before):
                makers.by_tick[address] = kept
        return makers

    def _kept(self, found: pa.Table) -> list[Kept]:
        first_split, rows = self._plan.source.chain.first_split, found.to_pylist()
        kept = []
        for row in rows:
            split, arrival = row["_split"], row["_arrival"]
            position = positions.of_record(arrival, first_split + split, row["_offset"])
            value = self._make([row[name] for name in self._payload])
            own = None if self._own_timestamp is None else row[self._own_timestamp]
            kept.append(Kept(position, split, row["_ts"], SourceRecord(value, own, arrival)))
        return kept


def column_types(source: ParquetLogSource | EventLogSource) -> dict[str, pa.DataType]:
    """The types that a log's columns are told in."""
    if isinstance(source, EventLogSource):
        schema = columns_of_text(source)
        return dict(zip(schema.names, schema.types, strict=True))
    types = {name: ARROW_TYPES[kind] for name, kind in source.kinds.items()}
    return types if source.timestamp is None else types | {source.timestamp: pa.int64()}


# --- in workers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordsOfKey:
    """Looks for the records of a key, which are *most* at most in each part."""

    key: tuple[Any, ...]
    span: Span
    schema: pa.Schema
    most: int

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """Their places and columns."""
        records = self.found(log, number)
        rows = np.lexsort((records.offsets, records.codes))[: self.most]
        return _with_columns(log, number, records.take(rows), self.schema)

    def found(self, log: LogInParts, number: int) -> Records:
        """The records."""
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
        return records.take(np.flatnonzero(wanted))


@dataclass(frozen=True, slots=True)
class CountIn:
    """Counts what another one finds."""

    work: RecordsOfKey

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """One number."""
        return pa.table({"count": [len(self.work.found(log, number))]}, schema=COUNTS)


@dataclass(frozen=True, slots=True)
class LastOfSplits:
    """When the last row of each split came."""

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """The numbers of splits, and times."""
        judged = JudgedColumns.of(log.table(number), log.first(number))
        splits, last = split_numbers(log.plan, judged), {}
        for split in np.unique(splits[splits >= 0]).tolist():
            last[split] = int(judged.arrivals[splits == split].max())
        return pa.table({"split": [*last], "last": [*last.values()]}, schema=ENDS)


@dataclass(frozen=True, slots=True)
class GreatestOfTicks:
    """The record with the greatest timestamp of each split and tick; of equals the first."""

    schema: pa.Schema

    def __call__(self, log: LogInParts, number: int) -> pa.Table:
        """Their places, columns and ticks."""
        timed = timed_of(log, number)
        split, tick = timed.codes % _splits(log), _ticks(log, timed)
        order = np.lexsort((timed.offsets, timed.arrivals, -timed.timestamps, split, tick))
        split, tick = split[order], tick[order]
        begins = np.append(True, (split[1:] != split[:-1]) | (tick[1:] != tick[:-1]))[: len(order)]
        return _with_columns(log, number, timed.take(order[begins]), self.schema)


def _splits(log: LogInParts) -> int:
    return len(log.plan.source.chain.split_names)


def _ticks(log: LogInParts, records: Records) -> Longs:
    interval = log.plan.ticks_every_ms
    if interval <= 0:
        return np.zeros(len(records), np.int64)
    return (records.arrivals - log.plan.source.chain.start_ms) // interval + 1


def _with_columns(log: LogInParts, number: int, records: Records, schema: pa.Schema) -> pa.Table:
    """The places of some records of a part, and what the log has of them."""
    wanted = schema.names[len(_PLACE) :]
    places = (
        records.codes % _splits(log), records.arrivals, records.offsets, records.timestamps,
        _ticks(log, records),
    )  # fmt: skip
    rows = pa.array(records.offsets - log.first(number))
    columns = log.table(number, wanted).select(wanted).take(rows).columns
    return pa.Table.from_arrays(
        [*map(pa.array, places), *columns], names=schema.names
    ).cast(schema)  # fmt: skip


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
