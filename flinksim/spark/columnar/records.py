"""A log as columns: what comes to the window, and how far its timestamps came.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.connectors.event_log import EventLogSource
from flinksim.java.timestamps import MIN_TIMESTAMP
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic import positions
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.generic.source_timeline import Reached, keep_greatest
from flinksim.spark.logs.parquet_log import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    NotInColumns,
    ParquetLogSource,
    batch_of,
    columns_of_text,
)
from flinksim.spark.native.chain import NotNative
from flinksim.spark.native.plan import NativePlan, check_gaps, rejected_rows_of

_LINES_AT_ONCE = 20_000
_NO_TIME = np.int64(MIN_TIMESTAMP)
ROWS_AT_ONCE = 1 << 16
"""What is made of so many rows stays in the processor's cache."""


@dataclass(slots=True)
class Records:
    """The records that come to the window, in the order of the log.

    ``codes`` are ``arrival * splits + split``, ``offsets`` the rows of the log; ``columns`` what
    the plan reads of it. ``reached`` and ``span`` (least and greatest timestamp) are of the records
    that the watermark makers saw.
    """

    columns: pa.Table
    arrivals: Longs
    splits: Longs
    codes: Longs
    offsets: Longs
    timestamps: Longs
    reached: Reached
    lines: int


def table_of(plan: NativePlan, source: EventLogSource | ParquetLogSource) -> pa.Table:
    """The columns of the log that *plan* reads.

    Raises: EventLogError for a bad row; NotNative for what no column can hold, and for rejected
    rows.
    """
    name = plan.source.vertex.head.name
    if isinstance(source, ParquetLogSource):
        source.check()
        if source.bad_rows == "reject" and source.survey().bad:
            raise rejected_rows_of(source, name)
        wanted = {SPLIT, ARRIVAL, *plan.columns}
        wanted |= {SPLIT_END} if source.has_split_end else set()
        check_gaps(plan, source)
        return pq.read_table(source.path, columns=sorted(wanted), read_dictionary=[SPLIT])
    schema = columns_of_text(source)
    rows, batches = source.reader().rows(), []
    try:
        while lines := list(islice(rows, _LINES_AT_ONCE)):
            batches.append(batch_of(source, lines, schema))
    except NotInColumns as cell:
        raise NotNative(name, str(cell)) from None
    table = pa.Table.from_batches(batches, schema=schema)
    records = table.filter(pc.invert(pc.fill_null(table.column(SPLIT_END), False)))
    gaps = sorted(each for each in plan.columns if records.column(each).null_count)
    if gaps:
        raise NotNative(plan.window.vertex.head.name, f"the columns {gaps} have empty cells")
    return table


def records_of(plan: NativePlan, table: pa.Table) -> Records:
    """What of the rows of *table* comes to the window."""
    from flinksim.spark.columnar.values import flags_of, longs_of

    chain = plan.source.chain
    names = chain.split_names
    lines = table.num_rows
    split = _split_numbers(table, names)
    arrival: Longs = pc.fill_null(table.column(ARRIVAL), 0).to_numpy().astype(np.int64)
    offset = np.arange(lines, dtype=np.int64)
    is_record = split >= 0
    reached = Reached()
    _note_ends(plan, reached, split, arrival, offset)
    if SPLIT_END in table.column_names:
        is_record &= ~pc.fill_null(table.column(SPLIT_END), False).to_numpy(zero_copy_only=False)
    if not is_record.all():
        rows = np.flatnonzero(is_record)
        table, split, arrival, offset = table.take(rows), split[rows], arrival[rows], offset[rows]
    if plan.timed != ("and",):
        timed = np.flatnonzero(flags_of(plan.timed, table))
        _note_times(
            plan, reached, split[timed], arrival[timed], longs_of(plan.timestamp, table.take(timed))
        )
    else:
        stamps = longs_of(plan.timestamp, table)
        _note_times(plan, reached, split, arrival, stamps)
    if plan.keep != ("and",):
        rows = np.flatnonzero(flags_of(plan.keep, table))
        table, split, arrival, offset = table.take(rows), split[rows], arrival[rows], offset[rows]
    stamps = longs_of(plan.timestamp, table)
    codes = arrival * len(names) + split
    return Records(table, arrival, split, codes, offset, stamps, reached, lines)


def _split_numbers(table: pa.Table, names: Sequence[str]) -> Longs:
    """The number of each row's split; -1 for those that are not read."""
    column = table.column(SPLIT)
    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    encoded = encoded.unify_dictionaries().combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.chunk(0) if encoded.num_chunks else pa.array([], encoded.type)
    of_name = {name: number for number, name in enumerate(names)}
    numbers = [of_name.get(name, -1) for name in encoded.dictionary.to_pylist()]
    indices = pc.fill_null(encoded.indices, len(numbers)).to_numpy(zero_copy_only=False)
    found: Longs = np.array([*numbers, -1], np.int64)[indices]
    return found


def _note_ends(
    plan: NativePlan, reached: Reached, split: Longs, arrival: Longs, offset: Longs
) -> None:
    chain = plan.source.chain
    last = np.full(len(chain.split_names) + 1, -1, np.int64)
    last[split] = offset  # of several, the last stays; -1 is the place behind all splits
    for number, row in enumerate(last[:-1].tolist()):
        if row >= 0:
            unit = chain.first_split + number
            reached.last_items[unit] = positions.of_record(int(arrival[row]), unit, row)


def _note_times(
    plan: NativePlan, reached: Reached, split: Longs, arrival: Longs, stamps: Longs
) -> None:
    """How far each unit of the watermark maker had come by each tick."""
    if not len(stamps):
        return
    chain = plan.source.chain
    interval = chain.ticks_every_ms(plan.maker)
    by_split = plan.maker == chain.operators[0].node.id
    unit = split + chain.first_split if by_split else split % chain.parallelism
    width = int(unit.max()) + 1
    low, high = int(arrival.min()), int(arrival.max())
    first = chain.start_ms - interval  # the first tick is number 1

    def tick(at: Any) -> Any:
        """The number of the tick behind a time, or behind each of several."""
        return (at - first) // interval if interval > 0 else at * 0 + 1

    low, high = tick(low), tick(high)
    size = (high - low + 1) * width
    is_dense = size <= 4 * len(stamps) + 1_000
    table = np.full(size if is_dense else 0, _NO_TIME)
    sparse: dict[int, int] = {}
    for begin in range(0, len(stamps), ROWS_AT_ONCE):
        rows = slice(begin, begin + ROWS_AT_ONCE)
        place = (tick(arrival[rows]) - low) * width + unit[rows]
        if is_dense:
            np.maximum.at(table, place, stamps[rows])
            continue
        own, at = np.unique(place, return_inverse=True)
        most = np.full(len(own), _NO_TIME)
        np.maximum.at(most, at, stamps[rows])
        keep_greatest(sparse, dict(zip(own.tolist(), most.tolist(), strict=True)))
    if is_dense:
        held = np.flatnonzero(table > _NO_TIME)
        greatest = table[held]
    else:
        held = np.array(sorted(sparse), np.int64)
        greatest = np.array([sparse[place] for place in held.tolist()], np.int64)
    held = held + low * width
    for number in range(width):
        own = held % width == number
        if own.any():
            by_tick = zip((held[own] // width).tolist(), greatest[own].tolist(), strict=True)
            reached.note(plan.maker, number, dict(by_tick))


@dataclass(slots=True)
class Keys:
    """The keys of records as numbers from 0 on; ``firsts`` is a record of each key."""

    numbers: Longs
    firsts: Longs

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.firsts)


def keys_of(shape: Shape, columns: Sequence[pa.Array], records: int) -> Keys:
    """The key of each record, whose fields are *columns*."""
    numbers: Longs = np.zeros(records, np.int64)
    for column, (_, kind) in zip(columns, shape.fields, strict=True):
        own = _numbered(column, kind == "int")
        if not len(own):
            break
        numbers = _narrow(numbers * (int(own.max()) + 1) + own)
    count = int(numbers.max()) + 1 if records else 0
    firsts = np.zeros(count, np.int64)
    firsts[numbers[::-1]] = np.arange(records - 1, -1, -1)
    return Keys(numbers, firsts)


def _numbered(column: pa.Array, is_whole: bool) -> Longs:
    """A small number for each value, the same for equal ones."""
    if is_whole and len(column):
        longs: Longs = column.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
        low, high = int(longs.min()), int(longs.max())
        if high - low <= 2 * len(longs) + 1_000:  # no search for what is nearly a number already
            return _narrow(longs - low)
    encoded = column.dictionary_encode()
    indices: Longs = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return indices


def _narrow(numbers: Longs) -> Longs:
    """Numbers without gaps, of those with few."""
    if not len(numbers):
        return numbers
    size = int(numbers.max()) + 1
    if size > 4 * len(numbers) + 1_000:
        _, found = np.unique(numbers, return_inverse=True)
        return found.astype(np.int64)
    is_there = np.zeros(size, bool)
    is_there[numbers] = True
    if is_there.all():
        return numbers
    return (np.cumsum(is_there) - 1)[numbers]


__all__ = ["Keys", "Records", "keys_of", "records_of", "table_of"]
